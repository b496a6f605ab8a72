"""The same games on uint64 bitboards, compiled by Numba for the CPU and for CUDA.

``engine`` plays one game, ``many`` plays thousands, ``learning`` steps them for those who learn and
``search`` looks ahead; ``bridge`` leads to core and back. ``board.layout`` says where everything
lies and ``rules.action`` how actions are numbered.
"""

from .warm import warmup

__all__ = ["warmup"]
