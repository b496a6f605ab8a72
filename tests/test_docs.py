"""What the documents show is true: examples run, links lead somewhere, records are records."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kingdomino
from kingdomino import Record, format_kingdom, parse_json, parse_record, score_pad, winners
from kingdomino.bots.learned.weights import NETS, load
from tests.pages import PAGES, ROOT, blocks


def test_the_readme_example_plays_a_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = blocks("README.md", "python")
    assert len(example.strip().splitlines()) <= 12
    names: dict[str, object] = {}
    exec(example, names)
    record = names["record"]
    assert isinstance(record, Record)
    assert parse_record(str(names["saved"])) == record
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in printed] == ["Ana", "Bo", "Cy"]
    assert winners(record.state())


def test_both_forms_of_the_documented_record_are_the_same_game() -> None:
    text, drawing = blocks("docs/record.md", "text")
    (document,) = blocks("docs/record.md", "json")
    assert parse_record(text) == parse_json(document)
    state, sheet = score_pad(drawing)
    assert format_kingdom(state.kingdoms[0]).split() == drawing.partition("\n\n")[2].split()
    assert dict(sheet.lines)["lost_corner"] == 20


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if not target.startswith(("http:", "https:", "mailto:")):
            assert (page.parent / target).exists(), target


def modules() -> Iterator[str]:
    for found in pkgutil.walk_packages(kingdomino.__path__, "kingdomino."):
        if re.match(r"kingdomino\.(core|games)\b", found.name):
            yield found.name


@pytest.mark.parametrize("name", [*modules()])
def test_docstrings_of_the_engine_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_measured_figures_say_how_they_were_measured() -> None:
    results = json.loads((ROOT / "bench" / "results.json").read_text(encoding="utf-8"))
    for figure in results:
        assert figure.keys() >= {"name", "value", "unit", "command", "hardware", "date"}


def cards(page: str) -> dict[tuple[str, str], str]:
    """What the tables of a page say of files, by the file that heads a column and by the row."""
    said: dict[tuple[str, str], str] = {}
    heads: list[str] = []
    for line in (ROOT / page).read_text(encoding="utf-8").splitlines():
        cells = [cell.strip(" `") for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            heads = []
        elif not heads:
            heads = cells if cells[-1].endswith(".npz") else []
        else:
            said |= {
                (file, cells[0]): cell for file, cell in zip(heads, cells, strict=True) if file
            }
    return said


def games_of(about: dict[str, Any]) -> str:
    """From how many games each judge of a file was taught, as a card says it."""
    names = about["judges"]
    course = about.get("course")
    courses: dict[str, Any] = about.get("courses") or dict.fromkeys(names, course)
    games = {name: courses[name]["games"] for name in names}
    each = [f"{one[name] if isinstance(one, dict) else one:,}" for name, one in games.items()]
    return f"{each[0]} each" if len({*each}) == 1 else " / ".join(each)


def test_every_learned_file_has_a_card_that_says_what_it_holds() -> None:
    said = cards("docs/learning.md")
    files = {path.name: path for path in NETS.glob("*.npz")}
    assert {file for file, _ in said} == files.keys()
    for file, path in files.items():
        arrays, about = load(path)
        assert said[file, "weights"] == f"{sum(array.size for array in arrays.values()):,}"
        assert said[file, "file"].startswith(f"{path.stat().st_size / 1e6:.2f} MB, ")
        if "decisions" in about:
            learned = said[file, "decisions it has learned from"]
            assert learned == f"{about['decisions'] / 1e6:,.1f} M"
        if "judges" in about:
            assert said[file, "games of the tutor"] == games_of(about)
