"""Cases of which the quick tests run a sample."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest


def sampled(cases: Iterable[Any], every: int, ids: Iterable[str] = ()) -> Iterator[Any]:
    """Yield the cases as parameters; all but the first of each group of `every` cases are slow.

    ids: names of the cases, if they have any.
    """
    names = iter(ids)
    for index, case in enumerate(cases):
        values = case if isinstance(case, tuple) else (case,)
        marks = [pytest.mark.slow] if index % every else []
        yield pytest.param(*values, marks=marks, id=next(names, None))
