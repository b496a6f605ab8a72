"""A table as one text: what was agreed and its log, as devices keep it and servers take it over."""

from __future__ import annotations

import re

import msgspec

from ..error import ServerError
from ..settings import Settings
from .fold import BrokenLog, read_back, renamed
from .position import Charter, Entry, Position, Setup

_ID = re.compile(r"[a-z2-7]{10}")


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as it is kept."""

    id: str
    setup: Setup
    secret: str
    fair: str
    opened_at: int
    entries: list[Entry]
    names: dict[int, str] = {}

    def read(self, settings: Settings) -> tuple[Charter, Position, list[bytes]]:
        """The table after its log, every event checked; raises ServerError."""
        try:
            charter = Charter(self.id, self.setup, bytes.fromhex(self.secret), self.fair)
            if not _ID.fullmatch(self.id) or any(e.chain is None for e in self.entries):
                raise BrokenLog("its name or its chain is none")
            now, events = read_back(charter, self.entries, settings, opened_at=self.opened_at)
            return charter, renamed(charter, now, self.names), events
        except (BrokenLog, ValueError, KeyError) as broken:
            raise ServerError("damaged", f"this is no table: {broken}") from None


def parse_kept(text: str | bytes) -> Kept:
    """The table that a text holds, its log not looked at; raises ServerError."""
    try:
        return msgspec.json.decode(text, type=Kept)
    except (msgspec.DecodeError, UnicodeDecodeError) as broken:
        raise ServerError("damaged", f"this is no table: {broken}") from None


def format_kept(kept: Kept) -> str:
    """The text of a table."""
    return msgspec.json.encode(kept).decode()
