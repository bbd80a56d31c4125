"""Labels on a real Ray cluster of two nodes: a node is lost, a driver is killed, and nothing is
lost or doubled."""

import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

import hakooshi

pytestmark = pytest.mark.cluster
ray = pytest.importorskip("ray")

PIECE = 25


@pytest.fixture
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    yield cluster
    cluster.shutdown()


def write_levels(path: pathlib.Path, count: int) -> list[hakooshi.Level]:
    levels = hakooshi.generate(count, seed=5)
    bad = "; bad\n#####\n# $.#\n#####"
    text = [f"; {number}\n{level}" for number, level in enumerate(levels)]
    path.write_text("\n\n".join([*text[:3], bad, *text[3:]]) + "\n")
    return levels


def driver(path: pathlib.Path, out: pathlib.Path, address: str) -> "subprocess.Popen[bytes]":
    words = ["label", str(path), str(out), "--what", "both", "--piece", str(PIECE), "--ray", address]
    return subprocess.Popen([sys.executable, "-m", "hakooshi.cluster", *words])


def wait_for_parts(out: pathlib.Path, count: int) -> None:
    for _ in range(1200):
        if len(list(out.glob("part-*.parquet"))) >= count:
            return
        time.sleep(0.05)
    raise AssertionError("no parts")


def check(out: pathlib.Path, levels: list[hakooshi.Level]) -> None:
    import pyarrow.parquet as pq

    table = pq.read_table(out).to_pydict()
    expected = hakooshi.label_columns(levels, "both")
    rows = dict(zip(table["index"], zip(table["id"], table["pushes"], table["moves"])))
    assert len(rows) == len(table["index"]) == len(levels), "each level once"
    for number, level in enumerate(levels):
        # The fourth level of the file cannot be read.
        index = number + 1 if number < 3 else number + 2
        counts = expected["pushes"][number], expected["moves"][number]
        assert rows[index] == (level.id, *counts)
    assert not list(out.glob(".*.tmp"))


def test_a_lost_node_and_a_killed_driver(tmp_path: pathlib.Path, cluster: Any) -> None:
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    levels = write_levels(tmp_path / "levels.txt", 4000)
    out = tmp_path / "labels"

    run = driver(tmp_path / "levels.txt", out, cluster.address)
    wait_for_parts(out, 10)
    run.send_signal(signal.SIGKILL)
    run.wait()
    before = {path.name: path.stat().st_mtime_ns for path in out.glob("part-*.parquet")}
    assert 10 <= len(before) < 161

    run = driver(tmp_path / "levels.txt", out, cluster.address)
    wait_for_parts(out, len(before) + 10)
    assert run.poll() is None, "the run must still be going when its node is lost"
    cluster.remove_node(second)
    assert run.wait(timeout=240) == 0
    for name, written in before.items():
        assert (out / name).stat().st_mtime_ns == written, "done once"
    check(out, levels)

    other = ["label", str(tmp_path / "levels.txt"), str(out), "--what", "moves"]
    done = subprocess.run([sys.executable, "-m", "hakooshi.cluster", *other], capture_output=True)
    assert done.returncode == 1 and b"other options" in done.stderr
