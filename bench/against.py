"""``python -m bench.against COMMIT``: this checkout beside another commit, as ratios.

Both run on this machine in turns, so that what else it does and how fast its cores are at the
moment strike both. Engine and imports are counted in processor time; the other parts run the
benchmarks that each commit brings, and what both measure by the same name is compared.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import median

from bench.figure import Figure

ROOT = Path(__file__).parent.parent
IMPORTS = ("kingdomino", "kingdomino.cli", "kingdomino.server")
PARTS = {"server": "_handlers", "fast": "measure", "env": "measure"}
"""Which function of the part's module yields its figures."""


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """A worktree of *commit*, for as long as it is needed."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def _environment(*folders: Path) -> dict[str, str]:
    # With bytecode, whatever a container says: an import is not to compile anew each time.
    path = os.pathsep.join(map(str, folders))
    return {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": ""}


class Player:
    """A process that plays by one tree's engine, with the measuring code of this one."""

    def __init__(self, tree: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.against", "--play"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=_environment(tree / "src", ROOT),
        )

    def seconds(self, game: int) -> float:
        """The processor time of some random games of a kind."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(game, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())

    def close(self) -> None:
        """End it."""
        self.process.communicate()


def _play_for_others() -> None:
    from bench.core import GAMES, play
    from kingdomino import rules

    made = [rules(*key) for key in GAMES]
    for line in sys.stdin:
        rng, began = random.Random(1), time.process_time()
        for _ in range(20):
            play(made[int(line)], rng)
        print(time.process_time() - began, flush=True)


def _import_seconds(module: str, tree: Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-c", f"import {module}"]
    subprocess.run(command, check=True, cwd=tree, env=_environment(tree / "src"))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _ratio(then: Callable[[], float], now: Callable[[], float], rounds: int) -> float:
    """How many times as fast it is now, by the median of pairs; who goes first takes turns."""
    found: list[float] = []
    for number in range(rounds):
        if number % 2:
            after = now()
            found.append(then() / after)
        else:
            found.append(then() / now())
    return median(found)


def engine(old: Path, rounds: int) -> Iterator[tuple[str, float]]:
    """The readable engine: random games of every kind."""
    from bench.core import GAMES
    from kingdomino import rules

    then, now = Player(old), Player(ROOT)
    try:
        for number, key in enumerate(GAMES):
            ratio = _ratio(partial(then.seconds, number), partial(now.seconds, number), rounds)
            yield f"core, random games of {rules(*key)}", ratio
    finally:
        then.close()
        now.close()


def imports(old: Path, rounds: int) -> Iterator[tuple[str, float]]:
    """What a first import takes."""
    for module in IMPORTS:
        then, now = (partial(_import_seconds, module, tree) for tree in (old, ROOT))
        for run in (then, now):
            run()  # Its bytecode is there afterwards.
        yield f"import {module}", _ratio(then, now, rounds)


def _own_figures(part: str, tree: Path, seconds: float) -> dict[str, Figure]:
    """What the tree's own benchmark measures, by name."""
    program = (
        f"import json; from bench import {part}\n"
        f"for figure in {part}.{PARTS[part]}({seconds}):\n"
        "    print('figure', json.dumps(figure.document()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        cwd=tree,
        env=_environment(tree / "src", tree),
        stdout=subprocess.PIPE,
        text=True,
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("figure ")]
    found = [Figure.of(json.loads(line.removeprefix("figure "))) for line in lines]
    return {figure.name: figure for figure in found}


def part_of(part: str, old: Path, rounds: int, seconds: float) -> Iterator[tuple[str, float]]:
    """One part by each tree's own benchmark: the best of each, since others only slow down."""
    trees = (old, ROOT)
    runs = [[_own_figures(part, tree, seconds) for tree in trees] for _ in range(rounds)]
    for name, figure in runs[0][1].items():
        if name not in runs[0][0]:
            continue
        then, now = ([figures[which][name].value for figures in runs] for which in (0, 1))
        ratio = min(then) / min(now) if figure.less_is_better else max(now) / max(then)
        yield f"{part}, {name}", ratio


def main() -> None:
    """Prints a table of ratios: above 1 is faster, or less, than at the commit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit", nargs="?", help="what to stand beside")
    parser.add_argument("--play", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--pairs", type=int, default=40, help="of engine and imports (40)")
    parser.add_argument("--only", dest="parts", action="append", choices=PARTS, default=[],
                        help="just this part, by each commit's own benchmark")  # fmt: skip
    parser.add_argument("--rounds", type=int, default=3, help="of such a part (3)")
    parser.add_argument("--seconds", type=float, default=0.4, help="for each of its figures (0.4)")
    options = parser.parse_args()
    if options.play:
        _play_for_others()
        return
    if not options.commit:
        parser.error("which commit?")
    with checked_out(options.commit) as old:
        print("| what | now : then |\n|---|---|")
        measured = [part_of(part, old, options.rounds, options.seconds) for part in options.parts]
        rows = chain(*measured or (engine(old, options.pairs), imports(old, options.pairs)))
        for name, ratio in rows:
            print(f"| {name} | {ratio:.2f} |", flush=True)


if __name__ == "__main__":
    main()
