"""What a power may say: which verbs each moment of the game has a use for, and what fits them.

The checks here are those that the families of verbs in lower.py share.
"""

from __future__ import annotations

from typing import Final

from rftg_dsl.limits import COST
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Effect, Power, Span
from rftg_dsl.words.errors import Rewrite, SemanticError

ALWAYS: Final = ("draw", "discard", "vp", "prestige")
"""Gains that make sense whenever something is done."""
USES: Final[dict[str, tuple[str, ...]]] = {
    "setup": ("keep", "save"),
    "round start": ("draw", "vp", "prestige", "choose last"),
    "explore": ("draw", "keep", "mix", "vp", "prestige"),
    "develop": ("cost", "save", *ALWAYS),
    "settle": (
        "cost",
        "military",
        "pay for",
        "conquer",
        "place",
        "upgrade",
        "save",
        "good on it",
        "take over",
        "destroy",
        "defense",
        "defeat",
        *ALWAYS,
    ),
    "trade": ("price", "cannot sell"),
    "consume": ("sell", "guess", "ante", *ALWAYS),
    "produce": ("good", "windfall good", "draw saved", *ALWAYS),
    "round end": ("draw", "vp", "prestige", "hand limit", "draw discards"),
    "game end": ("at",),
    "score": ("points", "points by kinds"),
}
"""The verbs that each moment has a use for."""
CHOSEN: Final = frozenset({"pay for", "conquer", "place", "upgrade", "take over", "defeat", "ante"})
"""Verbs that are the player's choice, so that they take `may`."""
PLACED: Final = {"develop": "development", "settle": "world"}
"""What a phase places."""


HELD: Final = {
    "chips": "the number of chips",
    "goods": "what was produced",
    "held goods": "the number of goods",
    "kinds": "what was produced",
    "military": "total Military",
    "negative military": "total Military",
    "prestige": "prestige",
}
"""What can change within a phase, as messages name it."""


def phases_of(verb: str) -> list[str]:
    """The moments that have a use for a verb."""
    return [phase for phase, verbs in USES.items() if verb in verbs]


def check_scope(effect: Effect, noun: str) -> None:
    """The cards of an effect that are not in the tableau yet, which `other` cannot tell apart."""
    if effect.selector is not None:
        check_noun(effect.selector, noun)
        refuse_other(effect.selector)


def refuse_other(selector: ast.Selector) -> None:
    """Refuse `other` where this card can never be meant."""
    if selector.other:
        raise SemanticError(
            "E311",
            "`other` leaves out this card, which is never meant here",
            selector.span,
            "leave out `other`",
            Rewrite(selector.span, "other +", "", sure=True),
        )


def refuse_non_military(effect: Effect) -> None:
    """Refuse military against worlds that are not conquered."""
    cards = effect.selector
    if cards and any(one.negated and one.words == ("military",) for one in cards.adjectives):
        raise SemanticError(
            "E309",
            "only military worlds are conquered, so military counts against no other world",
            cards.span,
            "leave out `non-military`",
            Rewrite(cards.span, "non-military +", ""),
        )


def check_noun(selector: ast.Selector, noun: str) -> None:
    """Only this type of card, or `card`, which is any."""
    if selector.title is None and selector.noun not in (noun, "card"):
        raise SemanticError(
            "E311",
            f"only a {noun} can be meant here, not a {selector.noun}",
            selector.span,
            f"write `{noun}` instead of `{selector.noun}`",
            Rewrite(selector.span, selector.noun, noun),
        )


_PRODUCED: Final = ("goods", "kinds")


def check_per(effect: Effect, phase: str, got: bool = False) -> None:
    """What an effect counts is known in its phase. got: it is a gain, at one moment of it."""
    per = effect.per
    if per is None:
        return
    if per.divisor == 0:
        raise SemanticError("E312", "per 0 would divide by nothing", per.span, "count from 1 up")
    if per.things in _PRODUCED and phase != "produce":
        raise SemanticError(
            "E312",
            f"this cannot be counted in {phase}",
            per.span,
            "it can be counted in: produce",
            of_phase=True,
        )
    if per.things != "cards" and not got and phase != ast.SCORE:
        raise SemanticError(
            "E312",
            f"{HELD[per.things]} is counted when something is got, not for what is in force",
            per.span,
            "count cards, like `per world`, or leave it out",
        )


def check_gain(power: Power, effect: Effect) -> None:
    """Gains that need something of the rest of their power."""
    cost = power.cost
    if effect.verb == "sell" and (cost is None or cost.what != "goods" or cost.count != 1):
        raise SemanticError(
            "E313", "one good is sold at a time", effect.span, "write `1 good -> sell it`"
        )
    if effect.verb == "good" and power.trigger:
        raise SemanticError(
            "E304", "the good has already come", effect.span, "write `produce: good, ...`"
        )
    check_numbers(effect, f"write `{effect.verb} a cost from 1 to 7`", least=1)


def check_numbers(effect: Effect, help: str, least: int = 0) -> None:
    """Refuse numbers to choose from that go down or start below `least`."""
    numbers = effect.numbers
    if numbers and (numbers.high is None or numbers.low > numbers.high or numbers.low < least):
        raise SemanticError(
            "E313", f"the numbers must go up, and start at {least} or more", effect.span, help
        )
    if numbers and numbers.high is not None and numbers.high > COST:
        raise SemanticError("E313", f"no card costs more than {COST}", effect.span, help)


def refuse(node: ast.Condition | ast.Cost | ast.Per | None, code: str, message: str) -> None:
    """Refuse a part of a power, where it is there."""
    if node is not None:
        raise SemanticError(code, message, node.span, "leave it out")


def refuse_looked_up(power: Power) -> None:
    """Refuse conditions that can change within a phase, for what is in force all through it."""
    condition = power.condition
    if condition and (condition.test != "have" or condition.things != "cards"):
        what = "who has the most" if condition.test != "have" else HELD[condition.things]
        raise SemanticError(
            "E303",
            f"{what} is looked up when something is got, not for what is in force",
            condition.span,
            "write `if you have ...` about cards, or leave it out",
        )


def without(each: ast.Each) -> Rewrite:
    """Leaves `each` out, with the space before it."""
    return Rewrite(Span(each.span.start - 1, each.span.end), "", "")


def listed(words: list[str]) -> str:
    """Verbs in backquotes, with commas and a last "and"."""
    quoted = [f"`{word}`" if word in _VERBS else word for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


_VERBS: Final = frozenset(verb for verbs in USES.values() for verb in verbs)
