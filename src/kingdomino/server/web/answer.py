"""What clients hear: the shapes of every answer and event, as docs/protocol.md tells them.

Nothing is built from these. The OpenAPI description and the page's types are generated from them,
and the tests hold the server's answers against that description.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from ...bots.reason import Reason
from ..live.advice import Hinted
from ..live.review import Judged
from ..table.option import Option

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
    """The time for a decision and when it ends."""

    seconds: int
    deadline: int | None


class Fair(TypedDict):
    """What proves the draw: the fingerprint first, the secret at the end."""

    version: str
    commitment: str
    nonces: dict[str, str]
    secret: str | None


class View(TypedDict):
    """All that everybody may know about a table."""

    id: str
    seq: int
    started: bool
    rules: Rules
    dynasty: Dynasty | None
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


class Error(TypedDict):
    """A refusal: a code that never changes and a sentence."""

    type: Literal["error"]
    code: str
    message: str
    move_id: NotRequired[str]
    id: NotRequired[int]
    events: NotRequired[list[TableEvent]]


class Table(TypedDict):
    """A table as one browser sees it."""

    view: View
    my_seats: list[int]
    seat: int | None
    options: list[Option]
    creator: bool
    can_start: bool
    """Whether it is for this browser to begin without those who are missing."""
    links: dict[str, str]


class Tail(TypedDict):
    """The events after a cursor."""

    events: list[TableEvent]
    my_seats: list[int]
    seat: int | None
    options: list[Option]
    over: bool


class Staged(TypedDict):
    """How the table would look after some actions, and what would be asked then."""

    type: Literal["staged"]
    id: int
    seat: int
    seq: int
    patch: ByName
    options: list[Option]
    rest: list[str]
    done: bool


class Ack(TypedDict):
    """A move that is on disk."""

    type: Literal["ack"]
    move_id: str
    seq: int


class Advised(TypedDict):
    """The best actions and what is to be expected of them."""

    type: Literal["hint"]
    id: NotRequired[int]
    best: list[Hinted]


class Reviewed(TypedDict):
    """Verdicts on a finished game, those that were not known yet, and how many there will be."""

    of: int
    verdicts: list[Judged]


class PushKey(TypedDict):
    """The server's public key: a point of P-256, uncompressed, in base64 for addresses."""

    key: str


class Done(TypedDict):
    """It is done."""

    ok: bool


class Planned(TypedDict):
    """A player's next domino and where it could lie now."""

    type: Literal["plan"]
    seat: int
    seq: int
    domino: str | None
    options: list[Option]


class Opened(TypedDict):
    """A new table, what it promises of its chance, the invitations, and where to look on."""

    id: str
    commitment: str
    links: dict[str, str]
    watch: str


class Invitation(TypedDict):
    """Who invites to what; the name of who has none is empty."""

    game: str
    host: str


class Joined(TypedDict):
    """A seat taken, and what the table promises of its chance."""

    id: str
    seat: int
    commitment: str


class Sheets(TypedDict):
    """Every player's score sheet with its regions."""

    sheets: dict[str, Sheet]


class Seq(TypedDict):
    """Where the table stands after it."""

    seq: int


class Next(TypedDict):
    """The table of the rematch."""

    id: str


class MyGame(TypedDict):
    """A table where this browser has a seat."""

    id: str
    seats: list[int]
    game: str
    variants: list[str]
    names: list[str]
    levels: list[str | None]
    round: int
    rounds: int
    my_turn: bool
    started: bool
    over: bool
    winners: list[int] | None
    updated: int
    kept_until: int | None
    damaged: NotRequired[bool]


class Key(TypedDict):
    """What gives a seat to another browser."""

    key: str


class MyGames(TypedDict):
    """The tables where this browser has seats: those not over first, the newest first."""

    games: list[MyGame]
    more: str | None
    """What to ask for the next ones with, None when these were the last."""


class Variant(TypedDict):
    """An option of a game and the numbers of players that may use it."""

    name: str
    title: str
    what: str
    players: list[int]


class Refused(TypedDict):
    """Why a variant does not go with a game: a code that never changes, and English."""

    code: str
    why: str


class Game(TypedDict):
    """A rule set."""

    name: str
    title: str
    what: str
    players: list[int]
    variants: list[Variant]
    refused: dict[str, Refused]
    colours: list[str]
    quests: list[str]
    cavemen: list[str]


class Level(TypedDict):
    """A bot's strength."""

    name: str
    title: str
    what: str
    seconds: float
    state: Literal["ready", "warming", "missing"]


class Catalogue(TypedDict):
    """What can be played, with whom, and how."""

    games: list[Game]
    levels: list[Level]
    usual_level: str
    longest_name: int
    dynasty: int


class Half(TypedDict):
    """One printed square."""

    cell: str


class Printed(TypedDict):
    """What is printed on a domino."""

    left: Half
    right: Half
    symbol: Literal["giant", "footprints"] | None


Dominoes: TypeAlias = dict[str, Printed]


class Record(TypedDict):
    """The interchange record."""

    format: str
    rules: ByName
    players: list[Any]
    events: list[Any]


class Replay(TypedDict):
    """A first view and the events that follow."""

    views: View
    events: list[TableEvent]


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
    """How many levels find each puzzle of a game, and the number of the one of the day, from 1."""

    found: list[int]
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


class Health(TypedDict):
    """That the server serves."""

    status: Literal["ok"]
