"""gym-sokoban's own rules as an oracle, where it is installed.

It needs NumPy 1 and makes its rooms by trial and error, which takes seconds, so its state is set to a
level of ours instead of being reset. `python tests/gym_sokoban_twin.py` writes the transcript that
the ordinary tests replay.
"""

import hashlib
import json
import pathlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

import hakooshi

TRANSCRIPT = pathlib.Path(__file__).with_name("gym_sokoban.jsonl")
MAX_STEPS = 120


class Twin:
    """gym-sokoban, playing a level."""

    def __init__(self, level: hakooshi.Level, observation: str) -> None:
        from gym_sokoban.envs.sokoban_env import SokobanEnv

        codes = level.to_array().astype(np.int64)
        is_goal = np.isin(codes, (2, 3, 6))
        self.env = env = SokobanEnv(
            dim_room=codes.shape, max_steps=MAX_STEPS, num_boxes=len(level.boxes), reset=False
        )
        env.room_fixed = np.where(is_goal, 2, np.where(codes == 0, 0, 1))
        # It knows where the player stands on a goal from the fixed room.
        env.room_state = np.where(codes == 6, 5, codes)
        env.player_position = np.array(level.player)
        env.num_env_steps, env.reward_last = 0, 0
        env.boxes_on_target = int((codes == 3).sum())
        self.observation = observation

    def step(self, action: int) -> tuple[NDArray[np.uint8], float, bool]:
        frame, reward, done, _ = self.env.step(action, observation_mode=self.observation)
        return frame, float(reward), bool(done)

    def room(self) -> NDArray[np.int64]:
        """The room with the player on a goal as 6."""
        room: NDArray[np.int64] = self.env.room_state.copy()
        room[(room == 5) & (self.env.room_fixed == 2)] = 6
        return room


def plan(level: hakooshi.Level, seed: int) -> list[int]:
    """Actions: at random, with a solution in every other game, so that games end in both ways."""
    random = np.random.default_rng(seed)
    actions = [int(it) for it in random.integers(9, size=MAX_STEPS)]
    best = hakooshi.optimal(level, "moves").solution
    if seed % 2 and best is not None:
        steps = [1 + "udlr".index(letter) for letter in best.lurd.lower()]
        # What is left of the time is waited away.
        return (steps + [0] * MAX_STEPS)[:MAX_STEPS]
    if seed % 3 == 0:
        # Pushes only, which move more boxes than walking at random.
        actions = [1 + action % 4 for action in actions]
    return actions


def short(array: NDArray[Any]) -> str:
    """A few letters that stand for the bytes of an array."""
    return hashlib.sha256(np.ascontiguousarray(array, np.uint8).tobytes()).hexdigest()[:10]


def record(level: hakooshi.Level, seed: int) -> dict[str, Any]:
    """A whole game: what was done, and what gym-sokoban made of it."""
    twin = Twin(level, "tiny_rgb_array")
    rows = []
    for action in plan(level, seed):
        frame, reward, done = twin.step(action)
        rows.append([action, round(reward, 6), short(twin.room()), short(frame)])
        if done:
            break
    return {"level": str(level), "steps": rows}


def main() -> None:
    levels = hakooshi.generate(6, seed=18)
    games = [json.dumps(record(level, seed)) for seed, level in enumerate(levels)]
    TRANSCRIPT.write_text("\n".join(games) + "\n")


if __name__ == "__main__":
    main()
