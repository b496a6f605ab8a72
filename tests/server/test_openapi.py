"""The description and the server agree, whatever is sent: schemathesis makes up the requests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from schemathesis import openapi as described
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from kingdomino.server.web.api import ENDPOINTS
from kingdomino.server.web.openapi import openapi
from tests.server.support import Process

schema = described.from_dict(openapi(ENDPOINTS))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 12


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
def test_the_server_keeps_to_its_description(case: Any, server: Process) -> None:
    case.call_and_validate(base_url=server.url, checks=CHECKS)


def test_every_refusal_is_described() -> None:
    document = openapi(ENDPOINTS)
    assert document["openapi"] == "3.1.0"
    for methods in document["paths"].values():
        for method, operation in methods.items():
            if method != "parameters":
                assert "default" in operation["responses"]


def test_what_is_written_down_is_what_the_server_says() -> None:
    """docs/openapi.json and the pages' types: `make describe` writes them again."""
    script = Path(__file__).parents[2] / "scripts" / "describe_server.py"
    ran = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stdout + ran.stderr
