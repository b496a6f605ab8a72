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
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer
from rich.text import Text

from .... import __version__
from ...show.glyph import open_console
from ...show.sentence import counted_noun
from ...tool.finding import Finding, Verdict, judge_clock

EXAMPLES = """\b
Examples:
  kingdomino doctor
  kingdomino doctor --data /srv/kingdomino --url https://play.example.org
  kingdomino doctor --database postgresql://kingdomino@db.example.org/games
  kingdomino doctor --json"""
LITTLE_ROOM, NO_ROOM = 2_000_000_000, 200_000_000
"""Bytes on the disk below which somebody should look, and below which games would be lost."""
FEW_FILES = 4096
"""Descriptors: each player's socket is one."""


def doctor(
    data: Annotated[
        Path | None, typer.Option(help="The folder of a server's games; yours when left out.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="KINGDOMINO_DATABASE",
            help="Where the games are instead, as postgresql://name@host/games.",
        ),
    ] = None,
    origin: Annotated[
        str | None, typer.Option(help="Where people find the server, as `serve` is told.")
    ] = None,
    trust_proxy: Annotated[
        list[str] | None, typer.Option(help="Network of a trusted proxy, as `serve` is told.")
    ] = None,
    url: Annotated[
        str | None, typer.Option(help="Where a running server is, to ask it for its health.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead.")] = False,
) -> None:
    """Look at the configuration, the folder, the clock, the disk, the database and the pages.

    One line each, with the remedy. The status is 1 when something keeps the game from running.
    """
    from ....server import default_data

    folder = data or default_data()
    checks: list[Callable[[], Finding]] = [
        _program,
        lambda: _configuration(database, origin, trust_proxy or []),
        _pages,
        _fast_engine,
        _nets,
        _descriptors,
        lambda: _folder(folder),
        lambda: _disk(folder),
        lambda: _key(folder),
    ]
    if database is None:
        checks += [lambda: _database(folder), lambda: _clock(folder)]
    else:
        from ...tool.postgres import checks_of

        checks += checks_of(database, folder)
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


def _configuration(database: str | None, origin: str | None, trusted: list[str]) -> Finding:
    from ....server.disk.choose import is_database

    what, bad = "configuration", Verdict.BAD
    if database is not None and not is_database(database):
        return Finding(what, bad, "not a database", "say postgresql://name@host/games")
    if database is not None and importlib.util.find_spec("asyncpg") is None:
        return Finding(what, bad, "asyncpg is missing", "pip install 'kingdomino[postgres]'")
    if origin is not None and not _is_origin(origin):
        return Finding(what, bad, f"no origin: {origin}", "say https://play.example.org")
    try:
        networks = [ip_network(text, strict=False) for text in trusted]
    except ValueError as wrong:
        return Finding(what, bad, str(wrong), "--trust-proxy takes networks, as 10.0.0.0/8")
    if any(network.prefixlen == 0 for network in networks):
        remedy = "anybody could say that they are anybody: name the proxy's network"
        return Finding(what, Verdict.LOOK, "every address is a trusted proxy", remedy)
    if origin is not None and not trusted:
        remedy = "behind a proxy all share the limits of one address: --trust-proxy"
        return Finding(what, Verdict.LOOK, f"{origin}, no proxy trusted", remedy)
    place = "games in PostgreSQL" if database else "games in the folder"
    return Finding(what, Verdict.GOOD, f"{place}, {origin or 'no name of its own'}")


def _is_origin(text: str) -> bool:
    found = urlsplit(text)
    whole = text == f"{found.scheme}://{found.netloc}"
    return whole and bool(found.hostname) and found.scheme in ("http", "https")


def _pages() -> Finding:
    from ....server.site.pages import Pages

    try:
        weight = Pages(None).weight()
    except Exception as broken:
        return Finding("pages", Verdict.BAD, str(broken), "install the package again")
    return Finding("pages", Verdict.GOOD, f"all there, {weight / 1000:.0f} kB on their way")


def _fast_engine() -> Finding:
    if importlib.util.find_spec("numba") is None:
        remedy = "strong bots are slow without it: pip install 'kingdomino[fast]'"
        return Finding("fast engine", Verdict.LOOK, "not installed", remedy)
    from ....fast.board.compile import is_compiled

    try:
        from ....fast import engine
    except RuntimeError as unwritable:
        remedy = "let NUMBA_CACHE_DIR name a folder that may be written to"
        return Finding("fast engine", Verdict.LOOK, str(unwritable), remedy)
    if not is_compiled(engine.legal_actions):
        remedy = "the first bot waits half a minute: kingdomino warmup"
        return Finding("fast engine", Verdict.LOOK, "installed, not compiled yet", remedy)
    return Finding("fast engine", Verdict.GOOD, "installed and compiled")


def _nets() -> Finding:
    if importlib.util.find_spec("numpy") is None:
        remedy = "pip install 'kingdomino[fast]'"
        return Finding("nets", Verdict.LOOK, "NumPy is not installed", remedy)
    from ....bots.learned.weights import NETS, CheckpointError, load

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
    from ....server.key import KEY_FILE, read_key

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
    from ....server.disk.migration import MIGRATIONS
    from ....server.disk.sqlite import FILE, open_to_read

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
    size = path.stat().st_size / 1e6
    seen = f"{counted_noun(tables, 'table')}, {size:.1f} MB, version {version}"
    if version > len(MIGRATIONS):
        return Finding("database", Verdict.BAD, seen, "a newer program wrote it: upgrade this one")
    if found != ["ok"]:
        remedy = "stop the server and restore a backup; `kingdomino data check` names the tables"
        return Finding("database", Verdict.BAD, f"{seen}: {'; '.join(found)}", remedy)
    if version < len(MIGRATIONS):
        return Finding("database", Verdict.GOOD, f"{seen}, brought up to date at the next start")
    return Finding("database", Verdict.GOOD, seen)


def _clock(folder: Path) -> Finding:
    from ....server.disk.sqlite import FILE

    return judge_clock(max(_last_events(folder / FILE), default=0))


def _last_events(path: Path) -> Iterator[int]:
    from ....server.disk.sqlite import open_to_read

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
