"""What clients say, checked as it is decoded: strict types, bounded sizes, no unknown keys."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from ..games.catalogue import DYNASTY_GAMES
from ..games.fair import NONCE
from ..games.pad_text import LONGEST_CODE, MOST_DISCARDED
from .error import ServerError
from .table.look import Colour, Emblem

LONGEST_NAME = 32
DAY_SECONDS = 24 * 3600
MOST_SEALED = 128 * 1024
"""Characters of all results that a browser keeps, packed and sealed."""
MOST_CELLS = 48
"""Squares of the largest kingdom, its castle left out."""
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
ActionText = Annotated[str, Meta(min_length=1, max_length=80)]
Actions = Annotated[list[ActionText], Meta(min_length=1, max_length=16)]
# Python's $ also stands before a newline at the end.
MoveId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$(?!\n)")]
Nonce = Annotated[str, Meta(pattern=rf"^{NONCE}$(?!\n)")]
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
Token = Annotated[str, Meta(min_length=1, max_length=100)]
AskId = Annotated[int, Meta(ge=0, le=2**53)]


class Move(Struct, tag="move", forbid_unknown_fields=True):
    """Actions to be taken. ``expected_seq`` is the last seq that the client has seen."""

    move_id: MoveId
    expected_seq: Annotated[int, Meta(ge=0, le=2**53)]
    seat: SeatNumber
    actions: Actions


class Stage(Struct, tag="stage", forbid_unknown_fields=True):
    """Actions to be tried out."""

    seat: SeatNumber
    actions: Annotated[list[ActionText], Meta(max_length=16)]
    id: AskId = 0


class Hint(Struct, tag="hint", forbid_unknown_fields=True):
    """What would the bot do?"""

    seat: SeatNumber
    id: AskId = 0


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    """Are you there?"""


class Pong(Struct, tag="pong", forbid_unknown_fields=True):
    """I am here."""


SocketMessage = Move | Stage | Hint | Ping | Pong


class SeatWish(Struct, forbid_unknown_fields=True):
    """Who is to sit on a seat of a new table."""

    kind: Literal["me", "link", "bot"]
    name: Name = ""
    level: Annotated[str, Meta(max_length=40)] | None = None
    colour: Colour | Literal[""] = ""
    emblem: Emblem | Literal[""] = ""


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to be opened."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=5)]
    players: Annotated[int, Meta(ge=2, le=5)] | None = None
    variants: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=8)] = []
    dynasty: bool = False
    hints: bool = True
    clock: Annotated[int, Meta(ge=0, le=7 * DAY_SECONDS)] = 0
    game_clock: Annotated[int, Meta(ge=0, le=28 * DAY_SECONDS)] = 0
    offered: bool = False
    """Whether anybody may sit down on the seats that are for friends."""


class Invited(Struct, forbid_unknown_fields=True):
    """An invitation to be read."""

    token: Token


class Guest(Struct, forbid_unknown_fields=True, kw_only=True):
    """Who sits down; a look that somebody has is theirs."""

    name: Name = ""
    colour: Colour | Literal[""] = ""
    emblem: Emblem | Literal[""] = ""


class Join(Guest, forbid_unknown_fields=True):
    """An invitation to be taken up."""

    token: Token


class Offered(Struct, forbid_unknown_fields=True):
    """Whether anybody may sit down at a table."""

    offered: bool


class Nonces(Struct, forbid_unknown_fields=True):
    """The nonces of one's seats, given once the table's commitment is known."""

    nonces: Annotated[dict[Literal["0", "1", "2", "3", "4"], Nonce], Meta(min_length=1)]


class OfSeat(Struct, forbid_unknown_fields=True):
    """Something about one seat."""

    seat: SeatNumber


class BotWish(Struct, forbid_unknown_fields=True):
    """A bot for who is away; for one turn, or until they return."""

    seat: SeatNumber
    once: bool = False


class SeatKey(Struct, forbid_unknown_fields=True):
    """The key of a seat, as it was written down."""

    key: Annotated[str, Meta(min_length=1, max_length=100)]


class Subscription(Struct, forbid_unknown_fields=True):
    """Where this browser is to be called to its turns; nowhere without."""

    endpoint: Annotated[str, Meta(max_length=1000)] | None = None


class OfParcel(Struct, forbid_unknown_fields=True):
    """What lies under a name: the beginning of what its code stands for."""

    name: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")]


class NewParcel(OfParcel, forbid_unknown_fields=True):
    """Results of a browser, sealed, for another one."""

    sealed: Annotated[str, Meta(min_length=1, max_length=MOST_SEALED)]


class Rename(Struct, forbid_unknown_fields=True):
    """Another name for a seat."""

    seat: SeatNumber
    name: Name


CellText = Annotated[str, Meta(min_length=1, max_length=24)]
SquareText = Annotated[str, Meta(min_length=1, max_length=4)]
Word = Annotated[str, Meta(max_length=40)]
Totem = Literal["mammoth", "fish", "mushroom", "flint"]


class PadKingdom(Struct, forbid_unknown_fields=True):
    """A kingdom that was painted: the words of its squares, counted from the castle."""

    cells: Annotated[dict[SquareText, CellText], Meta(max_length=MOST_CELLS)]
    name: Name = ""
    discarded: Annotated[int, Meta(ge=0, le=MOST_DISCARDED)] = 0


class PadTable(Struct, forbid_unknown_fields=True):
    """One game on a score pad."""

    game: Word
    kingdoms: Annotated[list[PadKingdom], Meta(min_length=2, max_length=5)]
    variants: Annotated[list[Word], Meta(max_length=8)] = []
    quests: Annotated[list[Word], Meta(max_length=8)] = []
    totems: dict[Totem, SeatNumber | None] = {}


class PadAsked(Struct, forbid_unknown_fields=True):
    """A score pad: one game, or up to three of a dynasty."""

    tables: Annotated[list[PadTable], Meta(min_length=1, max_length=DYNASTY_GAMES)]


class PadCode(Struct, forbid_unknown_fields=True):
    """The word of a link to a score pad."""

    code: Annotated[str, Meta(min_length=1, max_length=LONGEST_CODE)]


class PuzzleAnswer(Struct, forbid_unknown_fields=True):
    """Which of a puzzle's answers somebody gives, from 0."""

    answer: Annotated[int, Meta(ge=0, le=8)]


class DailyTry(Struct, forbid_unknown_fields=True):
    """A try at today's deal: the one that counts, or practice after it."""

    game: Word
    level: Word
    practice: bool = False
    name: Name = ""


SetWord = Literal["hello", "luck", "nice", "thanks", "oops", "wow", "moment", "again"]


class Say(Struct, forbid_unknown_fields=True):
    """One of a few things that can be said at a table."""

    seat: SeatNumber
    word: SetWord


class Nothing(Struct, forbid_unknown_fields=True):
    """An empty body."""


_socket: msgspec.json.Decoder[SocketMessage] = msgspec.json.Decoder(SocketMessage)
_decoders: dict[type, msgspec.json.Decoder[Any]] = {}
T = TypeVar("T")


def decode_socket(text: str | bytes) -> SocketMessage:
    """One message of a socket; raises ServerError."""
    try:
        return _socket.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as broken:
        raise ServerError("bad_request", f"this is no message: {broken}") from None


def decode_body(body: bytes, kind: type[T]) -> T:
    """A request's body; raises ServerError. No body is an empty object."""
    decoder = _decoders.setdefault(kind, msgspec.json.Decoder(kind))
    try:
        made: T = decoder.decode(body or b"{}")
    except (msgspec.DecodeError, UnicodeDecodeError) as broken:
        raise ServerError("bad_request", f"the body is wrong: {broken}") from None
    return made


def clean_name(name: str) -> str:
    """A name as it is shown: normalised, no controls or other invisible characters."""
    text = unicodedata.normalize("NFC", name)
    shown = "".join(c if not unicodedata.category(c).startswith("C") else " " for c in text)
    return " ".join(shown.split())[:LONGEST_NAME]
