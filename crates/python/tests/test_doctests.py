"""The examples in the documentation run."""

import doctest

import pytest

import hakooshi
import hakooshi.envs


def examples() -> list[tuple[str, str, dict[str, object]]]:
    found = []
    for module in (hakooshi, hakooshi.envs):
        places = [(module.__name__, module)]
        places += [(f"{module.__name__}.{name}", getattr(module, name)) for name in module.__all__]
        for name, place in places:
            if ">>>" in (place.__doc__ or ""):
                found.append((name, place.__doc__ or "", dict(vars(module))))
    return found


@pytest.mark.parametrize("name,text,names", examples(), ids=[it[0] for it in examples()])
def test_example(name: str, text: str, names: dict[str, object]) -> None:
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    test = doctest.DocTestParser().get_doctest(text, names, name, None, None)
    result = doctest.DocTestRunner(optionflags=flags).run(test)
    assert result.attempted > 0 and result.failed == 0


def test_there_are_examples() -> None:
    assert len(examples()) >= 15
