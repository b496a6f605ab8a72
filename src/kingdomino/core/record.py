"""A whole game on record: its rules, its players and everything that happened; replay; text.

A record holds events only, never a random seed: chance is on record too. The text form is one
event a line, so that two games can be compared with diff and read out to a friend.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from .action import Discard, Event, Place
from .domino import format_domino
from .engine import apply, start
from .error import IllegalAction, RecordError, RulesError
from .notation import format_action, parse_action
from .rules import Rules
from .score import Sheet, score_sheets, winners
from .state import NOBODY, Phase, State

TEXT_VERSION = "kingdomino-game 1"

RulesNamed: TypeAlias = Callable[[str, int, Sequence[str]], Rules]
"""Finds the rules of a game by name, players and variants; raises RulesError."""


class Dynasty(NamedTuple):
    """Which of the three games of a dynasty a record is."""

    id: str
    game: int


@dataclass(frozen=True, slots=True)
class Record:
    """A game, finished or not."""

    rules: Rules
    players: tuple[str, ...]
    events: tuple[Event, ...] = ()
    dynasty: Dynasty | None = None

    def states(self) -> Iterator[State]:
        """The state before the first event and after each; raises RecordError at a broken one."""
        state = start(self.rules)
        yield state
        for index, event in enumerate(self.events):
            try:
                state = apply(state, event)
            except IllegalAction as broken:
                raise RecordError(str(broken), index) from None
            yield state

    def state(self, events: int | None = None) -> State:
        """The state after so many events, or after all of them."""
        *_, last = Record(self.rules, self.players, self.events[:events]).states()
        return last

    def then(self, *events: Event) -> Record:
        """The record with more events at its end."""
        return Record(self.rules, self.players, (*self.events, *events), self.dynasty)


def check_players(rules: Rules, players: Sequence[str]) -> tuple[str, ...]:
    """The names, one a seat; raises RecordError."""
    if len(players) != rules.players:
        raise RecordError(f"{rules} has {rules.players} players, not {len(players)}")
    return tuple(players)


def format_record(record: Record) -> str:
    """The text of a record: rules and players, an event a line, scores once the game is over."""
    lines = [
        TEXT_VERSION,
        f"rules {record.rules.game} {record.rules.players}",
        " ".join(["variants", *record.rules.variants]),
        *(f"player {json.dumps(name, ensure_ascii=False)}" for name in record.players),
    ]
    if record.dynasty:
        lines.append(f"dynasty {record.dynasty.game} {json.dumps(record.dynasty.id)}")
    state = start(record.rules)
    for event, after in zip(record.events, _after(record), strict=True):
        lines.append(format_line(state, event))
        state = after
    if state.over:
        lines += [_score_line(sheet) for sheet in score_sheets(state)]
        lines.append(" ".join(["winners", *map(str, winners(state))]))
    return "\n".join(lines) + "\n"


def _after(record: Record) -> Iterator[State]:
    states = record.states()
    next(states)
    return states


def format_line(state: State, event: Event) -> str:
    """The line of an event in a record: ``0 place 27 e1 e2``, or what chance did."""
    player, text = state.agenda[0].player, format_move(state, event)
    return text if player == NOBODY else f"{player} {text}"


def format_move(state: State, event: Event) -> str:
    """What happens in a state, with the domino that is placed: ``place 27 e1 e2``."""
    decision, text = state.agenda[0], format_action(event)
    if decision.phase is not Phase.PLACE:
        return text
    verb, *squares = text.split()
    return " ".join([verb, format_domino(decision.domino), *squares])


def _score_line(sheet: Sheet) -> str:
    lines = " ".join(f"{name}={points}" for name, points in sheet.lines)
    breaks = f"largest_region={sheet.largest_region} crowns={sheet.crowns}"
    return f"score {sheet.player} {sheet.total} {lines} {breaks}"


class _Lines:
    """The lines of a record that say something, and where the next one stands."""

    def __init__(self, text: str) -> None:
        numbered = enumerate(text.splitlines(), 1)
        self._lines = [
            (n, line.strip())
            for n, line in numbered
            if line.strip() and not line.strip().startswith("#")
        ]

    def __bool__(self) -> bool:
        return bool(self._lines)

    @property
    def number(self) -> int:
        return self._lines[0][0]

    def starts(self, *words: str) -> bool:
        return bool(self._lines) and self._lines[0][1].split()[0] in words

    def take(self) -> str:
        return self._lines.pop(0)[1]

    def expect(self, word: str) -> str:
        """The rest of the next line, which must start with *word*."""
        if not self.starts(word):
            found = repr(self._lines[0][1]) if self._lines else "the end"
            raise RecordError(f"expected a line '{word} …', found {found}")
        return self.take().removeprefix(word).strip()


def parse_record(text: str, rules_named: RulesNamed) -> Record:
    """The record that *text* spells, checked event by event; raises RecordError."""
    lines = _Lines(text)
    version = lines.take() if lines else "nothing"
    if version != TEXT_VERSION:
        raise RecordError(_unknown_version(version))
    record = _header(lines, rules_named)
    state, events = start(record.rules), list[Event]()
    while lines and not lines.starts("score", "winners"):
        number, index = lines.number, len(events)
        try:
            event = _parse_line(state, lines.take())
            state = apply(state, event)
        except RecordError as broken:
            raise RecordError(f"{broken.why} (line {number})", index) from None
        except IllegalAction as broken:
            raise RecordError(f"{broken} (line {number})", index) from None
        events.append(event)
    _check_ending(lines, state)
    return record.then(*events)


def _unknown_version(line: str) -> str:
    word, _, known = TEXT_VERSION.partition(" ")
    if line.startswith(f"{word} "):
        version = line.removeprefix(word).strip()
        return f"this is a text of version {version!r}, and only {known} is known here"
    return f"expected {TEXT_VERSION!r} on the first line, found {line!r}"


def _header(lines: _Lines, rules_named: RulesNamed) -> Record:
    words = lines.expect("rules").split()
    if len(words) != 2 or not _is_seat(words[1]):
        raise RecordError(f"expected 'rules GAME PLAYERS', found 'rules {' '.join(words)}'")
    try:
        rules = rules_named(words[0], int(words[1]), lines.expect("variants").split())
    except RulesError as broken:
        raise RecordError(str(broken)) from None
    names: list[str] = []
    while lines.starts("player"):
        names.append(_string(lines.expect("player")))
    dynasty = _dynasty(lines.expect("dynasty")) if lines.starts("dynasty") else None
    return Record(rules, check_players(rules, names), dynasty=dynasty)


def _string(text: str) -> str:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, str):
        raise RecordError(f'expected a name in quotes such as "Ana", found {text}')
    return value


def _dynasty(text: str) -> Dynasty:
    game, _, name = text.partition(" ")
    if game not in ("1", "2", "3"):
        raise RecordError(f"a dynasty has games 1 to 3, not {game!r}")
    return Dynasty(_string(name), int(game))


def _parse_line(state: State, line: str) -> Event:
    seat, _, rest = line.partition(" ")
    decision = state.pending
    if not _is_seat(seat):
        return parse_action(line)
    if decision is not None and int(seat) != decision.player:
        due = "chance" if decision.player == NOBODY else f"player {decision.player}"
        raise RecordError(f"player {seat} cannot act now: {due} is next")
    if decision is None or decision.phase is not Phase.PLACE:
        return parse_action(rest)
    verb, domino, *squares = rest.split() if " " in rest else (rest, "")
    event = parse_action(" ".join([verb, *squares]))
    due = format_domino(decision.domino)
    if isinstance(event, Place | Discard) and domino != due:
        raise RecordError(f"player {seat} is to place domino {due}, not {domino}")
    return event


def _is_seat(word: str) -> bool:
    return len(word) == 1 and word in "0123456789"


def _check_ending(lines: _Lines, state: State) -> None:
    if not state.over:
        if lines:
            raise RecordError(f"the game is not over, but there is {lines.take()!r}")
        return
    expected = [_score_line(sheet) for sheet in score_sheets(state)]
    expected.append(" ".join(["winners", *map(str, winners(state))]))
    for line in expected:
        found = lines.take() if lines else "the end"
        if found != line:
            raise RecordError(f"the game is over: expected {line!r}, found {found!r}")
    if lines:
        raise RecordError(f"nothing follows the winners, but there is {lines.take()!r}")
