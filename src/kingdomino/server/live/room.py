"""A live table: one change at a time, on disk before anybody hears of it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from ...core.domino import format_domino
from ...core.error import IllegalAction, RecordError
from ..disk.store import StoreClosed, Write
from ..error import ServerError
from ..message import Hint, Move, Stage, clean_name
from ..table.fold import Plan, encode, event_document, tried
from ..table.option import Option, options, planned
from ..table.patch import Json, diff
from ..table.position import Charter, Position
from ..table.summary import Summary, summarise
from ..table.view import with_presence
from .advice import advice
from .autoplay import Keeper
from .bots import Position as BotPosition

if TYPE_CHECKING:
    from .hall import Hall

T = TypeVar("T")
REFUSALS_KEPT = 256
NEAR = 64
"""A client that is at most so many events behind gets them, another one the whole view."""
SUMMARY_EVERY = 32
"""Events between two summaries on disk: lists ask the live tables first."""
GRACE = 15.0
"""After a restart nobody is timed out sooner than in so many seconds."""


class Link(Protocol):
    """Somebody who listens at a table."""

    browser: bytes | None
    seats: list[int]

    def tell(self, message: bytes) -> None:
        """Send a message, some time soon."""
        ...

    def drop(self, code: int, why: str) -> None:
        """End the connection."""
        ...


class Room:
    """One table and the people around it."""

    def __init__(
        self,
        hall: Hall,
        charter: Charter,
        position: Position,
        *,
        holders: dict[int, bytes],
        creator: bytes | None,
    ) -> None:
        self.hall = hall
        self.charter = charter
        self.position = position
        self.holders = holders
        self.creator = creator
        self.events: list[bytes] = []
        self.actions: list[str] = []
        """The texts of all moves and chance events."""
        self.moves: dict[str, int] = {}
        self.links: set[Link] = set()
        self.touched = 0.0
        self.grace_until = 0.0
        self._refused: OrderedDict[str, ServerError] = OrderedDict()
        self._lock = asyncio.Lock()
        self._keeper = Keeper(self)
        self._waiting: list[asyncio.Future[None]] = []
        self._options: tuple[int, list[Option]] = (-1, [])

    @property
    def id(self) -> str:
        """The table's name in links."""
        return self.charter.id

    @property
    def stand_in(self) -> Json:
        """Who plays for a person who has left, or on a seat that nobody took."""
        return {"level": self.hall.bots.stand_in}

    @property
    def busy(self) -> bool:
        """Whether somebody listens or something is going on."""
        return bool(self.links or self._keeper.busy or self._lock.locked())

    def seats_of(self, browser: bytes | None) -> list[int]:
        """The seats that a browser holds."""
        if browser is None:
            return []
        return sorted(seat for seat, held in self.holders.items() if held == browser)

    def check_seat(self, browser: bytes | None, seat: int) -> None:
        """Refuse somebody who does not hold this seat."""
        if browser is None or self.holders.get(seat) != browser:
            raise ServerError("not_your_seat", f"this browser does not hold seat {seat}")

    def online(self) -> set[int]:
        """The seats with somebody connected."""
        return {seat for link in self.links for seat in link.seats}

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
        return with_presence(self.position.view, self.online())

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
        presence = {"seats": {str(s): {"online": s in self.online()} for s in self.holders}}
        events = [msgspec.Raw(event) for event in tail]
        return encode({"type": "tail", "events": events, "presence": presence} | about)

    def summary(self, now: Position | None = None) -> Summary:
        """Where the table stands, for lists."""
        return summarise(self.charter, now or self.position)

    async def move(self, browser: bytes | None, asked: Move) -> Json:
        """Take actions; the same move_id gets the same answer however often it is sent."""
        self.check_seat(browser, asked.seat)
        return await self.alone(lambda: self._move(asked))

    async def _move(self, asked: Move) -> Json:
        move_id = asked.move_id
        if move_id not in self.moves:
            if move_id in self._refused:
                raise self._refused[move_id]
            try:
                plan = self._planned(asked)
            except ServerError as refusal:
                self._refused[move_id] = refusal
                if len(self._refused) > REFUSALS_KEPT:
                    self._refused.popitem(last=False)
                raise
            await self.commit(plan)
            self.hall.metrics.moves += 1
        return {"type": "ack", "move_id": move_id, "seq": self.moves[move_id]}

    def _planned(self, asked: Move) -> Plan:
        now = self.position
        # Seats that were taken or left meanwhile do not make a move stale, play does.
        if not now.played <= asked.expected_seq <= now.seq:
            raise ServerError(
                "stale",
                f"the table is at {now.seq}, and the move was made for {asked.expected_seq}",
                events=self.tail(asked.expected_seq) or [],
            )
        self._check_turn(asked.seat)
        plan = self.new_plan()
        try:
            plan.act(asked.seat, asked.actions, asked.move_id)
        except (IllegalAction, RecordError) as broken:
            raise ServerError("illegal", str(broken)) from None
        return plan

    def _check_turn(self, seat: int) -> None:
        now = self.position
        if now.state.over:
            raise ServerError("over", "the game is over")
        if not now.started:
            raise ServerError("not_your_turn", "the game has not begun: a seat is still open")
        if now.state.player != seat:
            raise ServerError("not_your_turn", f"player {now.state.player} is to decide")
        if now.seats[seat].bot:
            raise ServerError("not_your_turn", f"a bot plays for seat {seat}: take it back first")

    async def stage(self, browser: bytes | None, asked: Stage) -> Json:
        """Try actions out; changes nothing."""
        self.check_seat(browser, asked.seat)
        self._check_turn(asked.seat)
        now = self.position
        try:
            then = tried(self.charter, now, asked.seat, asked.actions)
        except (IllegalAction, RecordError) as broken:
            raise ServerError("illegal", str(broken)) from None
        done = then.state.player != asked.seat
        return {
            "type": "staged",
            "id": asked.id,
            "seat": asked.seat,
            "seq": now.seq,
            "patch": diff(now.view, then.view),
            "options": [] if done else options(then.state),
            "done": done,
        }

    async def hint(self, browser: bytes | None, asked: Hint) -> Json:
        """The best actions, and what is to be expected of them."""
        self.check_seat(browser, asked.seat)
        if not self.charter.setup.hints:
            raise ServerError("bad_request", "this table plays without hints")
        self._check_turn(asked.seat)
        best = await advice(self.hall.bots, self.bot_position(), self.hall.settings.bot_rng())
        return {"type": "hint", "id": asked.id, "best": best}

    async def plan(self, browser: bytes | None, seat: int) -> Json:
        """Where the seat's next domino could lie, for who thinks ahead; changes nothing."""
        self.check_seat(browser, seat)
        domino, found = planned(self.position.state, seat)
        name = None if domino is None else format_domino(domino)
        now = {"type": "plan", "seat": seat, "seq": self.position.seq}
        return now | {"domino": name, "options": found}

    async def leave(self, browser: bytes | None, seat: int) -> Json:
        """A bot plays for this seat from now on."""
        self.check_seat(browser, seat)
        return await self.alone(lambda: self.seat_event(seat, "left", self.stand_in))

    async def come_back(self, browser: bytes | None, seat: int) -> Json:
        """The seat's holder plays again."""
        self.check_seat(browser, seat)
        return await self.alone(lambda: self.seat_event(seat, "returned", {}))

    async def rename(self, browser: bytes | None, seat: int, name: str) -> Json:
        """Another name for a seat."""
        self.check_seat(browser, seat)
        body = {"name": clean_name(name)}
        return await self.alone(lambda: self.seat_event(seat, "renamed", body))

    async def seat_event(self, seat: int, kind: str, body: Json) -> Json:
        """Something that happens to a seat, unless it is so already."""
        sitting = self.position.seats[seat]
        there = {
            "left": sitting.played_by is not None,
            "returned": sitting.played_by is None,
            "renamed": sitting.name == body.get("name"),
        }
        if not there[kind]:
            plan = self.new_plan()
            plan.add(kind, seat, body)
            await self.commit(plan)
        return {"seq": self.position.seq}

    async def start(self, browser: bytes | None) -> Json:
        """Fill the open seats with bots and begin."""
        if browser is None or browser != self.creator:
            raise ServerError("not_your_seat", "only who opened the table can start it")
        return await self.alone(self._start)

    async def _start(self) -> Json:
        if not self.position.started:
            plan = self.new_plan()
            plan.add("started", None, self.stand_in)
            plan.settle()
            await self.commit(plan)
        return {"seq": self.position.seq}

    async def take_seat(
        self, browser: bytes, seat: int, *, name: str, nonce: str, invitation: bytes
    ) -> Json:
        """Sit down on an open seat; the table starts when it was the last."""
        return await self.alone(lambda: self._take(browser, seat, name, nonce, invitation))

    async def _take(
        self, browser: bytes, seat: int, name: str, nonce: str, invitation: bytes
    ) -> Json:
        if self.holders.get(seat) != browser:
            if self.position.seats[seat].kind != "open":
                raise ServerError("full", "somebody else has taken this seat")
            plan = self.new_plan()
            plan.add("joined", seat, {"name": clean_name(name), "nonce": nonce})
            if all(taken.kind != "open" for taken in plan.now.seats):
                plan.add("started", None, self.stand_in)
                plan.settle()
            taking = self.hall.holder_statement(self.id, seat, browser, invitation)
            await self.commit(plan, [taking])
        return {"id": self.id, "seat": seat}

    async def follow(self, make: Callable[[], Coroutine[Any, Any, str]]) -> Json:
        """The table of the rematch, made when there is none yet."""
        return await self.alone(lambda: self._follow(make))

    async def _follow(self, make: Callable[[], Coroutine[Any, Any, str]]) -> Json:
        if self.position.next is None:
            if not self.position.state.over:
                raise ServerError("bad_request", "a rematch comes after the game")
            plan = self.new_plan()
            plan.add("rematch", None, {"id": await make()})
            await self.commit(plan)
        return {"id": self.position.next}

    def new_plan(self) -> Plan:
        """Nothing planned yet."""
        return Plan(self.charter, self.position, self.hall.settings)

    async def alone(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do *work* with the table to itself. A caller who goes away does not interrupt it."""

        async def locked() -> T:
            async with self._lock:
                return await work()

        return await asyncio.shield(asyncio.ensure_future(locked()))

    async def commit(self, plan: Plan, statements: Sequence[tuple[str, Any]] = ()) -> None:
        """Put a plan on disk and stand where it leads; raises ServerError when it cannot."""
        write = Write(self.id, plan.entries, self._summary_due(plan.now), statements)
        try:
            await self.hall.store.write(write)
        except StoreClosed:
            raise ServerError("unavailable", "the server is shutting down") from None
        except Exception:
            self.hall.forget(self)
            raise ServerError("unavailable", "the move could not be stored: try again") from None
        self.install(plan, [s for s in statements if "holder" in s[0]])

    def _summary_due(self, now: Position) -> Summary | None:
        """The summary where lists would be far from the truth without it."""
        was = self.position
        over, started = now.state.over != was.state.over, now.started != was.started
        far = now.seq // SUMMARY_EVERY != was.seq // SUMMARY_EVERY
        return self.summary(now) if over or started or far else None

    def install(self, plan: Plan, holders: Sequence[tuple[str, Any]] = ()) -> None:
        """Stand where a committed plan leads, and tell everybody."""
        for _, (_, seat, browser, _) in holders:
            self.holders[seat] = browser
            self._reseat(browser)
        self.remember(plan.entries, plan.events)
        self.position = plan.now
        self._broadcast(plan.events)
        self.wake()

    def remember(self, entries: Sequence[Any], events: Sequence[bytes]) -> None:
        """Keep what later questions need of these events."""
        self.events += events
        for entry in entries:
            if entry.kind in ("move", "chance"):
                self.actions.append(entry.body)
            if entry.move_id:
                self.moves[entry.move_id] = entry.seq

    def _reseat(self, browser: bytes) -> None:
        for link in self.links:
            if link.browser == browser:
                link.seats = self.seats_of(browser)

    def _broadcast(self, events: Sequence[bytes]) -> None:
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()
        if not self.links or not events:
            return
        seat = self.position.human_to_act
        last = events[-1]
        for link in [*self.links]:
            for event in events[:-1]:
                link.tell(event)
            deciding = seat is not None and seat in link.seats
            link.tell(event_document(last, self.options()) if deciding else last)

    async def changed(self, after: int, seconds: float) -> None:
        """Wait until there is an event after *after*, but not longer than so many seconds."""
        if self.position.seq > after or seconds <= 0 or self.hall.closing:
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        try:
            await asyncio.wait_for(future, seconds)
        except TimeoutError:
            return
        finally:
            if future in self._waiting:
                self._waiting.remove(future)

    def release_waiting(self) -> None:
        """Let everybody who waits for an event go."""
        self._broadcast([])

    def attach(self, link: Link, after: int | None) -> None:
        """Somebody listens from now on; the others hear who came."""
        before = self.online()
        self.links.add(link)
        link.tell(self.greeting(link.seats, after))
        self._tell_presence(before, but=link)

    def detach(self, link: Link) -> None:
        """Somebody has gone."""
        before = self.online()
        self.links.discard(link)
        self._tell_presence(before)

    def _tell_presence(self, before: set[int], but: Link | None = None) -> None:
        now = self.online()
        if before == now:
            return
        seats = {str(seat): {"online": seat in now} for seat in before ^ now}
        message = encode({"type": "presence", "patch": {"seats": seats}})
        for link in [*self.links]:
            if link is not but:
                link.tell(message)

    def bot_position(self) -> BotPosition:
        """What a bot is asked about."""
        return BotPosition(self.position.state, self.actions, self.id)

    def wake(self) -> None:
        """Let a bot play and the clock run where they are due."""
        self._keeper.wake()

    async def close(self) -> None:
        """Stop the bots and the clock; what is being written is finished first."""
        self._keeper.stop()
        self.release_waiting()
        async with self._lock:
            pass
