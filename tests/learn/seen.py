"""What is legal, read off the features."""

from __future__ import annotations

from typing import Any

import numpy as np

from kingdomino.fast.learning.feature import ALL_SLOTS, ITEM_SLOT, LEGAL_FIRST
from kingdomino.fast.learning.practice import Features


def legal(seen: Features) -> Any:
    planes = seen.cells[:, 0, :, LEGAL_FIRST : LEGAL_FIRST + 5]
    squares = planes.transpose(0, 2, 1).reshape(len(planes), ITEM_SLOT)
    return np.concatenate([squares, seen.items[:, : ALL_SLOTS - ITEM_SLOT]], 1)
