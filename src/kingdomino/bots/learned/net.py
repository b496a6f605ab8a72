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
    TOWER_BYTES,
    cell_scale,
    seat_scale,
    table_scale,
)
from ...fast.learning.observe_table import HEAD_WORDS, SLOT_WORDS, SLOTS
from ...fast.learning.practice import Features

Floats = NDArray[np.float32]
_AROUND = np.array(
    [
        [((y + dy) % 8) * 8 + (x + dx) % 8 for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
        for y in range(8)
        for x in range(8)
    ]
)
"""The 3 × 3 squares around each square of the torus."""


class Answer(NamedTuple):
    """What a net says of *n* states; seats are counted from the decider on."""

    logits: Floats
    """[n, ALL_SLOTS], -inf where a slot is not legal."""
    utility: Floats
    shares: Floats
    """[n, players]: the expected shares of the victory."""
    points: Floats
    """[n, players]: the expected final points."""


def _relu(x: Floats) -> Floats:
    return np.maximum(x, 0, out=x)


class Net:
    """Weights that answer."""

    def __init__(self, weights: dict[str, NDArray[Any]]) -> None:
        self._weights = {name: np.asarray(value, np.float32) for name, value in weights.items()}
        for name, value in self._weights.items():
            if value.ndim == 4:
                self._weights[name] = value.reshape(-1, value.shape[-1])

    def _linear(self, name: str, x: Floats) -> Floats:
        found: Floats = x @ self._weights[name] + self._weights[f"{name}_bias"]
        return found

    def _conv(self, name: str, x: Floats) -> Floats:
        n, squares, channels = x.shape
        return self._linear(name, x[:, _AROUND].reshape(n * squares, 9 * channels)).reshape(
            n, squares, -1
        )

    def towers(self, cells: NDArray[np.uint8]) -> Floats:
        """[n, 64, channels] of kingdoms, uint8[n, 64, cell]."""
        scaled: Floats = cells[..., :TOWER_BYTES] * cell_scale()[:TOWER_BYTES]
        x = _relu(self._conv("stem", scaled))
        i = 0
        while f"block{i}a" in self._weights:
            inside = _relu(self._conv(f"block{i}a", x))
            x = _relu(x + self._conv(f"block{i}b", inside))
            i += 1
        return x

    def answer(self, features: Features) -> Answer:
        """What the net says of these states."""
        cells, seats, table, items = features
        n, players = cells.shape[:2]
        towers = self.towers(cells.reshape(n * players, *cells.shape[2:]))
        pooled = np.concatenate([towers.mean(1), towers.max(1)], -1).reshape(n, players, -1)
        scalars = seats * seat_scale()
        seat = _relu(self._linear("seat", np.concatenate([pooled, scalars], -1)))
        seen = table * table_scale(table.shape[1])
        board = _relu(self._linear("table", seen))
        others = seat[:, 1:]
        joined = np.concatenate([board, seat[:, 0], others.mean(1), others.max(1)], -1)
        whole = _relu(self._linear("join", joined))
        whole = _relu(whole + self._linear("think", whole))
        slots = seen[:, 8 * HEAD_WORDS :][:, : 16 * SLOT_WORDS * SLOTS]
        slots = slots.reshape(n, 2 * SLOTS, 8 * SLOT_WORDS)
        own = towers.reshape(n, players, *towers.shape[1:])[:, 0]
        logits = self._policy(cells[:, 0], own, whole, seen, slots)
        legal = np.concatenate(
            [
                cells[:, 0, :, LEGAL_FIRST : LEGAL_FIRST + 5].transpose(0, 2, 1).reshape(n, -1),
                items[:, : ALL_SLOTS - ITEM_SLOT],
            ],
            1,
        )
        viewer = np.zeros((n, players, 1), np.float32)
        viewer[:, 0] = 1
        spread = np.broadcast_to(whole[:, None], (n, players, whole.shape[-1]))
        worth = _relu(self._linear("worth", np.concatenate([spread, seat, viewer], -1)))
        out = self._linear("worth_out", worth)
        shares = np.exp(out[..., 1] - out[..., 1].max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        return Answer(np.where(legal > 0, logits, -np.inf), out[..., 0], shares, 50 * out[..., 2])

    def _policy(
        self, cells: NDArray[np.uint8], own: Floats, whole: Floats, seen: Floats, slots: Floats
    ) -> Floats:
        n = len(cells)
        film = self._linear("film", whole)
        gain, shift = film[:, : film.shape[1] // 2], film[:, film.shape[1] // 2 :]
        planes = cells[..., TOWER_BYTES : TOWER_BYTES + HEAD_PLANES] * cell_scale()[TOWER_BYTES:]
        hand = np.concatenate([seen[:, :PHASES], slots[:, SLOTS]], -1)
        shift = shift + self._linear("hand", hand)
        x = self._conv("own", np.concatenate([own, planes], -1))
        steered: Any = x + x * gain[:, None] + shift[:, None]
        x = _relu(steered)
        x = _relu(x + self._conv("own_b", _relu(self._conv("own_a", x))))
        places = self._linear("place", x)
        offered = self._linear("slot_in", slots[:, :SLOTS])
        offered = _relu(offered + self._linear("slot_by", whole)[:, None])
        items = self._linear("item", whole)
        items[:, :SLOTS] += self._linear("slot_out", offered)[..., 0]
        return np.concatenate([places.transpose(0, 2, 1).reshape(n, ITEM_SLOT), items], 1)
