"""``kingdomino data``: look after the folder where a server keeps its games."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from ...show.sentence import counted_noun
from ...tool.failure import Commands, Failure
from ...tool.option import help_when_alone

app = typer.Typer(cls=Commands, rich_markup_mode="rich", invoke_without_command=True)

FolderOption = Annotated[
    Path | None,
    typer.Option("--data", metavar="FOLDER", help="The folder; yours when left out."),
]


@app.callback()
def data(context: typer.Context) -> None:
    """Look after the folder where a server keeps its games."""
    help_when_alone(context)


@app.command(
    epilog="\b\nExamples:\n"
    "  kingdomino data check\n"
    "  kingdomino data check --database postgresql://kingdomino@localhost/games"
)
def check(
    folder: FolderOption = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Games in PostgreSQL instead; the folder is where server.key is.",
        ),
    ] = None,
) -> None:
    """Check that the file and every table are as they were written; changes nothing."""
    import sqlite3

    from ....server import default_data
    from ....server.disk.check import check_database, check_folder
    from ....server.disk.migration import NewerDatabase

    tables, wrong, home = -1, 0, folder or default_data()
    try:
        for name, why in check_database(database, home) if database else check_folder(home):
            tables += 1
            if why is not None:
                wrong += 1
                typer.echo(f"{name}: {why}")
    except (NewerDatabase, OSError, ValueError, sqlite3.Error) as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{counted_noun(tables, 'table')} checked, {wrong} damaged")
    raise typer.Exit(1 if wrong else 0)


@app.command(
    epilog="\b\nExamples:\n"
    "  kingdomino data backup games-2026-11-16.tar.gz\n"
    "  kingdomino data backup copy.tar.gz --data /var/lib/kingdomino --with-key"
)
def backup(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="The file to write, as games-2026-11-16.tar.gz."),
    ],
    folder: FolderOption = None,
    with_key: Annotated[
        bool,
        typer.Option(
            "--with-key", help="Put server.key into it as well: then keep it as you keep keys."
        ),
    ] = False,
) -> None:
    """Copy all games into one file, also while a server runs, and check the copy."""
    from ....server import default_data
    from ....server.disk.backup import BackupError, back_up

    try:
        taken = back_up(folder or default_data(), file, with_key=with_key)
    except (BackupError, OSError) as problem:
        raise Failure(str(problem)) from None
    tables, size = counted_noun(taken.tables, "table"), file.stat().st_size
    typer.echo(f"{file}: {tables}, {size / 1e6:.1f} MB, read back and checked")
    if not taken.has_key:
        typer.echo("server.key is not in it: keep a copy of it elsewhere, or use --with-key")


@app.command(
    epilog="\b\nExamples:\n  kingdomino data restore copy.tar.gz --data restored --key server.key"
)
def restore(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A file that `data backup` has written.")
    ],
    folder: FolderOption = None,
    key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The server.key, where it is not in the backup."),
    ] = None,
) -> None:
    """Put a backup into a folder that holds no games, checked before anything is there."""
    from ....server import default_data
    from ....server.disk.backup import BackupError, restore
    from ....server.lock import FolderInUse

    target = folder or default_data()
    try:
        taken = restore(file, target, key=key)
    except (BackupError, FolderInUse, OSError) as problem:
        raise Failure(str(problem)) from None
    when = datetime.fromtimestamp(taken.taken_at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    typer.echo(f"{target}: {counted_noun(taken.tables, 'table')} as they stood on {when}")


@app.command(
    epilog="\b\nExamples:\n"
    "  kingdomino data copy games postgresql://kingdomino@localhost/games\n"
    "  kingdomino data copy postgresql://kingdomino@db/games here --key server.key"
)
def copy(
    source: Annotated[
        str, typer.Argument(metavar="FROM", help="A folder, or postgresql://name@host/games.")
    ],
    target: Annotated[
        str, typer.Argument(metavar="TO", help="The same; it must hold no games yet.")
    ],
    key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The server.key, where FROM is a database."),
    ] = None,
) -> None:
    """Copy all games from a folder into PostgreSQL or back, each table checked on both sides."""
    import asyncio

    from ....server.disk.copy import copy_games
    from ....server.disk.migration import NewerDatabase
    from ....server.lock import FolderInUse

    try:
        tables = asyncio.run(copy_games(source, target, key=key))
    except (FolderInUse, NewerDatabase, OSError, ValueError) as problem:
        raise Failure(str(problem)) from None
    typer.echo(f"{counted_noun(tables, 'table')} copied, read back and checked")
