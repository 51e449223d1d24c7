"""Strategies and clusters of strategies, drawn on the tree.

MAX's strategy is solid and gold, MIN's is dashed and blue, and the play that they produce together
is thick. What a state of OPEN stands for is drawn as in the player: gold is fixed, and what no
strategy of its cluster can reach recedes.
"""

from collections.abc import Mapping
from math import inf
from typing import NamedTuple

from tracer.algorithms.registry import Algorithm
from tracer.draw.marks import Picture, Shape
from tracer.draw.part import MOST_DRAWN, whole
from tracer.draw.picture import picture, whole_plan, write
from tracer.draw.style import DASHED, DOTTED, SOLID, Theme
from tracer.trace.clusters import cluster
from tracer.trace.frame import Frame
from tracer.trace.timeline import Timeline
from trees.dewey import Node, label
from trees.number import Number, show
from trees.strategies import Strategy, line_of_play, nodes_through, strategy_value
from trees.tree import Tree

PLAY, OF_MAX, OF_MIN, FREE, OFF = "play", "of-max", "of-min", "free", "off"
OF = {"MAX": OF_MAX, "MIN": OF_MIN}
GUARANTEE = {"MAX": "guarantees at least", "MIN": "holds MAX to at most"}
RING = 9.0  # how much wider than a leaf the ring around it is


class PlanLook(NamedTuple):
    """How a node and the edge above it are drawn."""

    fill: str
    stroke: str
    width: float
    edge: str
    edge_width: float
    dash: str


def _look(role: str, theme: Theme) -> PlanLook:
    return {
        PLAY: PlanLook(theme.plan_fill, theme.line, 3.0, theme.line, 6.0, SOLID),
        OF_MAX: PlanLook(theme.plan_fill, theme.line, 1.6, theme.plan, 4.0, SOLID),
        OF_MIN: PlanLook("", theme.reply, 2.2, theme.reply, 3.2, DASHED),
        FREE: PlanLook("", theme.quiet, 1.0, theme.quiet, 1.0, SOLID),
        OFF: PlanLook("", theme.faint, 1.0, theme.faint, 1.0, DOTTED),
    }[role]


def strategy_picture(
    tree: Tree,
    *plans: Strategy,
    theme: str = "light",
    shape: str = "squares",
    caption: bool = True,
) -> Picture:
    """Draw one strategy, or one for each side and the play they produce.

    A ring marks the leaf that decides what a strategy guarantees.
    """
    if not 1 <= len(plans) <= 2:
        raise ValueError(f"give one strategy, or one for MAX and one for MIN, not {len(plans)}")
    values = [strategy_value(tree, plan) for plan in plans]
    play = line_of_play(*plans) if len(plans) == 2 else ()
    roles = {n: OF[plan.side] for plan in plans for n in plan.nodes} | dict.fromkeys(play, PLAY)
    made = picture(_before_any_search(tree), theme=theme, shape=shape, caption=False, lists=False)
    _restyle(made, tree, roles)
    for plan, value in zip(plans, values, strict=True):
        _ring(made, next(n for n in plan.leaves if tree.value(n) == value))
    _describe(made, _words(tree, plans, values, play), caption=caption)
    return made


def cluster_picture(
    frame: Frame,
    k: int = 0,
    *,
    theme: str = "light",
    shape: str = "squares",
    caption: bool = True,
) -> Picture:
    """Draw the strategies that a state of OPEN stands for; `k` is its place in `frame.open`."""
    if not frame.open:
        raise ValueError(f"OPEN is empty after step {frame.i}, so there is no cluster to draw")
    if type(k) is not int or not 0 <= k < len(frame.open):
        raise IndexError(f"OPEN has states 0 to {len(frame.open) - 1} here, so there is no {k!r}")
    tree, side, state = frame.tree, frame.timeline.algorithm.solves, frame.open[k]
    _check_size(frame)
    fixed = cluster(tree, frame.timeline.changes[: frame.i], side, state)
    roles = dict.fromkeys(nodes_through(tree, fixed, side), FREE) | dict.fromkeys(fixed, OF_MAX)
    made = picture(frame, theme=theme, shape=shape, caption=False, lists=False)
    made.lines = [line for line in made.lines if not line.is_strike and "arc" not in line.classes]
    made.texts = [text for text in made.texts if text.kind not in ("window", "why")]
    made.shapes = [s for s in made.shapes if s.is_node]
    _restyle(made, tree, roles)
    name = f"({tree.short_name(state.node)}, {state.status}, {show(state.merit)})"
    place = "first" if not k else f"number {k + 1}"
    words = f"{name}, {place} in OPEN after step {frame.i}: {side}'s strategies through all gold "
    words += "nodes. What is drawn thin may belong to one of them, what is dotted cannot."
    _describe(made, words, caption=caption)
    return made


def _before_any_search(tree: Tree) -> Frame:
    nobody = Algorithm("strategies", "Strategies", lambda *_: 0)
    frame = Frame(Timeline(tree, (), nobody, nobody.title, None, (-inf, inf)), 0)
    _check_size(frame)
    return frame


def _check_size(frame: Frame) -> None:
    if not whole(frame.tree) or not whole_plan(frame, "squares", names=True):
        raise ValueError(
            f"the tree is too large: strategies can be drawn on up to {MOST_DRAWN} nodes that fit "
            "on a page"
        )


def _restyle(made: Picture, tree: Tree, roles: Mapping[Node, str]) -> None:
    """Draw all nodes and edges in the look of their roles; nodes without one are off."""
    role = {label(n): roles.get(n, OFF) for n in tree.nodes()}
    looks = {key: _look(found, made.theme) for key, found in role.items()}
    at = {(s.x, s.y): s.key for s in made.nodes}
    for i, s in enumerate(made.shapes):
        if s.is_node:
            fill, stroke, width, _, _, dash = looks[s.key]
            thin = DOTTED if dash == DOTTED else SOLID
            classes = (f"s-plan-{role[s.key]}",)
            made.shapes[i] = s._replace(
                fill=fill, stroke=stroke, width=width, dash=thin, classes=classes
            )
    for i, line in enumerate(made.lines):
        if line.ends[1] in looks:
            *_, edge, width, dash = looks[line.ends[1]]
            made.lines[i] = line._replace(
                stroke=edge, width=width, dash=dash, classes=(f"s-plan-{role[line.ends[1]]}",)
            )
    for i, text in enumerate(made.texts):
        if text.kind == "value" and (text.x, text.y) in at:
            inside = role[at[text.x, text.y]] not in (FREE, OFF)
            ink = made.theme.line if inside else made.theme.quiet
            made.texts[i] = text._replace(ink=ink, bold=inside, italic=False)


def _ring(made: Picture, leaf: Node) -> None:
    s = next(s for s in made.nodes if s.key == label(leaf))
    key, size = f"around {s.key}", (s.w + RING, s.h + RING)
    made.shapes.append(
        Shape(key, "ring", s.x, s.y, *size, "", made.theme.line, 1.6, DASHED, ("witness",))
    )


def _words(
    tree: Tree, plans: tuple[Strategy, ...], values: list[Number], play: tuple[Node, ...]
) -> str:
    """What each strategy guarantees, and how the game goes."""
    drawn = {"MAX": "solid", "MIN": "dashed"}
    said = [
        f"{plan.side}'s strategy ({drawn[plan.side]}) {GUARANTEE[plan.side]} {show(value)}."
        for plan, value in zip(plans, values, strict=True)
    ]
    if play:
        names = ", ".join(map(tree.short_name, play))
        said.append(f"Together they produce the thick line: {names}, worth {_worth(tree, play)}.")
    return " ".join(said)


def _worth(tree: Tree, play: tuple[Node, ...]) -> str:
    return show(tree.value(play[-1]))


def _describe(made: Picture, words: str, *, caption: bool) -> None:
    made.alt = made.plain = words
    if caption:
        write(made, words, "caption")
        made.bottom += 8
