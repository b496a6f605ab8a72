"""A program that is sent a line and answers with one. Whatever it does, it is ended."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import weakref
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO

from .wire import WireError

PARTING = 1.0
"""Seconds that a program has to end by itself once its input has ended."""
LONGEST_LINE = 1 << 16
_SHELL = frozenset("();<>|&")


def command_words(text: str) -> list[str]:
    """The words of a command line; with pipes and the like a shell's. Raises WireError.

    >>> command_words("python bot.py 'a b'")
    ['python', 'bot.py', 'a b']
    >>> command_words("tee log | ./bot")
    ['sh', '-c', 'tee log | ./bot']
    """
    reader = shlex.shlex(text, posix=True, punctuation_chars=True)
    reader.whitespace_split = True
    reader.commenters = ""
    try:
        pieces, words = [*reader], shlex.split(text)
    except ValueError as broken:
        raise WireError(f"not a command: {text!r} ({broken})") from None
    if not words:
        raise WireError("an empty command is no bot")
    if any(_SHELL.issuperset(piece) for piece in pieces if piece):
        return ["sh", "-c", text]
    if shutil.which(words[0]) is None:
        raise WireError(f"{words[0]} cannot be started: there is no such program")
    return words


class Program:
    """A running program, in a group of its own so that its children end with it.

    Threads write and read, so that one that does not read or answers for ever holds up nobody.
    """

    def __init__(self, words: list[str]) -> None:
        try:
            process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except OSError as problem:
            raise WireError(f"{words[0]} cannot be started: {problem.strerror}") from None
        assert process.stdin
        assert process.stdout
        self._process = process
        self._asked: SimpleQueue[str | None] = SimpleQueue()
        self._said: SimpleQueue[str] = SimpleQueue()
        threads = [
            Thread(target=_write, args=(process.stdin, self._asked), daemon=True),
            Thread(target=_read, args=(process.stdout, self._said), daemon=True),
        ]
        for thread in threads:
            thread.start()
        self.end = weakref.finalize(self, _end, process, self._asked, threads)
        """Ends it, once; happens by itself when nobody holds it any more, and on exit."""

    def ask(self, line: str, seconds: float) -> str:
        """The line that it answers with; raises WireError."""
        self._asked.put(line)
        try:
            answer = self._said.get(timeout=seconds)
        except Empty:
            raise WireError(f"no answer within {seconds:g} s") from None
        if not answer:
            raise WireError(f"the program has ended{self._status()}")
        return answer

    def _status(self) -> str:
        try:
            return f" with status {self._process.wait(PARTING)}"
        except subprocess.TimeoutExpired:
            return ""


def _write(pipe: IO[str], lines: SimpleQueue[str | None]) -> None:
    try:
        with pipe:
            while (line := lines.get()) is not None:
                pipe.write(f"{line}\n")
                pipe.flush()
    except OSError:
        # Nobody reads it any more; that the program has ended is seen where it is read.
        return


def _read(pipe: IO[str], lines: SimpleQueue[str]) -> None:
    with pipe:
        while line := pipe.readline(LONGEST_LINE):
            lines.put(line)
    lines.put("")


def _end(
    process: subprocess.Popen[str], asked: SimpleQueue[str | None], threads: list[Thread]
) -> None:
    asked.put(None)
    with suppress(subprocess.TimeoutExpired):
        process.wait(PARTING)
    _kill(process)
    process.wait()
    for thread in threads:
        thread.join(PARTING)


def _kill(process: subprocess.Popen[str]) -> None:
    """Its whole group: what it started may still run after it."""
    if hasattr(os, "killpg"):
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
    else:
        process.kill()
