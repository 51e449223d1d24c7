"""A budget for a search, in nodes or in seconds."""

from math import inf
from time import perf_counter


class OutOfBudgetError(Exception):
    """The budget is spent, so the search stops in the middle."""


class Budget:
    """Counts visits; once it is `limited`, a visit too many or too late stops the search.

    In a best-first search, a state popped counts as a visit.
    """

    def __init__(self, nodes: int | None = None, seconds: float | None = None) -> None:
        self.visits, self.limited = 0, False
        self._most = inf if nodes is None else nodes
        self._end = inf if seconds is None else perf_counter() + seconds

    @property
    def spent(self) -> bool:
        """Whether not one more visit is allowed."""
        return self.visits >= self._most or (self._end < inf and perf_counter() >= self._end)

    def visit(self) -> None:
        """Count a visit, or stop the search."""
        if self.limited and self.spent:
            raise OutOfBudgetError
        self.visits += 1
