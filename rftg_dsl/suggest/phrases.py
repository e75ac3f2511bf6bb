"""Tables of words and phrases that people use instead of the words of the language.

TOML files without a game id in their names are for Race for the Galaxy. Tables are loaded only
after an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from rftg_dsl.games import GAMES, RACE
from rftg_dsl.syntax.ast import Span
from rftg_dsl.words.verbs import vocabulary

COUNTING: Final = "zero one two three four five six seven eight nine ten eleven twelve".split()
NUMBERS: Final = {word: str(number) for number, word in enumerate(COUNTING)} | {
    "a": "1",
    "an": "1",
    "any": "1",
    "once": "1",
    "twice": "2",
}
"""Number words and articles, with their digits."""
Replacement = tuple[re.Pattern[str], str]
"""A pattern and its replacement text, in which \\1 is a group of the pattern."""
_FOLDER: Final = Path(__file__).parent
_PART: Final = re.compile(r"\{([a-z_]+)\}")


@cache
def table(name: str, game: str = RACE.id) -> dict[str, Any]:
    """Return a table of a game."""
    import tomllib

    file = f"{name}.toml" if game == RACE.id else f"{game}.{name}.toml"
    folder = GAMES[game].folder or _FOLDER
    return tomllib.loads((folder / file).read_text(encoding="utf-8"))


@cache
def synonyms_in(name: str, section: str, game: str = RACE.id) -> dict[str, list[str]]:
    """Return the meanings of each synonym in a section of a table."""
    meanings: dict[str, list[str]] = {}
    for meaning, words in table(name, game)[section].items():
        for word in words.split(", "):
            meanings.setdefault(word, []).append(meaning)
    return meanings


@cache
def meanings_in(name: str, section: str, game: str = RACE.id) -> dict[str, str]:
    """Return the likeliest meaning of each synonym in a section of a table."""
    return {word: meanings[0] for word, meanings in synonyms_in(name, section, game).items()}


def english_rules() -> str:
    """Return the grammar of printed English."""
    return (_FOLDER / "english.txt").read_text(encoding="utf-8")


def insert_parts(pattern: str, parts: dict[str, str]) -> str:
    """Expand `{NAME}` placeholders in a regular expression."""
    while _PART.search(pattern):
        pattern = _PART.sub(lambda name: parts[name[1]], pattern)
    return pattern


# --- single words


def colours(game: str = RACE.id) -> dict[str, str]:
    """Return the kinds of goods by their colours on the cards of a game."""
    return meanings_in("synonyms", "colours", game)


@cache
def adjectives(game: str = RACE.id) -> dict[str, str]:
    """Return the synonyms of adjectives."""
    return colours(game) | meanings_in("synonyms", "adjectives", game)


@cache
def synonyms(game: str = RACE.id) -> dict[str, str]:
    """Return the synonyms of single words, including the `mistakes` of effects."""
    verbs = {
        word: verb for verb, effect in vocabulary(game).effects.items() for word in effect.mistakes
    }
    words: dict[str, str] = adjectives(game) | verbs
    for section in ("things", "small", "moments"):
        words |= meanings_in("synonyms", section, game)
    return words


@cache
def swapped_words(game: str = RACE.id) -> tuple[re.Pattern[str], ...]:
    """Return patterns for word pairs in the wrong order."""
    return tuple(re.compile(pair, re.IGNORECASE) for pair in table("synonyms", game)["orders"])


@cache
def fillers(game: str = RACE.id) -> frozenset[str]:
    """Return words that can be left out without changing the meaning."""
    return frozenset(table("synonyms", game)["fillers"].split())


# --- several words


@cache
def phrases(game: str = RACE.id) -> tuple[Replacement, ...]:
    """Return replacements of phrases, in order."""
    data = table("rewrites", game)
    return tuple(
        (re.compile(_add_word_boundary(insert_parts(pattern, data["parts"])), re.IGNORECASE), text)
        for pattern, text in data["phrases"]
    )


def _add_word_boundary(pattern: str) -> str:
    begins_word = pattern[0].isalnum() or pattern[:3] == "(?:"
    return rf"(?<![\w-]){pattern}" if begins_word else pattern


def printed_lines(game: str = RACE.id) -> tuple[Replacement, ...]:
    """Return replacements of lines from printed cards and rulebooks."""
    return _replacements("lines", game)


@cache
def _replacements(key: str, game: str) -> tuple[Replacement, ...]:
    data = table("rewrites", game)
    return tuple(
        (re.compile(insert_parts(pattern, data["parts"]), re.IGNORECASE), text)
        for pattern, text in data.get(key, ())
    )


def plain_texts(text: str, game: str = RACE.id) -> Iterator[str]:
    """Yield a pasted line without noise, then also without a repeated phase."""
    plain = " ".join(text.split())
    for pattern, replacement in _replacements("noise", game):
        plain = pattern.sub(replacement, plain).strip()
    yield plain
    without_repetition = re.sub(
        r"^([a-z]+): *\1s?\b *:? *(?=.)", r"\1: ", plain, flags=re.IGNORECASE
    )
    if without_repetition != plain:
        yield without_repetition


Rewriter = Callable[[re.Match[str]], str]


def _at_most(decrement: int) -> Rewriter:
    return lambda match: f"of {match[1]} {max(int(match[2]) - decrement, 0)} or less"


def _at_least(increment: int) -> Rewriter:
    return lambda match: f"of {match[1]} {int(match[2]) + increment} or more"


def _between(match: re.Match[str]) -> str:
    return f"of {match[1]} {match[2]} to {match[3]}"


def _if_fewer(match: re.Match[str]) -> str:
    maximum = int(match[1]) - 1
    return f" if you have {maximum} or fewer" if maximum > 0 else " if you have no"


def _doubled(match: re.Match[str]) -> str:
    return f"{match[1]}{2 * int(match[2])}{match[3]}"


_COST_PREFIX: Final = r"\b(?:(?:of|with(?: an?)?|whose|that) )?(cost|defense)s?(?: of| is)?"
RANGES: Final[tuple[tuple[re.Pattern[str], Rewriter], ...]] = tuple(
    (re.compile(f"{_COST_PREFIX} *{pattern}", re.IGNORECASE), rewrite)
    for pattern, rewrite in (
        (r"([0-9]+) (?:or|and) (?:less|fewer|lower|below|under|smaller)\b", _at_most(0)),
        (r"(?:<=|=<|≤|at most|up to|no more than|max(?:imum)?) *([0-9]+)", _at_most(0)),
        (r"(?:<|less than|below|under) *([0-9]+)", _at_most(1)),
        (
            r"([0-9]+)(?: ?\+| (?:or|and) (?:higher|greater|above|up|over|bigger))(?!\w)",
            _at_least(0),
        ),
        (r"(?:>=|=>|≥|at least|no less than|min(?:imum)?) *([0-9]+)", _at_least(0)),
        (r"(?:>|more than|above|over) *([0-9]+)", _at_least(1)),
        (r"(?:between|from)? *([0-9]+) *(?:-|–|and|\.\.\.?|or) *([0-9]+)\b", _between),
        (r"(?:=|==|exactly) *([0-9]+)\b", lambda match: f"of {match[1]} {match[2]}"),
    )
) + tuple(
    (re.compile(pattern, re.IGNORECASE), rewrite)
    for pattern, rewrite in (
        (r",? *\bunless you (?:have|own|control) ([0-9]+)(?: or more)?\b(?! or fewer)", _if_fewer),
        (
            r",? *\bunless you (?:have|own|control) ([0-9]+) or (?:fewer|less)\b",
            lambda match: f" if you have {int(match[1]) + 1}",
        ),
        (r",? *\bunless you (?:have|own|control) (?:an?|any)\b", lambda match: " if you have no"),
        (r",? *\bunless you (?:have|own|control) no\b", lambda match: " if you have"),
        (
            r"(?<=: )((?:draw |keep )?)([0-9]+)((?: vp| prestige| cards?)?),?"
            r" +(?:twice|two times|2 times|2x|x2)$",
            _doubled,
        ),
    )
)
"""Rewriters for other notations of numbers: ranges, `unless`, `twice`."""


# --- unsupported requests


class Unsupported(NamedTuple):
    """A request that cards can't express.

    what: its description.
    help: the closest alternative.
    """

    span: Span
    what: str
    help: str


class Family(NamedTuple):
    """A family of unsupported requests.

    asked: typical words.
    why: reason why the language doesn't support it.
    nearest: help text; quoted text that begins with a phase must be a valid power.
    """

    pattern: re.Pattern[str]
    what: str
    asked: str
    why: str
    nearest: str


@cache
def families(game: str = RACE.id) -> tuple[Family, ...]:
    """Return the families of unsupported requests of a game."""
    data = table("unsupported", game)
    return tuple(
        Family(
            re.compile(
                rf"(?<![\w-])(?:{insert_parts(family['said'], data['parts'])})(?![\w-])",
                re.IGNORECASE,
            ),
            family["what"],
            family["asked"],
            family["why"],
            family["nearest"],
        )
        for family in data["families"]
    )


def find_unsupported(line: str, game: str = RACE.id) -> Unsupported | None:
    """Return the first unsupported request in a power line (outside titles), or None."""
    plain = re.sub('"[^"]*"', lambda title: "_" * len(title[0]), line)
    for family in families(game):
        match = family.pattern.search(plain)
        if match:
            place = "here" if "here" in family.pattern.groupindex and match["here"] else 0
            return Unsupported(Span(*match.span(place)), family.what, match.expand(family.nearest))
    return None
