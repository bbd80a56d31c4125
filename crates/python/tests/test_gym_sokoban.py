"""Games agree with gym-sokoban step by step: with a transcript that it made, and with itself where it
is installed (`cargo xtask nightly oracle`)."""

import json

import numpy as np
import pytest
from gym_sokoban_twin import MAX_STEPS, TRANSCRIPT, Twin, plan, short

import hakooshi
from hakooshi.envs import SokobanEnv, gym_sokoban_tiles


def test_a_transcript_of_gym_sokoban_is_replayed() -> None:
    games = [json.loads(line) for line in TRANSCRIPT.read_text().splitlines()]
    ends = set()
    for game in games:
        seen = [
            SokobanEnv([game["level"]], actions="gym_sokoban", observation=observation)
            for observation in ("cells", "tiny_rgb")
        ]
        for env in seen:
            env.reset()
        for number, (action, reward, room, frame) in enumerate(game["steps"], 1):
            rooms, frames = (env.step(np.int64(action)) for env in seen)
            assert short(rooms[0]) == room and short(frames[0]) == frame, number
            assert rooms[1] == pytest.approx(reward), number
            assert (rooms[2] or rooms[3]) == (number == len(game["steps"])), number
        ends.add((rooms[2], rooms[3], number == MAX_STEPS))
    assert ends == {(True, False, False), (False, True, True)}


@pytest.mark.oracle
@pytest.mark.parametrize("observation,count", [("tiny_rgb", 200), ("rgb", 10)])
def test_games_agree_with_gym_sokoban(observation: str, count: int) -> None:
    steps = ends = 0
    tiles = gym_sokoban_tiles() if observation == "rgb" else None
    # Its large pictures take it milliseconds each.
    levels = hakooshi.generate(count, seed=6)
    ours = SokobanEnv(levels, actions="gym_sokoban", observation=observation, tiles=tiles)
    plain = SokobanEnv(levels, actions="gym_sokoban", observation="cells")
    for seed, level in enumerate(levels):
        twin = Twin(level, f"{observation}_array")
        for env in (ours, plain):
            env.reset(options={"level": seed})
        for action in plan(level, seed):
            frame, reward, done = twin.step(action)
            mine, given, terminated, truncated, _ = ours.step(np.int64(action))
            assert mine.shape == frame.shape and (mine == frame).all()
            assert given == pytest.approx(reward) and (terminated or truncated) == done
            assert (plain.step(np.int64(action))[0] == twin.room()).all()
            steps += 1
            if done:
                ends += terminated
                break
    assert steps > 60 * count and ends >= count // 3


@pytest.mark.oracle
def test_our_tiles_mean_what_theirs_mean() -> None:
    theirs = gym_sokoban_tiles()
    assert theirs.shape == (7, 16, 16, 3)
    levels = hakooshi.generate(20, seed=6)
    ours = SokobanEnv(levels, observation="rgb")
    drawn = SokobanEnv(levels, tiles=theirs)
    pairs = set()
    for number in range(len(levels)):
        frames = [env.reset(options={"level": number})[0] for env in (ours, drawn)]
        for y in range(0, 160, 16):
            for x in range(0, 160, 16):
                pairs.add(tuple(frame[y : y + 16, x : x + 16].tobytes() for frame in frames))
    # One of ours for each of theirs. At the start no box and no player is on a goal.
    assert len(pairs) == len({mine for mine, _ in pairs}) == len({other for _, other in pairs}) == 5
