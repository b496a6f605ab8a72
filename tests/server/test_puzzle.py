"""Puzzles over HTTP: no solution before an answer, and what is no puzzle is refused."""

from __future__ import annotations

import httpx
import pytest

from kingdomino.games.puzzle import puzzle, puzzle_lines


@pytest.mark.parametrize(
    "game", ["kingdomino", "giants", "origins-discovery", "origins-totem", "origins-tribe"]
)
def test_a_puzzle_is_shown_and_solved(client: httpx.Client, game: str) -> None:
    told = client.get(f"/api/puzzles/{game}").json()
    assert len(told["found"]) == len(puzzle_lines(game))
    number = told["today"]
    assert told["kinds"][number - 1] == puzzle(game, number).kind
    asked = puzzle(game, number)
    shown = client.get(f"/api/puzzles/{game}/{number}").json()
    assert [answer for answer, _ in shown["answers"]] == [*asked.answers]
    assert shown["view"]["decision"]["player"] == asked.state.player
    assert set(shown) == {"view", "answers", "found"}
    said = client.post(f"/api/puzzles/{game}/{number}", json={"answer": 0}).json()
    assert said["best"] == asked.best
    assert said["points"] == [*asked.points]
    assert said["why"]["code"]


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/api/puzzles/chess", None, "no_such_game"),
        ("/api/puzzles/giants/0", None, "not_found"),
        ("/api/puzzles/giants/999999", None, "not_found"),
        ("/api/puzzles/giants/one", None, "bad_request"),
        ("/api/puzzles/giants/1", {"answer": 7}, "bad_request"),
        ("/api/puzzles/giants/1", {"answer": "first"}, "bad_request"),
    ],
)
def test_what_is_no_puzzle(
    client: httpx.Client, path: str, body: dict[str, object] | None, code: str
) -> None:
    answer = client.get(path) if body is None else client.post(path, json=body)
    assert answer.json()["code"] == code
