"""The games in a few friendly paragraphs, for ``kingdomino rules``."""

from __future__ import annotations

from collections.abc import Mapping

from ...games.catalogue import GAME

_KINGDOMINO = """
You rule a castle and little else. In every round you take a domino, each with two squares of
land, and join it to your kingdom; then you put your king on the domino you want next. Low numbers
are plain land and choose first next time; high numbers have crowns and wait.

A domino touches the castle, or has at least one half beside a square of its own terrain.
Everything must fit into the frame, castle included; where the frame lies is open until you fill
it. What fits nowhere is put away; what fits must be placed.

In the end each region, squares of one terrain that hang together by their sides, scores its
squares times its crowns. No crown, no points. A tie goes to the larger region, then to more
crowns; then the victory is shared.
"""

_GIANTS = """
Kingdomino with twelve more dominoes, and up to five players. A row has five dominoes; some leave
the game before anybody chooses, by the number of players.

Whoever places a lettered domino gets a giant, who sits down on a crown of their choice: it counts
no more. Whoever places footprints may send one of their giants to another player, who chooses the
crown it covers there.

Two quests, the same for everybody, are drawn at the start and give points besides the regions.
Otherwise the rules of Kingdomino hold: kingdomino rules kingdomino.
"""

_DISCOVERY = """
Long before the kings there were chiefs. Dominoes are chosen and placed as in Kingdomino, round a
hut, and regions score their squares times their flames.

Placing a volcano throws fire on a square of your own without flames: one crater throws one flame
up to three squares far, two craters two flames up to two, three craters three flames to a
neighbour. Volcanoes themselves score nothing.

Two players build on 7×7 with two chiefs each; the one whose chief is drawn takes the outer or the
inner two dominoes of the first row.
"""

_TOTEM = """
Discovery with resources: mammoths, fish, mushrooms and flint lie on the squares that show them.
Each token you still have in the end is a point; fire destroys those it lands on.

Whoever has placed a domino and owns more of a resource than anybody else takes its totem: mammoth
3 points, fish 4, mushroom 5, flint 6. Fire can cost you the lead, and the totem.

Everything else as in Discovery: kingdomino rules origins-discovery.
"""

_TRIBE = """
Discovery with resources and a cave of 22 cavemen, four of them in the open. Tokens are worth
nothing by themselves: you spend them.

After choosing your next domino you may settle a caveman on a bare square of yours. Two different
tokens buy one of the four in the open, one token of each kind buys any of the pile. Hunters and
gatherers score for what lies on the eight squares around them; warriors who live side by side
form a band: members times strength.

Everything else as in Discovery: kingdomino rules origins-discovery.
"""

TEXTS: Mapping[str, str] = {
    "kingdomino": _KINGDOMINO,
    "giants": _GIANTS,
    "origins-discovery": _DISCOVERY,
    "origins-totem": _TOTEM,
    "origins-tribe": _TRIBE,
}

DYNASTY = "Three games of the same rules in a row, their points added up."


def paragraphs(game: str) -> list[str]:
    """A game explained, a paragraph at a time, each on one long line."""
    return [
        " ".join(words.split()) for words in TEXTS.get(game, GAME[game].what).strip().split("\n\n")
    ]
