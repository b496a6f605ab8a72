"""Numba behind one door: a decorator that keeps types, and the two bit instructions we need.

A function compiled here for the CPU is compiled again for the GPU when a CUDA kernel calls it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

Word: TypeAlias = np.uint64
"""64 squares or dominoes, or packed small numbers. Never mix with plain ints: Numba would make
floats of the two."""
Int: TypeAlias = int | np.int64
Words: TypeAlias = NDArray[np.uint64]
Ints: TypeAlias = NDArray[np.int32]

F = TypeVar("F", bound=Callable[..., Any])


@cache
def _source_stamp() -> tuple[str, int]:
    sources = sorted(Path(__file__).parent.glob("*.py"))
    text = b"".join(source.read_bytes() for source in sources)
    return blake2b(text, digest_size=16).hexdigest(), len(text)


def jit(function: F) -> F:
    """Compile on first call, without the GIL, and keep the machine code on disk.

    Numba asks only whether the function's own file has changed, but callers hold the code of
    what they call; so the stamp of a cached function is that of all sources.
    """
    return _stamped(njit(cache=True, nogil=True, error_model="numpy")(function))


def inner(function: F) -> F:
    """As ``jit``, for functions that only compiled ones call."""
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return _stamped(njit(cache=True, nogil=True, error_model="numpy", **options)(function))


def parallel_jit(function: F) -> F:
    """As ``jit``, with ``prange`` loops spread over the threads."""
    return _stamped(njit(cache=True, nogil=True, parallel=True, error_model="numpy")(function))


def _stamped(dispatcher: Any) -> Any:
    dispatcher._cache._cache_file._source_stamp = _source_stamp()
    return dispatcher


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def at(typingctx: Any, array: Any) -> Any:
    """The address of a contiguous array's first element, to be indexed like the array.

    Arrays are counted references, and every call that passes one on pays for the counting. So the
    functions that Python calls take arrays, and hand addresses to all others. The caller must keep
    the array: never take the address of one that was made in the same function.
    """

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.make_array(sig.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), lower


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def row_at(typingctx: Any, array: Any, row: Any) -> Any:
    """The address of ``array[row]``, as ``at``; the rows must be contiguous."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        whole = context.make_array(sig.args[0])(context, builder, args[0])
        stride = builder.extract_value(whole.strides, 0)
        step = builder.udiv(stride, whole.itemsize)
        return builder.gep(whole.data, [builder.mul(args[1], step)])

    return types.CPointer(array.dtype)(array, types.int64), lower


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def popc(typingctx: Any, bits: Any) -> Any:
    """How many bits are set, as int64."""
    return types.int64(types.uint64), lambda context, builder, sig, args: builder.ctpop(args[0])


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def ctz(typingctx: Any, bits: Any) -> Any:
    """The index of the lowest set bit, as int64; 64 when none is."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, 0))

    return types.int64(types.uint64), lower
