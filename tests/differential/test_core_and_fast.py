"""Core and fast play the same games: 10,000 of them over every rule set.

``python -m tests.differential`` plays twice as many, others than these.
"""

from __future__ import annotations

import pytest

from kingdomino.core.rules import Rules
from kingdomino.games.catalogue import every_rules
from tests.differential.versus import duels

GAMES = 10_000
EVERY = list(every_rules())
EACH = -(-GAMES // len(EVERY))
PARTS = 2
"""Tests per rule set, so that the slow ones can be shared among processes."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("rules", EVERY, ids=str)
def test_same_games(rules: Rules, part: int) -> None:
    each = -(-EACH // PARTS)
    games, steps = duels(rules, part * each, each)
    assert games == each
    assert steps > games * rules.rounds * rules.players
