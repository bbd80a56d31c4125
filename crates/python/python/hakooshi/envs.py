"""Gymnasium environments: single, vector, and by pushes.

Every environment takes its levels from `levels`: a path or text, a sequence of `Level`, or a number
of levels to generate (from `level_seed`). Observations are named `cells` (height × width codes),
`symbols` (height × width × 7), `tiny_rgb` (height × width × 3) and `rgb` (16 times as large);
actions `udlr`, `urdl` (Jumanji, envpool), `lurd`, `wait_udlr` and `gym_sokoban`; rewards
`gym_sokoban`, `boxoban` (the same) and `sparse`, or four numbers: for a step, a box pushed onto a
goal, one pushed off, and the solution.

>>> env = SokobanVectorEnv(4, levels=10, observation="symbols")
>>> observations, infos = env.reset(seed=1)
>>> observations.shape
(4, 10, 10, 7)

`exact` names what `info` has besides the number of the level, all of it proved: `cost_to_go` (the
fewest moves, −1 without solution), `solvable`, `deadlock` and `optimal_actions`. It computes a
complete table for each level when it is first played: milliseconds for a Boxoban level.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any, SupportsFloat, cast

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from ._hakooshi import Batch, Exact, Level, generate, read

__all__ = [
    "PushEnv",
    "PushVectorEnv",
    "SokobanEnv",
    "SokobanVectorEnv",
]

Levels = str | PathLike[str] | Sequence[Level] | int
Rewards = str | tuple[float, float, float, float]

_EXACT = ("cost_to_go", "solvable", "deadlock", "optimal_actions")


def _levels(source: Levels, seed: int) -> list[Level]:
    if isinstance(source, int):
        return generate(source, seed=seed)
    if isinstance(source, (str, PathLike)):
        return read(source)
    return list(source)


class _Exact:
    """The exact values that are asked for."""

    def __init__(self, names: Sequence[str]) -> None:
        unknown = set(names) - set(_EXACT)
        if unknown:
            raise ValueError(f"exact has {', '.join(_EXACT)}; not {', '.join(sorted(unknown))}")
        self.names = tuple(names)
        self.tables = Exact() if names else None

    def look(self, batch: Batch) -> dict[str, NDArray[Any]]:
        if self.tables is None:
            return {}
        costs, best = self.tables.look(batch)
        known = {
            "cost_to_go": costs,
            "solvable": costs >= 0,
            "deadlock": costs < 0,
            "optimal_actions": best,
        }
        return {name: known[name] for name in self.names}


def _observation_space(batch: Batch) -> gym.Space[NDArray[np.uint8]]:
    box = gym.spaces.Box(0, batch.highest, batch.frames.shape[1:], np.uint8)
    return cast("gym.Space[NDArray[np.uint8]]", box)


class SokobanEnv(gym.Env[NDArray[np.uint8], np.int64]):
    """One game, a step of the player at a time.

    >>> env = SokobanEnv(["#####\\n#@$.#\\n#####"], actions="udlr", observation="cells")
    >>> _ = env.reset(seed=1)
    >>> env.step(np.int64(3))[1:4]
    (10.9, True, False)
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 8}
    _by_pushes = False

    def __init__(
        self,
        levels: Levels | Sequence[str] = 1000,
        *,
        observation: str = "tiny_rgb",
        tiles: NDArray[np.uint8] | None = None,
        actions: str = "udlr",
        rewards: Rewards = "gym_sokoban",
        max_steps: int = 120,
        in_order: bool = False,
        level_seed: int = 0,
        exact: Sequence[str] = (),
        render_mode: str | None = None,
    ) -> None:
        if not isinstance(levels, (int, str, PathLike)):
            levels = [it if isinstance(it, Level) else Level(it) for it in levels]
        self.render_mode = render_mode
        self._exact = _Exact(exact)
        self._batch = Batch(
            _levels(levels, level_seed),
            1,
            observation=observation,
            tiles=tiles,
            actions=actions,
            rewards=rewards,
            max_steps=max_steps,
            autoreset="disabled",
            in_order=in_order,
        )
        count = self._batch.push_count if self._by_pushes else self._batch.action_count
        self.action_space = gym.spaces.Discrete(count)
        self.observation_space = _observation_space(self._batch)
        self._actions = np.zeros(1, np.int64)
        self._masks: NDArray[np.bool_] = np.zeros((1, self._batch.push_count), np.bool_)

    @property
    def level(self) -> Level:
        """The level as it is now."""
        return self._batch.position(0)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which pushes can be made."""
        if not self._by_pushes:
            raise AttributeError("only environments of pushes have masks")
        self._batch.push_masks(self._masks)
        masks: NDArray[np.bool_] = self._masks[0].copy()
        return masks

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {
            "level": int(self._batch.level_numbers()[0]),
            "boxes_left": int(self._batch.boxes_left()[0]),
        }
        for name, values in self._exact.look(self._batch).items():
            info[name] = values[0] if values.ndim > 1 else values[0].item()
        if self._by_pushes:
            info["action_mask"] = self.action_masks()
        return info

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins a game; `options={"level": n}` begins level number n."""
        super().reset(seed=seed)
        if seed is not None:
            self._batch.seed_one(0, seed)
        if options and "level" in options:
            self._batch.begin(0, int(options["level"]))
        else:
            self._batch.reset()
        return self._batch.frames[0].copy(), self._info()

    def step(
        self, action: np.int64
    ) -> tuple[NDArray[np.uint8], SupportsFloat, bool, bool, dict[str, Any]]:
        batch = self._batch
        self._actions[0] = action
        if self._by_pushes:
            batch.step_pushes(self._actions)
        else:
            batch.step(self._actions)
        reward = float(np.round(batch.rewards[0].astype(np.float64), 6))
        ended = bool(batch.terminated[0]), bool(batch.truncated[0])
        return batch.frames[0].copy(), reward, *ended, self._info()

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return str(self.level)
        if self.render_mode == "rgb_array":
            return self._batch.picture(0)
        return None


class PushEnv(SokobanEnv):
    """One game, a push at a time: the player walks by himself.

    Action 4 × (row × width + column) + direction pushes the box on that square up, down, left or
    right. `action_masks()`, also in `info["action_mask"]`, says which pushes can be made; another
    one costs a step and changes nothing.
    """

    _by_pushes = True


class SokobanVectorEnv(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """Many games: one call steps all of them, without Python for each.

    With `copy=False` the returned arrays are the ones that the next step writes to.
    """

    _by_pushes = False

    def __init__(
        self,
        num_envs: int,
        levels: Levels = 1000,
        *,
        observation: str = "tiny_rgb",
        tiles: NDArray[np.uint8] | None = None,
        actions: str = "udlr",
        rewards: Rewards = "gym_sokoban",
        max_steps: int = 120,
        in_order: bool = False,
        level_seed: int = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        exact: Sequence[str] = (),
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        names = {
            AutoresetMode.NEXT_STEP: "next_step",
            AutoresetMode.SAME_STEP: "same_step",
            AutoresetMode.DISABLED: "disabled",
        }
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": ["rgb_array", "ansi"],
            "render_fps": 8,
            "autoreset_mode": mode,
        }
        self._mode = mode
        self._copy = copy
        self._exact = _Exact(exact)
        self._batch = Batch(
            _levels(levels, level_seed),
            num_envs,
            observation=observation,
            tiles=tiles,
            actions=actions,
            rewards=rewards,
            max_steps=max_steps,
            autoreset=names[mode],
            in_order=in_order,
        )
        count = self._batch.push_count if self._by_pushes else self._batch.action_count
        self.single_action_space = gym.spaces.Discrete(count)
        self.single_observation_space = _observation_space(self._batch)
        self.action_space = gym.spaces.MultiDiscrete([count] * num_envs)
        self.observation_space = gym.vector.utils.batch_space(
            self.single_observation_space, num_envs
        )
        self._masks = np.zeros((num_envs, self._batch.push_count), np.bool_)
        # Attributes of the compiled class are looked up once: a step is tens of microseconds.
        self._step = self._batch.step_pushes if self._by_pushes else self._batch.step
        self._frames = self._batch.frames
        self._rewards = self._batch.rewards
        self._terminated = self._batch.terminated
        self._truncated = self._batch.truncated
        self._has_info = bool(exact) or self._by_pushes or mode is AutoresetMode.SAME_STEP

    @property
    def level_numbers(self) -> NDArray[np.int64]:
        """The number of the level that each game plays."""
        return self._batch.level_numbers()

    def position(self, game: int) -> Level:
        """The position of a game as a level."""
        return self._batch.position(game)

    def action_masks(self) -> NDArray[np.bool_]:
        """For each game, which pushes can be made."""
        if not self._by_pushes:
            raise AttributeError("only environments of pushes have masks")
        self._batch.push_masks(self._masks)
        return self._masks.copy() if self._copy else self._masks

    def _info(self) -> dict[str, Any]:
        all_of_them = np.ones(self.num_envs, np.bool_)
        info: dict[str, Any] = {}
        for name, values in self._exact.look(self._batch).items():
            info[name], info[f"_{name}"] = values, all_of_them
        if self._by_pushes:
            info["action_mask"], info["_action_mask"] = self.action_masks(), all_of_them
        if self._mode is AutoresetMode.SAME_STEP and (ended := self._batch.ended):
            mask = np.zeros(self.num_envs, np.bool_)
            mask[ended] = True
            final = np.full(self.num_envs, None, dtype=object)
            for game, frame in zip(ended, self._batch.last_frames):
                final[game] = frame
            info["final_obs"], info["_final_obs"] = final, mask
            info["final_info"], info["_final_info"] = {}, mask
        return info

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins games: all of them, or those of `options["reset_mask"]`. Equal seeds give equal
        games; a single seed gives game i what `seed + i` gives a single environment."""
        if isinstance(seed, int):
            self._np_random, self._np_random_seed = gym.utils.seeding.np_random(seed)
            seed = [seed + game for game in range(self.num_envs)]
        for game, one in enumerate(seed or ()):
            if one is not None:
                self._batch.seed_one(game, one)
        mask = (options or {}).get("reset_mask")
        self._batch.reset(None if mask is None else np.ascontiguousarray(mask, np.bool_))
        frames = self._frames.copy() if self._copy else self._frames
        return frames, self._info() if self._has_info else {}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.uint8],
        NDArray[Any],
        NDArray[Any],
        NDArray[Any],
        dict[str, Any],
    ]:
        if type(actions) is not np.ndarray or actions.dtype != np.int64:
            actions = np.ascontiguousarray(actions, np.int64)
        self._step(actions)
        info = self._info() if self._has_info else {}
        if self._copy:
            return (
                self._frames.copy(),
                self._rewards.copy(),
                self._terminated.copy(),
                self._truncated.copy(),
                info,
            )
        return self._frames, self._rewards, self._terminated, self._truncated, info

    def render(self) -> tuple[Any, ...] | None:
        games = range(self.num_envs)
        if self.render_mode == "ansi":
            return tuple(str(self._batch.position(game)) for game in games)
        if self.render_mode == "rgb_array":
            return tuple(self._batch.picture(game) for game in games)
        return None


class PushVectorEnv(SokobanVectorEnv):
    """Many games, a push at a time; see `PushEnv`."""

    _by_pushes = True


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
