"""Cases of which the quick tests run a sample."""

from collections.abc import Iterable
from itertools import chain, repeat
from typing import Any

import pytest


def sampled(cases: Iterable[Any], every: int, ids: Iterable[str] = ()) -> list[Any]:
    """Return the cases as parameters; all but the first of each group of `every` cases are slow.

    ids: names of the cases, if they have any.
    """
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=[pytest.mark.slow] if index % every else [],
            id=name,
        )
        for index, (case, name) in enumerate(zip(cases, chain(ids, repeat(None)), strict=False))
    ]
