"""Lighthouse: fast and open to everybody, on a phone with a slow network and on a desktop."""

from __future__ import annotations

import pytest
from playwright.sync_api import Playwright

from .lighthouse import DEVICES, PLACES, best_verdict
from .serving import Server


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("device", DEVICES)
def test_lighthouse_is_content(
    place: str, device: str, playwright: Playwright, server: Server
) -> None:
    found = best_verdict(playwright, server.url, place, device, enough=95)
    assert found["error"] is None
    assert found["accessibility"] == 100, found["failed"]
    assert found["failed"] == []
    assert found["performance"] >= 95, found
    assert found["first_render"] <= 1.5, found
