"""What happens at the table in sentences, and titles for everything that has a name."""

from __future__ import annotations

from collections.abc import Sequence

from ...core import action as act
from ...core.domino import Resource, format_domino
from ...core.grid import bit, format_square
from ...core.kingdom import terrain_at
from ...core.notation import format_action
from ...core.state import State
from ...games.puzzle import MIDDLE
from ...games.tiles import caveman_tiles

YOU = "You"
"""The player at the keyboard, when alone with bots: verbs follow."""

PUZZLE_KINDS = {
    "place": "where does it go?",
    "choose": "which domino?",
    MIDDLE: "save the middle kingdom",
    "send": "send the giant",
    "cover": "which crown for the giant?",
    "erupt": "where does the fire land?",
    "recruit": "which caveman?",
    "settle": "where will they live?",
}

_QUESTS = {
    "local_business": "5 for each {} square next to the castle, corners too",
    "four_corners": "5 for each {} square on a corner of the kingdom",
    "harmony": "5 for a player who put no domino away",
    "middle_kingdom": "10 for a castle in the centre",
    "lost_corner": "20 for a castle on a corner",
    "folie_des_grandeurs": "10 for each line of three crowned squares",
    "bleak_king": "10 for each wheat, forest, lake or grass region of 5 or more without a crown",
}
_CAVEMEN = {
    "hunter": "{} for each mammoth around",
    "fishing_child": "{} for each fish around",
    "gatherer": "{} for each mushroom around",
    "sculptor": "{} for each flint around",
    "painter": "{} for each token around",
    "fire_lady": "{} for each flame around",
    "shaman": "{} for each caveman around",
}
_WARRIOR = "strength {}; a band scores members × strength"
_LINES = {
    "regions": "regions",
    "resources": "resources left",
    "cavemen": "hunters and gatherers",
    "warriors": "bands of warriors",
}
_SPLIT = ("local_business_", "four_corners_")


def seat_names(players: int) -> tuple[str, ...]:
    """Names for nobody in particular."""
    return tuple(f"Player {seat + 1}" for seat in range(players))


def line_title(name: str) -> str:
    """A line of the score sheet, or a quest: ``four_corners_wheat`` is Four Corners: wheat."""
    for stem in _SPLIT:
        if name.startswith(stem):
            return f"{_titled(stem.rstrip('_'))}: {name.removeprefix(stem)}"
    if name.startswith("totem_"):
        return f"{name.removeprefix('totem_')} totem"
    return _LINES.get(name) or _titled(name)


def _titled(name: str) -> str:
    words = name.split("_")
    return " ".join(w if w in ("of", "des") else w.capitalize() for w in words)


def quest_sentence(name: str) -> str:
    """What a quest gives."""
    for stem in _SPLIT:
        if name.startswith(stem):
            return _QUESTS[stem.rstrip("_")].format(name.removeprefix(stem))
    return _QUESTS.get(name, line_title(name))


def caveman_title(name: str) -> str:
    """The name of a caveman, for people."""
    warrior = " warrior" if caveman_tiles()[name].kind == "warrior" else ""
    return name.replace("_", " ") + warrior


def caveman_sentence(name: str) -> str:
    """What a caveman scores."""
    return _CAVEMEN.get(name, _WARRIOR).format(caveman_tiles()[name].worth)


def does(name: str, verb: str) -> str:
    """``Ana places``, ``You place``: the verb is given as for Ana."""
    if name != YOU:
        return f"{name} {verb}"
    first, *rest = verb.split(" ", 1)
    base = {"has": "have", "is": "are", "passes": "pass"}.get(first, first.removesuffix("s"))
    return " ".join([name, base, *rest])


def whom(name: str) -> str:
    """A name in the middle of a sentence."""
    return "you" if name == YOU else name


def listed(words: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    *head, tail = words
    return f"{', '.join(head)} {last} {tail}" if head else tail


def counted_noun(number: int, noun: str) -> str:
    """``1 flame``, ``2 flames``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def event_sentence(state: State, event: act.Event, names: Sequence[str] | None = None) -> str:
    """What *event* does, seen from *state*, before it: "Ana places 27 at e1 e2"."""
    people = names if names is not None else seat_names(state.rules.players)
    if isinstance(event, act.Chance):
        return _chance(state, event, people)
    return does(people[state.agenda[0].player], action_words(state, event, people))


def action_words(state: State, action: act.Action, names: Sequence[str]) -> str:
    """The verb and the rest: ``places 27 at e1 e2``."""
    match action:
        case act.Place() | act.Discard() | act.Choose() | act.ChoosePair():
            return _domino_words(state, action)
        case act.Cover() | act.Release() | act.Send() | act.Decline():
            return _giant_words(state, action, names)
        case act.Erupt() | act.HandOver():
            return _fire_words(state, action, names)
        case act.Spend() | act.Recruit() | act.Settle() | act.Pass():
            return _tribe_words(state, action)
        case _:
            return f"decides: {format_action(action)}"


def _domino_words(
    state: State, action: act.Place | act.Discard | act.Choose | act.ChoosePair
) -> str:
    due = format_domino(state.agenda[0].domino)
    match action:
        case act.Place(left, right):
            return f"places {due} at {format_square(left)} {format_square(right)}"
        case act.Discard():
            return f"puts {due} away, for lack of room"
        case act.Choose(domino):
            return f"takes {format_domino(domino)}"
        case act.ChoosePair((first, second)):
            return f"takes {format_domino(first)} and {format_domino(second)}"


def _giant_words(
    state: State, action: act.Cover | act.Release | act.Send | act.Decline, names: Sequence[str]
) -> str:
    player = state.agenda[0].player
    match action:
        case act.Cover(square):
            terrain = terrain_at(state.kingdoms[player], bit(square))
            on = terrain.label if terrain is not None else "land"
            return f"covers a crown with a giant: {on} {format_square(square)}"
        case act.Release(square):
            return f"lets the giant on {format_square(square)} go"
        case act.Send(to):
            return f"sends a giant to {whom(names[to])}"
        case act.Decline():
            return "keeps the giants"


def _fire_words(state: State, action: act.Erupt | act.HandOver, names: Sequence[str]) -> str:
    if isinstance(action, act.HandOver):
        return f"hands the {state.agenda[0].name} totem to {whom(names[action.to])}"
    volcano = format_square(state.agenda[0].square)
    return f"throws fire from {volcano} to {format_square(action.square)}"


def _tribe_words(state: State, action: act.Spend | act.Recruit | act.Settle | act.Pass) -> str:
    kingdom = state.kingdoms[state.agenda[0].player]
    match action:
        case act.Spend(square):
            token = bit(square)
            kind = next(r.label for r in Resource if kingdom.resources(r) & token)
            return f"spends the {kind} on {format_square(square)}"
        case act.Recruit(caveman):
            return f"takes the {caveman_title(caveman)}"
        case act.Settle(square):
            return f"settles the {caveman_title(state.agenda[0].name)} on {format_square(square)}"
        case act.Pass():
            return "settles nobody"


def _chance(state: State, event: act.Chance, names: Sequence[str]) -> str:
    match event:
        case act.Kings(order):
            return f"The kings are drawn: {', '.join(names[seat] for seat in order)}"
        case act.Quests(quests):
            return f"The quests are {listed([line_title(quest) for quest in quests])}"
        case act.Row(dominoes):
            return _row_sentence(state, dominoes)
        case act.Cave(cavemen):
            titles = [caveman_title(name) for name in cavemen]
            return f"Out of the cave: {listed(titles)}" if titles else "The cave stays as it is"
        case _:
            return f"Chance decides: {format_action(event)}"


def _row_sentence(state: State, dominoes: tuple[int, ...]) -> str:
    trim = state.rules.trim
    gone = [format_domino(n) for i, n in enumerate(dominoes) if i in trim]
    kept = [format_domino(n) for i, n in enumerate(dominoes) if i not in trim]
    away = f"; {listed(gone)} {'leave' if len(gone) > 1 else 'leaves'} the game" if gone else ""
    return f"A new row: {listed(kept)}{away}"


def aftermath(before: State, after: State, names: Sequence[str] | None = None) -> list[str]:
    """What happened by itself between two states: totems that changed hands."""
    people = names if names is not None else seat_names(before.rules.players)
    moved = [r for r in Resource if before.totems[r] != after.totems[r]]
    sentences: list[str] = []
    for resource in moved:
        holder = after.totems[resource]
        if holder is not None:
            sentences.append(does(people[holder], f"gets the {resource.label} totem"))
    return sentences
