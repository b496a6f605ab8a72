"""What a player sees, as bytes: the kingdoms square by square, then the table.

A row is uint64[view(rules).words], meant to be read as uint8. It is written word by word: eight
bytes of a square, of half a domino or of a seat are one store. ``learning.device`` writes the same
by many threads. docs/env/README.md says what every byte means.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from ...core.rules import Rules
from ..board import layout as at
from ..board.compile import IntArray, Ints, Word, WordArray, Words, address, ctz, inner, jit
from ..board.layout import kingdom, param
from ..board.torus import ONE
from ..bridge.params import params
from ..rules.placing import NONE, side
from .observe_table import (
    CAVE_WORDS,
    HEAD_WORDS,
    QUEST_WORDS,
    RULE_WORDS,
    SLOT_WORDS,
    SLOTS,
    TOTEM_WORDS,
    write_table,
)

U = np.uint64
VERSIONS = (0, 1)
"""v1 ends with what v0 does not tell: the rules of the game, variants and all."""
FREE = U(1 << 56)
CASTLE_FLAG, FRAME_FLAG, BOX_FLAG = U(1 << 16), U(1 << 24), U(1 << 32)


class View(NamedTuple):
    """The sizes of an observation; they follow from the game, the players and the frame."""

    players: int
    side: int
    """The window around the castle is side × side squares."""
    channels: int
    table: int
    """Bytes of the table."""

    @property
    def planes(self) -> tuple[int, int, int, int]:
        """The shape of the kingdoms: seat, row, column, channel."""
        return self.players, self.side, self.side, self.channels

    @property
    def plane_bytes(self) -> int:
        """The bytes before the table."""
        return self.players * self.side * self.side * self.channels

    @property
    def bytes(self) -> int:
        """The length of an observation."""
        return self.plane_bytes + self.table

    @property
    def words(self) -> int:
        """The same in words."""
        return self.bytes // 8


def viewed(rules: Rules, version: int) -> WordArray:
    """The rules row that asks for observations of a version; raises ValueError."""
    if version not in VERSIONS:
        raise ValueError(f"there is no observation v{version}; there are v0 and v1")
    p = params(rules)
    p[at.VIEW] = version
    return p


@cache
def view(rules: Rules, version: int = 0) -> View:
    """The sizes of the observations of a rule set."""
    p = viewed(rules, version)
    words = int(square_words(p))
    return View(rules.players, 2 * rules.size - 1, 8 * words, 8 * table_words(p))


def square_words(p: WordArray) -> int:
    """Words for one square: a second one where there is more than land and crowns."""
    return 1 if int(p[at.STRIDE]) == at.BOX + 1 else 2


def table_words(p: WordArray) -> int:
    """Words of the table."""
    words = (
        HEAD_WORDS + int(p[at.PLAYERS]) + 2 * SLOTS * SLOT_WORDS + (int(p[at.DOMINOES]) + 7) // 8
    )
    words += RULE_WORDS if p[at.VIEW] else 0
    words += 1 if square_words(p) == 2 else 0
    words += QUEST_WORDS if p[at.QUESTS_DRAWN] else 0
    words += TOTEM_WORDS if p[at.HAS_TOTEMS] else 0
    return words + (CAVE_WORDS if p[at.HAS_CAVE] else 0)


@inner
def land_word(t0: Word, t1: Word, t2: Word, c0: Word, c1: Word, i: int) -> Word:
    """A square with land, by its torus bit: terrain and crowns (craters on a volcano)."""
    b = U(i)
    code = ((t0 >> b) & ONE) | (((t1 >> b) & ONE) << ONE) | (((t2 >> b) & ONE) << U(2))
    # Code c sets byte c - 1; no code is 0 here, so nothing falls off below.
    terrain = (ONE << (code << U(3))) >> U(8)
    return terrain | (((c0 >> b) & ONE) << U(48)) | (((c1 >> b) & ONE) << U(49))


@inner
def pieces_word(p: Words, s: Words, k: int, i: int) -> Word:
    """What lies on a square: giants and open crowns, or fire, token and caveman."""
    b = U(i)
    if param(p, at.QUESTS_DRAWN):
        crowns = ((s[k + at.C0] >> b) & ONE) | (((s[k + at.C1] >> b) & ONE) << ONE)
        giants = ((s[k + at.G0] >> b) & ONE) | (((s[k + at.G1] >> b) & ONE) << ONE)
        return giants | ((crowns - giants) << U(8))
    word = ((s[k + at.FIRES] >> b) & ONE) | (((s[k + at.TOKENS] >> b) & ONE) << U(8))
    if param(p, at.HAS_CAVE):
        for j in range(4):
            word |= ((s[k + at.K0 + j] >> b) & ONE) << U(40 + j)
    return word


@inner
def write_ground(box: Word, reach: int, words: int, out: Words, start: int) -> None:
    """The whole window of a bare kingdom."""
    width = 2 * reach + 1
    first, last = side(box, at.EAST), side(box, at.WEST) + 2 * reach
    top, bottom = side(box, at.SOUTH), side(box, at.NORTH) + 2 * reach
    if words == 1:
        for row in range(width):
            free = FREE if top <= row <= bottom else NONE
            for column in range(width):
                out[start + column] = free if first <= column <= last else NONE
            start += width
        return
    for row in range(width):
        in_rows, y = top <= row <= bottom, row - reach
        for column in range(width):
            in_frame, x = in_rows and first <= column <= last, column - reach
            in_box = side(box, at.WEST) <= x <= side(box, at.EAST)
            in_box = in_box and side(box, at.NORTH) <= y <= side(box, at.SOUTH)
            out[start] = FREE if in_frame else NONE
            out[start + 1] = (FRAME_FLAG if in_frame else NONE) | (BOX_FLAG if in_box else NONE)
            start += 2


@inner
def write_kingdom(p: Words, s: Words, seat: int, words: int, out: Words, start: int) -> None:
    """The window of one kingdom: bare ground, then its land."""
    k, reach = kingdom(p, seat), param(p, at.SIZE) - 1
    box, width = s[k + at.BOX], 2 * reach + 1
    write_ground(box, reach, words, out, start)
    west, north = side(box, at.WEST), side(box, at.NORTH)
    out[start + (reach * width + reach) * words] = NONE
    if words == 2:
        out[start + (reach * width + reach) * 2 + 1] |= CASTLE_FLAG
    corner_square = (north + reach) * width + west + reach
    # Kept in registers: the compiler cannot know that writing *out* leaves the state alone.
    t0, t1, t2, c0, c1 = s[k + at.T0], s[k + at.T1], s[k + at.T2], s[k + at.C0], s[k + at.C1]
    rest = t0 | t1 | t2
    while rest:
        i = ctz(rest)
        rest &= rest - ONE
        # From the torus to the window: how far from the box's corner, which lies at most 7 away.
        square = corner_square + (((i >> 3) - north) & 7) * width + ((i - west) & 7)
        out[start + square * words] = land_word(t0, t1, t2, c0, c1, i)
        if words == 2:
            out[start + square * 2 + 1] |= pieces_word(p, s, k, i)


@inner
def seat_behind(p: Words, viewer: int, behind: int) -> int:
    """The seat that is so many places behind the viewer's."""
    players, seat = param(p, at.PLAYERS), viewer + behind
    return seat if seat < players else seat - players


@inner
def write_view(p: Words, s: Words, points: Ints, viewer: int, out: Words) -> None:
    """The observation of a seat, uint64[view(rules).words]; *points* are those of all seats."""
    words, each = words_of_square(p), window_words(p)
    for behind in range(param(p, at.PLAYERS)):
        write_kingdom(p, s, seat_behind(p, viewer, behind), words, out, behind * each)
    write_table(p, s, points, viewer, 0, 1, out, param(p, at.PLAYERS) * each)


@inner
def words_of_square(p: Words) -> int:
    """``square_words`` where compiled code asks."""
    return 1 if param(p, at.STRIDE) == at.BOX + 1 else 2


@inner
def window_words(p: Words) -> int:
    """The words of one kingdom."""
    width = 2 * param(p, at.SIZE) - 1
    return width * width * words_of_square(p)


@jit
def observe(p: WordArray, s: WordArray, points: IntArray, viewer: int, out: WordArray) -> None:
    """Write what a seat sees into uint64[view(rules).words]; *points* int32[players]."""
    write_view(address(p), address(s), address(points), viewer, address(out))
