"""The 8×8 torus: the square (x, y) is bit ``8 * (y % 8) + x % 8``, the castle is bit 0.

A kingdom is at most 7×7, so it never touches itself around the torus. What may reach further, the
squares a domino could go to and what lava flies over, is cut to a range of rows and columns first.
"""

from __future__ import annotations

import numpy as np

from .compile import Word, ctz, inlined, inner, num

# Two idioms of sets are everywhere: ``b & (0 - b)`` is the lowest member alone, because negating
# flips all bits above it and none below, and ``b & (b - 1)`` is *b* without that member.
U = np.uint64
ONE = U(1)
CASTLE = U(1)
ALL = U(0xFFFF_FFFF_FFFF_FFFF)
# A column of the board; a byte times it is that byte in all eight rows.
COLUMN = U(0x0101_0101_0101_0101)
HIGH = U(0x8080_8080_8080_8080)
NOT_HIGH = U(0x7F7F_7F7F_7F7F_7F7F)
CASTLE_RING = U(0x8300_0000_0000_8382)
"""The eight squares around the castle."""


@inner
def bit_at(x: int, y: int) -> Word:
    """The set that holds just one square."""
    return ONE << U(((y & 7) << 3) | (x & 7))


@inner
def east(b: Word) -> Word:
    """Every square moved one to the east."""
    # What leaves the last column comes in at the first of the same row.
    return ((b & NOT_HIGH) << U(1)) | ((b & HIGH) >> U(7))


@inner
def west(b: Word) -> Word:
    """Every square moved one to the west."""
    return ((b >> U(1)) & NOT_HIGH) | ((b & COLUMN) << U(7))


@inner
def south(b: Word) -> Word:
    """Every square moved one to the south."""
    # A row is a byte, so that moving rows is turning the word.
    return (b << U(8)) | (b >> U(56))


@inner
def north(b: Word) -> Word:
    """Every square moved one to the north."""
    return (b >> U(8)) | (b << U(56))


@inner
def beside(b: Word) -> Word:
    """The squares that share a side with some square of *b*."""
    return east(b) | west(b) | south(b) | north(b)


@inner
def columns(first: int, last: int) -> Word:
    """All squares of the columns *first* to *last*, eight at most."""
    low = ((ONE << U(last - first + 1)) - ONE) << U(first & 7)
    # One row as a byte: what is beyond its end comes in at its start. The product repeats it.
    return ((low | (low >> U(8))) & U(255)) * COLUMN


@inner
def rows(first: int, last: int) -> Word:
    """All squares of the rows *first* to *last*, eight at most."""
    low = ALL >> U(64 - 8 * (last - first + 1))
    turn = U((first & 7) << 3)
    # Shifting by 64 is undefined, hence & 63: without a turn both sides are the same.
    return (low << turn) | (low >> ((U(64) - turn) & U(63)))


@inner
def framed(b: Word, x: int, y: int) -> Word:
    """The torus turned so that the square (x, y) becomes bit 0."""
    turn = U((y & 7) << 3)
    b = (b >> turn) | (b << ((U(64) - turn) & U(63)))
    shift = U(x & 7)
    # Every row turns for itself: these bits stay in it, the others wrap.
    keep = COLUMN * (U(255) >> shift)
    return ((b >> shift) & keep) | ((b << (U(8) - shift)) & ~keep)


@inlined
def select(b: Word, k: int) -> int:
    """The index of the k-th set bit, from 0; *b* must have more than k."""
    # How many bits are set in each pair, nibble and byte; the product adds up the bytes before.
    pairs = b - ((b >> ONE) & U(0x5555_5555_5555_5555))
    nibbles = (pairs & U(0x3333_3333_3333_3333)) + ((pairs >> U(2)) & U(0x3333_3333_3333_3333))
    sums = ((nibbles + (nibbles >> U(4))) & U(0x0F0F_0F0F_0F0F_0F0F)) * COLUMN
    # Each byte now holds the count up to and with it: those not above k lie before the bit.
    # The top bit set in every byte of k pays for the subtraction: no byte borrows from the next.
    full = ((((U(k) * COLUMN) | HIGH) - sums) & HIGH) >> U(7)
    before = ((full * COLUMN) >> U(56)) << U(3)
    # Moved up by one byte, a byte holds the count before it, and the first one holds 0.
    rest = U(k) - (((sums << U(8)) >> before) & U(255))
    before, rest = halved(nibbles, before, rest, U(4))
    before, rest = halved(pairs, before, rest, U(2))
    before, rest = halved(b, before, rest, ONE)
    return num(before)


@inlined
def select_few(b: Word, k: int) -> int:
    """As ``select``, for sets of about four, such as the dominoes of a row."""
    while k > 3:
        b &= b - ONE
        k -= 1
    # One question after the other, not the one within the other: the compiler makes branches, which
    # cannot be foreseen here, of what is nested.
    second = b & (b - ONE)
    third = second & (second - ONE)
    fourth = third & (third - ONE)
    found = second if k > 0 else b
    found = third if k > 1 else found
    return ctz(fourth if k > 2 else found)


@inlined
def halved(counts: Word, before: Word, rest: Word, width: Word) -> tuple[Word, Word]:
    """Go past the next *width* bits, which hold so many, if the one sought lies behind them."""
    # Which way it goes cannot be foreseen: choosing a number is cheaper than guessing a branch.
    lower = (counts >> before) & (width + width - ONE)
    beyond = rest >= lower
    return before + (width if beyond else U(0)), rest - (lower if beyond else U(0))


@inner
def linked(seed: Word, east_links: Word, south_links: Word) -> Word:
    """All that hangs together with *seed* by links, framed; a link belongs to its first square."""
    while True:
        grown = seed | ((seed & east_links) << U(1)) | ((seed >> U(1)) & east_links)
        grown |= ((seed & south_links) << U(8)) | ((seed >> U(8)) & south_links)
        if grown == seed:
            return seed
        seed = grown


@inner
def connected(seed: Word, within: Word) -> Word:
    """The part of *within* that hangs together with *seed*; both framed, the last column empty."""
    while True:
        # Plain shifts: nothing wraps, because the last column is empty.
        grown = seed | (seed << U(1)) | (seed >> U(1)) | (seed << U(8)) | (seed >> U(8))
        grown &= within
        if grown == seed:
            return seed
        seed = grown
