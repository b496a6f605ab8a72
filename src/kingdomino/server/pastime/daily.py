"""The daily deal: which one it is, one try at it that counts, practice, and the strongest's game.

A try is an ordinary table. Its name follows from the browser, the day, the game and the level, so
that there cannot be two of them that count, in whichever process or database.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from ...bots.levels import LEVELS
from ...bots.skill import RANKS
from ...core.score import score_sheets
from ...games.catalogue import GAMES
from ...games.daily import PLAYERS, VERSION, deal_nonce, deal_secret, seed_of, yesterday
from ..error import ServerError
from ..live.hall import Hall
from ..live.room import Room
from ..message import DailyTry, clean_name
from ..table.patch import Json
from ..table.position import DailySetup, SeatSetup, Setup

COUNTS, PRACTICE, STRONGEST = "counts", "practice", "strongest"
BEST = [*LEVELS][-1]
"""The level whose game is shown to compare with."""


class Daily:
    """The deals of one server."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._key = hall.settings.daily_key or hall.keys.daily

    @property
    def _today(self) -> date:
        return datetime.fromtimestamp(self._hall.settings.clock(), UTC).date()

    def told(self) -> Json:
        """Today's deal as everybody may know it, and the last seed that is no secret any more."""
        today = self._today
        next_day = datetime.combine(today + timedelta(days=1), datetime.min.time(), UTC)
        missing = [level for level in RANKS if self._hall.bots.state_of(level) == "missing"]
        return {
            "version": VERSION,
            "day": today.isoformat(),
            "ends": int(next_day.timestamp() * 1000),
            "shown": {"day": yesterday(today).isoformat(), "seed": self._seed(yesterday(today))},
            "games": [game.name for game in GAMES if PLAYERS in game.players],
            "levels": [level for level in RANKS if level not in missing],
        }

    def _seed(self, day: date) -> str:
        return seed_of(self._key, day).hex()

    async def open(self, asked: DailyTry, browser: bytes, *, opener: str) -> Json:
        """A table with today's deal: the try that counts, or practice after it; or ServerError."""
        about = self.told()
        for what, given in (("game", asked.game), ("level", asked.level)):
            if given not in about[f"{what}s"]:
                known = ", ".join(about[f"{what}s"])
                why = f"there is no daily deal for the {what} {given[:40]!r} ({known})"
                raise ServerError("bad_request", why)
        day = self._today
        mine = self._name(browser, day, asked.game, asked.level)
        if asked.practice:
            tried = await self._hall.deal(mine)
            if tried is None or not tried.position.state.over:
                why = "the try that counts comes first: practice would show the dominoes"
                raise ServerError("daily_first", why)
        seats = (
            SeatSetup(clean_name(asked.name), "human", nonce=deal_nonce(day)),
            SeatSetup("", "bot", asked.level),
        )
        room = await self._hall.open_deal(
            _setup(asked.game, seats, day, PRACTICE if asked.practice else COUNTS),
            deal_secret(seed_of(self._key, day), asked.game),
            browser,
            table=self._hall.new_id() if asked.practice else mine,
            opener=opener,
        )
        return {"id": room.id, "day": day.isoformat(), "over": room.position.state.over}

    async def strongest(self, room: Room, browser: bytes | None, *, opener: str) -> Json:
        """What the strongest bot makes of a deal, for who has played it; or ServerError."""
        setup, daily = room.charter.setup, room.charter.setup.daily
        if daily is None or daily.kind == STRONGEST:
            raise ServerError("bad_request", "this table is no try at a daily deal")
        if not (room.seats_of(browser) and room.position.state.over):
            raise ServerError("daily_first", "the strongest bot's game is shown after one's own")
        day, level = date.fromisoformat(daily.day), setup.seats[1].level or ""
        able = next(one for one in (BEST, *RANKS[::-1]) if self._can_play(one))
        seats = (SeatSetup("", "bot", able, deal_nonce(day)), SeatSetup("", "bot", level))
        game = await self._hall.open_deal(
            _setup(setup.game, seats, day, STRONGEST),
            room.charter.secret,
            None,
            table=self._name(None, day, setup.game, level),
            opener=opener,
        )
        now = game.position
        totals = [sheet.total for sheet in score_sheets(now.state)]
        return {"id": game.id, "level": able, "over": now.state.over, "totals": totals}

    def _can_play(self, level: str) -> bool:
        return self._hall.bots.state_of(level) != "missing"

    def _name(self, browser: bytes | None, day: date, game: str, level: str) -> str:
        return self._hall.keys.deal_table(browser, day.isoformat(), game, level)


def _setup(game: str, seats: tuple[SeatSetup, ...], day: date, kind: str) -> Setup:
    """Nobody is helped in a try that counts."""
    daily = DailySetup(day.isoformat(), kind)
    return Setup(game, PLAYERS, (), seats, hints=kind == PRACTICE, daily=daily)
