"""Points: regions, bonuses, the 17 quests, resource tokens, cavemen."""

from collections.abc import Callable
from functools import cache

from .land import CASTLE, Land, Square, around, distance, frames, groups, uncovered

Region = tuple[str, frozenset[Square], int]
"""Terrain, squares, uncovered crowns or flames."""
Line = frozenset[Square]
Quest = Callable[[Land], int]

TERRAINS = ("wheat", "forest", "lake", "grass", "swamp", "mine")
BLEAK = ("wheat", "forest", "lake", "grass")
RESOURCES = ("mammoth", "fish", "mushroom", "flint")
TOKEN_HUNTERS = {
    "hunter": (3, "mammoth"),
    "fishing_child": (3, "fish"),
    "gatherer": (4, "mushroom"),
    "sculptor": (5, "flint"),
}
"""Points per neighbouring token, and the resource."""
STRENGTH = {"small": 1, "amazon": 2, "oafish": 3}


def regions(land: Land) -> list[Region]:
    """The maximal connected sets of one terrain, sorted."""
    found = []
    for terrain in {cell.terrain for cell in land.cells.values()}:
        of_terrain = [square for square, cell in land.cells.items() if cell.terrain == terrain]
        for group in groups(of_terrain):
            total = sum(uncovered(land.cells[square]) for square in group)
            found.append((terrain, group, total))
    return sorted(found, key=lambda region: (region[0], sorted(region[1])))


def region_points(land: Land) -> int:
    """Squares x crowns, over all regions. Volcanoes carry no flames and so score nothing."""
    return sum(len(squares) * total for _, squares, total in regions(land))


def largest_region(land: Land) -> int:
    """The squares of the largest region, of whatever terrain; 0 in an empty kingdom."""
    return max((len(squares) for _, squares, _ in regions(land)), default=0)


def crowns(land: Land) -> int:
    """All uncovered crowns; in Origins all flames, printed and on tokens."""
    return sum(uncovered(cell) for cell in land.cells.values())


def middle(land: Land) -> int:
    """10 if every square lies within 2 (7x7: 3) rows and columns of the castle."""
    reach = land.size // 2
    return 10 if all(distance(CASTLE, square) <= reach for square in land.cells) else 0


def harmony(land: Land) -> int:
    """5 if this player discarded no domino."""
    return 5 if land.discarded == 0 else 0


def local_business(land: Land, terrain: str) -> int:
    """5 per square of *terrain* among the 8 neighbours of the castle."""
    near = [land.cells[square] for square in around(CASTLE) if square in land.cells]
    return 5 * sum(cell.terrain == terrain for cell in near)


def corners(land: Land) -> list[list[Square]]:
    """The four corners of every frame that holds the kingdom."""
    far = land.size - 1
    return [
        [(x, y), (x + far, y), (x, y + far), (x + far, y + far)]
        for x, y in frames(land.cells, land.size)
    ]


def four_corners(land: Land, terrain: str) -> int:
    """5 per corner of *terrain*, in the frame that scores best."""
    matching = {square for square, cell in land.cells.items() if cell.terrain == terrain}
    return max(5 * sum(corner in matching for corner in four) for four in corners(land))


def lost_corner(land: Land) -> int:
    """20 if the castle is on a corner of some frame."""
    return 20 if any(CASTLE in four for four in corners(land)) else 0


def folie_des_grandeurs(land: Land) -> int:
    """10 per line of three crowned squares; a square counts in one line only."""
    crowned = frozenset(square for square, cell in land.cells.items() if uncovered(cell) > 0)
    return 10 * most_disjoint(crowned)


def lines_through(square: Square, crowned: frozenset[Square]) -> list[Line]:
    """The rows, columns and diagonals of three *crowned* squares that contain *square*."""
    x, y = square
    found = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for start in (-2, -1, 0):
            line = frozenset((x + i * dx, y + i * dy) for i in range(start, start + 3))
            if line <= crowned:
                found.append(line)
    return found


def most_disjoint(crowned: frozenset[Square]) -> int:
    """The most lines of three that share no square, by trying everything."""

    @cache
    def most(left: frozenset[Square]) -> int:
        if len(left) < 3:
            return 0
        first = min(left)
        without = most(left - {first})
        return max([without, *(1 + most(left - line) for line in lines_through(first, left))])

    return most(crowned)


def bleak_king(land: Land) -> int:
    """10 per wheat, forest, lake or grass region of 5 squares or more with no uncovered crown."""
    return 10 * sum(
        terrain in BLEAK and len(squares) >= 5 and total == 0
        for terrain, squares, total in regions(land)
    )


def for_terrain(score: Callable[[Land, str], int], terrain: str) -> Quest:
    """The quest of one terrain."""
    return lambda land: score(land, terrain)


QUESTS: dict[str, Quest] = {
    **{f"local_business_{name}": for_terrain(local_business, name) for name in TERRAINS},
    **{f"four_corners_{name}": for_terrain(four_corners, name) for name in TERRAINS},
    "harmony": harmony,
    "middle_kingdom": middle,
    "lost_corner": lost_corner,
    "folie_des_grandeurs": folie_des_grandeurs,
    "bleak_king": bleak_king,
}


def resource_counts(land: Land) -> dict[str, int]:
    """How many tokens of each resource lie on the land, zeros included."""
    tokens = [cell.resource for cell in land.cells.values()]
    return {resource: tokens.count(resource) for resource in RESOURCES}


def resource_points(land: Land) -> int:
    """1 per token left."""
    return sum(resource_counts(land).values())


def cavemen_points(land: Land) -> int:
    """The points of all hunters and gatherers."""
    return sum(hunter_points(land, square) for square in land.cells)


def hunter_points(land: Land, square: Square) -> int:
    """The points of the hunter or gatherer on *square*; 0 for a warrior or nobody."""
    near = [land.cells[other] for other in around(square) if other in land.cells]
    who = land.cells[square].caveman
    if who in TOKEN_HUNTERS:
        points, resource = TOKEN_HUNTERS[who]
        return points * sum(cell.resource == resource for cell in near)
    if who == "painter":
        return 2 * sum(cell.resource is not None for cell in near)
    if who == "fire_lady":
        return sum(uncovered(cell) for cell in near)
    if who == "shaman":
        return 2 * sum(cell.caveman is not None for cell in near)
    return 0


def warrior_points(land: Land) -> int:
    """Members x total strength, over all bands of warriors that touch by a side."""
    strength = {
        square: STRENGTH[cell.caveman]
        for square, cell in land.cells.items()
        if cell.caveman in STRENGTH
    }
    return sum(len(band) * sum(strength[member] for member in band) for band in groups(strength))
