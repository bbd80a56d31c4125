"""The environments against Gymnasium's own checks, against each other, and against slow play."""

import pathlib
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, VectorEnv

import hakooshi
from hakooshi.envs import PushEnv, PushVectorEnv, SokobanEnv, SokobanVectorEnv, split

LEVELS = hakooshi.generate(20, seed=4)
DELTAS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}


@pytest.mark.parametrize("observation", ["cells", "symbols", "tiny_rgb", "rgb"])
@pytest.mark.parametrize("kind", [SokobanEnv, PushEnv])
def test_single_environments_pass_the_checker(kind: type[SokobanEnv], observation: str) -> None:
    env = kind(LEVELS, observation=observation, render_mode="rgb_array")
    check_env(env, skip_render_check=False)


def test_registered_names_make_environments() -> None:
    for name in ("Sokoban", "SokobanPush"):
        env = gym.make(f"hakooshi/{name}-v0", levels=LEVELS)
        env.reset(seed=1)
        env.step(env.action_space.sample())
        many = gym.make_vec(f"hakooshi/{name}-v0", num_envs=3, levels=LEVELS)
        assert many.reset(seed=1)[0].shape[0] == 3
        many.step(many.action_space.sample())


class Slow:
    """gym-sokoban's rules, written down anew: rewards of -0.1, 1, -1 and 10, 120 steps."""

    def __init__(self, level: hakooshi.Level) -> None:
        codes = level.to_array()
        self.wall = codes == 0
        self.goal = np.isin(codes, (2, 3, 6))
        self.boxes = set(level.boxes)
        self.player = level.player
        self.steps = 0

    def step(self, letter: str | None, pushes: bool) -> tuple[float, bool, bool]:
        before = sum(self.goal[box] for box in self.boxes)
        if letter is not None:
            row, col = DELTAS[letter]
            ahead = self.player[0] + row, self.player[1] + col
            beyond = ahead[0] + row, ahead[1] + col
            if ahead in self.boxes:
                if pushes and not self.wall[beyond] and beyond not in self.boxes:
                    self.boxes = self.boxes - {ahead} | {beyond}
                    self.player = ahead
            elif not self.wall[ahead]:
                self.player = ahead
        self.steps += 1
        after = sum(self.goal[box] for box in self.boxes)
        solved = after == len(self.boxes)
        reward = -0.1 + (after - before) + (10 if solved else 0)
        return reward, solved, not solved and self.steps >= 120


@pytest.mark.parametrize("actions", ["udlr", "urdl", "lurd", "wait_udlr", "gym_sokoban"])
def test_games_follow_the_rules(actions: str) -> None:
    letters: list[str | None] = {
        "udlr": [*"udlr"],
        "urdl": [*"urdl"],
        "lurd": [*"lurd"],
        "wait_udlr": [None, *"udlr"],
        "gym_sokoban": [None, *"udlrudlr"],
    }[actions]
    env = SokobanEnv(LEVELS, actions=actions, observation="cells")
    assert env.action_space.n == len(letters)  # type: ignore[attr-defined]
    random = np.random.default_rng(1)
    for seed in range(6):
        observation, info = env.reset(seed=seed)
        slow = Slow(LEVELS[info["level"]])
        ended = False
        # Some levels are played to the end by their solution.
        best = hakooshi.optimal(LEVELS[info["level"]], "moves").solution
        plan = best.lurd.lower() if best is not None and seed % 2 else ""
        while not ended:
            if plan:
                action, plan = letters.index(plan[0]), plan[1:]
            else:
                action = int(random.integers(len(letters)))
            observation, reward, terminated, truncated, _ = env.step(np.int64(action))
            expected = slow.step(letters[action], action < 5 if len(letters) == 9 else True)
            assert (reward, terminated, truncated) == (pytest.approx(expected[0]), *expected[1:])
            position = hakooshi.Level.from_array(observation)
            assert position.player == slow.player and set(position.boxes) == slow.boxes
            ended = terminated or truncated


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("observation", ["symbols", "tiny_rgb"])
def test_the_vector_is_many_single_environments(mode: AutoresetMode, observation: str) -> None:
    count, options = 5, {"max_steps": 30, "observation": observation}
    many = SokobanVectorEnv(count, LEVELS, autoreset_mode=mode, **options)
    kinds = [SokobanEnv(LEVELS, **options) for _ in range(count)]
    assert many.metadata["autoreset_mode"] is mode
    frames, _ = many.reset(seed=7)
    for game, env in enumerate(kinds):
        assert (env.reset(seed=7 + game)[0] == frames[game]).all()
    random = np.random.default_rng(2)
    over = np.zeros(count, bool)
    for _ in range(200):
        if mode is AutoresetMode.DISABLED and over.any():
            frames, _ = many.reset(options={"reset_mask": over})
            for game in np.flatnonzero(over):
                assert (kinds[game].reset()[0] == frames[game]).all()
        actions = random.integers(4, size=count)
        frames, rewards, terminated, truncated, info = many.step(actions)
        for game, env in enumerate(kinds):
            if mode is AutoresetMode.NEXT_STEP and over[game]:
                frame, reward, ends = env.reset()[0], 0.0, (False, False)
            else:
                frame, given, *rest, _ = env.step(actions[game])
                reward, ends = float(given), (rest[0], rest[1])
                if mode is AutoresetMode.SAME_STEP and any(ends):
                    assert info["_final_obs"][game]
                    assert (info["final_obs"][game] == frame).all()
                    frame = env.reset()[0]
            assert (frame == frames[game]).all()
            assert rewards[game] == pytest.approx(reward)
            assert (terminated[game], truncated[game]) == ends
        over = terminated | truncated
        assert many.observation_space.contains(frames)
    if mode is AutoresetMode.DISABLED:
        many.step(actions)


def test_a_vector_in_place_shares_its_arrays() -> None:
    env = SokobanVectorEnv(3, LEVELS, copy=False)
    frames, _ = env.reset(seed=1)
    assert env.step(np.zeros(3, np.int64))[0] is frames
    copied = SokobanVectorEnv(3, LEVELS)
    assert copied.step(np.zeros(3, np.int64))[0] is not copied.step(np.zeros(3, np.int64))[0]
    with pytest.raises(ValueError, match="action 9"):
        env.step(np.array([0, 9, 0]))


def test_pushes_and_their_masks() -> None:
    env = PushEnv(LEVELS, observation="cells", max_steps=50)
    random = np.random.default_rng(3)
    for seed in range(4):
        observation, info = env.reset(seed=seed)
        ended = False
        while not ended:
            position = hakooshi.Level.from_array(observation)
            reachable = set()
            for moves in hakooshi.analyse(position).pushes:
                after = position.after(moves)
                row, col = after.player
                direction = "udlr".index(moves[-1].lower())
                reachable.add(4 * (row * position.width + col) + direction)
            mask = info["action_mask"]
            assert set(np.flatnonzero(mask)) == reachable
            if not reachable:
                break
            action = random.choice(np.flatnonzero(mask))
            observation, _, terminated, truncated, info = env.step(action)
            moved = hakooshi.Level.from_array(observation)
            square, direction = divmod(int(action), 4)
            assert moved.player == divmod(square, position.width)
            ended = terminated or truncated
    many = PushVectorEnv(4, LEVELS)
    _, info = many.reset(seed=1)
    assert info["action_mask"].shape == (4, 400) and many.action_masks().any(axis=1).all()


def test_exact_values_lead_to_the_solution() -> None:
    exact = ("cost_to_go", "solvable", "deadlock", "optimal_actions")
    env = SokobanEnv(LEVELS[:3], exact=exact, actions="urdl", observation="cells")
    for level in range(3):
        observation, info = env.reset(options={"level": level})
        best = hakooshi.label(LEVELS[level], "moves")["moves"]
        assert info["cost_to_go"] == best and info["solvable"] and not info["deadlock"]
        steps, terminated = 0, False
        while not terminated:
            action = np.flatnonzero(info["optimal_actions"])[-1]
            observation, _, terminated, _, info = env.step(action)
            steps += 1
            assert info["cost_to_go"] == best - steps
        assert steps == best
    many = SokobanVectorEnv(4, LEVELS[:3], exact=exact)
    _, info = many.reset(seed=1)
    for game, cost in enumerate(info["cost_to_go"]):
        assert cost == hakooshi.label(many.position(game), "moves")["moves"]
    with pytest.raises(ValueError, match="cost_to_go"):
        SokobanEnv(LEVELS, exact=("costs",))


def test_exact_values_of_pushes_lead_to_the_solution() -> None:
    exact = ("cost_to_go", "solvable", "deadlock", "optimal_actions")
    env = PushEnv(LEVELS[:3], exact=exact, observation="cells")
    for level in range(3):
        _, info = env.reset(options={"level": level})
        best = hakooshi.label(LEVELS[level], "pushes")["pushes"]
        assert info["cost_to_go"] == best and info["solvable"] and not info["deadlock"]
        firsts = hakooshi.label(LEVELS[level], "first-actions")["first_pushes"]
        named = set()
        for action in np.flatnonzero(info["optimal_actions"]):
            row, col = divmod(int(action) // 4, 10)
            named.add(f"{row}:{col}{'UDLR'[action % 4]}")
        assert named == set(str(firsts).split())
        pushes, terminated = 0, False
        while not terminated:
            assert not (info["optimal_actions"] & ~info["action_mask"]).any()
            action = np.flatnonzero(info["optimal_actions"])[0]
            _, _, terminated, _, info = env.step(action)
            pushes += 1
            assert info["cost_to_go"] == best - pushes
        assert pushes == best
    many = PushVectorEnv(4, LEVELS[:3], exact=exact)
    _, info = many.reset(seed=1)
    assert info["optimal_actions"].shape == (4, 400)
    for game, cost in enumerate(info["cost_to_go"]):
        assert cost == hakooshi.label(many.position(game), "pushes")["pushes"]


def test_more_games_than_tables_are_kept() -> None:
    # Every game has its own level, and two tables are kept besides.
    batch = hakooshi.Batch(LEVELS, len(LEVELS), in_order=True)
    batch.reset()
    exact = hakooshi.Exact(keep=2)
    costs, _ = exact.look(batch)
    assert costs.tolist() == hakooshi.label_columns(LEVELS, "moves")["moves"].tolist()
    assert (exact.look(batch)[0] == costs).all()
    with pytest.raises(ValueError, match="positions"):
        hakooshi.Exact(limit=10).look(batch)


def test_gymnasium_wrappers_take_the_vector() -> None:
    from gymnasium.wrappers.vector import FlattenObservation, RecordEpisodeStatistics

    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        many = SokobanVectorEnv(6, LEVELS, max_steps=20, autoreset_mode=mode)
        env: VectorEnv[Any, Any, Any] = RecordEpisodeStatistics(many)
        # Wrappers of observations take no environment that begins games in the same step.
        if mode is AutoresetMode.NEXT_STEP:
            env = FlattenObservation(env)
        frames, _ = env.reset(seed=3)
        assert env.observation_space.contains(frames) and frames.size == 6 * 300
        again, _ = env.reset(seed=3)
        assert (frames == again).all()
        lengths = []
        for _ in range(64):
            _, rewards, terminated, truncated, info = env.step(env.action_space.sample())
            assert rewards.shape == (6,) and terminated.dtype == truncated.dtype == np.bool_
            if "episode" in info:
                lengths += info["episode"]["l"][info["_episode"]].tolist()
        # At random almost nothing is solved in so few steps.
        assert len(lengths) >= 12 and max(lengths) == 20
        env.close()


def test_levels_come_from_folders_and_splits(tmp_path: pathlib.Path) -> None:
    (tmp_path / "unfiltered" / "train").mkdir(parents=True)
    levels = hakooshi.generate(300, seed=2)
    for number in range(3):
        part = levels[100 * number : 100 * (number + 1)]
        text = "\n\n".join(f"; {n}\n{level}" for n, level in enumerate(part))
        (tmp_path / "unfiltered" / "train" / f"{number:03}.txt").write_text(text)
    (tmp_path / ".notes").write_text("not a level")
    env = SokobanVectorEnv(300, tmp_path, in_order=True, observation="cells")
    env.reset()
    assert [env.position(game) for game in range(300)] == levels
    parts = [split(levels, part) for part in ("train", "valid", "test")]
    assert sum(map(len, parts)) == 300 and 200 < len(parts[0]) < 270
    ids = [{level.id for level in part} for part in parts]
    assert not ids[0] & ids[1] and not ids[1] & ids[2] and not ids[0] & ids[2]
    turned = [hakooshi.Level.from_array(np.rot90(it.to_array()).copy()) for it in parts[1]]
    assert split(turned, "valid") == turned
    tests = SokobanEnv(str(tmp_path), split="test", in_order=True)
    tests.reset()
    assert tests.level == parts[2][0]
    with pytest.raises(ValueError, match="train, valid, test"):
        SokobanEnv(levels, split="training")


def test_levels_come_from_files_generators_and_in_order(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "levels.txt"
    path.write_text("\n\n".join(f"; {n}\n{level}" for n, level in enumerate(LEVELS)))
    env = SokobanVectorEnv(4, path, in_order=True)
    env.reset()
    assert env.level_numbers.tolist() == [0, 1, 2, 3]
    env.reset()
    assert env.level_numbers.tolist() == [4, 5, 6, 7]
    assert SokobanEnv(5, level_seed=4).reset(seed=1)[0].shape == (10, 10, 3)
    tiles = np.arange(7 * 16 * 16 * 3, dtype=np.uint32).astype(np.uint8)
    drawn = SokobanEnv(LEVELS, tiles=tiles).reset(seed=1)[0]
    assert drawn.shape == (160, 160, 3) and (drawn[0, :16].ravel() == tiles[: 16 * 3]).all()
