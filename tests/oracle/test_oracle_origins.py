"""The oracle of Origins against cases computed by hand and the examples in the rule book."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.drawing import drawn
from tests.oracle.land import Cell, Land, Square
from tests.oracle.lava import lava_targets, settle_targets, spendings, spent
from tests.oracle.placing import placements
from tests.oracle.scoring import (
    cavemen_points,
    crowns,
    harmony,
    largest_region,
    middle,
    region_points,
    regions,
    resource_counts,
    resource_points,
    warrior_points,
)
from tests.oracle.totems import totems_after

GOLDEN = Path(__file__).parents[1] / "data" / "golden_origins_example.json"


def test_one_crater_flies_three_squares_over_anything() -> None:
    """origins § Vulkány, Pravidla lávy: not on a printed flame, nor on the hut; tokens burn."""
    land = drawn("d . v1 @ d1 j* d", size=7)
    assert lava_targets(land, (-1, 0)) == {(-3, 0), (2, 0)}


LAVA = """
    d d        d  d  d
    d d        d+ d  d
    d d:hunter v3 q1 d
    d d        @  v1 d
"""


def test_three_craters_reach_the_neighbours() -> None:
    """origins § Vulkány, Pravidla lávy: no printed flame, no fire token, no volcano."""
    assert lava_targets(drawn(LAVA), (0, -1)) == {(-1, -2), (1, -2), (-1, -1), (-1, 0)}


def test_one_crater_reaches_all_of_a_small_land() -> None:
    """origins § Vulkány, Pravidla lávy: 19 squares, less q1, d+ and two volcanoes."""
    assert len(lava_targets(drawn(LAVA), (1, 0))) == 15


def test_two_craters_fly_two_squares() -> None:
    """origins § Vulkány: diagonal steps count one."""
    land = drawn("""
        d . . . .
        . d . . .
        . . d . .
        . . . v2 @
    """)
    assert lava_targets(land, (-1, 0)) == {(-2, -1), (-3, -2)}


def test_resource_tokens() -> None:
    """origins § 2. Hra o totemy, Konec hry: 1 per token; printed symbols do not count."""
    land = drawn("G* G* l* @ j q* q")
    assert resource_counts(land) == {"mammoth": 2, "fish": 1, "mushroom": 0, "flint": 1}
    assert resource_points(land) == 4


def test_spending_takes_different_tokens() -> None:
    """origins § 3. Hra s kmenem, Osídlení: 2 different ones, or one of each kind."""
    pairs, quads = spendings(drawn("G* G* l* @ j* q* d", size=7))
    assert len(pairs) == 10 - 1
    assert frozenset([(-3, 0), (-2, 0)]) not in pairs
    assert quads == {
        frozenset([(-3, 0), (-1, 0), (1, 0), (2, 0)]),
        frozenset([(-2, 0), (-1, 0), (1, 0), (2, 0)]),
    }


def test_three_kinds_buy_nothing_from_the_pile() -> None:
    """origins § 3. Hra s kmenem, Osídlení: 4 different ones."""
    pairs, quads = spendings(drawn("G* l* @ j* j*"))
    assert len(pairs) == 6 - 1
    assert quads == set()


def test_caveman_needs_an_empty_square() -> None:
    """origins § 3. Hra s kmenem, Osídlení: what may not be there; a square just emptied is fine."""
    land = drawn("""
        d v1 d1 l+
        @ G* G d:small
    """)
    assert settle_targets(land) == {(0, -1), (2, 0)}
    assert settle_targets(spent(land, frozenset([(1, 0)]))) == {(0, -1), (2, 0), (1, 0)}
    assert land.cells[1, 0].resource == "mammoth"


def test_hunters_of_the_rule_book() -> None:
    """origins § Lovci/sběrači: 4 mammoths around one hunter, 2 around the other: 12 + 6."""
    land = drawn("""
        G* G*       .        .
        G* d:hunter d        @
        G* G        d:hunter G*
        .  .        G*       .
    """)
    assert cavemen_points(land) == 12 + 6


@pytest.mark.parametrize(
    ("caveman", "points"),
    [
        ("hunter", 3),
        ("fishing_child", 3 * 2),
        ("gatherer", 4),
        ("sculptor", 5),
        ("painter", 2 * 5),
        ("fire_lady", 0),
        ("shaman", 2),
        ("small", 0),
    ],
)
def test_each_hunter_gatherer(caveman: str, points: int) -> None:
    """origins § Lovci/sběrači: tokens and cavemen on the 8 neighbours, none farther away."""
    land = drawn(f"""
        G* l* l* q*
        q* d:{caveman} j:amazon G*
        j* @ j l*
    """)
    assert cavemen_points(land) == points


def test_fire_lady_counts_flames() -> None:
    """origins § Lovci/sběrači, Ohnivá dáma: 5 flames, printed and on tokens, are 5."""
    land = drawn("""
        q2 d  d+ d1
        d  d:fire_lady d d
        @  d++ d d
    """)
    assert cavemen_points(land) == 5


def test_shaman_counts_all_cavemen() -> None:
    """origins § Lovci/sběrači, Šaman: warriors and hunters alike; each shaman for himself."""
    land = drawn("""
        d:shaman d:shaman d:oafish
        d:hunter @ d
    """)
    assert cavemen_points(land) == 2 * 2 + 2 * 3


def test_warriors_of_the_rule_book() -> None:
    """origins § Válečníci: three of strength 4 score 12, a lone one of strength 1 scores 1."""
    land = drawn("""
        d:small d:amazon d
        d       d:small  @
        d:small d        d
    """)
    assert warrior_points(land) == 12 + 1


def test_only_warriors_make_a_band() -> None:
    """origins § Válečníci: a hunter between two warriors joins nobody."""
    assert warrior_points(drawn("d:oafish d:hunter d:amazon @")) == 3 + 2
    assert warrior_points(drawn("d:oafish d:amazon d:hunter @")) == 2 * 5


def mammoths(holder: int | None, *tokens: int, placer: int) -> tuple[int | None, list[int]]:
    """Who holds the mammoth afterwards, and whom the holder may choose."""
    after, choices = totems_after({"mammoth": holder}, [{"mammoth": n} for n in tokens], placer)
    candidates = [player for totem, heirs in choices for player in heirs if totem == "mammoth"]
    return after["mammoth"], candidates


def test_most_tokens_take_the_totem() -> None:
    """origins § 2. Hra o totemy, Průběh hry: strictly most; from the table or from its holder."""
    assert mammoths(None, 1, 0, 0, placer=0) == (0, [])
    assert mammoths(1, 3, 2, 0, placer=0) == (0, [])
    assert mammoths(0, 3, 2, 0, placer=0) == (0, [])


def test_tie_takes_nothing() -> None:
    """origins § 2. Hra o totemy, Průběh hry: a tie is not enough."""
    assert mammoths(1, 2, 2, 0, placer=0) == (1, [])
    assert mammoths(None, 0, 0, 0, placer=0) == (None, [])


def test_only_the_placer_claims() -> None:
    """origins § 2. Hra o totemy, Průběh hry (ruling): after one's own placing only."""
    assert mammoths(None, 0, 1, 0, placer=0) == (None, [])


def test_lost_lead() -> None:
    """origins § 2. Hra o totemy, Pozor: kept in a tie, else passed on; the holder chooses."""
    assert mammoths(0, 2, 2, 1, placer=0) == (0, [])
    assert mammoths(0, 1, 2, 1, placer=0) == (1, [])
    assert mammoths(0, 1, 2, 0, 2, placer=0) == (0, [1, 3])
    assert mammoths(0, 0, 0, 0, placer=0) == (0, [])


def test_each_totem_on_its_own() -> None:
    """origins § 2. Hra o totemy, Průběh hry: one placing may take one totem and lose another."""
    holders: dict[str, int | None] = {"mammoth": None, "fish": 0, "flint": 2}
    counts = [
        {"mammoth": 1, "fish": 1, "flint": 0},
        {"mammoth": 0, "fish": 2, "flint": 0},
        {"mammoth": 0, "fish": 2, "flint": 1},
    ]
    after, choices = totems_after(holders, counts, 0)
    assert after == {"mammoth": 0, "fish": 0, "flint": 2}
    assert choices == [("fish", [1, 2])]
    assert holders["mammoth"] is None


def golden() -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return facts


def golden_land(facts: dict[str, Any]) -> Land:
    """The territory of the example; its squares are [row, column], the hut on [2, 2]."""
    cells = {}
    for row, words in enumerate(facts["rows"]):
        for column, word in enumerate(words):
            terrain, flames = word.split(":")
            fire = facts["token_on"].get(f"{row},{column}", 0)
            if terrain != "hut":
                cells[column - 2, row - 2] = Cell(terrain, crowns=int(flames) - fire, fire=fire)
    cells[-1, 0].craters = 2
    cells[2, 2].craters = 1
    return Land(cells, 5)


def test_golden_territory() -> None:
    """origins § 1. Průzkumná hra, Konec hry: 10 regions, 5 without flames, 32 points."""
    facts = golden()
    land = golden_land(facts)
    found = regions(land)
    lines = [[name, len(area), flames, len(area) * flames] for name, area, flames in found]
    assert sorted(lines) == sorted(facts["regions"])
    assert len(found) == 10
    assert sum(flames == 0 for _, _, flames in found) == 5
    assert region_points(land) == facts["total"] == 32
    assert (largest_region(land), crowns(land)) == (4, 9)


def test_golden_bonuses() -> None:
    """origins § Volitelná či další pravidla: the hut is in the centre, nothing was discarded."""
    facts = golden()
    land = golden_land(facts)
    assert middle(land) == facts["empire_of_fire_optional"]
    assert harmony(land) == facts["homo_habilis_optional"]


def test_golden_fire_flew_by_the_rules() -> None:
    """origins § Vulkány, Pravidla lávy: each token of the example was in reach of its volcano."""
    land = golden_land(golden())
    for volcano, target in [((-1, 0), (-2, 1)), ((2, 2), (0, 2))]:
        land.cells[target].fire = 0
        assert target in lava_targets(land, volcano)


def test_golden_territory_can_be_laid() -> None:
    """origins § Pravidla napojování: its 12 dominoes go down one by one, whatever is legal next."""
    facts = golden()
    whole = golden_land(facts)
    left: list[tuple[Square, Square]] = [
        ((x1 - 2, y1 - 2), (x2 - 2, y2 - 2)) for _, (y1, x1), (y2, x2) in facts["dominoes"]
    ]
    land = Land({}, 5)
    while left:
        pair = next(pair for pair in left if is_legal(land, whole, pair))
        left.remove(pair)
        land.cells |= {square: whole.cells[square] for square in pair}
    assert land.cells == whole.cells


def is_legal(land: Land, whole: Land, pair: tuple[Square, Square]) -> bool:
    one, other = pair
    return pair in placements(land, whole.cells[one].terrain, whole.cells[other].terrain)
