"""Writes examples/first_minutes.ipynb: docs/env/tutorial.md as a notebook, cell by cell.

``python scripts/notebook.py`` from the repository's root; the suite asks whether it was run.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "env" / "tutorial.md"
NOTEBOOK = ROOT / "examples" / "first_minutes.ipynb"
INSTALL = (
    "This notebook is docs/env/tutorial.md. From the repository's root: "
    "`pip install '.[env]' notebook`, then `jupyter notebook examples/first_minutes.ipynb`. "
    "The first cells wait for the compiler, about a minute once; `kingdomino warmup` does that "
    "beforehand and says how far it is."
)


def cells(page: str) -> list[tuple[str, str]]:
    """What a page says and does: ``markdown`` and ``code`` in turn, as they come."""
    # Plots that were drawn beforehand are not for a notebook, which draws its own.
    kept = re.sub(r"<!-- plots -->.*?<!-- end of plots -->\n", "", page, flags=re.DOTALL)
    # Links lead from another folder.
    kept = re.sub(r"\]\((?!\.\./\.\.|http)([^)]*)\)", r"](../docs/env/\1)", kept)
    kept = kept.replace("](../../", "](../")
    parts = re.split(r"^```python\n(.*?)^```\n", kept, flags=re.DOTALL | re.MULTILINE)
    kinds = [("code" if i % 2 else "markdown", part.strip()) for i, part in enumerate(parts)]
    return [(kind, text) for kind, text in kinds if text]


def notebook(page: str) -> dict[str, Any]:
    """The page in the format of Jupyter, without any output."""
    found = []
    for number, (kind, text) in enumerate([("markdown", INSTALL), *cells(page)]):
        cell: dict[str, Any] = {
            "cell_type": kind,
            "id": f"cell-{number}",
            "metadata": {},
            "source": text.splitlines(keepends=True),
        }
        found.append(cell | ({"execution_count": None, "outputs": []} if kind == "code" else {}))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {
        "cells": found,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def written(page: str) -> str:
    """The file's text."""
    return json.dumps(notebook(page), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    NOTEBOOK.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
