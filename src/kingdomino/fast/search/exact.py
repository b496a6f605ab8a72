"""The last round, solved: no chance is left, and nobody can touch another's kingdom any more."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..board import layout as at
from ..board.compile import IntArray, WordArray, Words, address, inner, jit, num, row_address, word
from ..board.layout import SHEET, copy_state, field, param, phase, player
from ..rules.action import ACTIONS, id_move, kth_move, legal_actions, options
from ..rules.option import ERUPT, PLACE
from ..rules.score import score
from ..rules.step import take

U = np.uint64
DEEPEST = 8
"""Two dominoes and the fire of each are four decisions."""
TOO_MANY = -1


class Levels(NamedTuple):
    """A walk through a last round, a row for each of its decisions, and what it finds."""

    p: WordArray
    states: WordArray
    moves: IntArray
    """The legal actions of each state."""
    counts: IntArray
    """How many these are, and how many were tried."""
    sheet: IntArray
    best: IntArray
    """One's best rank key after each action of the first state, in their order."""


def levels(p: WordArray, words: int) -> Levels:
    """Room for the walk through a last round."""
    return Levels(
        p,
        states=np.zeros((DEEPEST + 1, words), np.uint64),
        moves=np.zeros((DEEPEST + 1, ACTIONS), np.int32),
        counts=np.zeros((2, DEEPEST + 1), np.int32),
        sheet=np.zeros(SHEET, np.int32),
        best=np.zeros(ACTIONS, np.int32),
    )


@inner
def is_independent(p: Words, s: Words) -> bool:
    """Whether what the players still do concerns themselves alone."""
    # Totem: one's placement can take a totem from another.
    if field(s[at.TURN], at.STAGE) != at.LAST or param(p, at.HAS_TOTEMS):
        return False
    if param(p, at.QUESTS_DRAWN) == 0:
        return phase(s) == PLACE or phase(s) == ERUPT
    # Age of Giants: footprints can send a giant into another kingdom; letters are left out too.
    for i in range(field(s[at.TURN], at.ACTING_COUNT)):
        if (word(p, at.TILES + field(s[at.ACTING], 8 * i)) >> U(at.SYMBOL_SHIFT)) & U(3):
            return False
    return phase(s) == PLACE


@inner
def act(p: Words, s: Words, action: int, me: int) -> None:
    """Act, and let the others do anything until it is one's own turn again or the end."""
    take(p, s, id_move(action))
    # What the others do changes nothing for one's own kingdom.
    while phase(s) != at.OVER and player(s) != me:
        take(p, s, kth_move(p, s, options(p, s), 0))


@jit
def solve(w: Levels, root: WordArray, limit: int) -> int:
    """Write one's best rank key after each legal action into ``w.best``.

    Returns how many ends were looked at; 0 where the position is not of this kind, TOO_MANY where
    there are more than *limit*.
    """
    p, states, moves, counts, sheet, best = w
    if not is_independent(address(p), address(root)):
        return 0
    # A walk without recursion.
    me, level, ends = player(address(root)), 0, 0
    copy_state(address(p), address(root), row_address(states, 0))
    counts[0, 0], counts[1, 0] = legal_actions(address(p), address(root), row_address(moves, 0)), 0
    for i in range(counts[0, 0]):
        best[i] = 0
    while level >= 0:
        i = num(counts[1, level])
        if i == counts[0, level]:
            level -= 1
            continue
        counts[1, level] += 1
        copy_state(address(p), row_address(states, level), row_address(states, level + 1))
        act(address(p), row_address(states, level + 1), num(moves[level, i]), me)
        if phase(row_address(states, level + 1)) != at.OVER:
            level += 1
            found = legal_actions(address(p), row_address(states, level), row_address(moves, level))
            counts[0, level], counts[1, level] = found, 0
            continue
        key = score(address(p), row_address(states, level + 1), me, address(sheet), 0)
        first = num(counts[1, 0]) - 1
        if key > best[first]:
            best[first] = key
        ends += 1
        if ends > limit:
            return TOO_MANY
    return ends
