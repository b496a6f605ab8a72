"""One of our bots asked as those outside are: a document a line in, an answer a line out."""

from __future__ import annotations

import json
import random
from typing import IO, Any

from ..bot import Bot
from .wire import FORMAT, SPEAKS, WireError, option_text, state_asked


def reply(bot: Bot, question: object, rng: random.Random) -> dict[str, Any]:
    """What one of our bots answers to a request, or why it does not."""
    number = question.get("id") if isinstance(question, dict) else None
    if isinstance(question, dict) and FORMAT in (question.get(SPEAKS) or ()):
        return {"id": number, "format": FORMAT}
    try:
        state = state_asked(question)
        assert isinstance(question, dict)
        action = option_text(state, bot.act(state, rng), question["format"])
        return {"id": number, "action": action}
    except (WireError, IndexError) as broken:
        return {"id": number, "error": str(broken)}


def serve_lines(bot: Bot, asked: IO[str], answers: IO[str], rng: random.Random) -> None:
    """Answer requests until there are no more."""
    for line in asked:
        if line.strip():
            try:
                question = json.loads(line)
            except ValueError:
                question = None
            answers.write(json.dumps(reply(bot, question, rng)) + "\n")
            answers.flush()
