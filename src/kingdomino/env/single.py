"""Gymnasium: one seat is the agent's, the others are taken by bots."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Sequence
from operator import index
from typing import Any

import gymnasium

from ..bots import Bot, bot_named
from ..core.score import score_sheets
from ..fast.bridge.action import action_number
from .match import WIN, Match, Seen
from .render import RENDER_MODES, render
from .space import action_space, observation_space

ILLEGAL_REWARD = -1.0


class KingdominoEnv(gymnasium.Env[Seen, int]):
    """A game against bots: names from ``kingdomino.bots`` or bots themselves, by seat.

    One opponent may be given for all. An action that is not legal ends the game with -1.
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
        opponents: str | Bot | Sequence[str | Bot] = "greedy",
        seat: int = 0,
        reward: str = WIN,
        render_mode: str | None = None,
    ) -> None:
        self.match = Match(game, players, variants, reward)
        if not 0 <= seat < players:
            raise ValueError(f"{players} players have the seats 0 to {players - 1}, not {seat}")
        self.seat, self.render_mode = seat, render_mode
        self.bots = _seated(opponents, players, seat)
        self.observation_space: Any = observation_space(self.match.rules)
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
        return self._seen()

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """The agent's action, then the bots' up to its next decision or the end.

        After the end, an illegal action's too, every action is illegal until ``reset``.
        """
        if self._forfeited or index(action) not in self.match.legal():
            self._forfeited = True
            seen, found = self._seen()
            return seen, ILLEGAL_REWARD, True, False, {**found, "illegal": True}
        self.match.take(index(action))
        self._await()
        seen, found = self._seen()
        if self.render_mode == "human":
            self.render()
        return seen, self.match.rewards()[self.seat], self.match.state.over, False, found

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
        points = [sheet.total for sheet in score_sheets(self.match.state)]
        return seen, {"action_mask": seen["action_mask"], "points": points}

    def render(self) -> Any:
        """The table as text, pixels or SVG, as the render mode says; ``human`` prints it."""
        if self.render_mode == "human":
            sys.stdout.write(str(render(self.match.state, "ansi")) + "\n")
            return None
        return render(self.match.state, self.render_mode) if self.render_mode else None


def _seated(
    opponents: str | Bot | Sequence[str | Bot], players: int, seat: int
) -> list[Bot | None]:
    given = list(opponents) if isinstance(opponents, (list, tuple)) else None
    if given is None:
        given = [opponents] * (players - 1)
    if len(given) != players - 1:
        raise ValueError(f"{players} players leave {players - 1} seats, not {len(given)}, for bots")
    bots: list[Bot | None] = [
        bot_named(bot) if isinstance(bot, str) else bot  # type: ignore[misc, unused-ignore]
        for bot in given
    ]
    bots.insert(seat, None)
    return bots
