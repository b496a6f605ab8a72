"""Servers of operators who cheat with the draw, for tests that must notice it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from kingdomino import advance, rules, start
from kingdomino.core.action import Row
from kingdomino.games.fair_stream import LATEST, fair_stream
from kingdomino.server.disk.store import Owner
from kingdomino.server.live import hall
from kingdomino.server.live.room import Room
from kingdomino.server.table.fold import Change
from kingdomino.server.table.patch import Json

WISH = {47, 48}
"""What the operator wants to lie in the first row."""


def first_row(secret: bytes, nonces: Sequence[str]) -> set[int]:
    """What these would turn up first at a table of two."""
    state, stream = start(rules("kingdomino", len(nonces))), fair_stream(LATEST, secret, nonces)
    state = advance(state, stream.draw(state))
    row = stream.draw(state)
    assert isinstance(row, Row)
    return {*row.dominoes}


class Grinds(Change):
    """Looks for another secret once all nonces are known."""

    def begin(self, stand_in: Json) -> None:
        if self.now.ready:
            # Never the one that was promised, which one time in two hundred would do as well.
            secret = secrets.token_bytes(32)
            while not first_row(secret, self.now.nonces) >= WISH:
                secret = secrets.token_bytes(32)
            self.charter = replace(self.charter, secret=secret)
        super().begin(stand_in)


class FeedsBots(Change):
    """Keeps its secret, and looks for a nonce of a bot that suits it."""

    def begin(self, stand_in: Json) -> None:
        if self.now.ready:
            nonces = [*self.now.nonces]
            nonces[1] = secrets.token_hex(16)
            while not first_row(self.charter.secret, nonces) >= WISH:
                nonces[1] = secrets.token_hex(16)
            self.add("nonce", 1, {"nonce": nonces[1]})
        super().begin(stand_in)


class Swaps(Change):
    """Writes down another nonce than the one that was given, one that suits the operator."""

    def add(self, kind: str, player: int | None = None, body: str | Json = "", **more: Any) -> None:
        if kind == "nonce":
            mine = secrets.token_hex(16)
            while not first_row(self.charter.secret, [mine, ""]) >= WISH:
                mine = secrets.token_hex(16)
            body = {"nonce": mine}
        super().add(kind, player, body, **more)


CHEATS: dict[str, type[Change]] = {"grinds": Grinds, "feeds": FeedsBots, "swaps": Swaps}


def cheating_room(how: str) -> type[Room]:
    """The tables of such an operator."""

    class Cheats(Room):
        def new_change(self) -> Change:
            return CHEATS[how](self.charter, self.position, self.around.settings)

        def install(self, change: Change, owners: Sequence[Owner] = ()) -> None:
            self.charter = change.charter
            super().install(change, owners)

    return Cheats


def cheat(how: str) -> None:
    """All tables that this process opens from now on are the operator's."""
    pytest.MonkeyPatch().setattr(hall, "Room", cheating_room(how))
