"""The end in words: who has won and why."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.record import Record
from ...core.score import Sheet, dynasty_winners, score_sheets, winners
from ...core.state import State
from .sentence import counted_noun, does, listed, whom


def verdict(state: State, names: Sequence[str]) -> str:
    """Who has won and why, tie-breaks explained."""
    sheets = score_sheets(state)
    best = winners(state)
    first = sheets[best[0]]
    if len(best) > 1:
        who = listed([names[seat] for seat in best])
        return (
            f"{who} share the victory: {_points(first.total)}, a largest region of "
            f"{first.largest_region} and {_crowns(state, first.crowns)} each."
        )
    others = [sheet for sheet in sheets if sheet.player != first.player]
    rival = max(others, key=lambda sheet: sheet.rank_key)
    return _single(state, first, rival, names)


def _single(state: State, first: Sheet, rival: Sheet, names: Sequence[str]) -> str:
    name, other = names[first.player], names[rival.player]
    if first.total > rival.total:
        ahead = first.total - rival.total
        more = f"{ahead} more than {whom(other)}"
        return f"{does(name, 'wins')} with {_points(first.total)}, {more}."
    both = listed([names[seat] for seat in sorted((first.player, rival.player))])
    tie = f"{both} both have {_points(first.total)}"
    if first.largest_region > rival.largest_region:
        why = f"larger region, {first.largest_region} squares against {rival.largest_region}"
    else:
        why = f"as large a region, but {_crowns(state, first.crowns)} against {rival.crowns}"
    return f"{tie}. The tie goes to {whom(name)}: {why}."


def _crowns(state: State, number: int) -> str:
    return counted_noun(number, "flame" if state.rules.flames else "crown")


def _points(number: int) -> str:
    return counted_noun(number, "point")


def sums(games: Sequence[Record]) -> list[int]:
    """The points of each seat over the finished games of a dynasty."""
    sheets = [score_sheets(game.state()) for game in games]
    return [sum(sheet.total for sheet in seat) for seat in zip(*sheets, strict=True)]


def dynasty_verdict(games: Sequence[Record], names: Sequence[str]) -> str:
    """Who has won the dynasty."""
    totals = sums(games)
    best, *others = dynasty_winners([score_sheets(game.state()) for game in games])
    if others:
        who = listed([names[seat] for seat in (best, *others)])
        return f"The dynasty is shared by {who}, {totals[best]} points each over three games."
    rest = ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))
    return f"{does(names[best], 'wins')} the dynasty. Points over three games: {rest}."
