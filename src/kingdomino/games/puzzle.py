"""Puzzles: positions of bot games with a few answers, one of which is clearly the best.

One file for each game comes with the package, a puzzle a line, as JSON. ``kingdomino puzzles mine``
finds more.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from ..core.action import Action, Event
from ..core.engine import apply, legal_actions
from ..core.error import IllegalAction, RecordError, RulesError
from ..core.notation import format_action, parse_action
from ..core.record import Record
from ..core.rules import Rules
from ..core.state import State
from .catalogue import rules
from .kingdomino import is_centred

FEWEST, MOST = 2, 5
"""Answers to choose from."""
LEVELS = 6
"""How many levels of bots were asked."""
MIDDLE = "middle"
"""The kind of puzzle whose best answer keeps the castle in the centre, and another does not."""
CENTRED = frozenset({"middle_kingdom", "empire_of_fire"})
"""The variants and quests with points for that."""
_KEYS = ("players", "variants", "events", "answers", "points", "shares", "found")


class Puzzle(NamedTuple):
    """What has happened, what may be answered, and what each answer is expected to bring."""

    rules: Rules
    events: tuple[Event, ...]
    answers: tuple[str, ...]
    """Actions as texts, in the order of the rules."""
    points: tuple[float, ...]
    """One's score at the end, by answer."""
    shares: tuple[float, ...]
    """One's part of the victory, by answer."""
    found: int
    """How many of the levels of bots find the best one."""

    @property
    def best(self) -> int:
        """Which answer is the best."""
        return max(range(len(self.answers)), key=lambda i: (self.shares[i], self.points[i]))

    @property
    def kind(self) -> str:
        """The verb of the best answer, or MIDDLE."""
        verb, *_ = self.answers[self.best].split()
        return MIDDLE if verb == "place" and self._saves_the_middle() else verb

    def _saves_the_middle(self) -> bool:
        state = self.state
        if CENTRED.isdisjoint((*self.rules.variants, *state.quests)):
            return False
        seat = state.agenda[0].player
        kept = [is_centred(apply(state, a).kingdoms[seat]) for a in self.actions(state)]
        return kept[self.best] and not all(kept)

    @property
    def state(self) -> State:
        names = tuple(str(seat) for seat in range(self.rules.players))
        return Record(self.rules, names, self.events).state()

    def actions(self, state: State) -> list[Action]:
        """The answers as actions of *state*, which is the position."""
        return [a for a in legal_actions(state) if format_action(a) in self.answers]


def format_puzzle(puzzle: Puzzle) -> str:
    """The puzzle as a line of its game's file."""
    made = puzzle.rules
    document = {
        "players": made.players,
        "variants": [*made.variants],
        "events": ";".join(map(format_action, puzzle.events)),
        "answers": [*puzzle.answers],
        "points": [*puzzle.points],
        "shares": [*puzzle.shares],
        "found": puzzle.found,
    }
    return json.dumps(document, separators=(",", ":"))


def parse_puzzle(game: str, line: str) -> Puzzle:
    """The puzzle of *game* that a line holds; raises RecordError for what is none."""
    try:
        puzzle = _read(game, line)
        legal = {format_action(action) for action in legal_actions(puzzle.state)}
    except (
        json.JSONDecodeError, KeyError, TypeError, AttributeError, RulesError, RecordError,
        IllegalAction, IndexError,
    ) as broken:  # fmt: skip
        raise RecordError(f"this is no puzzle of {game}: {broken}") from None
    _check(puzzle, legal)
    return puzzle


def _read(game: str, line: str) -> Puzzle:
    read: Any = json.loads(line)
    players, variants, events, answers, points, shares, found = [read[key] for key in _KEYS]
    made = rules(game, players, variants)
    happened = tuple(parse_action(text) for text in events.split(";"))
    return Puzzle(made, happened, tuple(answers), tuple(points), tuple(shares), found)


def _check(puzzle: Puzzle, legal: set[str]) -> None:
    answers = puzzle.answers
    wrong = [answer for answer in answers if answer not in legal]
    if wrong or len({*answers}) < len(answers) or not FEWEST <= len(answers) <= MOST:
        raise RecordError(f"a puzzle has {FEWEST} to {MOST} legal answers, not {answers}")
    if not len(answers) == len(puzzle.points) == len(puzzle.shares):
        raise RecordError("a puzzle says of every answer what it brings")


@cache
def puzzle_lines(game: str) -> Sequence[str]:
    """The lines of a game's file; none where there is no file."""
    # Here and not above: it would take an eighth of the time to import the package.
    from importlib.resources import files

    file = files(__name__.rpartition(".")[0]).joinpath("puzzles", f"{game}.jsonl")
    return file.read_text(encoding="utf-8").splitlines() if file.is_file() else []


@cache
def found_by(game: str) -> tuple[int, ...]:
    """How many levels find each puzzle of a game, without reading more of them."""
    return tuple(json.loads(line)["found"] for line in puzzle_lines(game))


@cache
def kinds(game: str) -> tuple[str, ...]:
    """The kind of each puzzle of a game."""
    return tuple(_read(game, line).kind for line in puzzle_lines(game))


def puzzle(game: str, number: int) -> Puzzle:
    """Puzzle *number* of a game, from 1; raises RecordError when there is none."""
    lines = puzzle_lines(game)
    if not 1 <= number <= len(lines):
        raise RecordError(f"{game} has {len(lines)} puzzles, not {number}")
    return parse_puzzle(game, lines[number - 1])


def of_the_day(game: str, day: int) -> int:
    """The number of the puzzle of a day, counted from 1970; raises RecordError for no puzzles."""
    lines = puzzle_lines(game)
    if not lines:
        raise RecordError(f"there are no puzzles of {game}")
    # A step that shares no factor with the count goes through all before one comes again.
    step = next(step for step in (89, 97, 101) if len(lines) % step)
    return day * step % len(lines) + 1
