"""Turned and mirrored kingdoms, with the actions that go with them.

An *orientation* is a number from 0 to 7: bit 0 mirrors east and west, bit 1 north and south, bit 2
then changes x and y. Turning keeps the rules: what was legal is legal where it has come to lie.
A domino with two like halves may be laid in two directions only, so that one that comes to point
west or north is named by its other half.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...core.rules import Rules
from ..board import layout as at
from ..board.compile import IntArray, Word, WordArray, Words, address, inner, jit, num, row_address
from ..board.layout import field, kingdom, param, phase, player
from ..bridge.params import params
from ..rules.action import ACTIONS, ITEM_BASE, REACH, SQUARE_BASE, SQUARES_IN_REACH, WIDTH
from ..rules.option import ERUPT, PLACE, SEND, acting_tile
from ..rules.placing import side
from .feature import ORIENTATIONS, turned, turned_direction

U = np.uint64
BACK = (0, 1, 2, 3, 4, 6, 5, 7)
"""The orientation that undoes each."""


@inner
def turned_square(square: int, turn: int) -> int:
    """Where a torus bit comes to lie."""
    x, y = square & 7, square >> 3
    if turn & 1:
        x = (8 - x) & 7
    if turn & 2:
        y = (8 - y) & 7
    if turn & 4:
        x, y = y, x
    return (y << 3) | x


@inner
def turned_box(box: Word, turn: int) -> Word:
    """The sides of a kingdom that was turned."""
    w, n, e, s = side(box, at.WEST), side(box, at.NORTH), side(box, at.EAST), side(box, at.SOUTH)
    if turn & 1:
        w, e = -e, -w
    if turn & 2:
        n, s = -s, -n
    if turn & 4:
        w, n, e, s = n, w, s, e
    z = at.BOX_ZERO
    found = U(w + z) | (U(n + z) << U(at.NORTH)) | (U(e + z) << U(at.EAST))
    return found | (U(s + z) << U(at.SOUTH)) | (U(field(box, at.DISCARDED)) << U(at.DISCARDED))


@inner
def turn_row(p: Words, s: Words, seat: int, turn: int) -> None:
    """Turn the kingdom of a seat, and the square that its decision is about."""
    k = kingdom(p, seat)
    for j in range(param(p, at.STRIDE)):
        s[k + j] = turned_box(s[k + j], turn) if j == at.BOX else turned(s[k + j], turn)
    if player(s) == seat and (phase(s) == ERUPT or phase(s) == SEND):
        arg = turned_square(field(s[at.TURN], at.ARG), turn)
        s[at.TURN] = (s[at.TURN] & ~(U(255) << U(at.ARG))) | (U(arg) << U(at.ARG))


@jit
def _turn(p: WordArray, states: WordArray, seats: IntArray, turns: IntArray) -> None:
    for i in range(states.shape[0]):
        turn_row(address(p), row_address(states, i), num(seats[i]), num(turns[i]))


@jit
def _doubles(p: WordArray, states: WordArray, found: NDArray[np.bool_]) -> None:
    for i in range(states.shape[0]):
        s = row_address(states, i)
        tile = acting_tile(address(p), s)
        found[i] = phase(s) == PLACE and (tile >> U(at.SYMMETRIC_BIT)) & U(1) == U(1)


@jit
def _table(double: bool, turn: int, out: IntArray) -> None:  # noqa: FBT001
    for action in range(ACTIONS):
        out[action] = action if action >= ITEM_BASE else _turned_id(action, turn, double)


@inner
def _turned_id(action: int, turn: int, double: bool) -> int:  # noqa: FBT001
    """Where the id of a placement or a square comes to lie."""
    what, square = action // SQUARES_IN_REACH, action % SQUARES_IN_REACH
    x, y = square % WIDTH - REACH, square // WIDTH - REACH
    if turn & 1:
        x = -x
    if turn & 2:
        y = -y
    if turn & 4:
        x, y = y, x
    if action < SQUARE_BASE:
        what = turned_direction(what, turn)
        # West of its left half lies what is as well a domino east of its right one.
        if double and what >= 2:
            x, y, what = (x - 1, y, 0) if what == 2 else (x, y - 1, 1)
    if x < -REACH or y < -REACH:
        return -1
    return what * SQUARES_IN_REACH + (y + REACH) * WIDTH + x + REACH


def _orientations(turns: ArrayLike) -> None:
    given = np.ravel(turns)
    wrong = given[~np.isin(given, range(ORIENTATIONS))]
    if len(wrong):
        raise ValueError(f"orientations are 0 to {ORIENTATIONS - 1}, not {wrong[0]}")


@cache
def action_table(turn: int, *, double: bool) -> IntArray:
    """The id that each action has once its kingdom is turned, int32[ACTIONS].

    *double* says that the domino to be laid has two like halves. What is never legal may be -1.
    """
    _orientations(turn)
    out = np.zeros(ACTIONS, np.int32)
    _table(double, turn, out)
    out.flags.writeable = False
    return out


def turn_states(
    rules: Rules, states: WordArray, turns: ArrayLike, seats: ArrayLike | None = None
) -> WordArray:
    """Copies of *states* with a kingdom turned in each: of the seats given, int[n], or of who
    decides. Streams are kept, since the future is to be the same."""
    _orientations(turns)
    found: WordArray = np.array(states, np.uint64)
    n = len(found)
    given = found[:, at.TURN] >> U(at.PLAYER) & U(255) if seats is None else seats
    viewers = np.array(np.broadcast_to(np.asarray(given), n), np.int32)
    if not ((viewers >= 0) & (viewers < rules.players)).all():
        raise ValueError(f"{rules.players} players have the seats 0 to {rules.players - 1}")
    _turn(params(rules), found, viewers, np.array(np.broadcast_to(turns, n), np.int32))
    return found


def is_double(rules: Rules, states: WordArray) -> NDArray[np.bool_]:
    """Whether the domino to be laid has two like halves, bool[n]."""
    found = np.zeros(len(states), np.bool_)
    _doubles(params(rules), np.ascontiguousarray(states), found)
    return found


def turn_actions(rules: Rules, states: WordArray, actions: ArrayLike, turns: ArrayLike) -> IntArray:
    """The ids, int32[n], of legal actions of *states* once the deciders' kingdoms are turned."""
    tables = _tables(rules, states, turns)
    found: IntArray = tables[np.arange(len(tables)), np.asarray(actions)]
    return found


def turn_masks(
    rules: Rules, states: WordArray, masks: NDArray[np.int8], turns: ArrayLike
) -> NDArray[np.int8]:
    """What is legal, int8[n, ACTIONS], once the deciders' kingdoms are turned."""
    tables, found = _tables(rules, states, turns), np.zeros_like(masks)
    rows, actions = np.nonzero(masks)
    found[rows, tables[rows, actions]] = masks[rows, actions]
    return found


def _tables(rules: Rules, states: WordArray, turns: ArrayLike) -> IntArray:
    doubles = is_double(rules, states)
    given = np.broadcast_to(turns, len(doubles))
    return np.array(
        [action_table(int(t), double=bool(d)) for t, d in zip(given, doubles, strict=True)],
        np.int32,
    ).reshape(-1, ACTIONS)


def turn_planes(planes: NDArray[np.uint8], turn: int) -> NDArray[np.uint8]:
    """The windows of kingdoms, uint8[..., row, column, channel], as they look once turned."""
    _orientations(turn)
    found = planes
    if turn & 1:
        found = found[..., :, ::-1, :]
    if turn & 2:
        found = found[..., ::-1, :, :]
    if turn & 4:
        found = np.swapaxes(found, -3, -2)
    return np.ascontiguousarray(found)
