"""One game of many that are learned from: moves, points, rewards and the next game.

Points lie beside the state and are counted again only for kingdoms that have changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

import numpy as np

from ..board.compile import IntArray, Ints, Word, WordArray, Words, address, inner, jit, num
from ..board.layout import HAS_TOTEMS, NOBODY, OVER, PLAYERS, as_base, larger, param, phase, player
from ..many.row import start_row
from ..policy.greedy import greedy_move
from ..policy.playout import GREEDY, RANDOM, random_move
from ..rules.action import id_move, is_in
from ..rules.chance import to_decision
from ..rules.option import CHOOSE, CHOOSE_PAIR, RELEASE
from ..rules.score import POINTS_SHIFT, rank_keys
from ..rules.step import ask, take

U = np.uint64
F = np.float32
ANY, ILLEGAL, NEXT_GAME, RESUME = -1, -2, -3, -4
"""Instead of an action: a random one of those that are legal, one that is not legal, or none: the
next game begins, or a game goes on from a state that nothing is known about yet."""
FORFEIT = -1
"""Instead of a move: the player to decide has lost by what they tried."""
NO_MOVE, THEIRS = -2, -3
"""Instead of a move: nobody here knows one, or it is the one of a compiled opponent."""
WIN, MARGIN, ZERO_SUM = range(3)
"""Rewards: a share of the win, the points above the best of the others, or the share of the win
from -1 to 1 so that all add up to nothing."""
FORFEITED = -1.0
"""The reward of an illegal action, whatever the others are."""
Reward: TypeAlias = Literal["win", "margin", "zero_sum"]
Illegal: TypeAlias = Literal["lose", "raise"]
REWARDS: Mapping[str, int] = {"win": WIN, "margin": MARGIN, "zero_sum": ZERO_SUM}
OPPONENTS: Mapping[str, int] = {"random": RANDOM, "greedy": GREEDY}
LOSE, RAISE = 0, 1
ANSWERS: Mapping[str, int] = {"lose": LOSE, "raise": RAISE}
"""What becomes of who takes an illegal action."""
ASKED = -1
"""Instead of a policy: whoever has this seat is asked."""
STAY, NEW_GAME = 0, 1
"""What follows the end of a game."""
NO_GAME = U(0)


class Floats(Protocol):
    """The address of rewards to be written."""

    def __getitem__(self, index: int, /) -> np.float32: ...
    def __setitem__(self, index: int, value: np.float32, /) -> None: ...


class Episode(NamedTuple):
    """One game: its rules, its state, points and rewards by seat, and a score sheet to use.

    ``finals`` are the points of the game that ended last, ``shown`` those at the last step. Kernels
    make it of arrays, the functions that they call work on addresses.
    """

    p: Words
    s: Words
    points: Ints
    finals: Ints
    shown: Ints
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
def count_points(e: Episode) -> None:
    """The points of a state that nothing is known about yet; nothing is due for them."""
    players = param(e.p, PLAYERS)
    rank_keys(e.p, e.s, 0, players, e.sheet, e.points)
    keep_points(0, players, e.points)
    clear_rewards(e)
    for seat in range(players):
        e.shown[seat] = e.points[seat]


@inner
def begin_row(e: Episode, seed: Word, game: Word) -> None:
    """A new game up to its first decision."""
    start_row(e.p, e.s, seed, game)
    count_points(e)


@inner
def write_rewards(e: Episode, reward: int) -> None:
    """What the end of a game is worth to each seat; the points are rank keys still."""
    for seat in range(param(e.p, PLAYERS)):
        key, best, ties = num(e.points[seat]), 0, 0
        for other in range(param(e.p, PLAYERS)):
            if other != seat:
                best = larger(best, num(e.points[other]))
                ties += 1 if num(e.points[other]) == key else 0
        share = F(1.0) / F(1 + ties) if key >= best else F(0.0)
        if reward == MARGIN:
            e.rewards[seat] = F((key >> POINTS_SHIFT) - (best >> POINTS_SHIFT))
        elif reward == ZERO_SUM:
            players = F(param(e.p, PLAYERS))
            e.rewards[seat] = (players * share - F(1.0)) / (players - F(1.0))
        else:
            e.rewards[seat] = share


@inner
def write_end(e: Episode, reward: int, loser: int) -> None:
    """The rewards and the final points of a game that is over; *loser* has forfeited it, or -1."""
    write_rewards(e, reward)
    for seat in range(param(e.p, PLAYERS)):
        e.finals[seat] = num(e.points[seat]) >> POINTS_SHIFT
        if loser >= 0:
            e.rewards[seat] = F(FORFEITED) if seat == loser else F(0.0)


@inner
def shape_rewards(e: Episode, over: bool, shaping: np.float32) -> None:  # noqa: FBT001
    """Add what points gained since the last step are worth, and remember the points."""
    for seat in range(param(e.p, PLAYERS)):
        if shaping != F(0.0):
            now = num(e.finals[seat]) if over else num(e.points[seat])
            e.rewards[seat] += shaping * F(now - num(e.shown[seat]))
        e.shown[seat] = e.points[seat]


@inner
def turn_row(e: Episode, move: int, reward: int, after: int, seed: Word, game: Word) -> bool:
    """Take a move and let chance follow; whether that ends the game, which is when rewards come.

    *after* the end comes NEW_GAME, of that seed and number, or the game is left to STAY. FORFEIT
    ends it at once.
    """
    p, s = e.p, e.s
    now, seat, players = phase(s), player(s), param(p, PLAYERS)
    clear_rewards(e)
    if move == FORFEIT:
        ask(s, OVER, NOBODY, 0)
    else:
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
            write_end(e, reward, seat if move == FORFEIT else -1)
        if again:
            start_row(p, s, seed, game)
    keep_points(first, last, e.points)
    return over


@inner
def vetted(p: Words, s: Words, legal: Words, action: int) -> int:
    """The action, or ILLEGAL where it is none of the *legal* ones, uint64[SETS]."""
    # They are those of the last step: asking them is cheaper than asking the rules again.
    return action if action == ANY or is_in(p, s, legal, action) else ILLEGAL


@inner
def move_of(p: Words, s: Words, action: int) -> int:
    """The move of an action's id; ANY is a random one, and ILLEGAL is FORFEIT."""
    if action == ANY:
        return random_move(p, s)
    return FORFEIT if action == ILLEGAL else id_move(action)


@inner
def opponent_move(e: Episode, work: Words, policies: Ints) -> int:
    """The move of the compiled opponent who is to decide, or NO_MOVE where that one is ASKED.

    *policies* says by seat who plays: RANDOM, GREEDY or ASKED.
    """
    policy = num(policies[player(e.s)])
    if policy == ASKED:
        return NO_MOVE
    return greedy_move(e.p, e.s, work) if policy == GREEDY else random_move(e.p, e.s)


@inner
def play_on(e: Episode, work: Words, policies: Ints, move: int, reward: int) -> bool:
    """Take a move, or begin with THEIRS, then let compiled opponents act until a seat of ASKED is
    to decide; whether the game is over before."""
    # One loop for all of it: what it calls is long, and compiled where it is called.
    while True:
        if move == THEIRS:
            move = opponent_move(e, work, policies)
        if move == NO_MOVE:
            return False
        # Chance has no turn here: a step ends at a decision or at the end.
        if turn_row(e, move, reward, STAY, NO_GAME, NO_GAME):
            return True
        move = THEIRS


@inner
def addresses(e: Any) -> Episode:
    """The same game by the addresses of its arrays."""
    return Episode(
        address(e.p),
        address(e.s),
        address(e.points),
        address(e.finals),
        address(e.shown),
        address(e.rewards),
        address(e.sheet),
    )


@jit
def begin(e: Episode, seed: Word, game: Word) -> None:
    """A new game of self-play, of that seed and number."""
    begin_row(addresses(e), seed, game)


@jit
def turn(e: Episode, action: int, reward: int, shaping: np.float32, seed: Word, game: Word) -> bool:
    """An action in one game of self-play; where it ends that, *game* has begun."""
    row = addresses(e)
    over = turn_row(row, move_of(row.p, row.s, action), reward, NEW_GAME, seed, game)
    shape_rewards(row, over, shaping)
    return over


@jit
def base_turn(
    e: Episode, action: int, reward: int, shaping: np.float32, seed: Word, game: Word
) -> bool:
    """``turn`` for rules of which ``is_base`` holds, by a part of the code."""
    row = addresses(e)
    row = Episode(as_base(row.p), row.s, row.points, row.finals, row.shown, row.rewards, row.sheet)
    over = turn_row(row, move_of(row.p, row.s, action), reward, NEW_GAME, seed, game)
    shape_rewards(row, over, shaping)
    return over


@jit
def resume(e: Episode) -> None:
    """A game goes on from a state that nothing is known about yet."""
    count_points(addresses(e))


@jit
def turn_against(
    e: Episode,
    work: WordArray,
    policies: IntArray,
    action: int,
    reward: int,
    seed: Word,
    game: Word,
) -> bool:
    """An action, NEXT_GAME for a new one of that seed and number, or RESUME, and what compiled
    opponents do behind it; whether the game is over."""
    row, move = addresses(e), THEIRS
    if action == NEXT_GAME:
        start_row(row.p, row.s, seed, game)
    if action == NEXT_GAME or action == RESUME:  # noqa: SIM109
        count_points(row)
    else:
        move = move_of(row.p, row.s, action)
    return play_on(row, address(work), address(policies), move, reward)


@jit
def settle(e: Episode, over: bool, shaping: np.float32) -> None:  # noqa: FBT001
    """Add what points gained since the caller was last asked are worth."""
    shape_rewards(addresses(e), over, shaping)
