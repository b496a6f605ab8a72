"""The log is the game: one step of the fold, and the events that pages hear of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from ...core.action import Chance, Discard, Event, Place, Row
from ...core.domino import format_domino
from ...core.engine import apply, start
from ...core.error import IllegalAction, RulesError
from ...core.notation import format_action, parse_action
from ...core.score import winners
from ...core.state import State
from ...games.fair_stream import FairStream
from ..settings import Settings
from .look import ANY, Look, dressed
from .patch import Json, diff
from .position import (
    PLAY,
    RESTARTS_CLOCK,
    Charter,
    Entry,
    Position,
    Seat,
    SeatSetup,
    first_link,
    next_link,
    time_used,
)
from .view import view

encode = msgspec.json.encode
decode = msgspec.json.decode

# The texts of moves are few: all places of a domino, all dominoes. Those of rows are not.
parsed_move = lru_cache(maxsize=1 << 12)(parse_action)


class BrokenLog(Exception):
    """A stored event that cannot have happened; ``now`` is where the ones before it lead."""

    def __init__(self, why: str, now: Position | None = None) -> None:
        super().__init__(why)
        self.now = now


def opened(charter: Charter, at: int = 0) -> Position:
    """A table before its first event."""
    wishes = [(seat.colour, seat.emblem) for seat in charter.setup.seats]
    looks = dressed(wishes, charter.rules.colours, charter.colours)
    seats = tuple(_seat(s, look) for s, look in zip(charter.setup.seats, looks, strict=True))
    used = (0,) * len(seats) if charter.setup.game_clock else ()
    bare = Position(seats, start(charter.rules), {}, at=at, used=used, chain=first_link(charter))
    return bare.with_view(view(charter, bare))


def _seat(setup: SeatSetup, look: Look) -> Seat:
    colour, emblem = look
    seat = Seat(setup.name, colour, setup.kind, nonce=setup.nonce, emblem=emblem)
    return seat.with_level(setup.level)


def step(charter: Charter, before: Position, entry: Entry) -> tuple[Position, bytes]:
    """The position after one more event, and the event as everybody hears it.

    Moves go through the engine's checked door; raises IllegalAction and RecordError.
    """
    chain = entry.chain or next_link(before.chain, entry[:7])
    changed: Json = {"seq": entry.seq, "at": entry.at, "chain": chain}
    if entry.kind in RESTARTS_CLOCK:
        changed["since"] = entry.at
    if charter.setup.game_clock:
        changed["used"] = time_used(charter, before, entry)
    event: Json = {"type": "event", "seq": entry.seq, "player": None, "action": None}
    if entry.kind in PLAY:
        _play(before, entry, changed, event)
    else:
        _happen(charter, before, entry, changed, event)
    now = before._replace(**changed)
    shown = view(charter, now, before)
    event["patch"] = diff(before.view, shown)
    return now.with_view(shown), encode(event)


def _play(before: Position, entry: Entry, changed: Json, told: Json) -> None:
    event = parsed_move(entry.body) if entry.kind == "move" else parse_action(entry.body)
    state = before.state
    if isinstance(event, Chance) != state.chance:
        raise IllegalAction(f"{entry.body!r} is not what the table waits for")
    changed["state"] = then = apply(state, event)
    if then.over:
        changed["winners"] = winners(then)
    changed["played"] = entry.seq
    told["player"] = entry.player
    told["action"] = entry.body
    if isinstance(event, Row):
        changed["trimmed"] = tuple(event.dominoes[i] for i in state.rules.trim)
    if isinstance(event, Place | Discard):
        told["domino"] = format_domino(state.agenda[0].domino)
    if entry.drawn is not None:
        changed["drawn"] = entry.drawn


def _happen(charter: Charter, before: Position, entry: Entry, changed: Json, told: Json) -> None:
    told["what"] = entry.kind
    body: Json = decode(entry.body) if entry.body else {}
    if entry.player is not None:
        told["seat"] = entry.player
        seat = _changed(before.seats[entry.player], entry.kind, body)
        if seat.once or before.seats[entry.player].once:
            told["once"] = True
        if body.get("lapsed"):
            told["lapsed"] = True
        seats = before.with_seat(entry.player, seat).seats
        wish = (body.get("colour", ""), body.get("emblem", ""))
        if wish != ANY:
            seats = _dressed(charter, seats, entry.player, wish)
        changed["seats"] = seats
        return
    match entry.kind:
        case "started":
            changed |= {"started": True, "offered": 0}
            changed["seats"] = tuple(_filled(seat, body["level"]) for seat in before.seats)
        case "offered":
            changed["offered"] = entry.at
        case "withdrawn":
            changed["offered"] = 0
        case "revealed":
            changed["revealed"] = True
        case "rematch":
            changed["next"] = told["id"] = body["id"]
        case unknown:
            raise BrokenLog(f"table {charter.id} has an event {unknown!r}")


def _dressed(
    charter: Charter, seats: tuple[Seat, ...], number: int, wish: Look
) -> tuple[Seat, ...]:
    """The seats when who sits down wishes for this look: people keep theirs, bots give way."""
    people = [i for i, seat in enumerate(seats) if seat.kind == "human" and i != number]
    order = [*people, number, *(i for i in range(len(seats)) if i not in (*people, number))]
    held: dict[int, Look] = {i: (seats[i].colour, seats[i].emblem) for i in people}
    wishes = [held.get(i, wish if i == number else ANY) for i in order]
    looks = dressed(wishes, [seats[i].colour for i in order], charter.colours)
    new = dict(zip(order, looks, strict=True))
    return tuple(s._replace(colour=new[i][0], emblem=new[i][1]) for i, s in enumerate(seats))


def _changed(seat: Seat, kind: str, body: Json) -> Seat:
    match kind:
        case "joined":
            # Tables that opened before nonces came after the commitment have them here.
            nonce = body.get("nonce", "")
            return seat._replace(kind="human", name=body["name"], nonce=nonce, level=None)
        case "nonce":
            return seat._replace(nonce=body["nonce"])
        case "left":
            return seat.with_stand_in(body["level"], once=body.get("once", False))
        case "returned":
            return seat.with_stand_in(None)
        case "renamed":
            return seat._replace(name=body["name"])
        case unknown:
            raise BrokenLog(f"a seat cannot be {unknown!r}")


def renamed(charter: Charter, before: Position, names: Mapping[int, str]) -> Position:
    """The table with other names on some seats: nothing has happened, and its log is the same."""
    seats = (s._replace(name=names.get(i, s.name)) for i, s in enumerate(before.seats))
    now = before._replace(seats=tuple(seats))
    return now.with_view(view(charter, now, before))


def _filled(seat: Seat, level: str) -> Seat:
    if seat.kind != "open":
        return seat
    return seat._replace(kind="bot").with_level(level)


class Change:
    """Events that are to be committed, and the position after them. Nothing else is touched."""

    def __init__(self, charter: Charter, before: Position, settings: Settings) -> None:
        self.charter = charter
        self.now = before
        self.entries: list[Entry] = []
        self.events: list[bytes] = []
        self._settings = settings

    def add(
        self,
        kind: str,
        player: int | None = None,
        body: str | Json = "",
        *,
        move: tuple[str, str] | None = None,
        drawn: int | None = None,
    ) -> None:
        """One more event, checked; raises IllegalAction and RecordError."""
        text = body if isinstance(body, str) else encode(body).decode()
        at = int(self._settings.clock() * 1000)
        move_id, content = move or (None, None)
        said = (self.now.seq + 1, at, kind, player, text, move_id, content)
        entry = Entry(*said, next_link(self.now.chain, said), drawn)
        self.now, event = step(self.charter, self.now, entry)
        self.entries.append(entry)
        self.events.append(event)

    def follow(self, entries: Sequence[Entry]) -> None:
        """Events that others have committed; raises BrokenLog."""
        self.now, self.events = _read_on(
            self.charter, self.now, entries, self._settings, chained=True
        )
        self.entries = [*entries]

    def act(self, player: int, actions: Sequence[str], move: tuple[str, str] | None = None) -> None:
        """A player's actions and the chance that follows; *move* is its name and its hash."""
        for i, action in enumerate(actions):
            if self.now.state.player != player:
                raise IllegalAction(f"player {player} has nothing more to decide before {action!r}")
            last = i == len(actions) - 1
            self.add("move", player, action, move=move if last else None)
        self.settle()

    def begin(self, stand_in: Json) -> None:
        """Begin where nobody is waited for, and let happen what happens by itself."""
        if self.now.ready:
            self.add("started", None, stand_in)
        self.settle()

    def settle(self) -> None:
        """All that happens by itself: chance, and the secret's revelation at the end."""
        while self.now.started and self.now.state.chance:
            event, used = self._draw()
            self.add("chance", None, format_action(event), drawn=used)
        if self.now.state.over and not self.now.revealed:
            self.add("revealed")

    def _draw(self) -> tuple[Event, int]:
        stream = _stream(self.charter, self.now, self._settings)
        return stream.draw(self.now.state), stream.used


def _stream(charter: Charter, now: Position, settings: Settings) -> FairStream:
    return settings.chance(charter.fair, charter.secret, now.nonces, now.drawn)


def read_back(
    charter: Charter, entries: Sequence[Entry], settings: Settings, *, opened_at: int
) -> tuple[Position, list[bytes]]:
    """The fold over a stored log; raises BrokenLog when it is not one."""
    try:
        first = opened(charter, opened_at)
    except RulesError as broken:
        raise BrokenLog(f"table {charter.id}: {broken}") from None
    return _read_on(charter, first, entries, settings, chained=False)


def _read_on(
    charter: Charter,
    before: Position,
    entries: Sequence[Entry],
    settings: Settings,
    *,
    chained: bool,
) -> tuple[Position, list[bytes]]:
    """The fold over what was stored after *before*; with *chained* none may lack its link."""
    now, events = before, list[bytes]()
    for entry in entries:
        if entry.seq != now.seq + 1:
            raise BrokenLog(f"table {charter.id} has event {entry.seq} after {now.seq}", now)
        chained = chained or entry.chain is not None
        if chained and entry.chain != next_link(now.chain, entry[:7]):
            why = f"table {charter.id}, event {entry.seq} is not as it was written"
            raise BrokenLog(why, now)
        try:
            if entry.kind == "chance":
                entry = entry._replace(drawn=_redrawn(charter, now, entry, settings))
            now, event = step(charter, now, entry)
        except Exception as broken:
            # Whatever stands there that no program of ours has written: it is one table's trouble.
            why = f"table {charter.id}, event {entry.seq}: {broken!r}"
            raise BrokenLog(why, now) from None
        events.append(event)
    return now, events


def _redrawn(charter: Charter, now: Position, entry: Entry, settings: Settings) -> int:
    """How much of the fair stream has been used once this event is drawn again."""
    stream = _stream(charter, now, settings)
    due = format_action(stream.draw(now.state))
    if due != entry.body:
        raise BrokenLog(f"table {charter.id}, event {entry.seq}: {entry.body} was not drawn fairly")
    return stream.used


def tried(charter: Charter, before: Position, player: int, actions: Sequence[str]) -> Position:
    """The position if *player* took these actions; nothing is drawn. Raises as ``step`` does."""
    now = before
    for action in actions:
        state = _taken(now.state, player, action)
        now = now._replace(state=state)
        now = now.with_view(view(charter, now, before))
    return now


def _taken(state: State, player: int, action: str) -> State:
    if state.player != player:
        raise IllegalAction(f"player {player} has nothing more to decide before {action!r}")
    event = parse_action(action)
    if isinstance(event, Chance):
        raise IllegalAction(f"{action!r} is for chance to decide")
    return apply(state, event)


def event_document(event: bytes, asked: Json) -> bytes:
    """An event with what the seat that decides next is asked."""
    return event[:-1] + b"," + encode(asked)[1:]
