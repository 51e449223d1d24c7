"""Captions: one sentence for every step, what happened and why, with the numbers."""

from collections.abc import Callable
from math import inf

from tracer.events import AT_LEAST, LIVE, MORE, State
from tracer.frame import Frame
from tracer.listing import Algorithm
from tracer.replay import Call
from trees.dewey import Node
from trees.number import Number, interval, show, show_count
from trees.tree import Tree


def caption(before: Frame, after: Frame, algorithm: Algorithm) -> str:
    """The sentence for the step from one frame to the next."""
    step = after.step
    assert step is not None
    return _Writer(before, after, algorithm).sentence(*step)


def printable(text: str) -> str:
    """A name on one line: line breaks and marks that steer the text become spaces."""
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)


class _Writer:
    """One sentence under way: the frames around it, and who is called what."""

    def __init__(self, before: Frame, after: Frame, algorithm: Algorithm) -> None:
        self.before = before
        self.after = after
        self.tree: Tree = after.tree
        self.negates = algorithm.negates

    def sentence(self, kind: str, *fields: object) -> str:
        write: Callable[..., str] = getattr(self, kind if kind != "pass" else "next_pass")
        return write(*fields)

    def name(self, n: Node) -> str:
        return printable(self.tree.name(n))

    def names(self, nodes: tuple[Node, ...]) -> str:
        names = [self.name(n) for n in nodes]
        if len(names) > 6:
            return f"{', '.join(names[:3])}, … {names[-1]}"
        return " and ".join([", ".join(names[:-1])] * (len(names) > 1) + names[-1:]) or "nothing"

    # Depth-first searches

    def enter(self, n: Node, alpha: Number, beta: Number, line: str = "") -> str:
        player = self.tree.player(n)
        again = self.before.status(n) in ("solved", "evaluated")
        verb = "is visited again" if again else "is visited"
        if self.tree.is_leaf(n):
            return f"{self.name(n)} {verb}: it is a leaf."
        if alpha == -inf and beta == inf:
            return f"{self.name(n)} {verb}: {player} is to move."
        window = interval(alpha, beta)
        return f"{self.name(n)} {verb}, {player} to move: only values in {window} matter."

    def evaluate(self, n: Node, value: Number, line: str = "") -> str:
        worth = f"{self.name(n)} is worth {show(value)}"
        if line == "test":
            call = self.before.stack[-1]
            yes = value > call.alpha if call.relation == MORE else value >= call.alpha
            return f"{worth}: {_compare(value, call)}, so the answer is {'yes' if yes else 'no'}."
        if self.negates and not self.tree.is_max(n):
            return f"{worth} to MAX, so it is worth {show(-value)} to MIN, who is to move."
        return worth + "."

    def update(self, n: Node, v: Number, alpha: Number, beta: Number, line: str = "") -> str:
        player, old = self.tree.player(n), self.before.stack[-1]
        best = f"{self.name(n)} now has {show(v)}"
        if self.negates:
            return f"{best}: the best that {player}, to move, has found there so far."
        if old.relation:
            return (
                f"{best}: the best for {player} so far, against a threshold of {show(old.alpha)}."
            )
        if (alpha, beta) == (old.alpha, old.beta):
            why = "" if (alpha, beta) == (-inf, inf) else ", outside the window, which stays"
            return f"{best}: the best for {player} there so far{why}."
        if alpha != old.alpha:
            return f"{best}: MAX can get at least that here, and α rises to {show(alpha)}."
        return f"{best}: MIN can hold it to that here, and β falls to {show(beta)}."

    def cut(
        self, n: Node, skipped: tuple[Node, ...], value: Number, bound: Number, line: str = ""
    ) -> str:
        cutoff = self.after.cutoff
        assert cutoff is not None
        player = self.tree.player(n)
        skip = f"{self.names(skipped)} {'are' if len(skipped) > 1 else 'is'} skipped"
        if cutoff.leaves > len(skipped):
            skip += f", {show_count(cutoff.leaves)} leaves in all"
        if cutoff.kind == "extreme":
            best = f"{show(value)} is the best that {player} can ever get"
            return f"{self.name(n)} is done: {best}. {skip}."
        if cutoff.kind == "question":
            answer = "yes" if self.tree.is_max(n) else "no"
            return (
                f"One child settles the question at {self.name(n)}: the answer is {answer}. {skip}."
            )
        other = "MIN" if self.tree.is_max(n) else "MAX"
        got = f"{self.name(n)} is cut off: {player} already has {show(value)} here"
        if cutoff.by is None:
            return f"{got}, and the search began with a bound of {show(bound)}. {skip}."
        limit = "no more than" if self.tree.is_max(n) else "no less than"
        owner = self.name(cutoff.by)
        deep = " (a deep cutoff)" if cutoff.kind == "deep" else ""
        return f"{got}, and {other} will accept {limit} {show(bound)} at {owner}{deep}. {skip}."

    def leave(self, n: Node, v: Number, line: str = "") -> str:
        call = self.before.stack[-1]
        name = self.name(n)
        if line == "lookup":
            return f"{name} returns {show(v)}, straight from the table."
        if self.negates:
            return f"{name} returns {show(v)}, its worth to {self.tree.player(n)}, who is to move."
        if call.relation:
            yes = v > call.alpha if call.relation == MORE else v >= call.alpha
            sort = "at least" if yes else "at most"
            return f"{name} returns {show(v)}: {'yes' if yes else 'no'}, it is worth {sort} that."
        if v == call.first_alpha == call.first_beta:
            return f"{name} returns {show(v)}: its window holds no other value that could matter."
        if v >= call.first_beta:
            return f"{name} returns {show(v)}: it is worth at least that, too much to matter above."
        if v <= call.first_alpha:
            return (
                f"{name} returns {show(v)}: it is worth at most that, too little to matter above."
            )
        return f"{name} returns {show(v)}, its exact value."

    def ask(self, n: Node, relation: str, threshold: Number, line: str = "") -> str:
        return f"Is {self.name(n)} worth {_relation(relation)} {show(threshold)}?"

    def answer(self, n: Node, relation: str, threshold: Number, yes: bool, line: str = "") -> str:
        if self.tree.is_max(n):
            reason = "a child is" if yes else "none of its children is"
        else:
            reason = "all its children are" if yes else "a child is not"
        word = "Yes" if yes else "No"
        verb = "is" if yes else "is not"
        worth = f"worth {_relation(relation)} {show(threshold)}"
        return f"{word}: {self.name(n)} {verb} {worth}, since {reason}."

    # OPEN and BACKUP

    def pop(self, n: Node, status: str, merit: Number, case: str, line: str) -> str:
        state = self.state((n, status, merit))
        if line == "done":
            return f"{state} comes first, and it is the root: the value is {show(merit)}."
        if status == LIVE:
            kind = "leaf" if self.tree.is_leaf(n) else f"{self.tree.player(n)} node"
            why = f"a live {kind}"
        else:
            place = ", the last of its siblings" if case == "5" else ""
            why = f"a solved {self.tree.player(n)} node{place}"
        return f"{state} has the best merit and is taken from OPEN: {why}, case {case} of Γ."

    def push(self, n: Node, status: str, merit: Number, case: str, line: str) -> str:
        state = self.state((n, status, merit))
        if line == "start":
            return f"{state} is placed in OPEN: all solution trees are still possible."
        why = self._why_pushed(n, status, case)
        return f"{state} is placed in front of OPEN (case {case}): {why}."

    def _why_pushed(self, n: Node, status: str, case: str) -> str:
        parent = self.name(n[:-1]) if n else ""
        name = self.name(n)
        if case == "1":
            return f"any child of {parent} may be the best one"
        if case == "2":
            return f"the other side's replies at {parent} are taken one at a time"
        if case in ("4", "4a"):
            return f"{parent} is not solved before its next child is"
        if case == "4b":
            return f"{name} cannot become better than what is known above it, so it is given up"
        if case == "5":
            return f"all children of {name} are solved"
        if case == "6":
            return f"its best child is solved, so {name} is"
        if case == "6a":
            return f"{name} has reached its upper bound"
        if status == LIVE:
            return f"the next partition of {parent} is due"
        return f"nothing is left to try at {name}"

    def insert(self, n: Node, status: str, merit: Number, place: int, case: str, line: str) -> str:
        state = self.state((n, status, merit))
        where = f"behind {place} better state{'s' * (place != 1)}" if place else "in front"
        if case in ("3b", "3c"):
            why = "its leaf is no better than what is known above it, so the node is given up"
            return f"{state} enters OPEN {where} (case {case}): {why}."
        value = self.after.known(n).low
        if value == merit:
            why = "the leaf's own value"
        else:
            limit = "no more than that is possible" if value > merit else "that much is certain"
            why = f"for the leaf is worth {show(value)}, but {limit} here"
        return f"{state} enters OPEN {where} (case {case}): merit {show(merit)}, {why}."

    def purge(self, n: Node, states: tuple[State, ...], case: str, line: str) -> str:
        if not states:
            return f"Nothing below {self.name(n)} is left in OPEN (case {case})."
        shown = ", ".join(self.state(s) for s in states[:3]) + (", …" if len(states) > 3 else "")
        many = "One state leaves" if len(states) == 1 else f"{len(states)} states leave"
        where = f"OPEN below {self.name(n)} (case {case})"
        return f"{many} {where}: {shown}; nothing there can be better than what is solved."

    def note(self, n: Node, last: int, low: Number, high: Number, case: str, line: str) -> str:
        sons = f"sons up to {last}" if last else "no son yet"
        what = f"{self.name(n)}: {sons} in the search, l = {show(low)}, h = {show(high)}"
        return f"BACKUP notes {what}" + (f" (case {case})." if case else ".")

    def drop(self, n: Node, dropped: tuple[Node, ...], case: str, line: str) -> str:
        if not dropped:
            return f"BACKUP holds nothing at or below {self.name(n)} to drop (case {case})."
        verb = "leaves" if len(dropped) == 1 else "leave"
        return f"{self.names(dropped)} {verb} BACKUP (case {case}): solved, or no longer of use."

    def state(self, state: tuple[Node, str, Number]) -> str:
        n, status, merit = state
        return f"({self.name(n)}, {status}, {show(merit)})"

    def see(self, n: Node, line: str) -> str:
        what = "a leaf" if self.tree.is_leaf(n) else f"{self.tree.player(n)} to move"
        return f"Line {line.removeprefix('L')} asks about {self.name(n)}: {what}."

    # Table and drivers

    def lookup(self, n: Node, low: Number, high: Number, hit: bool, line: str = "") -> str:
        use = "that answers the question" if hit else "that does not answer the question"
        return f"The table knows {self.name(n)} to be worth {_between(low, high)}: {use}."

    def store(self, n: Node, low: Number, high: Number, line: str = "") -> str:
        return f"The table now knows {self.name(n)} to be worth {_between(low, high)}."

    def next_pass(self, n: Node, number: int, low: Number, high: Number, line: str = "") -> str:
        known = f"the value is {_between(low, high)}"
        if line == "bounds":
            done = ", and the search is done" if low >= high else ""
            return f"Pass {number} ends: {known}{done}."
        if (low, high) == (-inf, inf):
            return f"Pass {number} begins."
        return f"Pass {number} begins: so far, {known}."


def _relation(relation: str) -> str:
    return "more than" if relation == MORE else "at least"


def _compare(value: Number, call: Call) -> str:
    limit = show(call.alpha)
    if call.relation == AT_LEAST:
        return f"{'at least' if value >= call.alpha else 'less than'} {limit}"
    return f"{'more than' if value > call.alpha else 'no more than'} {limit}"


def _between(low: Number, high: Number) -> str:
    if low == high:
        return f"exactly {show(low)}"
    if high == inf:
        return f"at least {show(low)}"
    if low == -inf:
        return f"at most {show(high)}"
    return f"between {show(low)} and {show(high)}"
