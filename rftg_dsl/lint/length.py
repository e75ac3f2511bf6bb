"""Lint for text that doesn't fit on a card in readable type.

The estimate is for the default theme: rftg_dsl/source/lettering.py. Powers that icons express
completely aren't printed as text, so they need no room.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, Final

from rftg_dsl.diagnostics.model import Region
from rftg_dsl.lint.view import Finding, View
from rftg_dsl.model import Card, PowerLine
from rftg_dsl.semantics.select import goods_in
from rftg_dsl.sets.units import Draft
from rftg_dsl.syntax import ast

if TYPE_CHECKING:
    from rftg_dsl.wording.icon_line import IconLine


MAX_HEIGHT: Final = 30
"""Maximum height of the power text in mm."""
_SHORT_TITLE: Final = 18
"""Length of a title that always fits."""
_SHORT_KEYWORDS: Final = 12
"""Length of keywords that always fits. Each keyword has an icon before it."""
_LETTERS_PER_LINE: Final = 47
"""Minimum number of letters on a full line of text."""
_LETTERS_PER_ROW: Final = 30
"""Minimum number of letters on a line in the scoring table."""
_LINE, _SENTENCE_GAP, _ROW = 2.57, 0.3, 4.72
"""Heights in mm: a line, the gap between sentences, a row of the scoring table."""
_EXTRA_LETTERS: Final = {
    "ante": 185,
    "reveal": 74,
    "guess": 95,
    "place the top card": 88,
    "upgrade": 78,
    "draw discards": 60,
    "save": 55,
    "sell": 45,
    "pay for": 45,
    "draw saved": 43,
    "windfall good": 39,
    "mix": 38,
    "choose last": 36,
    "defense": 35,
    "at": 32,
    "move": 30,
    "each other player": 25,
    "put": 30,
    "remaining military": 30,
    "conquer": 28,
    "military": 4,
    "cannot sell": 4,
    "sell another": 16,
    "sell as": 8,
    "good on it": 6,
}
"""Maximum number of letters by which the English text of an effect exceeds its power line."""
_ICON_VERBS: Final = frozenset(
    {
        "cost",
        "discard",
        "draw",
        "good",
        "invasion defense",
        "military",
        "price",
        "prestige",
        "repair",
        "vp",
        "windfall good",
    }
)
"""Effects that icons can express completely."""
_ICON_COUNTS: Final = frozenset({"cards", "chips", "goods", "prestige", "tokens"})
"""Counts after `per` that icons can express completely."""
_DEFAULT_LETTERS: Final = 24
"""Maximum number of extra letters for a verb that is not in _EXTRA_LETTERS."""
_COST_LETTERS: Final = 26
_CONDITION_LETTERS: Final = 50
_PER_LETTERS: Final = 23
_SENTENCE_LETTERS: Final = 14
"""Maximum number of extra letters for the rest of the sentence."""


def check_length(view: View) -> Iterator[Finding]:
    """Yield findings at titles, keywords and powers that don't fit."""
    for draft, card in view.unit_cards:
        if len(card.title) > _SHORT_TITLE:
            yield from _check_fit(card.title, "title", draft.region("title"))
        if sum(len(word) + 3 for word in card.keywords) > _SHORT_KEYWORDS:
            yield from _check_keywords(card, draft)
        if estimate_height(card) > MAX_HEIGHT:
            yield from _check_powers(card, draft.region("powers"))


def _check_fit(text: str, use: str, region: Region, used_width: float = 0.0) -> Iterator[Finding]:
    from rftg_dsl.source import lettering

    if not lettering.fits_in_space(text, use, used_width):
        size = _smallest_size(use)
        message = f"the {use} do{_VERB_ENDINGS[use]} not fit next to the cost in {size} pt type"
        yield Finding(region, message, _HELP[use])


_VERB_ENDINGS: Final = {"title": "es", "keywords": ""}
_HELP: Final = {
    "title": "shorten it, or break its longest word with a hyphen or a space",
    "keywords": "leave out a keyword, or shorten one",
}


def _smallest_size(use: str) -> float:
    from rftg_dsl.source import lettering

    return lettering.smallest_size(use)


def _check_keywords(card: Card, draft: Draft) -> Iterator[Finding]:
    from rftg_dsl.source.lettering import KEYWORDS, badges_width

    text = _KEYWORD_SEPARATOR.join(card.keywords).upper()  # same text as in wording.jinja
    region = draft.region("keywords")
    yield from _check_fit(text, KEYWORDS, region, badges_width(card.keywords))


_KEYWORD_SEPARATOR: Final = "\u00a0· "


def _check_powers(card: Card, region: Region) -> Iterator[Finding]:
    from rftg_dsl.source import lettering

    height = text_height(card)
    if height > lettering.available_room(lettering.WORDS)[1]:
        yield Finding(
            region,
            f"the text of the card is {ceil(height)} mm high in"
            f" {_smallest_size(lettering.WORDS)} pt type, and the limit is {MAX_HEIGHT} mm",
            "remove or shorten a power",
        )


def estimate_height(card: Card) -> float:
    """Return an upper bound for the height of the text in mm, from the power lines alone.

    The exact text needs Jinja2, which most checks don't load.
    """
    arrival = 2 * _LINE + _SENTENCE_GAP if card.holds else 0
    return 1 + arrival + sum(_estimate_line(line) for line in card.powers)


def _estimate_line(line: PowerLine) -> float:
    power = line.power
    if power.phase == ast.SCORE:
        return sum(
            max(_ROW, ceil(_letters_per_row(line, effect) / _LETTERS_PER_ROW) * _LINE)
            for effect in power.effects
        )
    if has_icons_only(power):
        return 0
    return ceil(max_letters(line) / _LETTERS_PER_LINE) * _LINE + _SENTENCE_GAP


def max_letters(line: PowerLine) -> int:
    """Return the maximum number of letters of a power line in English."""
    power = line.power
    letters = len(line.text) + _SENTENCE_LETTERS + sum(map(_extra_letters, power.effects))
    return (
        letters
        + (_COST_LETTERS if power.cost else 0)
        + (_CONDITION_LETTERS if power.condition else 0)
    )


def _letters_per_row(line: PowerLine, effect: ast.Effect) -> float:
    """Return the number of letters in a scoring row, without `score:` and the points."""
    letters = len(line.text) / len(line.power.effects) - 6
    return letters if effect.verb == "points" else letters + _DEFAULT_LETTERS


def has_icons_only(power: ast.Power) -> bool:
    """Return whether icons express a power completely. False negatives are possible."""
    trigger = power.trigger
    if trigger is not None and trigger.event == "placing" and _is_plain(trigger.selector):
        trigger = None
    complex_goods = [
        goods for goods in goods_in(power) if len(goods.kinds) > 1 or goods.worlds is not None
    ]
    has_same_kind = power.cost is not None and power.cost.same
    parts = (
        trigger,
        power.condition,
        power.each and power.each.beyond_first,
        complex_goods,
        has_same_kind,
    )
    options = (power.others, power.once, power.also)
    return not any((*parts, *options)) and all(map(_is_pictured, power.effects))


def _is_pictured(effect: ast.Effect) -> bool:
    # Military worlds can only be paid for by another power, which needs words.
    selector = _without_military(effect.selector) if effect.verb == "military" else effect.selector
    if effect.verb not in _ICON_VERBS or effect.other or not _is_one_icon(selector):
        return False
    per = effect.per
    if per is None or per.maximum is not None:
        return per is None
    counted = per.count
    return counted.things in _ICON_COUNTS and _is_one_icon(_without_military(counted.selector))


def _without_military(selector: ast.Selector | None) -> ast.Selector | None:
    """Return a selector without `military`, which is part of the icon of a world."""
    if selector is None:
        return None
    adjectives = [
        adjective for adjective in selector.adjectives if adjective != ast.Adjective(("military",))
    ]
    return replace(selector, adjectives=tuple(adjectives))


def _is_one_icon(selector: ast.Selector | None) -> bool:
    """Return whether one icon, with at most a keyword or number, expresses a selector."""
    if selector is None:
        return True
    parts = (selector.title, selector.defense, selector.power, selector.strength, selector.but)
    words = [word for adjective in selector.adjectives for word in adjective.words]
    return not any(parts) and len(words) <= 1 and "military" not in words


def _is_plain(selector: ast.Selector | None) -> bool:
    return selector is not None and selector == ast.Selector(selector.noun)


def _extra_letters(effect: ast.Effect) -> int:
    return _EXTRA_LETTERS.get(effect.verb, _DEFAULT_LETTERS) + (_PER_LETTERS if effect.per else 0)


def text_height(card: Card) -> float:
    """Return the height in mm of the sentences and scoring table in the smallest type."""
    from rftg_dsl.source.lettering import load_measures

    gap = load_measures()["between"]
    sentences = [_sentence_height(line.power) for line in card.powers if _needs_words(line.power)]
    if card.holds:
        from rftg_dsl.wording.english import word_arrival

        sentences.append(_text_height("Settle: ", word_arrival(card)))
    rows = _row_heights(card)
    height: float = sum(sentences) + max(len(sentences) - 1, 0) * gap["sentences"]
    height += sum(rows) + max(len(rows) - 1, 0) * gap["rows"]
    return height + (gap["before rows"] if sentences and rows else 0.0)


def _needs_words(power: ast.Power) -> bool:
    from rftg_dsl.wording.icon_line import icon_line

    return power.phase != ast.SCORE and not icon_line(power).says_all


def _sentence_height(power: ast.Power) -> float:
    """Return the height in mm of the sentence of a power."""
    from rftg_dsl.wording.english import word_power

    lead, colon, words = word_power(power).partition(": ")
    return _text_height(lead + colon, words)


def _text_height(lead: str, words: str) -> float:
    from rftg_dsl.source.lettering import WORDS, available_room, count_lines, height_of

    return height_of(count_lines(words, WORDS, available_room(WORDS)[0], lead), WORDS)


def _row_heights(card: Card) -> list[float]:
    """Return the heights in mm of the rows of the scoring table."""
    from rftg_dsl.source.lettering import (
        WORDS,
        available_room,
        count_lines,
        height_of,
        load_measures,
    )
    from rftg_dsl.wording.english import scoring_table, word_counted
    from rftg_dsl.wording.icon_line import icon_scoring

    powers = [line.power for line in card.powers if line.power.phase == ast.SCORE]
    row = load_measures()["row"]
    icons = [_icons_width(line) for power in powers for line in icon_scoring(power)]
    room = available_room(WORDS)[0] - row["points"] - max(icons, default=0) - 2 * row["gutter"]
    words = [text for power in scoring_table(powers) for text in word_counted(power)]
    return [max(row["height"], height_of(count_lines(text, WORDS, room), WORDS)) for text in words]


def _icons_width(line: IconLine) -> float:
    """Return the width in mm of the icons of a row."""
    from rftg_dsl.source.lettering import load_measures

    icon_widths, row = load_measures()["icons"], load_measures()["row"]
    widths = [
        icon_widths.get(glyph.name, icon_widths["keyword"]) * row["icons"] for glyph in line.glyphs
    ]
    total: float = sum(widths) + max(len(widths) - 1, 0) * row["gap"]
    return total
