"""A live table: one change at a time, on disk before anybody hears of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from ...core.domino import format_domino
from ...core.engine import legal_actions
from ...core.error import IllegalAction, RecordError
from ...core.notation import format_action
from ...games.fair import commitment
from ..disk.store import (
    Conflict,
    Owner,
    Store,
    StoreClosed,
    Unreachable,
    Write,
    names_of,
)
from ..error import ServerError
from ..message import Hint, Move, Stage, clean_name
from ..metrics import Metrics
from ..settings import Settings
from ..table.fold import BrokenLog, Change, encode, event_document, renamed, tried
from ..table.option import Option, options, planned, staged, turn_is_over
from ..table.patch import Json, diff
from ..table.position import Charter, Entry, Position, deadline, due_at, move_hash
from ..table.summary import Summary, summarise
from ..table.view import with_presence
from .advice import advice
from .audience import Audience, Link
from .autoplay import Autoplay
from .bots import Bots, Chosen, Moment
from .receipts import Receipts

T = TypeVar("T")
NEAR = 64
"""A client that is at most so many events behind gets them, another one the whole view."""
SUMMARY_EVERY = 32
"""Events between two summaries on disk: lists ask the live tables first."""
MOST_WISHES = 500
"""So often seats may be left and taken again at one table."""
NOT_STORED = "the move could not be stored: try again"
GRACE = 15.0
"""After a restart nobody is timed out sooner than in so many seconds."""


@dataclass(frozen=True, slots=True)
class Around:
    """What the tables of one server share."""

    store: Store
    bots: Bots
    settings: Settings
    metrics: Metrics
    on_lost: Callable[[Room], None]
    """Called with a table that could not be written, and has to be read again."""
    on_turn: Callable[[bytes], None]
    """Called with a browser whose turn it is at a table that it does not look at."""


class Room:
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
        self._around = around
        self.charter = charter
        self.position = position
        self.owners = owners
        """The hash of the browser that may act for each seat."""
        self.creator = creator
        self.opener = creator.hex() if creator else self.id
        """Who waits in turn for this table's bots: an address where it is known, or a browser."""
        self.events: list[bytes] = []
        self.actions: list[str] = []
        """The texts of all moves and chance events."""
        self._receipts = Receipts()
        self.audience = Audience()
        self.touched = 0.0
        self._looked_at = time.monotonic()
        self._host_seen = self._looked_at
        self.grace_until = 0.0
        self._lock = asyncio.Lock()
        self._autoplay = Autoplay(self, around.bots, around.settings)
        self._wishes = 0
        """How often seats were left and taken again."""
        self._renamed_at: dict[int, float] = {}
        self.summarised = -1
        """The last event that the summary on disk is known to tell of."""
        self._options: tuple[int, list[Option]] = (-1, [])

    @property
    def id(self) -> str:
        """The table's name in links."""
        return self.charter.id

    @property
    def stand_in(self) -> Json:
        """Who plays for a person who has left, or on a seat that nobody took."""
        return {"level": self._around.bots.stand_in}

    @property
    def busy(self) -> bool:
        """Whether somebody listens or something is going on."""
        return bool(self.audience or self._autoplay.busy or self._lock.locked())

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

    def options(self) -> list[Option]:
        """What the human to decide may do; empty when there is none."""
        if self.position.human_to_act is None:
            return []
        if self._options[0] != self.position.played:
            self._options = (self.position.played, options(self.position.state))
        return self._options[1]

    def options_for(self, seats: Sequence[int]) -> Json:
        """``seat`` and ``options`` for somebody who holds these seats."""
        seat = self.position.human_to_act
        if seat is None or seat not in seats:
            return {"seat": None, "options": []}
        return {"seat": seat, "options": self.options()}

    def view(self) -> Json:
        """The public truth, with who is online."""
        return with_presence(self.position, self.audience.online())

    def tail(self, after: int, *, most: int | None = None) -> list[bytes] | None:
        """The events after a cursor; None when it is not one, or too far behind."""
        if after > self.position.seq or (most is not None and self.position.seq - after > most):
            return None
        return self.events[after:]

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

    def summary(self, now: Position | None = None) -> Summary:
        """Where the table stands, for lists."""
        return summarise(self.charter, now or self.position)

    async def move(self, browser: bytes | None, asked: Move) -> Json:
        """Take actions; a seat's move_id gets the same answer however often it is sent."""
        await self.check_seat(browser, asked.seat)
        return await self._alone(lambda: self._move(asked))

    async def _move(self, asked: Move) -> Json:
        key, content = (asked.seat, asked.move_id), move_hash(asked.actions)
        if asked.expected_seq > self.position.seq and self._around.store.shared:
            await self._read_news()
        seq = self._receipts.recall(key, content)
        if seq is None:
            try:
                change = self._asked_for(asked, content)
            except ServerError as refusal:
                self._receipts.refuse(key, content, refusal)
                raise
            await self._commit(change)
            self._around.metrics.moves += 1
            seq = self._receipts.recall(key, content)
        return {"type": "ack", "move_id": asked.move_id, "seq": seq}

    def _asked_for(self, asked: Move, content: str) -> Change:
        now = self.position
        # Seats that were taken or left meanwhile do not make a move stale, play does.
        if not now.played <= asked.expected_seq <= now.seq:
            raise ServerError(
                "stale",
                f"the table is at {now.seq}, and the move was made for {asked.expected_seq}",
                events=self.tail(asked.expected_seq) or [],
            )
        self._check_turn(asked.seat)
        change = self._new_change()
        try:
            change.act(asked.seat, asked.actions, (asked.move_id, content))
        except (IllegalAction, RecordError) as broken:
            raise ServerError("illegal", str(broken)) from None
        return change

    def _check_turn(self, seat: int) -> None:
        now = self.position
        if now.state.over:
            raise ServerError("over", "the game is over")
        if not now.started:
            raise ServerError("not_your_turn", "the game has not begun: somebody is waited for")
        if now.state.player != seat:
            raise ServerError("not_your_turn", f"player {now.state.player} is to decide")
        if now.seats[seat].bot:
            raise ServerError("not_your_turn", f"a bot plays for seat {seat}: take it back first")

    async def stage(self, browser: bytes | None, asked: Stage) -> Json:
        """Try actions out; changes nothing."""
        await self.check_seat(browser, asked.seat)
        self._check_turn(asked.seat)
        now = self.position
        try:
            then = tried(self.charter, now, asked.seat, asked.actions)
        except (IllegalAction, RecordError) as broken:
            raise ServerError("illegal", str(broken)) from None
        last = asked.actions[-1] if asked.actions else ""
        found, rest = staged(then.state, asked.seat, last)
        return {
            "type": "staged",
            "id": asked.id,
            "seat": asked.seat,
            "seq": now.seq,
            "patch": diff(now.view, then.view),
            "options": found,
            "rest": rest,
            "done": not found,
        }

    async def hint(self, browser: bytes | None, asked: Hint, *, asker: str = "") -> Json:
        """The best actions, and what is to be expected of them; *asker* is an address."""
        await self.check_seat(browser, asked.seat)
        if not self.charter.setup.hints:
            raise ServerError("bad_request", "this table plays without hints")
        self._check_turn(asked.seat)
        around = self._around
        best = await advice(
            around.bots, self.moment(asker), self.options(), around.settings.bot_rng()
        )
        return {"type": "hint", "id": asked.id, "best": best}

    async def plan(self, browser: bytes | None, seat: int) -> Json:
        """Where the seat's next domino could lie, for who thinks ahead; changes nothing."""
        await self.check_seat(browser, seat)
        domino, found = planned(self.position.state, seat)
        name = None if domino is None else format_domino(domino)
        now = {"type": "plan", "seat": seat, "seq": self.position.seq}
        return now | {"domino": name, "options": found}

    async def leave(self, browser: bytes | None, seat: int) -> Json:
        """A bot plays for this seat from now on."""
        await self.check_seat(browser, seat)
        return await self._alone(lambda: self._asked_to(seat, "left", self.stand_in))

    async def ask_bot_in(self, browser: bytes | None, seat: int, *, once: bool = False) -> Json:
        """A bot plays for who is waited for and has been away for long; others at the table ask.

        Until they return, or for one turn.
        """
        if browser is None or not (self.seats_of(browser) or browser == self.creator):
            raise ServerError("not_your_seat", "only who sits at the table can ask a bot in")
        return await self._alone(lambda: self._ask_bot_in(seat, once=once))

    async def _ask_bot_in(self, seat: int, *, once: bool) -> Json:
        settings, now = self._around.settings, self.position
        if seat >= len(now.seats) or now.seats[seat].kind != "human":
            raise ServerError("bad_request", f"nobody sits on seat {seat}")
        if now.seats[seat].bot is None:
            waited = settings.clock() - (now.since if now.started else now.at) / 1000
            away = seat not in self.audience.online() and seat in (now.human_to_act, *now.owing)
            if not away or waited < settings.absent_after:
                why = f"who is waited for has to be away for {settings.absent_after:g} s"
                raise ServerError("bad_request", why)
        turn = {"once": True} if once and now.started else {}
        return await self._asked_to(seat, "left", self.stand_in | turn)

    async def hand_over(self, seat: int, browser: bytes) -> Json:
        """Another browser has this seat from now on; who had it has not."""
        return await self._alone(lambda: self._hand_over(seat, browser))

    async def _hand_over(self, seat: int, browser: bytes) -> Json:
        await self._commit(self._new_change(), [Owner(seat, browser)])
        return self.seated(seat)

    async def come_back(self, browser: bytes | None, seat: int) -> Json:
        """The seat's owner plays again."""
        await self.check_seat(browser, seat)
        return await self._alone(lambda: self._happen(seat, "returned", {}))

    async def rename(self, browser: bytes | None, seat: int, name: str) -> Json:
        """Another name for a seat: no event, so that no log grows by names."""
        await self.check_seat(browser, seat)
        return await self._alone(lambda: self._rename(seat, clean_name(name)))

    async def _rename(self, seat: int, name: str) -> Json:
        if self.position.seats[seat].name != name:
            again = self._renamed_at.get(seat, 0.0) + self._around.settings.limits.rename_seconds
            if (wait := again - time.monotonic()) > 0:
                why = f"the name has just been changed: try again in {wait:.1f} s"
                raise ServerError("too_fast", why, retry_after=wait)
            now = renamed(self.charter, self.position, {seat: name})
            await self._write(Write(self.id, summary=self.summary(now), names={seat: name}))
            self._renamed_at[seat] = time.monotonic()
            self._call({seat: name})
        return {"seq": self.position.seq}

    async def _asked_to(self, seat: int, kind: str, body: Json) -> Json:
        """What somebody wants to happen to a seat, but not for ever: the log keeps all of it."""
        if self._wishes >= MOST_WISHES:
            raise ServerError("too_fast", "this has been changed too often at this table")
        return await self._happen(seat, kind, body)

    async def _happen(self, seat: int, kind: str, body: Json) -> Json:
        """Something that happens to a seat, unless it is so already."""
        sitting = self.position.seats[seat]
        there = {
            "left": sitting.played_by is not None,
            "returned": sitting.played_by is None,
        }
        if not there[kind]:
            change = self._new_change()
            change.add(kind, seat, body)
            self._begin(change)
            await self._commit(change)
        return {"seq": self.position.seq}

    async def give(self, browser: bytes | None, nonces: Mapping[int, str]) -> Json:
        """The nonces of a browser's seats; the game begins with the last that is waited for."""
        bots_only = browser == self.creator and not self.owners
        for seat in nonces:
            if not (bots_only and seat == 0):
                await self.check_seat(browser, seat)
        return await self._alone(lambda: self._give(nonces))

    async def _give(self, nonces: Mapping[int, str]) -> Json:
        change = self._new_change()
        for seat, nonce in nonces.items():
            known = self.position.seats[seat].nonce
            if known == nonce:
                continue
            if known or self.position.started:
                raise ServerError("nonce_given", f"the draw has another nonce of seat {seat}")
            change.add("nonce", seat, {"nonce": nonce})
        if change.entries:
            self._begin(change)
            await self._commit(change)
        return {"seq": self.position.seq}

    def _begin(self, change: Change) -> None:
        """Begin where nobody is waited for, and let happen what happens by itself."""
        if change.now.ready:
            change.add("started", None, self.stand_in)
        change.settle()

    async def start(self, browser: bytes | None) -> Json:
        """Begin with bots on the open seats, and for people who have not come to the table.

        It is for who opened the table, or for anybody at it once they have been away for long.
        """
        if not self.may_start(browser):
            seconds = self._around.settings.absent_after
            why = f"only who opened the table can start it, until they are away for {seconds:g} s"
            raise ServerError("not_your_seat", why)
        return await self._alone(lambda: self._start(self.seats_of(browser)))

    def may_start(self, browser: bytes | None) -> bool:
        """Whether the table begins when this browser says so."""
        if browser is None or browser == self.creator:
            return browser is not None
        here = any(link.browser == self.creator for link in self.audience.links)
        here = here or not self.audience.online().isdisjoint(self.seats_of(self.creator))
        away = time.monotonic() - self._host_seen >= self._around.settings.absent_after
        return away and not here and bool(self.seats_of(browser))

    async def _start(self, mine: Sequence[int]) -> Json:
        if not self.position.started:
            missing = self.position.owing
            for seat in missing:
                if seat in mine or seat not in self.owners:
                    why = f"the nonce of seat {seat} is missing: POST /api/games/{self.id}/nonces"
                    raise ServerError("nonce_missing", why)
            change = self._new_change()
            for seat in sorted({*missing, *self.seats_of(self.creator)} - {*mine}):
                if not self.position.seats[seat].played_by:
                    change.add("left", seat, self.stand_in)
            change.add("started", None, self.stand_in)
            change.settle()
            await self._commit(change)
        return {"seq": self.position.seq}

    async def take_seat(self, browser: bytes, seat: int, *, name: str, invitation: bytes) -> Json:
        """Sit down on an open seat."""
        return await self._alone(lambda: self._take(browser, seat, name, invitation))

    async def _take(self, browser: bytes, seat: int, name: str, invitation: bytes) -> Json:
        if self.owners.get(seat) != browser:
            if self.position.seats[seat].kind != "open":
                raise ServerError("full", "somebody else has taken this seat")
            change = self._new_change()
            change.add("joined", seat, {"name": clean_name(name)})
            await self._commit(change, [Owner(seat, browser, invitation)])
        return self.seated(seat)

    def seated(self, seat: int) -> Json:
        """What who sits down has to know: with the commitment comes the time for a nonce."""
        return {"id": self.id, "seat": seat, "commitment": self.commitment}

    @property
    def commitment(self) -> str:
        """What the table promises of its chance."""
        return commitment(self.charter.secret)

    async def follow(self, make: Callable[[], Coroutine[Any, Any, str]]) -> Json:
        """The table of the rematch, made when there is none yet."""
        return await self._alone(lambda: self._follow(make))

    async def _follow(self, make: Callable[[], Coroutine[Any, Any, str]]) -> Json:
        if self.position.next is None:
            if not self.position.state.over:
                raise ServerError("bad_request", "a rematch comes after the game")
            change = self._new_change()
            change.add("rematch", None, {"id": await make()})
            await self._commit(change)
        return {"id": self.position.next}

    @property
    def is_watched(self) -> bool:
        """Whether somebody listens, or has asked for the table a moment ago."""
        alone = time.monotonic() - self._looked_at
        return bool(self.audience or alone < self._around.settings.bots_alone)

    def look(self) -> None:
        """Somebody looks at the table."""
        self.touched = self._around.settings.clock()
        self._looked_at = time.monotonic()
        if self.position.bot_to_act and not self._autoplay.busy:
            self.wake()

    async def bot_move(self, seen: Position, player: int, chosen: Chosen) -> None:
        """The bot's move, unless the player came back while it was thinking."""
        await self._alone(lambda: self._bot_move(seen, player, chosen))

    async def _bot_move(self, seen: Position, player: int, chosen: Chosen) -> None:
        due = self.position.bot_to_act
        if due is None or due[0] != player or self.position.played != seen.played:
            return
        change = self._new_change()
        change.act(player, [chosen.action])
        if self.position.seats[player].once and turn_is_over(
            change.now.state, player, chosen.action
        ):
            change.add("returned", player)
        await self._commit(change)
        self._around.metrics.bot_moves += 1
        if chosen.level != due[1]:
            self._tell_replaced(player, due[1], chosen.level)

    def _tell_replaced(self, seat: int, asked: str, level: str | None) -> None:
        """Tell who listens that another level has moved: no part of the log, and no secret."""
        about = {"type": "replaced", "seq": self.position.played, "seat": seat}
        self.audience.tell(encode(about | {"asked": asked, "level": level}))

    async def time_out(self, seq: int) -> None:
        """A bot takes the turn of who decides, unless something has happened since event *seq*."""

        async def work() -> None:
            seat = self.position.human_to_act
            if self.position.seq == seq and seat is not None:
                await self._happen(seat, "left", self.stand_in | {"once": True, "lapsed": True})

        await self._alone(work)

    @property
    def time_out_at(self) -> float | None:
        """When who decides has had enough time, in seconds since 1970."""
        due = deadline(self.charter, self.position)
        return None if due is None else max(due / 1000, self.grace_until)

    @property
    def longest_wait(self) -> float:
        """Seconds that anybody has for a decision."""
        return self.charter.setup.clock + GRACE

    def _new_change(self) -> Change:
        return Change(self.charter, self.position, self._around.settings)

    async def _alone(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do *work* with the table to itself. A caller who goes away does not interrupt it."""

        # Half the work of asyncio.shield around a task, and one round of the event loop fewer.
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()

        async def locked() -> None:
            try:
                async with self._lock:
                    found = await self._up_to_date(work)
            except asyncio.CancelledError:
                answer.cancel()
                raise
            except Exception as problem:
                if not answer.done():
                    answer.set_exception(problem)
            else:
                if not answer.done():
                    answer.set_result(found)

        loop.create_task(locked())  # noqa: RUF006 (what it waits for holds it)
        return await answer

    async def _up_to_date(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do *work* again where others have led the table on meanwhile."""
        while True:
            try:
                return await work()
            except Conflict:
                await self._catch_up()

    async def catch_up(self, seq: int | None = None) -> None:
        """Hear of what other processes have written, at least up to event *seq*."""

        async def work() -> None:
            if seq is None or seq > self.position.seq:
                await self._read_news()

        if self._around.store.shared:
            await self._alone(work)

    async def _catch_up(self) -> None:
        """Stand where others have led the table; raises ServerError where that is nowhere."""
        before = self.position.seq
        await self._read_news()
        if self.position.seq == before:
            self._lose()
            raise ServerError("unavailable", NOT_STORED)

    async def _read_news(self) -> None:
        """Hear of what others have written; raises ServerError when that cannot be known."""
        change = self._new_change()
        try:
            news = await self._around.store.news(self.id, self.position.seq)
            change.follow(news.entries)
        except (BrokenLog, StoreClosed):
            self._lose()
            raise ServerError("unavailable", "the table has to be read again") from None
        self.install(change, [Owner(one.seat, one.browser) for one in news.holders])
        self._call(names_of(news.holders))
        self.audience.seen_elsewhere(news.elsewhere)

    async def _commit(self, change: Change, owners: Sequence[Owner] = ()) -> None:
        """Put a change on disk and stand where it leads; raises ServerError when it cannot."""
        summary = self._new_summary(change.now)
        write = Write(self.id, change.entries, summary, owners=owners)
        # Where nobody looks a bot's turn waits for somebody who does, unless somebody let it pass.
        bot = change.now.bot_to_act
        if bot is None or self.is_watched or change.now.seats[bot[0]].once:
            write.due_at = due_at(self.charter, change.now)
        await self._write(write)
        if summary:
            self.summarised = change.now.seq
        before = self.position
        self.install(change, owners)
        self._call_to_turn(before)

    async def _write(self, write: Write) -> None:
        try:
            await self._around.store.write(write)
        except (Conflict, Unreachable):
            raise
        except StoreClosed:
            raise ServerError("unavailable", "the server is shutting down") from None
        except Exception:
            self._lose()
            raise ServerError("unavailable", NOT_STORED) from None

    def _lose(self) -> None:
        """What is on disk is not known any more: let go of everything."""
        self._autoplay.stop()
        self._around.on_lost(self)
        self.audience.drop(1011, "the table has to be read again")

    @property
    def summary_due(self) -> bool:
        """Whether the summary on disk is behind."""
        return self.summarised != self.position.seq

    def _new_summary(self, now: Position) -> Summary | None:
        """The summary where lists would be far from the truth without it."""
        was = self.position
        over, started = now.state.over != was.state.over, now.started != was.started
        far = now.seq // SUMMARY_EVERY != was.seq // SUMMARY_EVERY
        return self.summary(now) if over or started or far else None

    def install(self, change: Change, owners: Sequence[Owner] = ()) -> None:
        """Stand where a committed change leads, and tell everybody."""
        for owner in owners:
            if owner.browser is not None:
                self._own(owner.seat, owner.browser)
        self.remember(change.entries, change.events)
        self.position = change.now
        self._broadcast(change.events)
        self.wake()

    def _call_to_turn(self, before: Position) -> None:
        """Call who has to decide now and is not here; who has just decided is."""
        seat = self.position.human_to_act
        if seat is None or seat == before.human_to_act or seat in self.audience.online():
            return
        if (owner := self.owners.get(seat)) is not None:
            self._around.on_turn(owner)

    def remember(self, entries: Sequence[Entry], events: Sequence[bytes]) -> None:
        """Keep what later questions need of these events."""
        self.events += events
        for entry in entries:
            if entry.kind in ("move", "chance"):
                self.actions.append(entry.body)
            self._wishes += entry.kind in ("left", "returned")
            if entry.move_id:
                self._receipts.take((entry.player, entry.move_id), entry.move_hash, entry.seq)

    def _own(self, seat: int, browser: bytes) -> None:
        before = self.owners.get(seat)
        if before != browser:
            self.owners[seat] = browser
            for one in filter(None, (before, browser)):
                self.audience.reseat(one, self.seats_of(one))
            self._show()

    def _call(self, names: Mapping[int, str]) -> None:
        """Names are no part of the log."""
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
            to_seat = event_document(last, self.options()) if here else last
            self.audience.tell_events(events, seat, to_seat)

    async def changed(self, after: int, seconds: float) -> None:
        """Wait until there is an event after *after*, but not longer than so many seconds."""
        if self.position.seq <= after:
            await self.audience.next_event(seconds)

    def attach(self, link: Link, after: int | None) -> None:
        """Somebody listens from now on, and is greeted."""
        self.audience.add(link)
        self._show()
        self.look()
        link.tell(self.greeting(link.seats, after))

    def detach(self, link: Link) -> None:
        """Somebody has gone."""
        self.audience.remove(link)
        self.seen_by(link.browser)
        self._show()

    def seen_by(self, browser: bytes | None) -> None:
        """Somebody has just looked at the table."""
        if browser == self.creator:
            self._host_seen = time.monotonic()

    def _show(self) -> None:
        self._around.store.peers.show(self.id, self.audience.here())

    async def claim(self) -> bool:
        """Whether it is for this process to do what is due here."""
        return await self._around.store.peers.claim(self.id, self.position.seq)

    def moment(self, asker: str | None = None) -> Moment:
        """What a bot is asked about, by who opened the table unless it is somebody else."""
        state = self.position.state
        legal = [format_action(action) for action in legal_actions(state)]
        others = self._around.store.peers.questions
        return Moment(state.rules, self.actions, legal, self.id, asker or self.opener, others)

    def wake(self) -> None:
        """Let a bot play and the clock run where they are due."""
        self._autoplay.wake()

    def stop(self) -> None:
        """Stop the bots and the clock, and let everybody go who waits for an event."""
        self._autoplay.stop()
        self.audience.close()

    async def settled(self) -> None:
        """Returns when nothing is being written."""
        async with self._lock:
            pass
