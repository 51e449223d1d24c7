"""The player's code without a browser: its model against frames, and its modules as one script."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.exported import write_all
from tracer import compare, play, record
from tracer.algorithms import alphabeta, iterative_deepening, ps_star
from tracer.draw.picture import picture
from tracer.player.assets import HERE, joinable, script, slim
from tracer.player.payload import payload
from tracer.trace.replay import Replay
from trees import iid

MODEL = Path(__file__).parent / "model.test.mjs"


def run_node(*arguments: str | Path, **environment: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node: install Debian's package nodejs")
    found = subprocess.run(
        [node, *arguments], env=os.environ | environment, capture_output=True, text=True
    )
    assert found.returncode == 0, found.stdout[-4000:] + found.stderr[-4000:]


def test_the_model_shows_what_the_frames_say(tmp_path: Path) -> None:
    write_all(tmp_path / "traces.json")
    for file in (MODEL, MODEL.with_name("ranking.test.mjs")):
        run_node("--test", file, TRACES=str(tmp_path / "traces.json"))


@pytest.mark.parametrize("name", ["betting", "chart", "labels", "lens", "ruler", "together"])
def test_the_arithmetic_of_places(name: str) -> None:
    run_node("--test", MODEL.with_name(f"{name}.test.mjs"))


def test_the_modules_join_into_one(tmp_path: Path) -> None:
    texts = [script(name) for name in ("widget", "page", "ask", "arena", "laboratory")]
    for module in (HERE / "js").glob("*.js"):
        used = [joinable(module.read_text("utf-8")) in text for text in texts]
        assert any(used), f"{module.name} is left out"
    for text in texts:
        assert text.count("\nexport ") == 1 and "\nimport " not in text
        (tmp_path / "joined.mjs").write_text(text)
        (tmp_path / "use.mjs").write_text(
            'import player from "./joined.mjs";\n'
            'if (typeof player.render !== "function") throw new Error("no render");\n'
        )
        run_node(tmp_path / "use.mjs")  # two of one name would not load


def test_a_page_has_no_comments_but_every_string(tmp_path: Path) -> None:
    kept = ['a("x // y");', "catch { /* nothing */ }", "b(`/* ${c} */`);", "d: e; f"]
    text = "\n".join(f"  {line} // why" for line in kept) + "\n// g\n  /* h */\n.i { } /* j */"
    assert slim(text) == "\n".join([*kept, ".i { }"])
    (tmp_path / "slim.mjs").write_text(slim(script("page")))
    run_node(tmp_path / "slim.mjs")


@pytest.mark.parametrize(
    "line", ['import "./dom.js";', 'import * as dom from "./dom.js";', "export { a };"]
)
def test_a_module_of_another_form_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="cannot join"):
        joinable(f"const a = 1;\n{line}\n")


@pytest.fixture
def advances(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """One entry for every step that any replay takes."""
    taken: list[int] = []
    advance = Replay.advance

    def counted(self: Replay, event: object) -> object:
        taken.append(1)
        return advance(self, event)  # type: ignore[arg-type]

    monkeypatch.setattr(Replay, "advance", counted)
    yield taken


@pytest.mark.parametrize("search", [alphabeta, ps_star, iterative_deepening])
def test_a_trace_is_replayed_once(search, advances: list[int]) -> None:
    options = {"depth": 3, "evaluate": len} if search is iterative_deepening else {}
    trace = record(search, iid(3, 4, seed=2), **options)
    assert advances == []
    player = play(trace, step=5)
    assert len(advances) == len(trace)
    payload(trace)
    player._repr_mimebundle_()
    for i in range(0, len(trace) + 1, len(trace) // 8):
        trace.caption(i), trace.frame(i).open, picture(trace.frame(i))._repr_mimebundle_()
    assert [trace.why(i) for i in trace.cutoffs]
    compare(trace, trace)
    assert len(advances) == len(trace)
