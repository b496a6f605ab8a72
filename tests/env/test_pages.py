"""The pages of docs/env: their examples run, their tables are true, the tutorial learns."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kingdomino.env.registration import NAMES
from kingdomino.fast.learning.observe import view as sizes_of
from kingdomino.games.catalogue import GAMES, every_rules
from tests.script import script

ROOT = Path(__file__).parents[2]
DOCS, NOTEBOOK = ROOT / "docs" / "env", ROOT / "examples" / "first_minutes.ipynb"
PAGES = ["README", "adapters", *(game.name for game in GAMES)]
ORDER = ["Usage", "Spec", "Observation", "Actions", "Rewards", "Version"]


def run(text: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    for block in re.findall(r"^```python\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE):
        exec(block, names)
    return names


@pytest.mark.parametrize("page", PAGES)
def test_examples_run(page: str) -> None:
    run((DOCS / f"{page}.md").read_text("utf-8"))


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_game_has_a_page_in_the_same_order(game: str) -> None:
    text = (DOCS / f"{game}.md").read_text("utf-8")
    name = next(name for name, known in NAMES.items() if known == game)
    assert text.startswith(f"# {name}\n")
    assert re.findall(r"^## (.*)$", text, flags=re.MULTILINE) == ORDER
    for made in every_rules():
        if made.game == game:
            view = sizes_of(made)
            shape = "×".join(map(str, view.planes))
            row = f"| {made.players} | {made.size}×{made.size} | {view.bytes} | {shape} "
            assert f"{row}| {view.table} |" in text


def test_the_notebook_is_the_tutorial() -> None:
    page = (DOCS / "tutorial.md").read_text("utf-8")
    # Otherwise: python scripts/notebook.py
    assert NOTEBOOK.read_text("utf-8") == script("notebook").written(page)


def test_the_tutorial_learns_draws_and_plays(capsys: pytest.CaptureFixture[str]) -> None:
    """The notebook's cells, with a tenth of its rounds: already far better than chance."""
    book = json.loads(NOTEBOOK.read_text("utf-8"))
    code = "\n".join(
        "".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"
    )
    code, changed = re.subn(
        r"ROUNDS, BATCH, STEPS = 120, 256", "ROUNDS, BATCH, STEPS = 12, 192", code
    )
    assert changed == 1
    names: dict[str, Any] = {}
    exec(code, names)
    # 1,000 games: chance is 50 % give or take 1.6 %.
    assert names["share"] > 0.8
    assert names["points"][0] > names["points"][1] + 8
    assert names["plot"]("wins", [1, 2], [0, 1], 1)._repr_svg_().startswith("<svg")
    shown: Any = None
    while names["options"]():
        shown = names["play"](0)
    assert shown._repr_svg_().startswith("<svg")
    assert capsys.readouterr().out.count("over, you win") == 1
