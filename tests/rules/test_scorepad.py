"""The score pad: a drawn kingdom with a few words above it (books § Konec hry)."""

from __future__ import annotations

import pytest

from kingdomino.core.error import RecordError, RulesError
from kingdomino.games.scorepad import score_pad


def lines(text: str) -> dict[str, int]:
    return dict(score_pad(text)[1].lines)


def test_base_kingdom() -> None:
    """base § Konec hry: without words it is a kingdom of the base game."""
    assert lines("W1 W C L L") == {"regions": 2}


def test_words_above_the_drawing() -> None:
    """giants § Úkoly: the game, its quests and the discards."""
    text = """
        game: giants
        quests: lost_corner harmony
        discarded: 1

        F1 F  W   W
        C  W  M2g .
    """
    assert lines(text) == {"regions": 2 + 1, "harmony": 0, "lost_corner": 20}


def test_state_is_a_table_with_nothing_to_decide() -> None:
    """base § Konec hry: the kingdom sits at seat 0."""
    state, sheet = score_pad("players: 4\nvariants: harmony middle_kingdom\nC W1 W")
    assert state.over
    assert len(state.kingdoms) == 4
    assert sheet.player == 0
    assert sheet.total == 2 + 10 + 5


def test_totems() -> None:
    """origins § 2. Hra o totemy, Konec hry: the totems this player holds."""
    found = lines("game: origins-totem\ntotems: fish flint\nH G+ L1")
    assert [found[f"totem_{name}"] for name in ("mammoth", "fish", "mushroom", "flint")] == [
        *(0, 4, 0, 6)
    ]
    assert found["resources"] == 1


def test_drawing_that_begins_with_somebody_at_home() -> None:
    """origins § Pralidé: a caveman in the first square is no word above the drawing."""
    assert lines("game: origins-tribe\n\nD:oafish D H")["warriors"] == 3


@pytest.mark.parametrize(("words", "frame"), [("", 5), ("players: 2", 7)])
def test_frame_depends_on_the_players(words: str, frame: int) -> None:
    """origins § Speciální pravidla pro dva: two play on 7×7."""
    state, _ = score_pad(f"game: origins-discovery\n{words}\nH D D")
    assert state.kingdoms[0].size == frame


def test_mighty_duel_is_for_two() -> None:
    """base § Varianty hry, Duel mocných: nobody needs to say that there are two."""
    assert score_pad("variants: mighty_duel\nC W W W W W W")[0].rules.players == 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("colour: pink\nC", "unknown word 'colour' .expected game, players"),
        ("Game: giants\nC", "unknown word 'Game'"),
        ("game: giants\ngame: giants\nC", "'game' is given twice"),
        ("discarded: some\nC", "discarded is a number, not 'some'"),
        ("discarded: 9999\nC", "discarded is a number, not '9999'"),
        ("players: -1\nC", "players is a number, not '-1'"),
        ("quests: harmony\nC", "kingdomino has no quest 'harmony' .it has none"),
        ("game: giants\nquests: haste\nC", "giants has no quest 'haste' .it has local_business"),
        ("totems: fish\nC", "kingdomino has no totem 'fish' .it has none"),
        ("game: origins-totem\ntotems: bear\nH", "no totem 'bear' .it has mammoth, fish"),
        ("C L+ L", "kingdomino has no resource tokens"),
        ("game: origins-discovery\nH L+ L", "origins-discovery has no resource tokens"),
        ("C L*1 L", "kingdomino has no fire tokens"),
        ("C L1g L", "kingdomino has no giants"),
        ("game: origins-totem\nH D:hunter D", "no caveman 'hunter' .it has none"),
        ("game: origins-tribe\nH D:bear D", "no caveman 'bear' .it has amazon, fire_lady"),
        ("game: giants", r"a kingdom has one castle"),
    ],
)
def test_bad_pads(text: str, why: str) -> None:
    """base § Konec hry: what cannot be on the table is not scored."""
    with pytest.raises(RecordError, match=why):
        score_pad(text)


def test_bad_rules() -> None:
    """base § Varianty hry: an impossible combination is refused here too."""
    with pytest.raises(RulesError, match="there is no game 'chess'"):
        score_pad("game: chess\nC")
