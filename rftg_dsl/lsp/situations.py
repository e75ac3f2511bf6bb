"""The words of card tests: actions of `when`, and the lines of `answers`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rftg_dsl.lsp import completion_items
from rftg_dsl.lsp.completion_items import Offer
from rftg_dsl.lsp.words import Names
from rftg_dsl.sets.answers import CANNOT, NOTHING, USING, VERBS
from rftg_dsl.syntax.ast import KINDS
from rftg_dsl.syntax.situations import ACTIONS, STEPS

_BETWEEN: Final = f" and | to |{USING}"
_VERB: Final = "|".join(sorted(VERBS, key=len, reverse=True))
_BEGUN: Final = re.compile(rf"(?:{CANNOT})?(?:{_VERB}) ")
_TITLED: Final = ("card", "cards", "pair")


def actions() -> Iterator[Offer]:
    """Yield what can be chosen in a test."""
    for number, word in enumerate((*ACTIONS, *STEPS)):
        yield Offer(word, completion_items.PHASE, rank=(number, word))


def answer_goes_on(text: str, names: Names) -> tuple[int, list[Offer]]:
    """Return where the text being written starts in an answer, and what can stand there.

    text: the answer up to the cursor.
    """
    begun = _BEGUN.match(text)
    if begun is None:
        start = len(CANNOT) if text.startswith(CANNOT) else 0
        verbs = [*VERBS] if start else [*VERBS, CANNOT.strip()]
        return start, [Offer(f"{verb} ", completion_items.WORD, label=verb) for verb in verbs]
    verb = begun[0].removeprefix(CANNOT).strip()
    ends = [found.end() for found in re.finditer(_BETWEEN, text)]
    start = max([begun.end(), *ends])
    return start, list(_objects(VERBS[verb].takes, names))


def _objects(takes: str, names: Names) -> Iterator[Offer]:
    if takes in _TITLED:
        for title, about in names.titles.items():
            yield Offer(title, completion_items.TITLE, detail=about)
    elif takes == "kind":
        yield from (Offer(kind, completion_items.KIND) for kind in KINDS)
    if takes:
        yield Offer(NOTHING, completion_items.WORD)
