"""``kingdomino learn``: train a net by self-play."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from ...core.error import RulesError
from ...core.rules import Rules
from ...games.catalogue import rules as rules_named
from ..show.glyph import open_console
from ..tool.failure import Failure

if TYPE_CHECKING:
    from ...learn.train import Report, Trainer

SAVE_EVERY = 60.0
EXAMPLES = """\b
Examples:
  kingdomino learn kingdomino -s 2 -s 2:mighty_duel --minutes 60
  kingdomino learn kingdomino --run build/learn/run.npz --resume --export net.npz"""


def learn(
    game: Annotated[str, typer.Argument(help="The game, such as kingdomino or giants.")],
    settings: Annotated[
        list[str],
        typer.Option(
            "--setting",
            "-s",
            help="Players and variants to learn, such as 2, 2:mighty_duel or 4:harmony+"
            "middle_kingdom; several are learned side by side by one net.",
        ),
    ] = ["2"],  # noqa: B006
    minutes: Annotated[float, typer.Option(min=0.0, help="How long to train.")] = 10.0,
    run: Annotated[
        Path, typer.Option(help="The file of the run: weights and all that is needed to go on.")
    ] = Path("build/learn/run.npz"),
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in --run.")] = False,
    export: Annotated[
        Path | None, typer.Option(help="Write the net alone, in half precision, here at the end.")
    ] = None,
    device: Annotated[str, typer.Option(help="cuda, or cpu, which is slow.")] = "cuda",
    rows: Annotated[int, typer.Option(min=64, help="Games side by side, for two players.")] = 8192,
    seed: Annotated[int, typer.Option(help="On the CPU the same seed learns the same.")] = 1,
) -> None:
    """Train a net by self-play on one game.

    Every seat is played by the same net, which learns from what came of its decisions. The run is
    saved every minute and at the end, also when it is interrupted.
    """
    if device not in ("cuda", "cpu"):
        raise Failure(f"no such device: {device!r} (expected cuda or cpu)")
    if run.exists() and not resume:
        raise Failure(f"{run} is there already: go on with --resume, or name another --run")
    wanted = [_rules(game, text) for text in settings]
    # Without this JAX takes most of the GPU's memory, and the games have none left.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    try:
        from ...bots.learned.weights import CheckpointError
        from ...learn.train import Plan, Trainer
    except ModuleNotFoundError as missing:
        raise Failure(
            f"learning needs {missing.name}: install kingdomino[learn]"
            + (", and [gpu] for --device cuda" if device == "cuda" else "")
        ) from None
    trainer = Trainer(wanted, Plan(rows=rows, device=device, seed=seed))
    if resume:
        try:
            trainer.resume(run)
        except CheckpointError as wrong:
            raise Failure(str(wrong)) from None
    run.parent.mkdir(parents=True, exist_ok=True)
    _train(trainer, run, 60 * minutes, open_console())
    if export:
        trainer.export(export)


def _train(trainer: Trainer, run: Path, seconds: float, console: Console) -> None:
    began = saved = time.monotonic()
    try:
        while (spent := time.monotonic() - began) < seconds:
            for report in trainer.round(spent / seconds):
                console.print(_line(report, trainer.decisions, time.monotonic() - began))
            if time.monotonic() - saved > SAVE_EVERY:
                trainer.save(run)
                saved = time.monotonic()
    finally:
        trainer.save(run)
        console.print(f"{run}: {trainer.decisions:,} decisions learned from in all")


def _line(report: Report, decisions: int, spent: float) -> str:
    pace = report.decisions / (report.played + report.learned)
    return (
        f"{spent:7.0f} s  {report.rules}: {report.points:.1f} points, value off by "
        f"{report.utility**0.5:.2f}, points by {report.error:.1f}, entropy {report.entropy:.2f}, "
        f"{pace:,.0f} decisions/s, {decisions:,} in all"
    )


def _rules(game: str, text: str) -> Rules:
    players, _, variants = text.partition(":")
    if not players.isdecimal():
        raise Failure(f"not a setting: {text!r} (such as 2, 2:mighty_duel or 4:harmony)")
    try:
        return rules_named(game, int(players), [name for name in variants.split("+") if name])
    except RulesError as wrong:
        raise Failure(str(wrong)) from None
