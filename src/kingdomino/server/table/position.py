"""A table as data: what was agreed when it opened, and where it stands after so many events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from ...core.rules import Rules
from ...core.score import score_sheets
from ...core.state import State
from ...games.catalogue import DYNASTY_GAMES, GAME, rules
from ...games.fair_stream import LATEST

PLAY = frozenset(("move", "chance"))
"""The events that are the game's own."""
RESTARTS_CLOCK = PLAY | {"started", "returned"}
"""The events after which a decision begins."""
OLD_LEVELS = {"random": "page", "gentle": "page", "greedy": "squire"}
"""What bots were called in games that were stored before there were levels."""
RULES_VERSION = "kingdomino-record/1"
"""The rule-set version that a stored game was begun under."""
LAST_SECONDS = 10
"""Who has used up their time for the game has so long for each decision that is left."""


class SeatSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as it was when the table opened."""

    name: str
    kind: str
    level: str | None = None
    nonce: str = ""
    colour: str = ""
    emblem: str = ""


class DynastySetup(msgspec.Struct, frozen=True):
    """Which game of a dynasty this is, and the points of the ones before."""

    id: str
    game: int
    totals: tuple[int, ...]


class DailySetup(msgspec.Struct, frozen=True):
    """Which day's deal is played, and as what: ``counts``, ``practice`` or ``strongest``."""

    day: str
    kind: str


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """What never changes about a table; stored as JSON."""

    game: str
    players: int
    variants: tuple[str, ...]
    seats: tuple[SeatSetup, ...]
    hints: bool = True
    clock: int = 0
    """Seconds for one decision; 0 for as long as one likes."""
    dynasty: DynastySetup | None = None
    game_clock: int = 0
    """Seconds that each player has for all their decisions; 0 for as many as they like."""
    daily: DailySetup | None = None

    @property
    def timed(self) -> bool:
        """Whether a clock runs."""
        return bool(self.clock or self.game_clock)

    @property
    def longest_decision(self) -> int:
        """Seconds that nobody has more than for one decision; 0 where no clock runs."""
        whole = max(self.game_clock, LAST_SECONDS) if self.game_clock else 0
        return min(filter(None, (self.clock, whole)), default=0)


class Seat(NamedTuple):
    """A seat now. ``kind`` is human, bot or open."""

    name: str
    colour: str
    kind: str
    level: str | None = None
    played_by: str | None = None
    nonce: str = ""
    once: bool = False
    """Whether the bot that plays for its owner does so for one turn only."""
    emblem: str = ""

    def with_level(self, level: str | None) -> Seat:
        """The seat with a bot of this level, under its name of today."""
        return self._replace(level=OLD_LEVELS.get(level or "", level))

    def with_stand_in(self, level: str | None, *, once: bool = False) -> Seat:
        """The seat with a bot of this level playing for its owner."""
        return self._replace(played_by=OLD_LEVELS.get(level or "", level), once=once)

    @property
    def bot(self) -> str | None:
        """The level of the bot that decides for this seat, if one does."""
        return self.level if self.kind == "bot" else self.played_by


@dataclass(frozen=True)
class Charter:
    """One table's unchanging part, with its secret."""

    id: str
    setup: Setup
    secret: bytes = field(repr=False)
    fair: str = LATEST
    """The version of its fair chance."""

    @cached_property
    def rules(self) -> Rules:
        """The rules of its game."""
        return rules(self.setup.game, self.setup.players, self.setup.variants)

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """All that there are in its game."""
        game = self.setup.game
        return rules(game, max(GAME[game].players)).colours

    @cached_property
    def rules_view(self) -> dict[str, Any]:
        """The rules as pages see them."""
        made = self.rules
        return {
            "game": made.game,
            "players": made.players,
            "variants": [*made.variants],
            "size": made.size,
            "rounds": made.rounds,
        }


class Position(NamedTuple):
    """Where a table stands."""

    seats: tuple[Seat, ...]
    state: State
    view: dict[str, Any]
    seq: int = 0
    played: int = 0
    """The seq of the last move or chance event."""
    at: int = 0
    """When the last event happened, in milliseconds since 1970."""
    since: int = 0
    """Since when the table waits for the player to decide."""
    used: tuple[int, ...] = ()
    """Milliseconds that each player has used of the game's clock; empty without one."""
    started: bool = False
    trimmed: tuple[int, ...] = ()
    """The dominoes that left the last row before anybody chose."""
    drawn: int = 0
    """How much of the fair stream has been used."""
    revealed: bool = False
    winners: tuple[int, ...] | None = None
    """Who has won, once the game is over."""
    next: str | None = None
    """The table of the rematch."""
    offered: int = 0
    """Since when anybody may sit down, in milliseconds since 1970; 0 where only friends may."""
    chain: str = ""
    """A hash over the charter and all events so far."""

    @property
    def nonces(self) -> Sequence[str]:
        """Every seat's nonce, empty for those without."""
        return [seat.nonce for seat in self.seats]

    @property
    def owing(self) -> list[int]:
        """The seats without whose nonces the game cannot begin: those of people who play.

        At a table of bots it is the first one's, which who opened the table gives.
        """
        if self.started:
            return []
        people = [i for i, seat in enumerate(self.seats) if seat.kind == "human"]
        due = [i for i in people if not self.seats[i].played_by] if people else [0]
        return [i for i in due if not self.seats[i].nonce]

    @property
    def free(self) -> list[int]:
        """The seats that nobody has taken yet."""
        return [i for i, seat in enumerate(self.seats) if seat.kind == "open"]

    @property
    def ready(self) -> bool:
        """Whether the game can begin: nobody is waited for."""
        return not (self.started or self.free or self.owing)

    @property
    def is_open(self) -> bool:
        """Whether anybody may sit down now."""
        return bool(self.offered and self.free)

    @property
    def bot_to_act(self) -> tuple[int, str] | None:
        """The seat and level of the bot that decides next, if one does."""
        player = self.state.player if self.started else None
        level = None if player is None else self.seats[player].bot
        return None if player is None or level is None else (player, level)

    @property
    def human_to_act(self) -> int | None:
        """The seat of the human that decides next, if one does."""
        player = self.state.player if self.started else None
        return None if player is None or self.seats[player].bot else player

    def with_view(self, view: dict[str, Any]) -> Position:
        """The position as *view* shows it."""
        # In a third of the time of ``_replace``, and every event comes by here.
        return Position(self.seats, self.state, view, *self[3:])

    def with_seat(self, number: int, seat: Seat) -> Position:
        """The position with another on this seat."""
        return self._replace(seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))


def first_link(charter: Charter) -> str:
    """What the chain of a table begins with."""
    setup = msgspec.json.encode((charter.id, charter.setup, charter.secret.hex()))
    return sha256(setup).hexdigest()[:32]


def next_link(chain: str, said: tuple[object, ...]) -> str:
    """The chain with one more event, *said* by the fields of its entry before the chain."""
    return sha256(msgspec.json.encode((chain, *said))).hexdigest()[:32]


def deadline(charter: Charter, now: Position) -> int | None:
    """When the clock of who decides runs out, in milliseconds since 1970; None without one."""
    player = now.human_to_act if charter.setup.timed else None
    if player is None:
        return None
    limits = [charter.setup.clock * 1000] if charter.setup.clock else []
    if charter.setup.game_clock:
        limits.append(max(time_left(charter, now, player), LAST_SECONDS * 1000))
    return now.since + min(limits)


def time_left(charter: Charter, now: Position, player: int) -> int:
    """Milliseconds of the game's clock that *player* had when this decision began."""
    return max(0, charter.setup.game_clock * 1000 - now.used[player])


def time_used(charter: Charter, before: Position, entry: Entry) -> tuple[int, ...]:
    """What is used of the game's clock once *entry* has happened.

    Who was to decide pays for the time until they did, or until a bot did for them; not for more
    than they had, as the server may have been away.
    """
    player, due = before.human_to_act, deadline(charter, before)
    ends = entry.kind in RESTARTS_CLOCK or (entry.kind == "left" and entry.player == player)
    if not charter.setup.game_clock or player is None or due is None or not ends:
        return before.used
    spent = max(0, min(entry.at, due) - before.since)
    return tuple(t + spent if i == player else t for i, t in enumerate(before.used))


def due_at(charter: Charter, now: Position) -> int | None:
    """When something happens by itself: a bot's turn has come, a clock runs out."""
    return now.at if now.bot_to_act else deadline(charter, now)


def dynasty_totals(dynasty: DynastySetup, now: Position) -> tuple[int, ...]:
    """The points of the games that are over, this one's among them once it is."""
    if not now.state.over:
        return dynasty.totals
    sheets = score_sheets(now.state)
    return tuple(total + s.total for total, s in zip(dynasty.totals, sheets, strict=True))


def dynasty_winners(dynasty: DynastySetup, now: Position) -> tuple[int, ...] | None:
    """Who has won the dynasty, once its last game is over."""
    if not now.state.over or dynasty.game != DYNASTY_GAMES:
        return None
    totals = dynasty_totals(dynasty, now)
    return tuple(i for i, total in enumerate(totals) if total == max(totals))


def move_hash(actions: Sequence[str]) -> str:
    """What is kept of a move's content, to tell a move sent again from another of its name."""
    return sha256("\n".join(actions).encode()).hexdigest()[:16]


class Entry(NamedTuple):
    """One event of the log. ``move_id`` and ``move_hash`` stand at the last action of a move."""

    seq: int
    at: int
    kind: str
    """``move``, ``chance``, or what else happened: ``joined``, ``left`` and so on."""
    player: int | None
    body: str
    """The action's text, or JSON."""
    move_id: str | None = None
    move_hash: str | None = None
    """None too where moves were stored before it was kept."""
    chain: str | None = None
    """The hash over all events up to this one; None where it was not kept yet."""
    drawn: int | None = None
    """For chance: how much of the fair stream is used now; worked out again when it is read."""
