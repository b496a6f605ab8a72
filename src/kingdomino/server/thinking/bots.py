"""Where bots are asked: a process of their own thinks, so that no table waits for another's bot.

A process that dies or does not answer is started again; meanwhile a simpler bot plays.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.util import find_spec
from itertools import count
from queue import SimpleQueue
from typing import NamedTuple

import msgspec

from ...bots.levels import LEVELS, USUAL, ladder
from ...bots.worker import Advice, Answer, Question
from ...core.rules import Rules
from ..disk.store import Thinkers
from ..error import ServerError
from ..log import log, warn
from .queue import Busy, Kind, Queue

COMMAND = (sys.executable, "-m", "kingdomino.bots.worker")
BUSY_SECONDS = 2.0
CLOCKLESS_SECONDS = 30.0
"""What a bot may take that must not go by the clock."""
START_SECONDS = 30.0
"""A process that has taken up no question by then has not started."""


class BotGone(Exception):
    """The thinking process has ended, or had to be ended."""


@dataclass(slots=True)
class _Asked:
    ended: Callable[[], None]
    """Called when its thread is free again, whether or not anybody still waits."""
    begun: Future[None] = field(default_factory=Future)
    answer: Future[Answer] = field(default_factory=Future)


class Process:
    """One thinking process. Two threads carry questions in and answers out."""

    def __init__(self, command: Sequence[str], on_warm: Callable[[Answer], None]) -> None:
        self._on_warm = on_warm
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._asked: dict[int, _Asked] = {}
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._reading = threading.Thread(target=self._read, name="bot-reader", daemon=True)
        self._writing = threading.Thread(target=self._write, name="bot-writer", daemon=True)
        self._lock = threading.Lock()
        self._gone = False
        self._reading.start()
        self._writing.start()

    def ask(self, question: Question, ended: Callable[[], None]) -> _Asked:
        """Put a question; *ended* is called when it is over. Raises BotGone."""
        asked = _Asked(ended)
        with self._lock:
            if self._gone:
                raise BotGone("the thinking process has ended")
            self._asked[question.id] = asked
        self._lines.put(msgspec.json.encode(question) + b"\n")
        return asked

    def end(self) -> None:
        """Kill it: it holds nothing that is not in the log."""
        self._child.kill()
        self._lines.put(None)

    def join(self) -> None:
        """Wait until nothing of it is left."""
        self._reading.join()
        self._writing.join()

    def _write(self) -> None:
        assert self._child.stdin
        try:
            while (line := self._lines.get()) is not None:
                self._child.stdin.write(line)
                self._child.stdin.flush()
        except OSError:
            # It has died; the reading side tells everybody who waits.
            pass
        finally:
            with suppress(OSError):
                self._child.stdin.close()

    def _read(self) -> None:
        assert self._child.stdout
        read = msgspec.json.Decoder(Answer)
        with self._child.stdout as answers:
            for line in answers:
                self._hear(read.decode(line))
        with self._lock:
            self._gone = True
        self._lines.put(None)
        self._child.wait()
        for asked in self._asked.values():
            for future in (asked.begun, asked.answer):
                with suppress(InvalidStateError):
                    future.set_exception(BotGone("the thinking process has ended"))
            asked.ended()

    def _hear(self, answer: Answer) -> None:
        if not answer.id:
            self._on_warm(answer)
            return
        asked = self._asked[answer.id] if answer.begun else self._asked.pop(answer.id)
        if not answer.begun:
            asked.ended()
        # Who gave up waiting has cancelled it.
        with suppress(InvalidStateError):
            if answer.begun:
                asked.begun.set_result(None)
            else:
                asked.answer.set_result(answer)


@dataclass(frozen=True, slots=True)
class Moment:
    """What a bot is asked about: the texts of all that has happened, and of all that is legal."""

    rules: Rules
    actions: Sequence[str]
    legal: Sequence[str]
    table: str
    """For the log."""
    asker: str
    """Who takes turns with others in being answered."""
    elsewhere: Thinkers | None = None
    """Who may be asked instead of the process beside this one."""
    played: str | None = None
    """What was done, where it is to be judged."""
    seed: int | None = None
    """What alone decides a bot's move, where the same play is to meet the same answers."""


class Chosen(NamedTuple):
    """An action and the level that has chosen it; None when it was left to chance."""

    action: str
    level: str | None


class Bots:
    """Asks bots, and answers for those who fail."""

    def __init__(
        self,
        *,
        threads: int | None = None,
        patience: float = 3.0,
        fast: bool = True,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self.failures = 0
        self.warm = False
        self.fast = fast and find_spec("numba") is not None
        """Whether levels that search can be had, now or once they are compiled."""
        threads = threads or os.cpu_count() or 1
        words = [str(threads), *(["fast"] if self.fast else [])]
        self._queue = Queue(threads)
        self._command = [*command, *words]
        self._patience = patience
        self._process: Process | None = None
        self._numbers = count(1)
        self._closed = False

    @property
    def stand_in(self) -> str:
        """The level where nobody has chosen one, and that plays for a person who has left."""
        return next(ladder(USUAL, fast=self.fast)).name

    def state_of(self, level: str) -> str:
        """``ready``, ``warming`` while a simpler one plays for it, or ``missing``."""
        if self.warm or not LEVELS[level].searches:
            return "ready"
        return "warming" if self.fast else "missing"

    def _warmed(self, answer: Answer) -> None:
        self.warm, self.fast = answer.warm, answer.warm
        if answer.warm:
            log("bots_warm")
        else:
            warn("bots_not_warm", why=answer.why)

    def start(self) -> None:
        """Start the process, if it does not run: compiling begins."""
        if self._process is None and not self._closed:
            self._process = Process(self._command, self._warmed)

    def close(self) -> None:
        self._closed = True
        if self._process:
            self._process.end()
            self._process.join()

    async def act(self, level: str, moment: Moment, rng: random.Random) -> Chosen:
        """What a bot of this level does; a simpler one steps in for a bot that fails.

        Raises ServerError when so many are to move that this one has to be asked for again.
        """
        legal = moment.legal
        if len(legal) == 1:
            return Chosen(legal[0], level)
        asked = level if level in LEVELS else self.stand_in
        # A question that cost the whole process is asked again of nobody who searches.
        able = [asked, *(low.name for low in ladder(asked, fast=False) if low.name != asked)]
        for bot, instead in zip(able, (*able[1:], "chance"), strict=True):
            try:
                answer = await self._ask(Kind.MOVE, bot, moment, rng)
                self._tell(level, answer, moment)
                if moment.seed is not None and self.fast and answer.level != bot:
                    self._check_ready(answer)
                if answer.action is not None and answer.action in legal:
                    return Chosen(answer.action, answer.level)
                why = answer.why or f"{answer.action!r} is illegal"
            except (BotGone, TimeoutError) as problem:
                why = str(problem) or repr(problem)
            self._failed(moment, bot=bot, why=why, replaced_by=instead)
            moment = replace(moment, elsewhere=None)
        return Chosen(rng.choice(legal), None)

    async def advise(
        self, moment: Moment, rng: random.Random, kind: Kind = Kind.HINT
    ) -> tuple[Advice, ...]:
        """The best options, the best first; none when nobody could be asked.

        Raises ServerError when too many ask.
        """
        try:
            return (await self._ask(kind, None, moment, rng)).best
        except (BotGone, TimeoutError) as problem:
            self._failed(moment, bot="hint", why=str(problem) or repr(problem))
            return ()

    async def judge(
        self, moment: Moment, played: str, rng: random.Random
    ) -> tuple[Advice, Advice] | None:
        """What was played and what would have been best; None when nobody could be asked.

        Raises ServerError when too many ask.
        """
        try:
            answer = await self._ask(Kind.REVIEW, None, replace(moment, played=played), rng)
        except (BotGone, TimeoutError) as problem:
            self._failed(moment, bot="review", why=str(problem) or repr(problem))
            return None
        if answer.failed:
            self._failed(moment, bot="review", why=answer.why)
            return None
        mine, best = answer.best
        return mine, best

    def _check_ready(self, answer: Answer) -> None:
        """Another level has answered; raises ServerError where it is worth while to wait."""
        if not answer.failed:
            raise ServerError("unavailable", f"the bot is not ready: {answer.why}")

    def _tell(self, level: str, answer: Answer, moment: Moment) -> None:
        if answer.failed:
            self._failed(moment, bot=level, why=answer.why)
        elif answer.why:
            log("bot_replaced", game=moment.table, bot=level, by=answer.level, why=answer.why)

    def _failed(self, moment: Moment, **about: str | None) -> None:
        self.failures += 1
        warn("bot_failed", game=moment.table, **about)

    async def _ask(
        self, kind: Kind, level: str | None, moment: Moment, rng: random.Random
    ) -> Answer:
        if moment.elsewhere is not None and moment.elsewhere.thinkers:
            return await self._ask_elsewhere(moment.elsewhere, kind, level, moment, rng)
        try:
            waited = await self._queue.enter(kind, moment.asker)
        except Busy as problem:
            raise ServerError("too_fast", str(problem), retry_after=BUSY_SECONDS) from None
        ended = partial(self._queue.leave, kind)
        if self._closed:
            ended()
            raise BotGone("the server is shutting down")
        self.start()
        process = self._process
        assert process is not None
        question = self._question(level, moment, rng, round(waited, 3))
        patience = self._seconds(level, moment)
        try:
            asked = process.ask(question, ended)
        except BotGone:
            ended()
            self._drop(process)
            raise
        try:
            await asyncio.wait_for(asyncio.wrap_future(asked.begun), START_SECONDS)
            answer = asyncio.wrap_future(asked.answer)
            return await asyncio.wait_for(answer, patience)
        except (BotGone, TimeoutError):
            self._drop(process)
            raise

    async def _ask_elsewhere(
        self,
        elsewhere: Thinkers,
        kind: Kind,
        level: str | None,
        moment: Moment,
        rng: random.Random,
    ) -> Answer:
        question = msgspec.json.encode(self._question(level, moment, rng)).decode()
        advice, seconds = kind is not Kind.MOVE, self._seconds(level, moment)
        said = await elsewhere.ask(question, moment.asker, advice=advice, seconds=seconds)
        return msgspec.json.decode(said, type=Answer)

    def _seconds(self, level: str | None, moment: Moment) -> float:
        if level and moment.seed is not None:
            return CLOCKLESS_SECONDS
        return self._patience + (LEVELS[level].seconds if level else 1.0)

    def _question(
        self, level: str | None, moment: Moment, rng: random.Random, waited: float = 0.0
    ) -> Question:
        made, number, fixed = moment.rules, next(self._numbers), moment.seed
        about = (made.game, made.players, made.variants, [*moment.actions])
        seed = rng.getrandbits(63) if fixed is None else fixed
        return Question(number, *about, seed, level, waited, moment.played, fixed is not None)

    def _drop(self, process: Process) -> None:
        """A thread that never comes back can only be ended with its process."""
        process.end()
        if self._process is process:
            self._process, self.warm = None, False
