"""Makes a dataset: a folder with a card, a description, and compressed parts of so many games."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..arena.run import Spread
from ..core.rules import Rules
from ..games.catalogue import rules
from .position import Arrays, advisers, game_arrays, joined

FORMAT = "kingdomino-dataset/1"
ABOUT, CARD = "dataset.json", "README.md"
PART = 50
"""Games a file."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be played."""

    rules: Rules
    bots: tuple[str, ...]
    """One a seat."""
    games: int
    seed: int

    def document(self) -> dict[str, Any]:
        """For the description of a dataset."""
        made = self.rules
        return {
            "format": FORMAT,
            "rules": {"game": made.game, "players": made.players, "variants": [*made.variants]},
            "bots": [*self.bots],
            "games": self.games,
            "seed": self.seed,
        }


def order_of(document: dict[str, Any]) -> Order:
    """The order that a description holds."""
    asked = document["rules"]
    made = rules(asked["game"], asked["players"], asked["variants"])
    return Order(made, tuple(document["bots"]), document["games"], document["seed"])


def make(
    order: Order, folder: Path, spread: Spread, *, report: Callable[[], None] = lambda: None
) -> int:
    """Play the games into a new folder; the number of positions.

    The folder is the same however many work on it, if the budgets of the bots are playouts.
    """
    advisers(order.bots)
    folder.mkdir(parents=True, exist_ok=False)
    positions = 0
    for number, part in enumerate(_parts(order, spread, report)):
        np.savez_compressed(folder / f"part-{number:05}.npz", **part)  # type: ignore[arg-type, unused-ignore]
        positions += len(part["states"])
    about = order.document() | {"positions": positions}
    (folder / CARD).write_text(card(order, positions), encoding="utf-8")
    # Last: a folder without it is not complete.
    (folder / ABOUT).write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    return positions


def _parts(order: Order, spread: Spread, report: Callable[[], None]) -> Iterator[Arrays]:
    made, waiting, due = order.rules, dict[int, Arrays](), 0
    data = (made.game, made.players, [*made.variants], [*order.bots], order.seed)
    works = ((number, (*data, number)) for number in range(order.games))
    for number, game in spread(game_arrays, works):
        waiting[number] = game
        report()
        # Games come back in any order; parts hold them in theirs.
        while due < order.games:
            span = range(due, min(due + PART, order.games))
            if not all(n in waiting for n in span):
                break
            yield joined([waiting.pop(n) for n in span])
            due = span.stop


def card(order: Order, positions: int) -> str:
    """What one should know before using it."""
    made = order.rules
    extras = "".join(f" -v {name}" for name in made.variants)
    again = (
        f"kingdomino dataset make FOLDER {made.game} -p {made.players}{extras} "
        f'--bots "{",".join(order.bots)}" --games {order.games} --seed {order.seed}'
    )
    return f"""# {made}: {positions:,} positions

{order.games:,} games, seat by seat by {", ".join(order.bots)}.
Every position in which a player had a choice, with the legal actions, how often the search tried
each, what it expected, and how the game ended. Made by

    {again}

- **Where it comes from.** Simulated games only: no people, nothing personal.
- **How good it is.** As good as the bots named above. Expectations are theirs, and they are wrong
  where the bots are; `scores` and `shares` are what truly happened.
- **What it lacks.** Positions that strong bots avoid. Games share nothing but the rules, so split
  by `games`, never by position.
- **Format.** `{FORMAT}`: compressed NumPy files, described in docs/dataset.md.
"""
