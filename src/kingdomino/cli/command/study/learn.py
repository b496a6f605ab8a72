"""``kingdomino learn``: train a net by self-play."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from ....arena.run import Workers
from ....core.error import RulesError
from ....core.rules import Rules
from ....games.catalogue import every_rules, setting
from ...show.glyph import open_console
from ...tool.failure import Failure
from ...tool.files import room_for

if TYPE_CHECKING:
    from ....fast.search.lesson import Lesson
    from ....learn.play import Plan
    from ....learn.train import Report, Trainer

SAVE_EVERY = 60.0
TELL_EVERY = 5.0
EXAMPLES = """\b
Examples:
  kingdomino learn kingdomino -s 2 -s 2:mighty_duel --minutes 60
  kingdomino learn giants -s all --rows 1024 --goal 2000000000 --minutes 9
  kingdomino learn giants --resume build/learn/run.npz --minutes 60
  kingdomino learn kingdomino -s 2 -s 3 -s 4 --table tables.npz
  kingdomino learn giants -s all --judge giants-judge.npz --workers 8
  kingdomino learn kingdomino --judge two.npz --tutor net.npz --generations 0
  kingdomino learn kingdomino --resume two.npz --generations 3"""
ALL = "all"
MEASURED = 512
"""Games against each fixed opponent, every time that the run is saved."""


def learn(
    context: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The game, such as kingdomino or giants.")
    ],
    settings: Annotated[
        list[str],
        typer.Option(
            "--setting",
            "--players",
            "-s",
            "-p",
            help="Players and variants to learn, such as 2, 2:mighty_duel or 4:harmony+"
            "middle_kingdom, or all that the game has; they are learned side by side by one net.",
        ),
    ] = ["2"],  # noqa: B006
    minutes: Annotated[float, typer.Option(min=0.0, help="How long to train.")] = 10.0,
    goal: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Decisions of the whole run, over all its stretches: rate and entropy fall "
            "towards it. Without it they fall over these minutes.",
        ),
    ] = None,
    run: Annotated[
        Path,
        typer.Option(help="The file of a new run: weights and all that is needed to go on."),
    ] = Path("build/learn/run.npz"),
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar="RUN",
            help="Go on with the run, the net alone or the judges in this file, and keep them "
            "there. What is not asked for is as it was, players, rows and rates alike.",
        ),
    ] = None,
    export: Annotated[
        Path | None, typer.Option(help="Write the net alone, one byte a number, here at the end.")
    ] = None,
    device: Annotated[str, typer.Option(help="cuda, or cpu, which is slow.")] = "cuda",
    rows: Annotated[int, typer.Option(min=64, help="Games side by side, for two players.")] = 8192,
    batch: Annotated[
        int,
        typer.Option(min=64, help="Decisions of two players that a step of learning looks at."),
    ] = 16384,
    rate: Annotated[
        tuple[float, float], typer.Option(help="How far a step of learning goes: first and last.")
    ] = (1e-3, 1e-4),
    entropy: Annotated[
        tuple[float, float],
        typer.Option(help="How much trying other things is worth: first and last."),
    ] = (0.02, 0.002),
    seed: Annotated[int, typer.Option(help="On the CPU the same seed learns the same.")] = 1,
    table: Annotated[
        Path | None,
        typer.Option(
            help="Learn a table of what regions promise instead of a net, and write it here: a "
            "minute on one core for each setting.",
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            min=1000,
            help="How many games of a setting a table learns from, or a judge in its first lesson.",
        ),
    ] = 400_000,
    judge: Annotated[
        Path | None,
        typer.Option(
            help="Teach judges between rounds instead of a net, and write them here: one for each "
            "number of players and size of kingdom, half of whose games are of the first setting "
            "named.",
        ),
    ] = None,
    anew: Annotated[
        bool,
        typer.Option(
            "--anew",
            help="With --resume of judges: teach those of these settings from the beginning, "
            "and leave the others in the file as they are.",
        ),
    ] = False,
    tutor: Annotated[
        Path | None,
        typer.Option(
            help="A net whose games a judge's first lesson is of, in the settings that it was "
            "trained for; without it they are of players who do not search.",
        ),
    ] = None,
    generations: Annotated[
        int, typer.Option(min=0, help="How often a judge learns from games of its own search.")
    ] = 2,
    searched: Annotated[
        int, typer.Option(min=1, help="Games of such a search in each generation.")
    ] = 5_000,
    looks: Annotated[int, typer.Option(min=8, help="Its looks ahead for each decision.")] = 64,
    passes: Annotated[
        float, typer.Option(min=0.1, help="How often a judge looks at all that was seen.")
    ] = 4.0,
    workers: Annotated[
        int, typer.Option(min=1, help="Processes that play for a judge; usually one a core.")
    ] = 1,
) -> None:
    """Train a net by self-play on one game; with --table what regions promise, with --judge who
    says between rounds how a game will end.

    Every seat is played by the same net, which learns from what came of its decisions; in a part of
    the games the others are an earlier self. The run is saved and measured every minute and at the
    end, also when it is interrupted.
    """
    if device not in ("cuda", "cpu"):
        raise Failure(f"no such device: {device!r} (expected cuda or cpu)")
    console = open_console(soft_wrap=True)
    given = {name: value for name, value in context.params.items() if _is_given(context, name)}
    if resume and given.keys() & {"run", "judge", "table"}:
        raise Failure("--resume keeps what it learns in its own file: name no other")
    about = _about(resume, game) if resume else {}
    if anew and "judges" not in about:
        raise Failure("--anew is for judges: name their file by --resume")
    wanted = [] if "settings" in given else _settings_of(game, about)
    wanted = wanted or [*dict.fromkeys(made for text in settings for made in _rules(game, text))]
    file = resume or judge or run
    room_for(table or file, export)
    if table:
        _learn_table(wanted, games, seed, table, console)
        return
    if file.exists() and not resume:
        raise Failure(f"{file} is there already: go on with --resume {file}, or name another file")
    if judge or "judges" in about:
        _teach(wanted, file, console, anew=anew, device=device, workers=workers,
               tutor=tutor, rows=rows, games=games, generations=generations, searched=searched,
               looks=looks, passes=passes, seed=seed)  # fmt: skip
        return
    trainer = _trainer(wanted, device, about, given)
    if resume:
        _go_on(trainer, file)
    _train(trainer, file, 60 * minutes, console)
    if export:
        trainer.export(export)


def _trainer(
    wanted: list[Rules], device: str, about: Mapping[str, Any], given: Mapping[str, Any]
) -> Trainer:
    # Without this JAX takes most of the GPU's memory, and the games have none left.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    try:
        from ....learn.play import Plan
        from ....learn.train import Trainer
    except ModuleNotFoundError as missing:
        raise Failure(
            f"learning needs {missing.name}: install kingdomino[learn]"
            + (", and [gpu] for --device cuda" if device == "cuda" else "")
        ) from None
    plan = _planned(Plan(), about.get("plan", {}), given)
    return Trainer(wanted, plan._replace(device=device))


def _go_on(trainer: Trainer, run: Path) -> None:
    from ....bots.learned.weights import CheckpointError

    try:
        trainer.resume(run)
    except CheckpointError as wrong:
        raise Failure(str(wrong)) from None
    goal = trainer.plan.goal
    if goal and trainer.decisions >= goal:
        raise Failure(f"{run} has reached its goal of {goal:,} decisions: name a higher --goal")


def _is_given(context: typer.Context, name: str) -> bool:
    """Whether an option was asked for, and is not what it is anyway."""
    source = context.get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def _about(path: Path, game: str) -> dict[str, Any]:
    """What a file says of what it holds, if that can be gone on with in this game."""
    try:
        from ....bots.learned.weights import CheckpointError, load
    except ModuleNotFoundError as missing:
        raise Failure(f"learning needs {missing.name}: install kingdomino[learn]") from None
    try:
        about = load(path)[1]
    except CheckpointError as wrong:
        raise Failure(f"{path} cannot be gone on with: {wrong}") from None
    if not about.keys() & {"settings", "judges"}:
        raise Failure(f"{path} cannot be gone on with: it holds no run, no net and no judges")
    # Once a file of judges did not say of which game they are.
    if (learned := about.get("game", game)) != game:
        raise Failure(f"{path} cannot be gone on with: it learned {learned}, not {game}")
    return about


def _settings_of(game: str, about: Mapping[str, Any]) -> list[Rules]:
    """Those of a game that a file was taught for."""
    every = {str(made): made for made in every_rules() if made.game == game}
    if "judges" not in about:
        return [every[text] for text in about.get("settings", ()) if text in every]
    from ....bots.learned.table import table_name

    found: list[Rules] = []
    for name in about["judges"]:
        # Once a file did not say by which settings its judges were taught.
        texts = about.get("courses", {}).get(name, {}).get("settings", every)
        asked = (made for text, made in every.items() if text in texts)
        found += [made for made in asked if table_name(made) == name]
    return found


def _planned(plan: Plan, kept: Mapping[str, Any], given: Mapping[str, Any]) -> Plan:
    """How to train: as it is asked for, else as the run did before, else as *plan* does."""
    plan = plan._replace(**{name: kept[name] for name in plan._fields if name in kept})
    rows = given.get("rows", plan.rows)
    batch = given.get("batch", plan.steps * plan.rows // plan.parts)
    rate = given.get("rate", (plan.rate, plan.last_rate))
    entropy = given.get("entropy", (plan.entropy, plan.last_entropy))
    return plan._replace(rows=rows, parts=max(4, plan.steps * rows // batch), rate=rate[0],
                         last_rate=rate[1], entropy=entropy[0], last_entropy=entropy[1],
                         goal=given.get("goal", plan.goal),
                         seed=given.get("seed", plan.seed))  # fmt: skip


def _learn_table(wanted: list[Rules], games: int, seed: int, path: Path, console: Console) -> None:
    """A table for every setting, of which those that share one are learned once."""
    try:
        from ....bots.learned.table import table_name
        from ....bots.learned.weights import save
        from ....fast.search.lesson import Lesson
    except ModuleNotFoundError as missing:
        raise Failure(f"learning a table needs {missing.name}: install kingdomino[fast]") from None
    tables: dict[str, Any] = {}
    try:
        for made in wanted:
            if table_name(made) not in tables:
                lesson = Lesson(made, games=games, seed=seed)
                _attend(lesson, console)
                tables[table_name(made)] = lesson.table
    except RulesError as wrong:
        raise Failure(str(wrong)) from None
    save(path, tables, {"games": games, "seed": seed})
    console.print(f"{path}: {', '.join(tables)}")


def _teach(
    wanted: list[Rules], path: Path, console: Console, *, anew: bool, device: str, workers: int,
    tutor: Path | None, rows: int, **course: Any,
) -> None:  # fmt: skip
    """A judge for every group of settings that share one."""
    if device == "cpu":
        os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    try:
        from ....bots.learned.mind import packed, unpacked
        from ....bots.learned.table import table_name
        from ....bots.learned.weights import CheckpointError, save
        from ....learn.judge import Course, Lectured, teach
        from ....learn.play import Plan
        from ....learn.tutor import tutor_from
    except ModuleNotFoundError as missing:
        raise Failure(f"teaching needs {missing.name}: install kingdomino[fast,learn]") from None
    arrays, courses = _known_judges(path) if path.exists() else ({}, {})
    minds = unpacked(arrays)
    try:
        plan = Plan(rows=rows, device=device)
        teacher = tutor_from(tutor, wanted[0].game, plan) if tutor else None
    except CheckpointError as wrong:
        raise Failure(str(wrong)) from None
    groups: dict[str, list[Rules]] = {}
    for made in wanted:
        groups.setdefault(table_name(made), []).append(made)
    going_on = {name: None if anew else minds.get(name) for name in groups}
    if not course["generations"] and any(going_on.values()):
        raise Failure("a judge goes on by generations: ask for one, or for --anew")

    def tell(name: str, report: Lectured) -> None:
        worth, share, points = report.held
        console.print(
            f"{report.seconds:7.0f} s  {name}, generation {report.generation}: {report.states:,} "
            f"states; of others worth is off by {worth:.4f}, the share by {share:.4f} nats, points "
            f"by {64 * points**0.5:.1f}",
        )

    with Workers(workers) if workers > 1 else nullcontext() as crew:
        for name, group in groups.items():
            courses[name] = {
                **course,
                "settings": [*map(str, group)],
                "tutor": tutor.name if tutor else None,
            }

            def keep(weights: Any, name: str = name) -> None:
                # The others stay as they are to the last bit.
                arrays.update(packed({name: weights}))
                judges = sorted(unpacked(arrays))
                told = {one: courses[one] for one in judges}
                about = {"game": wanted[0].game, "courses": told, "judges": judges}
                save(path, arrays, about)

            teach(group, Course(**course), known=going_on[name], tutor=teacher, crew=crew,
                  keep=keep, tell=partial(tell, name))  # fmt: skip
    console.print(f"{path}: {', '.join(unpacked(arrays))}")


def _known_judges(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays of a file that is to be gone on with, and what each judge was taught by."""
    from ....bots.learned.mind import unpacked
    from ....bots.learned.weights import load

    arrays, about = load(path)
    try:
        minds = unpacked(arrays)
    except (KeyError, ValueError) as wrong:
        raise Failure(f"{path} cannot be gone on with: {wrong}") from None
    # Once a file had one course for all that are in it.
    return arrays, about.get("courses") or dict.fromkeys(minds, about.get("course"))


def _attend(lesson: Lesson, console: Console) -> None:
    began, told = time.monotonic(), 0.0
    while lesson.done < lesson.games:
        progress = lesson.go_on()
        now = time.monotonic()
        if now - told > TELL_EVERY or lesson.done == lesson.games:
            told = now
            console.print(
                f"{now - began:7.0f} s  {lesson.rules}: {lesson.done:,} of {lesson.games:,} games, "
                f"{progress.points:.1f} points, guesses off by {progress.error**0.5:.2f}",
            )


def _train(trainer: Trainer, run: Path, seconds: float, console: Console) -> None:
    goal, learned = trainer.plan.goal, "; ".join(map(str, trainer.settings))
    console.print(
        f"{learned}, on {trainer.plan.device}: what learns is compiled first, which takes a minute "
        "or more for each setting",
    )
    began = saved = time.monotonic()
    try:
        while (spent := time.monotonic() - began) < seconds:
            done = trainer.decisions / goal if goal else spent / seconds
            if done >= 1:
                break
            for report in trainer.round(done):
                console.print(_line(report, trainer.decisions, time.monotonic() - began))
            if time.monotonic() - saved > SAVE_EVERY:
                trainer.save(run)
                _measure(trainer, console)
                saved = time.monotonic()
    finally:
        trainer.save(run)
        console.print(f"{run}: {trainer.decisions:,} decisions learned from in all")
    _measure(trainer, console)


def _measure(trainer: Trainer, console: Console) -> None:
    """Say how often the net wins against those who do not change."""
    from ....learn.match import Opponent, win_share

    plan = trainer.plan._replace(rows=MEASURED)
    against: dict[str, Opponent] = {"greedy": "greedy"}
    if trainer.pool:
        against["an earlier self"] = trainer.pool[0]
    for made in trainer.settings:
        shares = [
            f"{100 * win_share(trainer.params, other, made, plan, seed=trainer.rounds):.0f} % "
            f"against {name}"
            for name, other in against.items()
        ]
        console.print(
            f"{made}: wins {', '.join(shares)} ({MEASURED} games, even is "
            f"{100 / made.players:.0f} %)",
        )


def _line(report: Report, decisions: int, spent: float) -> str:
    pace = report.decisions / (report.played + report.learned)
    return (
        f"{spent:7.0f} s  {report.rules}: {report.points:.1f} points, value off by "
        f"{report.utility**0.5:.2f}, points by {report.error:.1f}, entropy {report.entropy:.2f}, "
        f"{pace:,.0f} decisions/s, {decisions:,} in all"
    )


def _rules(game: str, text: str) -> list[Rules]:
    every = [made for made in every_rules() if made.game == game]
    if text == ALL and every:
        return every
    try:
        # Of a game that is none there is nothing to list: it is named as such.
        return [setting(game, "2" if text == ALL else text)]
    except RulesError as wrong:
        raise Failure(str(wrong)) from None
