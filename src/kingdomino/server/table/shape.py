"""A table as clients hear of it: the shapes of a view and of an event, as docs/protocol.md tells.

Nothing is built from these: ``view`` and ``fold`` write documents, and the tests hold what they
write against the OpenAPI description that is generated from the shapes.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .option import Option

ByName: TypeAlias = dict[str, Any]


class Rules(TypedDict):
    """What is played."""

    game: str
    players: int
    variants: list[str]
    size: int
    rounds: int


class Dynasty(TypedDict):
    """Which game of a dynasty this is, and the points so far."""

    id: str
    game: int
    of: int
    totals: dict[str, int]
    winners: list[int] | None


class Seat(TypedDict):
    """Who sits where."""

    name: str
    colour: str
    emblem: NotRequired[str]
    kind: Literal["human", "bot", "open"]
    level: NotRequired[str]
    online: bool
    played_by: str | None


class Box(TypedDict):
    """The squares at the edges of a kingdom, counted from the castle."""

    west: int
    north: int
    east: int
    south: int


class Kingdom(TypedDict):
    """The squares of a kingdom, each as drawings spell it."""

    cells: dict[str, str]
    discarded: int
    box: Box


class Region(TypedDict):
    """Squares that hang together, and what they score."""

    terrain: str
    squares: list[str]
    crowns: int
    points: int


class Sheet(TypedDict):
    """A score sheet; the regions are there when they are asked for."""

    total: int
    lines: dict[str, int]
    largest_region: int
    crowns: int
    regions: NotRequired[list[Region]]


class Offered(TypedDict):
    """A domino of the next row and whose king stands on it."""

    domino: str
    owner: int | None


class Due(TypedDict):
    """A domino to be placed and by whom."""

    domino: str
    player: int


class Cave(TypedDict):
    """The cavemen in the open and in the pile."""

    face_up: list[str]
    pile: dict[str, int]


class Worth(TypedDict):
    """The points that each caveman to be had would bring at most, in the open and in the pile."""

    face_up: dict[str, int]
    pile: dict[str, int]


class Decision(TypedDict):
    """What the table waits for."""

    phase: str
    player: int | None
    domino: NotRequired[str]
    square: NotRequired[str]
    name: NotRequired[str]
    why: NotRequired[str]
    reach: NotRequired[int]
    payments: NotRequired[list[list[str]]]


class Clock(TypedDict):
    """The time for a decision and when it ends; with a clock for the game what is left of it."""

    seconds: int
    deadline: int | None
    game: NotRequired[int]
    left: NotRequired[dict[str, int]]
    since: NotRequired[int]


class Fair(TypedDict):
    """What proves the draw: the fingerprint first, the secret at the end."""

    version: str
    commitment: str
    nonces: dict[str, str]
    secret: str | None


class DailyTable(TypedDict):
    """Which day's deal a table plays, and as what."""

    day: str
    kind: Literal["counts", "practice", "strongest"]


class View(TypedDict):
    """All that everybody may know about a table."""

    id: str
    seq: int
    started: bool
    offered: bool
    rules: Rules
    dynasty: Dynasty | None
    daily: DailyTable | None
    hints: bool
    seats: dict[str, Seat]
    kingdoms: dict[str, Kingdom]
    sheets: dict[str, Sheet]
    offer: list[Offered]
    line: list[Due]
    round: int
    rows_left: int
    trimmed: NotRequired[list[str]]
    quests: NotRequired[list[str]]
    totems: NotRequired[dict[str, int | None]]
    cave: NotRequired[Cave]
    spent: NotRequired[list[str]]
    decision: Decision | None
    clock: Clock
    over: bool
    winners: list[int] | None
    next: str | None
    fair: Fair | None


class TableEvent(TypedDict):
    """A change of the table: a move, a draw, or something about a seat."""

    type: Literal["event"]
    seq: int
    player: int | None
    action: str | None
    what: NotRequired[str]
    seat: NotRequired[int]
    once: NotRequired[bool]
    lapsed: NotRequired[bool]
    id: NotRequired[str]
    domino: NotRequired[str]
    patch: ByName
    options: NotRequired[list[Option]]
    worth: NotRequired[Worth]
