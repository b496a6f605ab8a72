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


class Grinds(Room):
    """Looks for another secret once all nonces are known."""

    def begin(self, change: Change) -> None:
        if change.now.ready:
            secret = change.charter.secret
            while not first_row(secret, change.now.nonces) >= WISH:
                secret = secrets.token_bytes(32)
            self.charter = change.charter = replace(self.charter, secret=secret)
        super().begin(change)


class FeedsBots(Room):
    """Keeps its secret, and looks for a nonce of a bot that suits it."""

    def begin(self, change: Change) -> None:
        if change.now.ready:
            nonces = [*change.now.nonces]
            while not first_row(self.charter.secret, nonces) >= WISH:
                nonces[1] = secrets.token_hex(16)
            change.add("nonce", 1, {"nonce": nonces[1]})
        super().begin(change)


class Swaps(Room):
    """Takes a nonce that suits it for the one that was given."""

    def new_change(self) -> Change:
        """Lose what was given."""
        return Swapped(self.charter, self.position, self.around.settings)


class Swapped(Change):
    """Writes down another nonce."""

    def add(self, kind: str, player: int | None = None, body: str | Json = "", **more: Any) -> None:
        """Not the nonce that was given, but one that suits the operator."""
        if kind == "nonce":
            mine = secrets.token_hex(16)
            while not first_row(self.charter.secret, [mine, ""]) >= WISH:
                mine = secrets.token_hex(16)
            body = {"nonce": mine}
        super().add(kind, player, body, **more)


CHEATS = {"grinds": Grinds, "feeds": FeedsBots, "swaps": Swaps}


def cheat(how: str) -> None:
    """All tables that this process opens from now on are the operator's."""
    pytest.MonkeyPatch().setattr(hall, "Room", CHEATS[how])
