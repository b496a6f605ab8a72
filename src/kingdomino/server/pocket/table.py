"""A table on one device: whoever holds the device holds all seats that no bot has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from ...bots.levels import USUAL, Steady, ladder
from ...bots.reason import Reason, reasons
from ...bots.simple.advice import simple_advice
from ...core.notation import format_action
from ...core.record import Record
from ...core.state import State
from ..error import ServerError
from ..message import Move, Stage, clean_name
from ..settings import Settings
from ..table import turn
from ..table.fold import (
    Change,
    decode,
    event_document,
    opened,
    renamed,
)
from ..table.kept import Kept
from ..table.option import options, question
from ..table.patch import Json
from ..table.position import PLAY, Charter, Entry, move_hash
from ..table.summary import recorded, summarise
from ..table.view import fair, with_presence

STAND_IN = {"level": USUAL}
Hinted: TypeAlias = tuple[str, int | None, None, None, int, Reason | None]
"""As the server's hints, without what only a search can say."""


class PocketTable:
    """One table, its log in memory."""

    def __init__(self, charter: Charter, settings: Settings, *, opened_at: int) -> None:
        self.charter = charter
        self.position = opened(charter, opened_at)
        self.events: list[bytes] = []
        self.entries: list[Entry] = []
        self.names: dict[int, str] = {}
        self._opened_at = opened_at
        self._settings = settings

    @classmethod
    def read(cls, kept: Kept, settings: Settings) -> PocketTable:
        """The table that was kept; raises ServerError when its log is none."""
        charter, position, events = kept.read(settings)
        table = cls(charter, settings, opened_at=kept.opened_at)
        table.position, table.events = position, events
        table.entries, table.names = kept.entries, kept.names
        return table

    def kept(self) -> Kept:
        """All of it, to be read again."""
        charter = self.charter
        about = (charter.id, charter.setup, charter.secret.hex(), charter.fair)
        return Kept(*about, self._opened_at, self.entries, self.names)

    def summary(self) -> Json:
        """Where the table stands, for lists."""
        about: Json = decode(summarise(self.charter, self.position).document)
        awaited = {about.pop("turn"), *about.pop("owing")}
        mine = self.mine
        about |= {"id": self.charter.id, "seats": mine, "kept_until": None}
        return about | {"my_turn": not awaited.isdisjoint(mine)}

    @property
    def mine(self) -> list[int]:
        """The seats of whoever holds the device."""
        return [i for i, seat in enumerate(self.position.seats) if seat.kind == "human"]

    def options(self) -> Json:
        """``seat`` and what it is asked, of who decides."""
        seat = self.position.human_to_act
        found: Json = {"options": []} if seat is None else question(self.position.state)
        return {"seat": seat} | found

    def seen(self) -> Json:
        """The table as a page opens it."""
        view = with_presence(self.position, self.mine)
        about: Json = {"view": view, "my_seats": self.mine, "creator": True, "links": {}}
        return about | {"can_start": not self.position.started} | self.options()

    def tail(self, after: int) -> Json:
        """The events after a cursor."""
        events = [msgspec.Raw(event) for event in self.events[after:]]
        about: Json = {"events": events, "my_seats": self.mine}
        return about | {"over": self.position.state.over} | self.options()

    def _change(self) -> Change:
        return Change(self.charter, self.position, self._settings)

    def _install(self, change: Change) -> None:
        self.entries = [*self.entries, *change.entries]
        self.events += change.events
        self.position = change.now

    def told(self, before: int) -> list[bytes]:
        """What is heard of the events after *before*: the last one says what may be done next."""
        events = self.events[before:]
        if events and self.position.human_to_act is not None:
            events[-1] = event_document(events[-1], question(self.position.state))
        return events

    def give(self, nonces: Mapping[int, str]) -> Json:
        """What the seats give to the draw; the game begins with the last that is waited for."""
        change = self._change()
        turn.give(change, {self._own(seat): nonce for seat, nonce in nonces.items()}, STAND_IN)
        self._install(change)
        return {"seq": self.position.seq}

    def _own(self, seat: int) -> int:
        if seat not in self.mine:
            raise ServerError("not_your_seat", f"nobody here holds seat {seat}")
        return seat

    def move(self, asked: Move) -> Json:
        """Take actions; a move that is sent again gets the same answer."""
        content = move_hash(asked.actions)
        for entry in self.entries:
            if entry.move_id == asked.move_id and entry.move_hash == content:
                return {"type": "ack", "move_id": asked.move_id, "seq": entry.seq}
        self._own(asked.seat)
        change = self._change()
        turn.move(change, asked, content, self.events)
        self._install(change)
        seq = next(e.seq for e in change.entries if e.move_id == asked.move_id)
        return {"type": "ack", "move_id": asked.move_id, "seq": seq}

    def stage(self, asked: Stage) -> Json:
        """Try actions out; changes nothing."""
        self._own(asked.seat)
        return turn.stage(self.charter, self.position, asked)

    def hint(self, seat: int) -> list[Hinted]:
        """What a simple bot would do, and what brings most points at once."""
        if not self.charter.setup.hints:
            raise ServerError("bad_request", "this table plays without hints")
        turn.check_turn(self.position, self._own(seat))
        return advice(self.position.state, self._settings)

    def plan(self, seat: int) -> Json:
        """Where the seat's next domino could lie."""
        return turn.plan(self.position, self._own(seat))

    def stand(self, seat: int, *, away: bool) -> Json:
        """A bot plays for this seat, or not any more."""
        if (self.position.seats[self._own(seat)].played_by is not None) != away:
            change = self._change()
            change.add("left" if away else "returned", seat, STAND_IN if away else {})
            change.begin(STAND_IN)
            self._install(change)
        return {"seq": self.position.seq}

    def rename(self, seat: int, name: str) -> Json:
        """Another name for a seat."""
        self._call({self._own(seat): clean_name(name)})
        return {"seq": self.position.seq}

    def _call(self, names: Mapping[int, str]) -> None:
        self.names = {**self.names, **names}
        self.position = renamed(self.charter, self.position, names)

    def bot_move(self) -> Json | None:
        """The move of the bot whose turn it is; what to tell when another level has made it."""
        due = self.position.bot_to_act
        if due is None:
            raise ServerError("not_your_turn", "no bot is to decide")
        player, asked = due
        able = next(ladder(asked, fast=False)).name
        action = Steady(able).act(self.position.state, self._settings.bot_rng())
        change = self._change()
        change.act(player, [format_action(action)])
        self._install(change)
        if able == asked:
            return None
        about = {"type": "replaced", "seq": self.position.played, "seat": player}
        return about | {"asked": asked, "level": able}

    def follow(self, game: str) -> None:
        """The table of the rematch is *game*."""
        change = self._change()
        change.add("rematch", None, {"id": game})
        self._install(change)

    def record(self) -> Record:
        """The game on record."""
        played = [e.body for e in self.entries if e.kind in PLAY]
        return recorded(self.charter, self.position, played)

    def fair(self) -> Json:
        """What is known about the table's chance."""
        return fair(self.charter, self.position)


def advice(state: State, settings: Settings) -> list[Hinted]:
    """The best actions as pages hear them; nothing is said of the end of the game."""
    gains = dict(options(state))
    best = simple_advice(state, settings.bot_rng())
    texts = [format_action(action) for action in best]
    return [
        (text, gains[text], None, None, 0, why)
        for text, why in zip(texts, reasons(state, best), strict=True)
    ]
