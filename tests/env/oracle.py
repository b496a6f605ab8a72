"""What a player sees as an array, made from a state of core.

The readable twin of ``fast.learning.observe``, which must be equal to it: kingdoms square by
square from the viewer's seat on, then the table. docs/env/README.md says what every byte means.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from kingdomino.core.domino import Half, Resource, Symbol
from kingdomino.core.engine import legal_actions
from kingdomino.core.grid import Bits, squares
from kingdomino.core.kingdom import Count, Kingdom
from kingdomino.core.rules import Rules
from kingdomino.core.score import score_sheet
from kingdomino.core.state import Decision, Phase, State
from kingdomino.fast.board.layout import LAST, MAX_PLAYERS, OPENING_STAGE, ROUND
from kingdomino.fast.bridge.action import action_number
from kingdomino.fast.bridge.known import known_phase
from kingdomino.fast.bridge.params import CAVEMAN_NAMES, quest_names, terrain_codes
from kingdomino.fast.learning.observe import view
from kingdomino.fast.learning.observe_table import MOST_POINTS, SLOTS
from kingdomino.fast.rules.action import ACTIONS

Bytes = NDArray[np.uint8]

CROWNS, FREE = 6, 7
GIANTS, OPEN_CROWNS = 8, 9
FIRE, TOKEN = 8, 9
CASTLE, FRAME, BOX, CAVEMAN = 10, 11, 12, 13
PHASES = 12
"""From CHOOSE on, those of chance left out."""


def observe(state: State, viewer: int, version: int = 0) -> Bytes:
    """What the player on seat *viewer* sees: uint8[view(rules, version).bytes]."""
    sizes, players = view(state.rules, version), state.rules.players
    out = np.zeros(sizes.bytes, np.uint8)
    planes = out[: sizes.plane_bytes].reshape(sizes.planes)
    for behind in range(players):
        kingdom = state.kingdoms[(viewer + behind) % players]
        _draw(state.rules, kingdom, planes[behind])
    table = _table(state, viewer)
    out[sizes.plane_bytes :] = [*table, *_rules(state.rules)] if version else table
    return out


def _rules(rules: Rules) -> list[int]:
    """What v1 has behind v0."""
    lines = {name for name, _ in rules.scorers}
    return [
        rules.players, rules.size, rules.rounds, rules.row, len(rules.trim), rules.kings_each,
        len(rules.dominoes), 0,
        bool(lines & {"middle_kingdom", "empire_of_fire"}),
        bool(lines & {"harmony", "homo_habilis"}),
        rules.quests_drawn, bool(rules.totem_points), bool(rules.cavemen), rules.has_volcanoes,
        0, 0,
    ]  # fmt: skip


def action_mask(state: State) -> Bytes:
    """The legal actions as 0 and 1: uint8[ACTIONS]."""
    mask = np.zeros(ACTIONS, np.uint8)
    mask[[action_number(state, action) for action in legal_actions(state)]] = 1
    return mask


def _draw(rules: Rules, kingdom: Kingdom, cells: Bytes) -> None:
    reach, box = rules.size - 1, kingdom.box
    frame = (slice(box.south, box.north + 2 * reach + 1), slice(box.east, box.west + 2 * reach + 1))

    def mark(bits: Bits, channel: int, amount: int = 1) -> None:
        for x, y in squares(bits):
            cells[y + reach, x + reach, channel] += amount

    cells[*frame, FREE] = 1
    for terrain, code in terrain_codes(rules).items():
        mark(kingdom.terrains[terrain], code - 1)
    for bits in (*kingdom.crowns, *kingdom.craters):
        mark(bits, CROWNS)
    cells[..., FREE] *= 1 - cells[..., :CROWNS].sum(axis=-1, dtype=np.uint8)
    cells[reach, reach, FREE] = 0
    if cells.shape[-1] > FREE + 1:
        cells[reach, reach, CASTLE] = 1
        cells[*frame, FRAME] = 1
        cells[box.north + reach : box.south + reach + 1, box.west + reach : box.east + reach + 1,
              BOX] = 1  # fmt: skip
        if rules.has_volcanoes:
            mark(kingdom.fires, FIRE)
            mark(kingdom.tokens, TOKEN)
            for home, name in kingdom.cavemen:
                mark(home, CAVEMAN, CAVEMAN_NAMES.index(name) + 1)
        else:
            _draw_giants(cells, kingdom.giants, reach)


def _draw_giants(cells: Bytes, giants: Count, reach: int) -> None:
    for bits in giants:
        for x, y in squares(bits):
            cells[y + reach, x + reach, GIANTS] += 1
    cells[..., OPEN_CROWNS] = cells[..., CROWNS] - cells[..., GIANTS]


def _table(state: State, viewer: int) -> Bytes:
    rules = state.rules
    out: list[int] = [*_head(state, viewer)]
    for behind in range(rules.players):
        out += _seat(state, (viewer + behind) % rules.players)
    offered = zip(state.offer, state.claims, strict=True)
    out += _slots(state, viewer, offered)
    out += _slots(state, viewer, _line(state))
    out += _padded(int(domino.number in state.unseen) for domino in rules.dominoes)
    if view(rules).channels > FREE + 1:
        out += _about(state)
    if rules.quests_drawn:
        out += _padded(int(quest in state.quests) for quest in quest_names(rules))
    if rules.totem_points:
        for holder in state.totems:
            out += [1, *[0] * 7] if holder is None else _owner(state, viewer, holder)
    if rules.cavemen:
        out += _padded(state.face_up.count(name) for name in CAVEMAN_NAMES)
        out += _padded(state.pile.count(name) for name in CAVEMAN_NAMES)
    return np.array(out, np.uint8)


def _padded(numbers: Iterable[int]) -> list[int]:
    found = list(numbers)
    return found + [0] * (-len(found) % 8)


def _stage(state: State) -> int:
    if all(d.phase in (state.rules.opening, Phase.CHOOSE) for d in state.agenda) and (
        state.rows_left == state.rules.rounds - 1 and state.agenda
    ):
        return OPENING_STAGE
    return ROUND if state.rows_left or state.offer else LAST


def _head(state: State, viewer: int) -> list[int]:
    phases = [0] * PHASES
    if state.pending:
        phases[known_phase(state.pending.phase) - Phase.CHOOSE] = 1
    decider = state.player
    who = 0 if decider is None else 1 + (decider - viewer) % state.rules.players
    return [*phases, state.rows_left, len(_line(state)), _stage(state), who]


def _seat(state: State, seat: int) -> list[int]:
    kingdom = state.kingdoms[seat]
    west, north, east, south = kingdom.box
    points = min(score_sheet(state, seat).total, MOST_POINTS)
    land = kingdom.land.bit_count() - 1
    return [points, kingdom.discarded, -west, -north, east, south, land, 0]


def _line(state: State) -> list[tuple[int | None, int | None]]:
    """The kings that have not finished their turns: the domino in hand, if any, and the owner."""
    agenda = state.agenda
    if not agenda:
        return []
    if _stage(state) == OPENING_STAGE:
        return [(None, decision.player) for decision in agenda]
    turns: list[tuple[int | None, int | None]]
    turns = [(d.domino, d.player) for d in agenda if d.phase is Phase.PLACE]
    if agenda[0].phase is Phase.PLACE:
        return turns
    # In the last round nobody has to be remembered after placing.
    return [(None, None if _stage(state) == LAST else _acting(agenda)), *turns]


def _acting(agenda: tuple[Decision, ...]) -> int:
    """Whose turn it is, which is not always who decides."""
    choosing = [d.player for d in agenda[:2] if d.phase is Phase.CHOOSE]
    return choosing[0] if choosing else agenda[0].player


def _slots(
    state: State, viewer: int, entries: Iterable[tuple[int | None, int | None]]
) -> list[int]:
    rules, out = state.rules, list[int]()
    numbers = [domino.number for domino in rules.dominoes]
    for number, owner in entries:
        if number is None:
            out += [0] * 16
        else:
            domino = rules.domino[number]
            out += _half(rules, domino.left, mark=domino.symbol is Symbol.GIANT)
            out += _half(rules, domino.right, mark=domino.symbol is Symbol.FOOTPRINTS)
        claim = [0] * 8 if owner is None else _owner(state, viewer, owner)
        claim[0] = 0 if number is None else numbers.index(number) + 1
        out += claim
    return out + [0] * (24 * SLOTS - len(out))


def _half(rules: Rules, half: Half, *, mark: bool) -> list[int]:
    code = terrain_codes(rules)[half.terrain]
    terrain = [int(code == i) for i in range(1, 7)]
    return [*terrain, half.crowns + half.craters, int(mark or half.resource is not None)]


def _owner(state: State, viewer: int, seat: int) -> list[int]:
    behind = (seat - viewer) % state.rules.players
    return [0, *(int(behind == i) for i in range(MAX_PLAYERS)), 0, 0]


def _about(state: State) -> list[int]:
    decision, reach = state.pending, state.rules.size - 1
    about = [0, 0, 0, 0]
    match decision:
        case Decision(Phase.SETTLE_ON):
            about[0] = CAVEMAN_NAMES.index(decision.name) + 1
        case Decision(Phase.HAND_OVER):
            about[1] = Resource[decision.name.upper()] + 1
        case Decision(Phase.ERUPT | Phase.SEND):
            about[2] = decision.square.x + reach + 1
            about[3] = decision.square.y + reach + 1
        case _:
            pass
    return [*about, *(int(resource in state.spent) for resource in Resource)]
