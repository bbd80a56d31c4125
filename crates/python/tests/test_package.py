"""The package as a whole: levels, solving, labels, errors, Ctrl-C."""

import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import hakooshi
from hakooshi import Level

SMALL = "#######\n#@ $ .#\n#######"
HOPELESS = "######\n#$ @.#\n#    #\n######"
HARD = """\
##############
#            #
# $ $ $ $ $  #
#            #
#  $ $ $ $ @ #
#            #
#.........   #
##############"""
WIDE = """\
##########
#        #
# $ $ $  #
#  . .   #
# $ . $  #
#  . .   #
#        #
#     @  #
#        #
##########"""


def test_levels_are_values(tmp_path: pathlib.Path) -> None:
    level = Level(SMALL)
    assert level == Level(SMALL) and hash(level) == hash(Level(SMALL))
    assert level != Level(HOPELESS)
    assert pickle.loads(pickle.dumps(level)) == level
    assert Level.from_array(level.to_array()) == level
    assert level.to_array()[1].tolist() == [0, 5, 1, 4, 1, 2, 0]
    assert level.after("rRR").is_solved and not level.is_solved
    assert level._repr_svg_().startswith("<svg") and level.png()[1:4] == b"PNG"
    with pytest.raises(ValueError, match="0 to 6"):
        Level.from_array(np.full((3, 3), 9, np.uint8))
    path = tmp_path / "levels.xsb"
    path.write_text(f"One\n{SMALL}\n\nTwo\n{HOPELESS}\n")
    assert [it.title for it in hakooshi.read(path)] == ["One", "Two"]
    assert [it.title for it in hakooshi.iter_levels(str(path))] == ["One", "Two"]
    with pytest.raises(OSError):
        hakooshi.read(tmp_path / "none.xsb")


def test_errors_have_their_place() -> None:
    with pytest.raises(hakooshi.ReadError) as caught:
        hakooshi.read("#####\n#@$.#\n#@..#\n#####")
    assert (caught.value.line, caught.value.column) == (3, 2)
    assert isinstance(caught.value, ValueError) and "^" in str(caught.value)
    bad = f"{SMALL}\n\n#####\n#@$x#\n#####\n\n{SMALL}"
    assert len(hakooshi.read(bad, skip_errors=True)) == 2
    with pytest.raises(hakooshi.ReadError):
        list(hakooshi.iter_levels(bad))
    with pytest.raises(hakooshi.VerifyError):
        hakooshi.verify(Level(SMALL), "rR")
    for wrong in ({"goal": "least"}, {"engine": "no-such"}, {"time": -1.0}):
        with pytest.raises(ValueError):
            hakooshi.solve(Level(SMALL), **wrong)


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes are those of Unix")
def test_an_iterator_reads_no_more_than_it_must(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    go_on = threading.Event()

    def write() -> None:
        with path.open("w") as file:
            # More than readers read ahead, and then nothing until a level has come.
            file.write(f"{SMALL}\n\n" * 10_000)
            file.flush()
            assert go_on.wait(20)
            file.write(f"{HOPELESS}\n")

    writer = threading.Thread(target=write)
    writer.start()
    levels = hakooshi.iter_levels(path)
    first = next(levels)
    go_on.set()
    assert first == Level(SMALL)
    rest = list(levels)
    writer.join()
    assert len(rest) == 10_000 and rest[-1] == Level(HOPELESS)


def test_packs_are_many_levels_in_one() -> None:
    levels = hakooshi.generate(12, seed=8)
    text = [f"; {n}\n{level}" for n, level in enumerate(levels)]
    text.insert(3, "; bad\n#####\n# $.#\n#####")
    reader = hakooshi.iter_levels("\n\n".join(text))
    pack, places, errors = reader.take(10)
    assert places.tolist() == [0, 1, 2, *range(4, 10)] and places.dtype == np.int32
    assert len(errors) == 1 and isinstance(errors[0], hakooshi.ReadError) and errors[0].line > 30
    assert [it.title for it in pack] == [str(n) for n in range(9)]
    assert pack.ids() == [level.id for level in levels[:9]]
    rest, places, _ = reader.take(10)
    assert rest.ids() == [level.id for level in levels[9:]] and places.tolist() == [0, 1, 2]
    assert len(reader.take(10)[0]) == 0
    sent = pickle.loads(pickle.dumps(pack))
    assert list(sent) == levels[:9], "the same but for the titles"
    one, many = hakooshi.label_columns(levels[:9], "both"), hakooshi.label_columns(sent, "both")
    assert all((one[name] == many[name]).all() for name in ("pushes", "moves"))
    reports = hakooshi.solve_many(pack, goal="pushes")
    assert [it.solution and it.solution.pushes for it in reports] == one["pushes"].tolist()
    for bad in (b"\5", b"\5\0\3\0", b"\1\0\1\0\x09"):
        with pytest.raises(ValueError):
            hakooshi.Pack.from_bytes(bad)


def test_solutions_are_proved_or_not() -> None:
    report = hakooshi.solve(Level(SMALL))
    assert report.status == "solved" and report.solution is not None and not report.optimal
    assert hakooshi.verify(Level(SMALL), report.solution.lurd).moves == 3
    assert hakooshi.solve(Level(HOPELESS)).status == "unsolvable"
    assert hakooshi.optimal(Level(HOPELESS)).status == "unsolvable"
    for goal in ("pushes", "moves", "pushes,moves", "moves,pushes"):
        small, usual = hakooshi.optimal(Level(SMALL), goal), hakooshi.solve(Level(SMALL), goal=goal)
        assert small.optimal and usual.optimal and small.engine == usual.engine
        assert small.lower_bound == usual.lower_bound
    limited = hakooshi.solve(Level(HARD), goal="pushes", nodes=10)
    assert limited.stop == "nodes" and not limited.optimal
    assert report.solution.gif()[:3] == b"GIF"
    assert hakooshi.show(report.solution)._repr_html_().startswith("<img")
    with pytest.raises(ValueError):
        hakooshi.optimal(Level(SMALL), "any")


def test_batches_keep_their_order() -> None:
    levels = hakooshi.generate(30, seed=3)
    reports = hakooshi.solve_many(levels, goal="pushes", jobs=2)
    columns = hakooshi.label_columns(levels, "both,first-actions,cost-to-go", jobs=2)
    assert columns["pushes"].dtype == np.int32
    for number, (level, report) in enumerate(zip(levels, reports)):
        assert report.solution is not None and report.optimal
        assert report.solution.pushes == columns["pushes"][number]
        label = hakooshi.label(level, "both,first-actions,cost-to-go")
        for name in columns:
            one, many = label[name], columns[name][number]
            assert one == many or (one is None and many == -2), name
    hopeless = hakooshi.label_columns([Level(HOPELESS)], "moves")
    assert hopeless["solvable"].tolist() == [0] and hopeless["moves"].tolist() == [-1]
    with pytest.raises(ValueError, match="first-actions"):
        hakooshi.label(levels[0], "least")


def test_tables_agree_with_labels() -> None:
    for level in hakooshi.generate(3, seed=9):
        table = hakooshi.Table(level)
        label = hakooshi.label(level, "both,first-actions")
        boxes, player = level.boxes, level.player
        assert table.moves(boxes, player) == label["moves"]
        assert table.pushes(boxes, player) == label["pushes"]
        assert table.first_moves(boxes, player) == label["first_moves"]
        solvable, longest = table.summary()
        assert 0 < solvable < len(table) and longest >= label["moves"]
    with pytest.raises(ValueError, match="positions"):
        hakooshi.Table(level, limit=10)


def test_the_interpreter_goes_on_while_others_search() -> None:
    ticks = 0
    done = threading.Event()

    def search() -> None:
        hakooshi.solve(Level(HARD), engine="bfs(h=zero)", time=0.5)
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.01)
    thread.join()
    assert ticks > 5


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on Unix")
@pytest.mark.parametrize(
    "work",
    [
        "hakooshi.solve_many([level] * 4, engine='bfs(h=zero)', jobs=2)",
        "hakooshi.improve(level, hakooshi.solve(level).solution.lurd, time=600.0)",
        "hakooshi.label_columns([level] * 4, 'both')",
        "hakooshi.generate(10**9)",
        "hakooshi.Table(wide)",
    ],
)
def test_ctrl_c_ends_long_work(work: str) -> None:
    script = (
        "import hakooshi, signal, sys\n"
        # A shell starts programs in the background with the signal ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "print('ready', flush=True)\n"
        f"level, wide = hakooshi.Level({HARD!r}), hakooshi.Level({WIDE!r})\n"
        f"try:\n    {work}\n"
        "except KeyboardInterrupt:\n    sys.exit(7)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    assert child.stdout is not None and child.stdout.readline() == b"ready\n"
    try:
        time.sleep(1.0 if "improve" in work else 0.4)
        child.send_signal(signal.SIGINT)
        assert child.wait(timeout=20) == 7
    finally:
        child.kill()


def test_improve_and_analyse() -> None:
    level = Level("#######\n#@ $ .#\n#     #\n#######")
    assert hakooshi.improve(level, "dudurRR", time=0.2).moves == 3
    found = hakooshi.analyse(level)
    assert found.lower_bound == 2 and found.deadlock is None and len(found.pushes) == 2
    assert hakooshi.analyse(Level(HOPELESS)).deadlock == ("dead_squares", [(1, 1)])


def test_the_examples_of_the_documents_run() -> None:
    for path in ("README.md", "../../README.md", "../../docs/python.md"):
        text = (pathlib.Path(__file__).parents[1] / path).read_text()
        blocks = [part.split("```")[0] for part in text.split("```python\n")[1:]]
        assert blocks, path
        for block in blocks:
            exec(compile(block, path, "exec"), {})
