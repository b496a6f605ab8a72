"""Makes a dataset: a folder with a card, a description, and compressed parts of so many games."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, takewhile
from pathlib import Path
from typing import Any

import numpy as np

from ..arena.run import Spread
from ..core.rules import Rules
from ..games.catalogue import rules
from .position import Arrays, advisers, game_arrays, joined

FORMAT = "kingdomino-dataset/1"
ABOUT, CARD, ORDERED = "dataset.json", "README.md", "order.json"
"""What describes a whole dataset, and in its stead one that is being made."""
PART = 50
"""Games a file."""


class DatasetError(ValueError):
    """Not a dataset, or not a whole one, or not this one."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be played."""

    rules: Rules
    bots: tuple[str, ...]
    """One a seat."""
    games: int
    seed: int

    def document(self) -> dict[str, Any]:
        """For the description of a dataset."""
        made = self.rules
        return {
            "format": FORMAT,
            "rules": {"game": made.game, "players": made.players, "variants": [*made.variants]},
            "bots": [*self.bots],
            "games": self.games,
            "seed": self.seed,
        }


def order_of(document: dict[str, Any]) -> Order:
    """The order that a description holds."""
    asked = document["rules"]
    made = rules(asked["game"], asked["players"], asked["variants"])
    return Order(made, tuple(document["bots"]), document["games"], document["seed"])


def make(
    order: Order, folder: Path, spread: Spread, *, report: Callable[[], None] = lambda: None
) -> int:
    """Play the games into a folder, on from those that are there; the number of positions.

    The folder is the same however many work on it and however often they were stopped, if the
    budgets of the bots are playouts. Raises DatasetError for a folder that holds anything else.
    """
    advisers(order.bots)
    kept = _kept(order, folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ORDERED).write_text(json.dumps(order.document(), indent=2) + "\n", encoding="utf-8")
    positions = sum(len(np.load(file)["states"]) for file in kept)
    for number, part in enumerate(_parts(order, spread, report, PART * len(kept)), len(kept)):
        _write(folder / f"part-{number:05}.npz", part)
        positions += len(part["states"])
    about = order.document() | {"positions": positions}
    (folder / CARD).write_text(card(order, positions), encoding="utf-8")
    # Last: a folder without it is not complete.
    (folder / ABOUT).write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    (folder / ORDERED).unlink()
    return positions


def games_kept(order: Order, folder: Path) -> int:
    """How many games of an order a run that was stopped has left; raises DatasetError."""
    return min(order.games, PART * len(_kept(order, folder)))


def ordered(folder: Path) -> Order | None:
    """What was being made in a folder when it was stopped."""
    try:
        return order_of(json.loads((folder / ORDERED).read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        raise DatasetError(f"{folder / ORDERED} is damaged: name another folder") from None


def _kept(order: Order, folder: Path) -> list[Path]:
    """The parts that are there, without a gap."""
    if not folder.exists() or not any(folder.iterdir()):
        return []
    if (folder / ABOUT).exists():
        raise DatasetError(f"{folder} is a whole dataset already")
    begun = ordered(folder)
    if begun is None:
        raise DatasetError(f"{folder} is there already, and no dataset was begun in it")
    for name, value in order.document().items():
        other = begun.document()[name]
        if other != value:
            raise DatasetError(f"{folder} was begun otherwise: its {name} is {other}, not {value}")
    names = (folder / f"part-{number:05}.npz" for number in count())
    return [*takewhile(Path.exists, names)]


def _write(file: Path, part: Arrays) -> None:
    """A part, whole or not at all."""
    beside = file.with_suffix(".new")
    with beside.open("wb") as stream:
        np.savez_compressed(stream, **part)  # type: ignore[arg-type, unused-ignore]
    beside.replace(file)


def _parts(
    order: Order, spread: Spread, report: Callable[[], None], first: int
) -> Iterator[Arrays]:
    """Those that begin with game *first*."""
    made, waiting, due = order.rules, dict[int, Arrays](), first
    data = (made.game, made.players, [*made.variants], [*order.bots], order.seed)
    works = ((number, (*data, number)) for number in range(first, order.games))
    for number, game in spread(game_arrays, works):
        waiting[number] = game
        report()
        # Games come back in any order; parts hold them in theirs.
        while due < order.games:
            span = range(due, min(due + PART, order.games))
            if not all(n in waiting for n in span):
                break
            yield joined([waiting.pop(n) for n in span])
            due = span.stop


def card(order: Order, positions: int) -> str:
    """What one should know before using it."""
    made = order.rules
    extras = "".join(f" -v {name}" for name in made.variants)
    again = (
        f"kingdomino dataset make FOLDER {made.game} -p {made.players}{extras} "
        f'--bots "{",".join(order.bots)}" --games {order.games} --seed {order.seed}'
    )
    return f"""# {made}: {positions:,} positions

{order.games:,} games, seat by seat by {", ".join(order.bots)}.
Every position in which a player had a choice, with the legal actions, how often the search tried
each, what it expected, and how the game ended. Made by

    {again}

- **Where it comes from.** Simulated games only: no people, nothing personal.
- **How good it is.** As good as the bots named above. Expectations are theirs, and they are wrong
  where the bots are; `scores` and `shares` are what truly happened.
- **What it lacks.** Positions that strong bots avoid. Games share nothing but the rules, so split
  by `games`, never by position.
- **Format.** `{FORMAT}`: compressed NumPy files, described in docs/dataset.md.
"""
