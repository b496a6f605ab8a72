"""What the champion knows, learned further in one go: nets go on, teach judges, and these are
played straight against those in the package.

``python -m bench.champion build/champion giants:2,3,4,5 origins-totem:3,4 --minutes 8`` on a
machine with a GPU: all games side by side. What is in the folder already is gone on with, so that
many short stretches are as good as a long one; each program's words are in a log beside it. A
judge is taught by its net anew, in all variants, and the others of its game stay as they are.
``--stages`` does a part only: ``net``, ``judge``, ``match``.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from kingdomino import Rules
from kingdomino.bots.learned.judge import net_file
from kingdomino.bots.learned.mind import mind_file
from kingdomino.bots.learned.table import table_name
from kingdomino.games.catalogue import GAME, every_rules, setting

STAGES = NET, JUDGE, MATCH = ("net", "judge", "match")
QUICKER = "--xla_gpu_enable_triton_gemm=false"
"""Without Triton's products XLA compiles four games in three minutes instead of nine."""


class Study(NamedTuple):
    """A game and the settings of it that are learned."""

    game: str
    settings: tuple[Rules, ...]

    @property
    def judged(self) -> list[Rules]:
        """The settings, then all that share a judge with one of them."""
        names = {table_name(made) for made in self.settings}
        shared = [made for made in every_rules()
                  if made.game == self.game and table_name(made) in names]  # fmt: skip
        return [*dict.fromkeys((*self.settings, *shared))]


def named(made: Rules) -> str:
    """A setting as ``-s`` has it."""
    return f"{made.players}:{'+'.join(made.variants)}".removesuffix(":")


def study(text: str) -> Study:
    """``giants:2,3`` or ``kingdomino:4:harmony,3``; raises ValueError in one sentence."""
    game, _, settings = text.partition(":")
    if game not in GAME or not settings:
        raise ValueError(f"not a study: {text!r} (such as giants:2,3; games: {', '.join(GAME)})")
    return Study(game, tuple(setting(game, one) for one in settings.split(",")))


def fetched(study: Study, folder: Path) -> tuple[Path, Path]:
    """The run and the judges that are gone on with: those in the folder, or the package's."""
    run, judges = folder / f"{study.game}-run.npz", mind_file(study.game, folder)
    for there, own in ((net_file(study.game), run), (mind_file(study.game), judges)):
        if not own.exists():
            shutil.copy(there, own)
    return run, judges


def learning(study: Study, folder: Path, asked: argparse.Namespace) -> list[str]:
    """The command that goes on with a net."""
    run, _ = fetched(study, folder)
    words = ["-m", "kingdomino", "learn", study.game, "--resume", str(run)]
    words += [word for made in study.settings for word in ("-s", named(made))]
    words += ["--minutes", str(asked.minutes), "--rows", str(asked.rows), "--batch", "8192"]
    words += ["--rate", *asked.rate, "--entropy", "0.008", "0.001", "--device", asked.device]
    return [*words, "--export", str(net_file(study.game, folder))]


def teaching(study: Study, folder: Path, asked: argparse.Namespace, workers: int) -> list[str]:
    """The command that has the net teach the judges of its settings anew."""
    run, judges = fetched(study, folder)
    words = ["-m", "kingdomino", "learn", study.game, "--resume", str(judges), "--anew"]
    words += [word for made in study.judged for word in ("-s", named(made))]
    words += ["--tutor", str(run), "--rows", str(asked.rows), "--games", str(asked.games)]
    words += ["--generations", "0", "--passes", "3", "--workers", str(workers)]
    return [*words, "--device", asked.device]


def matching(study: Study, made: Rules, folder: Path, asked: argparse.Namespace) -> list[str]:
    """The command that plays a judge straight against the one in the package."""
    words = ["-m", "bench.versus", study.game, "-s", named(made)]
    words += ["--one", f"seconds={asked.seconds},judge={folder}"]
    words += ["--other", f"seconds={asked.seconds}", "--seed", str(asked.seed)]
    return [*words, "--minutes", str(asked.match_minutes), "--jobs", "1"]


def side_by_side(
    commands: Sequence[tuple[str, list[str]]], folder: Path, most: int, device: str
) -> None:
    """Run them, *most* at a time, each with a log of its name; raises SystemExit if one fails."""
    room = {**os.environ, "PYTHONUNBUFFERED": "1"}
    if device == "cuda":
        room["XLA_FLAGS"] = " ".join(filter(None, (room.get("XLA_FLAGS"), QUICKER)))
    waiting, running, failed = [*commands], dict[str, subprocess.Popen[bytes]](), list[str]()
    began = time.monotonic()
    try:
        while waiting or running:
            while waiting and len(running) < most:
                name, words = waiting.pop(0)
                with (folder / f"{name}.log").open("wb") as log:
                    running[name] = subprocess.Popen(
                        [sys.executable, *words], stdout=log, stderr=subprocess.STDOUT, env=room
                    )
            time.sleep(0.1)
            for name in [name for name, process in running.items() if process.poll() is not None]:
                if running.pop(name).returncode:
                    failed.append(name)
                said = (folder / f"{name}.log").read_text("utf-8", errors="replace")
                last = " | ".join(said.strip().splitlines()[-2:])
                print(f"{time.monotonic() - began:6.0f} s  {name}: {last}", flush=True)
    finally:
        # A run that is interrupted writes down what it has.
        for process in running.values():
            process.send_signal(signal.SIGINT)
        for process in running.values():
            process.wait()
    if failed:
        raise SystemExit(f"{', '.join(failed)}: see the logs in {folder}")


def _options(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where all is kept")
    parser.add_argument("studies", nargs="+", metavar="GAME:SETTINGS", help="giants:2,3,4,5")
    parser.add_argument("--stages", default=",".join(STAGES), help="net,judge,match")
    parser.add_argument("--minutes", type=float, default=8.0, help="of learning, with compiling")
    parser.add_argument("--rows", type=int, default=4096, help="games side by side of each net")
    parser.add_argument("--rate", nargs=2, default=["6e-4", "3e-5"], help="first and last")
    parser.add_argument("--games", type=int, default=600_000, help="that a judge learns from")
    parser.add_argument("--seconds", default="0.03", help="a decision in matches")
    parser.add_argument("--match-minutes", type=float, default=2.0, help="of each setting")
    parser.add_argument("--seed", type=int, default=1, help="the first deal of matches")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--device", default="cuda", help="or cpu, which is slow")
    asked = parser.parse_args(words)
    try:
        asked.studies = [study(text) for text in asked.studies]
        asked.stages = asked.stages.split(",")
        if unknown := {*asked.stages} - {*STAGES}:
            raise ValueError(f"no such stage: {', '.join(sorted(unknown))}")
    except ValueError as wrong:
        parser.error(str(wrong))
    return asked


def main(words: list[str] | None = None) -> None:
    """Do the stages one after another."""
    asked = _options(words)
    folder: Path = asked.folder
    folder.mkdir(parents=True, exist_ok=True)
    every: list[Study] = asked.studies
    share = max(1, asked.jobs // len(every))
    stages = {
        NET: [(f"{one.game}-net", learning(one, folder, asked)) for one in every],
        JUDGE: [(f"{one.game}-judge", teaching(one, folder, asked, share)) for one in every],
        MATCH: [(f"{one.game}-{named(made)}".replace(":", "-"),
                 matching(one, made, folder, asked)) for one in every for made in one.settings],
    }  # fmt: skip
    for stage in asked.stages:
        side_by_side(stages[stage], folder, asked.jobs if stage == MATCH else len(every),
                     asked.device)  # fmt: skip


if __name__ == "__main__":
    main()
