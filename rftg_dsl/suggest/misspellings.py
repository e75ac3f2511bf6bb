"""Proposers for wrong words: misspelt, unknown, misplaced, unnecessary or missing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.text import distance, nearest
from rftg_dsl.suggest.phrases import (
    NUMBERS,
    RANGES,
    fillers,
    phrases,
    swapped_words,
    synonyms,
)
from rftg_dsl.suggest.proposals import RANK_MEANINGFUL, ParseFailure, Proposal
from rftg_dsl.syntax.ast import KINDS, Span
from rftg_dsl.syntax.parser import PowerSyntaxError, expected_after

# --- synonyms


def number_word(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose digits for a number in letters, or for an article."""
    error = failure.error
    sign = error.found[:1] if error.found[:1] in ("+", "-") else ""
    digits = NUMBERS.get(error.found.removeprefix(sign))
    if digits is not None and failure.expects("INT") and not sign:
        yield Proposal(error.span, digits, sure=error.found != "any")
    elif digits is not None and failure.expects("SIGNED"):
        yield Proposal(error.span, f"{sign or '+'}{digits}", sure=bool(sign))


def swapped_pair(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose the right order of two words like `vp 1` or `+1 military`."""
    for pattern in swapped_words(failure.game.id):
        for match in pattern.finditer(failure.text):
            if match.start() <= failure.error.span.start <= match.end():
                yield Proposal(Span(*match.span()), f"{match[2]} {match[1]}", sure=True)


def phrase(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose words of the language for a phrase, like `per` instead of `for each`."""
    for pattern, text in phrases(failure.game.id):
        for match in pattern.finditer(failure.text):
            yield _replace_match(match, match.expand(text))


def token(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose `token` after a type of token declared in the file."""
    for name in sorted(failure.tokens):
        word = rf"(?<![\w-]){re.escape(name)}(s?)\b(?! *tokens?\b)"
        for match in re.finditer(word, failure.text):
            yield _replace_match(match, f"{name} token{match[1]}")
        for match in re.finditer(rf"{_GAIN} (an?|one|[0-9]+) {word}", failure.text, re.IGNORECASE):
            amount = match[1] if match[1].isdigit() else "1"
            yield _replace_match(match, f"{amount} {name} token{match[2]}")


_GAIN: Final = r"\b(?:gain|get|receive|take|earn|collect)s?"
"""Verbs that people use with tokens."""


def number_range(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose a range of costs for one like `cost < 4` or `cost 4 or less`."""
    for pattern, rewrite in RANGES:
        for match in pattern.finditer(failure.text):
            yield _replace_match(match, rewrite(match))


def _replace_match(match: re.Match[str], text: str) -> Proposal:
    original = match[0].strip()
    if not text.strip():
        return Proposal(Span(*match.span()), text, f"leave out `{original}`")
    return Proposal(Span(*match.span()), text, f"write `{text.strip()}` instead of `{original}`")


def synonym(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose a word of the language for a synonym at or before the error."""
    words = synonyms(failure.game.id)
    for span, word in _words_before(failure):
        if word in words:
            yield Proposal(span, words[word], blames=True)


def wrong_preposition(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose another preposition, except in a price like `for 1 prestige`."""
    if _PRICE.match(failure.text, failure.error.span.start):
        return
    for word, replacement in (
        ("for", "against"),
        ("against", "for"),
        ("for", "per"),
        ("per", "each"),
    ):
        if failure.error.found == word:
            yield Proposal(failure.error.span, replacement)


_PRICE: Final = re.compile(
    "for +(?:[0-9]+|an?) +(?:[a-z]+ +)?(?:prestige|goods?|cards?)", re.IGNORECASE
)


# --- misspelt words


def misspelling(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose the closest expected words, also for words parsed as keywords."""
    terminals = failure.terminals
    for span, word in _words_before(failure):
        expected = expected_after(failure.text[: span.start], failure.rule)
        candidates = terminals.literal_words(expected)
        suggestion = nearest(word, candidates)
        if word in terminals.no_keywords and (
            len(word) < _MIN_RESERVED_LENGTH or word not in terminals.reserved
        ):
            continue
        if suggestion is not None and suggestion != word and distance(word, suggestion, 1) <= 1:
            similar = [candidate for candidate in candidates if distance(word, candidate, 1) <= 1]
            is_only_match = similar == [suggestion] and word not in terminals.reserved
            yield Proposal(span, suggestion, sure=is_only_match, blames=True)


_MIN_RESERVED_LENGTH: Final = 4
"""Shorter words of the language are never treated as misspelt: `or` isn't `of`."""


def distant_misspelling(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose words for one or two words with several wrong letters, closest first.

    Two words are combined because half of a word can also be a word, like `vp` or `to`.
    """
    text = failure.text
    pairs = [
        match.span(1) for match in _PAIR.finditer(text) if match.start() <= failure.error.span.start
    ]
    for start, end in reversed(pairs[-_WORDS_BACK:]):
        expected = expected_after(text[:start], failure.rule)
        candidates = failure.terminals.literal_words(expected)
        first_length = len(text[start:end].split()[0])
        for span in (Span(start, start + first_length), Span(start, end)):
            word = text[span.start : span.end].lower()
            if word in failure.terminals.reserved:
                continue
            distances = [
                (distance(word, candidate, 3), candidate)
                for candidate in candidates
                if candidate != word
            ]
            for wrong_letters, candidate in sorted(distances):
                if wrong_letters <= (2 if len(word) < _MIN_LONG_WORD else 3):
                    yield Proposal(span, candidate, blames=True)


_LETTERS: Final = "[A-Za-z](?:[A-Za-z'-]*[A-Za-z'])?"
_PAIR: Final = re.compile(rf"(?<![A-Za-z'-])(?=({_LETTERS}(?: +{_LETTERS})?))")
"""A word and the following word."""
_MIN_LONG_WORD: Final = 12
"""Minimum length of words that can have three wrong letters instead of two."""


def _words_before(failure: ParseFailure) -> Iterator[tuple[Span, str]]:
    """Yield the word at the error and preceding words, last first, in lower case."""
    words = list(_WORD.finditer(failure.text, 0, failure.error.span.end))
    for match in reversed(words[-_WORDS_BACK:]):
        yield Span(*match.span()), match[0].lower()


_WORD: Final = re.compile(r"[^\W\d_](?:[\w'-]*[\w'])?")
_WORDS_BACK: Final = 8
"""Number of words up to the error that are checked."""


# --- unknown words


def nearest_word(failure: ParseFailure, span: Span) -> str:
    """Return the word of the language that is nearest to a word, or "" if none is near."""
    return nearest(failure.text[span.start : span.end], failure.terminals.reserved) or ""


def unknown_words(failure: ParseFailure, start: int) -> list[Span]:
    """Return the unknown words from an index to the end of its phrase."""
    game = failure.game.id
    match = _PHRASE.match(failure.text, start)
    phrase = match[0] if match else ""
    words = synonyms(game)
    texts = {*failure.terminals.reserved, *words, *words.values(), *failure.tokens}
    vocabulary_words = {*" ".join(texts).split(), *words, *fillers(game), *NUMBERS, *KINDS}
    return [
        Span(start + word.start(), start + word.end())
        for word in _UNKNOWN_WORD.finditer(phrase)
        if word[0][:1] != '"'
        and word[0].lower().removeprefix("non-") not in vocabulary_words
        and not _CARD_NOUNS.match(phrase, word.end())
    ]


_PHRASE: Final = re.compile("(?:(?!->)[^,:;.])+")
_UNKNOWN_WORD: Final = re.compile('"[^"]*"|[A-Za-z]+(?:[\'-][A-Za-z]+)*\'?')
"""A word or a title."""
_CARD_NOUNS: Final = re.compile(
    r"(?: +(?:or [a-z-]+|gray|military|production|windfall|variable|non-[a-z]+|[0-9]+-cost"
    rf"|{'|'.join(KINDS)}))* +(?:(?:world|development|card|keyword|good)s?|ones)\b",
    re.IGNORECASE,
)
"""Nouns that follow a keyword of a set, perhaps after other adjectives."""


# --- unnecessary and missing words


def needless_word(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose to leave out a filler or repeated word."""
    error = failure.error
    previous_words = failure.text[: error.span.start].lower().split()
    is_needless = error.found in (*previous_words[-1:], *fillers(failure.game.id))
    if is_needless or not error.expected:
        word = failure.text[error.span.start : error.span.end]
        following = failure.text[error.span.end :]
        spaces = len(following) - len(following.lstrip(" "))
        span = Span(error.span.start, error.span.end + spaces)
        yield Proposal(span, "", f"leave out `{word}`")


def missing_word(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose a missing word if only a few are possible."""
    error = failure.error
    words = failure.terminals.literal_words(error.expected)
    if len(words) == 1 and not error.found:
        yield Proposal(error.span, f" {words[0]}", f"add `{words[0]}`")
    expected = failure.terminals.expected_words(error.expected)
    if len(expected) > _MAX_EXPECTED or _is_unknown_word(failure):
        return
    if failure.expects("EXPLORE") and not error.span.start:
        return  # all phases are equally likely
    place = Span(error.span.start, error.span.start)
    left_space = "" if failure.text[: place.start].endswith(" ") else " "
    options = {
        word: Proposal(place, f"{left_space}{word} ", _insertion_help(word, error))
        for word in words
        if word not in ("a", "an")
    }
    meaningful = [
        word for word in options if failure.rank(options[word], RANK_MEANINGFUL) == RANK_MEANINGFUL
    ]
    distinct = [
        word for word in meaningful if word.removesuffix("s") not in meaningful or word[-1] != "s"
    ]
    previous_text = failure.text[: place.start]
    if "card" in distinct and len(distinct) > 1 and _PLACEMENT_WORDS.search(previous_text):
        distinct.remove("card")
    if len(distinct) > 1:
        choices = " or ".join(f"`{word}`" for word in distinct)
        yield Proposal(place, "", _insertion_help(choices, error).replace("``", "`"), exact=False)
    else:
        yield from (options[word] for word in distinct)


def _insertion_help(word: str, error: PowerSyntaxError) -> str:
    return f"put `{word}` before `{error.found}`" if error.found else f"add `{word}`"


_PLACEMENT_WORDS: Final = re.compile(
    r"\b(?:for|against|placing|place|conquer|over|upgrade) +[^,:]*$", re.IGNORECASE
)
"""Words before cards that are placed or conquered, which have a specific type."""


def _is_unknown_word(failure: ParseFailure) -> bool:
    """Return whether a word is unknown."""
    word = failure.error.found
    return word[:1].isalpha() and word not in failure.terminals.reserved and word != "alien"


_MAX_EXPECTED: Final = 4
"""Maximum number of expected words for a proposal."""


# --- words in the wrong place


class _Token(NamedTuple):
    text: str
    start: int
    end: int


def misplaced_word(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose to swap two neighbours or to move a token, closest to the error first."""
    line, stop = failure.text, failure.error.span.start
    tokens = [_Token(match[0], *match.span()) for match in _TOKEN.finditer(line)]
    if len(tokens) > _MAX_TOKENS or any(token.text.lower() in _CONJUNCTIONS for token in tokens):
        return
    index = next((index for index, token in enumerate(tokens) if token.end > stop), len(tokens))
    firsts = [
        first for first in range(len(tokens) - 1) if abs(first - index) <= _MAX_TOKEN_DISTANCE
    ]
    for first in sorted(firsts, key=lambda first: abs(first + 0.5 - index)):
        words = _join([tokens[first + 1].text, tokens[first].text])
        yield _move_token(line, tokens, first, first + 1, f"write `{words}`")
    indices = range(len(tokens))
    moves = [(start, end) for start in indices for end in indices if abs(start - end) > 1]
    near_moves = [
        move
        for move in moves
        if min(abs(move[0] - index), abs(move[1] - index)) <= _MAX_TOKEN_DISTANCE
    ]
    for start, end in sorted(
        near_moves, key=lambda move: (abs(move[0] - index), abs(move[0] - move[1]))
    ):
        other_texts = [token.text for token in tokens if token is not tokens[start]]
        place = f"before `{other_texts[end]}`" if end < len(other_texts) else "at the end"
        yield _move_token(line, tokens, start, end, f"put `{tokens[start].text}` {place}")


_TOKEN: Final = re.compile(r'"[^"]*"|->|[+-]?[0-9]+(?:-cost)?|non-|[^\s:,"]+|[:,"]', re.IGNORECASE)
_MAX_TOKEN_DISTANCE: Final = 3
"""Maximum distance in tokens from the error."""
_MAX_TOKENS: Final = 40
"""Lines with more tokens are skipped."""
_CONJUNCTIONS: Final = frozenset({"unless", "but", "instead"})
"""Words that join clauses. They can't become keywords, so moving them doesn't help."""


def _move_token(line: str, tokens: Sequence[_Token], start: int, end: int, help: str) -> Proposal:
    """Return a proposal that moves a token from index `start` to index `end`."""
    low, high = min(start, end), max(start, end)
    words = [token.text for token in tokens[low : high + 1]]
    words.insert(end - low, words.pop(start - low))
    previous = tokens[low - 1].text if low else _PREFIX
    following = tokens[high + 1].text if high + 1 < len(tokens) else ""
    text = _join([*words, following] if following else words, previous)
    span_start = tokens[low - 1].end if low else tokens[0].start
    span_end = tokens[high + 1].start if following else len(line)
    return Proposal(Span(span_start, span_end), text.removesuffix(following), help)


_PREFIX: Final = "non-"
"""Token without a following space. It also stands for the beginning of a line."""


def _join(words: Sequence[str], previous: str = _PREFIX) -> str:
    """Join words with the correct spaces, following the word `previous`."""
    text = ""
    for word in words:
        text += word if word in (":", ",") or previous.lower() == _PREFIX else f" {word}"
        previous = word
    return text
