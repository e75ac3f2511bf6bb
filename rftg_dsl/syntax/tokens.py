"""The terminals of the grammar as people say them: a name for each, and the words of its texts.

A list of what may stand at a place is short: kinds, keywords and numbers are named as groups.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Final

from rftg_dsl.games import GAMES, RACE, Game
from rftg_dsl.resources import read_grammar

_NAMES: Final[dict[str, str]] = {
    "$END": "the end of the line",
    "_ARTICLE": "`a`",
    "_CARDS": "`cards`",
    "_GOODS": "`goods`",
    "_TOKENS": "`tokens`",
    "CLASS": "a class of tokens",
    "KINDS": "`kinds`",
    "CHIPS": "`chips`",
    "_CREDITS": "`credits`",
    "_TILES": "`tiles`",
    "_WORKERS": "`workers`",
    "DICE": "`dice`",
    "COLOURS": "`colours`",
    "COLOUR": "a colour of dice",
    "KIND": "a kind",
    "NAME": "a keyword",
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

MARKS: Final = {"_COLON": ":", "_COMMA": ",", "_ARROW": "->", "NON": "non-"}
"""Terminals that are signs, or part of a word."""

_FORMS: Final[dict[str, tuple[str, ...]]] = {
    "_CARDS": ("card", "cards"),
    "_GOODS": ("good", "goods"),
    "_TOKENS": ("token", "tokens"),
    "_ARTICLE": ("a", "an"),
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
    "COLOURS": ("colour", "colours"),
    "_CREDITS": ("credit", "credits"),
    "_TILES": ("tile", "tiles"),
    "_WORKERS": ("worker", "workers"),
    "DICE": ("die", "dice"),
    "COLOUR": ("home", "military", "consumption"),
    "RISING": ("1, 2, 3, ...",),
}
"""The words of terminals that have several, or more than their name says."""

_BY_TEXT: Final = {
    form: name for name, forms in _FORMS.items() for form in forms if name not in ("COLOUR", "CALL")
}
"""The terminals that are words, by their text."""
_QUANTIFIERS: Final = frozenset(
    "additional any both either every except extra further max min neither next no none not second"
    " some than third until".split()
)
_ANSWERS: Final = "// --- answers of card tests"
"""What begins the part of a grammar that only answers have."""
_ALTERNATIVE: Final = re.compile(r"\s*((?:\[\w+\] )*)(\w+)[^>]*?(?:-> (\w+))?\s*$")


class Terminals:
    """The terminals of a game's grammar, and the words that no keyword can be.

    words: terminals that are one word, the terminal's name in small letters. of_answers: those that
    only answers of card tests have. names: what people call them. reserved: words of powers, which
    no set can declare as keywords (`alien` alone is both). no_keywords: those, and words that are
    never meant as keywords where they stand.
    """

    def __init__(self, game: Game) -> None:
        grammar = read_grammar(game.id)
        self.of_powers, _, of_answers = grammar.partition(_ANSWERS)
        found = re.findall(r'^([A-Z]+): "([a-z]+)"$', grammar, re.MULTILINE)
        self.by_text: Final = _BY_TEXT | {word: name for name, word in found}
        self.words: Final = tuple(name for name, word in found if word == name.lower())
        self.of_answers: Final = frozenset(re.findall(r"^([A-Z_]+)[.:]", of_answers, re.MULTILINE))
        nouns = tuple(form for noun in game.nouns for form in (noun, f"{noun}s"))
        self._known = known = set(re.findall(r"^([A-Z_]+)[.:]", grammar, re.MULTILINE)) | {"$END"}
        self._forms = {name: forms for name, forms in _FORMS.items() if name in known}
        self._forms["NOUN"] = nouns
        quoted = [f"`{noun}`" for noun in game.nouns]
        self.names: Final = {name: text for name, text in _NAMES.items() if name in known}
        self.names["NOUN"] = f"{', '.join(quoted[:-1])} or {quoted[-1]}"
        self.names.update({word: f"`{word.lower()}`" for word in self.words})
        self.names.update({name: f"`{mark}`" for name, mark in MARKS.items()})
        one = {name: forms[0] for name, forms in self._forms.items() if len(forms) == 1}
        self.names.update({name: f"`{form}`" for name, form in one.items()})
        taken = {*self.words, *self._forms} - self.of_answers
        self.reserved: Final = frozenset(
            form for name in taken for form in self._forms.get(name, (name.lower(),))
        ) - {"alien"}
        self.no_keywords: Final = self.reserved | _QUANTIFIERS

    @cached_property
    def line_starts(self) -> frozenset[str]:
        """The terminals that begin a power."""
        return self._starts("power")

    @cached_property
    def effect_starts(self) -> frozenset[str]:
        """The terminals that begin an effect."""
        return self._starts("effect")

    @cached_property
    def cost_starts(self) -> frozenset[str]:
        """The terminals that begin a cost."""
        return self._starts("cost")

    @cached_property
    def _groups(self) -> tuple[tuple[frozenset[str], str], ...]:
        """Return groups of terminals that are named together."""
        return (
            (self.line_starts, "a phase, `score` or another moment"),
            (self._starts("phase"), "a phase"),
            (self.effect_starts, "an effect"),
            (self.cost_starts - self.effect_starts, "a cost"),
            (frozenset(("KIND", "NAME", "NON")), "a keyword or kind"),
            (_COUNTS & self._known, "a count"),
        )

    def starts_of(self, rule: str) -> dict[str, frozenset[str]]:
        """Return the terminals that each alternative of a rule begins with, by its name.

        Where it has none, by the word that it begins with.
        """
        match = re.search(rf"^\??{rule}:(.*(?:\n +\|.*)*)", self.of_powers, re.MULTILINE)
        assert match is not None
        starts: dict[str, frozenset[str]] = {}
        for phrase in re.split(r"\|(?![^\[(\n]*[\])])", match[1]):
            alternative = _ALTERNATIVE.match(phrase)
            assert alternative is not None
            optional, needed, name = alternative.groups()
            first = frozenset({needed}) if needed.isupper() else self._starts(needed)
            for word in re.findall(r"\w+", optional):
                first |= {word} if word.isupper() else self._starts(word)
            starts[name or needed] = first
        return starts

    def _starts(self, rule: str) -> frozenset[str]:
        return frozenset[str]().union(*self.starts_of(rule).values())

    def expected_words(self, terminals: Iterable[str]) -> list[str]:
        """Return human names for what may stand at a place, in groups; most useful first."""
        rest = set(terminals)
        found = []
        for group, name in self._groups:
            if group <= rest:
                rest -= group | _SHADOWED.get(name, set())
                found.append(name)
        if {"INT", "SIGNED"} <= rest:
            rest -= {"INT"}
        plain = [name for name in rest if name not in ("_ARTICLE", "OTHER", "ANOTHER")]
        return found + sorted({self.names[name] for name in plain})

    def literal_words(self, terminals: Iterable[str]) -> list[str]:
        """Return the plain words among the terminals, as written, to compare slips with."""
        found: list[str] = []
        for name in sorted(terminals):
            found += self._forms.get(name, (name.lower(),) if name in self.words else ())
        return found


_COUNTS: Final = frozenset(
    "COLOURS COSTLIEST DICE DISCARDS KINDS NEGATIVE PHASES PRESTIGE TOTAL VP _GOODS".split()
)
"""Terminals that begin what is counted, and nothing else where that can stand."""
_SHADOWED: Final = {
    "a keyword or kind": {"MILITARY", "PRODUCTION", "WINDFALL", "VARIABLE", "COLOUR", "EXACT_COST"}
}
"""Terminals that need no word of their own beside a group."""


@lru_cache(maxsize=4)
def terminals_of(game: str = "race") -> Terminals:
    """Return the terminals of a game's grammar."""
    return Terminals(GAMES[game])


_RACE: Final = terminals_of(RACE.id)
STARTS: Final = tuple(RACE.starts)
"""The rules of the grammar of Race for the Galaxy that a text can be read as."""
NAMES: Final = _RACE.names
RESERVED: Final = _RACE.reserved
OF_ANSWERS: Final = _RACE.of_answers
LINE_STARTS: Final = _RACE.line_starts


def literal_words(terminals: Iterable[str]) -> list[str]:
    """Return the plain words among terminals of Race for the Galaxy, as written."""
    return _RACE.literal_words(terminals)
