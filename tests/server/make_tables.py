"""A data folder with tables of all games: ``python -m tests.server.make_tables FOLDER``.

It only speaks HTTP, so it runs against the server of any commit that takes nonces once it has
committed to a secret: the folders that it has written are kept, and the present server must go on
with them.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from tests.process import started

GAMES = ("kingdomino", "giants", "origins-discovery", "origins-totem", "origins-tribe")
BROWSERS = "browsers.json"
"""The cookies of who sits at the tables, by the name of the browser."""
RECORDS = "records.jsonl"
"""The records of the finished tables as the server gave them, with what proves them fair."""
ME, LINK = {"kind": "me"}, {"kind": "link"}
PAGE, SQUIRE = {"kind": "bot", "level": "page"}, {"kind": "bot", "level": "squire"}


class Browser:
    """Somebody with a cookie."""

    def __init__(self, url: str, name: str, cookies: dict[str, str] | None = None) -> None:
        self.rng = random.Random(name)
        self.client = httpx.Client(base_url=url, timeout=60, cookies=cookies)

    def ask(self, path: str, body: Any = None) -> Any:
        """What the server answers; it must not refuse."""
        method = "GET" if body is None else "POST"
        answer = self.client.request(method, path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def open(self, game: str, *seats: Any, **more: Any) -> Any:
        """A new table."""
        opened = self.ask("/api/games", {"game": game, "seats": seats} | more)
        self.give(opened["id"])
        return opened

    def give(self, table: str) -> None:
        """The nonces of one's seats."""
        seats = self.ask(f"/api/games/{table}")["my_seats"]
        nonces = {str(seat): self.rng.randbytes(16).hex() for seat in seats}
        self.ask(f"/api/games/{table}/nonces", {"nonces": nonces})

    def move(self, table: str) -> bool:
        """Take a decision at random, if it is one's own."""
        seen = self.ask(f"/api/games/{table}")
        if not seen["options"]:
            return False
        action = self.rng.choice(seen["options"])[0]
        about = {"move_id": self.rng.randbytes(8).hex(), "expected_seq": seen["view"]["seq"]}
        self.ask(f"/api/games/{table}/moves", about | {"seat": seen["seat"], "actions": [action]})
        return True


def play(table: str, *browsers: Browser, moves: int = 1000) -> None:
    """So many moves of them all together, or all to the end."""
    while moves and not (view := browsers[0].ask(f"/api/games/{table}")["view"])["over"]:
        if any(browser.move(table) for browser in browsers):
            moves -= 1
        else:
            browsers[0].ask(f"/api/games/{table}/events?after={view['seq']}&wait=2")


def tables(ana: Browser, bo: Browser) -> None:
    """One by one: finished and not, with people and bots, a rematch, a clock, a dynasty."""
    for game in GAMES:
        finished = ana.open(game, ME | {"name": "Ana"}, PAGE, SQUIRE)["id"]
        play(finished, ana)
        if game == "giants":
            again = ana.ask(f"/api/games/{finished}/rematch", {})
            ana.give(again["id"])
            play(again["id"], ana, moves=7)
        opened = ana.open(game, ME | {"name": "Ana"}, LINK)
        token = opened["links"]["1"].partition("#")[2]
        bo.ask("/api/join", {"token": token, "name": "Bo"})
        bo.give(opened["id"])
        play(opened["id"], ana, bo, moves=14)
    timed = ana.open("kingdomino", ME, PAGE, clock=3600)["id"]
    play(timed, ana, moves=4)
    dynasty = ana.open("kingdomino", ME, ME, dynasty=True, variants=["harmony"])["id"]
    play(dynasty, ana)
    ana.open("origins-tribe", ME, LINK, PAGE)


def main() -> None:
    """Serve the folder, play, and close the database so that one file holds it all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where the tables are written")
    folder = parser.parse_args().folder
    serving = [sys.executable, "-m", "tests.server.serving", str(folder)]
    with started(serving, stdout=subprocess.PIPE, text=True) as server:
        url = f"http://127.0.0.1:{int(server.stdout.readline())}"
        ana, bo = Browser(url, "ana"), Browser(url, "bo")
        try:
            tables(ana, bo)
            over = [game["id"] for game in ana.ask("/api/my-games")["games"] if game["over"]]
            records = [ana.client.get(f"/api/games/{table}/record").text for table in over]
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(10)
    (folder / RECORDS).write_text("".join(f"{record}\n" for record in records))
    cookies = {"ana": dict(ana.client.cookies), "bo": dict(bo.client.cookies)}
    (folder / BROWSERS).write_text(json.dumps(cookies) + "\n")
    with closing(sqlite3.connect(folder / "games.sqlite3")) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


if __name__ == "__main__":
    main()
