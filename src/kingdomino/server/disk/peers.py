"""The processes that share a PostgreSQL: hints of what was written, who lives, who does what.

Whoever commits sends a hint, ``table:seq``, and ``table:*`` where who sits or listens there has
changed. A hint is no promise: who has missed some reads what came after the last event it knows.
A process that has not said for a while that it lives is taken for dead, and what it had claimed
is for others to do. The event that comes of it is theirs who write it first.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from ..log import warn
from .questions import ALIVE, ANSWERED, LIVES, Questions
from .store import Said, Told, Unreachable

CHANNEL, SPOKEN = "kingdomino", "kingdomino_said"
NOTIFY = "SELECT pg_notify($1, said) FROM unnest($2::text[]) AS said"
BEAT = 1.0
LATE = 2000
"""What is due for so many milliseconds, and nobody's, is seen to by who finds it."""
QUIET = 5.0
SHOW_AFTER = 0.05
FORGOTTEN = 30_000
"""What is ours and so late has been dropped."""
_PAYLOAD = 7900
"""Bytes that PostgreSQL takes in one notification."""

Rows: TypeAlias = Callable[..., Awaitable[list[Any]]]

_BEAT = """
INSERT INTO process (id, seen) VALUES ($1, clock_timestamp())
ON CONFLICT (id) DO UPDATE SET seen = excluded.seen RETURNING xmax = 0
"""
_BURY = f"""
WITH dead AS (DELETE FROM process WHERE id = $1 OR NOT {LIVES} RETURNING id),
     unasked AS (DELETE FROM question WHERE asked_by IN (SELECT id FROM dead))
DELETE FROM presence WHERE process IN (SELECT id FROM dead) RETURNING game
"""
_THINKERS = f"SELECT count(*) FROM process WHERE thinks AND {LIVES}"
_SHOW = """
WITH shown AS (SELECT * FROM unnest($1::text[], $2::integer[]) AS s (game, seats)),
     gone AS (DELETE FROM presence WHERE process = $3 AND game IN
         (SELECT game FROM shown WHERE seats = 0))
INSERT INTO presence (game, process, seats) SELECT game, $3, seats FROM shown WHERE seats <> 0
ON CONFLICT (game, process) DO UPDATE SET seats = excluded.seats
"""
_ELSEWHERE = f"""
SELECT bit_or(seats) FROM presence JOIN process ON id = process
WHERE game = $1 AND id <> $2 AND {LIVES}
"""
_FREE = f"""
(due.claimed_by IS NULL OR due.claimed_by = $2
 OR due.claimed_by NOT IN {ALIVE})
"""
_CLAIM = f"""
INSERT INTO due (game, seq, claimed_by) VALUES ($1, $3, $2)
ON CONFLICT (game) DO UPDATE SET claimed_by = $2, seq = $3 WHERE due.seq <= $3 AND {_FREE}
RETURNING game
"""
_ORPHANS = f"""
UPDATE due SET claimed_by = $2 WHERE game IN (
    SELECT game FROM due WHERE at < $1 AND {_FREE}
        AND (due.claimed_by IS DISTINCT FROM $2 OR at < $1 - {FORGOTTEN})
    ORDER BY at LIMIT $3 FOR UPDATE SKIP LOCKED
) RETURNING game
"""
_HEADS = """
SELECT game, (SELECT max(seq) FROM event WHERE event.game = asked.game)
FROM unnest($1::text[]) AS asked (game)
"""


def hints(told: Iterable[tuple[str, int | None]]) -> list[str]:
    """What is sent to the others, as few notifications as it takes."""
    found, length = list[list[str]](), _PAYLOAD
    for game, seq in told:
        word = f"{game}:{'*' if seq is None else seq}"
        if length + len(word) >= _PAYLOAD:
            found.append([])
            length = 0
        found[-1].append(word)
        length += len(word) + 1
    return [" ".join(words) for words in found]


class PostgresPeers:
    """What one process tells the others and hears of them."""

    def __init__(self, rows: Rows, connect: Callable[[], Awaitable[Any]]) -> None:
        self.id = secrets.token_hex(8)
        self.questions = Questions(rows, self.id)
        self._rows = rows
        self._connect = connect
        self._told: Told = lambda game, seq: None
        self._said: Said = lambda game, seat, word: None
        self._tasks: list[asyncio.Task[None]] = []
        self._shown: dict[str, int] = {}
        self._unsaid: set[str] = set()
        self.beating = False
        """Whether others know that we live."""
        self._closed = False
        self.own: int | None = None
        """The connection whose hints are our own."""

    def follow(self, told: Told, said: Said) -> None:
        """Hear of what others do from now on."""
        self._told, self._said = told, said
        self._tasks += [asyncio.ensure_future(self._listen()), asyncio.ensure_future(self._live())]

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except Exception as problem:
                warn("hints_not_heard", why=repr(problem))
            await asyncio.sleep(BEAT / 4)

    async def _listen_once(self) -> None:
        """Until the connection ends."""
        connection = await self._connect()
        ended = asyncio.Event()
        connection.add_termination_listener(lambda _: ended.set())
        try:
            await connection.add_listener(CHANNEL, self._hear)
            await connection.add_listener(ANSWERED, self.questions.hear)
            await connection.add_listener(SPOKEN, self._hear_said)
            # Whatever was said before is caught up with.
            self._told("", None)
            while not ended.is_set():
                # A line that was cut says nothing by itself.
                await connection.execute("SELECT")
                with suppress(TimeoutError):
                    await asyncio.wait_for(ended.wait(), QUIET)
        finally:
            connection.terminate()

    def _hear(self, connection: object, process: int, channel: str, said: str) -> None:
        if process == self.own:
            return
        for word in said.split():
            game, _, seq = word.partition(":")
            self._told(game, None if seq == "*" else int(seq))

    def _hear_said(self, connection: object, process: int, channel: str, text: str) -> None:
        speaker, game, seat, word = text.split()
        if speaker != self.id:
            self._said(game, int(seat), word)

    def say(self, game: str, seat: int, word: str) -> None:
        """Let others hear it, now or never: it is kept nowhere."""
        task = asyncio.ensure_future(self._pass_on(f"{self.id} {game} {seat} {word}"))
        self._tasks.append(task)
        task.add_done_callback(self._tasks.remove)

    async def _pass_on(self, text: str) -> None:
        with suppress(Unreachable):
            await self._rows(NOTIFY, SPOKEN, [text])

    async def _live(self) -> None:
        while True:
            try:
                await self._beat()
                await self._bury()
                ((self.questions.thinkers,),) = await self._rows(_THINKERS)
            except Unreachable:
                pass
            except Exception as problem:
                warn("beat_failed", why=repr(problem))
            await asyncio.sleep(BEAT)

    async def _beat(self) -> None:
        ((fresh,),) = await self._rows(_BEAT, self.id)
        if fresh and self.beating:
            # We were taken for dead, or the database has crashed: nobody knows who is here.
            self._say_later(self._shown)
        self.beating = True

    async def _bury(self, who: str = "") -> None:
        """Tell everybody whose players have gone with a process; *who* is no more from now on."""
        games = {game for (game,) in await self._rows(_BURY, who)}
        if games:
            await self._notify((game, None) for game in games)
            for game in games:
                self._told(game, None)

    async def _notify(self, told: Iterable[tuple[str, int | None]]) -> None:
        await self._rows(NOTIFY, CHANNEL, hints(told))

    def show(self, game: str, seats: Iterable[int]) -> None:
        """Let others know, some time soon, which seats have somebody connected here."""
        bits = sum(1 << seat for seat in seats)
        if bits == self._shown.get(game, 0) or self._closed:
            return
        if bits:
            self._shown[game] = bits
        else:
            del self._shown[game]
        self._say_later([game])

    def _say_later(self, games: Iterable[str]) -> None:
        before = len(self._unsaid)
        self._unsaid |= {*games}
        if not before and self._unsaid:
            task = asyncio.ensure_future(self._say())
            self._tasks.append(task)
            task.add_done_callback(self._tasks.remove)

    async def _say(self) -> None:
        await asyncio.sleep(SHOW_AFTER)
        games, self._unsaid = sorted(self._unsaid), set()
        try:
            await self._beat()
            await self._rows(_SHOW, games, [self._shown.get(game, 0) for game in games], self.id)
            await self._notify((game, None) for game in games)
        except Exception as problem:
            warn("presence_not_shown", why=repr(problem))

    async def elsewhere(self, game: str) -> frozenset[int]:
        """The seats with somebody connected to another process that lives."""
        ((bits,),) = await self._rows(_ELSEWHERE, game, self.id)
        return frozenset(seat for seat in range(8) if (bits or 0) >> seat & 1)

    async def claim(self, game: str, seq: int) -> bool:
        """Whether it is for this process to do what is due after an event."""
        return bool(await self._rows(_CLAIM, game, self.id, seq))

    async def orphans(self, now: int, *, most: int) -> list[str]:
        """Tables where something is due that nobody sees to; from now on it is for us to do."""
        return [game for (game,) in await self._rows(_ORPHANS, now - LATE, self.id, most)]

    async def heads(self, games: Sequence[str]) -> dict[str, int]:
        """The last event of each of these tables."""
        return {game: seq or 0 for game, seq in await self._rows(_HEADS, [*games])}

    async def others(self) -> int:
        """How many other processes live."""
        return len(await self._rows(f"SELECT id FROM process WHERE id <> $1 AND {LIVES}", self.id))

    async def close(self) -> None:
        """Others see to what was ours, at once."""
        self._closed = True
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.beating:
            with suppress(Unreachable):
                await self._bury(self.id)
