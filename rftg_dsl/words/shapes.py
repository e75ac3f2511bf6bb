"""Shapes of effects that several words have: a bare phrase, a number, a number for each of some."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Any, ClassVar, Self

from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Effect, Per, Span


@struct
class Phrase(Effect):
    """An effect without fields. words: its one text."""

    words: ClassVar[str]

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return the effect; the parts say nothing more."""
        return cls(span=span)

    def text(self) -> str:
        """Return the words."""
        return self.words


@struct
class Numbered(Effect):
    """An effect with a number."""

    amount: int = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from the number among its words."""
        return cls(number_in(parts), span=span)


@struct
class Counted(Effect):
    """An effect with a number, which may come for each of something."""

    amount: int = field()
    per: Per | None = None

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from the number among its words, and what it comes for."""
        *words, per = parts
        return cls(number_in(words), per, span=span)


def number_in(words: Iterable[Any]) -> int:
    """Return the one number among words."""
    (number,) = (int(word) for word in words if getattr(word, "type", "") in ("INT", "SIGNED"))
    return number
