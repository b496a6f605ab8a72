// The rules pages in Serbian (Latin script). All languages have the same structure; what stands after
// `export default` is plain JSON. `**` marks strong words; ids of rulings are those of docs/rules.
export default {
  "kingdomino": {
    "title": "Kingdomino",
    "players": "2–4 igrača",
    "lead": "Vladate zamkom i zasad ničim više. Iz kruga u krug birate domine i spajate ih sa zamkom, dok ne dobijete kraljevstvo od pet puta pet polja. Poene donosi samo zemlja na kojoj ima kruna. A što bolju dominu odaberete sada, to ćete sledeći put kasnije birati.",
    "sections": [
      {
        "id": "table",
        "title": "Šta je na stolu",
        "blocks": [
          {
            "ul": [
              "**Domine**: 48, sa brojevima od 1 do 48. Na poleđini je broj, na licu dva polja zemlje, neka sa jednom, dve ili tri krune. Što je broj veći, zemlja je ređa.",
              "**Zamak** za svakog igrača. On je jedno polje vašeg kraljevstva.",
              "**Kraljevi** u vašoj boji, koje stavljate na odabrane domine."
            ]
          },
          {"p": "Ima šest terena:"},
          {"legend": "kingdomino"}
        ]
      },
      {
        "id": "setup",
        "title": "Priprema",
        "blocks": [
          {
            "table": {
              "head": [
                "Igrači",
                "Kraljeva po igraču",
                "Domina u igri",
                "Kolona",
                "Krugova",
                "Domina po igraču"
              ],
              "rows": [
                ["2", "2", "24", "4", "6", "12"],
                ["3", "1", "36", "3", "12", "12"],
                ["4", "1", "48", "4", "12", "12"]
              ]
            }
          },
          {
            "ol": [
              "Svako uzima zamak i svoje kraljeve.",
              "Promešajte domine licem nadole. Kad igraju dva ili tri igrača, deo njih po tabeli neviđen napušta igru. Ostale su gomila za izvlačenje.",
              "**Poređajte prvu kolonu**: izvucite onoliko domina koliko ima kraljeva, poređajte ih po broju od najmanjeg i okrenite licem nagore.",
              "**Početni izbor**: izvucite redosled kraljeva. Tim redom svaki staje na dominu koja je još slobodna.",
              "Pored prve kolone poređajte drugu."
            ]
          },
          {
            "ruling": {
              "id": "K1",
              "text": "Svi kraljevi se izvlače pre nego što prvi stane na dominu, pa svi znaju ceo redosled."
            }
          }
        ]
      },
      {
        "id": "round",
        "title": "Krug",
        "blocks": [
          {
            "p": "Kraljevi igraju redom kojim stoje u koloni, prvi onaj na najmanjem broju. Kad igra dvoje, svaki od vaša dva kralja ima svoj potez. Potez ima dva dela:"
          },
          {
            "ol": [
              "**Postavite** dominu na kojoj kralj stoji. Ako za nju postoji mesto, morate je postaviti, čak i kad vam šteti. Samo ako mesta nema, **odbacujete** je i ona napušta igru.",
              "**Odaberite**: stavite istog kralja na slobodnu dominu sledeće kolone. Poslednji kralj uzima ono što ostane."
            ]
          },
          {
            "p": "Kad svi kraljevi odigraju, ređa se nova kolona i počinje sledeći krug. U **poslednjem krugu** više nema šta da se bira: domine se samo postavljaju."
          },
          {
            "ruling": {
              "id": "K2",
              "text": "Redosled poteza u svim igrama porodice: postaviti ili odbaciti; ono što postavljanje izazove; odabrati; naseliti (samo u Igri sa plemenom). Poslednji krug staje pre biranja."
            }
          }
        ]
      },
      {
        "id": "placing",
        "title": "Postavljanje domine",
        "blocks": [
          {
            "p": "Domina pokriva dva prazna polja koja dele stranicu; okrenite je kako god želite. Mora da važi oboje:"
          },
          {
            "ol": [
              "**Nastavlja se.** Bar jedno njeno polje deli stranicu sa zamkom ili sa poljem istog terena. Uz zamak može bilo šta. Jedna takva stranica je dovoljna; dodir uglom nije.",
              "**Staje u kvadrat.** Celo kraljevstvo, sa zamkom, široko je najviše 5 polja i visoko najviše 5 (Epski duel: 7 i 7)."
            ]
          },
          {
            "pictures": {
              "game": "kingdomino",
              "list": [
                {
                  "rows": [". . . .", "!W W W C", "!L . . F", ". . . F"],
                  "caption": "A: može. Žitno polje se nastavlja na žitno polje."
                },
                {
                  "rows": [". . . .", ". W W C", ". . !W F", ". . !L F"],
                  "caption": "B: može. Šuma pored nje ne smeta."
                },
                {
                  "rows": ["!W !L . .", ". W W C", ". . . F", ". . . F"],
                  "caption": "C: ne može. Jezero je uz žitno polje, a žitna polja se dodiruju samo uglom."
                }
              ]
            }
          },
          {
            "p": "**Kvadrat se pomera dok ga ne popunite.** Zamak u njemu na kraju može biti bilo gde. Kad je kraljevstvo široko pet polja, ništa se više ne dodaje levo i desno; kad je visoko pet, ništa gore i dole."
          }
        ]
      },
      {
        "id": "scoring",
        "title": "Bodovanje",
        "blocks": [
          {
            "p": "**Teritorija** su sva polja istog terena koja su povezana stranicama. Svaka teritorija donosi"
          },
          {"formula": "broj polja × broj kruna"},
          {
            "p": "Saberite sve svoje teritorije. Više teritorija istog terena računa se svaka za sebe. Teritorija bez krune ne donosi ništa, koliko god bila velika. Zamak ne pripada nijednoj teritoriji."
          },
          {
            "pictures": {
              "game": "kingdomino",
              "list": [
                {
                  "rows": ["W W W W G1", "M1 W G2 W F1", "S S C W F1", "W S2 G W1 F", "S2 S1 W W F1"],
                  "caption": "Potpuno kraljevstvo za 51 poen"
                }
              ]
            }
          },
          {
            "table": {
              "head": ["Teritorija", "Polja", "Krune", "Poeni"],
              "rows": [
                ["žitno polje, od gornjeg levog ugla naniže", "10", "1", "10"],
                ["šuma desno", "4", "3", "12"],
                ["močvara dole levo", "5", "5", "25"],
                ["livada u gornjem desnom uglu", "1", "1", "1"],
                ["livada iznad zamka", "1", "2", "2"],
                ["livada ispod zamka", "1", "0", "0"],
                ["rudnik levo", "1", "1", "1"],
                ["žitno polje levo", "1", "0", "0"],
                ["Ukupno", "24", "13", "51"]
              ]
            }
          },
          {
            "p": "Uz varijantu Zamak u sredini bilo bi 10 poena više, uz Harmoniju 5: uz obe 66 poena."
          }
        ]
      },
      {
        "id": "winner",
        "title": "Ko pobeđuje",
        "blocks": [
          {
            "ol": [
              "Najviše poena.",
              "Ako je nerešeno: najveća pojedinačna teritorija po broju polja, sa krunama ili bez njih.",
              "Ako je i dalje nerešeno: najviše kruna u kraljevstvu.",
              "Ako je i to jednako, pobeda je podeljena."
            ]
          },
          {
            "example": "Ana i Ben imaju po 48 poena. Anina najveća teritorija ima 7 polja, a ona ima 12 kruna; Benova ima 9 polja, a on ima 10 kruna. Pobeđuje Ben: teritorija odlučuje pre kruna."
          }
        ]
      },
      {
        "id": "variants",
        "title": "Varijante",
        "blocks": [
          {"p": "Spajajte ih po želji, koliko broj igrača dopušta."},
          {
            "table": {
              "head": ["Varijanta", "Igrači", "Šta donosi"],
              "rows": [
                ["Dinastija", "2–4", "Tri potpune partije zaredom; poeni se sabiraju."],
                ["Zamak u sredini", "2–4", "10 poena ako je zamak u sredini kraljevstva."],
                ["Harmonija", "2–4", "5 poena ako niste odbacili nijednu dominu."],
                ["Epski duel", "2", "Svih 48 domina, 12 krugova, kvadrat 7×7."],
                [
                  "Šira ponuda",
                  "2 ili 3",
                  "U svakoj koloni jedna domina više nego kraljeva; preostalu odbacuje igra."
                ]
              ]
            }
          },
          {"ruling": {"id": "K3", "text": "Ko ima isti zbir, deli pobedu u dinastiji."}},
          {
            "ruling": {
              "id": "K4",
              "text": "Zamak je u sredini kad nijedno polje kraljevstva nije udaljeno od njega više od 2 polja (7×7: 3), ni vodoravno ni uspravno, makar bilo i rupa."
            }
          },
          {
            "pictures": {
              "game": "kingdomino",
              "list": [
                {
                  "rows": [". G G F F", ". G W F .", "W W C L .", "W . L F .", "W W W F F"],
                  "caption": "U sredini, uprkos rupama"
                },
                {
                  "rows": ["C W W W", "F . . L", "F . . ."],
                  "caption": "Nije u sredini: desno su polja udaljena tri mesta"
                }
              ]
            }
          },
          {
            "ruling": {
              "id": "K5",
              "text": "Harmonija pita samo da li ste odbacivali, a ne koliko je kvadrat popunjen."
            }
          },
          {
            "ruling": {
              "id": "K6",
              "text": "Dominu koju niko nije odabrao ili je uklonjena iz kolone nije odbacio niko."
            }
          },
          {
            "ruling": {
              "id": "K7",
              "text": "Uz Širu ponudu preostala domina prve kolone odlazi na kraju početnog izbora."
            }
          },
          {
            "ruling": {
              "id": "K8",
              "text": "Šira ponuda i Epski duel zajedno: 7×7, kolone od 5, 9 krugova, 45 domina; 3 niko ne vidi."
            }
          },
          {
            "ruling": {
              "id": "K9",
              "text": "Šira ponuda nije za četiri igrača, a Epski duel nije za tri ni za četiri."
            }
          },
          {
            "table": {
              "head": [
                "Varijanta",
                "Igrači",
                "Domina u igri",
                "Kolona",
                "Preostalih domina",
                "Krugova",
                "Domina po igraču",
                "Kvadrat"
              ],
              "rows": [
                ["Epski duel", "2", "48", "4", "0", "12", "24", "7×7"],
                ["Šira ponuda", "2", "30", "5", "1", "6", "12", "5×5"],
                ["Šira ponuda", "3", "48", "4", "1", "12", "12", "5×5"],
                ["Šira ponuda i Epski duel", "2", "45", "5", "1", "9", "18", "7×7"]
              ]
            }
          }
        ]
      },
      {
        "id": "questions",
        "title": "Česta pitanja",
        "blocks": [
          {
            "qa": [
              ["Smem li da odbacim dominu koju mogu da postavim?", "Ne."],
              [
                "Moraju li obe polovine da se nastavljaju?",
                "Ne. Dovoljna je jedna polovina, jednom stranicom."
              ],
              ["Smem li da zatvorim jedno prazno polje?", "Da. Ostaće prazno."],
              [
                "Nastavlja li se domina sa dva ista polja sama na sebe?",
                "Ne. Mora se nastaviti na nešto što je već ležalo."
              ],
              ["Domina je odbačena. Biram li sledeću?", "Da, osim u poslednjem krugu."]
            ]
          }
        ]
      },
      {"id": "dominoes", "title": "Sve domine", "blocks": [{"dominoes": "kingdomino"}]}
    ]
  },
  "giants": {
    "title": "Kingdomino: Doba divova",
    "players": "2–5 igrača",
    "lead": "Ovde važi sve iz Kingdomina, pa počnite od njega. Novi su divovi, koji sedaju na krune i obezvređuju ih dok ih ne pošaljete susedima; dva zadatka, u svakoj partiji drugačija; i peti igrač.",
    "sections": [
      {
        "id": "table",
        "title": "Šta je novo na stolu",
        "blocks": [
          {
            "ul": [
              "**Šest domina sa slovom**, od A do F; na svakoj je div i nijedna kruna.",
              "**Šest domina sa stopama**, od 49 do 54; na svakoj su tri krune.",
              "**Šest divova** i **17 pločica zadataka**.",
              "**Peti zamak** sa kraljem, braon."
            ]
          },
          {
            "p": "Sa 48 domina iz Kingdomina ima ih 60. Slova dolaze pre broja 1: A, B, C, D, E, F, 1, 2 i tako dalje do 54."
          }
        ]
      },
      {
        "id": "setup",
        "title": "Priprema i kolone",
        "blocks": [
          {
            "table": {
              "head": [
                "Igrači",
                "Kraljeva po igraču",
                "Domina u igri",
                "Iz kolone se uklanja",
                "Za izbor",
                "Krugova",
                "Kvadrat"
              ],
              "rows": [
                ["2", "2", "30", "3. domina", "4", "6", "5×5"],
                ["2, Epski duel", "2", "60", "3. domina", "4", "12", "7×7"],
                ["3", "1", "60", "2. i 4. domina", "3", "12", "5×5"],
                ["4", "1", "60", "3. domina", "4", "12", "5×5"],
                ["5", "1", "60", "ništa", "5", "12", "5×5"]
              ]
            }
          },
          {"p": "Na početku se izvlače dve pločice zadataka i otkrivaju se. Važe za sve."},
          {
            "p": "Kolona **uvek ima pet domina**. Poređaju se i okrenu; zatim se, pre nego što iko odabere, uklanjaju domine po tabeli, brojeći od najmanje. Svi su ih pritom videli."
          },
          {
            "example": "Tri igrača, kolona B, 7, 22, 40, 52: druga i četvrta domina, 7 i 40, uklanjaju se. Bira se između B, 22 i 52."
          },
          {
            "ruling": {
              "id": "G1",
              "text": "Dva igrača igraju sa 30 od 60 domina: 6 krugova, 5×5. U Epskom duelu sa svih 60: 12 krugova, 7×7."
            }
          },
          {"ruling": {"id": "G2", "text": "Koje se domine uklanjaju iz kolone kaže tabela gore."}}
        ]
      },
      {
        "id": "turn",
        "title": "Potez",
        "blocks": [
          {
            "ol": [
              "**Postavite** dominu na kojoj kralj stoji; odbacite je samo ako za nju nema mesta.",
              "Ima li postavljena domina slovo? **Stiže div.** Ima li stope? **Div može da ode.**",
              "**Odaberite** slobodnu dominu sledeće kolone (ne u poslednjem krugu)."
            ]
          },
          {"p": "Odbačena domina ne dovodi diva i nijednog ne pušta."}
        ]
      },
      {
        "id": "arrives",
        "title": "Div stiže",
        "blocks": [
          {
            "p": "Ko postavi dominu sa slovom, mora staviti diva na neku nepokrivenu krunu svog kraljevstva; koju, to bira igrač."
          },
          {
            "ul": [
              "Div pokriva jednu krunu. Na polje sa dve ili tri krune staju dva ili tri diva.",
              "Pokrivena kruna se ne računa nigde: ni u teritoriji, ni u zadatku, ni kad je nerešeno. Samo polje se i dalje računa.",
              "Divovi ne smetaju postavljanju."
            ]
          },
          {
            "pictures": {
              "game": "giants",
              "list": [
                {
                  "rows": ["C W M2g", "F F1 L"],
                  "caption": "Rudnik sa dve krune, jedna je pokrivena"
                }
              ]
            }
          },
          {
            "ruling": {
              "id": "G3",
              "text": "Ako u kraljevstvu nema nepokrivene krune, div ne dolazi, ni kasnije."
            }
          }
        ]
      },
      {
        "id": "leaves",
        "title": "Div odlazi",
        "blocks": [
          {
            "p": "Ko postavi dominu sa stopama, sme da pošalje jednog diva iz svog kraljevstva protivniku. On odmah bira koju svoju nepokrivenu krunu div pokriva. Zatim se vaš potez nastavlja."
          },
          {
            "ruling": {
              "id": "G4",
              "text": "Najpre postavljate, pa odlučujete. Diva smete da zadržite. Vi kažete koji div ide i kome; taj igrač mora imati nepokrivenu krunu."
            }
          }
        ]
      },
      {
        "id": "quests",
        "title": "Zadaci",
        "blocks": [
          {
            "table": {
              "head": ["Zadatak", "Pločica", "Poeni"],
              "rows": [
                ["Zamak i podgrađe", "6", "5 za svako polje datog terena među 8 polja oko zamka"],
                ["Četiri ugla kraljevstva", "6", "5 za svaki ugao kraljevstva sa datim terenom"],
                ["Harmonija", "1", "5 ako niste odbacili nijednu dominu"],
                ["Zamak u sredini", "1", "10 ako je zamak u sredini, i nepotpunog kraljevstva"],
                ["Pogranični zamak", "1", "20 ako je zamak u uglu kraljevstva"],
                [
                  "Ludost moćnika",
                  "1",
                  "10 za svaku trojku polja s nepokrivenim krunama u istoj liniji"
                ],
                [
                  "Kralj pustoši",
                  "1",
                  "10 za svaku teritoriju žitnih polja, šume, jezera ili livade od 5 ili više polja bez nepokrivene krune"
                ]
              ]
            }
          },
          {
            "p": "Teritorija za Kralja pustoši donosi 10 poena jednom, koliko god bila velika. O Harmoniji i sredini odlučuju tumačenja iz Kingdomina (K4, K5, K6)."
          },
          {"h": "Ludost moćnika: trojke"},
          {
            "ruling": {
              "id": "G5",
              "text": "Trojke idu vodoravno, uspravno i dijagonalno. Polje sme da pripada samo jednoj trojci, a računa se najbolja moguća podela."
            }
          },
          {
            "pictures": {
              "game": "giants",
              "list": [
                {"rows": ["F1 F1 F1 F1 F1"], "caption": "Pet u nizu: jedna trojka, 10"},
                {"rows": [". F1 .", "F1 F1 F1", ". F1 ."], "caption": "Krst: jedna trojka, 10"},
                {
                  "rows": ["F1 . F1", "F1 F1 F1", "F1 . F1"],
                  "caption": "Dva uspravna niza: dve trojke, 20"
                },
                {
                  "rows": ["F1 F1 F1", "F1 F1 F1", "F1 F1 F1"],
                  "caption": "Devet polja: tri trojke, 30"
                }
              ]
            }
          },
          {"h": "Uglovi"},
          {
            "ruling": {
              "id": "G6",
              "text": "Uglovi su uglovi kvadrata 5×5 (Epski duel: 7×7). Ako kraljevstvo još ne određuje položaj kvadrata, za svaki zadatak posebno uzima se onaj koji donosi najviše poena."
            }
          },
          {
            "pictures": {
              "game": "giants",
              "list": [
                {
                  "rows": ["W W W W", "S W W G", "F . C L", "F F L L", "W F L L"],
                  "caption": "Širina 4, visina 5. Četiri ugla kraljevstva: žitno polje donosi 10 (oba leva ugla), jezero 5."
                },
                {
                  "rows": ["C W W", "F F ."],
                  "caption": "Malo kraljevstvo može dobiti i Pogranični zamak i Zamak u sredini."
                }
              ]
            }
          }
        ]
      },
      {
        "id": "winner",
        "title": "Bodovanje i pobeda",
        "blocks": [
          {
            "p": "Svaka teritorija donosi polja × nepokrivene krune; na to se dodaju oba zadatka. Ako je nerešeno: najveća teritorija, bez obzira na divove; zatim najviše nepokrivenih kruna; zatim je pobeda podeljena."
          },
          {
            "pictures": {
              "game": "giants",
              "list": [
                {
                  "rows": ["F F1 F1 L S", "W1g W W W W", "W W G2 G L", "L1g C G G2 G1", "F F M L L2"],
                  "caption": "Primer sa dva diva"
                }
              ]
            }
          },
          {
            "table": {
              "head": ["Stavka", "Polja", "Nepokrivene krune", "Poeni"],
              "rows": [
                ["livada", "5", "5", "25"],
                ["šuma gore", "3", "2", "6"],
                ["jezero dole desno", "2", "2", "4"],
                ["žitno polje, pokriveno", "7", "0", "0"],
                ["sve ostalo", "7", "0", "0"],
                ["Kralj pustoši: žitno polje", "", "", "10"],
                ["Četiri ugla kraljevstva, šuma: dva ugla", "", "", "10"],
                ["Ukupno", "24", "9", "55"]
              ]
            }
          },
          {
            "p": "Bez ta dva diva teritorije bi donele 43 poena, ali Kralj pustoši ništa: ukupno 53. Ponekad je div dobrodošao."
          }
        ]
      },
      {
        "id": "variants",
        "title": "Varijante",
        "blocks": [
          {
            "ruling": {
              "id": "G7",
              "text": "Dinastija sme da se igra: tri potpune partije, svaka sa dva nova zadatka."
            }
          },
          {
            "ruling": {
              "id": "G8",
              "text": "Zamak u sredini i Harmonija ovde su zadaci, a Šira ponuda ne ide uz kolone od pet. Epski duel je samo za dva igrača."
            }
          }
        ]
      },
      {"id": "dominoes", "title": "Sve domine", "blocks": [{"dominoes": "giants"}]}
    ]
  },
  "origins": {
    "title": "Kingdomino: Lovci na mamute",
    "players": "2–4 igrača",
    "lead": "Davno pre kraljeva vladale su poglavice. Oko svoje kolibe otkrivate lovište. Zemlja vredi samo tamo gde gore plamenovi, a vulkani bacaju vatru kuda želite. Igre su tri, od lakše do bogatije:",
    "sections": [
      {
        "id": "games",
        "title": "Tri igre",
        "blocks": [
          {
            "table": {
              "head": ["Igra", "Šta dodaje", "Boduje"],
              "rows": [
                ["Istraživačka igra", "domine i vulkani", "teritorije"],
                ["Igra za toteme", "žetoni resursa i četiri totema", "teritorije, žetoni, totemi"],
                [
                  "Igra sa plemenom",
                  "žetoni resursa i pećina sa 22 pračoveka, bez totema",
                  "teritorije, lovci-sakupljači, ratnici"
                ]
              ]
            }
          },
          {
            "p": "Ko zna Kingdomino, zna gotovo sve: koliba je zamak, poglavice su kraljevi, plamenovi su krune."
          }
        ]
      },
      {
        "id": "setup",
        "title": "Istraživačka igra: priprema",
        "blocks": [
          {
            "ul": [
              "**Domine**: 48 posebnih, sa šest terena. Na polju može biti jedan ili dva plamena, a na vulkanu od jednog do tri kratera.",
              "**Koliba** i **poglavice** za svakog igrača: roze, crne, zelene ili plave.",
              "**Deset žetona vatre**, po jedan za svaki vulkan."
            ]
          },
          {"legend": "origins"},
          {
            "table": {
              "head": [
                "Igrači",
                "Poglavica po igraču",
                "Kolona",
                "Preostalih domina",
                "Krugova",
                "Domina po igraču",
                "Lovište"
              ],
              "rows": [
                ["2 (neolit)", "2", "4", "0", "12", "24", "7×7"],
                ["3", "1", "4", "1", "12", "12", "5×5"],
                ["4", "1", "4", "0", "12", "12", "5×5"]
              ]
            }
          },
          {
            "p": "Kolone uvek imaju četiri domine. **Tri i četiri igrača** počinju kao u Kingdominu: izvlači se redosled poglavica i tim redom se bira. **Dva igrača** uvek igraju neolit: izvlači se jedan poglavica; njegov igrač uzima 1. i 4. dominu prve kolone ili 2. i 3., a protivnik preostale dve."
          },
          {
            "ruling": {
              "id": "O1",
              "text": "Kad igra troje, domina koju niko nije odabrao napušta igru, i u prvoj koloni. Time je niko nije odbacio."
            }
          }
        ]
      },
      {
        "id": "turn",
        "title": "Potez",
        "blocks": [
          {
            "ol": [
              "**Postavite** dominu na kojoj poglavica stoji. Ako za nju ima mesta, morate; ako nema, odbacite je.",
              "Da li je na njoj **vulkan**? On eruptira.",
              "**Odaberite** slobodnu dominu sledeće kolone (ne u poslednjem krugu)."
            ]
          },
          {
            "p": "Domina mora stranicom da se nastavlja na kolibu, uz koju može bilo šta, ili na polje istog terena. Vulkan se nastavlja na svaki vulkan. Celo lovište mora stati u 5×5 (za dva igrača 7×7). Slike su u pravilima Kingdomina."
          }
        ]
      },
      {
        "id": "fire",
        "title": "Vulkani i vatra",
        "blocks": [
          {
            "table": {
              "head": ["Krateri", "Plamenovi", "Domet"],
              "rows": [["1", "1", "od 1 do 3 polja"], ["2", "2", "1 ili 2 polja"], ["3", "3", "1 polje"]]
            }
          },
          {
            "p": "Kad postavite vulkan, uzmite žeton vatre i odaberite gde pada. Udaljenost se broji kao potezi šahovskog kralja: pravo ili ukoso, a put sme da skreće."
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
                  "caption": "Udaljenosti oko vulkana"
                }
              ]
            }
          },
          {
            "p": "Vatra mora pasti na polje vašeg lovišta bez odštampanog plamena i bez žetona vatre, koje nije ni vulkan ni koliba. Druga polovina domine sa vulkanom uvek je moguća. Plamenovi žetona računaju se teritoriji na kojoj leži; ono što vatra preleti ostaje netaknuto. Odbačen vulkan ne eruptira."
          },
          {"ruling": {"id": "O2", "text": "Vatra ne pada na kolibu."}},
          {"ruling": {"id": "O3", "text": "Vatra sme da leti i preko praznog tla."}}
        ]
      },
      {
        "id": "scoring",
        "title": "Istraživačka igra: bodovanje",
        "blocks": [
          {
            "p": "Svaka teritorija donosi polja × plamenove, odštampane i na žetonima. Vulkani ne donose ništa. Pobeđuje najviše poena; ako je nerešeno, najveća teritorija, zatim najviše plamenova, zatim je pobeda podeljena. To važi u sve tri igre."
          },
          {"ruling": {"id": "O4", "text": "Kao najveća teritorija računa se i grupa vulkana."}},
          {
            "pictures": {
              "game": "origins-discovery",
              "list": [
                {
                  "rows": ["G G V2 J J", "G1 J J*2 J2 L1", "V2 G C G L", "L L1 L1 Q Q2", "Q1 Q Q*2 Q1 D"],
                  "caption": "Lovište za 67 poena"
                }
              ]
            }
          },
          {
            "table": {
              "head": ["Teritorija", "Polja", "Plamenovi", "Poeni"],
              "rows": [
                ["kamenolom dole", "6", "6", "36"],
                ["džungla", "5", "4", "20"],
                ["jezero levo", "3", "2", "6"],
                ["prerija gore levo", "3", "1", "3"],
                ["jezero desno", "2", "1", "2"],
                ["sve ostalo", "5", "0", "0"],
                ["Ukupno", "24", "14", "67"]
              ]
            }
          }
        ]
      },
      {
        "id": "resources",
        "title": "Igra za toteme i Igra sa plemenom: resursi",
        "blocks": [
          {
            "p": "Kad se kolona otkrije, svako polje ovih terena bez odštampanog plamena dobija svoj žeton. Žetoni putuju s dominom i ostaju na svojim poljima."
          },
          {
            "table": {
              "head": ["Teren", "Žeton", "Vrednost totema"],
              "rows": [
                ["prerija", "mamut", "3"],
                ["jezero", "riba", "4"],
                ["džungla", "gljiva", "5"],
                ["kamenolom", "kremen", "6"]
              ]
            }
          },
          {"p": "Vatra koja padne na žeton uništava ga. Tamo sme da padne."},
          {
            "ruling": {"id": "O5", "text": "Žetoni na odbačenoj ili preostaloj domini napuštaju igru s njom."}
          }
        ]
      },
      {
        "id": "totems",
        "title": "Igra za toteme: totemi",
        "blocks": [
          {
            "p": "**Osvajanje.** Kad ste postavili dominu i vatra je pala, uzmite totem svakog resursa čijih žetona imate više nego svaki drugi igrač. Isti broj nije dovoljan."
          },
          {
            "p": "**Predavanje totema.** Ako je vaša vatra uništila žeton resursa čiji totem držite: ako niko nema više od vas, totem ostaje vama; ako više ima jedan igrač, dobija ga on; ako više ima nekoliko igrača, birate ko će ga dobiti."
          },
          {
            "ruling": {
              "id": "O6",
              "text": "Totem osvaja samo igrač koji je upravo postavio dominu, a ko ga drži, predaje ga samo onome ko ima više."
            }
          },
          {
            "table": {
              "head": ["Mamuti", "Ana", "Ben", "Cyn", "Totem"],
              "rows": [
                ["dosad", "2", "2", "1", "na sredini: niko ne vodi"],
                ["Cyn postavlja dva mamuta", "2", "2", "3", "uzima ga Cyn"],
                ["Ana postavlja jednog mamuta", "3", "2", "3", "ostaje: isti broj nije dovoljan"],
                ["vatra igračice Cyn uništava mamuta", "3", "2", "2", "dobija ga Ana"]
              ]
            }
          },
          {
            "p": "**Na kraju**: teritorije, 1 poen za svaki žeton u lovištu i vrednost vaših totema."
          }
        ]
      },
      {
        "id": "cave",
        "title": "Igra sa plemenom: pećina i naseljavanje",
        "blocks": [
          {
            "p": "Ovde nema totema i žetoni na kraju ne donose poene: njima se plaća. 22 pračoveka promešaju se u gomilu; četiri leže otkrivena pored nje. Posle biranja domine, jednom u potezu, **smete** da naselite pračoveka:"
          },
          {
            "ul": [
              "platite sa **2 različita žetona** i uzmite jednog od otkrivenih praljudi; ili",
              "platite sa **4 različita žetona**, od svake vrste po jedan, pregledajte gomilu, uzmite koga želite i promešajte ostatak."
            ]
          },
          {
            "p": "Koje žetone i s kojih polja, vaš je izbor. Pračovek se nastanjuje na polju vašeg lovišta bez plamena, žetona vatre, žetona resursa i drugog pračoveka, koje nije ni vulkan ni koliba. Upravo oslobođeno polje je u redu."
          },
          {
            "ul": [
              "Naseljavati smete bilo da ste postavili ili odbacili.",
              "Praznine među četiri otkrivena popunjavaju se tek kad se ređa nova kolona.",
              "U početnom izboru i u poslednjem krugu nema naseljavanja.",
              "Vatra koja padne na pračoveka uklanja ga iz igre."
            ]
          },
          {
            "ruling": {
              "id": "O7",
              "text": "Za dva žetona dobija se samo otkriven pračovek, za četiri samo pračovek iz gomile."
            }
          },
          {"ruling": {"id": "O8", "text": "Na kolibu se niko ne naseljava."}}
        ]
      },
      {
        "id": "cavemen",
        "title": "Igra sa plemenom: šta praljudi donose",
        "blocks": [
          {
            "p": "**Lovci-sakupljači**, od svakog po dva, donose poene za ono što je na kraju na 8 polja oko njih:"
          },
          {
            "table": {
              "head": ["Ko", "Donosi"],
              "rows": [
                ["Lovac", "3 za svaki žeton mamuta"],
                ["Mala ribarka", "3 za svaki žeton ribe"],
                ["Gljivarka", "4 za svaki žeton gljive"],
                ["Vajarka", "5 za svaki žeton kremena"],
                ["Pećinski slikar", "2 za svaki žeton resursa"],
                ["Vatrena dama", "1 za svaki plamen, odštampan ili na žetonu"],
                ["Šaman", "2 za svakog pračoveka, i za ratnike"]
              ]
            }
          },
          {
            "p": "**Ratnici** donose poene po družinama. Družina su ratnici čija su polja povezana stranicama:"
          },
          {"formula": "broj članova × zbir njihovih snaga"},
          {
            "table": {
              "head": ["Ratnik", "Koliko ih ima", "Snaga"],
              "rows": [["mali ratnik", "4", "1"], ["amazonka", "3", "2"], ["grmalj", "1", "3"]]
            }
          },
          {"example": "Dva mala ratnika i amazonka u jednoj družini: 3 × (1 + 1 + 2) = 12."},
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
                  "caption": "Teritorije 67, Lovac 9 (tri mamuta), Vatrena dama 5, ratnici 2 × (1 + 2) = 6: 87 poena"
                }
              ]
            }
          },
          {
            "p": "Jedan žeton može da se računa za više lovaca-sakupljača. Niko ne računa sebe. Krateri nisu plamenovi."
          }
        ]
      },
      {
        "id": "variants",
        "title": "Varijante",
        "blocks": [
          {
            "table": {
              "head": ["Varijanta", "Šta donosi"],
              "rows": [
                [
                  "Carstvo vatre",
                  "10 poena ako je koliba u sredini lovišta, potpunog ili ne (kao u K4)."
                ],
                ["Homo habilis", "5 poena ako niste odbacili nijednu dominu."],
                ["Dinastija", "Tri potpune partije zaredom; poeni se sabiraju."]
              ]
            }
          },
          {
            "ruling": {"id": "O9", "text": "Homo habilis i u lovištu 7×7 traži samo da ništa niste odbacili."}
          },
          {
            "ruling": {
              "id": "O10",
              "text": "Dinastija sme da se igra s Lovcima na mamute: ko ima isti zbir, deli pobedu."
            }
          }
        ]
      },
      {"id": "dominoes", "title": "Sve domine", "blocks": [{"dominoes": "origins"}]}
    ]
  }
};
