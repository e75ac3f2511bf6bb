"""Power lines altered in one word, and whether the tests of a set notice.

A word is left out, a number is made larger, a kind of good becomes the next one, a class of tokens
another. What is then no
power any more, or says the same, is no alteration.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rftg_dsl.model import CardSet, PowerLine
from rftg_dsl.semantics.lower import lower
from rftg_dsl.syntax.ast import KINDS
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_power, read_tokens
from rftg_dsl.words.errors import SemanticError
from rftg_tools.cardtests.proof import some_test_fails, with_powers

_TIGHT: Final = ((" :", ":"), (" ,", ","))


@dataclass(frozen=True, slots=True)
class Alteration:
    """A line of a card and what became of it; noticed: some test of its set fails with it."""

    title: str
    line: str
    altered: str
    noticed: bool


def alterations(sets: Sequence[CardSet], one: CardSet) -> Iterator[Alteration]:
    """Yield every alteration of every power line of a set."""
    for card in one.cards:
        for line in card.powers:
            for other in altered(line):
                lines = tuple(other if each is line else each for each in card.powers)
                noticed = some_test_fails(sets, one, with_powers(one, card, lines))
                yield Alteration(card.title, line.text, other.text, noticed)


def altered(line: PowerLine) -> Iterator[PowerLine]:
    """Yield the lines that differ from a line in one word, and in what they do."""
    for text in dict.fromkeys(_texts(line.text)):
        try:
            power = parse_power(text)
            hooks = lower(power)
        except (PowerSyntaxError, SemanticError):
            continue
        if hooks != line.hooks:
            yield replace(line, text=text, power=power, hooks=hooks)


def _texts(text: str) -> Iterator[str]:
    for terminal, span in read_tokens(text)[0]:
        before, after = text[: span.start], text[span.end :]
        word = text[span.start : span.end].lower()
        yield _tidy(before + after)
        if terminal == "INT":
            yield f"{before}{int(word) + 1}{after}"
        elif terminal == "SIGNED":
            yield f"{before}{int(word) + 1:+d}{after}"
        elif terminal == "KIND" and word in KINDS:
            yield f"{before}{KINDS[(KINDS.index(word) + 1) % len(KINDS)]}{after}"
        elif terminal == "CLASS":
            yield f"{before}other-{word}{after}"


def _tidy(text: str) -> str:
    text = " ".join(text.split())
    for loose, tight in _TIGHT:
        text = text.replace(loose, tight)
    return text
