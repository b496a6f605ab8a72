"""Whole games kept as text: the engine must read them, and write them again letter by letter."""

from __future__ import annotations

import pytest

from kingdomino import Rules, format_json, format_record, parse_json, parse_record
from tests.golden.make import FOLDER, golden_rules, path_of

RULES = [*golden_rules()]


@pytest.mark.parametrize("made", RULES, ids=str)
def test_every_rule_set_has_a_golden_game_that_still_plays(made: Rules) -> None:
    """A rule set without a golden game fails; a changed score, order or word shows as a diff."""
    text = path_of(made).read_text(encoding="utf-8")
    record = parse_record(text)
    assert record.rules == made
    assert record.state().over
    assert format_record(record) == text


@pytest.mark.parametrize("made", RULES, ids=str)
def test_golden_games_survive_the_interchange_format(made: Rules) -> None:
    record = parse_record(path_of(made).read_text(encoding="utf-8"))
    assert parse_json(format_json(record)) == record


def test_no_golden_game_is_left_over() -> None:
    assert {*FOLDER.glob("*.game")} == {path_of(made) for made in RULES}


def test_golden_games_show_every_kind_of_event() -> None:
    """The fixtures are worth something only if everything happens in them."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.game"))
    verbs = (
        "place discard choose choose_pair cover release send decline erupt hand_over spend "
        "recruit settle pass kings quests row cave"
    )
    for verb in verbs.split():
        assert f"{verb} " in text or f" {verb}\n" in text, verb
