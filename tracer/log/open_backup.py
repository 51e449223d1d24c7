"""OPEN and BACKUP, the lists of SSS* and PS*. Every change writes itself into the log."""

from bisect import bisect_left, bisect_right, insort

from tracer.log.events import LIVE, Phase, Status
from tracer.log.log import Log
from trees.dewey import Node
from trees.number import Number

_Entry = tuple[Number, Node, Status, Number]  # the key, -sign * merit, and the state


class Open:
    """States in order of merit, ties to the leftmost node.

    `sign` is 1 where a high merit comes first (SSS*), -1 where a low one does (DUAL*). `parity`
    is that of the depth of the nodes of which only one son at a time has a state at or below
    it: MIN nodes for SSS*. Such a node is a slot. Slots are kept in Dewey order, where those of
    one subtree are neighbours, so that a purge need not look at the others.

    Γ mostly replaces the first state by another of the same slot. So the first state stands by
    itself, `first`, and only what lies behind it is kept in order and found by its slot.
    """

    __slots__ = (
        *("first", "_log", "_sign", "_parity", "_filled", "_popped"),
        *("_behind", "_slots", "_entry_in", "_case"),
    )

    first: tuple[Node, Status, Number]  # the state of best merit

    def __init__(self, log: Log, sign: int, parity: int) -> None:
        self._log = log
        self._sign = sign
        self._parity = parity
        self._filled = False  # whether `first` is there, or was and has left its slot free
        self._popped: Node | None = None  # the state popped last, while its slot is free
        self._behind: list[_Entry] = []
        self._slots: list[Node] = []  # in Dewey order
        self._entry_in: dict[Node, _Entry] = {}  # of the states behind the first
        self._case = ""

    def pop(self, case: str = "") -> None:
        """Remove the first state; what follows is done by this case of Γ."""
        n, status, h = self.first
        self._popped = n
        self._case = case
        self._log.pop(n, status, h, case)

    def push(self, n: Node, status: Status, h: Number, case: str | None = None) -> None:
        """Place a state in front; the caller knows that none is better.

        The case of Γ is that of the state popped last, unless another is named.
        """
        if self._popped is None:  # no slot is free
            self._cover_first()
            insort(self._slots, self._slot(n))
        self._popped = None
        self.first = n, status, h
        self._log.push(n, status, h, self._case if case is None else case)

    def push_all(self, nodes: tuple[Node, ...], h: Number, case: str | None = None) -> None:
        """Place neighbours in front, LIVE, the leftmost first: each is a slot of its own."""
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
        for n in reversed(nodes):  # so that the leftmost comes to stand in front
            push(n, LIVE, h, case)

    def insert(self, n: Node, status: Status, h: Number, case: str) -> None:
        """Put a state of the slot just freed behind all of better merit, and equals further left.

        The slot is that of the state popped last.
        """
        entry = -self._sign * h, n, status, h
        behind = self._behind
        self._popped = None
        if not behind or entry < behind[0]:
            place = 0
            self.first = n, status, h
        else:
            place = bisect_left(behind, entry)
            behind[place:place] = (entry,)  # moves the rest at once, which list.insert does not
            self._entry_in[self._slot(n)] = entry
            self.first = behind[0][1:]
            del behind[0]
        self._log.insert(n, status, h, place, case)

    def purge(self, n: Node) -> None:
        """Remove every state below `n`; the first one has just been popped."""
        self._free_slot()
        slots, behind = self._slots, self._behind
        start = bisect_right(slots, n)
        stop = _end(slots, n, start)
        removed = sorted([self._entry_in.pop(slot) for slot in slots[start:stop]])
        del slots[start:stop]
        for entry in removed:
            del behind[bisect_left(behind, entry)]
        self._log.purge(n, tuple([entry[1:] for entry in removed]), self._case)

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
    """Where the nodes at or below `n` end, in a list in Dewey order, from `start` on."""
    return bisect_left(nodes, (*n[:-1], n[-1] + 1), start) if n else len(nodes)


class Backup(dict[Node, Phase]):
    """The MAX nodes that are expanded and not yet solved; also in Dewey order."""

    def __init__(self, log: Log) -> None:
        super().__init__()
        self._log = log
        self._nodes: list[Node] = []

    def note(self, n: Node, last: int, low: Number, high: Number, case: str = "") -> None:
        """Enter a node, or change its entry."""
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
