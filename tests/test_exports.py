"""What the package offers: what is exported is meant, and importing it costs little."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

import kingdomino


def test_exports_are_there() -> None:
    """Every name once, and none in vain."""
    names = kingdomino.__all__
    assert len(set(names)) == len(names)
    assert all(hasattr(kingdomino, name) for name in names)


def test_nothing_else_is_public() -> None:
    """Besides its layers the package has no name that it does not export."""
    public = {
        name
        for name, value in vars(kingdomino).items()
        if not name.startswith("_") and not inspect.ismodule(value)
    }
    assert public - set(kingdomino.__all__) <= {"annotations"}


@pytest.mark.parametrize("name", kingdomino.__all__)
def test_exports_are_explained(name: str) -> None:
    """Functions and classes say what they are."""
    value = getattr(kingdomino, name)
    if inspect.isclass(value) or inspect.isfunction(value):
        assert inspect.getdoc(value)
        assert value.__module__.startswith(("kingdomino.core.", "kingdomino.games."))


def test_errors_are_value_errors() -> None:
    """One except clause catches whatever a player can do wrong."""
    for error in (kingdomino.IllegalAction, kingdomino.RecordError, kingdomino.RulesError):
        assert issubclass(error, ValueError)


def test_import_brings_only_rules() -> None:
    """Neither the terminal nor the fast engine is loaded: a browser's Python has neither."""
    program = "import sys, kingdomino; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-I", "-c", program], capture_output=True, check=True, text=True
    ).stdout.split()
    ours = {name.split(".")[1] for name in loaded if name.startswith("kingdomino.")}
    assert ours == {"core", "games"}
    assert not {"numpy", "numba", "rich", "typer"} & set(loaded)
