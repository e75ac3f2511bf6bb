"""Words that are a kind of good and a keyword, where either can be meant.

Before `world` such a word is the kind, before `card` the keyword. That is a rule of the language
and on no printed card, so it is said where the two readings mean different cards.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import replace
from typing import Final

from rftg_dsl.diagnostics.model import Report
from rftg_dsl.diagnostics.text import article, listed
from rftg_dsl.semantics.select import PLAIN_WORDS, Index, means_kind
from rftg_dsl.syntax.ast import Adjective, Selector
from rftg_dsl.syntax.written import Written


def check_readings(
    selector: Selector, written: Written, keywords: Container[str], lookup: Index, report: Report
) -> None:
    """Report a kind of good in one list with keywords, if as a keyword it means other cards."""
    for adjective in selector.adjectives:
        kinds, others = _sorted(selector.noun, adjective, keywords)
        if kinds and others and _differs(selector, lookup):
            phrase = written.text[selector.span.start : selector.span.end]
            said = listed([f"`{kind}`" for kind in kinds], "and")
            report.add(
                "W527",
                written.region(adjective.span),
                f"before `world`, {said} is the kind of its good, and"
                f" {listed([f'`{other}`' for other in others], 'and')} a keyword",
                help=f"write `{_NOUN.sub(_as_card, phrase)}` for keywords alone;"
                f" `{phrase}  # rftg: ignore[W527]` keeps the kind",
            )


def _sorted(
    noun: str, adjective: Adjective, keywords: Container[str]
) -> tuple[list[str], list[str]]:
    """Return the kinds of a list that are keywords, too, and its words that are keywords alone."""
    kinds = [word for word in adjective.words if means_kind(noun, word) and word in keywords]
    others = [
        word for word in adjective.words if word not in PLAIN_WORDS and not means_kind(noun, word)
    ]
    return kinds, others


def _differs(selector: Selector, lookup: Index) -> bool:
    """Return whether its words as keywords mean other worlds."""
    as_keywords = lookup.mask(replace(selector, noun="card")) & lookup.mask(Selector("world"))
    return as_keywords != lookup.mask(selector)


def both_readings(selector: Selector, phrase: str) -> tuple[str, str] | None:
    """Return what to write for the kind and for the keyword of a word before `card`.

    None where the keyword can be said with `card` alone.
    """
    single = [one for one in selector.adjectives if means_kind("world", one.words[0])]
    if len(single) != 1 or len(single[0].words) > 1 or selector.keyword:
        return None
    word = single[0].words[0]
    world = _NOUN.sub(lambda noun: f"world{noun[1]}", phrase)
    if single[0].negated:
        return world, f"{phrase}  # rftg: ignore[W522]"
    rest = re.sub(rf"\b{word} ", "", world, count=1, flags=re.IGNORECASE)
    rest = _ARTICLE.sub(lambda found: f"{article(found[1])} {found[1]}", rest)
    return world, _WORLD.sub(rf"\g<0> with the {word} keyword", rest)


def _as_card(noun: re.Match[str]) -> str:
    return f"card{noun[1]}"


_NOUN: Final = re.compile(r"\b(?:card|world)(s?)\b", re.IGNORECASE)
_ARTICLE: Final = re.compile(r"^an? +([a-z0-9]+)", re.IGNORECASE)
_WORLD: Final = re.compile(r"\bworlds?\b", re.IGNORECASE)
