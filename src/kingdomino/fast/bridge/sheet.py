"""Score sheets with the names of their lines, as core prints them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...core.rules import Rules
from ..board import layout as at
from ..board.compile import IntArray, WordArray
from ..engine import score
from .params import CENTRE_NAMES, HARMONY_NAMES, params, quest_names

_COLUMNS = {
    "regions": at.REGIONS,
    "resources": at.RESOURCES,
    "totem_mammoth": at.TOTEM,
    "totem_fish": at.TOTEM + 1,
    "totem_mushroom": at.TOTEM + 2,
    "totem_flint": at.TOTEM + 3,
    "cavemen": at.CAVEMEN,
    "warriors": at.WARRIORS,
    **dict.fromkeys(CENTRE_NAMES, at.CENTRE),
    **dict.fromkeys(HARMONY_NAMES, at.HARMONY),
}


class FastSheet(NamedTuple):
    """What one player's kingdom is worth, line by line."""

    lines: tuple[tuple[str, int], ...]
    largest_region: int
    crowns: int
    place: int

    @property
    def total(self) -> int:
        """The sum of all lines."""
        return sum(points for _, points in self.lines)

    @property
    def rank_key(self) -> tuple[int, int, int]:
        """Total, then the tie-breaks. Higher is better."""
        return (self.total, self.largest_region, self.crowns)


def columns(rules: Rules, row: WordArray) -> tuple[tuple[str, int], ...]:
    """The names of a sheet's lines in the order of core, and where they lie in int32[SHEET]."""
    lines = [("regions", at.REGIONS)]
    lines += [(name, _COLUMNS[name]) for name, _ in rules.scorers]
    for i in range(rules.quests_drawn):
        number = int(row[at.EXTRA]) >> at.QUESTS + 8 * i & 255
        if number:
            lines.append((quest_names(rules)[number - 1], at.QUEST + i))
    return tuple(lines)


def sheets(rules: Rules, row: WordArray) -> tuple[FastSheet, ...]:
    """Every player's sheet if the game ended now, by seat."""
    out: IntArray = np.zeros((rules.players, at.SHEET), np.int32)
    score(params(rules), row, out)
    named = columns(rules, row)
    return tuple(
        FastSheet(
            lines=tuple((name, int(sheet[column])) for name, column in named),
            largest_region=int(sheet[at.LARGEST]),
            crowns=int(sheet[at.CROWNS]),
            place=int(sheet[at.PLACE]),
        )
        for sheet in out
    )
