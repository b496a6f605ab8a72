"""``kingdomino serve``: play in the browser, alone or with friends."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

EXAMPLES = """\b
Examples:
  kingdomino serve --open
  kingdomino serve --host 0.0.0.0 --data ~/games
  kingdomino serve --origin https://play.example.org --behind-proxy
  kingdomino serve --database postgresql://kingdomino@localhost/games"""


def serve(
    host: Annotated[
        str,
        typer.Option(metavar="A", help="Address to listen on; 0.0.0.0 for others near you, too."),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="P", help="Port to listen on.", min=1, max=65535)
    ] = 8000,
    data: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Folder for the games; yours when left out."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="KINGDOMINO_DATABASE",
            help="Keep the games there instead, as postgresql://name@host/games.",
        ),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    origin: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where people find it, as https://play.example.org."),
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NET",
            help="Network of a proxy that is believed about who is asking, as 10.0.0.0/8; may be "
            "given several times.",
        ),
    ] = None,
    metrics_token: Annotated[
        str | None, typer.Option(metavar="WORD", help="What who asks for /metrics has to know.")
    ] = None,
    log_addresses: Annotated[
        bool, typer.Option("--log-addresses", help="Log where requests come from.")
    ] = False,
    keep: Annotated[
        tuple[float, float, float],
        typer.Option(
            metavar="D D D",
            help="Days that lobbies, games under way and finished ones are kept after their last "
            "event; 0 is for ever.",
        ),
    ] = (7, 90, 365),
    daily_key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="File of `kingdomino daily key`: servers that share it have the same daily deals.",
        ),
    ] = None,
    offline: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Let pages fetch what plays without a network; make offline fills build/offline.",
            show_default=False,
        ),
    ] = None,
    no_open_tables: Annotated[
        bool,
        typer.Option("--no-open-tables", help="Have no list of tables that anybody may join."),
    ] = False,
    behind_proxy: Annotated[
        bool,
        typer.Option("--behind-proxy", help="Believe a proxy on this machine about who is asking."),
    ] = False,
) -> None:
    """Serve the pages and the games until Ctrl+C."""
    # Kept off `import kingdomino.cli`: the server's libraries are of no use to other commands.
    from ....server import CannotStart, Retention, Settings, default_data, run
    from ....server.key import read_key_file

    folder = data or default_data()
    address = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}/"
    place = "a database" if database else folder

    def up() -> None:
        typer.echo(f"Kingdomino is at {address} (Ctrl+C ends it; games are kept in {place})")
        if open_page:
            import threading
            import webbrowser

            # Some browsers keep who opens them waiting, and they are to be answered.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        trusted = (*(trust_proxy or ()), *(("127.0.0.1", "::1") if behind_proxy else ()))
        settings = Settings(
            data=folder,
            database=database,
            offline=offline,
            origin=origin,
            trusted_proxies=trusted,
            metrics_token=metrics_token,
            log_addresses=log_addresses,
            retention=Retention(*keep),
            open_tables=not no_open_tables,
            daily_key=read_key_file(daily_key) if daily_key else None,
        )
        run(settings, host=host, port=port, up=up)
    except (CannotStart, ValueError, OSError) as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(1) from None
