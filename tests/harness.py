"""How the suite runs: no test waits for ever.

A test, and what it is given, has a limit: ``@pytest.mark.limit(900)`` for one that needs more than
the rest. Who reaches it fails where it stands, with the stacks of all threads.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import tempfile
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

LIMIT = 600.0
"""Seconds: a slow machine that has to compile the fast engine first is done in half of it."""
GRACE = 0.2
"""Compiled code hears no alarm: after this share more the process is ended, which fails too."""
ALARM: int | None = getattr(signal, "SIGALRM", None)
ERRORS = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The limit, for a machine that is slower still."""
    parser.addini("limit", "seconds that a test may take", default=str(LIMIT))


def pytest_configure(config: pytest.Config) -> None:
    """A place for stacks that pytest does not catch."""
    config.addinivalue_line("markers", "limit(seconds): what this test may take")
    config.stash[ERRORS] = os.dup(2)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Give the place back."""
    os.close(config.stash[ERRORS])


@contextmanager
def limited(item: pytest.Item) -> Iterator[None]:
    """For the length of a block there is an end to waiting."""
    mark = item.get_closest_marker("limit")
    seconds = float(mark.args[0] if mark else item.config.getini("limit"))

    def late(_signal: int, _frame: FrameType | None) -> None:
        pytest.fail(f"{item.name} takes longer than {seconds:g} s\n{stacks()}")

    alarmed = ALARM is not None and threading.current_thread() is threading.main_thread()
    last = seconds * (1 + GRACE) if alarmed else seconds
    faulthandler.dump_traceback_later(last, exit=True, file=item.config.stash[ERRORS])
    before = None
    if alarmed and ALARM is not None:
        before = signal.signal(ALARM, late)
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        if alarmed and ALARM is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(ALARM, before)
        faulthandler.cancel_dump_traceback_later()


def stacks() -> str:
    """Where every thread stands."""
    with tempfile.TemporaryFile("w+") as file:
        faulthandler.dump_traceback(file)
        file.seek(0)
        return file.read()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    """What a test is given has the limit of the test."""
    with limited(item):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """A test has its limit."""
    with limited(item):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """So has what is done after it."""
    with limited(item):
        return (yield)
