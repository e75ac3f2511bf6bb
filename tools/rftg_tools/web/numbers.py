"""Whole numbers in addresses, of bounded length: Python reads none of thousands of digits.

A route with a `{name:number}` in its path is no route for a longer number.
"""

from __future__ import annotations

import re
from typing import Final

from starlette.convertors import Convertor, register_url_convertor

NUMBER: Final = "number"
"""How the path of a route names the kind."""
_DIGITS: Final = "[0-9]{1,15}"


class _Number(Convertor[int]):
    regex = _DIGITS

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor(NUMBER, _Number())


def read_number(text: str) -> int | None:
    """Return the number of a query, None for any other text."""
    return int(text) if re.fullmatch(_DIGITS, text) else None
