"""PPO in one file: a net of a few thousand weights learns Kingdomino for two by self-play.

``python examples/ppo.py --rounds 60``; docs/env/adapters.md says how long that takes and how well
it plays then. It needs the extras ``env`` and ``learn``, and neither PyTorch nor a GPU.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from kingdomino.env import self_play
from kingdomino.fast.vector import Against
from kingdomino.games.catalogue import rules

SIDE, CHANNELS, SLOT = 9, 8, 24
TABLE = 2 * SIDE * SIDE * CHANNELS
"""Where the table begins in an observation, see docs/env/README.md."""
MAPS, OFFERS, SUMMARY, WIDTH = 7, 8, 42, 32
DECISIONS = 48
"""Of every game for two: all games end together."""
CLIP, ENTROPY, NEVER = 0.2, 0.005, -1e9
Params = dict[str, Array]
Lesson = list[np.ndarray[Any, Any]]
"""Of many decisions: what was seen, legal and done, how likely, how good, and what became of it."""
Teach = Callable[[Params, Array], Lesson]


class Seen(NamedTuple):
    """What there is to know of each action and of the whole, out of an observation."""

    places: Array
    """[n, 4, 9, 9, 2 * MAPS]: the domino laid there in each direction, its left and right half."""
    offers: Array
    """[n, 5, OFFERS]: the dominoes of the row."""
    summary: Array
    """[n, SUMMARY]."""


def around(maps: Array) -> Array:
    """The sum over the four neighbours of each square, [n, 9, 9, c]."""
    wide = jnp.pad(maps, ((0, 0), (1, 1), (1, 1), (0, 0)))
    return wide[:, :-2, 1:-1] + wide[:, 2:, 1:-1] + wide[:, 1:-1, :-2] + wide[:, 1:-1, 2:]


def laid(near: Array, half: Array) -> Array:
    """[n, 9, 9, MAPS]: how a half of the domino in hand meets what is there."""
    kind, crowns = half[:, None, None, :6], half[:, 6, None, None]
    meets, crowned = (near[..., :6] * kind).sum(-1), (near[..., 6:12] * kind).sum(-1)
    line = jnp.abs(jnp.arange(SIDE) - SIDE // 2)
    far = jnp.broadcast_to(jnp.maximum(line[:, None], line) / 4, meets.shape)
    own = jnp.broadcast_to(crowns, meets.shape)
    gaps = near[..., 12] == 0
    return jnp.stack([meets, meets > 0, crowns * meets, crowned, gaps, far, own], -1)


def brings(half: Array, squares: Array, kept: Array) -> list[Array]:
    """[n, 5] each: the crowns of a half in the row, and what the kingdom has of its terrain."""
    kind, crowns = half[..., :6], half[..., 6]
    has, holds = (kind * squares[:, None]).sum(-1), (kind * kept[:, None]).sum(-1)
    return [crowns, crowns * has / 5, holds / 2]


def look(observation: Array) -> Seen:
    """Take the bytes apart."""
    seen, n = observation.astype(jnp.float32), len(observation)
    kingdoms, table = seen[:, :TABLE].reshape(n, 2, SIDE, SIDE, CHANNELS), seen[:, TABLE:]
    lots = [
        (k[..., :6].sum((1, 2)), (k[..., :6] * k[..., 6:7]).sum((1, 2)))
        for k in (kingdoms[:, 0], kingdoms[:, 1])
    ]
    own, (squares, kept) = kingdoms[:, 0], lots[0]
    near = around(jnp.concatenate([own[..., :6], own[..., :6] * own[..., 6:7], own[..., 7:]], -1))
    left, right = laid(near, table[:, 152:160]), laid(near, table[:, 160:168])
    # The right half lies east, south, west or north of the left one.
    there = [jnp.roll(right, by, axis) for by, axis in ((-1, 2), (-1, 1), (1, 2), (1, 1))]
    places = jnp.stack([jnp.concatenate([left, one], -1) for one in there], 1)
    offer = table[:, 32:152].reshape(n, 5, SLOT)
    order = jnp.broadcast_to(jnp.arange(5) / 4, (n, 5))
    parts = brings(offer[..., :8], squares, kept) + brings(offer[..., 8:16], squares, kept)
    offers = jnp.stack([*parts, order, offer[..., 16] / 48], -1)
    points = table[:, 16:32:8] / 30
    summary = [squares / 5, kept / 3, lots[1][0] / 5, lots[1][1] / 5, table[:, :16], points]
    return Seen(places, offers, jnp.concatenate(summary, -1))


def new_params(rng: Random) -> Params:
    """One small net for placements, one for the row, one for the value."""
    shapes = {"place": (2 * MAPS, WIDTH), "offer": (OFFERS, WIDTH), "value": (SUMMARY, 2 * WIDTH)}
    params: Params = {}
    for name, (wide, width) in shapes.items():
        drawn = [[rng.gauss(0, (2 / wide) ** 0.5) for _ in range(width)] for _ in range(wide)]
        params[name], params[f"{name}_bias"] = jnp.array(drawn), jnp.zeros(width)
        params[f"{name}_out"], params[f"{name}_end"] = jnp.zeros(width), jnp.zeros(())
    return params


def net(params: Params, name: str, x: Array) -> Array:
    """One hidden layer."""
    hidden = jax.nn.relu(x @ params[name] + params[f"{name}_bias"])
    return hidden @ params[f"{name}_out"] + params[f"{name}_end"]


def answer(params: Params, observation: Array, mask: Array) -> tuple[Array, Array]:
    """The logits of all 856 actions, NEVER where illegal, and the value for who decides."""
    seen = look(observation)
    # Ids count the squares of a window of 13 × 13.
    worth = jnp.pad(net(params, "place", seen.places), ((0, 0), (0, 0), (2, 2), (2, 2)))
    n = len(observation)
    parts = [worth.reshape(n, 676), jnp.zeros((n, 169)), net(params, "offer", seen.offers)]
    logits = jnp.concatenate([*parts, jnp.zeros((n, 6))], 1)
    return jnp.where(mask > 0, logits, NEVER), net(params, "value", seen.summary)


@jax.jit
def act(params: Params, observation: Array, mask: Array, key: Array) -> tuple[Array, Array, Array]:
    """Drawn actions, the logarithms of their probabilities, values."""
    logits, value = answer(params, observation, mask)
    action = jax.random.categorical(key, logits)
    chance = jnp.take_along_axis(jax.nn.log_softmax(logits), action[:, None], 1)[:, 0]
    return action, chance, value


@jax.jit
def best(params: Params, observation: Array, mask: Array) -> Array:
    """The likeliest actions."""
    return answer(params, observation, mask)[0].argmax(1)


def loss(params: Params, part: Any) -> Array:
    """PPO's: clipped gains, squared errors of the value, a little entropy."""
    observation, mask, action, before, gain, outcome = part
    logits, value = answer(params, observation, mask)
    chances = jax.nn.log_softmax(logits)
    taken = jnp.take_along_axis(chances, action[:, None], 1)[:, 0]
    ratio = jnp.exp(taken - before)
    policy = jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gain).mean()
    entropy = -jnp.where(mask > 0, jnp.exp(chances) * chances, 0).sum(1).mean()
    return ((value - outcome) ** 2).mean() / 2 - policy - ENTROPY * entropy


@partial(jax.jit, donate_argnums=(0, 1))
def learn(params: Params, moments: Any, part: Any, rate: Array) -> tuple[Params, Any]:
    """One step of Adam."""
    slope = jax.grad(loss)(params, part)
    step, first, second = moments
    step = step + 1
    first = {k: 0.9 * first[k] + 0.1 * g for k, g in slope.items()}
    second = {k: 0.999 * second[k] + 0.001 * g * g for k, g in slope.items()}
    a, b = 1 - 0.9**step, 1 - 0.999**step
    moved = {
        k: v - rate * first[k] / a / (jnp.sqrt(second[k] / b) + 1e-8) for k, v in params.items()
    }
    return moved, (step, first, second)


def play(games: Any, params: Params, key: Array) -> Lesson:
    """One whole game in every row; what it teaches, decision by decision."""
    kept, seats = [], []
    for step in range(DECISIONS):
        seen, mask = games.observation.copy(), games.mask.copy()
        action, chance, value = act(params, seen, mask, jax.random.fold_in(key, step))
        kept.append([seen, mask, *(np.asarray(one) for one in (action, chance, value))])
        seats.append(games.player.copy())
        games.step(kept[-1][2])
    assert games.done.all()
    return lesson(
        [np.stack(one) for one in zip(*kept, strict=True)], np.stack(seats), games.rewards
    )


def lesson(kept: Lesson, seats: Any, margins: Any) -> Lesson:
    """What [decision, game, ...] arrays teach, whose *seats* took part and what became of them."""
    # A lead of 20 points is nearly all that a game can be worth.
    ends = np.tanh(np.asarray(margins) / 20)
    outcome = np.take_along_axis(ends[None], np.asarray(seats)[..., None], 2).reshape(-1)
    seen, mask, action, chance, value = (a.reshape(-1, *a.shape[2:]) for a in map(np.asarray, kept))
    gain = outcome - value
    return [seen, mask, action, chance, (gain - gain.mean()) / (gain.std() + 1e-6), outcome]


def train(
    rounds: int,
    *,
    rows: int = 192,
    epochs: int = 3,
    parts: int = 8,
    seed: int = 1,
    report: Callable[[int, Params], None] = lambda number, params: None,
    teach: Teach | None = None,
) -> Params:
    """Play a game in every row and learn from it, so many rounds; *report* is told after each.

    *teach* plays instead, if it is given.
    """
    if teach is None:
        games = self_play("kingdomino", rows, seed=seed, reward="margin")
        teach = partial(play, games)
    rng, key = Random(seed), jax.random.key(seed)
    params = new_params(rng)
    zeros = {k: jnp.zeros_like(v) for k, v in params.items()}
    moments: Any = (jnp.zeros(()), zeros, {k: jnp.zeros_like(v) for k, v in params.items()})
    for number in range(rounds):
        lesson = teach(params, jax.random.fold_in(key, number))
        rate = jnp.float32(3e-3 * (1 - number / rounds) + 1e-4)
        for _ in range(epochs):
            order = sorted(range(len(lesson[0])), key=lambda _: rng.random())
            for part in np.array_split(np.array(order), parts):
                params, moments = learn(params, moments, tuple(a[part] for a in lesson), rate)
        report(number, params)
    return params


def win_share(params: Params, n: int = 1000, *, opponent: Any = "greedy", seed: int = 9) -> float:
    """The share of *n* games that the likeliest actions win."""
    games = Against(rules("kingdomino", 2), n, opponents=opponent, seed=seed)
    while not games.done.any():
        games.step(np.asarray(best(params, games.observation, games.mask)))
    return float(games.rewards[:, 0].mean())


def command(description: str | None, rounds: int, teach: Teach | None = None) -> None:
    """What the command line asks for: train, *rounds* unless it says otherwise; measure; say so."""
    asked = argparse.ArgumentParser(description=description)
    asked.add_argument("--rounds", type=int, default=rounds)
    asked.add_argument("--games", type=int, default=1000)
    given = asked.parse_args()
    began = time.process_time()
    params = train(given.rounds, teach=teach)
    took = time.process_time() - began
    share = win_share(params, given.games)
    spread = 1.96 * (share * (1 - share) / given.games) ** 0.5
    print(f"{given.rounds} rounds in {took:.0f} s of processor time")
    print(f"wins {share:.1%} ± {spread:.1%} of {given.games:,} games against greedy")


if __name__ == "__main__":
    command(__doc__, 60)
