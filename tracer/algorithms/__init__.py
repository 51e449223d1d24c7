"""The searches, one file each, listing inside. A new file in this folder registers itself."""

from importlib import import_module
from pkgutil import iter_modules

from tracer.algorithms.alphabeta import alphabeta
from tracer.algorithms.alphabeta_table import alphabeta_table
from tracer.algorithms.deepening import depth_limited, iterative_deepening
from tracer.algorithms.hybrids import alphabeta_sss, sss_alphabeta, staged_sss
from tracer.algorithms.minimax import minimax
from tracer.algorithms.mt import mt, mtd, mtd_bi, mtd_f, mtd_minus_infinity, mtd_plus_infinity
from tracer.algorithms.negamax import negamax
from tracer.algorithms.negascout import negascout
from tracer.algorithms.ps_star import ps_star
from tracer.algorithms.scout import scout
from tracer.algorithms.solve import solve
from tracer.algorithms.sss_star import dual_star, sss_star

__all__ = [
    "alphabeta",
    "alphabeta_sss",
    "alphabeta_table",
    "depth_limited",
    "dual_star",
    "iterative_deepening",
    "minimax",
    "mt",
    "mtd",
    "mtd_bi",
    "mtd_f",
    "mtd_minus_infinity",
    "mtd_plus_infinity",
    "negamax",
    "negascout",
    "ps_star",
    "scout",
    "solve",
    "sss_alphabeta",
    "sss_star",
    "staged_sss",
]

for _found in iter_modules(__path__):  # those not named above register their searches too
    import_module(f"{__name__}.{_found.name}")
