"""The arena: play a game or watch two agents play, analyse positions, and see the searches.

Everything is one widget. The browser draws `view`, `analysis` and `search`, and asks for things by
setting `wish`. An analysis runs in slices: after each, the browser asks for more unless somebody
wants something else.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from html import escape
from threading import Lock
from typing import Any

from tracer.agents import Agent, Choice
from tracer.agents.analysis import Analysis, Refutation, analyse, analysed, refute
from tracer.draw.boards import SIDES, piece
from tracer.player.arena_view import (
    Ply,
    Result,
    analysis_view,
    board,
    menu,
    message,
    met,
    other,
    outcome,
    pair,
    score,
    seats_view,
    still,
    suited,
)
from tracer.player.assets import HERE, script, style
from tracer.player.base import FROM_BROWSER, Widget, traitlets
from tracer.player.payload import payload
from tracer.player.thought import Thought
from tracer.trace.trace import Trace, record
from trees.games import Game
from trees.number import show_count

MOST_NODES = 1_500  # most nodes of a search to step through; a larger one is shown less deep
DEEPEST = 12  # of the slider
DEPTH = 6  # of an analysis at first
SLICE = 0.4  # seconds of thinking between two looks at what the browser wants

__all__ = ["MOST_NODES", "Arena", "Ply", "arena"]


class Arena(Widget):
    """A board to play and analyse on; a side whose agent is None is played by hand."""

    _esm = script("arena")
    _css = style() + (HERE / "arena.css").read_text("utf-8")

    view = traitlets.Dict().tag(sync=True)
    analysis = traitlets.Dict().tag(sync=True)
    search = traitlets.Dict().tag(sync=True)
    wish = traitlets.Dict().tag(**FROM_BROWSER)

    def __init__(
        self, game: Game[Any, Any], max_agent: Agent | None, min_agent: Agent | None
    ) -> None:
        super().__init__()
        self.game = game
        max_agent, min_agent = suited(game, max_agent), suited(game, min_agent)
        self.agents = {"MAX": max_agent, "MIN": min_agent}
        self.history: list[Ply] = []
        self.state = game.initial()
        self.results: list[Result] = []
        self.depth = min(DEPTH, self._deepest)
        self._menu = menu(game, [a for a in (max_agent, min_agent) if a])
        self._mode = ""  # or "hint" or "all"
        self._reports: Iterator[Analysis] | None = None
        self._report: Analysis | None = None
        self._thought: Thought[Any] | None = None  # what is being thought about
        self._conclude: Callable[[Any], object] = lambda found: None
        self._thinking = ""  # in words
        self._answered = 0
        self._busy = Lock()
        self.observe(lambda change: self._do(change["new"]), "wish")
        self._refresh()

    # Playing

    def play(self, move: Any) -> None:
        """Make a move by hand, given as the game has it or by its name.

        An illegal move raises an error and changes nothing. If an agent is to move next, it
        replies.
        """
        if (agent := self._to_move) is not None:
            raise ValueError(f"{agent.name} is to move; call next() to let it move")
        self._make(Ply(self.state, self._read(move)))
        if self._to_move is not None:
            self.next()

    def next(self) -> None:
        """Let the agent that is to move choose a move."""
        agent, state = self._mover(), self.state
        self._refresh(thinking=f"{agent.name} is thinking …")
        try:
            choice = agent.choose(self.game, state)
        except BaseException:
            self._refresh()
            raise
        self._make(Ply(state, choice.move, agent, choice))

    def _mover(self) -> Agent:
        if (agent := self._to_move) is None:
            raise ValueError(
                "no agent is to move: the game is over, or this side is played by hand"
            )
        return agent

    def back(self) -> None:
        """Take back the last move made by hand and the reply to it; without one, the last move."""
        if not self.history:
            raise ValueError("no move has been made yet, so there is none to take back")
        by_hand = [k for k, ply in enumerate(self.history) if ply.agent is None]
        if self.game.terminal(self.state):
            self.results.pop()
        self._return_to(by_hand[-1] if by_hand else len(self.history) - 1)

    def new(self) -> None:
        """Start a new game; the score stays."""
        self._return_to(0)

    def swap(self) -> None:
        """Start a new game with the sides swapped."""
        self.agents = {side: self.agents[other(side)] for side in SIDES}
        self._return_to(0)

    def seat(self, side: str, player: str = "", depth: int | None = None) -> None:
        """Let an agent of the menu play a side, or a person if `player` is empty."""
        if side not in SIDES:
            raise ValueError(f"side must be 'MAX' or 'MIN', not {side!r}")
        if player and player not in self._menu:
            raise ValueError(f"Unknown player {player!r}. Choose one of: {', '.join(self._menu)}.")
        agent = self._menu[player] if player else None
        if agent and depth is not None:
            agent = replace(agent, depth=depth)
        self.agents = {**self.agents, side: agent}
        self._forget()
        self._refresh()

    # Looking

    def show(self, k: int) -> Trace:
        """Step through the search behind move `k`, counted from 0; return its trace."""
        if type(k) is not int or k not in range(len(self.history)):
            made = show_count(len(self.history), "move")
            raise ValueError(f"there is no move {k!r}; {made} so far, numbered from 0")
        ply = self.history[k]
        agent, choice = ply.agent, ply.choice
        if choice is None or agent is None:
            raise ValueError(f"move {k} was made by hand, so there is no search behind it")
        trace, depth = _steppable(self.game, ply.state, agent, choice)
        told = f"The search behind {self.game.move_name(ply.move)}, by {agent.name}."
        told += _looked(agent, choice, depth)
        self._open(trace, 0, told)
        return trace

    def why(self, move: Any) -> Trace:
        """Show why another move is better: a search opened at the step that decides."""
        move = self._read(move)
        return self._tell_why(move, *self._refuted(move, self._finished()))

    def _refuted(self, move: Any, report: Analysis | None) -> tuple[Analysis, Refutation]:
        """A finished analysis, and what is wrong with a move; it changes nothing."""
        game, name = self.game, self.game.move_name
        report = report or analysed(game, self.state, self.depth)
        [found] = [m for m in report.moves if m.move == move]
        if found.value == report.best.value:
            raise ValueError(
                f"no move is better than {name(move)}: with it, {outcome(game, found.value)}"
            )
        return report, refute(game, self.state, move, report.best.move, report.depth)

    def _tell_why(self, move: Any, report: Analysis, why: Refutation) -> Trace:
        game, name, best = self.game, self.game.move_name, report.best
        if report is not self._report:
            self._report, self._reports = report, None
            self._tell()
        reply, them = why.trace.tree.labels.get((2, 1)), piece(game, other(report.side))
        replies = f" {them} replies {reply}, and" if reply else ""
        told = f"Why not {name(move)}? With {name(best.move)}, {outcome(game, why.known)}."
        told += f" With {name(move)},{replies} {outcome(game, why.value)}."
        if len(game.moves(game.apply(self.state, move))) > len(why.trace.tree.children((2,))):
            told += " Not every reply is shown."
        if why.beyond:
            told += f" The leaves are worth what a search {show_count(why.beyond, 'ply', 'plies')}"
            told += " deeper finds."
        self._open(why.trace, why.step, told, why=True)
        return why.trace

    def analyse(self, depth: int | None = None) -> Analysis:
        """Analyse the position to the end, show it, and return it."""
        if depth is not None:
            self._set_depth(depth)
        self._start("all")
        return self._finished()

    def _finished(self) -> Analysis:
        """The last report about this position."""
        if self._report is None or self._report.looking:
            self._reports = self._reports or analyse(self.game, self.state, self.depth)
            *_, self._report = self._reports
            self._reports = None
            self._tell()
        return self._report

    def _set_depth(self, depth: int) -> None:
        if type(depth) is not int or not 1 <= depth <= self._deepest:
            most = self._deepest
            raise ValueError(f"the depth must be an integer from 1 to {most}, not {depth!r}")
        self.depth = depth

    def _start(self, mode: str) -> None:
        """Begin to analyse the position, or stop."""
        self._mode, self._report, self._reports = mode, None, None
        if mode and not self.game.terminal(self.state):
            self._reports = analyse(self.game, self.state, self.depth)
            self._more()
        else:
            self._tell()

    def _more(self) -> None:
        """Run the next slice of the analysis."""
        if self._reports is not None:
            self._report = next(self._reports)
            if not self._report.looking:
                self._reports = None
        self._tell()

    def _tell(self) -> None:
        """Send the state of the analysis to the browser."""
        base = {"mode": self._mode, "wanted": self.depth, "deepest": self._deepest, "looking": 0}
        if self._mode and self._report is not None:
            before = self.history[-1].state if self.history else None
            told = analysis_view(
                self.game, self.state, self._report, self._mode, self.depth, before
            )
            base |= told
        self.analysis = {**base, "answered": self._answered}

    @property
    def _deepest(self) -> int:
        return min(DEEPEST, max(1, self.game.plies(self.game.initial())))

    def _open(self, trace: Trace, step: int, told: str, why: bool = False) -> None:
        self.search = {"data": payload(trace), "step": step, "told": told, "why": why}

    # The browser

    def _do(self, wish: dict[str, Any]) -> None:
        """Handle a request from the browser; ignore it if the board has changed since."""
        if not wish:
            return
        if wish.get("ply") != len(self.history):
            self._answered = wish.get("serial", 0)  # or an analysis would wait for the answer
            self.analysis = {**self.analysis, "answered": self._answered}
            return
        if not self._busy.acquire(blocking=False):
            return
        self._answered = wish.get("serial", 0)
        try:
            if self.view["trouble"]:
                self._refresh()
            self._grant(wish)
        except (Exception, KeyboardInterrupt) as error:  # otherwise nobody would see it
            trouble = str(error) if isinstance(error, ValueError) else repr(error)
            self._refresh(trouble=trouble or type(error).__name__)
        finally:
            self._busy.release()
            if self.analysis.get("answered") != self._answered:
                self.analysis = {**self.analysis, "answered": self._answered}

    def _grant(self, wish: dict[str, Any]) -> None:
        moves = list(self.game.moves(self.state))

        def chosen() -> Any:
            i = wish.get("move")
            if type(i) is not int or i not in range(len(moves)):
                raise ValueError(f"there is no move {i!r}; there are {len(moves)} moves")
            return moves[i]

        def start(act: Callable[[], None]) -> None:
            act()
            if self._to_move is not None and self._one_by_hand:
                self._let_move()

        match wish["do"]:
            case "move":
                if (agent := self._to_move) is not None:
                    raise ValueError(f"{agent.name} is to move")
                start(lambda: self._make(Ply(self.state, chosen())))
            case "next":
                self._let_move()
            case "think":
                self._think_on()
            case "back":
                self.back()
            case "new":
                start(self.new)
            case "swap":
                start(self.swap)
            case "seat":
                seat = wish.get("side", ""), wish.get("player", ""), wish.get("depth")
                start(lambda: self.seat(*seat))
            case "show":
                self.show(wish.get("at", -1))
            case "why":
                if self._thought is None:  # one thing at a time
                    self._wonder(chosen())
            case "analyse":
                self._start("all" if wish.get("on") else "")
            case "hint":
                self._start("hint")
            case "depth":
                self._set_depth(wish.get("depth", 0))
                self._start(self._mode)
            case "more":
                self._more()
            case "stop" if self._thought is not None:
                self._forget()
                self._refresh()
            case "stop":
                self._reports = None
                if self._report is not None:
                    self._report = self._report._replace(looking=0)
                self._tell()
            case "close":
                self.search = {}
            case do:
                raise ValueError(f"Unknown request {do!r}")

    @property
    def _one_by_hand(self) -> bool:
        return None in self.agents.values()

    @property
    def _to_move(self) -> Agent | None:
        """The agent that is to move, if any."""
        return None if self.game.terminal(self.state) else self.agents[self._who]

    @property
    def _who(self) -> str:
        return self.game.to_move(self.state)

    def _read(self, move: Any) -> Any:
        """A legal move, given as it is or by its name; anything else is for the game to refuse."""
        names = {self.game.move_name(m): m for m in self.game.moves(self.state)}
        read = names.get(move, move) if isinstance(move, str) else move
        self.game.apply(self.state, read)
        return read

    def _make(self, ply: Ply) -> None:
        self.state = self.game.apply(ply.state, ply.move)
        self.history.append(ply)
        if self.game.terminal(self.state):
            self.results.append(Result(pair(self.game, self.agents), self.game.utility(self.state)))
        self._changed()

    def _return_to(self, k: int) -> None:
        if k < len(self.history):
            self.state = self.history[k].state
            del self.history[k:]
        self.search = {}
        self._changed()

    # Thinking that the browser can stop

    def _think(
        self, words: str, compute: Callable[[], Any], conclude: Callable[[Any], object]
    ) -> None:
        """Begin to think; the browser asks again and again until it has come to an end."""
        self._forget()
        self._refresh(thinking=words)
        self._thinking, self._conclude = words, conclude
        self._thought = Thought(compute)
        self._think_on()

    def _think_on(self) -> None:
        """Wait for another slice, and conclude if the thought has come to its end."""
        if (thought := self._thought) is None:
            return
        if not thought.wait(SLICE):
            self._refresh(thinking=self._thinking, long=True)
            return
        self._thought = None
        self._refresh()
        self._conclude(thought.value())

    def _forget(self) -> None:
        if self._thought is not None:
            self._thought.stop()
            self._thought = None

    def _let_move(self) -> None:
        """Let the agent that is to move think about it."""
        agent, game, state = self._mover(), self.game, self.state
        self._think(
            f"{agent.name} is thinking …",
            lambda: agent.choose(game, state),
            lambda choice: self._make(Ply(state, choice.move, agent, choice)),
        )

    def _wonder(self, move: Any) -> None:
        """Think about what is wrong with a move."""
        report = self._report if self._report and not self._report.looking else None
        self._think(
            f"Looking for what is wrong with {self.game.move_name(move)} …",
            lambda: self._refuted(move, report),
            lambda found: self._tell_why(move, *found),
        )

    def _changed(self) -> None:
        """Show a new position; an analysis follows, but a hint was for the last one."""
        self._forget()
        self._refresh()
        self._start("all" if self._mode == "all" else "")

    def _refresh(self, *, thinking: str = "", long: bool = False, trouble: str = "") -> None:
        game, state, to_move = self.game, self.state, self._to_move
        by_hand = to_move is None
        before = self.history[-1].state if self.history else None
        points = getattr(game, "score", None)
        totals = points(state) if points else ()
        self.view = {
            **board(game, state, before, list(game.moves(state))),
            "title": game.name,
            "rules": getattr(game, "rules", ""),
            "message": thinking or self._message(),
            "trouble": trouble,
            "thinking": bool(thinking),
            "long": long,  # so that it can be stopped
            "may_move": by_hand and not thinking and not game.terminal(state),
            "over": game.terminal(state),
            "side": "" if game.terminal(state) else self._who,
            "history": [
                {
                    "name": game.move_name(ply.move),
                    "owner": game.to_move(ply.state),
                    "search": ply.choice is not None,
                    **still(
                        game,
                        self.history[k + 1].state if k + 1 < len(self.history) else state,
                        ply.state,
                    ),
                }
                for k, ply in enumerate(self.history)
            ],
            "seats": seats_view(game, self.agents, self._menu),
            "score": score(game, self.agents, self.results),
            "totals": [
                f"{piece(game, side)} {total:,}" for side, total in zip(SIDES, totals, strict=False)
            ],
            "next": to_move.name if to_move is not None else "",
            "watched": not self._one_by_hand,
            "answered": self._answered,
        }

    def _message(self) -> str:
        return message(self.game, self.state, self.history, self.agents)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget, and the position as text for pages without a kernel."""
        text = f"{self.game.name}\n{self.game.draw(self.state)}\n{self._message()}"
        found = super()._repr_mimebundle_(**options)
        bundle, metadata = found if isinstance(found, tuple) else (found or {}, {})
        kept = {"text/plain": text, "text/html": f"<pre>{escape(text)}</pre>"}
        return {**bundle, **kept}, metadata


def _one_search(agent: Agent, choice: Choice) -> bool:
    """Whether the choice comes from a single search of the position."""
    return type(agent) is Agent and met(choice) > 0


def _steppable(game: Game[Any, Any], state: Any, agent: Agent, choice: Choice) -> tuple[Trace, int]:
    """The trace of the search behind a move and its depth, made shallower if it is too large."""
    if _one_search(agent, choice) and met(choice) <= MOST_NODES:
        return record(agent.search, choice.tree.met(), **agent.options), agent.depth
    tree, looked = choice.tree, 0
    for depth in range(1, choice.tree.horizon + 1):
        deeper = replace(agent, depth=depth).tree(game, state)
        events = record(agent.search, deeper, **agent.options).events
        if looked and len({taken.node for taken in events}) > MOST_NODES:
            break
        tree, looked = deeper, depth
    return record(agent.search, tree.met(), **agent.options), looked


def _looked(agent: Agent, choice: Choice, depth: int) -> str:
    """How the search that is shown, to this depth, differs from what the agent did."""
    far, told = choice.tree.horizon, ""
    if choice.passes:
        told = " It looked one ply ahead, then two, and so on, as far as its budget went."
    elif not _one_search(agent, choice):
        told = " It searched the position after each move separately; this is one search of"
        told += " all moves."
    here = f"this search looks {show_count(depth, 'ply', 'plies')} ahead"
    if depth < far:
        return f"{told} It looked {far} plies ahead, which is too deep to step through; {here}."
    return f"{told} Like its last search, {here}." if choice.passes else told


def arena(
    game: Game[Any, Any], max_agent: Agent | None = None, min_agent: Agent | None = None
) -> Arena:
    """Play `game` in the notebook; each side is an `Agent`, or None to play by hand.

    Those of `AGENTS` look less far ahead in games with many moves, such as the War Game.
    """
    if isinstance(game, type) or not hasattr(game, "squares"):
        raise TypeError(f"game must be a game from trees.games, such as Pear(), not {game!r}")
    for agent in (max_agent, min_agent):
        if agent is not None and not isinstance(agent, Agent):
            raise TypeError(f"each side must be an Agent, or None to play by hand, not {agent!r}")
    return Arena(game, max_agent, min_agent)
