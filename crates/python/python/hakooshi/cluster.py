"""Labels for many levels on a Ray cluster.

    python -m hakooshi.cluster label INPUT... OUTPUT --what both --ray ADDRESS

The driver reads the files and hands out pieces of `--piece` levels as tasks; OUTPUT is a folder
with a Parquet file for each piece, which appears when it is complete. Ray repeats the tasks of lost
workers; a driver that was killed is started again with the same words and goes on with the pieces
that are missing. Without an address Ray is started on this machine.
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import os
import pathlib
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import ray
from numpy.typing import NDArray

from . import Pack, __version__, iter_levels, label_columns

__all__ = ["label", "main"]

#: Tasks in flight for each processor: enough to keep it busy while the driver reads and writes.
_AHEAD = 3

#: Seconds between two looks at the size of the cluster.
_ASK = 5.0


class Piece(NamedTuple):
    """Some consecutive levels of a file, and their places in it, from one."""

    name: str
    file: str
    places: NDArray[np.int32]
    levels: Pack


def _pieces(inputs: list[str], size: int, done: set[str]) -> Iterator[Piece]:
    """The pieces that are missing. Levels that cannot be read are reported."""
    for number, file in enumerate(inputs):
        reader = iter_levels(pathlib.Path(file))
        for part in itertools.count():
            # A piece is so many places of the file, readable or not, whatever was done before.
            levels, places, errors = reader.take(size)
            for error in errors:
                print(error, file=sys.stderr)
            if not len(levels) and not errors:
                break
            name = f"part-{number:04}-{part:06}.parquet"
            if len(levels) and name not in done:
                yield Piece(name, file, places + (part * size + 1), levels)
            if any(error.level == 0 for error in errors):
                # About the file, not a level of it.
                break


def _work(piece: Piece, what: str, seconds: float | None, note: str) -> bytes:
    """A piece, labelled, as the bytes of a Parquet file; one processor each."""
    columns = label_columns(piece.levels, what, time=seconds, jobs=1)
    ids = piece.levels.ids()
    data: dict[str, Any] = {
        "file": pa.array([piece.file] * len(ids)),
        "index": pa.array(piece.places, pa.int32()),
        "id": pa.array(ids),
    }
    for name, values in columns.items():
        if name == "solvable":
            data[name] = pa.array(values == 1, pa.bool_(), mask=values < 0)
        elif isinstance(values, list):
            data[name] = pa.array(values, pa.string())
        else:
            # After a step, −1 is a position without solution; of a level it is no number.
            unknown = values == -2 if name.startswith("moves_after") else values < 0
            data[name] = pa.array(values, pa.int32(), mask=unknown)
    file = io.BytesIO()
    pq.write_table(pa.table(data).replace_schema_metadata({"hakooshi": note}), file)
    return file.getvalue()


def _write(folder: pathlib.Path, name: str, content: bytes) -> None:
    """Writes a file that appears when it is complete."""
    draft = folder / f".{name}.{os.getpid()}.tmp"
    draft.write_bytes(content)
    os.replace(draft, folder / name)


def _prepare(folder: pathlib.Path, note: str) -> set[str]:
    """The pieces that an earlier run of the same options has written."""
    folder.mkdir(parents=True, exist_ok=True)
    options = folder / "_options.json"
    if options.exists():
        if options.read_text() != note:
            raise ValueError(f"{folder} was written with other options or inputs: {options.read_text()}")
    else:
        draft = folder / f"._options.{os.getpid()}.tmp"
        draft.write_text(note)
        os.replace(draft, options)
    for draft in folder.glob(".part-*.tmp"):
        draft.unlink()
    return {path.name for path in folder.glob("part-*.parquet")}


def label(
    inputs: list[str],
    output: str | os.PathLike[str],
    *,
    what: str = "pushes",
    piece: int = 1000,
    time_limit: float | None = 60.0,
    address: str | None = None,
    progress: bool = True,
) -> int:
    """Labels the levels of the files `inputs` into the folder `output`; how many were labelled."""
    folder = pathlib.Path(output)
    options = {"version": __version__, "what": what, "piece": piece, "inputs": inputs}
    note = json.dumps({"tool": "hakooshi.cluster", **options}, sort_keys=True)
    done = _prepare(folder, note)
    if not ray.is_initialized():
        # A cluster that is there has its dashboard or none; one of our own needs none.
        own: dict[str, Any] = {"include_dashboard": False} if address is None else {}
        ray.init(address=address, logging_level="ERROR", log_to_driver=False, **own)
    # Without end: a lost worker is not the task's fault.
    work = ray.remote(num_cpus=1, max_retries=-1)(_work)
    pieces = _pieces(inputs, piece, done)
    running: dict[Any, tuple[str, int]] = {}
    labelled, skipped, started = 0, len(done), time.monotonic()
    more, asked, most = True, -_ASK, 0
    while more or running:
        if time.monotonic() - asked >= _ASK:
            # Nodes come and go.
            asked = time.monotonic()
            most = max(1, int(ray.cluster_resources().get("CPU", 1))) * _AHEAD
        while more and len(running) < most:
            ready = next(pieces, None)
            if ready is None:
                more = False
                break
            running[work.remote(ready, what, time_limit, note)] = ready.name, len(ready.levels)
        if not running:
            break
        finished, _ = ray.wait(list(running), timeout=5.0)
        for reference in finished:
            name, count = running.pop(reference)
            _write(folder, name, ray.get(reference))
            labelled += count
        if progress and finished:
            seconds = time.monotonic() - started
            rate = labelled / max(seconds, 1e-9)
            before = f", {skipped} pieces were there" if skipped else ""
            print(f"{labelled} levels in {seconds:.1f} s, {rate:.0f}/s{before}", file=sys.stderr)
    return labelled


def main(words: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m hakooshi.cluster", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("label", help="label the levels of files")
    one.add_argument("input", nargs="+", help="files of levels")
    one.add_argument("output", help="the folder to write to")
    one.add_argument("--what", default="pushes", help="labels as in `hako label --what`")
    one.add_argument("--piece", type=int, default=1000, help="levels of a task")
    one.add_argument("--time", type=float, default=60.0, help="seconds for each search; 0 for no limit")
    one.add_argument("--ray", metavar="ADDRESS", help="the cluster; by default Ray is started here")
    one.add_argument("--quiet", action="store_true", help="report no progress")
    asked = parser.parse_args(words)
    if asked.piece < 1:
        parser.error("--piece is at least 1")
    try:
        label(
            asked.input,
            asked.output,
            what=asked.what,
            piece=asked.piece,
            time_limit=asked.time or None,
            address=asked.ray,
            progress=not asked.quiet,
        )
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
