"""Steps per second of environments, side by side: python examples/steps.py

1,024 games of 10 × 10 levels with four boxes, random actions, ends and new games included. Jumanji
and envpool are measured too if they are installed. Rates are per second of processor time, so that
they can be compared on a machine that does other work.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np

import hakooshi
from hakooshi.envs import SokobanVectorEnv

GAMES = 1024
ROWS = 64


def measure(name: str, run: Callable[[], int]) -> None:
    """Prints the median rate of seven runs; `run` gives the number of its steps."""
    run()
    rates = []
    for _ in range(7):
        started = time.process_time()
        steps = run()
        rates.append(steps / (time.process_time() - started) / 1e6)
    print(f"{name:<44} {np.median(rates):8.2f} M steps/s", flush=True)


def ours() -> None:
    levels = hakooshi.generate(1000, seed=1)
    actions = np.random.default_rng(1).integers(4, size=(ROWS, GAMES))
    for observation in ("cells", "tiny_rgb", "symbols"):
        for copy in (False, True):
            env = SokobanVectorEnv(GAMES, levels, observation=observation, copy=copy)
            env.reset(seed=1)

            def run(env: SokobanVectorEnv = env) -> int:
                for _ in range(8):
                    for row in actions:
                        env.step(row)
                return 8 * ROWS * GAMES

            measure(f"hakooshi, {observation}, {'copied' if copy else 'in place'}", run)


def jumanji() -> None:
    try:
        import jax
        import jumanji
        from jumanji.environments.routing.sokoban.generator import SimpleSolveGenerator
    except ImportError:
        return
    env = jumanji.make("Sokoban-v0", generator=SimpleSolveGenerator())

    def rollout(state, key):  # type: ignore[no-untyped-def]
        def one(state, key):  # type: ignore[no-untyped-def]
            action = jax.random.randint(key, (), 0, 4)
            state, timestep = env.step(state, action)
            return state, timestep.reward

        return jax.lax.scan(one, state, jax.random.split(key, ROWS))

    many = jax.jit(jax.vmap(rollout))
    keys = jax.random.split(jax.random.PRNGKey(1), GAMES)
    state, _ = jax.jit(jax.vmap(env.reset))(keys)

    def run() -> int:
        jax.block_until_ready(many(state, keys))
        return ROWS * GAMES

    measure("Jumanji, jitted rollout without resets", run)


def envpool() -> None:
    try:
        import envpool as pool
    except ImportError:
        return
    # One batch of all games, one thread.
    env = pool.make("Sokoban-v0", env_type="gymnasium", num_envs=GAMES, num_threads=1)
    env.reset()
    actions = np.random.default_rng(1).integers(4, size=(8, GAMES)).astype(np.int32)

    def run() -> int:
        for row in actions:
            env.step(row)
        return 8 * GAMES

    measure("envpool, one thread", run)


if __name__ == "__main__":
    programs = {"hakooshi": ours, "jumanji": jumanji, "envpool": envpool}
    if len(sys.argv) > 1:
        programs[sys.argv[1]]()
    else:
        # One process each, so that none pays for the threads of another.
        for name in programs:
            subprocess.run([sys.executable, __file__, name], check=False)
