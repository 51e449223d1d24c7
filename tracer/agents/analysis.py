"""What every move of a position is worth, the best line of play, and why not another move.

Values are those of plain minimax, `depth` plies ahead, seen from MAX's side. The search is
alpha-beta without a log, written as a generator, so that it can pause: a notebook has one thread,
and whoever plays there wants to be heard while it works.
"""

from collections.abc import Generator, Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

from tracer.agents.agent import check_not_over
from tracer.algorithms import alphabeta
from tracer.log.events import Cut
from tracer.trace.trace import Trace, record
from trees.dewey import ROOT, Node
from trees.games import Game, check_move, game_tree
from trees.number import Number

MOST_NODES = 400_000  # of an analysis
SLICE = 20_000  # nodes between two pauses
SHOWN = 3  # plies of a refutation that are drawn: a move, the reply, and the answers to it
MOST_OTHERS = 2  # replies that are drawn besides the one that refutes a move

_Game = Game[Any, Any]
_Line = tuple[Any, ...]


class Valued(NamedTuple):
    """A legal move, its value to MAX, and the best line that begins with it."""

    move: Any
    value: Number
    line: _Line


class Analysis(NamedTuple):
    """The legal moves in the game's own order, all searched `depth` plies ahead.

    While the search goes on, `looking` is the depth that it has begun and `tried` says how many
    moves it has finished there; in the end, `looking` is 0.
    """

    side: str
    depth: int
    moves: tuple[Valued, ...]
    nodes: int
    looking: int = 0
    tried: int = 0

    @property
    def best(self) -> Valued:
        """The first of the best moves."""
        return better(self.side, self.moves)


def better(side: str, moves: Sequence[Valued]) -> Valued:
    """The first of the moves that are best for a side: the soonest win, the latest loss."""
    sign = 1 if side == "MAX" else -1
    return max(
        moves, key=lambda m: (sign * m.value, -len(m.line) if sign * m.value > 0 else len(m.line))
    )


def analyse(
    game: _Game, state: Any, depth: int, *, most_nodes: int = MOST_NODES, slice_of: int = SLICE
) -> Iterator[Analysis]:
    """Analyse a position one ply deeper at a time, with a report after every slice of nodes.

    The last report has all moves at `depth`, at the end of the game, or at the last depth that
    `most_nodes` nodes were enough for; depth 1 is always finished.
    """
    if type(depth) is not int or depth < 1:
        raise ValueError(f"depth must be an integer of at least 1, not {depth!r}")
    check_not_over(game, state)
    meter = _Meter(Analysis(game.to_move(state), 0, (), 0), slice_of)
    try:
        for looking in range(1, min(depth, game.plies(state)) + 1):
            meter.most = most_nodes if looking > 1 else inf
            found: list[Valued] = []
            decided = {m.move: m for m in meter.report.moves if m.value in game.extremes()}
            for move in game.moves(state):
                if move in decided:  # no estimate is as good as a won game
                    found.append(decided[move])
                    continue
                meter.report = meter.report._replace(looking=looking, tried=len(found))
                value, line = yield from _search(
                    game, game.apply(state, move), looking - 1, -inf, inf, meter
                )
                found.append(Valued(move, value, (move, *line)))
            meter.report = Analysis(meter.report.side, looking, tuple(found), meter.nodes)
    except _EnoughError:
        pass
    yield meter.report._replace(nodes=meter.nodes, looking=0, tried=0)


def analysed(game: _Game, state: Any, depth: int) -> Analysis:
    """The last report of an analysis."""
    *_, last = analyse(game, state, depth)
    return last


class _EnoughError(Exception):
    """The search has visited as many nodes as it may."""


class _Meter:
    """Counts nodes, and holds the report for the next pause."""

    def __init__(self, report: Analysis | None = None, slice_of: float = inf) -> None:
        self.nodes, self.most = 0, inf
        self.report: Any = report
        self.slice_of, self.pause = slice_of, slice_of


def _search(
    game: _Game, state: Any, depth: int, alpha: Number, beta: Number, meter: _Meter
) -> Generator[Analysis, None, tuple[Number, _Line]]:
    """Alpha-beta: the value if it lies between α and β, and the line that leads to it."""
    meter.nodes += 1
    if meter.nodes >= meter.pause:
        if meter.nodes > meter.most:
            raise _EnoughError
        meter.pause += meter.slice_of
        yield meter.report._replace(nodes=meter.nodes)
    moves = game.moves(state) if depth else ()
    if not moves:
        return game.evaluate(state), ()
    is_max, line = game.to_move(state) == "MAX", ()
    v = -inf if is_max else inf
    for move in moves:
        after = game.apply(state, move)
        w, below = yield from _search(game, after, depth - 1, alpha, beta, meter)
        if w > v if is_max else w < v:
            v, line = w, (move, *below)
            alpha, beta = (max(alpha, w), beta) if is_max else (alpha, min(beta, w))
            if alpha >= beta:
                break
    return v, line


def best_line(game: _Game, state: Any, depth: int) -> tuple[Number, _Line]:
    """The value of a position `depth` plies ahead, and a line of best play that leads to it."""
    try:
        next(_search(game, state, depth, -inf, inf, _Meter()))
    except StopIteration as end:
        value, line = end.value
        return value, line
    raise AssertionError("a search without a slice does not pause")


class Refutation(NamedTuple):
    """A search that compares a move with a better one, and the step that decides against it.

    The root has two children: the better move, whose value is `known`, and the move that is
    refuted. The other side has its best reply to it and a few others, and to the best reply there
    are all answers. `value` is what the move is worth at this `depth`; the values of the answers
    look `beyond` them by this many plies.
    """

    trace: Trace
    step: int
    depth: int
    known: Number
    value: Number
    beyond: int


def refute(game: _Game, state: Any, move: Any, instead: Any, depth: int) -> Refutation:
    """Why not `move`, but `instead`? The tree is small enough to show a board in each node."""
    for legal in move, instead:
        check_move(game, state, legal)
    depth = min(depth, game.plies(state))
    known: dict[Node, Number] = {(1,): best_line(game, game.apply(state, instead), depth - 1)[0]}
    after = game.apply(state, move)
    value, _ = best_line(game, after, depth - 1)
    replies: list[Any] = []
    if depth > 1 and game.moves(after):
        best = _reply(game, after, depth - 1)
        replies = [best, *[m for m in game.moves(after) if m != best][:MOST_OTHERS]]
        answered = game.apply(after, best)
        if depth > SHOWN:
            known |= {
                (2, 1, k): best_line(game, game.apply(answered, m), depth - SHOWN)[0]
                for k, m in enumerate(game.moves(answered), 1)
            }

    def order(n: Node, here: Any, moves: Sequence[Any]) -> Sequence[Any]:
        return {ROOT: (instead, move), (2,): replies}.get(n, moves)

    tree = game_tree(game, state, min(depth, SHOWN), order=order, known=known)
    trace = record(alphabeta, tree)
    beyond = depth - SHOWN if len(known) > 1 else 0
    return Refutation(
        record(alphabeta, tree.met()), _decided(trace), depth, known[(1,)], value, beyond
    )


def _reply(game: _Game, state: Any, depth: int) -> Any:
    """A best move `depth` plies ahead: if it wins, the one that wins soonest."""
    won = game.extremes()[game.to_move(state) == "MAX"]
    line: _Line = ()
    for looking in range(1, depth + 1):
        value, line = best_line(game, state, looking)
        if value == won:
            break
    return line[0]


def _decided(trace: Trace) -> int:
    """The step at which the second move is cut off, or returns its value."""
    at = [(i, taken) for i, taken in enumerate(trace.events, 1) if taken.node == (2,)]
    cuts = [i for i, taken in at if isinstance(taken, Cut)]
    return cuts[0] if cuts else at[-1][0] if at else 0
