"""Figures 7 to 10 of Young 2015, next to ours: scores and nodes expanded in the War Game.

His totals can only be reproduced if the side that has just moved moves again where the search
begins (the published double move). If the sides take turns, as the rules say and as
`tracer.agents` does by default, the same searches play different games. Both are shown.

In Figure 10, minimax searches to depth 4 and alpha-beta to depth 5; here, that is "depth 5".
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any, NamedTuple

from tracer.agents import Agent, Turn, WarAgent, match
from tracer.algorithms import alphabeta, minimax
from tracer.experiments.commands import Options, command
from tracer.support.parallel import Job, run
from trees.games import WarGame
from trees.games.war_game import BOARDS, SIZE

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


# Figure 10. In the row for alpha-beta against itself on Narvik, the report again prints player 1's
# average (4,239,086) instead of the total; the total here is ours.
FIGURE_10 = {
    "Keren": [
        ((19, 17), (10_662_815, 8_627_923)),
        ((14, 22), (10_419_170, 116_931_091)),
        ((18, 18), (94_079_872, 8_620_655)),
        ((14, 22), (100_464_697, 116_434_838)),
    ],
    "Narvik": [
        ((701, 1099), (11_991_897, 9_545_837)),
        ((996, 804), (11_319_520, 91_264_334)),
        ((701, 1099), (80_907_049, 9_545_837)),
        ((700, 1100), (76_303_540, 91_182_040)),
    ],
    "Sevastopol": [
        ((186, 192), (11_596_409, 9_218_376)),
        ((207, 171), (11_209_443, 222_430_638)),
        ((363, 15), (292_130_483, 8_249_451)),
        ((253, 125), (298_628_458, 222_757_348)),
    ],
    "Smolensk": [
        ((682, 971), (10_933_937, 10_659_741)),
        ((1010, 643), (11_486_707, 114_219_344)),
        ((885, 768), (169_097_856, 10_722_582)),
        ((727, 926), (116_614_651, 112_587_196)),
    ],
    "Westerplatte": [
        ((37, 35), (14_781_239, 11_432_518)),
        ((42, 30), (14_770_130, 118_008_750)),
        ((37, 35), (152_286_754, 11_279_006)),
        ((25, 47), (131_476_235, 119_589_791)),
    ],
}
# Figure 8: nodes of player 1's moves, with minimax at depth 3. It is the game on Keren.
FIGURE_8 = (
    *(48_300, 48_810, 45_534, 42_134, 31_750, 25_371, 18_604, 14_026, 12_160),
    *(8_462, 7_293, 5_184, 2_996, 1_945, 1_166, 520, 144, 4),
)
DEPTHS = (*PUBLISHED, 5)


class Game(NamedTuple):
    """The final score of a game and the nodes that each side expanded."""

    score: tuple[int, int]
    nodes: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.score[0]:>5}:{self.score[1]:<5}{self.nodes[0]:>11,}{self.nodes[1]:>11,}"


def published(board: str, depth: int, pairing: Pairing) -> Game:
    """The published results of a game."""
    if depth in PUBLISHED:
        return PUBLISHED[depth][board].game(pairing)
    return Game(*FIGURE_10[board][PAIRINGS.index(pairing)])


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
    if depth not in DEPTHS:
        raise ValueError(f"depth must be 3, 4 or 5, where totals are published, not {depth!r}")
    for board in boards:
        WarGame(board)
    for pairing in pairings:
        if pairing not in PAIRINGS:
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
        Row(b, depth, p, published(b, depth, p), double=next(games), by_turns=next(games))
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
    turns = list(moves_of(game, (*job["pairing"],), job["depth"], double=job["double"]))
    nodes = [sum(turn.choice.nodes for turn in turns[side::2]) for side in (0, 1)]
    end = game.apply(turns[-1].state, turns[-1].choice.move)
    return Game(game.score(end), (nodes[0], nodes[1]))


def moves_of(
    game: WarGame, pairing: Pairing, depth: int = 3, *, double: bool = True
) -> Iterator[Turn]:
    """The 36 moves of a game between Young's agents."""
    depths = {"minimax": min(depth, 4), "alpha-beta": depth}
    first, second = (replace(YOUNG[k], depth=depths[k], double_move=double) for k in pairing)
    return match(game, first, second)


# Beyond the report: does another evaluation play better?


def random_values(seed: int) -> list[list[int]]:
    """A board with seeded random values from 1 to 99."""
    random = Random(seed)
    return [[1 + int(99 * random.random()) for _ in range(SIZE)] for _ in range(SIZE)]


def contest(
    evaluations: tuple[str, str],
    boards: Iterable[str | Sequence[Sequence[int]]],
    *,
    depth: int | tuple[int, int] = 1,
) -> tuple[int, int, int]:
    """How often the first evaluation wins, loses and ties against the second, on both sides.

    Two depths are those of the two evaluations.
    """
    depths = (depth, depth) if isinstance(depth, int) else depth
    agents = [Agent(e, alphabeta, d) for e, d in zip(evaluations, depths, strict=True)]
    leads = []
    for board in boards:
        views = [WarGame(board, evaluation=evaluation) for evaluation in evaluations]
        for first in (0, 1):  # which of the two plays blue
            state = views[0].initial()
            while not views[0].terminal(state):
                who = first ^ state.greens_turn
                state = views[0].apply(state, agents[who].choose(views[who], state).move)
            leads.append(-state.lead if first else state.lead)
    return sum(x > 0 for x in leads), sum(x < 0 for x in leads), leads.count(0)


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
        help="3 for Figure 7 (default), 4 for Figure 9 or 5 for Figure 10, which take hours",
    )


@command("wargame", "Figures 7, 9 and 10 of Young 2015: scores and totals, and ours", _arguments)
def _report(args: Namespace, options: Options) -> None:
    print(table(wargame(args.boards, depth=args.depth, **options)))
