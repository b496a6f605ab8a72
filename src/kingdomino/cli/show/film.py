"""A record as the moments of a film: every event, what is said of it, and how long it stays."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Sequence

from ...core.record import Record
from ...core.state import State
from ...games.catalogue import GAME
from ...picture.canvas import GLYPHS
from ...picture.film import Moment
from ...picture.table import HEADLINES, headline_width
from . import story
from .sentence import event_sentence
from .verdict import verdict

LONGEST_NAME = 28
PAUSE = 4
"""The end is looked at for as long as so many events."""


def title(record: Record) -> str:
    """The game and who plays."""
    return f"{GAME[record.rules.game].title}: {', '.join(_names(record))}"


def _names(record: Record) -> list[str]:
    """The players; who has no name goes by their colour."""
    named = zip(record.players, record.rules.colours, strict=True)
    return [name.strip() or colour.capitalize() for name, colour in named]


def short_names(record: Record) -> tuple[str, ...]:
    """The players as there is room for them."""
    return tuple(textwrap.shorten(name, LONGEST_NAME, placeholder="…") for name in _names(record))


def plain_names(record: Record) -> tuple[str, ...]:
    """The players in letters that the pixel font has; who has others goes by their colour."""
    return tuple(
        plain if (plain := _plain(name)) and set(plain) <= {*GLYPHS} else colour
        for name, colour in zip(short_names(record), record.rules.colours, strict=True)
    )


def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.replace("…", "..."))
    return "".join(c for c in letters if not unicodedata.combining(c)).upper()


def moments(record: Record, names: Sequence[str], *, seconds: float) -> list[Moment]:
    """The film of a record: its beginning, every event, and the end a while longer."""
    first = next(record.states())
    opening = f"{GAME[record.rules.game].title}: {', '.join(names)}"
    film = [Moment(first, _lines(first, opening), (), seconds)]
    for step in story.steps(record):
        pairs = zip(step.after.kingdoms, step.before.kingdoms, strict=True)
        lit = tuple(now.land & ~old.land for now, old in pairs)
        said = event_sentence(step.before, step.event, names)
        film.append(Moment(step.after, _lines(step.after, said), lit, seconds))
    last = film[-1].state
    if last.over:
        film.append(Moment(last, _lines(last, verdict(last, names)), (), PAUSE * seconds))
    return film


def _lines(state: State, said: str) -> tuple[str, ...]:
    width = headline_width(state.rules)
    return tuple(textwrap.wrap(said, width, max_lines=HEADLINES, placeholder=" ..."))
