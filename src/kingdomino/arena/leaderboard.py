"""The leaderboard: fixed tables, deals, opponents and times, and a file that can be checked.

A file holds every decision of every game. Chance follows from the seed and the opponents are ours,
so whoever doubts a row plays the games again without the bot: see docs/leaderboard.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ..bots.outside.asking import PATIENCE
from ..bots.table import stream
from ..core.engine import advance, draw, legal_actions, start
from ..core.notation import format_action
from ..core.state import State
from ..games.catalogue import DYNASTY_GAMES, rules
from .game import Result, bot_for, game_seed, outcome, result_of, seat_streams
from .plan import Pairing, Plan, PlanError
from .statistics import Interval, Standing, standings

FORMAT = "kingdomino-leaderboard/1"
SEED = 1
GAMES = 200
"""Of each table, in whole deals: what a row must have to be on the page."""
PRECISION = 1e-9


class LeaderboardError(ValueError):
    """A file that is none, or that does not hold what it says."""


class Seating(NamedTuple):
    """A table of the leaderboard: a game, and who sits on all seats but the bot's."""

    name: str
    game: str
    players: int
    variants: tuple[str, ...]
    opponent: str

    def plan(self, bot: str) -> Plan:
        """The contest of a bot at this table."""
        made = rules(self.game, self.players, self.variants)
        seats = (bot, *[self.opponent] * (self.players - 1))
        return Plan(made, seats, SEED, patience=PATIENCE, moves=True)


_GAMES = (
    ("kingdomino-2", "kingdomino", 2, ()),
    ("kingdomino-4", "kingdomino", 4, ("middle_kingdom", "harmony")),
    ("giants-3", "giants", 3, ()),
    ("discovery-3", "origins-discovery", 3, ()),
    ("totem-3", "origins-totem", 3, ()),
    ("tribe-3", "origins-tribe", 3, ()),
)
SEATINGS = tuple(
    Seating(f"{name}-{word}", game, players, variants, opponent)
    for word, opponent in (("greedy", "greedy"), ("search", "search:200"))
    for name, game, players, variants in _GAMES
)


def seatings(names: Sequence[str]) -> list[Seating]:
    """The tables of these names, or all; raises PlanError."""
    known = {seating.name: seating for seating in SEATINGS}
    for name in names:
        if name not in known:
            raise PlanError(f"there is no table {name!r}; there are {', '.join(known)}")
    return [known[name] for name in names] or [*SEATINGS]


class Row(NamedTuple):
    """What a bot did at one table."""

    seating: Seating
    results: list[Result]

    def standing(self, bot: str) -> Standing:
        return next(one for one in standings(self.results, seed=SEED) if one.bot == bot)


def document(bot: str, name: str, version: str, rows: Iterable[Row]) -> dict[str, Any]:
    """What is handed in: each table with its figures and all its games."""
    return {
        "format": FORMAT,
        "bot": bot,
        "name": name,
        "version": version,
        "tables": [
            {
                "table": row.seating.name,
                **row.seating.plan(bot).document(),
                **row.standing(bot).document(),
                "results": [[*result] for result in row.results],
            }
            for row in rows
        ],
    }


def read(given: object) -> tuple[str, list[Row]]:
    """The bot and the rows of a file; raises LeaderboardError where a figure or setting is wrong.

    Whether its games were played so is for ``check_game`` to say.
    """
    if not isinstance(given, dict) or given.get("format") != FORMAT:
        raise LeaderboardError(f"not a file of {FORMAT}")
    try:
        bot = str(given["bot"])
        return bot, [_row(bot, table) for table in given["tables"]]
    except (KeyError, TypeError, AttributeError, IndexError) as broken:
        raise LeaderboardError(f"a broken file: {broken!r}") from None


def _row(bot: str, table: dict[str, Any]) -> Row:
    (seating,) = seatings([table["table"]])
    plan, results = seating.plan(bot), [result_of(row) for row in table["results"]]
    settings = {"patience": None, **plan.document()}
    for key, value in settings.items():
        if table.get(key) != value:
            raise LeaderboardError(f"{seating.name}: {key} is {table.get(key)}, not {value}")
    played = [Pairing(result.deal, result.lineup) for result in results]
    if not played or sorted(played) != sorted(plan.pairings(len(played))):
        raise LeaderboardError(f"{seating.name}: the first deals, each whole, are to be played")
    row = Row(seating, sorted(results, key=lambda one: (one.deal, one.lineup)))
    for key, value in row.standing(bot).document().items():
        if not _same(table[key], value):
            raise LeaderboardError(f"{seating.name}: {key} is {table[key]}, but comes to {value}")
    return row


def _same(told: object, found: object) -> bool:
    if isinstance(found, Interval) and isinstance(told, list):
        return len(told) == 2 and all(map(_same, told, found))
    if isinstance(found, float) and isinstance(told, int | float):
        return abs(told - found) <= PRECISION
    return told == found


def check_game(plan: Plan, result: Result, *, opponents: bool = True) -> None:
    """Play a game again from its decisions; raises LeaderboardError where it was another.

    With *opponents* those are asked again too: each must have decided so.
    """
    pairing = Pairing(result.deal, result.lineup)
    parts = DYNASTY_GAMES if plan.dynasty else 1
    whole = len(result.moves) == parts or (result.fault and 0 < len(result.moves) < parts)
    if not whole:
        raise _wrong(plan, result, f"it has {len(result.moves)} parts")
    ends = [
        _replayed(plan, pairing, part, moves, _asked(plan, pairing, part, opponents=opponents))
        for part, moves in enumerate(result.moves)
    ]
    if result.fault and result.lineup[result.fault.seat] != plan.bots[0]:
        raise _wrong(plan, result, "an opponent failed, which none of ours does")
    over = all(end.over for end in ends)
    if over == bool(result.fault):
        raise _wrong(plan, result, "it was not played to its end" if not over else "it has an end")
    scores, places = outcome(ends, result.fault, dynasty=plan.dynasty)
    if (scores, places) != (result.scores, result.places):
        raise _wrong(plan, result, f"it ends with {scores}, not with {result.scores}")


def _wrong(plan: Plan, result: Result | Pairing, why: str) -> LeaderboardError:
    return LeaderboardError(f"{plan.rules}, deal {result.deal}, {'/'.join(result.lineup)}: {why}")


def _asked(
    plan: Plan, pairing: Pairing, part: int, *, opponents: bool
) -> Callable[[State], str | None]:
    """What somebody of ours decides in a state; None for the bot whose row it is."""
    streams = seat_streams(game_seed(plan, pairing, part), pairing.lineup)

    def decided(state: State) -> str | None:
        seat = state.agenda[0].player
        name = pairing.lineup[seat]
        if not opponents or name == plan.bots[0]:
            return None
        return format_action(bot_for(plan, name).act(state, streams[seat]))

    return decided


def _replayed(
    plan: Plan, pairing: Pairing, part: int, moves: str, decided: Callable[[State], str | None]
) -> State:
    chance = stream(game_seed(plan, pairing, part), 0, "chance")
    state, texts = start(plan.rules), [text for text in moves.split(";") if text]
    for number in range(len(texts) + 1):
        while state.chance:
            state = advance(state, draw(state, chance))
        if number == len(texts):
            break
        legal = {format_action(action): action for action in legal_actions(state)}
        if texts[number] not in legal:
            raise _wrong(plan, pairing, f"decision {number + 1}, {texts[number]!r}, was not legal")
        due = decided(state)
        if due not in (None, texts[number]):
            who = pairing.lineup[state.agenda[0].player]
            raise _wrong(
                plan, pairing, f"decision {number + 1}: {who} does not {texts[number]}, but {due}"
            )
        state = advance(state, legal[texts[number]])
    return state


def check_document(bot: str, table: str, row: list[Any], opponents: bool) -> str:  # noqa: FBT001
    """As ``check_game`` for another process: what is wrong, or nothing."""
    (seating,) = seatings([table])
    try:
        check_game(seating.plan(bot), result_of(row), opponents=opponents)
    except LeaderboardError as wrong:
        return str(wrong)
    return ""
