"""The protocol as a state machine: whatever is asked in whatever order, a simple model agrees.

Hypothesis makes up tables, friends who join, moves good and bad, old and doubled, people who leave
and come back, and restarts of the server, on a real SQLite file.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    precondition,
    rule,
)

from kingdomino.server.error import ServerError
from kingdomino.server.live import invitation, seating
from kingdomino.server.live.hall import Hall
from kingdomino.server.live.room import Room
from kingdomino.server.message import Join, Move, Stage
from kingdomino.server.table.patch import Json, merge, without_nulls
from tests.server.support import ANA, BO, Ear, nonce_of, shared_bots, some_move, table
from tests.server.support import settings as server_settings

GAMES = ("kingdomino", "giants", "origins-totem", "origins-tribe")


class Protocol(RuleBasedStateMachine):
    """One table, two browsers, and what they must have been told."""

    sent = Bundle("sent")

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = Path(tempfile.mkdtemp(prefix="protocol-"))
        self.rng = random.Random(0)
        self.answers: dict[str, tuple[str, Any]] = {}
        self.view: Json = {}
        self.hall: Hall | None = None
        self.name = ""
        self.moves = 0

    def do(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    @property
    def room(self) -> Room:
        assert self.hall is not None
        room: Room = self.do(self.hall.room(self.name))
        return room

    def _start(self) -> None:
        # Bots would move at moments of their own: here only people play.
        self.hall = Hall(server_settings(self.folder, bot_pause=(1e6, 1e6)), shared_bots())
        if self.name:
            self._listen()

    def _listen(self) -> None:
        """A page comes (back) with the view it has."""
        self.ear = Ear()
        self.room.attach(self.ear, self.view.get("seq"))
        self._hear()

    def _hear(self) -> None:
        for raw in self.ear.heard:
            message = json.loads(raw)
            events = [message] if message["type"] == "event" else message.get("events", [])
            if message["type"] == "view":
                self.view = message["view"]
            for event in events:
                assert event["seq"] == self.view["seq"] + 1
                self.view = merge(self.view, event["patch"])
        self.ear.heard.clear()

    @initialize(game=st.sampled_from(GAMES), open_seat=st.booleans())
    def open_table(self, game: str, open_seat: bool) -> None:  # noqa: FBT001
        self._start()
        assert self.hall is not None
        seats = "ml" if open_seat else "mm"
        self.name = self.do(self.hall.open_table(table(game, seats), ANA)).id
        self._listen()

    @precondition(lambda self: self.room.position.seats[1].kind == "open")
    @rule(browser=st.sampled_from([ANA, BO]))
    def join(self, browser: bytes) -> None:
        assert self.hall is not None
        token = invitation.links(self.hall, self.room, ANA)["1"].partition("#")[2]
        assert self.do(invitation.join(self.hall, Join(token), browser))["seat"] == 1
        assert not self.room.position.started

    @precondition(lambda self: self.room.position.owing)
    @rule(again=st.booleans())
    def give_a_nonce(self, again: bool) -> None:  # noqa: FBT001
        room, seat = self.room, self.room.position.owing[0]
        waited = room.position.owing
        for _ in range(1 + again):
            self.do(seating.give(room, room.owners[seat], {seat: nonce_of(seat)}))
        assert room.position.owing == waited[1:]
        taken = all(sitting.kind != "open" for sitting in room.position.seats)
        assert room.position.started == (taken and not waited[1:])

    def _send(self, browser: bytes | None, move: Move) -> None:
        """Send a move and check the answer against the model."""
        room, before = self.room, self.room.position
        try:
            answer = ("ack", self.do(room.move(browser, move))["seq"])
        except ServerError as refusal:
            answer = ("error", refusal.code)
        held = browser is not None and room.owners.get(move.seat) == browser
        if not held:
            assert answer == ("error", "not_your_seat")
            return
        known = self.answers.get(move.move_id)
        if known is not None and (known[0] == "ack" or answer[0] == "error"):
            assert known[0] == answer[0]
            assert known[0] == "error" or answer == known
        if answer[0] == "error" or known is not None:
            assert room.position is before
        else:
            assert room.position.seq > before.seq
            self.moves += 1
        self.answers.setdefault(move.move_id, answer)

    @precondition(lambda self: self.room.position.human_to_act is not None)
    @rule(target=sent, seed=st.integers(0, 2**16))
    def move(self, seed: int) -> Move:
        self.rng.seed(seed)
        move = some_move(self.room, self.rng, move_id=f"move-{len(self.answers):06d}")
        assert move is not None
        self._send(self.room.owners[move.seat], move)
        assert self.answers[move.move_id][0] == "ack"
        return move

    @rule(move=sent, browser=st.sampled_from([ANA, BO, None]))
    def send_again(self, move: Move, browser: bytes | None) -> None:
        self._send(browser, move)

    @rule(move=consumes(sent), lag=st.integers(0, 3))
    def send_under_another_name(self, move: Move, lag: int) -> None:
        """An old move anew: stale, or not theirs to make, or by chance still good."""
        seq = max(0, self.room.position.seq - lag)
        anew = Move(f"anew-{len(self.answers):06d}", seq, move.seat, move.actions)
        self._send(self.room.owners.get(move.seat), anew)

    @rule(
        seat=st.integers(0, 4),
        action=st.sampled_from(
            ["pass", "discard", "choose 1", "place e1 e2", "row 1 2", "?", "x y"]
        ),
        ahead=st.integers(-1, 1),
    )
    def send_nonsense(self, seat: int, action: str, ahead: int) -> None:
        seq = max(0, self.room.position.seq + ahead)
        self._send(ANA, Move(f"wild-{len(self.answers):06d}", seq, seat, [action]))

    @precondition(lambda self: self.room.position.human_to_act is not None)
    @rule(pick=st.integers(0, 200))
    def stage(self, pick: int) -> None:
        room, before = self.room, self.room.position
        seat, options = before.human_to_act, room.options()
        assert seat is not None
        action = options[pick % len(options)][0]
        staged = self.do(room.stage(room.owners[seat], Stage(seat, [action])))
        assert room.position is before
        assert staged["done"] == (not staged["options"])

    @rule(seat=st.integers(0, 1), name=st.text(max_size=20))
    def rename(self, seat: int, name: str) -> None:
        holder = self.room.owners.get(seat)
        if holder is not None:
            self.do(seating.rename(self.room, holder, seat, name))

    @rule(seat=st.integers(0, 1))
    def leave_and_return(self, seat: int) -> None:
        holder = self.room.owners.get(seat)
        if holder is not None:
            self.do(seating.leave(self.room, holder, seat))
            assert self.room.position.seats[seat].played_by
            self.do(seating.come_back(self.room, holder, seat))
            assert self.room.position.seats[seat].played_by is None

    @rule()
    def restart(self) -> None:
        assert self.hall is not None
        before = self.room.position.view
        self.do(self.hall.close())
        self._start()
        assert self.room.position.view == before

    @invariant()
    def pages_know_the_truth(self) -> None:
        if self.hall is None:
            return
        self._hear()
        mine, truth = without_nulls(self.view), without_nulls(self.room.position.view)
        assert {**mine, "seats": 0} == {**truth, "seats": 0}

    @invariant()
    def every_acked_move_is_on_disk_once(self) -> None:
        if self.hall is None:
            return
        found = self.do(self.hall.store.game(self.name))
        rows = [(entry.move_id, entry.seq) for entry in found.entries if entry.move_id]
        acked = {name: seq for name, (kind, seq) in self.answers.items() if kind == "ack"}
        assert dict(rows) == acked
        assert len(rows) == self.moves

    def teardown(self) -> None:
        if self.hall is not None:
            self.do(self.hall.close())
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()
        shutil.rmtree(self.folder)


TestProtocol = Protocol.TestCase
TestProtocol.settings = settings(
    max_examples=25,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
