"""``kingdomino think``: think for the bots of servers, on this machine or another one."""

from __future__ import annotations

from typing import Annotated

import typer

from ...tool.failure import Failure

EXAMPLES = """\b
Examples:
  kingdomino think --database postgresql://kingdomino@localhost/games
  kingdomino think --threads 2"""


def think(
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="KINGDOMINO_DATABASE",
            help="Where the servers keep their games, as postgresql://name@host/games.",
        ),
    ],
    threads: Annotated[
        int | None,
        typer.Option(metavar="N", help="Bots that think at once; one a core when left out.", min=1),
    ] = None,
) -> None:
    """Think for the bots of the servers that share a database, until Ctrl+C."""
    import asyncio
    import contextlib
    from importlib.util import find_spec

    if find_spec("asyncpg") is None:
        raise Failure("PostgreSQL needs asyncpg: pip install 'kingdomino[postgres]'")
    from ....server.disk.migration import NewerDatabase
    from ....server.log import log_to_stderr
    from ....server.thinking.thinker import Thinker

    log_to_stderr()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(Thinker(database, threads=threads).run())
    except (NewerDatabase, ValueError, OSError) as problem:
        raise Failure(str(problem)) from None
