"""Lint for words that do not fit their place on a card in type that can be read.

The estimate is that of the default look: rftg_dsl/source/lettering.py. What the icons say by
themselves is not printed in words, so it takes no room.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, Final

from rftg_dsl.diagnostics.model import Region
from rftg_dsl.lint.support.view import Finding, View
from rftg_dsl.model import Card, PowerLine
from rftg_dsl.semantics.select import goods_in
from rftg_dsl.sets.units import Draft
from rftg_dsl.syntax import ast

if TYPE_CHECKING:
    from rftg_dsl.wording.icon_line import IconLine


ROOM: Final = 30
"""Height in mm of the words of powers, at most."""
_SHORT: Final = 18
"""So many letters of a title fit, whatever they are."""
_SHORT_KEYWORDS: Final = 12
"""The same of keywords, which have their drawings before them."""
_LETTERS: Final = 47
"""So many letters of English stand on a full line at the least, and in a row of scoring:"""
_IN_ROWS: Final = 30
_LINE, _APART, _ROW = 2.57, 0.3, 4.72
"""Heights in mm: of a line, what a sentence takes beyond its lines, of a row of scoring."""
_BEYOND: Final = {
    "ante": 185,
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
    "remaining military": 30,
    "conquer": 28,
    "military": 4,
    "cannot sell": 4,
    "good on it": 6,
}
"""Letters that an effect has in English beyond those of the power line, by its verb, at most."""
_PICTURED: Final = frozenset(
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
"""Effects that need no words beside their icons."""
_COUNTED: Final = frozenset({"cards", "chips", "goods", "prestige", "tokens"})
"""Things that need no words where an effect comes for each of them."""
_USUAL, _COST, _CONDITION, _PER, _SENTENCE = 24, 26, 50, 23, 14
"""The same of other verbs, of what is given up, of conditions, of counting, and of the rest."""


def check_length(view: View) -> Iterator[Finding]:
    """Yield findings for a card at its title, its keywords and its powers."""
    for draft, card in view.own:
        if len(card.title) > _SHORT:
            yield from _one_place(card.title, "title", draft.region("title"))
        if sum(len(word) + 3 for word in card.keywords) > _SHORT_KEYWORDS:
            yield from _keywords(card, draft)
        if estimate_height(card) > ROOM:
            yield from _powers(card, draft.region("powers"))


def _one_place(text: str, use: str, region: Region, taken: float = 0.0) -> Iterator[Finding]:
    from rftg_dsl.source import lettering

    if not lettering.fits_in_space(text, use, taken):
        said = f"the {use} do{_ES[use]} not fit beside the cost in {_least(use)} pt type"
        yield Finding(region, said, _HELP[use])


_ES: Final = {"title": "es", "keywords": ""}
_HELP: Final = {
    "title": "shorten it, or break its longest word with a hyphen or a space",
    "keywords": "leave out a keyword, or shorten one",
}


def _least(use: str) -> float:
    from rftg_dsl.source import lettering

    return lettering.smallest_size(use)


def _keywords(card: Card, draft: Draft) -> Iterator[Finding]:
    from rftg_dsl.source.lettering import KEYWORDS, badges_width

    said = _JOINED.join(card.keywords).upper()  # as wording.jinja words them
    region = draft.region("keywords")
    yield from _one_place(said, KEYWORDS, region, badges_width(card.keywords))


_JOINED: Final = "\u00a0· "


def _powers(card: Card, region: Region) -> Iterator[Finding]:
    from rftg_dsl.source import lettering

    height = text_height(card)
    if height > lettering.available_room(lettering.WORDS)[1]:
        yield Finding(
            region,
            f"the words of the card are {ceil(height)} mm high in {_least(lettering.WORDS)} pt"
            f" type, and {ROOM} mm is the most",
            "take away a power, or say one in fewer words",
        )


def estimate_height(card: Card) -> float:
    """Return the largest height that the words can have in mm, from the power lines alone.

    The exact wording takes Jinja2, which most checks do without.
    """
    arrival = 2 * _LINE + _APART if card.holds else 0
    return 1 + arrival + sum(_estimated(line) for line in card.powers)


def _estimated(line: PowerLine) -> float:
    power = line.power
    if power.phase == ast.SCORE:
        return sum(
            max(_ROW, ceil(_in_row(line, effect) / _IN_ROWS) * _LINE) for effect in power.effects
        )
    if said_by_icons(power):
        return 0
    return ceil(most_letters(line) / _LETTERS) * _LINE + _APART


def most_letters(line: PowerLine) -> int:
    """Return the most letters that a power line can have in English."""
    power = line.power
    letters = len(line.text) + _SENTENCE + sum(map(_more, power.effects))
    return letters + (_COST if power.cost else 0) + (_CONDITION if power.condition else 0)


def _in_row(line: PowerLine, effect: ast.Effect) -> float:
    """Return the letters in a row of scoring: its power line has `score:` and points besides."""
    letters = len(line.text) / len(line.power.effects) - 6
    return letters if effect.verb == "points" else letters + _USUAL


def said_by_icons(power: ast.Power) -> bool:
    """Return whether icons alone certainly say a power; they also do for many others."""
    trigger = power.trigger
    if trigger is not None and trigger.event == "placing" and _is_plain(trigger.selector):
        trigger = None
    several = [one for one in goods_in(power) if len(one.kinds) > 1 or one.worlds is not None]
    same = power.cost is not None and power.cost.same
    parts = (trigger, power.condition, power.each and power.each.beyond_first, several, same)
    more = (power.others, power.once, power.also)
    return not any((*parts, *more)) and all(map(_is_pictured, power.effects))


def _is_pictured(effect: ast.Effect) -> bool:
    # A change of cost for military worlds is for those that are paid for, which takes words.
    one = _without_military(effect.selector) if effect.verb == "military" else effect.selector
    if effect.verb not in _PICTURED or effect.other or not _is_drawn(one):
        return False
    counted = effect.per.count if effect.per else None
    if counted is None:
        return True
    return counted.things in _COUNTED and _is_drawn(_without_military(counted.selector))


def _without_military(selector: ast.Selector | None) -> ast.Selector | None:
    """Return a selector without `military`, which is a part of the drawing of its worlds."""
    if selector is None:
        return None
    kept = [one for one in selector.adjectives if one != ast.Adjective(("military",))]
    return replace(selector, adjectives=tuple(kept))


def _is_drawn(selector: ast.Selector | None) -> bool:
    """Return whether one drawing, with a keyword or a number at most, is all of a selector."""
    if selector is None:
        return True
    parts = (selector.title, selector.defense, selector.power, selector.strength, selector.but)
    words = [word for adjective in selector.adjectives for word in adjective.words]
    return not any(parts) and len(words) <= 1 and "military" not in words


def _is_plain(selector: ast.Selector | None) -> bool:
    return selector is not None and selector == ast.Selector(selector.noun)


def _more(effect: ast.Effect) -> int:
    return _BEYOND.get(effect.verb, _USUAL) + (_PER if effect.per else 0)


def text_height(card: Card) -> float:
    """Return the height in mm of sentences and scoring table in the smallest type."""
    from rftg_dsl.source.lettering import load_measures

    between = load_measures()["between"]
    sentences = [_sentence(line.power) for line in card.powers if _needs_words(line.power)]
    if card.holds:
        from rftg_dsl.wording.english import word_arrival

        sentences.append(_height_of("Settle: ", word_arrival(card)))
    rows = _rows(card)
    height: float = sum(sentences) + max(len(sentences) - 1, 0) * between["sentences"]
    height += sum(rows) + max(len(rows) - 1, 0) * between["rows"]
    return height + (between["before rows"] if sentences and rows else 0.0)


def _needs_words(power: ast.Power) -> bool:
    from rftg_dsl.wording.icon_line import icon_line

    return power.phase != ast.SCORE and not icon_line(power).says_all


def _sentence(power: ast.Power) -> float:
    """Return the height of a power in words."""
    from rftg_dsl.wording.english import word_power

    lead, colon, words = word_power(power).partition(": ")
    return _height_of(lead + colon, words)


def _height_of(lead: str, words: str) -> float:
    from rftg_dsl.source.lettering import WORDS, available_room, count_lines, height_of

    return height_of(count_lines(words, WORDS, available_room(WORDS)[0], lead), WORDS)


def _rows(card: Card) -> list[float]:
    """Return the heights of the rows of the scoring table, whose icons stand in one column."""
    from rftg_dsl.source.lettering import (
        WORDS,
        available_room,
        count_lines,
        height_of,
        load_measures,
    )
    from rftg_dsl.wording.english import word_counted
    from rftg_dsl.wording.icon_line import icon_scoring

    powers = [line.power for line in card.powers if line.power.phase == ast.SCORE]
    row = load_measures()["row"]
    icons = [_wide(line) for power in powers for line in icon_scoring(power)]
    room = available_room(WORDS)[0] - row["points"] - max(icons, default=0) - 2 * row["gutter"]
    words = [text for power in powers for text in word_counted(power)]
    return [max(row["height"], height_of(count_lines(text, WORDS, room), WORDS)) for text in words]


def _wide(line: IconLine) -> float:
    """Return the width of the icons of a row."""
    from rftg_dsl.source.lettering import load_measures

    known, row = load_measures()["icons"], load_measures()["row"]
    widths = [known.get(glyph.name, known["keyword"]) * row["icons"] for glyph in line.glyphs]
    total: float = sum(widths) + max(len(widths) - 1, 0) * row["gap"]
    return total
