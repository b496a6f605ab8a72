"""ES256: signatures over P-256 with SHA-256, as push services ask for (RFC 7518, 3.4).

No library that we depend on has them, and one signature a notification needs no speed. The nonce is
made from key and message (RFC 6979), so no chance can give the key away.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import NamedTuple

# P-256 (FIPS 186-4, D.1.2.3): the field, the order of the base point, and the point itself.
_P = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
SIZE = 32


class _Point(NamedTuple):
    """In Jacobian coordinates: x/z², y/z³. The point at infinity has z = 0."""

    x: int
    y: int
    z: int


_BASE = _Point(
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
    1,
)
_NOWHERE = _Point(1, 1, 0)


def public_key(private: int) -> bytes:
    """The point that belongs to a private key, uncompressed."""
    x, y = _multiplied(private)
    return b"\x04" + x.to_bytes(SIZE, "big") + y.to_bytes(SIZE, "big")


def sign(private: int, message: bytes) -> bytes:
    """r and s, 32 bytes each."""
    digest = sha256(message).digest()
    nonce = _nonce(private, digest)
    r = _multiplied(nonce)[0] % ORDER
    s = pow(nonce, -1, ORDER) * (int.from_bytes(digest, "big") + r * private) % ORDER
    # Either is 0 once in 2^256 signatures.
    return r.to_bytes(SIZE, "big") + s.to_bytes(SIZE, "big")


def _nonce(private: int, digest: bytes) -> int:
    """RFC 6979, 3.2."""
    reduced = int.from_bytes(digest, "big") % ORDER
    seed = private.to_bytes(SIZE, "big") + reduced.to_bytes(SIZE, "big")
    key, value = bytes(SIZE), b"\x01" * SIZE
    for step in (b"\x00", b"\x01"):
        key = hmac.digest(key, value + step + seed, "sha256")
        value = hmac.digest(key, value, "sha256")
    while True:
        value = hmac.digest(key, value, "sha256")
        if 0 < (nonce := int.from_bytes(value, "big")) < ORDER:
            return nonce
        key = hmac.digest(key, value + b"\x00", "sha256")
        value = hmac.digest(key, value, "sha256")


def _multiplied(times: int) -> tuple[int, int]:
    """The base point added to itself so often."""
    # Both are worked out for every bit, whatever it is.
    low, high = _NOWHERE, _BASE
    for bit in range(ORDER.bit_length() - 1, -1, -1):
        together = _added(low, high)
        low, high = (together, _doubled(high)) if times >> bit & 1 else (_doubled(low), together)
    inverse = pow(low.z, -1, _P)
    return low.x * inverse**2 % _P, low.y * inverse**3 % _P


def _doubled(a: _Point) -> _Point:
    if not a.z:
        return a
    square = a.y * a.y % _P
    s = 4 * a.x * square % _P
    m = 3 * (a.x - a.z * a.z) * (a.x + a.z * a.z) % _P
    x = (m * m - 2 * s) % _P
    return _Point(x, (m * (s - x) - 8 * square * square) % _P, 2 * a.y * a.z % _P)


def _added(a: _Point, b: _Point) -> _Point:
    if not a.z or not b.z:
        return b if not a.z else a
    az, bz = a.z * a.z % _P, b.z * b.z % _P
    u, v = a.x * bz % _P, a.y * bz * b.z % _P
    h, r = (b.x * az - u) % _P, (b.y * az * a.z - v) % _P
    if not h:
        return _doubled(a) if not r else _NOWHERE
    square = h * h % _P
    cube, shared = h * square % _P, u * square % _P
    x = (r * r - cube - 2 * shared) % _P
    return _Point(x, (r * (shared - x) - v * cube) % _P, h * a.z * b.z % _P)
