"""Whole games by random moves, from any state."""

from __future__ import annotations

import numpy as np

from .action import can_pass
from .chance import draw, resolve
from .compile import Int, Word, Words, inner, popc
from .layout import BOX, NORTH, OFFER, OVER, SIZE, WEST, kingdom, param, phase, player
from .option import CHOOSE, PLACE, free_items, item_options, place_options, square_options
from .placing import origin, side
from .rng import below
from .step import choose, discard, place, take_item, take_pass, take_square
from .torus import ONE, bit_at, framed, select

U = np.uint64


@inner
def place_kth(p: Words, s: Words, e: Word, south: Word, w: Word, n: Word, k: Int) -> None:
    """Lay the acting king's domino in the k-th of these ways."""
    d, b = 0, e
    if k >= popc(b):
        k -= popc(b)
        d, b = 1, south
        if k >= popc(b):
            k -= popc(b)
            d, b = 2, w
            if k >= popc(b):
                k -= popc(b)
                d, b = 3, n
    x, y = origin(s[kingdom(p, player(s)) + BOX], param(p, SIZE), d)
    j = select(framed(b, x, y), k)
    place(p, s, d, x + (j & 7), y + (j >> 3))


@inner
def square_kth(p: Words, s: Words, squares: Word, k: Int) -> None:
    """Take the k-th of these squares."""
    box = s[kingdom(p, player(s)) + BOX]
    x, y = side(box, WEST), side(box, NORTH)
    j = select(framed(squares, x, y), k)
    take_square(p, s, bit_at(x + (j & 7), y + (j >> 3)))


@inner
def random_place(p: Words, s: Words) -> None:
    """A random placement, or discard what fits nowhere."""
    e, south, w, n = place_options(p, s)
    count = popc(e) + popc(south) + popc(w) + popc(n)
    if count == 0:
        discard(p, s)
    else:
        place_kth(p, s, e, south, w, n, below(s, count))


@inner
def random_other(p: Words, s: Words) -> None:
    """A random action in the phases of Giants and Origins."""
    squares, items = square_options(p, s), item_options(p, s)
    k = below(s, popc(squares) + popc(items) + (1 if can_pass(s) else 0))
    if k < popc(squares):
        square_kth(p, s, squares, k)
    elif k - popc(squares) < popc(items):
        take_item(p, s, select(items, k - popc(squares)))
    else:
        take_pass(p, s)


@inner
def random_step(p: Words, s: Words) -> None:
    """A fair chance event, or a random one of the legal actions; not after the end."""
    now = phase(s)
    if now == PLACE:
        random_place(p, s)
    elif now == CHOOSE:
        free = free_items(s[OFFER])
        choose(p, s, select(free, below(s, popc(free))))
    elif now < CHOOSE:
        resolve(p, s, draw(p, s))
    else:
        random_other(p, s)


@inner
def random_playout(p: Words, s: Words) -> Int:
    """Play a game to its end by random moves; the number of decisions and chance events."""
    steps = 0
    while phase(s) != OVER:
        random_step(p, s)
        steps += 1
    return steps
