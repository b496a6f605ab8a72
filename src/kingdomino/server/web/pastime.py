"""What can be asked over HTTP besides tables: score pad, puzzles, daily deal, one's results."""

from __future__ import annotations

import time
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ..live.hall import Hall
from ..message import (
    DAY_SECONDS,
    DailyTry,
    NewParcel,
    Nothing,
    OfParcel,
    PadAsked,
    PadCode,
    PuzzleAnswer,
)
from ..pastime.daily import Daily
from ..pastime.pad import read_code, score_tables
from ..pastime.parcel import Parcels
from ..pastime.puzzle import listed, shown, solved
from ..pastime.shape import (
    DailyDeal,
    DailyOpened,
    DailyStrongest,
    PadScored,
    ParcelFetched,
    ParcelLeft,
    Puzzle,
    Puzzles,
    Solved,
)
from .limit import AddressLimit, address
from .reply import json_response
from .request import Handlers, whole_number

A_DAY = f"public, max-age={DAY_SECONDS}"


class Pastimes(Handlers):
    """The handlers of what one does besides playing at a table."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall)
        self._daily = Daily(hall)
        self._parcels = Parcels(hall.store, hall.settings)
        hall.chores.append(self._parcels.forget_old)
        self._left = AddressLimit(hall.settings.limits.parcels, time.monotonic, "parcels")
        self._new_tables = AddressLimit(
            hall.settings.limits.new_tables, time.monotonic, "new tables"
        )

    async def score_pad(self, request: Request, asked: PadAsked) -> Annotated[Response, PadScored]:
        """A score pad's kingdoms, scored; nothing is stored."""
        return json_response(score_tables(asked.tables))

    async def read_pad(self, request: Request, asked: PadCode) -> Annotated[Response, PadScored]:
        """What a link to a score pad holds, scored."""
        return json_response(read_code(asked.code))

    async def puzzles(self, request: Request) -> Annotated[Response, Puzzles]:
        """The puzzles of a game."""
        day = int(self.hall.settings.clock() // DAY_SECONDS)
        return json_response(listed(self._game_named(request), day))

    async def puzzle(self, request: Request) -> Annotated[Response, Puzzle]:
        """One puzzle, without its solution."""
        game, number = self._game_named(request), _puzzle_number(request)
        return json_response(msgspec.Raw(shown(game, number)), cache=A_DAY)

    async def solve_puzzle(
        self, request: Request, asked: PuzzleAnswer
    ) -> Annotated[Response, Solved]:
        """An answer to a puzzle, judged."""
        game, number = self._game_named(request), _puzzle_number(request)
        return json_response(solved(game, number, asked.answer))

    async def daily(self, request: Request) -> Annotated[Response, DailyDeal]:
        """Today's deal."""
        return json_response(self._daily.told(), cache="no-cache")

    async def try_daily(
        self, request: Request, asked: DailyTry
    ) -> Annotated[Response, DailyOpened]:
        """A try at today's deal."""
        opener = address(request.scope)
        self._new_tables.check(opener)
        return await self._with_cookie(
            request, lambda browser: self._daily.open(asked, browser, opener=opener)
        )

    async def strongest(
        self, request: Request, asked: Nothing
    ) -> Annotated[Response, DailyStrongest]:
        """What the strongest bot makes of the deal that one has played."""
        room, browser = await self._room(request), self._browser(request)
        opener = address(request.scope)
        return json_response(await self._daily.strongest(room, browser, opener=opener))

    async def leave_parcel(
        self, request: Request, asked: NewParcel
    ) -> Annotated[Response, ParcelLeft]:
        """Results for another device, sealed; kept for a quarter of an hour."""
        self._left.check(address(request.scope))
        return json_response(await self._parcels.leave(asked))

    async def fetch_parcel(
        self, request: Request, asked: OfParcel
    ) -> Annotated[Response, ParcelFetched]:
        """What was left, once."""
        return json_response(await self._parcels.fetch(asked.name))


def _puzzle_number(request: Request) -> int:
    return whole_number(request.path_params["number"], "a puzzle has a number, from 1")
