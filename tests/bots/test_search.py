"""The bots of the fast engine: legal everywhere, exact at the end, punctual, repeatable."""

from __future__ import annotations

import logging
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice

import pytest

from kingdomino import (
    Rules,
    State,
    advance,
    apply,
    draw,
    every_rules,
    legal_actions,
    rules,
    score_sheet,
    start,
    winners,
)
from kingdomino.bots import SEARCHING, Adviser, Budget, BudgetError, bot_named, play_game
from kingdomino.bots.budget import parse_budget
from kingdomino.bots.levels import LEVELS, Level, Steady
from kingdomino.bots.search.player import OURS, Policy, Search
from kingdomino.core.action import Action, Choose
from kingdomino.core.kingdom import placements, put
from kingdomino.core.state import Phase
from kingdomino.fast.search.settings import FITTING
from tests.bots.position import positions
from tests.rules.table import choosing, placing, table

SMALL = [made for made in every_rules() if not made.variants]


def play_out(made: Rules, name: str) -> State:
    bot, chance, rng = bot_named(name), random.Random(1), random.Random(2)
    state = start(made)
    while not state.over:
        state = apply(state, draw(state, chance) if state.chance else bot.act(state, rng))
    return state


@pytest.mark.parametrize("made", [*every_rules()], ids=str)
def test_search_plays_every_game_legally(made: Rules) -> None:
    assert winners(play_out(made, "search:12"))


@pytest.mark.parametrize("name", [name for name in SEARCHING if name != "search"])
@pytest.mark.parametrize("made", SMALL, ids=str)
def test_anchors_play_every_game_legally(made: Rules, name: str) -> None:
    plain = name in ("tr", "gprd", "fg")
    assert winners(play_out(made, name if plain else f"{name}:3"))


def best_end(state: State, player: int) -> tuple[int, int, int]:
    """The best rank key that a player can still reach in the last round, by looking at all."""
    while not state.over and state.player != player:
        state = advance(state, legal_actions(state)[0])
    if state.over:
        return score_sheet(state, player).rank_key
    return max(best_end(advance(state, action), player) for action in legal_actions(state))


def last_rounds(made: Rules, seeds: range) -> Iterator[State]:
    """Positions of the last round with two dominoes of the player to decide still to come."""
    for seed in seeds:
        for state in positions(made, seed):
            mine = [d for d in state.agenda if d.player == state.player]
            if not state.rows_left and not state.offer and len(mine) == 2:
                yield state
                break


def test_the_last_round_is_solved() -> None:
    for state in islice(last_rounds(rules("kingdomino", 2), range(40)), 4):
        assert state.player is not None
        best = best_end(state, state.player)
        bot = Search(Budget(1))
        options = bot.options(state, random.Random(1))
        assert options[0].exact
        assert options[0].points == best[0]
        chosen = bot.act(state, random.Random(1))
        assert best_end(advance(state, chosen), state.player) == best


def planted(made: Rules) -> Iterator[State]:
    """Positions in which every action that brings most now spoils what comes next."""
    for state in last_rounds(made, range(400)):
        player = state.agenda[0].player
        after = {a: advance(state, a) for a in legal_actions(state)}
        now = {a: score_sheet(s, player).total for a, s in after.items()}
        greedy = [a for a in after if now[a] == max(now.values())]
        best = best_end(state, player)[0]
        if all(best_end(after[a], player)[0] < best for a in greedy):
            yield state


def test_search_finds_a_gain_in_two_steps() -> None:
    """Also without the solver that the last round has."""
    state = next(planted(rules("kingdomino", 2)))
    player = state.agenda[0].player
    for settings in (OURS, OURS.without_solver()):
        chosen = Search(Budget(3000), settings).act(state, random.Random(1))
        assert best_end(advance(state, chosen), player)[0] == best_end(state, player)[0]


def with_next(state: State, action: Action) -> int:
    """The points of player 0 after an action and the best placement of the best free domino."""
    after = advance(state, action)
    kingdom, dominoes = after.kingdoms[0], [state.rules.domino[n] for n in state.offer]
    lands = [put(kingdom, d, place) for d in dominoes for place in placements(kingdom, d)]
    others = after.kingdoms[1:]
    return max(score_sheet(after._replace(kingdoms=(one, *others)), 0).total for one in lands)


def test_full_greedy_places_for_the_gain_now_and_next() -> None:
    state = table(
        rules("kingdomino", 3),
        kingdoms=["W W C\n. F F"],
        agenda=[placing(0, "19"), choosing(0)],
        offer="20 24",
    )
    best = max(with_next(state, action) for action in legal_actions(state))
    for seed in range(3):
        action = bot_named("fg").act(state, random.Random(seed))
        # A lone gap is worth a point, like beside like a little less.
        assert with_next(state, action) >= best - 1


def test_full_greedy_chooses_what_would_bring_most() -> None:
    state = table(
        rules("kingdomino", 3),
        kingdoms=["W W W W C"],
        agenda=[choosing(0), choosing(1), choosing(2)],
        offer="3 19 41",
    )
    assert bot_named("fg").act(state, random.Random(1)) == Choose(19)


def test_a_draft_of_playouts_takes_any_domino_that_fits() -> None:
    found = 0
    for state in (s for seed in range(6) for s in positions(rules("kingdomino", 3), seed)):
        kingdom, dominoes = state.kingdoms[state.agenda[0].player], state.rules.domino
        legal = {*legal_actions(state)}
        fitting = {Choose(n) for n in state.offer if placements(kingdom, dominoes[n])} & legal
        if state.agenda[0].phase is Phase.CHOOSE and len(fitting) > 1:
            found += len(fitting) < len(legal)
            bot = Policy(FITTING)
            assert {bot.act(state, random.Random(seed)) for seed in range(40)} == fitting
    assert found


def test_a_budget_of_playouts_is_spent_to_the_last_one() -> None:
    for name in ("search", "mce-tr", "uct"):
        bot = bot_named(f"{name}:300")
        assert isinstance(bot, Adviser)
        state = next(positions(rules("kingdomino", 4), 3))
        options = bot.options(state, random.Random(1))
        assert sum(option.playouts for option in options) == 300
        assert {option.action for option in options} == {*legal_actions(state)}


def test_a_flat_search_shares_its_playouts_out_evenly() -> None:
    state = next(positions(rules("kingdomino", 4), 3))
    bot = bot_named("mce-tr:400")
    assert isinstance(bot, Adviser)
    playouts = {option.playouts for option in bot.options(state, random.Random(1))}
    assert max(playouts) - min(playouts) <= 1


def test_a_budget_of_seconds_is_kept() -> None:
    state = [*positions(rules("kingdomino", 4), 3)][20]
    bot = bot_named("search:0.1s")
    bot.act(state, random.Random(1))
    times = []
    for seed in range(5):
        began = time.perf_counter()
        bot.act(state, random.Random(seed))
        times.append(time.perf_counter() - began)
    # The machine may be busy with other things, but not each time.
    assert 0.08 < min(times) < 0.15


@pytest.mark.parametrize("text", ["", "0", "x", "-5", "1.5", "0s", "5m"])
def test_what_is_no_budget_is_refused(text: str) -> None:
    with pytest.raises(BudgetError, match="not a budget"):
        parse_budget(text)
    with pytest.raises(BudgetError):
        bot_named(f"search:{text}")


@pytest.mark.parametrize("name", ["search:60", "mce-fg:20", "uct:60", "fg"])
def test_the_same_stream_gives_the_same_game(name: str) -> None:
    made = rules("origins-totem", 3)
    games = [play_game(made, [bot_named(name) for _ in range(3)], seed=5) for _ in range(2)]
    assert games[0] == games[1]
    assert games[0] != play_game(made, [bot_named(name) for _ in range(3)], seed=6)


@pytest.mark.parametrize("name", ["greedy", "fg", "search:40", "mce-pg:40"])
@pytest.mark.parametrize("game", ["kingdomino", "giants", "origins-tribe"])
def test_what_nobody_has_seen_does_not_matter(game: str, name: str) -> None:
    """The same past with another order of the piles: the same choice."""
    rng = random.Random(8)
    for state in islice(positions(rules(game, 3), 4), 5, 40, 11):
        unseen = [*state.unseen]
        rng.shuffle(unseen)
        other = state._replace(unseen=frozenset(unseen))
        made = [bot_named(name).act(s, random.Random(3)) for s in (state, other)]
        assert made[0] == made[1]


def test_several_threads_find_something_legal() -> None:
    state = next(positions(rules("kingdomino", 2), 3))
    bot = bot_named("search:400", threads=2)
    assert bot.act(state, random.Random(1)) in legal_actions(state)


@pytest.mark.parametrize("game", ["kingdomino", "giants", "origins-tribe"])
def test_search_beats_full_greedy(game: str) -> None:
    made, won = rules(game, 2), 0.0
    for number in range(8):
        seat = number % 2
        bots = [bot_named("search:200" if other == seat else "fg") for other in range(2)]
        _, state = play_game(made, bots, seed="beats", game=number)
        won += (seat in winners(state)) / len(winners(state))
    assert won >= 5


def test_levels_are_bots_by_name() -> None:
    state = next(positions(rules("kingdomino", 2), 3))
    for name in LEVELS:
        assert bot_named(name).act(state, random.Random(1)) in legal_actions(state)


@pytest.mark.parametrize("name", LEVELS)
def test_levels_answer_in_time(name: str) -> None:
    level = LEVELS[name]
    bot = level.make()
    times = []
    for state in islice(positions(rules("origins-tribe", 4), 4), 20, 60, 13):
        began = time.perf_counter()
        assert bot.act(state, random.Random(1)) in legal_actions(state)
        times.append(time.perf_counter() - began)
    assert min(times) < level.seconds


def test_a_level_that_fails_is_replaced(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def act(self, state: State, rng: random.Random) -> Action:
            raise ZeroDivisionError

    broken = Level("duke", 0.1, Broken, "squire")
    monkeypatch.setattr("kingdomino.bots.levels.LEVELS", {**LEVELS, "duke": broken})
    state = next(positions(rules("kingdomino", 2), 3))
    with caplog.at_level(logging.WARNING):
        assert Steady("duke").act(state, random.Random(1)) in legal_actions(state)
    assert "bot duke failed (ZeroDivisionError()), replaced by squire" in caplog.text


def test_without_the_fast_engine_the_error_names_the_extra() -> None:
    program = (
        "import sys; sys.modules['numba'] = None\n"
        "from kingdomino.bots import bot_named, play_game, MissingExtra\n"
        "from kingdomino import rules\n"
        "play_game(rules('kingdomino'), [bot_named('greedy'), bot_named('random')], seed=1)\n"
        "try: bot_named('search')\n"
        "except MissingExtra as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    assert done.stdout == "the bot 'search' needs numba: install kingdomino[fast]\n"
