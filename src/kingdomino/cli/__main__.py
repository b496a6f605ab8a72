"""``python -m kingdomino.cli``: the same as the command."""

from __future__ import annotations

from . import main

main()
