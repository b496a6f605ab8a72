"""One game at an environment's table: chance draws itself, actions are numbers."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..core.engine import advance, draw, legal_actions, start
from ..core.error import IllegalAction
from ..core.score import score_sheets
from ..core.state import State
from ..fast.bridge.action import action_from, action_number
from ..fast.bridge.state import from_core
from ..fast.learning.episode import MARGIN, REWARDS, ZERO_SUM, number_of
from ..fast.learning.observe import observe, view, viewed
from ..fast.rules.action import ACTIONS
from ..games.catalogue import rules

Seen: TypeAlias = dict[str, NDArray[Any]]
"""``observation``, uint8, and ``action_mask``, int8."""


class Match:
    """A game up to its next decision; ``state`` is that of core."""

    def __init__(
        self, game: str, players: int, variants: Iterable[str], reward: str, *, version: int = 0
    ) -> None:
        self.rules, self.reward = (
            rules(game, players, variants), number_of("reward", reward, REWARDS)
        )  # fmt: skip
        self._p, self._view = viewed(self.rules, version), view(self.rules, version)
        self.state: State = start(self.rules)

    def begin(self, rng: random.Random) -> None:
        """A new game, whose chance comes from *rng*."""
        self._chance = rng
        self.state = start(self.rules)
        self._draw()

    def legal(self) -> list[int]:
        """The ids of the actions that may be taken now."""
        return [action_number(self.state, action) for action in legal_actions(self.state)]

    def take(self, number: int) -> None:
        """Take the action with this id; raises IllegalAction, which says what was possible."""
        if number not in (legal := self.legal()):
            raise IllegalAction(f"action {number} of 0 to {ACTIONS - 1} is none of {legal}")
        self.state = advance(self.state, action_from(self.state, number))
        self._draw()

    def _draw(self) -> None:
        while self.state.chance:
            self.state = advance(self.state, draw(self.state, self._chance))

    def seen_from(self, seat: int) -> Seen:
        """What a seat sees, and what it may do: nothing when it is not to decide."""
        points, words = np.array(self.points(), np.int32), np.empty(self._view.words, np.uint64)
        observe(self._p, from_core(self.state), points, seat, words)
        return {"observation": words.view(np.uint8), "action_mask": self.mask_of(seat)}

    def points(self) -> list[int]:
        """What every kingdom is worth now, by seat."""
        return [sheet.total for sheet in score_sheets(self.state)]

    def mask_of(self, seat: int) -> NDArray[np.int8]:
        """What a seat may do as 0 and 1."""
        mask = np.zeros(ACTIONS, np.int8)
        if self.state.player == seat:
            mask[self.legal()] = 1
        return mask

    def rewards(self) -> tuple[float, ...]:
        """What a finished game is worth to each seat; nothing before its end."""
        sheets = score_sheets(self.state)
        if not self.state.over:
            return (0.0,) * len(sheets)
        if self.reward == MARGIN:
            totals = [sheet.total for sheet in sheets]
            return tuple(
                float(total - max(totals[:seat] + totals[seat + 1 :]))
                for seat, total in enumerate(totals)
            )
        keys = [sheet.rank_key for sheet in sheets]
        ties = keys.count(max(keys))
        shares = [1 / ties if key == max(keys) else 0.0 for key in keys]
        if self.reward == ZERO_SUM:
            n = len(shares)
            return tuple((n * share - 1) / (n - 1) for share in shares)
        return tuple(shares)
