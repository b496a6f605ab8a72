"""Programs that play, well or badly, written for a test."""

from __future__ import annotations

import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
EXAMPLE = EXAMPLES / "line_bot.py"
HELLO = """\
import json, sys, time, os
def ask():
    return json.loads(sys.stdin.readline())
def say(question, **answer):
    print(json.dumps({"id": question["id"], **answer}), flush=True)
say(ask(), format="kingdomino-bot/2")
question = ask()
"""
DEAF = """\
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
with open(os.environ["PIDS"], "a") as file:
    print(os.getpid(), file=file, flush=True)
"""
STAY = "\nos.close(0)\nwhile True: time.sleep(1)"


def program(folder: Path, body: str) -> str:
    """The name of a bot that is this Python program."""
    file = folder / "bot.py"
    file.write_text(body)
    return f"cmd={sys.executable} {file}"
