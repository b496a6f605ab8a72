"""What can go wrong: all are ValueErrors with one sentence that a player understands.

ValueError
  RulesError      no such game, player count, variant or combination
  IllegalAction   the game is fine, the action is not
  RecordError     a text or JSON of a game that cannot be read or breaks a rule
"""

from __future__ import annotations


class RulesError(ValueError):
    """The rules do not allow this game, number of players or combination of variants."""


class IllegalAction(ValueError):
    """The action or chance event is not possible in this state."""


class RecordError(ValueError):
    """A record that cannot be read. ``event`` counts from 0; None when no event is to blame."""

    def __init__(self, why: str, event: int | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.event = event

    def __str__(self) -> str:
        return f"{self.place}: {self.why}"

    @property
    def place(self) -> str:
        """``event 7``, or ``record`` for what is no event."""
        return "record" if self.event is None else f"event {self.event}"

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, int | None]]:
        return (RecordError, (self.why, self.event))
