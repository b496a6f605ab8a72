"""One game of many: what the drivers of CPU and GPU do with each row."""

from __future__ import annotations

from ..board.compile import Ints, Word, Words, inner
from ..board.layout import HEAD, PLAYERS, RNG, STRIDE, param, phase
from ..board.rng import stream
from ..rules.action import advance
from ..rules.chance import draw, resolve, start
from ..rules.option import CHOOSE
from ..rules.score import score
from .greedy import greedy_playout
from .playout import random_playout

RANDOM, GREEDY = 0, 1
"""Who plays a playout."""


@inner
def to_decision(p: Words, s: Words) -> None:
    """Let chance have its way until a player is to decide or the game is over."""
    while phase(s) < CHOOSE:
        resolve(p, s, draw(p, s))


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
    for i in range(HEAD + param(p, PLAYERS) * param(p, STRIDE)):
        out[i] = s[i]
    out[RNG] = stream(seed, game)


@inner
def keys_row(p: Words, s: Words, sheet: Ints, keys: Ints) -> None:
    """The rank keys of all seats, int32[players]; *sheet* is room for int32[SHEET]."""
    for seat in range(param(p, PLAYERS)):
        keys[seat] = score(p, s, seat, sheet, 0)


@inner
def play_row(p: Words, s: Words, work: Words, policy: int) -> int:
    """Play a state to its end; the number of decisions and chance events."""
    if policy == GREEDY:
        return greedy_playout(p, s, work)
    return random_playout(p, s)
