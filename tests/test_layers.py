"""The arrows: core ← games ← fast ← bots ← arena, env, learn, server ← cli."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
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
    "env": frozenset({"core", "games", "fast", "bots"}),
    "learn": frozenset({"core", "games", "fast", "bots"}),
    "server": frozenset({"core", "games", "fast", "bots"}),
    "cli": frozenset({"core", "games", "fast", "bots", "arena", "env", "learn", "server"}),
}
PURE = ("core", "games")
PUBLIC = frozenset({"core", "games"})
"""What the package itself may import: a bot or a server is asked for by name."""


def modules() -> Iterator[tuple[str, Path]]:
    """Every module of the package with the layer it is in ('' for the package itself)."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).parts
        yield ("" if len(parts) == 1 else parts[0]), path


def imports(path: Path) -> Iterator[tuple[str, ...]]:
    """What a module imports, wherever in it, as the parts of absolute names."""
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


MODULES = list(modules())


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
    for name in imports(path):
        if name[0] == NAME and len(name) > 1 and name[1] in LAYERS:
            assert name[1] in allowed, f"{path.name} imports {'.'.join(name)}"


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
    assert list(imports(file)) == [
        ("numpy", "linalg"),
        (NAME, "games", "tribe"),
        (NAME, "core", "grid"),
        (NAME, "core", "grid", "bit"),
        (NAME, "cli", "main"),
    ]
