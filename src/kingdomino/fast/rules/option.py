"""What the player to decide may do: placements, squares, items and passing.

Squares and placements are torus sets, items a set of small numbers. Sets are put in reading
order only when one of their members is asked for.
"""

from __future__ import annotations

import numpy as np

from ...core.state import Phase
from ...games.origins import RANGE
from ...games.tribe import FULL_SET, PAIR
from ..board import layout as at
from ..board.compile import Places, Word, Words, inner, num, popc, word
from ..board.layout import field, kingdom, larger, param, phase, player, smaller
from ..board.torus import ONE, columns, rows
from .placing import NONE, kingdom_fits, plane, side

U = np.uint64
CHOOSE, CHOOSE_PAIR, PLACE = int(Phase.CHOOSE), int(Phase.CHOOSE_PAIR), int(Phase.PLACE)
COVER, RELEASE, SEND = int(Phase.COVER), int(Phase.RELEASE), int(Phase.SEND)
ERUPT, HAND_OVER, SETTLE = int(Phase.ERUPT), int(Phase.HAND_OVER), int(Phase.SETTLE)
RECRUIT, SETTLE_ON = int(Phase.RECRUIT), int(Phase.SETTLE_ON)


@inner
def free_items(offer: Word) -> Word:
    """The positions of the row that no king stands on."""
    owners = offer >> U(at.OWNERS)
    # An owner is a nibble: its four bits fall together, then the nibbles move up to one another.
    taken = owners | (owners >> U(2))
    taken = (taken | (taken >> U(1))) & U(0x1_1111)
    taken = (taken | (taken >> U(3))) & U(0x1_0303)
    taken |= (taken >> U(6)) | (taken >> U(12))
    return ~taken & ((ONE << (offer >> U(at.COUNT))) - ONE)


@inner
def acting_tile(p: Words, s: Words) -> Word:
    """The domino of the king whose turn it is."""
    return word(p, at.TILES + field(s[at.ACTING], 0))


@inner
def uncovered(s: Words, k: int) -> Word:
    """The squares of a kingdom of Giants with a crown that no giant covers."""
    # Two bits each: more crowns than giants by the high bit, or by the low one of equal high bits.
    c0, c1, g0, g1 = s[k + at.C0], s[k + at.C1], s[k + at.G0], s[k + at.G1]
    return (c1 & ~g1) | (~(c1 ^ g1) & c0 & ~g0)


@inner
def giant_squares(s: Words, k: int) -> Word:
    """The squares where giants stand."""
    return s[k + at.G0] | s[k + at.G1]


@inner
def receivers(p: Words, s: Words, giver: int) -> Word:
    """The seats that could take a giant."""
    found = NONE
    for seat in range(param(p, at.PLAYERS)):
        # Age of Giants: an opponent without an uncovered crown cannot be chosen.
        if seat != giver and uncovered(s, kingdom(p, seat)):
            found |= ONE << U(seat)
    return found


@inner
def craters(s: Words, k: int, volcano: int) -> int:
    """How many craters a volcano has; its crown planes count them."""
    low, high = s[k + at.C0] >> U(volcano), s[k + at.C1] >> U(volcano)
    return num((low & ONE) + ((high & ONE) << ONE))


@inner
def land(s: Words, k: int) -> Word:
    """All squares of a kingdom but the castle."""
    return s[k + at.T0] | s[k + at.T1] | s[k + at.T2]


@inner
def lava_targets(s: Words, k: int, volcano: int) -> Word:
    """Where fire from the volcano on this square may land."""
    # Origins: one crater throws three squares far, two craters two, three craters one.
    reach = RANGE - craters(s, k, volcano)
    box = s[k + at.BOX]
    w, n = side(box, at.WEST), side(box, at.NORTH)
    # From the torus back to the one square of the kingdom's box.
    x, y = w + ((volcano - w) & 7), n + (((volcano >> 3) - n) & 7)
    # Cut to the box, beyond which the torus would go on with the kingdom's other side.
    near = columns(larger(x - reach, w), smaller(x + reach, side(box, at.EAST)))
    near &= rows(larger(y - reach, n), smaller(y + reach, side(box, at.SOUTH)))
    # Fire lands on no flames, which are crowns here, and on no volcano, whose crowns are craters.
    return near & land(s, k) & ~(s[k + at.C0] | s[k + at.C1])


@inner
def resources(s: Words, k: int, resource: int) -> Word:
    """The tokens of one resource; its terrain has the code after its number."""
    return s[k + at.TOKENS] & plane(s[k + at.T0], s[k + at.T1], s[k + at.T2], U(resource + 1))


@inner
def heirs(p: Words, s: Words, holder: int, resource: int) -> Word:
    """The seats with the most of a resource, if that is more than the holder has."""
    own = popc(resources(s, kingdom(p, holder), resource))
    most, found = own, NONE
    for seat in range(param(p, at.PLAYERS)):
        count = popc(resources(s, kingdom(p, seat), resource))
        if count > most:
            most, found = count, NONE
        if count == most and count > own:
            found |= ONE << U(seat)
    return found


@inner
def kinds(counts: Word) -> Word:
    """Which kinds of cavemen there are any of, from ten times three bits."""
    found = NONE
    for kind in range(at.CAVE_KINDS):
        if (counts >> U(3 * kind)) & U(7):
            found |= ONE << U(kind)
    return found


@inner
def affordable(spent: Word, have: Word, face_up: Word, pile: Word) -> Word:
    """The resources that may be given up next, as a set of four bits.

    They are given up in the order of their numbers, so that each set of tokens can be paid in one
    way only, and never so that no caveman could be had for them.
    """
    later = have
    for resource in range(4):
        # True up to the highest resource given up: only what comes behind it is left to give.
        if spent >> U(resource):
            later &= ~(ONE << U(resource))
    due, allowed = popc(spent), NONE
    if due < PAIR and face_up:
        allowed = later
        # The first of a pair must leave a higher one for the second.
        if due == 0:
            allowed &= ~_highest(later)
    # The pile asks for one of each: nothing may have been left out, nothing may be missing.
    if pile and spent == (ONE << U(due)) - ONE and popc(later) == FULL_SET - due:
        allowed |= later & (NONE - later)
    return allowed


@inner
def spendable(s: Words, k: int) -> Word:
    """The tokens that may be given up next."""
    have = NONE
    for resource in range(4):
        if resources(s, k, resource):
            have |= ONE << U(resource)
    spent = U(field(s[at.TURN], at.SPENT))
    allowed = affordable(spent, have, s[at.CAVE] & U(at.FACE_UP_MASK), s[at.CAVE] >> U(at.PILE))
    tokens = NONE
    for resource in range(4):
        if (allowed >> U(resource)) & ONE:
            tokens |= resources(s, k, resource)
    return tokens


@inner
def _highest(bits: Word) -> Word:
    """The highest bit of a set."""
    while bits & (bits - ONE):
        bits &= bits - ONE
    return bits


@inner
def caveman_squares(s: Words, k: int) -> Word:
    """Where cavemen live."""
    return s[k + at.K0] | s[k + at.K0 + 1] | s[k + at.K0 + 2] | s[k + at.K0 + 3]


@inner
def homes(s: Words, k: int) -> Word:
    """Where a caveman may settle: crown planes hold flames and craters."""
    barred = s[k + at.C0] | s[k + at.C1] | s[k + at.TOKENS] | caveman_squares(s, k)
    return land(s, k) & ~barred


@inner
def square_options(p: Words, s: Words) -> Word:
    """The squares to choose from, as a torus set."""
    now = phase(s)
    k = kingdom(p, player(s))
    if now == COVER:
        return uncovered(s, k)
    if now == RELEASE:
        return giant_squares(s, k)
    if now == ERUPT:
        return lava_targets(s, k, field(s[at.TURN], at.ARG))
    # The first token is given up in SETTLE, every further one in RECRUIT.
    if SETTLE <= now <= RECRUIT:
        return spendable(s, k)
    if now == SETTLE_ON:
        return homes(s, k)
    return NONE


@inner
def item_options(p: Words, s: Words) -> Word:
    """The row positions, pairs, seats or kinds of cavemen to choose from."""
    now = phase(s)
    if now == CHOOSE:
        return free_items(s[at.OFFER])
    if now == CHOOSE_PAIR:
        # The outer pair and the inner one.
        return U(3)
    if now == SEND:
        return receivers(p, s, player(s))
    if now == HAND_OVER:
        return heirs(p, s, player(s), field(s[at.TURN], at.ARG))
    if now == RECRUIT:
        due = popc(U(field(s[at.TURN], at.SPENT)))
        # Tribe: two tokens buy a face-up tile, four one of the pile; one or three buy nothing.
        if due == PAIR:
            return kinds(s[at.CAVE] & U(at.FACE_UP_MASK))
        if due == FULL_SET:
            return kinds(s[at.CAVE] >> U(at.PILE))
    return NONE


@inner
def place_options(p: Words, s: Words) -> Places:
    """The placements of the acting king's domino, as ``fits`` says it; only in PLACE."""
    return kingdom_fits(p, s, player(s), acting_tile(p, s))
