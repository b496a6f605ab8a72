"""The documentation site: it builds without a warning, its tutorials run, its API is whole."""

from __future__ import annotations

import doctest
import importlib
import os
import random
import re
import shlex
import subprocess
import sys
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from typer.main import get_command

from kingdomino import advance, draw, legal_actions, rules, start
from kingdomino.bots.learned.weights import NETS
from kingdomino.cli.app import app
from tests.cli.command import run
from tests.pages import PAGES, ROOT, blocks

TUTORIALS = ["players", "builders", "researchers", "operators"]
RUN = ("analyse", "arena", "bot", "dataset", "leaderboard", "record", "rules", "score", "simulate")
"""The commands that the suite runs as the tutorials show them; the others wait for somebody."""
RUN_ELSEWHERE = {
    "README.md": "tests/test_docs.py",
    "docs/env": "tests/env/test_pages.py",
    "docs/bot-api.md": "here, as a doctest",
    "docs/dataset.md": "here, on a dataset that is there",
    "docs/learning.md": "here, with the files of the package",
}
PUBLIC = ("kingdomino", "kingdomino.bots", "kingdomino.env", "kingdomino.dataset")


def steps(page: str) -> list[tuple[str, str, str]]:
    """The blocks of a page in order: language, title, text."""
    text = (ROOT / page).read_text("utf-8")
    found = re.findall(r'^```(\w+)(?: title="(.*?)")?\n(.*?)^```', text, re.DOTALL | re.MULTILINE)
    return [(language, title, body) for language, title, body in found]


def commands(text: str) -> list[list[str]]:
    """What a block of shell asks of our command."""
    # What the shell would put in is one word to the command.
    lines = re.sub(r"\$\([^)]*\)", "WORD", text.replace("\\\n", " ")).splitlines()
    # Where its answer goes is the shell's business too.
    asked = [shlex.split(line.partition(" > ")[0], comments=True) for line in lines]
    return [words[1:] for words in asked if words[:1] == ["kingdomino"]]


@pytest.mark.parametrize("name", TUTORIALS)
def test_a_tutorial_runs_from_top_to_bottom(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its files are written, its commands asked, its Python run, in one folder."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for language, title, body in steps(f"docs/tutorials/{name}.md"):
        if title:
            Path(title).write_text(body, encoding="utf-8")
        elif language == "python":
            exec(body, names)
        elif language == "sh":
            for words in commands(body):
                if words[0] in RUN:
                    told = run(*words)
                    assert told.exit_code == 0, (words, told.output)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_of_the_docs_are_there(page: Path) -> None:
    """Every option and argument that a page shows is one that the command takes."""
    for _, _, body in (step for step in steps(str(page)) if step[0] == "sh"):
        for words in commands(body):
            command: Any = get_command(app)
            while words and hasattr(command, "commands"):
                assert words[0] in command.commands, words
                command, words = command.commands[words[0]], words[1:]
            command.make_context("kingdomino", words)


def test_every_python_of_the_docs_is_run() -> None:
    """A page with Python is a tutorial or is run by a test that knows it."""
    with_python = {
        page.relative_to(ROOT).as_posix()
        for page in PAGES
        if any(language == "python" for language, _, _ in steps(str(page)))
    }
    known = {f"docs/tutorials/{name}.md" for name in TUTORIALS}
    left = {page for page in with_python - known if not page.startswith(tuple(RUN_ELSEWHERE))}
    assert not left


def test_the_docs_of_bots_over_http_are_a_doctest() -> None:
    assert doctest.testfile(str(ROOT / "docs" / "bot-api.md"), module_relative=False).failed == 0


def test_the_docs_of_own_nets_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    copytree(NETS, "build/learn")
    names: dict[str, Any] = {}
    for block in blocks("docs/learning.md", "python"):
        exec(block, names)
    state = start(rules("kingdomino", 2))
    while state.chance:
        state = advance(state, draw(state, random.Random(1)))
    for bot in ("champion", "policy"):
        assert names[bot].act(state, random.Random(1)) in legal_actions(state)


def test_the_docs_of_datasets_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ["kingdomino", "--bots", "search:10", "--games", "1", "--seed", "1"]
    assert run("dataset", "make", "positions", *asked).exit_code == 0
    names: dict[str, Any] = {}
    for block in blocks("docs/dataset.md", "python"):
        exec(block, names)
    assert len(names["batch"].values) <= len(names["data"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built strictly: a link, an anchor or a page that is missing stops it."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(folder)]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    told = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return folder


def test_the_reference_has_everything_that_is_exported(site: Path) -> None:
    pages = "".join(page.read_text("utf-8") for page in (site / "api").rglob("index.html"))
    for name in PUBLIC:
        module = importlib.import_module(name)
        for exported in module.__all__:
            value = getattr(module, exported)
            home = getattr(value, "__module__", name)
            homes = {f"{name}.{exported}", f"{home}.{exported}"}
            assert any(f'id="{one}"' in pages for one in homes), exported


def test_the_site_asks_nobody_else_for_anything(site: Path) -> None:
    """Neither fonts nor scripts nor pictures from elsewhere: it works without a network."""
    fetched = re.compile(r'<(?:script|link|img|iframe)[^>]+(?:src|href)="?(https?:[^"\s>]+)')
    for page in site.rglob("*.html"):
        assert not fetched.findall(page.read_text("utf-8")), page
    assert (site / "search" / "search_index.json").stat().st_size > 100_000
    assert (site / "404.html").exists()
