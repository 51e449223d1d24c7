"""PS*, the hybrids and several workers once more, on nested lists and without `tracer`.

PS* is written from Table 3.1 and Appendix A of Srimani's thesis, with the repair of notebook 6 and
as printed, for trees of one width.
"""

from itertools import accumulate
from math import inf

from tests.helpers.plain import inner


def at(t, path):
    for i in path:
        t = t[i - 1]
    return t


def ps_star(t, sizes, published=False):
    """The value, the leaves in order, and the most entries in OPEN and BACKUP together."""
    ends = list(accumulate(sizes))
    front, backup, leaves, longest = [((), False, inf)], {}, [], 0

    def open_next(n):
        last, low, high = backup[n]
        end = next(e for e in ends if e > last)
        backup[n] = end, low, high
        front[:0] = [((*n, i), False, high) for i in range(last + 1, end + 1)]

    def below(n):
        return sorted(m for m in backup if m[: len(n)] == n)

    def forget(n):
        for m in below(n):
            del backup[m]

    def put(path, merit):
        worse = (k for k, (m, _, h) in enumerate(front) if (-h, m) > (-merit, path))
        front.insert(next(worse, len(front)), (path, True, merit))

    while True:
        longest = max(longest, len(front) + len(backup))
        n, solved, h = front.pop(0)
        here, i, is_max = at(t, n), n[:-1], len(n) % 2 == 0
        if solved and not n:
            return h, leaves, longest
        low = backup[i[:-1] if is_max else i][1] if n else -inf
        raised = h if published else max(h, low)
        if not solved and not inner(here):
            leaves.append(n)
            score = min(here, h)
            if not is_max:
                put(n, score if published else max(score, low))
            elif score > low:
                put(n, score)
            else:
                put(i, score if published and i[-1] not in ends else low)
        elif not solved and is_max:
            backup[n] = 0, low, h
            open_next(n)
        elif not solved:
            front.insert(0, ((*n, 1), False, h))
        elif is_max:
            forget(i)
            more = n[-1] < len(at(t, i)) and h > low
            front.insert(0, ((*i, n[-1] + 1), False, h) if more else (i, True, raised))
        else:
            last, low, high = backup[i]
            backup[i] = last, (low := max(low, h)), high
            front[:] = [state for state in front if state[0][: len(i)] != i]
            if low >= high:
                forget(i)
                front.insert(0, (i, True, high))
                continue
            for m in [*below(i)[1:], i]:
                if m in backup and backup[m][0] < ends[-1]:
                    last, own, high = backup[m]
                    if max(own, low) < high:
                        backup[m] = last, max(own, low), high
                        open_next(m)
                        break
                    forget(m)
            else:
                forget(i)
                front.insert(0, (i, True, low))


def hybrid(t, top, bottom, depth):
    """The leaves, in order, of one search down to a depth and another one below."""
    leaves = []

    def visit(t, path, a, b, above):
        """What a leaf is worth, or what the search below the frontier says."""
        if inner(t):
            return searches[bottom](t, path, a, b, inf)
        leaves.append(path)
        return t

    def alphabeta(t, path, a, b, left):
        if not inner(t) or not left:
            return visit(t, path, a, b, left)
        is_max = len(path) % 2 == 0
        v = -inf if is_max else inf
        for i, c in enumerate(t, 1):
            w = alphabeta(c, (*path, i), a, b, left - 1)
            v = max(v, w) if is_max else min(v, w)
            a, b = (max(a, v), b) if is_max else (a, min(b, v))
            if a >= b:
                break
        return v

    def sss(t, path, a, b, left):
        states = [(-b, (), False)]
        while True:
            merit, n, solved = min(states)
            states.remove((merit, n, solved))
            h, here, i = -merit, at(t, n), n[:-1]
            is_max = len(path + n) % 2 == 0
            if h <= a or (solved and not n):
                return h
            if not solved and (not inner(here) or len(n) == left):
                w = visit(here, path + n, -inf, h, left)
                states.append((-min(w, h), n, True))
            elif not solved:
                states += [(merit, (*n, k + 1), False) for k in range(len(here) if is_max else 1)]
            elif is_max and n[-1] < len(at(t, i)):
                states.append((merit, (*i, n[-1] + 1), False))
            else:
                states = [s for s in states if is_max or s[1][: len(i)] != i]
                states.append((merit, i, True))

    searches = {"alphabeta": alphabeta, "sss": sss}
    searches[top](t, (), -inf, inf, depth)
    return leaves


def share_out(t, workers, shared):
    """Work and span if workers search the root's children, one after the other, by alpha-beta.

    A leaf takes one unit of time. What is shared is the best value of a child so far, and whoever
    works on a child that cannot exceed it any more drops it. A private value is one's own.
    """

    def search(t, path, a, b, is_max):
        if not inner(t):
            yield path, t
            return t
        v = -inf if is_max else inf
        for i, c in enumerate(t, 1):
            w = yield from search(c, (*path, i), a, b, not is_max)
            v = max(v, w) if is_max else min(v, w)
            a, b = (max(a, v), b) if is_max else (a, min(b, v))
            if a >= b:
                break
        return v

    def most(t, path, is_max, seen):
        if not inner(t):
            return seen.get(path, inf)
        return (max if is_max else min)(
            most(c, (*path, i), not is_max, seen) for i, c in enumerate(t, 1)
        )

    best, jobs, waiting, work, time = [-inf] * workers, {}, list(t), 0, 0
    while waiting or jobs:
        for worker in range(workers):
            if waiting and worker not in jobs:
                child, known = waiting.pop(0), max(best) if shared else best[worker]
                jobs[worker] = child, list(search(child, (), known, inf, False)), {}
        time += 1
        for _, leaves, seen in jobs.values():
            seen.update([leaves.pop(0)])
            work += 1
        for worker, (child, leaves, seen) in list(jobs.items()):
            if not leaves:
                best[worker] = max(best[worker], most(child, (), False, seen))
                del jobs[worker]
        for worker, (child, _, seen) in list(jobs.items()):
            if shared and most(child, (), False, seen) <= max(best):
                del jobs[worker]
    return work, time
