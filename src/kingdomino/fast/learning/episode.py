"""One game of many that are learned from: moves, points, rewards and the next game.

Points lie beside the state and are counted again only for kingdoms that have changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

import numpy as np

from ..board.compile import Ints, Word, Words, address, inner, jit, num
from ..board.layout import HAS_TOTEMS, OVER, PLAYERS, larger, param, phase, player
from ..many.row import start_row
from ..policy.greedy import greedy_move
from ..policy.playout import GREEDY, RANDOM, random_move
from ..rules.action import id_move
from ..rules.chance import to_decision
from ..rules.option import CHOOSE, CHOOSE_PAIR, RELEASE
from ..rules.score import POINTS_SHIFT, rank_keys
from ..rules.step import take

U = np.uint64
F = np.float32
ANY = -1
"""Instead of an action: a random one of those that are legal."""
WIN, MARGIN = 0, 1
"""Rewards: a share of the win, or the points above the best of the others."""
Reward: TypeAlias = Literal["win", "margin"]
Opponent: TypeAlias = Literal["random", "greedy"]
REWARDS: Mapping[str, int] = {"win": WIN, "margin": MARGIN}
OPPONENTS: Mapping[str, int] = {"random": RANDOM, "greedy": GREEDY}
STAY, NEW_GAME = 0, 1
"""What follows the end of a game."""
NO_GAME = U(0)


class Floats(Protocol):
    """The address of rewards to be written."""

    def __setitem__(self, index: int, value: np.float32, /) -> None: ...


class Episode(NamedTuple):
    """One game: its rules, its state, points and rewards by seat, and a score sheet to use.

    Kernels make it of arrays, the functions that they call work on addresses.
    """

    p: Words
    s: Words
    points: Ints
    rewards: Floats
    sheet: Ints


def number_of(what: str, name: str, known: Mapping[str, int]) -> int:
    """The number of a reward or an opponent; raises ValueError, which says what there is."""
    if name not in known:
        raise ValueError(f"there is no {what} {name!r}; there are {', '.join(known)}")
    return known[name]


@inner
def keep_points(first: int, last: int, points: Ints) -> None:
    """Leave nothing but the points of rank keys."""
    for seat in range(first, last):
        points[seat] = num(points[seat]) >> POINTS_SHIFT


@inner
def clear_rewards(e: Episode) -> None:
    """Set the rewards of all seats to 0."""
    for seat in range(param(e.p, PLAYERS)):
        e.rewards[seat] = F(0.0)


@inner
def begin_row(e: Episode, seed: Word, game: Word) -> None:
    """A new game up to its first decision."""
    players = param(e.p, PLAYERS)
    start_row(e.p, e.s, seed, game)
    rank_keys(e.p, e.s, 0, players, e.sheet, e.points)
    keep_points(0, players, e.points)
    clear_rewards(e)


@inner
def write_rewards(e: Episode, reward: int) -> None:
    """What the end of a game is worth to each seat; the points are rank keys still."""
    for seat in range(param(e.p, PLAYERS)):
        key, best, ties = num(e.points[seat]), 0, 0
        for other in range(param(e.p, PLAYERS)):
            if other != seat:
                best = larger(best, num(e.points[other]))
                ties += 1 if num(e.points[other]) == key else 0
        if reward == MARGIN:
            e.rewards[seat] = F((key >> POINTS_SHIFT) - (best >> POINTS_SHIFT))
        else:
            e.rewards[seat] = F(1.0) / F(1 + ties) if key >= best else F(0.0)


@inner
def turn_row(e: Episode, move: int, reward: int, after: int, seed: Word, game: Word) -> bool:
    """Take a move and let chance follow; whether that ends the game, which is when rewards come.

    *after* the end comes NEW_GAME, of that seed and number, or the game is left to STAY.
    """
    p, s = e.p, e.s
    now, seat, players = phase(s), player(s), param(p, PLAYERS)
    clear_rewards(e)
    take(p, s, move)
    to_decision(p, s)
    over = phase(s) == OVER
    # These decisions change no kingdom; totems change hands between any two.
    if not over and (now == CHOOSE or now == CHOOSE_PAIR or now == RELEASE):  # noqa: SIM109
        return False
    first, last = (0, players) if over or param(p, HAS_TOTEMS) else (seat, seat + 1)
    # A loop, so that the scoring, which is long, is compiled once.
    again = True
    while again:
        rank_keys(p, s, first, last, e.sheet, e.points)
        again = after == NEW_GAME and phase(s) == OVER
        if phase(s) == OVER:
            write_rewards(e, reward)
        if again:
            start_row(p, s, seed, game)
    keep_points(first, last, e.points)
    return over


@inner
def move_of(p: Words, s: Words, action: int) -> int:
    """The move of an action's id; ANY is a random one."""
    return random_move(p, s) if action < 0 else id_move(action)


@inner
def await_seat(e: Episode, work: Words, policy: int, seat: int, reward: int) -> bool:
    """Let opponents act until *seat* is to decide; whether the game is over before."""
    while player(e.s) != seat:
        # Chance has no turn here: a step ends at a decision or at the end.
        move = greedy_move(e.p, e.s, work) if policy == GREEDY else random_move(e.p, e.s)
        if turn_row(e, move, reward, STAY, NO_GAME, NO_GAME):
            return True
    return False


@inner
def addresses(e: Any) -> Episode:
    """The same game by the addresses of its arrays."""
    return Episode(
        address(e.p), address(e.s), address(e.points), address(e.rewards), address(e.sheet)
    )


@jit
def begin(e: Episode, seed: Word, game: Word) -> None:
    """A new game of self-play, of that seed and number."""
    begin_row(addresses(e), seed, game)


@jit
def turn(e: Episode, action: int, reward: int, seed: Word, game: Word) -> bool:
    """An action in one game of self-play; where it ends that, *game* has begun."""
    row = addresses(e)
    return turn_row(row, move_of(row.p, row.s, action), reward, NEW_GAME, seed, game)
