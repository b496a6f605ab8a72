"""The whole table at one moment. It holds no secrets: face-down piles are sets without an order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum, IntEnum
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from .domino import Resource
from .grid import CASTLE, Square
from .kingdom import Kingdom

if TYPE_CHECKING:
    from .rules import Rules


class Phase(IntEnum):
    """What the table waits for. The first four wait for chance, TOTEMS for nobody.

    These are the phases of the games here. A rule set from elsewhere brings a plain Enum of its
    own: any member of an Enum is a phase, and its name in small letters is what people and records
    call it.
    """

    KINGS = 0
    QUESTS = 1
    ROW = 2
    CAVE = 3
    CHOOSE = 4
    CHOOSE_PAIR = 5
    PLACE = 6
    COVER = 7
    RELEASE = 8
    SEND = 9
    ERUPT = 10
    TOTEMS = 11
    HAND_OVER = 12
    SETTLE = 13
    RECRUIT = 14
    SETTLE_ON = 15


NOBODY = -1
"""The ``player`` of decisions that are left to chance."""


class Decision(NamedTuple):
    """Something to be decided, by a player or by chance, and what it is about."""

    phase: Phase | Enum
    player: int = NOBODY
    domino: int = 0
    """The domino to PLACE."""
    square: Square = CASTLE
    """The volcano of ERUPT, the giant of SEND."""
    name: str = ""
    """The totem of HAND_OVER, the caveman of SETTLE_ON."""


class State(NamedTuple):
    """One position of one game."""

    rules: Rules
    kingdoms: tuple[Kingdom, ...]
    agenda: tuple[Decision, ...]
    """What is to be decided, the next thing first. Empty when the game is over."""
    unseen: frozenset[int]
    """The dominoes that nobody has seen; those that never come are among them."""
    rows_left: int
    """How many rows are still to be laid."""
    offer: tuple[int, ...] = ()
    """The row to choose from, trimmed ones left out."""
    claims: tuple[int | None, ...] = ()
    """Whose king stands on each domino of the offer."""
    quests: tuple[str, ...] = ()
    totems: tuple[int | None, ...] = (None, None, None, None)
    """Who holds each totem, indexed by Resource."""
    face_up: tuple[str, ...] = ()
    """The cavemen in the open, sorted by name."""
    pile: tuple[str, ...] = ()
    """The face-down cavemen, sorted by name: everybody can work them out, nobody their order."""
    spent: tuple[Resource, ...] = ()
    """The resources given up so far in the settling under way."""

    def decided(self, player: int, kingdom: Kingdom) -> State:
        """The state with its first decision taken, which has left *player* this kingdom."""
        fields: list[object] = [*self.with_kingdom(player, kingdom)]
        fields[AGENDA] = self.agenda[1:]
        return state_of(fields)

    def with_kingdom(self, player: int, kingdom: Kingdom) -> State:
        """The state in which *player* has this kingdom, and nothing else is different."""
        kingdoms = [*self.kingdoms]
        kingdoms[player] = kingdom
        fields: list[object] = [*self]
        fields[KINGDOMS] = tuple(kingdoms)
        return state_of(fields)

    @property
    def over(self) -> bool:
        """Whether nothing is left to decide."""
        return not self.agenda

    @property
    def pending(self) -> Decision | None:
        return self.agenda[0] if self.agenda else None

    @property
    def chance(self) -> bool:
        """Whether chance is next: draw an event with ``draw``."""
        return bool(self.agenda) and self.agenda[0].player == NOBODY

    @property
    def player(self) -> int | None:
        """Who decides next; None for chance and after the end."""
        agenda = self.agenda
        return agenda[0].player if agenda and agenda[0].player != NOBODY else None

    @property
    def round(self) -> int:
        """The round being played, from 1; 0 while the game is set up."""
        return self.rules.rounds - self.rows_left - bool(self.offer)


KINGDOMS, AGENDA, UNSEEN, ROWS_LEFT, OFFER, CLAIMS = map(
    State._fields.index, ("kingdoms", "agenda", "unseen", "rows_left", "offer", "claims")
)
"""Where a list of a state's fields has what changes in every turn."""

# ``_replace`` takes three times as long as changing a list of the fields and making a state of it,
# which matters where it happens a hundred thousand times a second.
state_of: Callable[[Iterable[object]], State] = partial(
    tuple.__new__,  # pyright: ignore[reportUnknownMemberType]
    State,
)
"""The state with these fields, all of them and in order."""
