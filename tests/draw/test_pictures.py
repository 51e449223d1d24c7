"""Static pictures: they show what the frame knows, where the layout says, and text stays text."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.generated import ANY, dressed, ragged
from tracer import record
from tracer.algorithms import alphabeta, minimax, negascout, ps_star, scout, sss_star
from tracer.draw.dot import draw, source, svg
from tracer.draw.filmstrip import filmstrip
from tracer.draw.lettering import shortened
from tracer.draw.part import FAMILY, MOST_DRAWN, PART
from tracer.draw.picture import NOTICE, TOO_DEEP, picture, whole_plan
from tracer.draw.style import LIGHT, PRINT, look
from tracer.draw.text import describe
from tracer.trace.solution_tree import principal_variation, solution_tree
from trees import ROOT, Tree, catalogue, from_nested, iid, label, uniform

PANTEL = catalogue.load("pantel-3.2")
NS = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    "<script>alert(1)</script>",
    "\"quoted\" 'too'",
    "back\\slash \\N \\G \\l \\n \\",
    "&amp; &lt; & &#65;",
    "<b>bold</b>",
    "<>",
    "🌲🌲",
    "a]]>b",
    "-->",
    "x:n",
]


def groups(text, kind):
    """The elements of an SVG of a class, by what follows in their class."""
    found = [g for g in ET.fromstring(text).iter(NS + "g") if g.get("class", "").startswith(kind)]
    return [(g.find(NS + "title").text, g.get("class").split()[1:], g) for g in found]


def nodes(text):
    """The nodes of a tree in an SVG: key, classes, element."""
    return [found for found in groups(text, "node ") if found[1] and found[1][0].startswith("s-")]


def strikes(text):
    """The edges with a double stroke."""
    found = [key for key, classes, _ in groups(text, "edge ") if classes == ["strike"]]
    assert found[::2] == found[1::2]
    return found[::2]


def words(text):
    return ["".join(t.itertext()) for t in ET.fromstring(text).iter(NS + "text")]


def centre(group):
    ellipse = group.find(NS + "ellipse")
    if ellipse is not None:
        return float(ellipse.get("cx")), float(ellipse.get("cy"))
    points = [
        tuple(map(float, p.split(",")))
        for p in group.find(NS + "polygon").get("points").split()[:-1]
    ]
    return tuple(sum(c) / len(points) for c in zip(*points, strict=True))


def struck(frame):
    """The nodes at which a subtree was cut off."""
    return {
        n
        for n in frame.tree.nodes()
        if n and frame.status(n) == "cut off" and frame.status(n[:-1]) != "cut off"
    }


@pytest.mark.parametrize("name", sorted(ANY))
@pytest.mark.parametrize("shape", ["squares", "triangles"])
def test_a_picture_shows_what_the_frame_knows(name, shape):
    search, options = ANY[name]
    trace = record(
        search, from_nested([[[3, 17], [2, 12]], [[15], [25, 0]], [[2, 5], 3]]), **options
    )
    peak_open = trace.frame(len(trace)).counters.peak_open
    for i in {0, 1, len(trace) // 3, 2 * len(trace) // 3, len(trace)}:
        frame = trace.frame(i)
        drawn = svg(frame, shape=shape)
        shown = nodes(drawn)
        assert [key for key, _, _ in shown] == [label(n) for n in frame.tree.nodes()]
        states = Counter(classes[0] for _, classes, _ in shown)
        expected = Counter("s-" + frame.status(n).replace(" ", "-") for n in frame.tree.nodes())
        assert states == expected
        assert [k for k, c, _ in shown if "now" in c] == [label(n) for n in frame.path[-1:]]
        assert {k for k, c, _ in shown if "on-path" in c} == {label(n) for n in frame.path}
        assert sorted(strikes(drawn)) == sorted(
            f"{label(n[:-1])}->{label(n)}" for n in struck(frame)
        )
        round_ones = {key for key, _, g in shown if g.find(NS + "ellipse") is not None}
        mins = [n for n in frame.tree.nodes() if not frame.tree.is_max(n)]
        if not peak_open:  # nobody moves at a leaf
            mins = [n for n in mins if not frame.tree.is_leaf(n)]
        assert round_ones == ({label(n) for n in mins} if shape == "squares" else set())


def test_an_answered_question_stands_with_its_answer():
    trace = record(scout, catalogue.load("pantel-3.2"))
    last = next(i for i in range(len(trace), 0, -1) if trace.events[i - 1].kind == "answer")
    made = picture(trace.frame(last))
    assert [t.text for t in made.texts if t.kind == "window"] == ["> 8 ? no"]


def test_values_bounds_windows_and_names_are_there_as_text():
    trace = record(alphabeta, PANTEL)
    at = next(
        i for i in range(len(trace)) if trace.frame(i).node == (1, 2) and trace.frame(i).cutoff
    )
    drawn = words(svg(trace.frame(at)))
    assert {"8", "≥ 10", "α 10 ≥ β 8", "(−∞, 8)", *"ABCDEFGHIJKLMNO", "MAX", "MIN", "leaf"} <= set(
        drawn
    )
    assert f"Alpha-beta, step {at} of {len(trace)}" in drawn
    assert trace.caption(at) in " ".join(drawn)


@pytest.mark.parametrize("tree", [PANTEL, catalogue.load("srimani-a1"), iid(3, 3, seed=7)])
def test_nodes_stand_where_the_layout_puts_them_at_every_step(tree):
    trace = record(alphabeta, tree)
    layout = whole_plan(trace.frame(0), "squares", names=True).layout
    for i in 0, len(trace) // 2, len(trace):
        for key, _, group in nodes(svg(trace.frame(i))):
            n = tree.node(key) if key != "0" else ROOT
            assert centre(group) == pytest.approx((layout.x[n], layout.y[n]), abs=0.02)


def test_the_end_shows_the_principal_variation_and_the_solution_tree():
    trace = record(alphabeta, PANTEL)
    end = trace.frame(len(trace))
    shown = nodes(svg(end))
    for name, expected in (
        ("pv", principal_variation(end, 8)),
        ("solution", solution_tree(end, 8)),
    ):
        assert {k for k, c, _ in shown if name in c} == {label(n) for n in expected} != set()
    before = nodes(svg(trace.frame(len(trace) - 1)))
    assert not any("pv" in c or "solution" in c for _, c, _ in before)
    stopped = record(alphabeta, PANTEL, max_events=20)
    assert not any("pv" in c for _, c, _ in nodes(svg(stopped)))


def test_looks_differ_by_form_and_not_by_colour_alone():
    trace = record(ps_star, catalogue.load("srimani-a1"), k=2)
    for theme in LIGHT, PRINT:
        forms = {}
        for i in range(0, len(trace), 7):
            frame = trace.frame(i)
            for n in frame.tree.nodes():
                if n not in frame.path:
                    seen = look(frame, n, theme)
                    form = seen.dash, seen.width, bool(seen.fill), seen.italic
                    forms.setdefault(frame.status(n), set()).add(form)
        assert len(forms) == 6
        assert all(len(of_one) == 1 for of_one in forms.values())
        assert len(set.union(*forms.values())) == 6


def test_print_has_no_colours():
    drawn = svg(record(negascout, PANTEL).frame(20), theme="print")
    for colour in re.findall(r"#[0-9a-f]{6}", drawn):
        assert colour[1:3] == colour[3:5] == colour[5:7]


@pytest.mark.parametrize("name", [*HOSTILE, "x" * 200, "two\nlines", "\x00nul", "\ud800half"])
def test_hostile_names_stay_text(name):
    tree = Tree({(i, j): i + j for i in (1, 2) for j in (1, 2, 3, 4, 5, 6)}, names={ROOT: name})
    trace = record(alphabeta, tree)
    for i in 0, 1, len(trace):
        drawn = svg(trace.frame(i))
        root = ET.fromstring(drawn)
        assert {e.tag.removeprefix(NS) for e in root.iter()} <= {
            *("svg", "g", "title", "style", "polygon", "ellipse", "path", "text")
        }
        said = " ".join(words(drawn))
        assert shortened(name, 9 if len(name) > 40 else None).rstrip("…") in said
        assert root.get("aria-label").startswith("Alpha-beta, step")
        assert "\n" not in root.get("aria-label")
    assert draw(trace, "png").startswith(b"\x89PNG")
    assert draw(trace, "pdf").startswith(b"%PDF")


def test_short_names_of_leaves_are_no_markup():
    names = ["<b>", "<>", "\\N", "&lt;", '"', "\\"]
    tree = Tree({(i,): i for i in range(1, 7)}, names={(i,): t for i, t in enumerate(names, 1)})
    assert set(names) <= set(words(svg(record(alphabeta, tree))))


@settings(max_examples=40)
@given(dressed() | ragged(), st.sampled_from(sorted(ANY)), st.floats(0, 1))
def test_any_frame_of_any_tree_can_be_drawn(tree, name, where):
    search, options = ANY[name]
    trace = record(search, tree, **options)
    frame = trace.frame(round(where * len(trace)))
    drawn = svg(frame)
    if NOTICE in frame.picture().plain:  # two dozen leaves with values such as −1.153e+18
        assert tree.leaf_count() > 16
    else:
        assert len(nodes(drawn)) == len(list(tree.nodes()))
        assert len(strikes(drawn)) == len(struck(frame))


@pytest.mark.parametrize(
    "tree", [from_nested(5), from_nested([1e300, -1e300, 5e-324]), uniform(2, 9, range(512))]
)
def test_small_large_and_deep_trees_are_drawn(tree):
    trace = record(minimax, tree)
    assert nodes(svg(trace))


@pytest.mark.parametrize(("w", "d"), [(8, 4), (32, 4), (300, 1), (2, 9)])
@pytest.mark.parametrize("search", [alphabeta, sss_star])
def test_a_large_tree_is_drawn_around_the_current_node_and_says_so(w, d, search):
    tree = iid(w, d, seed=3)
    trace = record(search, tree, max_events=3000)
    assert sum(1 for _ in zip(tree.nodes(), range(MOST_DRAWN + 1), strict=False)) > MOST_DRAWN
    for i in 0, 1, len(trace) // 2, len(trace):
        frame = trace.frame(i)
        made = picture(frame)
        keys = {node.key for node in made.nodes}
        assert {label(n) for n in frame.path} <= keys
        assert len(made.nodes) <= PART
        assert NOTICE in " ".join(t.text for t in made.texts) and NOTICE in made.plain
        drawn_leaves = sum(tree.is_leaf(tree.node(k)) for k in keys)
        folds = [s.key.removeprefix("below ") for s in made.shapes if s.classes == ("fold",)]
        folded = sum(tree.leaf_count(tree.node(key)) for key in folds)
        runs = sum(
            int(re.sub(r"\D", "", t.text)) * tree.leaf_count(tree.node(t.key))
            for t in made.texts
            if t.key
        )
        assert drawn_leaves + folded + runs == tree.leaf_count()
        families = Counter(key.rpartition(".")[0] for key in keys - {"0"})
        assert max(families.values()) <= FAMILY
    assert nodes(svg(made)) and strikes(svg(made)) is not None


def test_a_tree_deeper_than_paper_says_so():
    nested = 1
    for _ in range(300):
        nested = [nested]
    made = picture(record(alphabeta, from_nested(nested)).frame(290))
    assert len(made.nodes) <= PART and TOO_DEEP in [t.text for t in made.texts]


def test_without_a_path_the_engine_is_still_found(tmp_path):
    code = (
        "from tracer import record; from tracer.algorithms import alphabeta\n"
        "from trees import from_nested; from tracer.draw.dot import draw\n"
        "trace = record(alphabeta, from_nested([[3, 2], [1, 0]]))\n"
        "print([draw(trace, form)[:4] for form in ('svg', 'png', 'pdf')])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={"PATH": "", "PYTHONPATH": ":".join(sys.path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == r"[b'<svg', b'\x89PNG', b'%PDF']"
    assert run.stderr == ""


def test_png_is_sharp_and_opens():
    pil = pytest.importorskip("PIL.Image")
    made = picture(record(scout, PANTEL).frame(9))
    image = pil.open(BytesIO(draw(made, "png")))
    assert image.width == pytest.approx((made.right - made.left) * 192 / 72, abs=8)
    assert image.height == pytest.approx((made.bottom - made.top) * 192 / 72, abs=8)


def test_dot_source_is_plain_dot():
    text = source(record(alphabeta, PANTEL))
    assert text.startswith("digraph tree {")
    assert text.count("->") == 14 + 2 * len(struck(record(alphabeta, PANTEL).frame(31)))


def test_notebooks_get_svg_text_and_alt():
    trace = record(alphabeta, PANTEL)
    data, about = trace.frame(15)._repr_mimebundle_()
    assert set(data) == {"text/html", "image/svg+xml", "text/plain"}
    assert data["text/html"] == data["image/svg+xml"] == svg(trace.frame(15))
    assert data["text/plain"] == describe(trace.frame(15))
    assert trace.caption(15) in about["image/svg+xml"]["alt"]
    title = ET.fromstring(data["image/svg+xml"]).find(f"{NS}title").text
    assert title == about["image/svg+xml"]["alt"]
    assert trace._repr_mimebundle_() == trace.frame(len(trace))._repr_mimebundle_()


@pytest.mark.parametrize("missing", ["graphviz", "pygraphviz"])
def test_without_the_engine_notebooks_get_the_same_picture(monkeypatch, missing):
    trace = record(alphabeta, PANTEL)
    for i, shape in (0, "squares"), (15, "squares"), (29, "triangles"), (31, "squares"):
        made = picture(trace.frame(i), shape=shape)
        engine = ET.fromstring(made._repr_mimebundle_()[0]["image/svg+xml"])
        with monkeypatch.context() as without:
            without.setitem(sys.modules, missing, None)
            data, about = made._repr_mimebundle_()
        plain = ET.fromstring(data["image/svg+xml"])
        for drawn in engine, plain:
            assert about["image/svg+xml"]["alt"] == drawn.get("aria-label")
        words, others = (sorted(t.text for t in d.iter(f"{NS}text")) for d in (engine, plain))
        assert words == others
        assert len(list(plain.iter(f"{NS}path"))) == len(made.lines)
        assert data["text/plain"] == made.plain
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ImportError, match=f"needs {missing}"):
        svg(trace)


def test_recording_loads_no_engine():
    code = (
        "import sys, tracer, trees, tracer.algorithms, tracer.draw.picture, tracer.draw.filmstrip\n"
        "tracer.record(tracer.algorithms.alphabeta, trees.from_nested([1, 2])).frame(2)\n"
        "print({'graphviz', 'pygraphviz', 'matplotlib'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda t: picture(t, theme="dark"), ValueError, "light, print"),
        (lambda t: picture(t, shape="stars"), ValueError, "squares, triangles"),
        (lambda t: t.frame(3).picture(lists="all"), ValueError, "True, False or None, not 'all'"),
        (lambda t: picture("tree"), TypeError, "only draw a frame or a trace, not 'tree'"),
        (lambda t: draw(t, "gif"), ValueError, "svg, png, pdf"),
        (lambda t: filmstrip(t, "all"), ValueError, "'cuts'"),
        (lambda t: filmstrip(t, []), ValueError, "between 1 and 24 frames, not 0"),
        (lambda t: filmstrip(t, [0] * 25), ValueError, "between 1 and 24 frames, not 25"),
        (lambda t: filmstrip(t, [99]), IndexError, "frames 0 to 31"),
        (lambda t: filmstrip(t, columns=0), ValueError, "at least 1, not 0"),
        (lambda t: filmstrip("trace"), TypeError, "must be a Trace"),
        (lambda t: filmstrip(record(minimax, PANTEL), "cuts"), ValueError, "cuts nothing off"),
    ],
)
def test_bad_input_is_refused_with_what_is_allowed(call, error, says):
    with pytest.raises(error, match=re.escape(says)):
        call(record(alphabeta, PANTEL))


def test_a_filmstrip_shows_its_frames_numbered_with_captions():
    trace = record(alphabeta, PANTEL)
    film = filmstrip(trace, [5, 15, 31])
    drawn = svg(film)
    shown = nodes(drawn)
    assert Counter(key.split("/")[0] for key, _, _ in shown) == {"1": 15, "2": 15, "3": 15}
    for k, i in enumerate((5, 15, 31), 1):
        frame = trace.frame(i)
        assert [key for key in strikes(drawn) if key.startswith(f"{k}/")] == [
            f"{k}/{label(n[:-1])}->{k}/{label(n)}" for n in sorted(struck(frame))
        ]
        assert f"({k})" in words(drawn) and trace.caption(i) in " ".join(words(drawn))
    boxes = {}
    for node in film.nodes:
        boxes.setdefault(node.key.split("/")[0], []).append((node.x, node.y))
        assert film.left < node.x < film.right and film.top < node.y < film.bottom
    firsts = [min(box) for box in boxes.values()]
    assert len(set(firsts)) == 3


def test_filmstrips_choose_their_steps():
    trace = record(alphabeta, PANTEL)
    numbered = [t.text for t in filmstrip(trace, "cuts").texts if t.kind == "title"]
    assert numbered == [f"Alpha-beta, step {i} of 31" for i in trace.cutoffs]
    for search in alphabeta, sss_star, minimax:
        long = record(search, iid(3, 3, seed=1))
        titles = [t.text for t in filmstrip(long).texts if t.kind == "title"]
        assert len(titles) == 6 and titles[-1].endswith(f"step {len(long)} of {len(long)}")
    assert svg(filmstrip(record(sss_star, iid(3, 3, seed=1)), "cuts"))


def test_a_cutoff_is_explained_in_numbers_and_an_arrow_points_to_who_holds_the_bound():
    frame = record(alphabeta, PANTEL).frame(15)
    drawn = picture(frame)
    texts = [t.text for t in drawn.texts]
    assert "J = 10 ≥ 8" in texts and "J = 10 ≥ 8 = max(H, I)." in texts  # beside E, and below
    (arc,), heads = ([x for x in drawn.lines if k in x.classes] for k in ("arc", "arrow"))
    b = next(s for s in drawn.shapes if s.key == label(PANTEL.node("B")))
    x, y = arc.points[-1]
    assert abs(x - b.x) < b.w / 2 and b.y < y < b.y + b.h / 2 + 3
    assert [head.points[-1] for head in heads] == [(x, y)] * 2
