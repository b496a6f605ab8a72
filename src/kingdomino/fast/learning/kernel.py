"""Compiled code for games side by side: every step takes each game to its next decision."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..board.compile import (
    ByteArray,
    IntArray,
    Ints,
    WordArray,
    Words,
    address,
    inner,
    jit,
    moved,
    num,
    numba,
    parallel_jit,
    row_address,
)
from ..board.layout import SHEET, player
from ..policy.gain import WORK
from ..rules.action import ACTIONS, SETS, keep, options, write_mask
from . import episode as on
from .episode import (
    ILLEGAL,
    Episode,
    Floats,
    begin_row,
    count_points,
    move_of,
    play_on,
    shape_rewards,
    turn_row,
    vetted,
)
from .observe import write_view

U = np.uint64
BoolArray = NDArray[np.bool_]
prange = numba.prange
DECIDER = -1
"""Instead of a seat: who is to decide sees the game."""


class Arrays(NamedTuple):
    """All that a step reads and writes, a row a game; ``sheets`` and ``work`` are to use only.

    Python makes it of arrays. Compiled code takes it whole, so that no list of arguments has an
    order to be kept, and works on ``addresses``.
    """

    p: WordArray
    states: WordArray
    points: IntArray
    finals: IntArray
    shown: IntArray
    seeds: WordArray
    games: WordArray
    views: WordArray
    mask: ByteArray
    legal: WordArray
    """The same as sets, for the next step to ask: observations and masks may be the caller's."""
    player: IntArray
    rewards: NDArray[np.float32]
    done: BoolArray
    sheets: IntArray
    work: WordArray
    policies: IntArray
    """By seat: RANDOM, GREEDY or ASKED."""
    reward: int
    shaping: np.float32
    viewer: int


class Addresses(NamedTuple):
    """The same by addresses, and how long their rows are: what a loop hands on for each game.

    Handing on the arrays would count their references, which takes as long as half a step.
    """

    p: Words
    states: Words
    points: Ints
    finals: Ints
    shown: Ints
    seeds: Words
    games: Words
    views: Words
    mask: Ints
    legal: Words
    player: Ints
    rewards: Floats
    sheets: Ints
    work: Words
    policies: Ints
    words: int
    players: int
    view_words: int


@inner
def addresses(a: Arrays) -> Addresses:
    """Where the arrays lie."""
    return Addresses(
        address(a.p),
        address(a.states),
        address(a.points),
        address(a.finals),
        address(a.shown),
        address(a.seeds),
        address(a.games),
        address(a.views),
        address(a.mask),
        address(a.legal),
        address(a.player),
        address(a.rewards),
        address(a.sheets),
        address(a.work),
        address(a.policies),
        a.states.shape[1],
        a.points.shape[1],
        a.views.shape[1],
    )


@inner
def _episode(w: Addresses, i: int, part: int) -> Episode:
    return Episode(
        w.p,
        moved(w.states, i * w.words),
        moved(w.points, i * w.players),
        moved(w.finals, i * w.players),
        moved(w.shown, i * w.players),
        moved(w.rewards, i * w.players),
        moved(w.sheets, part * SHEET),
    )


@inner
def _show(w: Addresses, e: Episode, i: int, viewer: int) -> None:
    w.player[i] = player(e.s)
    seat = player(e.s) if viewer == DECIDER else viewer
    write_view(e.p, e.s, e.points, seat, moved(w.views, i * w.view_words))
    sets = options(e.p, e.s)
    keep(sets, moved(w.legal, i * SETS))
    write_mask(e.p, e.s, sets, moved(w.mask, i * ACTIONS))


@jit
def illegal(
    p: WordArray, states: WordArray, legal: WordArray, players: IntArray, actions: IntArray
) -> tuple[int, int]:
    """How many actions are illegal, and the first game of them; one that is over takes any."""
    # Not a whole record of arrays: to take one apart costs as much as to look at 256 games.
    count, first = 0, 0
    for i in range(actions.shape[0]):
        s, sets = row_address(states, i), row_address(legal, i)
        if players[i] >= 0 and vetted(address(p), s, sets, num(actions[i])) == ILLEGAL:
            first = i if count == 0 else first
            count += 1
    return count, first


@inner
def _begin_game(w: Addresses, e: Episode, i: int, part: int, reward: int) -> None:
    begin_row(e, w.seeds[i], w.games[i])
    # No game ends before every seat has decided, so that no reward is written here.
    play_on(e, moved(w.work, part * WORK), w.policies, on.THEIRS, reward)


@jit
def begin(a: Arrays, which: BoolArray) -> None:
    w, done = addresses(a), a.done
    for i in range(which.shape[0]):
        if which[i]:
            e = _episode(w, i, 0)
            _begin_game(w, e, i, 0, a.reward)
            done[i] = False
            _show(w, e, i, a.viewer)


@jit
def resume(a: Arrays, which: BoolArray) -> None:
    w, done = addresses(a), a.done
    for i in range(which.shape[0]):
        if which[i]:
            e = _episode(w, i, 0)
            count_points(e)
            done[i] = play_on(e, w.work, w.policies, on.THEIRS, a.reward)
            _show(w, e, i, a.viewer)


@jit
def step_some(a: Arrays, actions: IntArray, first: int, last: int, part: int) -> None:
    """Self-play: a game that ends is followed at once."""
    w, done, n = addresses(a), a.done, U(actions.shape[0])
    for i in range(first, last):
        e, game = _episode(w, i, part), w.games[i] + n
        move = move_of(e.p, e.s, vetted(e.p, e.s, moved(w.legal, i * SETS), num(actions[i])))
        done[i] = turn_row(e, move, a.reward, on.NEW_GAME, w.seeds[i], game)
        shape_rewards(e, done[i], a.shaping)
        if done[i]:
            w.games[i] = game
        _show(w, e, i, DECIDER)


@jit
def answer_some(a: Arrays, actions: IntArray, first: int, last: int, part: int) -> None:
    """Against opponents: a game that has ended begins anew, the others go on to who is asked."""
    w, done, n = addresses(a), a.done, U(actions.shape[0])
    work = moved(w.work, part * WORK)
    for i in range(first, last):
        e = _episode(w, i, part)
        if done[i]:
            w.games[i] += n
            done[i] = False
            _begin_game(w, e, i, part, a.reward)
        else:
            move = move_of(e.p, e.s, vetted(e.p, e.s, moved(w.legal, i * SETS), num(actions[i])))
            done[i] = play_on(e, work, w.policies, move, a.reward)
        w.player[i] = player(e.s)


@jit
def follow(a: Arrays, rows: IntArray, actions: IntArray) -> None:
    """What opponents who are asked do, and the compiled ones behind them."""
    w, done = addresses(a), a.done
    for j in range(rows.shape[0]):
        i = num(rows[j])
        e = _episode(w, i, 0)
        move = move_of(e.p, e.s, num(actions[j]))
        done[i] = play_on(e, w.work, w.policies, move, a.reward)
        w.player[i] = player(e.s)


@jit
def show_some(a: Arrays, first: int, last: int, part: int) -> None:
    w, done = addresses(a), a.done
    for i in range(first, last):
        e = _episode(w, i, part)
        shape_rewards(e, done[i], a.shaping)
        _show(w, e, i, a.viewer)


@parallel_jit
def parallel_step(a: Arrays, actions: IntArray) -> None:
    parts, n = a.sheets.shape[0], actions.shape[0]
    # The loop only calls: what it wrote to arrays of a record itself, Numba would drop as unused.
    for part in prange(parts):
        step_some(a, actions, n * part // parts, n * (part + 1) // parts, part)


@parallel_jit
def parallel_answer(a: Arrays, actions: IntArray) -> None:
    parts, n = a.sheets.shape[0], actions.shape[0]
    for part in prange(parts):
        answer_some(a, actions, n * part // parts, n * (part + 1) // parts, part)


@parallel_jit
def parallel_show(a: Arrays, n: int) -> None:
    parts = a.sheets.shape[0]
    for part in prange(parts):
        show_some(a, n * part // parts, n * (part + 1) // parts, part)
