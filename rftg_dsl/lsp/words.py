"""Words that can follow in a power line, most usual first."""

from __future__ import annotations

import re
import string
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import field
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from rftg_dsl.games import RACE, ROLL, Game, game_of
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.structs import struct
from rftg_dsl.syntax.parser import (
    expected_after,
    fold_case,
    parse_power,
    power_or_none,
    read_tokens,
)
from rftg_dsl.syntax.tokens import terminals_of
from rftg_dsl.wording.english import word_power
from rftg_dsl.wording.lexicon import contents
from rftg_dsl.words.checks import SemanticError
from rftg_dsl.words.counts import format_tokens
from rftg_dsl.words.patterns import rule_of
from rftg_dsl.words.verbs import vocabulary


class CandidateKind(Enum):
    """Kinds of completion."""

    PHASE = "phase"
    WORD = "word"
    NUMBER = "number"
    KIND = "kind"
    KEYWORD = "keyword"
    TITLE = "title"
    KEY = "key"
    VALUE = "value"
    SET = "set"
    FILE = "file"


@struct
class Candidate:
    """A text that can be inserted, and how it is shown.

    snippet: the text with placeholders, in the protocol's form, if it has any. detail: a few words
    next to it. about: its description. label: shown instead of the text. rank: lower ranks are
    shown first.
    """

    text: str
    kind: CandidateKind
    snippet: str = ""
    detail: str = ""
    about: str = ""
    label: str = ""
    rank: tuple[int, str] = field(default=(0, ""))


class TypedPrefix(NamedTuple):
    """A text up to the cursor, split before the word that is being typed."""

    stem: str
    word: str


class Names(NamedTuple):
    """What texts can name, each with a few words about it.

    alone: faces of the document that are no whole tile yet, by what they are: a world or a
    development. own: the keywords and classes of tokens that the document itself declares.
    """

    keywords: dict[str, str]
    titles: dict[str, str]
    tokens: dict[str, str]
    alone: dict[str, dict[str, str]]
    own: frozenset[str] = frozenset()


class UsageStats:
    """How often words follow each other in power lines of a game."""

    def __init__(self, lines: Iterable[str], game: Game) -> None:
        self._start = game.power
        self._after: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._of: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._examples: dict[tuple[str, str], str] = {}
        for line in lines:
            self._learn(line)

    def _learn(self, line: str) -> None:
        before, phase = "", _phase_of(line)
        for terminal, span in read_tokens(line, self._start)[0]:
            word = line[span.start : span.end].lower()
            self._after[phase, before][word] += 1
            self._after["", before][word] += 1
            if terminal in _NUMBERS:
                self._of[terminal][word] += 1
            self._examples[phase, word] = self._shorter(line, self._examples.get((phase, word)))
            before = word

    @staticmethod
    def _shorter(line: str, other: str | None) -> str:
        return line if other is None or len(line) < len(other) else other

    def example(self, stem: str, word: str) -> str:
        """Return the shortest line with a word in the phase of a stem; "" for none."""
        phase, first = _phase_of(stem), word.lower()
        return self._examples.get((phase, first)) or self._examples.get((first, first), "")

    def rank(self, stem: str, word: str) -> tuple[int, str]:
        """Return the rank of a word after a stem; the most usual word has the lowest."""
        words = _WORDS.findall(stem.lower())
        before, phase = words[-1] if words else "", _phase_of(stem)
        near = self._after.get((phase, before), _NO_COUNTS)[word.lower()]
        far = self._after.get(("", before), _NO_COUNTS)[word.lower()]
        return (-(near * 1000 + far), word)

    def numbers(self, terminal: str) -> list[str]:
        """Return the most usual numbers of a terminal."""
        return [word for word, _ in self._of[terminal].most_common(_USUAL)]


_NO_COUNTS: Final[Counter[str]] = Counter()
_NUMBERS: Final = ("INT", "SIGNED", "EXACT_COST")
_USUAL: Final = 5
_WORDS: Final = re.compile(r'"[^"]*"|->|[\w\'+-]+|\S')
_LETTERS: Final = f"{string.ascii_letters}{string.digits}'+-_"


def split_prefix(text: str) -> TypedPrefix:
    """Split a text before the word or title that is being typed."""
    at = text.rfind('"')
    if text.count('"') % 2 == 0:
        at = len(text.rstrip(_LETTERS))
    return TypedPrefix(text[:at], text[at:])


def words_after(stem: str, rule: str, names: Names, usage: UsageStats) -> list[Candidate]:
    """Return what can follow a stem that ends before a word, most usual first.

    rule: what the text is read as, one of the starts of a game.
    """
    game = game_of(rule)
    terminals = set(expected_after(stem, rule))
    if rule == game.power:
        terminals -= _useless_words(terminals, _phase_of(stem), game)
    found: dict[str, Candidate] = {}
    for terminal in sorted(terminals):
        for offer in _candidates(terminal, stem, rule, names, usage):
            found.setdefault(offer.text, offer)
    if "CLASS" in terminals:
        found |= {offer.text: offer for offer in _token_classes(stem, rule, names, usage)}
    fitting = list(found.values())
    if rule == game.power and names_some(terminals):
        fitting = list(_meaningful(fitting, stem, names, game)) or fitting
    return sorted(fitting, key=lambda one: one.rank)


def _meaningful(
    found: Iterable[Candidate], stem: str, names: Names, game: Game
) -> Iterator[Candidate]:
    """Yield the candidates that `check` accepts after a stem.

    What holds for one keyword holds for all.
    """
    for offer in found:
        positive = offer.text.removeprefix("non-")
        before = offer.text[: len(offer.text) - len(positive)]
        keyword = next(iter(names.keywords)) if positive in names.keywords else positive
        if offer.kind == CandidateKind.TITLE or can_mean(stem, before + keyword, game):
            yield offer


def _candidates(
    terminal: str, stem: str, rule: str, names: Names, usage: UsageStats
) -> Iterator[Candidate]:
    if terminal == "TITLE":
        for title, about in names.titles.items():
            yield Candidate(f'"{title}"', CandidateKind.TITLE, detail=about, rank=(1, title))
        return
    for text in _forms(terminal, names, usage, game_of(rule)):
        if read_tokens(stem + text, rule)[1]:
            yield _candidate(text, terminal, stem, rule, names, usage)


def _token_classes(stem: str, rule: str, names: Names, usage: UsageStats) -> Iterator[Candidate]:
    """Yield the token classes that can follow a stem."""
    number = 1 if _SINGLE.search(stem) else 2
    for token, about in names.tokens.items():
        text = format_tokens(token, number)
        if read_tokens(stem + text, rule)[1]:
            rank = _FIRST if token in names.own else usage.rank(stem, token)[0]
            yield Candidate(text, CandidateKind.KEYWORD, detail=about, rank=(rank, token))


_SINGLE: Final = re.compile(r"\b(?:1|per|an?) +$", re.IGNORECASE)
"""End of a text that a single token follows."""


def _forms(terminal: str, names: Names, usage: UsageStats, game: Game) -> list[str]:
    words = terminals_of(game.id).literal_words
    if terminal == "NAME":
        return list(names.keywords)
    if terminal == "NON":
        return [f"non-{word}" for word in (*words(_NEGATED), *names.keywords)]
    if terminal in _NUMBERS:
        return usage.numbers(terminal)
    return ["->"] if terminal == "_ARROW" else words((terminal,))


_NEGATED: Final = ("KIND", "MILITARY", "COLOUR")
"""Terminals other than keywords that `non-` can precede."""


def _candidate(
    text: str, terminal: str, stem: str, rule: str, names: Names, usage: UsageStats
) -> Candidate:
    rank = usage.rank(stem, text)
    if terminal == "NAME":
        rank = (_FIRST if text in names.own else rank[0], text)
        return Candidate(text, CandidateKind.KEYWORD, detail=names.keywords[text], rank=rank)
    if terminal in _NUMBERS:
        return Candidate(text, CandidateKind.NUMBER, detail="a number", rank=rank)
    game = game_of(rule)
    phase = _phase_of(stem) if stem.strip() else text
    positive = text.removeprefix("non-")
    detail, about = describe_word(game.power, phase, positive, usage.example(stem, positive))
    detail = detail or names.keywords.get(positive, "")
    if terminal in terminals_of(game.id).line_starts and not stem.strip():
        return Candidate(f"{text}: ", CandidateKind.PHASE, about=about, label=text, rank=rank)
    sort = CandidateKind.KIND if terminal in _KINDS else CandidateKind.WORD
    return Candidate(text, sort, _snippet(text, stem, rule, usage), detail, about, rank=rank)


_FIRST: Final = -(10**9)
"""Rank of the set's own keywords: before the most common words."""
_KINDS: Final = ("KIND", "NON", "COLOUR")


def _snippet(text: str, stem: str, rule: str, usage: UsageStats) -> str:
    """Return the word with a placeholder for its number; "" if it has none."""
    shown = _usual_forms(game_of(rule).id)
    for terminal in ("SIGNED", "INT"):
        if text in shown and terminal in expected_after(f"{stem}{text} ", rule):
            usual = min(usage.numbers(terminal), key=lambda one: usage.rank(stem + text, one))
            seen = usage.rank(stem + text, usual)[0] < 0
            return f"{text} ${{1:{usual if seen else shown[text]}}}"
    return ""


@lru_cache(maxsize=4)
def _usual_forms(game: str) -> dict[str, str]:
    """Return the numbers in the examples of effects whose word takes a number."""
    return {
        verb: found[1]
        for verb, effect in vocabulary(game).effects.items()
        if (found := re.search(rf"\b{verb} ([+-]?[0-9]+)", effect.example))
    }


def _phase_of(line: str) -> str:
    return fold_case(line).split(":")[0].strip()


def _useless_words(terminals: set[str], phase: str, game: Game) -> frozenset[str]:
    """Return the terminals that only start effects which a phase does not have."""
    known, words = terminals_of(game.id), vocabulary(game.id)
    if phase not in words.uses or not terminals >= known.effect_starts:
        return frozenset()
    starts = _phase_words(game.id)
    useful = (starts.get(rule_of(words.effects[verb]), ()) for verb in words.uses[phase])
    return known.effect_starts.difference(known.cost_starts, *useful)


@lru_cache(maxsize=4)
def _phase_words(game: str) -> dict[str, frozenset[str]]:
    """Return the terminals that each effect of a game starts with, by rule."""
    return terminals_of(game).starts_of("effect")


class WordDescription(NamedTuple):
    """A few words to show next to a word, and a description."""

    detail: str
    about: str


@lru_cache(maxsize=2_000)
def describe_word(start: str, phase: str, word: str, example: str) -> WordDescription:
    """Return what a word means in a power line of a phase.

    start: the rule for power lines of its game. example: a line with the word; "" for none.
    """
    game = game_of(start).id
    known = _phrases(game)
    section, phrase = known.get((phase, word)) or known.get(("", word)) or ("", "")
    effect = vocabulary(game).effects.get(word)
    line = example or (effect.example if effect else "")
    sentence = word_power(parse_power(line, start)) if line else ""
    part = "" if section == phase else section
    return WordDescription(phrase, "\n".join(filter(None, (part, line, sentence))))


@lru_cache(maxsize=4)
def _phrases(game: str) -> dict[tuple[str, str], tuple[str, str]]:
    """Return the section and phrase of each word, by phase ("" for any) and word.

    Phrases that always have the word come before those in which it is optional.
    """
    found: dict[tuple[str, str], tuple[str, str]] = {}
    words = terminals_of(game).literal_words
    entries = [(one.title, entry.form) for one in contents(game=game) for entry in one.entries]
    for is_needed in (True, False):
        for title, form in entries:
            for word in words(form.needed if is_needed else form.words):
                for place in (title, ""):
                    found.setdefault((place, word), (title, form.text))
    return found


_ENDS: Final = {
    RACE.id: (
        " worlds",
        "",
        " goods",
        " military world",
        " non-military world",
        " developments",
        " world, draw 1",
        " development, draw 1",
        " good -> 1 vp",
        " -> 1 vp",
    ),
    ROLL.id: (
        " worlds",
        "",
        " dice",
        " dice in cup",
        " worker",
        " worker to any phase",
        " workers to cup",
        " world, 1 credit",
        " world, return all workers to cup",
        " development, 1 credit",
        " die, 1 credit",
    ),
}
"""Endings of a line after such a word, most usual first, by game id."""
_NO_END: Final = ("",)
"""Endings for games without their own."""


def names_some(terminals: set[str]) -> bool:
    """Return whether the next word names cards, goods or dice, not an effect."""
    return "KIND" in terminals and "DRAW" not in terminals


@lru_cache(maxsize=2048)  # the same is asked at every letter of a word
def can_mean(stem: str, word: str, game: Game) -> bool:
    """Return whether some line with this start is valid, or no ending fits."""
    refused = False
    for end in _ENDS.get(game.id, _NO_END):
        power = power_or_none(f"{stem}{word}{end}", game.power)
        if power is None:
            continue
        try:
            lower_for_game(power)
        except SemanticError as error:
            if error.span.end <= len(stem):
                return True
            refused = True
        else:
            return True
    return not refused
