"""A process that thinks for a server: a question a line in, answers a line out.

A question holds the game so far as texts, because the log is the game. What searches is compiled
in the background, and until then simpler bots play for it. The process ends with its input.
"""

from __future__ import annotations

import logging
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Sequence
from itertools import islice
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING

import msgspec

from ..core.action import Action, Chance
from ..core.engine import advance, start
from ..core.error import RecordError
from ..core.gain import gains
from ..core.notation import format_action, parse_action
from ..core.rules import Rules
from ..core.state import State
from ..games.catalogue import rules
from ..games.outside import load_games
from .bot import Adviser, Opinion
from .budget import Budget
from .levels import LEVELS, Level, Steady, ladder, steady_bot, strongest
from .reason import Reason, reason, reasons
from .roster import CHAMPION, plain_bot
from .simple.advice import MOST, simple_advice

if TYPE_CHECKING:
    from .search.analysis import Analyst

HINT = Budget(seconds=0.8)
REVIEW = Budget(playouts=2000)
SECONDS_A_LEVEL = 1.0
"""Who waits so long for a free thread is played by the next simpler level."""
NICENESS = 10
"""A server that shares the cores comes first."""
_log = logging.getLogger(__name__)


class Advice(msgspec.Struct, array_like=True, frozen=True):
    """An action, the points and the part of the victory to be expected, their playouts, and why."""

    action: str
    points: float | None = None
    share: float | None = None
    playouts: int = 0
    why: Reason | None = None


class Question(msgspec.Struct, frozen=True):
    """What would *level* do after these *actions*? Without a level: what are the best options?

    With something *played*: how good was it?
    """

    id: int
    game: str
    players: int
    variants: tuple[str, ...]
    actions: Sequence[str]
    seed: int
    level: str | None = None
    waited: float = 0.0
    """Seconds that it has been waiting elsewhere."""
    played: str | None = None
    clockless: bool = False
    """Whether the seed alone is to decide: however long it has waited, and however slow we are."""


class Answer(msgspec.Struct, omit_defaults=True, frozen=True):
    """``begun`` when a thread takes the question up, then the action or the best options."""

    id: int = 0
    begun: bool = False
    warm: bool = False
    """Everything is compiled. This, and that it failed, answers no question."""
    action: str | None = None
    best: tuple[Advice, ...] = ()
    """Of something played: it, and what would have been best."""
    level: str | None = None
    """Who has answered: not always who was asked."""
    why: str | None = None
    """Why somebody else has, or nobody."""
    failed: bool = False
    """Whether something went wrong, rather than not being ready."""


class Failures(logging.Handler):
    """What bots log in this thread while they think."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._here = threading.local()

    def emit(self, record: logging.LogRecord) -> None:
        self.lines().append(record.getMessage())

    def lines(self) -> list[str]:
        """All since they were last cleared."""
        found: list[str] = self._here.__dict__.setdefault("lines", [])
        return found


class Worker:
    """Answers questions in several threads."""

    def __init__(self, out: IO[bytes], *, threads: int) -> None:
        self.warm = self.learned = False
        self._out = out
        self._lock = threading.Lock()
        self._questions: SimpleQueue[tuple[Question, float]] = SimpleQueue()
        self._failures = Failures()
        logging.getLogger("kingdomino.bots").addHandler(self._failures)
        for number in range(threads):
            threading.Thread(target=self._work, name=f"bot-{number}", daemon=True).start()

    def ask(self, question: Question) -> None:
        """Answer it as soon as a thread is free."""
        self._questions.put((question, time.monotonic() - question.waited))

    def say(self, answer: Answer) -> None:
        line = msgspec.json.encode(answer) + b"\n"
        with self._lock:
            self._out.write(line)
            self._out.flush()

    def warm_up(self) -> None:
        """Compile what searches, or load it from disk; say so."""
        try:
            from .search.player import warm_bots

            warm_bots()
        except Exception as problem:
            self.say(Answer(why=repr(problem), failed=True))
            return
        self.warm = True
        self.say(Answer(warm=True))
        self.warm_nets()

    def warm_nets(self) -> None:
        """The same for what plays by nets; without it the next simpler level plays."""
        try:
            from .learned.champion import warm_learned

            warm_learned()
        except Exception as problem:
            _log.warning("nets cannot be used: %r", problem)
            return
        self.learned = True

    def _work(self) -> None:
        while True:
            question, asked = self._questions.get()
            self.say(Answer(question.id, begun=True))
            try:
                answer = self.answer(question, time.monotonic() - asked)
            except Exception as problem:
                answer = Answer(question.id, why=repr(problem), failed=True)
            self.say(answer)

    def answer(self, question: Question, waited: float = 0.0) -> Answer:
        state, rng = _state(question), random.Random(question.seed)
        if question.played is not None:
            return Answer(question.id, best=self._judged(state, question.played, rng))
        if question.level is None:
            return Answer(question.id, best=self._advice(state, rng))
        asked = LEVELS[question.level]
        level, why = self._able(asked, state.rules, 0.0 if question.clockless else waited)
        if question.clockless and level is asked:
            chosen = plain_bot(steady_bot(level.name, state.rules)).act(state, rng)
            return Answer(question.id, action=format_action(chosen), level=level.name)
        lines = self._failures.lines()
        lines.clear()
        steady = Steady(level.name)
        action, failed = format_action(steady.act(state, rng)), bool(lines)
        why = "; ".join(lines) or why
        return Answer(question.id, action=action, level=steady.level, why=why, failed=failed)

    def _able(self, level: Level, rules: Rules, waited: float) -> tuple[Level, str | None]:
        """The level that can answer now, and why it is another."""
        able, why = level, None
        if waited >= SECONDS_A_LEVEL:
            *_, able = islice(ladder(level.name), int(waited / SECONDS_A_LEVEL) + 1)
            why = f"waited {waited:.1f} s for its turn"
        if able.searches and (obstacle := self._obstacle(rules)):
            able, why = next(ladder(able.name, fast=False)), obstacle
        elif able.learned and not self.learned and strongest(rules) == CHAMPION:
            able, why = next(islice(ladder(able.name), 1, None)), "its net is not ready"
        return able, why if able is not level else None

    def _obstacle(self, rules: Rules) -> str | None:
        """Why nobody can search."""
        if not self.warm:
            return "the fast engine is not ready"
        from ..fast.bridge.known import knows

        return None if knows(rules) else f"the fast engine does not know {rules.game}"

    def _advice(self, state: State, rng: random.Random) -> tuple[Advice, ...]:
        if self._obstacle(state.rules):
            return _simple_advice(state, rng)
        name = CHAMPION if self._crowned(state.rules) else "search"
        adviser = plain_bot(name, budget=HINT)
        assert isinstance(adviser, Adviser)
        found = [option for option in adviser.options(state, rng)[:MOST] if option.playouts]
        whys = reasons(state, [option.action for option in found])
        return tuple(map(_advised, found, whys))

    def _crowned(self, rules: Rules) -> bool:
        """Whether the champion is the strongest there and ready."""
        return self.learned and strongest(rules) == CHAMPION

    def _analyst(self, rules: Rules) -> Analyst:
        from .learned.champion import learned_analyst
        from .search.analysis import Analyst

        return learned_analyst(rules, REVIEW) if self._crowned(rules) else Analyst(rules, REVIEW)

    def _judged(self, state: State, played: str, rng: random.Random) -> tuple[Advice, Advice]:
        action = parse_action(played)
        if isinstance(action, Chance):
            raise RecordError(f"nobody has played {played!r}")
        if self._obstacle(state.rules):
            return _simply_judged(state, action)
        mine, best = self._analyst(state.rules).judge(state, action, rng)
        whys = reason(state, mine.action), reason(state, best.action)
        return _advised(mine, whys[0]), _advised(best, whys[1])


def _advised(option: Opinion, why: Reason) -> Advice:
    points, share = round(option.points, 1), round(option.share, 3)
    return Advice(format_action(option.action), points, share, option.playouts, why)


def _simply_judged(state: State, played: Action) -> tuple[Advice, Advice]:
    """By the points at once; nothing of the end."""
    found = {action: gain or 0 for action, gain in gains(state)}
    most = max(found, key=found.__getitem__)
    best = most if found[most] > found[played] else played
    mine, other = (
        Advice(format_action(action), float(found[action]), why=reason(state, action))
        for action in (played, best)
    )
    return mine, other


def _simple_advice(state: State, rng: random.Random) -> tuple[Advice, ...]:
    """What a simple bot finds good; nothing of the end."""
    best = simple_advice(state, rng)
    whys = reasons(state, best)
    return tuple(Advice(format_action(a), why=why) for a, why in zip(best, whys, strict=True))


def _state(question: Question) -> State:
    state = start(rules(question.game, question.players, question.variants))
    for text in question.actions:
        state = advance(state, parse_action(text))
    return state


def main() -> None:
    """Answer until the input ends: ``python -m kingdomino.bots.worker THREADS [fast]``."""
    # Ctrl+C is for the server, which ends this process by closing its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    load_games()
    worker = Worker(sys.stdout.buffer, threads=int(sys.argv[1]))
    if "fast" in sys.argv[2:]:
        threading.Thread(target=worker.warm_up, name="warm-up", daemon=True).start()
    read = msgspec.json.Decoder(Question)
    for line in sys.stdin.buffer:
        worker.ask(read.decode(line))
    # Threads may be in the middle of a thought that nobody waits for any more.
    os._exit(0)


if __name__ == "__main__":
    main()
