"""Perft: the tree of decisions has the size on file, and actions come in the order on file."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from kingdomino.core.engine import start
from kingdomino.core.notation import format_action
from kingdomino.core.perft import perft, split
from kingdomino.games.catalogue import GAMES, rules
from tests.perft.order import PLAYED, snapshot
from tests.perft.script import decisions, position
from tests.rules.table import placing, table

HERE = Path(__file__).parent


class Line(NamedTuple):
    game: str
    players: int
    variants: tuple[str, ...]
    seed: int
    after: int
    depth: int
    nodes: int

    def __str__(self) -> str:
        extras = "+".join(self.variants)
        return f"{self.game}-{self.players}{extras}-seed{self.seed}-after{self.after}"


def lines() -> Iterator[Line]:
    for file in sorted(HERE.glob("*.perft")):
        game, _, players = file.stem.rpartition("-")
        for text in file.read_text("utf-8").splitlines():
            if not text.startswith("#"):
                names, *numbers = text.split()
                variants = () if names == "-" else tuple(names.split(","))
                yield Line(game, int(players), variants, *map(int, numbers))


LINES = list(lines())


@pytest.mark.no_cover
@pytest.mark.parametrize("line", LINES, ids=str)
def test_tree_has_the_size_on_file(line: Line) -> None:
    """Every rule book at once: as many ways to play on as ever."""
    made = rules(line.game, line.players, line.variants)
    state = position(made, line.seed, line.after)
    found = perft(state, line.depth, line.seed)
    if found != line.nodes:
        parts = split(state, line.depth, line.seed).items()
        shown = "\n".join(f"{format_action(action)}: {nodes}" for action, nodes in parts)
        pytest.fail(f"{line}: {line.nodes} on file, {found} found\n{shown}")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_and_player_count_is_on_file(game: object) -> None:
    """A rule set without a perft file fails."""
    counted = {(line.game, line.players) for line in LINES}
    assert {(g.name, n) for g in GAMES if g is game for n in g.players} <= counted


ORDERED = [(game.name, players) for game in GAMES for players in PLAYED]


@pytest.mark.parametrize(("game", "players"), ORDERED)
def test_order_of_actions(game: str, players: int) -> None:
    """Bots, records and both engines rely on it: the list is the one on file, in its order."""
    kept = (HERE / f"{game}-{players}.order").read_text("utf-8").splitlines()
    now = snapshot(rules(game, players)).splitlines()
    changes = list(difflib.unified_diff(kept, now, "on file", "now", lineterm="", n=2))
    assert not changes, "\n".join(changes[:60])


def test_opening_is_counted_by_hand() -> None:
    """base § Příprava hry, B: four kings on four dominoes: 4, 4 × 3, 4 × 3 × 2, × 1 ways."""
    begun = start(rules("kingdomino", 2))
    assert [perft(begun, depth, 1) for depth in range(5)] == [1, 4, 12, 24, 24]


def test_first_placing_is_counted_by_hand() -> None:
    """base § Pravidla napojování: 24 openings × 24 ways to lay two different halves."""
    begun = start(rules("kingdomino", 2))
    first = position(rules("kingdomino", 2), 1, 4).agenda[0].domino
    ways = 12 if rules("kingdomino", 2).domino[first].symmetric else 24
    assert perft(begun, 5, 1) == 24 * ways


def test_pairs_are_counted_by_hand() -> None:
    """origins § Speciální pravidla pro dva: two ways, then a place and a choice."""
    begun = start(rules("origins-discovery", 2))
    assert perft(begun, 1, 1) == 2


def test_last_placing_is_counted_by_hand() -> None:
    """base § Konec hry: 12 ways to lay a double; a finished line counts once, however deep."""
    last = table(rules("kingdomino", 3), agenda=[placing(0, "1")])
    assert [perft(last, depth, 1) for depth in (0, 1, 2, 9)] == [1, 12, 12, 12]
    assert perft(table(rules("kingdomino", 3)), 3, 1) == 1


def test_split_adds_up() -> None:
    """Perft is the sum of its parts, one part for each first decision."""
    state = position(rules("giants", 3), 1, 30)
    parts = split(state, 3, 1)
    assert sum(parts.values()) == perft(state, 3, 1)
    assert len(parts) == perft(state, 1, 1)


def test_split_of_nothing() -> None:
    """Depth 0 and a finished game have no first decision."""
    assert split(start(rules("kingdomino", 2)), 0, 1) == {}
    assert split(table(rules("kingdomino", 2)), 2, 1) == {}


def test_chance_follows_the_seed() -> None:
    """The same seed is the same tree; another seed draws another row."""
    begun = start(rules("kingdomino", 4))
    assert split(begun, 2, 1) == split(begun, 2, 1)
    assert list(split(begun, 1, 1)) != list(split(begun, 1, 2))


def test_script_plays_to_the_end() -> None:
    """The last position of a script is the end of the game."""
    *_, last = decisions(rules("origins-tribe", 2), 1)
    assert last.over
