"""One game at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsFloat

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from .._hakooshi import Batch, Level
from ._exact import ExactInfo
from ._sources import Levels, Rewards, levels_of, observation_space


class SokobanEnv(gym.Env[NDArray[np.uint8], np.int64]):
    """One game, a step of the player at a time.

    >>> import numpy as np
    >>> env = SokobanEnv(["#####\\n#@$.#\\n#####"], actions="udlr", observation="cells")
    >>> _ = env.reset(seed=1)
    >>> env.step(np.int64(3))[1:4]
    (10.9, True, False)
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 8}
    _by_pushes = False

    def __init__(
        self,
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
        exact: Sequence[str] = (),
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode
        self._exact = ExactInfo(exact, self._by_pushes)
        self._batch = Batch(
            levels_of(levels, level_seed, split),
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
        self.observation_space = observation_space(self._batch)
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
