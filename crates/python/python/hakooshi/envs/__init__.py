"""Gymnasium environments: single, vector, and by pushes.

Every environment takes its levels from `levels`: the path of a file or a folder, a text, a sequence of
`Level`, or a number of levels to generate (from `level_seed`); `split` takes one part of them.
Observations are named `cells` (height × width codes),
`symbols` (height × width × 7), `tiny_rgb` (height × width × 3) and `rgb` (16 times as large);
actions `udlr`, `urdl` (Jumanji, envpool), `lurd`, `wait_udlr` and `gym_sokoban`; rewards
`gym_sokoban`, `boxoban` (the same) and `sparse`, or four numbers: for a step, a box pushed onto a
goal, one pushed off, and the solution.

>>> env = SokobanVectorEnv(4, levels=10, observation="symbols")
>>> observations, infos = env.reset(seed=1)
>>> observations.shape
(4, 10, 10, 7)

`exact` names what `info` has besides the number of the level, all of it proved: `cost_to_go` (the
fewest moves, or pushes where actions are pushes; −1 without solution), `solvable`, `deadlock` and
`optimal_actions`. It computes a complete table for each level when it is first played: milliseconds
for a Boxoban level.
"""

from __future__ import annotations

import gymnasium as gym

from ._sources import split
from .single import PushEnv, SokobanEnv
from .tiles import gym_sokoban_tiles
from .vector import PushVectorEnv, SokobanVectorEnv

__all__ = [
    "PushEnv",
    "PushVectorEnv",
    "SokobanEnv",
    "SokobanVectorEnv",
    "gym_sokoban_tiles",
    "split",
]


def _register() -> None:
    here = "hakooshi.envs"
    for name, single, vector in [
        ("Sokoban", "SokobanEnv", "SokobanVectorEnv"),
        ("SokobanPush", "PushEnv", "PushVectorEnv"),
    ]:
        gym.register(
            f"hakooshi/{name}-v0",
            entry_point=f"{here}:{single}",
            vector_entry_point=f"{here}:{vector}",
        )


_register()
