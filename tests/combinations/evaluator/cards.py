"""Which cards and goods a line means, read from the printed facts (docs/language.md, Which cards).

A kind before `world` is that of its good; before `card` or `development` it is a keyword.
"""

from __future__ import annotations

from typing import Any, Final

from rftg_dsl.syntax.ast import GRAY, KINDS, SCORE, Adjective, Cost, Goods, Power, Range, Selector

_PLAIN: Final = ("military", "production", "windfall", "variable")
_SALE: Final = {"novelty": 2, "rare": 3, "genes": 4, "alien": 5}


def is_meant(cards: Selector | None, card: Any, bearer: str = "") -> bool:
    """Return whether a selector on the card `bearer` means a card, by its facts; none means all."""
    if cards is None:
        return True
    if cards.title is not None:
        return bool(card.title == cards.title)
    if cards.noun not in ("card", card.type) or (cards.other and card.title == bearer):
        return False
    if not all(_fits(one, cards.noun, card) for one in cards.adjectives):
        return False
    if cards.cost is not None and (card.military or not _within(cards.cost, card.cost)):
        return False
    if cards.defense is not None and not (card.military and _within(cards.defense, card.cost)):
        return False
    if cards.keyword is not None and cards.keyword not in card.keywords:
        return False
    if cards.power is not None and not _has_power(card, cards.power, cards.spends):
        return False
    if cards.strength is not None and not _gives(card, cards.strength):
        return False
    return cards.but is None or not is_meant(cards.but, card, bearer)


def _within(wanted: Range, number: int) -> bool:
    return wanted.low <= number and (wanted.high is None or number <= wanted.high)


def _fits(adjective: Adjective, noun: str, card: Any) -> bool:
    """Return whether a card is one of the words, or for `non-` none of them."""
    return any(_is(word, noun, card) for word in adjective.words) != adjective.negated


def _is(word: str, noun: str, card: Any) -> bool:
    if word in _PLAIN:
        plain = {"military": card.military, "production": card.production}
        plain |= {"windfall": card.windfall, "variable": card.vp is None}
        return bool(plain[word])
    if noun == "world" and word in (*KINDS, GRAY):
        return bool(card.type == "world" and (card.kind or GRAY) == word)
    return word in card.keywords


def _has_power(card: Any, wanted: str, spends: Range | None) -> bool:
    lines: list[Power] = [line.power for line in card.powers]
    if wanted == "takeover":
        return any(effect.verb == "take over" for line in lines for effect in line.effects)
    if wanted == "takeover defense":
        defends = ("defense", "defeat")
        return any(
            effect.verb in defends and not _is_beside(line)
            for line in lines
            for effect in line.effects
        )
    of_phase = [line for line in lines if wanted in line.phases]
    if spends is None:
        return bool(of_phase)
    return any(_spends(line.cost, spends) for line in of_phase)


def _is_beside(line: Power) -> bool:
    """Return whether `defense` is of a world that is conquered, and no Military."""
    return any(effect.verb == "conquer" for effect in line.effects)


def _spends(price: Cost | None, wanted: Range) -> bool:
    counts = [part.count for part in price.parts if part.what == "goods"] if price else []
    if not counts or None in counts:
        return bool(counts) and wanted.high is None
    return _within(wanted, sum(count or 0 for count in counts))


def _gives(card: Any, wanted: Range) -> bool:
    """Return whether a line gives so much Military, always and against all worlds."""
    for line in (one.power for one in card.powers):
        for effect in line.effects:
            if effect.verb != "military" or "settle" not in line.phases:
                continue
            always = line.cost is None and line.condition is None and effect.per is None
            if always and effect.selector is None and _within(wanted, effect.amount or 0):
                return not any(one.verb == "take over" for one in line.effects)
    return False


def is_good(goods: Goods | None, card: Any, bearer: str) -> bool:
    """Return whether the good of a world is meant by some goods of a line on `bearer`."""
    if goods is None:
        return True
    if goods.here:
        return bool(card.title == bearer)
    if goods.kinds and card.kind not in goods.kinds:
        return False
    return goods.worlds is None or is_meant(goods.worlds, card, bearer)


def sale_of(kind: str) -> int:
    """Return the cards for a good of a kind (base rulebook, Trade)."""
    return _SALE[kind]


PHASES: Final = ("explore", "develop", "settle", "trade", "consume", "produce")


def phases_of(card: Any) -> set[str]:
    """Return the phases in which a card has a power."""
    return {phase for line in card.powers for phase in line.power.phases if phase in PHASES}


def scores(card: Any) -> list[Power]:
    """Return the lines of a card that give points at the end."""
    return [line.power for line in card.powers if line.power.phase == SCORE]
