"""What the arena shows: the board, who plays what, the score and the analysis, as plain values."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tracer.agents import AGENTS, Agent, Choice, deepest, fitting
from tracer.agents.analysis import Analysis, Valued
from tracer.draw.boards import SIDES, cells, owner, piece
from trees.games import Game
from trees.number import Number, show, show_count

Seats = Mapping[str, Agent | None]
View = dict[str, Any]
_Game = Game[Any, Any]
_Cell = tuple[int, int]


class Ply(NamedTuple):
    """A move, the state before it, and the agent and its choice unless it was made by hand."""

    state: Any
    move: Any
    agent: Agent | None = None
    choice: Choice | None = None


class Result(NamedTuple):
    """A finished game: who played MAX and MIN, and its value."""

    players: tuple[str, str]
    value: Number


# Who plays what


def other(side: str) -> str:
    """The other side."""
    return "MIN" if side == "MAX" else "MAX"


def role(game: _Game, side: str) -> str:
    """What a side plays, such as "X (MAX)"."""
    return side if piece(game, side) == side else f"{piece(game, side)} ({side})"


def player(game: _Game, seats: Seats, side: str) -> str:
    """Who plays a side: an agent's name, "you", or the role if people play each other."""
    agent, opponent = seats[side], seats[other(side)]
    if agent is None:
        return role(game, side) if opponent is None else "you"
    same = opponent is not None and opponent.name == agent.name
    return f"{agent.name}, {role(game, side)}" if same else agent.name


def pair(game: _Game, seats: Seats) -> tuple[str, str]:
    """Who plays MAX, and who plays MIN."""
    return player(game, seats, "MAX"), player(game, seats, "MIN")


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def suited(game: _Game, agent: Agent | None) -> Agent | None:
    """An agent as given; one of Pantel's, made for Pear, looks only as far ahead as it can here."""
    if agent is None or AGENTS.get(agent.name) != agent:
        return agent
    return fitting(agent, game)


def menu(game: _Game, given: Sequence[Agent]) -> dict[str, Agent]:
    """The agents to choose from, by name: those that the arena was made with, then Pantel's."""
    pantel = {name: fitting(agent, game) for name, agent in AGENTS.items()}
    return {agent.name: agent for agent in given} | {
        name: agent for name, agent in pantel.items() if name not in {a.name for a in given}
    }


def seats_view(game: _Game, seats: Seats, agents: Mapping[str, Agent]) -> list[View]:
    """The menus for both sides."""
    shown = []
    for side in SIDES:
        agent = seats[side]
        by_hand = "another person" if side == "MIN" and seats["MAX"] is None else "you"
        options = [["", by_hand]] + [[name, f"{name} ({_search(a)})"] for name, a in agents.items()]
        depth = agent.depth if agent else 0
        most = max(depth, deepest(game, agent.search)) if agent else 0
        name = agent.name if agent else ""
        about = {"side": side, "role": role(game, side), "piece": piece(game, side)}
        shown.append({**about, "player": name, "options": options, "depth": depth, "most": most})
    return shown


def _search(agent: Agent) -> str:
    return agent.search.__name__.replace("_", " ").replace("alphabeta", "alpha-beta")


def score(game: _Game, seats: Seats, results: Sequence[Result]) -> str:
    """How often each of the two players has won, whichever side they played."""
    players = pair(game, seats)
    played = [r for r in results if set(r.players) == set(players)]
    won = dict.fromkeys(players, 0)
    for result in played:
        if result.value:
            won[result.players[result.value < 0]] += 1
    drawn = sum(not r.value for r in played)
    return ", ".join([*(f"{name} {count}" for name, count in won.items()), f"drawn {drawn}"])


# What has happened, in words


def message(game: _Game, state: Any, history: Sequence[Ply], seats: Seats) -> str:
    """The last move, and whose turn it is or how the game ended."""
    told = ""
    if history:
        ply = history[-1]
        side = game.to_move(ply.state)
        who = ply.agent.name if ply.agent else capital(player(game, {**seats, side: None}, side))
        move = game.move_name(ply.move)
        told = f"{who} {'played' if who == 'You' else 'plays'} {move}"
        if ply.choice is not None:
            nodes, leaves = met(ply.choice), ply.choice.leaves
            seen = f"{nodes:,} node{'s' * (nodes != 1)}" if nodes else f"{leaves:,} leaves"
            told += f" ({seen}, value {worth(game, ply.choice.value)})"
        told += ". "
    if game.terminal(state):
        end = game.utility(state)
        if not end:
            return f"{told}The game is over: it is a draw."
        side = "MAX" if end > 0 else "MIN"
        who = player(game, seats, side)
        as_role = "" if role(game, side) in who else f" as {role(game, side)}"
        return f"{told}The game is over: {who} {'win' if who == 'you' else 'wins'}{as_role}."
    side = game.to_move(state)
    if seats[side] is not None:
        return f"{told}{player(game, seats, side)} is to move."
    if seats[other(side)] is None:
        return f"{told}{capital(role(game, side))} is to move."
    return f"{told}Your turn: you play {role(game, side)}."


def met(choice: Choice) -> int:
    """How many nodes were visited for their value or with a question."""
    return choice.nodes + choice.tests


def worth(game: _Game, value: Number) -> str:
    """A value to MAX: signed, or who wins."""
    low, high = game.extremes()
    if value in (low, high) and low < 0 < high:
        return f"{piece(game, 'MAX' if value == high else 'MIN')} wins"
    return f"+{show(value)}" if value > 0 else show(value)


def outcome(game: _Game, value: Number) -> str:
    """A value to MAX, in a sentence."""
    text = worth(game, value)
    return text if text.endswith("wins") else f"the value is {text}"


def share(game: _Game, value: Number) -> float:
    """The part of the evaluation bar that is MAX's, from 0 to 1; a won game fills it."""
    low, high = game.extremes()
    if value in (low, high) and low < 0 < high:
        return 1.0 if value > 0 else 0.0
    clear = getattr(game, "clear_lead", high / 4 if high > 0 else 1)
    return round(0.5 + 0.46 * value / (abs(value) + clear), 3)


# The board


def board(game: _Game, state: Any, before: Any, moves: Sequence[Any]) -> View:
    """The squares, with what they hold, where the last move was, and which moves they stand for."""
    rows = cells(game.draw(state))
    at: dict[_Cell, list[int]] = {}
    homes: dict[_Cell, list[int]] = {}
    for i, move in enumerate(moves):
        squares = game.squares(state, move)
        for square in squares:
            at.setdefault(square, []).append(i)
        homes.setdefault(squares[0], []).append(i)
    last = _last(game, rows, before)
    return {
        "rows": [
            [
                {
                    "text": text,
                    "owner": owner(game, text),
                    "moves": at.get((r, c), []),
                    "home": homes.get((r, c), []),
                    "last": (r, c) in last,
                }
                for c, text in enumerate(row)
            ]
            for r, row in enumerate(rows)
        ],
        "columns": getattr(game, "columns", ""),
        "numbers": getattr(game, "rows", ""),
        "moves": [game.move_name(move) for move in moves],
    }


def still(game: _Game, state: Any, before: Any) -> View:
    """A board to look at."""
    rows = cells(game.draw(state))
    last = _last(game, rows, before)
    return {
        "rows": [
            [[text, owner(game, text), int((r, c) in last)] for c, text in enumerate(row)]
            for r, row in enumerate(rows)
        ]
    }


def _last(game: _Game, rows: list[list[str]], before: Any) -> set[_Cell]:
    """The squares that the last move changed."""
    if before is None:
        return set()
    old = cells(game.draw(before))
    return {
        (r, min(c, len(rows[r]) - 1))
        for r, row in enumerate(old)
        for c, text in enumerate(row)
        if r < len(rows) and (c >= len(rows[r]) or rows[r][c] != text)
    }


# The analysis


def analysis_view(
    game: _Game, state: Any, report: Analysis, mode: str, wanted: int, before: Any
) -> View:
    """A report of the analysis: what every move is worth, the best line, and how far it got."""
    known: dict[str, Any] = {
        "mode": mode,
        "of": len(game.moves(state)),
        "tried": report.tried,
        "looking": report.looking,
        "depth": report.depth,
        "progress": progress(game, state, report, wanted),
    }
    if not report.depth:
        return known | {"moves": [], "line": [], "best": -1}
    best = report.best
    sign = 1 if report.side == "MAX" else -1
    top = best.value
    known |= {
        "best": report.moves.index(best),
        "share": share(game, best.value),
        "worth": worth(game, best.value),
        "line": _line(game, state, best, before),
        "moves": [
            {
                "worth": worth(game, m.value),
                "equal": m.value == top,
                "line": " ".join(map(game.move_name, m.line[1:])),
                "rank": sign * m.value,
            }
            for m in report.moves
        ],
    }
    return known


def _line(game: _Game, state: Any, best: Valued, before: Any) -> list[View]:
    line = []
    for move in best.line:
        after = game.apply(state, move)
        side = game.to_move(state)
        line.append({"name": game.move_name(move), "owner": side, **still(game, after, state)})
        state = after
    return line


def progress(game: _Game, state: Any, report: Analysis, wanted: int) -> str:
    """How far the analysis has come."""
    end = min(wanted, game.plies(state))
    plies = show_count(report.depth, "ply", "plies")
    nodes = f"{report.nodes:,} nodes"
    if report.looking:
        of = len(game.moves(state))
        return f"Depth {report.looking} of {end}: {report.tried} of {of} moves, {nodes} so far"
    if report.depth < end:
        return f"Looked {plies} ahead; depth {report.depth + 1} would take more than {nodes}"
    whole = ", to the end of the game" if report.depth == game.plies(state) else ""
    return f"Looked {plies} ahead{whole}: {nodes}"
