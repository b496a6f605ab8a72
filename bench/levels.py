"""How far apart the levels are: ``python -m bench.levels``. Which bots they should be: ``--curve``.

Two players, every game. The levels are played as the bots that stand for them in
``kingdomino.bots.skill``, so that results stay true when that table changes. Below the page is who
does anything that is legal: a beginner, too, should beat that. The king may have less time than at
a real table (``--king``), which makes its lead over the prince smaller.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import log2
from pathlib import Path

from rich.table import Table

from bench.contest import Held, add_options, console, hold, played_on, results_file, wanted
from kingdomino.arena.game import Result
from kingdomino.arena.ladder import ladder, ratings
from kingdomino.arena.ledger import Ledger, whole_deals
from kingdomino.arena.page import rating_lines, replace_section
from kingdomino.arena.plan import Plan
from kingdomino.arena.statistics import Standing, elo
from kingdomino.bots import HASTY
from kingdomino.bots.levels import KING, LEVELS
from kingdomino.bots.skill import RANKS, SKILLS
from kingdomino.core.rules import Rules
from kingdomino.games.catalogue import GAME, rules

LEAST, MOST = 0.70, 0.85
"""How often a level should beat the one below."""
EDGE = 0.03
"""How far from these a level is planned."""
SEEING = sum(not level.searches for level in LEVELS.values())
"""So many levels see a part of what they could do; the others search."""
ANYTHING = "random"
CURVE = (
    ANYTHING,
    *(f"hasty:{part}" for part in (12, 25, 50, 100)),
    *(f"search:{playouts}" for playouts in (8, 32, 128, 512, 2048)),
)
"""From weak to strong; neighbours are played against each other."""
FADING = 0.7
"""A doubling of the playouts beyond the curve is worth so much of the one before."""


def _rules(kind: str) -> Rules:
    game, _, large = kind.partition(" ")
    return rules(game, 2, ["mighty_duel"] if large else [])


def _title(kind: str) -> str:
    game, _, large = kind.partition(" ")
    return f"{GAME[game].title} {large}".strip()


def _levels(kind: str, king: str) -> dict[str, str]:
    """The bot of each level, after who does anything."""
    names = (ANYTHING, *RANKS, "king")
    return dict(zip(names, (ANYTHING, *SKILLS[kind], f"search:{king}"), strict=True))


def _contests(asked: argparse.Namespace, kind: str, bots: Sequence[str]) -> list[Held]:
    """Each bot against the one before it."""
    file, made = results_file(asked.folder), _rules(kind)
    return [
        Held(
            f"{kind}: {better} over {worse}",
            Ledger(Plan(made, (better, worse), asked.seed), file, shared=True),
            asked.games,
        )
        for worse, better in pairwise(bots)
    ]


def _percent(one: Standing | None) -> str:
    if one is None:
        return "not played"
    low, high = one.win_rate_ci
    return f"{100 * one.win_rate:.0f} % ({100 * low:.0f}–{100 * high:.0f})"


def _verdict(one: Standing | None, most: float) -> str:
    """Whether the lead is right, and if not whether that is sure."""
    if one is None or LEAST <= one.win_rate <= most:
        return "good" if one else ""
    if one.win_rate < LEAST:
        return "too near" if one.win_rate_ci.high < LEAST else "rather near"
    return "too far" if one.win_rate_ci.low > most else "rather far"


HEADS = ("game", "level", "bot", "over", "wins", "games", "")


def _rows(kind: str, king: str, contests: Sequence[Held]) -> Iterator[list[str]]:
    levels = _levels(kind, king)
    for (worse, better), held in zip(pairwise(levels), contests, strict=True):
        one = held.first()
        games = str(one.games if one else 0)
        verdict = _verdict(one, 1.0 if worse == ANYTHING else MOST)
        yield [_title(kind), better, levels[better], worse, _percent(one), games, verdict]


def _named(held: Held, names: dict[str, str]) -> list[Result]:
    """The results with the levels for the bots."""
    results = whole_deals(held.ledger.plan, held.ledger.results)
    return [r._replace(lineup=tuple(names[bot] for bot in r.lineup)) for r in results]


def _page(page: Path, kind: str, asked: argparse.Namespace, contests: Sequence[Held]) -> list[str]:
    names = {bot: level for level, bot in _levels(kind, asked.king).items()}
    played = [results for held in contests if (results := _named(held, names))]
    if not played:
        return []
    rungs = ladder(played, seed=1)
    name = f"levels-{kind.replace(' ', '-').replace('×', 'x')}"
    picture = rating_lines(page, rungs, name=name, title=_title(kind))[0]
    rows = [row[1:] for row in _rows(kind, asked.king, contests)]
    words = f"--games {asked.games} --king {asked.king} --seed {asked.seed} --only '{kind}'"
    where = played_on(results_file(asked.folder))
    return [
        f"### {_title(kind)}",
        "",
        picture,
        "",
        f"| {' | '.join(HEADS[1:])} |",
        f"|{'---|' * len(HEADS[1:])}",
        *(f"| {' | '.join(row)} |" for row in rows),
        "",
        f"{where}, one core a game: `python -m bench.levels {words}`",
        "",
    ]


def _known(page: Path, kind: str) -> list[str]:
    """What the page has of a game."""
    lines = page.read_text(encoding="utf-8").splitlines() if page.exists() else []
    head = f"### {_title(kind)}"
    if head not in lines:
        return []
    lines = lines[lines.index(head) :]
    ends = (i for i, line in enumerate(lines) if i and line.startswith(("###", "<!--")))
    return lines[: next(ends)]


def curve_ratings(contests: Sequence[Held]) -> dict[str, float]:
    """The ratings of the bots of a curve, in its order."""
    found = ratings(
        result for held in contests for result in whole_deals(held.ledger.plan, held.ledger.results)
    )
    return {bot: found[bot] for bot in CURVE if bot in found}


def beyond(curve: dict[str, float], playouts: float) -> float:
    """The rating of more playouts than the curve has, by its last step."""
    (before, low), (last, high) = [*curve.items()][-2:]
    slope, gained = (high - low) / log2(_size(last) / _size(before)), 0.0
    for _ in range(int(log2(max(1.0, playouts / _size(last))))):
        slope *= FADING
        gained += slope
    return high + gained


def proposed(curve: dict[str, float], king: float) -> list[str]:
    """Bots for page to prince in even steps from who does anything to the king; from baron on they
    search. Where strength has little room, all steps are smaller."""
    seeing = {bot: rating for bot, rating in curve.items() if bot.startswith(HASTY)}
    searching = {bot: curve[bot] for bot in curve if bot not in {*seeing, ANYTHING}}
    step = min((king - curve[ANYTHING]) / (len(RANKS) + 1), elo(MOST - EDGE))
    above, page = len(RANKS) - SEEING, king - len(RANKS) * step
    baron = max(king - above * step, min(searching.values()))
    baron = min(baron, max(seeing.values()) + elo(MOST - EDGE))
    down, up = (baron - page) / SEEING, (king - baron) / above
    lower = [_at(seeing, page + down * steps) for steps in range(SEEING)]
    return [*lower, *(_at(searching, baron + up * steps) for steps in range(above))]


def _size(bot: str) -> int:
    return int(bot.partition(":")[2])


def _at(family: dict[str, float], rating: float) -> str:
    """The bot of a family that has this rating, or the best of it."""
    name = next(iter(family)).partition(":")[0]
    for (worse, low), (better, high) in pairwise(family.items()):
        if rating <= high:
            part = min(1.0, max(0.0, (rating - low) / max(1.0, high - low)))
            return f"{name}:{round(_size(worse) * (_size(better) / _size(worse)) ** part)}"
    return [*family][-1]


def _rate(kind: str) -> float:
    """Playouts a second on this machine, when it has nothing else to do."""
    from bench.bots import playout_rate

    return playout_rate(_rules(kind), seconds=1.0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.levels", description=__doc__)
    add_options(parser, folder="build/levels", games=200)
    parser.add_argument("--king", default=str(KING), help="the king's budget")
    parser.add_argument("--most", type=int, default=2048, help="playouts of the best of a curve")
    parser.add_argument(
        "--curve", action="store_true", help="play bots from weak to strong instead"
    )
    return parser.parse_args()


def _curve(asked: argparse.Namespace) -> list[str]:
    """The bots of the curve that was asked for, if one was."""
    return [
        b for b in CURVE if asked.curve and (not b.startswith("search") or _size(b) <= asked.most)
    ]


def _show_curve(asked: argparse.Namespace, by_kind: dict[str, list[Held]]) -> None:
    screen = console(asked)
    for kind, contests in by_kind.items():
        curve = curve_ratings(contests)
        if not all(held.first() for held in contests):
            screen.print(f"{kind}: not played to its end")
            continue
        rate = _rate(kind)
        assert KING.seconds is not None
        king = beyond(curve, rate * KING.seconds)
        table = Table("bot", "rating", "wins over the one before", title=_title(kind))
        for bot, held in zip(curve, [None, *contests], strict=True):
            table.add_row(bot, f"{curve[bot]:.0f}", _percent(held.first()) if held else "")
        screen.print(table)
        row = ", ".join(f'"{bot}"' for bot in proposed(curve, king))
        screen.print(f"{rate:,.0f} playouts/s, so the king has about {king:.0f}")
        screen.print(f'    "{kind}": ({row}),', highlight=False)


def main() -> None:
    """Play as long as allowed, and report."""
    asked = _options()
    by_kind = {
        kind: _contests(asked, kind, _curve(asked) or [*_levels(kind, asked.king).values()])
        for kind in SKILLS
        if wanted(asked.only, kind)
    }
    hold([held for contests in by_kind.values() for held in contests], asked)
    if asked.curve:
        _show_curve(asked, by_kind)
        return
    rows = [row for kind, held in by_kind.items() for row in _rows(kind, asked.king, held)]
    table = Table(*HEADS, title="Levels, two players")
    for row in rows:
        table.add_row(*row)
    console(asked).print(table)
    if asked.json:
        print(json.dumps([dict(zip(HEADS, row, strict=True)) for row in rows], indent=1))
    if asked.page:
        _write(asked, by_kind)


def _write(asked: argparse.Namespace, by_kind: dict[str, list[Held]]) -> None:
    """Games that were not played keep what the page has of them."""
    page = Path(asked.page)
    lines = ["## Levels for people", ""]
    for kind in SKILLS:
        lines += _page(page, kind, asked, by_kind.get(kind, [])) or _known(page, kind)
    replace_section(page, "levels", "\n".join(lines).rstrip())


if __name__ == "__main__":
    main()
