"""The same games on uint64 bitboards, compiled by Numba for the CPU and for CUDA.

``engine`` plays one game, ``cpu`` and ``cuda`` many; ``codec`` and ``translate`` lead to core and
back; ``layout`` says where everything lies and ``action`` how actions are numbered.
"""

from .warm import warmup

__all__ = ["warmup"]
