"""``kingdomino daily``: the deal in the terminal, and the chain checked."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from kingdomino import apply, rules, start
from kingdomino.core.interchange import export_record
from kingdomino.core.record import Record
from kingdomino.games import daily
from kingdomino.games.fair import fair_document
from tests.cli.command import error, output, run

ENTER = "\n" * 400


def shown(key: Path, day: date) -> str:
    return str(daily.Shown(day, daily.seed_of(key.read_bytes(), day)))


def new_key(folder: Path) -> Path:
    file = folder / "daily.key"
    assert "keep it to yourself" in output("daily", "key", file)
    return file


def test_the_deal_of_the_day_is_played(tmp_path: Path) -> None:
    """By pressing Enter; the same again, and another day's by its seed."""
    key, today = new_key(tmp_path), datetime.now(UTC).date()
    first = output("daily", "play", "--key", key, "--quick", given=ENTER)
    assert f"Deal of {today}" in first
    assert f"daily deal {today}: squire" in first
    assert output("daily", "play", "--key", key, "--quick", given=ENTER) == first
    assert "Play again?" not in first
    past = date(2026, 1, 31)
    seed = ("--seed", shown(key, past), "--quick", "--level", "page")
    assert f"daily deal {past}: page" in output("daily", "play", "giants", *seed, given=ENTER)


def test_the_own_server_has_the_same_deals(tmp_path: Path) -> None:
    """The key is made where the server looks for it."""
    folder = tmp_path / "data"
    told = output("daily", "seed", "--data", folder)
    assert (folder / "server.key").exists()
    assert output("daily", "seed", "--data", folder) == told
    assert daily.parse_shown(told.strip()).day == daily.yesterday(datetime.now(UTC).date())


def test_a_game_and_a_chain_are_verified(tmp_path: Path) -> None:
    key, day = new_key(tmp_path), date(2026, 11, 16)
    secret = daily.deal_secret(daily.seed_of(key.read_bytes(), day), "kingdomino")
    file, seed = tmp_path / "game.json", shown(key, date(2026, 11, 20))
    file.write_text(json.dumps(dealt(secret, day)))
    said = output("daily", "verify", file, "--seed", seed, "--seen", shown(key, day))
    assert said == f"{day}: fits\n{file}: the deal of {day}\n"
    forged = seed[:-4] + ("0000" if seed[-4:] != "0000" else "1111")
    found = run("daily", "verify", file, "--seed", forged, "--seen", shown(key, day))
    assert found.exit_code == 1
    assert f"does not lead to the one shown for {day}" in found.stdout
    assert "not the deal of kingdomino" in found.stdout


def dealt(secret: bytes, day: date) -> dict[str, Any]:
    """The beginning of a game."""
    state, record = start(rules("kingdomino", 2)), Record(rules("kingdomino", 2), ("A", "B"))
    stream = daily.deal_stream(secret, day)
    while state.chance:
        event = stream.draw(state)
        state, record = apply(state, event), record.then(event)
    proof = fair_document(secret, [daily.deal_nonce(day), ""], revealed=True)
    return export_record(record) | {"fair": proof}


def test_what_there_is_not(tmp_path: Path) -> None:
    assert "there is no game 'chess'" in error("daily", "play", "chess")
    assert "there is no level 'king' here" in error("daily", "play", "--level", "king")
    assert "64 hexadecimal digits" in error("daily", "play", "--seed", "today")
    assert "give --seed DAY:HEX" in error("daily", "verify")
    bad = tmp_path / "bad.key"
    bad.write_bytes(b"short")
    assert "no key of 32 bytes" in error("daily", "seed", "--key", bad)
    assert "exists" in error("daily", "key", bad)
