"""The kernels of games that are learned from.

One thread plays one game; then blocks of threads show 32 games each. In Kingdomino what is known
once for a game is worked out by a thread and shared with the block, and every warp writes whole
games, word next to word: on an H200 that shows 704 M games for two a second where eight lanes for
each game show 442 M. Where squares have two words, eight lanes are faster.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ... import engine
from ...board.compile import numba
from ...board.layout import BASE_WORDS, MAX_PLAYERS, PARAMS, SHEET, WORDS
from ...many.cuda import cuda, device, kernel, load, share, store
from ...rules.action import ACTIONS
from ...rules.score import POINTS_SHIFT
from .. import episode
from ..episode import ANY, ILLEGAL, Episode
from . import block
from .block import CODE_WORDS, KEYS, TABLE_WORDS, WARPS, Block, Thread
from .lane import LANES, mask_lane, observe_lane
from .legal import LEGAL_WORDS, write_legal_row

float32, int32, uint64 = numba.float32, numba.int32, numba.uint64
SHOWN = 32
"""Games that a block shows, with LANES each, or with so many threads in each of WARPS."""
U = np.uint64


def _same(array: Any) -> Any:
    return array


def _unwrapped(array: Any) -> Any:
    return array._item._ary


# The simulator wraps the arrays of kernels, which compiled functions do not take.
bare = _unwrapped if numba.config.ENABLE_CUDASIM else device(_same)


class Written(NamedTuple):
    """What kernels write, a row a game."""

    states: Any
    points: Any
    finals: Any
    shown: Any
    seeds: Any
    games: Any
    player: Any
    rewards: Any
    done: Any
    illegal: Any


@device
def fetch(w: Any, i: Any, s: Any, points: Any, shown: Any) -> None:
    load(w.states, i, s)
    for seat in range(w.points.shape[1]):
        points[seat] = w.points[i, seat]
        shown[seat] = w.shown[i, seat]


@device
def keep(w: Any, i: Any, s: Any, points: Any, shown: Any, rewards: Any) -> None:
    store(s, w.states, i)
    for seat in range(w.points.shape[1]):
        w.points[i, seat] = points[seat]
        w.shown[i, seat] = shown[seat]
        w.rewards[i, seat] = rewards[seat]
    w.player[i] = engine.player(s)


@device
def number_game(w: Any, i: Any, n: Any, seeds: Any, numbers: Any, fresh: Any) -> None:
    """Write down the game that a row begins: one that is given, or the next of its seed."""
    if fresh[i]:
        w.seeds[i] = seeds[i]
        w.games[i] = numbers[i]
    else:
        w.games[i] += U(n)


@kernel
def begin(p: Any, w: Any, which: Any, seeds: Any, numbers: Any, fresh: Any) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < which.shape[0] and which[i]:
        s = cuda.local.array(WORDS, uint64)
        points = cuda.local.array(MAX_PLAYERS, int32)
        finals = cuda.local.array(MAX_PLAYERS, int32)
        shown = cuda.local.array(MAX_PLAYERS, int32)
        gained = cuda.local.array(MAX_PLAYERS, float32)
        sheet = cuda.local.array(SHEET, int32)
        number_game(w, i, which.shape[0], seeds, numbers, fresh)
        game = Episode(rules, s, points, finals, shown, gained, sheet)
        episode.begin(game, w.seeds[i], w.games[i])
        keep(w, i, s, points, shown, gained)
        w.done[i] = False


@kernel
def resume(p: Any, w: Any, which: Any, given: Any) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < which.shape[0] and which[i]:
        s = cuda.local.array(WORDS, uint64)
        points = cuda.local.array(MAX_PLAYERS, int32)
        finals = cuda.local.array(MAX_PLAYERS, int32)
        shown = cuda.local.array(MAX_PLAYERS, int32)
        gained = cuda.local.array(MAX_PLAYERS, float32)
        sheet = cuda.local.array(SHEET, int32)
        load(given, i, s)
        episode.resume(Episode(rules, s, points, finals, shown, gained, sheet))
        keep(w, i, s, points, shown, gained)
        w.done[i] = False


@kernel
def count(p: Any, states: Any, points: Any, players: Any) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < states.shape[0]:
        s = cuda.local.array(WORDS, uint64)
        sheet = cuda.local.array(SHEET, int32)
        keys = cuda.local.array(MAX_PLAYERS, int32)
        load(states, i, s)
        engine.rank_keys(rules, s, sheet, keys)
        for seat in range(points.shape[1]):
            points[i, seat] = keys[seat] >> POINTS_SHIFT
        players[i] = engine.player(s)


@device
def forbidden(mask: Any, i: Any, action: Any) -> Any:
    """Whether a game's mask, which is that of the last step, has no such action."""
    return not (0 <= action < ACTIONS and mask[i, action] == 1)


@kernel
def vet(mask: Any, player: Any, actions: Any, least: Any, count: Any) -> None:
    i = cuda.grid(1)
    # A game that is over takes any action; ANY is legal where it is the least.
    if i < actions.shape[0] and player[i] >= 0:
        action = actions[i]
        if not (action == ANY and least == ANY) and forbidden(mask, i, action):
            cuda.atomic.add(count, 0, 1)


@device
def vetted(w: Any, mask: Any, actions: Any, i: Any) -> Any:
    """The action of a game, or ILLEGAL, which is counted."""
    action = actions[i]
    # Asking the mask is cheaper than asking the rules again.
    if action != ANY and forbidden(mask, i, action):
        action = ILLEGAL
        cuda.atomic.add(w.illegal, 0, 1)
    return action


@device
def end_turn(w: Any, i: Any, game: Any, over: Any) -> None:
    if over:
        for seat in range(w.finals.shape[1]):
            w.finals[i, seat] = game.finals[seat]
    w.done[i] = over
    keep(w, i, game.s, game.points, game.shown, game.rewards)


@kernel
def step(p: Any, w: Any, mask: Any, actions: Any, reward: Any, shaping: Any) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < actions.shape[0]:
        game = Episode(
            rules,
            cuda.local.array(WORDS, uint64),
            cuda.local.array(MAX_PLAYERS, int32),
            cuda.local.array(MAX_PLAYERS, int32),
            cuda.local.array(MAX_PLAYERS, int32),
            cuda.local.array(MAX_PLAYERS, float32),
            cuda.local.array(SHEET, int32),
        )
        fetch(w, i, game.s, game.points, game.shown)
        action, next_game = vetted(w, mask, actions, i), w.games[i] + U(actions.shape[0])
        over = episode.turn(game, action, reward, shaping, w.seeds[i], next_game)
        if over:
            w.games[i] = next_game
        end_turn(w, i, game, over)


@kernel
def base_step(p: Any, w: Any, mask: Any, actions: Any, reward: Any, shaping: Any) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < actions.shape[0]:
        game = Episode(
            rules,
            cuda.local.array(BASE_WORDS, uint64),
            cuda.local.array(MAX_PLAYERS, int32),
            cuda.local.array(MAX_PLAYERS, int32),
            cuda.local.array(MAX_PLAYERS, int32),
            cuda.local.array(MAX_PLAYERS, float32),
            cuda.local.array(SHEET, int32),
        )
        fetch(w, i, game.s, game.points, game.shown)
        action, next_game = vetted(w, mask, actions, i), w.games[i] + U(actions.shape[0])
        over = episode.base_turn(game, action, reward, shaping, w.seeds[i], next_game)
        if over:
            w.games[i] = next_game
        end_turn(w, i, game, over)


@kernel
def show(
    p: Any, states: Any, points: Any, players: Any, views: Any, width: Any, masks: Any
) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    rows = cuda.shared.array((SHOWN, WORDS), uint64)
    worth = cuda.shared.array((SHOWN, MAX_PLAYERS), int32)
    legal = cuda.shared.array((SHOWN, LEGAL_WORDS), uint64)
    mine, lane = cuda.threadIdx.x // LANES, cuda.threadIdx.x % LANES
    i = cuda.blockIdx.x * SHOWN + mine
    if i < states.shape[0]:
        for j in range(lane, states.shape[1], LANES):
            rows[mine, j] = states[i, j]
        if lane < points.shape[1]:
            worth[mine, lane] = points[i, lane]
    # There is a barrier in it, for the copies above too: lanes read words that others copied.
    share(p, rules)
    if i < states.shape[0]:
        # Nobody decides when a game is over: then it is shown to the first seat.
        viewer = max(0, players[i])
        if lane == 0:
            write_legal_row(rules, rows[mine], legal[mine])
        observe_lane(rules, rows[mine], worth[mine], viewer, lane, bare(views), i * width)
    cuda.syncthreads()
    if i < states.shape[0]:
        mask_lane(legal[mine], lane, bare(masks), i)


@partial(kernel, registers=64)
def base_show(
    p: Any, states: Any, points: Any, players: Any, views: Any, width: Any, masks: Any
) -> None:
    b = Block(
        cuda.shared.array(PARAMS, uint64),
        cuda.shared.array(KEYS, uint64),
        cuda.shared.array((SHOWN, BASE_WORDS), uint64),
        cuda.shared.array((SHOWN, MAX_PLAYERS), int32),
        cuda.shared.array((SHOWN, MAX_PLAYERS), uint64),
        cuda.shared.array((SHOWN, CODE_WORDS), uint64),
        cuda.shared.array((SHOWN, TABLE_WORDS), uint64),
        cuda.shared.array((SHOWN, LEGAL_WORDS), uint64),
    )
    warp, lane = cuda.threadIdx.x // SHOWN, cuda.threadIdx.x % SHOWN
    first = cuda.blockIdx.x * SHOWN
    games = min(SHOWN, states.shape[0] - first)
    for game in range(warp, games, WARPS):
        for j in range(lane, states.shape[1], SHOWN):
            b.states[game, j] = states[first + game, j]
        for j in range(lane, points.shape[1], SHOWN):
            b.points[game, j] = points[first + game, j]
    for key in range(cuda.threadIdx.x, KEYS, cuda.blockDim.x):
        b.words[key] = block.square_word(key)
    # There is a barrier in it, for all of the above too: threads read words that others wrote.
    share(p, b.rules)
    if lane < games:
        # Nobody decides when a game is over: then it is shown to the first seat.
        block.prepare(b, lane, max(0, players[first + lane]), warp)
    cuda.syncthreads()
    t = Thread(games, warp, lane, SHOWN)
    block.write_windows(b, t, bare(views), first, width)
    block.write_tables(b, t, bare(views), first, width)
    block.write_masks(b, t, bare(masks), first)
