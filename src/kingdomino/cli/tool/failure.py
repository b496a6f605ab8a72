"""What goes wrong becomes one line on stderr and an exit status: 2, or 130 when interrupted; help
flows to the edge of the screen."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup

LONGEST = 320
"""Characters of a reason; a record may quote a megabyte of nonsense."""
WRONG, INTERRUPTED = 2, 130
_LETTERS = {"int": "N", "int range": "N", "float": "X", "float range": "X", "path": "FILE"}


class Failure(ValueError):
    """Something that the command line itself cannot do, in one sentence."""


def one_line(text: str) -> str:
    """*text* fit for a single line of a terminal: no control characters, no end of a kilometre."""
    printable = "".join(sign if sign.isprintable() else " " for sign in text)
    words = " ".join(printable.split())
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"


def os_reason(error: OSError) -> str:
    """``no such file or directory``."""
    reason = error.strerror or str(error)
    return reason[:1].lower() + reason[1:]


def flowing(text: str) -> str:
    """Help without the line breaks of the code that it stands in; paragraphs stay apart."""
    return "\n\n".join(" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n"))


def _short(command: Any) -> None:
    """One letter for a value that has no word of its own: types take the room of what is said."""
    for one in command.params:
        if not one.metavar and one.param_type_name == "option" and not one.is_flag:
            kinds = getattr(one.type, "types", [one.type])
            letters = [_LETTERS.get(kind.name, "TEXT") for kind in kinds]
            one.metavar = " ".join(letters)


class Commands(TyperGroup):
    """A group whose errors are one line, whoever calls it, and whose help has no breaks of ours."""

    def __init__(self, *args: Any, **extra: Any) -> None:
        super().__init__(*args, **extra)
        for command in self.commands.values():
            command.help = flowing(command.help or "")
            _short(command)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
            sys.stdout.flush()
        except BrokenPipeError:
            _forget_stdout()
            sys.exit(0)
        except (typer.Abort, KeyboardInterrupt):
            sys.exit(INTERRUPTED)
        except (typer.TyperException, ValueError, OSError, RecursionError) as error:
            typer.echo(f"kingdomino: {_reason(error)}", err=True)
            sys.exit(WRONG)
        sys.exit(code if isinstance(code, int) else 0)


def _forget_stdout() -> None:
    """Whoever read our output has gone; what is still to be flushed goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _reason(error: Exception) -> str:
    if isinstance(error, typer.TyperException):
        context = getattr(error, "ctx", None)
        path = context.command_path if context else "kingdomino"
        message = one_line(error.format_message()).rstrip(".")
        return f"{message[:1].lower()}{message[1:]} (see {path} --help)"
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        return one_line(f"{name}{os_reason(error)}")
    if isinstance(error, RecursionError):
        return "the input is nested too deeply"
    return one_line(str(error))
