"""A disk that loses power: a SQLite file system that knows what has been synced.

Run as ``python -m tests.server.power OUT SYNCHRONOUS MOVES CUTS SEED``. Plays moves in a hall of
this process; at random moments it writes to OUT what a disk would hold if the power went now, and
which moves had been acknowledged by then.
"""

from __future__ import annotations

import _sqlite3
import asyncio
import ctypes
import json
import random
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kingdomino.server.live.hall import Hall
from kingdomino.server.live.room import Room
from tests.server.support import ANA, opened, settings, shared_bots, some_move

TABLES = 12
_POINTER = ctypes.sizeof(ctypes.c_void_p)
# sqlite3.h: struct sqlite3_vfs begins with three ints, then pNext, zName, pAppData, xOpen, xDelete.
_VFS_BYTES = 16 + 19 * _POINTER
_NAME_AT, _OPEN_AT, _DELETE_AT = (16 + slot * _POINTER for slot in (1, 3, 4))
# struct sqlite3_io_methods: iVersion, then xClose, xRead, xWrite, xTruncate, xSync, …
_METHODS_BYTES = 19 * _POINTER
_WRITE_AT, _TRUNCATE_AT, _SYNC_AT = 3 * _POINTER, 4 * _POINTER, 5 * _POINTER

OpenT = ctypes.CFUNCTYPE(
    ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_char_p,
    ctypes.c_void_p,
    ctypes.c_int,
    ctypes.POINTER(ctypes.c_int),
)
DeleteT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
WriteT = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
)
TruncateT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64)
SyncT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)


class File:
    """What has reached the platter, and what is still in a cache."""

    def __init__(self) -> None:
        self.durable = bytearray()
        self.pending: list[Callable[[bytearray], None]] = []

    def sync(self) -> None:
        for change in self.pending:
            change(self.durable)
        self.pending.clear()

    def after_cut(self, rng: random.Random) -> bytes:
        """The content after a power cut: any of the unsynced writes may have made it."""
        image = bytearray(self.durable)
        for change in self.pending:
            if rng.random() < 0.5:
                change(image)
        return bytes(image)


class Disk:
    """The default file system of SQLite from now on, for this process."""

    def __init__(self) -> None:
        self.files: dict[str, File] = {}
        self.lock = threading.Lock()
        self._names: dict[int, str] = {}
        self._kept: list[Any] = []
        library = ctypes.CDLL(_sqlite3.__file__)
        library.sqlite3_vfs_find.restype = ctypes.c_void_p
        library.sqlite3_vfs_find.argtypes = [ctypes.c_char_p]
        library.sqlite3_vfs_register.argtypes = [ctypes.c_void_p, ctypes.c_int]
        real = library.sqlite3_vfs_find(None)
        self._real = real
        self._real_open = OpenT(_pointer(real + _OPEN_AT))
        vfs = ctypes.create_string_buffer(ctypes.string_at(real, _VFS_BYTES), _VFS_BYTES)
        name = ctypes.create_string_buffer(b"power")
        opening = OpenT(self._open)
        address = ctypes.addressof(vfs)
        _set_pointer(address + _NAME_AT, ctypes.addressof(name))
        _set_pointer(address + _OPEN_AT, _address(opening))
        self._real_delete = DeleteT(_pointer(real + _DELETE_AT))
        deleting = DeleteT(self._delete)
        _set_pointer(address + _DELETE_AT, _address(deleting))
        self._kept += [vfs, name, opening, deleting]
        self._methods: dict[int, int] = {}
        assert library.sqlite3_vfs_register(address, 1) == 0

    def _open(self, _: Any, path: bytes | None, file: int, flags: int, out: Any) -> int:
        status: int = self._real_open(self._real, path, file, flags, out)
        if status == 0 and path is not None:
            with self.lock:
                self._names[file] = path.decode()
                self.files.setdefault(path.decode(), File())
            methods = _pointer(file)
            if methods not in self._methods:
                self._methods[methods] = self._wrapped(methods)
            _set_pointer(file, self._methods[methods])
        return status

    def _delete(self, _: Any, path: bytes, sync: int) -> int:
        with self.lock:
            self.files.pop(path.decode(), None)
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
            data = ctypes.string_at(content, amount)
            self._note(file, lambda image: _overwrite(image, offset, data))
            return int(real_write(file, content, amount, offset))

        def truncate(file: int, size: int) -> int:
            self._note(file, lambda image: image.__delitem__(slice(size, None)))
            return int(real_truncate(file, size))

        def sync(file: int, flags: int) -> int:
            status = int(real_sync(file, flags))
            with self.lock:
                self.files[self._names[file]].sync()
            return status

        watched = [WriteT(write), TruncateT(truncate), SyncT(sync)]
        for at, function in zip((_WRITE_AT, _TRUNCATE_AT, _SYNC_AT), watched, strict=True):
            _set_pointer(address + at, _address(function))
        self._kept += [copy, real_write, real_truncate, real_sync, *watched]
        return address

    def _note(self, file: int, change: Callable[[bytearray], None]) -> None:
        with self.lock:
            self.files[self._names[file]].pending.append(change)

    def cut(self, folder: Path, rng: random.Random) -> None:
        """Write to *folder* what would be left of each file."""
        folder.mkdir(parents=True)
        with self.lock:
            for path, file in self.files.items():
                (folder / Path(path).name).write_bytes(file.after_cut(rng))


def _overwrite(image: bytearray, offset: int, data: bytes) -> None:
    if len(image) < offset:
        image.extend(bytes(offset - len(image)))
    image[offset : offset + len(data)] = data


def _pointer(address: int) -> int:
    return ctypes.c_void_p.from_address(address).value or 0


def _set_pointer(address: int, value: int) -> None:
    ctypes.c_void_p.from_address(address).value = value


def _address(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0


async def play(out: Path, synchronous: str, moves: int, cuts: int, seed: int) -> None:
    """Play, and cut the power now and then."""
    rng, disk = random.Random(seed), Disk()
    hall = Hall(settings(out / "data", synchronous=synchronous), shared_bots())
    rooms = [await opened(hall) for _ in range(TABLES)]
    acked: list[tuple[str, str]] = []
    when = sorted(rng.sample(range(moves // 10, moves), cuts), reverse=True)

    async def sit(number: int) -> None:
        room: Room = rooms[number]
        while len(acked) < moves:
            move = some_move(room, rng)
            if move is None:
                room = await opened(hall)
                continue
            await room.move(ANA, move)
            acked.append((room.id, move.move_id))
            if when and len(acked) >= when[-1]:
                name = f"cut-{when.pop()}"
                known = json.dumps(acked)
                disk.cut(out / name, rng)
                (out / name / "acked.json").write_text(known)

    await asyncio.gather(*(sit(number) for number in range(TABLES)))
    await hall.close()


if __name__ == "__main__":
    out, synchronous, moves, cuts, seed = sys.argv[1:]
    asyncio.run(play(Path(out), synchronous, int(moves), int(cuts), int(seed)))
