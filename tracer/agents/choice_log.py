"""What an agent reads from a search: event counts, and which child each value came from."""

from typing import Any

from tracer.agents.budget import Budget
from tracer.algorithms.registry import Search
from tracer.log.events import Ask, Enter, Evaluate, Leave, Relation, Status, Update
from tracer.log.log import Log, Step, event
from tracer.support.interpreter import deep_recursion
from trees.dewey import ROOT, Node
from trees.number import Number
from trees.tree import Tree


def run(
    search: Search,
    tree: Tree,
    counts: dict[str, int],
    budget: Budget | None = None,
    /,
    **options: Any,
) -> tuple[Number, dict[Node, Node]]:
    """Run a search; return its value and the child that each node's best value came from.

    Its events are added to `counts`, except visits to the root, which no move leads to. A budget
    may stop it with an OutOfBudgetError.
    """
    log = _ChoiceLog(counts) if budget is None else _BudgetLog(counts, budget)
    with deep_recursion(tree.depth):
        return search(tree, log, **options), log.best


class _ChoiceLog(Log):
    """Counts events by kind and remembers which child the best value of each node came from."""

    __slots__ = ("_counts", "_last", "best")

    def __init__(self, counts: dict[str, int]) -> None:
        super().__init__(self.relay)
        self._counts = counts
        self._last = ROOT  # the last node whose visit returned a value
        self.best: dict[Node, Node] = {}

    def relay(self, step: Step) -> None:
        """Handle a step relayed by another log, or one without a method here."""
        match event(step):
            case Enter(n, alpha, beta):
                self.enter(n, alpha, beta)
            case Ask(n, relation, threshold):
                self.ask(n, relation, threshold)
            case Evaluate(n, value):
                self.evaluate(n, value)
            case Update(n, value, alpha, beta, line):
                self.update(n, value, alpha, beta, line)
            case Leave(n, value):
                self.leave(n, value)
            case other:
                self._counts[other.kind] += 1

    def enter(self, n: Node, alpha: Number, beta: Number, line: str = "enter") -> None:
        """Count a visit, except to the root."""
        if n:
            self._counts["enter"] += 1

    def ask(self, n: Node, relation: Relation, threshold: Number, line: str = "ask") -> None:
        """Count a question, except at the root."""
        if n:
            self._counts["ask"] += 1

    def evaluate(self, n: Node, value: Number, line: str = "evaluate") -> None:
        """Count a leaf and remember that it returned a value."""
        self._counts["evaluate"] += 1
        self._last = n

    def test(self, n: Node, value: Number, yes: bool, line: str = "test") -> None:
        """Count a leaf test."""
        self._counts["test"] += 1

    def update(self, n: Node, value: Number, alpha: Number, beta: Number, line: str) -> None:
        """Count an update and remember which child the value came from."""
        self._counts["update"] += 1
        self.best[n] = self._last

    def cut(
        self, n: Node, skipped: tuple[Node, ...], value: Number, bound: Number, line: str
    ) -> None:
        """Count a cutoff."""
        self._counts["cut"] += 1

    def leave(self, n: Node, value: Number, line: str = "leave") -> None:
        """Count the end of a visit and remember that it returned a value."""
        self._counts["leave"] += 1
        self._last = n

    def answer(self, n: Node, yes: bool, line: str = "answer") -> None:
        """Count the end of a visit."""
        self._counts["answer"] += 1

    def pop(self, n: Node, status: Status, merit: Number, case: str) -> None:
        """Count a state popped."""
        self._counts["pop"] += 1

    def push(self, n: Node, status: Status, merit: Number, case: str) -> None:
        """Count a state pushed."""
        self._counts["push"] += 1

    def insert(self, n: Node, status: Status, merit: Number, place: int, case: str) -> None:
        """Count a state inserted."""
        self._counts["insert"] += 1


class _BudgetLog(_ChoiceLog):
    """Counts visits, or states popped from OPEN, against a budget, too."""

    __slots__ = ("_budget",)

    def __init__(self, counts: dict[str, int], budget: Budget) -> None:
        super().__init__(counts)
        self._budget = budget

    def enter(self, n: Node, alpha: Number, beta: Number, line: str = "enter") -> None:
        """Count a visit, except to the root."""
        if n:
            self._budget.visit()
        super().enter(n, alpha, beta, line)

    def ask(self, n: Node, relation: Relation, threshold: Number, line: str = "ask") -> None:
        """Count a question, except at the root."""
        if n:
            self._budget.visit()
        super().ask(n, relation, threshold, line)

    def pop(self, n: Node, status: Status, merit: Number, case: str) -> None:
        """Count a state popped, which is what a best-first search does at a node."""
        if n:
            self._budget.visit()
        super().pop(n, status, merit, case)
