"""A bot for the Kingdomino server in plain Python, without any library.

python examples/bot.py http://127.0.0.1:8000                opens a table against a squire
python examples/bot.py http://127.0.0.1:8000 /join#TOKEN    takes a seat that a friend has kept
"""

import json
import secrets
import sys
import urllib.request
from http.cookiejar import CookieJar

SERVER = sys.argv[1].rstrip("/")
# The seat is held by a cookie: keep it, and the seat is yours.
BROWSER = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    with BROWSER.open(urllib.request.Request(SERVER + path, data, headers)) as answer:
        return json.load(answer)


if len(sys.argv) > 2:
    token = sys.argv[2].partition("#")[2]
    table = ask("/api/join", {"token": token, "name": "Example"})
else:
    seats = [{"kind": "me", "name": "Example"}, {"kind": "bot", "level": "squire"}]
    table = ask("/api/games", {"game": "kingdomino", "seats": seats})
game, mine = table["id"], table.get("seat", 0)
# The server has fixed its part of the draw; ours comes after it, and then the game can begin.
ask(f"/api/games/{game}/nonces", {"nonces": {mine: secrets.token_hex(16)}})

seq, over = 0, False
while not over:
    # Waits up to 20 seconds for something to happen; then says what we may do, if it is our turn.
    tail = ask(f"/api/games/{game}/events?after={seq}&wait=20")
    seq = max([seq, *(event["seq"] for event in tail["events"])])
    over = tail["over"]
    if tail["options"]:
        # An option is an action and the points it brings at once. Here is room for a better idea.
        action, _ = max(tail["options"], key=lambda option: option[1] or 0)
        move = {"move_id": secrets.token_hex(8), "expected_seq": seq}
        ask(f"/api/games/{game}/moves", move | {"seat": tail["seat"], "actions": [action]})

view = ask(f"/api/games/{game}")["view"]
for number, seat in view["seats"].items():
    print(seat["name"] or seat.get("level") or number, view["sheets"][number]["total"], "points")
