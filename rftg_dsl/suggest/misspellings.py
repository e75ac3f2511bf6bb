"""Proposers for wrong words: misspelt, foreign, in the wrong order, needless or missing."""

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
from rftg_dsl.suggest.proposals import MEANINGFUL, ParseFailure, Proposal
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.parser import PowerSyntaxError, expected_after

# --- other words for those of the language


def number_word(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose digits for a number in letters, or for an article."""
    error = failure.error
    sign = error.found[:1] if error.found[:1] in ("+", "-") else ""
    digits = NUMBERS.get(error.found.removeprefix(sign))
    if digits is not None and failure.expects("INT") and not sign:
        yield Proposal(error.span, digits, sure=error.found != "any")
    elif digits is not None and failure.expects("SIGNED"):
        yield Proposal(error.span, f"{sign or '+'}{digits}", sure=bool(sign))


def swapped(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose the right order of two words like `vp 1` or `+1 military`."""
    for pattern in swapped_words(failure.game.id):
        for match in pattern.finditer(failure.text):
            if match.start() <= failure.error.span.start <= match.end():
                yield Proposal(Span(*match.span()), f"{match[2]} {match[1]}", sure=True)


def phrase(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose words of the language for a phrase, like `per` for `for each`."""
    for pattern, text in phrases(failure.game.id):
        for match in pattern.finditer(failure.text):
            yield _replace_match(match, match.expand(text))


def token(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose `token` behind a class of tokens that the file declares."""
    for name in sorted(failure.tokens):
        word = rf"(?<![\w-]){re.escape(name)}(s?)\b(?! *tokens?\b)"
        for match in re.finditer(word, failure.text):
            yield _replace_match(match, f"{name} token{match[1]}")
        for match in re.finditer(rf"{_GAIN} (an?|one|[0-9]+) {word}", failure.text, re.IGNORECASE):
            number = match[1] if match[1].isdigit() else "1"
            yield _replace_match(match, f"{number} {name} token{match[2]}")


_GAIN: Final = r"\b(?:gain|get|receive|take|earn|collect)s?"
"""Verbs that people write before tokens."""


def number_range(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose a range of costs for one like `cost < 4` or `cost 4 or less`."""
    for pattern, rewrite in RANGES:
        for match in pattern.finditer(failure.text):
            yield _replace_match(match, rewrite(match))


def _replace_match(match: re.Match[str], text: str) -> Proposal:
    written = match[0].strip()
    if not text.strip():
        return Proposal(Span(*match.span()), text, f"leave out `{written}`")
    return Proposal(Span(*match.span()), text, f"write `{text.strip()}` instead of `{written}`")


def synonym(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose a word of the language for another, at the error or before it."""
    words = synonyms(failure.game.id)
    for span, word in _words_before(failure):
        if word in words:
            yield Proposal(span, words[word], blames=True)


def other_word(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose another small word; `for 1 prestige` is a price."""
    if _PRICE.match(failure.text, failure.error.span.start):
        return
    for word, other in (("for", "against"), ("against", "for"), ("for", "per"), ("per", "each")):
        if failure.error.found == word:
            yield Proposal(failure.error.span, other)


_PRICE: Final = re.compile(
    "for +(?:[0-9]+|an?) +(?:[a-z]+ +)?(?:prestige|goods?|cards?)", re.IGNORECASE
)


# --- misspelt words


def misspelt(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose the nearest words that can stand there, also for words parsed as keywords."""
    terminals = failure.terminals
    for span, word in _words_before(failure):
        expected = expected_after(failure.text[: span.start], failure.rule)
        candidates = terminals.literal_words(expected)
        near = nearest(word, candidates)
        if word in terminals.no_keywords and (len(word) < _SHORT or word not in terminals.reserved):
            continue
        if near is not None and near != word and distance(word, near, 1) <= 1:
            similar = [other for other in candidates if distance(word, other, 1) <= 1]
            sure = similar == [near] and word not in terminals.reserved
            yield Proposal(span, near, sure=sure, blames=True)


_SHORT: Final = 4
"""A word of the language with fewer letters is not misspelt: `or` is not `of`."""


def far_misspelt(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose words for a word, or for two in a row, with several wrong letters.

    The nearest come first. Two words are one if half of a word is one too, like `vp` or `to`.
    """
    text = failure.text
    pairs = [
        match.span(1) for match in _PAIR.finditer(text) if match.start() <= failure.error.span.start
    ]
    for start, end in reversed(pairs[-_WORDS_BACK:]):
        expected = expected_after(text[:start], failure.rule)
        candidates = failure.terminals.literal_words(expected)
        first = len(text[start:end].split()[0])
        for span in (Span(start, start + first), Span(start, end)):
            word = text[span.start : span.end].lower()
            if word in failure.terminals.reserved:
                continue
            near = [(distance(word, other, 3), other) for other in candidates if other != word]
            for wrong_letters, other in sorted(near):
                if wrong_letters <= (2 if len(word) < _LONG else 3):
                    yield Proposal(span, other, blames=True)


_LETTERS: Final = "[A-Za-z](?:[A-Za-z'-]*[A-Za-z'])?"
_PAIR: Final = re.compile(rf"(?<![A-Za-z'-])(?=({_LETTERS}(?: +{_LETTERS})?))")
"""A word, with the next one."""
_LONG: Final = 12
"""A word with so many letters can have one more that is wrong."""


def _words_before(failure: ParseFailure) -> Iterator[tuple[Span, str]]:
    """Yield the word at the error and some before it, from the end, in lower case."""
    words = list(_WORD.finditer(failure.text, 0, failure.error.span.end))
    for match in reversed(words[-_WORDS_BACK:]):
        yield Span(*match.span()), match[0].lower()


_WORD: Final = re.compile(r"[^\W\d_](?:[\w'-]*[\w'])?")
_WORDS_BACK: Final = 8
"""Words up to the error that can be the wrong ones."""


# --- words too many or too few


def needless_word(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose to leave out a word that adds nothing or is repeated."""
    error = failure.error
    before = failure.text[: error.span.start].split()
    if not error.expected:
        word = failure.text[error.span.start : error.span.end]
        yield Proposal(error.span, "", f"leave out `{word}`")
    elif error.found in fillers(failure.game.id) or (before and before[-1].lower() == error.found):
        yield Proposal(error.span, "", f"leave out `{error.found}`")


def missing_word(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose a missing word if only a few can stand there."""
    error = failure.error
    words = failure.terminals.literal_words(error.expected)
    if len(words) == 1 and not error.found:
        yield Proposal(error.span, f" {words[0]}", f"go on with `{words[0]}`")
    expected = failure.terminals.expected_words(error.expected)
    if len(expected) > _FEW or _is_unknown_word(failure):
        return
    if failure.expects("EXPLORE") and not error.span.start:
        return  # a phase is no more likely than another
    place = Span(error.span.start, error.span.start)
    options = {word: Proposal(place, f" {word} ", _put(word, error)) for word in words if word[1:]}
    good = [word for word in options if failure.rank(options[word], MEANINGFUL) == MEANINGFUL]
    different = [word for word in good if word.removesuffix("s") not in good or word[-1] != "s"]
    before = failure.text[: place.start]
    if "card" in different and len(different) > 1 and _OF_ONE_TYPE.search(before):
        different.remove("card")
    if len(different) > 1:
        either = " or ".join(f"`{word}`" for word in different)
        yield Proposal(place, "", _put(either, error).replace("``", "`"), exact=False)
    else:
        yield from (options[word] for word in different)


def _put(word: str, error: PowerSyntaxError) -> str:
    return f"put `{word}` before `{error.found}`" if error.found else f"add `{word}`"


_OF_ONE_TYPE: Final = re.compile(
    r"\b(?:for|against|placing|place|conquer|over|upgrade) +[^,:]*$", re.IGNORECASE
)
"""Words before cards that are placed or conquered, which are of one type."""


def _is_unknown_word(failure: ParseFailure) -> bool:
    """Return whether a word is not in the language; another before it makes it a keyword."""
    word = failure.error.found
    return word[:1].isalpha() and word not in failure.terminals.reserved and word != "alien"


_FEW: Final = 4
"""If more terminals can stand there, none is proposed."""


# --- words in the wrong place


class _Token(NamedTuple):
    text: str
    start: int
    end: int


def misplaced(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose two neighbours swapped or one token moved, those near the error first."""
    line, stop = failure.text, failure.error.span.start
    tokens = [_Token(match[0], *match.span()) for match in _TOKEN.finditer(line)]
    if len(tokens) > _MOST_TOKENS or any(token.text.lower() in _JOINING for token in tokens):
        return
    at = next((at for at, token in enumerate(tokens) if token.end > stop), len(tokens))
    firsts = [first for first in range(len(tokens) - 1) if abs(first - at) <= _REACH]
    for first in sorted(firsts, key=lambda first: abs(first + 0.5 - at)):
        words = _join([tokens[first + 1].text, tokens[first].text])
        yield _move_token(line, tokens, first, first + 1, f"write `{words}`")
    numbers = range(len(tokens))
    moves = [(start, end) for start in numbers for end in numbers if abs(start - end) > 1]
    near = [move for move in moves if min(abs(move[0] - at), abs(move[1] - at)) <= _REACH]
    for start, end in sorted(near, key=lambda move: (abs(move[0] - at), abs(move[0] - move[1]))):
        rest = [token.text for token in tokens if token is not tokens[start]]
        where = f"before `{rest[end]}`" if end < len(rest) else "at the end"
        yield _move_token(line, tokens, start, end, f"put `{tokens[start].text}` {where}")


_TOKEN: Final = re.compile(r'"[^"]*"|->|[+-]?[0-9]+(?:-cost)?|non-|[^\s:,"]+|[:,"]', re.IGNORECASE)
_REACH: Final = 3
"""Tokens before and after the error that can be in the wrong place."""
_MOST_TOKENS: Final = 40
"""Longer lines have too many places to try."""
_JOINING: Final = frozenset({"unless", "but", "instead"})
"""Words that join two clauses. They are no keywords, so moving them makes no sense of a line."""


def _move_token(line: str, tokens: Sequence[_Token], start: int, end: int, help: str) -> Proposal:
    """Return one edit that moves token `start` to place `end`."""
    low, high = min(start, end), max(start, end)
    words = [token.text for token in tokens[low : high + 1]]
    words.insert(end - low, words.pop(start - low))
    before = tokens[low - 1].text if low else _OPEN
    after = tokens[high + 1].text if high + 1 < len(tokens) else ""
    text = _join([*words, after] if after else words, before)
    span_start = tokens[low - 1].end if low else tokens[0].start
    span_end = tokens[high + 1].start if after else len(line)
    return Proposal(Span(span_start, span_end), text.removesuffix(after), help)


_OPEN: Final = "non-"
"""Token that no space follows; none comes at the beginning of a line, either."""


def _join(words: Sequence[str], before: str = _OPEN) -> str:
    """Return words with the spaces that belong between them, and after `before`."""
    text = ""
    for word in words:
        text += word if word in (":", ",") or before.lower() == _OPEN else f" {word}"
        before = word
    return text
