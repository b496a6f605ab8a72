"""How long the server's messages are, over whole games of all rule sets."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec

from bench.figure import Figure
from kingdomino import GAMES, RulesError, rules
from kingdomino.core.rules import Rules
from kingdomino.server import Settings
from kingdomino.server.table.fold import Change, opened
from kingdomino.server.table.option import Option, options
from kingdomino.server.table.position import Charter, SeatSetup, Setup, move_hash

OPTIONS_KEY = len(b',"options":')


class Lengths:
    """What everybody heard, in bytes."""

    def __init__(self) -> None:
        self.events: list[int] = []
        self.moves: list[int] = []
        """To an observer: one action and the chance that follows, the end of the game included."""
        self.turns: list[int] = []
        """To an observer: all that one player does in a row, as the pages send it."""
        self.deciding: list[int] = []
        """To the player who is asked next: the last event with their options."""


def figures(command: str) -> Iterator[Figure]:
    """Means and longest, with the bars that they are to keep."""
    heard = Lengths()
    for number, made in enumerate(rule_sets()):
        for greedy in (False, True):
            _play(made, heard, random.Random(number), greedy=greedy)
    move, bar = "a move to an observer", 1000.0
    yield Figure(f"{move}, mean", _mean(heard.moves), "bytes", command, bar)
    yield Figure(f"{move}, most", max(heard.moves), "bytes", command, bar)
    one = "an event to an observer, most"
    yield Figure(one, max(heard.events), "bytes", command, bar)
    turn = "a whole turn to an observer"
    yield Figure(f"{turn}, mean", _mean(heard.turns), "bytes", command, bar)
    yield Figure(f"{turn}, most (a settling turn of Tribe)", max(heard.turns), "bytes", command)
    own, bar = "a move to the player to move", 4000.0
    yield Figure(f"{own}, mean", _mean(heard.deciding), "bytes", command, bar)
    yield Figure(f"{own}, most", max(heard.deciding), "bytes", command, bar)


def rule_sets() -> Iterator[Rules]:
    """Every game for every number of players, bare and with each variant."""
    for game in GAMES:
        for players in game.players:
            for variants in ((), *((variant.name,) for variant in game.variants)):
                try:
                    yield rules(game.name, players, variants)
                except RulesError:
                    continue


def _mean(lengths: list[int]) -> float:
    return sum(lengths) / len(lengths)


def _play(made: Rules, heard: Lengths, rng: random.Random, *, greedy: bool) -> None:
    seats = tuple(SeatSetup(f"Player {i}", "human", nonce="ab" * 16) for i in range(made.players))
    setup = Setup(made.game, made.players, made.variants, seats)
    charter = Charter("k7w2m9abcd", setup, rng.randbytes(32))
    change = Change(charter, opened(charter), Settings(Path()))
    change.add("started", None, {"level": "squire"})
    change.settle()
    turn = 0
    for number in count():
        player = change.now.state.player
        if player is None:
            break
        found, before = options(change.now.state), len(change.events)
        asked = len(change.events[-1]) + OPTIONS_KEY + len(msgspec.json.encode(found))
        heard.deciding.append(asked)
        action = _chosen(found, rng, greedy=greedy)
        change.act(player, [action], (f"move-{number:08d}", move_hash([action])))
        lengths = [len(event) for event in change.events[before:]]
        heard.events += lengths
        heard.moves.append(sum(lengths))
        turn += sum(lengths)
        if _turn_over(change, player, action):
            heard.turns.append(turn)
            turn = 0


def _chosen(found: list[Option], rng: random.Random, *, greedy: bool) -> str:
    if greedy:
        return max(found, key=lambda option: option[1] or 0)[0]
    return rng.choice(found)[0]


def _turn_over(change: Change, player: int, action: str) -> bool:
    """Whether another's turn follows, or that of the same player's other king."""
    decision = change.now.view["decision"]
    if decision is None or decision["player"] != player or decision["phase"] == "place":
        return True
    return action.startswith("choose") and decision["phase"].startswith("choose")
