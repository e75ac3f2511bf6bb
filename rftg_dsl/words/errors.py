"""What is raised for a power that can be read and means nothing."""

from __future__ import annotations

from typing import Final, NamedTuple

from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Power, Span

UNSAYABLE: Final = "no power can say this"
"""The help where only something else can be said."""


class Rewrite(NamedTuple):
    """What to write: `new` for the words `old` in a part of the line, for all of it where "".

    old: a regular expression. sure: nothing else can be meant.
    """

    span: Span
    old: str
    new: str
    sure: bool = False


@struct
class SemanticError(Exception):
    """A power that parses but says nothing a game could do; `code` is a diagnostic's.

    rewrite: what mends it. of_phase: it is the phase that has no use for what `span` says.
    nearest: a power that says something else, where none says what was meant; `help` is then for
    where that one means nothing, either.
    """

    code: str
    message: str
    span: Span
    help: str
    rewrite: Rewrite | None = None
    of_phase: bool = False
    nearest: Power | None = None
