"""OpenSpiel: every game of the family as one of its Python games, with explicit chance.

Importing this registers ``kingdomino``: ``pyspiel.load_game("kingdomino(game=giants,players=3)")``;
variants are joined by ``+``. Chance comes thing by thing, a domino, a king or a quest at a time,
each as likely as the others, so that no chance node has more outcomes than there are dominoes.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import numpy as np

from ..core.chance import picker
from ..core.engine import advance, draw_with, legal_actions, start
from ..core.notation import format_action
from ..core.rules import Rules
from ..core.score import ranking, score_sheets
from ..core.state import State
from ..fast.bridge.action import action_from, action_number
from ..fast.bridge.params import params
from ..fast.bridge.state import from_core
from ..fast.learning.observe import observe, view
from ..fast.rules.action import ACTIONS
from ..games.catalogue import GAMES, rules
from .render import text

pyspiel: Any = import_module("pyspiel")

DEFAULTS: Mapping[str, Any] = {"game": "kingdomino", "players": 2, "variants": ""}
DECISIONS_A_DOMINO = 10
"""More than any: choosing, placing, a giant's two, a settlement's six."""
GAME_TYPE = pyspiel.GameType(
    short_name="kingdomino",
    long_name="Kingdomino",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=max(max(game.players) for game in GAMES),
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=dict(DEFAULTS),
)


def _game_info(made: Rules) -> Any:
    things = (made.domino, made.cavemen, made.quest, range(made.players * made.kings_each))
    return pyspiel.GameInfo(
        num_distinct_actions=ACTIONS,
        max_chance_outcomes=max(map(len, things)),
        num_players=made.players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=DECISIONS_A_DOMINO * len(made.dominoes),
    )


class KingdominoGame(pyspiel.Game):  # type: ignore[misc, name-defined, unused-ignore]
    """A rule set; a win is worth 1, shared if players tie, and all returns add up to 0."""

    def __init__(self, given: Mapping[str, Any] | None = None) -> None:
        asked = {**DEFAULTS, **(given or {})}
        variants = [name for name in asked["variants"].split("+") if name]
        self.rules = rules(asked["game"], int(asked["players"]), variants)
        super().__init__(GAME_TYPE, _game_info(self.rules), asked)

    def new_initial_state(self) -> KingdominoState:
        """A game before anything has happened: chance is next."""
        return KingdominoState(self, self.rules)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> KingdominoObserver:
        """What a seat sees, as in the other environments."""
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        return KingdominoObserver(self.rules)


class _More(Exception):
    """Chance has to pick one of so many things before the event is known."""

    def __init__(self, things: int) -> None:
        super().__init__(things)
        self.things = things


class _Table:
    """A state of core and what chance has picked since; copies share it, for it never changes."""

    def __init__(self, state: State, picked: tuple[int, ...] = ()) -> None:
        self.state, self.picked = state, picked
        self.things = 0
        """How many chance picks from; 0 at a decision and after the end."""
        while self.state.chance:
            try:
                event = draw_with(self.state, picker(self._below(list(self.picked))))
            except _More as more:
                self.things = more.things
                return
            self.state, self.picked = advance(self.state, event), ()

    @staticmethod
    def _below(picked: list[int]) -> Any:
        def below(n: int) -> int:
            if n == 1:
                return 0
            if not picked:
                raise _More(n)
            return picked.pop(0)

        return below

    def after(self, number: int) -> _Table:
        """The table after a pick of chance or an action's id."""
        if self.things:
            return _Table(self.state, (*self.picked, number))
        return _Table(advance(self.state, action_from(self.state, number)))

    def __deepcopy__(self, memo: Any) -> _Table:
        return self


class KingdominoState(pyspiel.State):  # type: ignore[misc, name-defined, unused-ignore]
    """A state of core; actions are the ids of the other environments, ascending."""

    def __init__(self, game: Any, made: Rules) -> None:
        super().__init__(game)
        self.table = _Table(start(made))

    @property
    def core(self) -> State:
        """The state of the readable engine."""
        return self.table.state

    def current_player(self) -> Any:
        """A seat, chance, or nobody after the end."""
        if self.core.over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.table.things else self.core.player

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The things to pick from, each as likely as the others."""
        things = self.table.things
        return [(i, 1 / things) for i in range(things)]

    def _legal_actions(self, player: int) -> list[int]:
        if player < 0 or self.table.things or self.core.player != player:
            return []
        return sorted(action_number(self.core, action) for action in legal_actions(self.core))

    def _apply_action(self, action: int) -> None:
        self.table = self.table.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"pick {action}"
        return format_action(action_from(self.core, action))

    def is_terminal(self) -> bool:
        return self.core.over

    def returns(self) -> list[float]:
        """Zeros until the end."""
        players = self.core.rules.players
        if not self.core.over:
            return [0.0] * players
        places = ranking(score_sheets(self.core))
        shares = [(place == 1) / places.count(1) for place in places]
        return [(players * share - 1) / (players - 1) for share in shares]

    def __str__(self) -> str:
        picked = f"\npicked: {', '.join(map(str, self.table.picked))}" if self.table.picked else ""
        return text(self.core) + picked


class KingdominoObserver:
    """OpenSpiel's observer: ``tensor``, float32[bytes], and ``dict`` with the same."""

    def __init__(self, made: Rules) -> None:
        self._p, self._words = params(made), np.zeros(view(made).words, np.uint64)
        self.tensor = np.zeros(view(made).bytes, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: KingdominoState, player: int) -> None:
        """What a seat sees now."""
        points = np.array([sheet.total for sheet in score_sheets(state.core)], np.int32)
        observe(self._p, from_core(state.core), points, player, self._words)
        self.tensor[:] = self._words.view(np.uint8)

    def string_from(self, state: KingdominoState, player: int) -> str:
        """The table as text, and whose eyes see it."""
        return f"player_{player} sees\n{state}"


pyspiel.register_game(GAME_TYPE, KingdominoGame)
