"""A small net that judges a game between two rounds, where a search would have to play on.

Each fact of a kingdom has HIDDEN numbers; their sum, cut off at 0, is that kingdom. Own kingdom,
the mean of the others and the table meet in UNITS numbers, these in as many again, and those say
what the game is worth to a seat, from 0 to 1, its share of the victory, and its final points.

Most kingdoms come up again and again in a search: what they bring to the meeting is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..board import layout as at
from ..board.compile import (
    Floats,
    Ints,
    Word,
    WordArray,
    Words,
    address,
    inner,
    jit,
    moved,
    num,
    row_address,
)
from ..board.layout import field, kingdom, nibble, param
from ..board.rng import mixed
from ..policy.gain import WORK
from .facts import (
    FACTS,
    FRACTIONS,
    MOST_FACTS,
    MOST_TABLE_FACTS,
    TABLE_FACTS,
    kingdom_facts,
    table_facts,
)
from .mind import Mind, mind_addresses

U = np.uint64
HIDDEN, UNITS = 64, 32
VERDICT = 3
"""What is said of a seat: its worth, its share of the victory, its points."""
KEPT = 4096
"""Kingdoms that are kept, a power of two."""
KNOWN = U(1 << 63)
"""In every key: 0 is the sign of nothing kept."""
ONCE: Any = np.float32(1.0)
POINTS = 64.0
"""What points are counted in."""


SHAPES = {
    "facts": (FACTS, HIDDEN),
    "fractions": (FRACTIONS, HIDDEN),
    "own": (HIDDEN, UNITS),
    "others": (HIDDEN, UNITS),
    "table": (TABLE_FACTS, UNITS),
    "second": (UNITS + 1, UNITS),
    "last": (UNITS + 1, VERDICT),
}
# Room: the sum of a kingdom, fractions, the table, two layers, where each seat's kingdom is kept.
SUM, PARTS, TABLE, FIRST, SECOND = 0, 64, 128, 160, 192
ROOM = 256
TABLE_KEY, SEATS = KEPT, KEPT + 1
"""Among the keys: the table in the room, and where the kingdoms of the seats are kept."""


def mind(weights: Mapping[str, NDArray[np.float32]] | None) -> Mind:
    """A mind of arrays; without weights one that is never asked."""
    found: dict[str, Any] = {}
    for name, shape in SHAPES.items():
        found[name] = (
            np.zeros((1, 1), np.float32)
            if weights is None
            else np.ascontiguousarray(weights[name], np.float32)
        )
        assert weights is None or found[name].shape == shape, name
    kept = 0 if weights is None else KEPT
    found["keys"] = np.zeros(kept + 1 + at.MAX_PLAYERS, np.uint64)
    found["kept"] = np.zeros((max(1, kept), 2 * UNITS), np.float32)
    found["room"] = np.zeros(ROOM, np.float32)
    found["bag"] = np.zeros(MOST_FACTS, np.int32)
    return Mind(**found, most=kept)


@inner
def kingdom_key(p: Words, s: Words, seat: int) -> Word:
    """A hash of all that the facts of a kingdom follow from."""
    k = kingdom(p, seat)
    key = s[at.EXTRA]
    for i in range(k, k + param(p, at.STRIDE)):
        key = mixed(key + s[i])
    for i in range(field(s[at.TURN], at.ACTING_COUNT)):
        if nibble(s[at.ACTING], at.OWNERS + 4 * i) == seat:
            key = mixed(key + U(field(s[at.ACTING], 8 * i) + 256 * i))
    return key | KNOWN


@inner
def clear(out: Floats, n: int) -> None:
    """Begin a sum."""
    for j in range(n):
        out[j] = 0.0


@inner
def add(out: Floats, row: Floats, times: float, n: int) -> None:
    """Add a row so many times."""
    for j in range(n):
        out[j] += times * row[j]


@inner
def ponder(m: Mind, p: Words, s: Words, seat: int, work: Words, sheet: Ints, out: Floats) -> None:
    """What a kingdom brings to the meeting, as one's own and as another's."""
    total, parts = moved(m.room, SUM), moved(m.room, PARTS)
    n = kingdom_facts(p, s, seat, work, sheet, m.bag, parts)
    clear(total, HIDDEN)
    for i in range(n):
        add(total, moved(m.facts, HIDDEN * num(m.bag[i])), ONCE, HIDDEN)
    for i in range(FRACTIONS):
        add(total, moved(m.fractions, HIDDEN * i), parts[i], HIDDEN)
    clear(out, 2 * UNITS)
    for i in range(HIDDEN):
        if total[i] > 0.0:
            add(out, moved(m.own, UNITS * i), total[i], UNITS)
            add(moved(out, UNITS), moved(m.others, UNITS * i), total[i], UNITS)


@inner
def survey(m: Mind, p: Words, s: Words) -> None:
    """What the table brings to the meeting, into the room."""
    key = mixed(mixed(s[at.UNSEEN] + s[at.CAVE]) + s[at.EXTRA] + U(field(s[at.TURN], at.ROWS_LEFT)))
    if m.keys[TABLE_KEY] == key | KNOWN:
        return
    m.keys[TABLE_KEY] = key | KNOWN
    total = moved(m.room, TABLE)
    clear(total, UNITS)
    for i in range(table_facts(p, s, m.bag)):
        add(total, moved(m.table, UNITS * num(m.bag[i])), ONCE, UNITS)


@inner
def find_kingdoms(m: Mind, p: Words, s: Words, work: Words, sheet: Ints) -> None:
    """See that the kingdoms of all seats are kept, and write down where."""
    for seat in range(param(p, at.PLAYERS)):
        key = kingdom_key(p, s, seat)
        slot = num(key & U(KEPT - 1))
        # Two seats never share a place: the later one moves on.
        for before in range(seat):
            while num(m.keys[SEATS + before]) == slot:
                slot = (slot + 1) & (KEPT - 1)
        m.keys[SEATS + seat] = U(slot)
        if m.keys[slot] != key:
            m.keys[slot] = key
            ponder(m, p, s, seat, work, sheet, moved(m.kept, 2 * UNITS * slot))


@inner
def meet(m: Mind, players: int, seat: int) -> Floats:
    """The last numbers before what is said of a seat; the kingdoms have been found."""
    first, second = moved(m.room, FIRST), moved(m.room, SECOND)
    clear(first, UNITS)
    for other in range(players):
        if other != seat:
            place = 2 * UNITS * num(m.keys[SEATS + other])
            add(first, moved(m.kept, place + UNITS), ONCE / np.float32(players - 1), UNITS)
    add(first, moved(m.kept, 2 * UNITS * num(m.keys[SEATS + seat])), ONCE, UNITS)
    add(first, moved(m.room, TABLE), ONCE, UNITS)
    clear(second, UNITS)
    add(second, moved(m.second, UNITS * UNITS), ONCE, UNITS)
    for i in range(UNITS):
        if first[i] > 0.0:
            add(second, moved(m.second, UNITS * i), first[i], UNITS)
    found: Floats = second
    return found


@inner
def judge(m: Mind, p: Words, s: Words, work: Words, sheet: Ints, verdict: Floats) -> None:
    """Write what is said of every seat, VERDICT numbers each; only between two rounds."""
    players = param(p, at.PLAYERS)
    survey(m, p, s)
    find_kingdoms(m, p, s, work, sheet)
    bias = VERDICT * UNITS
    for seat in range(players):
        heard = meet(m, players, seat)
        worth, share, points = m.last[bias], m.last[bias + 1], m.last[bias + 2]
        for i in range(UNITS):
            if heard[i] > 0.0:
                worth += heard[i] * m.last[VERDICT * i]
                share += heard[i] * m.last[VERDICT * i + 1]
                points += heard[i] * m.last[VERDICT * i + 2]
        verdict[VERDICT * seat] = 1.0 / (1.0 + exp(-float(worth)))
        verdict[VERDICT * seat + 1] = 1.0 / (1.0 + exp(-float(share)))
        verdict[VERDICT * seat + 2] = POINTS * float(points)


@jit
def facts_of(
    p: WordArray, states: WordArray, work: WordArray, sheet: NDArray[np.int32],
    bags: NDArray[np.int32], fractions: NDArray[np.float32], tables: NDArray[np.int32],
) -> None:  # fmt: skip
    """Write the facts of many states: int32[n, players, MOST_FACTS] and so on, filled with 0."""
    rules = address(p)
    for i in range(len(states)):
        s = row_address(states, i)
        for seat in range(param(rules, at.PLAYERS)):
            bag, parts = row_address(bags, i), row_address(fractions, i)
            kingdom_facts(
                rules, s, seat, address(work), address(sheet),
                moved(bag, seat * MOST_FACTS), moved(parts, seat * FRACTIONS),
            )  # fmt: skip
        table_facts(rules, s, row_address(tables, i))


def facts(p: WordArray, states: WordArray) -> tuple[Any, Any, Any]:
    """The facts of states between two rounds, for learning."""
    n, players = len(states), int(p[at.PLAYERS])
    bags = np.zeros((n, players, MOST_FACTS), np.int32)
    fractions = np.zeros((n, players, FRACTIONS), np.float32)
    tables = np.zeros((n, MOST_TABLE_FACTS), np.int32)
    work, sheet = np.zeros(WORK, np.uint64), np.zeros(at.SHEET, np.int32)
    facts_of(p, states, work, sheet, bags, fractions, tables)
    return bags, fractions, tables


@jit
def _verdicts(
    m: Any,
    p: WordArray,
    states: WordArray,
    work: WordArray,
    sheet: NDArray[np.int32],
    out: NDArray[np.float64],
) -> None:
    known = mind_addresses(m)
    for i in range(len(states)):
        judge(known, address(p), row_address(states, i), address(work), address(sheet),
              row_address(out, i))  # fmt: skip


def verdicts(
    p: WordArray, states: WordArray, weights: Mapping[str, NDArray[np.float32]]
) -> NDArray[np.float64]:
    """What is said of states between two rounds, [n, players, VERDICT]."""
    players = int(p[at.PLAYERS])
    out = np.zeros((len(states), players * VERDICT))
    work, sheet = np.zeros(WORK, np.uint64), np.zeros(at.SHEET, np.int32)
    _verdicts(mind(weights), p, states, work, sheet, out)
    return out.reshape(-1, players, VERDICT)
