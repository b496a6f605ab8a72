"""Numba behind one door: decorators that keep types, addresses of arrays, bit instructions.

A function compiled here for the CPU is compiled again for the GPU when a CUDA kernel calls it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

numba: Any = import_module("numba")
types: Any = numba.types
intrinsic: Any = import_module("numba.extending").intrinsic

Word: TypeAlias = np.uint64
"""64 squares or dominoes, or packed small numbers. Never mix with plain ints: Numba would make
floats of the two."""
WordArray: TypeAlias = NDArray[np.uint64]
IntArray: TypeAlias = NDArray[np.int32]
ByteArray: TypeAlias = NDArray[np.uint8]
Places: TypeAlias = tuple[Word, Word, Word, Word]
"""Placements as their left halves: the right half east, south, west, north of them."""
Sets: TypeAlias = tuple[Word, Word, Word, Word, Word, Word, Word]
"""Some actions: placements in four directions, squares, items, passing (0 or 1)."""


class Words(Protocol):
    """The address of words: a row of rules, of a state or of working space."""

    def __getitem__(self, index: int, /) -> Word: ...
    def __setitem__(self, index: int, value: Word, /) -> None: ...


class Ints(Protocol):
    """The address of numbers to be written."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...


class Floats(Protocol):
    """The address of fractions."""

    def __getitem__(self, index: int, /) -> float: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...


F = TypeVar("F", bound=Callable[..., Any])


_PACKAGE = Path(__file__).parents[2]
_BUILT_FROM = ("core", "games", "fast")


def sources(package: Path) -> list[Path]:
    """All that compiled code is made of: rules, their numbers and printed dominoes, kernels."""
    return sorted(
        path
        for folder in _BUILT_FROM
        for path in (package / folder).rglob("*")
        if path.suffix in {".py", ".csv"}
    )


@cache
def source_stamp(package: Path = _PACKAGE) -> tuple[str, int]:
    """A hash of every source, by name, and their length in all."""
    digest, length = blake2b(digest_size=16), 0
    for path in sources(package):
        text = path.read_bytes()
        # Names and lengths keep two files apart: moving a line between them changes the hash.
        digest.update(f"{path.relative_to(package).as_posix()} {len(text)}\n".encode())
        digest.update(text)
        length += len(text)
    return digest.hexdigest(), length


def stamped(made: Any) -> Any:
    """The compiled code *made*, which is good on disk only for the present sources.

    Numba asks only whether a function's own file has changed, but callers hold the code of what
    they call and the constants of the rules; so one stamp of all sources stands for each.
    """
    file, stamp = made._cache._cache_file, source_stamp()
    file._source_stamp = stamp
    # A stamp is read together with what it stands for, which may name modules that are gone. The
    # version is read first, and nothing else where it is another.
    file._version = f"{file._version} {stamp[0]}"
    return made


def is_compiled(made: Any) -> bool:
    """Whether there is machine code of a ``jit`` function on disk for the present sources."""
    return bool(made._cache._cache_file._load_index())


_KNOWN: dict[Any, dict[int, int]] = {}


def known_words(name: str, known: dict[int, int]) -> Callable[[Words], Words]:
    """Compile a door to the same rules row, some words of which the compiler knows.

    What is called with such an address is compiled for it: tests of these words, and all that they
    rule out, are gone. An integer type of another name keeps the two kinds of addresses apart.
    """
    row = types.CPointer(types.Integer(name, 64, signed=False))
    _KNOWN[row] = known

    @intrinsic  # type: ignore[untyped-decorator, unused-ignore]
    def door(typing_context: Any, rules: Any) -> Any:
        return row(rules), lambda context, builder, sig, args: args[0]

    found: Callable[[Words], Words] = door
    return found


def _compiled(function: F, **options: Any) -> F:
    # NumPy's error model divides without asking for zero first: a branch fewer, nothing to raise.
    made = numba.njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    found: F = stamped(made)
    return found


def jit(function: F) -> F:
    """Compile on first call, without the GIL, and keep the machine code on disk."""
    return _compiled(function)


def inner(function: F) -> F:
    """As ``jit``, for functions that only compiled ones call: they take addresses."""
    return _compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def inlined(function: F) -> F:
    """As ``inner``, and made a part of whoever calls it: for what is short or called all the time.

    A call costs a dozen instructions, and what it hands back goes through memory.
    """
    return _compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True)


def fused_jit(function: F) -> F:
    """As ``jit``, for many fractions: a product and the sum it goes into are one instruction."""
    return _compiled(function, fastmath={"contract"})


def parallel_jit(function: F) -> F:
    """As ``jit``, with ``prange`` loops spread over the threads."""
    return _compiled(function, parallel=True)


if TYPE_CHECKING:

    def address(array: NDArray[Any]) -> Any:
        """The address of a contiguous array's first element, to be indexed like the array.

        Arrays are counted references, and every call that passes one on pays for the counting. So
        the functions that Python calls take arrays, and hand addresses to all others. The caller
        must keep the array: never take the address of one made in the same function.
        """

    def row_address(array: NDArray[Any], row: int) -> Any:
        """The address of ``array[row]``, as ``address``; the rows must be contiguous."""

    def moved(start: Any, by: int) -> Any:
        """The address that lies *by* elements behind another."""

    def word(rules: Words, index: int) -> Word:
        """A word of a rules row; no load where the compiler knows it, see ``known_words``."""
        raise NotImplementedError

    def popc(bits: Word) -> int:
        """How many bits are set."""
        raise NotImplementedError

    def ctz(bits: Word) -> int:
        """The index of the lowest set bit; 64 when none is."""
        raise NotImplementedError

    def num(value: np.integer[Any] | int) -> int:
        """A small number as int64, to count and to index with."""
        raise NotImplementedError

else:

    @intrinsic
    def address(typing_context, array):
        def lower(context, builder, sig, args):
            return context.make_array(sig.args[0])(context, builder, args[0]).data

        return types.CPointer(array.dtype)(array), lower

    @intrinsic
    def row_address(typing_context, array, row):
        def lower(context, builder, sig, args):
            whole = context.make_array(sig.args[0])(context, builder, args[0])
            # Strides count bytes, an address moves by elements.
            stride = builder.extract_value(whole.strides, 0)
            step = builder.udiv(stride, whole.itemsize)
            return builder.gep(whole.data, [builder.mul(args[1], step)])

        return types.CPointer(array.dtype)(array, types.int64), lower

    @intrinsic
    def moved(typing_context, start, by):
        def lower(context, builder, sig, args):
            return builder.gep(args[0], [args[1]])

        return start(start, types.int64), lower

    @intrinsic
    def word(typing_context, rules, index):
        def lower(context, builder, sig, args):
            found = builder.load(builder.gep(args[0], [args[1]]))
            # Every index is a constant once this is inlined, and then so is the answer.
            for known, value in _KNOWN.get(sig.args[0], {}).items():
                asked = builder.icmp_signed("==", args[1], args[1].type(known))
                found = builder.select(asked, found.type(value), found)
            return found

        return types.uint64(rules, types.int64), lower

    @intrinsic
    def popc(typing_context, bits):
        def lower(context, builder, sig, args):
            return builder.ctpop(args[0])

        return types.int64(types.uint64), lower

    @intrinsic
    def ctz(typing_context, bits):
        def lower(context, builder, sig, args):
            # The 0 asks for an answer without any bit set as well; it is 64.
            return builder.cttz(args[0], context.get_constant(types.boolean, 0))

        return types.int64(types.uint64), lower

    @intrinsic
    def num(typing_context, value):
        def lower(context, builder, sig, args):
            return context.cast(builder, args[0], sig.args[0], types.int64)

        return types.int64(value), lower
