"""Many games at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from .._hakooshi import Batch, Level
from ._exact import ExactInfo
from ._sources import Levels, Rewards, levels_of, observation_space


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
        split: str | None = None,
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
        self._exact = ExactInfo(exact, self._by_pushes)
        self._batch = Batch(
            levels_of(levels, level_seed, split),
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
        self.single_observation_space = observation_space(self._batch)
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
