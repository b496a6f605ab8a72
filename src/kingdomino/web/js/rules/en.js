// The rules pages in English. All languages have the same structure; what stands after
// `export default` is plain JSON. `**` marks strong words; ids of rulings are those of docs/rules.
export default {
  "kingdomino": {
    "title": "Kingdomino",
    "players": "2–4 players",
    "lead": "You rule a castle and little else. Round by round you choose dominoes and join them to your castle, until you have a kingdom of five by five squares. Land is worth points only where there are crowns. And the better the domino you choose now, the later you choose next time.",
    "sections": [
      {
        "id": "table",
        "title": "What is on the table",
        "blocks": [
          {
            "ul": [
              "**Dominoes**: 48, numbered 1 to 48. The back shows the number, the front two squares of land, some with one, two or three crowns. The higher the number, the rarer the land.",
              "**A castle** for each player. It is one square of your kingdom.",
              "**Kings** in your colour, which you stand on the dominoes you choose."
            ]
          },
          {"p": "There are six terrains:"},
          {"legend": "kingdomino"}
        ]
      },
      {
        "id": "setup",
        "title": "Set-up",
        "blocks": [
          {
            "table": {
              "head": ["Players", "Kings each", "Dominoes in play", "Row", "Rounds", "Dominoes each"],
              "rows": [
                ["2", "2", "24", "4", "6", "12"],
                ["3", "1", "36", "3", "12", "12"],
                ["4", "1", "48", "4", "12", "12"]
              ]
            }
          },
          {
            "ol": [
              "Everybody takes a castle and their kings.",
              "Shuffle the dominoes face down. With two or three players some leave the game unseen, as the table says. The others are the draw pile.",
              "**Lay the first row**: draw as many dominoes as there are kings, sort them by number, lowest first, and turn them over.",
              "**The opening**: draw the kings at random. In that order each is put on a domino that is still free.",
              "Lay the second row beside the first."
            ]
          },
          {
            "ruling": {
              "id": "K1",
              "text": "All kings are drawn before the first one is put on a domino, so everybody knows the whole order."
            }
          }
        ]
      },
      {
        "id": "round",
        "title": "A round",
        "blocks": [
          {
            "p": "The kings act in the order of their row, the one on the lowest number first. With two players each of your two kings has its own turn. A turn has two parts:"
          },
          {
            "ol": [
              "**Place** the domino under your king. If it has any legal place, you must place it, even if it hurts. Only if it has none, you **discard** it: it leaves the game.",
              "**Choose**: put the same king on a free domino of the next row. The last king takes what is left."
            ]
          },
          {
            "p": "When all kings have acted, a new row is laid and the next round begins. In the **last round** there is nothing left to choose: you only place."
          },
          {
            "ruling": {
              "id": "K2",
              "text": "The order of a turn in every game of the family: place or discard; what the placing triggers; choose; settle (only in Tribe). The last round stops before choosing."
            }
          }
        ]
      },
      {
        "id": "placing",
        "title": "Placing a domino",
        "blocks": [
          {
            "p": "A domino covers two empty squares that share a side, turned any way you like. Two things must hold:"
          },
          {
            "ol": [
              "**It joins.** At least one of its squares shares a side with your castle, or with a square of its own terrain. The castle joins to anything. One such side is enough; corners do not join.",
              "**It fits.** The whole kingdom, castle included, is at most 5 squares wide and 5 high (Mighty Duel: 7 and 7)."
            ]
          },
          {
            "pictures": {
              "game": "kingdomino",
              "list": [
                {
                  "rows": [". . . .", "!W W W C", "!L . . F", ". . . F"],
                  "caption": "A: legal. Wheat joins wheat."
                },
                {
                  "rows": [". . . .", ". W W C", ". . !W F", ". . !L F"],
                  "caption": "B: legal. The forest beside it does no harm."
                },
                {
                  "rows": ["!W !L . .", ". W W C", ". . . F", ". . . F"],
                  "caption": "C: not legal. Lake meets wheat, and wheat meets wheat only at a corner."
                }
              ]
            }
          },
          {
            "p": "**The frame moves until you fill it.** Your castle may end up anywhere in it. Once the kingdom is five wide, nothing can be added on the left or right; once it is five high, nothing above or below."
          }
        ]
      },
      {
        "id": "scoring",
        "title": "Scoring",
        "blocks": [
          {
            "p": "A **region** is all squares of one terrain that hang together by their sides. Each region scores"
          },
          {"formula": "its squares × its crowns"},
          {
            "p": "Add up all your regions. Several regions of one terrain count each on its own. Without a crown a region scores nothing, however large. The castle belongs to no region."
          },
          {
            "pictures": {
              "game": "kingdomino",
              "list": [
                {
                  "rows": ["W W W W G1", "M1 W G2 W F1", "S S C W F1", "W S2 G W1 F", "S2 S1 W W F1"],
                  "caption": "A complete kingdom worth 51 points"
                }
              ]
            }
          },
          {
            "table": {
              "head": ["Region", "Squares", "Crowns", "Points"],
              "rows": [
                ["wheat, from the top left to the bottom", "10", "1", "10"],
                ["forest, right", "4", "3", "12"],
                ["swamp, bottom left", "5", "5", "25"],
                ["grass, top right corner", "1", "1", "1"],
                ["grass, above the castle", "1", "2", "2"],
                ["grass, below the castle", "1", "0", "0"],
                ["mine, left", "1", "1", "1"],
                ["wheat, left", "1", "0", "0"],
                ["Total", "24", "13", "51"]
              ]
            }
          },
          {"p": "With Middle Kingdom this player adds 10, with Harmony 5: 66 points with both."}
        ]
      },
      {
        "id": "winner",
        "title": "Who wins",
        "blocks": [
          {
            "ol": [
              "The most points.",
              "In a tie: the largest single region, counted in squares, with crowns or without.",
              "In a tie again: the most crowns in the kingdom.",
              "If even that is equal, the victory is shared."
            ]
          },
          {
            "example": "Ana and Ben have 48 points each. Ana’s largest region has 7 squares and she has 12 crowns; Ben’s has 9 squares and he has 10 crowns. Ben wins: the region comes first."
          }
        ]
      },
      {
        "id": "variants",
        "title": "Variants",
        "blocks": [
          {"p": "Combine them as you like, as far as the number of players allows."},
          {
            "table": {
              "head": ["Variant", "Players", "What it does"],
              "rows": [
                ["Dynasty", "2–4", "Three complete games in a row; the points are added up."],
                [
                  "Middle Kingdom",
                  "2–4",
                  "10 points if your castle is in the centre of your kingdom."
                ],
                ["Harmony", "2–4", "5 points if you have discarded no domino."],
                ["Mighty Duel", "2", "All 48 dominoes, 12 rounds, a frame of 7×7."],
                [
                  "Wider Offer",
                  "2 or 3",
                  "One domino more in each row than kings; the one left over is discarded by the game."
                ]
              ]
            }
          },
          {"ruling": {"id": "K3", "text": "Equal sums share the victory of a dynasty."}},
          {
            "ruling": {
              "id": "K4",
              "text": "The castle is in the centre when no square of the kingdom is more than 2 rows or columns away from it (7×7: 3), holes or not."
            }
          },
          {
            "pictures": {
              "game": "kingdomino",
              "list": [
                {
                  "rows": [". G G F F", ". G W F .", "W W C L .", "W . L F .", "W W W F F"],
                  "caption": "In the centre, in spite of the holes"
                },
                {
                  "rows": ["C W W W", "F . . L", "F . . ."],
                  "caption": "Not in the centre: three columns to the right"
                }
              ]
            }
          },
          {
            "ruling": {
              "id": "K5",
              "text": "Harmony asks only whether you discarded, not how much of the frame is filled."
            }
          },
          {
            "ruling": {
              "id": "K6",
              "text": "A domino that nobody chose, or that was taken out of a row, is nobody’s discard."
            }
          },
          {
            "ruling": {
              "id": "K7",
              "text": "With Wider Offer the first row’s leftover domino goes when the opening ends."
            }
          },
          {
            "ruling": {
              "id": "K8",
              "text": "Wider Offer and Mighty Duel together: 7×7, rows of 5, 9 rounds, 45 dominoes; 3 are never seen."
            }
          },
          {
            "ruling": {"id": "K9", "text": "No Wider Offer for four, no Mighty Duel for three or four."}
          },
          {
            "table": {
              "head": [
                "Variant",
                "Players",
                "Dominoes in play",
                "Row",
                "Left over",
                "Rounds",
                "Dominoes each",
                "Frame"
              ],
              "rows": [
                ["Mighty Duel", "2", "48", "4", "0", "12", "24", "7×7"],
                ["Wider Offer", "2", "30", "5", "1", "6", "12", "5×5"],
                ["Wider Offer", "3", "48", "4", "1", "12", "12", "5×5"],
                ["Wider Offer and Mighty Duel", "2", "45", "5", "1", "9", "18", "7×7"]
              ]
            }
          }
        ]
      },
      {
        "id": "questions",
        "title": "Questions that come up",
        "blocks": [
          {
            "qa": [
              ["May I discard a domino that I could place?", "No."],
              ["Must both halves match?", "No. One half, along one side, is enough."],
              ["May I cut off a single empty square?", "Yes. It will stay empty."],
              [
                "Does a domino with two equal squares match itself?",
                "No. It must join something that was there before."
              ],
              ["I discarded. Do I still choose?", "Yes, except in the last round."]
            ]
          }
        ]
      },
      {"id": "dominoes", "title": "All the dominoes", "blocks": [{"dominoes": "kingdomino"}]}
    ]
  },
  "giants": {
    "title": "Kingdomino: Age of Giants",
    "players": "2–5 players",
    "lead": "Everything of Kingdomino holds here, so read that first. New are giants, who sit down on crowns and make them worthless until you send them to a neighbour; two quests, different in every game; and a fifth player.",
    "sections": [
      {
        "id": "table",
        "title": "What is new on the table",
        "blocks": [
          {
            "ul": [
              "**Six lettered dominoes**, A to F, with a giant on each and no crowns.",
              "**Six footprint dominoes**, 49 to 54, with three crowns on each.",
              "**Six giants** and **17 quest tiles**.",
              "**A fifth castle** with its king, in brown."
            ]
          },
          {
            "p": "With the 48 dominoes of Kingdomino there are 60. Letters sort before 1: A, B, C, D, E, F, 1, 2 and so on to 54."
          }
        ]
      },
      {
        "id": "setup",
        "title": "Set-up and rows",
        "blocks": [
          {
            "table": {
              "head": [
                "Players",
                "Kings each",
                "Dominoes in play",
                "Taken out of the row",
                "To choose from",
                "Rounds",
                "Frame"
              ],
              "rows": [
                ["2", "2", "30", "the 3rd", "4", "6", "5×5"],
                ["2, Mighty Duel", "2", "60", "the 3rd", "4", "12", "7×7"],
                ["3", "1", "60", "the 2nd and the 4th", "3", "12", "5×5"],
                ["4", "1", "60", "the 3rd", "4", "12", "5×5"],
                ["5", "1", "60", "none", "5", "12", "5×5"]
              ]
            }
          },
          {
            "p": "At the beginning two quest tiles are drawn and laid face up. They hold for everybody."
          },
          {
            "p": "A row is **always five dominoes**. They are sorted and turned over; then, before anybody chooses, the table’s dominoes are taken out, counted from the lowest. Everybody has seen them."
          },
          {
            "example": "Three players, the row is B, 7, 22, 40, 52: the second and the fourth, 7 and 40, go. The players choose among B, 22 and 52."
          },
          {
            "ruling": {
              "id": "G1",
              "text": "Two players use 30 of the 60 dominoes: 6 rounds, 5×5. With Mighty Duel all 60: 12 rounds, 7×7."
            }
          },
          {"ruling": {"id": "G2", "text": "Which dominoes leave the row is as in the table above."}}
        ]
      },
      {
        "id": "turn",
        "title": "A turn",
        "blocks": [
          {
            "ol": [
              "**Place** the domino under your king; discard it only if it has no legal place.",
              "Placed a letter? **A giant arrives.** Placed footprints? **A giant may leave.**",
              "**Choose** a free domino of the next row (not in the last round)."
            ]
          },
          {"p": "A discarded domino brings no giant and lets none leave."}
        ]
      },
      {
        "id": "arrives",
        "title": "A giant arrives",
        "blocks": [
          {
            "p": "Whoever places a lettered domino must put a giant on an uncovered crown of their own kingdom; which one is their choice."
          },
          {
            "ul": [
              "A giant covers one crown. On a square with two or three crowns there is room for two or three giants.",
              "A covered crown counts nowhere: not in its region, not in a quest, not in a tie-break. The square itself still counts.",
              "Giants do not hinder placing."
            ]
          },
          {
            "pictures": {
              "game": "giants",
              "list": [
                {
                  "rows": ["C W M2g", "F F1 L"],
                  "caption": "A mine with two crowns, one of them covered"
                }
              ]
            }
          },
          {"ruling": {"id": "G3", "text": "No uncovered crown, no giant, and none comes later."}}
        ]
      },
      {
        "id": "leaves",
        "title": "A giant leaves",
        "blocks": [
          {
            "p": "Whoever places a footprint domino may send one giant from their kingdom to an opponent, who at once chooses which of their own uncovered crowns it covers. Then your turn goes on."
          },
          {
            "ruling": {
              "id": "G4",
              "text": "First you place, then you decide. You may keep the giant. You say which giant goes and to whom; that player must have an uncovered crown."
            }
          }
        ]
      },
      {
        "id": "quests",
        "title": "Quests",
        "blocks": [
          {
            "table": {
              "head": ["Quest", "Tiles", "Points"],
              "rows": [
                [
                  "Local Business",
                  "6",
                  "5 for each square of the tile’s terrain among the 8 around your castle"
                ],
                ["Four Corners", "6", "5 for each corner of your kingdom with the tile’s terrain"],
                ["Harmony", "1", "5 if you discarded no domino"],
                [
                  "Middle Kingdom",
                  "1",
                  "10 if your castle is in the centre, even of an incomplete kingdom"
                ],
                ["Lost Corner", "1", "20 if your castle is on a corner of your kingdom"],
                [
                  "Folie des Grandeurs",
                  "1",
                  "10 for each line of three squares with uncovered crowns"
                ],
                [
                  "Bleak King",
                  "1",
                  "10 for each wheat, forest, lake or grass region of 5 squares or more without an uncovered crown"
                ]
              ]
            }
          },
          {
            "p": "A region for the Bleak King gives 10 once, however large. Harmony and the centre are decided as in Kingdomino (K4, K5, K6)."
          },
          {"h": "Folie des Grandeurs: lines"},
          {
            "ruling": {
              "id": "G5",
              "text": "Lines run along rows, columns and diagonals. A square may be used in one line only, and the best way of marking them counts."
            }
          },
          {
            "pictures": {
              "game": "giants",
              "list": [
                {"rows": ["F1 F1 F1 F1 F1"], "caption": "Five in a row: one line, 10"},
                {"rows": [". F1 .", "F1 F1 F1", ". F1 ."], "caption": "A cross: one line, 10"},
                {
                  "rows": ["F1 . F1", "F1 F1 F1", "F1 . F1"],
                  "caption": "Two columns: two lines, 20"
                },
                {
                  "rows": ["F1 F1 F1", "F1 F1 F1", "F1 F1 F1"],
                  "caption": "Nine squares: three lines, 30"
                }
              ]
            }
          },
          {"h": "Corners"},
          {
            "ruling": {
              "id": "G6",
              "text": "The corners are those of the 5×5 frame (Mighty Duel: 7×7). If the kingdom does not yet fix the frame, the frame that scores best is taken, for each quest on its own."
            }
          },
          {
            "pictures": {
              "game": "giants",
              "list": [
                {
                  "rows": ["W W W W", "S W W G", "F . C L", "F F L L", "W F L L"],
                  "caption": "4 wide, 5 high. Four Corners with wheat gives 10 (both left corners), with lake 5."
                },
                {
                  "rows": ["C W W", "F F ."],
                  "caption": "A tiny kingdom can earn both Lost Corner and Middle Kingdom."
                }
              ]
            }
          }
        ]
      },
      {
        "id": "winner",
        "title": "Scoring and winning",
        "blocks": [
          {
            "p": "Each region scores squares × uncovered crowns; then both quests are added. In a tie: the largest region, giants or not; then the most uncovered crowns; then the victory is shared."
          },
          {
            "pictures": {
              "game": "giants",
              "list": [
                {
                  "rows": ["F F1 F1 L S", "W1g W W W W", "W W G2 G L", "L1g C G G2 G1", "F F M L L2"],
                  "caption": "An example with two giants"
                }
              ]
            }
          },
          {
            "table": {
              "head": ["Line", "Squares", "Uncovered crowns", "Points"],
              "rows": [
                ["grass", "5", "5", "25"],
                ["forest, top", "3", "2", "6"],
                ["lake, bottom right", "2", "2", "4"],
                ["wheat, covered", "7", "0", "0"],
                ["all the others", "7", "0", "0"],
                ["Bleak King: the wheat", "", "", "10"],
                ["Four Corners, forest: two corners", "", "", "10"],
                ["Total", "24", "9", "55"]
              ]
            }
          },
          {
            "p": "Without the two giants the regions would give 43, but Bleak King nothing: 53 in all. Sometimes a giant is welcome."
          }
        ]
      },
      {
        "id": "variants",
        "title": "Variants",
        "blocks": [
          {
            "ruling": {
              "id": "G7",
              "text": "Dynasty may be played: three complete games, each with two new quests."
            }
          },
          {
            "ruling": {
              "id": "G8",
              "text": "Middle Kingdom and Harmony are quests here, and Wider Offer does not go with rows of five. Mighty Duel is for two only."
            }
          }
        ]
      },
      {"id": "dominoes", "title": "All the dominoes", "blocks": [{"dominoes": "giants"}]}
    ]
  },
  "origins": {
    "title": "Kingdomino Origins",
    "players": "2–4 players",
    "lead": "Long before the kings there were chiefs. You open up a hunting territory around your hut. Land counts only where flames burn, and volcanoes throw fire where you want it. There are three games, from light to rich:",
    "sections": [
      {
        "id": "games",
        "title": "Three games",
        "blocks": [
          {
            "table": {
              "head": ["Game", "What it adds", "Scores"],
              "rows": [
                ["Discovery", "dominoes and volcanoes", "regions"],
                ["Totem", "resource tokens and four totems", "regions, tokens, totems"],
                [
                  "Tribe",
                  "resource tokens and the cave with 22 cavemen, no totems",
                  "regions, hunter-gatherers, warriors"
                ]
              ]
            }
          },
          {
            "p": "If you know Kingdomino you know most of it: the hut is the castle, chiefs are kings, flames are crowns."
          }
        ]
      },
      {
        "id": "setup",
        "title": "Discovery: set-up",
        "blocks": [
          {
            "ul": [
              "**Dominoes**: 48 of their own, with six terrains. Squares may show one or two flames, volcanoes one to three craters.",
              "**A hut** and **chiefs** for each player, in pink, black, green or blue.",
              "**Ten fire tokens**, one for each volcano."
            ]
          },
          {"legend": "origins"},
          {
            "table": {
              "head": ["Players", "Chiefs each", "Row", "Left over", "Rounds", "Dominoes each", "Territory"],
              "rows": [
                ["2 (Neolithic)", "2", "4", "0", "12", "24", "7×7"],
                ["3", "1", "4", "1", "12", "12", "5×5"],
                ["4", "1", "4", "0", "12", "12", "5×5"]
              ]
            }
          },
          {
            "p": "Rows always have four dominoes. **Three or four players** begin as in Kingdomino: the chiefs are drawn and take dominoes in that order. **Two players** always play Neolithic: one chief is drawn; its owner takes the 1st and 4th domino of the first row or the 2nd and 3rd, the other player the rest."
          },
          {
            "ruling": {
              "id": "O1",
              "text": "With three players the domino that nobody chose leaves the game, in the first row too. It is nobody’s discard."
            }
          }
        ]
      },
      {
        "id": "turn",
        "title": "A turn",
        "blocks": [
          {
            "ol": [
              "**Place** the domino under your chief. If it has any legal place you must; if it has none, discard it.",
              "Placed a **volcano**? It erupts.",
              "**Choose** a free domino of the next row (not in the last round)."
            ]
          },
          {
            "p": "A domino must touch your hut, which joins to anything, or a square of its own terrain, side to side. A volcano joins to any volcano. The whole territory must fit into 5×5 (two players: 7×7). There are pictures in the rules of Kingdomino."
          }
        ]
      },
      {
        "id": "fire",
        "title": "Volcanoes and fire",
        "blocks": [
          {
            "table": {
              "head": ["Craters", "Flames", "Range"],
              "rows": [["1", "1", "1 to 3 squares"], ["2", "2", "1 or 2 squares"], ["3", "3", "1 square"]]
            }
          },
          {
            "p": "When you place a volcano, take a fire token and choose where it lands. Distance is counted like the moves of a chess king: straight or diagonal, and the path may bend."
          },
          {
            "pictures": {
              "game": "origins-discovery",
              "list": [
                {
                  "rows": [
                    "3 3 3 3 3 3 3",
                    "3 2 2 2 2 2 3",
                    "3 2 1 1 1 2 3",
                    "3 2 1 V1 1 2 3",
                    "3 2 1 1 1 2 3",
                    "3 2 2 2 2 2 3",
                    "3 3 3 3 3 3 3"
                  ],
                  "caption": "Distances around a volcano"
                }
              ]
            }
          },
          {
            "p": "It must land on a square of your own territory that has no printed flame, no fire token, and is neither a volcano nor the hut. The other half of the volcano’s own domino is always possible. The token’s flames count for the region they lie on; what the fire flies over is untouched. A discarded volcano does not erupt."
          },
          {"ruling": {"id": "O2", "text": "No fire on the hut."}},
          {"ruling": {"id": "O3", "text": "Fire may fly over empty ground."}}
        ]
      },
      {
        "id": "scoring",
        "title": "Discovery: scoring",
        "blocks": [
          {
            "p": "Each region scores squares × flames, printed ones and tokens together. Volcanoes score nothing. The most points win; in a tie the largest region, then the most flames, then the victory is shared. This holds in all three games."
          },
          {
            "ruling": {"id": "O4", "text": "For the largest region a group of volcanoes counts too."}
          },
          {
            "pictures": {
              "game": "origins-discovery",
              "list": [
                {
                  "rows": ["G G V2 J J", "G1 J J*2 J2 L1", "V2 G C G L", "L L1 L1 Q Q2", "Q1 Q Q*2 Q1 D"],
                  "caption": "A territory worth 67 points"
                }
              ]
            }
          },
          {
            "table": {
              "head": ["Region", "Squares", "Flames", "Points"],
              "rows": [
                ["quarry, bottom", "6", "6", "36"],
                ["jungle", "5", "4", "20"],
                ["lake, left", "3", "2", "6"],
                ["grassland, top left", "3", "1", "3"],
                ["lake, right", "2", "1", "2"],
                ["all the others", "5", "0", "0"],
                ["Total", "24", "14", "67"]
              ]
            }
          }
        ]
      },
      {
        "id": "resources",
        "title": "Totem and Tribe: resources",
        "blocks": [
          {
            "p": "When a row is turned over, every square of these terrains without a printed flame gets its token. Tokens travel with the domino and stay on their squares."
          },
          {
            "table": {
              "head": ["Terrain", "Token", "Its totem is worth"],
              "rows": [
                ["grassland", "mammoth", "3"],
                ["lake", "fish", "4"],
                ["jungle", "mushroom", "5"],
                ["quarry", "flint", "6"]
              ]
            }
          },
          {"p": "Fire that lands on a token destroys it. Such a square is a legal target."},
          {
            "ruling": {
              "id": "O5",
              "text": "Tokens on a domino that is discarded or left over leave the game with it."
            }
          }
        ]
      },
      {
        "id": "totems",
        "title": "Totem: totems",
        "blocks": [
          {
            "p": "**Claiming.** After you have placed, and your fire has landed, take the totem of every resource of which you have strictly more tokens than every other player. A tie is not enough."
          },
          {
            "p": "**Handing over.** If your own fire destroyed a token of a resource whose totem you hold: nobody has more than you, you keep it; one player has more, it goes there; several have more, you choose which of them gets it."
          },
          {
            "ruling": {
              "id": "O6",
              "text": "Only the player who has just placed claims, and a totem leaves its holder only to somebody who has strictly more."
            }
          },
          {
            "table": {
              "head": ["Mammoths", "Ana", "Ben", "Cyn", "The totem"],
              "rows": [
                ["so far", "2", "2", "1", "in the middle: nobody leads"],
                ["Cyn places two mammoths", "2", "2", "3", "Cyn takes it"],
                ["Ana places one mammoth", "3", "2", "3", "Cyn keeps it: a tie is not enough"],
                ["Cyn’s fire destroys a mammoth", "3", "2", "2", "goes to Ana"]
              ]
            }
          },
          {
            "p": "**At the end**: regions, 1 point for each token in your territory, and the value of your totems."
          }
        ]
      },
      {
        "id": "cave",
        "title": "Tribe: the cave and settling",
        "blocks": [
          {
            "p": "No totems here, and tokens give no points at the end: you pay with them. 22 cavemen are shuffled as a pile; four lie face up beside it. After choosing, once per turn, you **may** settle one caveman:"
          },
          {
            "ul": [
              "pay **2 different tokens** and take one of the face-up cavemen; or",
              "pay **4 different tokens**, one of each kind, look through the pile, take anyone you like and shuffle the rest."
            ]
          },
          {
            "p": "You choose the tokens and their squares. The caveman goes on a square of your territory without a flame, fire token, resource token or caveman, which is neither a volcano nor the hut. A square just emptied will do."
          },
          {
            "ul": [
              "You may settle whether you placed or discarded.",
              "Gaps among the four are filled only when a new row is laid.",
              "No settling in the opening and in the last round.",
              "Fire that lands on a caveman removes it from the game."
            ]
          },
          {
            "ruling": {
              "id": "O7",
              "text": "Two tokens take a face-up caveman only, four one of the pile only."
            }
          },
          {"ruling": {"id": "O8", "text": "No caveman on the hut."}}
        ]
      },
      {
        "id": "cavemen",
        "title": "Tribe: what cavemen score",
        "blocks": [
          {
            "p": "**Hunter-gatherers**, two of each, score for what is on the 8 squares around them at the end:"
          },
          {
            "table": {
              "head": ["Who", "Scores"],
              "rows": [
                ["Hunter", "3 for each mammoth token"],
                ["Fishing Child", "3 for each fish token"],
                ["Gatherer", "4 for each mushroom token"],
                ["Sculptor", "5 for each flint token"],
                ["Painter", "2 for each token of any kind"],
                ["Fire Lady", "1 for each flame, printed or on a token"],
                ["Shaman", "2 for each caveman, warriors included"]
              ]
            }
          },
          {
            "p": "**Warriors** score as bands. A band is warriors that hang together by the sides of their squares:"
          },
          {"formula": "its members × the sum of their strengths"},
          {
            "table": {
              "head": ["Warrior", "How many", "Strength"],
              "rows": [["small warrior", "4", "1"], ["amazon", "3", "2"], ["oafish warrior", "1", "3"]]
            }
          },
          {"example": "Two small warriors and an amazon in one band: 3 × (1 + 1 + 2) = 12."},
          {
            "pictures": {
              "game": "origins-tribe",
              "list": [
                {
                  "rows": [
                    "G+ G+ V2 J J+",
                    "G1 J:hunter J*2 J2 L1",
                    "V2 G+ C G:small L:amazon",
                    "L L1 L1 Q Q2",
                    "Q1 Q:fire_lady Q*2 Q1 D"
                  ],
                  "caption": "Regions 67, Hunter 9 (three mammoths), Fire Lady 5, warriors 2 × (1 + 2) = 6: 87 points"
                }
              ]
            }
          },
          {
            "p": "One token may count for several hunter-gatherers. Nobody counts themselves. Craters are not flames."
          }
        ]
      },
      {
        "id": "variants",
        "title": "Variants",
        "blocks": [
          {
            "table": {
              "head": ["Variant", "What it does"],
              "rows": [
                [
                  "Empire of Fire",
                  "10 points if your hut is in the centre of your territory, complete or not (as in K4)."
                ],
                ["Homo Habilis", "5 points if you discarded no domino."],
                ["Dynasty", "Three complete games in a row; the points are added up."]
              ]
            }
          },
          {
            "ruling": {"id": "O9", "text": "Homo Habilis on 7×7 asks for no discard of your own, too."}
          },
          {
            "ruling": {
              "id": "O10",
              "text": "Dynasty may be played with Origins: equal sums share the victory."
            }
          }
        ]
      },
      {"id": "dominoes", "title": "All the dominoes", "blocks": [{"dominoes": "origins"}]}
    ]
  }
};
