"""One game of many that are learned from: moves, points, rewards and the next game.

Points lie beside the state and are counted again only for kingdoms that have changed.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..board.compile import IntArray, Ints, Word, WordArray, Words, at, inner, jit, num
from ..board.layout import HAS_TOTEMS, OVER, PLAYERS, larger, param, phase, player
from ..policy.greedy import shortlist
from ..policy.playout import pick, random_move
from ..policy.row import GREEDY, start_row, to_decision
from ..rules.action import id_move
from ..rules.option import CHOOSE, CHOOSE_PAIR, RELEASE
from ..rules.score import score
from ..rules.step import take

U = np.uint64
F = np.float32
WIN, MARGIN = 0, 1
"""Rewards: a share of the win, or the points above the best of the others."""
ANY = -1
"""Instead of an action: a random one of those that are legal."""
STAY, NEW_GAME = 0, 1
"""What follows the end of a game."""
NO_GAME = U(0)
POINTS_SHIFT = 14
"""Where the points begin in a rank key."""


class Floats(Protocol):
    """The address of rewards to be written."""

    def __setitem__(self, index: int, value: np.float32, /) -> None: ...


@inner
def score_seats(p: Words, s: Words, first: int, last: int, points: Ints, sheet: Ints) -> None:
    """Write the rank keys of some seats into *points*; *sheet* is room for int32[SHEET]."""
    for seat in range(first, last):
        points[seat] = score(p, s, seat, sheet, 0)


@inner
def keep_points(first: int, last: int, points: Ints) -> None:
    """Leave nothing but the points of rank keys."""
    for seat in range(first, last):
        points[seat] = num(points[seat]) >> POINTS_SHIFT


@inner
def begin_row(p: Words, s: Words, points: Ints, sheet: Ints, seed: Word, game: Word) -> None:
    """A new game up to its first decision."""
    start_row(p, s, seed, game)
    score_seats(p, s, 0, param(p, PLAYERS), points, sheet)
    keep_points(0, param(p, PLAYERS), points)


@inner
def write_rewards(points: Ints, players: int, reward: int, out: Floats) -> None:
    """What the end of a game is worth to each seat; *points* are rank keys."""
    for seat in range(players):
        key, best, ties = num(points[seat]), 0, 0
        for other in range(players):
            if other != seat:
                best = larger(best, num(points[other]))
                ties += 1 if num(points[other]) == key else 0
        if reward == MARGIN:
            out[seat] = F((key >> POINTS_SHIFT) - (best >> POINTS_SHIFT))
        else:
            out[seat] = F(1.0) / F(1 + ties) if key >= best else F(0.0)


@inner
def turn_row(
    p: Words,
    s: Words,
    points: Ints,
    sheet: Ints,
    move: int,
    reward: int,
    rewards: Floats,
    after: int,
    seed: Word,
    game: Word,
) -> bool:
    """Take a move and let chance follow; whether that ends the game, which is when rewards come.

    *after* the end comes NEW_GAME, of that seed and number, or the game is left to STAY.
    """
    now, seat, players = phase(s), player(s), param(p, PLAYERS)
    take(p, s, move)
    to_decision(p, s)
    over = phase(s) == OVER
    first, last = (0, players) if over or param(p, HAS_TOTEMS) else (seat, seat + 1)
    if not over and (now == CHOOSE or now == CHOOSE_PAIR or now == RELEASE):  # noqa: SIM109
        return False
    # A loop, so that the scoring, which is long, is compiled once.
    again = True
    while again:
        score_seats(p, s, first, last, points, sheet)
        again = after == NEW_GAME and phase(s) == OVER
        if phase(s) == OVER:
            write_rewards(points, players, reward, rewards)
        if again:
            start_row(p, s, seed, game)
    keep_points(first, last, points)
    return over


@inner
def move_of(p: Words, s: Words, action: int) -> int:
    """The move of an action's id; ANY is a random one."""
    return random_move(p, s) if action < 0 else id_move(action)


@jit
def turn(
    p: WordArray,
    s: WordArray,
    points: IntArray,
    sheet: IntArray,
    action: int,
    reward: int,
    rewards: NDArray[np.float32],
    seed: Word,
    game: Word,
) -> bool:
    """An action in one game of self-play; where it ends that, *game* has begun."""
    move = move_of(at(p), at(s), action)
    return turn_row(
        at(p), at(s), at(points), at(sheet), move, reward, at(rewards), NEW_GAME, seed, game
    )


@jit
def begin(
    p: WordArray, s: WordArray, points: IntArray, sheet: IntArray, seed: Word, game: Word
) -> None:
    """One new game."""
    begin_row(at(p), at(s), at(points), at(sheet), seed, game)


@inner
def opponents_move(p: Words, s: Words, work: Words, policy: int) -> int:
    """What an opponent does: anything, or what is best now."""
    if policy == GREEDY:
        return pick(p, s, shortlist(p, s, work))
    return random_move(p, s)


@inner
def await_seat(
    p: Words,
    s: Words,
    points: Ints,
    sheet: Ints,
    work: Words,
    policy: int,
    seat: int,
    reward: int,
    rewards: Floats,
) -> bool:
    """Let opponents act until *seat* is to decide; whether the game is over before."""
    while player(s) != seat:
        move = opponents_move(p, s, work, policy)
        if turn_row(p, s, points, sheet, move, reward, rewards, STAY, NO_GAME, NO_GAME):
            return True
    return False
