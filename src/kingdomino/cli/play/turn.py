"""A turn of a player at the keyboard: questions, commands, taking back, confirming."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.rule import Rule
from rich.text import Text

from ...bots import bot_named
from ...core import action as act
from ..show.render import name_text, sheets
from ..show.sentence import YOU, action_words, does, event_sentence, listed
from ..tool.failure import Failure
from .help import help_page
from .keyboard import Keyboard
from .match import Match
from .question import Answer, Question, find, question_for, turn_question
from .save import check_new, write_games
from .table import draw_table, listing, news_text, turn_pictures

HINTER = "greedy"


class Quit(Exception):
    """The player wants to leave."""


class TakenBack(Exception):
    """A step was undone: what is asked now is another question."""


class Turn:
    """One turn: from the first question to the confirmation."""

    def __init__(self, match: Match, keyboard: Keyboard, *, quick: bool = False) -> None:
        seat = match.state.player
        assert seat is not None
        self.match, self.keyboard, self.quick, self.seat = match, keyboard, quick, seat
        self.start = match.turn_start()
        self.fresh = True

    def play(self) -> None:
        """Ask until the turn is over and confirmed."""
        self._announce()
        while True:
            try:
                if self._is_mine():
                    self._step()
                elif self.quick or self._is_forced() or self._confirm():
                    self.match.told[self.seat] = len(self.match.record.events)
                    return
            except TakenBack:
                self.fresh = False

    def _announce(self) -> None:
        match, state = self.match, self.match.state
        say = self.keyboard.say
        title = Text.assemble(
            name_text(state, self.seat, match.names),
            f" · round {max(state.round, 1)} of {state.rules.rounds}"
            if state.round
            else " · set-up",
        )
        say()
        say(Rule(title, style="dim"))
        news = match.news(self.seat)
        if news:
            say(news_text(news))

    def _is_mine(self) -> bool:
        match, events = self.match, len(self.match.record.events)
        if match.state.over or match.state.player != self.seat:
            return False
        return events == self.start or not match.begins(events)

    def _is_forced(self) -> bool:
        """Whether there was nothing to decide in the whole turn."""
        events, forced = self.match.record.events, self.match.forced
        done = range(self.start, len(events))
        return all(index in forced or events[index] == act.Discard() for index in done)

    def _draw(self, question: Question | None, *, full: bool) -> None:
        width = self.keyboard.console.width
        self.keyboard.say(
            draw_table(self.match, self.seat, question, width=width, since=self.start, full=full)
        )

    def _step(self) -> None:
        match = self.match
        question = question_for(match.state, match.names)
        if len(question.answers) == 1 and question.answers[0].actions == (act.Pass(),):
            match.forced.add(len(match.record.events))
            match.add(act.Pass())
            return
        self._draw(question, full=self.fresh)
        self.fresh = False
        self.keyboard.say(question.text)
        match.add(self._turned(self._answer(question)))

    def _turned(self, answer: Answer) -> act.Action:
        if len(answer.actions) == 1:
            return answer.actions[0]
        question = turn_question(self.match.state, answer)
        self.keyboard.say(turn_pictures(self.match.state, question))
        self.keyboard.say(question.text)
        return self._answer(question, second=True).actions[0]

    def _answer(self, question: Question, *, second: bool = False) -> Answer:
        lines = listing(question)
        if lines is not None:
            self.keyboard.say(lines)
        while True:
            typed = self.keyboard.ask(Text(">"), default=_default(question))
            if typed == _default(question):
                return question.default
            answer = find(question, typed)
            if answer is not None:
                return answer
            if not self._command(typed, question, second=second):
                self.keyboard.refuse(_possible(question))

    def _command(self, answer: str, question: Question | None, *, second: bool = False) -> bool:
        """Do what a command asks for; False when it is none."""
        word, _, rest = answer.partition(" ")
        match word.lower():
            case "?" | "help":
                phase = self.match.state.agenda[0].phase if question else None
                self.keyboard.say(help_page(self.match.state, phase))
            case "s" | "sheets":
                self.keyboard.say(sheets(self.match.state, names=self.match.names))
            case "t" | "table":
                self._draw(question, full=True)
            case "h" | "hint":
                self._hint()
            case "w" | "save":
                self._write(rest.strip())
            case "q" | "quit":
                raise Quit
            case "u" | "undo":
                self._undo(second=second)
            case _:
                return False
        if question is not None:
            self.keyboard.say(question.text)
        return True

    def _undo(self, *, second: bool) -> None:
        if second or self.match.take_back(self.start):
            raise TakenBack
        self.keyboard.refuse("There is nothing to take back: your turn begins here")

    def _hint(self) -> None:
        state = self.match.state
        if state.player != self.seat or not self._is_mine():
            self.keyboard.refuse("Your turn is complete: confirm it, or take a step back with u")
            return
        action = bot_named(HINTER).act(state, self.match.rng("hint"))
        words = does(YOU, action_words(state, action, self.match.names)).removeprefix(f"{YOU} ")
        self.keyboard.say(Text(f"  The bot would {words}.", "italic"))

    def _write(self, name: str) -> None:
        name = name or self.keyboard.ask("Save to which file? (Enter: do not save)")
        if not name:
            return
        try:
            path = check_new(Path(name).expanduser(), own=self.match.save)
            write_games(path, self.match.games)
        except (Failure, OSError) as no:
            self.keyboard.refuse(str(no))
            return
        self.keyboard.say(f"  Saved to {path}.")

    def _confirm(self) -> bool:
        """Whether the player is content with the turn; a step is taken back otherwise."""
        match = self.match
        if not isinstance(match.record.events[-1], act.Choose | act.ChoosePair | act.Pass):
            self._draw(None, full=False)
        words = " · ".join(self._done())
        question = Text.assemble(
            ("Done: ", "bold"), words, ("  Enter confirms, u takes back >", "")
        )
        while True:
            answer = self.keyboard.ask(question)
            if answer.lower() in ("", "y", "yes", "ok"):
                return True
            if not self._command("u" if answer.lower() in ("n", "no") else answer, None):
                self.keyboard.refuse("Enter confirms the turn, u takes the last step back")

    def _done(self) -> Iterator[str]:
        """The steps of this turn, each without its subject."""
        match = self.match
        names = [YOU if seat == self.seat else name for seat, name in enumerate(match.names)]
        for index in range(self.start, len(match.record.events)):
            event = match.record.events[index]
            if index not in match.forced and not isinstance(event, act.Spend | act.Recruit):
                sentence = event_sentence(match.states[index], event, names)
                yield sentence.removeprefix(f"{YOU} ") + match.price(index)


def _default(question: Question) -> str:
    return question.default.keys[0]


def _possible(question: Question) -> str:
    keys = [answer.keys[0] for answer in question.answers]
    shown = listed(keys, "or") if len(keys) < 7 else f"{keys[0]} to {keys[-1]}"
    if len(keys) == 1:
        shown = f"Enter or {shown}"
    return f"Please type {shown}; ? explains"
