"""Slips in words: misspelt, another word for it, the wrong way round, one too many or too few."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rftg_dsl.diagnostics.nearest import distance, nearest
from rftg_dsl.suggest.repair import MEANT, Advice, Stopped
from rftg_dsl.suggest.rewrites import RANGES, phrases
from rftg_dsl.suggest.synonyms import NUMBERS, fillers, synonyms
from rftg_dsl.suggest.synonyms import orders as wrong_orders
from rftg_dsl.suggest.word_order import orders
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.parser import PowerSyntaxError, expected_after


def number_word(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on a number in letters, or an article for one."""
    error = stopped.error
    sign = error.found[:1] if error.found[:1] in ("+", "-") else ""
    digits = NUMBERS.get(error.found.removeprefix(sign))
    if digits is not None and stopped.expects("INT") and not sign:
        yield Advice(error.span, digits, sure=error.found != "any")
    elif digits is not None and stopped.expects("SIGNED"):
        yield Advice(error.span, f"{sign or '+'}{digits}", sure=bool(sign))


def wrong_order(stopped: Stopped) -> Iterator[Advice]:
    """Two words that stand the wrong way round, like `vp 1` or `+1 military`."""
    for pattern in wrong_orders(stopped.game.id):
        for match in pattern.finditer(stopped.text):
            if match.start() <= stopped.error.span.start <= match.end():
                yield Advice(Span(*match.span()), f"{match[2]} {match[1]}", sure=True)


def phrase(stopped: Stopped) -> Iterator[Advice]:
    """Several words that the language says otherwise, like `for each` for `per`."""
    for pattern, text in phrases(stopped.game.id):
        for match in pattern.finditer(stopped.text):
            yield _instead(Span(*match.span()), match[0], match.expand(text))


def token(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on a class of tokens that the file declares, named without `token`."""
    for name in sorted(stopped.tokens):
        word = rf"(?<![\w-]){re.escape(name)}(s?)\b(?! *tokens?\b)"
        for match in re.finditer(word, stopped.text):
            yield _instead(Span(*match.span()), match[0], f"{name} token{match[1]}")
        for match in re.finditer(rf"{_GAIN} (an?|one|[0-9]+) {word}", stopped.text, re.IGNORECASE):
            number = match[1] if match[1].isdigit() else "1"
            yield _instead(Span(*match.span()), match[0], f"{number} {name} token{match[2]}")


_GAIN: Final = r"\b(?:gain|get|receive|take|earn|collect)s?"
"""What people write before tokens that are gained."""


def number_range(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on a range of costs written otherwise, like `cost < 4` or `cost 4 or less`."""
    for pattern, say in RANGES:
        for match in pattern.finditer(stopped.text):
            yield _instead(Span(*match.span()), match[0], say(match))


def _instead(span: Span, written: str, text: str) -> Advice:
    if not text.strip():
        return Advice(span, text, f"leave out `{written.strip()}`")
    return Advice(span, text, f"write `{text.strip()}` instead of `{written.strip()}`")


def synonym(stopped: Stopped) -> Iterator[Advice]:
    """Another word for one of the language, here or in the words before."""
    known = synonyms(stopped.game.id)
    for span, word in _words(stopped):
        if word in known:
            yield Advice(span, known[word], blames=True)


def misspelt(stopped: Stopped) -> Iterator[Advice]:
    """Yield the nearest words that may stand there.

    An earlier word may have been read as a keyword.
    """
    for span, word in _words(stopped):
        known = stopped.terminals.literal_words(
            expected_after(stopped.text[: span.start], stopped.rule)
        )
        near = nearest(word, known)
        words = stopped.terminals
        if word in words.no_keywords and (len(word) < _SHORT or word not in words.reserved):
            continue
        if near is not None and near != word and distance(word, near, 1) <= 1:
            slips = [other for other in known if distance(word, other, 1) <= 1]
            sure = slips == [near] and word not in words.reserved
            yield Advice(span, near, sure=sure, blames=True)


def far_misspelt(stopped: Stopped) -> Iterator[Advice]:
    """Yield words for one, or for two together, with several letters wrong.

    Of two, one is `vp` or `to`, half of the word. The nearest come first; that the text means
    something tells which it is.
    """
    text = stopped.text
    runs = [
        match.span(1) for match in _RUN.finditer(text) if match.start() <= stopped.error.span.start
    ]
    for start, end in reversed(runs[-_LOOK_BACK:]):
        known = stopped.terminals.literal_words(expected_after(text[:start], stopped.rule))
        first = len(text[start:end].split()[0])
        for span in (Span(start, start + first), Span(start, end)):
            word = text[span.start : span.end].lower()
            if word in stopped.terminals.reserved:
                continue
            near = [(distance(word, other, 3), other) for other in known if other != word]
            for slips, other in sorted(near):
                if slips <= (2 if len(word) < _LONG else 3):
                    yield Advice(span, other, blames=True)


_LETTERS: Final = "[A-Za-z](?:[A-Za-z'-]*[A-Za-z'])?"
_RUN: Final = re.compile(rf"(?<![A-Za-z'-])(?=({_LETTERS}(?: +{_LETTERS})?))")
"""A word, with the next one."""
_LONG: Final = 12
"""A word with so many letters can have one slip more."""


def misplaced(stopped: Stopped) -> Iterator[Advice]:
    """Two words exchanged, or one word that stands elsewhere."""
    for order in orders(stopped.text, stopped.error.span.start):
        yield Advice(order.span, order.text, order.help)


def _words(stopped: Stopped) -> Iterator[tuple[Span, str]]:
    """Yield the word where the text stops and some before it, from the end, in small letters."""
    found = list(_WORD.finditer(stopped.text, 0, stopped.error.span.end))
    for match in reversed(found[-_LOOK_BACK:]):
        yield Span(*match.span()), match[0].lower()


_WORD: Final = re.compile(r"[^\W\d_](?:[\w'-]*[\w'])?")
_SHORT: Final = 4
"""A word of the language with fewer letters is no slip for another: `or` is not `of`."""
_LOOK_BACK: Final = 8
"""Words up to the place that are looked at."""


def other_word(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on a small word in place of another; `for 1 prestige` is a price."""
    if _PRICE.match(stopped.text, stopped.error.span.start):
        return
    for one, other in (("for", "against"), ("against", "for"), ("for", "per"), ("per", "each")):
        if stopped.error.found == one:
            yield Advice(stopped.error.span, other)


_PRICE: Final = re.compile(
    "for +(?:[0-9]+|an?) +(?:[a-z]+ +)?(?:prestige|goods?|cards?)", re.IGNORECASE
)


def needless_word(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on a word that adds nothing, or is repeated."""
    error = stopped.error
    before = stopped.text[: error.span.start].split()
    if not error.expected:
        word = stopped.text[error.span.start : error.span.end]
        yield Advice(error.span, "", f"leave out `{word}`")
    elif error.found in fillers(stopped.game.id) or (before and before[-1].lower() == error.found):
        yield Advice(error.span, "", f"leave out `{error.found}`")


def missing_word(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on a missing word where only a few may stand."""
    error = stopped.error
    words = stopped.terminals.literal_words(error.expected)
    if len(words) == 1 and not error.found:
        yield Advice(error.span, f" {words[0]}", f"go on with `{words[0]}`")
    if len(stopped.terminals.expected_words(error.expected)) > _FEW or _is_unknown(stopped):
        return
    if stopped.expects("EXPLORE") and not error.span.start:
        return  # a phase is no more likely than another
    place = Span(error.span.start, error.span.start)
    options = {word: Advice(place, f" {word} ", _put(word, error)) for word in words if word[1:]}
    meant = [word for word in options if stopped.rank(options[word], MEANT) == MEANT]
    apart = [word for word in meant if word.removesuffix("s") not in meant or word[-1] != "s"]
    if "card" in apart and len(apart) > 1 and _OF_ONE_TYPE.search(stopped.text[: place.start]):
        apart.remove("card")
    if len(apart) > 1:
        either = " or ".join(f"`{word}`" for word in apart)
        yield Advice(place, "", _put(either, error).replace("``", "`"), exact=False)
    else:
        yield from (options[word] for word in apart)


def _put(word: str, error: PowerSyntaxError) -> str:
    return f"put `{word}` before `{error.found}`" if error.found else f"add `{word}`"


_OF_ONE_TYPE: Final = re.compile(
    r"\b(?:for|against|placing|place|conquer|over|upgrade) +[^,:]*$", re.IGNORECASE
)
"""Words before cards that are placed or conquered, which are of one type."""


def _is_unknown(stopped: Stopped) -> bool:
    """Return whether a word is not in the language; another before it makes it a keyword."""
    word = stopped.error.found
    return word[:1].isalpha() and word not in stopped.terminals.reserved and word != "alien"


_FEW: Final = 4
"""Where more than so many things can come, none of them is proposed."""
