"""A disk that loses power: a SQLite file system that knows what has been synced.

It stands below the real server process. At chosen changes it writes down what a disk would hold if
the power went at that moment: all that was synced, and of the rest any sectors, some of them torn.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import json
import os
import random
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kingdomino.server.disk.sqlite import FILE
from kingdomino.server.key import KEY_FILE

SECTOR = 512
LUCK = (0.1, 0.5, 0.9)
"""How likely it is in one power cut or another that an unsynced sector was written."""
TORN = 0.1
ABOUT = "cut.json"

_POINTER = ctypes.sizeof(ctypes.c_void_p)
# sqlite3.h: struct sqlite3_vfs begins with three ints, then pNext, zName, pAppData, xOpen, xDelete.
_VFS_BYTES = 16 + 19 * _POINTER
_NAME_AT, _OPEN_AT, _DELETE_AT = (16 + slot * _POINTER for slot in (1, 3, 4))
# struct sqlite3_io_methods: iVersion, then xClose, xRead, xWrite, xTruncate, xSync, …
_METHODS_BYTES = 19 * _POINTER
_WRITE_AT, _TRUNCATE_AT, _SYNC_AT = 3 * _POINTER, 4 * _POINTER, 5 * _POINTER

# Paths stay pointers: SQLite keeps the one that it hands to xOpen for as long as the file is open.
OpenT = ctypes.CFUNCTYPE(
    ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_int,
    ctypes.c_void_p,
)
DeleteT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
WriteT = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
)
TruncateT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64)
SyncT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)

Change = tuple[int, bytes | None]
"""An offset and what was written there; None where the file was cut off."""


class File:
    """What has reached the platter, and what is still in a cache."""

    def __init__(self) -> None:
        self.durable = bytearray()
        self.pending: list[Change] = []

    def sync(self) -> None:
        for change in self.pending:
            _apply(self.durable, change)
        self.pending.clear()

    def after_cut(self, rng: random.Random, luck: float) -> bytes:
        """The content after a power cut: any of the unsynced sectors may have made it."""
        image = bytearray(self.durable)
        for change in self.pending:
            for sector in _sectors(change):
                if rng.random() < luck:
                    _apply(image, _torn(sector, rng) if rng.random() < TORN else sector)
        return bytes(image)


def _apply(image: bytearray, change: Change) -> None:
    offset, data = change
    if data is None:
        del image[offset:]
        return
    if len(image) < offset:
        image.extend(bytes(offset - len(image)))
    image[offset : offset + len(data)] = data


def _sectors(change: Change) -> Iterator[Change]:
    offset, data = change
    if data is None:
        yield change
        return
    at = 0
    while at < len(data):
        end = at + SECTOR - (offset + at) % SECTOR
        yield offset + at, data[at:end]
        at = end


def _torn(sector: Change, rng: random.Random) -> Change:
    """Its beginning only, or only its end."""
    offset, data = sector
    if not data:
        return sector
    at = rng.randrange(len(data))
    return (offset, data[:at]) if rng.random() < 0.5 else (offset + at, data[at:])


class Disk:
    """The default file system of SQLite from now on, for this process."""

    def __init__(self) -> None:
        self.files: dict[str, File] = {}
        self.lock = threading.RLock()
        self.on_change: Callable[[str], None] = lambda path: None
        """Called with the path of a file at each change of it, and when it is to be synced."""
        self._names: dict[int, str] = {}
        self._kept: list[Any] = []
        self._methods: dict[int, int] = {}
        library = ctypes.CDLL(_sqlite3.__file__)
        library.sqlite3_vfs_find.restype = ctypes.c_void_p
        library.sqlite3_vfs_find.argtypes = [ctypes.c_char_p]
        library.sqlite3_vfs_register.argtypes = [ctypes.c_void_p, ctypes.c_int]
        real = library.sqlite3_vfs_find(None)
        self._real = real
        self._real_open = OpenT(_pointer(real + _OPEN_AT))
        self._real_delete = DeleteT(_pointer(real + _DELETE_AT))
        vfs = ctypes.create_string_buffer(ctypes.string_at(real, _VFS_BYTES), _VFS_BYTES)
        name = ctypes.create_string_buffer(b"power")
        opening, deleting = OpenT(self._open), DeleteT(self._delete)
        address = ctypes.addressof(vfs)
        _set_pointer(address + _NAME_AT, ctypes.addressof(name))
        _set_pointer(address + _OPEN_AT, _address(opening))
        _set_pointer(address + _DELETE_AT, _address(deleting))
        self._kept += [vfs, name, opening, deleting]
        assert library.sqlite3_vfs_register(address, 1) == 0

    def _open(self, _: int, path: int | None, file: int, flags: int, out: int | None) -> int:
        status = int(self._real_open(self._real, path, file, flags, out))
        if status == 0 and path is not None:
            name = os.fsdecode(ctypes.string_at(path))
            with self.lock:
                self._names[file] = name
                self.files.setdefault(name, File())
            methods = _pointer(file)
            if methods not in self._methods:
                self._methods[methods] = self._wrapped(methods)
            _set_pointer(file, self._methods[methods])
        return status

    def _delete(self, _: int, path: int, sync: int) -> int:
        with self.lock:
            self.files.pop(os.fsdecode(ctypes.string_at(path)), None)
        return int(self._real_delete(self._real, path, sync))

    def _wrapped(self, methods: int) -> int:
        """The real methods of a file, with writing and syncing watched."""
        copy = ctypes.create_string_buffer(
            ctypes.string_at(methods, _METHODS_BYTES), _METHODS_BYTES
        )
        address = ctypes.addressof(copy)
        real_write = WriteT(_pointer(methods + _WRITE_AT))
        real_truncate = TruncateT(_pointer(methods + _TRUNCATE_AT))
        real_sync = SyncT(_pointer(methods + _SYNC_AT))

        def write(file: int, content: int, amount: int, offset: int) -> int:
            self._note(file, (offset, ctypes.string_at(content, amount)))
            return int(real_write(file, content, amount, offset))

        def truncate(file: int, size: int) -> int:
            self._note(file, (size, None))
            return int(real_truncate(file, size))

        def sync(file: int, flags: int) -> int:
            self._note(file)
            status = int(real_sync(file, flags))
            with self.lock:
                self.files[self._names[file]].sync()
            return status

        watched = [WriteT(write), TruncateT(truncate), SyncT(sync)]
        for at, function in zip((_WRITE_AT, _TRUNCATE_AT, _SYNC_AT), watched, strict=True):
            _set_pointer(address + at, _address(function))
        self._kept += [copy, real_write, real_truncate, real_sync, *watched]
        return address

    def _note(self, file: int, change: Change | None = None) -> None:
        with self.lock:
            name = self._names[file]
            if change is not None:
                self.files[name].pending.append(change)
            self.on_change(name)


def _pointer(address: int) -> int:
    return ctypes.c_void_p.from_address(address).value or 0


def _set_pointer(address: int, value: int) -> None:
    ctypes.c_void_p.from_address(address).value = value


def _address(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0


class PowerCuts:
    """Cuts the power at random changes; every other time at one that a checkpoint makes."""

    def __init__(self, disk: Disk, data: Path, cuts: int, seed: int) -> None:
        self._disk = disk
        self._data = data
        self._cuts = cuts
        self._rng = random.Random(seed)
        self._made = 0
        self._changes_left = 1
        disk.on_change = self._changed

    def _changed(self, path: str) -> None:
        """Called while nothing else can change."""
        if self._made == self._cuts or (self._in_checkpoint and not path.endswith(FILE)):
            return
        self._changes_left -= 1
        if self._changes_left <= 0:
            self._cut()
            self._changes_left = self._rng.randint(1, 12 if self._in_checkpoint else 90)

    @property
    def _in_checkpoint(self) -> bool:
        return self._made % 2 == 1

    def _cut(self) -> None:
        """Write to a folder what would be left of each file."""
        at, files, luck = time.monotonic(), self._disk.files, self._rng.choice(LUCK)
        self._made += 1
        folder = self._data.parent / f"cut-{self._made:03}"
        draft = folder.with_suffix(".draft")
        draft.mkdir(parents=True)
        for path, file in files.items():
            (draft / Path(path).name).write_bytes(file.after_cut(self._rng, luck))
        if (self._data / KEY_FILE).exists():
            shutil.copy(self._data / KEY_FILE, draft)
        copying = any(file.pending for path, file in files.items() if path.endswith(FILE))
        (draft / ABOUT).write_text(json.dumps({"at": at, "in_checkpoint": copying}))
        draft.rename(folder)
