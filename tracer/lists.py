"""OPEN and BACKUP, the lists of SSS* and PS*.

Every operation acts on its list and returns the step to yield, so that state and transcript
cannot drift apart.
"""

from bisect import bisect_left, bisect_right, insort

from tracer.events import DROP, INSERT, NOTE, POP, PURGE, PUSH, Phase, Step
from trees.dewey import Node
from trees.number import Number

_State = tuple[Node, str, Number]


class Open:
    """States in order of merit, ties to the leftmost node.

    `sign` is 1 where a high merit comes first (SSS*), -1 where a low one does (DUAL*). The
    first state stands at the end of the Python list, where it is cheap to reach. States of one
    subtree are neighbours in Dewey order, so that a purge need not look at the others.
    """

    def __init__(self, sign: int = 1) -> None:
        self._sign = sign
        self._states: list[_State] = []
        self._merits: list[Number] = []  # sign * merit of each state, for bisection
        self._nodes: list[Node] = []  # the nodes of the states, in Dewey order
        self._merit_of: dict[Node, Number] = {}

    def first(self) -> _State:
        """The state of best merit."""
        return self._states[-1]

    def pop(self, case: str, line: str) -> Step:
        """Remove the first state."""
        state = self._states.pop()
        self._merits.pop()
        del self._merit_of[state[0]]
        del self._nodes[bisect_left(self._nodes, state[0])]
        return POP, *state, case, line

    def push(self, n: Node, status: str, h: Number, case: str, line: str) -> Step:
        """Place a state in front; the caller knows that none is better."""
        self._states.append((n, status, h))
        self._merits.append(self._sign * h)
        self._merit_of[n] = self._sign * h
        insort(self._nodes, n)
        return PUSH, n, status, h, case, line

    def insert(self, n: Node, status: str, h: Number, case: str, line: str) -> Step:
        """Place a state behind all of better merit, and behind equals further left."""
        merit = self._sign * h
        at = self._place(n, merit)
        self._states.insert(at, (n, status, h))
        self._merits.insert(at, merit)
        self._merit_of[n] = merit
        insort(self._nodes, n)
        return INSERT, n, status, h, len(self._states) - 1 - at, case, line

    def purge(self, n: Node, case: str, line: str) -> Step:
        """Remove every state below `n`."""
        nodes = self._nodes
        start = bisect_right(nodes, n)
        stop = bisect_left(nodes, (*n[:-1], n[-1] + 1)) if n else len(nodes)
        places = sorted([self._place(m, self._merit_of.pop(m)) for m in nodes[start:stop]])
        del nodes[start:stop]
        removed = []
        for at in reversed(places):
            removed.append(self._states.pop(at))
            del self._merits[at]
        return PURGE, n, tuple(removed), case, line

    def _place(self, n: Node, merit: Number) -> int:
        """Where a state belongs: among equals, those further right stand nearer the start."""
        low = bisect_left(self._merits, merit)
        high = bisect_right(self._merits, merit, low)
        while low < high:
            middle = (low + high) // 2
            if self._states[middle][0] > n:
                low = middle + 1
            else:
                high = middle
        return low


class Backup:
    """The MAX nodes that are expanded and not yet solved, in Dewey order."""

    def __init__(self) -> None:
        self._nodes: list[Node] = []
        self._phases: dict[Node, Phase] = {}

    def __len__(self) -> int:
        return len(self._nodes)

    def __getitem__(self, n: Node) -> Phase:
        return self._phases[n]

    def __contains__(self, n: Node) -> bool:
        return n in self._phases

    def note(self, n: Node, last: int, low: Number, high: Number, case: str, line: str) -> Step:
        """Enter a node, or amend its entry."""
        if n not in self._phases:
            insort(self._nodes, n)
        self._phases[n] = Phase(n, last, low, high)
        return NOTE, n, last, low, high, case, line

    def below(self, n: Node) -> list[Node]:
        """The nodes below `n`, in Dewey order."""
        start, stop = self._range(n)
        return [m for m in self._nodes[start:stop] if m != n]

    def drop(self, n: Node, case: str, line: str, *, keep: bool = False) -> Step:
        """Remove the nodes below `n`, and `n` itself unless it is to be kept."""
        start, stop = self._range(n)
        if keep and start < stop and self._nodes[start] == n:
            start += 1
        dropped = tuple(self._nodes[start:stop])
        del self._nodes[start:stop]
        for m in dropped:
            del self._phases[m]
        return DROP, n, dropped, case, line

    def _range(self, n: Node) -> tuple[int, int]:
        stop = bisect_left(self._nodes, (*n[:-1], n[-1] + 1)) if n else len(self._nodes)
        return bisect_left(self._nodes, n), stop
