"""To and from core: states, actions and chance events.

``from_core`` and ``to_core`` are inverse to each other; the stream of randomness, which core does
not have, is left at 0.
"""

from __future__ import annotations

from functools import cache, lru_cache, reduce
from operator import or_

import numpy as np

from ...core.domino import Resource, Terrain
from ...core.grid import WIDTH, Box, Square, bit, room
from ...core.kingdom import BARE, Count, Kingdom
from ...core.rules import Rules
from ...core.state import NOBODY, Decision, Phase, State
from ..board import layout as at
from ..board.compile import WordArray
from .known import known_phase
from .params import CAVEMAN_NAMES, params, quest_names, terrain_codes, words

TORUS = 8
U64 = (1 << 64) - 1


def torus_index(square: Square) -> int:
    """The bit of a square on the torus."""
    return (square.y % TORUS) * TORUS + square.x % TORUS


@lru_cache(maxsize=1 << 16)
def fold(bits: int) -> int:
    """A set of core's squares on the torus."""
    # Core's rows are 16 wide, with the castle in the middle: what is 8 apart falls together.
    castle_first = bits << WIDTH + 1
    rows = castle_first | castle_first >> TORUS * WIDTH
    # Eight columns of each row hold it all now: every second byte.
    both = (rows | rows >> TORUS).to_bytes(2 * TORUS * WIDTH // 8, "little")
    return int.from_bytes(both[: 2 * TORUS : 2], "little")


@lru_cache(maxsize=1 << 16)
def unfold(bits: int, west: int, north: int) -> int:
    """The set of core's squares that lie at most 7 east and south of (west, north)."""
    return sum(bit(square_from(i, west, north)) for i in range(64) if bits >> i & 1)


def square_from(index: int, west: int, north: int) -> Square:
    """The square of a torus bit that lies at most 7 east and south of (west, north)."""
    y, x = divmod(index, TORUS)
    return Square(west + (x - west) % TORUS, north + (y - north) % TORUS)


def _planes(count: Count) -> tuple[int, int]:
    # Core has the squares with at least one, two and three: the low bit is that of 1 and of 3.
    one, two, three = (fold(bits) for bits in count)
    return one & ~two | three, two


def _count(low: int, high: int, west: int, north: int) -> Count:
    at_least = (low | high, high, low & high)
    one, two, three = (unfold(bits, west, north) for bits in at_least)
    return one, two, three


def kingdom_words(rules: Rules, kingdom: Kingdom) -> tuple[int, ...]:
    """A kingdom as the words of ``layout``, as many as the rules have it take."""
    terrain = [0, 0, 0]
    for plane, code in terrain_codes(rules).items():
        if bits := kingdom.terrains[plane]:
            folded = fold(bits)
            for i in range(3):
                terrain[i] |= folded * (code >> i & 1)
    c0, c1 = _planes(kingdom.crowns)
    v0, v1 = _planes(kingdom.craters)
    sides = bytes((side + at.BOX_ZERO) for side in kingdom.box)
    box = int.from_bytes(sides, "little") | kingdom.discarded << at.DISCARDED
    found = [*terrain, c0 | v0, c1 | v1, box]
    if rules.has_volcanoes:
        found += [fold(kingdom.fires), fold(kingdom.tokens)]
    elif rules.effects:
        found += [*_planes(kingdom.giants)]
    if rules.cavemen:
        people = [(fold(home), CAVEMAN_NAMES.index(name) + 1) for home, name in kingdom.cavemen]
        found += [sum(home for home, kind in people if kind >> i & 1) for i in range(4)]
    return tuple(found)


def kingdom_from(rules: Rules, row: tuple[int, ...]) -> Kingdom:
    """The kingdom of which ``kingdom_words`` made these words."""
    t, (c0, c1, packed) = row[:3], row[3:6]
    west, north, east, south, discarded = packed.to_bytes(5, "little")
    box = Box(*(side - at.BOX_ZERO for side in (west, north, east, south)))
    w, n = box.west, box.north
    terrains, volcano = [*BARE], 0
    for terrain, code in terrain_codes(rules).items():
        plane = U64
        for i in range(3):
            plane &= t[i] if code >> i & 1 else ~t[i]
        terrains[terrain] = unfold(plane, w, n)
        volcano = plane if terrain is Terrain.VOLCANO else volcano
    land = t[0] | t[1] | t[2] | 1
    origins = rules.has_volcanoes
    giants = _count(row[6], row[7], w, n) if rules.effects and not origins else (0, 0, 0)
    return Kingdom(
        size=rules.size,
        land=unfold(land, w, n),
        room=room(box, rules.size),
        box=box,
        terrains=tuple(terrains),
        crowns=_count(c0 & ~volcano, c1 & ~volcano, w, n),
        discarded=discarded,
        giants=giants,
        craters=_count(c0 & volcano, c1 & volcano, w, n),
        fires=unfold(row[6], w, n) if origins else 0,
        tokens=unfold(row[7], w, n) if origins else 0,
        cavemen=_cavemen(row[8:], w, n),
    )


def _cavemen(planes: tuple[int, ...], west: int, north: int) -> tuple[tuple[int, str], ...]:
    homes, people = reduce(or_, planes, 0), []
    while homes:
        i = homes.bit_length() - 1
        homes ^= 1 << i
        kind = sum((plane >> i & 1) << j for j, plane in enumerate(planes))
        people.append((bit(square_from(i, west, north)), CAVEMAN_NAMES[kind - 1]))
    return tuple(sorted(people))


@cache
def _index(rules: Rules) -> dict[int, int]:
    return {domino.number: i for i, domino in enumerate(rules.dominoes)}


@lru_cache(maxsize=1 << 12)
def _counts(cavemen: tuple[str, ...]) -> int:
    return sum(1 << 3 * CAVEMAN_NAMES.index(name) for name in cavemen)


def caveman_names(counts: int) -> tuple[str, ...]:
    """The cavemen of ten times three bits, sorted by name."""
    return tuple(name for i, name in enumerate(CAVEMAN_NAMES) for _ in range(counts >> 3 * i & 7))


def _pack(dominoes: list[int], owners: list[int]) -> int:
    high = 0
    for owner in reversed(owners):
        high = high << 4 | owner
    return int.from_bytes(bytes(dominoes), "little") | high << at.OWNERS


def _stage(state: State) -> int:
    rules, agenda, left = state.rules, state.agenda, state.rows_left
    if left == rules.rounds:
        return at.SETUP
    # One row is laid and nobody has a domino to place: kings still choose from the first row.
    if left == rules.rounds - 1 and all(d.phase is not Phase.PLACE for d in agenda):
        return at.SETUP if state.chance else at.OPENING_STAGE
    # While the last row is chosen from no row is left, but the last round has not come.
    return at.ROUND if left or state.offer else at.LAST


def _acting(state: State, stage: int, index: dict[int, int]) -> tuple[list[int], list[int]]:
    """The dominoes and owners of the kings that have not finished their turns."""
    agenda = state.agenda
    if stage in (at.SETUP, at.OPENING_STAGE):
        choices = [d for d in agenda if d.player != NOBODY]
        return [0] * len(choices), [d.player for d in choices]
    turns = [d for d in agenda if d.phase is Phase.PLACE]
    dominoes, owners = [index[d.domino] for d in turns], [d.player for d in turns]
    if agenda and not state.chance and agenda[0].phase is not Phase.PLACE:
        # Who covers a received giant decides out of turn; the acting king chooses afterwards.
        choosing = [d.player for d in agenda[:2] if d.phase is Phase.CHOOSE]
        owner = 0 if stage == at.LAST else (choosing or [agenda[0].player])[0]
        dominoes, owners = [0, *dominoes], [owner, *owners]
    return dominoes, owners


def _arg(decision: Decision) -> int:
    if decision.phase in (Phase.SEND, Phase.ERUPT):
        return torus_index(decision.square)
    if decision.phase is Phase.HAND_OVER:
        return Resource[decision.name.upper()]
    if decision.phase is Phase.SETTLE_ON:
        return CAVEMAN_NAMES.index(decision.name)
    return 0


@lru_cache(maxsize=1 << 10)
def _unseen(rules: Rules, numbers: frozenset[int]) -> int:
    index = _index(rules)
    return sum(1 << index[number] for number in numbers)


@lru_cache(maxsize=1 << 10)
def _quests(rules: Rules, quests: tuple[str, ...]) -> int:
    known = quest_names(rules)
    return int.from_bytes(bytes(known.index(quest) + 1 for quest in quests), "little")


@lru_cache(maxsize=1 << 10)
def _totems(holders: tuple[int | None, ...]) -> int:
    return sum(holder + 1 << 4 * i for i, holder in enumerate(holders) if holder is not None)


def head_words(state: State) -> tuple[int, ...]:
    """The words of a state before its kingdoms."""
    rules, stage, decision = state.rules, _stage(state), state.pending
    index = _index(rules)
    dominoes, owners = _acting(state, stage, index)
    phase, seat, arg = at.OVER, at.NOBODY, 0
    if decision:
        # Core's nobody is -1, which is 255 as a byte.
        phase, seat, arg = (
            known_phase(decision.phase), decision.player % (at.NOBODY + 1), _arg(decision)
        )  # fmt: skip
    spent = sum([1 << resource for resource in state.spent])
    turn = bytes((phase, seat, arg, len(owners), stage, state.rows_left, spent))
    claims = [0 if owner is None else owner + 1 for owner in state.claims]
    offer = _pack([index[number] for number in state.offer], claims)
    return (
        _unseen(rules, state.unseen),
        int.from_bytes(turn, "little"),
        _pack(dominoes, owners),
        offer | len(claims) << at.COUNT,
        _totems(state.totems) | (_quests(rules, state.quests) if state.quests else 0) << at.QUESTS,
        _counts(state.face_up) | _counts(state.pile) << at.PILE,
        0,
    )


def from_core(state: State) -> WordArray:
    """The state as a row, uint64[words(rules)]."""
    kingdoms = [word for k in state.kingdoms for word in kingdom_words(state.rules, k)]
    return np.array([*head_words(state), *kingdoms], np.uint64)


def to_core(rules: Rules, row: WordArray) -> State:
    """The state of core that a row stands for."""
    head = [int(word) for word in row[: at.HEAD]]
    stride = int(params(rules)[at.STRIDE])
    lands = [
        tuple(int(word) for word in row[i : i + stride])
        for i in range(at.HEAD, words(rules), stride)
    ]
    turn = head[at.TURN].to_bytes(8, "little")
    numbers = [domino.number for domino in rules.dominoes]
    length = head[at.OFFER] >> at.COUNT
    offered, claims = _unpack(head[at.OFFER], length)
    totems = [head[at.EXTRA] >> 4 * i & 15 for i in range(4)]
    quests = [head[at.EXTRA] >> at.QUESTS + 8 * i & 255 for i in range(rules.quests_drawn)]
    return State(
        rules,
        kingdoms=tuple(kingdom_from(rules, land) for land in lands),
        agenda=_agenda(rules, head, lands),
        unseen=frozenset(n for i, n in enumerate(numbers) if head[at.UNSEEN] >> i & 1),
        rows_left=turn[at.ROWS_LEFT // 8],
        offer=tuple(numbers[i] for i in offered),
        claims=tuple(owner - 1 if owner else None for owner in claims),
        quests=tuple(quest_names(rules)[quest - 1] for quest in quests if quest),
        totems=tuple(holder - 1 if holder else None for holder in totems),
        face_up=caveman_names(head[at.CAVE] & at.FACE_UP_MASK),
        pile=caveman_names(head[at.CAVE] >> at.PILE),
        spent=tuple(r for r in Resource if turn[at.SPENT // 8] >> r & 1),
    )


def _unpack(word: int, length: int) -> tuple[list[int], list[int]]:
    dominoes = [word >> 8 * i & 255 for i in range(length)]
    return dominoes, [word >> at.OWNERS + 4 * i & 15 for i in range(length)]


def _agenda(rules: Rules, head: list[int], lands: list[tuple[int, ...]]) -> tuple[Decision, ...]:
    turn = head[at.TURN].to_bytes(8, "little")
    now, stage = turn[at.PHASE // 8], turn[at.STAGE // 8]
    if now == at.OVER:
        return ()
    dominoes, owners = _unpack(head[at.ACTING], turn[at.ACTING_COUNT // 8])
    phase = Phase(now)
    before = _before(rules, phase, stage)
    if stage in (at.SETUP, at.OPENING_STAGE):
        return (*before, *(Decision(rules.opening, owner) for owner in owners))
    phases = rules.last_turn if stage == at.LAST else rules.turn
    turns: list[Decision] = []
    for i, (domino, owner) in enumerate(zip(dominoes, owners, strict=True)):
        due = phases
        if i == 0 and not before and phase is not Phase.PLACE:
            seat, arg = turn[at.PLAYER // 8], turn[at.ARG // 8]
            # How many phases of its turn the acting king has behind it.
            done = {Phase.CHOOSE: 2, Phase.SETTLE: 3, Phase.RECRUIT: 3, Phase.SETTLE_ON: 3}
            due = phases[done.get(phase, 1) :]
            box = lands[seat][at.BOX].to_bytes(8, "little")
            turns += _effect(rules, phase, seat, arg, box)
        turns += [
            Decision(at_phase, owner, rules.dominoes[domino].number)
            if at_phase is Phase.PLACE
            else Decision(at_phase, owner)
            for at_phase in due
        ]
    return (*before, *turns)


def _before(rules: Rules, phase: Phase, stage: int) -> list[Decision]:
    """What chance does before players go on."""
    chances = rules.setup if stage == at.SETUP else rules.reveal
    return [Decision(p) for p in chances[chances.index(phase) :]] if phase in chances else []


def _effect(rules: Rules, phase: Phase, seat: int, arg: int, box: bytes) -> list[Decision]:
    """The decision under way that is not PLACE, and the move of totems that follows fire."""
    if phase in (Phase.SEND, Phase.ERUPT):
        west, north = box[0] - at.BOX_ZERO, box[1] - at.BOX_ZERO
        after = [Decision(Phase.TOTEMS, seat)] if rules.totem_points else []
        return [Decision(phase, seat, square=square_from(arg, west, north)), *after]
    if phase is Phase.HAND_OVER:
        return [Decision(phase, seat, name=Resource(arg).label)]
    if phase is Phase.SETTLE_ON:
        return [Decision(phase, seat, name=CAVEMAN_NAMES[arg])]
    return [Decision(phase, seat)]
