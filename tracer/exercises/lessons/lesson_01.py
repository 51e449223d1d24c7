"""Notebook 1: What is a game worth before it is played?"""

from collections.abc import Callable
from typing import Any

from tracer.exercises.ask.answers import brief
from tracer.exercises.ask.formats import (
    SQUARE,
    Format,
    a_tree,
    leaves_of,
    program,
    read_finite,
    several,
    values_of,
    whole,
)
from tracer.exercises.ask.plain_values import AnswerError
from tracer.exercises.lessons.programs import call, equals, fresh_trees, written
from tracer.exercises.lessons.registry import register
from tracer.exercises.lessons.worth import worth
from trees import catalogue
from trees.build import from_nested
from trees.dewey import ROOT, Node
from trees.games import TicTacToe, nim_value
from trees.games.tictactoe import FIGURE_1_4
from trees.number import Number, show
from trees.strategies import count_strategies
from trees.tree import Tree

_NIM = catalogue.load("nim-2,2")


@register(
    "1.by-hand",
    "Back up the values of 2,1, of 2,0 (after MAX's move) and of the root of 2,2-Nim.",
    values_of(_NIM, "2,1", "2,0", "2,2"),
    answer={"2,1": -1, "2,0": -1, "2,2": -1},
    because="MIN has a reply to either move that leaves MAX with the last match, so both circles "
    "are worth −1, and MAX can choose only between them",
    why="A MAX node (a square) is worth as much as its largest child, a MIN node (a circle) as "
    "much as its smallest. Where no matches are left, the side to move has won.",
)
def _backed_up(values: dict[Node, Number]) -> bool | str:
    wrong = [n for n in ((1,), (2,), ROOT) if values[n] != worth(_NIM, n)]
    return not wrong or f"Look again at {_NIM.name(wrong[0])}, where {_NIM.to_move(wrong[0])} moves"


def _side(given: Any) -> int:
    words = {"first": 1, "second": -1}
    word = given.strip().lower() if isinstance(given, str) else ""
    found = words[word] if word in words else read_finite(given)
    if found not in (1, -1):
        raise AnswerError(f"{brief(given)} is not 1 (the first side wins) or -1 (the second)")
    return int(found)


_SIDE = Format("1 or -1", None, _side)


@register(
    "1.1",
    "Who wins with two piles of one match, and who with two piles of three?",
    several("a pair of 1 (the first side wins) or -1 (the second)", (1, 1), _SIDE, _SIDE),
    answer=(1, -1),
    because="with 1,1 the first side takes one match and leaves the last one to the other; with "
    "3,3 the second side keeps the piles equal until it can leave a single match",
    why="Whoever takes the last match loses, so try to leave exactly one match. Before that, see "
    "what happens if one side always makes the two piles equal.",
)
def _winners(pair: tuple[int, int]) -> bool | str:
    wrong = [
        size for size, side in zip((1, 3), pair, strict=True) if side != nim_value((size, size))
    ]
    if len(wrong) == 2:
        return "Both answers are wrong"
    return not wrong or f"The answer for two piles of {wrong[0]} is wrong"


_NOUGHTS = TicTacToe()
_MISSED = {
    "a": "another square is on more lines",
    "b": "O can still win after that",
    "c": "X can win at once elsewhere",
    "d": "that does not threaten two lines at once",
}
_SQUARES = ((1, 1), (3, 3), (2, 1), (3, 1))


@register(
    "1.2",
    "Find X's square on each of the four boards of Figure 1.4.",
    several("four squares (row, column)", _SQUARES, SQUARE, SQUARE, SQUARE, SQUARE),
    answer=tuple(square for _, square in FIGURE_1_4.values()),
    because="the centre is on four lines; O threatens to complete the top row; the middle column "
    "wins; and the corner makes two lines of X that O cannot both stop",
    why="Look at a) for the square on the most lines, at b) for what O could do next, at c) for "
    "two Xs in a line, and at d) for a square that is on two of X's lines.",
)
def _best_squares(squares: tuple[tuple[int, int], ...]) -> bool | str:
    for square, (name, (board, right)) in zip(squares, FIGURE_1_4.items(), strict=True):
        if square not in _NOUGHTS.moves(board):
            return f"Board {name}): the square {square} is already taken"
        if square != right:
            return f"Board {name}): {_MISSED[name]}"
    return True


@register(
    "1.3",
    "Build a tree in which MAX has exactly six strategies.",
    a_tree([[3, 2], [4, 1]]),
    answer=[[[1, 2], [3, 4, 5]]],
    because="strategies add up where MAX moves and multiply where MIN moves, and here that makes "
    "six",
    why="Where MAX moves, the strategies of the children add up. Where MIN moves, they multiply, "
    "because MAX needs an answer to every move.",
    many=True,
)
def _has_six(tree: Tree) -> bool | str:
    count = count_strategies(tree)
    return count == 6 or f"In this tree the number of MAX's strategies is {show(count)}"


_PILE = whole(5, 1, 10**6)


@register(
    "1.4",
    "Find three piles of different sizes from which the side that moves first loses.",
    several("three different whole numbers", (5, 2, 1), _PILE, _PILE, _PILE, any_order=True),
    answer=(3, 2, 1),
    because="written in binary, the sizes have an even number of ones in every column (Bouton), so "
    "whatever the first side takes, the second can make the columns even again",
    why="Write the sizes in binary, one below the other. The side to move wins if it can make the "
    "number of ones in every column even (as long as some pile keeps two matches).",
    many=True,
)
def _first_loses(piles: tuple[int, ...]) -> bool | str:
    if len(set(piles)) < 3:
        return "Two of these piles have the same size"
    return nim_value(piles) == -1 or f"From {piles} the side that moves first wins"


_PLANNED = from_nested([[[7, 2], [5, 9]], [[4, 6], [8, 3]]])


@register(
    "1.5",
    "Give a strategy for MIN, by its leaves, that meets MAX's strategy at K.",
    leaves_of(_PLANNED, "H", "L"),
    answer=["J", "K", "L", "M"],
    because="MIN goes to E, where MAX goes to K; and although this play never comes to C, a "
    "strategy for MIN has a move there as well",
    why="A strategy for MIN takes one move at B and one at C, and all of MAX's moves elsewhere. It "
    "meets MAX's strategy in the one leaf that both have.",
    many=True,
)
def _meets_at_k(leaves: frozenset[Node]) -> bool | str:
    tree = _PLANNED
    seen = {leaf[:k] for leaf in leaves for k in range(len(leaf) + 1)}
    for n in sorted(seen or {ROOT}, key=len):
        children = tree.children(n)
        taken = [tree.name(c) for c in children if c in seen]
        if tree.is_max(n) and len(taken) < len(children):
            left = next(tree.name(c) for c in children if c not in seen)
            return f"MAX can go from {tree.name(n)} to {left}, and there this strategy has no leaf"
        if not tree.is_max(n) and len(taken) > 1:
            return f"MIN moves at {tree.name(n)}, and this strategy goes to {' and '.join(taken)}"
    if tree.node("K") not in leaves:
        return "This is a strategy for MIN, but it does not meet MAX's strategy at K"
    return True


def plans(tree: Tree, n: Node = ROOT) -> int:
    """The number of strategies that MAX has below n."""
    counts = [plans(tree, c) for c in tree.children(n)]
    if tree.is_max(n):
        return sum(counts) if counts else 1
    product = 1
    for count in counts:
        product *= count
    return product


@register(
    "1.6",
    "Write a function that counts MAX's strategies below a node.",
    program("plans(tree)"),
    answer=plans,
    because="a strategy picks one child where MAX moves and needs an answer to all children where "
    "MIN moves",
    why="There is one strategy at a leaf. Where MAX chooses, add the counts of the children; where "
    "MIN chooses, multiply them.",
)
def _counts_plans(function: Callable[..., Any]) -> bool | str:
    small = [from_nested(1), from_nested([1, 2], root="MIN"), from_nested([[1, 2], [3]])]
    for tree in [*small, *fresh_trees(16), _NIM]:
        count = count_strategies(tree)
        returned, error, _ = call(function, tree=tree)
        if error:
            return f"On {written(tree)}, {error}"
        if not equals(returned, count):
            few = "which is not the number of MAX's strategies"
            return f"On {written(tree)}, it returns {brief(returned)}, {few}"
    return True
