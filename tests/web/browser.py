"""The browser of the tests: the one that CHROMIUM names, the system's, or Playwright's own.

``python -m tests.web.browser`` prints where a whole one is, or fails with what to do.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SHELL = "chromium-headless-shell"
"""Chromium's engine alone: the pages are the same, a window takes a third of the processor."""
COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "msedge")
MAC = (
    "Chromium.app/Contents/MacOS/Chromium",
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
WINDOWS = (
    "Chromium/Application/chrome.exe",
    "Google/Chrome/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)


class NoBrowser(RuntimeError):
    """There is none that the tests could use; says what to do."""


def program(playwright: Playwright, *, whole: bool = False) -> str:
    """Where the browser is, or its engine unless it must be the *whole*; raises NoBrowser."""
    if named := os.environ.get("CHROMIUM"):
        if found := shutil.which(named):
            return found
        raise NoBrowser(f"CHROMIUM names {named}, and there is no such program")
    for name in COMMANDS if whole else (SHELL, *COMMANDS):
        if found := shutil.which(name):
            return found
    for path in (*_installed(), Path(playwright.chromium.executable_path)):
        if path.is_file():
            return str(path)
    raise NoBrowser(
        "the tests of the pages need a browser: apt-get install chromium, or "
        f"{sys.executable} -m playwright install chromium, or name one in CHROMIUM"
    )


def _installed() -> list[Path]:
    """Where programs are that are on no path."""
    if sys.platform == "darwin":
        return [Path("/Applications", name) for name in MAC]
    places = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
    return [
        Path(os.environ[place], name) for place in places if place in os.environ for name in WINDOWS
    ]


def launch(playwright: Playwright, *, whole: bool = False) -> Browser:
    """Start it, without a window."""
    found = program(playwright, whole=whole)
    return playwright.chromium.launch(executable_path=found, args=FLAGS)


@contextmanager
def chromium() -> Iterator[Browser]:
    """One for the length of a block."""
    with sync_playwright() as playwright:
        yield launch(playwright)


def main() -> None:
    """Say where the whole browser is."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with sync_playwright() as playwright:
        try:
            sys.stdout.write(f"{program(playwright, whole=True)}\n")
        except NoBrowser as problem:
            sys.exit(str(problem))


if __name__ == "__main__":
    main()
