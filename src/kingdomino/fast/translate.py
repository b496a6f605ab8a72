"""The door between the two engines' words: action numbers and actions, chance words and events."""

from __future__ import annotations

from .bridge.action import action_from, action_number, chance_from, chance_word, square_number

__all__ = ["action_from", "action_number", "chance_from", "chance_word", "square_number"]
