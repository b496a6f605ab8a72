"""One game of many: what the drivers of CPU and GPU do with each row."""

from __future__ import annotations

from ..board.compile import Word, Words, inner
from ..board.layout import RNG, copy_state
from ..board.rng import stream
from ..policy.greedy import greedy_playout
from ..policy.playout import GREEDY, random_playout
from ..rules.action import advance
from ..rules.chance import start, to_decision


@inner
def start_row(p: Words, s: Words, seed: Word, game: Word) -> None:
    """A new game, up to its first decision."""
    start(p, s, stream(seed, game))
    to_decision(p, s)


@inner
def step_row(p: Words, s: Words, action: int) -> None:
    """An action, and chance up to the next decision or the end."""
    advance(p, s, action)
    to_decision(p, s)


@inner
def copy_row(p: Words, s: Words, out: Words, seed: Word, game: Word) -> None:
    """The same state with a stream of its own."""
    copy_state(p, s, out)
    out[RNG] = stream(seed, game)


@inner
def play_row(p: Words, s: Words, work: Words, policy: int) -> int:
    """Play a state to its end; the number of decisions and chance events."""
    if policy == GREEDY:
        return greedy_playout(p, s, work)
    return random_playout(p, s)
