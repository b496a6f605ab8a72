"""A ladder as a picture: a dot for each rating, a bar for its interval."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .ladder import Rung

WIDTH, ROW, LEFT, RIGHT, TOP, BOTTOM = 640, 26, 130, 70, 40, 30
STEPS = (25, 50, 100, 200, 250, 500, 1000)


def ladder_svg(rungs: Sequence[Rung], title: str) -> str:
    """The picture as SVG; it follows the reader's light or dark colours."""
    height = TOP + ROW * len(rungs) + BOTTOM
    most = max(1.0, *(rung.rating_ci.high for rung in rungs), *(rung.rating for rung in rungs))
    scale = (WIDTH - LEFT - RIGHT) / most
    step = next((step for step in STEPS if most / step <= 8), STEPS[-1])
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
            f'font-family="system-ui, sans-serif" font-size="13">'
        ),
        f"<title>{escape(title)}</title>",
        (
            "<style>text{fill:#1f2328}.g{stroke:#d0d7de}.b{stroke:#8c6d1f;stroke-width:4;"
            "stroke-linecap:round}.d{fill:#3f2f7d}@media(prefers-color-scheme:dark){text{fill:#e6edf3}"
            ".g{stroke:#3d444d}.b{stroke:#d9b44a}.d{fill:#c3b1ff}}</style>"
        ),
        f'<text x="{LEFT}" y="20" font-weight="bold">{escape(title)}</text>',
    ]
    for mark in range(0, int(most) + 1, step):
        x = LEFT + mark * scale
        parts += [
            f'<line class="g" x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{height - BOTTOM}"/>',
            f'<text x="{x:.1f}" y="{height - 10}" text-anchor="middle">{mark}</text>',
        ]
    for i, rung in enumerate(rungs):
        y = TOP + ROW * i + ROW / 2
        low, high = (LEFT + end * scale for end in rung.rating_ci)
        x = LEFT + rung.rating * scale
        parts += [
            f'<text x="{LEFT - 10}" y="{y + 4:.1f}" text-anchor="end">{escape(rung.bot)}</text>',
            f'<line class="b" x1="{low:.1f}" y1="{y:.1f}" x2="{high:.1f}" y2="{y:.1f}"/>',
            f'<circle class="d" cx="{x:.1f}" cy="{y:.1f}" r="5"/>',
            f'<text x="{high + 12:.1f}" y="{y + 4:.1f}">{rung.rating:.0f}</text>',
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"
