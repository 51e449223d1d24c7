"""Figures 7 and 9 of Young 2015, next to ours: scores and nodes expanded in the War Game.

His totals can only be reproduced if the side that has just moved moves again where the search
begins (the published double move). If the sides take turns, as the rules say and as
`tracer.agents` does by default, the same searches play different games. Both are shown.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any, NamedTuple

from tracer.agents import WarAgent, match
from tracer.algorithms import alphabeta, minimax
from tracer.experiments.commands import Options, command
from tracer.support.parallel import Job, run
from trees.games import WarGame
from trees.games.war_game import BOARDS

YOUNG = {  # his alpha-beta cuts off only if β < α, and returns the bound
    "minimax": WarAgent("minimax", minimax, 3),
    "alpha-beta": WarAgent("alpha-beta", alphabeta, 3, {"soft": False, "strict": True}),
}
Pairing = tuple[str, str]
PAIRINGS: tuple[Pairing, ...] = tuple(product(YOUNG, YOUNG))


class Published(NamedTuple):
    """The final score, and the nodes expanded by both sides with minimax and with alpha-beta."""

    score: tuple[int, int]
    minimax: tuple[int, int]
    alphabeta: tuple[int, int]

    def game(self, pairing: Pairing) -> "Game":
        """The published results of a pairing such as ("minimax", "alpha-beta")."""
        first, second = (self[1 + list(YOUNG).index(kind)] for kind in pairing)
        return Game(self.score, (first[0], second[1]))


# By depth: Figures 7 and 9. In the rows for alpha-beta against itself on Narvik, the report prints
# player 1's average (5,782 and 377,339) instead of the total. The numbers here are totals.
PUBLISHED = {
    3: {
        "Keren": Published((12, 24), (314_403, 280_841), (121_544, 137_631)),
        "Narvik": Published((803, 997), (335_575, 292_719), (104_074, 122_213)),
        "Sevastopol": Published((261, 117), (328_888, 283_778), (320_545, 273_077)),
        "Smolensk": Published((1034, 619), (328_578, 291_697), (145_952, 96_718)),
        "Westerplatte": Published((36, 36), (397_527, 349_729), (198_114, 166_037)),
    },
    4: {
        "Keren": Published((19, 17), (10_662_815, 8_627_923), (9_391_908, 6_408_344)),
        "Narvik": Published((701, 1099), (11_991_897, 9_545_837), (6_792_104, 6_019_674)),
        "Sevastopol": Published((186, 192), (11_596_409, 9_218_376), (11_024_612, 9_015_069)),
        "Smolensk": Published((682, 971), (10_933_937, 10_659_741), (7_270_011, 7_066_413)),
        "Westerplatte": Published((37, 35), (14_781_239, 11_432_518), (9_717_711, 7_718_717)),
    },
}


class Game(NamedTuple):
    """The final score of a game and the nodes that each side expanded."""

    score: tuple[int, int]
    nodes: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.score[0]:>5}:{self.score[1]:<5}{self.nodes[0]:>11,}{self.nodes[1]:>11,}"


class Row(NamedTuple):
    """For a board and a pairing: the published game, ours with the double move, ours by turns."""

    board: str
    depth: int
    pairing: Pairing
    published: Game
    double: Game
    by_turns: Game

    @property
    def agrees(self) -> bool:
        """Whether the score and the totals are exactly as published."""
        return self.published == self.double


def wargame(
    boards: Sequence[str] = tuple(BOARDS),
    *,
    depth: int = 3,
    pairings: Sequence[Pairing] = PAIRINGS,
    **options: Any,
) -> list[Row]:
    """Play every pairing on every board, with the double move and by turns.

    `options` are passed to `run`.
    """
    if depth not in PUBLISHED:
        known = " or ".join(map(str, PUBLISHED))
        raise ValueError(f"depth must be {known}, where totals are published, not {depth!r}")
    for board in boards:
        WarGame(board)
    for pairing in pairings:
        if tuple(pairing) not in PAIRINGS:
            allowed = ", ".join(map(str, PAIRINGS))
            raise ValueError(f"Unknown pairing {pairing!r}. Choose one of: {allowed}.")
    plan = list(product(boards, pairings))
    jobs = [
        {"experiment": "wargame", "board": b, "pairing": p, "depth": depth, "double": double}
        for b, p in plan
        for double in (True, False)
    ]
    found = run(play, jobs, weight=_weight, **options)
    games = iter([Game((*score,), (*nodes,)) for score, nodes in found])
    return [
        Row(b, depth, p, PUBLISHED[depth][b].game(p), double=next(games), by_turns=next(games))
        for b, p in plan
    ]


def table(rows: Sequence[Row]) -> str:
    """The rows as text, and how many of them are exactly as published."""
    head = "".join(f"| {title:33}" for title in ("published", "double move", "by turns"))
    lines = [f"{'score, nodes of 1 and 2':38}{head}"]
    for row in rows:
        cells = "".join(f"|{game}" for game in (row.published, row.double, row.by_turns))
        lines.append(f"{row.board:13}{' – '.join(row.pairing):25}{cells}")
    same = sum(row.agrees for row in rows)
    summary = "Rows with the double move that are exactly as published"
    return "\n".join([*lines, f"{summary}: {same} of {len(rows)}"])


def _weight(job: Job) -> float:
    return float(sum({"minimax": 3, "alpha-beta": 2}[kind] for kind in job["pairing"]))


def play(job: Job) -> Game:
    """Play one game."""
    game = WarGame(job["board"])
    first, second = (
        replace(YOUNG[kind], depth=job["depth"], double_move=job["double"])
        for kind in job["pairing"]
    )
    nodes = [0, 0]
    state = game.initial()
    for turn in match(game, first, second):
        nodes[turn.state.greens_turn] += turn.choice.nodes
        state = game.apply(turn.state, turn.choice.move)
    return Game(game.score(state), (nodes[0], nodes[1]))


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--boards",
        nargs="+",
        default=list(BOARDS),
        help=f"any of: {', '.join(BOARDS)} (default: all)",
    )
    parser.add_argument(
        "--depth",
        type=int,
        default=3,
        help="3 for Figure 7 (default) or 4 for Figure 9, which takes hours",
    )


@command("wargame", "Figures 7 and 9 of Young 2015: scores and totals, next to ours", _arguments)
def _report(args: Namespace, options: Options) -> None:
    print(table(wargame(args.boards, depth=args.depth, **options)))
