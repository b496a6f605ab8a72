"""``kingdomino puzzles``: finding puzzles, and checking those that there are."""

from __future__ import annotations

import json
import random
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ....bots import MissingExtra
from ....core.error import RecordError
from ....games.catalogue import GAME
from ....games.puzzle import LEVELS, Puzzle, format_puzzle, parse_puzzle, puzzle_lines
from ...show.progress import counting, stopped
from ...show.sentence import PUZZLE_KINDS
from ...tool.failure import Commands, Failure
from ...tool.option import help_when_alone

if TYPE_CHECKING:
    from types import ModuleType

app = typer.Typer(cls=Commands, rich_markup_mode="rich", invoke_without_command=True)
EXAMPLES = """\b
Examples:
  kingdomino puzzles mine kingdomino --file kingdomino.jsonl --minutes 4
  kingdomino puzzles mine giants --file giants.jsonl --kind send
  kingdomino puzzles check kingdomino --sample 200 --playouts 2000 --learned"""
PLAYOUTS = 1200
"""For each answer, as the last look of mining has them."""
EASIEST_PART = 0.25
"""Of all puzzles so many at most may be found by every level."""
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAME)}.")]


@app.callback(epilog=EXAMPLES)
def puzzles(context: typer.Context) -> None:
    """Find puzzles in bot games, and check them."""
    help_when_alone(context)


@app.command()
def mine(
    game: GameArgument,
    file: Annotated[Path, typer.Option("--file", help="Where lines are added.")],
    minutes: Annotated[float, typer.Option("--minutes", min=0.01, help="How long to look.")] = 4.0,
    most: Annotated[int, typer.Option("--most", min=1, help="How many are enough.")] = 200,
    seed: Annotated[int, typer.Option("--seed", help="Which games are played.")] = 1,
    kind: Annotated[
        str,
        typer.Option("--kind", help=f"Only these: {', '.join(PUZZLE_KINDS)}.", show_default=False),
    ] = "",
) -> None:
    """Look for positions with one clearly best answer; go on where the last search stopped.

    How many games of a seed were looked through is kept beside the file, in FILE.looked.
    """
    _known(game)
    if kind and kind not in PUZZLE_KINDS:
        raise Failure(f"there is no kind {kind!r}; there are {', '.join(PUZZLE_KINDS)}")
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    found = [_read(game, line, file).found for line in lines]
    looked = _Looked(file)
    until = time.monotonic() + 60 * minutes
    number = first = looked.games(game, seed)
    try:
        with (
            file.open("a", encoding="utf-8") as out,
            counting("puzzles", most, done=len(found)) as more,
        ):
            for number, puzzles in enumerate(_mining().mine(game, seed, first, kind), first + 1):
                for puzzle in puzzles:
                    line = format_puzzle(puzzle)
                    # A search that was killed may have written some of a game's.
                    if len(found) < most and line not in lines and _wanted(puzzle, found):
                        found.append(puzzle.found)
                        out.write(line + "\n")
                        more(1)
                out.flush()
                looked.keep(game, seed, number)
                if len(found) >= most or time.monotonic() > until:
                    break
    except KeyboardInterrupt:
        stopped(f"{len(found):,} of {most:,} puzzles are in {file}")
        raise
    print(f"{game}: {len(found)} puzzles in {file}, {number} games of seed {seed} looked through")


class _Looked:
    """How many games of each seed have been looked through, beside the file of the puzzles."""

    def __init__(self, file: Path) -> None:
        self._path = file.with_name(file.name + ".looked")

    def _all(self) -> dict[str, int]:
        try:
            read = json.loads(self._path.read_text("utf-8")) if self._path.exists() else {}
            return {str(key): int(games) for key, games in read.items()}
        except (ValueError, TypeError, AttributeError):
            raise Failure(f"{self._path} does not say how many games were looked through") from None

    def games(self, game: str, seed: int) -> int:
        return self._all().get(f"{game} {seed}", 0)

    def keep(self, game: str, seed: int, games: int) -> None:
        self._path.write_text(json.dumps(self._all() | {f"{game} {seed}": games}) + "\n", "utf-8")


def _wanted(puzzle: Puzzle, found: list[int]) -> bool:
    return puzzle.found < LEVELS or found.count(LEVELS) <= EASIEST_PART * len(found)


@app.command()
def check(
    game: GameArgument,
    sample: Annotated[int, typer.Option("--sample", min=1, help="So many, drawn by chance.")] = 20,
    seed: Annotated[int, typer.Option("--seed", help="Which ones.")] = 1,
    playouts: Annotated[int, typer.Option("--playouts", min=1, help="For each answer.")] = PLAYOUTS,
    learned: Annotated[
        bool, typer.Option("--learned", help="The champion's playouts, where it has a table.")
    ] = False,
) -> None:
    """Judge puzzles of the package again: does the search still find the same answer?"""
    _known(game)
    lines, rng = puzzle_lines(game), random.Random(seed)
    numbers = sorted(rng.sample(range(len(lines)), min(sample, len(lines))))
    mining, wrong = _mining(), list[int]()
    by = _part("learned.compare").by_table if learned else mining.comparing
    with counting("checking", len(numbers)) as more:
        for number in numbers:
            puzzle = parse_puzzle(game, lines[number])
            if not mining.agrees(puzzle, rng, playouts, by=by):
                wrong.append(number + 1)
            more(1)
    print(f"{game}: {len(numbers) - len(wrong)} of {len(numbers)} puzzles found again", *wrong)
    if wrong:
        raise typer.Exit(1)


def _known(game: str) -> None:
    if game not in GAME:
        raise Failure(f"there is no game {game!r}; there are {', '.join(GAME)}")


def _read(game: str, line: str, file: Path) -> Puzzle:
    try:
        return parse_puzzle(game, line)
    except RecordError as broken:
        raise Failure(f"{file}: {broken.why}") from None


def _mining() -> ModuleType:
    return _part("search.mining")


def _part(name: str) -> ModuleType:
    try:
        return import_module(f"kingdomino.bots.{name}")
    except ModuleNotFoundError as missing:
        raise MissingExtra(f"puzzles needs {missing.name}: install kingdomino[fast]") from None
