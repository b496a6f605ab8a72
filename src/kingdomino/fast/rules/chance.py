"""What chance does: drawing kings, quests, rows and cavemen, and laying them out.

An event is one word: KINGS a nibble for each king (its seat), QUESTS two bytes (numbers in order
of the names), ROW a set of domino indices, CAVE ten times three bits.
"""

from __future__ import annotations

import numpy as np

from ...core.state import Phase
from ..board.compile import Word, Words, ctz, inner, num, popc
from ..board.layout import (
    ACTING,
    ACTING_COUNT,
    BOX,
    BOX_ZERO,
    CAVE,
    CAVE_KINDS,
    CAVE_TILES,
    COUNT,
    DOMINOES,
    EXTRA,
    FACE_UP_MASK,
    HAS_CAVE,
    HEAD,
    KINGS_DRAWN,
    KINGS_EACH,
    NOBODY,
    OFFER,
    OPENING,
    OPENING_STAGE,
    OWNERS,
    PHASE,
    PILE,
    PLAYER,
    PLAYERS,
    QUEST_COUNT,
    QUESTS,
    QUESTS_DRAWN,
    RNG,
    ROUNDS,
    ROW_SIZE,
    ROWS_LEFT,
    SETUP,
    STAGE,
    STRIDE,
    TRIM,
    TURN,
    UNSEEN,
    field,
    larger,
    nibble,
    param,
    phase,
    smaller,
    with_field,
)
from ..board.rng import below
from ..board.torus import ONE, select
from .placing import NONE

U = np.uint64
KINGS, QUEST_DRAW, ROW, CAVE_DRAW = range(4)
PLACE = int(Phase.PLACE)
SHELF = 4
"""How many cavemen lie in the open."""


@inner
def total(counts: Word) -> int:
    """The sum of ten numbers of three bits."""
    n = 0
    for kind in range(CAVE_KINDS):
        n += num((counts >> U(3 * kind)) & U(7))
    return n


@inner
def missing(s: Words) -> int:
    """How many cavemen are to be turned up."""
    return smaller(SHELF - total(s[CAVE] & U(FACE_UP_MASK)), total(s[CAVE] >> U(PILE)))


@inner
def draw_kings(p: Words, s: Words) -> Word:
    """The owners of the kings drawn, a nibble each."""
    players, each = param(p, PLAYERS), param(p, KINGS_EACH)
    left = NONE
    for seat in range(players):
        left |= U(each) << U(4 * seat)
    event = NONE
    for i in range(param(p, KINGS_DRAWN)):
        k, seat = below(s, players * each - i), 0
        while k >= nibble(left, 4 * seat):
            k -= nibble(left, 4 * seat)
            seat += 1
        left -= ONE << U(4 * seat)
        event |= U(seat) << U(4 * i)
    return event


@inner
def draw_quests(s: Words) -> Word:
    """Two different quests, the lower number first."""
    a, b = below(s, QUEST_COUNT), below(s, QUEST_COUNT - 1)
    if b >= a:
        b += 1
    return U(smaller(a, b)) | (U(larger(a, b)) << U(8))


@inner
def draw_row(p: Words, s: Words) -> Word:
    """As many unseen dominoes as a row has."""
    rest, row = s[UNSEEN], NONE
    left = popc(rest)
    for i in range(param(p, ROW_SIZE)):
        drawn = ONE << U(select(rest, below(s, left - i)))
        rest ^= drawn
        row |= drawn
    return row


@inner
def draw_cave(s: Words) -> Word:
    """The cavemen newly turned up."""
    pile, drawn = s[CAVE] >> U(PILE), NONE
    left = total(pile)
    for i in range(missing(s)):
        k, kind = below(s, left - i), 0
        while k >= num((pile >> U(3 * kind)) & U(7)):
            k -= num((pile >> U(3 * kind)) & U(7))
            kind += 1
        pile -= ONE << U(3 * kind)
        drawn += ONE << U(3 * kind)
    return drawn


@inner
def draw(p: Words, s: Words) -> Word:
    """A fair chance event; only when the phase is one of chance."""
    now = phase(s)
    if now == ROW:
        return draw_row(p, s)
    if now == KINGS:
        return draw_kings(p, s)
    if now == QUEST_DRAW:
        return draw_quests(s)
    return draw_cave(s)


@inner
def lay_row(p: Words, s: Words, row: Word) -> None:
    """The row is laid and trimmed, lowest number first."""
    s[UNSEEN] &= ~row
    offer, n, trim = NONE, 0, p[TRIM]
    while row:
        if (trim & ONE) == NONE:
            offer |= U(ctz(row)) << U(8 * n)
            n += 1
        trim >>= ONE
        row &= row - ONE
    s[OFFER] = offer | (U(n) << U(COUNT))


@inner
def begin_turns(p: Words, s: Words) -> None:
    """The first king of the acting row is next."""
    turn = s[TURN]
    turn = with_field(turn, PLAYER, nibble(s[ACTING], OWNERS))
    if field(turn, STAGE) == SETUP:
        turn = with_field(with_field(turn, STAGE, OPENING_STAGE), PHASE, param(p, OPENING))
    else:
        turn = with_field(turn, PHASE, PLACE)
    s[TURN] = turn


@inner
def resolve(p: Words, s: Words, event: Word) -> None:
    """The state after a chance event, which must be possible: nothing is checked."""
    now = phase(s)
    if now == ROW:
        lay_row(p, s, event)
        s[TURN] -= ONE << U(ROWS_LEFT)
        if param(p, HAS_CAVE) and missing(s) > 0:
            s[TURN] = with_field(s[TURN], PHASE, CAVE_DRAW)
        else:
            begin_turns(p, s)
    elif now == KINGS:
        s[ACTING] = event << U(OWNERS)
        turn = with_field(s[TURN], ACTING_COUNT, param(p, KINGS_DRAWN))
        s[TURN] = with_field(turn, PHASE, QUEST_DRAW if param(p, QUESTS_DRAWN) else ROW)
    elif now == QUEST_DRAW:
        s[EXTRA] |= (event + U(0x0101)) << U(QUESTS)
        s[TURN] = with_field(s[TURN], PHASE, ROW)
    else:
        s[CAVE] += event
        s[CAVE] -= event << U(PILE)
        begin_turns(p, s)


@inner
def start(p: Words, s: Words, rng: Word) -> None:
    """A game before anything has happened: chance is next. *rng* is the start of its stream."""
    players, stride = param(p, PLAYERS), param(p, STRIDE)
    for i in range(HEAD + players * stride):
        s[i] = NONE
    s[UNSEEN] = (ONE << p[DOMINOES]) - ONE
    s[TURN] = (U(NOBODY) << U(PLAYER)) | (p[ROUNDS] << U(ROWS_LEFT))
    s[RNG] = rng
    for kind in range(CAVE_KINDS):
        s[CAVE] |= U(field(p[CAVE_TILES + kind], 16)) << U(PILE + 3 * kind)
    for seat in range(players):
        s[HEAD + seat * stride + BOX] = U(BOX_ZERO) * U(0x01010101)


@inner
def await_row(s: Words) -> None:
    """A new row is laid next."""
    s[TURN] = (s[TURN] & ~U(0xFFFFFF)) | U(ROW) | (U(NOBODY) << U(PLAYER))
