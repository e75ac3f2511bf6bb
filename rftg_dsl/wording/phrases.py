"""Phrases of the grammar, and lines of cards that use them."""

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

    rule: grammar rule that it is an alternative of.
    name: name of the alternative.
    text: its syntax.
    words: its terminals.
    needed: terminals that can't be left out.
    """

    rule: str
    name: str
    text: str
    words: frozenset[str]
    needed: frozenset[str]


@lru_cache(maxsize=4)
def grammar_phrases(game: str = RACE.id) -> tuple[GrammarPhrase, ...]:
    """Return all phrases of a game, in the order of its grammar."""
    return tuple(
        GrammarPhrase(
            rule,
            name or rule,
            _format_phrase(phrase, game),
            _terminals(_inline_rules(phrase, game)),
            _terminals(_required_parts(phrase)),
        )
        for rule, text in _rules(game)
        for phrase, name in _alternatives(text)
    )


INLINED_RULES: Final = frozenset(
    ("quantity", "adjustment", "gift", "holders", "kept", "sold", "sold_as", "done", "tokens")
)
"""Rules whose content is shown in the phrases that use them."""
_RULE: Final = re.compile(r"^\??([a-z_]+):(.*(?:\n[ ]+\|.*)*)", re.MULTILINE)
_COMMENT: Final = re.compile(r"//.*$", re.MULTILINE)
_PART: Final = re.compile(r"[A-Z_]+|[a-z_]+|->|[][()|*+?]")


def _rules(game: str) -> Iterator[tuple[str, str]]:
    """Yield the name and body of each rule, without comments."""
    for match in _RULE.finditer(_COMMENT.sub("", terminals_of(game).of_powers)):
        yield match[1], match[2]


def _alternatives(text: str) -> Iterator[tuple[list[str], str]]:
    """Yield the parts and the alias (or "") of each alternative of a rule."""
    depth, phrase = 0, list[str]()
    for part in [*_PART.findall(text), "|"]:
        depth += (part in "[(") - (part in "])")
        if part == "|" and not depth:
            words = phrase[: phrase.index("->")] if "->" in phrase else phrase
            yield words, "".join(phrase[len(words) + 1 :])
            phrase = []
        else:
            phrase.append(part)


def _terminals(phrase: Iterable[str]) -> frozenset[str]:
    return frozenset(part for part in phrase if part.isupper())


def _inline_rules(phrase: list[str], game: str) -> list[str]:
    """Return the parts of a phrase, and the parts of its inlined rules."""
    rules = dict(_rules(game))
    inner = [_PART.findall(rules[part]) for part in phrase if part in INLINED_RULES]
    return sum(inner, phrase)


def _required_parts(phrase: list[str]) -> Iterator[str]:
    """Yield the parts outside brackets."""
    depth = 0
    for part in phrase:
        depth += (part in "[(") - (part in "])")
        if not depth:
            yield part


_SYNTAX: Final = {
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
    "kept": "(all | N)",
    "gift": "(draws N | gains N vp | ...)",
    "sold": "GOODS",
    "sold_as": "KIND goods",
    "quantity": "[up to] N",
    "tokens": "CLASS tokens",
    "done": "(produced | consumed | sold)",
    "kinds": "KIND [or KIND ...]",
    "of_goods": "of ...",
    "of_worlds": "of CARDS",
    "count": "COUNT",
    "own": "COUNT",
    "deed": "DEED",
    "comparing": "DEED",
    "bound": "AMOUNT",
    "comparison": "AMOUNT",
    "for_cards": "for CARDS",
    "for_goods": "for GOODS",
    "against": "against CARDS",
    "rival": "PLAYER",
    "word": "ADJECTIVE",
}
"""Syntax shown for terminals and rules; others are shown by their own words."""
_SYNTAX_BY_GAME: Final = {
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
        "holders": "(each CARDS | this world)",
        "gift": "gains N (credits | vp)",
        "target": "PHASES",
        "RISING": "1, 2, 3, ...",
        "_CREDITS": "credits",
        "_TILES": "tiles",
        "_WORKERS": "workers",
        "DICE": "dice",
    }
}
"""Syntax that differs in other games."""
_GROUPS: Final = ("KIND", "COLOUR")
"""Terminals shown by name, because they have too many words."""
_ONE_GOOD: Final = ("", "a", "windfall", "this world's")
"""Words that are followed by `good`; all others are followed by `goods`."""
_BEFORE_WORLDS: Final = {"of": "worlds", "each": "world"}
"""Words that are always followed by `world` or `worlds`."""
_LOOSE_MARK: Final = re.compile(r" ([*+])(?= |$)")
_REPEATED: Final = re.compile(r"\(([^()]*)\)([*+])|([A-Z]+)\*")


def _format_phrase(phrase: list[str], game: str) -> str:
    if len(phrase) == 1 and phrase[0] in _GROUPS:
        return " | ".join(terminals_of(game).literal_words(phrase))
    formatted: list[str] = []
    for part in phrase:
        previous = next((word for word in reversed(formatted) if word not in "[]()"), "")
        formatted.append(_format_part(part, previous, game))
    text = _REPEATED.sub(_format_repetition, _LOOSE_MARK.sub(r"\1", " ".join(formatted)))
    for loose, tight in (("[ ", "["), (" ]", "]"), ("( ", "("), (" )", ")"), (" ,", ",")):
        text = text.replace(loose, tight)
    text = text.replace("[AMOUNT | AMOUNT]", "[AMOUNT]").replace("same kinds", "same kind")
    text = text.replace("(DEED | DEED)", "DEED").replace(" [at most N]", "[, at most N]")
    return text.replace("[non-] ", "[non-]")


def _format_part(part: str, previous: str, game: str) -> str:
    syntax = {**_SYNTAX, **_SYNTAX_BY_GAME.get(game, {})}
    if part == "NOUN" and previous in _BEFORE_WORLDS:
        return _BEFORE_WORLDS[previous]
    if part == "_GOODS":
        return "good" if previous in _ONE_GOOD else "goods"
    if part in syntax:
        return syntax[part]
    if part[0] in "[]()|*+":
        return part
    words = terminals_of(game).literal_words([part]) if part not in _GROUPS else []
    return words[0] if words else part.upper().replace("_", " ")


def _format_repetition(match: re.Match[str]) -> str:
    if match[3]:
        return f"[{match[3]} ...]"
    inner = match[1].strip()
    return f"[{inner} ...]" if match[2] == "*" else f"{inner} ..."


class Use(NamedTuple):
    """A phrase used in a line: the name of its alternative, its words and its terminals."""

    name: str
    words: str
    terminals: frozenset[str]


class Line(NamedTuple):
    """A line of a card or goal.

    text: source text.
    phase: phase of a power, or "" for other lines.
    title: title of the card or goal.
    uses: its phrases, including nested ones.
    start: grammar rule that parses it.
    """

    text: str
    phase: str
    title: str
    uses: tuple[Use, ...]
    start: str = "power"

    @property
    def sentence(self) -> str:
        """The English text of a power, or "" for other lines."""
        return word_power(parse_power(self.text, self.start)) if self.phase else ""

    def has(self, name: str, terminals: Set[str] = frozenset(), word: str = "") -> bool:
        """Return whether the line uses a phrase with these terminals and this word."""
        return any(
            use.name == name
            and terminals <= use.terminals
            and (not word or f" {word} " in f" {use.words} ")
            for use in self.uses
        )


def collect_lines(*groups: Iterable[Path]) -> list[Line]:
    """Return the distinct lines of card files: powers first, then by group of files and length."""
    ranked: dict[str, tuple[bool, int, int, Line]] = {}
    for group, paths in enumerate(groups):
        for path in paths:
            for line in _lines(read_unit(path, path.name)):
                rank = (not line.phase, group, len(line.text), line)
                ranked.setdefault(line.text, rank)
    return [line for *_, line in sorted(ranked.values(), key=lambda rank: rank[:3])]


def _lines(unit: Unit) -> Iterator[Line]:
    for draft in unit.drafts:
        for source_line, line in draft.lines:
            yield _line(
                source_line.text, unit.report.game.power, draft.title, phase=line.power.phase
            )
    for goal in unit.goals:
        if goal.most:
            yield _line(goal.text, "measure", goal.title, "most: ")
        else:
            yield _line(goal.text, "goal", goal.title, "first: ")
    for category in unit.search:
        yield _line(category.text, "cards", category.title, "cards: ")


_SEPARATORS: Final = str.maketrans(dict.fromkeys(",[]:", " "))


def _line(text: str, start: str, title: str, key: str = "", phase: str = "") -> Line:
    tokens, _text = read_tokens(text, start)
    folded = fold_case(text)

    def use(name: str, span: Span) -> Use:
        use_tokens = [token for token in tokens if span.start <= token.span.start < span.end]
        words = folded[span.start : span.end].translate(_SEPARATORS)
        return Use(name, words, frozenset(token.terminal for token in use_tokens))

    uses = tuple(use(name, span) for name, span in read_rules(text, start))
    return Line(key + text, phase, title, uses, start)
