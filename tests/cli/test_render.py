"""The drawings: what is on the table can be read, with or without colour, in any width."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from kingdomino import GAMES, Rules, State, apply, draw, legal_actions, rules, start
from kingdomino.cli.show import glyph, render
from kingdomino.cli.show.sentence import does, event_sentence, line_title, quest_sentence
from kingdomino.cli.show.verdict import dynasty_verdict, verdict
from kingdomino.core import action as act
from kingdomino.core.drawing import parse_kingdom, terrain_letters
from kingdomino.core.grid import Square
from kingdomino.core.record import Record
from kingdomino.core.state import Decision, Phase
from kingdomino.games.quest import QUESTS

NAMES = ("Ana", "Ben", "Cyril", "Dana", "Eva")


def printed(
    *drawn: RenderableType, width: int = 60, encoding: str = "utf-8", colour: bool = False
) -> str:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, errors=glyph.FALLBACK, newline="\n")
    console = Console(
        file=stream,
        width=width,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
        no_color=not colour,
    )
    for one in drawn:
        console.print(one)
    stream.flush()
    return raw.getvalue().decode(encoding)


def stripped(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines())


def table(made: Rules, *drawings: str, **changes: object) -> State:
    letters = terrain_letters(made.dominoes)
    lands = tuple(parse_kingdom(drawing, letters, made.size) for drawing in drawings)
    begun = start(made)
    kingdoms = (*lands, *begun.kingdoms[len(lands) :])
    changed: dict[str, object] = {"kingdoms": kingdoms, "agenda": (), **changes}
    return begun._replace(**changed)  # type: ignore[arg-type]


def played(made: Rules, seed: int, steps: int) -> State:
    rng, state = random.Random(seed), start(made)
    for _ in range(steps):
        if state.over:
            break
        event = draw(state, rng) if state.chance else rng.choice(legal_actions(state))
        state = apply(state, event)
    return state


def test_a_giant_kingdom_shows_crowns_giants_and_the_frame() -> None:
    state = table(rules("giants", 3), "M3gg W1\nC F\n. F")
    text = stripped(printed(render.kingdom_panel(state, 0, names=NAMES)))
    assert text == (
        "╭─ ♥ Ana · 2 ─────────────────────────╮\n"
        "│     w3  w2  w1  c   e1  e2  e3  e4  │\n"
        "│ n3  ·   ·   ·   ·   ·   ·   ·   ·   │\n"
        "│                                     │\n"
        "│ n2  ·   ·   ·   ·   ·   ·   ·   ·   │\n"
        "│                                     │\n"
        "│ n1  ·   ·   ·   M◆  W‖  ·   ·   ·   │\n"
        "│                 ♛☻☻ ♛               │\n"
        "│ c   ·   ·   ·   ♜♥  F♣  ·   ·   ·   │\n"
        "│                                     │\n"
        "│ s1  ·   ·   ·   ·   F♣  ·   ·   ·   │\n"
        "│                                     │\n"
        "│ s2  ·   ·   ·   ·   ·   ·   ·   ·   │\n"
        "│                                     │\n"
        "│ s3  ·   ·   ·   ·   ·   ·   ·   ·   │\n"
        "│                                     │\n"
        "╰─────────────────────────────────────╯"
    )


def test_a_territory_shows_fire_tokens_cavemen_and_craters() -> None:
    state = table(rules("origins-tribe", 3), "V2 J*2 Q+\nH D:hunter G+\nL1 L:oafish L")
    text = stripped(printed(render.kingdom_panel(state, 0, names=NAMES, frame=False)))
    assert text == (
        "╭─ ♥ Ana · 11 ────╮\n"
        "│     c   e1  e2  │\n"
        "│ n1  V▲  J♠  Q▤  │\n"
        "│     ○○  ✹✹  •fl │\n"
        "│ c   ♜♥  D∴  G„  │\n"
        "│         ☺hu •ma │\n"
        "│ s1  L≈  L≈  L≈  │\n"
        "│     ✦   ☺w3     │\n"
        "╰─────────────────╯"
    )


def test_a_small_kingdom_is_one_line_a_row() -> None:
    state = table(rules("giants", 3), "M2g W1\nC F\n. F")
    text = stripped(printed(render.kingdom_panel(state, 0, names=NAMES, compact=True)))
    assert [line[2:8].rstrip(" │") for line in text.splitlines()[1:-1]] == [
        "M1☻W1",
        "♜♥ F",
        "·  F",
    ]


def test_totems_and_discards_are_never_cut() -> None:
    state = table(rules("origins-totem", 3), totems=(0, 0, 0, 0))
    poorer = state.kingdoms[0]._replace(discarded=2)
    state = state._replace(kingdoms=(poorer, *state.kingdoms[1:]))
    text = printed(render.kingdom_panel(state, 0, names=NAMES, compact=True))
    assert "totem •ma •fi •mu •fl" in text
    assert "2 put away" in text


def test_numbers_stand_on_squares_and_frames_around_them() -> None:
    state = table(rules("kingdomino"), "C W1 W")
    marks = {
        Square(0, -1): render.Mark("12", "+6"),
        Square(1, 0): render.Mark("3"),
    }
    text = printed(render.kingdom_panel(state, 0, highlights=marks))
    assert " 12 " in text
    assert "+6" in text
    assert " 3W " in text
    framed = {Square(1, 0): render.Mark(framed=True)}
    assert "[W‖]" in printed(render.kingdom_panel(state, 0, highlights=framed))


def test_terrains_of_a_game_differ_without_colour() -> None:
    for game in GAMES:
        letters = terrain_letters(rules(game.name).dominoes)
        assert len({glyph.TERRAIN_GLYPH[t] for t in letters.values()}) == len(letters)
        assert len({glyph.plain(glyph.TERRAIN_GLYPH[t]) for t in letters.values()}) == len(letters)


def test_every_sign_has_a_stand_in_of_its_width() -> None:
    signs = "".join(
        (glyph.CROWN, glyph.FLAME, glyph.FIRE, glyph.GIANT, glyph.CRATER, glyph.CASTLE),
    ) + "".join((glyph.KING, glyph.TOKEN, glyph.PERSON, glyph.PRINTS, glyph.BARE, glyph.EMBLEMS))
    for sign in (*signs, *glyph.TERRAIN_GLYPH.values()):
        assert cell_len(sign) == 1
        assert glyph.plain(sign).isascii()
        assert glyph.plain(sign) != "?"
    assert glyph.plain("Živa × 2") == "Ziva x 2"


def test_marks_differ_in_ascii() -> None:
    marks = (glyph.CROWN, glyph.FLAME, glyph.FIRE, glyph.GIANT, glyph.CRATER, glyph.TOKEN)
    plain = {glyph.plain(mark) for mark in (*marks, glyph.PERSON)}
    assert len(plain) == len(marks) + 1


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "utf-8"])
def test_any_encoding_prints_the_same_shape(encoding: str) -> None:
    state = played(rules("origins-tribe", 2), 7, 150)
    text = printed(render.kingdoms(state, names=("Ana", "Živa")), encoding=encoding)
    lines = text.splitlines()
    assert len(lines) == len(printed(render.kingdoms(state, names=("Ana", "Živa"))).splitlines())
    assert {cell_len(line) for line in lines if line.strip()} == {cell_len(lines[0])}


@pytest.mark.parametrize("width", [60, 120])
def test_everything_fits(width: int) -> None:
    for game in GAMES:
        for players in game.players:
            for steps in (40, 2000):
                state = played(rules(game.name, players), steps, steps)
                for line in printed(*everything(state), width=width).splitlines():
                    assert cell_len(line) <= width


def everything(state: State) -> list[RenderableType]:
    drawn: list[RenderableType | None] = [
        render.kingdom_panel(state, 0, names=NAMES),
        render.kingdoms(state, names=NAMES),
        render.kingdoms(state, names=NAMES, compact=True),
        render.offer_panel(state, names=NAMES),
        render.waiting_panel(state, names=NAMES),
        render.caves(state),
        render.totem_race(state, names=NAMES),
        render.sheets(state, names=NAMES),
    ]
    return [one for one in drawn if one is not None]


def test_the_widest_frame_is_not_cut_at_60() -> None:
    state = start(rules("kingdomino", 2, ["mighty_duel"]))
    lines = printed(render.kingdom_panel(state, 0)).splitlines()
    assert "w6" in lines[1]
    assert "e6" in lines[1]
    assert lines[-1].endswith("╯")


def test_colour_only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table(rules("kingdomino"), "C W1 W")
    assert "\x1b[" not in printed(render.kingdom_panel(state, 0))
    coloured = printed(render.kingdom_panel(state, 0), colour=True)
    assert "48;2;240;207;87" in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert render.open_console().no_color


def test_the_row_shows_kings_and_the_line_of_kings() -> None:
    state = table(
        rules("giants", 3),
        offer=(-6, 27, 49),
        claims=(None, 1, None),
        agenda=(Decision(Phase.PLACE, 2, 48), Decision(Phase.CHOOSE, 2)),
    )
    offer = printed(render.offer_panel(state, names=NAMES))
    assert " A  F♣      W‖      ☻ giant      free" in offer
    assert "27  F♣ ♛    W‖                   ♚ ★ Ben" in offer
    assert "49  W‖ ♛♛   F♣ ♛    ∵ footprints free" in offer
    waiting = render.waiting_panel(state, names=NAMES)
    assert waiting is not None
    assert "48  W‖      M◆ ♛♛♛  ♚ ✚ Cyril" in printed(waiting)


def test_a_sheet_has_every_region_and_adds_up() -> None:
    state = table(rules("kingdomino", 2, ["harmony"]), "W1 W W\nF1 C L\nF L L")
    text = printed(render.sheet_table(state, 0, names=NAMES))
    for line in ("W‖ wheat 3 × 1  │  3", "F♣ forest 2 × 1", "L≈ lake 3 × 0", "Harmony", "total"):
        assert line in text
    assert "10 │" in text
    assert "largest 3, crowns 2" in text


def test_every_event_of_every_game_is_a_sentence() -> None:
    for made in (rules(game.name, players) for game in GAMES for players in game.players):
        rng, state = random.Random(1), start(made)
        while not state.over:
            event = draw(state, rng) if state.chance else rng.choice(legal_actions(state))
            sentence = event_sentence(state, event, NAMES)
            assert sentence
            assert "  " not in sentence
            if state.player is not None:
                assert sentence.startswith(NAMES[state.player])
            state = apply(state, event)


def test_sentences_say_what_happens() -> None:
    state = table(
        rules("kingdomino"),
        offer=(3, 4, 5, 6),
        claims=(None,) * 4,
        agenda=(Decision(Phase.PLACE, 1, 27), Decision(Phase.CHOOSE, 1)),
    )
    place = act.Place(Square(1, 0), Square(2, 0))
    assert event_sentence(state, place, NAMES) == "Ben places 27 at e1 e2"
    assert event_sentence(state, place, ("Ana", "You")) == "You place 27 at e1 e2"
    assert event_sentence(state, place) == "Player 2 places 27 at e1 e2"
    state = apply(state, place)
    assert event_sentence(state, act.Choose(4), NAMES) == "Ben takes 4"


def test_verbs_follow_you() -> None:
    assert does("Ana", "has no room") == "Ana has no room"
    assert does("You", "has no room") == "You have no room"
    assert does("You", "passes") == "You pass"


def test_every_quest_is_explained() -> None:
    for name, _ in QUESTS:
        assert quest_sentence(name)
        assert "_" not in line_title(name)
    assert line_title("four_corners_wheat") == "Four Corners: wheat"
    assert line_title("folie_des_grandeurs") == "Folie des Grandeurs"


@pytest.mark.parametrize(
    ("drawings", "words"),
    [
        (("C W1 W\n. W W", "C W1 W"), "Ana wins with 4 points, 2 more than Ben."),
        (
            ("C W1 W\n. F F\n. F F", "C W2 F"),
            "The tie goes to Ana: larger region, 4 squares against 1.",
        ),
        (
            ("C W1 W\n. F S", "C W1 F1\n. L L"),
            "The tie goes to Ben: as large a region, but 2 crowns against 1.",
        ),
        (
            ("C W1 W", "C W1 W"),
            "Ana and Ben share the victory: 2 points, a largest region of 2 and 1 crown each.",
        ),
    ],
)
def test_the_verdict_explains_ties(drawings: Sequence[str], words: str) -> None:
    told = verdict(table(rules("kingdomino"), *drawings), NAMES)
    assert told.removeprefix("Ana and Ben both have 2 points. ") == words


def test_a_dynasty_is_decided_by_the_sum() -> None:
    games = [finished(seed) for seed in range(3)]
    words = dynasty_verdict(games, NAMES[:2])
    assert "dynasty" in words
    assert "three games" in words


def finished(seed: int) -> Record:
    made = rules("kingdomino")
    rng, record, state = random.Random(seed), Record(made, ("Ana", "Ben")), start(made)
    while not state.over:
        event = draw(state, rng) if state.chance else rng.choice(legal_actions(state))
        record, state = record.then(event), apply(state, event)
    return record
