"""What a device reads and works out once, done before a copy of its memory is taken.

Who starts from the copy has no files of the package, and needs none.
"""

from __future__ import annotations

import msgspec

from ...bots.levels import USUAL
from ...games.catalogue import GAMES
from ...games.puzzle import found_by, kinds
from ..table.printed import printed_dominoes
from .desk import Desk


def make_ready() -> None:
    """Read every file, and open and look at a table of each game."""
    desk = Desk()
    seats = [{"kind": "me"}, {"kind": "bot", "level": USUAL}]
    for game in GAMES:
        printed_dominoes(game.name)
        found_by(game.name)
        kinds(game.name)
        asked = msgspec.json.encode({"game": game.name, "seats": seats}).decode()
        opened = msgspec.json.decode(desk.answer("POST", "/api/games", asked))
        desk.answer("GET", f"/api/games/{opened['body']['id']}")
