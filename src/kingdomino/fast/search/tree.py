"""A tree of the decisions up to the next chance event, with playouts below it.

The children of a node are kept best first by how they look at first sight, and a node looks at
more of them the more often it is visited. Every player is taken to do what is best for that player.
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np

from ..board.compile import Ints, Word, Words, inner, num
from ..board.layout import OVER, PLAYERS, RNG, param, phase, player
from ..board.rng import below, stream
from ..policy.choice import choice_worth
from ..policy.survey import survey
from ..rules.action import ITEM_BASE, id_move, legal_actions
from ..rules.option import CHOOSE
from ..rules.score import score
from ..rules.step import take
from .desk import (
    ACTION,
    ACTIVE,
    AT_ROOT,
    COUNT,
    DEPTH,
    EXPAND,
    EXPLORE,
    FIRST,
    JUDGE,
    LIMIT,
    MARGIN,
    NODE,
    POINTS,
    RELATIVE,
    SEAT,
    SHARE,
    SORTED,
    SUMS,
    UNIFORM,
    UNKNOWN,
    VALUE,
    VISITS,
    WIDEN,
    WIDTH,
    WIN,
    WIN_WEIGHT,
    WORTH,
    Desk,
    copy_state,
)
from .policy import POINTS_SHIFT, first_sight, policy_playout

U = np.uint64


@inner
def look(desk: Desk, s: Words, action: int) -> float:
    """How good an action looks. For choices the kingdom must have been surveyed."""
    if num(desk.knobs[SORTED]) == 0:
        return float(below(s, 1 << 20))
    if phase(s) != CHOOSE:
        return first_sight(desk, s, action)
    return float(choice_worth(desk.p, s, action - ITEM_BASE, desk.work))


@inner
def insert(desk: Desk, first: int, last: int, action: int, worth: float) -> None:
    """Put a new child among those from *first* on, in order of worth; *last* is the free node."""
    nodes, sums, j = desk.nodes, desk.sums, last
    while j > first and sums[SUMS * (j - 1) + WORTH] < worth:
        sums[SUMS * j + WORTH] = sums[SUMS * (j - 1) + WORTH]
        nodes[NODE * j + ACTION] = nodes[NODE * (j - 1) + ACTION]
        j -= 1
    sums[SUMS * j + WORTH] = worth
    nodes[NODE * j + ACTION] = action
    nodes[NODE * last + FIRST], nodes[NODE * last + COUNT] = 0, UNKNOWN
    nodes[NODE * last + VISITS], nodes[NODE * last + ACTIVE] = 0, 1
    sums[SUMS * last + VALUE] = 0.0
    sums[SUMS * last + POINTS] = 0.0
    sums[SUMS * last + SHARE] = 0.0


@inner
def expand(desk: Desk, s: Words, node: int, used: int) -> int:
    """List the children of a node, best first; where the next free node is."""
    n = legal_actions(desk.p, s, desk.actions)
    if used + n > num(desk.knobs[LIMIT]):
        return used
    if phase(s) == CHOOSE:
        survey(desk.p, s, player(s), desk.work)
    nodes = desk.nodes
    nodes[NODE * node + FIRST], nodes[NODE * node + COUNT] = used, n
    nodes[NODE * node + SEAT] = player(s)
    for i in range(n):
        action = num(desk.actions[i])
        insert(desk, used, used + i, action, look(desk, s, action))
    return used + n


@inner
def fewest(nodes: Ints, node: int) -> int:
    """The active child with the fewest visits."""
    first, count = num(nodes[NODE * node + FIRST]), num(nodes[NODE * node + COUNT])
    best = -1
    for child in range(first, first + count):
        if num(nodes[NODE * child + ACTIVE]) and (
            best < 0 or nodes[NODE * child + VISITS] < nodes[NODE * best + VISITS]
        ):
            best = child
    return best


@inner
def promising(desk: Desk, node: int) -> int:
    """The child to look at next: as good as possible and not yet well known."""
    nodes, sums = desk.nodes, desk.sums
    first, count = num(nodes[NODE * node + FIRST]), num(nodes[NODE * node + COUNT])
    visits = num(nodes[NODE * node + VISITS])
    width = num(desk.knobs[WIDTH]) + int(desk.scales[WIDEN] * sqrt(float(visits)))
    if width < count:
        count = width
    logs = log(float(visits + 1))
    best, most = first, -1.0
    for child in range(first, first + count):
        seen = num(nodes[NODE * child + VISITS])
        if seen == 0:
            return child
        bound = sums[SUMS * child + VALUE] / seen + desk.scales[EXPLORE] * sqrt(logs / seen)
        if bound > most:
            best, most = child, bound
    return best


@inner
def share_of(p: Words, keys: Ints, seat: int) -> float:
    """The part of the victory that a seat has."""
    winners = 0
    for other in range(param(p, PLAYERS)):
        if keys[other] > keys[seat]:
            return 0.0
        if keys[other] == keys[seat]:
            winners += 1
    return 1.0 / winners


@inner
def value_of(desk: Desk, seat: int) -> float:
    """What an end is worth to a seat, from 0 to 1."""
    keys, kind = desk.keys, num(desk.knobs[JUDGE])
    own, other = num(keys[seat]) >> POINTS_SHIFT, 0
    for rival in range(param(desk.p, PLAYERS)):
        points = num(keys[rival]) >> POINTS_SHIFT
        if rival != seat and points > other:
            other = points
    if kind == RELATIVE:
        return float(own) / float(own + other) if own + other > 0 else 0.5
    share = share_of(desk.p, keys, seat)
    if kind == WIN:
        return share
    lead = 0.5 + float(own - other) / (2.0 * desk.scales[MARGIN])
    lead = 0.0 if lead < 0.0 else 1.0 if lead > 1.0 else lead
    return desk.scales[WIN_WEIGHT] * share + (1.0 - desk.scales[WIN_WEIGHT]) * lead


@inner
def descend(desk: Desk, used: int) -> tuple[int, int]:
    """Walk from the root to a leaf, the state with it; how deep, and how many nodes are used."""
    s, nodes, node, depth = desk.state, desk.nodes, 0, 0
    while depth < num(desk.knobs[DEPTH]) and phase(s) >= CHOOSE and phase(s) != OVER:
        if num(nodes[NODE * node + COUNT]) == UNKNOWN:
            if depth > 0 and num(nodes[NODE * node + VISITS]) < num(desk.knobs[EXPAND]):
                break
            before = used
            used = expand(desk, s, node, used)
            if used == before:
                break
        if depth == 0 and num(desk.knobs[AT_ROOT]) == UNIFORM:
            node = fewest(nodes, node)
        else:
            node = promising(desk, node)
        depth += 1
        desk.path[depth] = node
        take(desk.p, s, id_move(num(nodes[NODE * node + ACTION])))
    return depth, used


@inner
def learn(desk: Desk, depth: int, me: int) -> None:
    """Count a playout on all nodes of its path, each for the player who chose it."""
    nodes, sums, parent = desk.nodes, desk.sums, 0
    nodes[VISITS] += 1
    for i in range(1, depth + 1):
        node = num(desk.path[i])
        nodes[NODE * node + VISITS] += 1
        sums[SUMS * node + VALUE] += value_of(desk, num(nodes[NODE * parent + SEAT]))
        if i == 1:
            sums[SUMS * node + POINTS] += float(num(desk.keys[me]) >> POINTS_SHIFT)
            sums[SUMS * node + SHARE] += share_of(desk.p, desk.keys, me)
        parent = node


@inner
def grow(desk: Desk, seed: Word, first: int, n: int, used: int) -> int:
    """Do the playouts numbered from *first*; how many nodes are used then."""
    me = player(desk.root)
    for number in range(first, first + n):
        copy_state(desk.p, desk.root, desk.state)
        desk.state[RNG] = stream(seed, U(number))
        depth, used = descend(desk, used)
        policy_playout(desk, desk.state, me)
        for seat in range(param(desk.p, PLAYERS)):
            desk.keys[seat] = score(desk.p, desk.state, seat, desk.sheet, 0)
        learn(desk, depth, me)
    return used
