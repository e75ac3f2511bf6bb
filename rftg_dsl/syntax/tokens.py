"""Words of the grammar's terminals, and canonical text of selectors, goods and dice."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Final

from rftg_dsl.diagnostics.text import article
from rftg_dsl.games import GAMES, RACE, Game
from rftg_dsl.resources import read_grammar
from rftg_dsl.syntax import ast

_NAMES: Final[dict[str, str]] = {
    "$END": "the end of the line",
    "_ARTICLE": "`a`",
    "_CARDS": "`cards`",
    "_GOODS": "`goods`",
    "_TOKENS": "`tokens`",
    "CLASS": "a class of tokens",
    "KINDS": "`kinds`",
    "HAVE": "`have`",
    "GOALS": "`goals`",
    "AT_MOST": "`at most`",
    "PLAYER": "`player`",
    "GAINS": "`gains`",
    "OF_OTHERS": "`of other players`",
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
    "VP_COUNT": "a number",
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
    "AT_MOST": ("at most",),
    "OR_MORE": ("or more",),
    "OR_LESS": ("or less",),
    "OR_FEWER": ("or fewer",),
    "THIS_WORLDS": ("this world's",),
    "_OR": ("or",),
    "OTHERS": ("others'",),
    "OF_OTHERS": ("of other players", "by other players"),
    "PLAYER": ("player", "players"),
    "HAVE": ("have", "has"),
    "GAINS": ("gain", "gains"),
    "TAKE_OVER": ("take over",),
    "ROUND_START": ("round start",),
    "ROUND_END": ("round end",),
    "GAME_END": ("game end",),
    "DISCARDS": ("discards",),
    "GOALS": ("goal", "goals"),
    "DID_NOT": ("did not",),
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
            (_CARD_DETAILS & self._terminal_names, "a description of the cards"),
            (_GOODS_EVENTS & self._terminal_names, "what happened to the goods"),
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
        return groups + sorted({self.names[name] for name in plain or remaining})

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
_CARD_DETAILS: Final = frozenset(("EXCEPT", "OF", "WITH", "WITHOUT"))
"""Terminals that can follow a noun for cards."""
_GOODS_EVENTS: Final = frozenset(("CONSUMED", "PRODUCED", "SOLD"))
"""Terminals that can follow goods that are counted."""
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


def format_selector(selector: ast.Selector, form: str) -> str:
    """Format a selector. form: "plural", "singular" (without an article) or "a"."""
    if selector.title is not None:
        return f'"{selector.title}"'
    words = [_format_adjective(adjective) for adjective in selector.adjectives]
    if _is_exact(selector.cost):
        assert selector.cost is not None
        words.insert(0, f"{selector.cost.low}-cost")
    words.append(f"{selector.noun}s" if form == "plural" else selector.noun)
    if selector.other:
        words.insert(0, "another" if form == "a" else "other")
    elif form == "a":
        words.insert(0, article(words[0]))
    words += _format_suffixes(selector)
    if selector.but is not None:
        words.append(f"except {_format_exception(selector.but, selector.noun)}")
    return " ".join(words)


def _format_exception(excluded: ast.Selector, noun: str) -> str:
    """Format the cards after `except`; `ones` stands for the noun of the selector."""
    text = format_selector(excluded, "plural")
    return re.sub(rf"(^| ){noun}s", r"\1ones", text, count=1) if excluded.noun == noun else text


def format_kinds(kinds: tuple[str, ...]) -> str:
    """Format kinds of goods with a trailing space; "" for any kind."""
    return f"{' or '.join(kinds)} " if kinds else ""


def _format_adjective(adjective: ast.Adjective) -> str:
    return ("non-" if adjective.negated else "") + " or ".join(adjective.words)


def _is_exact(value: ast.Range | None) -> bool:
    return value is not None and value.low == value.high


def _format_suffixes(selector: ast.Selector) -> list[str]:
    suffixes = []
    if selector.power is not None:
        goods = f" for {_format_range(selector.spends)} goods" if selector.spends else ""
        power = "reassign" if selector.power == "assign" else selector.power
        suffixes.append(f"with {article(power)} {power} power{goods}")
    if selector.strength is not None:
        suffixes.append(f"with military {_format_range(selector.strength, '+d')}")
    if selector.keyword is not None:
        suffixes.append(f"with the {selector.keyword} keyword")
    if selector.cost is not None and not _is_exact(selector.cost):
        suffixes.append(f"of cost {_format_cost_range(selector.cost)}")
    if selector.defense is not None:
        suffixes.append(f"of defense {_format_cost_range(selector.defense)}")
    return suffixes


def _format_cost_range(costs: ast.Range) -> str:
    """Format a range of costs. No cost is below 0, so a range from 0 is `or less`."""
    return f"{costs.high} or less" if costs.low == 0 and costs.high else _format_range(costs)


def _format_range(numbers: ast.Range, form: str = "") -> str:
    low = f"{numbers.low:{form}}"
    if numbers.high is None:
        return f"{low} or more"
    return low if numbers.low == numbers.high else f"{low} to {numbers.high:{form}}"


# --- dice

_PLACES: Final = {
    "": "",
    "citizenry": " in citizenry",
    "cup": " in cup",
    "goods": " as a good",
}


def format_dice(dice: ast.Dice, count: int = 1, form: str = "") -> str:
    """Return the canonical text of dice, without the count. form: "a" adds an article."""
    goods = dice.place == "goods" and count != 1
    place = " as goods" if goods else _PLACES[dice.place]
    text = f"{_format_colours(dice)}{'die' if count == 1 else 'dice'}{place}"
    return f"{article(text)} {text}" if form == "a" else text


def format_workers(dice: ast.Dice, count: int | None = 1) -> str:
    """Return the canonical text of workers, without the count. count: None for all."""
    return f"{_format_colours(dice)}worker{'' if count == 1 else 's'}"


def _format_colours(dice: ast.Dice) -> str:
    words = " or ".join(dice.colours)
    return f"{'non-' if dice.negated else ''}{words} " if words else ""
