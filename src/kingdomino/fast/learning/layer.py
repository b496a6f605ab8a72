"""Layers of a net on one core: products of matrices, and 3×3 convolutions around the torus.

A convolution takes a quarter of the multiplications (Winograd, F(4×4, 3×3)): the 8×8 squares are
four tiles of 4×4; each is seen with its border as 6×6, taken to a space in which a convolution is
36 products of matrices, and back. Nothing here starts threads, as a BLAS would.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..board.compile import fused_jit

F = np.float32
FloatArray = NDArray[np.float32]
PRODUCTS, TILES, SEEN, MADE = 36, 4, 6, 4
"""Products of a convolution, tiles of a kingdom, and how wide a tile is before and after."""
TOGETHER = 8
"""Kingdoms in one product."""
# Lavin and Gray 2015: interpolation at 0, 1, -1, 2, -2 and infinity.
_KERNEL = np.array(
    [
        [1 / 4, 0, 0],
        [-1 / 6, -1 / 6, -1 / 6],
        [-1 / 6, 1 / 6, -1 / 6],
        [1 / 24, 1 / 12, 1 / 6],
        [1 / 24, -1 / 12, 1 / 6],
        [0, 0, 1],
    ]
)


def spread_kernel(kernel: NDArray[np.float32]) -> FloatArray:
    """[36, channels in, out] of a kernel [3, 3, channels in, out]."""
    spread = np.einsum("iy,jx,yxco->ijco", _KERNEL, _KERNEL, kernel.astype(np.float64))
    return np.ascontiguousarray(spread.reshape(PRODUCTS, *kernel.shape[2:]), np.float32)


@fused_jit
def four_rows(a: FloatArray, b: FloatArray, out: FloatArray, i: int) -> None:
    """Rows *i* to *i* + 3 of ``out += a @ b``, four columns at a time.

    What is loaded once is used four times, and added in this order every product and its sum are
    one instruction.
    """
    k, m = 0, b.shape[1]
    while k + 4 <= a.shape[1]:
        p0, p1, p2, p3 = a[i, k], a[i, k + 1], a[i, k + 2], a[i, k + 3]
        q0, q1, q2, q3 = a[i + 1, k], a[i + 1, k + 1], a[i + 1, k + 2], a[i + 1, k + 3]
        r0, r1, r2, r3 = a[i + 2, k], a[i + 2, k + 1], a[i + 2, k + 2], a[i + 2, k + 3]
        s0, s1, s2, s3 = a[i + 3, k], a[i + 3, k + 1], a[i + 3, k + 2], a[i + 3, k + 3]
        for j in range(m):
            b0, b1, b2, b3 = b[k, j], b[k + 1, j], b[k + 2, j], b[k + 3, j]
            out[i, j] = out[i, j] + p0 * b0 + p1 * b1 + p2 * b2 + p3 * b3
            out[i + 1, j] = out[i + 1, j] + q0 * b0 + q1 * b1 + q2 * b2 + q3 * b3
            out[i + 2, j] = out[i + 2, j] + r0 * b0 + r1 * b1 + r2 * b2 + r3 * b3
            out[i + 3, j] = out[i + 3, j] + s0 * b0 + s1 * b1 + s2 * b2 + s3 * b3
        k += 4
    for rest in range(k, a.shape[1]):
        p0, q0, r0, s0 = a[i, rest], a[i + 1, rest], a[i + 2, rest], a[i + 3, rest]
        for j in range(m):
            b0 = b[rest, j]
            out[i, j] += p0 * b0
            out[i + 1, j] += q0 * b0
            out[i + 2, j] += r0 * b0
            out[i + 3, j] += s0 * b0


@fused_jit
def one_row(a: FloatArray, b: FloatArray, out: FloatArray, i: int) -> None:
    """Row *i* of ``out += a @ b``."""
    k, m = 0, b.shape[1]
    while k + 4 <= a.shape[1]:
        p0, p1, p2, p3 = a[i, k], a[i, k + 1], a[i, k + 2], a[i, k + 3]
        for j in range(m):
            found = out[i, j] + p0 * b[k, j] + p1 * b[k + 1, j]
            out[i, j] = found + p2 * b[k + 2, j] + p3 * b[k + 3, j]
        k += 4
    for rest in range(k, a.shape[1]):
        p0 = a[i, rest]
        for j in range(m):
            out[i, j] += p0 * b[rest, j]


@fused_jit
def multiply(a: FloatArray, b: FloatArray, out: FloatArray) -> None:
    """``out = a @ b``, [n, m] of [n, k] and [k, m]."""
    n = a.shape[0]
    for i in range(n):
        for j in range(b.shape[1]):
            out[i, j] = F(0)
    fours = n - n % 4
    for i in range(0, fours, 4):
        four_rows(a, b, out, i)
    for i in range(fours, n):
        one_row(a, b, out, i)


@fused_jit
def spread(x: FloatArray, room: FloatArray, out: FloatArray) -> None:
    """[36, TILES n, channels] of [n, 64, channels]; *room* is [6, 6, channels]."""
    n, channels = x.shape[0], x.shape[2]
    for i in range(n):
        for tile in range(TILES):
            top, left = MADE * (tile >> 1) + 7, MADE * (tile & 1) + 7
            row = TILES * i + tile
            for b in range(SEEN):
                column = (left + b) & 7
                y0, y1 = 8 * (top & 7) + column, 8 * ((top + 1) & 7) + column
                y2, y3 = 8 * ((top + 2) & 7) + column, 8 * ((top + 3) & 7) + column
                y4, y5 = 8 * ((top + 4) & 7) + column, 8 * ((top + 5) & 7) + column
                for c in range(channels):
                    d0, d1, d2 = x[i, y0, c], x[i, y1, c], x[i, y2, c]
                    d3, d4, d5 = x[i, y3, c], x[i, y4, c], x[i, y5, c]
                    even, odd = d4 - F(4) * d2, d3 - F(4) * d1
                    near, far = d4 - d2, F(2) * (d3 - d1)
                    room[0, b, c] = F(4) * d0 - F(5) * d2 + d4
                    room[1, b, c] = even + odd
                    room[2, b, c] = even - odd
                    room[3, b, c] = near + far
                    room[4, b, c] = near - far
                    room[5, b, c] = F(4) * d1 - F(5) * d3 + d5
            for a in range(SEEN):
                for c in range(channels):
                    d0, d1, d2 = room[a, 0, c], room[a, 1, c], room[a, 2, c]
                    d3, d4, d5 = room[a, 3, c], room[a, 4, c], room[a, 5, c]
                    even, odd = d4 - F(4) * d2, d3 - F(4) * d1
                    near, far = d4 - d2, F(2) * (d3 - d1)
                    out[SEEN * a, row, c] = F(4) * d0 - F(5) * d2 + d4
                    out[SEEN * a + 1, row, c] = even + odd
                    out[SEEN * a + 2, row, c] = even - odd
                    out[SEEN * a + 3, row, c] = near + far
                    out[SEEN * a + 4, row, c] = near - far
                    out[SEEN * a + 5, row, c] = F(4) * d1 - F(5) * d3 + d5


@fused_jit
def gather(
    products: FloatArray,
    times: FloatArray,
    plus: FloatArray,
    room: FloatArray,
    out: FloatArray,
    add: int,
) -> None:
    """Write ``relu(times * convolution + plus)``, [n, 64, channels], into *out*.

    With *add* what *out* holds is added before it is cut at 0. *times* and *plus* are
    [n, channels], or [1, channels] for all alike; *room* is [4, 6, channels].
    """
    n, channels = out.shape[0], out.shape[2]
    for i in range(n):
        k = i if times.shape[0] > 1 else 0
        for tile in range(TILES):
            row = TILES * i + tile
            first = 8 * MADE * (tile >> 1) + MADE * (tile & 1)
            for b in range(SEEN):
                for c in range(channels):
                    d0, d5 = products[b, row, c], products[5 * SEEN + b, row, c]
                    d1, d2 = products[SEEN + b, row, c], products[2 * SEEN + b, row, c]
                    d3, d4 = products[3 * SEEN + b, row, c], products[4 * SEEN + b, row, c]
                    near, apart = d1 + d2, d1 - d2
                    far, wide = d3 + d4, d3 - d4
                    room[0, b, c] = d0 + near + far
                    room[1, b, c] = apart + F(2) * wide
                    room[2, b, c] = near + F(4) * far
                    room[3, b, c] = apart + F(8) * wide + d5
            for a in range(MADE):
                y = first + 8 * a
                for c in range(channels):
                    d0, d1, d2 = room[a, 0, c], room[a, 1, c], room[a, 2, c]
                    d3, d4, d5 = room[a, 3, c], room[a, 4, c], room[a, 5, c]
                    near, apart = d1 + d2, d1 - d2
                    far, wide = d3 + d4, d3 - d4
                    t, q = times[k, c], plus[k, c]
                    y0 = t * (d0 + near + far) + q
                    y1 = t * (apart + F(2) * wide) + q
                    y2 = t * (near + F(4) * far) + q
                    y3 = t * (apart + F(8) * wide + d5) + q
                    if add:
                        y0 += out[i, y, c]
                        y1 += out[i, y + 1, c]
                        y2 += out[i, y + 2, c]
                        y3 += out[i, y + 3, c]
                    out[i, y, c] = y0 if y0 > F(0) else F(0)
                    out[i, y + 1, c] = y1 if y1 > F(0) else F(0)
                    out[i, y + 2, c] = y2 if y2 > F(0) else F(0)
                    out[i, y + 3, c] = y3 if y3 > F(0) else F(0)


@fused_jit
def convolve(
    x: FloatArray,
    kernel: FloatArray,
    times: FloatArray,
    plus: FloatArray,
    out: FloatArray,
    add: int,
) -> None:
    """``relu(times * convolution + plus)`` of [n, 64, channels], see ``gather``."""
    inside, outside = kernel.shape[1], kernel.shape[2]
    room = np.empty((SEEN, SEEN, inside), np.float32)
    back = np.empty((MADE, SEEN, outside), np.float32)
    # As many at a time as stay in a core's own memory.
    wide = np.empty((PRODUCTS, TILES * TOGETHER, inside), np.float32)
    products = np.empty((PRODUCTS, TILES * TOGETHER, outside), np.float32)
    for first in range(0, x.shape[0], TOGETHER):
        last = min(first + TOGETHER, x.shape[0])
        rows = TILES * (last - first)
        spread(x[first:last], room, wide)
        for i in range(PRODUCTS):
            multiply(wide[i, :rows], kernel[i], products[i])
        some = slice(first, last) if times.shape[0] > 1 else slice(0, 1)
        gather(products, times[some], plus[some], back, out[first:last], add)
