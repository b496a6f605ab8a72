"""A live table: the people around it, and what they may do there."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import msgspec

from ...core.engine import legal_actions
from ...core.notation import format_action
from ...games.daily import bot_seed
from ...games.fair import commitment
from ..disk.store import News, Owner, names_of
from ..error import ServerError
from ..message import Hint, Move, Stage
from ..table import turn
from ..table.fold import Change, encode, event_document, renamed
from ..table.option import Option, question, turn_is_over
from ..table.patch import Json
from ..table.position import Charter, Position, deadline, move_hash
from ..table.view import with_presence
from ..thinking.advice import advice
from ..thinking.bots import Chosen, Moment
from .audience import Audience, Link
from .autoplay import Autoplay
from .journal import Around, Journal

NEAR = 64
"""A client that is at most so many events behind gets them, another one the whole view."""
GRACE = 15.0
"""After a restart nobody is timed out sooner than in so many seconds."""


class Room(Journal):
    """One table and the people around it."""

    def __init__(
        self,
        around: Around,
        charter: Charter,
        position: Position,
        *,
        owners: dict[int, bytes],
        creator: bytes | None,
    ) -> None:
        super().__init__(around, charter, position)
        self.owners = owners
        """The hash of the browser that may act for each seat."""
        self.creator = creator
        if creator:
            self.opener = creator.hex()
        self.audience = Audience()
        self.touched = 0.0
        self._looked_at = time.monotonic()
        self.host_seen = self._looked_at
        self.grace_until = 0.0
        self._autoplay = Autoplay(around.bots, around.settings)
        self.renamed_at: dict[int, float] = {}
        self.said_at: dict[int, float] = {}
        self._question: tuple[int, Json] = (-1, {})

    @property
    def stand_in(self) -> Json:
        """Who plays for a person who has left, or on a seat that nobody took."""
        return {"level": self.around.bots.stand_in}

    @property
    def busy(self) -> bool:
        """Whether somebody listens or something is going on."""
        return bool(self.audience or self._autoplay.busy or self.is_changing)

    def seats_of(self, browser: bytes | None) -> list[int]:
        """The seats that a browser may act for."""
        if browser is None:
            return []
        return sorted(seat for seat, owner in self.owners.items() if owner == browser)

    async def check_seat(self, browser: bytes | None, seat: int) -> None:
        """Refuse somebody who may not act for this seat."""
        if browser is not None and self.owners.get(seat) != browser:
            # They may have sat down at another process a moment ago.
            await self.catch_up()
        if browser is None or self.owners.get(seat) != browser:
            raise ServerError("not_your_seat", f"this browser does not hold seat {seat}")

    def question(self) -> Json:
        """What the human to decide is asked; no ``options`` when there is none."""
        if self.position.human_to_act is None:
            return {"options": []}
        if self._question[0] != self.position.played:
            self._question = (self.position.played, question(self.position.state))
        return self._question[1]

    def options(self) -> list[Option]:
        """What the human to decide may do; empty when there is none."""
        found: list[Option] = self.question()["options"]
        return found

    def options_for(self, seats: Sequence[int]) -> Json:
        """``seat`` and what it is asked, for somebody who holds these seats."""
        seat = self.position.human_to_act
        if seat is None or seat not in seats:
            return {"seat": None, "options": []}
        return {"seat": seat} | self.question()

    def view(self) -> Json:
        """The public truth, with who is online."""
        return with_presence(self.position, self.audience.online())

    def greeting(self, seats: list[int], after: int | None) -> bytes:
        """The first message on a socket."""
        tail = None if after is None else self.tail(after, most=NEAR)
        about: Json = {"seats": seats} | self.options_for(seats)
        if tail is None:
            return encode({"type": "view", "view": self.view()} | about)
        here, sitting = self.audience.online(), self.position.seats
        told = {str(s): {"online": s in here, "name": sitting[s].name} for s in self.owners}
        presence = {"seats": told}
        events = [msgspec.Raw(event) for event in tail]
        return encode({"type": "tail", "events": events, "presence": presence} | about)

    async def move(self, browser: bytes | None, asked: Move) -> Json:
        """Take actions; a seat's move_id gets the same answer however often it is sent."""
        await self.check_seat(browser, asked.seat)
        return await self.alone(lambda: self._move(asked))

    async def _move(self, asked: Move) -> Json:
        key, content = (asked.seat, asked.move_id), move_hash(asked.actions)
        if asked.expected_seq > self.position.seq and self.around.store.shared:
            await self.read_news()
        seq = self.receipts.recall(key, content)
        if seq is None:
            change = self.new_change()
            try:
                turn.move(change, asked, content, self.events)
            except ServerError as refusal:
                self.receipts.refuse(key, content, refusal)
                raise
            await self.commit(change)
            self.around.metrics.moves += 1
            seq = self.receipts.recall(key, content)
        return {"type": "ack", "move_id": asked.move_id, "seq": seq}

    async def stage(self, browser: bytes | None, asked: Stage) -> Json:
        """Try actions out; changes nothing."""
        await self.check_seat(browser, asked.seat)
        return turn.stage(self.charter, self.position, asked)

    async def hint(self, browser: bytes | None, asked: Hint, *, asker: str = "") -> Json:
        """The best actions, and what is to be expected of them; *asker* is an address."""
        await self.check_seat(browser, asked.seat)
        if not self.charter.setup.hints:
            raise ServerError("bad_request", "this table plays without hints")
        turn.check_turn(self.position, asked.seat)
        around = self.around
        best = await advice(
            around.bots, self.moment(asker), self.options(), around.settings.bot_rng()
        )
        return {"type": "hint", "id": asked.id, "best": best}

    async def plan(self, browser: bytes | None, seat: int) -> Json:
        """Where the seat's next domino could lie, for who thinks ahead; changes nothing."""
        await self.check_seat(browser, seat)
        return turn.plan(self.position, seat)

    async def happen(self, seat: int, kind: str, body: Json) -> Json:
        """Something that happens to a seat, unless it is so already."""
        sitting = self.position.seats[seat]
        there = {
            "left": sitting.played_by is not None,
            "returned": sitting.played_by is None,
        }
        if not there[kind]:
            change = self.new_change()
            change.add(kind, seat, body)
            change.begin(self.stand_in)
            await self.commit(change)
        return {"seq": self.position.seq}

    def first_change(self) -> Change:
        """What happens as the table opens: the game begins where nobody is waited for."""
        change = self.new_change()
        change.begin(self.stand_in)
        return change

    def seated(self, seat: int) -> Json:
        """What who sits down has to know: with the commitment comes the time for a nonce."""
        return {"id": self.id, "seat": seat, "commitment": self.commitment}

    @property
    def commitment(self) -> str:
        """What the table promises of its chance."""
        return commitment(self.charter.secret)

    async def follow(self, make: Callable[[], Coroutine[Any, Any, str]]) -> Json:
        """The table of the rematch, made when there is none yet."""
        return await self.alone(lambda: self._follow(make))

    async def _follow(self, make: Callable[[], Coroutine[Any, Any, str]]) -> Json:
        if self.position.next is None:
            if not self.position.state.over:
                raise ServerError("bad_request", "a rematch comes after the game")
            change = self.new_change()
            change.add("rematch", None, {"id": await make()})
            await self.commit(change)
        return {"id": self.position.next}

    @property
    def is_watched(self) -> bool:
        """Whether somebody listens, or has asked for the table a moment ago."""
        alone = time.monotonic() - self._looked_at
        return bool(self.audience or alone < self.around.settings.bots_alone)

    def look(self) -> None:
        """Somebody looks at the table."""
        self.touched = self.around.settings.clock()
        self._looked_at = time.monotonic()
        if self.position.bot_to_act and not self._autoplay.busy:
            self.wake()

    async def bot_move(self, seen: Position, player: int, chosen: Chosen) -> None:
        """The bot's move, unless the player came back while it was thinking."""
        await self.alone(lambda: self._bot_move(seen, player, chosen))

    async def _bot_move(self, seen: Position, player: int, chosen: Chosen) -> None:
        due = self.position.bot_to_act
        if due is None or due[0] != player or self.position.played != seen.played:
            return
        change = self.new_change()
        change.act(player, [chosen.action])
        if self.position.seats[player].once and turn_is_over(
            change.now.state, player, chosen.action
        ):
            change.add("returned", player)
        await self.commit(change)
        self.around.metrics.bot_moves += 1
        if chosen.level != due[1]:
            self._tell_replaced(player, due[1], chosen.level)

    def tell_said(self, seat: int, word: str) -> None:
        """Tell who listens what was said: no part of the log, and kept nowhere."""
        self.audience.tell(encode({"type": "said", "seat": seat, "word": word}))

    def _tell_replaced(self, seat: int, asked: str, level: str | None) -> None:
        """Tell who listens that another level has moved: no part of the log, and no secret."""
        about = {"type": "replaced", "seq": self.position.played, "seat": seat}
        self.audience.tell(encode(about | {"asked": asked, "level": level}))

    async def time_out(self, seq: int) -> None:
        """A bot takes the turn of who decides, unless something has happened since event *seq*."""

        async def work() -> None:
            seat = self.position.human_to_act
            if self.position.seq == seq and seat is not None:
                await self.happen(seat, "left", self.stand_in | {"once": True, "lapsed": True})

        await self.alone(work)

    @property
    def time_out_at(self) -> float | None:
        """When who decides has had enough time, in seconds since 1970."""
        due = deadline(self.charter, self.position)
        return None if due is None else max(due / 1000, self.grace_until)

    @property
    def pause(self) -> tuple[float, float]:
        """How long bots pretend to think: where two bots are watched for the result, not at all."""
        daily = self.charter.setup.daily
        hurried = daily is not None and daily.kind == "strongest"
        return (0.0, 0.0) if hurried else self.around.settings.bot_pause

    @property
    def longest_wait(self) -> float:
        """Seconds that anybody has for a decision."""
        return self.charter.setup.longest_decision + GRACE

    async def commit(self, change: Change, owners: Sequence[Owner] = ()) -> None:
        """Put a change on disk and stand where it leads; whose turn it is now is called."""
        before = self.position
        await super().commit(change, owners)
        self._call_to_turn(before)

    def _call_to_turn(self, before: Position) -> None:
        """Call who has to decide now and is not here; who has just decided is."""
        seat = self.position.human_to_act
        if seat is None or seat == before.human_to_act or seat in self.audience.online():
            return
        if (owner := self.owners.get(seat)) is not None:
            self.around.on_turn(owner)

    def show(self, events: Sequence[bytes], owners: Sequence[Owner]) -> None:
        for owner in owners:
            if owner.browser is not None:
                self._own(owner.seat, owner.browser)
        self._broadcast(events)
        self.wake()

    def hear(self, news: News) -> None:
        self.call(names_of(news.holders))
        self.audience.seen_elsewhere(news.elsewhere)

    def let_go(self) -> None:
        self._autoplay.stop()
        self.audience.drop(1011, "the table has to be read again")

    def _own(self, seat: int, browser: bytes) -> None:
        before = self.owners.get(seat)
        if before != browser:
            self.owners[seat] = browser
            for one in filter(None, (before, browser)):
                self.audience.reseat(one, self.seats_of(one))
            self._tell_peers()

    def call(self, names: Mapping[int, str]) -> None:
        """Call seats by other names, which are no part of the log."""
        sitting = self.position.seats
        other = {seat: name for seat, name in names.items() if sitting[seat].name != name}
        if other:
            self.position = renamed(self.charter, self.position, other)
            self.audience.tell_seats({str(seat): {"name": name} for seat, name in other.items()})

    def _broadcast(self, events: Sequence[bytes]) -> None:
        self.audience.release()
        if self.audience.links and events:
            seat, last = self.position.human_to_act, events[-1]
            here = seat in self.audience.here()
            to_seat = event_document(last, self.question()) if here else last
            self.audience.tell_events(events, seat, to_seat)

    async def changed(self, after: int, seconds: float) -> None:
        """Wait until there is an event after *after*, but not longer than so many seconds."""
        if self.position.seq <= after:
            await self.audience.next_event(seconds)

    def attach(self, link: Link, after: int | None) -> None:
        """Somebody listens from now on, and is greeted."""
        self.audience.add(link)
        self._tell_peers()
        self.look()
        link.tell(self.greeting(link.seats, after))

    def detach(self, link: Link) -> None:
        """Somebody has gone."""
        self.audience.remove(link)
        self.seen_by(link.browser)
        self._tell_peers()

    def seen_by(self, browser: bytes | None) -> None:
        """Somebody has just looked at the table."""
        if browser == self.creator:
            self.host_seen = time.monotonic()

    def _tell_peers(self) -> None:
        self.around.store.peers.show(self.id, self.audience.here())

    async def claim(self) -> bool:
        """Whether it is for this process to do what is due here."""
        return await self.around.store.peers.claim(self.id, self.position.seq)

    def moment(self, asker: str | None = None) -> Moment:
        """What a bot is asked about, by who opened the table unless it is somebody else."""
        state = self.position.state
        legal = [format_action(action) for action in legal_actions(state)]
        others, played = self.around.store.peers.questions, len(self.actions)
        seed = bot_seed(self.charter.secret, played) if self.charter.setup.daily else None
        about = (state.rules, self.actions, legal, self.id, asker or self.opener, others)
        return Moment(*about, seed=seed)

    def wake(self) -> None:
        """Let a bot play and the clock run where they are due."""
        self._autoplay.wake(self)

    def stop(self) -> None:
        """Stop the bots and the clock, and let everybody go who waits for an event."""
        self._autoplay.stop()
        self.audience.close()
