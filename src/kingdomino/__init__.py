"""The Kingdomino family of games: rules you can trust, records you can check.

```python
state = start(rules("giants", players=3))
while not state.over:
    event = draw(state, rng) if state.chance else choose(legal_actions(state))
    state = apply(state, event)
sheets = score_sheets(state)
```
"""

from __future__ import annotations

from .core.action import Action, Chance, Event
from .core.drawing import format_kingdom
from .core.engine import advance, apply, draw, legal_actions, start
from .core.error import IllegalAction, RecordError, RulesError
from .core.interchange import format_json
from .core.notation import format_action, parse_action
from .core.outcome import outcome_count, outcomes
from .core.record import Record, format_record
from .core.rules import Rules
from .core.score import Sheet, dynasty_winners, ranking, score_sheet, score_sheets, winners
from .core.state import Decision, Phase, State
from .games.catalogue import GAMES, every_rules, rules
from .games.records import parse_json, parse_record
from .games.scorepad import score_pad

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Action",
    "Chance",
    "Decision",
    "Event",
    "IllegalAction",
    "Phase",
    "Record",
    "RecordError",
    "Rules",
    "RulesError",
    "Sheet",
    "State",
    "advance",
    "apply",
    "draw",
    "dynasty_winners",
    "every_rules",
    "format_action",
    "format_json",
    "format_kingdom",
    "format_record",
    "legal_actions",
    "outcome_count",
    "outcomes",
    "parse_action",
    "parse_json",
    "parse_record",
    "ranking",
    "rules",
    "score_pad",
    "score_sheet",
    "score_sheets",
    "start",
    "winners",
]
