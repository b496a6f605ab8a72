"""The page draws chance again just as the engine does."""

from __future__ import annotations

import json

import pytest

from kingdomino import GAMES
from kingdomino.games.fair import verify_fair
from kingdomino.games.fair_stream import FIRST, LATEST, STREAMS
from tests.web.drawn import checked, played

SEEDS = {FIRST: 4, LATEST: 12}


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
