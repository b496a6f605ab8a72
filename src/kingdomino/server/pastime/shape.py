"""Pads, puzzles and daily deals as clients hear of them: shapes that nothing is built from."""

from __future__ import annotations

from typing import TypedDict

from ...bots.reason import Reason
from ..table.option import Option
from ..table.shape import Box, Sheet, View


class ParcelLeft(TypedDict):
    """Until when a parcel can be fetched, in milliseconds since 1970."""

    until: int


class ParcelFetched(TypedDict):
    """What was left, as it was sealed."""

    sealed: str


class PadKingdom(TypedDict):
    """A painted kingdom of a score pad."""

    name: str
    discarded: int
    cells: dict[str, str]
    box: Box


class Doubt(TypedDict):
    """Something on a score pad that cannot be: a code that never changes, and English."""

    code: str
    seat: int | None
    square: str | None
    what: str
    crowns: int
    n: int
    most: int
    why: str


class PadTable(TypedDict):
    """One game of a score pad, scored."""

    game: str
    variants: list[str]
    size: int
    quests: list[str]
    totems: dict[str, int | None]
    kingdoms: list[PadKingdom]
    sheets: dict[str, Sheet]
    winners: list[int]
    doubts: list[Doubt]


class PadScored(TypedDict):
    """A score pad, the word for its link, and the sums of its games."""

    code: str
    tables: list[PadTable]
    totals: list[int]
    leaders: list[int]


class Puzzles(TypedDict):
    """Of each puzzle of a game how many levels find it and its kind, and the number of the one of
    the day, from 1."""

    found: list[int]
    kinds: list[str]
    today: int | None


class Puzzle(TypedDict):
    """A position, and the answers to choose from with their gain at once."""

    view: View
    answers: list[Option]
    found: int


class Solved(TypedDict):
    """The best answer, the points and the part of the victory to be expected of each, and why."""

    best: int
    points: list[float]
    shares: list[float]
    why: Reason


class ShownSeed(TypedDict):
    """The seed of a day that is over."""

    day: str
    seed: str


class DailyDeal(TypedDict):
    """Today's deal, when the next one comes, and the last seed that is no secret any more."""

    version: str
    day: str
    ends: int
    shown: ShownSeed
    games: list[str]
    levels: list[str]


class DailyOpened(TypedDict):
    """The table of a try."""

    id: str
    day: str
    over: bool


class DailyStrongest(TypedDict):
    """The strongest bot's game of a deal, and the points so far."""

    id: str
    level: str
    over: bool
    totals: list[int]
