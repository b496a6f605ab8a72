"""Score sheets with a line for everything that scored, and who has won."""

from __future__ import annotations

from dataclasses import dataclass

from .kingdom import Region, crown_total, regions
from .state import State


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one player's kingdom is worth, line by line."""

    player: int
    lines: tuple[tuple[str, int], ...]
    """Named points in the order of the rules, zeros included; ``regions`` comes first."""
    regions: tuple[Region, ...]
    """Every region, also those without a crown."""
    largest_region: int
    crowns: int
    """Uncovered crowns; in Origins all flames."""

    @property
    def total(self) -> int:
        """The sum of all lines."""
        return sum(points for _, points in self.lines)

    @property
    def rank_key(self) -> tuple[int, int, int]:
        """Total, then the tie-breaks: largest region, then crowns. Higher is better."""
        return (self.total, self.largest_region, self.crowns)


def score_sheet(state: State, player: int) -> Sheet:
    """What *player* would score if the game ended now."""
    rules, kingdom = state.rules, state.kingdoms[player]
    pieces = tuple(regions(kingdom))
    points = largest = 0
    for _, bits, crowns in pieces:
        area = bits.bit_count()
        points += area * crowns
        if area > largest:
            largest = area
    scorers = rules.scorers
    if state.quests:
        scorers = (*scorers, *((quest, rules.quest[quest]) for quest in state.quests))
    return Sheet(
        player=player,
        lines=(
            ("regions", points),
            *((name, scorer(state, player)) for name, scorer in scorers),
        ),
        regions=pieces,
        largest_region=largest,
        crowns=crown_total(kingdom),
    )


def score_sheets(state: State) -> tuple[Sheet, ...]:
    """Every player's sheet, by seat."""
    return tuple(score_sheet(state, player) for player in range(state.rules.players))


def ranking(sheets: tuple[Sheet, ...]) -> tuple[int, ...]:
    """Each player's place, from 1; players who share all tie-breaks share a place."""
    keys = [sheet.rank_key for sheet in sheets]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def winners(state: State) -> tuple[int, ...]:
    """The seats that win if the game ends now, ascending; several when they share the victory."""
    places = ranking(score_sheets(state))
    return tuple(seat for seat, place in enumerate(places) if place == 1)


def dynasty_winners(games: list[tuple[Sheet, ...]]) -> tuple[int, ...]:
    """Who wins a dynasty: the highest sum of points over its games; equal sums share it."""
    sums = [sum(sheet.total for sheet in seat) for seat in zip(*games, strict=True)]
    return tuple(seat for seat, total in enumerate(sums) if total == max(sums))
