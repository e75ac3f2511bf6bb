"""The words of card tests: actions of `when`, and the lines of `answers`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rftg_dsl.lsp import completion_items
from rftg_dsl.lsp.completion_items import Offer
from rftg_dsl.lsp.words import Names
from rftg_dsl.sets.answers import CANNOT, title_finder
from rftg_dsl.syntax.ast import KINDS
from rftg_dsl.syntax.parser import FindTitle, PartialAnswer, begin_answer
from rftg_dsl.syntax.situations import ACTIONS, NOTHING, STEPS, Verb
from rftg_dsl.syntax.tokens import literal_words


def actions() -> Iterator[Offer]:
    """Yield what can be chosen in a test."""
    for number, word in enumerate((*ACTIONS, *STEPS, NOTHING)):
        yield Offer(word, completion_items.PHASE, rank=(number, word))


def answer_goes_on(text: str, names: Names) -> tuple[int, list[Offer]]:
    """Return where the text being written starts in an answer, and what can stand there.

    text: the answer up to the cursor.
    """
    known = {title.casefold() for title in names.titles}
    begun = _before_word(text, known, title_finder(known))
    if set(begun.expected) >= _VERBS:
        words = [*Verb] if text.startswith(CANNOT) else [*Verb, CANNOT.strip()]
        return begun.end, [Offer(f"{one} ", completion_items.WORD, label=str(one)) for one in words]
    return begun.end, [
        offer for name in sorted(begun.expected, key=_rank) for offer in _offers(name, names)
    ]


_VERBS: Final = set(begin_answer(CANNOT).expected)


def _before_word(text: str, known: set[str], find_title: FindTitle) -> PartialAnswer:
    """Return how far an answer is read before the word or title that is being written."""
    begun = begin_answer(text, find_title)
    if begun.tokens and begun.end == len(text):
        terminal, span = begun.tokens[-1]
        whole = text[span.start : span.end].casefold() in known or terminal != "TITLE"
        if not (whole and text.endswith(" ")):
            return begin_answer(text[: span.start], find_title)
    return begun


def _rank(terminal: str) -> bool:
    return terminal == "NOTHING"


def _offers(terminal: str, names: Names) -> Iterator[Offer]:
    if terminal == "TITLE":
        for title, about in names.titles.items():
            yield Offer(title, completion_items.TITLE, detail=about)
    elif terminal == "KIND":
        yield from (Offer(kind, completion_items.KIND) for kind in KINDS)
    else:
        yield from (Offer(word, completion_items.WORD) for word in literal_words((terminal,)))
