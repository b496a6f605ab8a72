"""The test vectors of docs/protocol.md, for the engine, the page and a stranger's program."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kingdomino import GAMES, advance, format_action, legal_actions, rules, start
from kingdomino.core.chance import below_by_bytes
from kingdomino.games.fair import commitment
from kingdomino.games.fair_stream import FIRST, LATEST, STREAMS, FirstStream, LatestStream
from tests.server import stranger
from tests.web.drawn import box, checked, played

PROTOCOL = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
CHAPTER = PROTOCOL.partition("\n## Fair chance\n")[2].partition("\n## ")[0]
VECTORS: dict[str, Any] = {
    vector["version"]: vector
    for vector in map(json.loads, re.findall(r"^```json\n(.*?)^```", CHAPTER, re.DOTALL | re.M))
}
SHOWN = stranger.SHOWN


def key_of(vector: Any) -> tuple[bytes, list[str]]:
    nonces = [vector["nonces"].get(str(seat), "") for seat in range(vector["players"])]
    return bytes.fromhex(vector["secret"]), nonces


def test_every_version_has_its_vectors() -> None:
    assert set(VECTORS) == set(STREAMS)
    for vector in VECTORS.values():
        assert commitment(bytes.fromhex(vector["secret"])) == vector["commitment"]


def test_the_first_bytes_and_numbers() -> None:
    new, old = VECTORS[LATEST], VECTORS[FIRST]
    first = bytes.fromhex(new["bytes"])
    assert LatestStream(*key_of(new)).read(len(first)) == first
    below = below_by_bytes(LatestStream(*key_of(new)).read)
    assert [[n, below(n)] for n, _ in new["below"]] == new["below"]
    numbers = FirstStream(*key_of(old))
    assert [numbers.number() for _ in old["numbers"]] == old["numbers"]
    again = FirstStream(*key_of(old))
    assert [[n, again.below(n)] for n, _ in old["below"]] == old["below"]


@pytest.mark.parametrize("version", STREAMS)
def test_a_stranger_reads_the_same_numbers(version: str) -> None:
    vector = VECTORS[version]
    own = stranger.VERSIONS[version](stranger.stream(vector, vector["players"]))
    assert [[n, own.below(n)] for n, _ in vector["below"]] == vector["below"]


@pytest.mark.parametrize("version", STREAMS)
@pytest.mark.parametrize("game", ["giants", "origins-tribe"])
def test_the_first_draws(game: str, version: str) -> None:
    vector = VECTORS[version]
    state = start(rules(game, vector["players"]))
    chance = STREAMS[version](*key_of(vector))
    found = list[list[Any]]()
    while len(found) < len(vector["draws"][game]):
        event = chance.draw(state) if state.chance else legal_actions(state)[0]
        if state.chance:
            found.append([format_action(event), chance.used])
        state = advance(state, event)
    assert found == vector["draws"][game]


@pytest.mark.parametrize("version", STREAMS)
@pytest.mark.parametrize("game", ["giants", "origins-tribe"])
def test_the_page_and_the_stranger_draw_them_too(game: str, version: str) -> None:
    vector = VECTORS[version]
    words = [text.split() for text, _ in vector["draws"][game]]
    events = [{"type": kind, SHOWN[kind]: things} for kind, *things in words]
    record = {
        "rules": {"game": game, "players": vector["players"]}, "fair": vector, "events": events
    }  # fmt: skip
    assert checked(record) == [{"promise": True, "draws": len(events), "wrong": None}]
    assert stranger.first_wrong(record, box(game)) is None
    events[-1][SHOWN[words[-1][0]]][0] = "nothing"
    (found,) = checked(record)
    assert found["wrong"]["nth"] == len(events)
    assert str(stranger.first_wrong(record, box(game))).startswith(f"event {len(events) - 1}: ")


@pytest.mark.parametrize("version", STREAMS)
@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_stranger_checks_whole_games(game: str, version: str) -> None:
    """By the document alone: fair ones, and one with another nonce."""
    record: dict[str, Any] = {}
    for players in next(entry for entry in GAMES if entry.name == game).players:
        for seed in range(4):
            record, _ = played(game, players, (), seed, version)
            assert stranger.first_wrong(record, box(game)) is None
    record["fair"]["nonces"] = {"0": "00" * 16}
    assert str(stranger.first_wrong(record, box(game))).startswith("event ")


def test_a_stranger_checks_what_an_old_server_gave() -> None:
    kept = Path(__file__).parent / "tables_fair_1" / "records.jsonl"
    for line in kept.read_text().splitlines():
        record = json.loads(line)
        assert stranger.first_wrong(record, box(record["rules"]["game"])) is None
