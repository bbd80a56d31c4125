"""Trains a small agent by behaviour cloning on optimal actions, in NumPy alone, and asks the solver
where it fails: python examples/clone.py [--rounds 60] [--plot learning.svg]

The teacher is exact: `info["optimal_actions"]` has every action with which a solution with fewest
moves can go on. The student plays a share of the moves himself, so that he also learns from the
positions to which his own mistakes lead (dataset aggregation, Ross et al. 2011).
"""

import argparse
import os

# The matrices are too small to be worth threads.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

import hakooshi
from hakooshi.envs import SokobanVectorEnv

GAMES = 64
STEPS = 40
Floats = NDArray[np.float32]


class Student:
    """A network with one hidden layer, trained by Adam."""

    def __init__(self, inputs: int, hidden: int, actions: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        sizes = [(inputs, hidden), (1, hidden), (hidden, actions), (1, actions)]
        self.weights = [
            (random.standard_normal(size) * np.sqrt(2 / size[0]) * (size[0] > 1)).astype(np.float32)
            for size in sizes
        ]
        self.first = [np.zeros_like(it) for it in self.weights]
        self.second = [np.zeros_like(it) for it in self.weights]
        self.steps = 0

    def logits(self, inputs: Floats) -> tuple[Floats, Floats]:
        into, bias, out, shift = self.weights
        hidden = np.maximum(inputs @ into + bias, 0)
        return hidden, hidden @ out + shift

    def choose(self, frames: NDArray[np.uint8]) -> NDArray[np.int64]:
        return self.logits(flat(frames))[1].argmax(axis=1)

    def learn(self, inputs: Floats, targets: Floats) -> float:
        """One step on a batch; the mean cross-entropy before it."""
        hidden, logits = self.logits(inputs)
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=1, keepdims=True)
        loss = -(targets * np.log(chances + 1e-9)).sum(axis=1).mean()
        slope = (chances - targets) / len(inputs)
        back = (slope @ self.weights[2].T) * (hidden > 0)
        slopes = [inputs.T @ back, back.sum(0, keepdims=True), hidden.T @ slope, slope.sum(0, keepdims=True)]
        self.steps += 1
        for weight, first, second, change in zip(self.weights, self.first, self.second, slopes):
            first += 0.1 * (change - first)
            second += 0.001 * (change * change - second)
            scale = np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8
            weight -= 0.002 * (first / (1 - 0.9**self.steps)) / scale
        return float(loss)


def flat(frames: NDArray[np.uint8]) -> Floats:
    return frames.reshape(len(frames), -1).astype(np.float32)


def play(student: Student, levels: list[hakooshi.Level]) -> NDArray[np.bool_]:
    """Which levels the student solves."""
    env = SokobanVectorEnv(len(levels), levels, observation="symbols", in_order=True, max_steps=STEPS)
    frames, _ = env.reset()
    solved = np.zeros(len(levels), np.bool_)
    over = np.zeros(len(levels), np.bool_)
    for _ in range(STEPS):
        frames, _, terminated, truncated, _ = env.step(student.choose(frames))
        solved |= terminated & ~over
        over |= terminated | truncated
    return solved


def mistake(student: Student, level: hakooshi.Level) -> tuple[hakooshi.Level, str]:
    """The first position in which the student's move is not optimal, and the solver's advice."""
    env = SokobanVectorEnv(1, [level], observation="symbols", exact=("optimal_actions",))
    frames, info = env.reset()
    for _ in range(STEPS):
        action = student.choose(frames)
        if not info["optimal_actions"][0, action[0]]:
            break
        frames, _, _, _, info = env.step(action)
    position = env.position(0)
    best = hakooshi.optimal(position, "moves").solution
    return position, best.lurd if best is not None else "no solution is left"


def plot(shares: list[float], path: str) -> None:
    """The share of unseen levels solved, by round, as SVG."""
    step = 400 / max(1, len(shares) - 1)
    points = " ".join(f"{40 + at * step:.1f},{220 - 200 * share:.1f}" for at, share in enumerate(shares))
    with open(path, "w") as file:
        file.write(
            '<svg xmlns="http://www.w3.org/2000/svg" width="460" height="240" font-size="11">'
            '<path d="M40 20V220H440" fill="none" stroke="#888"/>'
            '<text x="4" y="24">100 %</text><text x="16" y="224">0 %</text>'
            f'<polyline points="{points}" fill="none" stroke="#06c" stroke-width="2"/></svg>\n'
        )


def main(words: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=60, help="rounds of play and learning")
    parser.add_argument("--levels", type=int, default=400, help="levels to learn from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", metavar="FILE", help="write the learning curve as SVG")
    asked = parser.parse_args(words)
    recipe = {"width": 7, "height": 7, "boxes": 1, "pulls": 40}
    known = hakooshi.generate(asked.levels, seed=asked.seed, **recipe)
    unseen = hakooshi.generate(200, seed=asked.seed + 1, **recipe)
    env = SokobanVectorEnv(
        GAMES, known, observation="symbols", max_steps=STEPS, exact=("optimal_actions",)
    )
    frames, info = env.reset(seed=asked.seed)
    student = Student(frames[0].size, 256, 4, asked.seed)
    random = np.random.default_rng(asked.seed)
    inputs: list[Floats] = []
    targets: list[Floats] = []
    shares = [float(play(student, unseen).mean())]
    for number in range(1, asked.rounds + 1):
        for _ in range(STEPS):
            best = info["optimal_actions"]
            useful = best.any(axis=1)
            inputs.append(flat(frames[useful]))
            wanted = best[useful].astype(np.float32)
            targets.append(wanted / wanted.sum(axis=1, keepdims=True))
            taught = (best + 1e-6 * random.random(best.shape)).argmax(axis=1)
            own = student.choose(frames)
            actions = np.where(random.random(GAMES) < 0.5, taught, own)
            frames, _, _, _, info = env.step(actions)
        all_inputs, all_targets = np.concatenate(inputs), np.concatenate(targets)
        for _ in range(60):
            some = random.integers(len(all_inputs), size=256)
            loss = student.learn(all_inputs[some], all_targets[some])
        shares.append(float(play(student, unseen).mean()))
        if number % 10 == 0 or number == asked.rounds:
            print(f"round {number:3}: loss {loss:.3f}, {shares[-1]:.0%} of unseen levels solved")
    solved = play(student, unseen)
    if not solved.all():
        position, advice = mistake(student, unseen[int(np.flatnonzero(~solved)[0])])
        print(f"the first mistake in an unsolved level:\n{position}\nthe solver: {advice}")
    if asked.plot:
        plot(shares, asked.plot)
    return shares[-1]


if __name__ == "__main__":
    main()
