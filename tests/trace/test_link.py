"""Links to a moment: they open exactly that, or say why not."""

import json
import random
import re
import shutil
import subprocess
import zlib
from base64 import urlsafe_b64encode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.generated import ANY, dressed, ragged, trees
from tracer import Trace, link, open_link, play, read_link, record
from tracer.algorithms import alphabeta, depth_limited, iterative_deepening, minimax, mtd, sss_star
from tracer.algorithms.registry import ALGORITHMS, algorithm
from tracer.player.assets import HERE
from tracer.player.payload import payload
from tracer.trace.link import LONGEST, stem
from trees import catalogue, from_nested, iid, label, minimal, ordered, worst_ordered
from trees.games import Nim, game_tree

TRACE = record(alphabeta, catalogue.load("pantel-3.2"))
LINK = link(TRACE, 14)

sources = st.one_of(
    trees(),
    dressed(),
    st.sampled_from(catalogue.names()).map(catalogue.load),
    st.builds(iid, st.integers(1, 4), st.integers(0, 3), seed=st.integers()),
    st.builds(
        iid, st.just(3), st.just(2), seed=st.integers(0, 9), low=st.just(0.0), high=st.just(1)
    ),
    st.builds(
        ordered, st.just(4), st.integers(1, 3), st.sampled_from([1, 2, 4]), seed=st.integers()
    ),
    st.builds(minimal, st.just(3), st.just(3), seed=st.integers(0, 9), root=st.just("MIN")),
    st.builds(worst_ordered, st.just(2), st.just(3), seed=st.integers(0, 9)),
)


def is_linkable(options):
    return not any(callable(value) and key != "search" for key, value in options.items())


def check_same_moment(name, tree, at, limit):
    search, options = ANY[name]
    trace = record(search, tree, max_events=limit, **options)
    step = at % (len(trace) + 1)
    if not is_linkable(options):
        with pytest.raises(ValueError, match="a function of your own"):
            link(trace, step)
        return
    try:
        text = link(trace, step)
    except ValueError as error:
        assert "too large" in str(error)
        return
    assert len(text) <= LONGEST and re.fullmatch(r"[\w:.-]+", text, re.ASCII)
    found, where = read_link(text)
    assert (where, found.steps, found.value) == (step, trace.steps, trace.value)
    assert found.tree == tree and found == trace and found.title == trace.title
    assert found.caption(where) == trace.caption(step)
    assert link(found, where) == text


@settings(max_examples=100)
@given(
    st.sampled_from(sorted(ANY)), sources, st.integers(0, 10**6), st.sampled_from([None, None, 7])
)
def test_a_link_opens_the_same_moment(name, tree, at, limit):
    check_same_moment(name, tree, at, limit)


@pytest.mark.slow
@settings(max_examples=3000)
@given(
    st.sampled_from(sorted(ANY)), sources, st.integers(0, 10**6), st.sampled_from([None, None, 7])
)
def test_a_link_opens_the_same_moment_of_3000_searches(name, tree, at, limit):
    check_same_moment(name, tree, at, limit)


def test_every_search_of_ours_can_be_linked():
    for name, (search, options) in ANY.items():
        if is_linkable(options):
            trace = record(search, catalogue.load("pantel-3.2"), **options)
            assert read_link(link(trace, len(trace))) == (trace, len(trace)), name


def test_links_are_short():
    assert len(LINK) < 100
    assert len(link(record(alphabeta, iid(32, 4, seed=7), max_events=500))) < 250
    assert len(link(record(minimax, from_nested([[3, 5], [2, 9]])))) < 120


DAMAGES = "abcXYZ019_-.:=%é \n"


def damaged(text, chance):
    """The text with characters changed, lost, added, doubled or swapped."""
    i, j = sorted(chance.sample(range(len(text)), 2))
    c = chance.choice(DAMAGES)
    return chance.choice(
        [
            text[:i] + c + text[i + 1 :],
            text[:i] + text[i + 1 :],
            text[:i] + c + text[i:],
            text[:i] + text[i] + text[i:],
            text[:i] + text[j] + text[i + 1 : j] + text[i] + text[j + 1 :],
            text[:i],
            text[j:],
            text[:i] + text[j:],
            text[:i] + text[i].swapcase() + text[i + 1 :],
            text + c,
        ]
    )


def test_no_damage_opens_something_else():
    chance = random.Random(17)
    traces = [
        TRACE,
        record(sss_star, iid(3, 3, seed=4)),
        record(minimax, from_nested([[3, 5.5], [2, [9, -1]]])),
        record(alphabeta, catalogue.load("srimani-a1"), soft=False),
    ]
    refused = 0
    for k in range(1000):
        trace = traces[k % 4]
        step = chance.randrange(len(trace))
        text = damaged(link(trace, step), chance)
        try:
            found = read_link(text)
        except ValueError:
            refused += 1
        else:
            assert found == (trace, step), text  # only white space may come and go
    assert refused > 850


def made(about, *, step=0, version=1, pack=False):
    """A link with any content, whose checksum is right."""
    data = (about if isinstance(about, str) else json.dumps(about)).encode()
    body = ("z" if pack else "j") + urlsafe_b64encode(
        zlib.compress(data, 9) if pack else data
    ).decode()
    text = f"plyglass:{version}.{body.rstrip('=')}.{step}"
    return f"{text}.{zlib.crc32(text.encode()):08x}"


GOOD = {"s": "alphabeta", "t": "pantel-3.2", "c": "0"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not a link"),
        ("https://example.org", "not a link"),
        (LINK[:-1], "damaged or incomplete"),
        (LINK[:40], "damaged or incomplete"),
        (LINK.replace("plyglass:1", "plyglass:2"), "version 2.*install a newer"),
        (LINK.replace("plyglass:1", "plyglass:999999999"), "install a newer"),
        (LINK.replace("plyglass:1", "plyglass:0"), "damaged"),
        (LINK + "A" * LONGEST, "no link has more than 8,000"),
        (made(GOOD), "takes another course"),
        (made(GOOD | {"s": "alpha"}), "Unknown search 'alpha'"),
        (made(GOOD | {"s": ["x"]}), "Unknown search"),
        (made(GOOD | {"t": "pantel"}), "Unknown catalogue tree"),
        (made(GOOD | {"t": [[], "MAX", 1]}), "empty list"),
        (made(GOOD | {"t": [1, 2]}), "cannot be opened"),
        (made(GOOD | {"t": {"values": {"1": "x"}}}), "int or a float"),
        (made(GOOD | {"t": {"generator": {"kind": "os"}}}), "Unknown generator"),
        (made(GOOD | {"o": {"k": 2}}), "no option 'k'"),
        (made(GOOD | {"o": 5}), "options must be"),
        (made(GOOD | {"o": {"search": "eval"}}), "cannot be opened"),
        (made(GOOD | {"m": 10**9}), "at most 200,000 steps"),
        (made(GOOD | {"x": 1}), "does not describe a search"),
        (made([1]), "does not describe a search"),
        (made("{"), "not valid JSON"),
        (made("[" * 4000), "nested too deeply"),
        (made('{"s": NaN}'), "not valid JSON"),
        (made(GOOD | {"t": [json.loads("[" * 300 + "1" + "]" * 300), "MAX", 0]}), "another course"),
        (made(GOOD, step=999999), "another course"),
    ],
)
def test_a_bad_link_says_what_is_wrong(text, says):
    with pytest.raises(ValueError, match=says):
        read_link(text)


def test_a_bomb_is_not_unpacked():
    with pytest.raises(ValueError, match="unpacks to more than"):
        read_link(made(" " * 5_000_000, pack=True))
    for packed in (zlib.compress(b"{}") + b"more", zlib.compress(b"{}" * 50)[:-3]):
        text = f"plyglass:1.z{urlsafe_b64encode(packed).decode().rstrip('=')}.0"
        with pytest.raises(ValueError, match="cannot be opened"):
            read_link(f"{text}.{zlib.crc32(text.encode()):08x}")


@pytest.mark.slow
def test_a_search_without_end_is_stopped():
    endless = {"kind": "iid", "w": 10, "d": 60, "seed": 1}
    with pytest.raises(ValueError, match="another course"):
        read_link(made({"s": "minimax", "t": {"generator": endless}, "c": "0"}))


def test_a_step_that_does_not_exist_is_refused():
    body = LINK.split(".")
    text = f"{body[0]}.{body[1]}.{len(TRACE) + 1}"
    with pytest.raises(ValueError, match="this trace has frames 0 to 31"):
        read_link(f"{text}.{zlib.crc32(text.encode()):08x}")
    with pytest.raises(IndexError, match="frames 0 to 31"):
        link(TRACE, 32)


def mine(tree, log):
    return minimax(tree, log)


def own_alphabeta(tree, log):
    return alphabeta(tree, log)


own_alphabeta.__name__ = "alphabeta"


@pytest.mark.parametrize(
    ("trace", "says"),
    [
        (record(mine, from_nested([1, 2])), "not one of the searches"),
        (record(own_alphabeta, from_nested([1, 2])), "not one of the searches"),
        (record(depth_limited, from_nested([1, 2]), search=mine), "not one of the searches"),
        (record(iterative_deepening, from_nested([1, 2]), evaluate=len), "a function of your own"),
        (
            record(mtd, from_nested([1, 2]), next=lambda a, b, g: (">", g) if g == a else ("≥", g)),
            "a function of your own",
        ),
        (record(minimax, game_tree(Nim(2, 2))), "computed by a program"),
        (record(alphabeta, from_nested([[k * 7919 % 10007 for k in range(4000)]])), "too large"),
        (record(alphabeta, from_nested([list(range(6000))])), "too large"),
    ],
)
def test_what_cannot_be_linked_says_so(trace, says):
    with pytest.raises(ValueError, match=says):
        link(trace)
    if len(trace) < 100:
        assert json.loads(payload(trace))["link"] == ""  # the player has no button then


def test_a_search_registered_by_a_user_is_foreign():
    try:
        registered = algorithm("Mine", "return v      leave", "me")(mine)
        with pytest.raises(ValueError, match="not one of the searches"):
            link(record(registered, from_nested([1, 2])))
        with pytest.raises(ValueError, match="Unknown search 'mine'"):
            read_link(made(GOOD | {"s": "mine"}))
    finally:
        del ALGORITHMS["mine"]


def test_an_unknown_search_from_a_file_is_foreign():
    text = record(mine, from_nested([1, 2])).to_json()
    with pytest.raises(ValueError, match="not one of the searches"):
        link(Trace.from_json(text))
    inside = record(depth_limited, from_nested([[1, 2], [3, 4]]), search=sss_star)
    again = Trace.from_json(inside.to_json())
    assert read_link(link(again, 3)) == (inside, 3)


def test_white_space_does_not_matter():
    assert read_link(f"  {LINK[:20]}\n {LINK[20:]}\n") == (TRACE, 14)
    with pytest.raises(TypeError, match="begins with 'plyglass:'"):
        read_link(14)


def test_the_player_opens_a_link():
    player = open_link(LINK)
    assert (player.step, player.trace) == (14, TRACE)
    assert json.loads(play(TRACE).data)["link"] == stem(TRACE)


def test_the_browser_writes_the_same_links():
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node: install Debian's package nodejs")
    code = f"""import {{ linkTo }} from "{HERE.as_uri()}/js/link.js";
    for (let i = 0; i <= 31; i++) console.log(linkTo("{stem(TRACE)}", i));"""
    found = subprocess.run(
        [node, "--input-type=module", "-e", code], capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == [link(TRACE, i) for i in range(len(TRACE) + 1)]


@given(tree=ragged(max_leaves=8))
@settings(max_examples=20)
def test_no_leaf_value_is_lost(tree):
    found, _ = read_link(link(record(minimax, tree)))
    values = [(label(n), tree.value(n), type(tree.value(n))) for n in tree.leaves()]
    again = [(label(n), found.tree.value(n), type(found.tree.value(n))) for n in tree.leaves()]
    assert again == values
