"""Which rules the fast engine was taught: those made of these parts alone."""

from __future__ import annotations

from enum import Enum
from functools import cache

from ...core import turn
from ...core.error import RulesError
from ...core.rules import Rules, Step
from ...core.state import Phase
from ...games import giants, kingdomino, origins, quest, tribe

# The steps themselves are compared, not their phases alone: a changed step must not be played as
# the one that it replaces.
_STEPS: dict[Enum, Step] = {
    Phase.KINGS: turn.KINGS,
    Phase.ROW: turn.ROW,
    Phase.CHOOSE: turn.CHOOSE,
    Phase.CHOOSE_PAIR: turn.CHOOSE_PAIR,
    Phase.PLACE: turn.PLACE,
    Phase.QUESTS: giants.QUESTS_STEP,
    Phase.COVER: giants.COVER,
    Phase.RELEASE: giants.RELEASE,
    Phase.SEND: giants.SEND,
    Phase.ERUPT: origins.ERUPT,
    Phase.TOTEMS: origins.TOTEMS,
    Phase.HAND_OVER: origins.HAND_OVER,
    Phase.CAVE: tribe.CAVE,
    Phase.SETTLE: tribe.SETTLE,
    Phase.RECRUIT: tribe.RECRUIT,
    Phase.SETTLE_ON: tribe.SETTLE_ON,
}
_EFFECTS = {
    giants.giant_arrives,
    giants.giant_may_leave,
    origins.volcano_erupts,
    origins.totems_move,
}
_SCORERS = {
    *(scorer for _, scorer in origins.totem(2).scorers),
    kingdomino.score_middle_kingdom,
    kingdomino.score_harmony,
    tribe.score_cavemen,
    tribe.score_warriors,
}


@cache
def knows(rules: Rules) -> bool:
    """Whether games of these rules can be played here."""
    return (
        all(step in (turn.NEVER, _STEPS.get(phase)) for phase, step in rules.steps.items())
        and _EFFECTS.issuperset(rules.effects)
        and _SCORERS.issuperset(scorer for _, scorer in rules.scorers)
        and {*quest.QUESTS}.issuperset(rules.quests)
        and rules.totem_points in ((), origins.TOTEM_POINTS)
    )


def known_phase(phase: Enum) -> Phase:
    """The phase, which is one of ours; raises RulesError."""
    if not isinstance(phase, Phase):
        raise RulesError(f"the fast engine has no phase {phase.name.lower()}")
    return phase


def check_known(rules: Rules) -> None:
    """Raises RulesError for rules that bring parts of their own."""
    if not knows(rules):
        raise RulesError(
            f"the fast engine does not know {rules.game}: bots that need none can play it, "
            "such as greedy or knight"
        )
