"""Trees changed by hand: an independent account of every change, undo and redo, and code."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trees
from tests.helpers.generated import dressed, ragged, value_of
from trees import ROOT, Tree, from_nested, iid
from trees.edit import (
    MOST_NODES,
    Edits,
    add_child,
    delete,
    joined,
    move,
    rename,
    set_root,
    set_value,
    to_python,
    whatever_order,
)

FEW = settings(max_examples=40)
TREES = ragged(max_leaves=8) | dressed()
SMALL = from_nested([[3, 2], [0, 5]])


def plain(tree, n=ROOT):
    """A tree as nested dicts, which the tests change in their own way."""
    return {
        "value": tree.value(n) if tree.has_value(n) else None,
        "name": tree.names.get(n),
        "label": tree.labels.get(n),
        "below": [plain(tree, c) for c in tree.children(n)],
    }


def part(whole, n):
    for i in n:
        whole = whole["below"][i - 1]
    return whole


def pick(data, tree, *, leaf=None, root=True):
    nodes = [n for n in tree.nodes() if (leaf is None or tree.is_leaf(n) == leaf) and (n or root)]
    return data.draw(st.sampled_from(nodes)) if nodes else None


def kept(before, edited):
    """Whether every node that was kept has its name, its label and its place in the mapping."""
    tree = edited.tree
    for old, new in edited.moved.items():
        if tree.names.get(new) != before.names.get(old):
            return False
        if tree.labels.get(new) != before.labels.get(old):
            return False
    return len(set(edited.moved.values())) == len(edited.moved)


@FEW
@given(tree=TREES, data=st.data(), value=st.integers(-9, 9))
def test_a_leaf_gets_a_value(tree, data, value):
    n = pick(data, tree, leaf=True)
    wanted = plain(tree)
    part(wanted, n)["value"] = value
    edited = set_value(tree, n, value)
    assert plain(edited.tree) == wanted and edited.tree.root == tree.root
    assert kept(tree, edited) and edited.at == n


@FEW
@given(tree=TREES, data=st.data())
def test_a_node_gets_a_child(tree, data):
    n = pick(data, tree)
    edited = add_child(tree, n)
    wanted, new = plain(tree), edited.tree.names.get(edited.at)
    node = part(wanted, n)
    inherited, node["value"] = node["value"], node["value"] if node["below"] else None
    value = 0 if node["below"] else inherited
    node["below"].append({"value": value, "name": new, "label": None, "below": []})
    assert plain(edited.tree) == wanted and kept(tree, edited)
    assert edited.at == edited.tree.children(n)[-1]
    assert bool(new) <= (new not in tree.names.values())


@FEW
@given(tree=TREES, data=st.data())
def test_a_node_is_deleted(tree, data):
    if (n := pick(data, tree, root=False)) is None:
        return
    edited = delete(tree, n)
    wanted = plain(tree)
    up = part(wanted, n[:-1])
    del up["below"][n[-1] - 1]
    if not up["below"]:
        up["value"] = edited.tree.value(n[:-1])
    assert plain(edited.tree) == wanted and kept(tree, edited)
    edited.tree.children(edited.at)


@FEW
@given(tree=ragged(max_leaves=8), data=st.data())
def test_a_node_that_loses_its_last_child_keeps_its_value(tree, data):
    only = [n for n in tree.nodes() if n and len(tree.children(n[:-1])) == 1]
    if only:
        n = data.draw(st.sampled_from(only))
        assert value_of(delete(tree, n).tree) == value_of(tree)


@FEW
@given(tree=TREES, data=st.data())
def test_a_node_moves_among_its_siblings(tree, data):
    if (n := pick(data, tree, root=False)) is None:
        return
    place = data.draw(st.integers(1, len(tree.children(n[:-1]))))
    edited = move(tree, n, place)
    wanted = plain(tree)
    siblings = part(wanted, n[:-1])["below"]
    siblings.insert(place - 1, siblings.pop(n[-1] - 1))
    assert plain(edited.tree) == wanted and kept(tree, edited)
    assert edited.at == edited.moved[n] == (*n[:-1], place)
    assert whatever_order(edited.tree) == whatever_order(tree)


@FEW
@given(tree=TREES, data=st.data())
def test_names_and_the_side_to_move(tree, data):
    n = pick(data, tree)
    edited = rename(tree, n, "a  new name")
    wanted = plain(tree)
    part(wanted, n)["name"] = "a new name"
    assert plain(edited.tree) == wanted
    assert n not in rename(tree, n, " ").tree.names
    other = "MIN" if tree.root == "MAX" else "MAX"
    turned = set_root(tree, other).tree
    assert turned.root == other and plain(turned) == plain(tree)
    assert whatever_order(turned) != whatever_order(tree)


@FEW
@given(tree=ragged(max_leaves=8), data=st.data())
def test_the_order_is_all_that_a_key_forgets(tree, data):
    n = pick(data, tree, leaf=True)
    changed = set_value(tree, n, 12345).tree
    assert whatever_order(changed) != whatever_order(tree)
    assert whatever_order(add_child(tree, n).tree) != whatever_order(tree)


def change(data, tree):
    """Any change that is possible."""
    n = pick(data, tree)
    ways = [add_child(tree, n), set_root(tree, data.draw(st.sampled_from(["MAX", "MIN"])))]
    if tree.is_leaf(n):
        ways.append(set_value(tree, n, data.draw(st.integers(-3, 3))))
    if n:
        place = data.draw(st.integers(1, len(tree.children(n[:-1]))))
        ways += [delete(tree, n), move(tree, n, place)]
    return data.draw(st.sampled_from(ways))


@FEW
@given(tree=ragged(max_leaves=8), data=st.data())
def test_undo_and_redo(tree, data):
    edits, states = Edits(tree), [tree]
    for _ in range(data.draw(st.integers(1, 6))):
        edited = edits.do(change(data, edits.tree))
        if edited.tree != states[-1]:
            states.append(edited.tree)
    for way, expected in (edits.undo, states[-2::-1]), (edits.redo, states[1:]):
        for wanted in expected:
            before = edits.tree
            went = way()
            assert went.tree == edits.tree == wanted and kept(before, went)
            wanted.children(went.at)
    assert not edits.can_redo
    with pytest.raises(ValueError, match="nothing to redo"):
        edits.redo()


def test_a_gesture_is_undone_at_once():
    edits = Edits(SMALL)
    for value in 4, 5, 6:
        edits.do(set_value(edits.tree, (1, 1), value), gesture="a drag")
    edits.do(set_value(edits.tree, (1, 1), 7), gesture="another")
    edits.undo()
    assert edits.tree.value((1, 1)) == 6
    edits.undo()
    assert edits.tree == SMALL and not edits.can_undo
    assert edits.redo().tree.value((1, 1)) == 6
    edits.do(set_root(edits.tree, "MIN"))
    assert not edits.can_redo  # a new change forgets what was undone


def test_a_gesture_that_goes_there_and_back_is_forgotten():
    edits = Edits(SMALL)
    for value in 9, 3:
        edits.do(set_value(edits.tree, (1, 1), value), gesture="a sweep")
    assert edits.tree is SMALL and not edits.can_undo


def test_a_change_that_changes_nothing_is_not_kept():
    edits = Edits(SMALL)
    edits.do(set_value(SMALL, (1, 1), 3))
    assert not edits.can_undo


def test_where_nodes_are_after_two_changes():
    first = move(SMALL, (1,), 2)
    second = delete(first.tree, (1,))
    moved = joined(first.moved, second.moved)
    assert moved[(1, 2)] == (1, 2) and (2,) not in moved and (2, 1) not in moved


@FEW
@given(tree=TREES, data=st.data())
def test_the_code_makes_the_same_tree(tree, data):
    for made in tree, change(data, tree).tree:
        code = to_python(made)
        assert eval(code, {name: getattr(trees, name) for name in trees.__all__}) == made
        json.dumps(code).encode("utf-8", "backslashreplace")


def test_code_reads_well():
    assert to_python(SMALL) == "from_nested([[3, 2], [0, 5]])"
    bare = from_nested([[3], 2], root="MIN", letters=False)
    assert to_python(bare) == "from_nested([[3], 2], root='MIN', letters=False)"
    assert to_python(rename(SMALL, (1,), "left side").tree).splitlines()[:3] == [
        'from_text("""',
        "MAX A",
        '  "left side"',
    ]


BAD = [
    (lambda: set_value(SMALL, (1,), 3), "not a leaf"),
    (lambda: set_value(SMALL, (1, 1), float("nan")), "must be finite"),
    (lambda: set_value(SMALL, (3,), 3), "not in the tree"),
    (lambda: delete(SMALL, ROOT), "cannot be deleted"),
    (lambda: move(SMALL, ROOT, 1), "no siblings"),
    (lambda: move(SMALL, (1,), 3), "from 1 to 2"),
    (lambda: rename(SMALL, (1,), "C"), "names must be unique"),
    (lambda: rename(SMALL, (1,), "x" * 41), "at most 40 characters"),
    (lambda: set_root(SMALL, "LEFT"), "'MAX' or 'MIN'"),
    (lambda: set_value(iid(8, 3, seed=1), (1, 1, 1), 3), f"up to {MOST_NODES} nodes"),
    (lambda: Edits(SMALL).undo(), "nothing to undo"),
]


@pytest.mark.parametrize("act, says", BAD)
def test_bad_input_changes_nothing(act, says):
    before = SMALL.data()
    with pytest.raises(ValueError, match=says):
        act()
    assert SMALL.data() == before


def test_a_tree_does_not_outgrow_its_limit():
    tree = Tree({(i,): i for i in range(1, MOST_NODES)})
    with pytest.raises(ValueError, match="too large"):
        add_child(tree, ROOT)
