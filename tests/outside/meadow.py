"""A rule set that is no part of the package, as anybody could write one.

Kingdomino with a blessing: who has laid a domino may put a crown on a bare square of their land, or
refrain from it. In the end every square of grass is a point.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from kingdomino.core.action import Action, Place
from kingdomino.core.domino import Domino, Terrain
from kingdomino.core.grid import CASTLE_BIT, Square, bit, squares
from kingdomino.core.kingdom import raised
from kingdomino.core.notation import SQUARE, Verb, add_verb
from kingdomino.core.rules import Rules, Step
from kingdomino.core.state import Decision, State
from kingdomino.core.turn import steps
from kingdomino.games.catalogue import Game
from kingdomino.games.kingdomino import kingdomino


class Meadow(Enum):
    """The phase that the base game does not have."""

    BLESS = "bless"


@dataclass(frozen=True, slots=True)
class Bless(Action):
    """Put a crown on this square."""

    square: Square


@dataclass(frozen=True, slots=True)
class Refrain(Action):
    """Put it nowhere."""


add_verb("bless", Verb(Bless, (SQUARE,)))
add_verb("refrain", Verb(Refrain))


def land_is_blessed(domino: Domino, place: Place, player: int) -> Decision | None:
    return Decision(Meadow.BLESS, player)


def _blessings(state: State, decision: Decision) -> list[Action]:
    kingdom = state.kingdoms[decision.player]
    bare = kingdom.land & ~(kingdom.crowns[0] | CASTLE_BIT)
    return [*(Bless(square) for square in squares(bare)), Refrain()]


def _resolve_blessing(state: State, decision: Decision, action: Bless | Refrain) -> State:
    kingdom = state.kingdoms[decision.player]
    if isinstance(action, Bless):
        crowns = raised(kingdom.crowns, bit(action.square), 1)
        kingdom = kingdom._replace(crowns=crowns)
    return state.decided(decision.player, kingdom)


def score_grass(state: State, player: int) -> int:
    return state.kingdoms[player].terrains[Terrain.GRASS].bit_count()


def meadow(players: int) -> Rules:
    blessing = Step(_resolve_blessing, _blessings, "bless a square with a crown")
    return replace(
        kingdomino(players),
        game="meadow",
        steps=steps({Meadow.BLESS: blessing}),
        effects=(land_is_blessed,),
        scorers=(("grass", score_grass),),
    )


MEADOW = Game(
    name="meadow",
    title="The Meadow",
    what="Kingdomino in which every domino may bring a crown, and grass is worth a point.",
    players=(2, 3),
    make=meadow,
    variants=(),
    refused={},
)
