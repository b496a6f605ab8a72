"""What may be asked of any states of a rule set, many at once: state in, view out.

States are uint64[n, words(rules)]. Each carries the stream that its chance comes from, so that who
copies one to look ahead must say which stream the copy gets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...core.error import IllegalAction
from ...core.rules import Rules
from ...core.state import State
from ..board.compile import IntArray, WordArray, address, jit, num, row_address
from ..board.layout import SHEET, player
from ..bridge.params import params, words
from ..bridge.state import from_core, to_core
from ..many import cpu
from ..many.row import start_row
from ..rules.action import ACTIONS, SETS, keep, options
from ..rules.score import rank_keys
from .episode import (
    NO_GAME,
    OPPONENTS,
    REWARDS,
    STAY,
    Episode,
    Reward,
    clear_rewards,
    keep_points,
    move_of,
    number_of,
    turn_row,
    vetted,
)
from .observe import view, viewed, write_view

U = np.uint64
Reseed: TypeAlias = int | Literal["keep"]
"""Which streams copies get: those of a seed, one each, or the very ones of the originals."""
KEEP = "keep"
Playing: TypeAlias = Literal["random", "greedy"]


@jit
def _points(p: WordArray, states: WordArray, sheet: IntArray, points: IntArray) -> None:
    players = points.shape[1]
    for i in range(states.shape[0]):
        row = row_address(points, i)
        rank_keys(address(p), row_address(states, i), 0, players, address(sheet), row)
        keep_points(0, players, row)


@jit
def _players(states: WordArray, players: IntArray) -> None:
    for i in range(states.shape[0]):
        players[i] = player(row_address(states, i))


@jit
def _observe(
    p: WordArray, states: WordArray, points: IntArray, seats: IntArray, views: WordArray
) -> None:
    for i in range(states.shape[0]):
        s, shown = row_address(states, i), row_address(views, i)
        write_view(address(p), s, row_address(points, i), num(seats[i]), shown)


@jit
def _begin(p: WordArray, seeds: WordArray, states: WordArray) -> None:
    for i in range(states.shape[0]):
        start_row(address(p), row_address(states, i), seeds[i], U(0))


@jit
def _turn(
    p: WordArray,
    states: WordArray,
    actions: IntArray,
    legal: WordArray,
    points: IntArray,
    sheet: IntArray,
    reward: int,
    rewards: NDArray[np.float32],
) -> None:
    room = address(points)
    for i in range(states.shape[0]):
        s, due = row_address(states, i), row_address(rewards, i)
        e = Episode(address(p), s, room, room, room, due, address(sheet))
        clear_rewards(e)
        if player(s) >= 0:
            keep(options(e.p, s), address(legal))
            move = move_of(e.p, s, vetted(e.p, s, address(legal), num(actions[i])))
            turn_row(e, move, reward, STAY, NO_GAME, NO_GAME)


def word(seed: int, what: str = "a seed") -> np.uint64:
    """A number as compiled code takes it; raises ValueError."""
    number = index(seed)
    if not 0 <= number < 1 << 64:
        raise ValueError(f"{what} is a number from 0 to 2**64 - 1, not {number}")
    return U(number)


def copied(reseed: Reseed) -> tuple[np.uint64, bool]:
    """The seed of the streams that copies get, and whether they keep those of the originals."""
    if reseed == KEEP:
        return U(0), True
    if isinstance(reseed, str):
        raise ValueError(f"copies get the streams of a seed, or {KEEP!r} theirs, not {reseed!r}")
    return word(reseed), False


def seeding(
    seed: int | Sequence[int | None] | None, n: int
) -> tuple[WordArray, WordArray, NDArray[np.bool_]]:
    """Seeds and numbers of the games that begin, and which of these rows have them; the others go
    on to the next game of their seeds. Raises ValueError."""
    seeds, numbers, fresh = np.zeros(n, U), np.zeros(n, U), np.ones(n, np.bool_)
    if seed is None:
        fresh[:] = False
    elif isinstance(seed, (Sequence, np.ndarray)):
        if len(seed) != n:
            raise ValueError(f"{n} games take {n} seeds, not {len(seed)}")
        fresh[:] = [one is not None for one in seed]
        seeds[:] = [U(0) if one is None else word(one) for one in seed]
    else:
        seeds[:], numbers[:] = word(seed), np.arange(n)
    return seeds, numbers, fresh


def check_count(n: int) -> None:
    """Raises ValueError unless there is a game."""
    if n < 1:
        raise ValueError(f"there is at least one game, not {n}")


def check_states(rules: Rules, states: Any, n: int | None = None) -> None:
    """Raises ValueError unless an array holds states of these rules, *n* of them if that counts."""
    many = [*states.shape[:1]] if n is None else [n]
    if states.dtype != np.uint64 or [*states.shape] != [*many, words(rules)]:
        wanted = f"uint64[{'n' if n is None else n}, {words(rules)}]"
        raise ValueError(f"states are {wanted} here, not {states.dtype}{list(states.shape)}")


def one_each(actions: Any, n: int, *, kinds: str = "iu") -> None:
    """Raises IllegalAction unless an array has a whole number, of these kinds, for each game."""
    if tuple(actions.shape) != (n,) or np.dtype(actions.dtype).kind not in kinds:
        raise IllegalAction(
            f"{n} games take {n} actions, whole numbers, not {actions.dtype}{list(actions.shape)}"
        )


class Batch:
    """States of one rule set, on the CPU; that actions are legal is not checked."""

    def __init__(self, rules: Rules, *, version: int = 0) -> None:
        self.rules, self.view = rules, view(rules, version)
        self._p, self._sheet = viewed(rules, version), np.zeros(SHEET, np.int32)

    def start(self, n: int, *, seed: int = 0, first: int = 0) -> WordArray:
        """The games numbered from *first* of a seed, each up to its first decision."""
        return cpu.start(self.rules, n, seed=int(word(seed)), first=int(word(first, "a game")))

    def rows(self, states: Iterable[State], *, reseed: int) -> WordArray:
        """States of the readable engine, which has no streams: each gets one of this seed."""
        made = np.array([from_core(state) for state in states], np.uint64)
        return self.clone(made.reshape(-1, words(self.rules)), reseed=reseed)

    def readable(self, states: WordArray) -> list[State]:
        """The same as states of the readable engine."""
        return [to_core(self.rules, row) for row in states]

    def clone(self, states: WordArray, *, reseed: Reseed) -> WordArray:
        """Copies that go their own ways, row *i* by stream *i* of the seed.

        ``reseed="keep"`` copies the streams too, and so what will really be drawn.
        """
        given, (seed, keep) = self._given(states), copied(reseed)
        out = np.empty_like(given)
        cpu.clone(self._p, given, out, seed, keep=keep)
        return out

    def step(self, states: WordArray, actions: ArrayLike) -> None:
        """Take a legal action, int32[n], in every game, in place; -1 leaves one as it is."""
        rows, given = self._in_place(states), np.asarray(actions)
        one_each(given, len(rows))
        cpu.step(self._p, rows, np.ascontiguousarray(given, np.int32))

    def legal(self, states: WordArray) -> NDArray[np.int8]:
        """The legal actions as 0 and 1, int8[n, ACTIONS]; none for chance and after the end."""
        given = self._given(states)
        out = np.empty((len(given), ACTIONS), np.uint8)
        cpu.masks(self._p, given, out)
        return out.view(np.int8)

    def player(self, states: WordArray) -> IntArray:
        """Who decides, int32[n]; -1 after the end."""
        found = np.empty(len(states), np.int32)
        _players(self._given(states), found)
        return found

    def points(self, states: WordArray) -> IntArray:
        """What every kingdom is worth now, int32[n, players]: at the end, the final points."""
        found = np.empty((len(states), self.rules.players), np.int32)
        _points(self._p, self._given(states), self._sheet, found)
        return found

    def observe(self, states: WordArray, seats: ArrayLike | None = None) -> NDArray[np.uint8]:
        """What seats see, uint8[n, view.bytes]: those given, int32[n], or who decides."""
        given = self._given(states)
        viewers = self.player(given).clip(0) if seats is None else self.seats(seats, len(given))
        found = np.empty((len(given), self.view.words), np.uint64)
        _observe(self._p, given, self.points(given), viewers, found)
        return found.view(np.uint8)

    def play(self, states: WordArray, *, policy: Playing = "random") -> IntArray:
        """Play all states to their ends, in place; the rank keys, int32[n, players].

        ``keys >> 14`` are the points.
        """
        rows, playing = self._in_place(states), number_of("policy", policy, OPPONENTS)
        n = len(rows)
        keys, steps = np.empty((n, self.rules.players), np.int32), np.empty(n, np.int32)
        cpu.play(self._p, rows, keys, steps, policy=playing)
        return keys

    def _given(self, states: WordArray) -> WordArray:
        given = np.ascontiguousarray(states)
        check_states(self.rules, given)
        return given

    def _in_place(self, states: WordArray) -> WordArray:
        given = self._given(states)
        if given is not states:
            raise ValueError("states that move on are one array without gaps, not a part of one")
        return given

    def seats(self, seats: ArrayLike, n: int) -> IntArray:
        """Seats to look from as int32[n], of one for all or of one each; raises ValueError."""
        given, players = np.broadcast_to(seats, n), self.rules.players
        if given.dtype.kind not in "iu" or not ((given >= 0) & (given < players)).all():
            raise ValueError(f"{players} players have the seats 0 to {players - 1}")
        return np.array(given, np.int32)


class Pure:
    """Games as pure functions: states in, other states out, nothing kept in between.

    Each state carries its own stream of chance, so that a state and an action decide what follows.
    *reward* says what an end is worth.
    """

    def __init__(self, rules: Rules, *, reward: Reward = "zero_sum", version: int = 0) -> None:
        self.rules, self.batch = rules, Batch(rules, version=version)
        self._p, self._reward = params(rules), number_of("reward", reward, REWARDS)
        self._legal = np.zeros(SETS, np.uint64)
        self._points = np.zeros(rules.players, np.int32)
        self._sheet = np.zeros(SHEET, np.int32)

    def begin(self, seeds: WordArray) -> WordArray:
        """A game of each seed, up to its first decision."""
        states = np.empty((len(seeds), words(self.rules)), np.uint64)
        _begin(self._p, np.ascontiguousarray(seeds), states)
        return states

    def turn(self, states: WordArray, actions: ArrayLike) -> tuple[WordArray, NDArray[np.float32]]:
        """The states after an action each, int32[n], and what that was worth to every seat.

        An illegal one ends its game with -1 for who took it. A game that is over stays as it is.
        """
        after = np.array(states, np.uint64, order="C")
        rewards = np.zeros((len(after), self.rules.players), np.float32)
        given = np.ascontiguousarray(actions, np.int32)
        _turn(
            self._p, after, given, self._legal, self._points, self._sheet, self._reward, rewards
        )  # fmt: skip
        return after, rewards
