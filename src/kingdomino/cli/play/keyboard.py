"""Questions at the keyboard: lines of text, so that a pipe can answer too."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import TypeVar

from rich.console import Console, RenderableType
from rich.text import Text

from ..tool.failure import Failure

T = TypeVar("T")


class Leave(Exception):
    """Nobody is there to answer any more: the end of the input."""


class Keyboard:
    """Asks on a console, reads from the standard input."""

    def __init__(self, console: Console) -> None:
        self.console = console
        if isinstance(sys.stdin, io.TextIOWrapper):
            # A stray byte is a bad answer, not the end of the game.
            sys.stdin.reconfigure(errors="replace")

    def say(self, what: RenderableType = "") -> None:
        """Print a sentence or a drawing. Square brackets mean nothing special."""
        self.console.print(Text(what) if isinstance(what, str) else what)

    def ask(self, question: str | Text, *, default: str = "") -> str:
        """One answer without the white space around it; *default* for an empty one."""
        text = question.copy() if isinstance(question, Text) else Text(question, "bold")
        if default:
            text.append(f" [{default}]", "dim")
        self.console.print(text, end=" ")
        answer = self._line()
        if not sys.stdin.isatty():
            # Nobody typed it here: without this a transcript shows questions only.
            self.console.print(Text(answer))
        return answer or default

    def _line(self) -> str:
        self.console.file.flush()
        line = sys.stdin.readline()
        if not line:
            self.console.print()
            raise Leave
        return line.strip()

    def ask_until(self, question: str, read: Callable[[str], T], *, default: str = "") -> T:
        """Ask until *read* takes the answer; a ValueError is shown, then it asks again."""
        while True:
            try:
                return read(self.ask(question, default=default))
            except (ValueError, OSError) as no:
                self.refuse(str(no))

    def refuse(self, why: str) -> None:
        """Say why an answer cannot be."""
        self.console.print(Text(f"  {_sentence(why)}", "italic"))

    def agrees(self, question: str, *, default: bool) -> bool:
        """A yes or a no."""

        def read(answer: str) -> bool:
            word = answer.lower()
            if word in ("y", "yes", "n", "no"):
                return word.startswith("y")
            raise Failure("Please answer y or n.")

        return self.ask_until(question, read, default="y" if default else "n")


def _sentence(text: str) -> str:
    upper = text[:1].upper() + text[1:]
    return upper if upper.endswith((".", "?", "!")) else f"{upper}."
