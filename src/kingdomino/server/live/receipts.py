"""What became of every move that was sent: a move sent again gets the same answer."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple, TypeAlias

from ..error import ServerError

REFUSALS_KEPT = 256
MoveKey: TypeAlias = tuple[int | None, str]
"""A seat, and the name that it gave to its move."""


class _Taken(NamedTuple):
    content: str | None
    """The hash of the actions; old logs have none."""
    seq: int


class _Refused(NamedTuple):
    content: str
    refusal: ServerError


class Receipts:
    """The moves of one table by seat and name."""

    def __init__(self) -> None:
        self._taken: dict[MoveKey, _Taken] = {}
        self._refused: OrderedDict[MoveKey, _Refused] = OrderedDict()

    def recall(self, key: MoveKey, content: str) -> int | None:
        """The event of a move that was taken, None for a new one; raises what it was refused with.

        Raises ServerError too where the name was used for other actions.
        """
        known = self._taken.get(key) or self._refused.get(key)
        if known is None:
            return None
        if known.content not in (None, content):
            why = "this move_id was used for other actions: make a new one"
            raise ServerError("move_id_used", why)
        if isinstance(known, _Refused):
            raise known.refusal
        return known.seq

    def take(self, key: MoveKey, content: str | None, seq: int) -> None:
        self._taken[key] = _Taken(content, seq)

    def refuse(self, key: MoveKey, content: str, refusal: ServerError) -> None:
        """Keep a refusal; the oldest is forgotten."""
        self._refused[key] = _Refused(content, refusal)
        if len(self._refused) > REFUSALS_KEPT:
            self._refused.popitem(last=False)
