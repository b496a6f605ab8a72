"""How strong a net would be that played every option on by itself, again and again:

``python -m bench.rollout kingdomino -s 2 --times 32 --far 8 --games 1024``

The likeliest options of a decision are each played on a number of *times* by the net itself, over
the same rows, for as many decisions as *far* says (then the net says what that is worth) or to the
end of the game. Against it, in all other seats, the same net alone. No table could wait for that:
it tells how much a search by this net could find at best. For a GPU; ``--device cpu`` takes long.
"""

from __future__ import annotations

import argparse
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
from numpy.typing import NDArray

from bench.figure import hardware
from kingdomino import Rules
from kingdomino.bots.learned.judge import net_file
from kingdomino.bots.learned.weights import load
from kingdomino.fast.board.layout import RNG
from kingdomino.fast.learning.practice import LEAVE, Features
from kingdomino.fast.many.cuda import NoGpuError
from kingdomino.games.catalogue import setting
from kingdomino.learn.net import NEVER, Params, answer, weights_in
from kingdomino.learn.play import Group, Plan, best_slots, by_seat
from kingdomino.learn.train import utilities

TO_THE_END = 1000
"""More decisions than any game has."""
TRUST = 0.002
"""What a nat of the net counts, in parts of the game: it decides between equals."""


class Reach(NamedTuple):
    """What is looked at in a decision."""

    options: int
    times: int
    far: int


class Ended(NamedTuple):
    """How it went: share of the victory, its standard error, how often the net was overruled."""

    share: float
    error: float
    changed: float


@partial(jax.jit, static_argnames="dtype")
def _worth(params: Params, features: Features, players: Array, dtype: Any) -> Array:
    """What the net expects for each seat, by the seat's number."""
    return by_seat(answer(params, features, dtype).utility, players)


@partial(jax.jit, static_argnames="dtype")
def _logits(params: Params, features: Features, dtype: Any) -> Array:
    return answer(params, features, dtype).logits


class Roller:
    """Plays options on, *pairs* of a game and a slot at a time."""

    def __init__(self, made: Rules, params: Params, reach: Reach, pairs: int, device: str) -> None:
        self._params, self._reach, self._pairs = params, reach, pairs
        self._group = group_of(made, pairs * reach.times, device, seed=5)

    def worth(
        self, states: NDArray[np.uint64], slots: NDArray[Any], streams: NDArray[np.uint64]
    ) -> NDArray[np.float32]:
        """What each slot, one of each state, is worth to all seats on average, [n, players]."""
        found = [
            self._some(
                states[i : i + self._pairs],
                slots[i : i + self._pairs],
                streams[i : i + self._pairs],
            )
            for i in range(0, len(slots), self._pairs)
        ]
        return np.concatenate(found)

    def _some(
        self, states: NDArray[np.uint64], slots: NDArray[Any], streams: NDArray[np.uint64]
    ) -> NDArray[np.float32]:
        group, reach, count = self._group, self._reach, len(slots) * self._reach.times
        # Rows that nobody asked for stay as they are.
        rows, chosen = np.repeat(states[:1], group.rows, 0), np.full(group.rows, LEAVE)
        rows[:count] = np.repeat(states, reach.times, 0)
        rows[:count, RNG] = streams.ravel()
        chosen[:count] = np.repeat(slots, reach.times)
        group.restore({"states": rows})
        next_slots, going = jnp.asarray(chosen, jnp.int32), jnp.asarray(chosen != LEAVE)
        worth = jnp.zeros((group.rows, group.rules.players))
        for step in range(reach.far + 1):
            group.step(jnp.where(going, next_slots, LEAVE))
            done = group.copy("done") & going
            ends = utilities(group.copy("finals"), group.copy("shares"))
            worth, going = jnp.where(done[:, None], ends, worth), going & ~done
            if not bool(going.any()):
                break
            if step < reach.far:
                next_slots = best_slots(self._params, group.features(), group.plan.dtype)
        expected = _worth(self._params, group.features(), group.copy("players"), group.plan.dtype)
        worth = jnp.where(going[:, None], expected, worth)
        every = np.asarray(worth)[:count].reshape(len(slots), reach.times, -1)
        mean: NDArray[np.float32] = every.mean(1)
        return mean


def group_of(made: Rules, rows: int, device: str, *, seed: int) -> Group:
    """As many games side by side."""
    plan = Plan(rows=rows * made.players // 2, device=device, seed=seed, steps=1)
    group = Group(made, plan)
    if group.rows != rows:
        raise ValueError(f"{rows} games: the number must be a multiple of 64 (games × times, too)")
    return group


def match(
    made: Rules, params: Params, reach: Reach, *, games: int, pairs: int, device: str, seed: int
) -> Ended:
    """One seat plays options on, each seat in turn; the others take what the net likes best."""
    group = group_of(made, games, device, seed=seed)
    roller = Roller(made, params, reach, pairs, device)
    rng, mine, each = random.Random(seed), np.arange(games) % made.players, np.arange(games)
    share, going, asked, changed = np.zeros(games), np.ones(games, bool), 0, 0
    while going.any():
        likely, order = jax.lax.top_k(
            _logits(params, group.features(), group.plan.dtype), reach.options
        )
        logits, slots = np.asarray(likely), np.asarray(order)
        legal, players = logits > NEVER / 2, np.asarray(group.copy("players"))
        turn = going & (players == mine) & (legal.sum(1) > 1)
        which, option = np.nonzero(legal & turn[:, None])
        best = np.zeros(games, np.intp)
        if len(which):
            states = group.saved()["states"]
            # The same luck for all options of a game.
            luck = np.frombuffer(rng.randbytes(8 * games * reach.times), np.uint64)
            streams = luck.reshape(games, reach.times)
            found = roller.worth(states[which], slots[which, option], streams[which])
            score = np.full(slots.shape, -np.inf)
            own = found[np.arange(len(which)), mine[which]]
            score[which, option] = own + TRUST * (logits[which, option] - logits[which, 0])
            best[turn] = score[turn].argmax(1)
        asked, changed = asked + int(turn.sum()), changed + int((best[turn] > 0).sum())
        group.step(jnp.asarray(np.where(going, slots[each, best], LEAVE), jnp.int32))
        done = np.asarray(group.copy("done")) & going
        share[done] = np.asarray(group.copy("shares"))[each, mine][done]
        going &= ~done
    return Ended(share.mean(), share.std() / games**0.5, changed / max(1, asked))


def main(words: Sequence[str] | None = None) -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", help="kingdomino, giants, origins-discovery …")
    parser.add_argument("-s", "--setting", default="2", help="as 3 or 4:harmony+middle_kingdom")
    parser.add_argument("--net", type=Path, help="a file of `kingdomino learn` (the package's)")
    parser.add_argument("--options", type=int, default=8, help="at most so many are looked at (8)")
    parser.add_argument("--times", type=int, default=8, help="each is played on (8)")
    parser.add_argument("--far", type=int, default=TO_THE_END, help="decisions (to the end)")
    parser.add_argument("--games", type=int, default=1024, help="in all (1024)")
    parser.add_argument("--pairs", type=int, default=4096, help="options side by side (4096)")
    parser.add_argument("--seed", type=int, default=7, help="of the deals (7)")
    parser.add_argument("--device", choices=["cuda", "cpu"], default="cuda")
    asked = parser.parse_args(words)
    reach, began = Reach(asked.options, asked.times, asked.far), time.perf_counter()
    try:
        made = setting(asked.game, asked.setting)
        params = weights_in(load(asked.net or net_file(asked.game))[0], "net")
        found = match(made, params, reach, games=asked.games, pairs=asked.pairs,
                      device=asked.device, seed=asked.seed)  # fmt: skip
    except (ValueError, NoGpuError) as wrong:
        parser.error(str(wrong))
    far = "to the end" if asked.far >= TO_THE_END else f"for {asked.far} decisions"
    print(
        f"{made}, {asked.options} options played on {asked.times} times"
        f" {far}, against the net alone\n"
        f"{found.share:.1%} ± {found.error:.1%} of the victory (even is {1 / made.players:.0%},"
        f" n = {asked.games}), the net overruled in {found.changed:.0%} of the decisions,"
        f" {time.perf_counter() - began:.0f} s\n{hardware()}"
    )


if __name__ == "__main__":
    main()
