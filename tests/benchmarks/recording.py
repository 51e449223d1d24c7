"""`plyglass bench recording`: what recording costs in time and memory.

Everything is measured side by side in one run: the things compared take turns, and the median
processor time counts, so that a busy machine slows all of them alike.
"""

import gc
import random
import sys
import tracemalloc
from collections.abc import Callable
from functools import partial
from itertools import product
from math import inf
from statistics import median
from time import process_time
from typing import Any

from tracer.algorithms import alphabeta, minimax, ps_star, sss_star
from tracer.algorithms.registry import Search
from tracer.trace.change import Change
from tracer.trace.replay import Replay
from tracer.trace.trace import Trace, record
from trees.build import from_nested, to_nested
from trees.generate import iid
from trees.tree import Tree

RUNS = 15
SEARCHES: list[Search] = [alphabeta, sss_star, ps_star]
BAR_TIME, BAR_BYTES, BAR_FRAME = 2.5, 120, 2.0  # times by hand, bytes, milliseconds
BAR_EASYAI = {("alpha-beta", 4): 0.9, ("alpha-beta", 5): 0.9, ("SSS*", 4): 1.0}  # times as fast


MISSED: list[str] = []  # the bars that were not met in this run


def main() -> int:
    """Print all tables; return 1 if a bar was missed."""
    print(f"Python {sys.version.split()[0]}, median of {RUNS} runs taken in turns\n")
    recording()
    print()
    against_easyai()
    print()
    replaying()
    print()
    frames()
    print()
    growth()
    return report_missed()


def report_missed() -> int:
    """Say how many bars were missed; return the exit code."""
    if MISSED:
        bars = "1 bar was" if len(MISSED) == 1 else f"{len(MISSED)} bars were"
        print(f"\n{bars} missed.")
    return 1 if MISSED else 0


def recording() -> None:
    """Recording against the same search written by hand on nested lists, without any tracing."""
    print("recording       leaves   events   by hand  recorded   ratio   bytes per event")
    for search, w, d in (
        *product(SEARCHES[:1], (8,), (4, 5)),
        *product(SEARCHES[1:], (8,), (4, 5, 6)),
    ):
        nested, tree = grown(w, d)
        hand, traced = in_turns(
            partial(plain_alphabeta, nested),
            partial(record, search, tree),
            runs=RUNS if d < 6 else 5,
        )
        trace, size = record(search, tree), bytes_per_event(search, tree)
        name = f"{search.__name__} T({w},{d})"
        print(
            f"{name:<16}{trace.nbp:>6}{len(trace):>9}{hand * 1e3:>8.2f}ms{traced * 1e3:>8.2f}ms"
            f"{traced / hand:>7.2f}x{size:>9.0f}"
            + (verdict(traced / hand, BAR_TIME) if search is alphabeta else "")
            + verdict(size, BAR_BYTES)
        )
    print("  by hand: alpha-beta on nested lists, in every row")


def plain_alphabeta(nested: Any) -> float:
    """Alpha-beta as people write it without tracing: the yardstick."""

    def search(part: Any, is_max: bool, alpha: float, beta: float) -> float:
        if not isinstance(part, list):
            return part  # type: ignore[no-any-return]
        if is_max:
            v = -inf
            for child in part:
                v = max(v, search(child, False, alpha, beta))
                alpha = max(alpha, v)
                if v >= beta:
                    break
        else:
            v = inf
            for child in part:
                v = min(v, search(child, True, alpha, beta))
                beta = min(beta, v)
                if v <= alpha:
                    break
        return v

    return search(nested, True, -inf, inf)


def against_easyai() -> None:
    """Leaves per second beside easyAI on the same trees; ours recorded, easyAI's not."""
    try:
        game, negamax, sss = _easyai()
    except ImportError:
        print("easyAI is not installed, so there is nothing to compare with.")
        return
    print("leaves per second        ours, recorded     easyAI   time: easyAI / ours")
    for w, d in (8, 4), (8, 5), (8, 6):
        nested, tree = grown(w, d)
        for name, search, theirs in (
            ("alpha-beta", alphabeta, negamax),
            ("SSS*", sss_star, sss),
        ):
            mine, other = in_turns(
                partial(record, search, tree),
                partial(play, theirs, game, nested, d),
                runs=5 if d > 4 else RUNS,
            )
            leaves = record(search, tree).nbp
            seen = play(theirs, game, nested, d).leaves
            bar = BAR_EASYAI.get((name, d))
            print(
                f"{name + f' T({w},{d})':<24}{leaves / mine:>15,.0f}{seen / other:>11,.0f}"
                f"{other / mine:>12.2f}x"
                + (verdict(other / mine, bar, at_least=True) if bar else "")
            )


def play(ai: Any, game: Any, nested: Any, depth: int) -> Any:
    """Let an AI choose the first move; the game has counted the leaves."""
    played = game(nested)
    ai(depth)(played)
    return played


def _easyai() -> tuple[Any, Any, Any]:
    """A game over nested lists, and easyAI's Negamax and SSS* (with its table) for it."""
    from easyAI import SSS, Negamax, TranspositionTable, TwoPlayerGame

    class NestedGame(TwoPlayerGame):  # type: ignore[misc]
        """To move is to choose a child; the score is for the player to move."""

        def __init__(self, nested: Any) -> None:
            self.players = [None, None]
            self.current_player = 1
            self.path: list[int] = []
            self.parts = [nested]
            self.leaves = 0

        def possible_moves(self) -> list[int]:
            return list(range(len(self.parts[-1])))

        def make_move(self, move: int) -> None:
            self.path.append(move)
            self.parts.append(self.parts[-1][move])

        def unmake_move(self, move: int) -> None:
            self.path.pop()
            self.parts.pop()

        def is_over(self) -> bool:
            return not isinstance(self.parts[-1], list)

        def scoring(self) -> float:
            self.leaves += 1
            value: float = self.parts[-1]
            return value if self.current_player == 1 else -value

        def ttentry(self) -> tuple[int, ...]:
            return tuple(self.path)

    return (
        NestedGame,
        Negamax,
        lambda depth: SSS(depth, tt=TranspositionTable()),
    )


def replaying() -> None:
    """What the one replay of a trace costs; everything else reads its result."""
    print("the one replay          events   recording     replay   µs per event")
    for search, d in product(SEARCHES, (4, 5)):
        tree = grown(8, d)[1]
        trace = record(search, tree)
        recorded, again = in_turns(
            partial(record, search, tree),
            partial(replayed, trace),
            runs=5,
        )
        name = f"{search.__name__} T(8,{d})"
        print(
            f"{name:<20}{len(trace):>10,}{recorded * 1e3:>10.1f}ms{again * 1e3:>9.1f}ms"
            f"{again / len(trace) * 1e6:>12.2f}"
        )


def replayed(trace: Trace) -> tuple[Change, ...]:
    """The changes of a trace, from its steps alone."""
    return tuple(Replay(trace.tree, trace.algorithm).run(trace.steps))


def frames() -> None:
    """How long a frame takes at a random place of a long trace."""
    print("frame(i), random i          events   first frame    median      p95")
    for search, w, d in (minimax, 8, 5), (sss_star, 8, 6), (ps_star, 6, 7):
        trace = record(search, iid(w, d, seed=1), max_events=100_000)
        start = process_time()
        look(trace, len(trace) // 2)
        first = process_time() - start
        places = random.Random(1)
        times = []
        for _ in range(200):
            i = places.randrange(len(trace) + 1)
            start = process_time()
            look(trace, i)
            times.append((process_time() - start) * 1e3)
        middle = median(times)
        name = f"{search.__name__} T({w},{d})"
        print(
            f"{name:<24}{len(trace):>10,}{first:>12.2f} s{middle:>8.3f}ms"
            f"{sorted(times)[189]:>7.2f}ms{verdict(middle, BAR_FRAME)}"
        )


def look(trace: Trace, i: int) -> None:
    """Read all that a picture of frame `i` needs, except for the nodes it shows."""
    frame = trace.frame(i)
    _ = frame.node, frame.path, frame.stack, frame.open, frame.backup, frame.counters
    for n in frame.path:
        frame.known(n)
    trace.caption(i)


def growth() -> None:
    """Time and memory by the number of events."""
    print("growth                      events     seconds   µs per event   bytes per event")
    for search, d in product(SEARCHES, (3, 4, 5, 6)):
        w = 8
        tree = grown(w, d)[1]
        (seconds,) = in_turns(partial(record, search, tree), runs=3)
        events = len(record(search, tree))
        size = bytes_per_event(search, tree)
        name = f"{search.__name__} T({w},{d})"
        print(
            f"{name:<24}{events:>10,}{seconds:>12.3f}{seconds / events * 1e6:>15.2f}{size:>18.0f}"
        )


def grown(w: int, d: int) -> tuple[Any, Tree]:
    """A complete T(w,d) with independent leaves: as nested lists and as a tree."""
    nested = to_nested(iid(w, d, seed=7, low=1, high=9999))
    return nested, from_nested(nested)


def in_turns(*tasks: Callable[[], object], runs: int) -> list[float]:
    """The median time of each task in seconds; the tasks take turns."""
    times: list[list[float]] = [[] for _ in tasks]
    for task in tasks:
        task()
    for _ in range(runs):
        for task, spent in zip(tasks, times, strict=True):
            start = process_time()
            made = task()
            spent.append(process_time() - start)
            del made  # after the clock has stopped: freeing a trace is not part of recording it
    return [median(spent) for spent in times]


def bytes_per_event(search: Search, tree: Tree) -> float:
    """The memory that a recorded event keeps, apart from the tree."""
    record(search, tree)  # so that a lazy tree is not counted
    gc.collect()  # empties the free lists, whose tuples would not be counted
    tracemalloc.start()
    trace = record(search, tree)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / len(trace)


def verdict(measured: float, bar: float, *, at_least: bool = False) -> str:
    """Say whether a bar is met: at most this much, or at least."""
    met = measured >= bar if at_least else measured <= bar
    text = f"  (bar {'≥' if at_least else '≤'} {bar:g}: {'met' if met else 'MISSED'})"
    if not met:
        MISSED.append(text)
    return text


if __name__ == "__main__":
    sys.exit(main())
