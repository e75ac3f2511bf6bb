"""Completion of words in power lines, most common first."""

from __future__ import annotations

import re
import string
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import lru_cache
from typing import Final, NamedTuple

from lsprotocol.types import CompletionItemKind

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


@struct
class Candidate:
    """A text that can be inserted.

    snippet: the text with placeholders in the syntax of the protocol, or "".
    detail: a few words next to it.
    description: its documentation.
    label: shown instead of the text.
    rank: lower ranks are shown first.
    """

    text: str
    kind: CompletionItemKind
    snippet: str = ""
    detail: str = ""
    description: str = ""
    label: str = ""
    rank: tuple[int, str] = field(default=(0, ""))


class TypedPrefix(NamedTuple):
    """The text before the cursor: a stem, and the word that is being typed."""

    stem: str
    word: str


class Names(NamedTuple):
    """Names that can be used in a document, each with a short description.

    unpaired: sides of tiles without another side, by type.
    own: keywords and types of tokens declared in the document itself.
    """

    keywords: dict[str, str]
    titles: dict[str, str]
    tokens: dict[str, str]
    unpaired: dict[str, dict[str, str]]
    own: frozenset[str] = frozenset()


class UsageStats:
    """Word-pair counts from the shipped power lines of a game."""

    def __init__(self, lines: Iterable[str], game: Game) -> None:
        self._start = game.power
        self._successors: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._number_counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._examples: dict[tuple[str, str], str] = {}
        for line in lines:
            self._learn(line)

    def _learn(self, line: str) -> None:
        previous, phase = "", _phase_of(line)
        for terminal, span in read_tokens(line, self._start)[0]:
            word = line[span.start : span.end].lower()
            self._successors[phase, previous][word] += 1
            self._successors["", previous][word] += 1
            if terminal in _NUMBERS:
                self._number_counts[terminal][word] += 1
            self._examples[phase, word] = self._shorter_line(
                line, self._examples.get((phase, word))
            )
            previous = word

    @staticmethod
    def _shorter_line(line: str, current: str | None) -> str:
        return line if current is None or len(line) < len(current) else current

    def example(self, stem: str, word: str) -> str:
        """Return the shortest line with a word in the phase of a stem, or ""."""
        phase, folded = _phase_of(stem), word.lower()
        return self._examples.get((phase, folded)) or self._examples.get((folded, folded), "")

    def rank(self, stem: str, word: str) -> tuple[int, str]:
        """Return the rank of a word after a stem. The most common word has the lowest rank."""
        words = _WORDS.findall(stem.lower())
        previous, phase = words[-1] if words else "", _phase_of(stem)
        in_phase = self._successors.get((phase, previous), _NO_COUNTS)[word.lower()]
        in_all_phases = self._successors.get(("", previous), _NO_COUNTS)[word.lower()]
        return (-(in_phase * 1000 + in_all_phases), word)

    def numbers(self, terminal: str) -> list[str]:
        """Return the most common numbers of a terminal."""
        return [word for word, _ in self._number_counts[terminal].most_common(_MAX_NUMBERS)]


_NO_COUNTS: Final[Counter[str]] = Counter()
_NUMBERS: Final = ("INT", "SIGNED", "EXACT_COST")
_MAX_NUMBERS: Final = 5
_WORDS: Final = re.compile(r'"[^"]*"|->|[\w\'+-]+|\S')
_LETTERS: Final = f"{string.ascii_letters}{string.digits}'+-_"


def split_prefix(text: str) -> TypedPrefix:
    """Split a text before the word or title that is being typed."""
    index = text.rfind('"')
    if text.count('"') % 2 == 0:
        index = len(text.rstrip(_LETTERS))
    return TypedPrefix(text[:index], text[index:])


def complete_words(stem: str, rule: str, names: Names, usage: UsageStats) -> list[Candidate]:
    """Return the words that can follow a stem, most common first.

    rule: grammar rule of the text, one of the starts of a game.
    """
    game = game_of(rule)
    terminals = set(expected_after(stem, rule))
    if rule == game.power:
        terminals -= _useless_words(terminals, _phase_of(stem), game)
    candidates: dict[str, Candidate] = {}
    for terminal in sorted(terminals):
        for candidate in _candidates(terminal, stem, rule, names, usage):
            candidates.setdefault(candidate.text, candidate)
    if "CLASS" in terminals:
        candidates |= {
            candidate.text: candidate for candidate in _token_types(stem, rule, names, usage)
        }
    matching = list(candidates.values())
    if rule == game.power and expects_noun(terminals):
        matching = list(_meaningful_candidates(matching, stem, names, game)) or matching
    return sorted(matching, key=lambda candidate: candidate.rank)


def _meaningful_candidates(
    candidates: Iterable[Candidate], stem: str, names: Names, game: Game
) -> Iterator[Candidate]:
    """Yield the candidates that `check` accepts after a stem. Only one keyword is tried."""
    for candidate in candidates:
        positive = candidate.text.removeprefix("non-")
        prefix = candidate.text[: len(candidate.text) - len(positive)]
        keyword = next(iter(names.keywords)) if positive in names.keywords else positive
        if candidate.kind == CompletionItemKind.Class or can_be_valid(stem, prefix + keyword, game):
            yield candidate


def _candidates(
    terminal: str, stem: str, rule: str, names: Names, usage: UsageStats
) -> Iterator[Candidate]:
    if terminal == "TITLE":
        for title, description in names.titles.items():
            yield Candidate(
                f'"{title}"', CompletionItemKind.Class, detail=description, rank=(1, title)
            )
        return
    for text in _forms(terminal, names, usage, game_of(rule)):
        if read_tokens(stem + text, rule)[1]:
            yield _candidate(text, terminal, stem, rule, names, usage)


def _token_types(stem: str, rule: str, names: Names, usage: UsageStats) -> Iterator[Candidate]:
    """Yield the types of tokens that can follow a stem."""
    amount = 1 if _SINGLE.search(stem) else 2
    for token, description in names.tokens.items():
        text = format_tokens(token, amount)
        if read_tokens(stem + text, rule)[1]:
            rank = _FIRST_RANK if token in names.own else usage.rank(stem, token)[0]
            yield Candidate(
                text, CompletionItemKind.Variable, detail=description, rank=(rank, token)
            )


_SINGLE: Final = re.compile(r"\b(?:1|per|an?) +$", re.IGNORECASE)
"""End of a text that is followed by a single token."""


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
"""Terminals that can follow `non-`, in addition to keywords."""


def _candidate(
    text: str, terminal: str, stem: str, rule: str, names: Names, usage: UsageStats
) -> Candidate:
    rank = usage.rank(stem, text)
    if terminal == "NAME":
        rank = (_FIRST_RANK if text in names.own else rank[0], text)
        return Candidate(text, CompletionItemKind.Variable, detail=names.keywords[text], rank=rank)
    if terminal in _NUMBERS:
        return Candidate(text, CompletionItemKind.Constant, detail="a number", rank=rank)
    game = game_of(rule)
    phase = _phase_of(stem) if stem.strip() else text
    positive = text.removeprefix("non-")
    detail, description = describe_word(game.power, phase, positive, usage.example(stem, positive))
    detail = detail or names.keywords.get(positive, "")
    if terminal in terminals_of(game.id).line_starts and not stem.strip():
        return Candidate(
            f"{text}: ", CompletionItemKind.Event, description=description, label=text, rank=rank
        )
    kind = CompletionItemKind.EnumMember if terminal in _KINDS else CompletionItemKind.Keyword
    return Candidate(text, kind, _snippet(text, stem, rule, usage), detail, description, rank=rank)


_FIRST_RANK: Final = -(10**9)
"""Rank of the document's own keywords, before the most common words."""
_KINDS: Final = ("KIND", "NON", "COLOUR")


def _snippet(text: str, stem: str, rule: str, usage: UsageStats) -> str:
    """Return the word with a placeholder for its number, or ""."""
    examples = _example_numbers(game_of(rule).id)
    for terminal in ("SIGNED", "INT"):
        if text in examples and terminal in expected_after(f"{stem}{text} ", rule):
            common_number = min(
                usage.numbers(terminal), key=lambda candidate: usage.rank(stem + text, candidate)
            )
            is_used = usage.rank(stem + text, common_number)[0] < 0
            return f"{text} ${{1:{common_number if is_used else examples[text]}}}"
    return ""


@lru_cache(maxsize=4)
def _example_numbers(game: str) -> dict[str, str]:
    """Return the numbers after the verbs in the examples of effects."""
    return {
        verb: match[1]
        for verb, effect in vocabulary(game).effects.items()
        if (match := re.search(rf"\b{verb} ([+-]?[0-9]+)", effect.example))
    }


def _phase_of(line: str) -> str:
    return fold_case(line).split(":")[0].strip()


def _useless_words(terminals: set[str], phase: str, game: Game) -> frozenset[str]:
    """Return the terminals that only start effects of other phases."""
    terminal_sets, words = terminals_of(game.id), vocabulary(game.id)
    if phase not in words.uses or not terminals >= terminal_sets.effect_starts:
        return frozenset()
    starts = _phase_words(game.id)
    useful = (starts.get(rule_of(words.effects[verb]), ()) for verb in words.uses[phase])
    return terminal_sets.effect_starts.difference(terminal_sets.cost_starts, *useful)


@lru_cache(maxsize=4)
def _phase_words(game: str) -> dict[str, frozenset[str]]:
    """Return the first terminals of each effect of a game, by rule."""
    return terminals_of(game).starts_of("effect")


class WordDescription(NamedTuple):
    """Short detail and longer description of a word."""

    detail: str
    description: str


@lru_cache(maxsize=2_000)
def describe_word(start: str, phase: str, word: str, example: str) -> WordDescription:
    """Describe a word in a power line of a phase.

    start: grammar rule for power lines of the game.
    example: a line with the word, or "".
    """
    game = game_of(start).id
    phrases = _phrases(game)
    section, phrase = phrases.get((phase, word)) or phrases.get(("", word)) or ("", "")
    effect = vocabulary(game).effects.get(word)
    line = example or (effect.example if effect else "")
    sentence = word_power(parse_power(line, start)) if line else ""
    part = "" if section == phase else section
    return WordDescription(phrase, "\n".join(filter(None, (part, line, sentence))))


@lru_cache(maxsize=4)
def _phrases(game: str) -> dict[tuple[str, str], tuple[str, str]]:
    """Return the section and phrase of each word, by phase ("" for any phase) and word.

    Phrases that require the word take precedence over phrases in which it is optional.
    """
    descriptions: dict[tuple[str, str], tuple[str, str]] = {}
    words = terminals_of(game).literal_words
    entries = [
        (section.title, entry.form) for section in contents(game=game) for entry in section.entries
    ]
    for is_needed in (True, False):
        for title, form in entries:
            for word in words(form.needed if is_needed else form.words):
                for phase in (title, ""):
                    descriptions.setdefault((phase, word), (title, form.text))
    return descriptions


_LINE_ENDS: Final = {
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
"""Possible ends of a line after an adjective, most common first, by game id."""


def expects_noun(terminals: set[str]) -> bool:
    """Return whether the next word names cards, goods or dice, not an effect."""
    return "KIND" in terminals and "DRAW" not in terminals


@lru_cache(maxsize=2048)  # called again at every typed letter of a word
def can_be_valid(stem: str, word: str, game: Game) -> bool:
    """Return whether a line with this start can be valid."""
    is_rejected = False
    for end in _LINE_ENDS.get(game.id, ("",)):
        power = power_or_none(f"{stem}{word}{end}", game.power)
        if power is None:
            continue
        try:
            lower_for_game(power)
        except SemanticError as error:
            if error.span.end <= len(stem):
                return True
            is_rejected = True
        else:
            return True
    return not is_rejected
