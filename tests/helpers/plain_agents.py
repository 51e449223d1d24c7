"""Agents with a budget and with first guesses once more, for games, and without `tracer`.

A game is one of `trees.games`, with its moves and estimates. Trees are nested lists.
"""

from math import inf

from tests.helpers import plain


def below(game, state, depth, first=()):
    """The tree below a position, with the moves in `first` before all others."""
    if not depth or game.terminal(state):
        return game.utility(state) if game.terminal(state) else game.evaluate(state)
    return [below(game, game.apply(state, m), depth - 1) for m in ordered(game, state, first)]


def ordered(game, state, first):
    return [*first, *(m for m in game.moves(state) if m not in first)]


def best(tree, is_max):
    """The value, and the place of the first child that has it."""
    worth = [plain.minimax(c, not is_max) for c in tree]
    value = (max if is_max else min)(worth)
    return value, worth.index(value)


def clock(game, state, budget, most=12):
    """Move, value and nodes of each depth that alpha-beta finishes with a budget of nodes.

    Depth 1 is always finished, and each depth tries the last one's move first.
    """
    spent, found = 0, []

    class SpentError(Exception):
        pass

    def search(state, moves, left, a, b):
        nonlocal spent
        is_max, chosen = game.to_move(state) == "MAX", None
        v = -inf if is_max else inf
        for m in moves:
            if found and spent >= budget:
                raise SpentError
            spent += 1
            after = game.apply(state, m)
            if game.terminal(after) or left == 1:
                w = game.utility(after) if game.terminal(after) else game.evaluate(after)
            else:
                _, w = search(after, game.moves(after), left - 1, a, b)
            if w > v if is_max else w < v:
                v, chosen = w, m
            a, b = (max(a, v), b) if is_max else (a, min(b, v))
            if a >= b:
                break
        return chosen, v

    for depth in range(1, min(most, game.plies(state)) + 1):
        before, first = spent, [move for move, *_ in found[-1:]]
        try:
            move, value = search(state, ordered(game, state, first), depth, -inf, inf)
        except SpentError:
            break
        found.append((move, value, spent - before))
    return found


def with_guesses(game, state, last, depths):
    """What MTD(f) finds depth by depth: the move, its value, and the nodes below the root.

    `last` is what it found two plies earlier, if anything. The guess is then its value for the
    same horizon, or for the last one; otherwise that of two depths before.
    """
    is_max, found = game.to_move(state) == "MAX", []
    for depth in range(1, depths + 1):
        before = last[depth + 1 :][:1] or last[-1:] or found[-2:]
        guess = before[0][1] if before else 0
        first = [move for move, *_ in found[-1:]]
        tree = below(game, state, depth, first)
        value, i = best(tree, is_max)
        passes, _, visits, _ = plain.mtd(tree, guess, is_max)
        found.append((ordered(game, state, first)[i], value, visits - passes))
    return found


def guesses(game, starts, depth, plies):
    """How far off, passes, visits and leaves: of alpha-beta, then of MTD(f) from five guesses.

    An agent plays itself; both sides' first moves have no last move, and are left out.
    """
    rows = []
    for state in starts:
        last = {}
        for _ in range(plies):
            is_max, tree = game.to_move(state) == "MAX", below(game, state, depth)
            value, i = best(tree, is_max)
            if is_max in last:
                looks, visits = plain.alphabeta(tree, is_max=is_max)
                shallow = (plain.minimax(below(game, state, depth - d), is_max) for d in (1, 2))
                row = [(0, 1, visits, len(looks))]
                for guess in (0, *shallow, last[is_max], value):
                    passes, leaves, visits, _ = plain.mtd(tree, guess, is_max)
                    row.append((abs(guess - value), passes, visits, leaves))
                rows.append(row)
            last[is_max] = value
            state = game.apply(state, game.moves(state)[i])
            if game.terminal(state):
                break
    return [list(column) for column in zip(*rows, strict=True)]


def quiet_pear(board):
    """Whether nobody can complete four of Pear with the next piece, from the drawn board."""
    rows = [row.replace(" ", "") for row in reversed(board.split("\n"))]
    columns = ["".join(row[c] for row in rows).rstrip("·") for c in range(7)]

    def run(piece, x, y, right, up):
        n, x, y = 0, x + right, y + up
        while 0 <= x < 7 and 0 <= y < len(columns[x]) and columns[x][y] == piece:
            n, x, y = n + 1, x + right, y + up
        return n

    return not any(
        run(piece, x, len(column), *way) + run(piece, x, len(column), -way[0], -way[1]) >= 3
        for x, column in enumerate(columns)
        for piece in "AB"
        for way in ((1, 0), (0, 1), (1, 1), (1, -1))
        if len(column) < 6
    )


def quiescent(pear, state, left, beyond):
    """The tree of Pear that goes on at most `beyond` plies where it is not quiet."""
    if pear.terminal(state):
        return pear.utility(state)
    if left <= 0 and (left <= -beyond or quiet_pear(pear.draw(state))):
        return pear.evaluate(state)
    return [quiescent(pear, pear.apply(state, m), left - 1, beyond) for m in pear.moves(state)]
