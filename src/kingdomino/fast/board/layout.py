"""Where everything lies: the words of a rules row, of a state row, and of a score sheet.

A *rules row* is uint64[PARAMS]: numbers of the rule set, its dominoes, quests and cavemen.
A *state row* is uint64[WORDS], or the shorter ``words(rules)`` that a rule set needs: a head of
HEAD words, then one kingdom of ``params[STRIDE]`` words per seat.
"""

from __future__ import annotations

import numpy as np

from .compile import Word, Words, inner, known_words, num, word

# A rules row.
PLAYERS, SIZE, ROW_SIZE, TRIM, KINGS_EACH, KINGS_DRAWN, ROUNDS, OPENING = range(8)
QUESTS_DRAWN, HAS_CAVE, HAS_TOTEMS, VOLCANO, STRIDE, CENTRE_BONUS, HARMONY_BONUS, DOMINOES = range(
    8, 16
)
TILES = 16
"""60 dominoes, see the bits below."""
MAX_TILES = 60
QUEST_TILES = TILES + MAX_TILES
"""17 quests in order of their names: kind, and terrain code << 8."""
QUEST_COUNT = 17
CAVE_TILES = QUEST_TILES + QUEST_COUNT
"""10 kinds of cavemen in order of their names: worth, role << 8, and copies << 16."""
CAVE_KINDS = 10
VIEW = CAVE_TILES + CAVE_KINDS
"""The version of observations that is asked for, see ``learning.observe``."""
PARAMS = VIEW + 1

# Bits of a domino: for the left half, and the same six bits further for the right one, three of
# terrain code, two of crowns (of craters on a volcano), one of resource token; then
HALF = 6
CODE_BITS, CROWN_SHIFT, TOKEN_SHIFT = 7, 3, 5
SYMBOL_SHIFT, SYMMETRIC_BIT, ERUPTS_LEFT_BIT, ERUPTS_RIGHT_BIT = 12, 14, 15, 16

# Kinds of quests.
(QUEST_HARMONY, QUEST_CENTRE, QUEST_LOST_CORNER, QUEST_LINES, QUEST_BLEAK, QUEST_LOCAL,
 QUEST_CORNERS) = range(7)  # fmt: skip
# Roles of cavemen; 0 to 3 hunt the resource of that number.
PAINTER, FIRE_LADY, SHAMAN, WARRIOR = 4, 5, 6, 7

# The head of a state row.
UNSEEN, TURN, ACTING, OFFER, EXTRA, CAVE, RNG = range(7)
HEAD = 7
# TURN: a byte each.
PHASE, PLAYER, ARG, ACTING_COUNT, STAGE, ROWS_LEFT, SPENT = range(0, 56, 8)
# ACTING and OFFER: five bytes of domino indices, then five nibbles of owners. The acting kings
# are those still to finish their turns, the one whose turn it is first; its domino is 0 once it has
# been placed, and in the last round its owner too. Owners of the offer are seats + 1, and
# its length lies above them.
OWNERS, COUNT = 40, 60
DOMINO_MASK = (1 << OWNERS) - 1
# EXTRA: four nibbles of totem holders (seat + 1), two bytes of quests (number + 1).
QUESTS = 16
# CAVE: ten times three bits face up, ten times three bits in the pile.
PILE = 30
FACE_UP_MASK = (1 << PILE) - 1

NOBODY = 255
"""The PLAYER of chance and of a finished game."""
OVER = 16
"""The PHASE of a finished game; the other phases are those of core."""
SETUP, OPENING_STAGE, ROUND, LAST = range(4)
"""STAGE: before the first choice, choosing from the first row, a round, the last round."""

# A kingdom; those behind BOX only where the rule set has them.
T0, T1, T2, C0, C1, BOX = range(6)
"""Terrain code 1 to 6 in three planes, crowns in two, and a word of small numbers."""
G0, G1 = 6, 7
"""Giants in two planes."""
FIRES, TOKENS = 6, 7
"""Fire and resource tokens."""
K0 = 8
"""Caveman kind + 1 in four planes."""
# BOX: a byte each, the sides of the kingdom + 8.
WEST, NORTH, EAST, SOUTH, DISCARDED = range(0, 40, 8)
BOX_ZERO = 8

WORDS = HEAD + 4 * 12
"""The longest state row: four territories of Tribe. 440 bytes."""
MAX_PLAYERS = 5

# A score sheet is int32[SHEET].
TOTAL, LARGEST, CROWNS, REGIONS, RESOURCES, TOTEM = range(6)
CAVEMEN, WARRIORS, CENTRE, HARMONY, QUEST, PLACE = 9, 10, 11, 12, 13, 15
SHEET = 16

U = np.uint64


@inner
def larger(a: int, b: int) -> int:
    """The larger of two numbers; Numba has no ``max`` for device functions."""
    return a if a > b else b


@inner
def smaller(a: int, b: int) -> int:
    """The smaller of two numbers."""
    return a if a < b else b


@inner
def field(word: Word, shift: int) -> int:
    """One byte of a word."""
    return num((word >> U(shift)) & U(255))


@inner
def with_field(word: Word, shift: int, value: int) -> Word:
    """The word with one byte changed."""
    return (word & ~(U(255) << U(shift))) | (U(value) << U(shift))


@inner
def nibble(word: Word, shift: int) -> int:
    """Four bits of a word."""
    return num((word >> U(shift)) & U(15))


@inner
def param(p: Words, index: int) -> int:
    """A number of the rules."""
    return num(word(p, index))


@inner
def phase(s: Words) -> int:
    """What the state waits for: a Phase of core, or OVER."""
    return field(s[TURN], PHASE)


@inner
def player(s: Words) -> int:
    """Who decides, -1 for chance and after the end."""
    seat = field(s[TURN], PLAYER)
    return -1 if seat == NOBODY else seat


@inner
def kingdom(p: Words, seat: int) -> int:
    """Where the kingdom of a seat begins."""
    return HEAD + seat * param(p, STRIDE)


@inner
def is_base(p: Words) -> bool:
    """Whether there is nothing to decide but placing and choosing, as in Kingdomino itself."""
    return param(p, STRIDE) == BOX + 1


def base_words(players: int) -> int:
    """The length of a state row of the base game, which no other game of so many has."""
    return HEAD + players * (BOX + 1)


BASE_PLAYERS = 4
"""The most that play the base game."""
BASE_WORDS = base_words(BASE_PLAYERS)
as_base = known_words(
    "rules of the base game",
    {QUESTS_DRAWN: 0, HAS_CAVE: 0, HAS_TOTEMS: 0, VOLCANO: 0, STRIDE: BOX + 1},
)
"""The same rules, of which the compiler knows that ``is_base`` holds: ask first."""


@inner
def copy_state(p: Words, s: Words, out: Words) -> None:
    """Write the same state to *out*."""
    for i in range(kingdom(p, param(p, PLAYERS))):
        out[i] = s[i]
