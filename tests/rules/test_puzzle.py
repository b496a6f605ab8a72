"""Puzzles: what a line holds, what is none, and those that come with the package."""

from __future__ import annotations

import json

import pytest

from kingdomino.core.engine import apply
from kingdomino.core.error import RecordError
from kingdomino.core.notation import format_action
from kingdomino.games.catalogue import GAMES
from kingdomino.games.kingdomino import is_centred
from kingdomino.games.puzzle import (
    LEVELS,
    format_puzzle,
    found_by,
    kinds,
    of_the_day,
    parse_puzzle,
    puzzle,
    puzzle_lines,
)

NAMES = [game.name for game in GAMES[:5]]


@pytest.mark.parametrize("game", NAMES)
def test_every_puzzle_of_the_package_can_be_asked(game: str) -> None:
    """Legal answers, one clearly best, and none of them twice."""
    lines = puzzle_lines(game)
    assert lines
    assert len({*lines}) == len(lines)
    for number, line in enumerate(lines, 1):
        asked = puzzle(game, number)
        assert format_puzzle(asked) == line
        shares = sorted(asked.shares)
        assert shares[-1] - shares[-2] >= 0.05
        assert asked.shares[asked.best] == shares[-1]
        assert 0 <= asked.found <= LEVELS
        legal = asked.actions(asked.state)
        assert [format_action(action) for action in legal] == [*asked.answers]
        assert (found_by(game)[number - 1], kinds(game)[number - 1]) == (asked.found, asked.kind)


@pytest.mark.parametrize("game", NAMES)
def test_a_puzzle_a_day(game: str) -> None:
    """All of them come before one comes again."""
    count = len(puzzle_lines(game))
    assert {of_the_day(game, day) for day in range(20_000, 20_000 + count)} == {
        *range(1, count + 1)
    }


def test_a_puzzle_that_there_is_not() -> None:
    count = len(puzzle_lines("kingdomino"))
    for number in (0, count + 1):
        with pytest.raises(RecordError, match=f"has {count} puzzles, not {number}"):
            puzzle("kingdomino", number)
    assert puzzle_lines("chess") == []
    with pytest.raises(RecordError, match="no puzzles of chess"):
        of_the_day("chess", 1)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"answers": ["choose 99", "choose 1"]}, "legal answers"),
        ({"answers": []}, "legal answers"),
        ({"points": [1.0]}, "what it brings"),
        ({"players": 9}, "no puzzle of kingdomino"),
        ({"events": "kings 0 1"}, "no puzzle of kingdomino"),
        ({"events": "dance"}, "no puzzle of kingdomino"),
        ({"events": 7}, "no puzzle of kingdomino"),
        ({"found": None, "events": ""}, "no puzzle of kingdomino"),
    ],
)
def test_a_puzzle_that_is_none(change: dict[str, object], why: str) -> None:
    line = json.loads(puzzle_lines("kingdomino")[0]) | change
    with pytest.raises(RecordError, match=why):
        parse_puzzle("kingdomino", json.dumps(line))
    for text in ("", "[]", "{}"):
        with pytest.raises(RecordError, match="no puzzle of kingdomino"):
            parse_puzzle("kingdomino", text)


def test_an_answer_given_twice() -> None:
    line = json.loads(puzzle_lines("kingdomino")[0])
    line["answers"] = [line["answers"][0]] * len(line["answers"])
    with pytest.raises(RecordError, match="legal answers"):
        parse_puzzle("kingdomino", json.dumps(line))


def test_every_kind_of_question_is_asked() -> None:
    """Where does it go, which domino, save the middle kingdom, send the giant."""
    asked = {game: {*kinds(game)} for game in NAMES}
    origins = {"place", "choose", "erupt", "middle"}
    assert asked == {
        "kingdomino": {"place", "choose", "middle"},
        "giants": {"place", "choose", "middle", "cover", "send"},
        "origins-discovery": origins,
        "origins-totem": origins,
        "origins-tribe": origins | {"recruit", "settle"},
    }


@pytest.mark.parametrize("game", NAMES)
def test_the_middle_kingdom_can_be_saved_and_lost(game: str) -> None:
    """Before the answer the castle is in the centre; the best keeps it there, and not all do."""
    for number, kind in enumerate(kinds(game), 1):
        if kind == "middle":
            asked = puzzle(game, number)
            state = asked.state
            seat = state.agenda[0].player
            assert is_centred(state.kingdoms[seat])
            kept = [is_centred(apply(state, a).kingdoms[seat]) for a in asked.actions(state)]
            assert kept[asked.best]
            assert not all(kept)
