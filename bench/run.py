"""``make bench``: measures everything, prints a table, keeps the figures in results.json."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.figure import Figure, hardware

PARTS = (
    "core", "fast", "simulate", "bots", "learned", "env", "server", "postgres", "flood", "web",
    "frames",
)  # fmt: skip
ELSEWHERE = ("gpu", "start", "offline")
"""Measured only when asked for: they need another machine, or fetch and install things."""
RESULTS = Path(__file__).parent / "results.json"
PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"


def _measured(part: str, seconds: float, console: Console) -> Iterator[Figure]:
    module = importlib.import_module(f"bench.{part}")
    with console.status(f"measuring {part} …"):
        for figure in module.measure(seconds):
            console.print(f"[dim]{figure.name}[/dim] {_shown(figure)}")
            yield figure


def _shown(figure: Figure) -> str:
    value = f"{figure.value:,.0f}" if figure.value >= 100 else f"{figure.value:.2f}"
    return f"{value} {figure.unit}"


def _bar(figure: Figure) -> str:
    if figure.bar is None:
        return ""
    return f"{'≤' if figure.less_is_better else '≥'} {figure.bar:,g}"


def _table(figures: list[Figure]) -> Table:
    table = Table("what", "figure", "bar", "", title=hardware())
    for figure in figures:
        mark = {None: "", True: "[green]✓[/green]", False: "[red]✗[/red]"}[figure.reached]
        table.add_row(figure.name, _shown(figure), _bar(figure), mark)
    return table


def _keep(figures: list[Figure]) -> list[dict[str, Any]]:
    """Writes the new figures; those of parts that were not measured stay as they were."""
    return _merged([figure.document() for figure in figures])


def _merged(new: list[dict[str, Any]]) -> list[dict[str, Any]]:
    old = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else []
    commands = {entry["command"] for entry in new}
    entries = [entry for entry in old if entry["command"] not in commands] + new
    RESULTS.write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return entries


def _write_page(entries: list[dict[str, Any]]) -> None:
    """Puts the figures between the two marks of the benchmark page."""
    before, mark, rest = PAGE.read_text(encoding="utf-8").partition("<!-- figures -->\n")
    _, end, after = rest.partition("<!-- end of figures -->\n")
    lines: list[str] = []
    for command in dict.fromkeys(entry["command"] for entry in entries):
        own = [entry for entry in entries if entry["command"] == command]
        machines = sorted({f"{entry['hardware']}, {entry['date']}" for entry in own})
        lines += [f"`{command}` on {'; '.join(machines)}", "", "| what | figure | bar |"]
        lines += ["|---|---|---|", *(_page_row(entry) for entry in own), ""]
    page = before + mark + "\n".join(lines) + "\n" + end + after
    PAGE.write_text(page, encoding="utf-8")


def _page_row(entry: dict[str, Any]) -> str:
    figure = Figure.of(entry)
    missed = " **missed**" if figure.reached is False else ""
    return f"| {figure.name} | {_shown(figure)} | {_bar(figure)}{missed} |"


def main() -> None:
    """Measures what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=PARTS + ELSEWHERE, action="append", help="just this part")
    parser.add_argument("--merge", type=Path, help="take in the results.json of another machine")
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each figure")
    options = parser.parse_args()
    console = Console()
    if options.merge:
        _write_page(_merged(json.loads(options.merge.read_text(encoding="utf-8"))))
        return
    figures = [
        figure
        for part in options.only or PARTS
        for figure in _measured(part, options.seconds, console)
    ]
    console.print(_table(figures))
    _write_page(_keep(figures))


if __name__ == "__main__":
    main()
