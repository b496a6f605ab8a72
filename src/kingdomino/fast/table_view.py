"""The table as a player sees it: whose turn, the seats, the row, the kings, what is to come.

Every word of it has a function; ``write_table`` calls them in order.
"""

from __future__ import annotations

import numpy as np

from . import layout
from .compile import Ints, Word, Words, ctz, inner, num, popc
from .layout import (
    ACTING,
    ACTING_COUNT,
    ARG,
    BOX,
    CAVE,
    DISCARDED,
    DOMINOES,
    EAST,
    EXTRA,
    HALF,
    HAS_CAVE,
    HAS_TOTEMS,
    LAST,
    NORTH,
    OFFER,
    OVER,
    OWNERS,
    PILE,
    PLAYERS,
    QUESTS,
    QUESTS_DRAWN,
    ROUND,
    ROWS_LEFT,
    SIZE,
    SOUTH,
    SPENT,
    STAGE,
    SYMBOL_SHIFT,
    TILES,
    TOKEN_SHIFT,
    TURN,
    UNSEEN,
    WEST,
    field,
    kingdom,
    nibble,
    param,
    phase,
    player,
)
from .option import CHOOSE, ERUPT, HAND_OVER, PLACE, SEND, SETTLE_ON, land
from .placing import NONE, side
from .torus import COLUMN, ONE

U = np.uint64
SLOTS = 5
"""Dominoes of the row and kings of the line; fewer leave the last ones empty."""
SLOT_WORDS = 3
"""A slot: its left half, its right half, its number and owner."""
HEAD_WORDS, QUEST_WORDS, TOTEM_WORDS, CAVE_WORDS = 2, 3, 4, 4
MOST_POINTS = 255


@inner
def half_word(half: Word, mark: Word) -> Word:
    """Six bytes of terrain, one of them 1, then the crowns, then a mark."""
    terrain = (ONE << ((half & U(7)) << U(3))) >> U(8)
    return terrain | (((half >> U(3)) & U(3)) << U(48)) | (mark << U(56))


@inner
def spread_bits(b: Word) -> Word:
    """Eight bits as eight bytes of 0 or 1."""
    apart = (b * COLUMN) & U(0x8040_2010_0804_0201)
    return ((apart + U(0x7F7F_7F7F_7F7F_7F7F)) >> U(7)) & COLUMN


@inner
def owner_word(p: Words, viewer: int, seat: int) -> Word:
    """The seat as one of the bytes after the first: the viewer, then the others in order."""
    behind = seat - viewer
    if behind < 0:
        behind += param(p, PLAYERS)
    return U(256) << U(8 * behind)


@inner
def domino_word(p: Words, index: int, part: int) -> Word:
    """Half a domino; the marks are its tokens, or a giant left and footprints right."""
    tile = p[TILES + index]
    mark = (tile >> U(SYMBOL_SHIFT + part)) & ONE
    half = tile >> U(HALF * part)
    return half_word(half, mark | ((half >> U(TOKEN_SHIFT)) & ONE))


@inner
def offer_word(p: Words, s: Words, viewer: int, slot: int, part: int) -> Word:
    """A word of a domino of the row."""
    offer = s[OFFER]
    if slot >= num(offer >> U(layout.COUNT)):
        return NONE
    index = field(offer, 8 * slot)
    if part < 2:
        return domino_word(p, index, part)
    owner = nibble(offer, OWNERS + 4 * slot)
    return U(index + 1) | (owner_word(p, viewer, owner - 1) if owner > 0 else NONE)


@inner
def line_word(p: Words, s: Words, viewer: int, slot: int, part: int) -> Word:
    """A word of a king who has not finished the turn, the acting one first."""
    turn = s[TURN]
    if slot >= field(turn, ACTING_COUNT):
        return NONE
    holding = field(turn, STAGE) >= ROUND and (slot > 0 or phase(s) == PLACE)
    index = field(s[ACTING], 8 * slot)
    if part < 2:
        return domino_word(p, index, part) if holding else NONE
    # In the last round the row of acting kings forgets who has just placed.
    if field(turn, STAGE) == LAST and not holding:
        return NONE
    word = owner_word(p, viewer, nibble(s[ACTING], OWNERS + 4 * slot))
    return word | U(index + 1) if holding else word


@inner
def head_word(p: Words, s: Words, viewer: int, part: int) -> Word:
    """Twelve bytes of phases, rows left, kings to act, stage, who decides (1 is the viewer)."""
    now, turn = phase(s), s[TURN]
    first = CHOOSE + 8 * part
    word = ONE << U(8 * (now - first)) if first <= now < first + 8 and now < OVER else NONE
    if part == 0:
        return word
    word |= U(field(turn, ROWS_LEFT)) << U(32)
    word |= U(field(turn, ACTING_COUNT)) << U(40)
    word |= U(field(turn, STAGE)) << U(48)
    if player(s) >= 0:
        word |= U(ctz(owner_word(p, viewer, player(s))) >> 3) << U(56)
    return word


@inner
def seat_word(p: Words, s: Words, seat: int, points: int) -> Word:
    """Points, discarded dominoes, squares west, north, east and south of the castle, land."""
    k = kingdom(p, seat)
    box = s[k + BOX]
    word = U(points if points < MOST_POINTS else MOST_POINTS)
    word |= U(field(box, DISCARDED)) << U(8)
    word |= (U(-side(box, WEST)) << U(16)) | (U(-side(box, NORTH)) << U(24))
    word |= (U(side(box, EAST)) << U(32)) | (U(side(box, SOUTH)) << U(40))
    return word | (U(popc(land(s, k))) << U(48))


@inner
def about_word(p: Words, s: Words) -> Word:
    """What the decision is about: caveman, totem, column and row of a square; tokens spent."""
    now, turn = phase(s), s[TURN]
    word = spread_bits(U(field(turn, SPENT)) << U(4))
    arg = field(turn, ARG)
    if now == SETTLE_ON:
        word |= U(arg + 1)
    elif now == HAND_OVER:
        word |= U(arg + 1) << U(8)
    elif now in (ERUPT, SEND):
        box, reach = s[kingdom(p, player(s)) + BOX], param(p, SIZE) - 1
        west, north = side(box, WEST), side(box, NORTH)
        column = west + ((arg - west) & 7) + reach
        row = north + (((arg >> 3) - north) & 7) + reach
        word |= (U(column + 1) << U(16)) | (U(row + 1) << U(24))
    return word


@inner
def quest_word(s: Words, part: int) -> Word:
    """The quests of the game among all, by their numbers."""
    word = NONE
    for i in range(2):
        number = field(s[EXTRA], QUESTS + 8 * i) - 1 - 8 * part
        if 0 <= number < 8:
            word |= ONE << U(8 * number)
    return word


@inner
def totem_word(p: Words, s: Words, viewer: int, resource: int) -> Word:
    """Who holds a totem: nobody, the viewer, the others."""
    holder = nibble(s[EXTRA], 4 * resource)
    return ONE if holder == 0 else owner_word(p, viewer, holder - 1)


@inner
def cave_word(s: Words, part: int) -> Word:
    """How many cavemen of each kind lie in the open (two words) and in the pile (two more)."""
    counts = s[CAVE] >> U(PILE) if part >= 2 else s[CAVE]
    word, first = NONE, 8 * (part & 1)
    for i in range(8 if first == 0 else 2):
        word |= ((counts >> U(3 * (first + i))) & U(7)) << U(8 * i)
    return word


@inner
def late_word(p: Words, s: Words, viewer: int, words: int, j: int) -> Word:
    """A word of the table behind the two rows of slots."""
    unseen = (param(p, DOMINOES) + 7) >> 3
    if j < unseen:
        return spread_bits((s[UNSEEN] >> U(8 * j)) & U(255))
    j -= unseen
    if words == 2:
        if j == 0:
            return about_word(p, s)
        j -= 1
    if param(p, QUESTS_DRAWN):
        return quest_word(s, j)
    if param(p, HAS_TOTEMS):
        return totem_word(p, s, viewer, j)
    return cave_word(s, j)


@inner
def table_word(p: Words, s: Words, points: Ints, viewer: int, words: int, j: int) -> Word:
    """A word of the table."""
    players = param(p, PLAYERS)
    if j < HEAD_WORDS:
        return head_word(p, s, viewer, j)
    j -= HEAD_WORDS
    if j < players:
        seat = viewer + j if viewer + j < players else viewer + j - players
        return seat_word(p, s, seat, num(points[seat]))
    j -= players
    if j < 2 * SLOTS * SLOT_WORDS:
        slot, part = j // SLOT_WORDS, j % SLOT_WORDS
        if slot < SLOTS:
            return offer_word(p, s, viewer, slot, part)
        return line_word(p, s, viewer, slot - SLOTS, part)
    return late_word(p, s, viewer, words, j - 2 * SLOTS * SLOT_WORDS)


@inner
def late_words(p: Words, words: int) -> int:
    """How many words ``late_word`` has."""
    count = ((param(p, DOMINOES) + 7) >> 3) + words - 1
    if param(p, QUESTS_DRAWN):
        count += QUEST_WORDS
    elif param(p, HAS_TOTEMS):
        count += TOTEM_WORDS
    elif param(p, HAS_CAVE):
        count += CAVE_WORDS
    return count


@inner
def write_table(
    p: Words, s: Words, points: Ints, viewer: int, words: int, out: Words, start: int
) -> None:
    """The table, as ``table_word`` says it word by word."""
    players = param(p, PLAYERS)
    out[start] = head_word(p, s, viewer, 0)
    out[start + 1] = head_word(p, s, viewer, 1)
    start += HEAD_WORDS
    for behind in range(players):
        seat = viewer + behind if viewer + behind < players else viewer + behind - players
        out[start] = seat_word(p, s, seat, num(points[seat]))
        start += 1
    for slot in range(SLOTS):
        for part in range(SLOT_WORDS):
            out[start + part] = offer_word(p, s, viewer, slot, part)
        start += SLOT_WORDS
    for slot in range(SLOTS):
        for part in range(SLOT_WORDS):
            out[start + part] = line_word(p, s, viewer, slot, part)
        start += SLOT_WORDS
    for j in range(late_words(p, words)):
        out[start + j] = late_word(p, s, viewer, words, j)
