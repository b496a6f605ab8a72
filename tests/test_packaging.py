"""What is handed to others: the package, and the papers around it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import time
import tomllib
import urllib.request
import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
import pytest

import kingdomino
from tests.process import started

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "kingdomino"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
ENGINE = tomllib.loads((ROOT / "engine" / "pyproject.toml").read_text("utf-8"))
SERVES = ("msgspec", "rich", "starlette", "typer", "uvicorn", "uvloop", "websockets")
"""What the game is served with and the engine has no use for."""
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
PATIENCE = 60.0


def yaml(name: str) -> Any:
    return msgspec.yaml.decode((ROOT / name).read_bytes())


def built(folder: Path, target: str, source: Path) -> Path:
    """A distribution made with the locked tools only."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (made,) = folder.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return made


def wheel_of_sdist(folder: Path, source: Path) -> Path:
    """The wheel that the sdist makes: so both are whole."""
    sdist = built(folder, "sdist", source)
    # Nets, which hardly pack, have a limit of their own: see ``tests/bots/test_judge.py``.
    nets = sum(path.stat().st_size for path in (PACKAGE / "bots/learned/nets").iterdir())
    assert sdist.stat().st_size - nets < 3_000_000
    with tarfile.open(sdist) as packed:
        packed.extractall(folder, filter="data")
    return built(folder, "wheel", folder / sdist.name.removesuffix(".tar.gz"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel_of_sdist(tmp_path_factory.mktemp("dist"), ROOT)


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """An environment with nothing but the wheel; what it depends on is looked up in ours."""
    prefix = wheel.parent / "installed"
    offline = ["--no-deps", "--no-index", "--ignore-installed", "--no-warn-script-location"]
    command = [sys.executable, "-m", "pip", "install", "--quiet", *offline]
    subprocess.run([*command, "--prefix", str(prefix), str(wheel)], check=True)
    return prefix


def place(prefix: Path, kind: str) -> Path:
    return Path(sysconfig.get_path(kind, vars={"base": str(prefix), "platbase": str(prefix)}))


def environment(prefix: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(place(prefix, "purelib")), "PYTHONSAFEPATH": "1"}


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    """Pages, books, icons, dominoes and types too."""
    with zipfile.ZipFile(wheel) as packed:
        inside = {name for name in packed.namelist() if name.startswith("kingdomino/")}
    files = {path for path in PACKAGE.rglob("*") if path.is_file()}
    cached = {path for path in files if path.parent.name == "__pycache__"}
    assert inside == {path.relative_to(PACKAGE.parent).as_posix() for path in files - cached}
    assert "kingdomino/py.typed" in inside
    assert any(name.startswith("kingdomino/web/languages/") for name in inside)


def test_the_installed_package_imports_and_its_command_helps(installed: Path) -> None:
    env = environment(installed)
    ask = "import kingdomino; print(kingdomino.__file__, len([*kingdomino.every_rules()]))"
    said = subprocess.run(
        [sys.executable, "-c", ask], env=env, capture_output=True, text=True, check=True
    ).stdout
    assert said.startswith(str(place(installed, "purelib")))
    assert said.split()[-1] == str(len([*kingdomino.every_rules()]))
    command = shutil.which("kingdomino", path=place(installed, "scripts"))
    assert command is not None
    for option, shown in (("--help", "serve"), ("--version", kingdomino.__version__)):
        helped = subprocess.run(
            [command, option], env=env, capture_output=True, text=True, check=True
        )
        assert shown in helped.stdout


def test_the_installed_game_is_served(installed: Path, tmp_path: Path, free_tcp_port: int) -> None:
    command = [sys.executable, "-m", "kingdomino.cli", "serve", "--port", str(free_tcp_port)]
    options = {"env": environment(installed), "cwd": tmp_path, "stdout": subprocess.DEVNULL}
    with started([*command, "--data", str(tmp_path / "data")], **options) as server:
        address, deadline = f"http://127.0.0.1:{free_tcp_port}", time.monotonic() + PATIENCE
        while True:
            try:
                with urllib.request.urlopen(f"{address}/healthz", timeout=5) as answer:
                    assert answer.status == 200
                break
            except OSError:
                assert server.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.05)
        with urllib.request.urlopen(f"{address}/", timeout=PATIENCE) as page:
            assert b"<title>" in page.read()


def test_what_the_docs_of_bots_show_runs_on_the_installed_package(
    installed: Path, tmp_path: Path
) -> None:
    page = ROOT / "docs" / "bot-api.md"
    told = subprocess.run(
        [sys.executable, "-m", "doctest", str(page)],
        cwd=tmp_path,
        env=environment(installed),
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout


ALONE = f"""
import sys
sys.modules.update(dict.fromkeys({SERVES!r}))  # None: importing one of them fails
from importlib import import_module
from pkgutil import walk_packages
import kingdomino, gymnasium
elsewhere = ("cuda", "worker", "kingdomino.learn", "env.sb3", "env.torchrl", "dataset.tensor")
for found in walk_packages(kingdomino.__path__, "kingdomino."):
    if not any(word in found.name for word in elsewhere):
        import_module(found.name)
from kingdomino.bots import bot_named, play_game
play_game(kingdomino.rules("giants", 2), [bot_named("greedy"), bot_named("random")], seed=1)
assert gymnasium.make("kingdomino/Kingdomino-v0", opponents="greedy").action_space.n == 856
print(kingdomino.__file__)
"""


def test_environments_need_no_web_server(tmp_path: Path) -> None:
    """kingdomino-engine: its wheel asks for nothing, and its extras for nothing that serves."""
    wheel = wheel_of_sdist(tmp_path, ROOT / "engine")
    with zipfile.ZipFile(wheel) as packed:
        inside = {
            name.split("/")[1] for name in packed.namelist() if name.startswith("kingdomino/")
        }
        (about,) = (name for name in packed.namelist() if name.endswith("METADATA"))
        asked = re.findall(r"^Requires-Dist: (.*)$", packed.read(about).decode(), re.MULTILINE)
    assert not inside & {"server", "web", "cli"}
    assert asked
    assert all("extra ==" in line and not line.startswith(SERVES) for line in asked)
    prefix = tmp_path / "installed"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*command, "--target", str(prefix), str(wheel)], check=True)
    env = {**os.environ, "PYTHONPATH": str(prefix), "PYTHONSAFEPATH": "1"}
    said = subprocess.run(
        [sys.executable, "-c", ALONE], env=env, capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stderr
    assert said.stdout.startswith(str(prefix))


def test_a_lock_is_whole_and_installed_without_a_look_beside_it() -> None:
    """With dependencies to look for, pip takes up a newer release than is locked where somebody
    asks for an extra of it, and then refuses it for want of a hash."""
    for place in ("Makefile", ".github/workflows/test.yml", "deploy/Dockerfile"):
        text = (ROOT / place).read_text(encoding="utf-8")
        assert text.count("--require-hashes") == text.count("--no-deps --require-hashes") > 0, place
    check = [sys.executable, "-m", "pip", "check"]
    found = subprocess.run(check, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


def test_the_engine_offers_the_same_extras() -> None:
    """All but those that are for a server, or for whoever works on the project."""
    ours = PROJECT["project"]["optional-dependencies"]
    theirs = ENGINE["project"]["optional-dependencies"]
    assert theirs == {name: ours[name] for name in ours if name not in {"dev", "docs", "postgres"}}
    assert "dependencies" not in ENGINE["project"]


def test_the_engine_has_the_same_licence() -> None:
    """A copy, because a distribution may not take one from outside its folder."""
    assert (ROOT / "engine" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_version_is_written_once() -> None:
    """In the package; the papers that cannot read it there are compared with it."""
    assert "version" in PROJECT["project"]["dynamic"]
    assert version("kingdomino") == kingdomino.__version__ == yaml("CITATION.cff")["version"]


def test_the_citation_can_be_read() -> None:
    """The required fields of the Citation File Format 1.2, and ours."""
    cff, project = yaml("CITATION.cff"), PROJECT["project"]
    assert {"cff-version", "message", "title", "authors"} <= set(cff)
    assert cff["cff-version"] == "1.2.0"
    assert all("name" in author or "family-names" in author for author in cff["authors"])
    assert (cff["type"], cff["license"]) == ("software", project["license"])
    assert cff.get("url") == project.get("urls", {}).get("Homepage")


def test_every_python_that_we_name_is_tested() -> None:
    jobs = yaml(".github/workflows/test.yml")["jobs"]
    versions = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["project"]["classifiers"]))
    assert versions == PYTHONS
    for name in ("whole", "elsewhere"):
        assert jobs[name]["strategy"]["matrix"]["python"] == PYTHONS
    assert jobs["elsewhere"]["strategy"]["matrix"]["system"] == ["macos-latest", "windows-latest"]


def test_what_others_run_is_what_we_run() -> None:
    """Workflow, hook and CI call targets of the Makefile that there are."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    jobs = yaml(".github/workflows/test.yml")["jobs"].values()
    steps = [step for job in jobs for step in job["steps"]]
    assert all("@" in step["uses"] for step in steps if "uses" in step)
    commands = [step["run"] for step in steps if "run" in step]
    (hook,) = (hook for repo in yaml(".pre-commit-config.yaml")["repos"] for hook in repo["hooks"])
    assert hook["entry"] == "make check"
    asked = {word for said in commands for word in re.findall(r"make ([a-z]+)", said)}
    assert asked == {"check", "test"}
    assert asked <= targets
    assert (ROOT / ".ci" / "run").read_text().splitlines()[-1] == "exec make test"


@pytest.mark.parametrize("name", ["bug", "idea", "rule"])
def test_a_form_for_issues_asks_something(name: str) -> None:
    form = yaml(f".github/ISSUE_TEMPLATE/{name}.yml")
    assert set(form) == {"name", "description", "labels", "body"}
    assert len({field["id"] for field in form["body"]}) == len(form["body"])
    assert any(field.get("validations", {}).get("required") for field in form["body"])


@pytest.mark.skipif(os.name == "nt", reason="a script for bash")
def test_what_is_missing_of_the_system_is_named(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    assert bash is not None
    (tmp_path / "bash").symlink_to(bash)
    needs = ["no-such-package", "nothing=false", "something=true", "bash"]
    said = subprocess.run(
        [bash, str(ROOT / "scripts" / "system-packages"), *needs],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 1
    assert said.stderr.startswith("The tests need no-such-package nothing, and there is no apt-get")
