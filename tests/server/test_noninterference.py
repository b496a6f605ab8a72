"""What has not been drawn cannot be told from anything the server says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from kingdomino.server.disk.store import Owner
from kingdomino.server.live.room import Room
from kingdomino.server.log import log
from kingdomino.server.table.fold import Change, encode
from kingdomino.server.table.patch import Json
from tests.server.twins import PARTS, compare, next_chance

PAIRS, WIRED = 104, 8


@pytest.mark.parametrize("part", range(PARTS))
async def test_what_is_not_drawn_is_not_told(part: int, tmp_path: Path) -> None:
    await compare(range(part, PAIRS, PARTS), tmp_path)


async def test_what_is_not_drawn_is_not_told_over_the_wire(tmp_path: Path) -> None:
    await compare(range(0, WIRED * PARTS, PARTS), tmp_path, wired=True)


def on_sockets(room: Room) -> None:
    room.audience.tell(encode({"type": "said", "word": next_chance(room).hex()}))


def in_the_log(room: Room) -> None:
    log("moved", about=next_chance(room).hex())


def in_metrics(room: Room) -> None:
    room.around.metrics.refusals[next_chance(room).hex()] += 1


@pytest.mark.parametrize("leak", [on_sockets, in_the_log, in_metrics])
async def test_what_a_server_lets_slip_is_found(
    leak: Callable[[Room], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: without it no difference might mean that nobody looks."""
    commit = Room.commit

    async def committed(room: Room, change: Change, owners: Sequence[Owner] = ()) -> None:
        await commit(room, change, owners)
        leak(room)

    monkeypatch.setattr(Room, "commit", committed)
    with pytest.raises(AssertionError, match=r"they do not (say|log) the same"):
        await compare([1], tmp_path)


async def test_what_an_answer_lets_slip_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = Room.view

    def shown(room: Room) -> Json:
        return view(room) | {"next": next_chance(room).hex()}

    monkeypatch.setattr(Room, "view", shown)
    with pytest.raises(AssertionError, match="they do not say the same"):
        await compare([1], tmp_path)
