"""The table as the player to decide sees it: own kingdom large, the rest around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ...core import action as act
from ...core.domino import Half
from ...core.grid import Square
from ...core.score import score_sheet
from ...core.state import Phase, State
from ..show import glyph
from ..show.render import (
    Mark,
    beside,
    caves,
    half_words,
    kingdom_panel,
    kingdoms,
    offer_panel,
    totem_race,
    waiting_panel,
)
from ..show.sentence import line_title, quest_sentence
from .match import Match
from .question import Answer, Question, choice_notes, gain_text

WIDE = 96
"""Columns from which the rows stand beside the kingdom."""


def draw_table(
    match: Match, seat: int, question: Question | None, *, width: int, since: int, full: bool
) -> RenderableType:
    """The kingdom of *seat* with the answers on it, the rows, and when *full* the others.

    What *seat* has changed after so many events as *since* is framed.
    """
    state = match.state
    marks = dict(question.marks()) if question else {}
    for square in _fresh(match, seat, since):
        marks.setdefault(square, Mark(framed=True))
    own = kingdom_panel(state, seat, names=match.names, highlights=marks)
    around = _around(match, seat, question, full=full)
    others = [other for other in range(state.rules.players) if other != seat]
    rivals = kingdoms(state, players=others, names=match.names, compact=True)
    if not state.round:
        # Before the first round there is nothing to see but castles.
        return Group(*around)
    if width >= WIDE:
        return beside(own, *around, *([rivals] if full else []))
    return Group(*([rivals] if full else []), *around, own)


def _fresh(match: Match, seat: int, since: int) -> Iterator[Square]:
    """The squares that *seat* has changed."""
    for index in range(since, len(match.record.events)):
        event = match.record.events[index]
        if match.states[index].player != seat:
            continue
        if isinstance(event, act.Place):
            yield from (event.left, event.right)
        elif isinstance(event, act.Erupt | act.Cover | act.Settle):
            yield event.square


def _around(
    match: Match, seat: int, question: Question | None, *, full: bool
) -> list[RenderableType]:
    state = match.state
    phase = state.agenda[0].phase if state.agenda else None
    choosing = phase in (Phase.CHOOSE, Phase.CHOOSE_PAIR)
    notes = choice_notes(question) if question and choosing else None
    settling = phase in (Phase.SETTLE, Phase.RECRUIT)
    parts = [
        waiting_panel(state, names=match.names) if full else None,
        offer_panel(state, names=match.names, notes=notes)
        if state.offer and (full or choosing)
        else None,
        totem_race(state, names=match.names) if full else None,
        caves(state) if full or settling else None,
        _quests(state, seat) if state.quests and full else None,
    ]
    return [part for part in parts if part is not None]


def _quests(state: State, seat: int) -> Panel:
    lines = dict(score_sheet(state, seat).lines)
    table = Table.grid(padding=(0, 1))
    for quest in state.quests:
        words = Text.assemble((line_title(quest), "bold"), f": {quest_sentence(quest)}")
        table.add_row(Text(f"{lines[quest]:+d}", "bold"), words)
    return Panel(table, title="quests and what they give you now", title_align="left", expand=False)


def listing(question: Question) -> RenderableType | None:
    """The answers that the drawing cannot tell, with their points."""
    answers = question.answers
    placing = any(isinstance(action, act.Place) for one in answers for action in one.actions)
    choosing = isinstance(answers[0].actions[0], act.Choose)
    if placing or choosing or len(answers) == 1:
        return None
    lines = [_line(answer) for answer in answers if len(answer.actions) == 1]
    on_land = [answer for answer in answers if answer.square is not None]
    if len(on_land) < len(answers) - 1:
        return Group(*lines)
    return Columns(lines, padding=(0, 3), equal=True)


def _line(answer: Answer) -> Text:
    recruit = isinstance(answer.actions[0], act.Recruit)
    gain = gain_text(answer.gain)
    return Text.assemble(
        (f"{answer.keys[0]:>2} ", "bold"),
        answer.words,
        (f"  {'up to ' if recruit else ''}{gain}" if gain else "", "bold"),
    )


def turn_pictures(state: State, question: Question) -> Columns:
    """The ways a domino can lie on the chosen square, drawn side by side."""
    pictures = [_picture(state, answer) for answer in question.answers]
    return Columns(pictures, padding=(0, 1))


def _picture(state: State, answer: Answer) -> Panel:
    (place,) = answer.actions
    assert isinstance(place, act.Place)
    domino = state.rules.domino[state.agenda[0].domino]
    halves: Mapping[Square, Half] = {place.left: domino.left, place.right: domino.right}
    ordered = sorted(halves, key=lambda square: (square.y, square.x))
    first, second = (_half_text(state, halves[square]) for square in ordered)
    drawn = Text.assemble(first, second)
    if place.left.x == place.right.x:
        drawn = Text.assemble(first, "\n", second)
    title = Text.assemble((answer.keys[0], "bold"), f" {answer.words}")
    note = Text(gain_text(answer.gain), "bold")
    return Panel(drawn, title=title, subtitle=note, expand=False, padding=(0, 2))


def _half_text(state: State, half: Half) -> Text:
    return Text(
        half_words(half, flames=state.rules.flames).ljust(7), glyph.TERRAIN_STYLE[half.terrain]
    )


def news_text(lines: Sequence[str]) -> Text:
    """What happened, a line each."""
    return Text("\n".join(f"  {line}." for line in lines))
