"""``kingdomino record animate``: the films are read back frame by frame."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from struct import unpack_from
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from kingdomino import GAMES, Record, format_json
from kingdomino.cli.show import film
from kingdomino.picture.canvas import GLYPHS
from kingdomino.picture.film import Moment
from kingdomino.picture.gif import IndexedCanvas, Palette, squeeze
from kingdomino.picture.table import draw, table_size
from tests.cli.command import error, game, output, run

RGB = tuple[int, int, int]


class Image(NamedTuple):
    """A frame of a GIF as somebody sees it, and its time in hundredths of a second."""

    pixels: list[RGB]
    hundredths: int


def unsqueezed(codes: bytes, bits: int) -> bytes:
    """LZW read back, by the description of the format and not by our writer."""
    stream, at = int.from_bytes(codes, "little"), 0
    clear, end = 1 << bits, (1 << bits) + 1
    table: list[bytes] = []
    size, before, out = bits + 1, b"", bytearray()
    while True:
        code = stream >> at & (1 << size) - 1
        at += size
        if code == end:
            return bytes(out)
        if code == clear:
            table, before = [bytes([i]) for i in range(clear)] + [b"", b""], b""
            size = bits + 1
            continue
        word = table[code] if code < len(table) else before + before[:1]
        if before:
            table.append(before + word[:1])
        out += word
        before = word
        if len(table) == 1 << size and size < 12:
            size += 1


def images(data: bytes) -> Iterator[Image]:
    """The frames of a GIF, each painted over the one before."""
    assert data[:6] == b"GIF89a"
    width, height, flags = unpack_from("<HHB", data, 6)
    colours = 2 << (flags & 7)
    table = [(data[i], data[i + 1], data[i + 2]) for i in range(13, 13 + 3 * colours, 3)]
    at, hundredths = 13 + 3 * colours, 0
    shown = [(0, 0, 0)] * (width * height)
    while data[at] != 0x3B:
        if data[at] == 0x21:
            if data[at + 1] == 0xF9:
                (hundredths,) = unpack_from("<H", data, at + 4)
            at = _after_blocks(data, at + 2)[1]
            continue
        left, top, wide, high, _ = unpack_from("<HHHHB", data, at + 1)
        codes, after = _after_blocks(data, at + 11)
        pixels = unsqueezed(codes, data[at + 10])
        assert len(pixels) == wide * high
        for y in range(high):
            row = [table[i] for i in pixels[y * wide : (y + 1) * wide]]
            shown[(top + y) * width + left : (top + y) * width + left + wide] = row
        yield Image([*shown], hundredths)
        at = after
    assert at == len(data) - 1


def _after_blocks(data: bytes, at: int) -> tuple[bytes, int]:
    found = b""
    while data[at]:
        found += data[at + 1 : at + 1 + data[at]]
        at += 1 + data[at]
    return found, at + 1


def drawn(moment: Moment, names: tuple[str, ...]) -> list[RGB]:
    """A moment drawn by itself."""
    palette = Palette()
    canvas = IndexedCanvas(*table_size(moment.state.rules), palette)
    draw(moment.state, canvas, names=names, headline=moment.headline, lit=moment.lit)
    table = palette.table()
    return [(table[3 * i], table[3 * i + 1], table[3 * i + 2]) for i in canvas.pixels]


def saved(folder: Path, record: Record) -> Path:
    path = folder / "game.json"
    path.write_text(format_json(record), encoding="utf-8")
    return path


@pytest.mark.parametrize(("name", "events"), [("kingdomino", None), ("origins-totem", 12)])
def test_every_event_is_a_frame_of_the_gif(name: str, events: int | None, tmp_path: Path) -> None:
    whole = game(name, 2)
    record = replace(whole, events=whole.events[:events])
    target = tmp_path / "game.gif"
    assert output("record", "animate", saved(tmp_path, record), "-o", target) == ""
    frames = [*images(target.read_bytes())]
    assert len(frames) == len(record.events) + (1 if events else 2)
    names = film.plain_names(record)
    moments = film.moments(record, names, seconds=0.8)
    for at in (0, 1, len(frames) // 2, -2, -1):
        assert frames[at].pixels == drawn(moments[at], names), at
    last = 80 if events else 320
    assert [frame.hundredths for frame in frames] == [80] * (len(frames) - 1) + [last]


def test_the_svg_shows_what_the_gif_shows(tmp_path: Path) -> None:
    """What is visible at each moment, painted in the order of the file, is the same picture."""
    record = game("giants", 2)
    source, target = saved(tmp_path, record), tmp_path / "game.svg"
    assert output("record", "animate", source, "-o", target, "--seconds", "1") == ""
    names = film.short_names(record)
    moments = film.moments(record, names, seconds=1)
    root = ElementTree.fromstring(target.read_text(encoding="utf-8"))
    for at in (0, 1, 9, len(moments) // 2, len(moments) - 1):
        palette = Palette()
        canvas = IndexedCanvas(*table_size(record.rules), palette)
        for part in visible(root, at + 0.5):
            paint(part, canvas)
        table = palette.table()
        seen = [(table[3 * i], table[3 * i + 1], table[3 * i + 2]) for i in canvas.pixels]
        assert seen == drawn(moments[at], names), at


def test_who_has_no_name_goes_by_their_colour(tmp_path: Path) -> None:
    """A table stores none for who gave none: the pages say "You" instead, in their language."""
    record = replace(game("kingdomino", 2), players=("", "Bo"))
    target = tmp_path / "game.svg"
    assert output("record", "animate", saved(tmp_path, record), "-o", target) == ""
    text = target.read_text(encoding="utf-8")
    assert "Pink takes" in text
    assert "Kingdomino: Pink, Bo" in text
    assert film.plain_names(record) == ("PINK", "BO")


def visible(root: ElementTree.Element, second: float) -> Iterator[ElementTree.Element]:
    for part in root:
        tag = part.tag.partition("}")[2]
        if tag in ("rect", "circle", "text"):
            yield part
        elif tag == "g" and shows(part[0], second):
            yield from part[1:]


def shows(animate: ElementTree.Element, second: float) -> bool:
    passed = second / float(animate.attrib["dur"].removesuffix("s"))
    times = [float(time) for time in animate.attrib["keyTimes"].split(";")]
    values = animate.attrib["values"].split(";")
    assert times[0] == 0
    assert sorted(times) == times
    return [v for t, v in zip(times, values, strict=True) if t <= passed][-1] == "inline"


def paint(part: ElementTree.Element, canvas: IndexedCanvas) -> None:
    about = part.attrib
    match part.tag.partition("}")[2]:
        case "rect":
            x, y, width, height = (int(about[key]) for key in ("x", "y", "width", "height"))
            canvas.rectangle(x, y, width, height, about["fill"])
        case "circle":
            canvas.disc(int(about["cx"]), int(about["cy"]), int(about["r"]), about["fill"])
        case _:
            canvas.text(int(about["x"]), int(about["y"]) - 7, part.text or "", about["fill"])


@pytest.mark.parametrize("name", [each.name for each in GAMES])
def test_the_pixel_font_has_every_letter_that_is_said(name: str) -> None:
    record = game(name, 4)
    said = film.moments(record, film.plain_names(record), seconds=1)
    letters = {letter for moment in said for line in moment.headline for letter in line.upper()}
    assert letters <= {*GLYPHS}


def test_names_without_letters_are_shown_by_colour() -> None:
    record = replace(game(), players=("Zoë", "Ана"))
    assert film.plain_names(record) == ("ZOE", record.rules.colours[1])
    assert film.short_names(record) == ("Zoë", "Ана")


def test_lzw_survives_a_full_table() -> None:
    """More different pairs than there are codes: the table is cleared and begun again."""
    noise = bytes((i * i * 7 + i // 3) % 61 for i in range(40_000))
    assert unsqueezed(squeeze(noise, 6), 6) == noise
    for length in range(1, 300):
        assert unsqueezed(squeeze(noise[:length], 6), 6) == noise[:length]


def test_a_game_that_has_not_begun(tmp_path: Path) -> None:
    record = Record(game().rules, ("A", "B"))
    assert output("record", "animate", saved(tmp_path, record), "-o", tmp_path / "a.gif") == ""
    assert len([*images((tmp_path / "a.gif").read_bytes())]) == 1


def test_a_scaled_gif(tmp_path: Path) -> None:
    record = Record(game().rules, ("A", "B"))
    source, target = saved(tmp_path, record), tmp_path / "a.gif"
    output("record", "animate", source, "-o", target, "--scale", "2")
    width, height = table_size(record.rules)
    assert unpack_from("<HH", target.read_bytes(), 6) == (2 * width, 2 * height)


def test_a_film_has_a_form(tmp_path: Path) -> None:
    source = saved(tmp_path, game())
    said = error("record", "animate", source, "-o", "game.mp4")
    assert said == "game.mp4: a film is called NAME.svg or NAME.gif"
    nowhere = error("record", "animate", source, "-o", tmp_path / "none" / "a.gif")
    assert nowhere.endswith("no such file or directory")
    assert "<svg" in output("record", "animate", source, "-o", "-")


def test_the_help_teaches() -> None:
    said = re.sub(r"\s+", " ", run("record", "animate", "--help").stdout)
    assert "kingdomino record animate game.json -o game.svg" in said
    assert "missing option '--output'" in error("record", "animate", "game.json")
