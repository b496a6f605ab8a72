"""Self-play training: proximal policy optimisation in which every seat is the same net.

In a part of the games all other seats are an earlier self, so that no strategy is forgotten. A run
learns several rule sets of one game side by side. Its file holds all that it needs to go on:
weights, the optimiser's moments, earlier selves, the games as they stand.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from ..bots.learned.weights import CheckpointError, load, save, small
from ..core.rules import Rules
from ..fast.learning.feature import shapes
from ..fast.learning.practice import Features
from .net import Answer, Params, Size, answer, new_params, weights_in
from .play import Choices, Ends, Group, Plan, decide, ready

LEAD_SCALE, LEAD_MOST = 30.0, 1.5
"""A lead of 30 points counts as much as a victory; larger ones stop counting."""
DECAY = 0.95
CLIP = 0.2


class Moments(NamedTuple):
    """What Adam keeps: running means of the gradients and of their squares, and how many steps."""

    steps: Array
    first: Params
    second: Params


class Lesson(NamedTuple):
    """Decisions to learn from; seats are counted from the decider on."""

    slots: Array
    chances: Array
    """The logarithm of the probability with which each slot was taken."""
    gains: Array
    """How much better than expected it went for the decider."""
    utility: Array
    shares: Array
    points: Array
    settled: Array
    """Whether the game's end is known: only then shares and points are."""
    ours: Array
    """Whether the self that learns decided: an earlier one's choices are not its own."""


def new_moments(params: Params) -> Moments:
    """Nothing learned yet."""
    zeros = {name: jnp.zeros_like(value) for name, value in params.items()}
    again = {name: jnp.zeros_like(value) for name, value in params.items()}
    return Moments(jnp.zeros((), jnp.int32), zeros, again)


def utilities(finals: Array, shares: Array) -> Array:
    """What an end is worth to each seat: half winning, half the lead."""
    players = finals.shape[-1]
    winning = (players * shares - 1) / (players - 1)
    own = jnp.eye(players, dtype=bool)
    best = jnp.where(own, -jnp.inf, finals[..., None, :].astype(jnp.float32)).max(-1)
    lead = jnp.clip((finals - best) / LEAD_SCALE, -LEAD_MOST, LEAD_MOST)
    return 0.5 * winning + 0.5 * lead


def loss_of(
    params: Params, features: Features, lesson: Lesson, entropy: Array, dtype: Any
) -> tuple[Array, Array]:
    """What is to become small, and its parts: policy, utility, shares, points, spread."""
    said: Answer = answer(params, features, dtype)
    chances = jax.nn.log_softmax(said.logits)
    taken = jnp.take_along_axis(chances, lesson.slots[:, None], 1)[:, 0]
    ratio = jnp.exp(taken - lesson.chances)
    held = jnp.clip(ratio, 1 - CLIP, 1 + CLIP)
    # Where there is no choice there is nothing to learn about choosing.
    free = ((said.logits > -1e8).sum(1) > 1) * lesson.ours
    free = free / jnp.maximum(free.sum(), 1)
    policy = -(jnp.minimum(ratio * lesson.gains, held * lesson.gains) * free).sum()
    spread = -((jnp.exp(chances) * jnp.where(chances > -1e8, chances, 0)).sum(1) * free).sum()
    known = lesson.settled / jnp.maximum(lesson.settled.sum(), 1)
    utility = ((said.utility - lesson.utility) ** 2).mean()
    shares = -((lesson.shares * said.shares).sum(1) * known).sum()
    points = (((said.points - lesson.points) ** 2).mean(1) * known).sum()
    loss = policy + 0.5 * utility + 0.1 * shares + 0.1 * points - entropy * spread
    return loss, jnp.stack([policy, utility, shares, points, spread])


@partial(jax.jit, static_argnames="dtype")
def slope_of(
    params: Params, features: Features, lesson: Lesson, entropy: Array, dtype: Any = jnp.bfloat16
) -> tuple[Params, Array]:
    """The gradient of the loss, and its parts."""
    (_, figures), slope = jax.value_and_grad(loss_of, has_aux=True)(
        params, features, lesson, entropy, dtype
    )
    return slope, figures


@jax.jit
def improve(
    params: Params, moments: Moments, slopes: list[Params], rate: Array
) -> tuple[Params, Moments]:
    """One step of Adam down the mean of some gradients, which is cut to length 1."""
    slope = {name: sum(one[name] for one in slopes) / len(slopes) for name in params}
    length = jnp.sqrt(sum(jnp.sum(g * g) for g in slope.values()))
    slope = {name: g / jnp.maximum(length, 1.0) for name, g in slope.items()}
    steps = moments.steps + 1
    first = {k: 0.9 * moments.first[k] + 0.1 * g for k, g in slope.items()}
    second = {k: 0.999 * moments.second[k] + 0.001 * g * g for k, g in slope.items()}
    a, b = 1 - 0.9**steps, 1 - 0.999**steps
    params = {
        k: p - rate * (first[k] / a) / (jnp.sqrt(second[k] / b) + 1e-6) for k, p in params.items()
    }
    return params, Moments(steps, first, second)


class Stretch(NamedTuple):
    """What a stretch of play gave beside its lesson."""

    lesson: Lesson
    games: Array
    points: Array
    """Mean of the final points of all seats."""


@jax.jit
def lessons(choices: list[Choices], ends: list[Ends], last: Array) -> Stretch:
    """What a stretch of play teaches; *last* [rows, players] is what is expected after it.

    The lesson's seats are counted from the decider on.
    """
    slots, chances, before, players, ours = (jnp.stack(p) for p in zip(*choices, strict=True))
    done, finals, shares = (jnp.stack(p) for p in zip(*ends, strict=True))
    worth = jnp.concatenate([before, last[None]])
    steps, n = done.shape
    seats = worth.shape[-1]
    reward = jnp.where(done[..., None], utilities(finals, shares), 0.0)

    def back(carry: tuple[Array, ...], now: tuple[Array, ...]) -> tuple[Any, Any]:
        gain, known, end_points, end_shares = carry
        over, won, value, after, points, parts = now
        goes_on = 1.0 - over[:, None]
        gain = won + goes_on * after - value + DECAY * goes_on * gain
        known = jnp.maximum(over, known)
        end_points = jnp.where(over[:, None] > 0, points, end_points)
        end_shares = jnp.where(over[:, None] > 0, parts, end_shares)
        return (gain, known, end_points, end_shares), (gain, known, end_points, end_shares)

    nothing = jnp.zeros((n, seats))
    _, (gains, known, end_points, end_shares) = jax.lax.scan(
        back,
        (nothing, jnp.zeros(n), nothing, nothing),
        (done.astype(jnp.float32), reward, worth[:-1], worth[1:], finals / 50.0, shares),
        reverse=True,
    )
    own = jnp.take_along_axis(gains, players[..., None], 2)[..., 0]
    from_decider = (players[..., None] + jnp.arange(seats)) % seats

    def seen(values: Array) -> Array:
        return jnp.take_along_axis(values, from_decider, 2).reshape(steps * n, seats)

    known_own = ours / jnp.maximum(ours.sum(), 1)
    mean = (own * known_own).sum()
    own = (own - mean) / (jnp.sqrt(((own - mean) ** 2 * known_own).sum()) + 1e-6)
    lesson = Lesson(
        slots.reshape(-1),
        chances.reshape(-1),
        own.reshape(-1),
        seen(gains + worth[:-1]),
        seen(end_shares),
        seen(end_points),
        known.reshape(-1),
        ours.reshape(-1),
    )
    games = done.sum()
    return Stretch(lesson, games, (finals.mean(-1) * done).sum() / jnp.maximum(1, games))


@partial(jax.jit, static_argnames="parts")
def orders(key: Array, lesson: Lesson, parts: int) -> tuple[Array, Lesson]:
    """The decisions of a lesson by lot in *parts* of one size: which rows, and what they teach."""
    count = len(lesson.slots) // parts * parts
    index = jax.random.permutation(key, len(lesson.slots))[:count].astype(jnp.int32)
    cut: list[Any] = [value[index].reshape(parts, -1, *value.shape[1:]) for value in lesson]
    return index.reshape(parts, -1), Lesson(*cut)


@jax.jit
def part_of(order: Array, lesson: Lesson, part: int) -> tuple[Array, Lesson]:
    """One part of what ``orders`` gave."""
    return order[part], Lesson(*(value[part] for value in lesson))


class Report(NamedTuple):
    """What one round of playing and learning gave."""

    rules: Rules
    decisions: int
    played: float
    learned: float
    games: int
    points: float
    """Mean of the final points of all seats."""
    policy: float
    utility: float
    shares: float
    error: float
    """Of the expected final points, as a mean square root in points."""
    entropy: float


class Trainer:
    """A run: weights that become better."""

    def __init__(self, settings: Sequence[Rules], plan: Plan, size: Size | None = None) -> None:
        self.plan, self.settings = plan, tuple(settings)
        self.dtype = plan.dtype
        self.key = jax.random.key(plan.seed)
        rng = random.Random(plan.seed)
        self.params = new_params(shapes(self.settings[0]).table, size, rng)
        self.moments = new_moments(self.params)
        self.decisions = self.rounds = 0
        self.pool: list[Params] = []
        """Earlier selves, in half precision."""
        self._groups: dict[Rules, Group] = {}

    def save(self, path: Path) -> None:
        """Keep all that is needed to go on."""
        arrays = {f"net.{name}": np.asarray(value) for name, value in self.params.items()}
        for part, values in (("first", self.moments.first), ("second", self.moments.second)):
            arrays |= {f"{part}.{name}": np.asarray(value) for name, value in values.items()}
        for i, earlier in enumerate(self.pool):
            arrays |= {f"self{i}.{name}": np.asarray(value) for name, value in earlier.items()}
        for rules, group in self._groups.items():
            arrays |= {f"{rules}.{name}": value for name, value in group.saved().items()}
        arrays["steps"] = np.asarray(self.moments.steps)
        arrays["key"] = np.asarray(jax.random.key_data(self.key))
        course = {"rounds": self.rounds, "pool": len(self.pool), "plan": self.plan._asdict()}
        save(path, arrays, self._about() | course)

    def _about(self) -> dict[str, Any]:
        settings = [str(rules) for rules in self.settings]
        return {"game": self.settings[0].game, "decisions": self.decisions, "settings": settings}

    def export(self, path: Path) -> None:
        """Write the net alone, one byte a number, as it is shipped."""
        net = {f"net.{name}": np.asarray(value) for name, value in self.params.items()}
        save(path, small(net), self._about())

    def resume(self, path: Path) -> None:
        """Go on where a run was saved, or from a net alone; raises CheckpointError."""
        arrays, about = load(path)
        if about["game"] != self.settings[0].game:
            raise CheckpointError(f"{path} learned {about['game']}, not {self.settings[0].game}")
        net = weights_in(arrays, "net")
        if {k: v.shape for k, v in net.items()} != {k: v.shape for k, v in self.params.items()}:
            raise CheckpointError(f"{path} holds a net of another size")
        self.params, self.moments = net, new_moments(net)
        if "steps" in arrays:
            first, second = weights_in(arrays, "first"), weights_in(arrays, "second")
            self.moments = Moments(jnp.asarray(arrays["steps"]), first, second)
            self.key = jax.random.wrap_key_data(jnp.asarray(arrays["key"]))
        self.rounds = int(about.get("rounds", 0))
        self.pool = [
            weights_in(arrays, f"self{i}", np.float16) for i in range(int(about.get("pool", 0)))
        ]
        self._take_up(arrays)
        self.decisions = int(about["decisions"])

    def _take_up(self, arrays: dict[str, Any]) -> None:
        """Go on with the games of a run, where as many are played."""
        self._groups = {}
        for rules in self.settings:
            saved = {
                name: arrays[f"{rules}.{name}"]
                for name in ("states", "games")
                if f"{rules}.{name}" in arrays
            }
            if saved:
                group = Group(rules, self.plan)
                if len(saved["games"]) == group.rows:
                    group.restore(saved)
                    self._groups[rules] = group

    def _group(self, rules: Rules) -> Group:
        if rules not in self._groups:
            self._groups[rules] = Group(rules, self.plan)
            self._groups[rules].scatter(self.params, self._split(), self.dtype)
        return self._groups[rules]

    def _split(self) -> Array:
        keys = jax.random.split(self.key)
        self.key, part = keys[0], keys[1]
        return part

    def round(self, progress: float) -> list[Report]:
        """Play a stretch of every setting and learn from all of them side by side.

        *progress* from 0 to 1 lowers rate and entropy.
        """
        plan = self.plan
        groups = [self._group(rules) for rules in self.settings]
        cut, played = [], []
        for group in groups:
            began = time.perf_counter()
            stretch = self._play(group)
            cut.append(orders(self._split(), stretch.lesson, plan.parts))
            played.append((int(stretch.games), float(stretch.points), time.perf_counter() - began))
        rate = jnp.float32(plan.rate + (plan.last_rate - plan.rate) * progress)
        entropy = jnp.float32(plan.entropy + (plan.last_entropy - plan.entropy) * progress)
        figures = [jnp.zeros(5) for _ in groups]
        began = time.perf_counter()
        for part in range(plan.parts):
            slopes = []
            for i, group in enumerate(groups):
                index, lesson = part_of(*cut[i], part)
                features = group.seen_before(index)
                slope, found = slope_of(self.params, features, lesson, entropy, self.dtype)
                slopes.append(slope)
                figures[i] = figures[i] + ready(found)
            self.params, self.moments = improve(self.params, self.moments, slopes, rate)
        learned = (time.perf_counter() - began) / len(groups)
        self.decisions += sum(plan.steps * group.rows for group in groups)
        self.rounds += 1
        self._remember()
        reports = []
        for i, group in enumerate(groups):
            policy, utility, shares, error, spread = (float(x) for x in figures[i] / plan.parts)
            games, points, took = played[i]
            count = plan.steps * group.rows
            reports.append(Report(group.rules, count, took, learned, games, points, policy,
                                  utility, shares, 50 * error**0.5, spread))  # fmt: skip
        return reports

    def _remember(self) -> None:
        """Keep this self now and then; when there is no room, one by lot makes room."""
        plan = self.plan
        if self.rounds % plan.keep_every or not plan.selves:
            return
        if len(self.pool) == plan.selves:
            del self.pool[random.Random(f"{plan.seed} {self.rounds}").randrange(plan.selves)]
        self.pool.append({k: value.astype(jnp.float16) for k, value in self.params.items()})

    def _rival(self) -> Params:
        """The earlier self that plays in this round."""
        if not self.pool:
            return self.params
        earlier = random.Random(f"{self.plan.seed} {self.rounds} rival").choice(self.pool)
        return {name: value.astype(jnp.float32) for name, value in earlier.items()}

    def _play(self, group: Group) -> Stretch:
        key, nets = self._split(), (self.params, self._rival())
        choices: list[Choices] = []
        ended: list[Ends] = []
        for step in range(self.plan.steps + 1):
            players, before = group.now()
            features = group.features()
            chosen, ends = decide(nets, features, players, before, key, step,
                                  rivals=group.rivals, dtype=self.dtype)  # fmt: skip
            choices.append(chosen)
            ended.append(ends)
            if step < self.plan.steps:
                group.keep(step)
                group.step(chosen.slots)
        # A step's end is known one later; the last choice only tells what was to be expected.
        stretch: Stretch = ready(lessons(choices[:-1], ended[1:], choices[-1].worth))
        return stretch
