"""What an action adds to a player's total at once.

A domino joins the regions that it touches, so the regions are found once and not again for each of
the fifty places it may go to. The other lines of the score sheet are asked again.
"""

from __future__ import annotations

from typing import NamedTuple

from .action import Action, Choose, Place
from .domino import Domino, Half, Terrain
from .engine import advance, legal_actions
from .grid import Bits, neighbours
from .kingdom import Kingdom, Region, discard, placements, put, regions
from .rules import Scorer
from .score import score_sheet
from .state import Phase, State


class Patch(NamedTuple):
    """A region, ready to be joined."""

    bits: Bits
    halo: Bits
    """The region and all squares beside it."""
    area: int
    crowns: int
    points: int


def _patch(region: Region) -> Patch:
    bits = region.bits
    return Patch(bits, bits | neighbours(bits), region.area, region.crowns, region.points)


class Site:
    """One player's kingdom in one state, where dominoes are tried out."""

    def __init__(self, state: State, player: int) -> None:
        self.state = state
        self.player = player
        self.kingdom = state.kingdoms[player]
        self.patches: list[list[Patch]] = [[] for _ in Terrain]
        """The regions by terrain."""
        for region in regions(self.kingdom):
            self.patches[region.terrain].append(_patch(region))
        rules = state.rules
        self._scorers: list[Scorer] = [scorer for _, scorer in rules.scorers]
        self._scorers += [rules.quest[quest] for quest in state.quests]
        self._now = self._lines(state)
        self.total = self._now + sum(p.points for patches in self.patches for p in patches)
        """What the player would score if the game ended now."""
        self._halves: dict[tuple[Terrain, int], dict[Bits, int]] = {}

    @property
    def has_lines(self) -> bool:
        """Whether anything but regions scores."""
        return bool(self._scorers)

    def laid(self, domino: Domino, place: Place) -> int:
        """The points that *domino* brings by lying there, before anything that follows."""
        points = self.joined(domino, place)
        return points + self._moved(put(self.kingdom, domino, place)) if self.has_lines else points

    def best(self, domino: Domino) -> int | None:
        """The points that *domino* brings where it brings most; None when it fits nowhere."""
        places = placements(self.kingdom, domino)
        return max((self.laid(domino, place) for place in places), default=None)

    def discarded(self) -> int:
        """What putting a domino away changes: nothing, or a bonus is lost."""
        return self._moved(discard(self.kingdom))

    def joined(self, domino: Domino, place: Place) -> int:
        """The change of the regions' points alone."""
        left, right = domino.left, domino.right
        a, b = place.left_bit, place.right_bit
        if left.terrain is right.terrain:
            return self._join(left.terrain, a | b, 2, left.crowns + right.crowns)
        return self._join_half(left, a) + self._join_half(right, b)

    def after(self, state: State) -> int:
        """The change of all other lines in a later *state*."""
        return self._lines(state) - self._now

    def _moved(self, kingdom: Kingdom) -> int:
        return self.after(self.state.with_kingdom(self.player, kingdom))

    def _lines(self, state: State) -> int:
        return sum(scorer(state, self.player) for scorer in self._scorers)

    def _join(self, terrain: Terrain, bits: Bits, area: int, crowns: int) -> int:
        lost = 0
        for _, halo, more, crowned, points in self.patches[terrain]:
            if halo & bits:
                area += more
                crowns += crowned
                lost += points
        return area * crowns - lost

    def _join_half(self, half: Half, single: Bits) -> int:
        known = self._halves.setdefault((half.terrain, half.crowns), {})
        if single not in known:
            known[single] = self._join(half.terrain, single, 1, half.crowns)
        return known[single]


def gains(state: State) -> list[tuple[Action, int | None]]:
    """The legal actions, each with the change of the deciding player's total that it makes at once.

    A domino that is only chosen counts as laid now, where it brings most: None when it fits
    nowhere. Half a move changes what it changes by itself.
    """
    actions = legal_actions(state)
    if not actions:
        return []
    site = Site(state, state.agenda[0].player)
    return [(action, _gain(site, action)) for action in actions]


def _gain(site: Site, action: Action) -> int | None:
    state, due = site.state, site.state.agenda[0]
    if due.phase is Phase.CHOOSE and isinstance(action, Choose):
        return site.best(state.rules.domino[action.domino])
    if due.phase is Phase.PLACE and isinstance(action, Place):
        points = site.joined(state.rules.domino[due.domino], action)
        # Played out, because totems may change hands.
        return points + site.after(advance(state, action)) if site.has_lines else points
    return score_sheet(advance(state, action), site.player).total - site.total


def gain_with_next(state: State, action: Action) -> int:
    """The change of the deciding player's total after *action* and the best that may follow it."""
    player, after = state.agenda[0].player, advance(state, action)
    ends = [advance(after, following) for following in legal_actions(after)] or [after]
    best = max(score_sheet(end, player).total for end in ends)
    return best - score_sheet(state, player).total
