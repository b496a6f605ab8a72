"""The table as a player sees it: whose turn, the seats, the row, the kings, what is to come.

Pieces of a kind are alike, so that the lanes of a warp write one each.
"""

from __future__ import annotations

import numpy as np

from ..board import layout as at
from ..board.compile import Ints, Word, Words, ctz, inner, num, popc, word
from ..board.layout import field, kingdom, nibble, param, phase, player
from ..board.torus import ONE
from ..rules.option import CHOOSE, ERUPT, HAND_OVER, PLACE, SEND, SETTLE_ON, land
from ..rules.placing import NONE, side

U = np.uint64
SLOTS = 5
"""Dominoes of the row and kings of the line; fewer leave the last ones empty."""
SLOT_WORDS = 3
"""A slot: its left half, its right half, its number and owner."""
HEAD_WORDS, QUEST_WORDS, TOTEM_WORDS, CAVE_WORDS, RULE_WORDS = 2, 3, 4, 4, 2
MOST_POINTS = 255


@inner
def half_word(half: Word, mark: Word) -> Word:
    """Six bytes of terrain, one of them 1, then the crowns, then a mark."""
    terrain = (ONE << ((half & U(7)) << U(3))) >> U(8)
    return terrain | (((half >> U(3)) & U(3)) << U(48)) | (mark << U(56))


@inner
def spread_bits(b: Word) -> Word:
    """Eight bits as eight bytes of 0 or 1."""
    # Of four copies, each seven further, bit i of copy i is the lowest of byte i.
    low = ((b & U(15)) * U(0x20_4081)) & U(0x0101_0101)
    high = ((b >> U(4)) * U(0x20_4081)) & U(0x0101_0101)
    return low | (high << U(32))


@inner
def owner_word(p: Words, viewer: int, seat: int) -> Word:
    """The seat as one of the bytes after the first: the viewer, then the others in order."""
    behind = seat - viewer
    if behind < 0:
        behind += param(p, at.PLAYERS)
    return U(256) << U(8 * behind)


@inner
def head_word(p: Words, s: Words, viewer: int, part: int) -> Word:
    """Twelve bytes of phases, rows left, kings to act, stage, who decides (1 is the viewer)."""
    now, turn = phase(s), s[at.TURN]
    first = CHOOSE + 8 * part
    word = ONE << U(8 * (now - first)) if first <= now < first + 8 and now < at.OVER else NONE
    if part == 0:
        return word
    word |= U(field(turn, at.ROWS_LEFT)) << U(32)
    word |= U(field(turn, at.ACTING_COUNT)) << U(40)
    word |= U(field(turn, at.STAGE)) << U(48)
    if player(s) >= 0:
        # The number of the byte: 1 for the viewer, 2 for the next seat.
        word |= U(ctz(owner_word(p, viewer, player(s))) >> 3) << U(56)
    return word


@inner
def seat_word(p: Words, s: Words, seat: int, points: int) -> Word:
    """Points, discarded dominoes, squares west, north, east and south of the castle, land."""
    k = kingdom(p, seat)
    box = s[k + at.BOX]
    word = U(points if points < MOST_POINTS else MOST_POINTS)
    word |= U(field(box, at.DISCARDED)) << U(8)
    word |= (U(-side(box, at.WEST)) << U(16)) | (U(-side(box, at.NORTH)) << U(24))
    word |= (U(side(box, at.EAST)) << U(32)) | (U(side(box, at.SOUTH)) << U(40))
    return word | (U(popc(land(s, k))) << U(48))


@inner
def about_word(p: Words, s: Words) -> Word:
    """What the decision is about: caveman, totem, column and row of a square; tokens spent."""
    now, turn = phase(s), s[at.TURN]
    word = spread_bits(U(field(turn, at.SPENT)) << U(4))
    arg = field(turn, at.ARG)
    if now == SETTLE_ON:
        word |= U(arg + 1)
    elif now == HAND_OVER:
        word |= U(arg + 1) << U(8)
    elif now in (ERUPT, SEND):
        box, reach = s[kingdom(p, player(s)) + at.BOX], param(p, at.SIZE) - 1
        west, north = side(box, at.WEST), side(box, at.NORTH)
        # From the torus back to the one square of the kingdom's box.
        column = west + ((arg - west) & 7) + reach
        row = north + (((arg >> 3) - north) & 7) + reach
        word |= (U(column + 1) << U(16)) | (U(row + 1) << U(24))
    return word


@inner
def quest_word(s: Words, part: int) -> Word:
    """The quests of the game among all, by their numbers."""
    word = NONE
    for i in range(2):
        number = field(s[at.EXTRA], at.QUESTS + 8 * i) - 1 - 8 * part
        if 0 <= number < 8:
            word |= ONE << U(8 * number)
    return word


@inner
def totem_word(p: Words, s: Words, viewer: int, resource: int) -> Word:
    """Who holds a totem: nobody, the viewer, the others."""
    holder = nibble(s[at.EXTRA], 4 * resource)
    return ONE if holder == 0 else owner_word(p, viewer, holder - 1)


@inner
def cave_word(s: Words, part: int) -> Word:
    """How many cavemen of each kind lie in the open (two words) and in the pile (two more)."""
    counts = s[at.CAVE] >> U(at.PILE) if part >= 2 else s[at.CAVE]
    word, first = NONE, 8 * (part & 1)
    for i in range(8 if first == 0 else 2):
        word |= ((counts >> U(3 * (first + i))) & U(7)) << U(8 * i)
    return word


@inner
def write_slot(p: Words, s: Words, viewer: int, slot: int, out: Words, start: int) -> None:
    """A domino of the row, or a king who has not finished the turn: the acting one first."""
    if slot < SLOTS:
        row, i = s[at.OFFER], slot
        held = i < num(row >> U(at.COUNT))
        owner = nibble(row, at.OWNERS + 4 * i) - 1 if held else -1
    else:
        row, i, turn = s[at.ACTING], slot - SLOTS, s[at.TURN]
        waiting, stage = i < field(turn, at.ACTING_COUNT), field(turn, at.STAGE)
        held = waiting and stage >= at.ROUND and (i > 0 or phase(s) == PLACE)
        # In the last round the row of acting kings forgets who has just placed.
        known = waiting and (held or stage != at.LAST)
        owner = nibble(row, at.OWNERS + 4 * i) if known else -1
    claim, left, right = NONE if owner < 0 else owner_word(p, viewer, owner), NONE, NONE
    if held:
        index = field(row, 8 * i)
        tile = word(p, at.TILES + index)
        claim |= U(index + 1)
        # Marks: the tokens of Origins; a giant left and footprints right.
        left = half_word(tile, ((tile >> U(at.TOKEN_SHIFT)) | (tile >> U(at.SYMBOL_SHIFT))) & ONE)
        footprints = tile >> U(at.SYMBOL_SHIFT + 1)
        right = half_word(
            tile >> U(at.HALF), ((tile >> U(at.HALF + at.TOKEN_SHIFT)) | footprints) & ONE
        )
    out[start + SLOT_WORDS * slot] = left
    out[start + SLOT_WORDS * slot + 1] = right
    out[start + SLOT_WORDS * slot + 2] = claim


@inner
def write_table(
    p: Words,
    s: Words,
    points: Ints,
    viewer: int,
    first: int,
    step: int,
    out: Words,
    start: int,
) -> None:
    """The table, from ``out[start]`` on: every *step*-th piece of each kind from *first* on."""
    players = param(p, at.PLAYERS)
    for part in range(first, HEAD_WORDS, step):
        out[start + part] = head_word(p, s, viewer, part)
    start += HEAD_WORDS
    for behind in range(first, players, step):
        seat = viewer + behind if viewer + behind < players else viewer + behind - players
        out[start + behind] = seat_word(p, s, seat, num(points[seat]))
    start += players
    for slot in range(first, 2 * SLOTS, step):
        write_slot(p, s, viewer, slot, out, start)
    start += 2 * SLOTS * SLOT_WORDS
    unseen = (param(p, at.DOMINOES) + 7) >> 3
    for part in range(first, unseen, step):
        out[start + part] = spread_bits((s[at.UNSEEN] >> U(8 * part)) & U(255))
    start += unseen
    if param(p, at.STRIDE) > at.BOX + 1:
        write_pieces(p, s, viewer, first, step, out, start)
    if param(p, at.VIEW):
        start += piece_words(p)
        for part in range(first, RULE_WORDS, step):
            out[start + part] = rule_word(p, part)


@inner
def piece_words(p: Words) -> int:
    """The words that ``write_pieces`` writes; none in Kingdomino."""
    if param(p, at.STRIDE) == at.BOX + 1:
        return 0
    if param(p, at.QUESTS_DRAWN):
        return 1 + QUEST_WORDS
    if param(p, at.HAS_TOTEMS):
        return 1 + TOTEM_WORDS
    return 1 + (CAVE_WORDS if param(p, at.HAS_CAVE) else 0)


@inner
def rule_word(p: Words, part: int) -> Word:
    """What the rules say and v0 does not tell, a byte each."""
    if part == 0:
        found = word(p, at.PLAYERS) | (word(p, at.SIZE) << U(8)) | (word(p, at.ROUNDS) << U(16))
        found |= (word(p, at.ROW_SIZE) << U(24)) | (U(popc(word(p, at.TRIM))) << U(32))
        return found | (word(p, at.KINGS_EACH) << U(40)) | (word(p, at.DOMINOES) << U(48))
    found = word(p, at.CENTRE_BONUS) | (word(p, at.HARMONY_BONUS) << U(8))
    found |= (word(p, at.QUESTS_DRAWN) << U(16)) | (word(p, at.HAS_TOTEMS) << U(24))
    found |= word(p, at.HAS_CAVE) << U(32)
    return found | ((ONE if word(p, at.VOLCANO) else NONE) << U(40))


@inner
def write_pieces(
    p: Words, s: Words, viewer: int, first: int, step: int, out: Words, start: int
) -> None:
    """The end of the table in Giants and Origins."""
    if first == 0:
        out[start] = about_word(p, s)
    start += 1
    if param(p, at.QUESTS_DRAWN):
        for part in range(first, QUEST_WORDS, step):
            out[start + part] = quest_word(s, part)
    elif param(p, at.HAS_TOTEMS):
        for resource in range(first, TOTEM_WORDS, step):
            out[start + resource] = totem_word(p, s, viewer, resource)
    elif param(p, at.HAS_CAVE):
        for part in range(first, CAVE_WORDS, step):
            out[start + part] = cave_word(s, part)
