"""What clients hear when they ask: the shapes of the answers, as docs/protocol.md tells them.

Nothing is built from these. The OpenAPI description and the page's types are generated from them
and from the shapes of tables and pastimes; the tests hold the server's answers against that.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from ..live.review import Judged
from ..table.option import Option
from ..table.shape import ByName, Sheet, TableEvent, View, Worth
from ..thinking.advice import Hinted


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
    worth: NotRequired[Worth]
    creator: bool
    can_start: bool
    """Whether it is for this browser to begin without those who are missing."""
    links: dict[str, str]
    invitation: str | None
    """To any free seat."""


class Tail(TypedDict):
    """The events after a cursor."""

    events: list[TableEvent]
    my_seats: list[int]
    seat: int | None
    options: list[Option]
    worth: NotRequired[Worth]
    over: bool


class Staged(TypedDict):
    """How the table would look after some actions, and what would be asked then."""

    type: Literal["staged"]
    id: int
    seat: int
    seq: int
    patch: ByName
    options: list[Option]
    worth: NotRequired[Worth]
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
    invitation: str | None
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


class OpenTable(TypedDict):
    """A table that anybody may sit down at; ``since`` is in milliseconds since 1970."""

    id: str
    game: str
    variants: list[str]
    dynasty: bool
    players: int
    free: int
    names: list[str]
    levels: list[str | None]
    hints: bool
    clock: int
    game_clock: int
    since: int


class OpenTables(TypedDict):
    """Tables that wait for company, and what time it is."""

    tables: list[OpenTable]
    now: int


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
    open_tables: bool
    """Whether tables can be opened to anybody."""


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


class Health(TypedDict):
    """That the server serves."""

    status: Literal["ok"]
