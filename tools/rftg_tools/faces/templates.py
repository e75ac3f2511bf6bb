"""The templates of a theme's drawings, and what is said of templates that are wrong."""

from __future__ import annotations

import traceback
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

from jinja2 import TemplateSyntaxError

from rftg_dsl.wording.bounded import Bounded, TooMuch, bounds

BYTES: Final = 256_000
"""Length of a drawing at most."""


class Templates:
    """The templates in some folders; of two with one name, that in the first."""

    def __init__(self, folders: list[Path]) -> None:
        self._environment = Bounded(folders, autoescape=True)

    def drawn(self, name: str, values: Mapping[str, object]) -> str:
        """Return what a template makes of some values. Raises one of WRONG."""
        parts, size = [], 0
        with bounds():
            for part in self._environment.get_template(name).generate(values):
                size += len(part)
                if size > BYTES:
                    raise TooMuch(f"the drawing has more than {BYTES:,} characters")
                parts.append(part)
        return "".join(parts)


WRONG: Final = Exception
"""What a template that is wrong raises: Jinja2's own errors, and any of its expressions."""


def place_of(error: BaseException, file: Path, folders: Collection[Path]) -> str:
    """Return the file and line of a template that an error comes from.

    file: where no line is known.

    folders: those that templates come from.
    """
    if isinstance(error, TemplateSyntaxError):
        return f"{error.filename or file}:{error.lineno}"
    place = str(file)
    for frame in traceback.extract_tb(error.__traceback__):
        if Path(frame.filename).parent in folders:
            place = f"{frame.filename}:{frame.lineno}"
    return place


def said(error: BaseException) -> str:
    """Return what is wrong with a template, in words."""
    if isinstance(error, RecursionError):
        return "the template calls itself without an end"
    if isinstance(error, LookupError) and error.args:
        return str(error.args[0])
    return str(error) or type(error).__name__
