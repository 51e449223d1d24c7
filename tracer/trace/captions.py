"""Captions: what happened in every step and why, with the numbers and the nodes named."""

from math import inf
from typing import NamedTuple, assert_never

from tracer.log import events as e
from tracer.log.events import LIVE, SOLVED, Question, State, passes
from tracer.trace.change import EVALUATED, SOLVED_NODE, Call
from tracer.trace.cutoff import UNLESS
from tracer.trace.frame import Frame
from tracer.trace.node_names import Names, sentence
from tracer.trace.why import COMPARISONS, because, skipping
from trees.dewey import ROOT, Node
from trees.number import Number, above, show_count


class Caption(NamedTuple):
    """What is said about a step.

    `mentions` are the nodes that a picture has to label: the step's own, then all others that the
    text names.
    """

    text: str
    mentions: tuple[Node, ...]


def caption(frame: Frame) -> str:
    """What the step that leads to a frame did, and why."""
    return captioned(frame).text


def captioned(frame: Frame) -> Caption:
    """A frame's caption, with the nodes that it names."""
    taken = frame.event
    if taken is None:
        return Caption(f"{frame.timeline.title}: nothing has been visited yet.", ())
    name = Names(frame.tree)
    words = sentence(_Writer(frame, name).write(taken))
    value = frame.timeline.value
    if frame.is_last and isinstance(taken, e.Evaluate) and frame.timeline.stacks[frame.i - 1]:
        if taken.value != value is not None and not frame.timeline.algorithm.negates:
            words += f" The search returns {frame.timeline.show(value)}, the end of its window."
    if frame.cutoff and not isinstance(taken, e.Cut):
        why = because(frame, frame.cutoff, name, brief=True)
        words += f" {why} {skipping(frame.cutoff, name)}"
    return Caption(words, tuple(name.named))


class _Writer:
    """The frames around one step, and the sentence for it."""

    def __init__(self, frame: Frame, name: Names) -> None:
        self.before = frame.before
        self.after = frame
        self.name = name
        self.tree = frame.tree
        self.show = frame.timeline.show
        self.negates = frame.timeline.algorithm.negates
        self.gamma = frame.timeline.algorithm.gamma  # else nobody knows why it acts on OPEN

    def write(self, taken: e.Event) -> str:
        n = self.name(taken.node)  # the first mention, even where a sentence does without
        match taken:
            case e.Enter():
                return self.enter(taken)
            case e.Ask(_, relation, threshold):
                return f"Is {n} worth {COMPARISONS[relation]} {self.show(threshold)}?"
            case e.Evaluate(_, value):
                worth = self.worth(taken.node, value)
                if self.negates and not self.tree.is_max(taken.node):
                    return f"{worth} to MAX, so {self.show(-value)} to MIN, the side to move."
                return f"{worth}."
            case e.Test(_, value, yes):
                relation, threshold = self.asked()
                how = COMPARISONS[relation if yes else UNLESS[relation]]
                compared = f"{self.worth(taken.node, value)}: {how} {self.show(threshold)}"
                return f"{compared}, so the answer is {'yes' if yes else 'no'}."
            case e.Update():
                return self.update(taken)
            case e.Cut():
                found = self.after.cutoff
                assert found is not None
                return f"{because(self.after, found, self.name)} {skipping(found, self.name)}"
            case e.Leave():
                return self.leave(taken)
            case e.Answer():
                return self.answer(taken)
            case e.Pop():
                return self.pop(taken)
            case e.Push(_, status, _, case):
                state = self.state(State(taken.node, status, taken.merit))
                if not self.gamma:
                    return f"{state} goes to the front of OPEN{self.case(case)}."
                if not case:
                    below = f" below {n}" if taken.node else ""
                    return f"{state} goes into OPEN: every solution tree{below} is still possible."
                why = self.why_pushed(taken.node, status, case)
                return f"{state} goes to the front of OPEN (case {case}): {why}."
            case e.Insert():
                return self.insert(taken)
            case e.Purge():
                return self.purge(taken)
            case e.Note(_, last, low, high, case):
                few = {0: "no child is", 1: "child 1 is", 2: "children 1 and 2 are"}
                children = few.get(last, f"children 1 to {last} are")
                bounds = f"l = {self.show(low)} and h = {self.show(high)}"
                entry = f"{children} in the search, with {bounds}{self.case(case)}"
                return f"BACKUP now says of {n}: {entry}."
            case e.Drop(_, dropped, case):
                if not dropped:
                    return f"BACKUP has nothing at or below {n} to remove{self.case(case)}."
                verb = "is" if len(dropped) == 1 else "are"
                return f"{self.name.listed(dropped)} {verb} removed from BACKUP{self.case(case)}."
            case e.Lookup(_, low, high, hit):
                asked = self.before.stack[-1].relation
                if asked:
                    use = "answers the question" if hit else "does not answer the question"
                else:
                    use = "is enough here" if hit else "is not enough here"
                holder = self.before.holder(taken.node)
                by = "" if holder in (None, taken.node) else f", as stored at {self.name(holder)}"
                worth = f"{n} is worth {self.between(low, high)}{by}"
                return f"The table says that {worth}: that {use}."
            case e.Same(_, other):
                met = self.name(other)
                return f"{n} is the same position as {met}, which the table holds."
            case e.Evict(_, other):
                gone, tree = self.name(other), self.tree
                if tree.position(taken.node) == tree.position(other):
                    return f"{n} is the same position as {gone} and takes over its entry."
                return f"The table forgets {gone}: its slot goes to {n}, a different position."
            case e.Store(_, low, high):
                return f"The table now says that {n} is worth {self.between(low, high)}."
            case e.PassBegins(_, number, low, high):
                if (low, high) == (-inf, inf):
                    return f"Pass {number}{self.at_depth()} begins."
                return f"Pass {number} begins: so far, {self.value_is(low, high)}."
            case e.PassEnds(_, number, low, high):
                known = f"Pass {number} ends: {self.value_is(low, high)}"
                return f"{known}, and the search is done." if self.after.is_last else f"{known}."
            case e.NewHorizon(_, depth):
                plies = "1 ply" if depth == 1 else f"{depth} plies"
                return f"The search now looks {plies} ahead: nodes at that depth count as leaves."
            case e.See(_, line):
                who = (
                    "a leaf"
                    if self.tree.is_leaf(taken.node)
                    else f"{self.to_move(taken.node)} to move"
                )
                return f"Line {line.removeprefix('L')} asks about {n}: {who}."
            case _:
                assert_never(taken)

    def to_move(self, n: Node) -> str:
        return self.tree.to_move(n)

    def worth(self, n: Node, value: Number) -> str:
        counts = "is worth" if self.tree.is_leaf(n) else "counts as"  # at a horizon
        return f"{self.name(n)} {counts} {self.show(value)}"

    def at_depth(self) -> str:
        """Say so where a value only holds for a horizon."""
        return " at this depth" if self.after.counters.horizons else ""

    # Visits

    def enter(self, taken: e.Enter) -> str:
        n, alpha, beta = taken.node, taken.alpha, taken.beta
        again = self.before.status(n) in (SOLVED_NODE, EVALUATED)
        visits = f"The search visits {self.name(n)}{' again' * again}"
        if self.tree.is_leaf(n):
            return f"{visits}, a leaf."
        if self.after.is_leaf(n):
            return f"{visits}, which counts as a leaf."
        visits = f"{visits}, with {self.to_move(n)} to move"
        if (alpha, beta) == (-inf, inf):
            return f"{visits}."
        if alpha == beta:
            both = f"α and β are both {self.show(beta)}, with nothing between them"
            return f"{visits}: {both}, but a strict search goes on."
        if beta == above(alpha):
            end = (
                f"less than {self.show(beta)}"
                if self.asks_less(self.after.stack)
                else f"more than {self.show(alpha)}"
            )
            return f"{visits} and a null window: is it worth {end}?"
        return f"{visits}: only values between {self.show(alpha)} and {self.show(beta)} matter."

    def update(self, taken: e.Update) -> str:
        n, value, alpha, beta = taken.node, taken.value, taken.alpha, taken.beta
        side, old = self.to_move(n), self.before.stack[-1]
        best = f"{self.name(n)} now has {self.show(value)}"
        if self.negates:
            return f"{best}, the best that {side} has found there so far."
        is_max = self.tree.is_max(n)
        if (alpha, beta) != (old.alpha, old.beta):
            return f"{best}{self.moved(taken, old)}."
        if old.relation or (alpha, beta) == (-inf, inf):
            if old.value is None or (old.value < value if is_max else value < old.value):
                best += f", the best for {side} there so far"
            about = f"; the question is about {self.show(old.alpha)}" if old.relation else ""
            return f"{best}{about}."
        if value <= alpha if is_max else beta <= value:
            short = (
                f"more than α = {self.show(alpha)}"
                if is_max
                else f"less than β = {self.show(beta)}"
            )
            return f"{best}, which is no {short}: the window stays."
        return f"{best}: the window stays."

    def moved(self, taken: e.Update, old: Call) -> str:
        """What a new value does to the window, and why if the leaves seen prove it."""
        n, value, alpha, beta = taken.node, taken.value, taken.alpha, taken.beta
        low, high = self.after.bounds(n)
        if self.tree.is_max(n) and old.alpha < alpha == value <= low and beta == old.beta:
            text = f": MAX can get at least that here, so α rises to {self.show(alpha)}"
            other = f"β = {self.show(beta)}"
        elif not self.tree.is_max(n) and high <= value == beta < old.beta and alpha == old.alpha:
            text = f": MIN can hold it to that here, so β falls to {self.show(beta)}"
            other = f"α = {self.show(alpha)}"
        else:
            return f"; α is now {self.show(alpha)}, and β is {self.show(beta)}"
        if alpha < beta:
            return text
        return f"{text} and {'meets' if alpha == beta else 'crosses'} {other}"

    def leave(self, taken: e.Leave) -> str:
        call, v = self.before.stack[-1], taken.value
        returns = f"{self.name(taken.node)} returns {self.show(v)}"
        if call.recalled:
            return f"{returns}, straight from the table."
        if self.negates:
            return f"{returns}, its worth to {self.to_move(taken.node)}, the side to move."
        low, high = self.after.bounds(taken.node)
        if low == v == high:
            return f"{returns}, its exact value{self.at_depth()}."
        if not (v <= low or high <= v):
            if v in map(
                self.after.extreme, (True, False)
            ):  # all values are equal, so it needs no leaf
                return f"{returns}, which the search counts as the best possible."
            return f"{returns}, which the leaves seen do not prove."
        at_least = v <= low
        sort = "at least" if at_least else "at most"
        null = call.first_beta == above(call.first_alpha)
        less = null and self.asks_less(self.before.stack)
        settled = call.settled_by(*((v, inf) if at_least else (-inf, v)))
        if (call.relation or null) and settled:
            return f"{returns}: {'yes' if at_least != less else 'no'}, it is worth {sort} that."
        end = call.first_beta if at_least else call.first_alpha
        if not call.relation and (end <= v if at_least else v <= end):
            limit = "below" if at_least else "above"
            further = f"further up only values {limit} {self.show(end)} matter"
            return f"{returns}: it is worth {sort} that, and {further}."
        end = self.after.extreme(at_least)
        if end <= v if at_least else v <= end:
            counts = f"the search counts {self.show(end)} as the best possible"
            return f"{returns}: it is worth {sort} that, and {counts}."
        if low <= v <= high:
            return f"{returns}, which the leaves seen do not prove."
        proved = f"the leaves seen prove that it is worth {self.between(low, high)}"
        return f"{returns}, but {proved}."

    def answer(self, taken: e.Answer) -> str:
        asked, is_max = self.asked(), self.tree.is_max(taken.node)
        below = [self.after.bounds(c) for c in self.tree.children(taken.node)]
        if taken.yes:
            shown = [passes(low, asked) for low, _ in below]
            reason = "one of its children is" if is_max else "all its children are"
        else:
            shown = [not passes(high, asked) for _, high in below]
            reason = "none of its children is" if is_max else "one of its children is not"
        word, verb = ("Yes", "is") if taken.yes else ("No", "is not")
        worth = f"worth {COMPARISONS[asked[0]]} {self.show(asked[1])}"
        n = self.name(taken.node)
        if not (any(shown) if is_max == taken.yes else all(shown)):
            return f"The search answers {word.lower()} for {n}, which the leaves seen do not prove."
        return f"{word}: {n} {verb} {worth}, because {reason}."

    def asked(self) -> Question:
        """The question that the visit on top began with."""
        question = self.before.stack[-1].question
        assert question is not None
        return question

    # OPEN and BACKUP

    def pop(self, taken: e.Pop) -> str:
        n, status, merit = taken.node, taken.status, taken.merit
        state = self.state(State(n, status, merit))
        if n == ROOT and status == SOLVED:
            return f"{state} is first in OPEN, and it is the root: {self.result(merit)}."
        if status == LIVE:
            kind = "leaf" if self.after.is_leaf(n) else f"{self.to_move(n)} node"
            what = f"a live {kind}"
        else:
            last = ", the last of its siblings" if self.gamma and taken.case == "5" else ""
            what = f"a solved {self.to_move(n)} node{last}"
        if not self.gamma:
            return f"{state} is taken from the front of OPEN{self.case(taken.case)}: {what}."
        best = "has the best merit"
        if self.before.stack:  # of the states that this visit has put into OPEN
            best += f" below {self.name(self.before.stack[-1].node)}"
        if not taken.case:
            top = self.before.stack[-1]
            if n == top.node:
                return f"{state} is first in OPEN: {self.name(n)} is solved."
            return f"{state} {best}, which is no more than α = {self.show(top.alpha)}."
        return f"{state} {best} and is taken from OPEN: {what}, case {taken.case} of Γ."

    def result(self, merit: Number) -> str:
        low, high = self.after.bounds(ROOT)
        lower, upper = self.after.timeline.given
        value = f"the value{self.at_depth()} is"
        if low == merit == high:
            return f"{value} {self.show(merit)}"
        if merit == upper <= low:
            return f"{value} at least {self.show(merit)}, the bound it was given"
        if merit == lower >= high:
            return f"{value} at most {self.show(merit)}, the bound it was given"
        return f"the search returns {self.show(merit)}, which the leaves seen do not prove"

    def why_pushed(self, n: Node, status: str, case: str) -> str:
        name = self.name(n)
        if case == "1":
            return f"any child of {self.name(n[:-1])} may be the best one"
        if case == "2":
            mover, parent = self.to_move(n[:-1]), self.name(n[:-1])
            if mover == "MAX":  # DUAL* looks for a strategy of MIN
                return f"a strategy of MIN answers MAX's moves at {parent} one at a time"
            return f"{mover}'s replies at {parent} are tried one at a time"
        if case in ("4", "4a"):
            return f"{self.name(n[:-1])} is only solved when its next child is, too"
        if case == "4b":
            return self.given_up(name)
        if case == "5":
            return f"all children of {name} are solved"
        if case == "6":
            return f"no other child of {name} has a better merit, so {name} is solved"
        if case == "6a":
            return f"{name} has reached its upper bound"
        if status == LIVE:
            return f"it is the turn of the next partition of {self.name(n[:-1])}"
        return f"nothing is left to try at {name}"

    def insert(self, taken: e.Insert) -> str:
        n, merit, case = taken.node, taken.merit, taken.case
        state = self.state(State(n, taken.status, merit))
        where = f"{self.place(taken)}{self.case(case)}"
        if not self.gamma:
            return f"{state} enters OPEN {where}."
        if case in ("3b", "3c"):
            return f"{state} enters OPEN {where}: {self.given_up('its leaf')}."
        value = self.after.known(n).low
        if not self.after.is_leaf(n):
            why = "that is what the search below it has found"
            if value > merit:
                why = f"it is worth at least {self.show(value)}, but no merit here can be higher"
        elif value == merit:
            why = "its merit is the leaf's own value"
        else:
            limit = "higher" if value > merit else "lower"
            why = f"the leaf is worth {self.show(value)}, but no merit here can be {limit}"
        return f"{state} enters OPEN {where}: {why}."

    def given_up(self, what: str) -> str:
        """Why PS* gives up a node; a cutoff gives the reason itself."""
        if self.after.cutoff:
            return "it is given up"
        return f"{what} cannot exceed the lower bound l in force here, so it is given up"

    def purge(self, taken: e.Purge) -> str:
        n, states, case = self.name(taken.node), taken.states, self.case(taken.case)
        if not states:
            return f"Nothing below {n} is left in OPEN{case}."
        verb = "is" if len(states) == 1 else "are"
        removed = f"{show_count(len(states), 'state')} below {n} {verb} removed from OPEN{case}"
        if self.after.cutoff:  # it says what is skipped
            return f"{removed}."
        more = f" and {len(states) - 3} more" if len(states) > 3 else ""
        return f"{removed}: {', '.join(map(self.state, states[:3]))}{more}."

    def case(self, case: str) -> str:
        return f" (case {case})" if case else ""

    def place(self, taken: e.Insert) -> str:
        """How many states are ahead: better ones, and equal ones further left."""
        ahead = self.after.open[: taken.place]
        equal = [s for s in ahead if s.merit == taken.merit]
        better = taken.place - len(equal)
        if not taken.place:
            return "at the front"
        words = []
        if better:
            words.append(show_count(better, "better state"))
        if equal:
            left = " further left" * all(s.node < taken.node for s in equal)
            words.append(show_count(len(equal), "equal one" if better else "equal state") + left)
        return f"behind {' and '.join(words)}"

    def state(self, state: State) -> str:
        n, status, merit = state
        return f"({self.name(n, short=True)}, {status}, {self.show(merit)})"

    # Numbers

    def value_is(self, low: Number, high: Number) -> str:
        """What a driver knows of the root, and whether the leaves seen prove it."""
        least, most = self.after.bounds(ROOT)
        if low <= least and most <= high:
            return f"the value{self.at_depth()} is {self.between(low, high)}"
        says = f"the search says that the value is {self.between(low, high)}"
        return f"{says}, which the leaves seen do not prove"

    def asks_less(self, stack: tuple[Call, ...]) -> bool:
        """Whether the null window on top asks for less than β; else it asks for more than α.

        MIN asks for less and MAX for more; the visits below pass the question on.
        """
        window = stack[-1].first_alpha, stack[-1].first_beta
        makers = (c for c in reversed(stack) if (c.first_alpha, c.first_beta) != window)
        maker = next(makers, None)
        return maker is not None and not self.tree.is_max(maker.node)

    def between(self, low: Number, high: Number) -> str:
        if low == high:
            return f"exactly {self.show(low)}"
        if high == inf:
            return f"at least {self.show(low)}"
        if low == -inf:
            return f"at most {self.show(high)}"
        return f"between {self.show(low)} and {self.show(high)}"
