"""What a move in Pear costs each of Pantel's agents, by the depth of the search (chapters 5, 6)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any, NamedTuple

from tracer.agents import AGENTS, agent_named
from tracer.experiments.openings import opening
from tracer.support.parallel import Job, run
from trees.games import Pear

# Pantel could not wait for minimax and Solve beyond depth 7, and let Scout play at depth 9.
DEEPEST = {"Maximilian": 7, "Solomon": 7, "Annabelle": 9, "Scott": 9}


class Pace(NamedTuple):
    """The mean cost of a move: nodes evaluated, nodes tested, and seconds."""

    agent: str
    depth: int
    nodes: float
    tests: float
    seconds: float

    @property
    def visits(self) -> float:
        """Nodes that were evaluated or tested."""
        return self.nodes + self.tests


def paces(
    deepest: Mapping[str, int] = DEEPEST, *, openings: int = 10, **options: Any
) -> list[Pace]:
    """Let each agent choose one move in every opening, at each depth up to its deepest.

    `options` are passed to `run`.
    """
    for number in (openings, *deepest.values()):
        if type(number) is not int or number < 1:
            raise ValueError(f"openings and depths must be integers of at least 1, not {number!r}")
    cells = [(name, d) for name in map(_known, deepest) for d in range(1, deepest[name] + 1)]
    jobs = [
        {"experiment": "pace", "agent": name, "depth": d, "opening": k}
        for name, d in cells
        for k in range(openings)
    ]
    found = run(choose, jobs, weight=lambda job: 3.0 ** job["depth"], **options)
    rows = []
    for i, (name, d) in enumerate(cells):
        costs = found[i * openings : (i + 1) * openings]
        rows.append(Pace(name, d, *(sum(c) / openings for c in zip(*costs, strict=True))))
    return rows


def _known(name: str) -> str:
    return agent_named(name).name


def choose(job: Job) -> tuple[int, int, float]:
    """Choose one move; return the nodes, the tests and the seconds that it took."""
    before = perf_counter()
    agent = replace(AGENTS[job["agent"]], depth=job["depth"])
    choice = agent.choose(Pear(), opening(job["opening"]))
    return choice.nodes, choice.tests, perf_counter() - before


def table(rows: Sequence[Pace]) -> str:
    """Visits and seconds per move, an agent in each row and a depth in each column."""
    depths = sorted({r.depth for r in rows})
    lines = []
    for what, form in ("visits", ",.0f"), ("seconds", ".3f"):
        lines.append(f"{f'{what} per move':18}" + "".join(f"{f'd = {d}':>10}" for d in depths))
        for name in dict.fromkeys(r.agent for r in rows):
            cost = {r.depth: format(getattr(r, what), form) for r in rows if r.agent == name}
            lines.append(f"{name:18}" + "".join(f"{cost.get(d, '–'):>10}" for d in depths))
        lines.append("")
    return "\n".join(lines[:-1])
