"""The searches and games once more, on nested lists, as short as possible and without `tracer`.

tests/project/test_numbers.py computes the numbers in the notebooks again with these. A leaf is its
path, as in `trees`: (2, 1) is the first child of the second child.
"""

from bisect import insort
from functools import cache
from math import inf, prod

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def inner(t):
    return isinstance(t, list)


def minimax(t, is_max=True):
    return (max if is_max else min)(minimax(c, not is_max) for c in t) if inner(t) else t


def strategies(t, is_max=True):
    """How many strategies the side has that moves at even depth (with `is_max`) or at odd depth."""
    if not inner(t):
        return 1
    return (sum if is_max else prod)(strategies(c, not is_max) for c in t)


def alphabeta(t, fail_hard=False, strict=False, is_max=True):
    """The leaves in the order in which they are looked at, and the number of nodes visited."""
    leaves, visits = [], 0

    def search(t, path, a, b, is_max):
        nonlocal visits
        visits += 1
        if not inner(t):
            leaves.append(path)
            return t
        v = -inf if is_max else inf
        for i, c in enumerate(t, 1):
            w = search(c, (*path, i), a, b, not is_max)
            v = max(v, w) if is_max else min(v, w)
            a, b = (max(a, v), b) if is_max else (a, min(b, v))
            if a > b or (a == b and not strict):
                break
        return (a if is_max else b) if fail_hard else v

    search(t, (), -inf, inf, is_max)
    return leaves, visits


def scout(t):
    """The leaves in the order in which they are looked at, repeats included."""
    looks = []

    def better(t, path, v, is_max, strictly):
        if not inner(t):
            looks.append(path)
            return t > v if strictly else t >= v
        ask = any if is_max else all
        parts = enumerate(t, 1)
        return ask(better(c, (*path, i), v, not is_max, strictly) for i, c in parts)

    def evaluate(t, path, is_max):
        if not inner(t):
            looks.append(path)
            return t
        v = evaluate(t[0], (*path, 1), not is_max)
        for i, c in enumerate(t[1:], 2):
            if better(c, (*path, i), v, not is_max, strictly=is_max) == is_max:
                v = evaluate(c, (*path, i), not is_max)
        return v

    evaluate(t, (), True)
    return looks


def sss(t):
    """The leaves of SSS*, how often Γ acts, and the longest list."""
    states, leaves, actions, longest = [(-inf, (), False)], [], 0, 0
    while True:
        longest = max(longest, len(states))
        (merit, path, solved), *states = states
        actions += 1
        node, above = t, []
        for i in path:
            above, node = node, node[i - 1]
        is_max, parent = len(path) % 2 == 0, path[:-1]
        if solved and not path:
            return leaves, actions, longest
        if not solved and not inner(node):
            leaves.append(path)
            new = [(max(merit, -node), path, True)]
        elif not solved:
            new = [(merit, (*path, i + 1), False) for i in range(len(node) if is_max else 1)]
        elif is_max and path[-1] < len(above):
            new = [(merit, (*parent, path[-1] + 1), False)]
        else:
            if not is_max:
                states = [s for s in states if s[1][: len(parent)] != parent]
            new = [(merit, parent, True)]
        for state in new:
            insort(states, state)


def mtd(t, first, is_max=True):
    """Passes, leaves, visits and entries of a driver that asks about the bound just found."""
    table, leaves, visits, passes = {}, 0, 0, 0

    def yes(g):
        return g > gamma if strictly else g >= gamma

    def test(t, path, is_max):
        nonlocal leaves, visits
        visits += 1
        low, high = table.get(path, (-inf, inf))
        if yes(low) or not yes(high):
            return low if yes(low) else high
        if not inner(t):
            leaves += 1
            table[path] = t, t
            return t
        g = -inf if is_max else inf
        for i, c in enumerate(t, 1):
            g = (max if is_max else min)(g, test(c, (*path, i), not is_max))
            if yes(g) == is_max:
                break
        table[path] = (g, high) if yes(g) else (low, g)
        return g

    low, high, gamma, strictly = -inf, inf, first, first == -inf
    while low < high:
        passes += 1
        g = test(t, (), is_max)
        low, high, strictly = (g, high, True) if yes(g) else (low, g, False)
        gamma = g
    return passes, leaves, visits, len(table)


def nim(piles, is_max=True):
    """The tree of Nim in which whoever takes the last match loses, and its positions."""
    if not any(piles):
        return (1 if is_max else -1), {(piles, is_max)}
    after = {}
    for i, pile in enumerate(piles):
        for left in reversed(range(pile)):
            after[tuple(sorted((*piles[:i], left, *piles[i + 1 :]), reverse=True))] = None
    parts = [nim(p, not is_max) for p in after]
    return [t for t, _ in parts], {(piles, is_max)}.union(*(found for _, found in parts))


def size(t):
    return 1 + sum(map(size, t)) if inner(t) else 1


@cache
def noughts(board="." * 9):
    """How many games of tic-tac-toe go on from a board, and which boards they come to."""
    side = "XO"[board.count("X") > board.count("O")]
    if any(board[a] == board[b] == board[c] != "." for a, b, c in LINES) or "." not in board:
        return 1, frozenset([board])
    parts = [noughts(board[:i] + side + board[i + 1 :]) for i in range(9) if board[i] == "."]
    return sum(n for n, _ in parts), frozenset([board]).union(*(found for _, found in parts))


def alike(board):
    """A board, turned and mirrored until it is the smallest of its kind."""
    images = []
    for _ in range(4):
        board = "".join(board[i] for i in (6, 3, 0, 7, 4, 1, 8, 5, 2))
        images += [board, board[2::-1] + board[5:2:-1] + board[:5:-1]]
    return min(images)


def connect_four(columns, depth):
    """Leaves, nodes and positions of Connect Four, `depth` plies from some columns of pieces."""
    width, height = 7, 6

    def won(c):
        r, piece = len(columns[c]) - 1, columns[c][-1]

        def run(dc, dr):
            n, x, y = 0, c + dc, r + dr
            while 0 <= x < width and 0 <= y < len(columns[x]) and columns[x][y] == piece:
                n, x, y = n + 1, x + dc, y + dr
            return n

        return any(run(x, y) + run(-x, -y) >= 3 for x, y in ((1, 0), (0, 1), (1, 1), (1, -1)))

    leaves, nodes, positions = 0, 0, set()

    def go(last, left):
        nonlocal leaves, nodes
        nodes += 1
        positions.add((tuple(columns), left))
        moves = [c for c in range(width) if len(columns[c]) < height]
        if not left or not moves or (last is not None and won(last)):
            leaves += 1
            return
        piece = "AB"[sum(map(len, columns)) % 2]
        for c in moves:
            columns[c] += piece
            go(c, left - 1)
            columns[c] = columns[c][:-1]

    columns = list(columns)
    go(None, depth)
    return leaves, nodes, len(positions)


def with_positions(game, state, left):
    """Visits, leaves and hits of alpha-beta with a table by position and plies left (if any)."""
    table, visits, leaves, hits = {}, 0, 0, 0

    def search(state, left, alpha, beta):
        nonlocal visits, leaves, hits
        visits += 1
        low, high = table.get((state, left), (-inf, inf))
        if low >= beta or high <= alpha or low == high:
            hits += 1
            return low if low >= beta or low == high else high
        if game.terminal(state) or left == 0:
            leaves += 1
            v = game.utility(state) if game.terminal(state) else game.evaluate(state)
            table[state, left] = v, v
            return v
        is_max, a, b = game.to_move(state) == "MAX", alpha, beta
        v = -inf if is_max else inf
        for move in game.moves(state):
            w = search(game.apply(state, move), left and left - 1, a, b)
            v = max(v, w) if is_max else min(v, w)
            a, b = (max(a, v), b) if is_max else (a, min(b, v))
            if a >= b:
                break
        table[state, left] = low if v <= alpha else v, high if v >= beta else v
        return v

    search(state, left, -inf, inf)
    return visits, leaves, hits


def deepening(game, state, depth):
    """Leaves of all passes of iterative deepening, and of alpha-beta at the last depth alone.

    A pass tries children in the order of what they returned last, and those not visited last.
    """
    returned, leaves = {}, 0

    def search(state, path, left, a, b, known):
        nonlocal leaves
        if not left or game.terminal(state):
            leaves += 1
            v = game.utility(state) if game.terminal(state) else game.evaluate(state)
        else:
            is_max = game.to_move(state) == "MAX"
            worst = -inf if is_max else inf
            moves = sorted(
                game.moves(state), key=lambda m: known.get((*path, m), worst), reverse=is_max
            )
            v = worst
            for m in moves:
                w = search(game.apply(state, m), (*path, m), left - 1, a, b, known)
                v = max(v, w) if is_max else min(v, w)
                a, b = (max(a, v), b) if is_max else (a, min(b, v))
                if a >= b:
                    break
        returned[path] = v
        return v

    search(state, (), depth, -inf, inf, {})
    alone, leaves = leaves, 0
    returned.clear()
    for limit in range(1, depth + 1):
        search(state, (), limit, -inf, inf, dict(returned))
    return leaves, alone
