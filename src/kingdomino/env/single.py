"""Gymnasium: one seat is the agent's, the others are taken by bots."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Sequence
from operator import index
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ..bots import Bot
from ..core.error import IllegalAction
from ..fast.bridge.action import action_number
from ..fast.learning.episode import ANSWERS, FORFEITED, RAISE, Illegal, Reward, number_of
from .match import Match, Seen
from .opponent import Opponent, bots
from .render import RENDER_MODES, render
from .space import action_space, observation_space


class KingdominoEnv(gymnasium.Env[Seen, int]):
    """A game against opponents, as in the vector environment: one for all, or a list by seat.

    An illegal action ends the game with -1, or raises IllegalAction before anything is done if
    *illegal* says so.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str = "kingdomino",
        players: int = 2,
        variants: Iterable[str] = (),
        *,
        opponents: Opponent | Sequence[Opponent] = "greedy",
        seat: int = 0,
        reward: Reward = "win",
        shaping: float = 0.0,
        illegal: Illegal = "lose",
        version: int = 0,
        render_mode: str | None = None,
    ) -> None:
        self.match = Match(game, players, variants, reward, version=version)
        self._strict = number_of("answer to illegal actions", illegal, ANSWERS) == RAISE
        self._shaping = shaping
        if not 0 <= seat < players:
            raise ValueError(f"{players} players have the seats 0 to {players - 1}, not {seat}")
        self.seat, self.render_mode = seat, render_mode
        self.bots: list[Bot | None] = [*bots(opponents, self.match.rules)]
        self.bots.insert(seat, None)
        self.observation_space: Any = observation_space(self.match.rules, version)
        self.action_space: Any = action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """A new game up to the agent's first decision."""
        super().reset(seed=seed)
        game = int(self.np_random.integers(1 << 62))
        self._forfeited = False
        self._streams = [random.Random(f"{game} seat {seat}") for seat in range(len(self.bots))]
        self.match.begin(random.Random(f"{game} chance"))
        self._await()
        self._points = self.match.points()
        return self._seen()

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """The agent's action, then the bots' up to its next decision or the end.

        After the end, an illegal action's too, every action is illegal until ``reset``.
        """
        legal = self.match.legal()
        if self._forfeited or index(action) not in legal:
            if self._strict:
                raise IllegalAction(f"action {index(action)} is none of {legal}")
            self._forfeited = True
            seen, found = self._seen()
            return seen, FORFEITED, True, False, {**found, "illegal": True}
        self.match.take(index(action))
        self._await()
        seen, found = self._seen()
        if self.render_mode == "human":
            self.render()
        reward = self.match.rewards()[self.seat] + self._shaping * self._gained()
        return seen, reward, self.match.state.over, False, found

    def _gained(self) -> int:
        """The agent's points since the last step."""
        before, self._points = self._points, self.match.points()
        return self._points[self.seat] - before[self.seat]

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be done, bool[actions], as sb3-contrib asks for it."""
        return self._seen()[0]["action_mask"].astype(np.bool_)

    def _await(self) -> None:
        while not self.match.state.over and self.match.state.player != self.seat:
            state = self.match.state
            mover = 0 if state.player is None else state.player
            bot = self.bots[mover]
            assert bot is not None
            self.match.take(action_number(state, bot.act(state, self._streams[mover])))

    def _seen(self) -> tuple[Seen, dict[str, Any]]:
        seen = self.match.seen_from(self.seat)
        if self._forfeited:
            seen["action_mask"][:] = 0
        return seen, {"action_mask": seen["action_mask"], "points": self.match.points()}

    def render(self) -> Any:
        """The table as text, pixels or SVG, as the render mode says; ``human`` prints it."""
        if self.render_mode == "human":
            sys.stdout.write(str(render(self.match.state, "ansi")) + "\n")
            return None
        return render(self.match.state, self.render_mode) if self.render_mode else None
