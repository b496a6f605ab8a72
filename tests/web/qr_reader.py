"""A reader of QR codes for tests: it knows nothing of how ours are drawn."""

from __future__ import annotations

LEVEL_L = {1: (7, 1), 2: (10, 1), 3: (15, 1), 4: (20, 1), 5: (26, 1), 6: (18, 2)}
"""Codewords of correction in a block, and blocks, by version."""

# The squares of a code that a page shows, as read_qr wants them.
SQUARES = """svg => {
  const side = svg.viewBox.baseVal.width - 8;
  const rows = Array.from({length: side}, () => Array(side).fill("0"));
  for (const [, x, y] of svg.querySelector("path").getAttribute("d").matchAll(/M(\\d+) (\\d+)/g))
    rows[y - 4][x - 4] = "1";
  return rows.map((row) => row.join(""));
}"""


def read_qr(rows: list[str]) -> str:
    """The text of a code, its dark squares ``1``; asserts all that can be checked."""
    side = len(rows)
    version, bits = (side - 17) // 4, [[cell == "1" for cell in row] for row in rows]
    assert [len(row) for row in rows] == [side] * side
    first, second = _formats(bits, side)
    assert first == second
    assert _remainder(first ^ 0x5412) == 0, "the format has no check digits"
    data = (first ^ 0x5412) >> 10
    assert data >> 3 == 1, "not level L"
    words = _words(bits, side, version, data & 7)
    more, blocks = LEVEL_L[version]
    size = len(words) // blocks
    text: list[int] = []
    for block in range(blocks):
        whole = [words[i * blocks + block] for i in range(size)]
        assert not any(_evaluated(whole, _power(i)) for i in range(more)), "the correction is wrong"
        text += whole[: size - more]
    digits = "".join(f"{word:08b}" for word in text)
    assert digits[:4] == "0100"
    length = int(digits[4:12], 2)
    return bytes(int(digits[12 + 8 * i : 20 + 8 * i], 2) for i in range(length)).decode()


def _formats(bits: list[list[bool]], side: int) -> tuple[int, int]:
    left = [(8, y) for y in (0, 1, 2, 3, 4, 5, 7, 8)] + [(x, 8) for x in (7, 5, 4, 3, 2, 1, 0)]
    right = [(side - 1 - i, 8) for i in range(8)] + [(8, side - 7 + i) for i in range(7)]
    first, second = (
        sum(bits[y][x] << i for i, (x, y) in enumerate(places)) for places in (left, right)
    )
    return first, second


def _remainder(number: int) -> int:
    for i in range(14, 9, -1):
        if number >> i & 1:
            number ^= 0b10100110111 << (i - 10)
    return number


def _words(bits: list[list[bool]], side: int, version: int, mask: int) -> list[int]:
    read = ""
    columns = [*range(side - 1, 6, -2), 5, 3, 1]
    for number, right in enumerate(columns):
        ys = range(side - 1, -1, -1) if number % 2 == 0 else range(side)
        for y in ys:
            for x in (right, right - 1):
                if not _fixed(x, y, side, version):
                    read += str(int(bits[y][x] != _masked(mask, x, y)))
    return [int(read[i : i + 8], 2) for i in range(0, len(read) - 7, 8)]


def _fixed(x: int, y: int, side: int, version: int) -> bool:
    corner = (x < 9 and y < 9) or (x >= side - 8 and y < 9) or (x < 9 and y >= side - 8)
    aligned = version > 1 and abs(x - (side - 7)) < 3 and abs(y - (side - 7)) < 3
    return corner or aligned or 6 in (x, y)


def _masked(mask: int, x: int, y: int) -> bool:
    product = x * y
    return [
        (y + x) % 2, y % 2, x % 3, (y + x) % 3, (y // 2 + x // 3) % 2,
        product % 2 + product % 3, (product % 2 + product % 3) % 2, ((y + x) % 2 + product % 3) % 2,
    ][mask] == 0  # fmt: skip


def _power(exponent: int) -> int:
    number = 1
    for _ in range(exponent):
        number = number << 1 ^ (0x11D if number & 0x80 else 0)
    return number


def _times(a: int, b: int) -> int:
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a = a << 1 ^ (0x11D if a & 0x80 else 0)
        b >>= 1
    return product


def _evaluated(words: list[int], at: int) -> int:
    value = 0
    for word in words:
        value = _times(value, at) ^ word
    return value
