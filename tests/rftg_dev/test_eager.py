"""Generator expressions that mypyc would compile to lists are found before the engine is built."""

from pathlib import Path

import pytest

from rftg_dev.eager import eager_generators

LAZY = """\
from itertools import count, islice


def first() -> list[int]:
    return list(islice((number * number for number in count()), 3))


def total() -> int:
    return sum(number for number in range(3))
"""


@pytest.mark.slow
def test_a_generator_that_would_become_a_list_is_found(tmp_path: Path) -> None:
    """Compiled, `first` would never end; `total` is a loop in C as well."""
    (tmp_path / "lazy.py").write_text(LAZY, encoding="utf-8")
    assert eager_generators(tmp_path, ["lazy.py"]) == [
        "lazy.py:5: error: Treating generator comprehension as list"
    ]
