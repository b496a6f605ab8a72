"""What a player can answer: every legal action with keys to type and the points it brings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from rich.text import Text

from ...core import action as act
from ...core.domino import Resource, format_domino
from ...core.engine import legal_actions
from ...core.error import RecordError
from ...core.gain import gain_with_next, gains
from ...core.grid import Square, bit, format_square
from ...core.kingdom import Kingdom, counted, terrain_at, why_nowhere
from ...core.notation import format_action, parse_action
from ...core.score import score_sheet
from ...core.state import Decision, Phase, State
from ...games.origins import RANGE
from ..show.render import Mark, halves_text
from ..show.sentence import caveman_sentence, caveman_title, counted_noun, listed

_DIRECTIONS = {
    act.Direction(1, 0): ("→", "east", "right"),
    act.Direction(0, 1): ("↓", "south", "down"),
    act.Direction(-1, 0): ("←", "west", "left"),
    act.Direction(0, -1): ("↑", "north", "up"),
}


class Answer(NamedTuple):
    """One answer. Several actions are told apart by a second question: which way it lies."""

    keys: tuple[str, ...]
    """What may be typed; the first is the one that is shown."""
    words: str
    actions: tuple[act.Action, ...]
    gain: int | None = None
    """The change of the score sheet, for the best of the actions."""
    square: Square | None = None


class Question(NamedTuple):
    """What is asked of a player, in one line, and what can be answered."""

    text: Text
    answers: tuple[Answer, ...]
    default: Answer
    """What Enter means."""

    def marks(self) -> dict[Square, Mark]:
        """The numbers to draw on the kingdom."""
        return {
            o.square: Mark(o.keys[0], gain_text(o.gain), best=o == self.default)
            for o in self.answers
            if o.square is not None
        }


def gain_text(gain: int | None) -> str:
    """``+6``, ``−2``, ``+0``."""
    return "" if gain is None else f"{gain:+d}".replace("-", "−")


def question_for(state: State, names: Sequence[str]) -> Question:
    """What the player to decide is asked."""
    decision = state.agenda[0]
    return _ASKED.get(decision.phase, _any_action)(state, decision, names)


def find(question: Question, text: str) -> Answer | None:
    """The answer that *text* names, also by the words of a record; None when it names none."""
    typed = text.lower()
    for answer in question.answers:
        if typed in (key.lower() for key in answer.keys):
            return answer
    return _turned(question, typed) or _spelled(question, typed)


def _turned(question: Question, typed: str) -> Answer | None:
    """``7 east`` and ``7e`` answer both questions at once."""
    digits = len(typed) - len(typed.lstrip("0123456789"))
    head, tail = typed[:digits], typed[digits:].strip()
    answer = next((a for a in question.answers if head and head in a.keys), None)
    if answer is None or len(answer.actions) < 2:
        return None
    turns = (turn_answer(a, answer, i) for i, a in enumerate(answer.actions, 1))
    return next((turn for turn in turns if tail in turn.keys), None)


def _spelled(question: Question, typed: str) -> Answer | None:
    """``e1 e2`` or ``place e1 e2``: an action as records write it."""
    for text in (typed, f"place {typed}"):
        try:
            action = parse_action(text)
        except RecordError:
            continue
        for answer in question.answers:
            for possible in answer.actions:
                if possible == action or _same_squares(possible, action, answer):
                    return answer._replace(actions=(possible,))
    return None


def _same_squares(a: act.Action, b: act.Event, answer: Answer) -> bool:
    """Whether a double is meant, which has no left and right."""
    if not (isinstance(a, act.Place) and isinstance(b, act.Place)):
        return False
    return (a.left, a.right) == (b.right, b.left) and "double" in answer.words


def _best(answers: Iterable[Answer]) -> Answer:
    """The first of those that bring most."""
    return max(answers, key=lambda answer: answer.gain if answer.gain is not None else 0)


def _asked(text: str | Text, answers: Sequence[Answer], default: Answer | None = None) -> Question:
    line = text if isinstance(text, Text) else Text(text, "bold")
    return Question(line, tuple(answers), default or _best(answers))


def _on_squares(
    state: State, actions: Iterable[tuple[Square, act.Action]], first: int = 1
) -> list[Answer]:
    kingdom = state.kingdoms[state.agenda[0].player]
    known = dict(gains(state))
    found: list[Answer] = []
    for number, (square, action) in enumerate(actions, first):
        terrain = terrain_at(kingdom, bit(square))
        name = format_square(square)
        words = f"{terrain.label if terrain is not None else 'castle'} {name}"
        keys = (str(number), name)
        found.append(Answer(keys, words, (action,), known[action], square))
    return found


def _players(
    state: State, seats: Iterable[tuple[int, act.Action]], names: Sequence[str]
) -> list[Answer]:
    return [
        Answer((str(number), names[seat]), names[seat], (action,))
        for number, (seat, action) in enumerate(seats, 1)
    ]


def _place(state: State, decision: Decision, names: Sequence[str]) -> Question:
    domino = state.rules.domino[decision.domino]
    rated = gains(state)
    if not isinstance(rated[0][0], act.Place):
        why = why_nowhere(state.kingdoms[decision.player], domino)
        sorry = f"No room for {domino.name}: it goes away, because {why}."
        return _asked(sorry, [Answer(("ok", "1"), f"put {domino.name} away", (act.Discard(),))])
    groups: dict[Square, list[tuple[act.Action, int]]] = {}
    for action, gain in rated:
        assert isinstance(action, act.Place)
        assert gain is not None
        ends = (action.left, action.right) if domino.symmetric else (action.left,)
        for end in ends:
            groups.setdefault(end, []).append((action, gain))
    ordered = sorted(groups.items(), key=lambda item: (item[0].y, item[0].x))
    words = "double" if domino.symmetric else domino.left.terrain.label
    answers = [
        Answer(
            (str(number), format_square(square)),
            words,
            tuple(action for action, _ in found),
            max(gain for _, gain in found),
            square,
        )
        for number, (square, found) in enumerate(ordered, 1)
    ]
    where = "where?" if domino.symmetric else f"where does the {words} go?"
    picture = halves_text(domino, flames=state.rules.flames)
    text = Text.assemble(f"Place domino {domino.name} ", picture, f" {where}", style="bold")
    return _asked(text, answers)


def turn_answer(action: act.Action, answer: Answer, number: int, gain: int | None = None) -> Answer:
    """One way of laying the domino, seen from the square that was chosen."""
    assert isinstance(action, act.Place)
    here = answer.square or action.left
    there = action.right if action.left == here else action.left
    arrow, name, word = _DIRECTIONS[act.Direction(there.x - here.x, there.y - here.y)]
    keys = (str(number), name[0], name, word, arrow)
    return Answer(keys, f"{arrow} {name}", (action,), gain, here)


def turn_question(state: State, answer: Answer) -> Question:
    """Which way the domino lies, once the square of one half is chosen."""
    domino = state.rules.domino[state.agenda[0].domino]
    known = dict(gains(state))
    turns = [
        turn_answer(action, answer, number, known[action])
        for number, action in enumerate(answer.actions, 1)
    ]
    other = "the other half" if domino.symmetric else f"the {domino.right.terrain.label}"
    return _asked(f"And {other}: which way?", turns)


def _choose(state: State, decision: Decision, names: Sequence[str]) -> Question:
    answers: list[Answer] = []
    for action, best in gains(state):
        assert isinstance(action, act.Choose)
        name = format_domino(action.domino)
        answers.append(Answer((name,), f"take {name}", (action,), best))
    which = "next" if state.round else "first"
    free = ", ".join(answer.keys[0] for answer in answers)
    rated = [o._replace(gain=-1 if o.gain is None else o.gain) for o in answers]
    return _asked(
        f"Choose your {which} domino: {free}", answers, answers[rated.index(_best(rated))]
    )


def choice_notes(question: Question) -> Mapping[int, str]:
    """What each domino of the row would bring now, for the drawing of the row."""
    notes: dict[int, str] = {}
    for answer in question.answers:
        (action,) = answer.actions
        if isinstance(action, act.Choose):
            best = f"best {gain_text(answer.gain)}" if answer.gain is not None else "no room now"
            notes[action.domino] = best
    return notes


def _choose_pair(state: State, decision: Decision, names: Sequence[str]) -> Question:
    answers: list[Answer] = []
    for number, action in enumerate(legal_actions(state), 1):
        assert isinstance(action, act.ChoosePair)
        pair = " and ".join(format_domino(n) for n in action.dominoes)
        answers.append(Answer((str(number), pair), pair, (action,)))
    return _asked("Choose two dominoes, the other player gets the rest:", answers)


def _cover(state: State, decision: Decision, names: Sequence[str]) -> Question:
    crowns = [(a.square, a) for a in legal_actions(state) if isinstance(a, act.Cover)]
    return _asked("The giant wants a crown: choose one", _on_squares(state, crowns))


def _release(state: State, decision: Decision, names: Sequence[str]) -> Question:
    actions = legal_actions(state)
    giants = [(a.square, a) for a in actions if isinstance(a, act.Release)]
    answers = [
        answer._replace(gain=gain_with_next(state, action))
        for answer, (_, action) in zip(_on_squares(state, giants), giants, strict=True)
    ]
    answers.append(Answer(("0", "n", "none"), "all giants stay", (act.Decline(),), 0))
    return _asked("Footprints: one giant may leave. Which one?", answers)


def _send(state: State, decision: Decision, names: Sequence[str]) -> Question:
    seats = [(a.to, a) for a in legal_actions(state) if isinstance(a, act.Send)]
    answers = [
        o._replace(words=f"{o.words}, {score_sheet(state, seat).total} points")
        for o, (seat, _) in zip(_players(state, seats, names), seats, strict=True)
    ]
    return _asked("Who gets the giant?", answers)


def _erupt(state: State, decision: Decision, names: Sequence[str]) -> Question:
    flames = counted(state.kingdoms[decision.player].craters, bit(decision.square))
    reach = RANGE - flames
    text = (
        f"The volcano erupts! {counted_noun(flames, 'flame')} "
        f"{'flies' if flames == 1 else 'fly'} up to {counted_noun(reach, 'square')}: where to?"
    )
    targets = [(a.square, a) for a in legal_actions(state) if isinstance(a, act.Erupt)]
    return _asked(text, _on_squares(state, targets))


def _hand_over(state: State, decision: Decision, names: Sequence[str]) -> Question:
    heirs = [(a.to, a) for a in legal_actions(state) if isinstance(a, act.HandOver)]
    text = f"Others have more {decision.name} now: who gets the totem?"
    return _asked(text, _players(state, heirs, names))


def _spendings(state: State) -> list[Answer]:
    tokens = [(a.square, a) for a in legal_actions(state) if isinstance(a, act.Spend)]
    kingdom = state.kingdoms[state.agenda[0].player]
    found = _on_squares(state, tokens)
    return [o._replace(words=f"{_resource(kingdom, o.square)} {o.keys[1]}") for o in found]


def _resource(kingdom: Kingdom, square: Square | None) -> str:
    assert square is not None
    return next(r.label for r in Resource if kingdom.resources(r) & bit(square))


def _settle(state: State, decision: Decision, names: Sequence[str]) -> Question:
    leave = Answer(("0", "n", "no", "pass"), "settle nobody", (act.Pass(),), 0)
    tokens = _spendings(state)
    if not tokens:
        return _asked("Nobody to settle: that takes two different tokens.", [leave])
    text = "Settle a caveman? Spend a first token, or Enter for nobody"
    return _asked(text, [*tokens, leave], leave)


def _recruit(state: State, decision: Decision, names: Sequence[str]) -> Question:
    tokens = _spendings(state)
    answers = [*tokens]
    people = [a for a in legal_actions(state) if isinstance(a, act.Recruit)]
    for number, action in enumerate(people, len(tokens) + 1):
        gain = gain_with_next(state, action)
        title = caveman_title(action.caveman)
        words = f"{title}: {caveman_sentence(action.caveman)}"
        answers.append(Answer((str(number), title, action.caveman), words, (action,), gain))
    spent = listed([r.label for r in state.spent])
    if not people:
        return _asked(f"Spent: {spent}. Spend one more", answers)
    more = " (or spend on, for the pile)" if tokens else ""
    return _asked(f"Spent: {spent}. Who joins you?{more}", answers, _best(answers[len(tokens) :]))


def _settle_on(state: State, decision: Decision, names: Sequence[str]) -> Question:
    homes = [(a.square, a) for a in legal_actions(state) if isinstance(a, act.Settle)]
    text = f"Where will the {caveman_title(decision.name)} live?"
    return _asked(text, _on_squares(state, homes))


def _any_action(state: State, decision: Decision, names: Sequence[str]) -> Question:
    """For phases that have no question of their own: all actions as records write them."""
    answers: list[Answer] = []
    for number, (action, gain) in enumerate(gains(state), 1):
        text = format_action(action)
        answers.append(Answer((str(number), text), text, (action,), gain))
    return _asked(f"You are to {state.rules.steps[decision.phase].asks}:", answers)


_ASKED: Mapping[Enum, Callable[[State, Decision, Sequence[str]], Question]] = {
    Phase.PLACE: _place,
    Phase.CHOOSE: _choose,
    Phase.CHOOSE_PAIR: _choose_pair,
    Phase.COVER: _cover,
    Phase.RELEASE: _release,
    Phase.SEND: _send,
    Phase.ERUPT: _erupt,
    Phase.HAND_OVER: _hand_over,
    Phase.SETTLE: _settle,
    Phase.RECRUIT: _recruit,
    Phase.SETTLE_ON: _settle_on,
}
