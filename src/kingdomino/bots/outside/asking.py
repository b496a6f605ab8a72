"""Bots that live outside: a program asked over its standard input and output, or over HTTP.

One JSON document a line each way, see docs/outside-bots.md; ``answering`` is the other side.
"""

from __future__ import annotations

import json
import random
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from ...core.action import Action, Event
from ...core.engine import advance, draw, start
from ...core.rules import Rules
from ...core.state import State
from .program import LONGEST_LINE, Program, command_words
from .wire import (
    OLDER,
    WireError,
    answer_of,
    format_spoken,
    full_request,
    greeting,
    request,
)

COMMAND = "cmd="
WEB = ("http://", "https://")


class Patience(NamedTuple):
    """How long an outside bot is waited for, in seconds."""

    answer: float = 10.0
    start: float = 60.0
    """From being started to its first answer."""


PATIENCE = Patience()


class Outside(ABC):
    """A bot that is asked by documents; it is greeted once and then asked again and again.

    After a WireError nobody knows what it will say next: it is ended, and begins anew with the
    next game.
    """

    def __init__(self, patience: Patience = PATIENCE) -> None:
        self._patience = patience
        self._spoken: str | None = None
        self._asked = 0
        self._game = ""
        self._told: list[tuple[State, Event]] = []
        self._now: State | None = None

    def begin(self, rules: Rules) -> None:
        """A new game begins; raises WireError if the bot cannot be greeted."""
        self._game = secrets.token_hex(8)
        self._told, self._now = [], start(rules)
        if self._spoken is None:
            state = _first_question(rules)
            asked = greeting(state, self._patience.answer)
            with self._ended_when_wrong():
                answer = self._exchanged(asked, self._patience.start)
                self._spoken = format_spoken(state, answer)

    def saw(self, state: State, event: Event, after: State) -> None:
        """Something happens in the game that has begun."""
        self._told.append((state, event))
        self._now = after

    def act(self, state: State, rng: random.Random) -> Action:
        """What the bot answers; raises WireError."""
        if self._spoken is None:
            self.begin(state.rules)
        self._asked += 1
        with self._ended_when_wrong():
            answer = self._exchanged(self._question(state), self._patience.answer)
            return answer_of(state, self._asked, answer, self._spoken or OLDER)

    def _question(self, state: State) -> dict[str, Any]:
        seconds = self._patience.answer
        if self._spoken == OLDER:
            return request(state, self._asked, seconds)
        told = self._told if state is self._now else []
        return full_request(state, self._asked, seconds, game=self._game, told=told)

    def _exchanged(self, document: dict[str, Any], seconds: float) -> Any:
        text = self._exchange(json.dumps(document), seconds)
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise WireError(f"the answer is no JSON: {text.strip()[:80]!r}") from None

    @contextmanager
    def _ended_when_wrong(self) -> Iterator[None]:
        try:
            yield
        except WireError:
            self.close()
            raise

    @abstractmethod
    def _exchange(self, text: str, seconds: float) -> str:
        """Send a document and hear the answer; raises WireError."""

    def close(self) -> None:
        """No more of it; if it is asked again, it begins anew."""
        self._spoken = None


def _first_question(rules: Rules) -> State:
    """The opening of a game, dealt for nobody."""
    state, rng = start(rules), random.Random("greeting")
    while state.chance:
        state = advance(state, draw(state, rng))
    return state


class ProgramBot(Outside):
    """A program that answers line by line. It starts when it is first asked, and once."""

    def __init__(self, command: str, patience: Patience = PATIENCE) -> None:
        super().__init__(patience)
        self._words = command_words(command)
        self._program: Program | None = None

    def _exchange(self, text: str, seconds: float) -> str:
        self._program = self._program or Program(self._words)
        return self._program.ask(text, seconds)

    def close(self) -> None:
        super().close()
        if self._program is not None:
            self._program.end()
            self._program = None


class WebBot(Outside):
    """A bot behind an address that answers each question that is posted to it."""

    def __init__(self, address: str, patience: Patience = PATIENCE) -> None:
        super().__init__(patience)
        self._address = address

    def _exchange(self, text: str, seconds: float) -> str:
        # Kept off the start of every command: it takes as long as a tenth of all the others.
        from urllib.request import Request, urlopen

        post = Request(self._address, text.encode(), {"Content-Type": "application/json"})
        began = time.monotonic()
        try:
            with urlopen(post, timeout=seconds) as reply:
                body = reply.read(LONGEST_LINE).decode("utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            raise WireError(f"{self._address} does not answer: {problem}") from None
        # The limit above is for each wait, and drops may come slowly.
        if time.monotonic() - began > seconds:
            raise WireError(f"no answer within {seconds:g} s")
        return str(body)


def outside_bot(name: str, *, patience: Patience = PATIENCE) -> Outside:
    """The bot behind ``http://…``, or behind a command line with or without ``cmd=``."""
    if name.startswith(WEB):
        return WebBot(name, patience)
    return ProgramBot(name.removeprefix(COMMAND), patience)


def is_outside(name: str) -> bool:
    """Whether this names a bot that lives outside."""
    return name.startswith((COMMAND, *WEB))


@contextmanager
def visiting(name: str, *, patience: Patience = PATIENCE) -> Iterator[Outside]:
    """An outside bot that is ended afterwards."""
    bot = outside_bot(name, patience=patience)
    try:
        yield bot
    finally:
        bot.close()
