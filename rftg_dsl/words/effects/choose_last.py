"""`choose last`: the action is chosen when those of the others are known."""

from __future__ import annotations

from typing import ClassVar, Final

from rftg_dsl.words.shapes import Phrase


class ChooseLast(Phrase):
    """The action is chosen after the others have revealed theirs."""

    __slots__ = ()

    verb = "choose last"
    rule = "choose_last"
    moments: ClassVar = {"round start": 40}
    example = "round start: choose last"
    is_single = True
    changes = "choose last"
    words = "choose last"


WORDS: Final = (ChooseLast,)
