"""A folder of games in one file, taken while a server runs, and put back into a new folder.

The file is a compressed tar: a list of contents with checksums, the database as it stood at one
moment, and the server's key where it is asked for. Who has the key can read the tables' secrets
and sign cookies, so it is better kept elsewhere.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import sqlite3
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec

from ..key import KEY_FILE
from ..lock import FolderLock
from .check import check_folder
from .sqlite import FILE, open_to_read

FORMAT = "kingdomino-backup/1"
CONTENTS = "contents.json"
_PIECE = 1 << 20


class BackupError(ValueError):
    """A backup that cannot be taken or put back, in one sentence."""


class Contents(msgspec.Struct, frozen=True):
    """What a backup holds."""

    taken_at: int
    """In seconds since 1970."""
    tables: int
    checksums: dict[str, str]
    """SHA-256 of each part."""
    format: str = FORMAT

    @property
    def has_key(self) -> bool:
        """Whether the server's key is part of it."""
        return KEY_FILE in self.checksums


def back_up(folder: Path, file: Path, *, with_key: bool = False) -> Contents:
    """Write the games of *folder* to *file*, which must not be there yet, and read it back.

    A server may be running. Raises BackupError when anything in the copy is not as it should be.
    """
    if not (folder / FILE).is_file():
        raise BackupError(f"there is no {FILE} in {folder}")
    if file.exists():
        raise BackupError(f"{file} is there already")
    key = folder / KEY_FILE
    if not key.is_file():
        raise BackupError(f"there is no {KEY_FILE} in {folder}")
    with tempfile.TemporaryDirectory(dir=file.resolve().parent, prefix=".backup-") as room:
        draft = Path(room)
        _copy_database(folder / FILE, draft / FILE)
        shutil.copyfile(key, draft / KEY_FILE)
        tables = _checked(draft)
        names = [FILE, *([KEY_FILE] if with_key else [])]
        checksums = {name: _checksum(draft / name) for name in names}
        contents = Contents(int(time.time()), tables, checksums)
        packed = draft / "packed"
        _pack(contents, draft, packed)
        with _opened(packed) as backup:
            _unpack(backup, None)
        packed.replace(file)
    return contents


def restore(file: Path, folder: Path, *, key: Path | None = None) -> Contents:
    """Put the games of a backup into *folder*, which must hold none; raises BackupError.

    *key* is the server's key where it is not part of the backup. Nothing is left behind when
    something is wrong.
    """
    for name in (FILE, KEY_FILE):
        if (folder / name).exists():
            raise BackupError(f"there is a {name} in {folder} already: choose another folder")
    with _opened(file) as backup:
        lock = FolderLock(folder)
        try:
            with tempfile.TemporaryDirectory(dir=folder, prefix=".restore-") as room:
                draft = Path(room)
                contents = _unpack(backup, draft)
                if key is not None:
                    shutil.copyfile(key, draft / KEY_FILE)
                elif not contents.has_key:
                    raise BackupError(f"{file} holds no {KEY_FILE}: say where it is with --key")
                _checked(draft)
                for part in (KEY_FILE, FILE):
                    (draft / part).chmod(0o600)
                    (draft / part).replace(folder / part)
        finally:
            lock.release()
    return contents


def _copy_database(path: Path, target: Path) -> None:
    """The database as it stands now; who writes to it goes on meanwhile."""
    with (
        closing(open_to_read(path)) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        # In one step, so that it is one moment: in pieces it would begin anew with every commit.
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    target.chmod(0o600)


def _checked(folder: Path) -> int:
    """How many tables there are; raises BackupError when one of them is damaged."""
    tables = -1
    try:
        for name, why in check_folder(folder):
            tables += 1
            if why is not None:
                raise BackupError(f"{name}: {why}")
    except (OSError, ValueError, sqlite3.Error) as broken:
        raise BackupError(str(broken)) from None
    return tables


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _pack(contents: Contents, draft: Path, packed: Path) -> None:
    handle = os.open(packed, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as archive:
            listed = msgspec.json.encode(contents)
            head = tarfile.TarInfo(CONTENTS)
            head.size, head.mode, head.mtime = len(listed), 0o600, contents.taken_at
            archive.addfile(head, io.BytesIO(listed))
            for name in contents.checksums:
                archive.add(draft / name, name, recursive=False)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _opened(file: Path) -> Iterator[tarfile.TarFile]:
    try:
        with tarfile.open(file, "r:gz") as archive:
            yield archive
    except (tarfile.TarError, EOFError, OSError) as broken:
        raise BackupError(f"{file} is no backup: {broken}") from None


def _unpack(archive: tarfile.TarFile, folder: Path | None) -> Contents:
    """What a backup holds, each part checked and, with a *folder*, written into it."""
    contents = _contents(_part(archive, CONTENTS))
    for name, checksum in contents.checksums.items():
        if name not in (FILE, KEY_FILE):
            raise BackupError(f"the backup holds {name!r}, which is not known here")
        digest = hashlib.sha256()
        source = _part(archive, name)
        target = (folder / name).open("wb") if folder else io.BytesIO()
        with target:
            while piece := source.read(_PIECE):
                digest.update(piece)
                if folder:
                    target.write(piece)
        if digest.hexdigest() != checksum:
            raise BackupError(f"{name} is not as it was written")
    return contents


def _part(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    try:
        found = archive.extractfile(name)
    except KeyError:
        found = None
    if found is None:
        raise BackupError(f"the backup has no {name}")
    return found


def _contents(file: IO[bytes]) -> Contents:
    try:
        document: Any = msgspec.json.decode(file.read(_PIECE))
        if document.get("format") != FORMAT:
            raise BackupError(f"the backup is {document.get('format')!r}, not {FORMAT!r}")
        return msgspec.convert(document, Contents)
    except (msgspec.MsgspecError, AttributeError) as broken:
        raise BackupError(f"the backup's list of contents cannot be read: {broken}") from None
