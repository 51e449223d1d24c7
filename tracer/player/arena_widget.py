"""Play a game in a notebook or watch two agents play, with the search behind each move."""

from dataclasses import replace
from html import escape
from threading import Lock
from typing import Any, NamedTuple

from tracer.agents import Agent, Choice
from tracer.player.assets import HERE, joinable, style
from tracer.player.widget import Player
from tracer.support.extras import needs
from tracer.trace.trace import Trace, record
from trees.games import Game
from trees.number import show, show_count

anywidget = needs("anywidget", "lab")
traitlets = needs("traitlets", "lab")
widgets = needs("ipywidgets", "lab")

MOST_NODES = 4_000  # most nodes of a search to step through; a larger one is shown less deep
MARKS = {"X": "MAX", "A": "MAX", "b": "MAX", "O": "MIN", "B": "MIN", "g": "MIN"}

_Cell = tuple[int, int]


class Ply(NamedTuple):
    """A move, the state before it, and the agent and its choice unless it was made by hand."""

    state: Any
    move: Any
    agent: Agent | None = None
    choice: Choice | None = None


def _text(name: str) -> str:
    return (HERE / name).read_text("utf-8")


class _Board(anywidget.AnyWidget):  # type: ignore[name-defined, misc]
    """Draws the view it is given and reports clicks."""

    _esm = joinable(_text("js/dom.js")) + joinable(_text("js/theme.js")) + _text("arena.js")
    _css = style() + _text("arena.css")

    view = traitlets.Dict().tag(sync=True)


class Arena(widgets.VBox):  # type: ignore[name-defined, misc]
    """A board to click on; a side whose agent is None is played by hand."""

    def __init__(
        self, game: Game[Any, Any], max_agent: Agent | None, min_agent: Agent | None
    ) -> None:
        self.game = game
        self.agents = {"MAX": max_agent, "MIN": min_agent}
        self.history: list[Ply] = []
        self.state = game.initial()
        self.board = _Board()
        self.board.on_msg(lambda _widget, wish, _buffers: self._do(wish))
        self._busy = Lock()
        self.search = widgets.VBox()
        super().__init__([self.board, self.search])
        self._refresh()

    def play(self, move: Any) -> None:
        """Make a move by hand; an illegal move raises an error and changes nothing.

        If an agent is to move next, it replies.
        """
        if (agent := self._to_move) is not None:
            raise ValueError(f"{agent.name} is to move; call next() to let it move")
        self._make(Ply(self.state, move))
        if self._to_move is not None:
            self.next()

    def next(self) -> None:
        """Let the agent that is to move choose a move."""
        agent, state = self._to_move, self.state
        if agent is None:
            raise ValueError(
                "no agent is to move: the game is over, or this side is played by hand"
            )
        self._refresh(thinking=agent.name)
        try:
            choice = agent.choose(self.game, state)
        except BaseException:
            self._refresh()
            raise
        self._make(Ply(state, choice.move, agent, choice))

    def back(self) -> None:
        """Take back the last move made by hand and the reply to it; without one, the last move."""
        if not self.history:
            raise ValueError("no move has been made yet, so there is none to take back")
        by_hand = [k for k, ply in enumerate(self.history) if ply.agent is None]
        self._return_to(by_hand[-1] if by_hand else len(self.history) - 1)

    def new(self) -> None:
        """Start a new game."""
        self._return_to(0)

    def show(self, k: int) -> Trace:
        """Step through the search behind move `k`, counted from 0; return its trace."""
        if k not in range(len(self.history)):
            made = show_count(len(self.history), "move")
            raise ValueError(f"there is no move {k!r}; {made} so far, numbered from 0")
        ply = self.history[k]
        agent, choice = ply.agent, ply.choice
        if choice is None or agent is None:
            raise ValueError(f"move {k} was made by hand, so there is no search behind it")
        told = f"The search behind {self.game.move_name(ply.move)}, by {agent.name}."
        trace, depth = _steppable(self.game, ply.state, agent, choice)
        if not _one_search(agent, choice):
            told += " It searched the position after each move separately; this is one search of"
            told += " all moves."
        if depth < agent.depth:
            told += f" It looked {agent.depth} plies ahead, which is too deep to step through;"
            told += f" this search looks {show_count(depth, 'ply', 'plies')} ahead."
        self.search.children = [widgets.HTML(escape(told)), Player(trace)]
        return trace

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget, and the position as text for pages without a kernel."""
        still = f"{self.game.name}\n{self.game.draw(self.state)}\n{self._message()}"
        bundle = super()._repr_mimebundle_(**options)
        return {**bundle, "text/plain": still, "text/html": f"<pre>{escape(still)}</pre>"}

    def _do(self, wish: dict[str, Any]) -> None:
        """Handle a request from the browser; ignore it if the board has changed since."""
        if wish["ply"] != len(self.history) or not self._busy.acquire(blocking=False):
            return
        try:
            match wish["do"]:
                case "move":
                    self.play(self.game.moves(self.state)[wish["move"]])
                case "next" if self._to_move is not None:
                    self.next()
                case "back" if self.history:
                    self.back()
                case "new":
                    self.new()
                case "show":
                    self.show(wish["at"])
        except (Exception, KeyboardInterrupt) as error:  # otherwise nobody would see it
            self._refresh(trouble=f"{type(error).__name__}: {error}. ")
        finally:
            self._busy.release()

    @property
    def _to_move(self) -> Agent | None:
        """The agent that is to move, if any."""
        return None if self.game.terminal(self.state) else self.agents[self._who]

    @property
    def _who(self) -> str:
        return self.game.to_move(self.state)

    def _make(self, ply: Ply) -> None:
        self.state = self.game.apply(ply.state, ply.move)
        self.history.append(ply)
        self._refresh()

    def _return_to(self, k: int) -> None:
        if k < len(self.history):
            self.state = self.history[k].state
            del self.history[k:]
        self.search.children = ()
        self._refresh()

    def _refresh(self, *, thinking: str = "", trouble: str = "") -> None:
        game, state, to_move = self.game, self.state, self._to_move
        moves = list(game.moves(state)) if to_move is None else []
        rows = _rows(game.draw(state))
        at: dict[_Cell, list[int]] = {}
        for i, move in enumerate(moves):
            for square in game.squares(state, move):
                at.setdefault(square, []).append(i)
        before = _rows(game.draw(self.history[-1].state)) if self.history else rows
        last = {(r, min(c, len(rows[r]) - 1)) for r, c in _changed(before, rows)}
        self.board.view = {
            "title": game.name,
            "rows": [
                [
                    {
                        "text": text,
                        "owner": MARKS.get(text, ""),
                        "moves": at.get((r, c), []),
                        "last": (r, c) in last,
                    }
                    for c, text in enumerate(row)
                ]
                for r, row in enumerate(rows)
            ],
            "moves": [game.move_name(move) for move in moves],
            "message": f"{thinking} is thinking …" if thinking else trouble + self._message(),
            "thinking": bool(thinking),
            "failed": bool(trouble),
            "history": [
                {
                    "name": game.move_name(ply.move),
                    "owner": game.to_move(ply.state),
                    "search": ply.choice is not None,
                }
                for ply in self.history
            ],
            "next": to_move.name if to_move is not None else "",
            "watched": None not in self.agents.values(),
        }

    def _message(self) -> str:
        told = ""
        if self.history:
            ply = self.history[-1]
            told = f"{self.game.to_move(ply.state)} plays {self.game.move_name(ply.move)}. "
            if ply.choice is not None and ply.agent is not None:
                nodes, leaves = _met(ply.choice), ply.choice.leaves
                met = f"visited {_many(nodes, 'node', 'nodes')}, " if nodes else ""
                told += (
                    f"{ply.agent.name} {met}evaluated {_many(leaves, 'leaf', 'leaves')} and"
                    f" expects a value of {show(ply.choice.value)}. "
                )
        if self.game.terminal(self.state):
            end = self.game.utility(self.state)
            winner = "MAX wins" if end > 0 else "MIN wins" if end < 0 else "it is a draw"
            return f"{told}The game is over: {winner} ({show(end)})."
        agent = self._to_move
        if agent is None:
            return f"{told}{self._who} is to move: click on the board."
        return f"{told}{self._who} is to move: {agent.name}."


def _met(choice: Choice) -> int:
    return choice.nodes + choice.tests


def _many(count: int, one: str, more: str) -> str:
    return f"{count:,} {one if count == 1 else more}"


def _one_search(agent: Agent, choice: Choice) -> bool:
    """Whether the choice comes from a single search of the position."""
    return type(agent) is Agent and _met(choice) > 0


def _steppable(game: Game[Any, Any], state: Any, agent: Agent, choice: Choice) -> tuple[Trace, int]:
    """The trace of the search behind a move and its depth, made shallower if it is too large."""
    if _one_search(agent, choice) and _met(choice) <= MOST_NODES:
        return record(agent.search, choice.tree.met(), **agent.options), agent.depth
    tree, looked = choice.tree, 0
    for depth in range(1, agent.depth + 1):
        deeper = replace(agent, depth=depth).tree(game, state)
        events = record(agent.search, deeper, **agent.options).events
        if looked and len({taken.node for taken in events}) > MOST_NODES:
            break
        tree, looked = deeper, depth
    return record(agent.search, tree.met(), **agent.options), looked


def arena(
    game: Game[Any, Any], max_agent: Agent | None = None, min_agent: Agent | None = None
) -> Arena:
    """Play `game` in the notebook; each side is an `Agent`, or None to play by hand."""
    if isinstance(game, type) or not hasattr(game, "squares"):
        raise TypeError(f"game must be a game from trees.games, such as Pear(), not {game!r}")
    for agent in (max_agent, min_agent):
        if agent is not None and not isinstance(agent, Agent):
            raise TypeError(f"each side must be an Agent, or None to play by hand, not {agent!r}")
    return Arena(game, max_agent, min_agent)


def _rows(drawn: str) -> list[list[str]]:
    """The squares of a board, or the matches of a pile."""
    return [line.split() if " " in line.strip() else list(line) for line in drawn.split("\n")]


def _changed(rows: list[list[str]], other: list[list[str]]) -> set[_Cell]:
    """The squares that differ from another board."""
    return {
        (r, c)
        for r, row in enumerate(rows)
        for c, text in enumerate(row)
        if r >= len(other) or c >= len(other[r]) or other[r][c] != text
    }
