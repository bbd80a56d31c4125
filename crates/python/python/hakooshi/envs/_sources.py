"""What the environments have in common: where levels come from, and what is seen."""

from __future__ import annotations

import hashlib
import pathlib
from collections.abc import Iterable, Sequence
from os import PathLike
from typing import cast

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from .._hakooshi import Batch, Level, generate, read

Levels = str | PathLike[str] | Sequence[Level | str] | int
Rewards = str | tuple[float, float, float, float]

#: Of ten thousand levels, how many are for training and validation; the others are for tests.
_SHARES = {"train": (0, 8000), "valid": (8000, 9000), "test": (9000, 10000)}


def _of_folder(folder: pathlib.Path) -> list[Level]:
    """The levels of all files of a folder and its folders, by name."""
    files = sorted(it for it in folder.rglob("*") if it.is_file() and not it.name.startswith("."))
    return [level for file in files for level in read(file)]


def split(levels: Iterable[Level], part: str) -> list[Level]:
    """The levels of one part: `train` (80 %), `valid` or `test` (10 % each).

    The part is decided by the level's id, which is the same for rotated and mirrored copies, so that
    none of them is in two parts, whatever other levels there are.

    >>> from hakooshi import generate
    >>> parts = [split(generate(500, seed=1), part) for part in ("train", "valid", "test")]
    >>> [len(part) for part in parts]
    [393, 59, 48]
    """
    if part not in _SHARES:
        raise ValueError(f"split is one of {', '.join(_SHARES)}; not {part}")
    low, high = _SHARES[part]

    def place(level: Level) -> int:
        return int.from_bytes(hashlib.sha256(level.id.encode()).digest()[:8], "big") % 10000

    return [level for level in levels if low <= place(level) < high]


def levels_of(source: Levels, seed: int, part: str | None) -> list[Level]:
    """The levels that an environment plays."""
    if isinstance(source, int):
        levels = generate(source, seed=seed)
    elif isinstance(source, PathLike) or (isinstance(source, str) and not set(source) & {"\n", "#"}):
        path = pathlib.Path(source)
        levels = _of_folder(path) if path.is_dir() else read(path)
    elif isinstance(source, str):
        levels = read(source)
    else:
        levels = [it if isinstance(it, Level) else Level(it) for it in source]
    return levels if part is None else split(levels, part)


def observation_space(batch: Batch) -> gym.Space[NDArray[np.uint8]]:
    box = gym.spaces.Box(0, batch.highest, batch.frames.shape[1:], np.uint8)
    return cast("gym.Space[NDArray[np.uint8]]", box)
