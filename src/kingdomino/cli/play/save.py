"""Saved games: a text record each, the games of a dynasty one after another in one file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from ...core.error import RecordError
from ...core.record import Record, format_record
from ...games.catalogue import DYNASTY_GAMES
from ...games.records import check_dynasties
from ..tool.failure import Failure
from ..tool.files import replacing
from ..tool.loading import load

DEFAULT = "kingdomino-game.txt"


def read_games(path: Path) -> list[Record]:
    """The records of a file, at least one; raises Failure with the file's name."""
    games = [loaded.record for loaded in load(str(path))]
    try:
        check_dynasties(games)
    except RecordError as broken:
        raise Failure(f"{path}: {broken}") from None
    _check_series(path, games)
    return games


def _check_series(path: Path, games: Sequence[Record]) -> None:
    if len(games) == 1 and games[0].dynasty is None:
        return
    numbers = [game.dynasty.game if game.dynasty else 0 for game in games]
    ids = {game.dynasty.id for game in games if game.dynasty}
    if numbers != list(range(1, len(games) + 1)) or len(ids) != 1 or len(games) > DYNASTY_GAMES:
        raise Failure(f"{path}: several games that are no dynasty in order")
    if not all(game.state().over for game in games[:-1]):
        raise Failure(f"{path}: a dynasty plays its games one after the other")


def write_games(path: Path, games: Sequence[Record]) -> None:
    """Write all of them or change nothing; raises Failure or OSError."""
    with replacing(str(path)) as file:
        file.write("".join(format_record(game) for game in games))


def check_new(path: Path, *, own: Path | None = None) -> Path:
    """*path*, if a game can be saved there and nothing else is lost; raises Failure.

    *own* is the file that holds this very game already.
    """
    if path.is_dir():
        raise Failure(f"cannot save to {path}: it is a folder")
    if not path.parent.is_dir():
        raise Failure(f"cannot save to {path}: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise Failure(f"cannot save to {path}: permission denied")
    if path.exists() and not (own is not None and own.exists() and path.samefile(own)):
        raise Failure(f"there is a file {path} already: please give another name")
    return path


def is_text(path: Path) -> bool:
    """Whether a saved game can be replaced by a longer one in the same form."""
    return not path.read_text(encoding="utf-8-sig").lstrip().startswith("{")


def free_name() -> Path:
    """A file in this folder that does not exist yet."""
    path, number = Path(DEFAULT), 1
    while path.exists():
        number += 1
        path = Path(f"{Path(DEFAULT).stem}-{number}.txt")
    return path
