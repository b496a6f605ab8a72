"""``python -m kingdomino``: the command, where it is not on the path."""

from kingdomino.cli import main

main()
