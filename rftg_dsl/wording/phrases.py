"""Phrases of the grammar, and lines of shipped cards that have them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from rftg_dsl.games import RACE, ROLL
from rftg_dsl.sets.reading import read_unit
from rftg_dsl.sets.units import Unit
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.parser import fold_case, parse_power, read_rules, read_tokens
from rftg_dsl.syntax.tokens import MARKS, terminals_of
from rftg_dsl.wording.english import word_power


class GrammarPhrase(NamedTuple):
    """A phrase of the grammar.

    rule: what it is an alternative of. name: its own, a method of Builder. text: how it is
    written. words: the terminals in it; needed: those that cannot be left out.
    """

    rule: str
    name: str
    text: str
    words: frozenset[str]
    needed: frozenset[str]


@lru_cache(maxsize=4)
def grammar_phrases(game: str = RACE.id) -> tuple[GrammarPhrase, ...]:
    """Return every phrase of a game, in the order of its grammar."""
    return tuple(
        GrammarPhrase(
            rule,
            name or rule,
            _written(phrase, game),
            _words(_with_inner(phrase, game)),
            _words(_outside(phrase)),
        )
        for rule, text in _rules(game)
        for phrase, name in _alternatives(text)
    )


WRITTEN_OUT: Final = frozenset(("quantity", "adjustment", "done", "tokens"))
"""Rules that stand in phrases by what they say."""
_RULE: Final = re.compile(r"^\??([a-z_]+):(.*(?:\n[ ]+\|.*)*)", re.MULTILINE)
_COMMENT: Final = re.compile(r"//.*$", re.MULTILINE)
_PART: Final = re.compile(r"[A-Z_]+|[a-z_]+|->|[][()|*+?]")


def _rules(game: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each rule and what it says, comments left out."""
    for match in _RULE.finditer(_COMMENT.sub("", terminals_of(game).of_powers)):
        yield match[1], match[2]


def _alternatives(text: str) -> Iterator[tuple[list[str], str]]:
    """Yield the alternatives of a rule as parts, each with its alias or ""."""
    depth, phrase = 0, list[str]()
    for part in [*_PART.findall(text), "|"]:
        depth += (part in "[(") - (part in "])")
        if part == "|" and not depth:
            words = phrase[: phrase.index("->")] if "->" in phrase else phrase
            yield words, "".join(phrase[len(words) + 1 :])
            phrase = []
        else:
            phrase.append(part)


def _words(phrase: Iterable[str]) -> frozenset[str]:
    return frozenset(part for part in phrase if part.isupper())


def _with_inner(phrase: list[str], game: str) -> list[str]:
    """Return the parts, and those of the rules that are written out in a phrase."""
    rules = dict(_rules(game))
    inner = [_PART.findall(rules[part]) for part in phrase if part in WRITTEN_OUT]
    return sum(inner, phrase)


def _outside(phrase: list[str]) -> Iterator[str]:
    """Yield the parts that stand in no brackets."""
    depth = 0
    for part in phrase:
        depth += (part in "[(") - (part in "])")
        if not depth:
            yield part


_SHOWN: Final = {
    **MARKS,
    "INT": "N",
    "SIGNED": "+N",
    "NAME": "KEYWORD",
    "TITLE": '"TITLE"',
    "EXACT_COST": "N-cost",
    "NOUN": "world | development | card",
    "KINDS": "kinds",
    "CHIPS": "chips",
    "PHASES": "phases",
    "_CARDS": "cards",
    "selector": "CARDS",
    "per": "per ...",
    "moments": "MOMENT",
    "prices": "COST",
    "ways": "EFFECTS",
    "once": "once a game",
    "some_goods": "a GOOD",
    "but": "CARDS",
    "adjustment": "+N",
    "quantity": "[up to] N",
    "tokens": "CLASS tokens",
    "done": "(produced | consumed | sold)",
    "kinds": "KIND [or KIND ...]",
    "of_goods": "of ...",
    "of_worlds": "of CARDS",
    "count": "COUNT",
    "bound": "AMOUNT",
    "comparison": "AMOUNT",
    "for_cards": "for CARDS",
    "for_goods": "for GOODS",
    "against": "against CARDS",
    "rival": "PLAYER",
    "word": "ADJECTIVE",
}
"""What stands in a phrase for a terminal or a rule; others are their own words."""
_SHOWN_BY: Final = {
    ROLL.id: {
        "NOUN": "world | development | tile",
        "moment": "PHASE",
        "phase": "PHASE",
        "effects": "EFFECT [, EFFECT ...]",
        "cost": "COST",
        "quantity": "(all | [up to] N)",
        "condition": "if CONDITION",
        "dice": "DICE",
        "workers": "WORKERS",
        "place": "PLACE",
        "source": "FROM",
        "target": "PHASES",
        "RISING": "1, 2, 3, ...",
        "_CREDITS": "credits",
        "_TILES": "tiles",
        "_WORKERS": "workers",
        "DICE": "dice",
    }
}
"""What stands there otherwise in other games."""
_GROUPS: Final = ("KIND", "COLOUR")
"""Terminals that stand there by their own name, for they have too many words."""
_ONE_GOOD: Final = ("", "windfall", "this world's")
"""Behind these the word is `good`, behind all others `goods`."""
_BEFORE_WORLDS: Final = {"of": "worlds", "each": "world"}
"""Words behind which the noun is that of worlds."""
_LOOSE_MARK: Final = re.compile(r" ([*+])(?= |$)")
_REPEATED: Final = re.compile(r"\(([^()]*)\)([*+])|([A-Z]+)\*")


def _written(phrase: list[str], game: str) -> str:
    if len(phrase) == 1 and phrase[0] in _GROUPS:
        return " | ".join(terminals_of(game).literal_words(phrase))
    shown: list[str] = []
    for part in phrase:
        before = next((word for word in reversed(shown) if word not in "[]()"), "")
        shown.append(_shown(part, before, game))
    text = _REPEATED.sub(_repeated, _LOOSE_MARK.sub(r"\1", " ".join(shown)))
    for loose, tight in (("[ ", "["), (" ]", "]"), ("( ", "("), (" )", ")"), (" ,", ",")):
        text = text.replace(loose, tight)
    text = text.replace("[AMOUNT | AMOUNT]", "[AMOUNT]").replace("same kinds", "same kind")
    return text.replace("[non-] ", "[non-]")


def _shown(part: str, before: str, game: str) -> str:
    named = {**_SHOWN, **_SHOWN_BY.get(game, {})}
    if part == "NOUN" and before in _BEFORE_WORLDS:
        return _BEFORE_WORLDS[before]
    if part == "_GOODS":
        return "good" if before in _ONE_GOOD else "goods"
    if part in named:
        return named[part]
    if part[0] in "[]()|*+":
        return part
    words = terminals_of(game).literal_words([part]) if part not in _GROUPS else []
    return words[0] if words else part.upper().replace("_", " ")


def _repeated(match: re.Match[str]) -> str:
    if match[3]:
        return f"[{match[3]} ...]"
    inner = match[1].strip()
    return f"[{inner} ...]" if match[2] == "*" else f"{inner} ..."


class Use(NamedTuple):
    """A phrase in a line: the method of its rule, its words, and the terminals they are."""

    name: str
    words: str
    terminals: frozenset[str]


class Line(NamedTuple):
    """A line of a card or goal.

    text: as it stands in the card file. phase: of a power, "" for other lines. title: of what it
    stands on. uses: its phrases, inner ones too. start: what it is read as.
    """

    text: str
    phase: str
    title: str
    uses: tuple[Use, ...]
    start: str = "power"

    @property
    def sentence(self) -> str:
        """The English of a power; "" for other lines."""
        return word_power(parse_power(self.text, self.start)) if self.phase else ""

    def has(self, name: str, terminals: Set[str] = frozenset(), word: str = "") -> bool:
        """Return whether a line has a phrase of this name, with these terminals and this word."""
        return any(
            use.name == name
            and terminals <= use.terminals
            and (not word or f" {word} " in f" {use.words} ")
            for use in self.uses
        )


def lines_of(*groups: Iterable[Path]) -> list[Line]:
    """Return the different lines of card files: powers before others, the shortest first.

    A line of the first group of files comes before all of the next, however short these are.
    """
    found: dict[str, tuple[bool, int, int, Line]] = {}
    for number, paths in enumerate(groups):
        for path in paths:
            for line in _lines(read_unit(path, path.name)):
                rank = (not line.phase, number, len(line.text), line)
                found.setdefault(line.text, rank)
    return [line for *_, line in sorted(found.values(), key=lambda rank: rank[:3])]


def _lines(unit: Unit) -> Iterator[Line]:
    for draft in unit.drafts:
        for written, line in draft.lines:
            yield _line(written.text, unit.report.game.power, draft.title, phase=line.power.phase)
    for goal in unit.goals:
        if goal.most:
            yield _line(goal.text, "measure", goal.title, "most: ")
        else:
            yield _line(goal.text, "goal", goal.title, "first: ")
    for category in unit.search:
        yield _line(category.text, "cards", category.title, "cards: ")


_APART: Final = str.maketrans(dict.fromkeys(",[]:", " "))


def _line(text: str, start: str, title: str, key: str = "", phase: str = "") -> Line:
    tokens, _whole = read_tokens(text, start)
    folded = fold_case(text)

    def use(name: str, span: Span) -> Use:
        inside = [token for token in tokens if span.start <= token.span.start < span.end]
        words = folded[span.start : span.end].translate(_APART)
        return Use(name, words, frozenset(token.terminal for token in inside))

    uses = tuple(use(name, span) for name, span in read_rules(text, start))
    return Line(key + text, phase, title, uses, start)
