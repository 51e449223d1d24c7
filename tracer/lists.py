"""OPEN and BACKUP, the lists of SSS* and PS*.

Every operation acts on its list and returns the step to yield, so that state and transcript
cannot drift apart.
"""

from bisect import bisect_left, bisect_right, insort

from tracer.events import DROP, INSERT, NOTE, POP, PURGE, PUSH, Phase, Step
from trees.dewey import Node
from trees.number import Number

_Label = tuple[str, str]  # a case of Γ and its line
_State = tuple[Number, Node, str, Number]  # the key, -sign * merit, and what is shown


class Open:
    """States in order of merit, ties to the leftmost node.

    `sign` is 1 where a high merit comes first (SSS*), -1 where a low one does (DUAL*). `parity`
    is that of the depth of the nodes of which only one son at a time has a state at or below
    it: MIN nodes for SSS*. Such a node is a slot, and most operations stay within the slot of
    the first state. Slots are kept in Dewey order, where those of one subtree are neighbours,
    so that a purge need not look at the others; it finds their states by slot, all but that of
    the first state, which is popped before any purge.
    """

    def __init__(self, sign: int, parity: int) -> None:
        self.states: list[_State] = []  # the first state first
        self._sign = sign
        self._parity = parity
        self._slots: list[Node] = []  # in Dewey order
        self._state_in: dict[Node, _State] = {}

    def push(self, n: Node, status: str, h: Number, case: str, line: str) -> Step:
        """Place a state of a new slot in front; the caller knows that none is better."""
        state = -self._sign * h, n, status, h
        slot = n if len(n) % 2 == self._parity else n[:-1]
        insort(self._slots, slot)
        self._state_in[slot] = state
        self.states[:0] = (state,)
        return PUSH, n, status, h, case, line

    def pop(self, case: str, line: str) -> Step:
        """Remove the first state, and with it its slot."""
        _, n, status, h = self.states[0]
        slot = n if len(n) % 2 == self._parity else n[:-1]
        del self.states[0], self._state_in[slot], self._slots[bisect_left(self._slots, slot)]
        return POP, n, status, h, case, line

    def replace(
        self, n: Node, status: str, h: Number, popped: _Label, pushed: _Label
    ) -> tuple[Step, Step]:
        """Pop the first state and push another of its slot."""
        _, m, m_status, m_merit = self.states[0]
        self.states[0] = -self._sign * h, n, status, h
        (case, line), (new_case, new_line) = popped, pushed
        return (POP, m, m_status, m_merit, case, line), (PUSH, n, status, h, new_case, new_line)

    def reinsert(
        self, n: Node, status: str, h: Number, popped: _Label, inserted: _Label
    ) -> tuple[Step, Step]:
        """Pop the first state and insert another of its slot.

        It goes behind all of better merit, and behind equals further left.
        """
        states = self.states
        _, m, m_status, m_merit = states[0]
        state = -self._sign * h, n, status, h
        if len(states) == 1 or state < states[1]:
            at = 0
            states[0] = state
        else:
            self._state_in[n if len(n) % 2 == self._parity else n[:-1]] = state
            at = bisect_left(states, state, 1) - 1
            del states[0]
            states[at:at] = (state,)  # moves the rest at once, which list.insert does not
        (case, line), (new_case, new_line) = popped, inserted
        insert = INSERT, n, status, h, at, new_case, new_line
        return (POP, m, m_status, m_merit, case, line), insert

    def purge(self, n: Node, case: str, line: str) -> Step:
        """Remove every state below `n`."""
        start = bisect_right(self._slots, n)
        stop = _end(self._slots, n, start)
        removed = sorted([self._state_in.pop(slot) for slot in self._slots[start:stop]])
        del self._slots[start:stop]
        for state in removed:
            del self.states[bisect_left(self.states, state)]
        return PURGE, n, tuple([state[1:] for state in removed]), case, line


def _end(nodes: list[Node], n: Node, start: int) -> int:
    """Where the nodes at or below `n` end, in a list in Dewey order, from `start` on."""
    return bisect_left(nodes, (*n[:-1], n[-1] + 1), start) if n else len(nodes)


class Backup(dict[Node, Phase]):
    """The MAX nodes that are expanded and not yet solved; also in Dewey order."""

    def __init__(self) -> None:
        super().__init__()
        self._nodes: list[Node] = []

    def note(self, n: Node, last: int, low: Number, high: Number, case: str, line: str) -> Step:
        """Enter a node, or amend its entry."""
        if n not in self:
            insort(self._nodes, n)
        self[n] = Phase(n, last, low, high)
        return NOTE, n, last, low, high, case, line

    def below(self, n: Node) -> list[Node]:
        """The nodes below `n`, in Dewey order."""
        start = bisect_right(self._nodes, n)
        return self._nodes[start : _end(self._nodes, n, start)]

    def drop(self, n: Node, case: str, line: str) -> Step:
        """Remove `n` and the nodes below it."""
        nodes = self._nodes
        start = bisect_left(nodes, n)
        stop = _end(nodes, n, start)
        dropped = tuple(nodes[start:stop])
        del nodes[start:stop]
        for m in dropped:
            del self[m]
        return DROP, n, dropped, case, line
