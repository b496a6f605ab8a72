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

TABLES: Mapping[str, str] = {
    "kingdomino": """\
game: kingdomino
variants: harmony middle_kingdom

name: Ann
W G1 G  G  G
W F1 F1 W  W1
W F  C  W1 W
W W  M2 S  F1
W S  S  S  M2

name: Bob
F  L1 F  L L
W  L  L1 L G2
F  L1 C  W L
W1 W  W  W W1
F  S1 S2 S S
""",
    "giants": """\
game: giants
quests: four_corners_lake lost_corner

name: Ann
S2 W  F  F  F
W  W1 W1 F  F
F  G  G2 S1 F1
G  G  G1 L  L
C  M3 W  W  L

name: Bob
discarded: 1
L   L  F L1  L
S1g L  L L2g G2
W   W1 W G1  G1
.   .  G W   W
L1  F  F F   C
""",
    "origins-discovery": """\
game: origins-discovery

name: Ann
discarded: 1
Q   G   .   Q*1 Q1
Q2  L   V1  .   Q1
J1  J*2 V2  H   D
J*1 J1  V1  V1  V2
L   G   G*1 G*2 J

name: Bob
discarded: 1
D  J  J   J  D
.  J1 J*2 J  Q
Q  D  J2  J  .
V2 H  L1  G1 D
Q2 L  L1  G  G1

name: Cleo
discarded: 1
D  Q  V3  Q   .
L  L1 V2  L*3 L
L  L1 L*2 L   L
D1 D  H   G   G1
D  D  D   G   .
""",
    "origins-totem": """\
game: origins-totem

name: Ann
discarded: 1
totems: fish flint
.  V1  V2 Q+ Q+
Q+ D   G+ G+ G+
L1 L*2 H  J+ J+
L1 L*1 L+ L+ L+
D  L+  G+ .  Q2

name: Bob
discarded: 1
totems: mammoth
D1  L+ .   V2  D
D   Q1 H   J*2 J1
Q*2 Q+ J*3 J1  G+
G+  Q+ V3  L+  G+
.   J+ V2  G1  G+

name: Cleo
discarded: 1
totems: mushroom
L+ L+  V1 .   D
V2 H   V1 G+  J+
D  D*2 G+ G1  J+
L+ D*1 Q+ Q2  J1
.  D   D  D*1 J+
""",
    "origins-tribe": """\
game: origins-tribe
variants: empire_of_fire

name: Ann
G1         G:painter  G*1 G+ D
J+         V1         G*2 G1 L:small
J*2        V2         H   V2 Q
J*1        Q+         Q+  V3 V1
J:sculptor J:sculptor J*3 L  D

name: Bob
discarded: 1
D  J+ J*2 V2 D:amazon
.  D  J   J2 J1
Q1 Q  H   L1 J1
Q1 D  D   L1 G:fire_lady
D  D  L   D  .

name: Cleo
L+              Q2              Q:small Q2 J1
L:fishing_child L:fishing_child L1      L1 L+
V2              L+              H       G  D1
V1              D*1             D*2     G  D1
G1              D               D       Q  G+
""",
}
"""Whole tables to start from: games that bots have played."""
