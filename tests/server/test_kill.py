"""The server is killed again and again in the middle of everything; no acked move is ever lost."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import pytest

from tests.process import all_ended
from tests.server.kill import kill_often
from tests.server.support import PATIENCE, nonces, nursery, process_at

KILLS, PARTS = 30, 2


@pytest.mark.parametrize("part", range(PARTS))
async def test_no_acked_move_is_lost_when_the_server_is_killed(part: int, tmp_path: Path) -> None:
    assert await kill_often(tmp_path, KILLS // PARTS, seed=part) >= KILLS // PARTS


def test_a_server_that_cannot_start_is_not_waited_for(tmp_path: Path) -> None:
    with nursery() as nurse:
        first = nurse.process_at(tmp_path / "data")
        with pytest.raises(ValueError, match="no port"):
            nurse.process_at(tmp_path / "data")
        assert "another server is already using" in first.log_text
        first.kill()


def test_nothing_is_lost_when_the_server_is_killed_while_a_bot_thinks(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with httpx.Client(timeout=PATIENCE) as client, process_at(folder, "bots=stuck") as process:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "squire"}, {"kind": "bot"}]
        asked = {"game": "kingdomino", "seats": seats}
        table = client.post(f"{process.url}/api/games", json=asked).json()["id"]
        client.post(f"{process.url}/api/games/{table}/nonces", json=nonces(0))
        tail = client.get(f"{process.url}/api/games/{table}/events").json()
        while tail["seat"] == 0:
            move = {"move_id": f"move-{len(tail['events']):06d}", "seat": 0}
            move |= {"expected_seq": tail["events"][-1]["seq"], "actions": [tail["options"][0][0]]}
            client.post(f"{process.url}/api/games/{table}/moves", json=move)
            tail = client.get(f"{process.url}/api/games/{table}/events").json()
        while not process.children:
            time.sleep(0.01)
        (worker,) = process.children
        process.kill()
    # It has nobody to think for any more.
    assert all_ended([worker], patience=PATIENCE)
    with process_at(folder) as process, httpx.Client(timeout=PATIENCE) as client:
        after = tail["events"][-1]["seq"]
        again = client.get(f"{process.url}/api/games/{table}/events").json()["events"]
        assert again[:after] == tail["events"]
        answer = client.get(f"{process.url}/api/games/{table}/events?after={after}&wait=20").json()
        assert answer["events"][0]["player"] in (1, 2)
