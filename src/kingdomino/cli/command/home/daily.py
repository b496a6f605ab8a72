"""``kingdomino daily``: the deal of the day, and whether a server has kept to its chain."""

from __future__ import annotations

import os
import secrets
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, TypeAlias

import typer
from rich.text import Text

from ....bots.levels import USUAL
from ....bots.skill import RANKS
from ....core.error import RecordError
from ....core.record import Record
from ....core.score import score_sheets
from ....games import daily as deals
from ....games.catalogue import GAME, rules
from ....games.daily import PLAYERS, Shown
from ...play.command import play_on, signals
from ...play.keyboard import Keyboard, Leave
from ...play.match import BOT, Deal, Match
from ...show.glyph import open_console
from ...tool.failure import Commands, Failure
from ...tool.files import read_text

EXAMPLES = """\b
Examples:
  kingdomino daily
  kingdomino daily play giants --level duke
  kingdomino daily play --seed 2026-11-15:HEX
  kingdomino daily verify game.json --seed 2026-11-20:HEX"""

BROKEN = 1

app = typer.Typer(
    cls=Commands, rich_markup_mode="rich", invoke_without_command=True, epilog=EXAMPLES
)
KeyOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--key",
        metavar="FILE",
        help="The key of the chain; that of your own server when left out.",
        show_default=False,
    ),
]
DataOption: TypeAlias = Annotated[
    Path | None,
    typer.Option("--data", metavar="FOLDER", help="Your server's folder.", show_default=False),
]


@app.callback()
def daily(context: typer.Context) -> None:
    """Play the deal of the day, and check those that are over.

    One deal a day for each game, the same for everybody at a server and at all that share its key.
    Alone it is today's Kingdomino against a squire.
    """
    if context.invoked_subcommand is None:
        play()


@app.command()
def play(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAME)}.")
    ] = "kingdomino",
    level: Annotated[
        str, typer.Option("--level", "-l", help=f"The bot: {', '.join(RANKS)}.")
    ] = USUAL,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed",
            metavar="DAY:HEX",
            help="Play the deal of a day that is over, by the seed that a server has shown.",
            show_default=False,
        ),
    ] = None,
    key: KeyOption = None,
    data: DataOption = None,
    quick: Annotated[bool, typer.Option("--quick", help="Do not ask to confirm turns.")] = False,
) -> None:
    """Play a deal in the terminal; the same play meets the same answers as at the server."""
    if game not in GAME or PLAYERS not in GAME[game].players:
        raise Failure(f"there is no game {game!r}; there are {', '.join(GAME)}")
    if level not in RANKS:
        raise Failure(f"there is no level {level!r} here; there are {', '.join(RANKS)}")
    day = _shown(seed) if seed else _today(key, data)
    deal = Deal(day.day, deals.deal_secret(day.seed, game), level)
    record = Record(rules(game, PLAYERS), ("You", f"{BOT}{level}"))
    match, keyboard = Match(record, seed=0, deal=deal), Keyboard(open_console())
    try:
        with signals():
            play_on(match, keyboard, quick=quick)
    except (Leave, KeyboardInterrupt):
        raise typer.Exit from None
    if match.state.over:
        mine, other = (sheet.total for sheet in score_sheets(match.state))
        title = GAME[game].title
        keyboard.say(Text(f"{title}, daily deal {deal.day}: {level} {mine} : {other}", "bold"))


@app.command()
def seed(key: KeyOption = None, data: DataOption = None) -> None:
    """Print yesterday's seed, which promises today's deals and all after them."""
    today = _today(key, data)
    print(Shown(deals.yesterday(today.day), deals.promised_by(today.seed)))


@app.command(name="key")
def make_key(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.")],
) -> None:
    """Make a key for servers that are to have the same deals: `serve --daily-key FILE`.

    Who has it can work out the deals of all days to come.
    """
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as out:
        out.write(secrets.token_bytes(deals.KEY_BYTES))
    print(f"The key is in {file}: keep it to yourself.")


@app.command()
def verify(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE…", help="Games of daily deals as JSON, or -."),
    ] = None,
    seed: Annotated[
        str, typer.Option("--seed", metavar="DAY:HEX", help="The last seed that is shown now.")
    ] = "",
    seen: Annotated[
        list[str] | None,
        typer.Option(
            "--seen",
            metavar="DAY:HEX",
            help="A seed that you saw before; may be repeated.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Check that seeds are of one chain, and that games are the deals of their days."""
    if not seed or not (files or seen):
        raise Failure("give --seed DAY:HEX, and games or what was --seen before to check by it")
    latest, before = _shown(seed), [_shown(text) for text in seen or ()]
    fitting = [_fits(str(one.day), latest, seen=one) for one in before]
    fitting += [_fits(file, latest) for file in files or ()]
    if not all(fitting):
        raise typer.Exit(BROKEN)


def _fits(what: str, latest: Shown, *, seen: Shown | None = None) -> bool:
    """Whether a file, or a seed that was *seen*, is what the latest seed decides; it is said."""
    try:
        if seen is None:
            day, _ = deals.check_deal(read_text(what), latest)
            print(f"{what}: the deal of {day}")
        else:
            deals.check_chain(latest, seen)
            print(f"{what}: fits")
    except RecordError as broken:
        print(f"{what}: {broken}")
        return False
    return True


def _shown(text: str) -> Shown:
    try:
        return deals.parse_shown(text)
    except RecordError as broken:
        raise Failure(broken.why) from None


def _today(key: Path | None, data: Path | None) -> Shown:
    """Today's seed, which is a secret."""
    # Kept off `import kingdomino.cli`: the server's libraries are of no use to other commands.
    from ....server.key import Keys, read_key_file, server_key
    from ....server.settings import default_data

    day: date = datetime.now(UTC).date()
    if key is not None:
        return Shown(day, deals.seed_of(read_key_file(key), day))
    folder = data or default_data()
    folder.mkdir(parents=True, exist_ok=True)
    own = Keys(server_key(folder, secrets.token_bytes), secrets.token_bytes).daily
    return Shown(day, deals.seed_of(own, day))
