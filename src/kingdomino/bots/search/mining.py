"""Puzzles out of bot games: positions where one answer is clearly the best.

A quick look finds candidates, a second one compares the best few with as many playouts each, and a
third, larger one has to say the same. Whatever the looks disagree on is no puzzle.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count
from math import inf
from typing import NamedTuple

from ...core.action import Event, Place
from ...core.engine import advance, draw, legal_actions, start
from ...core.notation import format_action
from ...core.rules import Rules
from ...core.state import Phase, State
from ...fast.bridge.action import action_number
from ...fast.bridge.state import from_core
from ...fast.search import settings as on
from ...fast.search.searcher import Found, Searcher
from ...games.catalogue import GAME, rules
from ...games.puzzle import CENTRED, FEWEST, LEVELS, MIDDLE, MOST, Puzzle
from ..bot import Opinion
from ..budget import Budget
from ..roster import plain_bot
from ..skill import RANKS, skill
from .player import Search, ours

QUICK, SECOND, THIRD = 300, 300, 1200
"""Playouts of a first look, and for each answer of the two that follow."""
HOPEFUL, CLEAR = 0.04, 0.06
"""By how much of the victory the best must lead after the second look and the third."""
POINTS = 2.0
"""And by how many points."""
EACH_GAME = 2
"""Puzzles out of one game at most."""
_ASKED = (Phase.PLACE, Phase.CHOOSE, Phase.CHOOSE_PAIR, Phase.COVER, Phase.SEND, Phase.ERUPT,
          Phase.SETTLE_ON, Phase.RECRUIT)  # fmt: skip


class Looked(NamedTuple):
    """What a look says of an answer."""

    action: int
    points: float
    share: float


def mine(game: str, seed: int, first: int = 0, kind: str = "") -> Iterator[list[Puzzle]]:
    """The puzzles of one bot game after another, without end, from number *first* on; of one
    *kind*, if it is given.

    What a game has follows from the seed, its number and the kind.
    """
    for number in count(first):
        rng = random.Random(f"puzzles {seed} {game} {number}")
        yield [*_of_one_game(_some_rules(game, rng, kind), rng, kind)]


def _some_rules(game: str, rng: random.Random, kind: str) -> Rules:
    known = GAME[game]
    players = rng.choice((2, 2, *known.players))
    usable = sorted(v.name for v in known.variants if players in v.players)
    wanted = {name for name in usable if rng.random() < 0.2}
    if kind == MIDDLE:
        wanted |= CENTRED.intersection(usable)
    return rules(game, players, sorted(wanted))


def _of_one_game(made: Rules, rng: random.Random, kind: str) -> Iterator[Puzzle]:
    """Seats of different strength play, so that positions are those of people."""
    bots = [plain_bot(rng.choice(("hasty:50", "greedy"))) for _ in range(made.players)]
    state, events, found = start(made), list[Event](), 0
    while state.agenda and found < EACH_GAME:
        if not state.chance and rng.random() < 0.25 and _may_be(state, kind):
            puzzle = judged(state, events, rng)
            if puzzle and kind in {"", puzzle.kind}:
                found += 1
                yield puzzle
        seat = state.agenda[0].player
        event = draw(state, rng) if state.chance else bots[seat].act(state, rng)
        events.append(event)
        state = advance(state, event)


def _may_be(state: State, kind: str) -> bool:
    """Whether a puzzle of a position could be of this kind."""
    verb = "place" if kind == MIDDLE else kind
    return not kind or format_action(legal_actions(state)[0]).split()[0] == verb


def judged(state: State, events: list[Event], rng: random.Random) -> Puzzle | None:
    """The puzzle of a position, if it is one."""
    legal = legal_actions(state)
    phase = state.agenda[0].phase
    fewest = FEWEST if phase is Phase.SEND else 3
    if len(legal) < fewest or phase not in _ASKED or not state.round:
        return None
    options = Search(Budget(QUICK)).options(state, rng)
    few = _distinct(options)
    if len(few) < FEWEST or few[0].share - few[1].share < HOPEFUL / 2:
        return None
    searcher = comparing(state.rules)
    numbers, looked = [action_number(state, one.action) for one in few], list[Looked]()
    for playouts, least in ((SECOND, HOPEFUL), (THIRD, CLEAR)):
        looked = _compared(searcher, state, numbers, playouts, rng)
        # A giant that leaves costs somebody else: it is the victory that counts, not one's points.
        points = -inf if phase is Phase.SEND else POINTS
        if looked[0].action != numbers[0] or _lead(looked, points) < least:
            return None
    return _puzzle(state, events, looked, rng)


def comparing(made: Rules) -> Searcher:
    """The search, with as many playouts for each action."""
    return Searcher(made, ours(made)._replace(at_root=on.UNIFORM))


def agrees(
    puzzle: Puzzle,
    rng: random.Random,
    playouts: int = THIRD,
    *,
    by: Callable[[Rules], Searcher] = comparing,
) -> bool:
    """Whether a new comparison of the answers puts the same one first."""
    state = puzzle.state
    numbers = [action_number(state, action) for action in puzzle.actions(state)]
    looked = _compared(by(state.rules), state, numbers, playouts, rng)
    return looked[0].action == numbers[puzzle.best]


def _distinct(options: list[Opinion]) -> list[Opinion]:
    """The best few; of those that lie on the same two squares only one."""
    seen: set[object] = set()
    few: list[Opinion] = []
    for option in options:
        action = option.action
        where: object = action
        if isinstance(action, Place):
            where = action.left_bit | action.right_bit
        if where not in seen and option.playouts:
            seen.add(where)
            few.append(option)
    return few[:MOST]


def _lead(looked: list[Looked], points: float) -> float:
    """The part of the victory by which the first leads the second; none without the *points*."""
    first, second = looked[:2]
    return first.share - second.share if first.points - second.points >= points else 0.0


def _compared(
    searcher: Searcher, state: State, numbers: list[int], playouts: int, rng: random.Random
) -> list[Looked]:
    found: list[Found] = searcher.compare(
        from_core(state), numbers, seed=rng.getrandbits(63), playouts=playouts * len(numbers)
    )
    looked = [Looked(f.action, f.points, f.share) for f in found]
    return sorted(looked, key=lambda one: (-one.share, -one.points))


def _puzzle(state: State, events: list[Event], looked: list[Looked], rng: random.Random) -> Puzzle:
    legal = legal_actions(state)
    by_number = {action_number(state, action): action for action in legal}
    told = {by_number[one.action]: one for one in looked}
    answers = [action for action in legal if action in told]
    bots = [plain_bot(skill(state.rules, rank)) for rank in RANKS]
    best = by_number[looked[0].action]
    found = sum(bot.act(state, rng) == best for bot in bots)
    assert len(bots) == LEVELS
    return Puzzle(
        state.rules,
        tuple(events),
        tuple(map(format_action, answers)),
        tuple(round(told[action].points, 1) for action in answers),
        tuple(round(told[action].share, 3) for action in answers),
        found,
    )
