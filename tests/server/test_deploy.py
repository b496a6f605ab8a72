"""What an operator is given beside the program speaks of the program as it is."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from kingdomino.cli.app import app
from tests.server.support import client_of, settings

DEPLOY = Path(__file__).parent.parent.parent / "deploy"


@pytest.mark.parametrize("name", ["dashboard.json", "alerts.yaml"])
async def test_what_is_watched_is_told(name: str, tmp_path: Path) -> None:
    async with client_of(settings(tmp_path)) as client:
        told = {*re.findall(r"^# TYPE (\S+)", (await client.get("/metrics")).text, re.MULTILINE)}
    asked = {*re.findall(r"kingdomino_\w+", (DEPLOY / name).read_text(encoding="utf-8"))}
    assert asked
    assert {metric.removesuffix("_bucket") for metric in asked} <= told


def test_the_dashboard_can_be_read() -> None:
    found = json.loads((DEPLOY / "dashboard.json").read_text(encoding="utf-8"))
    assert all(panel["targets"] for panel in found["panels"])


@pytest.mark.parametrize("name", ["Dockerfile", "compose.yaml", "kingdomino.service"])
def test_the_server_knows_how_it_is_started(name: str) -> None:
    command: Any = get_command(app)
    known = {word for param in command.commands["serve"].params for word in param.opts}
    lines = (DEPLOY / name).read_text(encoding="utf-8").split("\n")
    starts = [line for line in lines if "serve" in line or "command:" in line]
    asked = {word for line in starts for word in re.findall(r"--[a-z-]+", line)}
    assert asked
    assert asked <= known


@pytest.mark.parametrize(
    ("name", "writable"),
    [("Dockerfile", r"VOLUME .*\"{}\""), ("kingdomino.service", r"CacheDirectory=kingdomino")],
)
def test_the_compiler_may_write_where_all_else_is_read_only(name: str, writable: str) -> None:
    """Without such a folder there is no fast engine: the strong levels would be missing."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    folder = re.findall(r"NUMBA_CACHE_DIR=(\S+)", text)[-1]
    assert re.search(writable.format(folder), text)
