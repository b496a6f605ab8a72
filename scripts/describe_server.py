"""Write down what the server says: docs/openapi.json and the types of the pages.

Without ``--write`` it only says which of them is no longer true, and fails.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from kingdomino.server.pastime import shape as pastime
from kingdomino.server.table import shape as table
from kingdomino.server.table.option import Option
from kingdomino.server.thinking.advice import Hinted
from kingdomino.server.web import answer
from kingdomino.server.web.api import ENDPOINTS
from kingdomino.server.web.openapi import openapi
from kingdomino.server.web.typescript import declarations

ROOT = Path(__file__).parents[1]
ALIASES = {"Choice": Option, "Hint": Hinted, "Dominoes": answer.Dominoes}
HEARD = [
    table.View,
    table.TableEvent,
    answer.Catalogue,
    answer.MyGame,
    answer.OpenTables,
    answer.Sheets,
    answer.Invitation,
    pastime.PadScored,
    answer.Reviewed,
    pastime.Puzzles,
    pastime.Puzzle,
    pastime.Solved,
    pastime.DailyDeal,
    pastime.DailyStrongest,
]


def generated() -> dict[Path, str]:
    """The texts by the file each is kept in."""
    document = json.dumps(openapi(ENDPOINTS), indent=2, ensure_ascii=False)
    types = ROOT / "src" / "kingdomino" / "web" / "js" / "types.d.ts"
    return {
        ROOT / "docs" / "openapi.json": document + "\n",
        types: declarations(ALIASES, HEARD),
    }


def main(*, write: bool) -> int:
    """Write the files, or say which are stale."""
    stale = {p: t for p, t in generated().items() if not p.is_file() or p.read_text() != t}
    for path, text in stale.items():
        if write:
            path.write_text(text)
        print(path.relative_to(ROOT), "is written" if write else "is stale: make describe")
    return int(bool(stale) and not write)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write them; else say which are stale")
    sys.exit(main(write=parser.parse_args().write))
