"""Kingdomino Origins: volcanoes and fire (Discovery), resources and totems (Totem)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from ..core import turn
from ..core.action import Action, Erupt, Event, HandOver, Place
from ..core.domino import Domino, Half, Resource, Terrain
from ..core.grid import CASTLE_BIT, Bits, around, bit, squares
from ..core.kingdom import Kingdom, counted, with_fire
from ..core.rules import Rules, Step
from ..core.state import Decision, Phase, State
from .kingdomino import score_harmony, score_middle_kingdom
from .tiles import dominoes

COLOURS = ("pink", "black", "green", "blue")
RANGE = 4
"""A volcano throws its fire this many squares less its craters."""
TOTEM_POINTS = (3, 4, 5, 6)
"""Mammoth, fish, mushroom, flint."""


def discovery(players: int) -> Rules:
    """Rows of four, twelve rounds, fire; two players always play Neolithic on 7×7."""
    neolithic = players == 2
    return Rules(
        game="origins-discovery",
        players=players,
        variants=(),
        dominoes=tuple(_without_resources(domino) for domino in dominoes("origins")),
        steps=turn.steps({Phase.CHOOSE_PAIR: turn.CHOOSE_PAIR, Phase.ERUPT: ERUPT}),
        size=7 if neolithic else 5,
        kings_each=2 if neolithic else 1,
        kings_drawn=1 if neolithic else players,
        opening=Phase.CHOOSE_PAIR if neolithic else Phase.CHOOSE,
        effects=(volcano_erupts,),
        flames=True,
        colours=COLOURS[:players],
    )


def _without_resources(domino: Domino) -> Domino:
    def bare(half: Half) -> Half:
        return replace(half, resource=None)

    return replace(domino, left=bare(domino.left), right=bare(domino.right))


def with_resources(rules: Rules) -> Rules:
    """Tokens lie on the squares that print their symbol."""
    return replace(rules, dominoes=dominoes("origins"))


def totem(players: int) -> Rules:
    """Discovery with resources and the four totems."""
    rules = with_resources(discovery(players))
    steps: dict[Enum, Step] = {
        Phase.CHOOSE_PAIR: turn.CHOOSE_PAIR,
        Phase.ERUPT: ERUPT,
        Phase.TOTEMS: TOTEMS,
        Phase.HAND_OVER: HAND_OVER,
    }
    return replace(
        rules,
        game="origins-totem",
        steps=turn.steps(steps),
        effects=(*rules.effects, totems_move),
        totem_points=TOTEM_POINTS,
        scorers=(
            ("resources", score_resources),
            *((f"totem_{resource.label}", ScoreTotem(resource)) for resource in Resource),
        ),
    )


def empire_of_fire(rules: Rules) -> Rules:
    """The hut's place counts."""
    return replace(rules, scorers=(*rules.scorers, ("empire_of_fire", score_middle_kingdom)))


def homo_habilis(rules: Rules) -> Rules:
    """Completeness counts."""
    return replace(rules, scorers=(*rules.scorers, ("homo_habilis", score_harmony)))


def volcano_erupts(domino: Domino, place: Place, player: int) -> Decision | None:
    """A volcano, once placed, throws fire. No domino has two."""
    if domino.left.craters:
        return Decision(Phase.ERUPT, player, square=place.left)
    if domino.right.craters:
        return Decision(Phase.ERUPT, player, square=place.right)
    return None


def fire_range(kingdom: Kingdom, volcano: Bits) -> int:
    """How many squares the fire of a volcano flies."""
    return RANGE - counted(kingdom.craters, volcano)


def lava_targets(kingdom: Kingdom, volcano: Bits) -> Bits:
    """Where fire from a volcano may land: own ground without a flame, no volcano, not the hut."""
    barred = kingdom.crowns[0] | kingdom.terrains[Terrain.VOLCANO] | CASTLE_BIT
    return around(volcano, fire_range(kingdom, volcano)) & kingdom.land & ~barred


def _landings(state: State, decision: Decision) -> list[Action]:
    kingdom = state.kingdoms[decision.player]
    volcano = bit(decision.square)
    return [Erupt(square) for square in squares(lava_targets(kingdom, volcano))]


def _resolve_erupt(state: State, decision: Decision, action: Erupt) -> State:
    player = decision.player
    kingdom = state.kingdoms[player]
    flames = counted(kingdom.craters, bit(decision.square))
    burnt = with_fire(kingdom, bit(action.square), flames)
    return state.decided(player, burnt)


def totems_move(domino: Domino, place: Place, player: int) -> Decision | None:
    """After every placement totems may change hands."""
    return Decision(Phase.TOTEMS, player)


def _most(state: State, resource: Resource) -> list[int]:
    """The players with the most of a resource."""
    counts = [kingdom.resources(resource).bit_count() for kingdom in state.kingdoms]
    most = max(counts)
    return [seat for seat, count in enumerate(counts) if count == most]


def _move_totems(state: State, decision: Decision) -> State:
    """The placing player claims what they lead in and gives up what lava cost them."""
    player = decision.player
    totems = [*state.totems]
    choices: list[Decision] = []
    for resource in Resource:
        most = _most(state, resource)
        if most == [player]:
            totems[resource] = player
        elif totems[resource] == player and player not in most:
            if len(most) == 1:
                totems[resource] = most[0]
            else:
                choices.append(Decision(Phase.HAND_OVER, player, name=resource.label))
    return state._replace(agenda=(*choices, *state.agenda[1:]), totems=tuple(totems))


def _heirs(state: State, decision: Decision) -> list[Action]:
    return [HandOver(seat) for seat in _most(state, Resource[decision.name.upper()])]


def _resolve_hand_over(state: State, decision: Decision, action: HandOver) -> State:
    totems = [*state.totems]
    totems[Resource[decision.name.upper()]] = action.to
    return state._replace(agenda=state.agenda[1:], totems=tuple(totems))


def _nobody_decides(state: State, decision: Decision, event: Event) -> State:
    raise AssertionError("totems move by themselves")


ERUPT = Step(_resolve_erupt, _landings, "land the lava")
TOTEMS = Step(_nobody_decides, enter=_move_totems)
HAND_OVER = Step(_resolve_hand_over, _heirs, "hand over a totem")


def score_resources(state: State, player: int) -> int:
    """1 for each resource left."""
    return state.kingdoms[player].tokens.bit_count()


@dataclass(frozen=True, slots=True)
class ScoreTotem:
    """The worth of a totem for whoever holds it."""

    resource: Resource

    def __call__(self, state: State, player: int) -> int:
        held = state.totems[self.resource] == player
        return state.rules.totem_points[self.resource] if held else 0
