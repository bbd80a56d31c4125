"""Sokoban: levels, a solver with proofs, exact labels, and environments for learning.

>>> import hakooshi
>>> level = hakooshi.Level("#######\\n#@ $ .#\\n#######")
>>> hakooshi.solve(level, goal="moves").solution.lurd
'rRR'

`hakooshi.envs` has Gymnasium environments, `hakooshi.cluster` labels files on a Ray cluster.
"""

import base64 as _base64

from ._hakooshi import (
    Analysis,
    Batch,
    Exact,
    Level,
    LevelReader,
    Pack,
    ReadError,
    Report,
    Solution,
    SolverError,
    Table,
    VerifyError,
    __version__,
    analyse,
    generate,
    improve,
    iter_levels,
    label,
    label_columns,
    optimal,
    read,
    solve,
    solve_many,
    verify,
)

__all__ = [
    "Analysis",
    "Batch",
    "Exact",
    "Level",
    "LevelReader",
    "Pack",
    "ReadError",
    "Report",
    "Solution",
    "SolverError",
    "Table",
    "VerifyError",
    "__version__",
    "analyse",
    "generate",
    "improve",
    "iter_levels",
    "label",
    "label_columns",
    "optimal",
    "read",
    "show",
    "solve",
    "solve_many",
    "verify",
]


class show:
    """A solution as an animation in a notebook: `show(solution)` at the end of a cell.

    >>> show(verify(Level("#####\\n#@$.#\\n#####"), "R"))._repr_html_()[:32]
    '<img src="data:image/gif;base64,'
    """

    def __init__(self, solution: Solution, cell: int = 32, delay: int = 120) -> None:
        self._gif = solution.gif(cell, delay)

    def _repr_html_(self) -> str:
        return f'<img src="data:image/gif;base64,{_base64.b64encode(self._gif).decode()}">'
