"""What ``bench.ladder`` plays: each published figure, each target of ours, and what bar it has."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kingdomino.arena.plan import Plan
from kingdomino.bots.levels import KING
from kingdomino.games.catalogue import rules

BONUSES, DUEL = ("middle_kingdom", "harmony"), "mighty_duel"
SIZES: tuple[tuple[str, tuple[str, ...]], ...] = (("5×5", ()), ("7×7", (DUEL,)))
PUBLISHED, TARGET, QUICK, FULL, MORE = "published", "target", "quick", "full", "more"
KINDS = {"targets": (PUBLISHED, TARGET), "champion": (QUICK, FULL, MORE)}
"""Of each section of the page. The champion's: at a tenth of a second at most, at a second at most
against kings, and what else it is to be."""
QUICK_BUDGET, FULL_BUDGET = "0.088s", "0.9s"
STRENGTH = 9
"""So many times as strong as each other is who wins three of four games among four players."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure of the first bot: to be reached, or if it was published to be met."""

    what: str
    """``wins`` in percent, or ``score``."""
    value: float
    kind: str = TARGET


@dataclass(frozen=True, slots=True)
class Contest:
    """One row of the table."""

    kind: str
    title: str
    game: str
    players: int
    variants: tuple[str, ...]
    bots: tuple[str, ...]
    """The first one is measured. Budgets of the search are playouts, the same on every machine, but
    for kings; the champion's are mostly time."""
    bars: tuple[Bar, ...]
    games: int = 1000
    """How many the bar asks for."""

    def plan(self, budget: str | None, seed: int) -> Plan:
        """What is to be played, with another *budget* for our search if one is given."""
        names = self.bots
        if budget:
            names = tuple(re.sub("^search:.*", f"search:{budget}", name) for name in names)
        return Plan(rules(self.game, self.players, self.variants), names, seed)


def _seated(bot: str, rival: str, players: int) -> tuple[str, ...]:
    return (bot, *[rival] * (players - 1))


def _published(
    title: str, bots: tuple[str, ...], wins: float | None, score: float | None
) -> Contest:
    bars = [Bar("wins", wins, PUBLISHED)] if wins is not None else []
    bars += [Bar("score", score, PUBLISHED)] if score is not None else []
    return Contest(PUBLISHED, title, "kingdomino", 4, BONUSES, bots, tuple(bars))


def _par(title: str, game: str, players: int, playouts: int) -> Contest:
    """Three times an even share. With three players that would be every game, which chance does
    not allow: there it is the share of a player as strong as four players ask for."""
    wins = 300 / players if players > 3 else 100 * STRENGTH / (STRENGTH + players - 1)
    return _target(title, game, players, (), playouts, Bar("wins", round(wins, 1)))


def _target(
    title: str,
    game: str,
    players: int,
    variants: tuple[str, ...],
    playouts: int,
    *bars: Bar,
    rival: str = "fg",
) -> Contest:
    bots = _seated(f"search:{playouts}", rival, players)
    return Contest(TARGET, title, game, players, variants, bots, bars)


def _quick(title: str, game: str, players: int, wins: float, *variants: str) -> Contest:
    bots = _seated(f"champion:{QUICK_BUDGET}", "search:2000", players)
    return Contest(QUICK, title, game, players, variants, bots, (Bar("wins", wins),), 400)


def _full(title: str, game: str, players: int, wins: float, *variants: str) -> Contest:
    bots = _seated(f"champion:{FULL_BUDGET}", f"search:{KING}", players)
    return Contest(FULL, title, game, players, variants, bots, (Bar("wins", wins),), 100)


def _more(
    title: str,
    players: int,
    bot: str,
    rival: str,
    *bars: Bar,
    variants: tuple[str, ...] = (),
    games: int = 1000,
) -> Contest:
    bots = _seated(bot, rival, players)
    return Contest(MORE, title, "kingdomino", players, variants, bots, bars, games)


ORIGINS = ("discovery", "totem", "tribe")
CHAMPION = (
    _quick("2 players, 5×5", "kingdomino", 2, 68.0),
    _quick("2 players, 7×7", "kingdomino", 2, 75.0, DUEL),
    _quick("3 players", "kingdomino", 3, 50.0),
    _quick("4 players, both bonuses", "kingdomino", 4, 42.0, *BONUSES),
    *(_quick(f"Giants, {n} players", "giants", n, wins)
      for n, wins in ((2, 65.0), (3, 48.0), (4, 38.0), (5, 32.0))),
    *(_quick(f"Origins {mode}, {n} players", f"origins-{mode}", n, wins)
      for mode in ORIGINS for n, wins in ((2, 65.0), (3, 48.0), (4, 38.0))),
    _full("2 players, 5×5", "kingdomino", 2, 65.0),
    _full("2 players, 7×7", "kingdomino", 2, 60.0, DUEL),
    _full("3 players", "kingdomino", 3, 48.0),
    _full("4 players, both bonuses", "kingdomino", 4, 40.0, *BONUSES),
    _full("Giants, 2 players", "giants", 2, 65.0),
    *(_full(f"Origins {mode}, 2 players", f"origins-{mode}", 2, 65.0) for mode in ORIGINS),
    _more("2 players, 5×5, against FG", 2, "champion:4000", "fg", Bar("wins", 98.0)),
    _more("4 players, both bonuses, against three FG", 4, "champion:4000", "fg",
          Bar("wins", 92.0), Bar("score", 76.0), variants=BONUSES),
    _more("2 players, 7×7, against itself", 2, f"champion:{FULL_BUDGET}",
          f"champion:{FULL_BUDGET}", Bar("score", 128.0), variants=(DUEL,), games=100),
    *(_more(f"2 players, {size}, without search", 2, "policy", "search:2000", Bar("wins", 50.0),
            variants=variants) for size, variants in SIZES),
    *(_more(f"2 players, {size}, ten times the time", 2, f"champion:{FULL_BUDGET}",
            f"champion:{QUICK_BUDGET}", Bar("wins", 58.0), variants=variants, games=200)
      for size, variants in SIZES),
)  # fmt: skip

CONTESTS = (
    _published("FG against three TR", ("fg", "tr", "tr", "tr"), 97.7, 55.7),
    _published("GPRD against three TR", ("gprd", "tr", "tr", "tr"), 79.4, 39.6),
    _published("FG against three FG", ("fg", "fg", "fg", "fg"), None, 51.4),
    _published("TR against three TR", ("tr", "tr", "tr", "tr"), None, 22.7),
    _published("MCE-TR against three FG", ("mce-tr:2000", "fg", "fg", "fg"), 47.0, None),
    _published("MCE-FG against three FG", ("mce-fg:120", "fg", "fg", "fg"), 74.0, 66.0),
    _target(
        "4 players, 5×5, both bonuses, against three FG",
        "kingdomino", 4, BONUSES, 3000, Bar("wins", 80.0), Bar("score", 70.0),
    ),
    _target("2 players, 5×5, against FG", "kingdomino", 2, (), 1000, Bar("wins", 92.0)),
    _target(
        "2 players, 7×7, against FG", "kingdomino", 2, (DUEL,), 500, Bar("wins", 95.0)
    ),
    _target(
        "2 players, 7×7, against itself",
        "kingdomino", 2, (DUEL,), 3000, Bar("score", 115.0), rival="search:3000",
    ),
    _par("3 players, against two FG", "kingdomino", 3, 2000),
    _par("Giants, 3 players, against FG", "giants", 3, 4000),
    _par("Giants, 4 players, against FG", "giants", 4, 1000),
    _par("Giants, 5 players, against FG", "giants", 5, 500),
    *(
        _par(f"Origins {mode}, {n} players, against FG", f"origins-{mode}", n, 1000)
        for mode in ORIGINS
        for n in (3, 4)
    ),
    *CHAMPION,
)  # fmt: skip
