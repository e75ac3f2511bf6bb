"""What is counted: cards, goods, chips and the like, each with when it is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.text import article
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Effect
from rftg_dsl.syntax.phrases import format_dice, format_kinds, format_selector
from rftg_dsl.words.checks import PLACED_NOUNS, Rewrite, SemanticError, check_noun


class Countable(NamedTuple):
    """One of ast.Things. name: as messages have it. one, many: its canonical text.

    known: the moments at which it has a value, () for all of them. largest: the most that there can
    be, 0 if there is no limit.
    """

    name: str
    one: str = ""
    many: str = ""
    known: tuple[str, ...] = ()
    maximum: int = 0


_PLACING: Final = ("develop", "settle")
_SELLING: Final = ("trade", "consume")
THINGS: Final[dict[str, Countable]] = {
    "cards": Countable("the cards of the tableau"),
    "hand": Countable("the cards in hand", "card in hand", "cards in hand"),
    "placed": Countable("what was placed", known=_PLACING),
    "goods": Countable("the number of goods"),
    "kinds of goods": Countable(
        "the kinds of goods", "kind of goods", "kinds of goods", maximum=len(ast.KINDS)
    ),
    "produced": Countable("what was produced", known=("produce",)),
    "kinds produced": Countable(
        "what was produced",
        "kind produced",
        "kinds produced",
        known=("produce",),
        maximum=len(ast.KINDS),
    ),
    "consumed": Countable("what was consumed", known=("consume",)),
    "sold": Countable("what was sold", known=_SELLING),
    "chips": Countable("the number of chips", "vp chip", "vp chips"),
    "prestige": Countable("prestige", "prestige", "prestige"),
    "tokens": Countable("the number of tokens"),
    "military": Countable("total Military", "total military", "total military"),
    "negative military": Countable("total Military", "negative military", "negative military"),
    "kinds of worlds": Countable(
        "the kinds of worlds", "kind of worlds", "kinds of worlds", maximum=len(ast.KINDS)
    ),
    "phases": Countable(
        "the phases with a power",
        "phase with a power",
        "phases with a power",
        maximum=len(ast.PHASES),
    ),
    "discards": Countable(
        "what was discarded at the hand limit", "discard", "discards", known=("goals",)
    ),
}
"""Everything that can be counted."""
_OF_ROLL: Final = {
    "colours of dice": Countable(
        "the colours of dice", "colour of dice", "colours of dice", maximum=len(ast.COLOURS)
    ),
}
"""What can be counted in Roll for the Galaxy without a selector, goods or dice."""
DONE: Final = ("produced", "consumed", "sold", "placed")
"""What is counted by what a player has done in the phase."""
_STRENGTH: Final = ("military", "negative military")


def is_about_phase(count: ast.Count) -> bool:
    """Return whether something is counted that players do in a phase."""
    return count.things in (*DONE, "kinds produced")


def format_per(per: ast.Per | None) -> str:
    """Return how often an effect comes, with a space before it; "" where that is not said."""
    if per is None:
        return ""
    number = "" if per.divisor == 1 else f"{per.divisor} "
    return f" per {number}{format_things(per.count, 'singular' if per.divisor == 1 else 'plural')}"


def format_things(count: ast.Count, form: str) -> str:
    """Return the canonical text of what is counted. form: as of format_selector."""
    doing = f" {count.things}" if count.things in DONE else ""
    return f"{_things(count, form)}{doing}"


def _things(count: ast.Count, form: str) -> str:
    """Return what is counted, without what was done to it."""
    if count.things == "total cost" and count.selector is not None:
        return f"total cost of {format_selector(count.selector, 'plural')}"
    if count.things == "costliest" and count.selector is not None:
        return f"costliest {format_selector(count.selector, form)}"
    if count.dice is not None:
        return format_dice(count.dice, 2 if form == "plural" else 1)
    if count.selector is not None:
        hand = " in hand" if count.things == "hand" else ""
        return f"{format_selector(count.selector, form)}{hand}"
    if count.goods is not None:
        return format_goods(count.goods, form)
    if count.token:
        return format_tokens(count.token, 2 if form == "plural" else 1)
    thing = THINGS.get(count.things) or _OF_ROLL[count.things]
    return thing.many if form == "plural" else thing.one


def format_goods(goods: ast.Goods, form: str) -> str:
    """Return the canonical text of goods, like "rare goods of windfall worlds"."""
    text = f"{format_kinds(goods.kinds)}good{'s' if form == 'plural' else ''}"
    if form == "a":
        text = f"{article(text)} {text}"
    if goods.worlds is None:
        return text
    return f"{text} of {format_selector(goods.worlds, 'plural' if form == 'plural' else 'a')}"


def format_tokens(token: str, number: int) -> str:
    """Return the canonical text of tokens of a class, without their number."""
    return f"{token} token{'' if number == 1 else 's'}"


def format_condition(condition: ast.Condition) -> str:
    """Return the canonical text of how many there must be: "you have 2 alien worlds"."""
    if condition.count.things == "scouts" and condition.count.dice is not None:
        return f"you scouted with {format_dice(condition.count.dice, form='a')}"
    if condition.test == "tie":
        return f"you tie for the most {_things(condition.count, 'plural')}"
    if condition.test == "every":
        return f"you have every {_things(condition.count, 'singular')}"
    done = condition.count.things if condition.count.things in DONE else "have"
    if condition.test != "have":
        return f"you {done} the {condition.test} {_things(condition.count, 'plural')}"
    return f"you {done} {_quantity(condition, _things)}"


def format_quantity(condition: ast.Condition) -> str:
    """Return the canonical text of so many of something, as goals say it."""
    return _quantity(condition, format_things)


def _quantity(condition: ast.Condition, things: Callable[[ast.Count, str], str]) -> str:
    low, high, count = condition.low, condition.high, condition.count
    if high == 0:
        return f"no {things(count, 'plural')}"
    if high is not None:
        return f"{high} or fewer {things(count, 'plural')}"
    if low != 1:
        return f"{low} {things(count, 'plural')}"
    if count.selector is not None and count.things != "hand":
        return things(count, "a")
    one = things(count, "singular")
    return one if count.things == "negative military" else f"1 {one}"


def check_goods(goods: ast.Goods) -> None:
    """Refuse kinds that no good is of."""
    for kind in goods.kinds:
        if kind not in ast.KINDS:
            kinds = f"name a kind: {', '.join(ast.KINDS)}"
            raise SemanticError("E314", f"no good is {kind}", goods.span, kinds)
    if goods.worlds is not None:
        check_noun(goods.worlds, "world")


def check_per(effect: Effect, phase: str, got: bool = False) -> None:
    """Refuse what an effect counts where its phase does not know it.

    got: it is a gain; what is in force cannot count what it is a part of.
    """
    per = effect.per
    if per is None:
        return
    if per.divisor == 0:
        raise SemanticError("E312", "per 0 would divide by nothing", per.span, "count from 1 up")
    check_count(per.count, phase, "E312")
    thing = THINGS[per.count.things]
    if thing.maximum and per.divisor > thing.maximum:
        raise SemanticError(
            "E312",
            f"this is always 0: there are at most {thing.maximum} {thing.many}",
            per.span,
            f"count by a number from 1 to {thing.maximum}",
        )
    if effect.verb == "military" and not got:
        refuse_own_strength(per.count, "E312")


def check_count(count: ast.Count, phase: str, code: str) -> None:
    """Refuse what is not known at a moment. phase: it, or "goals"."""
    known = THINGS[count.things].known
    if known and phase not in known:
        raise SemanticError(
            code,
            f"{THINGS[count.things].name} cannot be counted in {phase}",
            count.span,
            f"it can be counted in: {', '.join(known)}",
            of_phase=True,
        )
    check_kinds(count)
    if count.selector is not None and count.things == "placed":
        check_noun(count.selector, PLACED_NOUNS[phase])
    if count.selector is not None and count.things == "hand":
        raise SemanticError(
            code,
            "of a hand no more is counted than its cards, whatever they are",
            count.span,
            "the nearest is `cards in hand`",
        )


def check_bounds(condition: ast.Condition, code: str) -> None:
    """Refuse numbers that are never reached, and those that are always kept."""
    if condition.test != "have":
        return
    if condition.low == 0 and condition.high is None:
        raise SemanticError(
            code, "at least 0 of them are always there", condition.span, "count from 1 up"
        )
    thing = (THINGS | _OF_ROLL).get(condition.count.things)
    if thing is None or not thing.maximum:
        return
    if condition.low > thing.maximum:
        raise SemanticError(
            code,
            f"this never holds: there are at most {thing.maximum} {thing.many}",
            condition.span,
            f"write a number from 1 to {thing.maximum}",
        )
    if condition.high is not None and condition.high >= thing.maximum:
        raise SemanticError(
            code,
            f"this always holds: there are at most {thing.maximum} {thing.many}",
            condition.span,
            f"write a number below {thing.maximum}, or leave out the condition",
        )


def check_kinds(count: ast.Count) -> None:
    """Refuse kinds of other cards than worlds."""
    if count.selector is not None and count.things == "kinds of worlds":
        raise SemanticError(
            "E311",
            "only worlds are of a kind",
            count.span,
            "write `kinds of worlds`",
            Rewrite(count.span, r"of +\w+", "of worlds"),
        )


def refuse_own_strength(count: ast.Count, code: str) -> None:
    """Refuse total Military as a measure of Military in force, which is a part of it."""
    if count.things in _STRENGTH:
        raise SemanticError(
            code,
            "total Military cannot depend on total Military",
            count.span,
            "count something else, like `per military world`",
        )
