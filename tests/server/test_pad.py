"""The score pad over HTTP: the sheet of the terminal, doubts, links, and what is refused."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from kingdomino.cli.show.example import EXAMPLES, TABLES
from kingdomino.core.domino import Resource
from kingdomino.core.grid import format_square
from kingdomino.games.pad import score
from kingdomino.games.pad_text import encode_pads, parse_pads
from kingdomino.games.scorepad import score_pad


def asked(text: str) -> dict[str, Any]:
    """A pad as the page sends it."""
    tables = [
        {
            "game": pad.rules.game,
            "variants": [*pad.rules.variants],
            "quests": [*pad.quests],
            "totems": {r.label: pad.totems[r] for r in Resource if pad.totems[r] is not None},
            "kingdoms": [
                {
                    "name": painted.name,
                    "discarded": painted.discarded,
                    "cells": {format_square(at): word for at, word in painted.cells.items()},
                }
                for painted in pad.kingdoms
            ],
        }
        for pad in parse_pads(text)
    ]
    return {"tables": tables}


@pytest.mark.parametrize("game", EXAMPLES)
def test_the_page_gets_the_sheet_of_the_terminal(client: httpx.Client, game: str) -> None:
    """``kingdomino score`` and the pad on the same kingdom."""
    said = client.post("/api/pad/score", json=asked(EXAMPLES[game])).json()["tables"][0]
    players = len(said["kingdoms"])
    text = EXAMPLES[game].replace("\n\n", f"\nplayers: {players}\n", 1)
    sheet = score_pad("\n".join(dict.fromkeys(text.splitlines())))[1]
    assert said["sheets"]["0"]["lines"] == dict(sheet.lines)
    assert said["sheets"]["0"]["total"] == sheet.total
    assert len(said["sheets"]["0"]["regions"]) == len(sheet.regions)


@pytest.mark.parametrize("game", TABLES)
def test_a_link_brings_the_same_pad_back(client: httpx.Client, game: str) -> None:
    first = client.post("/api/pad/score", json=asked(TABLES[game])).json()
    pads = parse_pads(TABLES[game])
    assert first["code"] == encode_pads(pads)
    again = client.post("/api/pad/read", json={"code": first["code"]}).json()
    assert again == first
    totals = [sheet.total for sheet in score(pads[0]).sheets]
    assert first["totals"] == totals
    assert first["leaders"] == first["tables"][0]["winners"] == [totals.index(max(totals))]
    assert first["tables"][0]["doubts"] == []


def test_a_dynasty_is_added_up(client: httpx.Client) -> None:
    game = TABLES["kingdomino"]
    said = client.post("/api/pad/score", json=asked(f"{game}---\n{game}")).json()
    assert said["totals"] == [2 * sheet["total"] for sheet in said["tables"][0]["sheets"].values()]


def test_doubts_are_told_with_their_place(client: httpx.Client) -> None:
    said = client.post("/api/pad/score", json=asked("C W3 W")).json()
    (doubt, *_) = said["tables"][0]["doubts"]
    assert (doubt["code"], doubt["seat"], doubt["square"]) == ("no_such_square", 0, "e1")
    assert doubt["why"] == "e1: no domino has such a square"
    assert said["totals"] == [6, 0]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "bad_request"),
        ({"variants": ["harmony", "harmony"]}, "bad_request"),
        ({"quests": ["harmony"]}, "bad_request"),
        ({"totems": {"fish": 0}}, "bad_request"),
        ({"totems": {"bear": 0}}, "bad_request"),
        ({"kingdoms": [{"cells": {}}]}, "bad_request"),
        ({"kingdoms": [{"cells": {"e9": "W"}}, {"cells": {}}]}, "bad_request"),
        ({"kingdoms": [{"cells": {"c": "W"}}, {"cells": {}}]}, "bad_request"),
        ({"kingdoms": [{"cells": {"e1": "W" * 99}}, {"cells": {}}]}, "bad_request"),
        ({"kingdoms": [{"cells": {}, "discarded": 999}, {"cells": {}}]}, "bad_request"),
        ({"kingdoms": [{"cells": {}, "frame": 1}, {"cells": {}}]}, "bad_request"),
    ],
)
def test_what_cannot_be_scored_is_refused(
    client: httpx.Client, change: dict[str, Any], code: str
) -> None:
    table = asked("C W W")["tables"][0] | change
    answer = client.post("/api/pad/score", json={"tables": [table]})
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_links_that_hold_no_pad_are_told_apart(client: httpx.Client) -> None:
    code = encode_pads(parse_pads(TABLES["giants"]))
    for wrong, why in (("9" + code[1:], "other_version"), (code[:-7], "bad_pad"), ("x", "bad_pad")):
        answer = client.post("/api/pad/read", json={"code": wrong})
        assert (answer.status_code, answer.json()["code"]) == (422, why)
