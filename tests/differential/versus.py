"""Core against fast: the same game in both, with everything compared at every step."""

from __future__ import annotations

import random
from struct import pack

import numpy as np

from kingdomino.core import engine as core
from kingdomino.core.kingdom import Kingdom
from kingdomino.core.rules import Rules
from kingdomino.core.score import ranking, score_sheets
from kingdomino.core.state import State
from kingdomino.fast import engine as fast
from kingdomino.fast.board.compile import WordArray
from kingdomino.fast.board.layout import RNG
from kingdomino.fast.bridge.action import action_from, action_number, chance_from, chance_word
from kingdomino.fast.bridge.params import params, words
from kingdomino.fast.bridge.sheet import sheets
from kingdomino.fast.bridge.state import from_core, head_words, kingdom_words, to_core
from kingdomino.fast.policy.gain import WORK
from kingdomino.fast.rules.action import ACTIONS

OUT = np.zeros(ACTIONS, np.int32)
MASK = np.zeros(ACTIONS, np.uint8)
WORKING = np.zeros(WORK, np.uint64)


def duel(rules: Rules, seed: int, *, greedy: bool = False, deep: bool = False) -> int:
    """Play one game in both engines and return its steps; AssertionError where they differ.

    Chance comes from fast and is checked by core. *greedy* lets fast choose the actions; else one
    of core's legal actions is drawn. *deep* also converts every state back and compares scores
    and every other view of the legal actions at every step.
    """
    rng = random.Random(seed)
    p, row = params(rules), np.zeros(words(rules), np.uint64)
    fast.start(p, row, np.uint64(seed), np.uint64(0))
    state, steps, known = core.start(rules), 0, Known()
    same_state(state, row, known, deep=deep)
    while not state.over:
        if state.chance:
            state = same_chance(state, p, row)
        else:
            state = same_action(state, p, row, rng, greedy=greedy, deep=deep)
        steps += 1
        same_state(state, row, known, deep=deep)
    assert fast.legal_count(p, row) == 0
    same_sheets(state, row)
    return steps


def same_chance(state: State, p: WordArray, row: WordArray) -> State:
    word = int(fast.draw(p, row))
    event = chance_from(state, word)
    assert chance_word(state, event) == word
    fast.resolve(p, row, np.uint64(word))
    return core.apply(state, event)


def same_action(
    state: State, p: WordArray, row: WordArray, rng: random.Random, *, greedy: bool, deep: bool
) -> State:
    actions = core.legal_actions(state)
    numbers = OUT[: fast.legal_actions(p, row, OUT)].tolist()
    assert [action_from(state, number) for number in numbers] == actions
    if deep:
        same_views(p, row, numbers)
    k = rng.randrange(len(actions))
    if greedy:
        k = numbers.index(fast.greedy_action(p, row, WORKING))
    assert action_number(state, actions[k]) == numbers[k]
    fast.advance(p, row, numbers[k])
    return core.advance(state, actions[k])


def same_views(p: WordArray, row: WordArray, numbers: list[int]) -> None:
    assert numbers == sorted(set(numbers))
    assert fast.legal_count(p, row) == len(numbers)
    assert [fast.kth_action(p, row, k) for k in range(len(numbers))] == numbers
    fast.legal_mask(p, row, MASK)
    assert np.flatnonzero(MASK).tolist() == numbers


class Known:
    """``from_core`` for the states of one game: kingdoms that are still the same are known."""

    def __init__(self) -> None:
        self._kingdoms: dict[int, Kingdom] = {}
        self._words: dict[int, tuple[int, ...]] = {}

    def bytes_of(self, state: State) -> bytes:
        found = list(head_words(state))
        for seat, kingdom in enumerate(state.kingdoms):
            if self._kingdoms.get(seat) is not kingdom:
                self._kingdoms[seat] = kingdom
                self._words[seat] = kingdom_words(state.rules, kingdom)
            found += self._words[seat]
        return pack(f"={len(found)}Q", *found)


def same_state(state: State, row: WordArray, known: Known, *, deep: bool) -> None:
    stream = row[RNG]
    row[RNG] = 0
    assert known.bytes_of(state) == row.tobytes(), difference(state, row)
    if deep:
        assert from_core(state).tobytes() == row.tobytes(), difference(state, row)
        assert to_core(state.rules, row) == state, difference(state, row)
        same_sheets(state, row)
    row[RNG] = stream
    assert fast.player(row) == (-1 if state.player is None else state.player)


def difference(state: State, row: WordArray) -> str:
    """Which fields of the state differ, without the rules, which fill pages."""
    found = to_core(state.rules, row)
    fields = [
        f"{name}: core {ours!r}, fast {theirs!r}"
        for name, ours, theirs in zip(State._fields, state, found, strict=True)
        if name != "rules" and ours != theirs
    ]
    return f"{state.rules}: " + ("; ".join(fields) or "only the words differ")


def same_sheets(state: State, row: WordArray) -> None:
    ours, theirs = sheets(state.rules, row), score_sheets(state)
    assert [sheet.lines for sheet in ours] == [sheet.lines for sheet in theirs]
    assert [sheet.rank_key for sheet in ours] == [sheet.rank_key for sheet in theirs]
    assert tuple(sheet.place for sheet in ours) == ranking(theirs)


def duels(rules: Rules, first: int, count: int) -> tuple[int, int]:
    """Many games: every fourth greedy, two of 32 deep. Games and steps compared."""
    steps = sum(
        duel(rules, seed, greedy=seed % 4 == 3, deep=seed % 32 in (0, 3))
        for seed in range(first, first + count)
    )
    return count, steps
