"""What the documents show is true: examples run, links lead somewhere, records are records."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import kingdomino
from kingdomino import Record, format_kingdom, parse_json, parse_record, score_pad, winners
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
