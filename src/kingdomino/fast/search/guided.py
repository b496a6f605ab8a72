"""A tree that a net guides: it proposes actions, and judges where a playout would have to.

Every node is one state, chance included: where chance comes in, a node draws outcomes of its own,
more of them the more often it is visited, and goes through them in turn. What nobody has seen is
drawn from the search's own stream. Leaves are gathered, so that the net judges many at a time;
until then they count as visits in the choice of where to look next. Every player is taken to do
what is best for that player.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..board import layout
from ..board.compile import (
    Floats,
    IntArray,
    Ints,
    Word,
    WordArray,
    Words,
    address,
    inner,
    jit,
    moved,
    num,
    popc,
    row_address,
)
from ..board.layout import OVER, PLAYERS, RNG, copy_state, param, phase, player
from ..board.rng import mixed, stream
from ..learning.feature import ALL_SLOTS, orientation, slot_move
from ..learning.layer import FloatArray
from ..rules.action import id_move, move_id
from ..rules.chance import to_decision
from ..rules.option import CHOOSE
from ..rules.score import POINTS_SHIFT, rank_keys
from ..rules.step import take
from .policy import policy_playout
from .tree import share_of
from .workspace import Workspace, addresses

U = np.uint64
DoubleArray = NDArray[np.float64]
# A node: int32[NODE] and float64[SUMS].
FIRST, COUNT, ACTION, VISITS, WAITING, SEAT, ROW, NEXT = range(8)
NODE = 8
PRIOR, POINTS, SHARE, WORTH = range(4)
SUMS = WORTH + layout.MAX_PLAYERS
"""WORTH is the first of one for each seat."""
CHANCE, ENDED, UNKNOWN = -1, -2, -3
"""Instead of the SEAT that decides; UNKNOWN also for a COUNT of children not listed."""
USED, ROWS, FULL, DONE = range(4)
"""What is counted: nodes, states, whether memory has run out, ends come to."""
COUNTS = 4
NEVER = -1e8
"""Less than any logit of a legal slot."""
PLAYED = U(0x5DEE_CE66_D1CE_CAFE)
"""Keeps the streams of playouts apart from those of the tree."""
DEEPEST = 256
"""Decisions and chance events on the way to a leaf."""
LEAD_SCALE, LEAD_MOST, MOST_WORTH = 30.0, 1.5, 1.25
"""As the net was taught: half winning, half the lead, of which 30 points count as a victory."""


class Guidance(NamedTuple):
    """How to search. Compiled code takes it as it is."""

    explore: float = 0.3
    doubt: float = 0.0
    """How much worse than its parent an option is taken to be that nobody has looked at."""
    heat: float = 5.0
    """Above 1 the net's proposals count less. Nets that learned by policy gradients are nearly
    certain: without it nothing but their first choice would be looked at."""
    playouts: int = 0
    """Played from each leaf, beside what the net says."""
    mix: float = 0.0
    """The part that they have in the judgement."""
    outcomes: float = 1.0
    """Chance visited n times has 1 + outcomes * sqrt(n) of them."""

    def typed(self) -> Guidance:
        """The same, whole numbers where fractions belong made fractions: else all that takes
        them would be compiled anew."""
        return Guidance._make(type(usual)(own) for usual, own in zip(Guidance(), self, strict=True))


class Tree(NamedTuple):
    """Python makes it of arrays, compiled functions work on their addresses.

    ``states`` uint64[rows, words], ``paths`` int32[2 × batch, DEEPEST] with ``depths``.
    """

    w: Workspace
    nodes: Ints
    sums: Floats
    states: Words
    paths: Ints
    depths: Ints
    counts: Ints
    most_nodes: int
    most_rows: int
    words: int
    guidance: Guidance


@inner
def tree_addresses(t: Any) -> Tree:
    """The same tree by the addresses of its arrays."""
    return Tree(
        addresses(t.w),
        address(t.nodes),
        address(t.sums),
        address(t.states),
        address(t.paths),
        address(t.depths),
        address(t.counts),
        t.most_nodes,
        t.most_rows,
        t.words,
        t.guidance,
    )


@inner
def state_at(t: Tree, node: int) -> Words:
    """The state of a node that has one."""
    found: Words = moved(t.states, t.words * num(t.nodes[NODE * node + ROW]))
    return found


@inner
def clear(t: Tree, node: int, action: int, prior: float) -> None:
    """A node that nobody has looked at."""
    first = NODE * node
    t.nodes[first + FIRST], t.nodes[first + COUNT] = -1, UNKNOWN
    t.nodes[first + ACTION], t.nodes[first + VISITS] = action, 0
    t.nodes[first + WAITING], t.nodes[first + SEAT] = 0, UNKNOWN
    t.nodes[first + ROW], t.nodes[first + NEXT] = -1, -1
    for i in range(SUMS):
        t.sums[SUMS * node + i] = 0.0
    t.sums[SUMS * node + PRIOR] = prior


@inner
def take_row(t: Tree, node: int, s: Words) -> Words:
    """Give a node a copy of a state, for what follows to change."""
    t.nodes[NODE * node + ROW] = t.counts[ROWS]
    t.counts[ROWS] += 1
    own = state_at(t, node)
    copy_state(t.w.p, s, own)
    return own


@inner
def name_seat(t: Tree, node: int) -> None:
    """Write down who decides in the state of a node."""
    s = state_at(t, node)
    now = phase(s)
    t.nodes[NODE * node + SEAT] = ENDED if now == OVER else CHANCE if now < CHOOSE else player(s)


@inner
def enter(t: Tree, parent: int, node: int) -> None:
    """The state after a node's action."""
    s = take_row(t, node, state_at(t, parent))
    take(t.w.p, s, id_move(num(t.nodes[NODE * node + ACTION])))
    name_seat(t, node)


@inner
def outcome(t: Tree, node: int, seed: Word) -> int:
    """The outcome of chance to look at: a new one, or the one that has been looked at least."""
    nodes, s, known, least, best = t.nodes, state_at(t, node), 0, 0, -1
    child = num(nodes[NODE * node + FIRST])
    while child >= 0:
        looks = num(nodes[NODE * child + VISITS]) + num(nodes[NODE * child + WAITING])
        if best < 0 or looks < least:
            best, least = child, looks
        known += 1
        child = num(nodes[NODE * child + NEXT])
    visits = num(nodes[NODE * node + VISITS]) + num(nodes[NODE * node + WAITING])
    most = 1 + int(t.guidance.outcomes * sqrt(float(visits)))
    # When all that is left is laid, there is one outcome only.
    if param(t.w.p, layout.HAS_CAVE) == 0 and popc(s[layout.UNSEEN]) == param(
        t.w.p, layout.ROW_SIZE
    ):
        most = 1
    if known >= most:
        return best
    child = num(t.counts[USED])
    t.counts[USED] += 1
    clear(t, child, 0, 1.0)
    nodes[NODE * child + NEXT] = nodes[NODE * node + FIRST]
    nodes[NODE * node + FIRST] = child
    own = take_row(t, child, s)
    # The same luck wherever as much is unseen: options are compared, not draws.
    own[RNG] = stream(seed, mixed(s[layout.UNSEEN]) + U(known))
    to_decision(t.w.p, own)
    name_seat(t, child)
    return child


@inner
def promising(t: Tree, node: int) -> int:
    """The child to look at next: proposed by the net, good so far, not yet well known."""
    nodes, sums, g = t.nodes, t.sums, t.guidance
    first, count = num(nodes[NODE * node + FIRST]), num(nodes[NODE * node + COUNT])
    seat, visits = num(nodes[NODE * node + SEAT]), num(nodes[NODE * node + VISITS])
    usual = sums[SUMS * node + WORTH + seat] / visits - g.doubt
    reach = g.explore * sqrt(float(visits + num(nodes[NODE * node + WAITING])))
    best, most = first, -1e9
    for child in range(first, first + count):
        seen, waiting = num(nodes[NODE * child + VISITS]), num(nodes[NODE * child + WAITING])
        worth = sums[SUMS * child + WORTH + seat] / seen if seen else usual
        bound = worth + reach * sums[SUMS * child + PRIOR] / (1 + seen + waiting)
        if bound > most:
            best, most = child, bound
    return best


@inner
def write_worth(t: Tree, worth: Floats, part: float) -> None:
    """Add *part* of what the end with these rank keys is worth to each seat."""
    w, players = t.w, param(t.w.p, PLAYERS)
    for seat in range(players):
        own, other = num(w.keys[seat]) >> POINTS_SHIFT, 0
        for rival in range(players):
            points = num(w.keys[rival]) >> POINTS_SHIFT
            if rival != seat and points > other:
                other = points
        lead = float(own - other) / LEAD_SCALE
        lead = -LEAD_MOST if lead < -LEAD_MOST else LEAD_MOST if lead > LEAD_MOST else lead
        winning = (players * share_of(w.p, w.keys, seat) - 1.0) / (players - 1)
        worth[WORTH + seat] += part * (0.5 * winning + 0.5 * lead)


@inner
def add_end(t: Tree, worth: Floats, me: int, part: float) -> None:
    """Add *part* of what this end tells to *worth*, float64[SUMS]."""
    write_worth(t, worth, part)
    worth[POINTS] += part * float(num(t.w.keys[me]) >> POINTS_SHIFT)
    worth[SHARE] += part * share_of(t.w.p, t.w.keys, me)


@inner
def learn(t: Tree, path: Ints, depth: int, worth: Floats) -> None:
    """Count a look on all nodes of its path."""
    for i in range(depth + 1):
        node = num(path[i])
        t.nodes[NODE * node + VISITS] += 1
        for j in range(POINTS, WORTH + param(t.w.p, PLAYERS)):
            t.sums[SUMS * node + j] += worth[j]


@inner
def wait(t: Tree, path: Ints, depth: int, by: int) -> None:
    """Count a look that waits for its judgement, or no longer does."""
    for i in range(depth + 1):
        t.nodes[NODE * num(path[i]) + WAITING] += by


@inner
def descend(t: Tree, path: Ints, seed: Word) -> int:
    """Walk from the root to a node that has not been judged, or to an end; how deep it is.

    -1 where memory has run out.
    """
    node, depth, nodes = 0, 0, t.nodes
    path[0] = 0
    while num(nodes[NODE * node + SEAT]) != ENDED:
        if num(nodes[NODE * node + SEAT]) == CHANCE:
            if t.counts[ROWS] >= t.most_rows or t.counts[USED] >= t.most_nodes:
                return -1
            child = outcome(t, node, seed)
        else:
            if num(nodes[NODE * node + COUNT]) == UNKNOWN:
                return depth
            child = promising(t, node)
            if num(nodes[NODE * child + SEAT]) == UNKNOWN:
                if t.counts[ROWS] >= t.most_rows:
                    return -1
                enter(t, node, child)
        node = child
        depth += 1
        path[depth] = node
    return depth


@jit
def decider(s: WordArray) -> int:
    """Who decides in a state."""
    return player(address(s))


@jit
def plant(tree: Tree, root: WordArray) -> None:
    """Begin with nothing but the root."""
    t = tree_addresses(tree)
    for i in range(COUNTS):
        t.counts[i] = 0
    t.counts[USED] = 1
    clear(t, 0, 0, 1.0)
    take_row(t, 0, address(root))
    name_seat(t, 0)


@inner
def count_end(t: Tree, path: Ints, depth: int, me: int, worth: Floats) -> None:
    """Count the end of a game that a look has come to."""
    node = num(path[depth])
    for i in range(SUMS):
        worth[i] = 0.0
    rank_keys(t.w.p, state_at(t, node), 0, param(t.w.p, PLAYERS), t.w.sheet, t.w.keys)
    add_end(t, worth, me, 1.0)
    learn(t, path, depth, worth)
    t.counts[DONE] += 1


@jit
def gather(
    tree: Tree, seed: Word, wanted: int, clashes: int, me: int, room: DoubleArray, leaves: IntArray
) -> int:
    """Look for *wanted* nodes to be judged; how many there are, their states' rows in *leaves*.

    Ends on the way are counted at once, in DONE, and are among those wanted. Fewer are found where
    *clashes* looks led to nodes that wait already.
    """
    t = tree_addresses(tree)
    found, held = 0, 0
    t.counts[DONE] = 0
    while found + num(t.counts[DONE]) < wanted and held < clashes:
        # Paths of looks in vain are kept behind the others.
        path = moved(t.paths, DEEPEST * found)
        depth = descend(t, path, seed)
        if depth < 0:
            t.counts[FULL] = 1
            break
        node = num(path[depth])
        if num(t.nodes[NODE * node + SEAT]) == ENDED:
            count_end(t, path, depth, me, address(room))
            continue
        vain = num(t.nodes[NODE * node + WAITING]) > 0
        # A look in vain counts for now, so that the next goes elsewhere.
        wait(t, path, depth, 1)
        if vain:
            aside = moved(t.paths, DEEPEST * (wanted + held))
            for i in range(depth + 1):
                aside[i] = path[i]
            t.depths[wanted + held] = depth
            held += 1
        else:
            leaves[found] = t.nodes[NODE * node + ROW]
            t.depths[found] = depth
            found += 1
    for i in range(wanted, wanted + held):
        wait(t, moved(t.paths, DEEPEST * i), num(t.depths[i]), -1)
    return found


@inner
def expand(t: Tree, node: int, logits: Floats) -> None:
    """List what is legal in a node, as likely as the net proposes it."""
    s, g, nodes = state_at(t, node), t.guidance, t.nodes
    count, most, total = 0, -1e30, 0.0
    for slot in range(ALL_SLOTS):
        if logits[slot] > NEVER:
            count += 1
            most = logits[slot] if logits[slot] > most else most
    first = num(t.counts[USED])
    # Out of memory: the node is judged again when it is next looked at.
    if first + count > t.most_nodes:
        t.counts[FULL] = 1
        return
    t.counts[USED] += count
    nodes[NODE * node + FIRST], nodes[NODE * node + COUNT] = first, count
    turn, child = orientation(t.w.p, s, player(s)), first
    for slot in range(ALL_SLOTS):
        if logits[slot] > NEVER:
            prior = exp((logits[slot] - most) / g.heat)
            total += prior
            clear(t, child, move_id(slot_move(t.w.p, s, turn, slot)), prior)
            child += 1
    for child in range(first, first + count):
        t.sums[SUMS * child + PRIOR] /= total


@inner
def judge(t: Tree, s: Words, me: int, worth: Floats, seed: Word) -> None:
    """Mix what the net says of a leaf, already in *worth*, with playouts from there."""
    g = t.guidance
    if g.playouts == 0:
        return
    for i in range(POINTS, SUMS):
        worth[i] *= 1.0 - g.mix
    for i in range(g.playouts):
        copy_state(t.w.p, s, t.w.state)
        t.w.state[RNG] = stream(seed ^ PLAYED, mixed(s[layout.UNSEEN]) + U(i))
        policy_playout(t.w, t.w.state, me, U(0), OVER)
        rank_keys(t.w.p, t.w.state, 0, param(t.w.p, PLAYERS), t.w.sheet, t.w.keys)
        add_end(t, worth, me, g.mix / g.playouts)


@jit
def settle(
    tree: Tree,
    seed: Word,
    n: int,
    me: int,
    room: DoubleArray,
    logits: FloatArray,
    said: FloatArray,
) -> None:
    """Count what the net says of the *n* nodes gathered last.

    *logits* [n, ALL_SLOTS]; *said* [n, 3, players]: utility, share and points of the seats,
    counted from the decider on.
    """
    t, worth, players = tree_addresses(tree), address(room), said.shape[2]
    for i in range(n):
        path, depth = moved(t.paths, DEEPEST * i), num(t.depths[i])
        node = num(path[depth])
        decider = num(t.nodes[NODE * node + SEAT])
        for behind in range(players):
            worth[WORTH + (decider + behind) % players] = said[i, 0, behind]
        mine = (me - decider + players) % players
        worth[SHARE], worth[POINTS] = said[i, 1, mine], said[i, 2, mine]
        judge(t, state_at(t, node), me, worth, seed)
        wait(t, path, depth, -1)
        learn(t, path, depth, worth)
        expand(t, node, row_address(logits, i))
