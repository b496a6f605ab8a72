"""Write the perft and move-order files anew: ``python -m tests.perft.make``.

Only after a change of the rules; the diff of the files is to be read and believed.
"""

from __future__ import annotations

import argparse
from itertools import combinations
from pathlib import Path

from kingdomino.core.perft import perft
from kingdomino.games.catalogue import GAMES, Game, rules
from tests.perft.order import PLAYED, snapshot
from tests.perft.script import decisions, position

HERE = Path(__file__).parent
HEAD = "# variants  seed  after  depth  nodes\n"
MOST = 20_000
"""Trees of more lines take too long for a test."""
SEEDS = (1, 2)
SHARES = (0, 20, 50, 80, 96)
"""How far into the game the trees begin, in hundredths of its decisions."""
TREES = ("mighty_duel", "wider_offer")
"""The variants that change what can be done; the others only score."""


def main() -> None:
    """All files."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    for game in GAMES:
        for players in game.players:
            text = "".join(_lines(game, players))
            (HERE / f"{game.name}-{players}.perft").write_text(HEAD + text, "utf-8")
            if players in PLAYED:
                order = snapshot(rules(game.name, players))
                (HERE / f"{game.name}-{players}.order").write_text(order, "utf-8")


def _lines(game: Game, players: int) -> list[str]:
    usable = [v.name for v in game.variants if v.name in TREES and players in v.players]
    return [
        _line(game.name, players, variants, seed, share)
        for count in range(len(usable) + 1)
        for variants in combinations(usable, count)
        for seed in SEEDS
        for share in SHARES
    ]


def _line(game: str, players: int, variants: tuple[str, ...], seed: int, share: int) -> str:
    made = rules(game, players, variants)
    length = sum(1 for _ in decisions(made, seed)) - 1
    after = length * share // 100
    state = position(made, seed, after)
    depth = max(d for d in range(1, 9) if perft(state, d - 1, seed) * 12 < MOST)
    nodes = perft(state, depth, seed)
    return f"{','.join(variants) or '-'}  {seed}  {after}  {depth}  {nodes}\n"


if __name__ == "__main__":
    main()
