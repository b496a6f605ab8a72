"""The arrows: core ← games ← fast ← bots ← arena, env, learn, server ← dataset ← cli; wings."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import kingdomino

PACKAGE = Path(kingdomino.__file__).parent
NAME = "kingdomino"
LAYERS: dict[str, frozenset[str]] = {
    "core": frozenset(),
    "games": frozenset({"core"}),
    "fast": frozenset({"core", "games"}),
    "bots": frozenset({"core", "games", "fast"}),
    "arena": frozenset({"core", "games", "fast", "bots"}),
    "picture": frozenset({"core"}),
    "env": frozenset({"core", "games", "fast", "bots", "picture"}),
    "learn": frozenset({"core", "games", "fast", "bots"}),
    "server": frozenset({"core", "games", "fast", "bots"}),
    "dataset": frozenset({"core", "games", "fast", "bots", "arena"}),
    "cli": frozenset(
        {"core", "games", "fast", "bots", "arena", "env", "learn", "server", "dataset", "picture"}
    ),
}
WINGS: dict[str, dict[str, frozenset[str]]] = {
    "fast": {
        "board": frozenset(),
        "rules": frozenset({"board"}),
        "policy": frozenset({"board", "rules"}),
        "bridge": frozenset({"", "board", "rules"}),
        "judge": frozenset({"board", "rules", "policy"}),
        "search": frozenset({"board", "rules", "policy", "bridge", "judge", "learning"}),
        "": frozenset(
            {"board", "rules", "policy", "bridge", "search", "many", "learning", "against"}
        ),
        "many": frozenset({"", "board", "rules", "policy", "bridge"}),
        "learning": frozenset({"", "board", "rules", "policy", "bridge", "many"}),
        "against": frozenset({"", "board", "rules", "policy", "many", "learning"}),
    },
    "bots": {
        "": frozenset({"simple", "search", "outside", "learned"}),
        "simple": frozenset(),
        "outside": frozenset({""}),
        "search": frozenset({"", "simple"}),
        "learned": frozenset({"", "simple", "search"}),
    },
    "server": {
        "": frozenset({"table", "thinking", "live", "disk", "web", "site", "pastime"}),
        "table": frozenset({""}),
        "disk": frozenset({"", "table"}),
        "site": frozenset({""}),
        "thinking": frozenset({"", "table", "disk"}),
        "live": frozenset({"", "table", "disk", "thinking"}),
        "pastime": frozenset({"", "table", "disk", "live"}),
        "pocket": frozenset({"", "table", "pastime"}),
        "web": frozenset({"", "table", "thinking", "live", "site", "pastime"}),
    },
    "cli": {
        "": frozenset({"command", "play", "show", "tool"}),
        "tool": frozenset({"show"}),
        "show": frozenset(),
        "play": frozenset({"show", "tool"}),
        "command": frozenset({"show", "tool", "play"}),
    },
}
"""What each wing of a large layer may import of it; '' is the layer's own folder."""
SHELF = "command"
"""One file a command, in rooms of its own: none of them knows another."""
DOOR = "__main__.py"
"""``python -m kingdomino`` opens the command, and does nothing else."""
ROOMS = 14
"""Modules of a folder, at most."""
CIRCLES = frozenset({frozenset({"kingdomino.core.rules", "kingdomino.core.state"})})
"""Rules hold functions of a state, and a state knows its rules."""
PURE = ("core", "games")
PUBLIC = frozenset({"core", "games"})
"""What the package itself may import: a bot or a server is asked for by name."""


def modules() -> Iterator[tuple[str, Path]]:
    """Every module of the package with the layer it is in ('' for the package itself)."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).parts
        yield ("" if len(parts) == 1 else parts[0]), path


@cache
def imports(path: Path) -> list[tuple[str, ...]]:
    """What a module imports, wherever in it, as the parts of absolute names."""
    return [*_imports(path)]


def _imports(path: Path) -> Iterator[tuple[str, ...]]:
    parts = (NAME, *path.relative_to(PACKAGE).with_suffix("").parts)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield tuple(alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            home = parts[: len(parts) - node.level] if node.level else ()
            base = (*home, *(node.module or "").split(".")) if node.module else home
            for alias in node.names:
                yield (*base, alias.name)


def wing(parts: tuple[str, ...]) -> str:
    """The wing of a module, given its parts below the layer: '' for the layer's own modules."""
    return parts[0] if len(parts) > 1 and parts[0] in ALL_WINGS else ""


ALL_WINGS = {name for wings in WINGS.values() for name in wings if name}
MODULES = list(modules())


def module_name(path: Path) -> str:
    parts = (NAME, *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def arrows() -> dict[str, set[str]]:
    """Every module of the package and those of the package that it imports."""
    known = {module_name(path) for _, path in MODULES}
    found: dict[str, set[str]] = {}
    for _, path in MODULES:
        names = {".".join(name) for name in imports(path)}
        homes = {name.rpartition(".")[0] for name in names if name not in known}
        found[module_name(path)] = ((names | homes) & known) - {module_name(path)}
    return found


def circles(graph: dict[str, set[str]]) -> set[frozenset[str]]:
    """Sets of modules that reach each other."""
    reach = {name: set(names) for name, names in graph.items()}
    for middle in graph:
        for names in reach.values():
            if middle in names:
                names |= reach[middle]
    return {frozenset(b for b in reach[a] if a in reach[b]) for a in graph if a in reach[a]}


def test_layers_are_known() -> None:
    """A new folder of code takes its place in the arrows."""
    code = {layer for layer, _ in MODULES if layer}
    assert code - {"web"} <= set(LAYERS)
    assert {"core", "games"} <= code


@pytest.mark.parametrize(
    ("layer", "path"), MODULES, ids=[str(p.relative_to(PACKAGE)) for _, p in MODULES]
)
def test_imports_point_one_way(layer: str, path: Path) -> None:
    """A layer imports itself and those before it; peers do not import each other."""
    allowed = LAYERS.get(layer, PUBLIC) | {layer}
    if path == PACKAGE / DOOR:
        allowed = frozenset({"cli"})
    for name in imports(path):
        if name[0] == NAME and len(name) > 1 and name[1] in LAYERS:
            assert name[1] in allowed, f"{path.name} imports {'.'.join(name)}"


@pytest.mark.parametrize("layer", sorted(WINGS))
def test_wings_point_one_way(layer: str) -> None:
    """Inside a layer, too, a wing imports itself and those it is built on."""
    wrong: list[str] = []
    for home, path in MODULES:
        if home != layer:
            continue
        here = wing(path.relative_to(PACKAGE / layer).parts)
        for name in imports(path):
            if name[:2] != (NAME, layer) or len(name) < 3:
                continue
            there = name[2] if name[2] in WINGS[layer] else ""
            if there != here and there not in WINGS[layer][here]:
                wrong.append(f"{path.relative_to(PACKAGE)} imports {'.'.join(name)}")
    assert not wrong


@pytest.mark.parametrize("layer", sorted(WINGS))
def test_wings_are_known(layer: str) -> None:
    """Every folder is a wing with a place in the arrows, and none is a corridor."""
    folders = [path for path in (PACKAGE / layer).iterdir() if (path / "__init__.py").exists()]
    assert {path.name for path in folders} == set(WINGS[layer]) - {""}
    for folder in (PACKAGE / layer).glob("**/"):
        assert len([*folder.glob("*.py")]) <= ROOMS, folder.name


def test_no_command_needs_another() -> None:
    """What two commands share stands in a wing below them."""
    shelf = f"{NAME}.cli.{SHELF}."
    graph = arrows()
    commands = {name for name in graph if name.startswith(shelf)}
    assert len(commands) > 24
    assert not {(name, other) for name in commands for other in graph[name] & commands}


def test_no_circles() -> None:
    """No module needs itself, by whatever way round."""
    assert circles(arrows()) <= CIRCLES


def test_a_circle_is_found() -> None:
    """Three that need each other are one circle, and who only looks on is not in it."""
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}
    assert circles(graph) == {frozenset("abc")}


@pytest.mark.parametrize(
    "path", [path for layer, path in MODULES if layer in PURE], ids=lambda path: path.stem
)
def test_rules_are_pure(path: Path) -> None:
    """core and games import the standard library and each other, nothing else."""
    for name in imports(path):
        assert name[0] == NAME or name[0] in sys.stdlib_module_names, ".".join(name)


def test_arrow_that_points_back_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader of imports sees relative, absolute and hidden ones."""
    file = tmp_path / "core" / "bad.py"
    file.parent.mkdir()
    file.write_text(
        "import numpy.linalg\n"
        "from ..games import tribe\n"
        "from . import grid\n"
        "from .grid import bit\n"
        "def f():\n    from kingdomino.cli import main\n"
    )
    monkeypatch.setattr(f"{__name__}.PACKAGE", tmp_path)
    assert imports(file) == [
        ("numpy", "linalg"),
        (NAME, "games", "tribe"),
        (NAME, "core", "grid"),
        (NAME, "core", "grid", "bit"),
        (NAME, "cli", "main"),
    ]
