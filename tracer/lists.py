"""OPEN and BACKUP, the lists of SSS* and PS*.

Every operation acts on its list and returns the step to yield, so that state and transcript
cannot drift apart.
"""

from bisect import bisect_left, bisect_right, insort

from tracer.events import DROP, INSERT, NOTE, POP, PURGE, PUSH, Phase, Step
from trees.dewey import Node
from trees.number import Number

_State = tuple[Number, Node, str, Number]  # of its key, -sign * merit, and what is shown


class Open:
    """States in order of merit, ties to the leftmost node.

    `sign` is 1 where a high merit comes first (SSS*), -1 where a low one does (DUAL*). `parity`
    is that of the depth of the nodes of which only one son at a time has a state at or below
    it: MIN nodes for SSS*. Such a node is a slot. Slots are kept in Dewey order, where those of
    one subtree are neighbours, so that a purge need not look at the others; and as most
    operations stay in the slot of the state just popped, its places are kept for them.
    """

    def __init__(self, sign: int, parity: int) -> None:
        self._sign = sign
        self._parity = parity
        self._states: list[_State] = []  # the first state first
        self._slots: list[Node] = []  # in Dewey order
        self._state_in: dict[Node, _State] = {}
        self._vacant: Node | None = None  # the slot of the state just popped

    def first(self) -> _State:
        """The state of best merit: its key, node, status and merit."""
        if self._vacant is not None:
            self._close()
        return self._states[0]

    def pop(self, case: str, line: str) -> Step:
        """Remove the first state."""
        if self._vacant is not None:
            self._close()
        _, n, status, h = self._states[0]
        self._vacant = n if len(n) % 2 == self._parity else n[:-1]
        return POP, n, status, h, case, line

    def push(self, n: Node, status: str, h: Number, case: str, line: str) -> Step:
        """Place a state in front; the caller knows that none is better."""
        state = -self._sign * h, n, status, h
        slot = n if len(n) % 2 == self._parity else n[:-1]
        if slot == self._vacant:
            self._states[0] = state
            self._vacant = None
        else:
            self._open(slot)
            self._states[:0] = (state,)
        self._state_in[slot] = state
        return PUSH, n, status, h, case, line

    def insert(self, n: Node, status: str, h: Number, case: str, line: str) -> Step:
        """Place a state behind all of better merit, and behind equals further left."""
        state = -self._sign * h, n, status, h
        slot = n if len(n) % 2 == self._parity else n[:-1]
        states = self._states
        if slot == self._vacant:
            del states[0]
            self._vacant = None
        else:
            self._open(slot)
        at = bisect_left(states, state)
        states[at:at] = (state,)  # moves the rest at once, which list.insert does not
        self._state_in[slot] = state
        return INSERT, n, status, h, at, case, line

    def purge(self, n: Node, case: str, line: str) -> Step:
        """Remove every state below `n`."""
        if self._vacant is not None:
            self._close()
        start = bisect_right(self._slots, n)
        stop = _end(self._slots, n, start)
        removed = sorted([self._state_in.pop(slot) for slot in self._slots[start:stop]])
        del self._slots[start:stop]
        for state in removed:
            del self._states[bisect_left(self._states, state)]
        return PURGE, n, tuple([state[1:] for state in removed]), case, line

    def _open(self, slot: Node) -> None:
        """Make room for a new slot; a vacant one was not the one wanted."""
        if self._vacant is not None:
            self._close()
        insort(self._slots, slot)

    def _close(self) -> None:
        """Nothing takes the place of the state just popped."""
        slot, self._vacant = self._vacant, None
        assert slot is not None  # callers look first: a call is not free here
        del self._states[0]
        del self._slots[bisect_left(self._slots, slot)]
        del self._state_in[slot]


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
        if start == len(nodes) or nodes[start][: len(n)] != n:
            return DROP, n, (), case, line
        stop = _end(nodes, n, start)
        dropped = tuple(nodes[start:stop])
        del nodes[start:stop]
        for m in dropped:
            del self[m]
        return DROP, n, dropped, case, line
