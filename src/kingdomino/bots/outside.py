"""Bots that live outside: a program asked over its standard input and output, or over HTTP.

One JSON document a line each way, see docs/bots.md. ``serve_lines`` is the other side.
"""

from __future__ import annotations

import json
import random
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from ..core.action import Action
from ..core.notation import format_action
from ..core.state import State
from .bot import Bot
from .wire import WireError, answer_of, request, state_asked

SECONDS = 10.0
"""How long an outside bot may think."""
COMMAND = "cmd="
WEB = ("http://", "https://")


class ProgramBot:
    """A program that answers questions line by line; it is started once and asked again."""

    def __init__(self, command: Sequence[str], *, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._asked = 0
        self._lines: SimpleQueue[str] = SimpleQueue()
        try:
            self._program = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as problem:
            raise WireError(f"{command[0]} cannot be started: {problem.strerror}") from None
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._program.stdout
        for line in self._program.stdout:
            self._lines.put(line)
        self._lines.put("")

    def act(self, state: State, rng: random.Random) -> Action:
        """What the program answers; raises WireError."""
        self._asked += 1
        question = request(state, self._asked, self._seconds)
        assert self._program.stdin
        try:
            self._program.stdin.write(json.dumps(question) + "\n")
            self._program.stdin.flush()
            line = self._lines.get(timeout=self._seconds)
        except Empty:
            raise WireError(f"no answer within {self._seconds:g} s") from None
        except OSError:
            line = ""
        if not line:
            raise WireError("the program has ended")
        return answer_of(state, self._asked, _parsed(line))

    def close(self) -> None:
        """End the program."""
        assert self._program.stdin
        assert self._program.stdout
        self._program.kill()
        self._program.wait()
        for pipe in (self._program.stdin, self._program.stdout):
            _close(pipe)


def _close(pipe: IO[str]) -> None:
    try:
        pipe.close()
    except OSError:
        # What was still to be written has no reader any more.
        return


class WebBot:
    """A bot behind an address that answers each question that is posted to it."""

    def __init__(self, address: str, *, seconds: float = SECONDS) -> None:
        self._address = address
        self._seconds = seconds
        self._asked = 0

    def act(self, state: State, rng: random.Random) -> Action:
        """What the answer says; raises WireError."""
        self._asked += 1
        body = json.dumps(request(state, self._asked, self._seconds)).encode()
        post = Request(self._address, body, {"Content-Type": "application/json"})
        try:
            with urlopen(post, timeout=self._seconds) as reply:
                text = reply.read().decode("utf-8")
        except (URLError, OSError, UnicodeDecodeError) as problem:
            raise WireError(f"{self._address} does not answer: {problem}") from None
        return answer_of(state, self._asked, _parsed(text))

    def close(self) -> None:
        """There is nothing to end."""


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise WireError(f"the answer is no JSON: {text.strip()[:80]!r}") from None


def outside_bot(name: str, *, seconds: float = SECONDS) -> ProgramBot | WebBot:
    """The bot behind ``http://…``, or behind a command line with or without ``cmd=``."""
    if name.startswith(WEB):
        return WebBot(name, seconds=seconds)
    words = shlex.split(name.removeprefix(COMMAND))
    if not words:
        raise WireError("an empty command is no bot")
    return ProgramBot(words, seconds=seconds)


@contextmanager
def visiting(name: str, *, seconds: float = SECONDS) -> Iterator[Bot]:
    """An outside bot that is ended afterwards."""
    bot = outside_bot(name, seconds=seconds)
    try:
        yield bot
    finally:
        bot.close()


def reply(bot: Bot, question: object, rng: random.Random) -> dict[str, Any]:
    """What one of our bots answers to a request, or why it does not."""
    number = question.get("id") if isinstance(question, dict) else None
    try:
        return {"id": number, "action": format_action(bot.act(state_asked(question), rng))}
    except (WireError, IndexError) as broken:
        return {"id": number, "error": str(broken)}


def serve_lines(bot: Bot, asked: IO[str], answers: IO[str], rng: random.Random) -> None:
    """Answer requests until there are no more."""
    for line in asked:
        if line.strip():
            try:
                question = json.loads(line)
            except ValueError:
                question = None
            answers.write(json.dumps(reply(bot, question, rng)) + "\n")
            answers.flush()
