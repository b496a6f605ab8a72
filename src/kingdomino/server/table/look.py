"""What players look like: a colour each, and an emblem for eyes that tell few colours apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

Colour = Literal["pink", "yellow", "green", "blue", "brown", "black"]
Emblem = Literal["rose", "sun", "leaf", "wave", "acorn", "moon"]
EMBLEM: dict[str, str] = dict(zip(get_args(Colour), get_args(Emblem), strict=True))
"""What the banner of each colour shows, unless its player chose something else."""
Look: TypeAlias = tuple[str, str]
"""A colour and an emblem; empty is whatever is left."""
ANY: Look = ("", "")


def dressed(wishes: Sequence[Look], usual: Sequence[str], colours: Sequence[str]) -> list[Look]:
    """Everybody's look: as they wish, where nobody before them wishes the same.

    Who wishes for nothing has their *usual* colour and its emblem, if they are free.
    """
    worn = _given([colour for colour, _ in wishes], [[own, *colours] for own in usual])
    emblems = [[EMBLEM[colour], *EMBLEM.values()] for colour in worn]
    return [*zip(worn, _given([emblem for _, emblem in wishes], emblems), strict=True)]


def _given(wishes: Sequence[str], choices: Sequence[Sequence[str]]) -> list[str]:
    """What each gets of its choices: first those who wish for one, then the others."""
    given = [""] * len(wishes)
    for i, wish in enumerate(wishes):
        if wish in choices[i] and wish not in given:
            given[i] = wish
    for i, choice in enumerate(choices):
        given[i] = given[i] or next(each for each in choice if each not in given)
    return given
