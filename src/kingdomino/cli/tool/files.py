"""Reading whole files as text, and writing files that are either complete or not there."""

from __future__ import annotations

import errno
import glob
import io
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from .failure import Failure, os_reason

STDIO = "-"
SPELLED = "backslashreplace"


def read_bytes(name: str) -> bytes:
    """What is in a file, or in standard input; raises Failure with the bare reason."""
    try:
        return sys.stdin.buffer.read() if name == STDIO else Path(name).read_bytes()
    except OSError as error:
        raise Failure(os_reason(error)) from None


def decode(raw: bytes) -> str:
    """UTF-8 text, with or without a byte order mark; raises Failure with the bare reason."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Failure(f"not UTF-8 text (byte {error.start})") from None


def read_text(name: str) -> str:
    """The text of a file or of standard input; raises Failure, which names the file."""
    try:
        return decode(read_bytes(name))
    except Failure as broken:
        raise Failure(f"{name}: {broken}") from None


def room_for(*paths: Path | None) -> None:
    """Make the folders of files that are written after long work; raises Failure where the work
    would be in vain."""
    for path in filter(None, paths):
        try:
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            path.parent.mkdir(parents=True, exist_ok=True)
            if not os.access(path if path.exists() else path.parent, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        except FileExistsError:
            raise Failure(f"{path}: {path.parent} is no folder") from None
        except OSError as error:
            raise Failure(f"{path}: {os_reason(error)}") from None


@contextmanager
def replacing(name: str) -> Iterator[TextIO]:
    """A stream whose text becomes the file *name* when all went well; else nothing changes.

    Until then it lies beside it as ``.NAME.PID.part``; what a run that was killed has left there
    goes with the next one. What is no plain file (standard output, a pipe, a device) is written to
    directly. All text is UTF-8, and what is no text, as half a surrogate in a player's name, is
    spelled as in JSON.
    """
    if name == STDIO:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", errors=SPELLED)
        yield sys.stdout
        return
    target = Path(name)
    try:
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8", errors=SPELLED) as stream:
                yield stream
        else:
            with _part(target.resolve()) as stream:
                yield stream
    except OSError as error:
        raise Failure(f"{name}: {os_reason(error)}") from None


@contextmanager
def _part(target: Path) -> Iterator[TextIO]:
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    _clear_parts(target)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    with _held(part) as stream:
        try:
            yield stream
            stream.flush()
            _loosen(stream)
            if target.exists():
                shutil.copymode(target, part)
            part.replace(target)
        finally:
            with suppress(OSError):  # a full disk has been told of already
                _loosen(stream)
            part.unlink(missing_ok=True)


def _held(part: Path) -> TextIO:
    """A new file that says, as long as it is open, that somebody writes to it."""
    while True:
        stream = part.open("x", encoding="utf-8", errors=SPELLED, newline="\n")
        with suppress(OSError):  # a file system without locks
            _lock(stream, wait=True)
        if part.exists():  # else somebody cleared it away before it was locked
            return stream
        stream.close()


def _clear_parts(target: Path) -> None:
    """Remove what runs that were killed have left of a file."""
    for part in target.parent.glob(f".{glob.escape(target.name)}.*.part"):
        with suppress(OSError):  # somebody still writes to it
            if sys.platform != "win32":
                with part.open() as stream:
                    _lock(stream, wait=False)
                    part.unlink()
            else:
                part.unlink()


def _lock(stream: TextIO, *, wait: bool) -> None:
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(stream, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def _loosen(stream: TextIO) -> None:
    # Windows moves and removes no file that is open: it needs no lock, and has to be closed first.
    if sys.platform == "win32":
        stream.close()
