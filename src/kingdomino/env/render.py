"""The table as text, as SVG and as pixels."""

from __future__ import annotations

from typing import Any

from ..core.domino import format_domino
from ..core.drawing import format_kingdom
from ..core.score import score_sheets
from ..core.state import State
from ..picture.canvas import Canvas, SvgCanvas
from ..picture.table import draw, table_size
from .pixels import PixelCanvas

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")


def render(state: State, mode: str) -> Any:
    """The table: ``ansi`` and ``svg`` are text, ``rgb_array`` is uint8[height, width, 3]."""
    if mode == "ansi":
        return text(state)
    if mode == "svg":
        svg = SvgCanvas(*table_size(state.rules))
        _draw(state, svg)
        return svg.drawn()
    if mode == "rgb_array":
        pixels = PixelCanvas(*table_size(state.rules))
        _draw(state, pixels)
        return pixels.drawn()
    raise ValueError(f"there is no render mode {mode!r}; there are {', '.join(RENDER_MODES)}")


def text(state: State) -> str:
    """The table as plain text: kingdoms as core draws them, the row, who is to decide."""
    lines = [str(state.rules), _status(state), ""]
    for seat, sheet in enumerate(score_sheets(state)):
        lines += [f"player_{seat}: {sheet.total} points", format_kingdom(state.kingdoms[seat]), ""]
    row = [
        f"{format_domino(number)}{'' if owner is None else f' (player_{owner})'}"
        for number, owner in zip(state.offer, state.claims, strict=True)
    ]
    return "\n".join([*lines, f"row: {', '.join(row) or 'none'}", *_extras(state)])


def _status(state: State) -> str:
    decision = state.pending
    if decision is None:
        return "the game is over"
    what = decision.phase.name.lower().replace("_", " ")
    domino = f" {format_domino(decision.domino)}" if decision.domino else ""
    return f"round {state.round} of {state.rules.rounds}, player_{decision.player}: {what}{domino}"


def _extras(state: State) -> list[str]:
    found = []
    if state.quests:
        found.append(f"quests: {', '.join(state.quests)}")
    if any(holder is not None for holder in state.totems):
        holders = ("nobody" if h is None else f"player_{h}" for h in state.totems)
        found.append(f"totems: {', '.join(holders)}")
    if state.face_up:
        found.append(f"cave: {', '.join(state.face_up)}")
    return found


def _draw(state: State, canvas: Canvas) -> None:
    names = [f"player {seat}" for seat in range(state.rules.players)]
    draw(state, canvas, names=names, headline=[_status(state)])
