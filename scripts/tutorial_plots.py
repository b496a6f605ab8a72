"""Runs docs/env/tutorial.md as it stands, draws its plots and writes their captions into it.

``python scripts/tutorial_plots.py`` from the repository's root.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.figure import hardware

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "env" / "tutorial.md"
COMMAND = "python scripts/tutorial_plots.py"
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 560, 300, 56, 44, 34, 16
INK, FAINT, LINE = "#2b2620", "#cfc6b4", "#3f83d8"


def blocks(text: str) -> list[str]:
    """The Python of the page."""
    return re.findall(r"^```python\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)


def run(text: str) -> dict[str, Any]:
    """Run the page; the names that it leaves behind."""
    names: dict[str, Any] = {}
    for block in blocks(text):
        exec(compile(block, str(PAGE), "exec"), names)
    return names


def plot(title: str, points: Sequence[tuple[float, float]], top: float, marks: range) -> str:
    """A line through points above a grid, as SVG."""
    last = max(x for x, _ in points)
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def at(x: float, y: float) -> tuple[float, float]:
        return LEFT + wide * x / last, HEIGHT - BOTTOM - high * y / top

    style = f'font-family="sans-serif" font-size="12" fill="{INK}" role="img"'
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {style}>',
        f"<title>{title}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffaf0"/>',
        f'<text x="{LEFT}" y="20" font-size="14">{title}</text>',
        f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end">games of self-play</text>',
    ]
    for mark in marks:
        _, y = at(0, mark)
        out.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="{FAINT}"/>'
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{mark:g}</text>'
        )
    for part in range(5):
        x, _ = at(last * part / 4, 0)
        out.append(
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">'
            f"{last * part / 4:,.0f}</text>"
        )
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in points))
    out.append(f'<polyline points="{path}" fill="none" stroke="{LINE}" stroke-width="2.5"/>')
    out += [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{LINE}"/>'
        for x, y in (at(*point) for point in points)
    ]
    return "\n".join([*out, "</svg>\n"])


def main() -> None:
    """Run, draw, caption."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    text = PAGE.read_text(encoding="utf-8")
    began = time.process_time()
    names = run(text)
    took = time.process_time() - began
    curve = names["curve"]
    wins = [(games, 100 * share) for games, share, _, _ in curve]
    points = [(games, worth) for games, _, worth, _ in curve]
    shown = {
        "wins": plot("wins against random, %", wins, 100, range(0, 101, 25)),
        "points": plot("points a game", points, 60, range(0, 61, 15)),
    }
    for name, svg in shown.items():
        (PAGE.parent / f"tutorial-{name}.svg").write_text(svg, encoding="utf-8")
    caption = (
        f"`{COMMAND}`, {datetime.now(UTC).date().isoformat()}, {hardware()}: "
        f"{took:.0f} s of processor time. "
        f"The policy then won {names['share']:.0%} of 1,000 games against random with "
        f"{names['points'][0]:.0f} points to {names['points'][1]:.0f}, and "
        f"{names['against_greedy']:.0%} of 1,000 games against greedy."
    )
    before, mark, rest = text.partition("<!-- plots -->\n")
    _, end, after = rest.partition("<!-- end of plots -->\n")
    pictures = "\n".join(f"![{name}](tutorial-{name}.svg)" for name in shown)
    PAGE.write_text(f"{before}{mark}{pictures}\n\n{caption}\n{end}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
