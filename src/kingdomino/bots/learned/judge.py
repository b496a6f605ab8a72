"""Nets at the table: which net serves which rules, and what it says of states in batches."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...core.rules import Rules
from ...fast.board.compile import ByteArray, WordArray
from ...fast.board.layout import MAX_PLAYERS, RNG, SHEET
from ...fast.bridge.params import params
from ...fast.learning.feature import SQUARES, shapes
from ...fast.learning.layer import FloatArray
from ...fast.learning.practice import Practice, play, player_of, slot_actions
from ...fast.search.guide import Said
from .net import Net, Towers
from .weights import NETS, CheckpointError, load

KEPT = 1024
"""Kingdoms whose towers are kept, 16 kB each; when there is no room left, all are forgotten."""
_log = logging.getLogger(__name__)


def net_file(game: str, folder: Path = NETS) -> Path:
    """Where the net of a game is."""
    return folder / f"{game}.npz"


def net_for(rules: Rules, folder: Path = NETS) -> Net:
    """The net that was trained for these rules; raises CheckpointError."""
    net, settings, why = _loaded(net_file(rules.game, folder))
    if net is None:
        raise CheckpointError(why)
    if str(rules) not in settings:
        raise CheckpointError(f"the net of {rules.game} was not trained for {rules}")
    if not net.sees(shapes(rules).table):
        raise CheckpointError(f"the net of {rules.game} was trained for other features")
    return net


def serves(rules: Rules, folder: Path = NETS) -> bool:
    """Whether there is a net that was trained for these rules."""
    try:
        net_for(rules, folder)
    except CheckpointError:
        return False
    return True


@cache
def _loaded(path: Path) -> tuple[Net | None, frozenset[str], str]:
    """A net, the settings it was trained for, and why there is none; each file is read once."""
    try:
        arrays, about = load(path)
        net = Net({name.removeprefix("net."): value for name, value in arrays.items()})
    except (CheckpointError, KeyError) as wrong:
        return None, frozenset(), str(wrong)
    return net, frozenset(about["settings"]), ""


@cache
def say_once(what: str) -> None:
    """A warning in the log, however often there is reason for it."""
    _log.warning("%s", what)


class Shelf:
    """The towers of kingdoms that have been looked at, by their keys."""

    def __init__(self, net: Net) -> None:
        self._net, self._places = net, dict[int, int]()
        channels = net.channels
        self.towers = Towers(
            np.empty((KEPT, SQUARES, channels), np.float32),
            np.empty((KEPT, 2 * channels), np.float32),
        )

    def find(self, keys: WordArray, cells: ByteArray) -> NDArray[np.intp]:
        """Where the towers of these kingdoms are, [n, players] of each; new ones are looked at."""
        names = keys.ravel().tolist()
        if len(self._places) + len({*names}) > KEPT:
            self._places.clear()
        new = {name: i for i, name in enumerate(names) if name not in self._places}
        if new:
            seen = cells.reshape(len(names), *cells.shape[2:])[[*new.values()]]
            squares, pooled = self._net.towers(seen)
            first = len(self._places)
            self.towers.squares[first : first + len(new)] = squares
            self.towers.pooled[first : first + len(new)] = pooled
            self._places |= {name: first + i for i, name in enumerate(new)}
        return np.array([self._places[name] for name in names]).reshape(keys.shape)


class Evaluator:
    """What a net says of states of one rule set; kingdoms seen before are not looked at again."""

    def __init__(self, net: Net, rules: Rules) -> None:
        self._net, self._shelf, self._games = net, Shelf(net), Practice(rules, 1)
        self._p = params(rules)

    def __call__(self, states: WordArray) -> Said:
        seen = self._games.features(states)
        index = self._shelf.find(self._games.keys(states), seen.cells)
        said = self._net.judge(seen, self._shelf.towers, index)
        return Said(said.logits, np.stack([said.utility, said.shares, said.points], 1))

    def actions(self, row: WordArray, slots: NDArray[np.intp]) -> list[int]:
        """The ids of the actions that slots are in a state."""
        rows = np.repeat(row[None], len(slots), 0)
        found: list[int] = slot_actions(self._games.rules, rows, slots).tolist()
        return found

    def expected(self, row: WordArray, slots: NDArray[np.intp], seeds: Sequence[int]) -> FloatArray:
        """Points and share of the victory of who decides, after each of these slots, [n, 2].

        Where chance follows, the mean over what these seeds draw.
        """
        me, count = int(player_of(row)), len(slots) * len(seeds)
        rows = np.repeat(row[None], count, 0)
        rows[:, RNG] = np.tile(np.array(seeds, np.uint64), len(slots))
        found = np.zeros((count, 2), np.float32)
        sheet, keys = np.zeros(SHEET, np.int32), np.zeros(SHEET, np.int32)
        finals, shares = np.zeros(MAX_PLAYERS, np.int32), np.zeros(MAX_PLAYERS, np.float32)
        going_on = list[int]()
        for i, slot in enumerate(np.repeat(slots, len(seeds)).tolist()):
            if play(self._p, rows[i], slot, sheet, keys, finals, shares):
                found[i] = finals[me], shares[me]
            else:
                going_on.append(i)
        if going_on:
            found[going_on] = self._prospects(rows[going_on], me)
        mean: FloatArray = found.reshape(len(slots), len(seeds), 2).mean(1)
        return mean

    def _prospects(self, states: WordArray, me: int) -> FloatArray:
        states[:, RNG] = 0
        states, back = np.unique(states, axis=0, return_inverse=True)
        worth = self(states).worth
        behind = [(me - int(player_of(state))) % worth.shape[2] for state in states]
        mine: FloatArray = worth[np.arange(len(states)), :, behind]
        found: FloatArray = mine[back.ravel()][:, [2, 1]]
        return found
