"""Writes the golden games: ``python -m tests.golden.make``. Run it for a new rule set only."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

from kingdomino import (
    GAMES,
    Action,
    Record,
    Rules,
    State,
    advance,
    draw,
    format_record,
    legal_actions,
    rules,
    score_sheet,
    start,
)

FOLDER = Path(__file__).parent


def golden_rules() -> Iterator[Rules]:
    """Every game for every number of players, with all of the variants that they may use."""
    for game in GAMES:
        for players in game.players:
            yield rules(game.name, players)
            usable = [v.name for v in game.variants if players in v.players]
            if usable:
                yield rules(game.name, players, usable)


def path_of(made: Rules) -> Path:
    variants = "+all" if made.variants else ""
    return FOLDER / f"{made.game}-{made.players}{variants}.game"


def _choose(state: State, rng: random.Random) -> Action:
    """Mostly the best for the player at once, so that boards fill and people settle."""
    actions = legal_actions(state)
    player = state.agenda[0].player
    if rng.random() < 0.2:
        return rng.choice(actions)
    best = max(score_sheet(advance(state, action), player).total for action in actions)
    good = [a for a in actions if score_sheet(advance(state, a), player).total == best]
    return rng.choice(good)


def play(made: Rules, rng: random.Random) -> Record:
    state, record = start(made), Record(made, tuple("ABCDE"[: made.players]))
    while not state.over:
        event = draw(state, rng) if state.chance else _choose(state, rng)
        state, record = advance(state, event), record.then(event)
    return record


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    for wanted in golden_rules():
        if not path_of(wanted).exists():
            played = play(wanted, random.Random(f"golden {wanted}"))
            path_of(wanted).write_text(format_record(played), encoding="utf-8")
