"""Games side by side for learning: every step takes each game to its next decision.

What a step writes, observations, legal actions, who decides, rewards, lies in arrays that are
made once and written again by the next step.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...core.error import IllegalAction
from ...core.rules import Rules
from ..board.compile import (
    ByteArray,
    IntArray,
    Word,
    WordArray,
    at,
    jit,
    num,
    numba,
    parallel_jit,
    row_at,
)
from ..board.layout import OVER, PLAYERS, SHEET, param, phase, player
from ..bridge.params import params, words
from ..policy.row import GREEDY, RANDOM
from ..policy.survey import WORK
from ..rules.action import ACTIONS, legal_mask
from .observe import View, view, write_view
from .row import ANY, MARGIN, NEW_GAME, NO_GAME, STAY, WIN, await_seat, begin_row, move_of, turn_row

U = np.uint64
F = np.float32
prange, get_num_threads = numba.prange, numba.get_num_threads

Reward: TypeAlias = Literal["win", "margin"]
REWARDS: dict[str, int] = {"win": WIN, "margin": MARGIN}
OPPONENTS = {"random": RANDOM, "greedy": GREEDY}


@jit
def _show(
    p: WordArray,
    states: WordArray,
    points: IntArray,
    viewer: int,
    views: WordArray,
    mask: ByteArray,
    players: IntArray,
    i: int,
) -> None:
    s = row_at(states, i)
    players[i] = player(s)
    seat = player(s) if viewer < 0 else viewer
    write_view(at(p), s, row_at(points, i), seat, row_at(views, i))
    legal_mask(at(p), s, row_at(mask, i))


@jit
def _begin(
    p: WordArray,
    states: WordArray,
    points: IntArray,
    games: WordArray,
    seed: Word,
    sheet: IntArray,
    views: WordArray,
    mask: ByteArray,
    players: IntArray,
) -> None:
    for i in range(states.shape[0]):
        begin_row(at(p), row_at(states, i), row_at(points, i), at(sheet), seed, games[i])
        _show(p, states, points, -1, views, mask, players, i)


@jit
def _step(
    p: WordArray,
    states: WordArray,
    points: IntArray,
    games: WordArray,
    seed: Word,
    sheet: IntArray,
    views: WordArray,
    mask: ByteArray,
    players: IntArray,
    actions: IntArray,
    reward: int,
    rewards: NDArray[np.float32],
    done: NDArray[np.bool_],
    first: int,
    last: int,
) -> None:
    for i in range(first, last):
        s, seats = row_at(states, i), param(at(p), PLAYERS)
        for seat in range(seats):
            rewards[i, seat] = F(0.0)
        move, game = move_of(at(p), s, num(actions[i])), games[i] + U(states.shape[0])
        worth, gained = row_at(points, i), row_at(rewards, i)
        done[i] = turn_row(at(p), s, worth, at(sheet), move, reward, gained, NEW_GAME, seed, game)
        if done[i]:
            games[i] = game
        _show(p, states, points, -1, views, mask, players, i)


@parallel_jit
def _parallel_step(
    p: WordArray,
    states: WordArray,
    points: IntArray,
    games: WordArray,
    seed: Word,
    sheets: IntArray,
    views: WordArray,
    mask: ByteArray,
    players: IntArray,
    actions: IntArray,
    reward: int,
    rewards: NDArray[np.float32],
    done: NDArray[np.bool_],
) -> None:
    parts, n = sheets.shape[0], states.shape[0]
    for part in prange(parts):
        _step(
            p, states, points, games, seed, sheets[part], views, mask, players, actions, reward,
            rewards, done, n * part // parts, n * (part + 1) // parts,
        )  # fmt: skip


@jit
def _begin_against(
    p: WordArray,
    states: WordArray,
    points: IntArray,
    games: WordArray,
    seed: Word,
    sheet: IntArray,
    work: WordArray,
    policy: int,
    seat: int,
    rewards: NDArray[np.float32],
    i: int,
) -> None:
    s, worth = row_at(states, i), row_at(points, i)
    begin_row(at(p), s, worth, at(sheet), seed, games[i])
    await_seat(at(p), s, worth, at(sheet), at(work), policy, seat, 0, row_at(rewards, i))


@jit
def _start_against(
    p: WordArray,
    states: WordArray,
    points: IntArray,
    games: WordArray,
    seed: Word,
    sheet: IntArray,
    views: WordArray,
    mask: ByteArray,
    players: IntArray,
    work: WordArray,
    policy: int,
    seat: int,
    rewards: NDArray[np.float32],
) -> None:
    for i in range(states.shape[0]):
        _begin_against(p, states, points, games, seed, sheet, work, policy, seat, rewards, i)
        _show(p, states, points, seat, views, mask, players, i)


@jit
def _step_against(
    p: WordArray,
    states: WordArray,
    points: IntArray,
    games: WordArray,
    seed: Word,
    sheet: IntArray,
    views: WordArray,
    mask: ByteArray,
    players: IntArray,
    actions: IntArray,
    reward: int,
    rewards: NDArray[np.float32],
    done: NDArray[np.bool_],
    work: WordArray,
    policy: int,
    seat: int,
) -> None:
    for i in range(states.shape[0]):
        s, worth, gained = row_at(states, i), row_at(points, i), row_at(rewards, i)
        for other in range(param(at(p), PLAYERS)):
            rewards[i, other] = F(0.0)
        done[i] = False
        if phase(s) == OVER:
            games[i] += U(states.shape[0])
            _begin_against(p, states, points, games, seed, sheet, work, policy, seat, rewards, i)
        else:
            move = move_of(at(p), s, num(actions[i]))
            over = turn_row(
                at(p), s, worth, at(sheet), move, reward, gained, STAY, NO_GAME, NO_GAME
            )
            done[i] = over or await_seat(
                at(p), s, worth, at(sheet), at(work), policy, seat, reward, gained
            )
        _show(p, states, points, seat, views, mask, players, i)


@jit
def _first_illegal(mask: ByteArray, actions: IntArray, over: NDArray[np.bool_]) -> int:
    for i in range(mask.shape[0]):
        a = num(actions[i])
        if a != ANY and not over[i] and not (0 <= a < ACTIONS and mask[i, a] == 1):
            return i
    return -1


class Rows:
    """The arrays of *n* games.

    ``observation`` uint8[n, view.bytes], ``mask`` uint8[n, ACTIONS], ``player`` int32[n],
    ``rewards`` float32[n, players], ``done`` bool[n], ``points`` int32[n, players] and ``states``
    uint64[n, words(rules)].
    """

    def __init__(self, rules: Rules, n: int, *, seed: int = 0, reward: Reward = "win") -> None:
        self.rules, self.n, self.view = rules, n, view(rules)
        self.reward = REWARDS[reward]
        self.states = np.zeros((n, words(rules)), np.uint64)
        self._views = np.zeros((n, self.view.words), np.uint64)
        self.observation: NDArray[np.uint8] = self._views.view(np.uint8)
        self.mask = np.zeros((n, ACTIONS), np.uint8)
        self.player = np.zeros(n, np.int32)
        self.points = np.zeros((n, rules.players), np.int32)
        self.rewards = np.zeros((n, rules.players), np.float32)
        self.done = np.zeros(n, np.bool_)
        self._p, self._sheet = params(rules), np.zeros(SHEET, np.int32)
        self.reset(seed=seed)

    def reset(self, *, seed: int) -> None:
        """Begin new games: row *i* plays the games i, i + n, i + 2n, ... of the seed."""
        self.seed = U(seed)
        self.games = np.arange(self.n, dtype=np.uint64)
        self.rewards[:], self.done[:] = 0, False
        self._begin()

    @property
    def _shown(self) -> list[Any]:
        rows = (self._p, self.states, self.points, self.games, self.seed, self._sheet)
        return [*rows, self._views, self.mask, self.player]

    def _begin(self) -> None:
        _begin(*self._shown)

    def _checked(self, actions: ArrayLike) -> IntArray:
        given = np.ascontiguousarray(actions, np.int32)
        if given.shape != (self.n,):
            raise IllegalAction(f"{self.n} games take {self.n} actions, not {given.shape}")
        wrong = _first_illegal(self.mask, given, self._ignored())
        if wrong >= 0:
            legal = np.flatnonzero(self.mask[wrong]).tolist()
            raise IllegalAction(f"game {wrong}: action {given[wrong]} is none of {legal}")
        return given

    def _ignored(self) -> NDArray[np.bool_]:
        return np.zeros(self.n, np.bool_)


class SelfPlay(Rows):
    """Every decision is the caller's, whoever takes it; a finished game is followed at once by a
    new one: ``done`` and ``rewards`` tell of the old game, everything else of the new one."""

    def __init__(
        self, rules: Rules, n: int, *, seed: int = 0, reward: Reward = "win", threads: bool = False
    ) -> None:
        self._parts = max(1, min(n // 16, 4 * get_num_threads())) if threads else 0
        self._sheets = np.zeros((max(1, self._parts), SHEET), np.int32)
        self._legal = np.zeros(n, np.bool_)
        super().__init__(rules, n, seed=seed, reward=reward)

    def step(self, actions: ArrayLike) -> None:
        """Take an action, int32[n], in every game; raises IllegalAction and then takes none."""
        given = self._checked(actions)
        more: tuple[Any, ...] = (given, self.reward, self.rewards, self.done)
        if self._parts:
            p, states, points, games, seed, _, *shown = self._shown
            _parallel_step(p, states, points, games, seed, self._sheets, *shown, *more)
        else:
            _step(*[*self._shown, *more, 0, self.n])

    def _ignored(self) -> NDArray[np.bool_]:
        return self._legal


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
        opponent: Literal["random", "greedy"] = "random",
        seat: int = 0,
    ) -> None:
        self.opponent, self.seat = OPPONENTS[opponent], seat
        self._work = np.zeros(WORK, np.uint64)
        super().__init__(rules, n, seed=seed, reward=reward)

    def _begin(self) -> None:
        _start_against(*[*self._shown, self._work, self.opponent, self.seat, self.rewards])

    def step(self, actions: ArrayLike) -> None:
        """Take an action of the caller's seat in every game; raises IllegalAction before any."""
        given = self._checked(actions)
        more: tuple[Any, ...] = (given, self.reward, self.rewards, self.done)
        _step_against(*[*self._shown, *more, self._work, self.opponent, self.seat])

    def _ignored(self) -> NDArray[np.bool_]:
        return self.done


def planes_and_table(view: View, observation: Any) -> tuple[Any, Any]:
    """The two parts of observations, [..., view.bytes]: the kingdoms, uint8[..., seat, row,
    column, channel], and the table, uint8[..., byte]. Arrays of any library, without a copy."""
    *rows, _ = observation.shape
    planes = observation[..., : view.plane_bytes].reshape(*rows, *view.planes)
    return planes, observation[..., view.plane_bytes :]
