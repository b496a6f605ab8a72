"""Layers of a net on one core, beside what NumPy says."""

from __future__ import annotations

import random
from math import prod

import numpy as np
import pytest

from kingdomino.fast.learning.layer import FloatArray, convolve, multiply, spread_kernel


def drawn(*shape: int) -> FloatArray:
    rng = random.Random(str(shape))
    return np.array([rng.gauss() for _ in range(prod(shape))], np.float32).reshape(shape)


@pytest.mark.parametrize(("n", "k", "m"), [(1, 3, 5), (4, 8, 64), (7, 17, 33), (9, 64, 1)])
def test_products_are_those_of_numpy(n: int, k: int, m: int) -> None:
    a, b, out = drawn(n, k), drawn(k, m), np.empty((n, m), np.float32)
    multiply(a, b, out)
    assert np.allclose(out, a @ b, atol=1e-4)


def plain(x: FloatArray, kernel: FloatArray) -> FloatArray:
    """A convolution around the torus, square by square."""
    board, total = x.reshape(len(x), 8, 8, -1), np.float32(0)
    for y in range(3):
        for z in range(3):
            total = total + np.roll(board, (1 - y, 1 - z), (1, 2)) @ kernel[y, z]
    return np.asarray(total, np.float32).reshape(len(x), 64, -1)


@pytest.mark.parametrize("n", [1, 8, 11])
def test_convolutions_go_around_the_torus(n: int) -> None:
    x, kernel, onto = drawn(n, 64, 17), drawn(3, 3, 17, 6), drawn(n, 64, 6)
    times, plus, one = drawn(n, 6), drawn(n, 6), np.ones((1, 6), np.float32)
    found, wide = plain(x, kernel), spread_kernel(kernel)
    out = np.empty_like(onto)
    convolve(x, wide, one, drawn(1, 6), out, 0)
    assert np.allclose(out, np.maximum(found + drawn(1, 6), 0), atol=1e-3)
    convolve(x, wide, times, plus, out, 0)
    steered = times[:, None] * found + plus[:, None]
    assert np.allclose(out, np.maximum(steered, 0), atol=1e-3)
    added = onto.copy()
    convolve(x, wide, one, 0 * one, added, 1)
    assert np.allclose(added, np.maximum(found + onto, 0), atol=1e-3)
