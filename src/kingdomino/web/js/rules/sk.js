// The rules pages in Slovak. All languages have the same structure; what stands after
// `export default` is plain JSON. `**` marks strong words; ids of rulings are those of docs/rules.
export default {
  "kingdomino": {
    "title": "Kingdomino",
    "players": "2 – 4 hráči",
    "lead": "Vládnete hradu a zatiaľ ničomu viac. Kolo za kolom si vyberáte dieliky a pripájate ich k hradu, až máte kráľovstvo päť krát päť políčok. Body dáva len krajina, v ktorej sú koruny. A čím lepší dielik si vyberiete teraz, tým neskôr budete vyberať nabudúce.",
    "sections": [
      {
        "id": "table",
        "title": "Čo je na stole",
        "blocks": [
          {
            "ul": [
              "**Dieliky**: 48, s číslami 1 až 48. Zozadu nesú číslo, spredu dve políčka, niektoré s jednou, dvoma alebo troma korunami. Čím vyššie číslo, tým vzácnejšia krajina.",
              "**Hrad** pre každého hráča. Je jedným políčkom vášho kráľovstva.",
              "**Králi** vašej farby, ktorých staviate na vybrané dieliky."
            ]
          },
          {"p": "Druhov krajiny je šesť:"},
          {"legend": "kingdomino"}
        ]
      },
      {
        "id": "setup",
        "title": "Príprava",
        "blocks": [
          {
            "table": {
              "head": ["Hráči", "Kráľov na hráča", "Dielikov v hre", "Rad", "Kôl", "Dielikov na hráča"],
              "rows": [
                ["2", "2", "24", "4", "6", "12"],
                ["3", "1", "36", "3", "12", "12"],
                ["4", "1", "48", "4", "12", "12"]
              ]
            }
          },
          {
            "ol": [
              "Každý si vezme hrad a svojich kráľov.",
              "Dieliky zamiešajte lícom nadol. Pri dvoch a troch hráčoch ich časť podľa tabuľky bez prezerania vyraďte z hry. Zvyšok je doberací balíček.",
              "**Vyložte prvý rad**: vezmite toľko dielikov, koľko je kráľov, zoraďte ich podľa čísel od najnižšieho a otočte ich lícom nahor.",
              "**Úvodný výber**: vylosujte poradie kráľov. V tomto poradí sa každý postaví na dielik, ktorý je ešte voľný.",
              "Vedľa prvého radu vyložte druhý."
            ]
          },
          {
            "ruling": {
              "id": "K1",
              "text": "Poradie všetkých kráľov sa vylosuje skôr, než sa prvý postaví na dielik; všetci teda poznajú celé poradie."
            }
          }
        ]
      },
      {
        "id": "round",
        "title": "Kolo",
        "blocks": [
          {
            "p": "Králi hrajú v poradí svojho radu, prvý ten na najnižšom čísle. Pri dvoch hráčoch má každý z vašich dvoch kráľov svoj vlastný ťah. Ťah má dve časti:"
          },
          {
            "ol": [
              "**Priložte** dielik, na ktorom kráľ stojí. Ak sa priložiť dá, musíte, aj keby vám škodil. Len keď sa nedá nikam, **odhodíte** ho a opúšťa hru.",
              "**Vyberte si**: postavte toho istého kráľa na voľný dielik ďalšieho radu. Poslednému kráľovi ostane, čo ostane."
            ]
          },
          {
            "p": "Keď odohrajú všetci králi, vyloží sa nový rad a začína sa ďalšie kolo. V **poslednom kole** už nie je z čoho vyberať: len sa prikladá."
          },
          {
            "ruling": {
              "id": "K2",
              "text": "Poradie ťahu vo všetkých hrách rodiny: priložiť alebo odhodiť; čo priloženie vyvolá; vybrať; osídliť (len v Hre s kmeňom). Posledné kolo sa končí pred výberom."
            }
          }
        ]
      },
      {
        "id": "placing",
        "title": "Prikladanie dielika",
        "blocks": [
          {
            "p": "Dielik zakryje dve prázdne políčka, ktoré spolu susedia stranou; otočiť ho môžete akokoľvek. Musí platiť oboje:"
          },
          {
            "ol": [
              "**Nadväzuje.** Aspoň jedno jeho políčko susedí stranou s hradom alebo s políčkom toho istého druhu krajiny. K hradu sa hodí čokoľvek. Jedna taká strana stačí; dotyk rohom nestačí.",
              "**Zmestí sa.** Celé kráľovstvo aj s hradom je najviac 5 políčok široké a 5 vysoké (Duel mocných: 7 a 7)."
            ]
          },
          {
            "pictures": {
              "game": "kingdomino",
              "list": [
                {
                  "rows": [". . . .", "!W W W C", "!L . . F", ". . . F"],
                  "caption": "A: dá sa. Obilné pole nadväzuje na obilné pole."
                },
                {
                  "rows": [". . . .", ". W W C", ". . !W F", ". . !L F"],
                  "caption": "B: dá sa. Susedný les ničomu neprekáža."
                },
                {
                  "rows": ["!W !L . .", ". W W C", ". . . F", ". . . F"],
                  "caption": "C: nedá sa. Jazero susedí s obilným poľom a obilné polia sa dotýkajú len rohom."
                }
              ]
            }
          },
          {
            "p": "**Štvorec sa posúva, kým ho nevyplníte.** Hrad v ňom napokon môže byť kdekoľvek. Len čo je kráľovstvo päť políčok široké, nedá sa už nič pridať vľavo ani vpravo; len čo je päť vysoké, nič hore ani dole."
          }
        ]
      },
      {
        "id": "scoring",
        "title": "Bodovanie",
        "blocks": [
          {
            "p": "**Oblasť** tvoria všetky políčka jedného druhu krajiny, ktoré spolu súvisia stranami. Každá oblasť dáva"
          },
          {"formula": "počet políčok × počet korún"},
          {
            "p": "Sčítajte všetky svoje oblasti. Viac oblastí toho istého druhu sa počíta každá zvlášť. Oblasť bez koruny nedáva nič, nech je akokoľvek veľká. Hrad nepatrí do žiadnej oblasti."
          },
          {
            "pictures": {
              "game": "kingdomino",
              "list": [
                {
                  "rows": ["W W W W G1", "M1 W G2 W F1", "S S C W F1", "W S2 G W1 F", "S2 S1 W W F1"],
                  "caption": "Úplné kráľovstvo za 51 bodov"
                }
              ]
            }
          },
          {
            "table": {
              "head": ["Oblasť", "Políčka", "Koruny", "Body"],
              "rows": [
                ["obilné pole, zľava hore až dolu", "10", "1", "10"],
                ["les vpravo", "4", "3", "12"],
                ["močiar vľavo dole", "5", "5", "25"],
                ["lúka v pravom hornom rohu", "1", "1", "1"],
                ["lúka nad hradom", "1", "2", "2"],
                ["lúka pod hradom", "1", "0", "0"],
                ["baňa vľavo", "1", "1", "1"],
                ["obilné pole vľavo", "1", "0", "0"],
                ["Spolu", "24", "13", "51"]
              ]
            }
          },
          {
            "p": "S Centralizovaným kráľovstvom by bolo o 10 bodov viac, s Harmóniou o 5: s oboma 66 bodov."
          }
        ]
      },
      {
        "id": "winner",
        "title": "Kto víťazí",
        "blocks": [
          {
            "ol": [
              "Najviac bodov.",
              "Pri zhode: najväčšia jednotlivá oblasť podľa počtu políčok, či má koruny, alebo nie.",
              "Pri ďalšej zhode: najviac korún v kráľovstve.",
              "Ak je aj to rovnaké, víťazstvo je spoločné."
            ]
          },
          {
            "example": "Ana a Ben majú každý 48 bodov. Ana má najväčšiu oblasť so 7 políčkami a 12 korún, Ben s 9 políčkami a 10 korún. Víťazí Ben: oblasť rozhoduje skôr než koruny."
          }
        ]
      },
      {
        "id": "variants",
        "title": "Varianty",
        "blocks": [
          {"p": "Spájajte ich, ako chcete, pokiaľ to dovolí počet hráčov."},
          {
            "table": {
              "head": ["Variant", "Hráči", "Čo robí"],
              "rows": [
                ["Dynastia", "2–4", "Tri úplné hry za sebou; body sa sčítavajú."],
                ["Centralizované kráľovstvo", "2–4", "10 bodov, ak je hrad v strede kráľovstva."],
                ["Harmónia", "2–4", "5 bodov, ak ste neodhodili žiadny dielik."],
                ["Duel mocných", "2", "Všetkých 48 dielikov, 12 kôl, štvorec 7×7."],
                [
                  "Širšia ponuka",
                  "2 alebo 3",
                  "V každom rade o dielik viac než kráľov; zvyšný dielik odhadzuje hra."
                ]
              ]
            }
          },
          {"ruling": {"id": "K3", "text": "Pri rovnakom súčte je víťazstvo v dynastii spoločné."}},
          {
            "ruling": {
              "id": "K4",
              "text": "Hrad je v strede, keď žiadne políčko kráľovstva nie je vodorovne ani zvislo ďalej než 2 políčka od neho (7×7: 3), aj keď má kráľovstvo diery."
            }
          },
          {
            "pictures": {
              "game": "kingdomino",
              "list": [
                {
                  "rows": [". G G F F", ". G W F .", "W W C L .", "W . L F .", "W W W F F"],
                  "caption": "V strede, aj cez diery"
                },
                {
                  "rows": ["C W W W", "F . . L", "F . . ."],
                  "caption": "Mimo stredu: vpravo sú políčka o tri ďalej"
                }
              ]
            }
          },
          {
            "ruling": {
              "id": "K5",
              "text": "Harmónia sa pýta len na odhodené dieliky, nie na to, ako je štvorec zaplnený."
            }
          },
          {
            "ruling": {
              "id": "K6",
              "text": "Dielik, ktorý si nikto nevybral alebo ktorý bol z radu vyradený, neodhodil nikto."
            }
          },
          {
            "ruling": {
              "id": "K7",
              "text": "V Širšej ponuke zvyšný dielik prvého radu odchádza na konci úvodného výberu."
            }
          },
          {
            "ruling": {
              "id": "K8",
              "text": "Širšia ponuka a Duel mocných spolu: 7×7, rady po 5, 9 kôl, 45 dielikov; 3 nikto neuvidí."
            }
          },
          {
            "ruling": {
              "id": "K9",
              "text": "Širšia ponuka nie je pre štyroch, Duel mocných nie je pre troch ani štyroch."
            }
          },
          {
            "table": {
              "head": [
                "Variant",
                "Hráči",
                "Dielikov v hre",
                "Rad",
                "Zvyšných dielikov",
                "Kôl",
                "Dielikov na hráča",
                "Štvorec"
              ],
              "rows": [
                ["Duel mocných", "2", "48", "4", "0", "12", "24", "7×7"],
                ["Širšia ponuka", "2", "30", "5", "1", "6", "12", "5×5"],
                ["Širšia ponuka", "3", "48", "4", "1", "12", "12", "5×5"],
                ["Širšia ponuka a Duel mocných", "2", "45", "5", "1", "9", "18", "7×7"]
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
              ["Smiem odhodiť dielik, ktorý by sa dal priložiť?", "Nie."],
              ["Musia nadväzovať obe polovice?", "Nie. Stačí jedna polovica, jednou stranou."],
              ["Smiem uzavrieť jedno prázdne políčko?", "Áno. Zostane prázdne."],
              [
                "Nadväzuje dielik s dvoma rovnakými políčkami sám na seba?",
                "Nie. Musí nadviazať na niečo, čo už ležalo."
              ],
              ["Dielik sa odhodil. Vyberám si ďalší?", "Áno, okrem posledného kola."]
            ]
          }
        ]
      },
      {"id": "dominoes", "title": "Všetky dieliky", "blocks": [{"dominoes": "kingdomino"}]}
    ]
  },
  "giants": {
    "title": "Kingdomino: Vek obrov",
    "players": "2 – 5 hráčov",
    "lead": "Platí tu všetko z Kingdomina, začnite teda ním. Noví sú obri, ktorí si sadajú na koruny a berú im cenu, kým ich nepošlete k susedom; dve úlohy, v každej hre iné; a piaty hráč.",
    "sections": [
      {
        "id": "table",
        "title": "Čo je na stole nové",
        "blocks": [
          {
            "ul": [
              "**Šesť dielikov s písmenom**, A až F; na každom je obor a žiadna koruna.",
              "**Šesť dielikov so stopami**, 49 až 54; na každom sú tri koruny.",
              "**Šesť obrov** a **17 dielikov úloh**.",
              "**Piaty hrad** s kráľom, hnedý."
            ]
          },
          {
            "p": "So 48 dielikmi Kingdomina ich je 60. Písmená sa radia pred číslo 1: A, B, C, D, E, F, 1, 2 a tak ďalej až 54."
          }
        ]
      },
      {
        "id": "setup",
        "title": "Príprava a rady",
        "blocks": [
          {
            "table": {
              "head": [
                "Hráči",
                "Kráľov na hráča",
                "Dielikov v hre",
                "Z radu sa vyradí",
                "Na výber",
                "Kôl",
                "Štvorec"
              ],
              "rows": [
                ["2", "2", "30", "3. dielik", "4", "6", "5×5"],
                ["2, Duel mocných", "2", "60", "3. dielik", "4", "12", "7×7"],
                ["3", "1", "60", "2. a 4. dielik", "3", "12", "5×5"],
                ["4", "1", "60", "3. dielik", "4", "12", "5×5"],
                ["5", "1", "60", "nič", "5", "12", "5×5"]
              ]
            }
          },
          {
            "p": "Na začiatku sa vylosujú dva dieliky úloh a vyložia sa lícom nahor. Platia pre všetkých."
          },
          {
            "p": "Rad má **vždy päť dielikov**. Zoradia sa a otočia lícom nahor; potom sa z neho, skôr než si ktokoľvek vyberie, vyradia dieliky podľa tabuľky, počítané od najnižšieho. Všetci ich pritom videli."
          },
          {
            "example": "Traja hráči, rad B, 7, 22, 40, 52: druhý a štvrtý dielik, teda 7 a 40, sa vyradia. Vyberá sa z B, 22 a 52."
          },
          {
            "ruling": {
              "id": "G1",
              "text": "Dvaja hráči hrajú s 30 zo 60 dielikov: 6 kôl, 5×5. V Dueli mocných so všetkými 60: 12 kôl, 7×7."
            }
          },
          {
            "ruling": {"id": "G2", "text": "Ktoré dieliky sa z radu vyradia, hovorí tabuľka vyššie."}
          }
        ]
      },
      {
        "id": "turn",
        "title": "Ťah",
        "blocks": [
          {
            "ol": [
              "**Priložte** dielik, na ktorom kráľ stojí; odhodiť ho smiete, len keď sa nedá priložiť.",
              "Má priložený dielik písmeno? **Prichádza obor.** Má stopy? **Obor môže odísť.**",
              "**Vyberte si** voľný dielik ďalšieho radu (nie v poslednom kole)."
            ]
          },
          {"p": "Odhodený dielik obra neprivedie ani nepustí."}
        ]
      },
      {
        "id": "arrives",
        "title": "Obor prichádza",
        "blocks": [
          {
            "p": "Kto priloží dielik s písmenom, musí postaviť obra na niektorú neprekrytú korunu svojho kráľovstva; ktorú, to si zvolí."
          },
          {
            "ul": [
              "Obor prekrýva jednu korunu. Na políčko s dvoma či troma korunami sa zmestia dvaja či traja obri.",
              "Prekrytá koruna sa nepočíta nikde: ani v oblasti, ani v úlohe, ani pri zhode. Samo políčko sa počíta ďalej.",
              "Prikladaniu obri nebránia."
            ]
          },
          {
            "pictures": {
              "game": "giants",
              "list": [
                {
                  "rows": ["C W M2g", "F F1 L"],
                  "caption": "Baňa s dvoma korunami, jedna je prekrytá"
                }
              ]
            }
          },
          {
            "ruling": {
              "id": "G3",
              "text": "Ak v kráľovstve nie je neprekrytá koruna, obor nepríde, ani neskôr."
            }
          }
        ]
      },
      {
        "id": "leaves",
        "title": "Obor odchádza",
        "blocks": [
          {
            "p": "Kto priloží dielik so stopami, smie poslať jedného obra zo svojho kráľovstva súperovi. Ten hneď zvolí, ktorú svoju neprekrytú korunu obor prekryje. Potom váš ťah pokračuje."
          },
          {
            "ruling": {
              "id": "G4",
              "text": "Najprv priložíte, potom sa rozhodnete. Obra si smiete ponechať. Vy určíte, ktorý obor pôjde a ku komu; ten musí mať neprekrytú korunu."
            }
          }
        ]
      },
      {
        "id": "quests",
        "title": "Úlohy",
        "blocks": [
          {
            "table": {
              "head": ["Úloha", "Dielikov", "Body"],
              "rows": [
                [
                  "Hrad a podhradie",
                  "6",
                  "5 za každé políčko danej krajiny medzi 8 políčkami okolo hradu"
                ],
                ["Na samom kraji kráľovstva", "6", "5 za každý roh kráľovstva s danou krajinou"],
                ["Harmónia", "1", "5, ak ste neodhodili žiadny dielik"],
                [
                  "Centralizované kráľovstvo",
                  "1",
                  "10, ak je hrad v strede, aj neúplného kráľovstva"
                ],
                ["Hraničný hrad", "1", "20, ak je hrad v rohu kráľovstva"],
                [
                  "Pochabosť mocných",
                  "1",
                  "10 za každú trojicu políčok s neprekrytými korunami v jednej priamke"
                ],
                [
                  "Kráľ pustatiny",
                  "1",
                  "10 za každú oblasť obilných polí, lesa, jazera alebo lúky s 5 a viac políčkami bez neprekrytej koruny"
                ]
              ]
            }
          },
          {
            "p": "Oblasť pre Kráľa pustatiny dáva 10 bodov raz, nech je akokoľvek veľká. O Harmónii a strede rozhodujú výklady Kingdomina (K4, K5, K6)."
          },
          {"h": "Pochabosť mocných: trojice"},
          {
            "ruling": {
              "id": "G5",
              "text": "Trojice idú vodorovne, zvislo aj uhlopriečne. Políčko smie patriť len do jednej trojice a počíta sa najlepšie možné rozdelenie."
            }
          },
          {
            "pictures": {
              "game": "giants",
              "list": [
                {"rows": ["F1 F1 F1 F1 F1"], "caption": "Päť vedľa seba: jedna trojica, 10"},
                {"rows": [". F1 .", "F1 F1 F1", ". F1 ."], "caption": "Kríž: jedna trojica, 10"},
                {
                  "rows": ["F1 . F1", "F1 F1 F1", "F1 . F1"],
                  "caption": "Dva stĺpce: dve trojice, 20"
                },
                {
                  "rows": ["F1 F1 F1", "F1 F1 F1", "F1 F1 F1"],
                  "caption": "Deväť políčok: tri trojice, 30"
                }
              ]
            }
          },
          {"h": "Rohy"},
          {
            "ruling": {
              "id": "G6",
              "text": "Rohy sú rohy štvorca 5×5 (Duel mocných: 7×7). Ak kráľovstvo polohu štvorca ešte neurčuje, berie sa pre každú úlohu zvlášť tá, ktorá dáva najviac bodov."
            }
          },
          {
            "pictures": {
              "game": "giants",
              "list": [
                {
                  "rows": ["W W W W", "S W W G", "F . C L", "F F L L", "W F L L"],
                  "caption": "Šírka 4, výška 5. Na samom kraji kráľovstva: obilné pole dáva 10 (oba ľavé rohy), jazero 5."
                },
                {
                  "rows": ["C W W", "F F ."],
                  "caption": "Malé kráľovstvo môže získať Hraničný hrad aj Centralizované kráľovstvo."
                }
              ]
            }
          }
        ]
      },
      {
        "id": "winner",
        "title": "Bodovanie a víťazstvo",
        "blocks": [
          {
            "p": "Každá oblasť dáva políčka × neprekryté koruny; k tomu sa pripočítajú obe úlohy. Pri zhode: najväčšia oblasť, s obrami aj bez nich; potom najviac neprekrytých korún; potom je víťazstvo spoločné."
          },
          {
            "pictures": {
              "game": "giants",
              "list": [
                {
                  "rows": ["F F1 F1 L S", "W1g W W W W", "W W G2 G L", "L1g C G G2 G1", "F F M L L2"],
                  "caption": "Príklad s dvoma obrami"
                }
              ]
            }
          },
          {
            "table": {
              "head": ["Riadok", "Políčka", "Neprekryté koruny", "Body"],
              "rows": [
                ["lúka", "5", "5", "25"],
                ["les hore", "3", "2", "6"],
                ["jazero vpravo dole", "2", "2", "4"],
                ["obilné pole, prekryté", "7", "0", "0"],
                ["všetko ostatné", "7", "0", "0"],
                ["Kráľ pustatiny: obilné pole", "", "", "10"],
                ["Na samom kraji kráľovstva, les: dva rohy", "", "", "10"],
                ["Spolu", "24", "9", "55"]
              ]
            }
          },
          {
            "p": "Bez oboch obrov by oblasti dali 43 bodov, ale Kráľ pustatiny nič: spolu 53. Niekedy sa obor hodí."
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
              "text": "Dynastia sa hrať smie: tri úplné hry, každá s dvoma novými úlohami."
            }
          },
          {
            "ruling": {
              "id": "G8",
              "text": "Centralizované kráľovstvo a Harmónia sú tu úlohy a Širšia ponuka sa nehodí k radom po piatich. Duel mocných je len pre dvoch."
            }
          }
        ]
      },
      {"id": "dominoes", "title": "Všetky dieliky", "blocks": [{"dominoes": "giants"}]}
    ]
  },
  "origins": {
    "title": "Kingdomino: Lovci mamutov",
    "players": "2 – 4 hráči",
    "lead": "Dávno pred kráľmi vládli náčelníci. Okolo svojej chyže objavujete lovecké územie. Krajina má cenu len tam, kde horia plamienky, a vulkány chrlia lávu, kam chcete. Hry sú tri, od najľahšej po najbohatšiu:",
    "sections": [
      {
        "id": "games",
        "title": "Tri hry",
        "blocks": [
          {
            "table": {
              "head": ["Hra", "Čo pridáva", "Boduje"],
              "rows": [
                ["Prieskumná hra", "dieliky a vulkány", "oblasti"],
                ["Hra o totemy", "žetóny zdrojov a štyri totemy", "oblasti, žetóny, totemy"],
                [
                  "Hra s kmeňom",
                  "žetóny zdrojov a jaskyňa s 22 praľuďmi, bez totemov",
                  "oblasti, lovci/zberači, bojovníci"
                ]
              ]
            }
          },
          {
            "p": "Kto pozná Kingdomino, pozná väčšinu: chyža je hrad, náčelníci sú králi, plamienky sú koruny."
          }
        ]
      },
      {
        "id": "setup",
        "title": "Prieskumná hra: príprava",
        "blocks": [
          {
            "ul": [
              "**Dieliky**: 48 vlastných, so šiestimi druhmi krajiny. Na políčku môže byť jeden alebo dva plamienky, na vulkáne jeden až tri krátery.",
              "**Chyža** a **náčelníci** pre každého hráča: ružoví, čierni, zelení alebo modrí.",
              "**Desať žetónov lávy**, jeden pre každý vulkán."
            ]
          },
          {"legend": "origins"},
          {
            "table": {
              "head": [
                "Hráči",
                "Náčelníkov na hráča",
                "Rad",
                "Zvyšných dielikov",
                "Kôl",
                "Dielikov na hráča",
                "Územie"
              ],
              "rows": [
                ["2 (rozpínavý kmeň)", "2", "4", "0", "12", "24", "7×7"],
                ["3", "1", "4", "1", "12", "12", "5×5"],
                ["4", "1", "4", "0", "12", "12", "5×5"]
              ]
            }
          },
          {
            "p": "Rady majú vždy štyri dieliky. **Traja a štyria hráči** začínajú ako v Kingdomine: vylosuje sa poradie náčelníkov a v ňom sa vyberá. **Dvaja hráči** hrajú vždy rozpínavý kmeň: vylosuje sa jeden náčelník; jeho hráč si vezme 1. a 4. dielik prvého radu, alebo 2. a 3., súper zvyšné dva."
          },
          {
            "ruling": {
              "id": "O1",
              "text": "Pri troch hráčoch opúšťa hru dielik, ktorý si nikto nevybral, aj v prvom rade. Nikto ho tým neodhodil."
            }
          }
        ]
      },
      {
        "id": "turn",
        "title": "Ťah",
        "blocks": [
          {
            "ol": [
              "**Priložte** dielik, na ktorom náčelník stojí. Ak sa to dá kamkoľvek, musíte; ak sa to nedá nikam, odhoďte ho.",
              "Je na ňom **vulkán**? Vybuchne.",
              "**Vyberte si** voľný dielik ďalšieho radu (nie v poslednom kole)."
            ]
          },
          {
            "p": "Dielik musí stranou susediť s chyžou, ku ktorej sa hodí čokoľvek, alebo s políčkom toho istého druhu krajiny. Vulkán nadväzuje na ktorýkoľvek vulkán. Celé územie nesmie prerásť 5×5 (pri dvoch hráčoch 7×7). Obrázky nájdete v pravidlách Kingdomina."
          }
        ]
      },
      {
        "id": "fire",
        "title": "Vulkány a láva",
        "blocks": [
          {
            "table": {
              "head": ["Krátery", "Plamienky", "Dosah"],
              "rows": [
                ["1", "1", "1 až 3 políčka"],
                ["2", "2", "1 alebo 2 políčka"],
                ["3", "3", "1 políčko"]
              ]
            }
          },
          {
            "p": "Keď priložíte vulkán, vezmite žetón lávy a zvoľte, kam dopadne. Vzdialenosť sa počíta ako ťahy šachového kráľa: rovno aj šikmo, a cesta sa môže lámať."
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
                  "caption": "Vzdialenosti okolo vulkánu"
                }
              ]
            }
          },
          {
            "p": "Láva musí dopadnúť na políčko vášho územia bez vytlačeného plamienka a bez žetónu lávy, ktoré nie je vulkán ani chyža. Druhá polovica dielika s vulkánom je možná vždy. Plamienky žetónu sa počítajú oblasti, na ktorej leží; čo láva preletí, ostane nedotknuté. Odhodený vulkán nevybuchne."
          },
          {"ruling": {"id": "O2", "text": "Na chyžu láva nedopadá."}},
          {"ruling": {"id": "O3", "text": "Láva smie letieť aj ponad prázdne miesta."}}
        ]
      },
      {
        "id": "scoring",
        "title": "Prieskumná hra: bodovanie",
        "blocks": [
          {
            "p": "Každá oblasť dáva políčka × plamienky, vytlačené aj na žetónoch. Vulkány nedávajú nič. Víťazí najviac bodov; pri zhode najväčšia oblasť, potom najviac plamienkov, potom je víťazstvo spoločné. To platí vo všetkých troch hrách."
          },
          {"ruling": {"id": "O4", "text": "Ako najväčšia oblasť sa počíta aj skupina vulkánov."}},
          {
            "pictures": {
              "game": "origins-discovery",
              "list": [
                {
                  "rows": ["G G V2 J J", "G1 J J*2 J2 L1", "V2 G C G L", "L L1 L1 Q Q2", "Q1 Q Q*2 Q1 D"],
                  "caption": "Územie za 67 bodov"
                }
              ]
            }
          },
          {
            "table": {
              "head": ["Oblasť", "Políčka", "Plamienky", "Body"],
              "rows": [
                ["skaly dole", "6", "6", "36"],
                ["džungľa", "5", "4", "20"],
                ["jazero vľavo", "3", "2", "6"],
                ["préria vľavo hore", "3", "1", "3"],
                ["jazero vpravo", "2", "1", "2"],
                ["všetko ostatné", "5", "0", "0"],
                ["Spolu", "24", "14", "67"]
              ]
            }
          }
        ]
      },
      {
        "id": "resources",
        "title": "Hra o totemy a Hra s kmeňom: zdroje",
        "blocks": [
          {
            "p": "Keď sa rad otočí, dostane každé políčko týchto krajín bez vytlačeného plamienka svoj žetón. Žetóny sa presúvajú s dielikom a ostávajú na svojich políčkach."
          },
          {
            "table": {
              "head": ["Druh krajiny", "Žetón", "Hodnota totemu"],
              "rows": [
                ["préria", "mamut", "3"],
                ["jazero", "ryba", "4"],
                ["džungľa", "huba", "5"],
                ["skaly", "pazúrik", "6"]
              ]
            }
          },
          {"p": "Láva, ktorá dopadne na žetón, ho zničí. Dopadnúť tam smie."},
          {
            "ruling": {"id": "O5", "text": "Žetóny na odhodenom alebo zvyšnom dieliku opúšťajú hru s ním."}
          }
        ]
      },
      {
        "id": "totems",
        "title": "Hra o totemy: totemy",
        "blocks": [
          {
            "p": "**Získanie.** Keď ste priložili a láva dopadla, vezmite si totem každého zdroja, ktorého žetónov máte viac než každý iný hráč. Zhoda nestačí."
          },
          {
            "p": "**Odovzdanie.** Ak vaša láva zničila žetón zdroja, ktorého totem držíte: ak nikto nemá viac než vy, totem vám ostáva; ak má viac jeden hráč, dostane ho; ak má viac niekoľko hráčov, zvolíte, kto z nich."
          },
          {
            "ruling": {
              "id": "O6",
              "text": "Totem získava len hráč, ktorý práve priložil, a od držiteľa odchádza len k tomu, kto má viac."
            }
          },
          {
            "table": {
              "head": ["Mamuty", "Ana", "Ben", "Cyn", "Totem"],
              "rows": [
                ["zatiaľ", "2", "2", "1", "uprostred: nikto nevedie"],
                ["Cyn priloží dva mamuty", "2", "2", "3", "berie si ho Cyn"],
                ["Ana priloží jedného mamuta", "3", "2", "3", "ostáva: zhoda nestačí"],
                ["láva hráčky Cyn zničí mamuta", "3", "2", "2", "dostáva ho Ana"]
              ]
            }
          },
          {"p": "**Na konci**: oblasti, 1 bod za každý žetón na území a hodnota vašich totemov."}
        ]
      },
      {
        "id": "cave",
        "title": "Hra s kmeňom: jaskyňa a osídlenie",
        "blocks": [
          {
            "p": "Totemy tu nie sú a žetóny na konci body nedávajú: platí sa nimi. 22 praľudí sa zamieša do stĺpčeka; štyria ležia vedľa lícom nahor. Po výbere dielika **smiete** raz za ťah usadiť pračloveka:"
          },
          {
            "ul": [
              "zaplaťte **2 rôzne žetóny** a vezmite si jedného z praľudí, ktorí ležia lícom nahor; alebo",
              "zaplaťte **4 rôzne žetóny**, z každého druhu jeden, prezrite si stĺpček, vezmite si kohokoľvek a zvyšok zamiešajte."
            ]
          },
          {
            "p": "Ktoré žetóny a z ktorých políčok, je na vás. Pračlovek sa usadí na políčku vášho územia bez plamienka, žetónu lávy, žetónu zdroja a iného pračloveka, ktoré nie je vulkán ani chyža. Práve uvoľnené políčko vyhovuje."
          },
          {
            "ul": [
              "Usádzať smiete, či ste priložili, alebo odhodili.",
              "Medzery medzi štyrmi vyloženými sa doplnia, až keď sa vykladá nový rad.",
              "V úvodnom výbere a v poslednom kole sa neosídľuje.",
              "Láva, ktorá dopadne na pračloveka, ho odstráni z hry."
            ]
          },
          {
            "ruling": {
              "id": "O7",
              "text": "Za dva žetóny je len pračlovek lícom nahor, za štyri len pračlovek zo stĺpčeka."
            }
          },
          {"ruling": {"id": "O8", "text": "Na chyži sa nikto neusádza."}}
        ]
      },
      {
        "id": "cavemen",
        "title": "Hra s kmeňom: za čo praľudia bodujú",
        "blocks": [
          {
            "p": "**Lovci/zberači**, z každého dvaja, bodujú za to, čo je na konci na 8 políčkach okolo nich:"
          },
          {
            "table": {
              "head": ["Kto", "Boduje"],
              "rows": [
                ["Lovec", "3 za každý žetón mamuta"],
                ["Malá rybárka", "3 za každý žetón ryby"],
                ["Hubárka", "4 za každý žetón huby"],
                ["Sochárka", "5 za každý žetón pazúrika"],
                ["Jaskynný maliar", "2 za každý žetón zdroja"],
                ["Ohnivá dáma", "1 za každý plamienok, vytlačený aj na žetóne"],
                ["Šaman", "2 za každého pračloveka, aj za bojovníkov"]
              ]
            }
          },
          {
            "p": "**Bojovníci** bodujú po tlupách. Tlupu tvoria bojovníci, ktorých políčka spolu súvisia stranami:"
          },
          {"formula": "počet členov × súčet ich síl"},
          {
            "table": {
              "head": ["Bojovník", "Koľko ich je", "Sila"],
              "rows": [["bitkár", "4", "1"], ["bojovníčka", "3", "2"], ["silák", "1", "3"]]
            }
          },
          {"example": "Dvaja bitkári a bojovníčka v jednej tlupe: 3 × (1 + 1 + 2) = 12."},
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
                  "caption": "Oblasti 67, Lovec 9 (tri mamuty), Ohnivá dáma 5, bojovníci 2 × (1 + 2) = 6: 87 bodov"
                }
              ]
            }
          },
          {
            "p": "Jeden žetón sa môže počítať niekoľkým lovcom/zberačom. Nikto nepočíta sám seba. Krátery nie sú plamienky."
          }
        ]
      },
      {
        "id": "variants",
        "title": "Varianty",
        "blocks": [
          {
            "table": {
              "head": ["Variant", "Čo robí"],
              "rows": [
                [
                  "Náčelník má mať prehľad",
                  "10 bodov, ak je chyža v strede územia, úplného aj neúplného (ako v K4)."
                ],
                ["Homo habilis", "5 bodov, ak ste neodhodili žiadny dielik."],
                ["Dynastia", "Tri úplné hry za sebou; body sa sčítavajú."]
              ]
            }
          },
          {
            "ruling": {
              "id": "O9",
              "text": "Homo habilis aj na území 7×7 žiada len to, aby ste nič neodhodili."
            }
          },
          {
            "ruling": {
              "id": "O10",
              "text": "Dynastia sa s Lovcami mamutov hrať smie: pri rovnakom súčte je víťazstvo spoločné."
            }
          }
        ]
      },
      {"id": "dominoes", "title": "Všetky dieliky", "blocks": [{"dominoes": "origins"}]}
    ]
  }
};
