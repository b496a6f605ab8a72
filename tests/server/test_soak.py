"""Many whole games through the real protocol leave nothing behind in a server."""

from __future__ import annotations

from pathlib import Path

from bench.server import Served
from bench.soak import Sample, drift, is_flat, soak
from kingdomino.server.live.hall import Hall
from kingdomino.server.message import Move
from kingdomino.server.table.fold import parsed_move
from tests.server.support import ANA, opened


async def test_games_leave_no_open_files_behind(tmp_path: Path) -> None:
    """Memory is for the long run: a thousand tables stay in it for a while."""
    server = Served(tmp_path)
    try:
        first, *_, last = await soak(server, 30, parts=3)
    finally:
        server.stop()
    assert last.games == 30
    assert last.handles <= first.handles


def test_what_grows_is_found() -> None:
    """Memory by a sixth, or one open file more, after the first tenth."""
    warm = [Sample(1, 50, 7), Sample(2, 90, 9)]
    assert is_flat([*warm, *(Sample(n, 100 + n % 3, 9) for n in range(18))])
    assert not is_flat([*warm, *(Sample(n, 100 + n, 9) for n in range(18))])
    assert not is_flat([*warm, *(Sample(n, 100, 9 + (n == 17)) for n in range(18))])
    assert drift([Sample(1, 100, 9), Sample(2, 96, 9), Sample(3, 103, 9)]) == 0.04


async def test_what_is_drawn_is_kept_nowhere_but_at_its_table(hall: Hall) -> None:
    """There are more rows than anybody plays: what keeps them grows for thousands of games."""
    before = parsed_move.cache_info()
    room = await opened(hall, "kingdomino", "mm")
    player, options = room.position.state.player, room.options()
    assert player is not None
    await room.move(ANA, Move("move-000001", room.position.seq, player, [options[0][0]]))
    now = parsed_move.cache_info()
    assert (now.hits + now.misses) - (before.hits + before.misses) == 1
    assert len(room.actions) > 1
