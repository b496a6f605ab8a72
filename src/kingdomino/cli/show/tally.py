"""What many games add up to, seat by seat, as a table and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ...core.rules import Rules
from ...core.score import Sheet
from ...games.catalogue import DYNASTY_GAMES, GAME
from .layout import plain_table
from .sentence import line_title, listed

if TYPE_CHECKING:
    from ...arena.simulation import Played


@dataclass(frozen=True, slots=True)
class Series:
    rules: Rules
    names: tuple[str, ...]
    """The bots, one a seat."""
    matches: int
    """Games, or dynasties of three."""
    seed: int
    dynasty: bool
    compiled: bool = False
    """Whether the games are those of the compiled engine."""

    @property
    def length(self) -> int:
        """Games a match."""
        return DYNASTY_GAMES if self.dynasty else 1

    @property
    def games(self) -> int:
        """All games of all matches."""
        return self.matches * self.length

    def match_id(self, match: int) -> str:
        """A name for a dynasty that no other series gives to one of its own."""
        words = (self.rules.game, *self.rules.variants, *self.names)
        return f"{'-'.join(words)} seed {self.seed} no. {match + 1}"


@dataclass(slots=True)
class Seat:
    """One seat over many matches."""

    bot: str
    scores: list[int] = field(default_factory=list[int])
    wins: float = 0.0
    """A victory that is shared counts for everybody in equal parts."""
    points: Counter[str] = field(default_factory=Counter[str])
    """Points of each line of the score sheet, added up."""
    games: Counter[str] = field(default_factory=Counter[str])
    """In how many games each line was on the sheet."""

    @property
    def mean(self) -> float:
        return sum(self.scores) / len(self.scores)

    @property
    def deviation(self) -> float:
        """The standard deviation of the points; 0 for a single match."""
        if len(self.scores) < 2:
            return 0.0
        mean = self.mean
        return sqrt(sum((score - mean) ** 2 for score in self.scores) / (len(self.scores) - 1))

    def line_mean(self, name: str) -> float:
        """Points of a line in the games that had it."""
        return self.points[name] / self.games[name]


def add_match(seats: Sequence[Seat], games: Sequence[Sequence[Sheet]], won: Sequence[int]) -> None:
    """Count one match: the sheets of its games and the seats that won it."""
    for number, seat in enumerate(seats):
        score = 0
        for game in games:
            for name, points in game[number].lines:
                score += points
                seat.points[name] += points
                seat.games[name] += 1
        seat.scores.append(score)
        seat.wins += (number in won) / len(won)


def add_matches(series: Series, seats: Sequence[Seat], played: Played) -> None:
    """Count many matches of the compiled engine at once."""
    totals = played.totals.reshape(-1, series.length, len(seats)).sum(1)
    # A dynasty knows no tie-breaks.
    best = totals == totals.max(1, keepdims=True) if series.dynasty else played.places == 1
    shares = (best / best.sum(1, keepdims=True)).sum(0)
    for number, seat in enumerate(seats):
        seat.scores += totals[:, number].tolist()
        seat.wins += float(shares[number])
        for line in played.lines:
            seat.points[line.name] += int(line.points[:, number].sum())
            seat.games[line.name] += len(line.games)


def report(series: Series, seats: Sequence[Seat], seconds: float) -> Iterator[RenderableType]:
    """The figures for people."""
    yield _title(series, seconds)
    yield _score_table(series, seats)
    if len(seats[0].games) > 1:
        yield _line_table(series, seats)


def _title(series: Series, seconds: float) -> Text:
    rules = series.rules
    title = Text().append(f"{GAME[rules.game].title} for {rules.players}", "bold")
    if rules.variants:
        title.append(f" with {listed([line_title(name) for name in rules.variants])}")
    games = "game" if series.games == 1 else "games"
    what = f"{series.games:,} {games}"
    if series.dynasty:
        what += f" in {series.matches:,} {'dynasty' if series.matches == 1 else 'dynasties'}"
    speed = f"{series.games / seconds:,.0f} games/s{', compiled' if series.compiled else ''}"
    return title.append(f"\n{what} · {speed} · seed {series.seed}", "dim")


def _score_table(series: Series, seats: Sequence[Seat]) -> Table:
    table = plain_table()
    table.add_column("seat", justify="right")
    table.add_column("bot")
    for head in ("mean", "sd", "least", "most", "wins", "of all"):
        table.add_column(head, justify="right")
    for number, seat in enumerate(seats):
        table.add_row(
            str(number),
            seat.bot,
            f"{seat.mean:.1f}",
            f"{seat.deviation:.1f}",
            str(min(seat.scores)),
            str(max(seat.scores)),
            f"{seat.wins:,.2f}".rstrip("0").rstrip("."),
            f"{seat.wins / series.matches:.1%}".replace("%", " %"),
        )
    return table


def _line_table(series: Series, seats: Sequence[Seat]) -> Table:
    """Mean points a game of each line, over the games that had it."""
    table = plain_table()
    table.add_column("mean a game, by seat")
    table.add_column("games", justify="right")
    for number in range(len(seats)):
        table.add_column(str(number), justify="right")
    first = seats[0]
    fixed = [name for name in first.games if first.games[name] == series.games]
    for name in [*fixed, *sorted(first.games.keys() - {*fixed})]:
        means = (f"{seat.line_mean(name):.1f}" for seat in seats)
        table.add_row(line_title(name), f"{first.games[name]:,}", *means)
    return table


def document(series: Series, seats: Sequence[Seat], seconds: float) -> dict[str, Any]:
    """The figures for programs."""
    rules = series.rules
    return {
        "rules": {"game": rules.game, "players": rules.players, "variants": [*rules.variants]},
        "dynasty": series.dynasty,
        "matches": series.matches,
        "games": series.games,
        "seed": series.seed,
        "compiled": series.compiled,
        "seconds": round(seconds, 3),
        "games_per_second": round(series.games / seconds, 1),
        "seats": [_seat_document(number, seat) for number, seat in enumerate(seats)],
    }


def _seat_document(number: int, seat: Seat) -> dict[str, Any]:
    return {
        "seat": number,
        "bot": seat.bot,
        "mean": seat.mean,
        "deviation": seat.deviation,
        "min": min(seat.scores),
        "max": max(seat.scores),
        "wins": seat.wins,
        "win_share": seat.wins / len(seat.scores),
        "lines": {
            name: {"mean": seat.line_mean(name), "games": seat.games[name]} for name in seat.games
        },
    }
