"""A tree of the decisions up to the next chance event or beyond it, with playouts below it.

The children of a node are kept best first by how they look at first sight, and a node looks at
more of them the more often it is visited. Every player is taken to do what is best for that player.
Where chance comes next, the children are some outcomes by lot, more of them with more visits; the
n-th outcome in a round is the same everywhere in the tree, so that siblings differ by less luck.
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np

from ..board import layout
from ..board.compile import Ints, Word, Words, inner, num, word
from ..board.layout import OVER, PLAYERS, RNG, copy_state, field, param, phase, player
from ..board.rng import below, mixed, stream
from ..judge.verdict import VERDICT, judge
from ..policy.choice import choice_worth
from ..policy.gain import list_regions
from ..rules.action import ITEM_BASE, id_move, legal_actions
from ..rules.chance import ROW, to_decision
from ..rules.option import CHOOSE
from ..rules.score import POINTS_SHIFT, rank_keys
from ..rules.step import take
from . import workspace as at
from .policy import first_sight, policy_playout
from .settings import RELATIVE, UNIFORM, WIN
from .workspace import Workspace

U = np.uint64
MOST_OUTCOMES = 32
"""Of one chance event."""


@inner
def look(w: Workspace, s: Words, action: int) -> float:
    """How good an action looks. For choices the regions must have been listed."""
    if not w.settings.ordered:
        return float(below(s, 1 << 20))
    if phase(s) != CHOOSE:
        return first_sight(w, s, action)
    tile = word(w.p, layout.TILES + field(s[layout.OFFER], 8 * (action - ITEM_BASE)))
    return float(choice_worth(w.p, s, tile, w.work))


@inner
def insert(w: Workspace, first: int, last: int, action: int, worth: float) -> None:
    """Put a new child among those from *first* on, in order of worth; *last* is the free node."""
    nodes, sums, j = w.nodes, w.sums, last
    # New nodes have no visits yet, so that only action and worth move.
    while j > first and sums[at.SUMS * (j - 1) + at.WORTH] < worth:
        sums[at.SUMS * j + at.WORTH] = sums[at.SUMS * (j - 1) + at.WORTH]
        nodes[at.NODE * j + at.ACTION] = nodes[at.NODE * (j - 1) + at.ACTION]
        j -= 1
    sums[at.SUMS * j + at.WORTH] = worth
    nodes[at.NODE * j + at.ACTION] = action
    nodes[at.NODE * last + at.FIRST], nodes[at.NODE * last + at.COUNT] = 0, at.UNKNOWN
    nodes[at.NODE * last + at.VISITS], nodes[at.NODE * last + at.ACTIVE] = 0, 1
    sums[at.SUMS * last + at.VALUE] = 0.0
    sums[at.SUMS * last + at.POINTS] = 0.0
    sums[at.SUMS * last + at.SHARE] = 0.0


@inner
def expand(w: Workspace, s: Words, node: int, used: int) -> int:
    """List the children of a node, best first; where the next free node is."""
    n = legal_actions(w.p, s, w.actions)
    # Out of memory: the node stays a leaf, and the search goes on.
    if used + n > w.most_nodes:
        return used
    if phase(s) == CHOOSE:
        list_regions(w.p, s, player(s), w.work)
    nodes = w.nodes
    nodes[at.NODE * node + at.FIRST], nodes[at.NODE * node + at.COUNT] = used, n
    nodes[at.NODE * node + at.SEAT] = player(s)
    for i in range(n):
        action = num(w.actions[i])
        insert(w, used, used + i, action, look(w, s, action))
    return used + n


@inner
def fewest(nodes: Ints, node: int) -> int:
    """The active child with the fewest visits."""
    first, count = num(nodes[at.NODE * node + at.FIRST]), num(nodes[at.NODE * node + at.COUNT])
    best = -1
    for child in range(first, first + count):
        if num(nodes[at.NODE * child + at.ACTIVE]) and (
            best < 0 or nodes[at.NODE * child + at.VISITS] < nodes[at.NODE * best + at.VISITS]
        ):
            best = child
    return best


@inner
def promising(w: Workspace, node: int) -> int:
    """The child to look at next: as good as possible and not yet well known."""
    nodes, sums = w.nodes, w.sums
    first, count = num(nodes[at.NODE * node + at.FIRST]), num(nodes[at.NODE * node + at.COUNT])
    visits = num(nodes[at.NODE * node + at.VISITS])
    width = w.settings.width + int(w.settings.widen * sqrt(float(visits)))
    if width < count:
        count = width
    # UCB1 among the children that are looked at; unseen ones first, best first.
    logs = log(float(visits + 1))
    best, most = first, -1.0
    for child in range(first, first + count):
        seen = num(nodes[at.NODE * child + at.VISITS])
        if seen == 0:
            return child
        bound = sums[at.SUMS * child + at.VALUE] / seen + w.settings.explore * sqrt(logs / seen)
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
def value_of(w: Workspace, seat: int, share: float) -> float:
    """What an end is worth to a seat, from 0 to 1."""
    keys, kind = w.keys, w.settings.judge
    own, other = num(keys[seat]) >> POINTS_SHIFT, 0
    for rival in range(param(w.p, PLAYERS)):
        points = num(keys[rival]) >> POINTS_SHIFT
        if rival != seat and points > other:
            other = points
    if kind == RELATIVE:
        return float(own) / float(own + other) if own + other > 0 else 0.5
    if kind == WIN:
        return share
    lead = 0.5 + float(own - other) / (2.0 * w.settings.margin)
    # Beyond *margin* points a lead counts no more.
    lead = 0.0 if lead < 0.0 else 1.0 if lead > 1.0 else lead
    return w.settings.win_weight * share + (1.0 - w.settings.win_weight) * lead


@inner
def conclude(w: Workspace) -> None:
    """Write what each seat has of the game in ``w.state``: exactly at its end, else as judged."""
    p, s = w.p, w.state
    if phase(s) != OVER:
        judge(w.mind, p, s, w.work, w.sheet, w.verdict)
        return
    players = param(p, PLAYERS)
    rank_keys(p, s, 0, players, w.sheet, w.keys)
    for seat in range(players):
        share = share_of(p, w.keys, seat)
        w.verdict[VERDICT * seat] = value_of(w, seat, share)
        w.verdict[VERDICT * seat + 1] = share
        w.verdict[VERDICT * seat + 2] = float(num(w.keys[seat]) >> POINTS_SHIFT)


@inner
def finish(w: Workspace, me: int, rows: Word) -> None:
    """Come to a verdict on the game in ``w.state``: by a judge, by playing on, or by both."""
    judged, said = w.settings.judged, VERDICT * param(w.p, PLAYERS)
    until = OVER if judged == 0.0 else ROW
    # A loop, so that compiled code has the playout once.
    while True:
        policy_playout(w, w.state, me, rows, until)
        conclude(w)
        if judged == 0.0 or judged == 1.0:
            return
        if phase(w.state) == OVER:
            break
        for i in range(said):
            w.verdict[2 * said + i] = judged * w.verdict[i]
        until = OVER
    if until == OVER:
        for i in range(said):
            w.verdict[i] = w.verdict[2 * said + i] + (1.0 - judged) * w.verdict[i]


@inner
def list_outcomes(w: Workspace, node: int, used: int) -> int:
    """Give a node of chance its children, by number; where the next free node is."""
    if used + MOST_OUTCOMES > w.most_nodes:
        return used
    w.nodes[at.NODE * node + at.FIRST], w.nodes[at.NODE * node + at.COUNT] = used, MOST_OUTCOMES
    w.nodes[at.NODE * node + at.SEAT] = 0
    for i in range(MOST_OUTCOMES):
        insert(w, used, used + i, i, 0.0)
    return used + MOST_OUTCOMES


@inner
def outcome(w: Workspace, s: Words, node: int, seed: Word) -> int:
    """The child of a node of chance to look at next, the state with it."""
    nodes = w.nodes
    # As many outcomes as the root of the visits: each is looked at about as often as there are.
    most = 1 + int(sqrt(float(nodes[at.NODE * node + at.VISITS])))
    if most > MOST_OUTCOMES:
        most = MOST_OUTCOMES
    first = num(nodes[at.NODE * node + at.FIRST])
    found = first
    for child in range(first + 1, first + most):
        if nodes[at.NODE * child + at.VISITS] < nodes[at.NODE * found + at.VISITS]:
            found = child
    rows = stream(~seed, U(num(nodes[at.NODE * found + at.ACTION])))
    own = s[RNG]
    s[RNG] = mixed(rows + U(field(s[layout.TURN], layout.ROWS_LEFT)))
    to_decision(w.p, s)
    s[RNG] = own
    return found


@inner
def descend(w: Workspace, seed: Word, used: int) -> tuple[int, int]:
    """Walk from the root to a leaf, the state with it; how deep, and how many nodes are used."""
    s, nodes, node, depth = w.state, w.nodes, 0, 0
    while depth < w.settings.depth and phase(s) != OVER:
        chance = phase(s) < CHOOSE
        if chance and w.settings.beyond == 0:
            break
        if num(nodes[at.NODE * node + at.COUNT]) == at.UNKNOWN:
            wanted = w.settings.beyond if chance else w.settings.expand
            if depth > 0 and num(nodes[at.NODE * node + at.VISITS]) < wanted:
                break
            before = used
            used = list_outcomes(w, node, used) if chance else expand(w, s, node, used)
            # No room was left for its children.
            if used == before:
                break
        if chance:
            node = outcome(w, s, node, seed)
        elif depth == 0 and w.settings.at_root == UNIFORM:
            node = fewest(nodes, node)
        else:
            node = promising(w, node)
        depth += 1
        w.path[depth] = node
        if not chance:
            take(w.p, s, id_move(num(nodes[at.NODE * node + at.ACTION])))
    return depth, used


@inner
def learn(w: Workspace, depth: int, me: int) -> None:
    """Count a playout on all nodes of its path, each for the player who chose it."""
    nodes, sums, parent = w.nodes, w.sums, 0
    nodes[at.VISITS] += 1
    spoken = VERDICT * param(w.p, PLAYERS)
    for i in range(spoken):
        w.verdict[spoken + i] += w.verdict[i]
    for i in range(1, depth + 1):
        node = num(w.path[i])
        nodes[at.NODE * node + at.VISITS] += 1
        sums[at.SUMS * node + at.VALUE] += w.verdict[
            VERDICT * num(nodes[at.NODE * parent + at.SEAT])
        ]
        # What is told about the options at the root is the searching player's.
        if i == 1:
            sums[at.SUMS * node + at.SHARE] += w.verdict[VERDICT * me + 1]
            sums[at.SUMS * node + at.POINTS] += w.verdict[VERDICT * me + 2]
        parent = node


@inner
def common_rows(w: Workspace, seed: Word, depth: int) -> Word:
    """Where the rows of a playout follow from: the n-th of each option has the same."""
    if not w.settings.common or depth == 0:
        return U(0)
    return stream(~seed, U(w.nodes[at.NODE * num(w.path[1]) + at.VISITS]))


@inner
def grow(w: Workspace, root: Words, seed: Word, first: int, n: int, used: int) -> int:
    """Do the playouts numbered from *first*; how many nodes are used then."""
    me = player(root)
    for number in range(first, first + n):
        copy_state(w.p, root, w.state)
        # A playout follows from its number, however many are done at a time.
        w.state[RNG] = stream(seed, U(number))
        depth, used = descend(w, seed, used)
        finish(w, me, common_rows(w, seed, depth))
        learn(w, depth, me)
    return used
