"""The terminals of the grammar as people say them: a name for each, and the words of its texts.

A list of what may stand at a place is short: kinds, keywords and numbers are named as groups.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rftg_dsl.resources import read_grammar

STARTS: Final = ("power", "goal", "measure", "cards", "answer")
"""The rules of the grammar that a text can be read as."""

NAMES: Final[dict[str, str]] = {
    "$END": "the end of the line",
    "_ARTICLE": "`a`",
    "_CARDS": "`cards`",
    "_GOODS": "`goods`",
    "_TOKENS": "`tokens`",
    "CLASS": "a class of tokens",
    "KINDS": "`kinds`",
    "CHIPS": "`chips`",
    "KIND": "a kind",
    "NAME": "a keyword",
    "NOUN": "`world`, `development` or `card`",
    "SIGNED": "a number with a sign",
    "INT": "a number",
    "EXACT_COST": "an exact cost like `6-cost`",
    "TITLE": 'a "Card Title"',
    "PHASES": "`phases`",
    "CARD_COUNT": "a number",
    "PRESTIGE_COUNT": "a number",
    "TOKEN_COUNT": "a number",
    "NUMBER": "a number",
    "REST": "a category",
}
"""Human names of the terminals; below, those of the ones that are one word or a sign."""

WORDS: Final = tuple(
    name
    for name, word in re.findall(r'^([A-Z]+): "([a-z]+)"$', read_grammar(), re.MULTILINE)
    if word == name.lower()
)
"""Terminals that are one word, the terminal's name in small letters."""

OF_POWERS, _, _OF_ANSWERS = read_grammar().partition("// --- answers of card tests")
"""The grammar but for what only answers have."""
OF_ANSWERS: Final = frozenset(re.findall(r"^([A-Z_]+)[.:]", _OF_ANSWERS, re.MULTILINE))
"""Terminals that only answers of card tests have."""

MARKS: Final = {"_COLON": ":", "_COMMA": ",", "_ARROW": "->", "NON": "non-"}
"""Terminals that are signs, or part of a word."""

_FORMS: Final[dict[str, tuple[str, ...]]] = {
    "_CARDS": ("card", "cards"),
    "_GOODS": ("good", "goods"),
    "_TOKENS": ("token", "tokens"),
    "_ARTICLE": ("a", "an"),
    "NOUN": ("world", "worlds", "development", "developments", "card", "cards"),
    "KIND": ("novelty", "rare", "genes", "alien", "gray"),
    "KINDS": ("kind", "kinds"),
    "CHIPS": ("chip", "chips"),
    "UP_TO": ("up to",),
    "OR_MORE": ("or more",),
    "OR_LESS": ("or less",),
    "OR_FEWER": ("or fewer",),
    "THIS_WORLDS": ("this world's",),
    "_OR": ("or",),
    "OTHERS": ("others'",),
    "TAKE_OVER": ("take over",),
    "ROUND_START": ("round start",),
    "ROUND_END": ("round end",),
    "GAME_END": ("game end",),
    "DISCARDS": ("discards",),
    "PHASES": ("phase", "phases"),
    "CALL": ("name",),
    "_USING": ("using",),
    "NOTHING": ("nothing",),
    "PRESTIGE_CARD": ("prestige card",),
}
"""The words of terminals that have several, or more than their name says."""

NAMES.update({word: f"`{word.lower()}`" for word in WORDS})
NAMES.update({name: f"`{mark}`" for name, mark in MARKS.items()})
NAMES.update({name: f"`{forms[0]}`" for name, forms in _FORMS.items() if len(forms) == 1})

_TAKEN: Final = {*WORDS, *_FORMS} - OF_ANSWERS
RESERVED: Final = frozenset(
    form for name in _TAKEN for form in _FORMS.get(name, (name.lower(),))
) - {"alien"}
"""Words of powers, which no set can declare as keywords (`alien` alone is both)."""
_QUANTIFIERS: Final = frozenset(
    "additional any both either every except extra further max min neither next no none not second"
    " some than third until".split()
)
NO_KEYWORDS: Final = RESERVED | _QUANTIFIERS
"""What no set can declare: `no` and `any`, too, are never meant as keywords where they stand."""

_ALTERNATIVE: Final = re.compile(r"\s*((?:\[\w+\] )*)(\w+)[^>]*?(?:-> (\w+))?\s*$")


def starts_of(rule: str) -> dict[str, frozenset[str]]:
    """Return the terminals that each alternative of a rule begins with, by its name.

    Where it has none, by the word that it begins with.
    """
    match = re.search(rf"^\??{rule}:(.*(?:\n +\|.*)*)", OF_POWERS, re.MULTILINE)
    assert match is not None
    starts: dict[str, frozenset[str]] = {}
    for phrase in re.split(r"\|(?![^\[(\n]*[\])])", match[1]):
        alternative = _ALTERNATIVE.match(phrase)
        assert alternative is not None
        optional, needed, name = alternative.groups()
        first = frozenset({needed}) if needed.isupper() else _starts(needed)
        for word in re.findall(r"\w+", optional):
            first |= {word} if word.isupper() else _starts(word)
        starts[name or needed] = first
    return starts


def _starts(rule: str) -> frozenset[str]:
    return frozenset[str]().union(*starts_of(rule).values())


LINE_STARTS: Final = _starts("power")
"""Terminals that a power line begins with."""
EFFECT_STARTS: Final = _starts("effect")
COST_STARTS: Final = _starts("cost")
_PHASES: Final = _starts("phase")
_SHADOWED: Final = {
    "a keyword or kind": {"MILITARY", "PRODUCTION", "WINDFALL", "VARIABLE", "EXACT_COST"}
}
"""Terminals that need no word of their own beside a group."""
_GROUPS: Final[tuple[tuple[frozenset[str], str], ...]] = (
    (LINE_STARTS, "a phase, `score` or another moment"),
    (_PHASES, "a phase"),
    (EFFECT_STARTS, "an effect"),
    (COST_STARTS - EFFECT_STARTS, "a cost"),
    (frozenset(("KIND", "NAME", "NON")), "a keyword or kind"),
    (frozenset("DISCARDS KINDS NEGATIVE PHASES PRESTIGE TOTAL VP _GOODS".split()), "a count"),
)


def expected_words(terminals: Iterable[str]) -> list[str]:
    """Return human names for what may stand at a place, in groups; most useful first."""
    rest = set(terminals)
    found = []
    for group, name in _GROUPS:
        if group <= rest:
            rest -= group | _SHADOWED.get(name, set())
            found.append(name)
    if {"INT", "SIGNED"} <= rest:
        rest -= {"INT"}
    words = sorted({NAMES[name] for name in rest if name not in ("_ARTICLE", "OTHER", "ANOTHER")})
    return found + words


def literal_words(terminals: Iterable[str]) -> list[str]:
    """Return the plain words among the terminals, as written, to compare slips with."""
    found: list[str] = []
    for name in sorted(terminals):
        found += _FORMS.get(name, (name.lower(),) if name in WORDS else ())
    return found
