"""The graph of a game's states: each state once, and every move drawn from row to row."""

import pytest

from tracer.draw.dot import svg as by_graphviz
from tracer.draw.graph import graph_picture
from tracer.draw.svg import svg as by_hand
from trees.games import Nim, TicTacToe, state_graph


@pytest.mark.parametrize(("m", "p"), [(1, 1), (2, 2), (3, 2), (2, 3)])
def test_every_state_is_drawn_once_and_nothing_overlaps(m, p):
    graph = state_graph(Nim(m, p))
    made = graph_picture(graph, lambda state: ",".join(map(str, state[0])))
    assert len(made.nodes) == len(graph)
    boxes = [(s.x - s.w / 2, s.y - s.h / 2, s.x + s.w / 2, s.y + s.h / 2) for s in made.nodes]
    for i, a in enumerate(boxes):
        assert made.left <= a[0] and a[2] <= made.right and made.top <= a[1] <= made.bottom
        assert all(a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1] for b in boxes[:i])
    squares = sum(shape.form == "box" for shape in made.nodes)
    assert squares == sum(player == "MAX" for _, player in graph)
    values = [text.text for text in made.texts if text.kind == "value"]
    assert values.count("1") == sum(about["value"] == 1 for _, about in graph.nodes(data=True))
    assert all(a[1] < b[1] for line in made.lines for a, b in [line.points])  # all lead down
    for drawn in by_graphviz(made), by_hand(made):
        assert 'class="pg-picture"' in drawn and f"{len(graph)} states" in drawn


def test_no_line_runs_through_the_states_of_a_row_it_skips():
    made = graph_picture(state_graph(Nim(3, 2)))
    for line in made.lines:
        (x, y), (u, v) = line.points
        rows = {shape.y for shape in made.nodes if y + shape.h / 2 < shape.y < v - shape.h / 2}
        assert not rows, (x, y, u, v)


def test_a_policy_has_one_thick_move_in_every_state_that_has_any():
    graph = state_graph(Nim(3, 2))
    policy = {state: max(graph.successors(state)) for state in graph if graph.succ[state]}
    made = graph_picture(graph, policy=policy)
    thick = [line for line in made.lines if "policy" in line.classes]
    ends = {(round(s.x, 3), round(s.y + s.h / 2, 3)) for s in made.nodes}
    starts = [
        line.points[0] for line in thick if tuple(round(at, 3) for at in line.points[0]) in ends
    ]
    assert len(starts) == len(policy)
    assert not [line for line in graph_picture(graph).lines if line.classes]
    with pytest.raises(ValueError, match=r"which is not a move"):
        graph_picture(graph, policy={((3, 3), "MAX"): ((0, 0), "MAX")})


def test_a_graph_too_large_for_a_page_is_refused():
    with pytest.raises(ValueError, match="1 to 200 states"):
        graph_picture(state_graph(TicTacToe()))
