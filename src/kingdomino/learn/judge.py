"""Teaching a judge of games between two rounds, see ``fast.judge``.

First it learns how games end of players who do not search, or of a net that plays; then,
generation by generation, from games that its own search plays: how they end, and what that search
saw of each state.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from ..bots.learned.mind import Weights
from ..bots.learned.weights import save
from ..core.rules import Rules
from ..fast.judge.verdict import HIDDEN, SHAPES, UNITS
from .school import Crew, Seen, all_seen, all_taught, jobs
from .tutor import Tutor, lessons, shared_out

Params: TypeAlias = dict[str, Array]
POINTS_COUNT = 4.0
"""How much points count beside worth and share."""
HELD = 50
"""One of so many parts of what was seen is kept aside, to see what is learned by heart only."""
MANY_STATES, MORE_AT_ONCE = 2_000_000, 4
"""Where so many states are learned from, each step looks at so many times as many of them."""
TOGETHER = 25
"""Steps in one call of compiled code."""
BETA1, BETA2 = 0.9, 0.999


class Course(NamedTuple):
    """What a judge learns from."""

    games: int = 300_000
    """Of players who do not search."""
    searched: int = 6_000
    """Of each generation."""
    generations: int = 2
    looks: int = 96
    """Of the search that plays, a decision."""
    passes: float = 4.0
    """How often everything is looked at."""
    batch: int = 1024
    rate: float = 3e-3
    later_rate: float = 1e-3
    seed: int = 1


class Lectured(NamedTuple):
    """How far a judge is: what it gets wrong of states that it learned from, and of others held
    aside: of worth and share in nats, of points squared."""

    generation: int
    states: int
    seconds: float
    learned: NDArray[np.float32]
    held: NDArray[np.float32]


def new_weights(seed: int) -> Params:
    """Nothing learned yet. Facts begin with 0, and those that never come up keep it."""
    spread = {"facts": 0.0, "table": 0.0, "fractions": 0.3, "own": (2 / HIDDEN) ** 0.5,
              "others": (2 / HIDDEN) ** 0.5, "second": (2 / UNITS) ** 0.5,
              "last": (1 / UNITS) ** 0.5}  # fmt: skip
    keys = jax.random.split(jax.random.key(seed), len(SHAPES))
    found = {
        name: spread[name] * jax.random.normal(key, shape)
        for key, (name, shape) in zip(keys, SHAPES.items(), strict=True)
    }
    return found | {name: found[name].at[-1].set(0.0) for name in ("second", "last")}


def said(w: Params, bags: Array, fractions: Array, tables: Array) -> Array:
    """Of every seat the logits of worth and share, and points in POINTS: [n, players, VERDICT]."""
    # Fact 0 is none.
    facts = jnp.where(bags[..., None] > 0, w["facts"][bags], 0.0).sum(2)
    kingdom = jax.nn.relu(facts + fractions @ w["fractions"])
    own, theirs = kingdom @ w["own"], kingdom @ w["others"]
    others = (theirs.sum(1, keepdims=True) - theirs) / (bags.shape[1] - 1)
    table = jnp.where(tables[..., None] > 0, w["table"][tables], 0.0).sum(1)
    first = jax.nn.relu(table[:, None] + own + others)
    second = jax.nn.relu(first @ w["second"][:-1] + w["second"][-1])
    return second @ w["last"][:-1] + w["last"][-1]


def loss_of(w: Params, seen: Sequence[Array]) -> tuple[Array, Array]:
    """What is to become small, and its parts: worth, share, points."""
    bags, fractions, tables, verdicts = seen
    answer = said(w, bags.astype(jnp.int32), fractions, tables.astype(jnp.int32))
    # The cross entropy less that of the truth itself: 0 is perfect.
    part = jnp.clip(verdicts[..., :2], 1e-6, 1 - 1e-6)
    noise = -(part * jnp.log(part) + (1 - part) * jnp.log1p(-part))
    logits = answer[..., :2]
    off = (jax.nn.softplus(logits) - logits * part - noise).mean((0, 1))
    points = jnp.square(answer[..., 2] - verdicts[..., 2]).mean()
    parts = jnp.stack([off[0], off[1], points])
    return off[0] + off[1] + POINTS_COUNT * points, parts


@partial(jax.jit, static_argnames=("batch",), donate_argnums=(0,))
def steps(
    state: tuple[Params, Params, Params], seen: Sequence[Array], count: Array, key: Array,
    rates: Array, batch: int,
) -> tuple[tuple[Params, Params, Params], Array]:  # fmt: skip
    """A step of Adam for each rate, after *count* steps; the parts of the loss, on average."""
    n = seen[3].shape[0]

    def step(
        carry: tuple[tuple[Params, Params, Params], Array], rate: Array
    ) -> tuple[tuple[tuple[Params, Params, Params], Array], Array]:
        (w, first, second), i = carry
        which = jax.random.randint(jax.random.fold_in(key, i), (batch,), 0, n)
        slope, parts = jax.grad(loss_of, has_aux=True)(w, [a[which] for a in seen])
        i = i + 1
        first = jax.tree.map(lambda m, g: BETA1 * m + (1 - BETA1) * g, first, slope)
        second = jax.tree.map(lambda v, g: BETA2 * v + (1 - BETA2) * g * g, second, slope)
        one, two = 1 - BETA1**i, 1 - BETA2**i
        w = jax.tree.map(
            lambda x, m, v: x - rate * (m / one) / (jnp.sqrt(v / two) + 1e-8), w, first, second
        )
        return ((w, first, second), i), parts

    (state, _), parts = jax.lax.scan(step, (state, count), rates)
    return state, parts.mean(0)


@partial(jax.jit)
def _parts(w: Params, seen: Sequence[Array]) -> Array:
    return loss_of(w, seen)[1]


def fit(
    w: Params, seen: Seen, held: Seen, *, passes: float, batch: int, rate: float, seed: int
) -> tuple[Params, NDArray[np.float32], NDArray[np.float32]]:
    """Learn from what was seen; the weights, and what they get wrong of it and of what was held."""
    data = [jnp.asarray(a) for a in seen]
    total = max(TOGETHER, int(passes * len(seen.verdicts) / batch) // TOGETHER * TOGETHER)
    rates = (0.02 + 0.49 * (1 + np.cos(np.pi * np.arange(total) / total))) * rate
    zeros: list[Params] = [{name: jnp.zeros_like(a) for name, a in w.items()} for _ in range(2)]
    # The weights are handed over to compiled code: what came in stays with who gave it.
    state = ({name: jnp.array(a) for name, a in w.items()}, zeros[0], zeros[1])
    key, parts = jax.random.key(seed), jnp.zeros(3)
    for i in range(0, total, TOGETHER):
        now = jnp.asarray(rates[i : i + TOGETHER], jnp.float32)
        state, parts = steps(state, data, jnp.asarray(i, jnp.float32), key, now, batch=batch)
    unknown = [jnp.asarray(a[:100_000]) for a in held]
    return state[0], np.asarray(parts), np.asarray(_parts(state[0], unknown))


def gathered(parts: Iterable[Seen]) -> tuple[Seen, Seen]:
    """Everything that was seen, and what is held aside of it; no wider than it needs to be."""
    kept: tuple[list[Seen], list[Seen]] = ([], [])
    for i, part in enumerate(parts):
        # Bags are filled from the front: beyond the longest there is nothing.
        width, table = (int((a > 0).sum(-1).max()) for a in (part.bags, part.tables))
        slim = part._replace(bags=part.bags[:, :, :width], tables=part.tables[:, :table])
        kept[i % HELD == HELD - 1 or i == 1].append(slim)
    width = max(part.bags.shape[2] for side in kept for part in side)
    table = max(part.tables.shape[1] for side in kept for part in side)
    return _joined(kept[0], width, table), _joined(kept[1], width, table)


def _joined(parts: Sequence[Seen], width: int, table: int) -> Seen:
    def wide(a: NDArray[np.int16], to: int) -> NDArray[np.int16]:
        return np.pad(a, [(0, 0)] * (a.ndim - 1) + [(0, to - a.shape[-1])])

    return Seen(
        np.concatenate([wide(part.bags, width) for part in parts]),
        np.concatenate([part.fractions for part in parts]),
        np.concatenate([wide(part.tables, table) for part in parts]),
        np.concatenate([part.verdicts for part in parts]),
    )


def together(*parts: Seen) -> Seen:
    """Several of them as one."""
    return _joined(
        parts, max(p.bags.shape[2] for p in parts), max(p.tables.shape[1] for p in parts)
    )


def some(seen: Seen, n: int, seed: int) -> Seen:
    """So many of them by lot."""
    known = len(seen.verdicts)
    return seen.only(np.array(random.Random(seed).sample(range(known), min(n, known))))


def teach(
    group: Sequence[Rules],
    course: Course,
    *,
    known: Weights | None = None,
    tutor: Tutor | None = None,
    crew: Crew | None = None,
    tell: Callable[[Lectured], None] = lambda report: None,
    keep: Callable[[Weights], None] = lambda weights: None,
) -> Weights:
    """A judge for some rules of as many players and one size; *known* is one to go on from.

    The first rules of the group have half of the games. The first lesson is of games of a *tutor*,
    of such rules as it knows, or else of players who do not search. After each generation the
    weights so far are handed to *keep*. On the CPU the same course teaches the same.
    """
    began, seed = time.perf_counter(), course.seed
    first, held = gathered(_first_lesson(group, course, tutor, crew))
    if known is None:
        many = MORE_AT_ONCE if len(first.verdicts) > MANY_STATES else 1
        w, *wrong = fit(new_weights(seed), first, held, passes=course.passes,
                        batch=many * course.batch, rate=course.rate, seed=seed)  # fmt: skip
        keep(plain(w))
        tell(Lectured(0, len(first.verdicts), time.perf_counter() - began, *wrong))
    else:
        w = {name: jnp.asarray(value) for name, value in known.items()}
    so_far: Seen | None = None
    with TemporaryDirectory() as folder:
        for generation in range(1, course.generations + 1):
            path = Path(folder) / f"{generation}.npz"
            save(path, plain(w), {})
            work = jobs(group, path, seed=seed + generation, games=course.searched,
                        looks=course.looks)  # fmt: skip
            new, held = gathered(all_seen(work, crew))
            so_far = new if so_far is None else together(so_far, new)
            # Some of what was learned first beside it, so that nothing is forgotten.
            old = some(first, len(so_far.verdicts) // 3, seed + generation)
            w, *wrong = fit(w, together(old, so_far), held, passes=course.passes,
                            batch=course.batch, rate=course.later_rate,
                            seed=seed + generation)  # fmt: skip
            keep(plain(w))
            tell(Lectured(generation, len(so_far.verdicts), time.perf_counter() - began, *wrong))
    return plain(w)


def _first_lesson(
    group: Sequence[Rules], course: Course, tutor: Tutor | None, crew: Crew | None
) -> Iterator[Seen]:
    if tutor is None:
        yield from all_seen(jobs(group, None, seed=course.seed, games=course.games, looks=0), crew)
        return
    for made, games in shared_out(group, course.games):
        if tutor.knows(made):
            yield from all_taught(lessons(tutor, made, games, course.seed), crew)
        else:
            yield from all_seen(jobs([made], None, seed=course.seed, games=games, looks=0), crew)


def plain(w: Params) -> Weights:
    """Weights as NumPy has them."""
    return {name: np.asarray(value) for name, value in w.items()}
