"""One player's land: where a domino may go, putting it there, regions.

Everything on the land is a bit set. Counts of up to three per square (crowns, giants, craters) are
three sets: squares with at least one, at least two, three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple, TypeAlias

from .action import PLACES, Place
from .domino import RESOURCE_TERRAINS, Domino, Resource, Terrain
from .grid import CASTLE_BIT, EAST, SOUTH, Bits, Box, connected, room

Count: TypeAlias = tuple[Bits, Bits, Bits]
"""At least one, at least two, three of something on a square."""

PLACES_EAST, PLACES_SOUTH, PLACES_WEST, PLACES_NORTH = PLACES
NONE: Count = (0, 0, 0)
BARE = (0,) * len(Terrain)


class Kingdom(NamedTuple):
    """A kingdom or territory. Flames are crowns, the hut is the castle."""

    size: int
    land: Bits = CASTLE_BIT
    """Every square in use, the castle's included."""
    room: Bits = 0
    """Every square that the frame allows, in use or not."""
    box: Box = Box(0, 0, 0, 0)
    terrains: tuple[Bits, ...] = BARE
    crowns: Count = NONE
    """Printed crowns or flames, and the flames of fire tokens."""
    discarded: int = 0
    giants: Count = NONE
    craters: Count = NONE
    fires: Bits = 0
    """Where fire tokens lie."""
    tokens: Bits = 0
    """Where resource tokens lie; the terrain says which."""
    cavemen: tuple[tuple[Bits, str], ...] = ()
    """Who lives where, in reading order."""

    def caveman_bits(self) -> Bits:
        """The squares where cavemen live."""
        return sum(single for single, _ in self.cavemen)

    def resources(self, resource: Resource) -> Bits:
        """The tokens of one resource."""
        return self.tokens & self.terrains[RESOURCE_TERRAINS[resource]]

    def uncovered(self) -> Bits:
        """The squares with a crown that no giant covers."""
        (c1, c2, c3), (g1, g2, g3) = self.crowns, self.giants
        return c1 & ~g1 | c2 & ~g2 | c3 & ~g3


_TERRAINS = tuple(Terrain)
"""An enumeration hands out its members four times as slowly."""

# Twice as fast as calling the class.
_kingdom: Callable[[tuple[object, ...]], Kingdom] = partial(
    tuple.__new__,  # pyright: ignore[reportUnknownMemberType]
    Kingdom,
)


class Region(NamedTuple):
    """A connected piece of one terrain and the uncovered crowns on it."""

    terrain: Terrain
    bits: Bits
    crowns: int

    @property
    def area(self) -> int:
        return self.bits.bit_count()

    @property
    def points(self) -> int:
        """Squares times crowns."""
        return self.bits.bit_count() * self.crowns


_region: Callable[[tuple[Terrain, Bits, int]], Region] = partial(
    tuple.__new__,  # pyright: ignore[reportUnknownMemberType]
    Region,
)


def new_kingdom(size: int) -> Kingdom:
    """A castle alone, in a frame of *size* x *size* squares."""
    return Kingdom(size, room=room(Box(0, 0, 0, 0), size))


def placements(kingdom: Kingdom, domino: Domino) -> list[Place]:
    """Every legal way to lay *domino*: right half east, south, west, north of the left one, and
    for each the left half in reading order. A symmetric domino is laid east and south only.
    """
    east, south, west, north = _fitting(kingdom, domino)
    found: list[Place] = []
    if east:
        _collect(east, PLACES_EAST, found)
    if south:
        _collect(south, PLACES_SOUTH, found)
    if west:
        _collect(west, PLACES_WEST, found)
    if north:
        _collect(north, PLACES_NORTH, found)
    return found


def fits(kingdom: Kingdom, domino: Domino) -> bool:
    """Whether there is any legal way to lay *domino*."""
    return any(_fitting(kingdom, domino))


def may_lie(kingdom: Kingdom, domino: Domino, place: Place) -> bool:
    """Whether *place* is among the ``placements``."""
    left = place.left_bit
    for fit, places in zip(_fitting(kingdom, domino), PLACES, strict=True):
        # Far from the castle two squares have one bit, so that the place itself is compared.
        if fit & left and places[left] == place:
            return True
    return False


def _fitting(kingdom: Kingdom, domino: Domino) -> tuple[Bits, Bits, Bits, Bits]:
    """Where the left half may lie when the right one lies east, south, west, north of it."""
    terrains = kingdom.terrains
    free = kingdom.room & ~kingdom.land
    left = terrains[domino.left.terrain] | CASTLE_BIT
    left = left << EAST | left >> EAST | left << SOUTH | left >> SOUTH
    right = terrains[domino.right.terrain] | CASTLE_BIT
    right = right << EAST | right >> EAST | right << SOUTH | right >> SOUTH
    east = free & free >> EAST & (left | right >> EAST)
    south = free & free >> SOUTH & (left | right >> SOUTH)
    # A double turned around covers the same two squares.
    if domino.symmetric:
        return east, south, 0, 0
    west = free & free << EAST & (left | right << EAST)
    north = free & free << SOUTH & (left | right << SOUTH)
    return east, south, west, north


def _collect(fit: Bits, places: dict[Bits, Place], found: list[Place]) -> None:
    while fit:
        rest = fit & fit - 1
        found.append(places[fit ^ rest])
        fit = rest


def put(kingdom: Kingdom, domino: Domino, place: Place) -> Kingdom:
    """The kingdom with *domino* laid; the caller has made sure that it may be."""
    (size, land, room_bits, box, terrains, crowns, discarded, giants, craters, fires, tokens,
     cavemen) = kingdom  # fmt: skip
    left, right = domino.left, domino.right
    a, b = place.left_bit, place.right_bit
    planes = [*terrains]
    planes[left.terrain] |= a
    planes[right.terrain] |= b
    if not domino.plain:
        for half, single in ((left, a), (right, b)):
            if half.crowns:
                crowns = raised(crowns, single, half.crowns)
            if half.craters:
                craters = raised(craters, single, half.craters)
            if half.resource is not None:
                tokens |= single
    w, n, e, s = box
    pw, pn, pe, ps = place.box
    if pw < w or pn < n or pe > e or ps > s:
        box = Box(min(w, pw), min(n, pn), max(e, pe), max(s, ps))
        room_bits = room(box, size)
    return _kingdom((size, land | a | b, room_bits, box, tuple(planes), crowns, discarded,
                     giants, craters, fires, tokens, cavemen))  # fmt: skip


def raised(count: Count, single: Bits, amount: int) -> Count:
    """*amount* of something on a square that had none."""
    if not amount:
        return count
    one, two, three = count
    one |= single
    if amount > 1:
        two |= single
    if amount > 2:
        three |= single
    return one, two, three


def discard(kingdom: Kingdom) -> Kingdom:
    """The kingdom after its player had to put a domino away."""
    return kingdom._replace(discarded=kingdom.discarded + 1)


def with_giant(kingdom: Kingdom, square: Bits) -> Kingdom:
    """One more giant on *square*."""
    one, two, three = kingdom.giants
    giants = (one | square, two | one & square, three | two & square)
    return kingdom._replace(giants=giants)


def without_giant(kingdom: Kingdom, square: Bits) -> Kingdom:
    """One giant fewer on *square*."""
    one, two, three = kingdom.giants
    giants = (one & ~square | two & square, two & ~square | three & square, three & ~square)
    return kingdom._replace(giants=giants)


def with_fire(kingdom: Kingdom, square: Bits, flames: int) -> Kingdom:
    """A fire token on *square*; what lay or lived there is gone."""
    return kingdom._replace(
        crowns=raised(kingdom.crowns, square, flames),
        fires=kingdom.fires | square,
        tokens=kingdom.tokens & ~square,
        cavemen=tuple(c for c in kingdom.cavemen if c[0] != square),
    )


def with_caveman(kingdom: Kingdom, square: Bits, caveman: str) -> Kingdom:
    """*caveman* lives on *square* from now on."""
    return kingdom._replace(cavemen=tuple(sorted((*kingdom.cavemen, (square, caveman)))))


def counted(count: Count, within: Bits) -> int:
    """How many of something there are on the squares of *within*."""
    one, two, three = count
    return (one & within).bit_count() + (two & within).bit_count() + (three & within).bit_count()


def regions(kingdom: Kingdom) -> Iterator[Region]:
    """The regions, terrain by terrain, each terrain's in reading order of their first squares."""
    crowns, giants = kingdom.crowns, kingdom.giants
    crowned, giant = crowns[0], giants[0]
    for terrain, plane in zip(_TERRAINS, kingdom.terrains, strict=True):
        while plane:
            bits = connected(plane & -plane, plane)
            plane ^= bits
            count = counted(crowns, bits) if crowned & bits else 0
            if giant & bits:
                count -= counted(giants, bits)
            yield _region((terrain, bits, count))


def crown_total(kingdom: Kingdom) -> int:
    """All uncovered crowns."""
    total = counted(kingdom.crowns, kingdom.land)
    return total - counted(kingdom.giants, kingdom.land) if kingdom.giants[0] else total


def terrain_at(kingdom: Kingdom, square: Bits) -> Terrain | None:
    """The terrain of one square; None for the castle and for bare ground."""
    for terrain, plane in zip(_TERRAINS, kingdom.terrains, strict=True):
        if plane & square:
            return terrain
    return None


def why_nowhere(kingdom: Kingdom, domino: Domino) -> str:
    """One sentence on why *domino* cannot be laid, for a player who must discard it."""
    free = kingdom.room & ~kingdom.land
    frame = f"{kingdom.size}×{kingdom.size}"
    if not (free & (free >> EAST | free >> SOUTH)):
        return f"no two free squares side by side are left inside your {frame}"
    names = " or ".join(dict.fromkeys(h.terrain.label for h in (domino.left, domino.right)))
    return f"nothing matches {names} where there is room inside your {frame}"
