"""Self-play for training a learned player: features out, slots in; and one state at a time.

``Practice`` holds rows of games whose every decision is the caller's; ``features`` shows any rows
of states, also ones that were kept from before.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...core.rules import Rules
from ..board.compile import (
    ByteArray,
    IntArray,
    Ints,
    Word,
    WordArray,
    Words,
    address,
    inner,
    jit,
    num,
    row_address,
)
from ..board.layout import OVER, PLAYERS, SHEET, STRIDE, kingdom, larger, param, phase, player
from ..board.rng import STEP, mixed
from ..bridge.params import params, words
from ..many.row import start_row
from ..policy.gain import WORK
from ..rules.action import move_id
from ..rules.chance import ROW, draw, resolve, to_decision
from ..rules.score import POINTS_SHIFT, score
from ..rules.step import take
from .episode import Floats
from .feature import (
    CELL_WORDS,
    ITEM_WORDS,
    SQUARES,
    Shapes,
    orientation,
    shapes,
    slot_move,
    table_words,
    write_features,
)
from .observe import seat_behind

U = np.uint64
F = np.float32
FloatArray = NDArray[np.float32]
LEAVE = -1
"""Instead of a slot: leave the game as it is."""


class Features(NamedTuple):
    """What the deciders of *n* states see, as bytes."""

    cells: ByteArray
    """uint8[n, players, 64, cell]: the decider's kingdom first, then the others by seat."""
    seats: ByteArray
    """uint8[n, players, seat], in the same order."""
    table: ByteArray
    """uint8[n, table]."""
    items: ByteArray
    """uint8[n, items]: 1 for each legal item, then passing."""


@inner
def write_shares(keys: Ints, players: int, finals: Ints, shares: Floats) -> None:
    """The points of all seats and each one's share of the victory, from their rank keys."""
    best, winners = 0, 0
    for seat in range(players):
        finals[seat] = num(keys[seat]) >> POINTS_SHIFT
        best = larger(best, num(keys[seat]))
    for seat in range(players):
        winners += 1 if num(keys[seat]) == best else 0
    for seat in range(players):
        shares[seat] = F(1.0) / F(winners) if num(keys[seat]) == best else F(0.0)


@inner
def play_slot(
    p: Words, s: Words, slot: int, sheet: Ints, keys: Ints, finals: Ints, shares: Floats
) -> bool:
    """Take a slot and let chance follow; whether that ends the game, whose result is then there."""
    # The slot was chosen in the orientation of the state before the move.
    take(p, s, slot_move(p, s, orientation(p, s, player(s)), slot))
    to_decision(p, s)
    if phase(s) != OVER:
        return False
    for seat in range(param(p, PLAYERS)):
        keys[seat] = score(p, s, seat, sheet, 0)
    write_shares(keys, param(p, PLAYERS), finals, shares)
    return True


@jit
def begin(p: WordArray, s: WordArray, seed: Word, game: Word) -> None:
    """A new game up to its first decision."""
    start_row(address(p), address(s), seed, game)


@jit
def play(
    p: WordArray,
    s: WordArray,
    slot: int,
    sheet: IntArray,
    keys: IntArray,
    finals: IntArray,
    shares: FloatArray,
) -> bool:
    """``play_slot`` for who has arrays."""
    return play_slot(
        address(p),
        address(s),
        slot,
        address(sheet),
        address(keys),
        address(finals),
        address(shares),
    )


@jit
def show(
    p: WordArray,
    s: WordArray,
    sheet: IntArray,
    work: WordArray,
    cells: WordArray,
    seats: WordArray,
    table: WordArray,
    items: WordArray,
    i: int,
) -> None:
    """``write_features`` into row *i* of arrays."""
    write_features(
        address(p), address(s), address(sheet), address(work), row_address(cells, i),
        row_address(seats, i), row_address(table, i), row_address(items, i),
    )  # fmt: skip


@jit
def _begin(p: WordArray, states: WordArray, games: WordArray, seed: Word) -> None:
    for i in range(states.shape[0]):
        start_row(address(p), row_address(states, i), seed, games[i])


@jit
def _step(
    p: WordArray,
    states: WordArray,
    games: WordArray,
    seed: Word,
    slots: IntArray,
    done: NDArray[np.bool_],
    finals: IntArray,
    shares: FloatArray,
    room: IntArray,
) -> None:
    for i in range(states.shape[0]):
        s = row_address(states, i)
        done[i] = False
        if slots[i] == LEAVE:
            continue
        # The two rows of *room*: a score sheet, and rank keys.
        done[i] = play_slot(
            address(p), s, num(slots[i]), row_address(room, 0), row_address(room, 1),
            row_address(finals, i), row_address(shares, i),
        )  # fmt: skip
        if done[i]:
            games[i] += U(states.shape[0])
            start_row(address(p), s, seed, games[i])


@jit
def _show(
    p: WordArray,
    states: WordArray,
    room: IntArray,
    work: WordArray,
    cells: WordArray,
    seats: WordArray,
    table: WordArray,
    items: WordArray,
) -> None:
    for i in range(states.shape[0]):
        write_features(
            address(p), row_address(states, i), row_address(room, 0), address(work),
            row_address(cells, i), row_address(seats, i), row_address(table, i),
            row_address(items, i),
        )  # fmt: skip


@jit
def _actions(p: WordArray, states: WordArray, slots: IntArray, actions: IntArray) -> None:
    for i in range(states.shape[0]):
        s = row_address(states, i)
        turn = orientation(address(p), s, player(s))
        actions[i] = move_id(slot_move(address(p), s, turn, num(slots[i])))


def slot_actions(rules: Rules, states: WordArray, slots: ArrayLike) -> IntArray:
    """The ids of legal slots, int32[n], of the deciders of *states*."""
    found = np.empty(len(states), np.int32)
    given = np.ascontiguousarray(slots, np.int32)
    _actions(params(rules), np.ascontiguousarray(states), given, found)
    return found


@jit
def _keys(p: WordArray, states: WordArray, out: WordArray) -> None:
    """A hash of each kingdom, the decider's first."""
    stride = param(address(p), STRIDE)
    for i in range(states.shape[0]):
        s = row_address(states, i)
        for behind in range(out.shape[1]):
            first = kingdom(address(p), seat_behind(address(p), player(s), behind))
            key = U(0)
            for j in range(stride):
                key = mixed(key ^ s[first + j]) + STEP
            out[i, behind] = key


@jit
def _round_ends(p: WordArray, states: WordArray, slots: IntArray) -> None:
    for i in range(states.shape[0]):
        s = row_address(states, i)
        turn = orientation(address(p), s, player(s))
        take(address(p), s, slot_move(address(p), s, turn, num(slots[i])))
        while phase(s) != ROW:
            resolve(address(p), s, draw(address(p), s))


def round_ends(p: WordArray, states: WordArray, slots: IntArray) -> WordArray:
    """States between two rounds: what each of these becomes by its slot, which ends a round."""
    found = np.array(states, np.uint64)
    _round_ends(p, found, slots)
    return found


class Practice:
    """*n* games, each followed at once by the next.

    ``states`` uint64[n, words(rules)]; after a step ``done`` bool[n] tells which games it ended,
    and for those ``finals`` int32[n, players] the points and ``shares`` float32[n, players] the
    shares of the victory.
    """

    def __init__(self, rules: Rules, n: int, *, seed: int = 0) -> None:
        self.rules, self.n, self.shapes = rules, n, shapes(rules)
        self.seed, self.games = U(seed), np.arange(n, dtype=np.uint64)
        self.states = np.zeros((n, words(rules)), np.uint64)
        self.done = np.zeros(n, np.bool_)
        self.finals = np.zeros((n, rules.players), np.int32)
        self.shares = np.zeros((n, rules.players), np.float32)
        self._p, self._room = params(rules), np.zeros((2, SHEET), np.int32)
        self._work = np.zeros(WORK, np.uint64)
        _begin(self._p, self.states, self.games, self.seed)

    @property
    def players(self) -> IntArray:
        """The seats that decide, int32[n]."""
        return np.array([player_of(s) for s in self.states], np.int32)

    def step(self, slots: ArrayLike) -> None:
        """Take a legal slot, int32[n], in every game: nothing is checked."""
        given = np.ascontiguousarray(slots, np.int32)
        _step(self._p, self.states, self.games, self.seed, given, self.done, self.finals,
              self.shares, self._room)  # fmt: skip

    def features(self, states: WordArray | None = None) -> Features:
        """What the deciders see, of these games or of other states of the same rules."""
        rows = self.states if states is None else np.ascontiguousarray(states)
        n, players = len(rows), self.rules.players
        # Not cleared: every word is written.
        cells = np.empty((n, players * SQUARES * CELL_WORDS), np.uint64)
        seats = np.empty((n, players), np.uint64)
        table = np.empty((n, table_words(self._p)), np.uint64)
        items = np.empty((n, ITEM_WORDS), np.uint64)
        _show(self._p, rows, self._room, self._work, cells, seats, table, items)
        return as_bytes(self.shapes, n, cells, seats, table, items)

    def keys(self, states: WordArray) -> WordArray:
        """A hash of every kingdom of these states, [n, players]: as ``features`` orders them."""
        found = np.empty((len(states), self.rules.players), np.uint64)
        _keys(self._p, np.ascontiguousarray(states), found)
        return found


@jit
def player_of(s: WordArray) -> int:
    """Who decides; -1 after the end."""
    return player(address(s))


def as_bytes(
    sizes: Shapes, n: int, cells: WordArray, seats: WordArray, table: WordArray, items: WordArray
) -> Features:
    """Words as the bytes that nets read."""
    return Features(
        cells.view(np.uint8).reshape(n, sizes.players, SQUARES, sizes.cell),
        seats.view(np.uint8).reshape(n, sizes.players, sizes.seat),
        table.view(np.uint8).reshape(n, sizes.table),
        items.view(np.uint8).reshape(n, sizes.items),
    )
