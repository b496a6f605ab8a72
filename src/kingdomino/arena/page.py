"""Ladders in a Markdown page, each between two marks, so that it can be written again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .ladder import Rung
from .plot import ladder_svg


def replace_section(page: Path, name: str, text: str) -> None:
    """Put *text* between the marks of a section; a section that is not there comes last."""
    old = page.read_text(encoding="utf-8") if page.exists() else "# The ladder\n"
    start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, mark, rest = old.partition(start)
    after = rest.partition(end)[2] if mark else "\n"
    gap = "" if mark else "\n"
    write_whole(page, f"{before}{gap}{start}\n{text}\n{end}{after}")


def write_whole(path: Path, text: str) -> None:
    """Write a file so that nobody ever sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def picture_line(page: Path, name: str, drawn: str, words: str) -> str:
    """Write a picture beside the page; the line that shows it there."""
    picture = page.parent / "images" / f"{name}.svg"
    write_whole(picture, drawn)
    return f"![{words}](images/{picture.name})"


def rating_lines(page: Path, rungs: Sequence[Rung], *, name: str, title: str) -> list[str]:
    """The picture, written beside the page, and the table of a ladder."""
    return [
        picture_line(page, name, ladder_svg(rungs, title), f"{title}: ratings"),
        "",
        "| bot | rating | 95 % | games |",
        "|---|---:|---:|---:|",
        *map(_row, rungs),
    ]


def _row(rung: Rung) -> str:
    low, high = rung.rating_ci
    return f"| {rung.bot} | {rung.rating:.0f} | {low:.0f}–{high:.0f} | {rung.games} |"
