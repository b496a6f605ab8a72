"""A trained net in NumPy: what ``learn/net.py`` says, without JAX."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...fast.learning.feature import (
    ALL_SLOTS,
    HEAD_PLANES,
    ITEM_SLOT,
    LEGAL_FIRST,
    PHASES,
    SQUARES,
    TOWER_BYTES,
)
from ...fast.learning.layer import convolve, multiply, spread_kernel
from ...fast.learning.observe_table import HEAD_WORDS, SLOT_WORDS, SLOTS
from ...fast.learning.practice import Features
from ...fast.learning.scale import cell_scale, seat_scale, table_scale

Floats = NDArray[np.float32]


class Answer(NamedTuple):
    """What a net says of *n* states; seats are counted from the decider on."""

    logits: Floats
    """[n, ALL_SLOTS], -inf where a slot is not legal."""
    utility: Floats
    shares: Floats
    """[n, players]: the expected shares of the victory."""
    points: Floats
    """[n, players]: the expected final points."""


class Towers(NamedTuple):
    """What a net sees in some kingdoms, each looked at alone."""

    squares: Floats
    """[kingdoms, 64, channels]."""
    pooled: Floats
    """[kingdoms, 2 channels]: the mean and the most of each."""


def _relu(x: Floats) -> Floats:
    return np.maximum(x, 0, out=x)


def legal_slots(features: Features) -> NDArray[np.bool_]:
    """[n, ALL_SLOTS]."""
    cells, items = features.cells, features.items
    planes = cells[:, 0, :, LEGAL_FIRST : LEGAL_FIRST + 5].transpose(0, 2, 1)
    return (
        np.concatenate([planes.reshape(len(cells), -1), items[:, : ALL_SLOTS - ITEM_SLOT]], 1) > 0
    )


class Net:
    """Weights that answer. Any number of threads may ask at once."""

    def __init__(self, weights: dict[str, NDArray[Any]]) -> None:
        self._weights = {name: np.asarray(value, np.float32) for name, value in weights.items()}
        self._kernels = {
            name: spread_kernel(value) for name, value in self._weights.items() if value.ndim == 4
        }
        self._blocks = sum(name.startswith("block") and name.endswith("a") for name in weights)
        self.channels = len(self._weights["stem_bias"])

    def sees(self, table: int) -> bool:
        """Whether it was made for what features tell today, with so many bytes of the table."""
        stem, board = self._weights["stem"], self._weights["table"]
        return (stem.shape[2], len(board)) == (TOWER_BYTES, table)

    def _linear(self, name: str, x: Floats) -> Floats:
        weights = self._weights[name]
        out = np.empty((x.size // len(weights), weights.shape[1]), np.float32)
        multiply(np.ascontiguousarray(x).reshape(len(out), -1), weights, out)
        out += self._weights[f"{name}_bias"]
        return out.reshape(*x.shape[:-1], -1)

    def _conv(
        self, name: str, x: Floats, *, onto: Floats | None = None, steer: Floats | None = None
    ) -> Floats:
        """relu(convolution + bias); added *onto* something, or steered by [n, 2 channels]."""
        kernel, bias = self._kernels[name], self._weights[f"{name}_bias"]
        channels = len(bias)
        times, plus = np.ones((1, channels), np.float32), bias[None]
        if steer is not None:
            times = 1 + steer[:, :channels]
            plus = bias * times + steer[:, channels:]
        out = np.empty((len(x), SQUARES, channels), np.float32) if onto is None else onto
        convolve(x, kernel, times, plus, out, onto is not None)
        return out

    def towers(self, cells: NDArray[np.uint8]) -> Towers:
        """Of kingdoms, uint8[n, 64, cell]."""
        x = self._conv("stem", cells[..., :TOWER_BYTES] * cell_scale()[:TOWER_BYTES])
        for i in range(self._blocks):
            x = self._conv(f"block{i}b", self._conv(f"block{i}a", x), onto=x)
        return Towers(x, np.concatenate([x.mean(1), x.max(1)], -1))

    def answer(self, features: Features) -> Answer:
        """What the net says of these states."""
        n, players = features.cells.shape[:2]
        towers = self.towers(features.cells.reshape(n * players, *features.cells.shape[2:]))
        return self.judge(features, towers, np.arange(n * players).reshape(n, players))

    def judge(self, features: Features, towers: Towers, index: NDArray[np.intp]) -> Answer:
        """The same with towers at hand: *index*, [n, players], says where each kingdom's is."""
        n, players = index.shape
        seat = np.concatenate([towers.pooled[index], features.seats * seat_scale()], -1)
        seat = _relu(self._linear("seat", seat))
        seen: Floats = features.table * table_scale(features.table.shape[1])
        board, others = _relu(self._linear("table", seen)), seat[:, 1:]
        joined = np.concatenate([board, seat[:, 0], others.mean(1), others.max(1)], -1)
        whole = _relu(self._linear("join", joined))
        whole = _relu(whole + self._linear("think", whole))
        viewer = np.zeros((n, players, 1), np.float32)
        viewer[:, 0] = 1
        spread_out = np.broadcast_to(whole[:, None], (n, players, whole.shape[-1]))
        worth = _relu(self._linear("worth", np.concatenate([spread_out, seat, viewer], -1)))
        out = self._linear("worth_out", worth)
        shares = np.exp(out[..., 1] - out[..., 1].max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        logits = self._logits(features, towers.squares, index[:, 0], whole, seen)
        return Answer(logits, out[..., 0], shares, 50 * out[..., 2])

    def _logits(
        self, features: Features, towers: Floats, own: NDArray[np.intp], whole: Floats, seen: Floats
    ) -> Floats:
        legal = legal_slots(features)
        slots = seen[:, 8 * HEAD_WORDS :][:, : 16 * SLOT_WORDS * SLOTS]
        slots = slots.reshape(len(seen), 2 * SLOTS, 8 * SLOT_WORDS)
        logits = np.full(legal.shape, -np.inf, np.float32)
        # Who takes something from the row looks at no square.
        on_land = np.flatnonzero(legal[:, :ITEM_SLOT].any(1))
        if len(on_land):
            hand = np.concatenate([seen[on_land, :PHASES], slots[on_land, SLOTS]], -1)
            steer = self._linear("film", whole[on_land])
            steer[:, self.channels :] += self._linear("hand", hand)
            logits[on_land, :ITEM_SLOT] = self._places(
                features.cells[on_land, 0], towers[own[on_land]], steer
            )
        offered = self._linear("slot_in", slots[:, :SLOTS])
        offered = _relu(offered + self._linear("slot_by", whole)[:, None])
        items = self._linear("item", whole)
        items[:, :SLOTS] += self._linear("slot_out", offered)[..., 0]
        logits[:, ITEM_SLOT:] = items
        logits[~legal] = -np.inf
        return logits

    def _places(self, cells: NDArray[np.uint8], own: Floats, steer: Floats) -> Floats:
        planes = cells[..., TOWER_BYTES : TOWER_BYTES + HEAD_PLANES] * cell_scale()[TOWER_BYTES:]
        x = self._conv("own", np.concatenate([own, planes], -1), steer=steer)
        x = self._conv("own_b", self._conv("own_a", x), onto=x)
        return self._linear("place", x).transpose(0, 2, 1).reshape(len(cells), ITEM_SLOT)
