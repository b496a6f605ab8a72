"""The interchange record: INTERCHANGE.md sentence by sentence, mostly by breaking good records."""

from __future__ import annotations

import copy
import json
from typing import Any, NamedTuple

import pytest

from kingdomino import RecordError, format_json, parse_json, parse_record, rules
from kingdomino.core.interchange import export_record, import_record
from kingdomino.core.interchange.word import read_words
from kingdomino.core.notation import Verb, Word
from kingdomino.games.catalogue import every_rules
from kingdomino.games.catalogue import rules as rules_named
from kingdomino.games.records import check_dynasties, parse_any
from tests.golden.make import path_of
from tests.records.play import played

Json = dict[str, Any]


def golden(game: str, players: int) -> Json:
    """A finished golden game as a JSON document."""
    return export_record(parse_record(path_of(rules(game, players)).read_text(encoding="utf-8")))


BASE = golden("kingdomino", 2)
GIANTS = golden("giants", 3)
DECLINING = golden("giants", 4)
NEOLITHIC = golden("origins-discovery", 2)
TOTEM = golden("origins-totem", 4)
TRIBE = golden("origins-tribe", 3)


def changed(document: Json, *path: str | int, to: Any) -> Json:
    """A copy with one value changed; the path may end in a new key."""
    made = copy.deepcopy(document)
    at: Any = made
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = to
    return made


def without(document: Json, *path: str | int) -> Json:
    made = copy.deepcopy(document)
    at: Any = made
    for key in path[:-1]:
        at = at[key]
    del at[path[-1]]
    return made


def find(document: Json, kind: str) -> int:
    """Where the first event of a type stands."""
    return next(i for i, event in enumerate(document["events"]) if event["type"] == kind)


def error(document: Any) -> str:
    with pytest.raises(RecordError) as broken:
        import_record(document, rules_named)
    assert "\n" not in str(broken.value)
    return str(broken.value)


@pytest.mark.no_cover
@pytest.mark.parametrize("made", [*every_rules()], ids=str)
def test_our_records_are_read_back(made: Any) -> None:
    for events in (0, 13, 10_000):
        text = format_json(played(made, events))
        assert format_json(parse_json(text)) == text


def test_a_half_made_settling_is_left_out() -> None:
    record = parse_record(path_of(rules("origins-tribe", 3)).read_text(encoding="utf-8"))
    spend = next(i for i, e in enumerate(record.events) if type(e).__name__ == "Spend")
    whole = [type(e).__name__ for e in record.events].index("Settle")
    cut = played(record.rules, 0).then(*record.events[: spend + 1])
    before = played(record.rules, 0).then(*record.events[:spend])
    assert export_record(cut) == export_record(before)
    assert whole > spend


def test_the_top_level_ignores_what_it_does_not_know() -> None:
    extended = changed(BASE, "site", to={"x": 1.5})
    assert export_record(import_record(extended, rules_named)) == BASE


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ([], "record: a record is an object, not []"),
        ({}, "record: the format is None, and only 'kingdomino-record/1' is known"),
        (changed(BASE, "format", to="kingdomino-record/2"), "record: the format is 'kingdomino-"),
        (without(BASE, "rules"), "record: there is no 'rules'"),
        (without(BASE, "players"), "record: there is no 'players'"),
        (without(BASE, "events"), "record: there is no 'events'"),
        (changed(BASE, "rules", to=7), "record: rules is an object, not 7"),
        (changed(BASE, "rules", "extra", to=7), "record: rules has an unknown key 'extra'"),
        (without(BASE, "rules", "variants"), "record: rules has no 'variants'"),
        (changed(BASE, "rules", "game", to="chess"), "record: there is no game 'chess'"),
        (changed(BASE, "rules", "game", to=7), "record: a game is a text, not 7"),
        (changed(BASE, "rules", "players", to=5), "record: Kingdomino is for 2 to 4 players"),
        (changed(BASE, "rules", "players", to=2.0), "record: players is a whole number, not 2.0"),
        (changed(BASE, "rules", "players", to=True), "record: players is a whole number, not true"),
        (
            changed(BASE, "rules", "variants", to=["middle_kingdom", "harmony"]),
            "record: variants are sorted by name",
        ),
        (changed(BASE, "rules", "variants", to=["dynasty"]), "record: a dynasty is three games"),
        (
            changed(BASE, "rules", "variants", to=["harmony", "harmony"]),
            "record: each variant can be asked for once",
        ),
        (changed(BASE, "players", to=["A"]), "record: kingdomino for 2 has 2 players, not 1"),
        (changed(BASE, "players", to=["A", 7]), "record: a player's name is a text, not 7"),
        (changed(BASE, "players", to="AB"), "record: players is a list"),
        (changed(BASE, "events", to={}), "record: events is a list, not {}"),
        (changed(BASE, "dynasty", to={"id": "x"}), "record: dynasty has no 'game'"),
        (changed(BASE, "dynasty", to={"id": "x", "game": 4}), "record: a dynasty has games 1 to 3"),
        (without(BASE, "scores"), "record: the game is over, but 'scores' and 'winners'"),
        (changed(BASE, "winners", to=[0, 1]), "record: the winners are "),
        (changed(BASE, "winners", to=["0"]), "record: a winner is a whole number"),
        (changed(BASE, "scores", to=BASE["scores"][:1]), "record: there are 1 scores for 2"),
        (changed(BASE, "scores", 0, "total", to=1), "record: the score of player 0 has total 1"),
        (changed(BASE, "scores", 0, "bonus", to=1), "record: the score of player 0 has an unknown"),
        (without(BASE, "scores", 1, "crowns"), "record: the score of player 1 has no 'crowns'"),
        (
            changed(BASE, "scores", 0, "lines", "harmony", to=0),
            "record: lines of the score of player 0 has an unknown key 'harmony'",
        ),
        (
            changed(BASE, "scores", 1, "player", to=0),
            "record: the score of player 1 has player 0, which should be 1",
        ),
    ],
)
def test_a_wrong_frame_is_no_event(document: Any, why: str) -> None:
    assert error(document).startswith(why)


ROW, PLACE, CHOOSE = find(BASE, "row"), find(BASE, "place"), find(BASE, "choose")
QUESTS, COVER = find(GIANTS, "quests"), find(GIANTS, "cover")
PAIR, ERUPT = find(NEOLITHIC, "choose_pair"), find(NEOLITHIC, "erupt")
HAND, CAVE, SETTLE = find(TOTEM, "hand_over"), find(TRIBE, "cave"), find(TRIBE, "settle")
DECLINE = find(DECLINING, "decline")


@pytest.mark.parametrize(
    ("document", "why"),
    [
        (changed(BASE, "events", 0, to="kings"), 'event 0: an event is an object, not "kings"'),
        (changed(BASE, "events", 0, to={}), "event 0: the type of an event is a text, not null"),
        (changed(BASE, "events", 0, "type", to="dance"), "event 0: there is no event of type"),
        (changed(BASE, "events", 0, "player", to=0), "event 0: a kings event has an unknown key"),
        (changed(BASE, "events", 0, "order", to=[0, 0, 0, 1]), "event 0: player 0 has only 2"),
        (changed(BASE, "events", 0, "order", to=[0, 0, 1, 1.0]), "event 0: a seat is a whole"),
        (without(BASE, "events", 0), "event 0: chance cannot row now: chance is next (kings)"),
        (without(BASE, "events", ROW), f"event {ROW}: player "),
        (changed(BASE, "events", ROW, "trimmed", to=["1"]), f"event {ROW}: the dominoes trimmed"),
        (changed(BASE, "events", ROW, "dominoes", to=[1]), f"event {ROW}: each of dominoes is a"),
        (
            changed(BASE, "events", ROW, "dominoes", to=["4", "3", "2", "1"]),
            f"event {ROW}: a row is sorted",
        ),
        (changed(BASE, "events", CHOOSE, "domino", to="x"), f"event {CHOOSE}: not a domino: 'x'"),
        (changed(BASE, "events", CHOOSE, "domino", to="01"), f"event {CHOOSE}: not a domino"),
        (changed(BASE, "events", CHOOSE, "domino", to="48"), f"event {CHOOSE}: player"),
        (changed(BASE, "events", PLACE, "player", to=7), f"event {PLACE}: player 7 cannot place"),
        (changed(BASE, "events", PLACE, "domino", to="49"), f"event {PLACE}: player"),
        (changed(BASE, "events", PLACE, "squares", to=[[1, 0]]), f"event {PLACE}: a domino covers"),
        (
            changed(BASE, "events", PLACE, "squares", to=[[1, 0], [1]]),
            f"event {PLACE}: a square is [x, y], not [1]",
        ),
        (
            changed(BASE, "events", PLACE, "squares", to=[[1, 0], [99, 0]]),
            f"event {PLACE}: the square [99, 0] is out of the castle's reach",
        ),
        (
            changed(BASE, "events", PLACE, "squares", to=[[1, 0], [3, 0]]),
            f"event {PLACE}: player",
        ),
        (
            changed(BASE, "events", PLACE, "squares", to=[[1, 0], [True, 0]]),
            f"event {PLACE}: each of a square's numbers is a whole number, not true",
        ),
        (
            changed(BASE, "events", PLACE, "type", to="discard"),
            f"event {PLACE}: a discard event has an unknown key 'squares'",
        ),
        (
            changed(
                BASE,
                "events",
                PLACE,
                to={
                    "type": "discard",
                    "player": BASE["events"][PLACE]["player"],
                    "domino": BASE["events"][PLACE]["domino"],
                },
            ),
            f"event {PLACE}: player",
        ),
        (
            changed(BASE, "events", to=[*BASE["events"], {"type": "pass", "player": 0}]),
            f"event {len(BASE['events'])}: the game is over, but there is a pass event",
        ),
        (changed(GIANTS, "events", QUESTS, "quests", to=["x"]), f"event {QUESTS}: there is no"),
        (
            changed(GIANTS, "events", QUESTS, "quests", to=["harmony", "harmony"]),
            f"event {QUESTS}: 2 different quests",
        ),
        (changed(GIANTS, "events", COVER, "square", to=[0, 0]), f"event {COVER}: player"),
        (
            changed(NEOLITHIC, "events", PAIR, "dominoes", to=["1"]),
            f"event {PAIR}: two dominoes are taken, not 1",
        ),
        (changed(NEOLITHIC, "events", ERUPT, "square", to=[0, 0]), f"event {ERUPT}: player"),
        (
            changed(TOTEM, "events", HAND, "totem", to="gold"),
            f"event {HAND}: the totem to hand over is",
        ),
        (changed(TOTEM, "events", HAND, "to", to=9), f"event {HAND}: player"),
        (changed(TRIBE, "events", CAVE, "cavemen", to=["x"] * 4), f"event {CAVE}: there is no"),
        (changed(TRIBE, "events", CAVE, "cavemen", to=["hunter"] * 4), f"event {CAVE}: the pile"),
        (changed(TRIBE, "events", CAVE, "cavemen", to=["hunter"]), f"event {CAVE}: 4 cavemen"),
        (changed(TRIBE, "events", SETTLE, "spend", to=[[1, 0]]), f"event {SETTLE}: settling costs"),
        (
            changed(TRIBE, "events", SETTLE, "spend", to=[[0, 0], [0, 0]]),
            f"event {SETTLE}: player",
        ),
        (changed(TRIBE, "events", SETTLE, "caveman", to="x"), f"event {SETTLE}: player"),
        (changed(TRIBE, "events", SETTLE, "square", to=[0, 0]), f"event {SETTLE}: player"),
    ],
)
def test_the_first_broken_event_is_named(document: Any, why: str) -> None:
    assert error(document).startswith(why)


def test_scores_of_an_unfinished_game_are_an_error() -> None:
    cut = changed(BASE, "events", to=BASE["events"][:-1])
    assert error(cut) == "record: the game is not over, but there is 'scores'"
    unfinished = without(without(cut, "scores"), "winners")
    assert export_record(import_record(unfinished, rules_named)) == unfinished


def test_lists_without_an_order_may_come_in_any() -> None:
    for document, index, key in (
        (GIANTS, QUESTS, "quests"),
        (TRIBE, CAVE, "cavemen"),
        (TRIBE, SETTLE, "spend"),
    ):
        turned = changed(document, "events", index, key, to=document["events"][index][key][::-1])
        assert export_record(import_record(turned, rules_named)) == document


def test_two_equal_halves_may_be_turned_around() -> None:
    doubles = [
        i
        for i, event in enumerate(BASE["events"])
        if event["type"] == "place" and int(event["domino"]) <= 12
    ]
    assert doubles
    squares = BASE["events"][doubles[0]]["squares"]
    assert squares == sorted(squares)
    turned = changed(BASE, "events", doubles[0], "squares", to=squares[::-1])
    assert export_record(import_record(turned, rules_named)) == BASE


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "record: no JSON: "),
        ("[" * 100_000, "record: no JSON: nested too deeply"),
        ('{"a": NaN}', "record: NaN is no JSON number"),
        ('{"a": 1, "b": {"c": 1, "c": 2}}', "record: the key 'c' is given twice"),
        ('{"a": ' + "9" * 5000 + "}", "record: no JSON: "),
    ],
)
def test_what_is_no_json_is_refused(text: str, why: str) -> None:
    with pytest.raises(RecordError) as broken:
        parse_json(text)
    assert str(broken.value).startswith(why)


def test_either_form_is_recognised() -> None:
    record = played(rules("kingdomino"), 5)
    assert parse_any("\n " + format_json(record)) == record
    text = path_of(rules("kingdomino", 2)).read_text(encoding="utf-8")
    assert parse_any(text) == parse_record(text)


def dynasty(game: int, name: str = "cup", players: int = 2) -> Any:
    document = {
        "format": "kingdomino-record/1",
        "rules": {"game": "kingdomino", "players": players, "variants": []},
        "players": ["Ana"] * players,
        "dynasty": {"id": name, "game": game},
        "events": [],
    }
    record = parse_json(json.dumps(document))
    assert export_record(record) == document
    return record


def test_the_games_of_a_dynasty_belong_together() -> None:
    check_dynasties([dynasty(1), dynasty(3), dynasty(1, "other"), played(rules("giants"), 1)])
    with pytest.raises(RecordError, match="dynasty 'cup' has two records of game 1"):
        check_dynasties([dynasty(1), dynasty(1)])
    with pytest.raises(RecordError, match="the games of dynasty 'cup' differ"):
        check_dynasties([dynasty(1), dynasty(2, players=3)])


def test_the_example_of_the_format_is_read() -> None:
    """INTERCHANGE.md § example: an unfinished game of giants for three."""
    events = [
        {"type": "kings", "order": [2, 0, 1]},
        {"type": "quests", "quests": ["bleak_king", "four_corners_lake"]},
        {"type": "row", "dominoes": ["C", "4", "19", "27", "51"], "trimmed": ["4", "27"]},
        {"type": "choose", "player": 2, "domino": "51"},
        {"type": "choose", "player": 0, "domino": "C"},
        {"type": "choose", "player": 1, "domino": "19"},
        {"type": "row", "dominoes": ["2", "8", "14", "33", "49"], "trimmed": ["8", "33"]},
        {"type": "place", "player": 0, "domino": "C", "squares": [[1, 0], [2, 0]]},
        {"type": "choose", "player": 0, "domino": "14"},
    ]
    document = {
        "format": "kingdomino-record/1",
        "rules": {"game": "giants", "players": 3, "variants": []},
        "players": ["Ana", "greedy", "search"],
        "events": events,
    }
    assert export_record(import_record(document, rules_named)) == document


class Shout(NamedTuple):
    word: str


def test_a_word_of_a_rule_set_of_its_own_is_a_text() -> None:
    verb = Verb(Shout, (Word("SHOUT", str.lower, str.upper),))
    said: object = read_words(verb, {"word": "hey"})
    assert said == Shout("HEY")
    with pytest.raises(RecordError, match="SHOUT is a text, not 3"):
        read_words(verb, {"word": 3})
