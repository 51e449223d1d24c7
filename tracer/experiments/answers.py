"""The questions of `beyond.py` answered, in text and in pictures, and their command."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.experiments.beyond import (
    DEPTHS,
    WIDTHS,
    Cost,
    best,
    best_k,
    cheapest,
    depth,
    gain,
    is_equal,
    unequal,
)
from tracer.experiments.commands import (
    Options,
    choice_argument,
    command,
    output_arguments,
    sample_arguments,
    say_written,
    shape_arguments,
    write_rows,
)
from tracer.experiments.counting import search_named
from tracer.experiments.figures import line_style, math_name, new_axes, save_figure
from tracer.experiments.scaling import limit
from tracer.support.extras import needs
from trees.number import show_count

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Question(NamedTuple):
    """A question, the measurements that answer it, and how they are told and drawn."""

    words: str
    measure: Callable[..., list[Cost]]
    tell: Callable[[Sequence[Cost]], list[str]]
    draw: Callable[[Sequence["Axes"], Sequence[Cost]], None]


def _orders(found: Sequence[Cost]) -> dict[str, list[Cost]]:
    """What was found, by how the children are ordered."""
    orders: dict[str, list[Cost]] = {}
    for c in found:
        orders.setdefault(c.kind.order, []).append(c)
    return orders


def _math(order: str) -> str:
    """An order, typeset."""
    return ", ".join(f"${part}$" for part in order.split()) if "=" in order else order


# Where PS*(k) beats SSS*


def tell_gain(found: Sequence[Cost]) -> list[str]:
    """A table per order: the best k, and its leaves relative to SSS*."""
    lines = []
    for order, group in _orders(best(found)).items():
        depths = sorted({c.kind.d for c in group})
        lines.append(f"{order}: leaves of the best PS*(k) / leaves of SSS*")
        lines.append(f"{'':6}" + "".join(f"{f'd = {d}':>18}" for d in depths))
        for w in sorted({c.kind.w for c in group}):
            row = {c.kind.d: c for c in group if c.kind.w == w}
            cells = (
                f"{row[d].ratio:.3f} ±{row[d].interval:.3f} {_k(row[d]):>4}" if d in row else ""
                for d in depths
            )
            lines.append(f"w={w:<4}" + "".join(f"{cell:>18}" for cell in cells))
    fewer = [c for c in best(found) if c.ratio + c.interval < 1]
    lines.append(
        f"PS*(k) evaluates fewer leaves, by more than the 95 % interval, on {len(fewer)} of "
        f"{len(best(found))} kinds of trees"
    )
    if fewer:
        most = min(fewer, key=lambda c: c.ratio)
        lines[-1] += (
            f"; at most {1 - most.ratio:.1%} fewer, on T({most.kind.w},{most.kind.d}), "
            f"{most.kind.order}, k={_k(most)}"
        )
    return [
        *(*lines[:-1], f"{lines[-1]}."),
        f"(If both were equal, about {0.025 * len(best(found)):.0f} would, by chance. Each k is "
        "the best on these trees; another --seed tests it on others.)",
    ]


def _k(c: Cost) -> str:
    return c.search.partition("(")[2].rstrip(")")


def draw_gain(axes: Sequence["Axes"], found: Sequence[Cost]) -> None:
    """A map per order, width by depth: the ratio to SSS* of the best k. Blue: PS*(k) is better."""
    scale = needs("matplotlib.colors", "lab").TwoSlopeNorm(1, 0.9, 1.6)
    for ax, (order, group) in zip(axes, _orders(best(found)).items(), strict=False):
        widths, depths = sorted({c.kind.w for c in group}), sorted({c.kind.d for c in group})
        grid = [[float("nan")] * len(depths) for _ in widths]
        for c in group:
            row, column = widths.index(c.kind.w), depths.index(c.kind.d)
            grid[row][column] = c.ratio
            text = f"{c.ratio:.2f}\n$k={_k(c)}$"
            colour = "white" if c.ratio > 1.38 or c.ratio < 0.92 else "black"
            ax.text(column, row, text, ha="center", va="center", fontsize=8, color=colour)
        ax.imshow(grid, cmap="RdBu_r", norm=scale, aspect="auto")
        ax.set_xticks(range(len(depths)), [str(d) for d in depths])
        ax.set_yticks(range(len(widths)), [str(w) for w in widths])
        ax.set(xlabel="depth $d$", ylabel="width $w$", title=_math(order))


# The best k


def tell_best_k(found: Sequence[Cost]) -> list[str]:
    """Leaves relative to SSS*, a row for each k, with the storage."""
    orders = _orders(found)
    lines = [f"{'':12}{'storage':>8}" + "".join(f"{order:>20}" for order in orders)]
    for name in dict.fromkeys(c.search for c in found if c.search != "sss_star"):
        row = [next(c for c in group if c.search == name) for group in orders.values()]
        cells = "".join(f"{f'{c.ratio:.3f} ±{c.interval:.3f}':>20}" for c in row)
        lines.append(f"{search_named(name)[0]:12}{max(c.storage for c in row):>8}{cells}")
    return lines


def draw_best_k(axes: Sequence["Axes"], found: Sequence[Cost]) -> None:
    """Leaves relative to SSS* by k, a curve for each order; dots where k = R."""
    ax = axes[0]
    for i, (order, group) in enumerate(_orders(found).items()):
        curve = [c for c in group if c.search != "sss_star"]
        ks = [int(_k(c)) for c in curve]
        ratios = [c.ratio for c in curve]
        bars = [c.interval for c in curve]
        ax.errorbar(ks, ratios, yerr=bars, **line_style(i, _math(order)))
        if curve[0].kind.R in ks:
            at = ks.index(int(curve[0].kind.R or 1))
            ax.plot([ks[at]], [ratios[at]], "o", color=f"C{i}", markersize=10)
    ticks = sorted({int(_k(c)) for c in found if c.search != "sss_star"})
    ax.set_xscale("log", base=2)
    ax.set_xticks(ticks, [str(k) for k in ticks])
    w, d = found[0].kind[:2]
    ax.set(xlabel="$k$ (large dot: $k = R$)", ylabel="leaves / leaves of SSS$^*$")
    ax.set_title(f"PS$^*$($k$) on $T({w},{d})$")
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)


# Unequal partitions


def tell_unequal(found: Sequence[Cost]) -> list[str]:
    """For each order, the partitions that nothing beats in leaves and storage."""
    lines = []
    for order, group in _orders(found).items():
        lines.append(f"{order}: storage, leaves / leaves of SSS*, partitions (=: all of one size)")
        for c in cheapest([c for c in group if c.search != "sss_star"]):
            sizes = c.search.removeprefix("ps_star")
            equal = "=" if is_equal(c) else " "
            lines.append(f"{c.storage:>8} {c.ratio:.3f} ±{c.interval:.3f} {equal} {sizes}")
    return lines


def draw_unequal(axes: Sequence["Axes"], found: Sequence[Cost]) -> None:
    """Leaves by storage: every way to split (grey), the equal ones (rings), the best (line)."""
    ax = axes[0]
    for i, (order, group) in enumerate(_orders(found).items()):
        splits = [c for c in group if c.search != "sss_star"]
        front = cheapest(splits)
        equal = [c for c in splits if is_equal(c)]
        if i == 0:
            ax.plot([c.storage for c in splits], [c.ratio for c in splits], ".", color="0.75")
        ax.step(
            [c.storage for c in front],
            [c.ratio for c in front],
            where="post",
            **line_style(i, _math(order)),
        )
        ring: dict[str, Any] = {"markersize": 10, "markerfacecolor": "none", "linestyle": "none"}
        ax.plot([c.storage for c in equal], [c.ratio for c in equal], "o", color=f"C{i}", **ring)
    w, d = found[0].kind[:2]
    ax.set_xscale("log")
    ticks = sorted({c.storage for c in found if c.search != "sss_star" and is_equal(c)})
    ax.set_xticks(ticks, [str(size) for size in ticks])
    ax.set_xticks([], minor=True)
    ax.set(xlabel="storage", ylabel="leaves / leaves of SSS$^*$")
    ax.set_title(f"All ways to split {w} children, $T({w},{d})$\n(rings: equal partitions)")
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)


# Depth


def tell_depth(found: Sequence[Cost]) -> list[str]:
    """For each order, NBP of alpha-beta and the others relative to it, by depth."""
    lines = []
    for order, group in _orders(found).items():
        names = list(dict.fromkeys(c.search for c in group if c.search != "alphabeta"))
        heads = "".join(f"{search_named(name)[0]:>16}" for name in names)
        lines.append(f"{order}, w={group[0].kind.w}: leaves of alpha-beta, and relative to it")
        lines.append(f"{'d':>4}{'Alpha-beta':>12}{heads}")
        for d in dict.fromkeys(c.kind.d for c in group):
            row = {c.search: c for c in group if c.kind.d == d}
            cells = "".join(f"{row[n].ratio:>9.3f} ±{row[n].interval:.3f}" for n in names)
            lines.append(f"{d:>4}{row['alphabeta'].nbp:>12,.0f}{cells}")
    return lines


def draw_depth(axes: Sequence["Axes"], found: Sequence[Cost]) -> None:
    """Left, NBP by depth; right, relative to alpha-beta. Full lines for the first order."""
    left, right = axes[0], axes[1]
    for i, name in enumerate(dict.fromkeys(c.search for c in found)):
        for group, dash in zip(_orders(found).values(), ("-", "--"), strict=False):
            mine = [c for c in group if c.search == name]
            look = line_style(i, math_name(name) if dash == "-" else "_") | {"linestyle": dash}
            depths = [c.kind.d for c in mine]
            left.plot(depths, [c.nbp for c in mine], **look)
            bars = [c.interval for c in mine]
            right.errorbar(depths, [c.ratio for c in mine], yerr=bars, **look)
    w, orders = found[0].kind.w, list(_orders(found))
    known = limit("iid", w, "alphabeta")
    depths = sorted({c.kind.d for c in found})
    first = min(c.nbp for c in found if c.kind.d == depths[0])
    slope = [first * (known or 1) ** (d - depths[0]) for d in depths]
    left.plot(depths, slope, "k:", label=f"factor {known:.3f} per level")
    left.set_yscale("log")
    for ax in axes:
        ax.set_xticks(depths[:: 1 + len(depths) // 10])
    left.set(xlabel="depth $d$", ylabel="NBP (leaves evaluated)")
    right.set(xlabel="depth $d$", ylabel="leaves / leaves of alpha-beta")
    dashed = f"; dashed: {_math(orders[1])}" if len(orders) > 1 else ""
    left.set_title(f"$T({w},d)$, {_math(orders[0])}{dashed}")
    right.legend(
        *left.get_legend_handles_labels(), loc="upper left", bbox_to_anchor=(1, 1), frameon=False
    )


QUESTIONS = {
    "gain": Question("Where does PS*(k) beat SSS*?", gain, tell_gain, draw_gain),
    "best-k": Question("Which k is best?", best_k, tell_best_k, draw_best_k),
    "unequal": Question("Do unequal partitions pay?", unequal, tell_unequal, draw_unequal),
    "depth": Question("What does depth change?", depth, tell_depth, draw_depth),
}
PANELS = {"gain": (2, 3), "depth": (1, 2)}


def _arguments(parser: ArgumentParser) -> None:
    choice_argument(parser, "--questions", QUESTIONS)
    shape_arguments(parser, WIDTHS, DEPTHS, "gain: ")
    parser.add_argument(
        "--leaves",
        type=int,
        default=1 << 24,
        metavar="N",
        help="gain and depth: skip trees with more leaves than this (default: %(default)s)",
    )
    sample_arguments(parser, trees=20)
    output_arguments(parser)


@command("beyond", "Where PS*(k) beats SSS*, the best k, unequal partitions, depth", _arguments)
def _beyond(args: Namespace, options: Options) -> None:
    rows: list[Any] = []
    for name in args.questions:
        question = QUESTIONS[name]
        only: dict[str, Any] = {"leaves": args.leaves} if name in ("gain", "depth") else {}
        if name == "gain":
            only |= {"widths": args.widths, "depths": args.depths}
        found = question.measure(trees=args.trees, seed=args.seed, **only, **options)
        trees = show_count(args.trees, "tree")
        print(f"{question.words} ({trees} of each kind, seeds from {args.seed})")
        print("\n".join(question.tell(found)), end="\n\n")
        rows += [_Row(**c.kind._asdict(), **_but_kind(c)) for c in found]
        if args.figures:
            figure, axes = new_axes(*PANELS.get(name, (1, 1)))
            question.draw(list(getattr(axes, "flat", [axes])), found)
            say_written([save_figure(figure, args.figures, f"beyond-{name}")])
    write_rows(rows, args)


def _but_kind(c: Cost) -> dict[str, Any]:
    return {name: value for name, value in c._asdict().items() if name != "kind"}


class _Row(NamedTuple):
    """A cost in a table: the kind of tree, then the rest."""

    w: int
    d: int
    R: int | None
    p: float
    search: str
    nbp: float
    storage: int
    ratio: float
    interval: float
    trees: int
