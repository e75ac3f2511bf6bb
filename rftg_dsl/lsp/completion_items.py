"""What can be written at a place, before the protocol has a form for it."""

from __future__ import annotations

from dataclasses import field
from typing import Final

from rftg_dsl.structs import struct

PHASE: Final = "phase"
WORD: Final = "word"
NUMBER: Final = "number"
KIND: Final = "kind"
KEYWORD: Final = "keyword"
TITLE: Final = "title"
KEY: Final = "key"
VALUE: Final = "value"
SET: Final = "set"
FILE: Final = "file"


@struct
class Offer:
    """Something to write: what it is shown as, and what is written.

    sort: one of the constants of this module. snippet: the text with places to fill in, in the
    protocol's form, where that is more than `text`. detail: a few words beside it. about: its
    description. rank: the lower, the earlier it is shown.
    """

    text: str
    sort: str
    snippet: str = ""
    detail: str = ""
    about: str = ""
    label: str = ""
    rank: tuple[int, str] = field(default=(0, ""))
