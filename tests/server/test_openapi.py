"""The description and the server agree, whatever is sent: schemathesis makes up the requests."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings
from schemathesis import openapi as described
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from kingdomino.server.web.openapi import openapi
from tests.server.support import Process

schema = described.from_dict(openapi())
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
    document = openapi()
    assert document["openapi"] == "3.1.0"
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method != "parameters" and path != "/metrics":
                assert "default" in operation["responses"]
