"""What a domino will bring, with the fire, the giant or the totem that comes with it."""

from __future__ import annotations

from ...core.action import Place
from ...core.domino import Domino, Resource, Symbol
from ...core.gain import Patch, Site
from ...core.grid import Bits, neighbours
from ...core.kingdom import Kingdom, counted, put
from ...core.state import State
from ...games.origins import lava_targets


class Foresight:
    """One player's chances in one state."""

    def __init__(self, state: State, player: int) -> None:
        self.state = state
        self.player = player
        self.site = Site(state, player)
        self.kingdom = self.site.kingdom

    def gain(self, domino: Domino, place: Place) -> int:
        """The points that *domino* brings if it is laid there, the best fire included."""
        points = self.site.laid(domino, place)
        if domino.left.craters or domino.right.craters:
            points += self._best_fire(domino, place)
        return points

    def arrival(self, domino: Domino) -> int:
        """The points that come with *domino* wherever it is laid: giants and totems."""
        if domino.symbol is Symbol.GIANT:
            return -self._cheapest_crown()
        if domino.symbol is Symbol.FOOTPRINTS:
            return self._dearest_giant()
        if not self.state.rules.totem_points:
            return 0
        found = [h.resource for h in (domino.left, domino.right) if h.resource is not None]
        return sum(self._totem(r, found.count(r)) for r in {*found})

    def _best_fire(self, domino: Domino, place: Place) -> int:
        """Flames times the largest region in reach; burning a token costs a point."""
        volcano, ground, half = place.left_bit, place.right_bit, domino.right
        if domino.right.craters:
            volcano, ground, half = ground, volcano, domino.left
        kingdom = put(self.kingdom, domino, place)
        targets = lava_targets(kingdom, volcano)
        tokens, flames = kingdom.tokens, counted(kingdom.craters, volcano)
        joined = [p for p in self.site.patches[half.terrain] if p.halo & ground]
        bits, area = ground, 1
        for patch in joined:
            bits |= patch.bits
            area += patch.area
        best = flames * area - (not targets & bits & ~tokens) if targets & bits else 0
        for patches in self.site.patches:
            for patch in patches:
                if patch.area * flames > best and patch.bits & targets:
                    burnt = not patch.bits & targets & ~tokens
                    best = max(best, flames * patch.area - burnt)
        return best

    def _patches_on(self, squares: Bits) -> list[Patch]:
        return [patch for group in self.site.patches for patch in group if patch.bits & squares]

    def _cheapest_crown(self) -> int:
        crowned = self._patches_on(self.kingdom.uncovered())
        return min((patch.area for patch in crowned), default=0)

    def _dearest_giant(self) -> int:
        return max((p.area for p in self._patches_on(self.kingdom.giants[0])), default=0)

    def _totem(self, resource: Resource, more: int) -> int:
        """The worth of the totem if so many tokens more would win it."""
        player, kingdoms = self.player, self.state.kingdoms
        if self.state.totems[resource] == player:
            return 0
        counts = [kingdom.resources(resource).bit_count() for kingdom in kingdoms]
        mine = counts.pop(player) + more
        ahead = all(mine > other for other in counts)
        return self.state.rules.totem_points[resource] if ahead else 0


def neatness(kingdom: Kingdom, domino: Domino, place: Place) -> tuple[int, int, int]:
    """How well a place suits the future: no lone gaps, like beside like, a long reach.

    Reaching out beat keeping compact in every game that it was tried in: 53 % of duels on 5×5,
    55 % on 7×7, 67 % in Age of Giants.
    """
    a, b = place.left_bit, place.right_bit
    alike = sum(
        (neighbours(single) & kingdom.terrains[half.terrain]).bit_count()
        for single, half in ((a, domino.left), (b, domino.right))
    )
    after = put(kingdom, domino, place)
    free = after.room & ~after.land
    west, north, east, south = after.box
    return (-(free & ~neighbours(free)).bit_count(), alike, east - west + south - north)
