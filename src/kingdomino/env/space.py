"""The spaces that all environments share."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from ..core.rules import Rules
from ..fast.learning.observe import view
from ..fast.rules.action import ACTIONS


def observation_space(rules: Rules, version: int = 0) -> Dict:
    """Bytes of an observation of this version, and the mask of legal actions."""
    size = view(rules, version).bytes
    seen: dict[str, Any] = {
        "observation": Box(0, 255, (size,), np.uint8),
        # Discrete.sample takes masks of int8 and nothing else.
        "action_mask": Box(0, 1, (ACTIONS,), np.int8),
    }
    return Dict(seen)


def action_space() -> Discrete:
    """The ids of actions."""
    return Discrete(ACTIONS)
