"""The exact values of `info`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from .._hakooshi import Batch, Exact

NAMES = ("cost_to_go", "solvable", "deadlock", "optimal_actions")


class ExactInfo:
    """The exact values that are asked for; of pushes, or of moves."""

    def __init__(self, names: Sequence[str], by_pushes: bool) -> None:
        unknown = set(names) - set(NAMES)
        if unknown:
            raise ValueError(f"exact has {', '.join(NAMES)}; not {', '.join(sorted(unknown))}")
        self._names = tuple(names)
        tables = Exact()
        self._look = tables.look_pushes if by_pushes else tables.look

    def look(self, batch: Batch) -> dict[str, NDArray[Any]]:
        if not self._names:
            return {}
        costs, best = self._look(batch)
        known = {
            "cost_to_go": costs,
            "solvable": costs >= 0,
            "deadlock": costs < 0,
            "optimal_actions": best,
        }
        return {name: known[name] for name in self._names}
