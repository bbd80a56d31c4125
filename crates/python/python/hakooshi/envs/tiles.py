"""Tiles for the observation `rgb`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def gym_sokoban_tiles() -> NDArray[np.uint8]:
    """gym-sokoban's own seven tiles, taken from the gym-sokoban that is installed.

    `SokobanEnv(levels, tiles=gym_sokoban_tiles())` shows byte for byte what gym-sokoban shows. Its
    pictures are not part of this package.
    """
    from gym_sokoban.envs.render_utils import room_to_rgb

    # Wall, floor, goal, box on goal, box, player, and the player on a goal.
    room = np.array([[0, 1, 2, 3, 4, 5, 5]])
    fixed = np.array([[0, 1, 2, 2, 1, 1, 2]])
    row = np.asarray(room_to_rgb(room, fixed), np.uint8)
    return np.ascontiguousarray(row.reshape(16, 7, 16, 3).transpose(1, 0, 2, 3))
