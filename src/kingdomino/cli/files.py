"""Reading whole files as text, and writing files that are either complete or not there."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from .failure import Failure, os_reason

STDIO = "-"


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

    What is no plain file (standard output, a pipe, a device) is written to directly.
    """
    target = Path(name).resolve()
    if name == STDIO:
        yield sys.stdout
    elif target.exists() and not target.is_file():
        with target.open("w", encoding="utf-8") as stream:
            yield stream
    else:
        with _part(target, name) as stream:
            yield stream


@contextmanager
def _part(target: Path, name: str) -> Iterator[TextIO]:
    if target.exists() and not os.access(target, os.W_OK):
        raise Failure(f"{name}: permission denied")
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        stream = part.open("x", encoding="utf-8", newline="\n")
    except OSError as error:
        raise Failure(f"{name}: {os_reason(error)}") from None
    try:
        with stream:
            yield stream
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
