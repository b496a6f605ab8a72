"""All games from one place to another: a folder with a file of SQLite, or a PostgreSQL.

Every table is folded again before it is written, so that its chain of hashes is checked, and read
back afterwards. The place that is copied to holds all of it in the end, or nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from ..key import KEY_FILE, Keys, read_key, read_key_file, write_key
from ..lock import FolderLock
from ..settings import Settings
from ..table.fold import BrokenLog, read_back, renamed
from ..table.position import due_at
from ..table.summary import summarise
from .choose import is_database, open_store
from .sqlite import FILE
from .store import Opening, Owner, Store, StoredGame, Write

T = TypeVar("T")
AT_A_TIME = 64


class CopyError(ValueError):
    """Games that cannot be copied, in one sentence."""


async def copy_games(source: str, target: str, *, key: Path | None = None) -> int:
    """Copy all games between folders and databases; returns how many tables there are.

    *key* is the server's, where the games come from a database. Nobody may be playing at either
    place. Raises CopyError, FolderInUse, NewerDatabase, OSError and ValueError.
    """
    raw = _key_of(source, key)
    keys = Keys(raw, Settings(Path()).token)
    if not is_database(target):
        return await _copy_to_folder(source, Path(target), raw)
    async with _opened(source, keys) as old, _opened(target, keys) as new:
        if await new.ids() or await new.pushes():
            raise CopyError("there are games in the database already")
        return await _copy_all(old, new)


def _key_of(source: str, key: Path | None) -> bytes:
    if key is not None:
        return read_key_file(key)
    if is_database(source):
        raise CopyError(f"say where the {KEY_FILE} of this database is with --key")
    if not (Path(source) / FILE).is_file():
        raise CopyError(f"there is no {FILE} in {source}")
    return read_key(Path(source))


async def _copy_to_folder(source: str, folder: Path, raw: bytes) -> int:
    _check_folder(folder, raw)
    keys = Keys(raw, Settings(folder).token)
    try:
        async with _opened(source, keys) as old, _opened(str(folder), keys) as new:
            return await _copy_all(old, new)
    except BaseException:
        for path in folder.glob(f"{FILE}*"):
            path.unlink()
        raise


def _check_folder(folder: Path, raw: bytes) -> None:
    if (folder / FILE).exists():
        raise CopyError(f"there is a {FILE} in {folder} already: choose another folder")
    if not (folder / KEY_FILE).exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_key(folder, raw)
    elif read_key(folder) != raw:
        raise CopyError(f"the {KEY_FILE} in {folder} is another one: choose another folder")


@asynccontextmanager
async def _opened(place: str, keys: Keys) -> AsyncIterator[Store]:
    if is_database(place):
        store, lock = open_store(Settings(Path(), database=place), keys), None
    else:
        lock = FolderLock(Path(place))
        store = open_store(Settings(Path(place)), keys)
    try:
        yield store
    finally:
        await store.close()
        if lock is not None:
            lock.release()


async def _copy_all(old: Store, new: Store) -> int:
    for store in (old, new):
        if await store.peers.others():
            raise CopyError("a server is running on the database: stop it first")
    tables, called = await old.ids(), await old.pushes()
    undo = [Write(game, forget=True) for game, _ in tables]
    undo += [Write("", push=(browser, None)) for browser, _ in called]
    try:
        for some in _parts(tables):
            await _all_of([_copy(old, new, game, last) for game, last in some])
        for few in _parts(called):
            await _all_of([new.write(Write("", push=one)) for one in few])
        if await new.pushes() != called:
            raise CopyError("where browsers are called is not read back as it was written")
    except BaseException:
        await _undo(new, undo)
        raise
    return len(tables)


def _parts(of: Sequence[T]) -> Iterator[Sequence[T]]:
    return (of[first : first + AT_A_TIME] for first in range(0, len(of), AT_A_TIME))


async def _all_of(work: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Do all of it, to the end even where some fails: a straggler would write behind our back."""
    for outcome in await asyncio.gather(*work, return_exceptions=True):
        if outcome is not None:
            raise outcome


async def _undo(store: Store, writes: Sequence[Write]) -> None:
    with suppress(Exception):
        await _all_of([store.write(write) for write in writes])


async def _copy(old: Store, new: Store, game: str, last: int) -> None:
    try:
        stored = await old.game(game)
    except ValueError as problem:
        raise CopyError(str(problem)) from None
    if stored is None:
        raise CopyError(f"table {game} went while it was copied: stop the server first")
    review = await old.review(game)
    await new.write(_written(stored, last, review))
    if (await new.game(game), await new.review(game)) != (stored, review):
        raise CopyError(f"table {game} is not read back as it was written")


def _written(stored: StoredGame, last: int, review: str | None) -> Write:
    """A table as it is to be written, all of it checked."""
    charter, settings = stored.charter, Settings(Path())
    try:
        now, _ = read_back(charter, stored.entries, settings, opened_at=stored.opened_at)
    except BrokenLog as broken:
        raise CopyError(str(broken)) from None
    if now.seq < last:
        raise CopyError(f"table {charter.id}: events {now.seq + 1} to {last} are missing")
    return Write(
        charter.id,
        stored.entries,
        summarise(charter, renamed(charter, now, stored.names)),
        Opening(charter, stored.opened_at, stored.creator),
        [Owner(one.seat, one.browser, one.invitation) for one in stored.holders],
        stored.names,
        review,
        due_at=due_at(charter, now),
    )
