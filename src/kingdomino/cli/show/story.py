"""A game told from its record: sentences, the kingdom whenever it changes, the end and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ...core import action as act
from ...core.record import Record
from ...core.score import score_sheet
from ...core.state import State
from ...games.catalogue import GAME
from . import render
from .sentence import aftermath, event_sentence, line_title, listed, quest_sentence
from .verdict import verdict

_CHANGES = (act.Place, act.Erupt, act.Cover, act.Settle)
INDENT = 6


class Step(NamedTuple):
    """One event: its number as records count, from 0, and the table before and after."""

    number: int
    event: act.Event
    before: State
    after: State


def steps(record: Record) -> Iterator[Step]:
    """Every event between its states; those that belong to one move have one number."""
    states = record.states()
    before, number = next(states), 0
    for event, after in zip(record.events, states, strict=True):
        yield Step(number, event, before, after)
        number += not isinstance(event, act.HALF_MOVES)
        before = after


def heading(record: Record) -> Text:
    """The game, its variants and who plays."""
    rules = record.rules
    title = Text().append(GAME[rules.game].title, "bold")
    if rules.variants:
        title.append(f" with {listed([line_title(name) for name in rules.variants])}")
    if record.dynasty:
        title.append(f" · game {record.dynasty.game} of the dynasty {record.dynasty.id}")
    table = next(record.states())
    title.append("\n")
    for seat in range(rules.players):
        title.append_text(render.name_text(table, seat, record.players)).append("   ")
    return title


def told(step: Step, record: Record, *, said_round: int) -> Iterator[RenderableType]:
    """A step in a sentence, below its round if that is new, and the kingdom it has changed."""
    before, after, event = step.before, step.after, step.event
    if before.round != said_round:
        yield Text()
        yield Rule(f"Round {before.round} of {before.rules.rounds}", align="left", style="dim")
    style = "italic" if before.chance else ""
    sentence = Text(event_sentence(before, event, record.players), style)
    line = Table.grid(padding=(0, 2))
    line.add_column(width=INDENT - 2, justify="right", style="dim")
    line.add_row(str(step.number), sentence.append(_gain(step), "bold"))
    yield line
    for change in aftermath(before, after, record.players):
        yield _below(Text(change))
    yield from map(_below, _shown(step, record))


def _below(what: RenderableType) -> Padding:
    return Padding(what, (0, 0, 0, INDENT), expand=False)


def _shown(step: Step, record: Record) -> Iterator[RenderableType]:
    """The drawing that belongs to an event, if there is one."""
    before, after, event = step.before, step.after, step.event
    if isinstance(event, act.Quests):
        for quest in event.quests:
            yield Text(f"{line_title(quest)}: {quest_sentence(quest)}", "dim")
    elif isinstance(event, act.Row):
        yield Columns([render.state_domino(after, number) for number in after.offer])
    elif isinstance(event, _CHANGES):
        player = before.agenda[0].player
        yield render.kingdom_panel(after, player, names=record.players, compact=True)


def _gain(step: Step) -> str:
    """What the event changed on the sheet of the player who acted."""
    player = step.before.player
    if player is None:
        return ""
    more = score_sheet(step.after, player).total - score_sheet(step.before, player).total
    return f"  {more:+d}".replace("-", "−") if more else ""


def table(state: State, record: Record) -> Iterator[RenderableType]:
    """The whole table at one moment: kingdoms, what waits to be placed, the row, the cave."""
    names = record.players
    yield render.kingdoms(state, names=names)
    if waiting := render.waiting_panel(state, names=names):
        yield waiting
    if state.offer:
        yield render.offer_panel(state, names=names)
    if cave := render.caves(state):
        yield cave


def ending(state: State, record: Record) -> Iterator[RenderableType]:
    """The sheets and who has won, or how far the game has come."""
    yield Text()
    if state.over:
        yield Rule("The end", align="left", style="dim")
        yield render.kingdoms(state, names=record.players)
        yield render.sheets(state, names=record.players)
        yield Text(verdict(state, record.players), "bold")
        return
    yield from table(state, record)
    yield Text(f"The game is not over: {_due(state, record)}.", "bold")


def _due(state: State, record: Record) -> str:
    if state.player is None:
        return "chance is next"
    return f"{record.players[state.player]} is next"
