"""The experiments as commands, each with its arguments and the report it prints."""

import csv
import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from tracer.experiments import figures
from tracer.experiments.counting import SEARCHES, search_named
from tracer.experiments.intervals import Misses
from tracer.experiments.model import model_and_measured, model_rows, table_5_1
from tracer.experiments.nbp import NUMBERS, ROOT_VALUE, Cell, cells_of, chance, samples
from tracer.experiments.paces import DEEPEST, paces
from tracer.experiments.paces import table as paces_table
from tracer.experiments.published import MISPRINTS, Column
from tracer.experiments.scaling import ALL, KINDS, duels, limit, scaling
from trees.number import show_count

Options = dict[str, Any]


class Command(NamedTuple):
    """An experiment on the command line; `report` gets the keyword arguments for `run`."""

    help: str
    arguments: Callable[[ArgumentParser], None]
    report: Callable[[Namespace, Options], None]


COMMANDS: dict[str, Command] = {}


def command(
    name: str, what: str, arguments: Callable[[ArgumentParser], None]
) -> Callable[[Callable[[Namespace, Options], None]], None]:
    """Register a report as the command `name`."""

    def enter(report: Callable[[Namespace, Options], None]) -> None:
        COMMANDS[name] = Command(what, arguments, report)

    return enter


# Srimani's chapter 4

ROOTS = {str(ROOT_VALUE): ROOT_VALUE, "drawn": None}
CHOSEN = f"""\
Each cell: printed, ours ± half of its 95 % confidence interval, ours / printed.
Chosen after seeing the printed numbers: that every root is worth {ROOT_VALUE}. The thesis says so
only of the tree in its Appendix A. So it is partly our doing if the first tables agree. The
second ones, with roots drawn from 0 to 127, show what comes out without this choice."""


def _nbp_arguments(parser: ArgumentParser) -> None:
    choice_argument(parser, "--tables", NUMBERS)
    sample_arguments(parser, trees=100)
    parser.add_argument(
        "--searches",
        nargs="+",
        default=[],
        metavar="NAME",
        help=f"searches to count in addition, from: {', '.join(SEARCHES)}",
    )
    parser.add_argument(
        "--roots",
        nargs="+",
        default=list(ROOTS),
        choices=list(ROOTS),
        help=f"values of the roots: {ROOT_VALUE} for every tree, or drawn from 0 to 127 "
        "(default: a table for each)",
    )
    output_arguments(parser)


@command(
    "nbp", "Tables 4.1 to 4.5 of Srimani 1985: NBP and storage on ordered trees", _nbp_arguments
)
def _nbp(args: Namespace, options: Options) -> None:
    cells: list[Cell] = []
    print(CHOSEN)
    for root in args.roots:
        columns = samples(
            tables=args.tables,
            trees=args.trees,
            seed=args.seed,
            searches=args.searches,
            value=ROOTS[root],
            **options,
        )
        found = cells_of(columns)
        print(f"\n{nbp_text(found)}")
        if args.trees > 1:
            print(verdict(found, chance(columns)))
        cells += found
    print("\n".join(("", *MISPRINTS)))
    write_rows(cells, args)
    if args.figures:
        say_written(figures.figures_4(cells, args.figures))


def nbp_text(cells: Sequence[Cell]) -> str:
    """The tables; each cell has the published NBP, ours ± its 95 % interval, and their ratio."""
    lines = []
    for (number, w, d), group in groupby(cells, key=lambda c: (c.table, c.w, c.d)):
        table = list(group)
        columns = list(dict.fromkeys(Column(c.R, c.p) for c in table))
        trees = show_count(table[0].trees, "tree")
        lines.append(f"Table {number}: T({w},{d}), {trees} per cell; {roots_of(table[0])}")
        heads = "".join(f"{column.title(w):>24}" for column in columns)
        lines.append(f"{'':12}{heads}{'size':>12}")
        for name in dict.fromkeys(c.search for c in table):
            row = {Column(c.R, c.p): c for c in table if c.search == name}
            row_text = "".join(_nbp_cell(row[column]) for column in columns)
            size = max(c.size for c in row.values())
            printed = next(iter(row.values())).published_size
            lines.append(f"{search_named(name)[0]:12}{row_text}{printed or '–':>6}{size:>6}")
        lines.append("")
    return "\n".join(lines)


def verdict(cells: Sequence[Cell], misses: Misses) -> str:
    """How many cells miss the published mean, and how many should by chance."""
    compared = [c for c in cells if c.published is not None]
    exact = [c for c in compared if c.R == c.w]
    off = [c for c in compared if not c.agrees and c.R < c.w]
    equal = sum(c.agrees for c in exact)
    lines = [
        f"{equal} of {len(exact)} cells of minimal trees equal the printed ones. For the other "
        f"{misses.cells}, the difference has a 95 %",
        f"interval. By chance, {misses.mean:.1f} of them should miss it ({misses.low} to "
        f"{misses.high} in 95 of 100 repetitions, because searches",
        f"on the same trees miss together). {len(off)} do{', marked with *.' if off else '.'}",
    ]
    if len(off) <= 10:
        lines += [
            f"  T({c.w},{c.d}) {Column(c.R, c.p).title(c.w)}, {search_named(c.search)[0]}: "
            f"printed {c.published}, ours {c.nbp:.0f} ± {c.interval:.0f}"
            for c in off
        ]
    return "\n".join(lines)


def roots_of(cell: Cell) -> str:
    """The values of the roots, in words."""
    return "roots drawn" if cell.root is None else f"every root worth {cell.root}"


def _nbp_cell(c: Cell) -> str:
    mark = " " if c.agrees else "*"
    ratio = f"{c.ratio:.2f}" if c.ratio else ""
    return f"{c.published or '–':>6}{c.nbp:>6.0f} ±{c.interval:<4.0f}{ratio:>5}{mark}"


# Srimani's chapter 5


def _model_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--width", type=int, metavar="N", help="print only the recurrences, for this width …"
    )
    parser.add_argument("--depth", type=int, metavar="N", help="… and this even depth")
    sample_arguments(parser, trees=20)
    output_arguments(parser)


@command(
    "model",
    "Chapter 5 of Srimani 1985: recurrences, Table 5.1, and the model next to measurements",
    _model_arguments,
)
def _model(args: Namespace, options: Options) -> None:
    rows: Sequence[Any]
    if (args.width is None) != (args.depth is None):
        raise ValueError("Give both --width and --depth, or neither.")
    if args.width is not None:
        rows = model_rows(args.width, args.depth)
        print(
            f"T({args.width},{args.depth}): {'k + 1':>5}{'SSS*':>16}{'alpha-beta':>16}{'ratio':>8}"
        )
        for row in rows:
            print(f"{row.k + 1:>14}{row.sss_star:>16}{row.alphabeta:>16}{row.ratio:>8.3f}")
    else:
        print("Table 5.1: mean of I(alpha-beta) / I(SSS*) over k + 1 = 1 … w; printed, ours")
        print(table_5_1())
        rows = model_and_measured(trees=args.trees, seed=args.seed, **options)
        trees = show_count(args.trees, "tree")
        print(f"\nThe model, averaged over k + 1 = 1 … w/R, and measurements on {trees} per cell")
        print(f"{'':24}{'model':>10}{'measured':>10}{'ratio':>8}")
        for c in rows:
            print(f"{f'T({c.w},{c.d}) R={c.R}':14}{search_named(c.search)[0]:10}", end="")
            print(f"{c.model:>10.0f}{c.nbp:>10.0f}{c.model / c.nbp:>8.2f}")
    write_rows(rows, args)
    if args.figures:
        say_written(figures.figures_5(args.figures))


# Beyond the thesis


def _scaling_arguments(parser: ArgumentParser) -> None:
    choice_argument(parser, "--kinds", KINDS)
    shape_arguments(parser, [2, 4, 8], [2, 3, 4, 5, 6, 7, 8])
    parser.add_argument(
        "--searches",
        nargs="+",
        metavar="NAME",
        help=f"which searches to run, from: {', '.join(SEARCHES)} (default: all)",
    )
    parser.add_argument(
        "--leaves",
        type=int,
        default=70_000,
        metavar="N",
        help="skip trees with more leaves than this (default: %(default)s)",
    )
    sample_arguments(parser, trees=10)
    output_arguments(parser)


@command(
    "scaling",
    "NBP, storage and time by depth and width; branching factors; which search beats which",
    _scaling_arguments,
)
def _scaling(args: Namespace, options: Options) -> None:
    growths = scaling(
        kinds=args.kinds,
        widths=args.widths,
        depths=args.depths,
        searches=args.searches or ALL,
        leaves=args.leaves,
        trees=args.trees,
        seed=args.seed,
        **options,
    )
    for (kind, w), group in groupby(growths, key=lambda g: (g.kind, g.w)):
        found = list(group)
        depths = list(dict.fromkeys(g.d for g in found))
        print(f"{kind} trees of width {w}: NBP by depth, {show_count(args.trees, 'tree')} each")
        print(f"{'':18}{''.join(f'{d:>9}' for d in depths)}{'factor':>9}{'limit':>8}{'µs/leaf':>9}")
        for name in dict.fromkeys(g.search for g in found):
            row = [g for g in found if g.search == name]
            deepest, known = row[-1], limit(kind, w, name)
            factor = f"{deepest.branching:.2f}" if deepest.branching else "–"
            pace = deepest.seconds / deepest.evaluations * 1e6
            print(f"{search_named(name)[0]:18}{''.join(f'{g.nbp:>9.0f}' for g in row)}", end="")
            print(f"{factor:>9}{f'{known:.2f}' if known else '–':>8}{pace:>9.1f}")
        print()
    print("PS*(k) on T(8,4): on how many of 200 trees it evaluates fewer, as many, or more leaves")
    for duel in duels(seed=args.seed, **options):
        trees = "iid" if duel.R is None else f"R={duel.R}"
        other = search_named(duel.other)[0]
        print(f"{trees:6}k={duel.k} than {other:10}{duel.fewer:>6}{duel.same:>6}{duel.more:>6}")
    write_rows(growths, args)
    if args.figures:
        say_written(figures.figures_scaling(growths, args.figures))


# Pantel's chapters 5 and 6


def _paces_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--openings", type=int, default=10, help="positions to choose a move in (default: 10)"
    )
    parser.add_argument("--most", type=int, default=9, help="the largest depth (default: 9)")
    parser.add_argument("--figures", metavar="DIR", help="draw the figures into this folder")


@command(
    "paces",
    "Figures 5.1-5.4 and 6.1 of Pantel 1997: the cost of a move by depth",
    _paces_arguments,
)
def _paces(args: Namespace, options: Options) -> None:
    deepest = {name: min(depth, args.most) for name, depth in DEEPEST.items()}
    rows = paces(deepest, openings=args.openings, **options)
    print(paces_table(rows))
    if args.figures:
        say_written(figures.figures_5_and_6_1(rows, args.figures))


# Shared


def sample_arguments(parser: ArgumentParser, trees: int) -> None:
    """Add the options for the size of the sample and its seed."""
    parser.add_argument(
        "--trees",
        type=int,
        default=trees,
        metavar="N",
        help="trees per cell (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="seed of the first tree (default: 1)"
    )


def choice_argument(parser: ArgumentParser, name: str, choices: Iterable[str]) -> None:
    """Add an option that takes some of a list; the default is the whole list."""
    parser.add_argument(
        name,
        nargs="+",
        default=list(choices),
        metavar="NAME",
        help=f"any of: {', '.join(choices)} (default: all)",
    )


def shape_arguments(
    parser: ArgumentParser, widths: Sequence[int], depths: Sequence[int], what: str = ""
) -> None:
    """Add the options for the widths and depths of trees, with these defaults."""
    for name, default in ("--widths", widths), ("--depths", depths):
        parser.add_argument(
            name,
            nargs="+",
            type=int,
            default=default,
            metavar="N",
            help=f"{what}{name[2:]} of the trees (default: {' '.join(map(str, default))})",
        )


def output_arguments(parser: ArgumentParser) -> None:
    """Add the options for files to write."""
    parser.add_argument("--csv", metavar="FILE", help="write the numbers as CSV")
    parser.add_argument("--json", metavar="FILE", help="write the numbers as JSON")
    parser.add_argument("--figures", metavar="DIR", help="draw the figures into this folder")


def write_rows(rows: Sequence[Any], args: Namespace) -> None:
    """Write the rows, named tuples of one type, as CSV and JSON if requested."""
    if args.csv:
        path = _place(args.csv)
        with path.open("w", newline="", encoding="utf-8") as stream:
            table = csv.writer(stream)
            table.writerow(rows[0]._fields)
            table.writerows(rows)
        say_written([path])
    if args.json:
        path = _place(args.json)
        path.write_text(json.dumps([row._asdict() for row in rows], indent=1), encoding="utf-8")
        say_written([path])


def _place(name: str) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def say_written(paths: Sequence[Path]) -> None:
    """Say which files were written."""
    for path in paths:
        print(f"Wrote {path}")
