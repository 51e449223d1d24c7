"""Questions about a search of a tree, answered with plain values and graded from the trace."""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from tracer.algorithms.registry import Conventions, Search
from tracer.exercises.ask.answers import brief, read_entries, read_node
from tracer.exercises.ask.asked_at import At
from tracer.exercises.ask.feedback import NOT_ANSWERED, Feedback, unreadable
from tracer.exercises.ask.hints import Hint
from tracer.exercises.ask.marking import PARTS, RULES, above_guessing, best_guess, mark_exact
from tracer.exercises.ask.misconceptions import MISCONCEPTIONS, Misconception
from tracer.exercises.ask.no_effort import guesses, no_effort
from tracer.exercises.ask.plain_values import PLAIN, AnswerError, plain
from tracer.exercises.ask.question_kinds import KINDS, Kind
from tracer.trace.trace import Trace, record
from trees.tree import Tree

if TYPE_CHECKING:
    from tracer.exercises.ask.asking import Asking


class Question:
    """One question: `prompt` asks it, `check(answer)` grades an answer, and `answer` is the key.

    `at` says where to ask: a node for "window" and "returned", the number of visits so far for
    "next", of actions of Γ so far for "open", "backup" and "case", and of the pass for "bounds".
    `trace` is the search of this tree with these options, if it is recorded already.
    """

    def __init__(
        self,
        kind: str,
        search: Search,
        tree: Tree,
        /,
        *,
        at: Any = None,
        trace: Trace | None = None,
        **options: Any,
    ) -> None:
        if kind not in KINDS:
            known = ", ".join(KINDS)
            raise ValueError(f"Unknown kind of question {kind!r}. Choose one of: {known}.")
        self.kind = kind
        self.search = search
        self.tree = tree
        self.options = options
        self.at: At = _read_at(kind, at, tree)
        self.trace: Trace = record(search, tree, **options) if trace is None else trace
        try:
            self.answer = self._kind.key(self.trace, self.at)
        except LookupError as error:
            where = "" if at is None else f" at {at!r}"
            asked = f"a question of kind {kind!r}{where}"
            raise ValueError(f"{asked} cannot be asked about this search: {error}") from None

    @property
    def _kind(self) -> Kind:
        return KINDS[self.kind]

    @property
    def prompt(self) -> str:
        """The question in words."""
        return self._kind.prompt(self.trace, self.at)

    @property
    def rule(self) -> str:
        """How a partly right answer is marked."""
        rule = RULES[self._kind.mark]
        if self._kind.mark is mark_exact:
            return rule
        return f"{rule}, on a scale from the best wrong guess (0 %) to the right answer (100 %)"

    @cached_property
    def no_effort(self) -> dict[str, Any]:
        """Answers that take no thought, by strategy."""
        return no_effort(self.kind, self.tree, self.at)

    @cached_property
    def _guesses(self) -> list[float]:
        """How far each guess agrees with the key."""
        mark = self._kind.mark
        return [mark(self.answer, guess) for guess in guesses(self.kind, self.tree, self.at)]

    def mark(self, answer: Any) -> float:
        """The mark for an answer in the form of the key; `check` also reads and explains."""
        return above_guessing(self._kind.mark(self.answer, answer), self._guesses)

    def check(self, given: Any = None) -> Feedback:
        """Grade an answer and say where it goes wrong; never raises."""
        if given is None or given is Ellipsis:
            return NOT_ANSWERED
        try:
            answer = self._kind.read(plain(given), self.trace)
        except AnswerError as error:
            return self._partly_read(given, error)
        except Exception:  # an object may raise anything when it is inspected
            return unreadable(f"This answer cannot be read. {PLAIN}")
        mark = self.mark(answer)
        if mark == 1:
            return Feedback(1.0, "Right.")
        hint = self._kind.explain(self.trace, self.at, self.answer, answer)
        fits = [name for name, key in self._conventions if key == answer]
        wrong = [wrong for wrong, key in self._misconceptions if key == answer]
        return Feedback(
            mark,
            hint.where,
            hint.step,
            (*fits, *(found.name for found in wrong)),
            hint.why + _recognised(fits, wrong),
            self._solution(hint),
        )

    def reckoning(self, given: Any) -> str:
        """How the mark for an answer comes about, in numbers; empty if it is all or nothing."""
        if self._kind.mark is mark_exact:
            return ""
        try:
            answer = self._kind.read(plain(given), self.trace)
        except AnswerError:
            answer = self._entries(given)[0]
        except Exception:
            answer = None
        if answer is None or answer == self.answer:
            return ""
        right, of = PARTS[self._kind.mark](self.answer, answer)
        raw, guess = right / of, best_guess(self._guesses)
        what = f"“{self._named_guess(guess)}”, {guess:.1%}"
        if raw <= guess:
            return f"{right} of {of}, {raw:.1%}, no more than the best wrong guess, {what}"
        earned = f"({raw:.1%} − {guess:.1%}) / (100% − {guess:.1%}) = {self.mark(answer):.1%}"
        return f"{right} of {of}, {raw:.1%}; the best wrong guess, {what}; {earned}"

    def _named_guess(self, agrees: float) -> str:
        """The guess that agrees so far with the key, in words."""
        if agrees not in self._guesses:
            return "nothing"
        names = [*self.no_effort]
        k = self._guesses.index(agrees)
        if k < len(names):
            return names[k]
        many = len([*guesses(self.kind, self.tree, self.at)][k])
        return f"the first {many} leaves"

    def ask(self) -> "Asking":
        """Show the tree and take the answer by mouse or keyboard; `value` is the answer.

        Displayed in a notebook, it also shows the answer as a line of code to copy.
        """
        from tracer.exercises.ask.asking import Asking, shown

        return Asking(self, shown(self.kind, self.trace, self.at))

    def _partly_read(self, given: Any, error: AnswerError) -> Feedback:
        """Mark the entries that can be read; each of the others counts as a wrong one."""
        if self._kind.mark is mark_exact:
            return unreadable(error)
        answer, unread = self._entries(given)
        if answer is None or not unread:
            return unreadable(error)
        wrong = "It counts" if unread == 1 else f"In all, {unread} entries count"
        return unreadable(f"{error}. {wrong} as wrong", self.mark(answer))

    def _entries(self, given: Any) -> tuple[Any, int]:
        """The answer as far as it can be read, and how many of its entries cannot."""
        try:
            return read_entries(
                plain(given), lambda entry: self._kind.read(entry, self.trace), self.tree
            )
        except Exception:  # there are no entries
            return None, 0

    def _solution(self, hint: Hint) -> str:
        """The right answer, and the step that shows where the given one went wrong."""
        text = f"The right answer is {self._kind.show(self.answer, self.tree)}."
        if hint.step is None:
            return text
        text += f"\nStep {hint.step}: {self.trace.caption(hint.step)}"
        if hint.step in self.trace.cutoffs:
            inequality = self.trace.why(hint.step).inequality
            text += f" In terms of leaves: {inequality}." if inequality else ""
        return text

    @cached_property
    def _conventions(self) -> list[tuple[str, Any]]:
        """The keys under other conventions, those with the fewest changes first."""
        known = self.trace.algorithm.conventions
        return [
            (
                ", ".join(known[option][value] for option, value in changes.items()),
                self._key_of(self.search, self.options | changes),
            )
            for changes in _variants(known, self.options)
        ]

    @cached_property
    def _misconceptions(self) -> list[tuple[Misconception, Any]]:
        known = MISCONCEPTIONS.get(self.trace.algorithm.name, ())
        return [(wrong, self._key_of(wrong.search, {})) for wrong in known]

    def _key_of(self, search: Search, options: dict[str, Any]) -> Any:
        try:
            return self._kind.key(record(search, self.tree, **options), self.at)
        except LookupError:
            return None

    def __repr__(self) -> str:
        return f"<Question {self.kind}: {self.prompt}>"

    def _repr_markdown_(self) -> str:
        return f"**Question.** {_escaped(self.prompt)} *(Marks: {self.rule}.)*"


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>()#+-.!|$&" else c for c in text)


def _recognised(fits: list[str], wrong: list[Misconception]) -> str:
    """What else leads to this answer: another convention, or a common mistake."""
    text = f" Your answer is right under another convention: {fits[0]}." if fits else ""
    if wrong:
        first, *others = (f"“{found.name}”" for found in wrong)
        text += f" A common mistake leads to your answer: {first}. {wrong[0].remark}"
        text += f" The same answer comes from {' or '.join(others)}." if others else ""
    return text


def _read_at(kind: str, at: Any, tree: Tree) -> At:
    place = KINDS[kind].at
    if place == "the whole search":
        if at is not None:
            raise ValueError(f"a question of kind {kind!r} is about the whole search: omit 'at'")
        return None
    if place == "a node":
        if at is None:
            raise ValueError(f"a question of kind {kind!r} needs a node, such as at='1.2'")
        return read_node(at, tree)
    if type(at) is not int or at < 0:
        allowed = f"an integer of at least 0 in a question of kind {kind!r}"
        raise ValueError(f"at must be {allowed}, not {brief(at)}")
    return at


def _variants(known: Conventions, options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All changes to other conventions: first single ones, then several together."""
    others = {
        option: [v for v in values if v != options.get(option, next(iter(values)))]
        for option, values in known.items()
    }
    for size in range(1, len(others) + 1):
        for chosen in combinations(others, size):
            for values in product(*(others[option] for option in chosen)):
                yield dict(zip(chosen, values, strict=True))
