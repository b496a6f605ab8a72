"""Rules as a row of numbers."""

from __future__ import annotations

from functools import cache

import numpy as np

from ...core.domino import RESOURCE_TERRAINS, Domino, Half, Terrain
from ...core.rules import Rules
from ...games.quest import BASE_TERRAINS
from ...games.tiles import caveman_tiles
from ...games.tribe import HUNTED
from ..board import layout as at
from ..board.compile import WordArray
from ..board.layout import HEAD, STRIDE
from .known import check_known, known_phase

ORIGINS_TERRAINS = (*RESOURCE_TERRAINS, Terrain.DESERT, Terrain.VOLCANO)
CODES = {
    "kingdomino": {terrain: code for code, terrain in enumerate(BASE_TERRAINS, 1)},
    "origins": {terrain: code for code, terrain in enumerate(ORIGINS_TERRAINS, 1)},
}
CAVEMAN_NAMES = tuple(sorted(caveman_tiles()))
ROLES = {
    **HUNTED,
    "painter": at.PAINTER,
    "fire_lady": at.FIRE_LADY,
    "shaman": at.SHAMAN,
}
QUEST_KINDS = {
    "harmony": at.QUEST_HARMONY,
    "middle_kingdom": at.QUEST_CENTRE,
    "lost_corner": at.QUEST_LOST_CORNER,
    "folie_des_grandeurs": at.QUEST_LINES,
    "bleak_king": at.QUEST_BLEAK,
}
CENTRE_NAMES = ("middle_kingdom", "empire_of_fire")
HARMONY_NAMES = ("harmony", "homo_habilis")


def terrain_codes(rules: Rules) -> dict[Terrain, int]:
    """The code from 1 to 6 of each terrain that the rules know."""
    return CODES["origins" if rules.has_volcanoes else "kingdomino"]


@cache
def quest_names(rules: Rules) -> tuple[str, ...]:
    """The quests in the order of their numbers."""
    return tuple(sorted(rules.quest))


def params(rules: Rules) -> WordArray:
    """The rules row, uint64[PARAMS], a copy of one's own."""
    return _params(rules).copy()


@cache
def _params(rules: Rules) -> WordArray:
    check_known(rules)
    row = np.zeros(at.PARAMS, np.uint64)
    scorers = {name for name, _ in rules.scorers}
    row[at.PLAYERS], row[at.SIZE], row[at.ROUNDS] = rules.players, rules.size, rules.rounds
    row[at.ROW_SIZE], row[at.TRIM] = rules.row, sum(1 << i for i in rules.trim)
    row[at.KINGS_EACH], row[at.KINGS_DRAWN] = rules.kings_each, rules.kings_drawn
    row[at.OPENING], row[at.QUESTS_DRAWN] = known_phase(rules.opening), rules.quests_drawn
    row[at.HAS_CAVE] = bool(rules.cavemen)
    row[at.HAS_TOTEMS] = bool(rules.totem_points)
    row[at.CENTRE_BONUS] = bool(scorers.intersection(CENTRE_NAMES))
    row[at.HARMONY_BONUS] = bool(scorers.intersection(HARMONY_NAMES))
    row[at.VOLCANO] = terrain_codes(rules).get(Terrain.VOLCANO, 0)
    # Planes for cavemen, and for giants or fire and tokens, only where there are such.
    row[at.STRIDE] = 12 if rules.cavemen else 8 if rules.effects else 6
    row[at.DOMINOES] = len(rules.dominoes)
    for i, domino in enumerate(rules.dominoes):
        row[at.TILES + i] = _tile(domino, terrain_codes(rules))
    for i, quest in enumerate(quest_names(rules)):
        row[at.QUEST_TILES + i] = _quest(quest)
    for i, name in enumerate(CAVEMAN_NAMES):
        tile = caveman_tiles()[name]
        copies = rules.cavemen.count(name)
        row[at.CAVE_TILES + i] = tile.worth | ROLES.get(name, at.WARRIOR) << 8 | copies << 16
    return row


def _half(half: Half, codes: dict[Terrain, int]) -> int:
    # A volcano has craters where others have crowns.
    crowns = half.crowns + half.craters
    token = half.resource is not None
    return codes[half.terrain] | crowns << at.CROWN_SHIFT | token << at.TOKEN_SHIFT


def _tile(domino: Domino, codes: dict[Terrain, int]) -> int:
    return (
        _half(domino.left, codes)
        | _half(domino.right, codes) << at.HALF
        | int(domino.symbol) << at.SYMBOL_SHIFT
        | domino.symmetric << at.SYMMETRIC_BIT
        | bool(domino.left.craters) << at.ERUPTS_LEFT_BIT
        | bool(domino.right.craters) << at.ERUPTS_RIGHT_BIT
    )


def _quest(name: str) -> int:
    if name in QUEST_KINDS:
        return QUEST_KINDS[name]
    kind = at.QUEST_LOCAL if name.startswith("local_business_") else at.QUEST_CORNERS
    return kind | CODES["kingdomino"][Terrain[name.rpartition("_")[2].upper()]] << 8


def words(rules: Rules) -> int:
    """The length of a state row of these rules."""
    return HEAD + rules.players * int(params(rules)[STRIDE])
