"""Display names and words of the grammar's terminals.

Lists of expected words stay short: kinds, keywords and numbers are named as groups.
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
"""Display names of terminals that are not a single word or sign."""

MARKS: Final = {"_COLON": ":", "_COMMA": ",", "_ARROW": "->", "NON": "non-"}
"""Terminals that are signs or parts of words."""

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
"""Words of terminals that have several, or whose name is not the word."""

_BY_TEXT: Final = {
    form: name for name, forms in _FORMS.items() for form in forms if name not in ("COLOUR", "CALL")
}
"""Terminals by word."""
_QUANTIFIERS: Final = frozenset(
    "additional any both either every except extra further max min neither next no none not second"
    " some than third until".split()
)
_ANSWERS: Final = "// --- answers of card tests"
"""Comment that begins the part of a grammar for answers."""
_ALTERNATIVE: Final = re.compile(r"\s*((?:\[\w+\] )*)(\w+)[^>]*?(?:-> (\w+))?\s*$")


class Terminals:
    """The terminals of a game's grammar, and the words that can't be keywords.

    words: terminals whose only word is their name in lower case.
    of_answers: terminals used only in answers of card tests.
    names: display names.
    reserved: words of powers, which no set can declare as keywords (`alien` is the exception).
    no_keywords: reserved words and words that are never meant as keywords.
    """

    def __init__(self, game: Game) -> None:
        grammar = read_grammar(game.id)
        self.of_powers, _, of_answers = grammar.partition(_ANSWERS)
        literals = re.findall(r'^([A-Z]+): "([a-z]+)"$', grammar, re.MULTILINE)
        self.by_text: Final = _BY_TEXT | {word: name for name, word in literals}
        self.words: Final = tuple(name for name, word in literals if word == name.lower())
        self.of_answers: Final = frozenset(re.findall(r"^([A-Z_]+)[.:]", of_answers, re.MULTILINE))
        nouns = tuple(form for noun in game.nouns for form in (noun, f"{noun}s"))
        self._terminal_names = terminal_names = {
            *re.findall(r"^([A-Z_]+)[.:]", grammar, re.MULTILINE),
            "$END",
        }
        self._forms = {name: forms for name, forms in _FORMS.items() if name in terminal_names}
        self._forms["NOUN"] = nouns
        quoted = [f"`{noun}`" for noun in game.nouns]
        self.names: Final = {name: text for name, text in _NAMES.items() if name in terminal_names}
        self.names["NOUN"] = f"{', '.join(quoted[:-1])} or {quoted[-1]}"
        self.names.update({word: f"`{word.lower()}`" for word in self.words})
        self.names.update({name: f"`{mark}`" for name, mark in MARKS.items()})
        single_forms = {name: forms[0] for name, forms in self._forms.items() if len(forms) == 1}
        self.names.update({name: f"`{form}`" for name, form in single_forms.items()})
        of_powers = {*self.words, *self._forms} - self.of_answers
        self.reserved: Final = frozenset(
            form for name in of_powers for form in self._forms.get(name, (name.lower(),))
        ) - {"alien"}
        self.no_keywords: Final = self.reserved | _QUANTIFIERS

    @cached_property
    def line_starts(self) -> frozenset[str]:
        """Terminals that begin a power."""
        return self._starts("power")

    @cached_property
    def effect_starts(self) -> frozenset[str]:
        """Terminals that begin an effect."""
        return self._starts("effect")

    @cached_property
    def cost_starts(self) -> frozenset[str]:
        """Terminals that begin a cost."""
        return self._starts("cost")

    @cached_property
    def _groups(self) -> tuple[tuple[frozenset[str], str], ...]:
        """Groups of terminals that have a common display name."""
        return (
            (self.line_starts, "a phase, `score` or another moment"),
            (self._starts("phase"), "a phase"),
            (self.effect_starts, "an effect"),
            (self.cost_starts - self.effect_starts, "a cost"),
            (frozenset(("KIND", "NAME", "NON")), "a keyword or kind"),
            (_COUNTS & self._terminal_names, "a count"),
        )

    def starts_of(self, rule: str) -> dict[str, frozenset[str]]:
        """Return the first terminals of each alternative of a rule, by its name or first word."""
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
        """Return display names of terminals, groups first."""
        remaining = set(terminals)
        groups = []
        for group, name in self._groups:
            if group <= remaining:
                remaining -= group | _SHADOWED.get(name, set())
                groups.append(name)
        if {"INT", "SIGNED"} <= remaining:
            remaining -= {"INT"}
        plain = [name for name in remaining if name not in ("_ARTICLE", "OTHER", "ANOTHER")]
        return groups + sorted({self.names[name] for name in plain})

    def literal_words(self, terminals: Iterable[str]) -> list[str]:
        """Return the words of terminals, to compare misspelt words with."""
        words: list[str] = []
        for name in sorted(terminals):
            words += self._forms.get(name, (name.lower(),) if name in self.words else ())
        return words


_COUNTS: Final = frozenset(
    "COLOURS COSTLIEST DICE DISCARDS KINDS NEGATIVE PHASES PRESTIGE TOTAL VP _GOODS".split()
)
"""Terminals that can only begin a count."""
_SHADOWED: Final = {
    "a keyword or kind": {"MILITARY", "PRODUCTION", "WINDFALL", "VARIABLE", "COLOUR", "EXACT_COST"}
}
"""Terminals that a group already covers."""


@lru_cache(maxsize=4)
def terminals_of(game: str = "race") -> Terminals:
    """Return the terminals of a game's grammar."""
    return Terminals(GAMES[game])


_RACE: Final = terminals_of(RACE.id)
NAMES: Final = _RACE.names
RESERVED: Final = _RACE.reserved
OF_ANSWERS: Final = _RACE.of_answers
LINE_STARTS: Final = _RACE.line_starts


def literal_words(terminals: Iterable[str]) -> list[str]:
    """Return the words of terminals of Race for the Galaxy."""
    return _RACE.literal_words(terminals)
