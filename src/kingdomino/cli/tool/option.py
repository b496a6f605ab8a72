"""Arguments and options that several commands share, and the rules that they ask for."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Annotated, TypeAlias

import typer

from ...core.rules import Rules
from ...games.catalogue import DYNASTY, GAMES, rules

_VARIANTS = sorted({variant.name for game in GAMES for variant in game.variants})


def complete_game(incomplete: str) -> list[tuple[str, str]]:
    """Games that start like this, for the shell."""
    return [(game.name, game.title) for game in GAMES if game.name.startswith(incomplete)]


def _complete_variant(incomplete: str) -> list[str]:
    return [name for name in (*_VARIANTS, DYNASTY) if name.startswith(incomplete)]


GameArgument: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help=", ".join(game.name for game in GAMES),
        show_default=False,
        autocompletion=complete_game,
    ),
]
PlayersOption: TypeAlias = Annotated[
    int, typer.Option("--players", "-p", metavar="N", help="How many sit at the table.")
]
VariantOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--variant",
        "-v",
        metavar="V",
        help="A variant, such as harmony; may be given several times.",
        show_default=False,
        autocompletion=_complete_variant,
    ),
]
SeedOption: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--seed",
        "-s",
        metavar="S",
        help="The same seed gives the same games; without one a seed is drawn and printed.",
        show_default=False,
    ),
]
BudgetOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="B",
        help="For searching bots without one of their own: 500 playouts, 0.5s or 100ms a decision.",
        show_default=False,
    ),
]
JobsOption: TypeAlias = Annotated[
    int, typer.Option("--jobs", "-j", metavar="J", min=0, help="Processes; 0 for one a core.")
]
RayOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Play on a Ray cluster, such as auto or ray://host:10001.",
        show_default=False,
    ),
]
AnswerOption: TypeAlias = Annotated[
    float,
    typer.Option(
        "--seconds", metavar="S", min=0.01, help="How long an outside bot may take for an answer."
    ),
]
StartOption: TypeAlias = Annotated[
    float,
    typer.Option(
        "--start", metavar="S", min=0.01, help="How long an outside bot may take to start."
    ),
]
JsonOption: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Print JSON for programs instead.", show_default=False)
]
FileArgument: TypeAlias = Annotated[
    str, typer.Argument(metavar="FILE", help="A record, or - for standard input.")
]
LineOption: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--line",
        metavar="L",
        min=1,
        help="Which record of a file with several: the line it begins on.",
        show_default=False,
    ),
]


def variant_names(given: Sequence[str] | None) -> list[str]:
    """The variants asked for, each as a word of its own: ``-v harmony,middle_kingdom`` is two."""
    return [word for words in given or () for word in words.split(",") if word]


def bot_names(text: str) -> list[str]:
    """The bots of a list, as ``greedy,cmd=./my-bot --layers '64,64'``.

    A comma between quotes, or behind a backslash, belongs to the command.
    """
    pieces = re.findall(r"""(?:\\.|'[^']*'|"(?:\\.|[^"])*"|[^,])*(?:,|$)""", text)
    return [piece.removesuffix(",").strip() for piece in pieces[: len(pieces) - 1] or [""]]


def rules_asked(game: str, players: int, variants: Sequence[str] | None) -> Rules:
    """The rules that the options ask for; raises RulesError."""
    return rules(game, players, variant_names(variants))


def seed_asked(seed: int | None) -> int:
    """The seed given, or a new one."""
    return secrets.randbelow(2**32) if seed is None else seed


def help_when_alone(context: typer.Context) -> None:
    """A group without a command tells what there is."""
    if context.invoked_subcommand is None:
        # In colour it prints by itself and returns nothing.
        print(context.get_help(), end="")
