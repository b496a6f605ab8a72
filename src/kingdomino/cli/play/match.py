"""One game at the table: what has happened, who sits where, what everybody has been told."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from ...bots import Bot, bot_named
from ...bots.levels import steady_bot
from ...bots.roster import plain_bot
from ...core.action import Choose, Event, Recruit, Settle, Spend
from ...core.engine import apply, draw
from ...core.record import Record
from ...core.state import Phase, State
from ...games.daily import bot_seed, deal_stream
from ..show.sentence import aftermath, event_sentence, listed
from .save import write_games

BOT = "bot:"
LONGEST = 18


def shown_names(players: Sequence[str]) -> tuple[str, ...]:
    """Names as they are shown: bots by their kind, nobody twice, nothing unprintable."""
    names: list[str] = []
    for player in players:
        plain = player.removeprefix(BOT)
        name = "".join(c if c.isprintable() else "?" for c in plain)[:LONGEST] or "?"
        name = name.capitalize() if player.startswith(BOT) else name
        twins = sum(other == name or other.startswith(f"{name} ") for other in names)
        names.append(f"{name} {twins + 1}" if twins else name)
    return tuple(names)


class Deal(NamedTuple):
    """A daily deal and the level that it is played against."""

    day: date
    secret: bytes
    level: str


class Match:
    """A game under way. Its record and its states grow together and can be taken back together."""

    def __init__(
        self,
        record: Record,
        *,
        seed: int,
        save: Path | None = None,
        past: tuple[Record, ...] = (),
        deal: Deal | None = None,
    ) -> None:
        self.deal = deal
        self.past = past
        """The games of this dynasty before this one."""
        self.seed = seed
        self.save = save
        self.names = shown_names(record.players)
        self.bots: tuple[Bot | None, ...] = tuple(_bot(name) for name in record.players)
        if deal is not None:
            self.bots = (None, plain_bot(steady_bot(deal.level, record.rules)))
        self.record = record
        self.states = list(record.states())
        self.forced: set[int] = set()
        """Events that nobody was asked about: there was one way only."""
        self.told = {seat: self._last_of(seat) for seat in range(record.rules.players)}
        """Up to which event each player has seen what happened."""

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def games(self) -> tuple[Record, ...]:
        """The games of the dynasty before this one, and this one: what is saved."""
        return (*self.past, self.record)

    def add(self, event: Event) -> None:
        state = apply(self.state, event)
        self.record = self.record.then(event)
        self.states.append(state)

    def take_back(self, start: int) -> bool:
        """Undo the last step somebody was asked about, but none before *start*; False without."""
        last = len(self.record.events) - 1
        while last >= start and last in self.forced:
            last -= 1
        if last < start:
            return False
        self.cut(last)
        return True

    def cut(self, length: int) -> None:
        """Keep the first *length* events."""
        record = self.record
        self.record = Record(record.rules, record.players, record.events[:length], record.dynasty)
        del self.states[length + 1 :]
        self.forced = {event for event in self.forced if event < length}

    def turn_start(self) -> int:
        """How many events there were when the turn under way began."""
        start = len(self.record.events)
        while start and not self.begins(start):
            start -= 1
        return start

    def begins(self, index: int) -> bool:
        """Whether the decision after so many events begins a turn."""
        before, now = self.states[index - 1], self.states[index]
        if now.over or now.player is None or now.player != before.player:
            return True
        phase = now.agenda[0].phase
        chosen = isinstance(self.record.events[index - 1], Choose)
        return phase is Phase.PLACE or (phase is Phase.CHOOSE and chosen)

    def rng(self, purpose: str) -> random.Random:
        """A stream for the next event: taking back and trying again does not change the luck."""
        if self.deal is not None:
            return random.Random(bot_seed(self.deal.secret, len(self.record.events)))
        game = self.record.dynasty.game if self.record.dynasty else 0
        return random.Random(f"{self.seed} {game} {purpose} {len(self.record.events)}")

    def chance(self) -> Event:
        """What chance decides now."""
        if self.deal is None:
            return draw(self.state, self.rng("chance"))
        stream = deal_stream(self.deal.secret, self.deal.day)
        return [stream.draw(state) for state in self.states if state.chance][-1]

    def news(self, seat: int) -> list[str]:
        """What has happened since *seat* last looked, a line a turn; they have looked now."""
        start, self.told[seat] = self.told[seat], len(self.record.events)
        lines: list[str] = []
        for index in range(start, len(self.record.events)):
            story = self.story(index)
            player = self.states[index].player
            if player is not None and index > start and not self.begins(index):
                name = f"{self.names[player]} "
                if story and lines and lines[-1].startswith(name):
                    lines[-1] += f", {story.pop(0).removeprefix(name)}"
            lines += story
        return lines

    def story(self, index: int) -> list[str]:
        """One event in sentences, with what followed by itself; settling is told as a whole."""
        before, after = self.states[index], self.states[index + 1]
        event = self.record.events[index]
        if isinstance(event, Spend | Recruit) and self._settles_later(index):
            return []
        sentence = event_sentence(before, event, self.names) + self.price(index)
        return [sentence, *aftermath(before, after, self.names)]

    def price(self, index: int) -> str:
        """What a caveman cost who has just been settled: `` for fish and flint``."""
        if not isinstance(self.record.events[index], Settle):
            return ""
        return f" for {listed([r.label for r in self.states[index - 1].spent])}"

    def _settles_later(self, index: int) -> bool:
        return any(isinstance(event, Settle) for event in self.record.events[index:][:5])

    def _last_of(self, seat: int) -> int:
        """How many events there were when *seat* had acted last."""
        for index in range(len(self.record.events) - 1, -1, -1):
            if self.states[index].player == seat:
                return index + 1
        return 0

    def autosave(self) -> None:
        """Write the game to its file, if it has one; raises Failure or OSError."""
        if self.save is not None:
            write_games(self.save, self.games)


def _bot(name: str) -> Bot | None:
    return bot_named(name.removeprefix(BOT)) if name.startswith(BOT) else None
