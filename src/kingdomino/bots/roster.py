"""The bots that live here by name, all but the levels for people, which are made of these."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from .bot import Bot
from .budget import Budget, BudgetError, parse_budget
from .simple.greedy import Greedy
from .simple.uniform import Uniform

BOTS: Mapping[str, Callable[[], Bot]] = {"random": Uniform, "greedy": Greedy}
"""How each bot is made that works anywhere."""

SEARCHING: Mapping[str, str] = {
    "search": "our search: a tree up to the next row, neat greedy playouts, the end solved",
    "tr": "true random: any legal action",
    "gprd": "greedy placement, random draft",
    "fg": "full greedy: the best gain now and with the next domino",
    "mce-tr": "flat Monte-Carlo, random playouts",
    "mce-pg": "flat Monte-Carlo, own moves greedy, others random",
    "mce-fg": "flat Monte-Carlo, full greedy playouts",
    "uct": "UCT with C = 0.6, random playouts",
}
"""The bots of the fast engine, which may have a budget: ``search:500`` or ``search:0.5s``."""

POLICY, CHAMPION = "policy", "champion"
LEARNED: Mapping[str, str] = {
    POLICY: "the net alone; policy:0.5 draws from what it finds likely, the wilder the higher",
    CHAMPION: "search by what was learned, for so many evaluations: champion:500, champion:0.5s",
}
"""The bots that have learned. Where no net was trained for the rules, the search plays instead."""

HASTY = "hasty"
"""``hasty:40`` is greedy, but sees only 40 % of what it could do."""

PLAYOUTS = 1000
"""The budget of a searching bot that was given none."""


class UnknownBot(ValueError):
    """There is no bot of this name."""


class MissingExtra(ValueError):
    """The bot needs a package that is not installed."""


def plain_bot(
    name: str, *, budget: Budget | None = None, seconds: float | None = None, threads: int = 1
) -> Bot:
    """A new bot that is no level and lives here: ``greedy``, ``hasty:40``, ``mce-fg:2000``.

    *budget* is for searching bots whose name holds none; *seconds* is what a searching bot may
    take at most, whatever its budget says. Raises UnknownBot, BudgetError or MissingExtra, in one
    sentence.
    """
    plain, colon, own = name.partition(":")
    if plain == HASTY:
        return Greedy(sees=_part_seen(own))
    if plain in BOTS and not colon:
        return BOTS[plain]()
    if plain == POLICY:
        return _learned(POLICY, temperature=_temperature(own) if colon else 0.0)
    if plain not in (CHAMPION, *SEARCHING):
        raise UnknownBot(name)
    budget = parse_budget(own) if colon else budget or Budget(PLAYOUTS)
    if seconds is not None:
        budget = replace(budget, seconds=min(seconds, budget.seconds or seconds))
    if plain == CHAMPION:
        return _learned(CHAMPION, budget=budget)
    return _searching(plain, budget, threads)


def _part_seen(text: str) -> float:
    if not text.isdecimal() or not 0 < int(text) <= 100:
        raise BudgetError(f"not a percentage: {text!r} (such as {HASTY}:40, from 1 to 100)")
    return int(text) / 100


def _temperature(text: str) -> float:
    if not re.fullmatch(r"\d{1,2}(\.\d+)?", text) or not float(text):
        raise BudgetError(f"not a temperature: {text!r} (such as {POLICY}:0.5, above 0)")
    return float(text)


@contextmanager
def _needing_fast(name: str) -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name not in ("numba", "numpy"):
            raise
        raise MissingExtra(
            f"the bot {name!r} needs {missing.name}: install kingdomino[fast]"
        ) from None


def _learned(name: str, *, budget: Budget | None = None, temperature: float = 0.0) -> Bot:
    with _needing_fast(name):
        from .learned.champion import Champion
        from .learned.policy import Policy
    return Policy(temperature) if budget is None else Champion(budget)


def _searching(name: str, budget: Budget, threads: int) -> Bot:
    with _needing_fast(name):
        from .search.player import ANCHORS, POLICIES, Policy, Search
    if name in POLICIES:
        return Policy(POLICIES[name])
    return Search(budget, ANCHORS.get(name), threads=threads)
