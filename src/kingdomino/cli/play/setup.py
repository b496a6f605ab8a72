"""What is to be played and by whom: asked with friendly defaults, or taken from options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.table import Table
from rich.text import Text

from ...bots import BOTS, bot_named
from ...core.rules import Rules
from ...games.catalogue import DYNASTY, GAME, GAMES, Game, rules
from ..show.sentence import YOU, listed
from ..tool.failure import Failure
from .keyboard import Keyboard
from .match import BOT

OPPONENT = f"{BOT}greedy"
_DYNASTY_TITLE = "Dynasty"
_DYNASTY_WHAT = "Three games in a row; the points are added up."


class Setup(NamedTuple):
    """A game to be played: its rules, who sits where, and whether it is a dynasty."""

    rules: Rules
    players: tuple[str, ...]
    """Names as records keep them: bots begin with ``bot:``."""
    dynasty: bool = False


def chosen_setup(
    game: str | None, players: int | None, variants: Sequence[str], seats: Sequence[str]
) -> Setup:
    """The game that options describe; raises RulesError, UnknownBot or Failure."""
    count = players if players is not None else max(2, len(seats))
    made = rules(game or GAMES[0].name, count, [v for v in variants if v != DYNASTY])
    if len(seats) > count:
        raise Failure(f"there are {count} players, but {len(seats)} seats are given")
    given = [_seat(seat) for seat in seats] or [YOU]
    return Setup(made, (*given, *[OPPONENT] * (count - len(given))), DYNASTY in variants)


def _seat(name: str) -> str:
    """A name as a record keeps it; a bot may be given with or without ``bot:``."""
    clean = " ".join(name.split())
    if clean.lower().startswith(BOT):
        clean = clean.lower()
        bot_named(clean.removeprefix(BOT))
        return clean
    if not clean.isprintable() or not clean:
        raise Failure("a name needs at least one letter, or bot:greedy for a bot")
    return clean


def asked_setup(keyboard: Keyboard) -> Setup:
    """Ask for everything; Enter each time starts Kingdomino for two against a bot."""
    keyboard.say(Text("Welcome! Enter takes what stands in brackets.", "bold"))
    game = _ask_game(keyboard)
    players = _ask_players(keyboard, game)
    seats = _ask_seats(keyboard, game, players)
    made, dynasty = _ask_variants(keyboard, game, players)
    return Setup(made, seats, dynasty)


def _numbered(rows: Sequence[tuple[str, str]]) -> Table:
    table = Table.grid(padding=(0, 2))
    for number, (title, what) in enumerate(rows, 1):
        table.add_row(Text(str(number), "bold"), Text.assemble((title, "bold"), f": {what}"))
    return table


def _ask_game(keyboard: Keyboard) -> Game:
    keyboard.say(_numbered([(game.title, game.what) for game in GAMES]))

    def read(answer: str) -> Game:
        if answer.isdecimal() and 1 <= int(answer) <= len(GAMES):
            return GAMES[int(answer) - 1]
        if answer.lower() in GAME:
            return GAME[answer.lower()]
        raise Failure(f"Please type a number from 1 to {len(GAMES)}, or {listed(list(GAME), 'or')}")

    return keyboard.ask_until("Which game?", read, default="1")


def _ask_players(keyboard: Keyboard, game: Game) -> int:
    least, most = game.players[0], game.players[-1]

    def read(answer: str) -> int:
        if not answer.isdecimal():
            raise Failure(f"Please type a number from {least} to {most}")
        return rules(game.name, int(answer)).players

    return keyboard.ask_until(f"How many players, {least} to {most}?", read, default=str(least))


def _ask_seats(keyboard: Keyboard, game: Game, players: int) -> tuple[str, ...]:
    colours = rules(game.name, players).colours
    bots = listed([f"{BOT}{name}" for name in BOTS], "or")
    keyboard.say(f"Who sits where? Type a name, or {bots}.")
    seats: list[str] = []
    for number, colour in enumerate(colours, 1):
        default = OPPONENT if seats else YOU
        question = f"Seat {number}, {colour}:"
        seats.append(keyboard.ask_until(question, _known_seat, default=default))
    return tuple(seats)


def _known_seat(answer: str) -> str:
    """``greedy`` alone is surely meant for the bot."""
    return _seat(f"{BOT}{answer}" if answer.lower() in BOTS else answer)


def _ask_variants(keyboard: Keyboard, game: Game, players: int) -> tuple[Rules, bool]:
    usable = [variant for variant in game.variants if players in variant.players]
    rows = [(v.title, v.what) for v in usable] + [(_DYNASTY_TITLE, _DYNASTY_WHAT)]
    names = [variant.name for variant in usable] + [DYNASTY]
    keyboard.say(_numbered(rows))

    def read(answer: str) -> tuple[Rules, bool]:
        words = [] if answer in ("none", "no", "n", "0") else answer.replace(",", " ").split()
        asked = [_variant(word.lower(), names) for word in words]
        made = rules(game.name, players, [name for name in asked if name != DYNASTY])
        return made, DYNASTY in asked

    return keyboard.ask_until("Which variants? Numbers or names,", read, default="none")


def _variant(word: str, names: Sequence[str]) -> str:
    if word.isdecimal():
        if 1 <= int(word) <= len(names):
            return names[int(word) - 1]
        raise Failure(f"Please type numbers from 1 to {len(names)}, or Enter for none")
    return word
