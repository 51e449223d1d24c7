"""`plyglass bench grading`: how long it takes to grade a class of 200, honest and hostile.

The class is the same every time, so that two versions can be compared: write it once with
`--keep DIR`, and run `plyglass grade` of either version on the folders there.
"""

import json
import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import monotonic

from tests.helpers.hostile import HOSTILE
from tracer.exercises.course.assignment import assignment
from tracer.exercises.course.nbgrader import MODELS, plain_key

STUDENTS = 200
HOSTILES = 20
MODEL = MODELS["alphabeta"]
PROGRAMS = {
    "right": MODEL,
    "never cuts": MODEL.replace("alpha >= beta", "False"),
    "cuts late": MODEL.replace("alpha >= beta", "alpha > beta"),
    "zero": "def alphabeta(tree, n, alpha, beta):\n    return 0\n",
    "raises": "def alphabeta(tree, n, alpha, beta):\n    return 1 / 0\n",
    "blank": "def alphabeta(tree, n, alpha, beta):\n    ...\n",
    "missing": "x = 1\n",
    "malformed": "def alphabeta(tree",
}


def write_programs(folder: Path, hostile: int = HOSTILES) -> None:
    """A class that wrote alpha-beta; the last `hostile` of them try to break out."""
    draw = Random(7)
    evil = list(HOSTILE.values())
    for i in range(STUDENTS):
        name = f"student-{i:03}"
        if i >= STUDENTS - hostile:
            source = evil[i % len(evil)].source("alphabeta")
        else:
            kind = "right" if draw.random() < 0.5 else draw.choice(list(PROGRAMS))
            leaves = plain_key(assignment("write-alpha-beta", name).questions["leaves"])
            source = f"{PROGRAMS[kind]}\nleaves = {leaves!r}\n"
        (folder / f"{name}.py").write_text(source, "utf-8")


def write_answers(folder: Path) -> None:
    """A class that answered questions about alpha-beta, a third of them wrongly."""
    draw = Random(7)
    for i in range(STUDENTS):
        name = f"student-{i:03}"
        questions = assignment("alpha-beta", name).questions
        answers = {q: plain_key(asked) for q, asked in questions.items()}
        if draw.random() < 1 / 3:
            answers["leaves"] = answers["leaves"][1:]
        text = json.dumps(answers)
        (folder / f"{name}.json").write_text(text, "utf-8")


def timed(folder: Path, out: Path, *words: str) -> tuple[float, float]:
    """Seconds by the clock, and of processor time, to grade a folder."""
    before, begun = os.times(), monotonic()
    command = [sys.executable, "-m", "tracer.exercises", "grade", str(folder), "--out", str(out)]
    subprocess.run([*command, *words], check=True, capture_output=True)
    took, after = monotonic() - begun, os.times()
    spent = after.children_user + after.children_system
    return took, spent - before.children_user - before.children_system


def main(arguments: Sequence[str] = ()) -> int:
    """Print a row for each class."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--keep", metavar="DIR", help="only write the classes, to DIR")
    keep = parser.parse_args(arguments).keep
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(keep or temporary)
        classes: dict[str, Callable[[Path], None]] = {
            "answers/alpha-beta": write_answers,
            "honest/write-alpha-beta": lambda folder: write_programs(folder, 0),
            "hostile/write-alpha-beta": write_programs,
        }
        for name, write in classes.items():
            folder = place / name
            folder.mkdir(parents=True)
            write(folder)
            if not keep:
                took, spent = timed(folder, place / "out" / name)
                print(f"{name:26} {took:6.1f} s by the clock, {spent:6.1f} s of processor time")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
