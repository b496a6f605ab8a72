"""The score pad: whole tables as they were painted, scored as the engine scores them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from kingdomino import parse_record
from kingdomino.core.action import Place
from kingdomino.core.domino import Domino, Resource, format_domino
from kingdomino.core.drawing import format_cell
from kingdomino.core.engine import advance, start
from kingdomino.core.error import RecordError, RulesError
from kingdomino.core.grid import CASTLE_BIT, Square, format_square, singles, square_at
from kingdomino.core.kingdom import (
    Kingdom,
    discard,
    new_kingdom,
    placements,
    put,
    with_caveman,
    with_fire,
    with_giant,
)
from kingdomino.core.record import Record
from kingdomino.core.rules import Rules
from kingdomino.core.score import score_sheets, winners
from kingdomino.core.state import State
from kingdomino.games.catalogue import GAMES, every_rules, rules
from kingdomino.games.origins import lava_targets
from kingdomino.games.pad import DOUBTS, Pad, Painted, Scored, dynasty, score
from kingdomino.games.pad_text import (
    LONGEST_TEXT,
    VERSION,
    OtherVersion,
    decode_pads,
    encode_pads,
    format_pads,
    parse_pads,
)
from kingdomino.games.scorepad import score_pad
from kingdomino.games.tribe import settle_targets
from tests.golden.make import FOLDER
from tests.rules.table import PRINTED_DISCOVERY

KINGDOMS = 1_000
HUNTERS = """
    G+ G+       G+ D  D
    D  D:hunter G+ D  D
    L+ H        D  D  D
    D  D        G+ G+ D
    D  D  D:hunter D  D
"""


def lines(text: str, seat: int = 0) -> dict[str, int]:
    return dict(scored(text).sheets[seat].lines)


def scored(text: str) -> Scored:
    return score(parse_pads(text)[0])


def doubts(text: str) -> list[str]:
    return [doubt.code for doubt in scored(text).doubts]


# What the rule books print


@pytest.mark.parametrize(
    ("name", "points", "drawing"),
    [
        ("regions", 32, PRINTED_DISCOVERY),
        ("cavemen", 12 + 6, HUNTERS),
        ("cavemen", 5, "J2 D*1 D\nD D:fire_lady D*2\nH D D\nD D1 ."),
        ("warriors", 3 * 4 + 1, "D:small D:amazon D\nD D:small D\nH D D:small"),
    ],
)
def test_the_printed_examples(name: str, points: int, drawing: str) -> None:
    """origins § Konec hry, Lovci/sběrači, Válečníci: the pictures of the book."""
    text = f"game: origins-tribe\nplayers: 3\nvariants: empire_of_fire homo_habilis\n{drawing}"
    found = lines(text)
    assert found[name] == points
    assert dict(score_pad(text)[1].lines) == found
    if drawing == PRINTED_DISCOVERY:
        assert (found["empire_of_fire"], found["homo_habilis"]) == (10, 5)
        assert doubts(text) == []


def test_giants_cover_crowns() -> None:
    """giants § Příchod obrů: a covered crown does not count."""
    assert lines("game: giants\nquests: bleak_king lost_corner\nC M2g M W W")["regions"] == 2


def test_ties_go_to_the_larger_region() -> None:
    """base § Konec hry: equal points, then the largest region."""
    state = scored("name: Ann\nC W1 W F F\nname: Bob\nC W1 W F F F L").state
    assert winners(state) == (1,)


def test_totems_belong_to_one_player() -> None:
    """origins § 2. Hra o totemy: the holder scores them."""
    text = "game: origins-totem\ntotems: fish\nH L+ L\nname: Bob\ntotems: flint\nH Q+ Q"
    assert (lines(text, 0)["totem_fish"], lines(text, 1)["totem_fish"]) == (4, 0)
    assert lines(text, 1)["totem_flint"] == 6


def test_a_dynasty_adds_up() -> None:
    """base § Varianty hry, Dynastie: the points of all games."""
    pads = parse_pads("C W1 W\nname: Bob\nC W W\n---\nC W W\nname: Bob\nC F1 F F F\n")
    assert dynasty([score(pad) for pad in pads]) == ([2, 4], (1,))


def test_games_of_a_dynasty_are_alike() -> None:
    """base § Varianty hry, Dynastie: one game is played three times."""
    pads = parse_pads("C W W\n---\nvariants: harmony\nC W W\n")
    with pytest.raises(RecordError, match="the same rules"):
        dynasty([score(pad) for pad in pads])


# As the engine scores them


def random_table(made: Rules, rng: random.Random) -> State:
    """Kingdoms of one box, laid by the rules, with whatever may lie on them."""
    box = [*made.dominoes]
    rng.shuffle(box)
    dominoes = iter(box)
    people = [*made.cavemen]
    rng.shuffle(people)
    kingdoms = [_random_kingdom(made, dominoes, people, rng) for _ in range(made.players)]
    totems: list[int | None] = [None] * 4
    for resource in Resource:
        most = max(range(made.players), key=lambda seat: _tokens(kingdoms[seat], resource))
        if made.totem_points and _tokens(kingdoms[most], resource):
            totems[resource] = most
    quests = tuple(sorted(rng.sample(sorted(made.quest), made.quests_drawn)))
    return start(made)._replace(
        kingdoms=tuple(kingdoms), quests=quests, totems=tuple(totems), agenda=()
    )


def _tokens(kingdom: Kingdom, resource: Resource) -> int:
    return kingdom.resources(resource).bit_count()


def _random_kingdom(
    made: Rules, dominoes: Iterator[Domino], people: list[str], rng: random.Random
) -> Kingdom:
    kingdom = new_kingdom(made.size)
    for domino in islice(dominoes, made.rounds * made.kings_each):
        places = placements(kingdom, domino)
        if not places:
            kingdom = discard(kingdom)
            continue
        place = rng.choice(places)
        kingdom = put(kingdom, domino, place)
        for half, single in ((domino.left, place.left_bit), (domino.right, place.right_bit)):
            targets = [*singles(lava_targets(kingdom, single))] if half.craters else []
            if targets:
                kingdom = with_fire(kingdom, rng.choice(targets), half.craters)
    if made.has_giants and kingdom.uncovered() and rng.random() < 0.5:
        kingdom = with_giant(kingdom, rng.choice([*singles(kingdom.uncovered())]))
    homes = [*singles(settle_targets(kingdom))] if made.cavemen else []
    for home in rng.sample(homes, min(3, len(homes))):
        kingdom = with_caveman(kingdom, home, people.pop())
    return kingdom


def painted(kingdom: Kingdom) -> Painted:
    land = singles(kingdom.land & ~CASTLE_BIT)
    cells = {square_at(single): format_cell(kingdom, single) for single in land}
    return Painted(cells, "", kingdom.discarded)


def laid(record: Record, seat: int) -> Iterator[str]:
    """What a player has laid, a line for each domino."""
    state = start(record.rules)
    for event in record.events:
        due = state.agenda[0]
        if isinstance(event, Place) and due.player == seat:
            squares = map(format_square, (event.left, event.right))
            yield f"{format_domino(due.domino)} {' '.join(squares)}"
        state = advance(state, event)


@pytest.mark.parametrize("name", ["kingdomino-2", "kingdomino-4+all", "giants-3"])
def test_dominoes_are_laid_by_their_numbers(name: str) -> None:
    """What was laid in a whole game, line by line, is the kingdom that it made."""
    record = parse_record((FOLDER / f"{name}.game").read_text("utf-8"))
    made, kingdoms = record.rules, record.state().kingdoms
    lines = [f"game: {made.game}", f"variants: {' '.join(made.variants)}"]
    for seat, kingdom in enumerate(kingdoms):
        lines += [f"name: P{seat}", f"discarded: {kingdom.discarded}", *laid(record, seat)]
    (pad,) = parse_pads("\n".join(lines))
    bare = [kingdom._replace(giants=(0, 0, 0)) for kingdom in kingdoms]
    assert [one.cells for one in pad.kingdoms] == [painted(kingdom).cells for kingdom in bare]
    if not made.has_giants:
        assert [one.total for one in score(pad).sheets] == [
            sheet.total for sheet in score_sheets(record.state())
        ]


@pytest.mark.no_cover
@pytest.mark.parametrize("game", [game.name for game in GAMES[:5]])
def test_random_kingdoms_score_as_in_the_engine(game: str) -> None:
    """Every line, region and tie-break, nothing in doubt, and a link that holds all of it."""
    rng = random.Random(f"pad {game}")
    kinds = [made for made in every_rules() if made.game == game]
    done = 0
    while done < KINGDOMS:
        made = rng.choice(kinds)
        state = random_table(made, rng)
        pad = Pad(made, tuple(map(painted, state.kingdoms)), state.quests, state.totems)
        found = score(pad)
        assert found.sheets == score_sheets(state)
        assert found.doubts == ()
        if done % 10 == 0:
            assert decode_pads(encode_pads([pad])) == [pad]
        done += made.players


# What cannot be is said, and scored all the same


@pytest.mark.parametrize(
    ("code", "text", "points"),
    [
        ("past_frame", "C W1 W W W W W", 6),
        ("in_pieces", "C . W1 W", 2),
        ("odd", "C W1 W F", 2),
        ("too_many_dominoes", "discarded: 12\nC W1 W", 2),
        ("no_such_square", "C W3 W", 6),
        ("no_domino", "C M3 M", 6),
        ("giant", "game: giants\nC W1gg W", 0),
        ("not_in_game", "C W1g W", 2),
        ("not_in_game", "C L+ L1", 2),
        ("not_in_game", "C L*2 L1", 2),
        ("not_in_game", "C L:hunter L1", 2),
        ("too_many_squares", "C M3 W W . \n M3 W W . .", 6),
        ("too_many_giants", "game: giants\nplayers: 2\nC M3ggg G2gg S2gg L", 0),
        ("quests", "game: giants\nC W1 W", 2),
        ("volcano", "game: origins-discovery\nH V D", 0),
        ("token", "game: origins-totem\nH V1+ D", 0),
        ("fire", "game: origins-discovery\nH D1*1 D V1", 2),
        ("fire_without_volcano", "game: origins-discovery\nH D*2 D", 4),
        ("token", "game: origins-totem\nH D+ D1", 2),
        ("caveman", "game: origins-tribe\nH D1:hunter D", 2),
        ("too_many_cavemen", "game: origins-tribe\nH D:shaman D:shaman D:shaman D", 0),
        ("totem_not_most", "game: origins-totem\ntotems: fish\nH D1 D\nname: B\nH L+ L", 2),
    ],
)
def test_what_cannot_be_is_said_and_scored(code: str, text: str, points: int) -> None:
    found = scored(text)
    assert code in [doubt.code for doubt in found.doubts]
    assert dict(found.sheets[0].lines)["regions"] == points
    assert all(str(doubt) for doubt in found.doubts)


def test_every_doubt_comes_up() -> None:
    """No sentence is there for nobody."""
    marks = test_what_cannot_be_is_said_and_scored.pytestmark  # type: ignore[attr-defined]
    assert {case[0] for case in marks[0].args[1]} == set(DOUBTS)


def test_a_kingdom_past_its_frame_still_has_corners() -> None:
    """giants § Úkoly: the frame grows with what was painted."""
    text = "game: giants\nquests: four_corners_wheat harmony\nC W1 W W W W W"
    assert lines(text) == {"regions": 6, "four_corners_wheat": 5, "harmony": 5}


def test_a_bare_pad_is_worth_nothing() -> None:
    for text in ("name: Ann\nC\nname: Bob", "game: kingdomino", ""):
        assert [sheet.total for sheet in scored(text).sheets] == [0, 0]


# Words, drawings and links


def test_text_is_read_back() -> None:
    text = (
        "game: giants\nplayers: 3\nvariants: \nquests: lost_corner bleak_king\n"
        "name: Žofie\ndiscarded: 2\n# a note\nF1 F W W\nC W M2g .\nname: Bob\nC\n"
    )
    pads = parse_pads(text)
    assert pads[0].quests == ("bleak_king", "lost_corner")
    assert [kingdom.name for kingdom in pads[0].kingdoms] == ["Žofie", "Bob", ""]
    assert pads[0].kingdoms[0].discarded == 2
    assert parse_pads(format_pads(pads)) == pads
    assert decode_pads(encode_pads(pads)) == pads


def test_variants_and_totems_are_written() -> None:
    text = (
        "game: origins-totem\nplayers: 2\nvariants: empire_of_fire\n\n"
        "name: \ntotems: mammoth flint\nH G+\n\nname: \nH\n"
    )
    assert format_pads(parse_pads(text)) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("weather: fine\nC", "unknown word 'weather'"),
        ("name: A\nname: B\nC", "'name' is given twice"),
        ("C W W\nname: B\nquests: harmony\nC", "stands above the first drawing"),
        ("players: many\nC", "players is a number"),
        ("C\nname: B\nC\nname: C\nC\nname: D\nC\nname: E\nC", "for 2 to 4 players, not 5"),
        ("players: 2\nC\nname: B\nC\nname: C\nC", "has 2 kingdoms, not 3"),
        ("W W", "one castle"),
        ("C C", "one castle"),
        ("C W W W W W W W", "farther than 6"),
        ("C X W", "'X' is no square of kingdomino"),
        ("game: origins-tribe\nH D:wizard D", "no caveman 'wizard'"),
        ("quests: harmony\nC", "each of its quests once"),
        ("game: giants\nquests: harmony harmony\nC", "each of its quests once"),
        ("totems: fish\nC", "kingdomino has no totems"),
        ("game: origins-totem\ntotems: bear\nH", "totems are mammoth, fish"),
        ("game: origins-totem\ntotems: fish\nH\nname: B\ntotems: fish\nH", "held by one player"),
        ("game: chess\nC", "there is no game 'chess'"),
        ("C\n---\nC\n---\nC\n---\nC", "a dynasty has 3 games, not 4"),
        ("#" * (LONGEST_TEXT + 1), "at most 20000 characters"),
        ("1 e1 e2\nC W W", "a domino lies as in '27 e1 e2', not as in 'C W W'"),
        ("49 e1 e2", "kingdomino has no domino 49"),
        ("99 e1 e2", "not a domino: '99'"),
        ("1 e1 e3", "e1 and e3 are not side by side"),
        ("1 x1 e1", "not a square: 'x1'"),
        ("1 c e1", "something lies on c already"),
        ("1 e1 e2\n2 e2 e3", "something lies on e2 already"),
        ("1 e6 e7", "not a square: 'e7'"),
    ],
)
def test_what_is_no_pad(text: str, why: str) -> None:
    with pytest.raises((RecordError, RulesError), match=why):
        [score(pad) for pad in parse_pads(text)]


def test_more_crowns_than_any_box_has() -> None:
    """Counting lines of crowns would take long."""
    row = " ".join(["M1"] * 6)
    drawing = "\n".join([f"C {row}", *[f"M1 {row}"] * 6])
    with pytest.raises(RecordError, match="no 48 squares with crowns"):
        scored(f"game: giants\nquests: folie_des_grandeurs harmony\n{drawing}")


def test_pads_that_programs_make_are_checked_too() -> None:
    made = rules("origins-totem", 2)
    kingdoms = (Painted({}), Painted({}))
    with pytest.raises(RecordError, match="2 kingdoms, not 1"):
        score(Pad(made, kingdoms[:1]))
    with pytest.raises(RecordError, match="held by seats 0 to 1"):
        score(Pad(made, kingdoms, totems=(5, None, None, None)))
    with pytest.raises(RecordError, match="is no square"):
        score(Pad(made, (Painted({Square(0, 0): "D"}), kingdoms[0])))


def test_links_that_hold_no_pad() -> None:
    """A cut link, another version, a bomb: each in clear words."""
    code = encode_pads(parse_pads("C W W"))
    assert code.startswith(VERSION)
    with pytest.raises(OtherVersion, match="version 2, and 1 can be read"):
        decode_pads("2" + code[1:])
    bomb = encode_pads([Pad(rules("kingdomino", 2), (Painted({}, "x" * 90_000), Painted({})))])
    for wrong in (code[:-9], code[:12], "1", "", "1!!", "1AAAA", code + "A" * 9_000, bomb):
        with pytest.raises(RecordError, match="no score pad, or not all of one"):
            decode_pads(wrong)
