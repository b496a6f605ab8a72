"""What the cavemen of Tribe score."""

from __future__ import annotations

import numpy as np

from ..board import layout as at
from ..board.compile import Word, Words, ctz, inner, num, popc, word
from ..board.layout import field
from ..board.torus import ONE, connected, east, framed, north, south, west
from .placing import NONE, plane, side

U = np.uint64


@inner
def ring(b: Word) -> Word:
    """The eight squares around a square."""
    # Kingdoms are seven wide at most: one column and row of the torus is always bare, and what lies
    # beyond a kingdom's edge is never its other edge.
    across = b | east(b) | west(b)
    return (across | south(across) | north(across)) ^ b


@inner
def kind_at(s: Words, k: int, square: int) -> int:
    """The kind + 1 of the caveman on a square, by its index; 0 for none."""
    kind = NONE
    for i in range(4):
        kind |= ((s[k + at.K0 + i] >> U(square)) & ONE) << U(i)
    return num(kind)


@inner
def seen_by(p: Words, s: Words, k: int, role: int, near: Word) -> int:
    """How many things that a hunter/gatherer scores for lie on the squares *near* it."""
    t0, t1, t2 = s[k + at.T0], s[k + at.T1], s[k + at.T2]
    if role < at.PAINTER:
        return popc(s[k + at.TOKENS] & near & plane(t0, t1, t2, U(role + 1)))
    if role == at.PAINTER:
        return popc(s[k + at.TOKENS] & near)
    if role == at.FIRE_LADY:
        # On a volcano the crown planes count craters, which are no flames.
        flames = near & ~plane(t0, t1, t2, word(p, at.VOLCANO))
        return popc(s[k + at.C0] & flames) + 2 * popc(s[k + at.C1] & flames)
    return popc((s[k + at.K0] | s[k + at.K0 + 1] | s[k + at.K0 + 2] | s[k + at.K0 + 3]) & near)


@inner
def score_cavemen(p: Words, s: Words, k: int) -> int:
    """Hunter/gatherers: points for what lies on the 8 squares around each."""
    points = 0
    people = s[k + at.K0] | s[k + at.K0 + 1] | s[k + at.K0 + 2] | s[k + at.K0 + 3]
    while people:
        home = people & (NONE - people)
        people ^= home
        tile = word(p, at.CAVE_TILES + kind_at(s, k, ctz(home)) - 1)
        if field(tile, 8) != at.WARRIOR:
            points += field(tile, 0) * seen_by(p, s, k, field(tile, 8), ring(home))
    return points


@inner
def score_warriors(p: Words, s: Words, k: int) -> int:
    """Each band of warriors: members times total strength."""
    w, n = side(s[k + at.BOX], at.WEST), side(s[k + at.BOX], at.NORTH)
    people = s[k + at.K0] | s[k + at.K0 + 1] | s[k + at.K0 + 2] | s[k + at.K0 + 3]
    # Strength in two planes, so that a band's is two counts.
    army, one, two = NONE, NONE, NONE
    while people:
        home = people & (NONE - people)
        people ^= home
        tile = word(p, at.CAVE_TILES + kind_at(s, k, ctz(home)) - 1)
        if field(tile, 8) == at.WARRIOR:
            army |= home
            one |= home if tile & ONE else NONE
            two |= home if tile & U(2) else NONE
    army, one, two = framed(army, w, n), framed(one, w, n), framed(two, w, n)
    points = 0
    while army:
        band = connected(army & (NONE - army), army)
        army ^= band
        points += popc(band) * (popc(one & band) + 2 * popc(two & band))
    return points
