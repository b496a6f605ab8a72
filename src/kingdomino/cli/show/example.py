"""Kingdoms to start a score pad from."""

from __future__ import annotations

from collections.abc import Mapping

_BASE = """\
game: kingdomino
variants: harmony middle_kingdom
discarded: 0

# A word a square: the letter of its terrain, then its crowns. C is the castle, a dot bare ground.
# W wheat, F forest, L lake, G grass, S swamp, M mine. Lines with a # are not read.
W  W1 W  F  F
W  W  F1 F  F
L  L1 C  G  G1
L  L  S  S1 G
.  .  M2 M1 S
"""

_GIANTS = """\
game: giants
quests: bleak_king four_corners_lake
discarded: 1

# g is a giant on a crown: M2g has two crowns, one of them covered.
L   L   W   W   W
L1  W1g W   F   F
C   S2  S1  F   F
M2g M1  S   F   L
M   G   G   .   .
"""

_DISCOVERY = """\
game: origins-discovery
players: 3
discarded: 0

# H is the hut, V2 a volcano with two craters, Q1 a printed flame, D*2 a fire token of two flames.
# G grassland, L lake, J jungle, Q quarry, D desert, V volcano. For two players it is 7×7.
L   L   L1  G   G
L   H   D   D*2 G
Q   Q1  D   V2  J
Q*1 V1  .   J   J1
"""

_TOTEM = """\
game: origins-totem
players: 3
totems: fish flint
discarded: 0

# L+ is a lake with its resource token; the terrain says which. The totems are those you hold.
L+  L+  L1  G+  G+
L+  H   D   D*2 G
Q+  Q1  D   V2  J+
Q*1 V1  .   J+  J1
"""

_TRIBE = """\
game: origins-tribe
players: 3
variants: empire_of_fire

# G:hunter is grassland where the hunter lives. There are hunter, fishing_child, gatherer,
# sculptor, painter, fire_lady, shaman, and the warriors small, amazon, oafish.
G+  G:hunter  G+ D   D1
L   L1        H  D*2 D:shaman
L+  J:painter J  D   V2
.   Q:small   Q:amazon .  .
"""

EXAMPLES: Mapping[str, str] = {
    "kingdomino": _BASE,
    "giants": _GIANTS,
    "origins-discovery": _DISCOVERY,
    "origins-totem": _TOTEM,
    "origins-tribe": _TRIBE,
}
