"""A bot that is asked over standard input and output, in plain Python without any library.

kingdomino bot check "python examples/line_bot.py"
kingdomino arena kingdomino --bots "cmd=python examples/line_bot.py,random" --games 20
"""

import json
import sys

for line in sys.stdin:
    question = json.loads(line)
    if "speaks" in question:
        # The greeting: whatever takes time to load belongs before this answer.
        answer = {"format": "kingdomino-bot/2"}
    else:
        # Here is room for a better idea. All kingdoms, the row and what is still to come are in
        # question["state"]; the options are whole actions, so one of them is always an answer.
        options = question["options"]
        answer = {"action": options[len(options) // 2]}
    print(json.dumps(answer | {"id": question["id"]}), flush=True)
