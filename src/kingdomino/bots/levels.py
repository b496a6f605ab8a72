"""Opponents for people: eight levels from a friendly beginner to the strongest we have.

Each thinks within its time, also on a busy machine, and each has a simpler one behind it that
plays when it cannot: without the fast engine the knight plays for those above it.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ..core.action import Action
from ..core.engine import legal_actions
from ..core.rules import Rules
from ..core.state import State
from .bot import Adviser, Bot, Opinion
from .budget import Budget
from .roster import CHAMPION, MissingExtra, plain_bot
from .skill import RANKS, skill

KING = Budget(seconds=0.8)
CROWNED = frozenset(
    {
        "kingdomino for 2 with mighty_duel",
        "kingdomino for 2 with harmony, mighty_duel",
        "kingdomino for 2 with middle_kingdom, mighty_duel",
        "kingdomino for 2 with harmony, middle_kingdom, mighty_duel",
        "origins-discovery for 2",
        "origins-totem for 2",
        "origins-tribe for 2",
    }
)
"""Rules, as texts, for which the champion was measured to be stronger than the king, see
docs/learning.md. Elsewhere the emperor thinks as the king does."""
STRONGEST_PLAYOUTS = 4000
"""What the strongest may spend where it must not go by the clock."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Level:
    name: str
    """What programs call it; people read ``level.NAME`` of the pages' texts."""
    seconds: float
    """What a decision takes at most."""
    make: Callable[[], Bot]
    simpler: str | None
    """Who takes over when the bot fails."""
    searches: bool = False
    """Whether it needs the fast engine."""
    learned: bool = False
    """Whether it plays by a net."""


class Emperor:
    """The strongest that there is for the game at hand: the champion or the search."""

    def __init__(self) -> None:
        self._bots: dict[str, Bot] = {}

    def _best(self, state: State) -> Bot:
        name = strongest(state.rules)
        if name not in self._bots:
            self._bots[name] = plain_bot(name, budget=KING)
        return self._bots[name]

    def act(self, state: State, rng: random.Random) -> Action:
        """What the strongest does."""
        return self._best(state).act(state, rng)

    def options(self, state: State, rng: random.Random) -> list[Opinion]:
        """Every legal action, the best first."""
        best = self._best(state)
        assert isinstance(best, Adviser)
        return best.options(state, rng)


def strongest(rules: Rules) -> str:
    """The bot that was measured to be the strongest under these rules."""
    return CHAMPION if str(rules) in CROWNED else "search"


class Ranked:
    """Plays as its rank does in the game at hand, and never longer than it may."""

    def __init__(self, rank: str, seconds: float) -> None:
        self._rank = rank
        self._seconds = seconds
        self._bots: dict[str, Bot] = {}

    def act(self, state: State, rng: random.Random) -> Action:
        """What the bot of this rank does."""
        name = skill(state.rules, self._rank)
        if name not in self._bots:
            self._bots[name] = plain_bot(name, seconds=self._seconds)
        return self._bots[name].act(state, rng)


def _ranked(rank: str, seconds: float) -> Callable[[], Bot]:
    """So strong on any machine, and never later than that."""
    return lambda: Ranked(rank, seconds)


LEVELS: Mapping[str, Level] = {
    level.name: level
    for level in (
        Level("page", 0.1, _ranked("page", 0.04), None),
        Level("squire", 0.1, _ranked("squire", 0.04), "page"),
        Level("knight", 0.1, _ranked("knight", 0.04), "squire"),
        Level("baron", 0.1, _ranked("baron", 0.05), "knight", searches=True),
        Level("duke", 0.5, _ranked("duke", 0.2), "baron", searches=True),
        Level("prince", 0.5, _ranked("prince", 0.2), "duke", searches=True),
        Level("king", 1.0, lambda: plain_bot("search", budget=KING), "prince", searches=True),
        Level("emperor", 1.0, Emperor, "king", searches=True, learned=True),
    )
}
"""The gentlest first."""


def steady_bot(level: str, rules: Rules) -> str:
    """The bot of a level that goes by no clock: what it draws upon decides what it does."""
    if level in RANKS:
        return skill(rules, level)
    return f"{strongest(rules)}:{STRONGEST_PLAYOUTS}"


USUAL = "squire"
"""The level where nobody has chosen one, and the one that plays for a person who has left."""


def ladder(level: str, *, fast: bool = True) -> Iterator[Level]:
    """Who may play for *level*: itself, then simpler ones; without *fast* only who needs none."""
    name: str | None = level
    while name is not None:
        if fast or not LEVELS[name].searches:
            yield LEVELS[name]
        name = LEVELS[name].simpler


class Steady:
    """A level that never fails: a simpler one steps in, and the log says so."""

    def __init__(self, level: str) -> None:
        self._able = ladder(level)
        self._level: Level | None = next(self._able)
        self._bot: Bot | None = None

    @property
    def level(self) -> str | None:
        """Who plays now; None when it is left to chance."""
        return self._level.name if self._level else None

    def act(self, state: State, rng: random.Random) -> Action:
        """A legal action, whatever happens."""
        legal = legal_actions(state)
        if len(legal) == 1:
            return legal[0]
        while self._level is not None:
            try:
                self._bot = self._bot or self._level.make()
                action = self._bot.act(state, rng)
                if action in legal:
                    return action
                why = "an illegal action"
            except Exception as problem:
                why = str(problem) if isinstance(problem, MissingExtra) else repr(problem)
            failed, self._level, self._bot = self._level.name, next(self._able, None), None
            _log.warning("bot %s failed (%s), replaced by %s", failed, why, self.level or "chance")
        return rng.choice(legal)
