"""What was learned for some rules, if anything: a file that does not serve them is named once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ...core.rules import Rules
from ...fast.board.compile import IntArray
from .judge import Evaluator, net_file, net_for, say_once, serves
from .mind import Weights, mind_file, mind_for
from .table import table_file, table_for
from .weights import NETS, CheckpointError

T = TypeVar("T")


def known_table(rules: Rules, nets: Path) -> IntArray | None:
    """A table of what regions promise."""
    return _known(table_for, rules, nets, table_file(rules.game, nets))


def known_mind(rules: Rules, nets: Path) -> Weights | None:
    """What a judge between rounds has learned."""
    return _known(mind_for, rules, nets, mind_file(rules.game, nets))


def known_net(rules: Rules, nets: Path) -> Evaluator | None:
    """A net that says what is likely."""
    net = _known(net_for, rules, nets, net_file(rules.game, nets))
    return Evaluator(net, rules) if net else None


def is_learned(rules: Rules, nets: Path = NETS) -> bool:
    """Whether anything was learned for the rules that decides."""
    return known_mind(rules, nets) is not None or serves(rules, nets)


def _known(look: Callable[[Rules, Path], T], rules: Rules, nets: Path, file: Path) -> T | None:
    try:
        return look(rules, nets)
    except CheckpointError as why:
        if file.exists():
            say_once(f"{why}; it is done without")
        return None
