"""What one write puts on disk, in words that both databases know: ``$1`` is the first value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from ..key import Keys
from .store import Offer, Write

Statement: TypeAlias = tuple[str, tuple[Any, ...]]
_OPEN = """
INSERT INTO game (id, opened_at, rules_version, fair, setup, secret, creator)
VALUES ($1, $2, $3, $4, $5, $6, $7)
"""
_FORGET = (
    "DELETE FROM event WHERE game = $1",
    "DELETE FROM holder WHERE game = $1",
    "DELETE FROM summary WHERE game = $1",
    "DELETE FROM review WHERE game = $1",
    "DELETE FROM offer WHERE game = $1",
    "DELETE FROM game WHERE id = $1",
)
_OWN = """
INSERT INTO holder (game, seat, browser, invitation) VALUES ($1, $2, $3, $4)
ON CONFLICT (game, seat) DO UPDATE SET browser = excluded.browser, invitation = excluded.invitation
"""
_REVIEW = """
INSERT INTO review (game, document) VALUES ($1, $2)
ON CONFLICT (game) DO UPDATE SET document = excluded.document
"""
_OFFER = """
INSERT INTO offer (game, at, opener, document) VALUES ($1, $2, $3, $4)
ON CONFLICT (game) DO UPDATE SET at = excluded.at, document = excluded.document
"""
_NAME = "UPDATE holder SET name = $1 WHERE game = $2 AND seat = $3"


def statements(write: Write, keys: Keys) -> Iterator[Statement]:
    """What has to be there before the events are appended."""
    if write.opening:
        yield _OPEN, write.opening.row(keys)
    if write.forget:
        yield from ((sql, (write.game,)) for sql in _FORGET)
    if write.review is not None:
        yield _REVIEW, (write.game, write.review)
    yield from _besides(write, keys)
    for owner in write.owners:
        yield _OWN, (write.game, *owner)
    for seat, name in write.names.items():
        yield _NAME, (name, write.game, seat)


def _besides(write: Write, keys: Keys) -> Iterator[Statement]:
    """What is kept beside the tables."""
    if write.push is not None:
        yield "DELETE FROM push WHERE browser = $1", write.push[:1]
        if write.push[1] is not None:
            yield "INSERT INTO push VALUES ($1, $2)", write.push
    if write.gone is not None:
        yield "DELETE FROM push WHERE browser = $1 AND endpoint = $2", write.gone
    if write.offer is not None:
        yield _offering(write.game, write.offer, keys)
    if write.parcels_before is not None:
        yield "DELETE FROM parcel WHERE until <= $1", (write.parcels_before,)
    if write.parcel is not None and write.parcel.sealed is None:
        yield "DELETE FROM parcel WHERE name = $1", write.parcel[:1]
    elif write.parcel is not None:
        yield "INSERT INTO parcel VALUES ($1, $2, $3)", write.parcel
    if write.probe is not None:
        yield "UPDATE health SET at = $1", (write.probe,)


def _offering(game: str, offer: Offer, keys: Keys) -> Statement:
    if offer.document is None:
        return "DELETE FROM offer WHERE game = $1", (game,)
    return _OFFER, (game, offer.at, keys.opener(offer.opener), offer.document)
