"""Reading whole files as text, and writing files that are either complete or not there."""

from __future__ import annotations

import errno
import io
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def replacing(name: str) -> Iterator[TextIO]:
    """A stream whose text becomes the file *name* when all went well; else nothing changes.

    What is no plain file (standard output, a pipe, a device) is written to directly. All text is
    UTF-8, and what is no text, as half a surrogate in a player's name, is spelled as in JSON.
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
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    with part.open("x", encoding="utf-8", errors=SPELLED, newline="\n") as stream:
        try:
            yield stream
            stream.close()
            if target.exists():
                shutil.copymode(target, part)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
