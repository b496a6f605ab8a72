"""Opponents of the vector environment: any mix of seats, every game, asked in batches."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from kingdomino.bots import bot_named
from kingdomino.bots.learned.judge import net_for
from kingdomino.core.error import IllegalAction
from kingdomino.env import ByBots, ByNet, KingdominoEnv, KingdominoVectorEnv, batch
from kingdomino.env.opponent import seated
from kingdomino.fast.against.cpu import Against
from kingdomino.fast.against.seating import Question
from kingdomino.fast.learning.episode import ANY
from kingdomino.fast.learning.feature import ALL_SLOTS, ITEM_SLOT, LEGAL_FIRST
from kingdomino.fast.learning.practice import Features
from kingdomino.games.catalogue import GAMES, rules


def anything(n: int) -> np.ndarray[Any, np.dtype[np.int32]]:
    return np.full(n, ANY, np.int32)


def first_legal(question: Question) -> Any:
    return question.mask.argmax(axis=1)


class AnyNet:
    """Says of all legal slots that they are equally good."""

    def answer(self, features: Features) -> Any:
        cells, items = features.cells[:, 0], features.items
        n = len(items)
        squares = cells[:, :, LEGAL_FIRST : LEGAL_FIRST + 5].transpose(0, 2, 1).reshape(n, -1)
        legal = np.concatenate([squares, items[:, : ALL_SLOTS - ITEM_SLOT]], axis=1)

        class Answer:
            logits = np.where(legal > 0, 0.0, -np.inf)

        return Answer()


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_any_mix_of_seats_plays_every_game(game: str) -> None:
    """A function, a net, and what is compiled, around one table; whole games."""
    players = 4
    asked: list[Question] = []

    def watched(question: Question) -> Any:
        asked.append(question)
        return first_legal(question)

    rows = Against(
        rules(game, players), 6, opponents=[watched, ByNet(AnyNet()), "greedy"], seat=1, seed=2
    )
    ends = 0
    for _ in range(260):
        assert ((rows.player == 1) | rows.done).all()
        rows.step(anything(6))
        ends += int(rows.done.sum())
        if ends >= 6:
            break
    assert ends >= 6
    assert all((question.player == 0).all() for question in asked)
    assert all(question.mask.any(axis=1).all() for question in asked)
    # Several games wait at once: they are asked together.
    assert max(len(question.states) for question in asked) > 2


def test_who_is_asked_sees_nothing_of_what_will_be_drawn() -> None:
    """The streams of a question are its own, and the answers decide the same game."""
    seen: list[Any] = []

    def first(question: Question) -> Any:
        seen.append(question.states.copy())
        return first_legal(question)

    rows = Against(rules("kingdomino", 2), 5, opponents=first, seed=3)
    streams = {int(word) for states in seen for word in states[:, 6]}
    assert not streams & {int(word) for word in rows.states[:, 6]}


def test_a_search_with_a_budget_beats_the_greedy_compiled_one() -> None:
    """In points, on the same deals, and beside one who does whatever comes first."""
    points = {}
    for name in ("greedy", "search:60"):
        games = KingdominoVectorEnv(12, opponents=name, threads=True)
        games.reset(seed=4)
        for _ in range(24):
            games.step(games.games.mask.argmax(axis=1))
        assert games.games.done.all()
        points[name] = games.games.final_points[:, 1].mean()
    assert points["search:60"] > points["greedy"]


def test_bots_answer_the_same_whatever_the_threads() -> None:
    made = rules("giants", 3)
    ends = []
    for threads in (1, 2):
        bots = ByBots(lambda: bot_named("fg"), threads=threads, seed=1)
        rows = Against(made, 5, opponents=bots, seed=7, threads=threads > 1)
        for _ in range(10):
            rows.step(rows.mask.argmax(axis=1))
        ends.append(rows.states.copy())
    assert np.array_equal(ends[0], ends[1])


def test_threads_change_no_game() -> None:
    made = rules("origins-totem", 3)
    one, many = (Against(made, 40, opponents="greedy", seed=5, threads=t) for t in (False, True))
    for _ in range(40):
        for rows in (one, many):
            rows.step(anything(40))
    for name in ("states", "observation", "mask", "rewards", "done", "points", "final_points"):
        assert np.array_equal(getattr(one, name), getattr(many, name)), name


def test_an_opponents_illegal_answer_is_an_error() -> None:
    for wrong in (lambda q: np.zeros(len(q.states), np.int32), lambda q: [845.5] * len(q.states)):
        with pytest.raises(IllegalAction, match=r"an opponent's action 0 is none|whole numbers"):
            Against(rules("kingdomino", 2), 8, opponents=wrong, seed=1).step(anything(8))


def test_the_shipped_net_is_an_opponent_by_name() -> None:
    """It answers all games at once; ``policy`` asks a judge, too, and answers one by one."""
    made, asked = rules("kingdomino", 2), batch("kingdomino")
    (net,), (policy,) = seated("net", made), seated("policy", made)
    own, alone, differ = ByNet(net_for(made)), ByBots(lambda: bot_named("policy")), False
    assert callable(net)
    assert callable(policy)
    states = asked.start(6, seed=2)
    for _ in range(20):
        mask = asked.legal(states)
        question = Question(made, states, asked.player(states), mask)
        answers, likeliest = policy(question), net(question)
        assert np.array_equal(answers, alone(question))
        assert np.array_equal(likeliest, own(question))
        differ = differ or not np.array_equal(answers, likeliest)
        asked.step(states, answers)
    assert differ


@pytest.mark.parametrize("opponent", [first_legal, ByNet(AnyNet()), "hasty:50"])
def test_one_game_takes_the_same_opponents(opponent: Any) -> None:
    game = KingdominoEnv("giants", 3, opponents=[opponent, "greedy"])
    _, found = game.reset(seed=1)
    for _ in range(6):
        _, _, over, _, found = game.step(int(found["action_mask"].argmax()))
        assert not over


def test_one_game_refuses_what_an_opponent_may_not_do() -> None:
    wrong = KingdominoEnv(opponents=lambda question: [0])

    def begin_many() -> None:
        for seed in range(20):
            wrong.reset(seed=seed)

    # Who begins is drawn: the opponent soon does.
    with pytest.raises(IllegalAction, match="an opponent's action 0 is none of"):
        begin_many()


def test_a_copied_environment_takes_its_bots_along() -> None:
    games = KingdominoVectorEnv(2, opponents=bot_named("greedy"))
    games.reset(seed=1)
    made = copy.deepcopy(games)
    for _ in range(4):
        games.step(games.games.mask.argmax(axis=1))
        made.step(made.games.mask.argmax(axis=1))
    assert np.array_equal(games.games.observation, made.games.observation)


def test_masks_for_maskable_policies() -> None:
    games = KingdominoVectorEnv(3, opponents="random")
    seen, _ = games.reset(seed=1)
    masks = games.action_masks()
    assert masks.dtype == np.bool_
    assert np.array_equal(masks, seen["action_mask"] == 1)
