"""Students who do not think: one copies hints into the answer, the others guess."""

import re
from math import inf
from random import Random

from tracer.exercises.ask.hints import NARROWEST

TRIES = 30
_NUMBER = re.compile(r"[−-]?(?:\d+(?:\.\d+)*|∞)")


def written_in(text, tree):
    """All nodes and numbers that a text may name, however unlikely."""
    words = re.findall(r"[\w.]+", text)
    names = {tree.name(n): n for n in tree.nodes()}
    nodes = [names[word.strip(".")] for word in words if word.strip(".") in names]
    numbers = []
    for word in _NUMBER.findall(text.replace("−", "-")):
        if word.count(".") < 2:
            numbers.append(float(word.replace("∞", "inf")))
    if "the root" in text:
        nodes.append(())
    return nodes, numbers


class Copycat:
    """Puts whatever the feedback names into the answer, at the place that it names."""

    def __init__(self, question, seed):
        self.question = question
        self.random = Random(seed)

    def material(self, feedback):
        """Nodes, numbers and places to try."""
        nodes, numbers = written_in(f"{feedback.text} {feedback.why}", self.question.tree)
        start = next((int(x) for x in numbers if x > 0 and x % NARROWEST == 0 and x < inf), 0)
        return nodes, numbers, range(start, start + NARROWEST)

    def play(self, answer):
        """The best mark of many tries, each one step from the best answer so far."""
        feedback = self.question.check(answer)
        for _ in range(TRIES):
            changed = self.change(answer, *self.material(feedback))
            again = self.question.check(changed)
            if again.score >= feedback.score:
                answer, feedback = changed, again
            if feedback.right:
                break
        return feedback.score

    def change(self, answer, nodes, numbers, places):
        pick = self.random.choice
        match self.question.kind:
            case "leaves":
                at = pick(places)
                new = [pick(nodes)] if nodes and self.random.random() < 0.5 else []
                return (*answer[:at], *new, *answer[at + self.random.randrange(2) :])
            case "open" | "backup":
                entries = list(answer)
                at = pick(places)
                if at < len(entries) and self.random.random() < 0.5:
                    del entries[at]
                elif at < len(entries) and numbers:
                    entries[at] = (*entries[at][:-1], pick(numbers))
                elif nodes and entries:
                    entries.insert(at, (pick(nodes), *pick(entries)[1:]))
                return tuple(entries)
            case "cuts":
                return answer ^ {pick(nodes)} if nodes else answer
            case "values":
                return answer | {pick(nodes): pick(numbers)} if nodes and numbers else answer
            case "window" | "bounds":
                new = pick(numbers) if numbers else inf
                return (new, answer[1]) if self.random.random() < 0.5 else (answer[0], new)
            case "returned" | "case":
                return pick(numbers) if numbers else answer
            case "next":
                return pick(nodes) if nodes else answer


class Blind(Copycat):
    """Makes the same kinds of changes as the copycat, but anywhere: the hint's place is ignored."""

    def material(self, feedback):
        nodes, numbers, _ = super().material(feedback)
        return nodes, numbers, range(self.question.tree.leaf_count())


class Guesser(Copycat):
    """Makes the same changes without reading the feedback."""

    def material(self, feedback):
        tree = self.question.tree
        kind = self.question.kind
        nodes = list(tree.leaves() if kind == "leaves" else tree.nodes())
        numbers = [tree.value(n) for n in tree.leaves()]
        if kind == "case":
            numbers = list(range(1, 7))
        return nodes, [*numbers, inf, -inf], range(tree.leaf_count())
