"""Labels for many levels on a Ray cluster.

    python -m hakooshi.cluster label INPUT... OUTPUT --what both --ray ADDRESS

The driver reads the files and hands out pieces of `--piece` levels as tasks; OUTPUT is a folder
with a Parquet file for each piece, which appears when it is complete. Ray repeats the tasks of lost
workers; a driver that was killed is started again with the same words and goes on with the pieces
that are missing. Without an address Ray is started on this machine.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import ray

from . import Level, ReadError, __version__, iter_levels, label_columns

__all__ = ["label", "main"]

#: Tasks in flight for each processor: enough to keep it busy while the driver reads and writes.
_AHEAD = 3


class Piece(NamedTuple):
    """Some consecutive levels of a file."""

    name: str
    file: str
    indices: list[int]
    levels: list[Level]


def _pieces(inputs: list[str], size: int, done: set[str]) -> Iterator[Piece]:
    """The pieces that are missing. Levels that cannot be read are reported and counted."""
    for number, file in enumerate(inputs):
        reader = iter(iter_levels(pathlib.Path(file)))
        index, part, over = 0, 0, False
        while not over:
            name = f"part-{number:04}-{part:06}.parquet"
            indices: list[int] = []
            levels: list[Level] = []
            # A piece is so many places of the file, readable or not, whatever was done before.
            for _ in range(size):
                try:
                    level = next(reader)
                except StopIteration:
                    over = True
                    break
                except ReadError as error:
                    index += 1
                    print(error, file=sys.stderr)
                    if error.level == 0:
                        over = True
                        break
                    continue
                index += 1
                indices.append(index)
                levels.append(level)
            if levels and name not in done:
                yield Piece(name, file, indices, levels)
            part += 1


def _work(levels: list[Level], what: str, seconds: float | None) -> tuple[list[str], dict[str, Any]]:
    """The ids and labels of a piece; one processor each."""
    return [level.id for level in levels], label_columns(levels, what, time=seconds, jobs=1)


def _table(piece: Piece, ids: list[str], columns: dict[str, Any], note: str) -> pa.Table:
    data: dict[str, Any] = {
        "file": pa.array([piece.file] * len(ids)),
        "index": pa.array(piece.indices, pa.int32()),
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
    return pa.table(data).replace_schema_metadata({"hakooshi": note})


def _write(folder: pathlib.Path, name: str, table: pa.Table) -> None:
    """Writes a file that appears when it is complete."""
    draft = folder / f".{name}.{os.getpid()}.tmp"
    pq.write_table(table, draft)
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
        ray.init(address=address, logging_level="ERROR", log_to_driver=False)
    # Without end: a lost worker is not the task's fault.
    work = ray.remote(num_cpus=1, max_retries=-1)(_work)
    pieces = _pieces(inputs, piece, done)
    running: dict[Any, Piece] = {}
    labelled, skipped, started = 0, len(done), time.monotonic()
    more = True
    while more or running:
        most = max(1, int(ray.cluster_resources().get("CPU", 1))) * _AHEAD
        while more and len(running) < most:
            ready = next(pieces, None)
            if ready is None:
                more = False
                break
            running[work.remote(ready.levels, what, time_limit)] = ready._replace(levels=[])
        if not running:
            break
        finished, _ = ray.wait(list(running), timeout=5.0)
        for reference in finished:
            ready = running.pop(reference)
            ids, columns = ray.get(reference)
            _write(folder, ready.name, _table(ready, ids, columns, note))
            labelled += len(ids)
        if progress and finished:
            seconds = time.monotonic() - started
            rate = labelled / max(seconds, 1e-9)
            note_ = f", {skipped} pieces were there" if skipped else ""
            print(f"{labelled} levels in {seconds:.1f} s, {rate:.0f}/s{note_}", file=sys.stderr)
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
