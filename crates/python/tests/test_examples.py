"""The examples run, and the agent learns."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "examples"))


def test_the_agent_learns(tmp_path: pathlib.Path) -> None:
    import clone

    picture = tmp_path / "learning.svg"
    untrained = clone.main(["--rounds", "0"])
    trained = clone.main(["--rounds", "6", "--levels", "100", "--plot", str(picture)])
    assert trained > untrained + 0.15, (untrained, trained)
    assert picture.read_text().startswith("<svg")
