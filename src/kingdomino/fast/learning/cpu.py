"""Games side by side for learning: every step takes each game to its next decision.

What a step writes, observations, legal actions, who decides, rewards, lies in arrays that are
made once and written again by the next step.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...core.error import IllegalAction
from ...core.rules import Rules
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
)
from ..board.layout import OVER, SHEET, phase, player
from ..bridge.params import params, words
from ..policy.gain import WORK
from ..rules.action import ACTIONS, legal_mask
from . import episode as on
from .episode import (
    ANY,
    Episode,
    Floats,
    Opponent,
    Reward,
    await_seat,
    begin_row,
    move_of,
    turn_row,
)
from .observe import View, view, write_view

U = np.uint64
BoolArray = NDArray[np.bool_]
prange, get_num_threads = numba.prange, numba.get_num_threads
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
    seeds: WordArray
    games: WordArray
    views: WordArray
    mask: ByteArray
    player: IntArray
    rewards: NDArray[np.float32]
    done: BoolArray
    sheets: IntArray
    work: WordArray


class Addresses(NamedTuple):
    """The same by addresses, and how long their rows are: what a loop hands on for each game.

    Handing on the arrays would count their references, which takes as long as half a step.
    """

    p: Words
    states: Words
    points: Ints
    seeds: Words
    games: Words
    views: Words
    mask: Ints
    player: Ints
    rewards: Floats
    sheets: Ints
    work: Words
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
        address(a.seeds),
        address(a.games),
        address(a.views),
        address(a.mask),
        address(a.player),
        address(a.rewards),
        address(a.sheets),
        address(a.work),
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
        moved(w.rewards, i * w.players),
        moved(w.sheets, part * SHEET),
    )


@inner
def _show(w: Addresses, e: Episode, i: int, viewer: int) -> None:
    w.player[i] = player(e.s)
    seat = player(e.s) if viewer == DECIDER else viewer
    write_view(e.p, e.s, e.points, seat, moved(w.views, i * w.view_words))
    legal_mask(e.p, e.s, moved(w.mask, i * ACTIONS))


@jit
def _first_illegal(mask: ByteArray, players: IntArray, actions: IntArray) -> int:
    """The first game whose action is illegal, or -1; a game that is over takes any."""
    for i in range(actions.shape[0]):
        n = num(actions[i])
        if n != ANY and players[i] >= 0 and not (0 <= n < ACTIONS and mask[i, n] == 1):
            return i
    return -1


@jit
def _begin(a: Arrays, which: BoolArray) -> None:
    w, done = addresses(a), a.done
    for i in range(which.shape[0]):
        if which[i]:
            e = _episode(w, i, 0)
            begin_row(e, w.seeds[i], w.games[i])
            done[i] = False
            _show(w, e, i, DECIDER)


@jit
def _step_some(a: Arrays, actions: IntArray, reward: int, first: int, last: int, part: int) -> None:
    w, done, n = addresses(a), a.done, U(actions.shape[0])
    for i in range(first, last):
        e, game = _episode(w, i, part), w.games[i] + n
        move = move_of(e.p, e.s, num(actions[i]))
        done[i] = turn_row(e, move, reward, on.NEW_GAME, w.seeds[i], game)
        if done[i]:
            w.games[i] = game
        _show(w, e, i, DECIDER)


@jit
def _step(a: Arrays, actions: IntArray, reward: int) -> int:
    wrong = _first_illegal(a.mask, a.player, actions)
    if wrong < 0:
        _step_some(a, actions, reward, 0, actions.shape[0], 0)
    return wrong


@parallel_jit
def _parallel_step(a: Arrays, actions: IntArray, reward: int) -> int:
    wrong, n = _first_illegal(a.mask, a.player, actions), actions.shape[0]
    if wrong >= 0:
        return wrong
    parts = a.sheets.shape[0]
    # The loop only calls: what it wrote to arrays of a record itself, Numba would drop as unused.
    for part in prange(parts):
        _step_some(a, actions, reward, n * part // parts, n * (part + 1) // parts, part)
    return wrong


@inner
def _begin_row_against(w: Addresses, e: Episode, i: int, policy: int, seat: int) -> None:
    begin_row(e, w.seeds[i], w.games[i])
    # No game ends before every seat has decided, so that no reward is written here.
    await_seat(e, w.work, policy, seat, on.WIN)


@jit
def _begin_against(a: Arrays, which: BoolArray, policy: int, seat: int) -> None:
    w, done = addresses(a), a.done
    for i in range(which.shape[0]):
        if which[i]:
            e = _episode(w, i, 0)
            _begin_row_against(w, e, i, policy, seat)
            done[i] = False
            _show(w, e, i, seat)


@jit
def _step_against(a: Arrays, actions: IntArray, reward: int, policy: int, seat: int) -> int:
    wrong, n = _first_illegal(a.mask, a.player, actions), actions.shape[0]
    w, done = addresses(a), a.done
    for i in range(n if wrong < 0 else 0):
        e = _episode(w, i, 0)
        done[i] = False
        if phase(e.s) == OVER:
            w.games[i] += U(n)
            _begin_row_against(w, e, i, policy, seat)
        else:
            move = move_of(e.p, e.s, num(actions[i]))
            over = turn_row(e, move, reward, on.STAY, on.NO_GAME, on.NO_GAME)
            done[i] = over or await_seat(e, w.work, policy, seat, reward)
        _show(w, e, i, seat)
    return wrong


class Rows:
    """The arrays of *n* games.

    ``observation`` uint8[n, view.bytes], ``mask`` uint8[n, ACTIONS], ``player`` int32[n],
    ``rewards`` float32[n, players], ``done`` bool[n], ``points`` int32[n, players] and ``states``
    uint64[n, words(rules)].
    """

    def __init__(
        self, rules: Rules, n: int, *, seed: int = 0, reward: Reward = "win", parts: int = 1
    ) -> None:
        self.rules, self.n, self.view = rules, n, view(rules)
        self.reward = on.number_of("reward", reward, on.REWARDS)
        self.states = np.zeros((n, words(rules)), np.uint64)
        self.mask = np.zeros((n, ACTIONS), np.uint8)
        self.player = np.zeros(n, np.int32)
        self.points = np.zeros((n, rules.players), np.int32)
        self.rewards = np.zeros((n, rules.players), np.float32)
        self.done = np.zeros(n, np.bool_)
        self.seeds, self.games = np.zeros((2, n), np.uint64)
        self._arrays = Arrays(
            p=params(rules),
            states=self.states,
            points=self.points,
            seeds=self.seeds,
            games=self.games,
            views=np.zeros((n, self.view.words), np.uint64),
            mask=self.mask,
            player=self.player,
            rewards=self.rewards,
            done=self.done,
            sheets=np.zeros((parts, SHEET), np.int32),
            work=np.zeros(WORK, np.uint64),
        )
        self.observation: NDArray[np.uint8] = self._arrays.views.view(np.uint8)
        self.reset(seed=seed)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Copies and pickles forget that the observation is the words seen as bytes."""
        self.__dict__.update(state)
        self.observation = self._arrays.views.view(np.uint8)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, rows: ArrayLike | None = None
    ) -> None:
        """Begin new games in all rows, or in those of a mask, bool[n].

        With one seed row *i* plays the games i, i + n, i + 2n, ... of that seed; with a list row
        *i* plays the games 0, n, 2n, ... of the *i*-th. Without a seed, or where the list says
        None, a row goes on to the next game of its seed.
        """
        which = np.ones(self.n, np.bool_) if rows is None else np.ascontiguousarray(rows)
        if which.shape != (self.n,) or which.dtype != np.bool_:
            raise ValueError(f"a mask of {self.n} rows is bool[{self.n}]")
        self._seed(seed, which)
        self._begin(which)

    def _seed(self, seed: int | Sequence[int | None] | None, which: BoolArray) -> None:
        if seed is None:
            self.games[which] += U(self.n)
        elif isinstance(seed, (Sequence, np.ndarray)):
            if len(seed) != self.n:
                raise ValueError(f"{self.n} games take {self.n} seeds, not {len(seed)}")
            words = [None if one is None else _word(one) for one in seed]
            for i in np.flatnonzero(which).tolist():
                word = words[i]
                if word is None:
                    self.games[i] += U(self.n)
                else:
                    self.seeds[i], self.games[i] = word, 0
        else:
            self.seeds[which] = _word(seed)
            self.games[which] = np.arange(self.n)[which]

    def _begin(self, which: BoolArray) -> None:
        _begin(self._arrays, which)

    def _given(self, actions: ArrayLike) -> IntArray:
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise IllegalAction(
                f"{self.n} games take {self.n} actions, whole numbers, "
                f"not {given.dtype}{list(given.shape)}"
            )
        taken: IntArray = np.ascontiguousarray(given, np.int32)
        # What int32 does not hold has become another number: it is made one that is never legal.
        if given.dtype != np.int32:
            taken[taken != given] = ACTIONS
        return taken

    def _refuse(self, wrong: int, actions: ArrayLike) -> None:
        if wrong >= 0:
            legal = np.flatnonzero(self.mask[wrong]).tolist()
            action = np.asarray(actions)[wrong]
            raise IllegalAction(f"game {wrong}: action {action} is none of {legal}")


def _word(seed: int) -> np.uint64:
    number = index(seed)
    if not 0 <= number < 1 << 64:
        raise ValueError(f"a seed is a number from 0 to 2**64 - 1, not {number}")
    return U(number)


class SelfPlay(Rows):
    """Every decision is the caller's, whoever takes it; a finished game is followed at once by a
    new one: ``done`` and ``rewards`` tell of the old game, everything else of the new one."""

    def __init__(
        self, rules: Rules, n: int, *, seed: int = 0, reward: Reward = "win", threads: bool = False
    ) -> None:
        # More parts than threads, so that a slow one does not hold up the rest.
        parts = max(1, min(n // 16, 4 * get_num_threads())) if threads else 1
        self._threads = threads
        super().__init__(rules, n, seed=seed, reward=reward, parts=parts)

    def step(self, actions: ArrayLike) -> None:
        """Take an action, int32[n], in every game; raises IllegalAction and then takes none."""
        step = _parallel_step if self._threads else _step
        self._refuse(step(self._arrays, self._given(actions), self.reward), actions)


class Against(Rows):
    """One seat is the caller's, the others are played by compiled opponents.

    A finished game stays as it is, with its last observation, until the next step, which ignores
    its action and begins a new one.
    """

    def __init__(
        self,
        rules: Rules,
        n: int,
        *,
        seed: int = 0,
        reward: Reward = "win",
        opponent: Opponent = "random",
        seat: int = 0,
    ) -> None:
        if not 0 <= seat < rules.players:
            last = rules.players - 1
            raise ValueError(f"{rules.players} players have the seats 0 to {last}, not {seat}")
        self.opponent, self.seat = on.number_of("opponent", opponent, on.OPPONENTS), seat
        super().__init__(rules, n, seed=seed, reward=reward)

    def _begin(self, which: BoolArray) -> None:
        _begin_against(self._arrays, which, self.opponent, self.seat)

    def step(self, actions: ArrayLike) -> None:
        """Take an action of the caller's seat in every game; raises IllegalAction before any."""
        given = self._given(actions)
        wrong = _step_against(self._arrays, given, self.reward, self.opponent, self.seat)
        self._refuse(wrong, actions)


def planes_and_table(view: View, observation: Any) -> tuple[Any, Any]:
    """The two parts of observations, [..., view.bytes]: the kingdoms, uint8[..., seat, row,
    column, channel], and the table, uint8[..., byte]. Arrays of any library, without a copy."""
    *rows, _ = observation.shape
    planes = observation[..., : view.plane_bytes].reshape(*rows, *view.planes)
    return planes, observation[..., view.plane_bytes :]
