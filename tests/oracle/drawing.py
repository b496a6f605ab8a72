"""Lands drawn in ASCII, one word per square.

`.` empty, `@` castle or hut. Otherwise a letter for the terrain, then, each where it applies:
printed crowns or flames (a volcano's craters) as a digit, `+` per flame of a fire token,
`!` per giant, `*` for the terrain's resource token, `:name` for a caveman. So `m3!` is a mine
with three crowns, one covered; `G*` a grassland with its mammoth; `d:hunter` a desert hunter.
"""

import re

from .land import Cell, Land, Square

TERRAIN = {
    "w": "wheat",
    "f": "forest",
    "l": "lake",
    "g": "grass",
    "s": "swamp",
    "m": "mine",
    "G": "grassland",
    "j": "jungle",
    "q": "quarry",
    "d": "desert",
    "v": "volcano",
}
TOKEN = {"grassland": "mammoth", "lake": "fish", "jungle": "mushroom", "quarry": "flint"}
WORD = re.compile(r"([a-zG])([0-3]?)(\+*)(!*)(\*?)(?::([a-z_]+))?")


def drawn(text: str, size: int = 5, discarded: int = 0) -> Land:
    """The land in the drawing, its squares counted from the `@`."""
    lines = [line.split() for line in text.strip().splitlines()]
    words = {(x, y): word for y, line in enumerate(lines) for x, word in enumerate(line)}
    [(castle_x, castle_y)] = [square for square, word in words.items() if word == "@"]
    cells: dict[Square, Cell] = {
        (x - castle_x, y - castle_y): cell_of(word)
        for (x, y), word in words.items()
        if word not in (".", "@")
    }
    return Land(cells, size, discarded)


def cell_of(word: str) -> Cell:
    """The square that *word* describes."""
    match = WORD.fullmatch(word)
    if match is None:
        raise ValueError(f"not a square: {word!r} (see the top of drawing.py)")
    letter, digit, fire, giants, token, caveman = match.groups()
    terrain = TERRAIN[letter]
    printed = int(digit or 0)
    return Cell(
        terrain,
        crowns=0 if terrain == "volcano" else printed,
        craters=printed if terrain == "volcano" else 0,
        fire=len(fire),
        giants=len(giants),
        resource=TOKEN[terrain] if token else None,
        caveman=caveman,
    )
