"""``kingdomino play`` as people use it: a real process, fed through a pipe or a terminal."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kingdomino import GAMES, Record, parse_record, rules
from kingdomino.cli.app import app
from kingdomino.cli.play.match import Match, shown_names
from kingdomino.cli.play.question import find, question_for
from kingdomino.cli.play.save import read_games
from kingdomino.core import action as act
from kingdomino.core.engine import draw
from kingdomino.core.grid import Square
from kingdomino.core.state import Phase
from tests.process import started, usual_signals

COMMAND = [sys.executable, "-m", "kingdomino.cli", "play"]
SOLO = ["kingdomino", "--seed", "147555"]
needs_pty = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
PROMPT = re.compile(r"(\]|>|:|\?) $")


def environment(**more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "SYSTEMROOT")}
    return kept | {"COLUMNS": "80", "PYTHONUTF8": "1", "PYTHONWARNINGS": "error"} | more


def play(
    folder: Path, *options: str, answers: list[str], env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *options],
        input="".join(f"{answer}\n" for answer in answers),
        cwd=folder,
        env=environment(**(env or {})),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def saved(path: Path) -> Record:
    return parse_record(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_whole_game_by_pressing_enter(tmp_path: Path, game: str) -> None:
    done = play(tmp_path, game, "--seed", "5", "--save", "g.txt", answers=[""] * 400)
    assert done.returncode == 0
    assert done.stderr == ""
    assert re.search(r"wins? with|share the victory|The tie goes to", done.stdout)
    record = saved(tmp_path / "g.txt")
    assert record.state().over
    assert record.players == ("You", "bot:greedy")


@pytest.mark.parametrize("game", ["giants", "origins-tribe"])
def test_a_whole_game_by_the_first_option(tmp_path: Path, game: str) -> None:
    """Every other answer is 1, which is asked again where it is no answer."""
    answers = ["1", ""] * 600
    options = ["-p", "4", "--seed", "2", "--save", "g.txt", "--quick"]
    done = play(tmp_path, game, *options, answers=answers, env={"COLUMNS": "60"})
    assert done.returncode == 0, done.stderr
    assert saved(tmp_path / "g.txt").state().over
    wanted = "The giant wants a crown" if game == "giants" else "Where will the"
    assert wanted in done.stdout


def test_questions_lead_to_a_game_against_the_bot(tmp_path: Path) -> None:
    done = play(tmp_path, "--seed", "1", answers=[""] * 5)
    assert "Kingdomino for 2.\nAt the table: You and Greedy. Seed 1." in done.stdout
    assert "Choose your first domino" in done.stdout


def test_what_cannot_be_played_is_asked_again(tmp_path: Path) -> None:
    answers = ["chess", "giants", "7", "three", "3", "Ana", "bot:deep", "Ben", "greedy"]
    answers += ["harmony", "1 2", "dynasty"]
    done = play(tmp_path, "--seed", "1", answers=answers)
    text = " ".join(done.stdout.split())
    assert "Please type a number from 1 to 5" in text
    assert "Kingdomino: Age of Giants is for 2 to 5 players, not 7." in text
    assert "Please type a number from 2 to 5." in text
    assert "There is no bot 'deep'" in text
    assert "Age of Giants has Harmony among its quests" in text
    assert "Please type numbers from 1 to 1" in text
    assert (
        "Kingdomino: Age of Giants for 3, game 1 of 3. At the table: Ana, Ben and Greedy." in text
    )
    assert saved(tmp_path / "kingdomino-game.txt").players == ("Ana", "Ben", "bot:greedy")


def test_the_end_of_the_input_saves_and_the_game_goes_on(tmp_path: Path) -> None:
    first = play(tmp_path, *SOLO, answers=[""] * 12)
    assert first.returncode == 0
    path = tmp_path / "kingdomino-game.txt"
    assert f"--load {path.name}" in first.stdout
    before = saved(path)
    assert not before.state().over
    second = play(tmp_path, "--load", path.name, "--seed", "5", answers=[""] * 200)
    assert second.returncode == 0
    after = saved(path)
    assert after.state().over
    assert after.events[: len(before.events)] == before.events
    assert "Going on with Kingdomino for 2." in second.stdout


def test_a_resumed_game_is_the_game_that_would_have_been(tmp_path: Path) -> None:
    play(tmp_path, *SOLO, "--save", "whole.txt", answers=[""] * 400)
    play(tmp_path, *SOLO, "--save", "parts.txt", answers=[""] * 15)
    play(tmp_path, "--load", "parts.txt", *SOLO[1:], answers=[""] * 400)
    assert saved(tmp_path / "parts.txt") == saved(tmp_path / "whole.txt")


def test_saved_names_are_never_taken_twice(tmp_path: Path) -> None:
    play(tmp_path, *SOLO, answers=[""])
    done = play(tmp_path, *SOLO, answers=[""])
    assert "kingdomino-game-2.txt" in done.stdout
    assert (tmp_path / "kingdomino-game-2.txt").exists()


def test_undo_takes_back_steps_of_this_turn_only(tmp_path: Path) -> None:
    """Seed 147555: 47 and 36 are chosen, 36 is placed, taken back and placed elsewhere."""
    answers = ["u", "47", "u", "36", "", "47", "", "7 east", "u", "e1n1 n1", "4", "u", "18", ""]
    done = play(tmp_path, *SOLO, "--save", "g.txt", answers=answers)
    assert "There is nothing to take back" in done.stdout
    lines = (tmp_path / "g.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("0 ")] == [
        "0 choose 36",
        "0 choose 47",
        "0 place 36 e1n1 n1",
        "0 choose 18",
    ]


def test_undo_leaves_the_second_half_of_a_placement(tmp_path: Path) -> None:
    answers = ["47", "", "36", "", "3", "u", "3", "east", "18", "", "q", "n"]
    done = play(tmp_path, *SOLO, "--save", "g.txt", answers=answers)
    assert done.stdout.count("And the grass: which way?") == 2
    assert "0 place 36 n1 e1n1" in (tmp_path / "g.txt").read_text(encoding="utf-8")


def test_bad_answers_are_asked_again(tmp_path: Path) -> None:
    done = play(tmp_path, *SOLO, answers=["99", "hello", "w", "", "w /nowhere/x", "47", "what"])
    text = " ".join(done.stdout.split())
    assert text.count("Please type 8, 15, 36 or 47; ? explains.") == 2
    assert "there is no folder" in text
    assert "Enter confirms the turn, u takes the last step back." in text


def test_commands_help(tmp_path: Path) -> None:
    answers = ["?", "h", "s", "t", "w copy.txt", "w copy.txt", "47", "?", "h", "s", "t", "q", ""]
    done = play(tmp_path, *SOLO, answers=answers)
    text = " ".join(done.stdout.split())
    assert "Put your king on a free domino" in text
    assert "The bot would take 47." in text
    assert "largest 0, crowns 0" in text
    assert "Saved to copy.txt." in text
    assert "There is a file copy.txt already" in text
    assert "Enter confirms your turn" in text
    assert "Your turn is complete" in text
    assert "Goodbye!" in text
    assert saved(tmp_path / "copy.txt").players == ("You", "bot:greedy")


def test_quitting_asks_whether_to_save(tmp_path: Path) -> None:
    play(tmp_path, *SOLO, answers=["q", "n"])
    assert list(tmp_path.iterdir()) == []
    taken = tmp_path / "taken.txt"
    taken.write_text("mine", encoding="utf-8")
    play(tmp_path, *SOLO, answers=["q", "taken.txt", "mine.txt"])
    assert saved(tmp_path / "mine.txt").rules == rules("kingdomino")
    assert taken.read_text(encoding="utf-8") == "mine"


def test_friends_at_one_keyboard(tmp_path: Path) -> None:
    seats = ["--seat", "Ana", "--seat", "Živa", "--seat", "Ana"]
    options = ["origins-totem", *seats, "--seed", "3", "--save", "g.txt"]
    done = play(tmp_path, *options, answers=[""] * 400)
    assert done.returncode == 0
    assert "♥ Ana · round 2 of 12" in done.stdout
    assert "★ Živa · round 2 of 12" in done.stdout
    assert "✚ Ana 2 · round 2 of 12" in done.stdout
    assert saved(tmp_path / "g.txt").players == ("Ana", "Živa", "Ana")


def test_bots_alone_play_to_the_end(tmp_path: Path) -> None:
    seats = ["--seat", "bot:random", "--seat", "bot:random"]
    done = play(tmp_path, "giants", *seats, "--seed", "3", answers=[])
    assert done.returncode == 0
    assert "The end" in done.stdout


def test_a_dynasty_is_three_games_in_one_file(tmp_path: Path) -> None:
    options = ["--variant", "dynasty", "--seed", "3", "--save", "d.txt", "--quick"]
    first = play(tmp_path, "kingdomino", *options, answers=[""] * 60)
    assert "After 1 of 3 games" in first.stdout
    games = read_games(tmp_path / "d.txt")
    assert 1 < len(games) < 4
    assert [game.dynasty.game for game in games if game.dynasty] == list(range(1, len(games) + 1))
    last = play(tmp_path, "--load", "d.txt", "--quick", answers=[""] * 200)
    assert last.returncode == 0
    assert re.search(r"wins? the dynasty|The dynasty is shared", last.stdout)
    assert len(read_games(tmp_path / "d.txt")) == 3


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["chess"], "there is no game 'chess'"),
        (["kingdomino", "-p", "5"], "for 2 to 4 players, not 5"),
        (["kingdomino", "-p", "3", "-v", "mighty_duel"], "The Mighty Duel is for 2 players"),
        (["giants", "-v", "harmony"], "Age of Giants has Harmony among its quests"),
        (["giants", "-v", "nonsense"], "has no variant 'nonsense'"),
        (["--seat", "bot:deep"], "there is no bot 'deep'"),
        (["--seat", " "], "a name needs at least one letter"),
        (["-p", "2", "--seat", "A", "--seat", "B", "--seat", "C"], "3 seats are given"),
        (["--load", "nothing.txt"], "no such file"),
        (["--load", "broken.txt"], "broken.txt"),
        (["--load", "broken.txt", "-p", "2"], "brings its own rules"),
        (["giants", "--save", "broken.txt"], "there is a file broken.txt already"),
        (["giants", "--save", "no/such/folder.txt"], "there is no folder"),
        (["giants", "--save", "."], "it is a folder"),
        (["--seed", "soon"], "soon"),
    ],
)
def test_errors_are_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    why: str,
) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text("kingdomino-game 1\nrules kingdomino 2\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        app(["play", *options], prog_name="kingdomino")
    told = capsys.readouterr().err
    assert left.value.code == 2
    assert told.count("\n") == 1
    assert why in told
    assert [path.name for path in tmp_path.iterdir()] == ["broken.txt"]


def test_a_record_with_an_unknown_bot_is_refused(tmp_path: Path) -> None:
    play(tmp_path, *SOLO, "--save", "g.txt", answers=["47"])
    text = (tmp_path / "g.txt").read_text(encoding="utf-8")
    (tmp_path / "g.txt").write_text(text.replace("bot:greedy", "bot:deep"), encoding="utf-8")
    done = play(tmp_path, "--load", "g.txt", answers=[])
    assert done.returncode == 2
    assert "there is no bot 'deep'" in done.stderr


def test_plain_terminals_get_ascii(tmp_path: Path) -> None:
    env = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    done = play(tmp_path, *SOLO, answers=[""] * 12, env=env)
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "Place domino 36  W|  G, ^" in done.stdout
    assert "\x1b" not in done.stdout


def test_a_stray_byte_is_a_bad_answer(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, *SOLO],
        input=b"\xff\xfe\n47\n",
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert b"Please type 8, 15, 36 or 47" in done.stdout


def test_a_closed_pipe_saves_the_game(tmp_path: Path) -> None:
    with started(
        [*COMMAND, *SOLO],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(),
    ) as process:
        while b"Choose your first domino" not in process.stdout.readline():
            pass
        process.stdout.close()
        process.stdin.write(b"47\n\n36\n\n")
        process.stdin.close()
        process.wait(timeout=60)
        assert b"Traceback" not in process.stderr.read()
    assert saved(tmp_path / "kingdomino-game.txt").state().offer == (8, 15, 36, 47)


@needs_pty
def test_a_file_that_cannot_be_written_costs_no_game(tmp_path: Path, terminal_at: Opened) -> None:
    """The folder goes away between two turns, by a name that is a file by then."""
    folder = tmp_path / "sub"
    folder.mkdir()
    terminal = terminal_at(tmp_path, *SOLO, "--save", "sub/g.txt")
    assert terminal.prompt()
    (folder / "g.txt").unlink()
    folder.rmdir()
    for answer in ("47\n", "\n"):
        terminal.type(answer)
        shown = terminal.prompt()
    assert "is not saved any more" in shown
    terminal.type("\x04")
    assert terminal.end() == 0
    assert saved(tmp_path / "kingdomino-game.txt").events


class Terminal:
    """The command in a pseudo-terminal; needs an answer whenever a prompt stands at the end."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.output = ""
        self.fd, other = os.openpty()
        # The first of a session has the terminal that it opens; a fork would take threads along.
        opened = (os.POSIX_SPAWN_OPEN, 0, os.ttyname(other), os.O_RDWR, 0)
        doubled = [(os.POSIX_SPAWN_DUP2, 0, number) for number in (1, 2)]
        command = ["sh", "-c", 'cd "$0" && exec "$@"', str(folder), *COMMAND, *options]
        with usual_signals():
            self.pid = os.posix_spawn(
                "/bin/sh",
                command,
                environment(TERM="xterm-256color"),
                file_actions=[opened, *doubled],
                setsid=True,
            )
        os.close(other)
        self.ended = False

    def read(self, until: Callable[[str], bool], seconds: float = 20) -> str:
        """Read until *until* likes what is new, or the command ends."""
        fresh, end = "", time.monotonic() + seconds
        while not until(fresh):
            ready, _, _ = select.select([self.fd], [], [], max(0, end - time.monotonic()))
            assert ready, f"nothing more after {fresh[-500:]!r}"
            try:
                chunk = os.read(self.fd, 65536)
            except OSError:  # Linux tells the end of a terminal so.
                break
            if not chunk:
                break
            fresh += chunk.decode("utf-8", "replace")
        self.output += fresh
        return fresh

    def prompt(self) -> str:
        """What was printed up to the next question; empty when the command has ended."""
        text = self.read(asks)
        return text if asks(text) else ""

    def type(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def end(self) -> int:
        self.read(lambda _: False)
        return self.reap()

    def reap(self) -> int:
        os.close(self.fd)
        self.ended = True
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


Opened = Callable[..., Terminal]


@pytest.fixture
def terminal_at() -> Iterator[Opened]:
    """Opens terminals, and leaves none behind."""
    made: list[Terminal] = []

    def terminal(folder: Path, *options: str) -> Terminal:
        made.append(Terminal(folder, *options))
        return made[-1]

    yield terminal
    for one in made:
        if not one.ended:
            os.kill(one.pid, signal.SIGKILL)
            one.reap()


def asks(text: str) -> bool:
    return bool(PROMPT.search(re.sub(r"\x1b\[[0-9;]*m", "", text)))


@needs_pty
def test_a_whole_game_in_a_terminal_and_another(tmp_path: Path, terminal_at: Opened) -> None:
    terminal = terminal_at(tmp_path, *SOLO, "--save", "g.txt")
    while "Play again?" not in terminal.prompt():
        terminal.type("\n")
    assert "\x1b[" in terminal.output
    assert saved(tmp_path / "g.txt").state().over
    terminal.type("y\n")
    assert "Seed 147556" in terminal.prompt()
    terminal.type("q\n")
    assert "Save the game before you go?" in terminal.prompt()
    terminal.type("n\n")
    assert terminal.end() == 0


@needs_pty
@pytest.mark.parametrize("how", ["\x03", "\x04", "hangup"])
def test_leaving_a_terminal_saves_the_game(tmp_path: Path, terminal_at: Opened, how: str) -> None:
    terminal = terminal_at(tmp_path, *SOLO)
    for answer in ("47\n", "\n", "36\n"):
        assert terminal.prompt()
        terminal.type(answer)
    assert terminal.prompt()
    if how == "hangup":
        os.kill(terminal.pid, signal.SIGHUP)
    else:
        terminal.type(how)
    assert terminal.end() == (0 if how == "\x04" else 130)
    assert "The game is saved in kingdomino-game.txt" in terminal.output
    record = saved(tmp_path / "kingdomino-game.txt")
    assert record.events[2:] == (act.Choose(47), act.Choose(36))


def opened(game: str = "kingdomino", seed: int = 5) -> Match:
    match = Match(Record(rules(game), ("Ana", "Ben")), seed=seed)
    while match.state.chance:
        match.add(draw(match.state, match.rng("chance")))
    return match


def test_names_are_shown_once_each_and_printable() -> None:
    names = shown_names(["Ana", "bot:greedy", "Ana", "bot:greedy", "\x1b[2J" + "x" * 99])
    assert names[:4] == ("Ana", "Greedy", "Ana 2", "Greedy 2")
    assert names[4].isprintable()
    assert len(names[4]) < 20


def test_placements_are_found_by_number_square_direction_and_words() -> None:
    match = opened()
    while match.state.agenda[0].phase is not Phase.PLACE:
        if match.state.chance:
            match.add(draw(match.state, match.rng("chance")))
        else:
            match.add(question_for(match.state, match.names).default.actions[0])
    question = question_for(match.state, match.names)
    wanted = act.Place(Square(0, -1), Square(1, -1))
    assert question.text.plain.startswith("Place domino ")
    for answer in ("3 east", "3e", "3 right", "n1 e1n1", "place n1 e1n1", "N1 E1N1"):
        option = find(question, answer)
        assert option is not None, answer
        assert option.actions == (wanted,)
    north = find(question, "n1")
    assert north is not None
    assert north.square == Square(0, -1)
    assert len(north.actions) == 3
    for answer in ("3 nowhere", "99", "n1 n3", "x", "- -", "place", ""):
        assert find(question, answer) is None, answer


def test_undone_luck_stays_the_same() -> None:
    match = opened()
    events = match.record.events
    match.cut(0)
    while match.state.chance:
        match.add(draw(match.state, match.rng("chance")))
    assert match.record.events == events
