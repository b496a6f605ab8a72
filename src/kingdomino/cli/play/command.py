"""``kingdomino play``: a game in the terminal, against bots or at one keyboard."""

from __future__ import annotations

import shlex
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from rich.rule import Rule
from rich.text import Text

from ...core.record import Dynasty, Record, format_record
from ...games.catalogue import DYNASTY_GAMES, GAME, GAMES
from ..show.render import kingdoms, open_console, sheets
from ..show.sentence import line_title, listed
from ..show.verdict import dynasty_verdict, sums, verdict
from ..tool.failure import Failure
from ..tool.option import SeedOption, VariantOption, complete_game, seed_asked, variant_names
from .keyboard import Keyboard, Leave
from .match import Match
from .save import check_new, free_name, is_text, read_games, write_games
from .setup import Setup, asked_setup, chosen_setup
from .table import news_text
from .turn import Quit, Turn

EXAMPLES = """\b
Examples:
  kingdomino play
  kingdomino play giants -p 3 --seat Ana --seat Ben --seat bot:greedy
  kingdomino play origins-tribe --seed 7 --save game.txt
  kingdomino play --load game.txt"""


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help=", ".join(game.name for game in GAMES),
            show_default=False,
            autocompletion=complete_game,
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", metavar="N", help="How many play.")
    ] = None,
    variant: VariantOption = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat", metavar="WHO", help="A name, or bot:greedy, bot:random; in order. Repeatable."
        ),
    ] = None,
    seed: SeedOption = None,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Keep the game in this file, turn by turn."),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Do not ask to confirm turns.")] = False,
) -> None:
    """Play in the terminal, against bots or with friends at one keyboard.

    Without options it asks what to play: pressing Enter a few times starts Kingdomino for two
    against a bot. Type ? at any question.
    """
    keyboard = Keyboard(open_console())
    has_setup = game is not None or players is not None or bool(variant or seat)
    if load is not None and has_setup:
        raise Failure("a loaded game brings its own rules and seats: give --load without them")
    if save is not None:
        check_new(save, own=load)
    try:
        with signals():
            if load is not None:
                match = _loaded(load, save, seed_asked(seed))
            else:
                setup = chosen_setup(game, players, variant_names(variant), seat or [])
                setup = setup if has_setup else asked_setup(keyboard)
                match = _new_match(setup, seed=seed_asked(seed), save=save)
            play_on(match, keyboard, quick=quick)
    except (Leave, KeyboardInterrupt):
        # Nothing had begun: a game under way saves itself.
        raise typer.Exit from None


@contextmanager
def signals() -> Iterator[None]:
    """A closed window or a polite kill is a Ctrl-C: the game is saved."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    polite = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = {number: signal.signal(number, leave) for number in polite}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _loaded(load: Path, save: Path | None, seed: int) -> Match:
    *past, record = read_games(load)
    own = save or (load if is_text(load) else None)
    return Match(record, seed=seed, save=own, past=tuple(past))


def _new_match(setup: Setup, *, seed: int, save: Path | None) -> Match:
    dynasty = Dynasty(f"play-{seed}", 1) if setup.dynasty else None
    return Match(Record(setup.rules, setup.players, dynasty=dynasty), seed=seed, save=save)


def play_on(match: Match, keyboard: Keyboard, *, quick: bool) -> None:
    """Play this game, the rest of its dynasty and whatever is asked for after it."""
    following: Match | None = match
    while following is not None:
        match = following
        try:
            _play_game(match, keyboard, quick=quick)
            following = _after(match, keyboard)
        except Quit:
            _quit(match, keyboard)
            return
        except (Leave, KeyboardInterrupt) as gone:
            keyboard.say()
            _keep(match, match.save or free_name(), keyboard)
            raise typer.Exit(130 if isinstance(gone, KeyboardInterrupt) else 0) from None
        except (SystemExit, BrokenPipeError):
            # Nobody reads the output any more; rich leaves by SystemExit then.
            write_games(match.save or free_name(), match.games)
            raise


def _play_game(match: Match, keyboard: Keyboard, *, quick: bool) -> None:
    _greet(match, keyboard)
    while not match.state.over:
        state = match.state
        seat = state.player
        if seat is None:
            match.add(match.chance())
        elif bot := match.bots[seat]:
            match.add(bot.act(state, match.rng(f"seat {seat}")))
        else:
            _autosave(match, keyboard)
            Turn(match, keyboard, quick=quick).play()
            _autosave(match, keyboard)
    _autosave(match, keyboard)
    _show_end(match, keyboard)


def _autosave(match: Match, keyboard: Keyboard) -> None:
    try:
        match.autosave()
    except (Failure, OSError) as no:
        keyboard.refuse(f"The game goes on, but is not saved any more: {no}")
        match.save = None


def _greet(match: Match, keyboard: Keyboard) -> None:
    rules, dynasty = match.record.rules, match.record.dynasty
    titles = [line_title(name) for name in rules.variants]
    extras = f" with {listed(titles)}" if titles else ""
    number = f", game {dynasty.game} of {DYNASTY_GAMES}" if dynasty else ""
    resumed = "Going on with " if match.record.events else ""
    keyboard.say(f"{resumed}{GAME[rules.game].title} for {rules.players}{extras}{number}.")
    luck = f"Deal of {match.deal.day}" if match.deal else f"Seed {match.seed}"
    keyboard.say(f"At the table: {listed(match.names)}. {luck}. Type ? for help.")


def _show_end(match: Match, keyboard: Keyboard) -> None:
    humans = [seat for seat, bot in enumerate(match.bots) if bot is None]
    news = [line for seat in humans[:1] for line in match.news(seat)]
    keyboard.say()
    keyboard.say(Rule(Text("The end", "bold"), style="dim"))
    if news:
        keyboard.say(news_text(news))
    keyboard.say(kingdoms(match.state, names=match.names))
    keyboard.say(sheets(match.state, names=match.names))
    keyboard.say(Text(verdict(match.state, match.names), "bold"))


def _after(match: Match, keyboard: Keyboard) -> Match | None:
    """The next game, if there is to be one."""
    dynasty = match.record.dynasty
    if dynasty is not None:
        totals = zip(match.names, sums(match.games), strict=True)
        if dynasty.game < DYNASTY_GAMES:
            so_far = ", ".join(f"{name} {total}" for name, total in totals)
            keyboard.say(f"After {dynasty.game} of {DYNASTY_GAMES} games: {so_far}.")
            return _next_of_dynasty(match)
        keyboard.say(Text(dynasty_verdict(match.games, match.names), "bold"))
    if match.deal or not any(bot is None for bot in match.bots):
        return None
    return _rematch(match, keyboard)


def _next_of_dynasty(match: Match) -> Match:
    record, dynasty = match.record, match.record.dynasty
    assert dynasty is not None
    following = Record(record.rules, record.players, dynasty=Dynasty(dynasty.id, dynasty.game + 1))
    return Match(following, seed=match.seed, save=match.save, past=match.games)


def _rematch(match: Match, keyboard: Keyboard) -> Match | None:
    try:
        if match.save is None:
            _offer_to_save(match, keyboard)
        else:
            keyboard.say(f"The record is in {match.save}.")
        if not keyboard.agrees("Play again?", default=False):
            return None
    except (Leave, KeyboardInterrupt):
        return None
    setup = Setup(match.record.rules, match.record.players, match.record.dynasty is not None)
    return _new_match(setup, seed=match.seed + 1, save=None)


def _offer_to_save(match: Match, keyboard: Keyboard) -> None:
    def read(answer: str) -> None:
        if answer.lower() not in ("n", "no"):
            path = check_new(Path(answer).expanduser())
            write_games(path, match.games)
            keyboard.say(f"Saved to {path}.")

    keyboard.ask_until("Save the record? A file name, or n:", read, default="n")


def _quit(match: Match, keyboard: Keyboard) -> None:
    path = match.save or free_name()

    def read(answer: str) -> Path | None:
        if answer.lower() in ("n", "no"):
            return None
        chosen = path if answer.lower() in ("y", "yes") else Path(answer).expanduser()
        return check_new(chosen, own=match.save)

    question = "Save the game before you go? A file name, or n:"
    try:
        chosen = keyboard.ask_until(question, read, default=str(path))
    except (Leave, KeyboardInterrupt):
        chosen = path
    if chosen is not None:
        _keep(match, chosen, keyboard)
    keyboard.say("Goodbye!")


def _keep(match: Match, path: Path, keyboard: Keyboard) -> None:
    """Save the game and say where; the screen is the last resort."""
    try:
        write_games(path, match.games)
    except (Failure, OSError) as no:
        text = "".join(format_record(game) for game in match.games)
        keyboard.console.print(Text(text), soft_wrap=True)
        raise Failure(f"{no}: copy the game above into a file to go on with it") from None
    _tell(path, keyboard)


def _tell(path: Path, keyboard: Keyboard) -> None:
    keyboard.say(f"The game is saved in {path}. Go on with:")
    # In one piece, to be copied.
    command = f"  kingdomino play --load {shlex.quote(str(path))}"
    keyboard.console.print(Text(command, "bold"), soft_wrap=True)
