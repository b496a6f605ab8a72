"""What may be played together: a combination the books do not allow is one clear sentence."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from kingdomino.core.error import RulesError
from kingdomino.games.catalogue import GAME, GAMES, every_rules, rules, setting

ORIGINS = ("origins-discovery", "origins-totem", "origins-tribe")
VARIANTS = (
    *("wider_offer", "mighty_duel", "middle_kingdom", "harmony"),
    *("empire_of_fire", "homo_habilis", "dynasty", "nonsense"),
)


def refusal(game: str, players: int, *variants: str) -> str:
    with pytest.raises(RulesError) as refused:
        rules(game, players, variants)
    return str(refused.value)


def test_catalogue_lists_five_games() -> None:
    """base, giants and origins: three boxes, five games."""
    assert list(GAME) == ["kingdomino", "giants", *ORIGINS]


@pytest.mark.parametrize(
    ("game", "players"),
    [("kingdomino", (2, 3, 4)), ("giants", (2, 3, 4, 5)), *((g, (2, 3, 4)) for g in ORIGINS)],
)
def test_numbers_of_players(game: str, players: tuple[int, ...]) -> None:
    """base § Příprava hry, giants § Příprava hry, origins § Příprava hry: who can play."""
    assert GAME[game].players == players
    assert [rules(game, seats).players for seats in players] == list(players)


@pytest.mark.parametrize(
    ("game", "players", "title"),
    [
        ("kingdomino", 1, "Kingdomino is for 2 to 4"),
        ("kingdomino", 5, "Kingdomino is for 2 to 4"),
        ("giants", 6, "Kingdomino: Age of Giants is for 2 to 5"),
        ("giants", 0, "Kingdomino: Age of Giants is for 2 to 5"),
        ("origins-discovery", 5, "Kingdomino Origins: Discovery is for 2 to 4"),
        ("origins-totem", 1, "Kingdomino Origins: Totem is for 2 to 4"),
        ("origins-tribe", -1, "Kingdomino Origins: Tribe is for 2 to 4"),
    ],
)
def test_impossible_number_of_players(game: str, players: int, title: str) -> None:
    """base § Příprava hry: two to four; giants § Příprava hry: two to five."""
    assert refusal(game, players) == f"{title} players, not {players}"


def test_unknown_game() -> None:
    """base, giants, origins: no other game is known."""
    assert refusal("queendomino", 2) == (
        "there is no game 'queendomino'; there are kingdomino, giants, "
        "origins-discovery, origins-totem, origins-tribe"
    )


def test_unknown_variant() -> None:
    """base § Varianty hry: the known ones are named."""
    assert refusal("kingdomino", 2, "nonsense") == (
        "Kingdomino has no variant 'nonsense'; "
        "it has wider_offer, mighty_duel, middle_kingdom, harmony"
    )


@pytest.mark.parametrize("players", [3, 4])
def test_mighty_duel_is_for_two(players: int) -> None:
    """base § Varianty hry, Duel mocných: two players only."""
    expected = f"The Mighty Duel is for 2 players, not {players}"
    assert refusal("kingdomino", players, "mighty_duel") == expected
    assert refusal("giants", players, "mighty_duel") == expected


def test_wider_offer_is_for_two_or_three() -> None:
    """base § Varianty hry, Širší nabídka: two or three players."""
    expected = "Wider Offer is for 2 or 3 players, not 4"
    assert refusal("kingdomino", 4, "wider_offer") == expected


@pytest.mark.parametrize(
    ("variant", "why"),
    [
        (
            "middle_kingdom",
            "Age of Giants has the Middle Kingdom among its quests, so it is no option there",
        ),
        ("harmony", "Age of Giants has Harmony among its quests, so it is no option there"),
        (
            "wider_offer",
            "Age of Giants always lays rows of five, so Wider Offer does not go with it",
        ),
        ("empire_of_fire", "Empire of Fire is an option of Kingdomino Origins only"),
        ("homo_habilis", "Homo Habilis is an option of Kingdomino Origins only"),
    ],
)
def test_what_giants_refuses(variant: str, why: str) -> None:
    """giants § Úkoly: quests replace the optional bonuses; giants § Řada dílků domina: its row."""
    assert refusal("giants", 3, variant) == why
    assert refusal("giants", 2, "mighty_duel", variant) == why


@pytest.mark.parametrize("game", ORIGINS)
@pytest.mark.parametrize(
    ("variant", "why"),
    [
        ("mighty_duel", "Origins for two is always played on 7×7, so it needs no Mighty Duel"),
        (
            "harmony",
            "Harmony belongs to Kingdomino and Origins has its own rows and bonuses",
        ),
        (
            "middle_kingdom",
            "The Middle Kingdom belongs to Kingdomino and Origins has its own rows and bonuses",
        ),
        (
            "wider_offer",
            "Wider Offer belongs to Kingdomino and Origins has its own rows and bonuses",
        ),
    ],
)
def test_what_origins_refuses(game: str, variant: str, why: str) -> None:
    """origins § Volitelná či další pravidla: its own two options, and no others."""
    assert refusal(game, 2, variant) == why


@pytest.mark.parametrize("variant", ["empire_of_fire", "homo_habilis"])
def test_base_refuses_the_options_of_origins(variant: str) -> None:
    """base § Varianty hry: not among them."""
    assert refusal("kingdomino", 2, variant).endswith("is an option of Kingdomino Origins only")


@pytest.mark.parametrize("game", GAME)
def test_dynasty_is_no_rule_of_a_single_game(game: str) -> None:
    """base § Varianty hry, Dynastie: three games of the same rules, whichever they are."""
    assert refusal(game, 2, "dynasty").startswith("a dynasty is three games of the same rules")


def test_variant_is_asked_for_once() -> None:
    """base § Varianty hry: a bonus counts once."""
    assert refusal("kingdomino", 2, "harmony", "harmony") == (
        "each variant can be asked for once: harmony, harmony"
    )


def test_single_variant_may_be_a_word() -> None:
    """base § Varianty hry: a word is not a list of letters."""
    assert rules("kingdomino", 2, "harmony") == rules("kingdomino", 2, ["harmony"])


def test_every_refusal_is_one_sentence() -> None:
    """base § Varianty hry: all games × players × pairs of variants; none says nothing or a page."""
    refused = 0
    for game, players, pair in product(GAME, range(7), product(VARIANTS, VARIANTS)):
        try:
            rules(game, players, set(pair))
        except RulesError as error:
            refused += 1
            said = str(error)
            assert "\n" not in said
            assert 20 < len(said) < 160
            assert not said.endswith(".")
    assert refused > 1000


def test_allowed_combinations_are_all_there() -> None:
    """base § Varianty hry: 2⁴ for two, 2³ for three, 2² for four; giants 5; origins 3×3×2²."""
    every = list(every_rules())
    assert len(every) == (16 + 8 + 4) + (2 + 1 + 1 + 1) + 3 * 3 * 4
    assert len({(made.game, made.players, made.variants) for made in every}) == len(every)


def test_list_and_refusals_agree() -> None:
    """base § Varianty hry: what is not refused is listed, and nothing else."""
    listed = {(made.game, made.players, made.variants) for made in every_rules()}
    pairs = [tuple(sorted({a, b})) for a, b in product(VARIANTS, VARIANTS)]
    for game, players, pair in product(GAME, range(7), [(), *pairs]):
        assert allowed(game, players, pair) == ((game, players, pair) in listed)


def allowed(game: str, players: int, variants: tuple[str, ...]) -> bool:
    try:
        return rules(game, players, variants).variants == variants
    except RulesError:
        return False


def test_games_and_variants_are_described() -> None:
    """base, giants, origins: every game and every variant has a title and a sentence."""
    described = [(game.title, game.what) for game in GAMES]
    described += [(v.title, v.what) for game in GAMES for v in game.variants]
    for title, what in described:
        assert title
        assert what.endswith(".")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"rounds": 13}, "13 rounds with rows of 4 need 52 dominoes, but kingdomino has 48"),
        ({"trim": (4,)}, r"a row of 4 has no positions \(4,\) to trim"),
        ({"trim": (-1,)}, r"a row of 4 has no positions \(-1,\) to trim"),
        ({"trim": (0,)}, "rows of 4 less 1 cannot seat 4 kings"),
    ],
)
def test_rules_validate_themselves(change: dict[str, int | tuple[int, ...]], why: str) -> None:
    """base § Příprava hry: rows must come out of the box and seat every king."""
    with pytest.raises(RulesError, match=why):
        replace(rules("kingdomino", 4), **change)  # type: ignore[arg-type]


def test_a_setting_is_players_and_variants() -> None:
    assert setting("giants", "3") == rules("giants", 3)
    bonuses = rules("kingdomino", 4, ["harmony", "middle_kingdom"])
    assert setting("kingdomino", "4:middle_kingdom+harmony") == bonuses
    assert setting("kingdomino", "2:") == rules("kingdomino", 2)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("two", "not a setting: 'two'"),
        ("", "not a setting: ''"),
        ("9", "2 to 4 players"),
        ("2:storm", "no variant 'storm'"),
    ],
)
def test_what_is_no_setting_is_said_in_one_sentence(text: str, why: str) -> None:
    with pytest.raises(RulesError, match=why):
        setting("kingdomino", text)
