"""The suite itself: nothing waits for ever, nothing is left behind, tests stand alone."""

from __future__ import annotations

import ast
import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.again import MOST
from tests.process import alive, all_ended, started

TESTS = Path(__file__).parent
HANGING = """
import anyio, pytest, time

@pytest.fixture
def slow(): time.sleep(60)

@pytest.fixture
def slow_to_go():
    yield
    time.sleep(60)

def test_plain(): time.sleep(60)
async def test_coroutine(): await anyio.sleep(60)
def test_given(slow): pass
def test_after(slow_to_go): pass
@pytest.mark.limit(30)
def test_patient(): time.sleep(1.5)
"""
DEAF = """
import signal, time

def test_deaf():
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    time.sleep(60)
def test_next(): pass
"""
WAVERING = """
from pathlib import Path
import pytest

@pytest.mark.parametrize("n", range({often}))
def test_wavering(n):
    seen = Path(f"seen-{{n}}")
    before = seen.exists()
    seen.touch()
    assert before

def test_wrong(): assert {right}
"""
needs_signals = pytest.mark.skipif(os.name == "nt", reason="signals")


def suite(folder: Path, text: str, *options: str) -> str:
    """What the suite says of a file of tests that may take a second each; some must fail."""
    (folder / "test_x.py").write_text(text)
    (folder / "pytest.ini").write_text("[pytest]\nanyio_mode = auto\nlimit = 1\n")
    plugins = [f"-p{name}" for name in ("tests.harness", "anyio.pytest_plugin", *options)]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", "pytest.ini", "--rootdir=.", *plugins, "test_x.py"],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(TESTS.parent),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTEST_ADDOPTS": "--numprocesses=1" if options else "",
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 1
    return done.stdout + done.stderr


@needs_signals
def test_who_waits_for_ever_fails_and_shows_where(tmp_path: Path) -> None:
    said = suite(tmp_path, HANGING)
    assert "2 failed, 2 passed, 2 errors" in said
    for name in ("plain", "coroutine[asyncio]", "given", "after"):
        assert f"test_{name} takes longer than 1 s" in said
    assert said.count("most recent call first") >= 4


@needs_signals
def test_a_worker_that_hangs_is_one_failure_and_the_rest_goes_on(tmp_path: Path) -> None:
    said = suite(tmp_path, DEAF, "xdist")
    assert "1 failed, 1 passed" in said
    assert "Timeout" in said
    assert "in test_deaf" in said


@pytest.mark.parametrize(
    ("often", "right", "ends"),
    [(2, "True", 0), (2, "False", 1), (MOST + 1, "True", 1), (0, "True", 2)],
)
def test_what_wavers_is_named_and_what_is_wrong_fails(
    often: int, right: str, ends: int, tmp_path: Path
) -> None:
    (tmp_path / "test_x.py").write_text(WAVERING.format(often=often, right=right))
    env = {
        **os.environ,
        "PYTHONPATH": str(TESTS.parent),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTEST_ADDOPTS": "",
    }
    run = [sys.executable, "-m", "pytest", "--rootdir=.", "test_x.py"]
    first = subprocess.run(run, cwd=tmp_path, env=env, capture_output=True, check=False)
    assert first.returncode == (1 if often else 0)
    code = str(first.returncode or 2)
    again = subprocess.run(
        [sys.executable, "-m", "tests.again", code, "test_x"],
        cwd=tmp_path, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert again.returncode == ends, again.stdout
    assert again.stdout.count("  test_x.py::test_wavering") == (often if ends == 0 else 0)


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_whoever_is_started_ends_with_all_that_it_started(tmp_path: Path) -> None:
    parent = "import subprocess as s; print(s.Popen(['sleep', '60']).pid, flush=True); input()"
    pipe = subprocess.PIPE
    command, grandchild = [sys.executable, "-c", parent], 0
    with contextlib.suppress(KeyError), started(command, stdin=pipe, stdout=pipe) as child:
        grandchild = int(child.stdout.readline())
        assert alive(child.pid)
        assert alive(grandchild)
        raise KeyError
    assert not alive(child.pid)
    assert all_ended([grandchild])


@needs_signals
def test_an_ignored_interrupt_is_not_handed_on() -> None:
    """As under nohup, where a test that interrupted its child once waited for ever."""
    names = ("SIGINT", "SIGHUP")
    before = {name: signal.signal(getattr(signal, name), signal.SIG_IGN) for name in names}
    try:
        ask = (
            f"import signal as s; print([s.getsignal(getattr(s, n)) is s.SIG_IGN for n in {names}])"
        )
        with started([sys.executable, "-c", ask], stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout.read() == "[False, False]\n"
        assert all(signal.getsignal(getattr(signal, n)) is signal.SIG_IGN for n in names)
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def borrowed(path: Path) -> list[str]:
    """What a file of the suite takes from a test, and where it starts processes by itself."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            name = (node.module or "").rpartition(".")[2]
            if name == "conftest" or name.startswith("test_"):
                found.append(f"{path.name} imports from {node.module}")
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Popen"):
            found.append(f"{path.name} starts a process that started() would end")
    return found


def test_no_test_is_built_on_another() -> None:
    """What tests share has a module of its own or is a fixture."""
    others = (path for path in TESTS.rglob("*.py") if path != TESTS / "process.py")
    assert [wrong for path in sorted(others) for wrong in borrowed(path)] == []


def test_what_is_borrowed_is_found(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text("from .test_a import b\nfrom .conftest import c\nsubprocess.Popen(['d'])\n")
    assert len(borrowed(file)) == 3
