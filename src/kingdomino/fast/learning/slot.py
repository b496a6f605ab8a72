"""The slots of ``feature`` as the actions of everybody else."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ...core.rules import Rules
from ..board.compile import IntArray, WordArray, address, jit, num, row_address
from ..board.layout import player
from ..bridge.params import params
from ..rules.action import move_id
from .feature import orientation, slot_move


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
