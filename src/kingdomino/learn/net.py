"""The net: a tower over each kingdom, a table, a policy over slots and a worth for every seat.

A tower reads its kingdom alone, whoever looks and whatever is decided; what is to be placed and
what is legal come in behind it. So a search keeps the towers of kingdoms that have not changed.
The same net serves every number of players: seats share their weights and others are pooled.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from ..fast.learning.feature import (
    HEAD_PLANES,
    ITEM_SLOT,
    LEGAL_FIRST,
    PASS_SLOT,
    PHASES,
    SQUARES,
    TOWER_BYTES,
)
from ..fast.learning.observe_table import HEAD_WORDS, SLOT_WORDS, SLOTS
from ..fast.learning.practice import Features
from ..fast.learning.scale import cell_scale, seat_scale, table_scale

Params: TypeAlias = dict[str, Array]
ITEMS = PASS_SLOT + 1 - ITEM_SLOT
NEVER = -1e9
_BORDERED = np.array([r % 8 * 8 + c % 8 for r in range(-1, 9) for c in range(-1, 9)])


class Size(NamedTuple):
    """How large a net is."""

    channels: int = 64
    blocks: int = 2
    width: int = 256
    seat: int = 128
    slot: int = 64


class Answer(NamedTuple):
    """What a net says of *n* states; seats are counted from the decider on."""

    logits: Array
    """float32[n, ALL_SLOTS], NEVER where a slot is not legal."""
    utility: Array
    """float32[n, players], about -1 to 1: half winning, half the lead."""
    shares: Array
    """float32[n, players]: the expected shares of the victory as logarithms."""
    points: Array
    """float32[n, players]: the expected final points in units of 50."""


def new_params(table: int, size: Size | None, rng: random.Random) -> Params:
    """Weights to begin with: scaled normals, and zeros where answers are read off."""
    size = size or Size()
    c, width, seat = size.channels, size.width, size.seat
    shapes: dict[str, tuple[int, ...]] = {
        "stem": (3, 3, TOWER_BYTES, c),
        **{f"block{i}{part}": (3, 3, c, c) for i in range(size.blocks) for part in "ab"},
        "seat": (2 * c + 8, seat),
        "table": (table, width),
        "join": (width + 3 * seat, width),
        "think": (width, width),
        "film": (width, 2 * c),
        "hand": (PHASES + 8 * SLOT_WORDS, c),
        "own": (3, 3, c + HEAD_PLANES, c),
        "own_a": (3, 3, c, c),
        "own_b": (3, 3, c, c),
        "place": (c, 5),
        "slot_in": (8 * SLOT_WORDS, size.slot),
        "slot_by": (width, size.slot),
        "slot_out": (size.slot, 1),
        "item": (width, ITEMS),
        "worth": (width + seat + 1, seat),
        "worth_out": (seat, 3),
    }
    quiet = {"film", "place", "item", "slot_out", "worth_out"}
    params: Params = {}
    for name, shape in shapes.items():
        spread = 0.01 if name in quiet else (2.0 / np.prod(shape[:-1])) ** 0.5
        # The second half of a block begins small: each block is nearly nothing at first.
        spread *= 0.3 if name.startswith(("block", "own_")) and name.endswith("b") else 1.0
        drawn = [rng.gauss(0, spread) for _ in range(int(np.prod(shape)))]
        params[name] = jnp.asarray(np.array(drawn, np.float32).reshape(shape))
        params[f"{name}_bias"] = jnp.zeros(shape[-1])
    return params


def _around(x: Array) -> Array:
    """[n, 8, 8, c] with a border of one square, as the torus goes on there: [n, 10, 10, c].

    In one step, and two channels at once where they are halves: copying is half of a convolution's
    time otherwise.
    """
    n, channels = len(x), x.shape[-1]
    paired = x.dtype == jnp.bfloat16 and channels % 2 == 0
    if paired:
        x = jax.lax.bitcast_convert_type(x.reshape(n, 8, 8, channels // 2, 2), jnp.uint32)
    x = x.reshape(n, 64, -1)[:, _BORDERED]
    if paired:
        x = jax.lax.bitcast_convert_type(x, jnp.bfloat16)
    return x.reshape(n, 10, 10, channels)


def _slide(around: Array, kernel: Array) -> Array:
    return jax.lax.conv_general_dilated(
        around, kernel, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )


@jax.custom_vjp
def torus_conv(x: Array, kernel: Array) -> Array:
    """3×3 around the torus: [n, 8, 8, in] by [3, 3, in, out]."""
    return _slide(_around(x), kernel)


def _torus_forth(x: Array, kernel: Array) -> tuple[Array, tuple[Array, Array]]:
    return torus_conv(x, kernel), (x, kernel)


def _torus_back(seen: tuple[Array, Array], slope: Array) -> tuple[Array, Array]:
    # Around a torus the way back is the same sliding with the kernel turned about, which spares
    # adding up the borders.
    x, kernel = seen
    turned = jnp.swapaxes(kernel[::-1, ::-1], 2, 3)
    around = _around(x)
    _, to_kernel = jax.vjp(lambda k: _slide(around, k), kernel)
    return torus_conv(slope, turned), to_kernel(slope)[0]


torus_conv.defvjp(_torus_forth, _torus_back)


def _conv(params: Params, name: str, x: Array) -> Array:
    return torus_conv(x, params[name].astype(x.dtype)) + params[f"{name}_bias"].astype(x.dtype)


def _linear(params: Params, name: str, x: Array) -> Array:
    return x @ params[name].astype(x.dtype) + params[f"{name}_bias"].astype(x.dtype)


def tower(params: Params, cells: Array) -> Array:
    """[n, 8, 8, channels] of kingdoms, [n, 8, 8, TOWER_BYTES] already scaled."""
    x = jax.nn.relu(_conv(params, "stem", cells))
    i = 0
    while f"block{i}a" in params:
        inside = jax.nn.relu(_conv(params, f"block{i}a", x))
        x = jax.nn.relu(x + _conv(params, f"block{i}b", inside))
        i += 1
    return x


def legal_slots(features: Features) -> Array:
    """bool[n, ALL_SLOTS]."""
    cells, items = jnp.asarray(features.cells), jnp.asarray(features.items)
    planes = cells[:, 0, :, LEGAL_FIRST : LEGAL_FIRST + 5]
    squares = jnp.swapaxes(planes, 1, 2).reshape(len(cells), ITEM_SLOT)
    return jnp.concatenate([squares, items[:, :ITEMS]], 1) > 0


def answer(params: Params, features: Features, dtype: Any = jnp.float32) -> Answer:
    """What the net says of these states."""
    cells, seats, table, _ = (jnp.asarray(part) for part in features)
    n, players = cells.shape[:2]
    # Every kingdom for itself; then all of them, and the table, from where the decider sits.
    scaled = cells[..., : TOWER_BYTES + HEAD_PLANES].astype(dtype) * cell_scale().astype(dtype)
    lands = scaled[..., :TOWER_BYTES].reshape(n * players, 8, 8, TOWER_BYTES)
    towers = tower(params, lands)
    pooled = jnp.concatenate([towers.mean((1, 2)), towers.max((1, 2))], -1).reshape(n, players, -1)
    scalars = seats.astype(dtype) * seat_scale().astype(dtype)
    seat = jax.nn.relu(_linear(params, "seat", jnp.concatenate([pooled, scalars], -1)))
    others = seat[:, 1:]
    seen_table = table.astype(dtype) * table_scale(table.shape[1]).astype(dtype)
    board = jax.nn.relu(_linear(params, "table", seen_table))
    joined = jnp.concatenate([board, seat[:, 0], others.mean(1), others.max(1)], -1)
    whole = jax.nn.relu(_linear(params, "join", joined))
    whole = jax.nn.relu(whole + _linear(params, "think", whole))

    # One's own kingdom once more, square by square: the whole and the domino in hand say by gain
    # and shift what to look for there. What lies in the row is judged domino by domino.
    own = towers.reshape(n, players, 8, 8, -1)[:, 0]
    gain, shift = jnp.split(_linear(params, "film", whole), 2, -1)
    planes = scaled[:, 0, :, TOWER_BYTES:].reshape(n, 8, 8, HEAD_PLANES)
    slots = seen_table[:, 8 * HEAD_WORDS :][:, : 16 * SLOT_WORDS * SLOTS]
    slots = slots.reshape(n, 2 * SLOTS, 8 * SLOT_WORDS)
    hand = jnp.concatenate([seen_table[:, :PHASES], slots[:, SLOTS]], -1)
    shift = shift + _linear(params, "hand", hand)
    seen = _conv(params, "own", jnp.concatenate([own, planes], -1))
    seen = jax.nn.relu(seen * (1 + gain[:, None, None]) + shift[:, None, None])
    inside = jax.nn.relu(_conv(params, "own_a", seen))
    seen = jax.nn.relu(seen + _conv(params, "own_b", inside))
    places = _linear(params, "place", seen).reshape(n, SQUARES, 5)
    offered = jax.nn.relu(
        _linear(params, "slot_in", slots[:, :SLOTS]) + _linear(params, "slot_by", whole)[:, None]
    )
    items = _linear(params, "item", whole)
    items = items.at[:, :SLOTS].add(_linear(params, "slot_out", offered)[..., 0])
    logits = jnp.concatenate([jnp.swapaxes(places, 1, 2).reshape(n, ITEM_SLOT), items], 1)
    logits = jnp.where(legal_slots(features), logits.astype(jnp.float32), NEVER)

    # How it will end for each seat, which knows whether it is the decider's.
    viewer = jnp.zeros((n, players, 1), dtype).at[:, 0].set(1)
    spread = jnp.broadcast_to(whole[:, None], (n, players, whole.shape[-1]))
    worth = jax.nn.relu(_linear(params, "worth", jnp.concatenate([spread, seat, viewer], -1)))
    out = _linear(params, "worth_out", worth).astype(jnp.float32)
    return Answer(logits, out[..., 0], jax.nn.log_softmax(out[..., 1], -1), out[..., 2])


def weights_in(arrays: Mapping[str, Any], part: str, dtype: Any = np.float32) -> Params:
    """The weights that a file keeps under a name; none where it has no such part."""
    return {
        name.removeprefix(f"{part}."): jnp.asarray(value, dtype)
        for name, value in arrays.items()
        if name.startswith(f"{part}.")
    }
