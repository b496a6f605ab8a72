"""Texts: every value that crosses a border comes back as it was; other texts are refused."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdomino.core.action import Event
from kingdomino.core.domino import format_domino, parse_domino
from kingdomino.core.drawing import format_kingdom, parse_kingdom, terrain_letters
from kingdomino.core.error import RecordError
from kingdomino.core.grid import Square, bit, format_square, parse_square, square_at
from kingdomino.core.notation import format_action, parse_action
from kingdomino.core.state import State
from tests.property.strategies import dominoes, events, positions, squares


@given(squares)
def test_squares(square: Square) -> None:
    """``e2n1`` is two east and one north of the castle."""
    assert parse_square(format_square(square)) == square
    assert square_at(bit(square)) == square
    assert str(square) == format_square(square)


@pytest.mark.parametrize(
    ("square", "text"),
    [((0, 0), "c"), ((2, -1), "e2n1"), ((-3, 0), "w3"), ((0, 6), "s6"), ((-6, -6), "w6n6")],
)
def test_squares_by_hand(square: tuple[int, int], text: str) -> None:
    """East and west first, then north or south; the castle is c."""
    assert format_square(Square(*square)) == text


@pytest.mark.parametrize("text", ["", "e", "e0", "e7", "n1e1", "e1w1", "E1", "cc", "e1 ", "1"])
def test_no_squares(text: str) -> None:
    """What names no square is said so."""
    with pytest.raises(RecordError, match="not a square"):
        parse_square(text)


@given(dominoes)
def test_dominoes(number: int) -> None:
    """Letters and numbers as they are printed."""
    assert parse_domino(format_domino(number)) == number


@pytest.mark.parametrize(("number", "name"), [(-6, "A"), (-1, "F"), (1, "1"), (54, "54")])
def test_dominoes_by_hand(number: int, name: str) -> None:
    """giants § Řada dílků domina: A to F come before 1."""
    assert format_domino(number) == name


@pytest.mark.parametrize(
    "name", ["", "G", "a", "0", "01", "55", "AB", "-1", "1.0", "٣", "9" * 5000]
)
def test_no_dominoes(name: str) -> None:
    """What names no domino is said so."""
    with pytest.raises(RecordError, match="not a domino"):
        parse_domino(name)


@settings(max_examples=400)
@given(events)
def test_events(event: Event) -> None:
    """A verb and its words, one canonical text each."""
    text = format_action(event)
    assert parse_action(text) == event
    assert format_action(parse_action(text)) == text
    assert pickle.loads(pickle.dumps(event)) == event


@settings(max_examples=300)
@given(st.text(alphabet="placechoserwkingsquv 0123456789wnABC_é", max_size=24))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing but RecordError, and what is read is written the same way."""
    try:
        event = parse_action(text)
    except RecordError:
        return
    assert format_action(event) == " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no such action: ''"),
        ("fly e1", "no such action: 'fly e1' .expected one of place, discard"),
        ("place e1", "not an action: 'place e1' .expected place SQUARE SQUARE"),
        ("place e1 e2 e3", "expected place SQUARE SQUARE"),
        ("place e1 x2", "not a square: 'x2'"),
        ("discard 4", "not an action: 'discard 4' .expected discard"),
        ("choose_pair 1", "expected choose_pair DOMINO DOMINO"),
        ("choose 60", "not a domino: '60'"),
        ("send 5", "not a seat: '5' .expected 0 to 4"),
        ("send 01", "not a seat: '01'"),
        ("kings 0 x", "not a seat: 'x'"),
    ],
)
def test_actions_that_are_none(text: str, why: str) -> None:
    """The message says what was given and what was possible."""
    with pytest.raises(RecordError, match=why):
        parse_action(text)


@settings(max_examples=250)
@given(positions())
def test_drawings(state: State) -> None:
    """Everything on a land is in its drawing, but for what was discarded."""
    letters = terrain_letters(state.rules.dominoes)
    for kingdom in state.kingdoms:
        again = parse_kingdom(format_kingdom(kingdom), letters, kingdom.size)
        assert again == kingdom._replace(discarded=0)


def test_record_errors_say_where() -> None:
    """``event 7: why``, or ``record: why`` for what is no event; also after a journey."""
    broken = RecordError("no such square", 7)
    assert str(broken) == "event 7: no such square"
    assert str(RecordError("no rules")) == "record: no rules"
    copy = pickle.loads(pickle.dumps(broken))
    assert (copy.why, copy.event) == ("no such square", 7)
