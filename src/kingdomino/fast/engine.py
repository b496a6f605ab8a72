"""One game: what Python, and kernels of any kind, call with arrays.

*p* is a rules row, uint64[PARAMS]; *s* a state row, uint64[words(rules)] or longer, changed in
place. Nothing is checked: whoever does not trust the caller compares with ``legal_actions`` first.
"""

from __future__ import annotations

from .board import layout
from .board.compile import ByteArray, IntArray, Word, WordArray, address, jit
from .board.rng import stream
from .policy import greedy, playout
from .rules import action, chance
from .rules import score as scoring


@jit
def start(p: WordArray, s: WordArray, seed: Word, game: Word) -> None:
    """A game before anything has happened; its chance follows from *seed* and *game*."""
    chance.start(address(p), address(s), stream(seed, game))


@jit
def stream_of(seed: Word, game: Word) -> Word:
    """Where the stream of a game begins."""
    return stream(seed, game)


@jit
def phase(s: WordArray) -> int:
    """What the state waits for: a Phase of core, or OVER."""
    return layout.phase(address(s))


@jit
def player(s: WordArray) -> int:
    """Who decides; -1 for chance and after the end."""
    return layout.player(address(s))


@jit
def draw(p: WordArray, s: WordArray) -> Word:
    """A fair chance event as a word; only in the first four phases."""
    return chance.draw(address(p), address(s))


@jit
def resolve(p: WordArray, s: WordArray, event: Word) -> None:
    """The state after a chance event."""
    chance.resolve(address(p), address(s), event)


@jit
def legal_count(p: WordArray, s: WordArray) -> int:
    """How many legal actions there are; 0 for chance and after the end."""
    return action.legal_count(address(p), address(s))


@jit
def legal_actions(p: WordArray, s: WordArray, out: IntArray) -> int:
    """Write the ids of all legal actions, ascending, into *out*, int32[ACTIONS]; their number."""
    return action.legal_actions(address(p), address(s), address(out))


@jit
def legal_mask(p: WordArray, s: WordArray, out: ByteArray) -> None:
    """Set *out*, uint8[ACTIONS], to 1 for every legal action and to 0 elsewhere."""
    action.legal_mask(address(p), address(s), address(out))


@jit
def kth_action(p: WordArray, s: WordArray, k: int) -> int:
    """The id of the k-th legal action, from 0."""
    return action.kth_action(address(p), address(s), k)


@jit
def advance(p: WordArray, s: WordArray, number: int) -> None:
    """The state after the action with this id."""
    action.advance(address(p), address(s), number)


@jit
def score(p: WordArray, s: WordArray, out: IntArray) -> None:
    """Write the score sheets and places of all seats into *out*, int32[players, SHEET]."""
    scoring.score_all(address(p), address(s), address(out), 0)


@jit
def random_playout(p: WordArray, s: WordArray) -> int:
    """Play to the end by random moves; the number of decisions and chance events."""
    return playout.random_playout(address(p), address(s))


@jit
def base_playout(p: WordArray, s: WordArray, sheet: IntArray, keys: IntArray) -> int:
    """``random_playout`` and ``rank_keys`` at once, for rules of which ``is_base`` holds.

    The same game by a third of the instructions, which is what a GPU waits for.
    """
    rules = layout.as_base(address(p))
    steps = playout.base_playout(rules, address(s))
    players = layout.param(rules, layout.PLAYERS)
    scoring.rank_keys(rules, address(s), 0, players, address(sheet), address(keys))
    return steps


@jit
def random_action(p: WordArray, s: WordArray) -> int:
    """The id of a random legal action; takes from the state's stream."""
    return action.move_id(playout.random_move(address(p), address(s)))


@jit
def greedy_action(p: WordArray, s: WordArray, work: WordArray) -> int:
    """The id of a greedy action; ties are broken by the state's stream."""
    return action.move_id(greedy.greedy_move(address(p), address(s), address(work)))


@jit
def greedy_playout(p: WordArray, s: WordArray, work: WordArray) -> int:
    """Play to the end by greedy moves; *work* is room for uint64[WORK]."""
    return greedy.greedy_playout(address(p), address(s), address(work))


@jit
def to_decision(p: WordArray, s: WordArray) -> None:
    """Let chance have its way until a player is to decide or the game is over."""
    chance.to_decision(address(p), address(s))


@jit
def rank_keys(p: WordArray, s: WordArray, sheet: IntArray, keys: IntArray) -> None:
    """Write the rank keys of all seats into int32[players]; *sheet* is room for int32[SHEET]."""
    players = layout.param(address(p), layout.PLAYERS)
    scoring.rank_keys(address(p), address(s), 0, players, address(sheet), address(keys))
