"""Positions out of games by strong bots, for learners: made on all cores, read as arrays."""

from __future__ import annotations

from .read import Batch, Dataset, DatasetError, Stream

__all__ = ["Batch", "Dataset", "DatasetError", "Stream"]
