// The rules pages in Czech. All languages have the same structure; what stands after
// `export default` is plain JSON. `**` marks strong words; ids of rulings are those of docs/rules.
export default {
  "kingdomino": {
    "title": "Kingdomino",
    "players": "2–4 hráči",
    "lead": "Vládnete hradu a zatím ničemu víc. Kolo za kolem si vybíráte dílky a připojujete je k hradu, až máte království pět krát pět políček. Body dává jen krajina, ve které jsou koruny. A čím lepší dílek si vyberete teď, tím později budete vybírat příště.",
    "sections": [
      {
        "id": "table",
        "title": "Co je na stole",
        "blocks": [
          {
            "ul": [
              "**Dílky**: 48, s čísly 1 až 48. Zezadu nesou číslo, zepředu dvě políčka, některá s jednou, dvěma nebo třemi korunami. Čím vyšší číslo, tím vzácnější krajina.",
              "**Hrad** pro každého hráče. Je jedním políčkem vašeho království.",
              "**Králové** vaší barvy, které stavíte na vybrané dílky."
            ]
          },
          {"p": "Druhů krajiny je šest:"},
          {"legend": "kingdomino"}
        ]
      },
      {
        "id": "setup",
        "title": "Příprava",
        "blocks": [
          {
            "table": {
              "head": ["Hráči", "Králů na hráče", "Dílků ve hře", "Řada", "Kol", "Dílků na hráče"],
              "rows": [
                ["2", "2", "24", "4", "6", "12"],
                ["3", "1", "36", "3", "12", "12"],
                ["4", "1", "48", "4", "12", "12"]
              ]
            }
          },
          {
            "ol": [
              "Každý si vezme hrad a své krále.",
              "Dílky zamíchejte lícem dolů. Ve dvou a ve třech jich část podle tabulky bez prohlížení vyřaďte ze hry. Zbytek je dobírací balíček.",
              "**Vyložte první řadu**: vezměte tolik dílků, kolik je králů, seřaďte je podle čísel od nejnižšího a otočte je lícem vzhůru.",
              "**Úvodní výběr**: vylosujte pořadí králů. V tomto pořadí se každý postaví na dílek, který je ještě volný.",
              "Vedle první řady vyložte druhou."
            ]
          },
          {
            "ruling": {
              "id": "K1",
              "text": "Pořadí všech králů se vylosuje dřív, než se první postaví na dílek; všichni tedy znají celé pořadí."
            }
          }
        ]
      },
      {
        "id": "round",
        "title": "Kolo",
        "blocks": [
          {
            "p": "Králové hrají v pořadí své řady, první ten na nejnižším čísle. Ve dvou má každý z vašich dvou králů svůj vlastní tah. Tah má dvě části:"
          },
          {
            "ol": [
              "**Přiložte** dílek, na kterém král stojí. Pokud ho přiložit lze, musíte, i kdyby vám škodil. Jen když to nejde nikam, **odhodíte** ho a opouští hru.",
              "**Vyberte si**: postavte téhož krále na volný dílek další řady. Na posledního krále zbude, co zbude."
            ]
          },
          {
            "p": "Když odehrají všichni králové, vyloží se nová řada a začíná další kolo. V **posledním kole** už není z čeho vybírat: jen se přikládá."
          },
          {
            "ruling": {
              "id": "K2",
              "text": "Pořadí tahu ve všech hrách rodiny: přiložit nebo odhodit; co přiložení vyvolá; vybrat; osídlit (jen ve Hře s kmenem). Poslední kolo končí před výběrem."
            }
          }
        ]
      },
      {
        "id": "placing",
        "title": "Přikládání dílku",
        "blocks": [
          {
            "p": "Dílek zakryje dvě prázdná políčka, která spolu sousedí stranou; otočit ho můžete jakkoli. Musí platit obojí:"
          },
          {
            "ol": [
              "**Navazuje.** Aspoň jedno jeho políčko sousedí stranou s hradem nebo s políčkem téhož druhu krajiny. K hradu se hodí cokoli. Jedna taková strana stačí; dotyk rohem nestačí.",
              "**Vejde se.** Celé království i s hradem je nejvýš 5 políček široké a 5 vysoké (Duel mocných: 7 a 7)."
            ]
          },
          {
            "pictures": {
              "game": "kingdomino",
              "list": [
                {
                  "rows": [". . . .", "!W W W C", "!L . . F", ". . . F"],
                  "caption": "A: lze. Obilné pole navazuje na obilné pole."
                },
                {
                  "rows": [". . . .", ". W W C", ". . !W F", ". . !L F"],
                  "caption": "B: lze. Sousední les ničemu nevadí."
                },
                {
                  "rows": ["!W !L . .", ". W W C", ". . . F", ". . . F"],
                  "caption": "C: nelze. Jezero sousedí s obilným polem a obilná pole se dotýkají jen rohem."
                }
              ]
            }
          },
          {
            "p": "**Čtverec se posouvá, dokud ho nevyplníte.** Hrad v něm nakonec může být kdekoli. Jakmile je království pět políček široké, nelze už nic přidat vlevo ani vpravo; jakmile je pět vysoké, nic nahoře ani dole."
          }
        ]
      },
      {
        "id": "scoring",
        "title": "Bodování",
        "blocks": [
          {
            "p": "**Oblast** tvoří všechna políčka jednoho druhu krajiny, která spolu souvisejí stranami. Každá oblast dává"
          },
          {"formula": "počet políček × počet korun"},
          {
            "p": "Sečtěte všechny své oblasti. Víc oblastí téhož druhu se počítá každá zvlášť. Oblast bez koruny nedává nic, ať je jakkoli velká. Hrad nepatří do žádné oblasti."
          },
          {
            "pictures": {
              "game": "kingdomino",
              "list": [
                {
                  "rows": ["W W W W G1", "M1 W G2 W F1", "S S C W F1", "W S2 G W1 F", "S2 S1 W W F1"],
                  "caption": "Úplné království za 51 bodů"
                }
              ]
            }
          },
          {
            "table": {
              "head": ["Oblast", "Políčka", "Koruny", "Body"],
              "rows": [
                ["obilné pole, zleva nahoře až dolů", "10", "1", "10"],
                ["les vpravo", "4", "3", "12"],
                ["bažina vlevo dole", "5", "5", "25"],
                ["louka v pravém horním rohu", "1", "1", "1"],
                ["louka nad hradem", "1", "2", "2"],
                ["louka pod hradem", "1", "0", "0"],
                ["důl vlevo", "1", "1", "1"],
                ["obilné pole vlevo", "1", "0", "0"],
                ["Celkem", "24", "13", "51"]
              ]
            }
          },
          {
            "p": "S Centralizovaným královstvím by bylo o 10 bodů víc, s Harmonií o 5: s oběma 66 bodů."
          }
        ]
      },
      {
        "id": "winner",
        "title": "Kdo vítězí",
        "blocks": [
          {
            "ol": [
              "Nejvíc bodů.",
              "Při shodě: největší jednotlivá oblast podle počtu políček, ať má koruny, nebo ne.",
              "Při další shodě: nejvíc korun v království.",
              "Je-li i to stejné, vítězství je společné."
            ]
          },
          {
            "example": "Ana a Ben mají každý 48 bodů. Ana má největší oblast o 7 políčkách a 12 korun, Ben o 9 políčkách a 10 korun. Vítězí Ben: oblast rozhoduje dřív než koruny."
          }
        ]
      },
      {
        "id": "variants",
        "title": "Varianty",
        "blocks": [
          {"p": "Spojujte je, jak chcete, pokud to dovolí počet hráčů."},
          {
            "table": {
              "head": ["Varianta", "Hráči", "Co dělá"],
              "rows": [
                ["Dynastie", "2–4", "Tři úplné hry za sebou; body se sčítají."],
                ["Centralizované království", "2–4", "10 bodů, pokud je hrad ve středu království."],
                ["Harmonie", "2–4", "5 bodů, pokud jste neodhodili žádný dílek."],
                ["Duel mocných", "2", "Všech 48 dílků, 12 kol, čtverec 7×7."],
                [
                  "Širší nabídka",
                  "2 nebo 3",
                  "V každé řadě o dílek víc než králů; zbylý dílek odhazuje hra."
                ]
              ]
            }
          },
          {"ruling": {"id": "K3", "text": "Při stejném součtu je vítězství v dynastii společné."}},
          {
            "ruling": {
              "id": "K4",
              "text": "Hrad je ve středu, když žádné políčko království není vodorovně ani svisle dál než 2 políčka od něj (7×7: 3), i když má království díry."
            }
          },
          {
            "pictures": {
              "game": "kingdomino",
              "list": [
                {
                  "rows": [". G G F F", ". G W F .", "W W C L .", "W . L F .", "W W W F F"],
                  "caption": "Ve středu, i přes díry"
                },
                {
                  "rows": ["C W W W", "F . . L", "F . . ."],
                  "caption": "Mimo střed: vpravo jsou políčka o tři dál"
                }
              ]
            }
          },
          {
            "ruling": {
              "id": "K5",
              "text": "Harmonie se ptá jen na odhozené dílky, ne na to, jak je čtverec zaplněný."
            }
          },
          {
            "ruling": {
              "id": "K6",
              "text": "Dílek, který si nikdo nevybral nebo který byl z řady vyřazen, neodhodil nikdo."
            }
          },
          {
            "ruling": {
              "id": "K7",
              "text": "V Širší nabídce zbylý dílek první řady odchází na konci úvodního výběru."
            }
          },
          {
            "ruling": {
              "id": "K8",
              "text": "Širší nabídka a Duel mocných spolu: 7×7, řady po 5, 9 kol, 45 dílků; 3 nikdo neuvidí."
            }
          },
          {
            "ruling": {
              "id": "K9",
              "text": "Širší nabídka není pro čtyři, Duel mocných není pro tři ani čtyři."
            }
          },
          {
            "table": {
              "head": [
                "Varianta",
                "Hráči",
                "Dílků ve hře",
                "Řada",
                "Zbylých dílků",
                "Kol",
                "Dílků na hráče",
                "Čtverec"
              ],
              "rows": [
                ["Duel mocných", "2", "48", "4", "0", "12", "24", "7×7"],
                ["Širší nabídka", "2", "30", "5", "1", "6", "12", "5×5"],
                ["Širší nabídka", "3", "48", "4", "1", "12", "12", "5×5"],
                ["Širší nabídka a Duel mocných", "2", "45", "5", "1", "9", "18", "7×7"]
              ]
            }
          }
        ]
      },
      {
        "id": "questions",
        "title": "Časté otázky",
        "blocks": [
          {
            "qa": [
              ["Smím odhodit dílek, který by šel přiložit?", "Ne."],
              ["Musí navazovat obě poloviny?", "Ne. Stačí jedna polovina, jednou stranou."],
              ["Smím uzavřít jedno prázdné políčko?", "Ano. Zůstane prázdné."],
              [
                "Navazuje dílek se dvěma stejnými políčky sám na sebe?",
                "Ne. Musí navázat na něco, co už leželo."
              ],
              ["Dílek se odhodil. Vybírám si další?", "Ano, kromě posledního kola."]
            ]
          }
        ]
      },
      {"id": "dominoes", "title": "Všechny dílky", "blocks": [{"dominoes": "kingdomino"}]}
    ]
  },
  "giants": {
    "title": "Kingdomino: Věk obrů",
    "players": "2–5 hráčů",
    "lead": "Platí tu všechno z Kingdomina, začněte tedy jím. Noví jsou obři, kteří si sedají na koruny a berou jim cenu, dokud je nepošlete k sousedům; dva úkoly, v každé hře jiné; a pátý hráč.",
    "sections": [
      {
        "id": "table",
        "title": "Co je na stole nového",
        "blocks": [
          {
            "ul": [
              "**Šest dílků s písmenem**, A až F; na každém je obr a žádná koruna.",
              "**Šest dílků se stopami**, 49 až 54; na každém jsou tři koruny.",
              "**Šest obrů** a **17 dílků úkolů**.",
              "**Pátý hrad** s králem, hnědý."
            ]
          },
          {
            "p": "Se 48 dílky Kingdomina je jich 60. Písmena se řadí před číslo 1: A, B, C, D, E, F, 1, 2 a tak dál až 54."
          }
        ]
      },
      {
        "id": "setup",
        "title": "Příprava a řady",
        "blocks": [
          {
            "table": {
              "head": [
                "Hráči",
                "Králů na hráče",
                "Dílků ve hře",
                "Z řady se vyřadí",
                "Na výběr",
                "Kol",
                "Čtverec"
              ],
              "rows": [
                ["2", "2", "30", "3. dílek", "4", "6", "5×5"],
                ["2, Duel mocných", "2", "60", "3. dílek", "4", "12", "7×7"],
                ["3", "1", "60", "2. a 4. dílek", "3", "12", "5×5"],
                ["4", "1", "60", "3. dílek", "4", "12", "5×5"],
                ["5", "1", "60", "nic", "5", "12", "5×5"]
              ]
            }
          },
          {
            "p": "Na začátku se vylosují dva dílky úkolů a vyloží se lícem vzhůru. Platí pro všechny."
          },
          {
            "p": "Řada má **vždy pět dílků**. Seřadí se a otočí lícem vzhůru; pak se z ní, dřív než si kdokoli vybere, vyřadí dílky podle tabulky, počítáno od nejnižšího. Všichni je přitom viděli."
          },
          {
            "example": "Tři hráči, řada B, 7, 22, 40, 52: druhý a čtvrtý dílek, tedy 7 a 40, se vyřadí. Vybírá se z B, 22 a 52."
          },
          {
            "ruling": {
              "id": "G1",
              "text": "Dva hráči hrají s 30 ze 60 dílků: 6 kol, 5×5. V Duelu mocných se všemi 60: 12 kol, 7×7."
            }
          },
          {"ruling": {"id": "G2", "text": "Které dílky se z řady vyřadí, říká tabulka výše."}}
        ]
      },
      {
        "id": "turn",
        "title": "Tah",
        "blocks": [
          {
            "ol": [
              "**Přiložte** dílek, na kterém král stojí; odhodit ho smíte, jen když nejde přiložit.",
              "Má přiložený dílek písmeno? **Přichází obr.** Má stopy? **Obr může odejít.**",
              "**Vyberte si** volný dílek další řady (ne v posledním kole)."
            ]
          },
          {"p": "Odhozený dílek obra nepřivede ani nepustí."}
        ]
      },
      {
        "id": "arrives",
        "title": "Obr přichází",
        "blocks": [
          {
            "p": "Kdo přiloží dílek s písmenem, musí postavit obra na některou nepřekrytou korunu svého království; kterou, to si zvolí."
          },
          {
            "ul": [
              "Obr překrývá jednu korunu. Na políčko se dvěma či třemi korunami se vejdou dva či tři obři.",
              "Překrytá koruna se nepočítá nikde: ani v oblasti, ani v úkolu, ani při shodě. Samo políčko se počítá dál.",
              "Přikládání obři nebrání."
            ]
          },
          {
            "pictures": {
              "game": "giants",
              "list": [
                {
                  "rows": ["C W M2g", "F F1 L"],
                  "caption": "Důl se dvěma korunami, jedna je překrytá"
                }
              ]
            }
          },
          {
            "ruling": {
              "id": "G3",
              "text": "Není-li v království nepřekrytá koruna, obr nepřijde, ani později."
            }
          }
        ]
      },
      {
        "id": "leaves",
        "title": "Obr odchází",
        "blocks": [
          {
            "p": "Kdo přiloží dílek se stopami, smí poslat jednoho obra ze svého království soupeři. Ten hned zvolí, kterou svou nepřekrytou korunu obr překryje. Pak váš tah pokračuje."
          },
          {
            "ruling": {
              "id": "G4",
              "text": "Nejdřív přiložíte, pak se rozhodnete. Obra si smíte ponechat. Vy určíte, který obr půjde a ke komu; ten musí mít nepřekrytou korunu."
            }
          }
        ]
      },
      {
        "id": "quests",
        "title": "Úkoly",
        "blocks": [
          {
            "table": {
              "head": ["Úkol", "Dílků", "Body"],
              "rows": [
                [
                  "V hradu a v podhradí",
                  "6",
                  "5 za každé políčko dané krajiny mezi 8 políčky kolem hradu"
                ],
                ["Na samém kraji království", "6", "5 za každý roh království s danou krajinou"],
                ["Harmonie", "1", "5, pokud jste neodhodili žádný dílek"],
                [
                  "Centralizované království",
                  "1",
                  "10, pokud je hrad ve středu, i neúplného království"
                ],
                ["Hraniční hrad", "1", "20, pokud je hrad v rohu království"],
                [
                  "Pošetilost mocných",
                  "1",
                  "10 za každou trojici políček s nepřekrytými korunami v jedné přímce"
                ],
                [
                  "Král pustiny",
                  "1",
                  "10 za každou oblast obilných polí, lesa, jezera nebo louky o 5 a více políčkách bez nepřekryté koruny"
                ]
              ]
            }
          },
          {
            "p": "Oblast pro Krále pustiny dává 10 bodů jednou, ať je jakkoli velká. O Harmonii a středu rozhodují výklady Kingdomina (K4, K5, K6)."
          },
          {"h": "Pošetilost mocných: trojice"},
          {
            "ruling": {
              "id": "G5",
              "text": "Trojice jdou vodorovně, svisle i úhlopříčně. Políčko smí patřit jen do jedné trojice a počítá se nejlepší možné rozdělení."
            }
          },
          {
            "pictures": {
              "game": "giants",
              "list": [
                {"rows": ["F1 F1 F1 F1 F1"], "caption": "Pět vedle sebe: jedna trojice, 10"},
                {"rows": [". F1 .", "F1 F1 F1", ". F1 ."], "caption": "Kříž: jedna trojice, 10"},
                {
                  "rows": ["F1 . F1", "F1 F1 F1", "F1 . F1"],
                  "caption": "Dva sloupce: dvě trojice, 20"
                },
                {
                  "rows": ["F1 F1 F1", "F1 F1 F1", "F1 F1 F1"],
                  "caption": "Devět políček: tři trojice, 30"
                }
              ]
            }
          },
          {"h": "Rohy"},
          {
            "ruling": {
              "id": "G6",
              "text": "Rohy jsou rohy čtverce 5×5 (Duel mocných: 7×7). Pokud království polohu čtverce ještě neurčuje, bere se pro každý úkol zvlášť ta, která dává nejvíc bodů."
            }
          },
          {
            "pictures": {
              "game": "giants",
              "list": [
                {
                  "rows": ["W W W W", "S W W G", "F . C L", "F F L L", "W F L L"],
                  "caption": "Šířka 4, výška 5. Na samém kraji království: obilné pole dává 10 (oba levé rohy), jezero 5."
                },
                {
                  "rows": ["C W W", "F F ."],
                  "caption": "Malé království může získat Hraniční hrad i Centralizované království."
                }
              ]
            }
          }
        ]
      },
      {
        "id": "winner",
        "title": "Bodování a vítězství",
        "blocks": [
          {
            "p": "Každá oblast dává políčka × nepřekryté koruny; k tomu se přičtou oba úkoly. Při shodě: největší oblast, s obry i bez nich; pak nejvíc nepřekrytých korun; pak je vítězství společné."
          },
          {
            "pictures": {
              "game": "giants",
              "list": [
                {
                  "rows": ["F F1 F1 L S", "W1g W W W W", "W W G2 G L", "L1g C G G2 G1", "F F M L L2"],
                  "caption": "Příklad se dvěma obry"
                }
              ]
            }
          },
          {
            "table": {
              "head": ["Řádek", "Políčka", "Nepřekryté koruny", "Body"],
              "rows": [
                ["louka", "5", "5", "25"],
                ["les nahoře", "3", "2", "6"],
                ["jezero vpravo dole", "2", "2", "4"],
                ["obilné pole, překryté", "7", "0", "0"],
                ["všechno ostatní", "7", "0", "0"],
                ["Král pustiny: obilné pole", "", "", "10"],
                ["Na samém kraji království, les: dva rohy", "", "", "10"],
                ["Celkem", "24", "9", "55"]
              ]
            }
          },
          {
            "p": "Bez obou obrů by oblasti daly 43 bodů, ale Král pustiny nic: celkem 53. Někdy se obr hodí."
          }
        ]
      },
      {
        "id": "variants",
        "title": "Varianty",
        "blocks": [
          {
            "ruling": {
              "id": "G7",
              "text": "Dynastie se hrát smí: tři úplné hry, každá se dvěma novými úkoly."
            }
          },
          {
            "ruling": {
              "id": "G8",
              "text": "Centralizované království a Harmonie jsou tu úkoly a Širší nabídka se nehodí k řadám po pěti. Duel mocných je jen pro dva."
            }
          }
        ]
      },
      {"id": "dominoes", "title": "Všechny dílky", "blocks": [{"dominoes": "giants"}]}
    ]
  },
  "origins": {
    "title": "Kingdomino: Lovci mamutů",
    "players": "2–4 hráči",
    "lead": "Dávno před králi vládli náčelníci. Kolem své chýše objevujete lovecké území. Krajina má cenu jen tam, kde hoří plamínky, a vulkány chrlí lávu, kam chcete. Hry jsou tři, od nejlehčí po nejbohatší:",
    "sections": [
      {
        "id": "games",
        "title": "Tři hry",
        "blocks": [
          {
            "table": {
              "head": ["Hra", "Co přidává", "Boduje"],
              "rows": [
                ["Průzkumná hra", "dílky a vulkány", "oblasti"],
                ["Hra o totemy", "žetony zdrojů a čtyři totemy", "oblasti, žetony, totemy"],
                [
                  "Hra s kmenem",
                  "žetony zdrojů a jeskyně s 22 pralidmi, bez totemů",
                  "oblasti, lovci/sběrači, válečníci"
                ]
              ]
            }
          },
          {
            "p": "Kdo zná Kingdomino, zná většinu: chýše je hrad, náčelníci jsou králové, plamínky jsou koruny."
          }
        ]
      },
      {
        "id": "setup",
        "title": "Průzkumná hra: příprava",
        "blocks": [
          {
            "ul": [
              "**Dílky**: 48 vlastních, se šesti druhy krajiny. Na políčku může být jeden nebo dva plamínky, na vulkánu jeden až tři krátery.",
              "**Chýše** a **náčelníci** pro každého hráče: růžoví, černí, zelení nebo modří.",
              "**Deset žetonů lávy**, jeden pro každý vulkán."
            ]
          },
          {"legend": "origins"},
          {
            "table": {
              "head": [
                "Hráči",
                "Náčelníků na hráče",
                "Řada",
                "Zbylých dílků",
                "Kol",
                "Dílků na hráče",
                "Území"
              ],
              "rows": [
                ["2 (rozpínavý kmen)", "2", "4", "0", "12", "24", "7×7"],
                ["3", "1", "4", "1", "12", "12", "5×5"],
                ["4", "1", "4", "0", "12", "12", "5×5"]
              ]
            }
          },
          {
            "p": "Řady mají vždy čtyři dílky. **Tři a čtyři hráči** začínají jako v Kingdominu: vylosuje se pořadí náčelníků a v něm se vybírá. **Dva hráči** hrají vždy rozpínavý kmen: vylosuje se jeden náčelník; jeho hráč si vezme 1. a 4. dílek první řady, nebo 2. a 3., soupeř zbylé dva."
          },
          {
            "ruling": {
              "id": "O1",
              "text": "Ve třech opouští hru dílek, který si nikdo nevybral, i v první řadě. Nikdo ho tím neodhodil."
            }
          }
        ]
      },
      {
        "id": "turn",
        "title": "Tah",
        "blocks": [
          {
            "ol": [
              "**Přiložte** dílek, na kterém náčelník stojí. Jde-li to kamkoli, musíte; nejde-li to nikam, odhoďte ho.",
              "Je na něm **vulkán**? Vybuchne.",
              "**Vyberte si** volný dílek další řady (ne v posledním kole)."
            ]
          },
          {
            "p": "Dílek musí stranou sousedit s chýší, ke které se hodí cokoli, nebo s políčkem téhož druhu krajiny. Vulkán navazuje na kterýkoli vulkán. Celé území nesmí přerůst 5×5 (ve dvou 7×7). Obrázky najdete v pravidlech Kingdomina."
          }
        ]
      },
      {
        "id": "fire",
        "title": "Vulkány a láva",
        "blocks": [
          {
            "table": {
              "head": ["Krátery", "Plamínky", "Dosah"],
              "rows": [
                ["1", "1", "1 až 3 políčka"],
                ["2", "2", "1 nebo 2 políčka"],
                ["3", "3", "1 políčko"]
              ]
            }
          },
          {
            "p": "Když přiložíte vulkán, vezměte žeton lávy a zvolte, kam dopadne. Vzdálenost se počítá jako tahy šachového krále: rovně i šikmo, a cesta se může lomit."
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
                  "caption": "Vzdálenosti kolem vulkánu"
                }
              ]
            }
          },
          {
            "p": "Láva musí dopadnout na políčko vašeho území bez natištěného plamínku a bez žetonu lávy, které není vulkán ani chýše. Druhá polovina dílku s vulkánem je možná vždy. Plamínky žetonu se počítají oblasti, na které leží; co láva přeletí, zůstane nedotčené. Odhozený vulkán nevybuchne."
          },
          {"ruling": {"id": "O2", "text": "Na chýši láva nedopadá."}},
          {"ruling": {"id": "O3", "text": "Láva smí letět i nad prázdnými místy."}}
        ]
      },
      {
        "id": "scoring",
        "title": "Průzkumná hra: bodování",
        "blocks": [
          {
            "p": "Každá oblast dává políčka × plamínky, natištěné i na žetonech. Vulkány nedávají nic. Vítězí nejvíc bodů; při shodě největší oblast, pak nejvíc plamínků, pak je vítězství společné. To platí ve všech třech hrách."
          },
          {"ruling": {"id": "O4", "text": "Jako největší oblast se počítá i skupina vulkánů."}},
          {
            "pictures": {
              "game": "origins-discovery",
              "list": [
                {
                  "rows": ["G G V2 J J", "G1 J J*2 J2 L1", "V2 G C G L", "L L1 L1 Q Q2", "Q1 Q Q*2 Q1 D"],
                  "caption": "Území za 67 bodů"
                }
              ]
            }
          },
          {
            "table": {
              "head": ["Oblast", "Políčka", "Plamínky", "Body"],
              "rows": [
                ["skaliska dole", "6", "6", "36"],
                ["džungle", "5", "4", "20"],
                ["jezero vlevo", "3", "2", "6"],
                ["prérie vlevo nahoře", "3", "1", "3"],
                ["jezero vpravo", "2", "1", "2"],
                ["všechno ostatní", "5", "0", "0"],
                ["Celkem", "24", "14", "67"]
              ]
            }
          }
        ]
      },
      {
        "id": "resources",
        "title": "Hra o totemy a Hra s kmenem: zdroje",
        "blocks": [
          {
            "p": "Když se řada otočí, dostane každé políčko těchto krajin bez natištěného plamínku svůj žeton. Žetony se přesouvají s dílkem a zůstávají na svých políčkách."
          },
          {
            "table": {
              "head": ["Druh krajiny", "Žeton", "Hodnota totemu"],
              "rows": [
                ["prérie", "mamut", "3"],
                ["jezero", "ryba", "4"],
                ["džungle", "houba", "5"],
                ["skaliska", "pazourek", "6"]
              ]
            }
          },
          {"p": "Láva, která dopadne na žeton, ho zničí. Dopadnout tam smí."},
          {
            "ruling": {"id": "O5", "text": "Žetony na odhozeném nebo zbylém dílku opouštějí hru s ním."}
          }
        ]
      },
      {
        "id": "totems",
        "title": "Hra o totemy: totemy",
        "blocks": [
          {
            "p": "**Získání.** Když jste přiložili a láva dopadla, vezměte si totem každého zdroje, jehož žetonů máte víc než každý jiný hráč. Shoda nestačí."
          },
          {
            "p": "**Předání.** Pokud vaše láva zničila žeton zdroje, jehož totem držíte: nemá-li nikdo víc než vy, totem vám zůstává; má-li víc jeden hráč, dostane ho; má-li víc několik hráčů, zvolíte, kdo z nich."
          },
          {
            "ruling": {
              "id": "O6",
              "text": "Totem získává jen hráč, který právě přiložil, a od držitele odchází jen k tomu, kdo má víc."
            }
          },
          {
            "table": {
              "head": ["Mamuti", "Ana", "Ben", "Cyn", "Totem"],
              "rows": [
                ["zatím", "2", "2", "1", "uprostřed: nikdo nevede"],
                ["Cyn přiloží dva mamuty", "2", "2", "3", "bere si ho Cyn"],
                ["Ana přiloží jednoho mamuta", "3", "2", "3", "zůstává: shoda nestačí"],
                ["láva hráčky Cyn zničí mamuta", "3", "2", "2", "dostává ho Ana"]
              ]
            }
          },
          {"p": "**Na konci**: oblasti, 1 bod za každý žeton na území a hodnota vašich totemů."}
        ]
      },
      {
        "id": "cave",
        "title": "Hra s kmenem: jeskyně a osídlení",
        "blocks": [
          {
            "p": "Totemy tu nejsou a žetony na konci body nedávají: platí se jimi. 22 pralidí se zamíchá do sloupečku; čtyři leží vedle lícem vzhůru. Po výběru dílku **smíte** jednou za tah usadit pračlověka:"
          },
          {
            "ul": [
              "zaplaťte **2 různé žetony** a vezměte si jednoho z pralidí, kteří leží lícem vzhůru; nebo",
              "zaplaťte **4 různé žetony**, od každého druhu jeden, prohlédněte si sloupeček, vezměte si kohokoli a zbytek zamíchejte."
            ]
          },
          {
            "p": "Které žetony a ze kterých políček, je na vás. Pračlověk se usadí na políčku vašeho území bez plamínku, žetonu lávy, žetonu zdroje a jiného pračlověka, které není vulkán ani chýše. Právě uvolněné políčko vyhovuje."
          },
          {
            "ul": [
              "Usazovat smíte, ať jste přiložili, nebo odhodili.",
              "Mezery mezi čtyřmi vyloženými se doplní, až když se vykládá nová řada.",
              "V úvodním výběru a v posledním kole se neosídluje.",
              "Láva, která dopadne na pračlověka, ho odstraní ze hry."
            ]
          },
          {
            "ruling": {
              "id": "O7",
              "text": "Za dva žetony je jen pračlověk lícem vzhůru, za čtyři jen pračlověk ze sloupečku."
            }
          },
          {"ruling": {"id": "O8", "text": "Na chýši se nikdo neusazuje."}}
        ]
      },
      {
        "id": "cavemen",
        "title": "Hra s kmenem: za co pralidé bodují",
        "blocks": [
          {
            "p": "**Lovci/sběrači**, od každého dva, bodují za to, co je na konci na 8 políčkách kolem nich:"
          },
          {
            "table": {
              "head": ["Kdo", "Boduje"],
              "rows": [
                ["Lovec", "3 za každý žeton mamuta"],
                ["Malá rybářka", "3 za každý žeton ryby"],
                ["Houbařka", "4 za každý žeton houby"],
                ["Sochařka", "5 za každý žeton pazourku"],
                ["Jeskynní malíř", "2 za každý žeton zdroje"],
                ["Ohnivá dáma", "1 za každý plamínek, natištěný i na žetonu"],
                ["Šaman", "2 za každého pračlověka, i za válečníky"]
              ]
            }
          },
          {
            "p": "**Válečníci** bodují po tlupách. Tlupu tvoří válečníci, jejichž políčka spolu souvisejí stranami:"
          },
          {"formula": "počet členů × součet jejich sil"},
          {
            "table": {
              "head": ["Válečník", "Kolik jich je", "Síla"],
              "rows": [["rváček", "4", "1"], ["bojovnice", "3", "2"], ["buchač", "1", "3"]]
            }
          },
          {"example": "Dva rváčci a bojovnice v jedné tlupě: 3 × (1 + 1 + 2) = 12."},
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
                  "caption": "Oblasti 67, Lovec 9 (tři mamuti), Ohnivá dáma 5, válečníci 2 × (1 + 2) = 6: 87 bodů"
                }
              ]
            }
          },
          {
            "p": "Jeden žeton se může počítat několika lovcům/sběračům. Nikdo nepočítá sám sebe. Krátery nejsou plamínky."
          }
        ]
      },
      {
        "id": "variants",
        "title": "Varianty",
        "blocks": [
          {
            "table": {
              "head": ["Varianta", "Co dělá"],
              "rows": [
                [
                  "Náčelník má mít přehled",
                  "10 bodů, pokud je chýše ve středu území, úplného i neúplného (jako v K4)."
                ],
                ["Homo habilis", "5 bodů, pokud jste neodhodili žádný dílek."],
                ["Dynastie", "Tři úplné hry za sebou; body se sčítají."]
              ]
            }
          },
          {
            "ruling": {"id": "O9", "text": "Homo habilis i na území 7×7 žádá jen to, abyste nic neodhodili."}
          },
          {
            "ruling": {
              "id": "O10",
              "text": "Dynastie se s Lovci mamutů hrát smí: při stejném součtu je vítězství společné."
            }
          }
        ]
      },
      {"id": "dominoes", "title": "Všechny dílky", "blocks": [{"dominoes": "origins"}]}
    ]
  }
};
