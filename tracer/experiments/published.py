"""The numbers printed in Srimani 1985: Tables 4.1-4.5 (means over 100 trees) and Table 5.1."""

from typing import NamedTuple


class Column(NamedTuple):
    """A kind of tree: order R with probability p."""

    R: int
    p: float = 1.0

    def title(self, w: int) -> str:
        """The heading of the column."""
        if self.p < 1:
            return f"R={self.R} p={self.p}"
        return f"R={self.R}" + (" random" if self.R == 1 else " minimal" if self.R == w else "")


class Table(NamedTuple):
    """NBP by search, one number per column, and the most storage that each search used."""

    number: str
    w: int
    d: int
    columns: tuple[Column, ...]
    nbp: dict[str, tuple[int, ...]]
    size: dict[str, int]

    @property
    def title(self) -> str:
        """The trees in the table."""
        return f"T({self.w},{self.d})"


def _columns(*orders: int) -> tuple[Column, ...]:
    return tuple(Column(R) for R in orders)


TABLES = (
    Table(
        *("4.1", 8, 4, _columns(1, 2, 4, 8)),
        nbp={
            "sss_star": (439, 287, 190, 127),
            "ps_star(2)": (571, 286, 190, 127),
            "ps_star(4)": (634, 375, 190, 127),
            "alphabeta": (689, 415, 248, 127),
        },
        size={"sss_star": 64, "ps_star(2)": 21, "ps_star(4)": 7, "alphabeta": 4},
    ),
    Table(
        *("4.2", 16, 4, _columns(1, 2, 4, 16)),
        nbp={
            "sss_star": (2250, 1637, 1146, 511),
            "ps_star(2)": (2829, 1637, 1146, 511),
            "ps_star(4)": (3363, 2114, 1146, 511),
            "ps_star(8)": (3743, 2388, 1496, 511),
            "alphabeta": (3952, 2981, 1664, 511),
        },
        size={
            **{"sss_star": 256, "ps_star(2)": 73, "ps_star(4)": 21, "ps_star(8)": 7},
            "alphabeta": 4,
        },
    ),
    Table(
        *("4.3", 24, 4, (*_columns(1, 2, 4), Column(2, 0.9), Column(4, 0.9), Column(24))),
        nbp={
            "sss_star": (5805, 4423, 3206, 4702, 3513, 1151),
            "ps_star(2)": (7345, 4423, 3203, 4956, 3690, 1151),
            "ps_star(4)": (8650, 5718, 3201, 6460, 3940, 1151),
            "ps_star(6)": (9207, 6222, 3950, 7126, 4649, 1151),
            "ps_star(8)": (9753, 6652, 4300, 7517, 4938, 1151),
            "alphabeta": (10602, 7437, 5031, 8364, 5660, 1151),
        },
        size={
            **{"sss_star": 576, "ps_star(2)": 157, "ps_star(4)": 43, "ps_star(6)": 21},
            **{"ps_star(8)": 13, "alphabeta": 4},
        },
    ),
    Table(
        *("4.4", 32, 4, _columns(1, 2, 4, 8, 32)),
        nbp={
            "sss_star": (10816, 8493, 6424, 4633, 2047),
            "ps_star(2)": (13989, 8478, 6422, 4632, 2047),
            "ps_star(4)": (16464, 11089, 6420, 4632, 2047),
            "ps_star(8)": (18512, 12782, 8313, 4631, 2047),
            "ps_star(16)": (20145, 13966, 9330, 6209, 2047),
            "alphabeta": (20836, 14665, 10046, 6974, 2047),
        },
        size={
            **{"sss_star": 1024, "ps_star(2)": 273, "ps_star(4)": 73, "ps_star(8)": 21},
            **{"ps_star(16)": 7, "alphabeta": 4},
        },
    ),
    Table(
        *("4.5", 8, 6, _columns(1, 2, 4, 8)),
        nbp={
            "sss_star": (6044, 3475, 1932, 1023),
            "ps_star(2)": (9984, 3437, 1921, 1023),
            "ps_star(4)": (11283, 5213, 1915, 1023),
            "alphabeta": (11565, 5555, 2659, 1023),
        },
        size={"sss_star": 512, "ps_star(2)": 85, "ps_star(4)": 15, "alphabeta": 6},
    ),
)

MISPRINTS = (
    "Table 4.4 prints 2045 for minimal T(32,4). We use 2047, which is 2·w^(d/2) − 1.",
    "Table 4.2 prints 2981 for alpha-beta on T(16,4), R=2. This does not fit the numbers around it "
    "(2388 for PS*(8)); it may be a misprint for 2681.",
)

# Table 5.1: the mean of I(alpha-beta) / I(SSS*) over k + 1 = 1 … w.
RATIOS = {
    2: {4: 1.000, 8: 1.000, 16: 1.000, 24: 1.000, 32: 1.000},
    4: {4: 1.060, 8: 1.128, 16: 1.190, 24: 1.221, 32: 1.241},
    6: {4: 1.174, 8: 1.346, 16: 1.483, 24: 1.543, 32: 1.577},
    8: {4: 1.342, 8: 1.671},
    10: {4: 1.581, 8: 2.149},
    12: {4: 1.923},
    14: {4: 2.416},
}
