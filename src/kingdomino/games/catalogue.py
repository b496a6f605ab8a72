"""Every game there is: who can play it, its variants, and what cannot be combined."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from ..core.error import RulesError
from ..core.rules import Rules
from .giants import giants
from .kingdomino import harmony, kingdomino, middle_kingdom, mighty_duel, wider_offer
from .origins import discovery, empire_of_fire, homo_habilis, totem
from .tribe import tribe


@dataclass(frozen=True, slots=True)
class Variant:
    """An option of a game and the numbers of players that may use it."""

    name: str
    title: str
    what: str
    players: frozenset[int]
    change: Callable[[Rules], Rules]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a variant does not go with a game: a code that never changes, and a sentence."""

    code: str
    why: str


@dataclass(frozen=True, slots=True)
class Game:
    """One rule set of the family."""

    name: str
    title: str
    what: str
    players: tuple[int, ...]
    make: Callable[[int], Rules]
    variants: tuple[Variant, ...]
    refused: Mapping[str, Refusal]
    """Why variants of other games do not go with this one."""


_TWO, _TWO_OR_THREE, _TO_FOUR = frozenset({2}), frozenset({2, 3}), frozenset({2, 3, 4})

MIGHTY_DUEL = Variant(
    "mighty_duel",
    "The Mighty Duel",
    "Two players share all dominoes and build kingdoms of 7×7.",
    _TWO,
    mighty_duel,
)
# The order is the order of application: a wider row decides how many rounds a duel has.
BASE_VARIANTS = (
    Variant(
        "wider_offer",
        "Wider Offer",
        "Every row has one domino more than there are kings; the one left over is discarded.",
        _TWO_OR_THREE,
        wider_offer,
    ),
    MIGHTY_DUEL,
    Variant(
        "middle_kingdom",
        "The Middle Kingdom",
        "10 points more if the castle is in the centre of the kingdom.",
        _TO_FOUR,
        middle_kingdom,
    ),
    Variant(
        "harmony",
        "Harmony",
        "5 points more for a player who discarded no domino.",
        _TO_FOUR,
        harmony,
    ),
)
ORIGINS_VARIANTS = (
    Variant(
        "empire_of_fire",
        "Empire of Fire",
        "10 points more if the hut is in the centre of the territory.",
        _TO_FOUR,
        empire_of_fire,
    ),
    Variant(
        "homo_habilis",
        "Homo Habilis",
        "5 points more for a player who discarded no domino.",
        _TO_FOUR,
        homo_habilis,
    ),
)

_QUEST_INSTEAD = "Age of Giants has {} among its quests, so it is no option there"
_BASE_ONLY = "{} belongs to Kingdomino and Origins has its own rows and bonuses"
_ORIGINS_ONLY = "{} is an option of Kingdomino Origins only"
_REFUSED_BY_BASE = {
    name: Refusal("origins_only", _ORIGINS_ONLY.format(title))
    for name, title in (("empire_of_fire", "Empire of Fire"), ("homo_habilis", "Homo Habilis"))
}
_REFUSED_BY_GIANTS = _REFUSED_BY_BASE | {
    "middle_kingdom": Refusal("is_quest", _QUEST_INSTEAD.format("the Middle Kingdom")),
    "harmony": Refusal("is_quest", _QUEST_INSTEAD.format("Harmony")),
    "wider_offer": Refusal(
        "own_row", "Age of Giants always lays rows of five, so Wider Offer does not go with it"
    ),
}
_REFUSED_BY_ORIGINS = {
    v.name: Refusal("base_only", _BASE_ONLY.format(v.title)) for v in BASE_VARIANTS
} | {
    "wider_offer": Refusal("rows_of_four", _BASE_ONLY.format("Wider Offer")),
    "mighty_duel": Refusal(
        "already_large", "Origins for two is always played on 7×7, so it needs no Mighty Duel"
    ),
}


def _origins(name: str, title: str, what: str, make: Callable[[int], Rules]) -> Game:
    return Game(name, title, what, (2, 3, 4), make, ORIGINS_VARIANTS, _REFUSED_BY_ORIGINS)


GAMES: list[Game] = [
    Game(
        "kingdomino",
        "Kingdomino",
        "Choose dominoes, lay them round your castle, multiply squares by crowns.",
        (2, 3, 4),
        kingdomino,
        BASE_VARIANTS,
        _REFUSED_BY_BASE,
    ),
    Game(
        "giants",
        "Kingdomino: Age of Giants",
        "Giants cover your crowns until you send them on; two quests give extra points.",
        (2, 3, 4, 5),
        giants,
        (MIGHTY_DUEL,),
        _REFUSED_BY_GIANTS,
    ),
    _origins(
        "origins-discovery",
        "Kingdomino Origins: Discovery",
        "Volcanoes throw fire over your territory; multiply squares by flames.",
        discovery,
    ),
    _origins(
        "origins-totem",
        "Kingdomino Origins: Totem",
        "Discovery with resources: one point each, and a totem for whoever has the most.",
        totem,
    ),
    _origins(
        "origins-tribe",
        "Kingdomino Origins: Tribe",
        "Spend resources to settle cavemen, who score by what lies around them.",
        tribe,
    ),
]
GAME: dict[str, Game] = {game.name: game for game in GAMES}


def add_game(game: Game) -> None:
    """Enter a rule set from elsewhere, which terminal, server and records know from then on.

    Raises RulesError when its name is taken or its rules do not go with it.
    """
    if game.name in GAME:
        raise RulesError(f"there is a game {game.name!r} already")
    for players in game.players:
        made = game.make(players)
        if (made.game, made.players) != (game.name, players) or len(made.colours) != players:
            raise RulesError(f"{game.name} for {players} makes rules of {made}, or lacks colours")
    GAMES.append(game)
    GAME[game.name] = game


DYNASTY = "dynasty"
DYNASTY_GAMES = 3


def rules(game: str, players: int = 2, variants: Iterable[str] = ()) -> Rules:
    """The rules of *game* for so many players with these variants.

    Raises RulesError, in one sentence, for what the rule books do not allow.

    >>> rules("kingdomino", 2, ["mighty_duel"]).size
    7
    """
    names = [variants] if isinstance(variants, str) else list(variants)
    return _rules(game, players, tuple(sorted(names)))


def setting(game: str, text: str) -> Rules:
    """The rules that ``3`` or ``4:harmony+middle_kingdom`` names; raises RulesError."""
    players, _, variants = text.partition(":")
    if not players.isdecimal():
        raise RulesError(f"not a setting: {text!r} (such as 2, 2:mighty_duel or 4:harmony)")
    return rules(game, int(players), [name for name in variants.split("+") if name])


@cache
def _rules(name: str, players: int, variants: tuple[str, ...]) -> Rules:
    game = GAME.get(name)
    if game is None:
        raise RulesError(f"there is no game {name!r}; there are {', '.join(GAME)}")
    if players not in game.players:
        least, most = game.players[0], game.players[-1]
        raise RulesError(f"{game.title} is for {least} to {most} players, not {players}")
    own = {variant.name: variant for variant in game.variants}
    for asked in variants:
        _check_variant(game, own, asked, players)
    if len(set(variants)) < len(variants):
        raise RulesError(f"each variant can be asked for once: {', '.join(variants)}")
    made = game.make(players)
    for variant in game.variants:
        if variant.name in variants:
            made = variant.change(made)
    return replace(made, variants=variants)


def _check_variant(game: Game, own: Mapping[str, Variant], name: str, players: int) -> None:
    if name == DYNASTY:
        raise RulesError(
            "a dynasty is three games of the same rules in a row; "
            "play them one after the other and add the points up"
        )
    if name in game.refused:
        raise RulesError(game.refused[name].why)
    if name not in own:
        known = ", ".join(own)
        raise RulesError(f"{game.title} has no variant {name!r}; it has {known}")
    allowed = own[name].players
    if players not in allowed:
        seats = " or ".join(str(seat) for seat in sorted(allowed))
        raise RulesError(f"{own[name].title} is for {seats} players, not {players}")


def every_rules() -> Iterator[Rules]:
    """Every allowed combination of game, players and variants."""
    for game in GAMES:
        for players in game.players:
            usable = sorted(v.name for v in game.variants if players in v.players)
            for size in range(len(usable) + 1):
                for chosen in combinations(usable, size):
                    yield rules(game.name, players, chosen)
