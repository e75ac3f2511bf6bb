"""Words that say all of their effect: nothing in them is counted or chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from rftg_dsl.syntax.ast import Effect, Span


@dataclass(frozen=True, slots=True)
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
