"""Tables set up for one rule: kingdoms drawn in ASCII, actions written as a record writes them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

from kingdomino.core.domino import parse_domino
from kingdomino.core.drawing import format_kingdom, parse_kingdom, terrain_letters
from kingdomino.core.engine import apply, draw, legal_actions, start
from kingdomino.core.grid import Bits, squares
from kingdomino.core.kingdom import Kingdom
from kingdomino.core.notation import format_action, parse_action
from kingdomino.core.rules import Rules
from kingdomino.core.score import Sheet, score_sheet
from kingdomino.core.state import Decision, Phase, State
from kingdomino.games.catalogue import rules

PRINTED_DISCOVERY = """
    J   D  D1  L L1
    J1  G  G   L1 Q
    J   V2 H   D Q1
    J*2 D  D   Q Q1
    G   G  G*1 G V1
"""
"""The territory that the book of Origins scores."""


def kingdom(game: str, drawing: str, *, size: int = 5, discarded: int = 0) -> Kingdom:
    """The kingdom of *game* that *drawing* shows (the signs: core/drawing.py)."""
    letters = terrain_letters(rules(game, 3).dominoes)
    return parse_kingdom(drawing, letters, size)._replace(discarded=discarded)


def table(
    made: Rules,
    *,
    kingdoms: Sequence[str | Kingdom] = (),
    agenda: Iterable[Decision] = (),
    offer: str = "",
    rows_left: int = 0,
    quests: tuple[str, ...] = (),
    totems: tuple[int | None, ...] = (None, None, None, None),
    face_up: tuple[str, ...] = (),
    pile: tuple[str, ...] = (),
) -> State:
    """A table in the middle of a game; whoever has no drawing owns a bare castle.

    With no rows left and nothing more on the agenda the game is over.
    """
    lands = [land(made, one) for one in kingdoms]
    dominoes = numbers(offer)
    begun = start(made)
    return begun._replace(
        kingdoms=(*lands, *begun.kingdoms[len(lands) :]),
        agenda=tuple(agenda),
        unseen=begun.unseen.difference(dominoes),
        offer=dominoes,
        claims=(None,) * len(dominoes),
        rows_left=rows_left,
        quests=quests,
        totems=totems,
        face_up=face_up,
        pile=pile,
    )


def land(made: Rules, one: str | Kingdom) -> Kingdom:
    return one if isinstance(one, Kingdom) else kingdom(made.game, one, size=made.size)


def numbers(names: str) -> tuple[int, ...]:
    """``"A 3 17"`` as the numbers that order a row."""
    return tuple(parse_domino(name) for name in names.split())


def placing(player: int, domino: str) -> Decision:
    return Decision(Phase.PLACE, player, parse_domino(domino))


def choosing(player: int) -> Decision:
    return Decision(Phase.CHOOSE, player)


def settling(player: int) -> Decision:
    return Decision(Phase.SETTLE, player)


def moves(state: State) -> list[str]:
    """The legal actions in the notation of records."""
    return [format_action(action) for action in legal_actions(state)]


def play(state: State, *texts: str) -> State:
    """The table after these actions and chance events, each of them checked."""
    for text in texts:
        state = apply(state, parse_action(text))
    return state


def play_on(
    state: State, rng: random.Random, *, until: Callable[[State], bool] | None = None
) -> State:
    """Random play until the game is over or *until* holds."""
    while not state.over and not (until and until(state)):
        event = draw(state, rng) if state.chance else rng.choice(legal_actions(state))
        state = apply(state, event)
    return state


def drawing(state: State, player: int = 0) -> str:
    """What a player's land looks like."""
    return format_kingdom(state.kingdoms[player])


def drawn(text: str) -> str:
    """A drawing without the indentation it has in a test, so that it can be compared."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rows = (" ".join(w.ljust(n) for w, n in zip(row, widths, strict=True)) for row in lines)
    return "\n".join(row.rstrip() for row in rows)


def sheet(
    made: Rules,
    picture: str | Kingdom,
    *,
    quests: tuple[str, ...] = (),
    totems: tuple[int | None, ...] = (None, None, None, None),
) -> Sheet:
    """What the first player scores for this land."""
    return score_sheet(table(made, kingdoms=[picture], quests=quests, totems=totems), 0)


def points(state: State, line: str, player: int = 0) -> int:
    """One line of a player's score sheet."""
    return dict(score_sheet(state, player).lines)[line]


def names(bits: Bits) -> list[str]:
    """The squares of a bit set as text, in reading order."""
    return [str(square) for square in squares(bits)]
