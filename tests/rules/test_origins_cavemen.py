"""Origins, Tribe: what cavemen score (origins § Lovci/sběrači, Válečníci)."""

from __future__ import annotations

import pytest

from kingdomino.games.catalogue import rules
from kingdomino.games.tiles import caveman_tiles
from tests.rules.table import sheet

TRIBE = rules("origins-tribe", 3)


def line(name: str, picture: str) -> int:
    return dict(sheet(TRIBE, picture).lines)[name]


def test_twenty_two_tiles() -> None:
    """origins § Pralidé: fourteen hunters and gatherers, eight warriors."""
    tiles = caveman_tiles().values()
    assert sum(t.copies for t in tiles if t.kind == "hunter_gatherer") == 14
    assert sum(t.copies for t in tiles if t.kind == "warrior") == 8
    assert len(TRIBE.cavemen) == 22


def test_two_tiles_of_each_hunter_and_gatherer() -> None:
    """origins § Lovci/sběrači: seven kinds, two tiles of each."""
    kinds = [t for t in caveman_tiles().values() if t.kind == "hunter_gatherer"]
    assert {t.name: (t.copies, t.worth) for t in kinds} == {
        "hunter": (2, 3),
        "fishing_child": (2, 3),
        "gatherer": (2, 4),
        "sculptor": (2, 5),
        "painter": (2, 2),
        "fire_lady": (2, 1),
        "shaman": (2, 2),
    }


def test_warriors_of_three_strengths() -> None:
    """origins § Válečníci: four of strength 1, three of 2, one of 3."""
    warriors = [t for t in caveman_tiles().values() if t.kind == "warrior"]
    assert {t.name: (t.copies, t.worth) for t in warriors} == {
        "small": (4, 1),
        "amazon": (3, 2),
        "oafish": (1, 3),
    }


def test_hunter_example() -> None:
    """origins § Lovci/sběrači, Lovec: 4 mammoths are 12, 2 mammoths are 6."""
    picture = """
        G+ G+       G+ D  D
        D  D:hunter G+ D  D
        L+ H        D  D  D
        D  D        G+ G+ D
        D  D  D:hunter D  D
    """
    assert line("cavemen", picture) == 12 + 6


NEAR = """
    G+ L+ J+
    Q+ {} G
    G+ H  L
    G+ L+ .
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("hunter", 3 * 2),
        ("fishing_child", 3 * 1),
        ("gatherer", 4 * 1),
        ("sculptor", 5 * 1),
        ("painter", 2 * 5),
        ("fire_lady", 0),
        ("shaman", 0),
    ],
)
def test_hunters_and_gatherers_see_their_eight_neighbours(name: str, expected: int) -> None:
    """origins § Lovci/sběrači: tokens beside and diagonal, none farther away, no bare symbols."""
    assert line("cavemen", NEAR.format(f"D:{name}")) == expected


def test_fire_lady_example() -> None:
    """origins § Lovci/sběrači, Ohnivá dáma: 5 flames, printed and on tokens, are 5."""
    picture = """
        J2 D*1 D
        D  D:fire_lady D*2
        H  D   D
        D  D1  .
    """
    assert line("cavemen", picture) == 5


def test_shaman_counts_all_cavemen() -> None:
    """origins § Lovci/sběrači, Šaman: warriors and hunters alike, 2 each; not himself."""
    picture = """
        D:small D:hunter D
        D:oafish D:shaman D
        H D D:small
    """
    assert line("cavemen", picture) == 2 * 4


def test_two_shamans_count_each_other() -> None:
    """origins § Lovci/sběrači, Šaman: each scores on his own."""
    assert line("cavemen", "H D:shaman D:shaman D D") == 4


@pytest.mark.parametrize(
    ("name", "picture", "expected"),
    [
        ("hunter", "H D:hunter G+ G+ D", 3),
        ("hunter", "H D:hunter G L+ D", 0),
        ("fishing_child", "L+ L+ L+ \n L+ D:fishing_child L+ \n L+ H L+", 21),
        ("fishing_child", "H D:fishing_child D L+ D", 0),
        ("gatherer", "J+ J+ J+ \n D D:gatherer D \n D H D", 12),
        ("gatherer", "H D:gatherer J1 J D", 0),
        ("sculptor", "Q+ D Q+ \n D D:sculptor D \n D H D", 10),
        ("sculptor", "H D:sculptor Q2 Q+ D", 0),
        ("painter", "G+ L+ J+ \n Q+ D:painter D \n D H D", 8),
        ("painter", "H D:painter D1 D D", 0),
        ("fire_lady", "H D:fire_lady D1 D1 D", 1),
        ("fire_lady", "H D:fire_lady V3 D D", 0),
        ("shaman", "H D:shaman D D:small D", 0),
    ],
)
def test_more_hunters_and_gatherers(name: str, picture: str, expected: int) -> None:
    """origins § Lovci/sběrači: by hand, one tile at a time."""
    assert f":{name}" in picture
    assert line("cavemen", picture) == expected


def test_two_of_a_kind_score_each() -> None:
    """origins § Lovci/sběrači: a token may please two neighbours."""
    assert line("cavemen", "H D:hunter G+ D:hunter D") == 3 + 3


def test_warriors_example() -> None:
    """origins § Válečníci: three of total strength 4 are 12, a lone one of strength 1 is 1."""
    picture = """
        D:small D:amazon D
        D       D:small  D
        H       D  D:small
    """
    assert line("warriors", picture) == 3 * 4 + 1


@pytest.mark.parametrize(("name", "strength"), [("small", 1), ("amazon", 2), ("oafish", 3)])
def test_lone_warrior(name: str, strength: int) -> None:
    """origins § Válečníci, poznámka: as many points as his strength."""
    assert line("warriors", f"H D:{name} D D D") == strength


def test_diagonal_warriors_are_two_bands() -> None:
    """origins § Válečníci: a band hangs together by sides."""
    assert line("warriors", "H D:small D \n D D D:small \n D . .") == 2


def test_hunter_does_not_join_a_band() -> None:
    """origins § Válečníci: warriors only."""
    assert line("warriors", "H D:small D:hunter D:oafish D") == 1 + 3


def test_band_of_all_kinds() -> None:
    """origins § Válečníci: four members × (1 + 2 + 3 + 2)."""
    assert line("warriors", "H D:small D:amazon D:oafish D:amazon") == 4 * 8


def test_nobody_scores_nothing() -> None:
    """origins § Pralidé: without cavemen both lines are 0."""
    paper = sheet(TRIBE, "H D1 D")
    assert paper.lines == (("regions", 2), ("cavemen", 0), ("warriors", 0))


def test_tribe_sheet_adds_up() -> None:
    """origins § 3. Hra s kmenem, Konec hry: regions and cavemen."""
    paper = sheet(TRIBE, "H D1 D:small G+ G:hunter")
    assert paper.lines == (("regions", 2), ("cavemen", 3), ("warriors", 1))
    assert paper.total == 6
