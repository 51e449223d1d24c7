"""Games in the notebook, as the kernel sees them: moves, replies, and the search behind each."""

import json
from threading import Event

import pytest

from tracer import record
from tracer.agents import AGENTS, Agent, ClockAgent, PrintedScott, WarAgent, fitting
from tracer.agents.analysis import analysed
from tracer.algorithms import alphabeta, mtd_f, scout, sss_star
from tracer.player import arena
from tracer.player.arena_view import share, worth
from tracer.player.arena_widget import MOST_NODES, Arena
from tracer.player.payload import payload
from tracer.trace.measure import measure
from trees.games import Nim, Pear, TicTacToe, WarGame, game_tree

QUICK = Agent("Quick", alphabeta, 2)


def names_at(here: Arena, r: int, c: int) -> list[str]:
    view = here.view
    return [view["moves"][i] for i in view["rows"][r][c]["moves"]]


def test_a_move_is_answered_by_the_search_whose_steps_can_be_seen() -> None:
    game = TicTacToe()
    here = arena(game, None, QUICK)
    here.play((2, 2))
    assert here.view["rows"][1][1]["owner"] == "MAX"
    assert names_at(here, 1, 1) == []  # taken
    assert [ply["search"] for ply in here.view["history"]] == [False, True]
    assert here.view["message"].startswith("Quick plays a1 (") and "nodes" in here.view["message"]
    trace = here.show(1)
    choice = here.history[1].choice
    assert here.search["data"] == payload(trace) and here.search["step"] == 0
    assert choice is not None and trace.value == choice.value
    boards = json.loads(payload(trace))["boards"]
    assert boards["0"] == "· · ·\n· X ·\n· · ·"


@pytest.mark.parametrize("game", [TicTacToe(), Nim(3, 2), Pear(), WarGame("Smolensk")])
def test_every_legal_move_can_be_clicked(game) -> None:
    here = arena(game)
    for _ in range(4):
        clicked = {i for row in here.view["rows"] for square in row for i in square["moves"]}
        assert clicked == set(range(len(game.moves(here.state))))
        here.play(game.moves(here.state)[0])


def test_a_piece_falls_and_a_pile_is_taken_from_a_match_on() -> None:
    here = arena(Pear())
    assert names_at(here, 0, 3) == names_at(here, 5, 3) == ["d"]
    assert names_at(here, 2, 0) == ["a"] and names_at(here, 2, 6) == ["g"]
    here.play(4)
    assert names_at(here, 5, 3) == [] and names_at(here, 0, 3) == names_at(here, 4, 3) == ["d"]
    nim = arena(Nim(3, 2))
    taken = [nim.game.apply(nim.state, move)[0] for move in nim.game.moves(nim.state)]
    for row in nim.view["rows"]:
        assert [taken[square["moves"][0]] for square in row] == [(3, 0), (3, 1), (3, 2)]


def test_a_request_about_an_earlier_position_is_answered() -> None:
    """Otherwise the browser would never ask for the rest of the analysis of the present one."""
    here = arena(WarGame("Smolensk"), None, QUICK)
    here.wish = {"do": "analyse", "on": True, "ply": 0, "serial": 1}
    here.wish = {"do": "move", "move": 0, "ply": 0, "serial": 2}
    before = here.analysis["tried"], here._report
    here.wish = {"do": "more", "ply": 1, "serial": 3}  # sent before the reply was known
    assert here.analysis["looking"] and here.analysis["answered"] == 3
    assert (here.analysis["tried"], here._report) == before


def test_the_browser_can_stop_a_thought() -> None:
    free = Event()

    def ponder(tree, log):
        while not free.is_set():
            tree.children(())
        return alphabeta(tree, log)

    here = arena(TicTacToe(), None, Agent("Slow", ponder, 2))
    here.wish = {"do": "move", "move": 4, "ply": 0, "serial": 1}
    assert here.view["long"] and here.view["message"] == "Slow is thinking …"
    assert here.view["answered"] == 1 and len(here.history) == 1
    here.wish = {"do": "think", "ply": 1, "serial": 2}
    assert here.view["long"] and here.view["answered"] == 2
    thought = here._thought
    here.wish = {"do": "stop", "ply": 1, "serial": 3}
    assert not here.view["thinking"] and here.view["next"] == "Slow" and len(here.history) == 1
    assert thought.wait(10)  # its thread has ended
    here.wish = {"do": "next", "ply": 1, "serial": 4}
    free.set()
    for k in range(5, 20):
        here.wish = {"do": "think", "ply": 1, "serial": k}
    assert len(here.history) == 2 and not here.view["thinking"]


def test_an_enemy_s_square_is_clicked_to_conquer_it() -> None:
    game = WarGame("Smolensk")
    here = arena(game)
    for square in 0, 2:
        here.play((square, False))
    assert names_at(here, 0, 2) == ["B1!"]
    assert names_at(here, 0, 1) == ["B1"]
    assert names_at(here, 1, 0) == ["A2", "A2!"]  # nothing to conquer there: the reader chooses


def test_two_searches_play_to_the_end() -> None:
    game = Nim(2, 2)
    here = arena(game, Agent("A", alphabeta, 5), Agent("B", sss_star, 5))
    while here.view["next"]:
        here.next()
    assert game.terminal(here.state)
    assert "B wins as MIN." in here.view["message"]  # the second player wins 2,2-Nim
    assert here.view["moves"] == [] and here.view["score"] == "A 0, B 1, drawn 0"
    assert here.show(1).value == -1
    with pytest.raises(ValueError, match="no agent is to move"):
        here.next()


def test_moves_are_taken_back_with_their_replies() -> None:
    here = arena(Pear(), None, QUICK)
    start = here.state
    here.play(4)
    after = here.state
    here.play(1)
    here.back()
    assert here.state == after and len(here.history) == 2
    here.new()
    assert here.state == start and not here.history
    watched = arena(Pear(), QUICK, QUICK)
    watched.next()
    watched.next()
    watched.back()
    assert len(watched.history) == 1


def test_a_search_too_large_to_step_is_shown_less_deep() -> None:
    here = arena(Pear(), AGENTS["Annabelle"], None)
    here.next()
    trace = here.show(0)
    told = here.search["told"]
    assert "looked 8 plies ahead" in told and "search looks 6 plies ahead" in told
    assert 500 < measure(trace).nodes <= MOST_NODES


def test_young_s_player_is_shown_as_a_search_of_the_position() -> None:
    game = WarGame("Smolensk")
    here = arena(game, WarAgent("Young", alphabeta, 2), None)
    here.next()
    trace = here.show(0)
    assert trace.tree.depth == 2 and measure(trace).nodes > 36
    assert "after each move separately" in here.search["told"]


def test_an_agent_against_the_clock_is_shown_as_deep_as_it_looked() -> None:
    here = arena(Pear(), ClockAgent("clock", mtd_f, 12, nodes=800), None)
    here.next()
    assert here.view["message"].startswith("clock plays ")  # a name as it was given
    choice, trace = here.history[0].choice, here.show(0)
    told = here.search["told"]
    assert choice is not None and 1 < trace.tree.depth == choice.tree.horizon < 12
    assert f"this search looks {trace.tree.depth} plies ahead" in told and "separately" not in told


@pytest.mark.parametrize(
    "agent", [WarAgent("Young", alphabeta, 2, double_move=True), PrintedScott("Scott", scout, 3)]
)
def test_an_agent_for_one_game_says_so_in_another(agent: Agent) -> None:
    here = arena(TicTacToe(), agent, None)
    with pytest.raises(ValueError, match="cannot play tic-tac-toe"):
        here.next()
    assert here.history == []


def test_a_click_on_a_board_that_has_changed_is_dropped() -> None:
    here = arena(TicTacToe())
    for _ in range(2):
        here._do({"do": "move", "move": 0, "ply": 0})
    assert len(here.history) == 1
    for wish in (
        {"do": "next"},
        {"do": "sing"},
        {"do": "move", "move": 99},
        {"do": "why", "move": "x"},
        {"do": "depth", "depth": 0},
        {"do": "depth", "depth": "x"},
        {"do": "show", "at": 0},
        {"do": "seat", "side": "MAX", "player": "Sam"},
        {"do": "seat", "side": "x"},
        {"do": "seat", "side": "MIN", "player": "Scott", "depth": 0},
    ):
        before = here.history[:], here.state, dict(here.agents), here.depth
        here._do({**wish, "ply": 1})
        assert here.view["trouble"], wish  # said next to the board
        assert before == (here.history, here.state, here.agents, here.depth)
    here._do({"do": "close", "ply": 1})


def test_a_page_without_a_kernel_shows_the_position() -> None:
    here = arena(TicTacToe(), None, Agent("<script>", alphabeta, 1))
    here.play((2, 2))
    page = here._repr_mimebundle_()[0]["text/html"]
    assert "· X ·" in page and "&lt;script&gt; plays" in page and "<script>" not in page


def test_a_search_that_fails_says_so_and_the_game_goes_on() -> None:
    here = arena(TicTacToe(), None, Agent("Bad", alphabeta, 2, {"windoww": 3}))
    here._do({"do": "move", "move": 0, "ply": 0})
    view = here.view
    assert "windoww" in view["trouble"] and not view["thinking"]
    assert len(here.history) == 1
    here._do({"do": "back", "ply": 1})
    assert not here.history and not here.view["trouble"]


def test_while_a_search_thinks_other_wishes_are_dropped() -> None:
    seen = []

    class Asks(Agent):
        def choose(self, game, state):
            seen.append(here.view)
            for wish in "back", "new", "next":
                here._do({"do": wish, "ply": 1})
            return super().choose(game, state)

    here = arena(TicTacToe(), None, Asks("Asks", alphabeta, 1))
    here._do({"do": "move", "move": 4, "ply": 0})
    assert len(here.history) == 2
    assert seen[0]["thinking"] and seen[0]["message"] == "Asks is thinking …"
    assert not here.view["thinking"]


def test_a_pile_that_was_taken_from_is_marked() -> None:
    here = arena(Nim(3, 2))
    here.play((3, 2))
    marked = [
        (r, c)
        for r, row in enumerate(here.view["rows"])
        for c, square in enumerate(row)
        if square["last"]
    ]
    assert marked == [(1, 1)]


def test_bad_input_is_refused() -> None:
    for game in "x", Pear:
        with pytest.raises(TypeError, match=r"must be a game from trees\.games"):
            arena(game)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="must be an Agent"):
        arena(Pear(), "Annabelle")  # type: ignore[arg-type]
    here = arena(TicTacToe(), None, None)
    before = here.state
    with pytest.raises(ValueError, match="legal moves are"):
        here.play("x")
    assert here.state == before and not here.history
    here.play((1, 1))
    with pytest.raises(ValueError, match="made by hand"):
        here.show(0)
    for k in 99, -1, "x":
        with pytest.raises(ValueError, match="1 move so far"):
            here.show(k)
    with pytest.raises(ValueError, match="none to take back"):
        arena(Pear()).back()
    with pytest.raises(ValueError, match="Quick is to move"):
        arena(Pear(), QUICK).play(4)


def test_boards_travel_with_trees_of_games() -> None:
    tree = game_tree(TicTacToe(), TicTacToe().position("XO·\n·X·\nO··"), 1)
    boards = json.loads(payload(record(alphabeta, tree)))["boards"]
    assert boards["0"] == "X O ·\n· X ·\nO · ·"
    assert len(boards) == 1 + len(tree.children(()))
    assert json.loads(payload(record(alphabeta, tree)))["pieces"] == ["X", "O"]
    plain = json.loads(payload(record(alphabeta, tree.explicit())))
    assert plain["boards"] == {}


def asked(here: Arena, **wish: object) -> None:
    """A request from the browser."""
    here.wish = {**wish, "ply": len(here.history), "serial": here.wish.get("serial", 0) + 1}


def test_a_move_can_be_given_by_its_name() -> None:
    here = arena(Pear())
    here.play("d")
    here.play(3)
    assert [ply["name"] for ply in here.view["history"]] == ["d", "c"]
    with pytest.raises(ValueError, match="'h' is not a legal move in Pear"):
        here.play("h")


@pytest.mark.parametrize("game", [TicTacToe(), Nim(3, 2), Pear(), WarGame("Smolensk")])
def test_values_stand_on_the_board_only_when_asked_for(game) -> None:
    here = arena(game, None, Agent("Quick", alphabeta, 1))
    assert here.analysis == {} and game.rules
    asked(here, do="hint")
    while here.analysis["looking"]:
        asked(here, do="more")
    best = here.analysis["best"]
    asked(here, do="move", move=best)
    assert here.analysis["mode"] == "", "a hint is for one move"
    asked(here, do="depth", depth=2)
    asked(here, do="analyse", on=True)
    while here.analysis["looking"]:
        asked(here, do="more")
    known = analysed(game, here.state, 2)
    told = here.analysis
    assert told["best"] == known.moves.index(known.best) and told["depth"] == known.depth
    sign = 1 if known.side == "MAX" else -1
    assert [m["rank"] for m in told["moves"]] == [sign * m.value for m in known.moves]
    assert [move["name"] for move in told["line"]] == [game.move_name(m) for m in known.best.line]
    homes = [i for row in here.view["rows"] for cell in row for i in cell["home"]]
    assert sorted(homes) == list(range(len(known.moves))), "each value stands on one square"
    asked(here, do="analyse", on=False)
    assert here.analysis["mode"] == "" and "moves" not in here.analysis


def test_an_analysis_stops_when_asked_and_says_how_far_it_got() -> None:
    here = arena(Pear())
    asked(here, do="depth", depth=12)
    asked(here, do="analyse", on=True)
    assert here.analysis["looking"] > here.analysis["depth"] >= 1
    assert here.analysis["progress"].startswith("Depth ")
    asked(here, do="stop")
    assert not here.analysis["looking"] and here.analysis["progress"].startswith("Looked ")
    reached = here.analysis["depth"]
    assert here.analysis["moves"][0]["worth"] == worth(
        here.game, analysed(here.game, here.state, reached).moves[0].value
    )


def test_why_not_opens_the_search_at_the_step_that_decides() -> None:
    game = TicTacToe()
    here = arena(game)
    for move in "b2", "a1", "b1":
        here.play(move)  # X threatens b3
    here.analyse(9)
    trace = here.why("a2")
    assert here.search["told"] == (
        "Why not a2? With b3, the value is 0. With a2, X replies b3, and X wins."
        " Not every reply is shown."
    )
    step = here.search["step"]
    assert trace.cutoffs[step].node == (2,) and "move a2" in trace.caption(step)
    with pytest.raises(ValueError, match="no move is better than"):
        here.why("b3")
    boards = json.loads(here.search["data"])["boards"]
    assert boards["0"] == game.draw(here.state)


def test_who_plays_what_is_said_in_words() -> None:
    here = arena(Pear(), None, QUICK)
    assert here.view["message"] == "Your turn: you play A (MAX)."
    asked(here, do="swap")
    assert here.agents == {"MAX": QUICK, "MIN": None} and len(here.history) == 1
    assert here.view["message"].endswith("Your turn: you play B (MIN).")
    asked(here, do="seat", side="MAX", player="")
    assert here.agents["MAX"] is None and here.view["message"].endswith("B (MIN) is to move.")
    asked(here, do="seat", side="MIN", player="Scott", depth=3)
    assert here.history[-1].agent.name == "Scott" and here.history[-1].agent.depth == 3
    assert [seat["role"] for seat in here.view["seats"]] == ["A (MAX)", "B (MIN)"]
    names = [name for name, _ in here.view["seats"][1]["options"]]
    assert names == ["", "Quick", *AGENTS]


def test_pantel_s_agents_look_no_further_than_the_game_allows() -> None:
    game = WarGame()
    here = arena(game, AGENTS["Annabelle"], Agent("Deep", alphabeta, 8))
    assert here.agents["MAX"] == fitting(AGENTS["Annabelle"], game)
    assert here.view["seats"][0]["depth"] < here.view["seats"][1]["depth"] == 8  # as asked for


def test_games_are_scored_and_a_result_can_be_taken_back() -> None:
    here = arena(Nim(1, 1), None, QUICK)
    here.play((1, 0))  # whoever takes the last match loses
    assert here.view["score"] == "you 0, Quick 1, drawn 0"
    assert "Quick wins as MIN" in here.view["message"]
    here.back()
    assert here.view["score"] == "you 0, Quick 0, drawn 0"
    here.play((1, 0))
    here.new()
    here.swap()
    here.next()
    assert here.view["score"] == "Quick 1, you 1, drawn 0"


def test_the_war_game_shows_running_totals() -> None:
    here = arena(WarGame("Smolensk"))
    here.play("A1")
    assert here.view["totals"] == ["blue 66", "green 0"]
    assert arena(Pear()).view["totals"] == []


def test_the_bar_is_even_at_0_grows_with_the_value_and_fills_at_a_win() -> None:
    pear = Pear()
    shares = [share(pear, v) for v in (-32_767, -100, -5, 0, 5, 100, 32_767)]
    assert shares == sorted(set(shares)) and shares[0] == 0 and shares[3] == 0.5 and shares[-1] == 1
    assert [worth(pear, v) for v in (-32_767, -5, 0, 5, 32_767)] == [
        "B wins",
        "−5",
        "0",
        "+5",
        "A wins",
    ]
