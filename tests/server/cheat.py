"""Servers of operators who cheat with the draw, for tests that must notice it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace

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

    def _begin(self, change: Change) -> None:
        if change.now.ready:
            secret = change.charter.secret
            while not first_row(secret, change.now.nonces) >= WISH:
                secret = secrets.token_bytes(32)
            self.charter = change.charter = replace(self.charter, secret=secret)
        super()._begin(change)


class FeedsBots(Room):
    """Keeps its secret, and looks for a nonce of a bot that suits it."""

    def _begin(self, change: Change) -> None:
        if change.now.ready:
            nonces = [*change.now.nonces]
            while not first_row(self.charter.secret, nonces) >= WISH:
                nonces[1] = secrets.token_hex(16)
            change.add("nonce", 1, {"nonce": nonces[1]})
        super()._begin(change)


class Swaps(Room):
    """Takes a nonce that suits it for the one that was given."""

    async def give(self, browser: bytes | None, nonces: Mapping[int, str]) -> Json:
        """Lose what was given."""
        mine = dict(nonces)
        while not first_row(self.charter.secret, [mine[0], ""]) >= WISH:
            mine[0] = secrets.token_hex(16)
        return await super().give(browser, mine)


CHEATS = {"grinds": Grinds, "feeds": FeedsBots, "swaps": Swaps}


def cheat(how: str) -> None:
    """All tables that this process opens from now on are the operator's."""
    pytest.MonkeyPatch().setattr(hall, "Room", CHEATS[how])
