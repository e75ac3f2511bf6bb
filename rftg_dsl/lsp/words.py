"""The words that a text of the language can go on with, the usual ones first.

The parser says which terminals can come; the names in use stand for keywords and titles. Each
word is tried before it is offered, so none makes the line unreadable. How usual a word is comes
from the power lines of the shipped sets: after which word of which phase it stands how often.
"""

from __future__ import annotations

import re
import string
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rftg_dsl.games import Game, game_of
from rftg_dsl.lsp import completion_items
from rftg_dsl.lsp.completion_items import Offer
from rftg_dsl.lsp.meanings import meaning
from rftg_dsl.lsp.semantics import can_mean, names_some
from rftg_dsl.syntax.parser import expected_after, fold_case, read_tokens
from rftg_dsl.syntax.tokens import terminals_of
from rftg_dsl.words.counts import format_tokens
from rftg_dsl.words.patterns import rule_of
from rftg_dsl.words.verbs import vocabulary


class Begun(NamedTuple):
    """A text up to the cursor, cut before the word that is being written."""

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


class Habits:
    """How often words follow each other in some power lines of a game."""

    def __init__(self, lines: Iterable[str], game: Game) -> None:
        self._start = game.power
        self._after: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._of: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._examples: dict[tuple[str, str], str] = {}
        for line in lines:
            self._learn(line)

    def _learn(self, line: str) -> None:
        before, phase = "", _phase(line)
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
        """Return the shortest line that has a word in the phase of a stem; "" for none."""
        phase, first = _phase(stem), word.lower()
        return self._examples.get((phase, first)) or self._examples.get((first, first), "")

    def rank(self, stem: str, word: str) -> tuple[int, str]:
        """Return how usual a word is after a stem, the most usual lowest, then the word."""
        words = _WORDS.findall(stem.lower())
        before, phase = words[-1] if words else "", _phase(stem)
        near = self._after.get((phase, before), _NO_WORDS)[word.lower()]
        far = self._after.get(("", before), _NO_WORDS)[word.lower()]
        return (-(near * 1000 + far), word)

    def numbers(self, terminal: str) -> list[str]:
        """Return the most usual numbers of a form."""
        return [word for word, _ in self._of[terminal].most_common(_USUAL)]


_NO_WORDS: Final[Counter[str]] = Counter()
_NUMBERS: Final = ("INT", "SIGNED", "EXACT_COST")
_USUAL: Final = 5
_WORDS: Final = re.compile(r'"[^"]*"|->|[\w\'+-]+|\S')
_LETTERS: Final = f"{string.ascii_letters}{string.digits}'+-_"


def begun(text: str) -> Begun:
    """Return a text cut before the word or title that is being written at its end."""
    at = text.rfind('"')
    if text.count('"') % 2 == 0:
        at = len(text.rstrip(_LETTERS))
    return Begun(text[:at], text[at:])


def words_after(stem: str, rule: str, names: Names, habits: Habits) -> list[Offer]:
    """Return what can follow a stem that ends before a word, the most usual first.

    rule: what the text is read as, one of the starts of a game.
    """
    game = game_of(rule)
    terminals = set(expected_after(stem, rule))
    if rule == game.power:
        terminals -= _useless(terminals, _phase(stem), game)
    found: dict[str, Offer] = {}
    for terminal in sorted(terminals):
        for offer in _offers(terminal, stem, rule, names, habits):
            found.setdefault(offer.text, offer)
    if "CLASS" in terminals:
        found |= {offer.text: offer for offer in _classes(stem, rule, names, habits)}
    fitting = list(found.values())
    if rule == game.power and names_some(terminals):
        fitting = list(_with_sense(fitting, stem, names, game)) or fitting
    return sorted(fitting, key=lambda one: one.rank)


def _with_sense(found: Iterable[Offer], stem: str, names: Names, game: Game) -> Iterator[Offer]:
    """Yield the offers that `check` can take after a stem.

    What holds for one keyword holds for all.
    """
    for offer in found:
        positive = offer.text.removeprefix("non-")
        before = offer.text[: len(offer.text) - len(positive)]
        keyword = next(iter(names.keywords)) if positive in names.keywords else positive
        if offer.sort == completion_items.TITLE or can_mean(stem, before + keyword, game):
            yield offer


def _offers(terminal: str, stem: str, rule: str, names: Names, habits: Habits) -> Iterator[Offer]:
    if terminal == "TITLE":
        for title, about in names.titles.items():
            yield Offer(f'"{title}"', completion_items.TITLE, detail=about, rank=(1, title))
        return
    for text in _forms(terminal, names, habits, game_of(rule)):
        if read_tokens(stem + text, rule)[1]:
            yield _offer(text, terminal, stem, rule, names, habits)


def _classes(stem: str, rule: str, names: Names, habits: Habits) -> Iterator[Offer]:
    """Yield the classes of tokens that can be named after a stem."""
    number = 1 if _SINGLE.search(stem) else 2
    for token, about in names.tokens.items():
        text = format_tokens(token, number)
        if read_tokens(stem + text, rule)[1]:
            rank = _FIRST if token in names.own else habits.rank(stem, token)[0]
            yield Offer(text, completion_items.KEYWORD, detail=about, rank=(rank, token))


_SINGLE: Final = re.compile(r"\b(?:1|per|an?) +$", re.IGNORECASE)
"""How what stands before one token ends."""


def _forms(terminal: str, names: Names, habits: Habits, game: Game) -> list[str]:
    words = terminals_of(game.id).literal_words
    if terminal == "NAME":
        return list(names.keywords)
    if terminal == "NON":
        return [f"non-{word}" for word in (*words(_NEGATED), *names.keywords)]
    if terminal in _NUMBERS:
        return habits.numbers(terminal)
    return ["->"] if terminal == "_ARROW" else words((terminal,))


_NEGATED: Final = ("KIND", "MILITARY", "COLOUR")
"""Terminals besides keywords that `non-` stands before."""


def _offer(text: str, terminal: str, stem: str, rule: str, names: Names, habits: Habits) -> Offer:
    rank = habits.rank(stem, text)
    if terminal == "NAME":
        rank = (_FIRST if text in names.own else rank[0], text)
        return Offer(text, completion_items.KEYWORD, detail=names.keywords[text], rank=rank)
    if terminal in _NUMBERS:
        return Offer(text, completion_items.NUMBER, detail="a number", rank=rank)
    game = game_of(rule)
    phase = _phase(stem) if stem.strip() else text
    positive = text.removeprefix("non-")
    detail, about = meaning(game.power, phase, positive, habits.example(stem, positive))
    detail = detail or names.keywords.get(positive, "")
    if terminal in terminals_of(game.id).line_starts and not stem.strip():
        return Offer(f"{text}: ", completion_items.PHASE, about=about, label=text, rank=rank)
    sort = completion_items.KIND if terminal in _KINDS else completion_items.WORD
    return Offer(text, sort, _snippet(text, stem, rule, habits), detail, about, rank=rank)


_FIRST: Final = -(10**9)
"""The rank of what a set itself declares: before the most common words."""
_KINDS: Final = ("KIND", "NON", "COLOUR")


def _snippet(text: str, stem: str, rule: str, habits: Habits) -> str:
    """Return the word with the number that it takes, to be filled in; "" where it takes none."""
    shown = _shown(game_of(rule).id)
    for terminal in ("SIGNED", "INT"):
        if text in shown and terminal in expected_after(f"{stem}{text} ", rule):
            usual = min(habits.numbers(terminal), key=lambda one: habits.rank(stem + text, one))
            seen = habits.rank(stem + text, usual)[0] < 0
            return f"{text} ${{1:{usual if seen else shown[text]}}}"
    return ""


@lru_cache(maxsize=4)
def _shown(game: str) -> dict[str, str]:
    """Return the effects whose word is followed by a number, with that of their example."""
    return {
        verb: found[1]
        for verb, effect in vocabulary(game).effects.items()
        if (found := re.search(rf"\b{verb} ([+-]?[0-9]+)", effect.example))
    }


def _phase(line: str) -> str:
    return fold_case(line).split(":")[0].strip()


def _useless(terminals: set[str], phase: str, game: Game) -> frozenset[str]:
    """Return those that can only begin effects for which a phase has no use."""
    known, words = terminals_of(game.id), vocabulary(game.id)
    if phase not in words.uses or not terminals >= known.effect_starts:
        return frozenset()
    starts = _starts(game.id)
    useful = (starts.get(rule_of(words.effects[verb]), ()) for verb in words.uses[phase])
    return known.effect_starts.difference(known.cost_starts, *useful)


@lru_cache(maxsize=4)
def _starts(game: str) -> dict[str, frozenset[str]]:
    """Return the terminals that each effect of a game begins with, by the name of its rule."""
    return terminals_of(game).starts_of("effect")
