"""Positions out of games by strong bots, for learners: made on all cores, read as arrays."""

from __future__ import annotations

from .make import DatasetError
from .read import Batch, Dataset, Stream

__all__ = ["Batch", "Dataset", "DatasetError", "Stream"]
