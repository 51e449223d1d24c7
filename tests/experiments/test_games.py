"""The tournament and the War Game's figures as experiments: small runs, resumed runs, bad input."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import permutations

import pytest

from tracer.agents import AGENTS, match
from tracer.experiments.__main__ import main
from tracer.experiments.openings import opening
from tracer.experiments.tournament import Standing, jobs, play, tally, tournament
from tracer.experiments.wargame import Game, Row, table, wargame
from trees.games import Pear


@pytest.fixture
def one():
    with ThreadPoolExecutor(1) as executor:
        yield executor


def test_everybody_meets_everybody_on_both_sides():
    games = jobs(("Maximilian", "Annabelle", "Scott"), 2)
    assert len(games) == 3 * 2 * 2
    assert {(g["A"], g["B"], g["opening"]) for g in games} == {
        (a, b, k)
        for a in ("Maximilian", "Annabelle", "Scott")
        for b in ("Maximilian", "Annabelle", "Scott")
        for k in (0, 1)
        if a != b
    }
    assert games[0]["depths"] == [5, 8]


def test_openings_are_seeded_and_differ():
    openings = [opening(seed) for seed in range(20)]
    assert openings == [opening(seed) for seed in range(20)]
    assert len(set(openings)) > 15
    assert all(Pear().plies(state) == 42 - 4 for state in openings)


def test_at_equal_depth_every_pair_plays_the_same_game():
    """So 120 games at depth 5 are ten different ones, each counted twelve times."""
    pear = Pear()
    equal = [replace(agent, depth=3) for agent in AGENTS.values()]
    for seed in range(2):
        games = {
            tuple(turn.choice.move for turn in match(pear, a, b, opening(seed)))
            for a, b in permutations(equal, 2)
        }
        assert len(games) == 1
    games = jobs(tuple(AGENTS), 10)
    assert len(games) == 120
    assert len({(*game["depths"], game["opening"]) for game in games}) == 70


def test_a_small_tournament(one, tmp_path):
    file = tmp_path / "games.jsonl"
    found = tournament(openings=1, depth=2, executor=one, file=file)
    assert sum(found.sides.values()) == 12
    assert sum(s.points for s in found.standings) == 24
    for s in found.standings:
        assert s.wins + s.losses + s.ties == 6
        assert s.points == 2 * s.wins + s.ties
        assert s.nodes > 0
        assert (s.tests > 0) == (s.agent == "Scott")
    assert "51-1-8" not in str(found)
    assert "51-1-8" in str(found._replace(depth=None))
    assert len(file.read_text().splitlines()) == 12
    again = tournament(openings=1, depth=2, executor=one, file=file)
    assert again == found, "seconds included: nothing was played again"


def test_the_shape_of_pantel_s_figures_at_depth_5(one):
    """Minimax about ten times alpha-beta's nodes; Scout evaluates few and tests about as many."""
    found = tournament(openings=1, depth=5, executor=one)
    nodes = {s.agent: s.nodes for s in found.standings}
    tests = {s.agent: s.tests for s in found.standings}
    assert 8 < nodes["Maximilian"] / nodes["Annabelle"] < 16
    assert nodes["Solomon"] < nodes["Maximilian"]
    assert nodes["Scott"] < nodes["Annabelle"] / 10
    assert 0.8 < tests["Scott"] / nodes["Annabelle"] < 1.3
    assert found.sides["B"] > 10, "with this evaluation the second player does win at depth 5"
    assert "79; 1,578 tests" in str(found) and "93 % won by B" in str(found)


def test_the_deeper_player_wins():
    """Annabelle, held to four plies, against Maximilian, held to one by the task."""
    game = {"A": "Maximilian", "B": "Annabelle", "depths": [1, 4]}
    assert [play({**game, "opening": k})["winner"] for k in range(3)] == ["B"] * 3


def test_points_are_two_a_win_and_one_a_tie():
    games = [
        {"A": a, "B": b, "opening": k}
        for k in (0, 1)
        for a, b in (("Scott", "Solomon"), ("Solomon", "Scott"))
    ]
    cost = {"moves": 2, "nodes": 10, "tests": 4, "seconds": 1.0}
    played = ("A", "dd"), ("B", "ddc"), ("none", "dd"), ("A", "dd")
    results = [{"winner": w, "moves": moves, "A": cost, "B": cost} for w, moves in played]
    found = tally(games, results)
    assert found.standings == [
        Standing("Scott", 2, 1, 1, 5, 5, 2, 0.5),
        Standing("Solomon", 1, 2, 1, 3, 5, 2, 0.5),
    ]
    assert found.sides == {"A": 2, "B": 1, "none": 1}
    assert found.pairs == {("Scott", "Solomon"): (2, 1, 1), ("Solomon", "Scott"): (1, 2, 1)}
    assert found.distinct == 3, "of the second opening, the same game was played twice"
    assert "different games: 3 of 4" in str(found)
    assert "Scott                  –       2-1-1" in found.cross_table()


def test_the_table_says_what_agrees():
    published = Game((1, 2), (3000, 4))
    row = Row("Keren", 3, ("minimax", "minimax"), published, published, Game((0, 3), (5, 6)))
    text = table([row, row._replace(double=Game((1, 2), (3000, 5)))])
    assert "3,000" in text
    assert text.endswith("Rows with the double move that are exactly as published: 1 of 2")


def test_they_are_subcommands(tmp_path, capsys):
    arguments = ["tournament", "--openings", "1", "--depth", "1", "--workers", "1", "--quiet"]
    assert main([*arguments, "--file", str(tmp_path / "games.jsonl")]) == 0
    assert "different games: 1 of 12" in capsys.readouterr().out
    figures = ["--figures", str(tmp_path / "figures"), "--workers", "1", "--quiet"]
    again = ["tournament", "--openings", "1", "--depth", "1", "--self-play", *figures]
    assert main([*again, "--file", str(tmp_path / "games.jsonl")]) == 0
    file = ["--file", str(tmp_path / "paces.jsonl")]
    assert main(["paces", "--openings", "1", "--most", "2", *figures, *file]) == 0
    assert "visits per move" in capsys.readouterr().out
    drawn = {path.name for path in (tmp_path / "figures").iterdir()}
    assert drawn == {"figure-6.4.png", "pantel-6.1.png"} | {f"pantel-5.{k}.png" for k in "1234"}
    assert main(["tournament", "--agents", "Sam", "Scott", "--quiet"]) == 2
    assert "Unknown agent" in capsys.readouterr().err
    assert main(["wargame", "--depth", "2", "--quiet"]) == 2
    assert "depth must be 3, 4 or 5" in capsys.readouterr().err


@pytest.mark.parametrize(
    "make",
    [
        lambda one: tournament(("Scott", "Sam"), executor=one),
        lambda one: tournament(("Scott",), executor=one),
        lambda one: tournament(("Scott", "Scott"), executor=one),
        lambda one: tournament(openings=0, executor=one),
        lambda one: tournament(depth=0, executor=one),
        lambda one: wargame(["Atlantis"], executor=one),
        lambda one: wargame(depth=6, executor=one),
        lambda one: wargame(pairings=[("minimax", "scout")], executor=one),
    ],
)
def test_bad_requests(make, one):
    wrong = (
        r"Unknown (agent|board|pairing)|two different agents|integer of at least 1|"
        r"must be 3, 4 or 5"
    )
    with pytest.raises(ValueError, match=wrong):
        make(one)
