"""`plyglass play` and `plyglass trace`: the player in a terminal, files, and steps in print."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tracer import Trace, link, record
from tracer.algorithms import alphabeta, mtd_f, sss_star
from tracer.algorithms.registry import ALGORITHMS
from tracer.cli import terminal
from tracer.cli.main import main
from tracer.cli.terminal import JUMPS, help_lines, step_for
from tracer.draw.lists import lists
from trees import Tree, catalogue, iid, to_json, to_text

PLAYER = Path(__file__).parents[2] / "tracer" / "player" / "js" / "player.js"
RIGHT, LEFT, HOME, END = "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F"


def run(*arguments: str, keys: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tracer.cli.main", *arguments]
    return subprocess.run(
        command, input=keys, capture_output=True, text=True, timeout=60, env=os.environ | env
    )


# The terminal player


def test_the_terminal_player_steps_by_keys() -> None:
    done = run("play", "pantel-3.2", "alphabeta", keys=">>cecC<0\x1b[Fq")
    frames = done.stdout.strip().split("\n\n")
    assert "\x1b" not in done.stdout  # a pipe gets no escape codes
    assert [frame.split("\n")[0].split("step ")[1] for frame in frames] == [
        f"{step} of 31" for step in (0, 1, 2, 15, 31, 31, 29, 28, 0, 31)
    ]
    assert "✂ K" in frames[3]


def test_a_link_opens_at_its_step() -> None:
    text = link(record(alphabeta, catalogue.load("pantel-3.2"), soft=False), 14)
    done = run("play", text, keys=">q")
    assert re.findall(r"step (\d+) of 29", done.stdout) == ["14", "15"]
    for arguments, says in (
        ([text[:-1]], "damaged or incomplete"),
        ([text, "minimax"], "give nothing else"),
        (["pantel-3.2"], "Name a search"),
    ):
        done = run("play", *arguments)
        assert done.returncode == 2 and says in done.stderr and "Traceback" not in done.stderr


def test_arrows_are_read_from_a_pipe_as_well() -> None:
    done = run("play", "pantel-3.2", "alphabeta", keys=RIGHT * 3 + LEFT + END + HOME)
    assert re.findall(r"step (\d+) of 31", done.stdout) == ["0", "1", "2", "3", "2", "31", "0"]
    assert done.returncode == 0


@pytest.mark.parametrize("target", JUMPS.values())
def test_after_the_last_target_a_jump_stays(target: str) -> None:
    trace = record(mtd_f, catalogue.load("pantel-3.2"), first=5)
    key = next(key for key, name in JUMPS.items() if name == target)
    i, seen = 0, []
    while (i := step_for(trace, i, key)) not in seen:
        seen.append(i)
    assert len(seen) > 1 and seen == sorted(seen)
    assert step_for(trace, seen[-1], key) == seen[-1]
    assert step_for(trace, len(trace), key) == len(trace)
    back = [len(trace) + 1]
    while (i := step_for(trace, back[-1], key.upper())) != back[-1]:
        back.append(i)
    assert back[:0:-1] == seen


def test_only_jumps_that_lead_somewhere_are_offered() -> None:
    tree = catalogue.load("pantel-3.2")
    assert "c cutoff · l leaf · r return (" in help_lines(record(alphabeta, tree))
    assert "o list" in help_lines(record(sss_star, tree))
    assert "p pass" in help_lines(record(mtd_f, tree, first=5))


def test_jump_keys_are_those_of_the_browser() -> None:
    line = next(line for line in PLAYER.read_text("utf-8").splitlines() if "const JUMPS" in line)
    assert dict(re.findall(r'(\w): "(\w+)"', line)) == JUMPS


def test_keys_of_the_browser_that_mean_something_else_do_nothing_here() -> None:
    trace = record(alphabeta, catalogue.load("pantel-3.2"))
    assert [step_for(trace, 7, key) for key in "dfgsn+-?"] == [7] * 8


def test_the_terminal_player_in_a_terminal() -> None:
    pexpect = pytest.importorskip("pexpect")
    child = pexpect.spawn(
        sys.executable, ["-m", "tracer", "play", "pantel-3.2", "sss-star"], timeout=30,
        dimensions=(40, 100), encoding="utf-8",
    )  # fmt: skip
    child.expect("step 0 of 46")
    child.send(RIGHT)
    child.expect("step 1 of 46")
    child.send(LEFT)
    child.expect("step 0 of 46")
    child.send(" ")  # it plays
    child.expect("step 2 of 46")
    child.send("\x1bOD")  # a key pauses it
    child.expect("step 1 of 46")
    child.send(RIGHT + RIGHT + RIGHT)  # typed faster than they are read
    child.expect("step 4 of 46")
    child.send("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.parametrize("no_color", ["", "1"])
def test_no_color_leaves_the_cursor_but_no_colour(no_color: str) -> None:
    pexpect = pytest.importorskip("pexpect")
    child = pexpect.spawn(
        sys.executable, ["-m", "tracer", "play", "pantel-3.2", "alphabeta"], timeout=30,
        dimensions=(40, 100), encoding="utf-8",
        env=os.environ | {"NO_COLOR": no_color, "TERM": "xterm"},
    )  # fmt: skip
    child.expect("q quit")
    first = child.before
    child.send("c")
    child.expect("q quit")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    codes = set(re.findall(r"\x1b\[[0-9;]*[A-Za-z]", first + child.before))
    clear = {"\x1b[2J", "\x1b[H"}
    assert codes == clear if no_color else codes > clear


def test_a_code_page_without_our_signs_is_no_error() -> None:
    done = run("play", "pantel-3.2", "alphabeta", keys="q", PYTHONIOENCODING="ascii")
    assert done.returncode == 0 and "? A MAX" in done.stdout


@pytest.mark.parametrize("search", ["alphabeta", "sss_star", "ps_star", "mtd_f", "dual_star"])
@pytest.mark.parametrize("tree", [catalogue.load("pantel-3.2"), iid(3, 4, seed=1)])
def test_every_step_fits_the_terminal(search: str, tree: Tree) -> None:
    """The current node and every list are always seen, and no line is wrapped."""
    trace = record(ALGORITHMS[search].search, tree)
    for columns, rows in (80, 19), (40, 12):
        for i in range(0, len(trace) + 1, 7):
            lines = terminal.fitted(trace.frame(i), columns, rows).split("\n")
            assert max(map(terminal.cells, lines)) <= columns
            assert len(lines) <= rows or rows == 12
            if trace.frame(i).node is not None:
                assert any(line.startswith("▶") for line in lines)
            for listed in lists(trace.frame(i)):
                assert not listed.entries or any(line.startswith(listed.title) for line in lines)


def test_a_wide_name_takes_two_columns_per_character() -> None:
    assert terminal.cut("日本語", 6) == "日本語"
    assert terminal.cut("日本語", 5) == "日本…"


# Trees, searches and files


def test_trees_come_from_names_calls_and_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = iid(2, 2, seed=4)
    (tmp_path / "t.json").write_text(to_json(tree))
    (tmp_path / "t.txt").write_text(to_text(tree))
    printed = []
    for name in "iid(2, 2, seed=4)", str(tmp_path / "t.json"), str(tmp_path / "t.txt"):
        assert main(["trace", name, "sss_star"]) == 0
        printed.append(capsys.readouterr().out)
    assert len(set(printed)) == 1
    assert main(["trace", "iid(2,2,seed=4)", "ps-star", "-o", "k=2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["options"] == {"k": 2}


def test_searches_go_by_any_spelling(capsys: pytest.CaptureFixture[str]) -> None:
    printed = set()
    for name in "alphabeta", "alpha-beta", "Alpha_Beta":
        assert main(["trace", "pantel-3.2", name]) == 0
        printed.add(capsys.readouterr().out)
    assert len(printed) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["trace", "nowhere", "alphabeta"], "Unknown tree 'nowhere'. Give the name of a file"),
        (["trace", "iid(2,", "alphabeta"], "Cannot read 'iid(2,'. Write a call"),
        (["trace", "iid(2,2)", "alphabeta"], "seed"),
        (["trace", "iid(2,2,seed=__import__('os'))", "alphabeta"], "Cannot read"),
        (["trace", "pantel-3.2", "alpha-beta9"], "Unknown search 'alpha-beta9'. Choose one of: "),
        (["trace", "pantel-3.2", "ps-star", "-o", "q=1"], "Unknown option 'q' for ps_star. Choose"),
        (["trace", "pantel-3.2", "ps-star", "-o", "k"], "The option 'k' has no value. Write k="),
        (["trace", "pantel-3.2", "minimax", "-o", "k=1"], "for minimax. It takes no options."),
        (["trace", "pantel-3.2", "ps-star", "-o", "k=7"], "k "),
        (["play", "pantel-3.2", "alphabeta", "--out", "x.doc"], "that ends in one of: html, svg"),
        (["play", "pantel-3.2", "alphabeta", "--out", "x.txt", "--step", "77"], "77"),
        (["play", "pantel-3.2", "alphabeta", "--step", "7"], "give --out as well"),
    ],
)
def test_bad_commands_get_a_sentence(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert words in told.err and told.err.count("\n") == 1
    assert told.out == ""


def test_without_a_unix_terminal_the_player_suggests_a_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(terminal, "find_spec", lambda name: None)
    monkeypatch.setattr(os, "isatty", lambda source: True)
    monkeypatch.setattr(sys, "stdin", open(os.devnull))
    assert main(["play", "pantel-3.2", "alphabeta"]) == 2
    assert "needs a Unix terminal" in capsys.readouterr().err


def test_help_names_trees_and_searches() -> None:
    for command in "play", "trace":
        done = run(command, "--help")
        assert done.returncode == 0
        assert "srimani-a1" in done.stdout and "mtd_f" in done.stdout and "iid" in done.stdout


def test_play_writes_every_kind(tmp_path: Path) -> None:
    kinds = ("html", "svg", "tex", "json", "txt")
    out = [part for kind in kinds for part in ("--out", str(tmp_path / f"a.{kind}"))]
    assert run("play", "pantel-3.2", "sss-star", *out).returncode == 0
    assert sorted(p.suffix for p in tmp_path.iterdir()) == sorted(f".{kind}" for kind in kinds)
    again = Trace.from_json((tmp_path / "a.json").read_text("utf-8"))
    assert again == record(sss_star, catalogue.load("pantel-3.2"))
