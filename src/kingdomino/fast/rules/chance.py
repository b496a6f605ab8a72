"""What chance does: drawing kings, quests, rows and cavemen, and laying them out.

An event is one word: KINGS a nibble for each king (its seat), QUESTS two bytes (numbers in order
of the names), ROW a set of domino indices, CAVE ten times three bits.
"""

from __future__ import annotations

import numpy as np

from ...core.state import Phase
from ...games.tribe import SHELF
from ..board import layout as at
from ..board.compile import Word, Words, ctz, inner, num, popc, word
from ..board.layout import field, larger, nibble, param, phase, smaller, with_field
from ..board.rng import below
from ..board.torus import ONE, select
from .option import CHOOSE, PLACE
from .placing import NONE

U = np.uint64
KINGS, QUEST_DRAW, ROW, CAVE_DRAW = (
    int(phase) for phase in (Phase.KINGS, Phase.QUESTS, Phase.ROW, Phase.CAVE)
)


@inner
def total(counts: Word) -> int:
    """The sum of ten numbers of three bits."""
    n = 0
    for kind in range(at.CAVE_KINDS):
        n += num((counts >> U(3 * kind)) & U(7))
    return n


@inner
def missing(s: Words) -> int:
    """How many cavemen are to be turned up."""
    return smaller(SHELF - total(s[at.CAVE] & U(at.FACE_UP_MASK)), total(s[at.CAVE] >> U(at.PILE)))


@inner
def draw_kings(p: Words, s: Words) -> Word:
    """The owners of the kings drawn, a nibble each."""
    players, each = param(p, at.PLAYERS), param(p, at.KINGS_EACH)
    left = NONE
    for seat in range(players):
        left |= U(each) << U(4 * seat)
    event = NONE
    for i in range(param(p, at.KINGS_DRAWN)):
        # The k-th of all kings that are left, counted seat by seat.
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
    # The second is drawn from the others, so its number skips the first.
    a, b = below(s, at.QUEST_COUNT), below(s, at.QUEST_COUNT - 1)
    if b >= a:
        b += 1
    return U(smaller(a, b)) | (U(larger(a, b)) << U(8))


@inner
def draw_row(p: Words, s: Words) -> Word:
    """As many unseen dominoes as a row has."""
    rest, row = s[at.UNSEEN], NONE
    left = popc(rest)
    for i in range(param(p, at.ROW_SIZE)):
        drawn = ONE << U(select(rest, below(s, left - i)))
        rest ^= drawn
        row |= drawn
    return row


@inner
def draw_cave(s: Words) -> Word:
    """The cavemen newly turned up."""
    pile, drawn = s[at.CAVE] >> U(at.PILE), NONE
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
    s[at.UNSEEN] &= ~row
    offer, n, trim = NONE, 0, word(p, at.TRIM)
    while row:
        # Bits come lowest first, which is the order of numbers; trimmed positions are left out.
        if (trim & ONE) == NONE:
            offer |= U(ctz(row)) << U(8 * n)
            n += 1
        trim >>= ONE
        row &= row - ONE
    s[at.OFFER] = offer | (U(n) << U(at.COUNT))


@inner
def begin_turns(p: Words, s: Words) -> None:
    """The first king of the acting row is next."""
    turn = s[at.TURN]
    turn = with_field(turn, at.PLAYER, nibble(s[at.ACTING], at.OWNERS))
    if field(turn, at.STAGE) == at.SETUP:
        turn = with_field(
            with_field(turn, at.STAGE, at.OPENING_STAGE), at.PHASE, param(p, at.OPENING)
        )
    else:
        turn = with_field(turn, at.PHASE, PLACE)
    s[at.TURN] = turn


@inner
def resolve(p: Words, s: Words, event: Word) -> None:
    """The state after a chance event, which must be possible: nothing is checked."""
    now = phase(s)
    if now == ROW:
        lay_row(p, s, event)
        s[at.TURN] -= ONE << U(at.ROWS_LEFT)
        # Tribe: the face-up cavemen are refilled only when a row is laid.
        if param(p, at.HAS_CAVE) and missing(s) > 0:
            s[at.TURN] = with_field(s[at.TURN], at.PHASE, CAVE_DRAW)
        else:
            begin_turns(p, s)
    elif now == KINGS:
        s[at.ACTING] = event << U(at.OWNERS)
        turn = with_field(s[at.TURN], at.ACTING_COUNT, param(p, at.KINGS_DRAWN))
        s[at.TURN] = with_field(turn, at.PHASE, QUEST_DRAW if param(p, at.QUESTS_DRAWN) else ROW)
    elif now == QUEST_DRAW:
        # Numbers are kept + 1: 0 means no quest.
        s[at.EXTRA] |= (event + U(0x0101)) << U(at.QUESTS)
        s[at.TURN] = with_field(s[at.TURN], at.PHASE, ROW)
    else:
        # Counts of three bits never overflow: there are seven of a kind at most.
        s[at.CAVE] += event
        s[at.CAVE] -= event << U(at.PILE)
        begin_turns(p, s)


@inner
def to_decision(p: Words, s: Words) -> None:
    """Let chance have its way until a player is to decide or the game is over."""
    # The phases of chance are numbered before CHOOSE, OVER behind all.
    while phase(s) < CHOOSE:
        resolve(p, s, draw(p, s))


@inner
def start(p: Words, s: Words, rng: Word) -> None:
    """A game before anything has happened: chance is next. *rng* is the start of its stream."""
    players, stride = param(p, at.PLAYERS), param(p, at.STRIDE)
    for i in range(at.HEAD + players * stride):
        s[i] = NONE
    s[at.UNSEEN] = (ONE << word(p, at.DOMINOES)) - ONE
    s[at.TURN] = (U(at.NOBODY) << U(at.PLAYER)) | (word(p, at.ROUNDS) << U(at.ROWS_LEFT))
    s[at.RNG] = rng
    for kind in range(at.CAVE_KINDS):
        s[at.CAVE] |= U(field(word(p, at.CAVE_TILES + kind), 16)) << U(at.PILE + 3 * kind)
    for seat in range(players):
        # All four sides lie at the castle.
        s[at.HEAD + seat * stride + at.BOX] = U(at.BOX_ZERO) * U(0x01010101)


@inner
def await_row(s: Words) -> None:
    """A new row is laid next."""
    s[at.TURN] = (s[at.TURN] & ~U(0xFFFFFF)) | U(ROW) | (U(at.NOBODY) << U(at.PLAYER))
