"""The text form of a record: round trips, replay to any point, and errors that name the line."""

from __future__ import annotations

import pytest

from kingdomino import (
    Record,
    RecordError,
    Rules,
    every_rules,
    format_record,
    parse_record,
    rules,
    start,
)
from kingdomino.core.record import Dynasty
from tests.golden.make import path_of
from tests.records.play import played

EVERY = [*every_rules()]


@pytest.mark.no_cover
@pytest.mark.parametrize("made", EVERY, ids=str)
def test_whole_and_broken_off_games_survive_the_text(made: Rules) -> None:
    for events in (0, 1, 7, 60, 10_000):
        record = played(made, events)
        assert parse_record(format_record(record)) == record


def test_a_record_replays_to_any_point() -> None:
    record = played(rules("giants", 3), 40)
    states = [*record.states()]
    assert len(states) == 41
    assert record.state(17) == states[17]
    assert record.state() == states[-1]
    assert record.state(0) == start(record.rules)


def test_a_dynasty_is_on_record() -> None:
    record = Record(rules("kingdomino"), ("a", "b"), dynasty=Dynasty("summer 'cup'", 2))
    assert parse_record(format_record(record)) == record


def test_comments_and_blank_lines_are_skipped() -> None:
    text = format_record(played(rules("kingdomino"), 9))
    spaced = "# a friendly game\n\n" + text.replace("\n", "\n\n  # well played\n")
    assert parse_record(spaced) == parse_record(text)


GOLDEN = path_of(rules("kingdomino", 2)).read_text(encoding="utf-8")
LINES = GOLDEN.splitlines()
FIRST_EVENT = 5


def broken(line: int, text: str | None) -> str:
    """The golden game with one line changed, or taken out."""
    lines = [*LINES]
    lines[line : line + 1] = [] if text is None else [text]
    return "\n".join(lines)


def test_the_golden_game_is_as_these_tests_expect() -> None:
    assert LINES[FIRST_EVENT].startswith("kings ")
    assert LINES[FIRST_EVENT + 6].startswith("row ")
    assert " place " in LINES[FIRST_EVENT + 7]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "record: expected 'kingdomino-game 1' on the first line, found 'nothing'"),
        ("kingdomino-game 2", "record: this is a text of version '2', and only 1 is known"),
        ("chess 2", "record: expected 'kingdomino-game 1' on the first line, found 'chess 2'"),
        (broken(1, "rules kingdomino " + "9" * 5000), "record: expected 'rules GAME PLAYERS'"),
        (broken(12, "9" * 5000 + " place 1 e1 e2"), "event 7: no such action"),
        (broken(1, "rules chess 2"), "record: there is no game 'chess'"),
        (broken(1, "rules kingdomino two"), "record: expected 'rules GAME PLAYERS'"),
        (broken(1, "rules kingdomino 7"), "record: Kingdomino is for 2 to 4 players, not 7"),
        (broken(2, None), "record: expected a line 'variants …', found 'player \"A\"'"),
        (broken(2, "variants nonsense"), "record: Kingdomino has no variant 'nonsense'"),
        (broken(3, None), "record: kingdomino for 2 has 2 players, not 1"),
        (broken(3, "player Ana"), 'record: expected a name in quotes such as "Ana", found Ana'),
        (broken(3, "player 7"), 'record: expected a name in quotes such as "Ana", found 7'),
        ("\n".join(LINES[:2]), "record: expected a line 'variants …', found the end"),
        (broken(5, 'dynasty 4 "x"\nkings 0'), "record: a dynasty has games 1 to 3, not '4'"),
        (broken(5, "kings 0 0 0 1"), "event 0: player 0 has only 2 in the draw"),
        (broken(5, "kings 0 9"), "event 0: not a seat: '9' (expected 0 to 4) (line 6)"),
        (broken(5, "kings 0 1"), "event 0: 4 kings are drawn in kingdomino for 2, not 2"),
        (broken(5, "kings 0 0 1 3"), "event 0: there is no player 3: seats are 0 to 1"),
        (broken(6, "kings 0 0 1 1"), "event 1: a row is laid now, not"),
        (broken(6, "row 1 2 3"), "event 1: a row of kingdomino for 2 has 4 dominoes, not 3"),
        (broken(6, "row 4 3 2 1"), "event 1: a row is sorted, each domino once: 4 3 2 1"),
        (broken(6, "row A 1 2 3"), "event 1: kingdomino has no domino A"),
        (broken(11, LINES[6]), "event 6: domino "),
        (broken(6, "0 choose 1"), "event 1: player 0 cannot act now: chance is next"),
        (broken(5, "row 1 2 3 4"), "event 0: the kings are drawn now, not"),
        (broken(7, "dance 3"), "event 2: no such action: 'dance 3'"),
        (broken(12, "0 place"), "event 7: "),
        (broken(12, "0"), "event 7: "),
        ("\n".join(LINES[:-1]), "record: the game is over: expected 'winners"),
        (GOLDEN + "winners 0\n", "record: nothing follows the winners"),
        (GOLDEN.replace("score 0 ", "score 0 1"), "record: the game is over: expected 'score 0"),
        ("\n".join([*LINES[:9], "winners 0"]), "record: the game is not over, but there is"),
    ],
)
def test_what_is_wrong_is_said(text: str, why: str) -> None:
    with pytest.raises(RecordError) as broken_at:
        parse_record(text)
    assert why in str(broken_at.value)
    assert "\n" not in str(broken_at.value)


def test_the_wrong_player_and_the_wrong_domino_are_named() -> None:
    seat, verb, domino, *squares = LINES[FIRST_EVENT + 7].split()
    other = "1" if seat == "0" else "0"
    with pytest.raises(RecordError, match=f"player {other} cannot act now: player {seat} is next"):
        parse_record(broken(FIRST_EVENT + 7, " ".join([other, verb, domino, *squares])))
    with pytest.raises(RecordError, match=f"is to place domino {domino}, not 49"):
        parse_record(broken(FIRST_EVENT + 7, " ".join([seat, verb, "49", *squares])))
    with pytest.raises(RecordError, match="is to place a domino and cannot pass"):
        parse_record(broken(FIRST_EVENT + 7, f"{seat} pass"))


def test_a_broken_event_in_a_record_made_by_hand_is_counted() -> None:
    record = played(rules("kingdomino"), 9)
    with pytest.raises(RecordError) as broken_at:
        record.then(record.events[0]).state()
    assert broken_at.value.event == 9


def test_an_event_after_the_end_is_refused() -> None:
    with pytest.raises(RecordError, match="the game is over: nobody can pass"):
        parse_record("\n".join([*LINES[:-3], "0 pass"]))
