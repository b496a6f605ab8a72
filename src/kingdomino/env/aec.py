"""PettingZoo: every seat is an agent, and the one to decide is selected."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from importlib import import_module
from operator import index
from typing import Any

from ..fast.learning.batch import word
from ..fast.learning.episode import Reward
from .match import Match, Seen
from .render import RENDER_MODES, render
from .space import action_space, observation_space

pettingzoo: Any = import_module("pettingzoo")
wrappers: Any = import_module("pettingzoo.utils.wrappers")


class KingdominoAEC(pettingzoo.AECEnv):  # type: ignore[misc, name-defined, unused-ignore]
    """A game of any rule set; agents are ``player_0``, ``player_1``, ... by their seats."""

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES),
        "name": "kingdomino_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str = "kingdomino",
        players: int = 2,
        variants: Iterable[str] = (),
        *,
        reward: Reward = "win",
        version: int = 0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.match = Match(game, players, variants, reward, version=version)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.observation_spaces = {
            agent: observation_space(self.match.rules, version) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self._rng = random.Random()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; one after the other without a seed follow from the last seed."""
        if seed is not None:
            self._rng = random.Random(int(word(seed)))
        self.match.begin(random.Random(self._rng.getrandbits(64)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def observe(self, agent: str) -> Seen:
        """What an agent sees; its mask is empty when it is not to decide."""
        return self.match.seen_from(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Take the selected agent's action; raises IllegalAction. None after the end."""
        if self.terminations[self.agent_selection] or action is None:
            self._was_dead_step(None)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.match.take(index(action))
        if self.match.state.over:
            self.rewards = dict(zip(self.agents, self.match.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        seat = self.match.state.player
        self.agent_selection = self.agents[0 if seat is None else seat]
        points = self.match.points()
        self.infos = {
            agent: {
                "action_mask": self.match.mask_of(self.possible_agents.index(agent)),
                "points": points,
            }
            for agent in self.agents
        }

    def render(self) -> Any:
        """The table as text, pixels or SVG, as the render mode says; ``human`` prints it."""
        if self.render_mode is None:
            return None
        if self.render_mode == "human":
            sys.stdout.write(str(render(self.match.state, "ansi")) + "\n")
            return None
        return render(self.match.state, self.render_mode)

    def close(self) -> None:
        """Holds nothing open; here because PettingZoo calls it."""


def raw_env(**settings: Any) -> KingdominoAEC:
    """The environment as it is: an illegal action raises IllegalAction."""
    return KingdominoAEC(**settings)


def env(**settings: Any) -> Any:
    """The environment in PettingZoo's usual wrappers: an illegal action loses the game."""
    made: Any = wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)
