"""The levels: one row of bots a game, gentle ones that overlook things, and none ever late."""

from __future__ import annotations

import random

import pytest

from kingdomino import apply, draw, every_rules, legal_actions, rules, start, winners
from kingdomino.bots import BudgetError, bot_named, play_game
from kingdomino.bots.learned.mind import mind_for
from kingdomino.bots.levels import CROWNED, LEVELS, strongest
from kingdomino.bots.roster import CHAMPION
from kingdomino.bots.simple.greedy import Greedy
from kingdomino.bots.skill import RANKS, SKILLS, kind_of, skill
from kingdomino.core.action import Choose
from kingdomino.core.rules import Rules
from kingdomino.games.catalogue import GAME
from tests.rules.table import choosing, table


def test_every_game_has_a_bot_for_each_rank() -> None:
    assert {kind.partition(" ")[0] for kind in SKILLS} == {*GAME}
    assert (*RANKS, "king", "emperor") == (*LEVELS,)
    for row in SKILLS.values():
        assert len(row) == len(RANKS)
        for name in row:
            bot_named(name)


def test_who_is_crowned_is_a_judge_of_rules_that_there_are() -> None:
    crowned = [made for made in every_rules() if strongest(made) == CHAMPION]
    assert {str(made) for made in crowned} == CROWNED
    for made in crowned:
        assert mind_for(made)


def test_large_kingdoms_have_a_row_of_their_own() -> None:
    assert kind_of(rules("kingdomino", 2)) == "kingdomino"
    assert kind_of(rules("kingdomino", 2, ["mighty_duel"])) == "kingdomino 7×7"
    for made in every_rules():
        assert skill(made, RANKS[-1]) in {row[-1] for row in SKILLS.values()}


@pytest.mark.parametrize("made", [*every_rules()], ids=str)
def test_the_gentlest_plays_every_game_legally(made: Rules) -> None:
    page, chance, rng = LEVELS["page"].make(), random.Random(1), random.Random(2)
    state = start(made)
    while not state.over:
        state = apply(state, draw(state, chance) if state.chance else page.act(state, rng))


def test_who_sees_half_takes_the_best_of_that() -> None:
    """Wheat with a crown first, then the wheat without; the lake only by those who see no other."""
    state = table(
        rules("kingdomino", 3),
        kingdoms=["W W W W C"],
        agenda=[choosing(0), choosing(1), choosing(2)],
        offer="1 7 19",
    )
    bot = Greedy(sees=0.5)
    found = [bot.act(state, random.Random(seed)) for seed in range(400)]
    best, next_best, worst = (found.count(Choose(domino)) for domino in (19, 1, 7))
    assert best > next_best > worst > 0


@pytest.mark.parametrize("game", ["kingdomino", "giants"])
def test_the_gentlest_is_a_beginner_and_not_careless(game: str) -> None:
    """In Kingdomino a page once lost four of ten duels against who does anything that is legal."""
    made, won, games = rules(game, 2), 0.0, 160
    for number in range(games):
        bots = [bot_named(skill(made, "page")), bot_named("random")][:: 1 - 2 * (number % 2)]
        _, state = play_game(made, bots, seed="anything", game=number // 2)
        best = winners(state)
        won += (number % 2 in best) / len(best)
    assert won / games > 0.7


def test_who_sees_more_plays_better() -> None:
    made, won = rules("kingdomino", 2), 0
    for number in range(20):
        bots = [bot_named("greedy"), bot_named("hasty:10")]
        _, state = play_game(made, bots[:: 1 - 2 * (number % 2)], seed="sees", game=number)
        won += number % 2 in winners(state)
    assert won >= 15


def test_who_sees_everything_is_greedy() -> None:
    made = rules("origins-tribe", 2)
    games = [play_game(made, [bot_named(name)] * 2, seed=4) for name in ("greedy", "hasty:100")]
    assert games[0] == games[1]


@pytest.mark.parametrize("part", ["", "0", "101", "x"])
def test_a_part_is_a_percentage(part: str) -> None:
    with pytest.raises(BudgetError, match=r"not a percentage: .* hasty:40"):
        bot_named(f"hasty:{part}")


@pytest.mark.parametrize("seconds", [0.02, 1e-9])
def test_a_rank_keeps_its_time_and_answers_even_when_it_is_over(seconds: float) -> None:
    bot = bot_named("search:10000000", seconds=seconds)
    state = start(rules("kingdomino", 4))
    while state.chance:
        state = apply(state, draw(state, random.Random(1)))
    assert bot.act(state, random.Random(1)) in legal_actions(state)
