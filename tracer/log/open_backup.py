"""OPEN and BACKUP, the lists of SSS* and PS*, which log every change themselves."""

from bisect import bisect_left, bisect_right, insort

from tracer.log.events import LIVE, Phase, Status
from tracer.log.log import Log
from trees.dewey import Node
from trees.number import Number

_Entry = tuple[Number, Node, Status, Number]  # the key, -sign * merit, and the state


class Open:
    """States in order of merit; ties go to the leftmost node.

    `sign` is 1 if a high merit comes first (SSS*) and -1 if a low one does (DUAL*). A slot is a
    node of which only one child at a time has a state at or below it (a MIN node in SSS*);
    `parity` is the parity of its depth. Slots are kept in Dewey order, in which those of one
    subtree are neighbours, so that a purge need not look at the others.

    Γ usually replaces the first state by another one in the same slot. So the first state is kept
    separately, as `first`, and only the states behind it are kept in order and found by slot.
    """

    __slots__ = (
        *("first", "_log", "_sign", "_parity", "_filled", "_popped"),
        *("_behind", "_slots", "_entry_in", "_case"),
    )

    first: tuple[Node, Status, Number]  # the state with the best merit

    def __init__(self, log: Log, sign: int, parity: int) -> None:
        self._log = log
        self._sign = sign
        self._parity = parity
        self._filled = False  # whether `first` holds a state, or held one whose slot is still free
        self._popped: Node | None = None  # the last state popped, while its slot is free
        self._behind: list[_Entry] = []
        self._slots: list[Node] = []  # in Dewey order
        self._entry_in: dict[Node, _Entry] = {}  # of the states behind the first
        self._case = ""

    def pop(self, case: str = "") -> None:
        """Remove the first state; this case of Γ makes the changes that follow."""
        n, status, h = self.first
        self._popped = n
        self._case = case
        self._log.pop(n, status, h, case)

    def push(self, n: Node, status: Status, h: Number, case: str | None = None) -> None:
        """Place a state in front; the caller guarantees that no other state is better.

        The case of Γ is that of the last pop, unless another one is given.
        """
        if self._popped is None:  # no slot is free
            self._cover_first()
            insort(self._slots, self._slot(n))
        self._popped = None
        self.first = n, status, h
        self._log.push(n, status, h, self._case if case is None else case)

    def push_all(self, nodes: tuple[Node, ...], h: Number, case: str | None = None) -> None:
        """Place neighbouring nodes in front as LIVE states, leftmost first; each is a slot."""
        self._free_slot()
        self._cover_first()
        slots, key = self._slots, -self._sign * h
        at = bisect_left(slots, nodes[0])
        slots[at:at] = nodes
        entries: list[_Entry] = [(key, n, LIVE, h) for n in nodes[1:]]
        self._behind[:0] = entries
        for entry in entries:
            self._entry_in[entry[1]] = entry
        self.first = nodes[0], LIVE, h
        case = self._case if case is None else case
        push = self._log.push
        for n in reversed(nodes):  # so that the leftmost ends up in front
            push(n, LIVE, h, case)

    def insert(self, n: Node, status: Status, h: Number, case: str) -> None:
        """Insert a state behind all better ones and behind equal ones further left.

        Its slot is the one just freed, that of the last state popped.
        """
        entry = -self._sign * h, n, status, h
        behind = self._behind
        self._popped = None
        if not behind or entry < behind[0]:
            place = 0
            self.first = n, status, h
        else:
            place = bisect_left(behind, entry)
            behind[place:place] = (entry,)  # moves the rest as a block, which list.insert does not
            self._entry_in[self._slot(n)] = entry
            self.first = behind[0][1:]
            del behind[0]
        self._log.insert(n, status, h, place, case)

    def purge(self, n: Node, case: str | None = None) -> None:
        """Remove every state below `n`; the first state has just been popped."""
        self._free_slot()
        slots, behind = self._slots, self._behind
        start = bisect_right(slots, n)
        stop = _end(slots, n, start)
        removed = sorted([self._entry_in.pop(slot) for slot in slots[start:stop]])
        del slots[start:stop]
        for entry in removed:
            del behind[bisect_left(behind, entry)]
        self._log.purge(n, tuple([entry[1:] for entry in removed]), case or self._case)

    def _slot(self, n: Node) -> Node:
        return n if len(n) % 2 == self._parity else n[:-1]

    def _cover_first(self) -> None:
        if self._filled:
            n, status, h = self.first
            entry = -self._sign * h, n, status, h
            self._entry_in[self._slot(n)] = entry
            self._behind[:0] = (entry,)
        self._filled = True

    def _free_slot(self) -> None:
        if self._popped is not None:
            slot = self._slot(self._popped)
            self._entry_in.pop(slot, None)
            del self._slots[bisect_left(self._slots, slot)]
            self._popped = None
            self._filled = False


def _end(nodes: list[Node], n: Node, start: int) -> int:
    """Where the nodes at or below `n` end in a list in Dewey order, from `start` on."""
    return bisect_left(nodes, (*n[:-1], n[-1] + 1), start) if n else len(nodes)


class Backup(dict[Node, Phase]):
    """The MAX nodes that are expanded but not yet solved, also kept in Dewey order."""

    def __init__(self, log: Log) -> None:
        super().__init__()
        self._log = log
        self._nodes: list[Node] = []

    def note(self, n: Node, last: int, low: Number, high: Number, case: str = "") -> None:
        """Add a node, or change its entry."""
        if n not in self:
            insort(self._nodes, n)
        self[n] = Phase(n, last, low, high)
        self._log.note(n, last, low, high, case)

    def below(self, n: Node) -> list[Node]:
        """The nodes below `n`, in Dewey order."""
        start = bisect_right(self._nodes, n)
        return self._nodes[start : _end(self._nodes, n, start)]

    def drop(self, n: Node, case: str) -> None:
        """Remove `n` and the nodes below it."""
        nodes = self._nodes
        start = bisect_left(nodes, n)
        stop = _end(nodes, n, start)
        dropped = tuple(nodes[start:stop])
        del nodes[start:stop]
        for m in dropped:
            del self[m]
        self._log.drop(n, dropped, case)
