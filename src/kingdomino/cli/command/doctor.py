"""``kingdomino doctor``: whether this machine can run the game, and what to do where it cannot."""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.text import Text

from ... import __version__
from ..show.glyph import open_console

EXAMPLES = """\b
Examples:
  kingdomino doctor
  kingdomino doctor --data /srv/kingdomino --url https://play.example.org
  kingdomino doctor --json"""
LITTLE_ROOM, NO_ROOM = 2_000_000_000, 200_000_000
"""Bytes on the disk below which somebody should look, and below which games would be lost."""
FEW_FILES = 4096
"""Descriptors: each player's socket is one."""
SLACK_MS = 60_000


class Verdict(Enum):
    """How serious it is."""

    GOOD = "ok"
    LOOK = "look"
    BAD = "bad"


class Finding(NamedTuple):
    """One line: what was looked at, what was seen, and what would help."""

    what: str
    verdict: Verdict
    seen: str
    remedy: str = ""


def doctor(
    data: Annotated[
        Path | None, typer.Option(help="The folder of a server's games; yours when left out.")
    ] = None,
    url: Annotated[
        str | None, typer.Option(help="Where a running server is, to ask it for its health.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead.")] = False,
) -> None:
    """Look at the program, the folder, the clock, the disk, the pages and the compiled code.

    One line each, with the remedy. The status is 1 when something keeps the game from running.
    """
    from ...server import default_data

    folder = data or default_data()
    checks: list[Callable[[], Finding]] = [
        _program,
        _pages,
        _fast_engine,
        _nets,
        _descriptors,
        lambda: _folder(folder),
        lambda: _disk(folder),
        lambda: _key(folder),
        lambda: _database(folder),
        lambda: _clock(folder),
    ]
    if url:
        checks.append(lambda: _running(url))
    findings = [*map(_asked, checks)]
    if as_json:
        shown = [finding._asdict() | {"verdict": finding.verdict.value} for finding in findings]
        print(json.dumps(shown, ensure_ascii=False))
    else:
        _show(findings)
    raise typer.Exit(any(finding.verdict is Verdict.BAD for finding in findings))


def _asked(check: Callable[[], Finding]) -> Finding:
    try:
        return check()
    except Exception as accident:
        return Finding("doctor", Verdict.BAD, f"a check failed: {accident!r}", "please report it")


_MARKS = {Verdict.GOOD: ("✓", "green"), Verdict.LOOK: ("!", "yellow"), Verdict.BAD: ("✗", "red")}


def _show(findings: list[Finding]) -> None:
    console = open_console()
    width = max(len(finding.what) for finding in findings)
    for what, verdict, seen, remedy in findings:
        mark, colour = _MARKS[verdict]
        line = Text.assemble((mark, f"bold {colour}"), f" {what:{width}}  {seen}")
        if remedy:
            line.append(f" → {remedy}", style=colour)
        console.print(line, soft_wrap=True)


def _program() -> Finding:
    seen = f"kingdomino {__version__}, Python {platform.python_version()}, {platform.system()}"
    return Finding("program", Verdict.GOOD, seen)


def _pages() -> Finding:
    from ...server.site.pages import Pages

    try:
        weight = Pages(None).weight()
    except Exception as broken:
        return Finding("pages", Verdict.BAD, str(broken), "install the package again")
    return Finding("pages", Verdict.GOOD, f"all there, {weight / 1000:.0f} kB on their way")


def _fast_engine() -> Finding:
    if importlib.util.find_spec("numba") is None:
        remedy = "strong bots are slow without it: pip install 'kingdomino[fast]'"
        return Finding("fast engine", Verdict.LOOK, "not installed", remedy)
    from ...fast import engine
    from ...fast.board.compile import is_compiled

    if not is_compiled(engine.legal_actions):
        remedy = "the first bot waits half a minute: kingdomino warmup"
        return Finding("fast engine", Verdict.LOOK, "installed, not compiled yet", remedy)
    return Finding("fast engine", Verdict.GOOD, "installed and compiled")


def _nets() -> Finding:
    if importlib.util.find_spec("numpy") is None:
        remedy = "pip install 'kingdomino[fast]'"
        return Finding("nets", Verdict.LOOK, "NumPy is not installed", remedy)
    from ...bots.learned.weights import NETS, CheckpointError, load

    files = sorted(NETS.glob("*.npz"))
    try:
        for file in files:
            load(file)
    except CheckpointError as damaged:
        return Finding("nets", Verdict.BAD, str(damaged), "install the package again")
    return Finding("nets", Verdict.GOOD, ", ".join(file.stem for file in files) or "none")


def _descriptors() -> Finding:
    if sys.platform == "win32":
        return Finding("open files", Verdict.GOOD, "no limit on this system")
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    seen = "no limit" if hard == resource.RLIM_INFINITY else f"{hard:,} at most"
    if hard != resource.RLIM_INFINITY and hard < FEW_FILES:
        remedy = f"raise it to {FEW_FILES} or more (LimitNOFILE, ulimit -n)"
        return Finding("open files", Verdict.LOOK, seen, remedy)
    return Finding("open files", Verdict.GOOD, seen)


def _folder(folder: Path) -> Finding:
    if not folder.exists():
        return Finding("folder", Verdict.GOOD, f"{folder}: made by the first `kingdomino serve`")
    if not folder.is_dir():
        return Finding("folder", Verdict.BAD, f"{folder} is no folder", "choose another: --data")
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        remedy = "give it to who runs the server (chown), mode 700"
        return Finding("folder", Verdict.BAD, f"{folder} cannot be written to", remedy)
    mode = folder.stat().st_mode & 0o777
    if sys.platform != "win32" and mode & 0o077:
        remedy = f"chmod 700 {folder}"
        return Finding("folder", Verdict.LOOK, f"{folder}, open to others ({mode:o})", remedy)
    return Finding("folder", Verdict.GOOD, str(folder))


def _disk(folder: Path) -> Finding:
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    free = shutil.disk_usage(there).free
    seen = f"{free / 1e9:.1f} GB free"
    if free < NO_ROOM:
        return Finding("disk", Verdict.BAD, seen, "make room: moves are refused on a full disk")
    if free < LITTLE_ROOM:
        return Finding("disk", Verdict.LOOK, seen, "make room soon; see `kingdomino serve --keep`")
    return Finding("disk", Verdict.GOOD, seen)


def _key(folder: Path) -> Finding:
    from ...server.key import KEY_FILE, read_key

    path = folder / KEY_FILE
    if not path.exists():
        return Finding("key", Verdict.GOOD, "none yet: made by the first start")
    try:
        read_key(folder)
    except (OSError, ValueError) as wrong:
        remedy = "put it back from a copy; a new one takes everybody's seat away"
        return Finding("key", Verdict.BAD, str(wrong), remedy)
    mode = path.stat().st_mode & 0o777
    if sys.platform != "win32" and mode & 0o077:
        return Finding("key", Verdict.LOOK, f"readable by others ({mode:o})", f"chmod 600 {path}")
    return Finding("key", Verdict.GOOD, "there, and its owner's alone")


def _database(folder: Path) -> Finding:
    from ...server.disk.migration import MIGRATIONS
    from ...server.disk.sqlite import FILE, open_to_read

    path = folder / FILE
    if not path.exists():
        return Finding("database", Verdict.GOOD, "none yet: made by the first start")
    try:
        with closing(open_to_read(path)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            found = [row[0] for row in connection.execute("PRAGMA quick_check(3)")]
            (tables,) = connection.execute("SELECT count(*) FROM game").fetchone()
    except sqlite3.Error as broken:
        return Finding("database", Verdict.BAD, f"{path}: {broken}", "restore a backup")
    seen = f"{tables:,} tables, {path.stat().st_size / 1e6:.1f} MB, version {version}"
    if version > len(MIGRATIONS):
        return Finding("database", Verdict.BAD, seen, "a newer program wrote it: upgrade this one")
    if found != ["ok"]:
        remedy = "stop the server and restore a backup; `kingdomino data check` names the tables"
        return Finding("database", Verdict.BAD, f"{seen}: {'; '.join(found)}", remedy)
    if version < len(MIGRATIONS):
        return Finding("database", Verdict.GOOD, f"{seen}, brought up to date at the next start")
    return Finding("database", Verdict.GOOD, seen)


def _clock(folder: Path) -> Finding:
    from ...server.disk.sqlite import FILE

    now = int(time.time() * 1000)
    seen = datetime.fromtimestamp(now / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    last = max(_last_events(folder / FILE), default=0)
    if last > now + SLACK_MS:
        ahead = (last - now) / 1000
        remedy = "set the clock (timedatectl set-ntp true)"
        return Finding("clock", Verdict.BAD, f"{seen}, {ahead:.0f} s before the last move", remedy)
    return Finding("clock", Verdict.GOOD, seen)


def _last_events(path: Path) -> Iterator[int]:
    from ...server.disk.sqlite import open_to_read

    if not path.exists():
        return
    try:
        with closing(open_to_read(path)) as connection:
            yield from (at or 0 for (at,) in connection.execute("SELECT max(at) FROM event"))
    except sqlite3.Error:
        # What is wrong with the file is said where the file is looked at.
        return


def _running(url: str) -> Finding:
    import urllib.error
    import urllib.request

    began = time.perf_counter()
    address = f"{url.rstrip('/')}/healthz"
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            answer.read()
    except urllib.error.HTTPError as refused:
        remedy = "see its log; a full disk answers 503, a name it does not know 421 (--origin)"
        return Finding("server", Verdict.BAD, f"{address} answers {refused.code}", remedy)
    except (OSError, ValueError) as silent:
        return Finding("server", Verdict.BAD, f"{address}: {silent}", "is it running, and reached?")
    took = 1000 * (time.perf_counter() - began)
    return Finding("server", Verdict.GOOD, f"{address} is well, in {took:.0f} ms")
