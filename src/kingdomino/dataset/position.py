"""The arrays of a dataset, and one game as such arrays.

Every position is one where a player had a choice. What belongs to a position lies in arrays of one
entry a position; what belongs to its legal actions lies one behind the other, and ``starts`` says
where those of each position begin.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..arena.game import ready
from ..bots import Adviser, Bot, bot_named
from ..bots.bot import Opinion
from ..bots.table import stream
from ..core.engine import advance, draw, start
from ..core.rules import Rules
from ..core.score import ranking, score_sheets
from ..core.state import State
from ..fast.bridge.action import action_number
from ..fast.bridge.state import from_core
from ..games.catalogue import rules

Arrays: TypeAlias = dict[str, NDArray[Any]]

KINDS: dict[str, type[np.generic]] = {
    "states": np.uint64,
    "players": np.uint8,
    "games": np.uint32,
    "chosen": np.uint16,
    "values": np.float32,
    "points": np.float32,
    "exact": np.uint8,
    "starts": np.uint32,
    "actions": np.uint16,
    "visits": np.uint32,
    "action_values": np.float32,
    "scores": np.int16,
    "shares": np.float32,
}
"""docs/dataset.md says what each holds."""


class NoAdviser(ValueError):
    """The bot cannot say what it thinks of its options."""


def advisers(names: tuple[str, ...]) -> list[Adviser]:
    """The bots; raises NoAdviser for one that cannot say why."""
    found = {name: bot_named(name) for name in names}
    return [_adviser(name, found[name]) for name in names]


def _adviser(name: str, bot: Bot) -> Adviser:
    if not isinstance(bot, Adviser):
        raise NoAdviser(f"{name} cannot say what it thinks of its options; search:400 can")
    return bot


def game_arrays(
    game: str, players: int, variants: list[str], names: list[str], seed: int, number: int
) -> Arrays:
    """One whole game; *seed* and *number* decide everything if the budgets are playouts."""
    ready(names)
    made, seats = rules(game, players, variants), advisers(tuple(names))
    chance = stream(seed, number, "chance")
    streams = [stream(seed, number, f"seat {seat}") for seat in range(players)]
    state, rows = start(made), list[tuple[State, list[Opinion]]]()
    while not state.over:
        seat = state.player
        if seat is None:
            state = advance(state, draw(state, chance))
            continue
        options = seats[seat].options(state, streams[seat])
        if len(options) > 1:
            rows.append((state, options))
        state = advance(state, options[0].action)
    return _arrays(made, rows, state, number)


def _arrays(
    made: Rules, rows: list[tuple[State, list[Opinion]]], end: State, number: int
) -> Arrays:
    sheets = score_sheets(end)
    places = ranking(sheets)
    found: dict[str, list[Any]] = {name: [] for name in KINDS}
    for state, options in rows:
        ordered = sorted((action_number(state, one.action), one) for one in options)
        found["states"].append(from_core(state))
        found["players"].append(state.player)
        found["games"].append(number)
        found["chosen"].append(action_number(state, options[0].action))
        found["values"].append(_mean(options, "share"))
        found["points"].append(_mean(options, "points"))
        found["exact"].append(options[0].exact)
        found["starts"].append(len(found["actions"]))
        found["actions"] += [action for action, _ in ordered]
        found["visits"] += [one.playouts for _, one in ordered]
        found["action_values"] += [one.share for _, one in ordered]
    found["scores"] = [[sheet.total for sheet in sheets]] * len(rows)
    found["shares"] = [[(place == 1) / places.count(1) for place in places]] * len(rows)
    return {name: np.array(found[name], kind) for name, kind in KINDS.items()}


def _mean(options: list[Opinion], name: str) -> float:
    """By playouts; what was solved speaks for itself."""
    if options[0].exact and name == "points":
        return options[0].points
    total = sum(one.playouts for one in options)
    return float(sum(getattr(one, name) * one.playouts for one in options) / max(1, total))


def joined(parts: list[Arrays]) -> Arrays:
    """Several games one behind the other."""
    made = {name: np.concatenate([part[name] for part in parts]) for name in KINDS}
    before = np.cumsum([0, *(len(part["actions"]) for part in parts[:-1])])
    made["starts"] = np.concatenate(
        [part["starts"] + shift for part, shift in zip(parts, before, strict=True)]
    ).astype(KINDS["starts"])
    return made
