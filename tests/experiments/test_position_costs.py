"""What a table keyed by position saves: counted again with recorded searches."""

from tracer import record
from tracer.algorithms import alphabeta, alphabeta_table, iterative_deepening
from tracer.experiments.openings import opening
from tracer.experiments.positions import relative_costs
from trees.games import Pear, game_tree


def test_costs_are_leaves_relative_to_alphabeta():
    costs = relative_costs(range(4), 3)
    for seed in range(4):
        tree = game_tree(Pear(), opening(seed), 3).explicit()
        plain = len(record(alphabeta, tree).leaves)
        deepened = {"depth": 3, "search": alphabeta_table}
        assert costs["a table"][seed] == len(record(alphabeta_table, tree).leaves) / plain
        assert costs["deepening"][seed] == (
            len(record(iterative_deepening, tree, depth=3).leaves) / plain
        )
        assert costs["both"][seed] == (
            len(record(iterative_deepening, tree, **deepened).leaves) / plain
        )
    assert max(costs["a table"]) <= 1
