"""``kingdomino bot``: bots that live outside, checked; and ours, for others to ask."""

from __future__ import annotations

import json
import random
import sys
from threading import Lock
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from ....arena.game import Clock
from ....bots import Bot, bot_named
from ....bots.outside.answering import reply, serve_lines
from ....bots.outside.asking import PATIENCE, Patience, visiting
from ....bots.table import Fault, play_turns, stream
from ....core import engine
from ....core.engine import legal_actions
from ....core.rules import Rules
from ....games.catalogue import GAMES, every_rules, rules
from ...show.figure import duration
from ...show.glyph import open_console
from ...tool.failure import Commands, Failure, one_line
from ...tool.option import (
    AnswerOption,
    SeedOption,
    StartOption,
    VariantOption,
    complete_game,
    help_when_alone,
    seed_asked,
    variant_names,
)

if TYPE_CHECKING:
    from http.server import ThreadingHTTPServer

BROKEN = 1
LONGEST_REQUEST = 1 << 20

app = typer.Typer(cls=Commands, rich_markup_mode="rich", invoke_without_command=True)


@app.callback()
def bot(context: typer.Context) -> None:
    """Bots in other languages: check one, or let others ask ours.

    A bot reads a JSON document a line and answers with one; see docs/outside-bots.md.
    """
    help_when_alone(context)


@app.command(
    epilog="\b\nExamples:\n"
    '  kingdomino bot check "python examples/line_bot.py"\n'
    '  kingdomino bot check "node my-bot.js" --game giants --players 3 --seconds 2\n'
    "  kingdomino bot check http://127.0.0.1:9000/"
)
def check(
    command: Annotated[
        str, typer.Argument(metavar="CMD", help="The command that starts the bot, or its address.")
    ],
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            "-g",
            metavar="GAME",
            help=f"Only this one: {', '.join(game.name for game in GAMES)}.",
            show_default=False,
            autocompletion=complete_game,
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(
            "--players", "-p", metavar="N", help="Only tables for so many.", show_default=False
        ),
    ] = None,
    variant: VariantOption = None,
    seconds: AnswerOption = PATIENCE.answer,
    start: StartOption = PATIENCE.start,
    seed: SeedOption = None,
) -> None:
    """Let an outside bot play every game, and say what is wrong with its answers.

    It plays one game of every rule set without variants, or of those asked for, on all seats. The
    exit status is 1 if anything was wrong.
    """
    chosen, console, wrong = seed_asked(seed), open_console(), 0
    with visiting(command, patience=Patience(seconds, start)) as one:
        for made in _rule_sets(game, players, variant_names(variant)):
            line, fine = _checked(made, one, chosen)
            console.print(Text(line, "" if fine else "red"), soft_wrap=True)
            wrong += not fine
    console.print(f"{wrong or 'nothing'} wrong · seed {chosen}")
    if wrong:
        raise typer.Exit(BROKEN)


def _rule_sets(game: str | None, players: int | None, variants: list[str]) -> list[Rules]:
    """What is to be played; raises RulesError or Failure."""
    if game and players:
        return [rules(game, players, variants)]
    found = [
        made
        for made in every_rules()
        if sorted(made.variants) == sorted(variants)
        and (game is None or made.game == game)
        and (players is None or made.players == players)
    ]
    if not found:
        raise Failure("there is no such game; kingdomino rules says which there are")
    return found


def _checked(made: Rules, one: Bot, seed: int) -> tuple[str, bool]:
    """What is to be said about a bot in one game, and whether it is well."""
    chance, state, clock = stream(seed, 0, "chance"), engine.start(made), Clock()
    try:
        for turn in play_turns(
            made, [one] * made.players, chance=chance, streams=[chance] * made.players
        ):
            state = turn.after
            if not turn.before.chance:
                clock = clock.after(turn.seconds)
    except Fault as problem:
        asked = ""
        if state.player is not None:
            phase, among = state.agenda[0].phase.name.lower(), len(legal_actions(state))
            asked = f" (asked to {phase}, {among} options)"
        return one_line(f"{made}: {problem}{asked}"), False
    mean = clock.seconds / clock.decisions
    return (
        f"{made}: ok, {clock.decisions} decisions, {duration(mean)} each, "
        f"slowest {duration(clock.slowest)}"
    ), True


@app.command(
    epilog="\b\nExamples:\n"
    "  kingdomino bot serve search:0.5s\n"
    "  kingdomino bot serve greedy --port 9000"
)
def serve(
    name: Annotated[str, typer.Argument(metavar="BOT", help="Which of our bots.")],
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar="P",
            min=0,
            max=65535,
            help="Answer over HTTP on this port of 127.0.0.1 instead of line by line.",
            show_default=False,
        ),
    ] = None,
    seed: SeedOption = None,
) -> None:
    """Let others ask one of our bots, line by line or over HTTP."""
    made, rng = bot_named(name), random.Random(seed_asked(seed))
    if port is None:
        serve_lines(made, sys.stdin, sys.stdout, rng)
        return
    with _server(made, rng, port) as server:
        print(f"http://127.0.0.1:{server.server_port}/", flush=True)
        server.serve_forever()


def _server(made: Bot, rng: random.Random, port: int) -> ThreadingHTTPServer:
    # Kept off `import kingdomino.cli`: no other command needs it.
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    # A searching bot has room for one search at a time.
    alone = Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            try:
                question = json.loads(self.rfile.read(min(length, LONGEST_REQUEST)))
            except ValueError:
                question = None
            with alone:
                body = json.dumps(reply(made, question, rng)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)
