"""Pictures of the README and the site: ``python -m tests.web.pictures docs/images [--only NAME]``.

Our seat is played by a search, so that the kingdoms look like those of people who know the game.
"""

from __future__ import annotations

import argparse
import base64
import random
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from kingdomino import apply, format_action, parse_record
from kingdomino.bots import bot_named

from .browser import chromium
from .driver import begun_table, play_unseen
from .screenshots import DESKTOP, PHONE, Look, context, until
from .serving import Server

STRONG = "search:600"
NAMES = ("Ana", "Bořek", "Cilka", "Dušan", "Ema")
SHARPNESS, QUALITY = 1.35, 82


class Picture(NamedTuple):
    """A table at which something is asked of Ana."""

    look: Look
    game: str
    players: int
    phase: str
    after: int
    """So many things were done before."""
    deal: int
    variants: tuple[str, ...] = ()


PICTURES = {
    "table": Picture(Look("light", DESKTOP), "kingdomino", 4, "place", 26, 1,
                     ("harmony", "middle_kingdom")),
    "phone-giants": Picture(Look("dark", PHONE, "dark"), "giants", 3, "place", 27, 2),
    "phone-tribe": Picture(Look("light", PHONE), "origins-tribe", 2, "place", 84, 3),
}  # fmt: skip


class Strong:
    """Picks what a search does at this table, for :func:`play_unseen`."""

    def __init__(self, page: Page, address: str) -> None:
        self._page, self._address = page, address
        self._bot, self._rng, self._seq = bot_named(STRONG), random.Random(1), -1

    def __call__(self, actions: list[str], view: Any) -> str:
        """The next thing of a turn; what came before it in this turn is only staged."""
        if view["seq"] != self._seq:
            self._seq = view["seq"]
            record = parse_record(
                self._page.request.get(f"{self._address}/record?form=text").text()
            )
            self._state = record.state()
        action = self._bot.act(self._state, self._rng)
        self._state = apply(self._state, action)
        assert format_action(action) in actions
        return format_action(action)


def sit(page: Page, url: str, wish: Picture) -> None:
    """Play the table until the picture's moment and go there."""
    names = NAMES[: wish.players]
    seats = [{"kind": "bot", "level": "knight", "name": name} for name in names]
    seats[0] = {"kind": "me", "name": names[0]}
    about = {"players": wish.players, "variants": [*wish.variants], "seats": seats}
    table = begun_table(page, url, wish.game, deal=wish.deal, **about)
    pick = Strong(page, f"{url}/api/games/{table}")
    assert play_unseen(page, url, table, wish.phase, things=wish.after, pick=pick)
    page.goto(f"{url}/t/{table}")
    assert until(page, wish.phase)


def take(browser: Browser, url: str, wish: Picture, file: Path) -> None:
    """Write one picture."""
    with context(browser, wish.look) as window:
        page = window.new_page()
        sit(page, url, wish)
        page.wait_for_timeout(500)
        width, height = wish.look.size
        whole = {"x": 0, "y": 0, "width": width, "height": height, "scale": SHARPNESS}
        form = {"format": "webp", "quality": QUALITY, "clip": whole}
        shot = window.new_cdp_session(page).send("Page.captureScreenshot", form)
    file.write_bytes(base64.b64decode(shot["data"]))


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", choices=PICTURES, help="one of them instead of all")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        chromium() as browser,
        Server(Path(data)) as server,
    ):
        for name in [asked.only] if asked.only else PICTURES:
            file = asked.folder / f"{name}.webp"
            take(browser, server.url, PICTURES[name], file)
            sys.stdout.write(f"{file}: {file.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
