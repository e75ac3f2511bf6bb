"""Countable items (cards, goods, chips, ...) and the phases in which they can be counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.text import article
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Effect
from rftg_dsl.syntax.tokens import format_dice, format_kinds, format_selector, format_workers
from rftg_dsl.words.checks import PLACED_NOUNS, Rewrite, SemanticError, check_noun, refuse_other


class Countable(NamedTuple):
    """A value of ast.Things.

    name: its name in messages.
    singular, plural: its canonical text.
    phases: the phases in which it can be counted, or () for all.
    maximum: the highest possible count, or 0 for no limit.
    """

    name: str
    singular: str = ""
    plural: str = ""
    phases: tuple[str, ...] = ()
    maximum: int = 0


_PLACING: Final = ("develop", "settle")
_SELLING: Final = ("trade", "consume")
_IN_GAMES: Final = (*ast.PHASES, "round start", "round end", "game end", ast.SCORE)
"""Moments at which all players have a tableau."""
THINGS: Final[dict[str, Countable]] = {
    "cards": Countable("the cards of the tableau"),
    "hand": Countable("the cards in hand", "card in hand", "cards in hand"),
    "under": Countable(
        "the cards under this card", "card under this", "cards under this", phases=_IN_GAMES
    ),
    "placed": Countable("placed cards", phases=_PLACING),
    "empty": Countable("the worlds without a good"),
    "goods": Countable("the number of goods"),
    "kinds of goods": Countable(
        "the kinds of goods", "kind of goods", "kinds of goods", maximum=len(ast.KINDS)
    ),
    "produced": Countable("produced goods", phases=("produce",)),
    "kinds produced": Countable(
        "produced goods",
        "kind produced",
        "kinds produced",
        phases=("produce",),
        maximum=len(ast.KINDS),
    ),
    "consumed": Countable("consumed goods", phases=("consume",)),
    "sold": Countable("sold goods", phases=_SELLING),
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
        "cards discarded at the hand limit", "discard", "discards", phases=("goals",)
    ),
    "goals": Countable("goals", "goal", "goals", phases=_IN_GAMES),
    "others": Countable("what other players have", phases=_IN_GAMES),
    "players": Countable("players", phases=_IN_GAMES),
    "other players": Countable("other players", phases=_IN_GAMES),
    "chosen": Countable("chosen actions", phases=(*ast.PHASES, "round end"), maximum=1),
}
"""Countable items of Race for the Galaxy."""
_ROLL_THINGS: Final = {
    "colours of dice": Countable(
        "the colours of dice", "colour of dice", "colours of dice", maximum=len(ast.COLOURS)
    ),
    "selected": Countable("the selected phase", maximum=1),
    "workers": Countable("workers in a phase"),
    "credits": Countable("credits", "credit", "credits", maximum=10),
}
"""Countable items of Roll for the Galaxy, except selectors, goods and dice."""
PHASE_RESULTS: Final = ("produced", "consumed", "sold", "placed")
"""Counts of a player's results in the current phase."""
_STRENGTH_COUNTS: Final = ("military", "negative military")


def is_about_phase(count: ast.Count) -> bool:
    """Return whether a count is about the results of the current phase, of any player."""
    if count.inner is not None:
        return is_about_phase(count.inner)
    if count.having is not None:
        return is_about_phase(count.having.count)
    return count.things in (*PHASE_RESULTS, "kinds produced")


def is_about_others(count: ast.Count) -> bool:
    """Return whether a count is about other players."""
    return count.inner is not None or count.having is not None


def format_per(per: ast.Per | None) -> str:
    """Return " per ..." as canonical text, or "" for None."""
    if per is None:
        return ""
    divisor = "" if per.divisor == 1 else f"{per.divisor} "
    things = format_things(per.count, "singular" if per.divisor == 1 else "plural")
    maximum = "" if per.maximum is None else f", at most {per.maximum}"
    return f" per {divisor}{things}{maximum}"


def format_things(count: ast.Count, form: str) -> str:
    """Return the canonical text of a count. form: as for format_selector."""
    if count.inner is not None:
        owner = "by" if count.inner.things in PHASE_RESULTS else "of"
        return f"{format_things(count.inner, form)} {owner} other players"
    if count.having is not None:
        has = "have" if form == "plural" else "has"
        players = count.things if form == "plural" else count.things.removesuffix("s")
        return f"{players} who {_format_deed(count.having, has)}"
    suffix = f" {count.things}" if count.things in PHASE_RESULTS else ""
    return f"{_format_countable(count, form)}{suffix}"


def _format_countable(count: ast.Count, form: str) -> str:
    """Return the canonical text of a count, without "produced", "sold" or the like."""
    if count.things == "total cost" and count.selector is not None:
        return f"total cost of {format_selector(count.selector, 'plural')}"
    if count.things == "costliest" and count.selector is not None:
        return f"costliest {format_selector(count.selector, form)}"
    if count.things == "workers" and count.dice is not None:
        workers = format_workers(count.dice, 2 if form == "plural" else 1)
        return f"{workers} in {count.action}"
    if count.dice is not None:
        return format_dice(count.dice, 2 if form == "plural" else 1)
    if count.selector is not None:
        place = _PLACES.get(count.things, " without a good" if count.things == "empty" else "")
        return f"{format_selector(count.selector, form)}{place}"
    if count.goods is not None:
        return format_goods(count.goods, form)
    if count.token:
        return format_tokens(count.token, 2 if form == "plural" else 1)
    countable = THINGS.get(count.things) or _ROLL_THINGS[count.things]
    return countable.plural if form == "plural" else countable.singular


_PLACES: Final = {"hand": " in hand", "under": " under this"}
"""Places of hidden cards, of which only the number can be counted."""


def format_goods(goods: ast.Goods, form: str) -> str:
    """Return the canonical text of goods, like "rare goods of windfall worlds"."""
    text = f"{format_kinds(goods.kinds)}good{'s' if form == 'plural' else ''}"
    if form == "a":
        text = f"{article(text)} {text}"
    if goods.worlds is None:
        return text
    return f"{text} of {format_selector(goods.worlds, 'plural' if form == 'plural' else 'a')}"


def format_tokens(token: str, amount: int) -> str:
    """Return the canonical text of tokens, without their number."""
    return f"{token} token{'' if amount == 1 else 's'}"


def format_condition(condition: ast.Condition) -> str:
    """Return the canonical text of a condition: "you have 2 alien worlds"."""
    if condition.count.things == "scouts" and condition.count.dice is not None:
        return f"you scouted with {format_dice(condition.count.dice, form='a')}"
    if condition.test == "tie":
        return f"you tie for the most {_format_countable(condition.count, 'plural')}"
    if condition.test == "every":
        return f"you have every {_format_countable(condition.count, 'singular')}"
    if condition.count.things == "other players" and condition.count.having is not None:
        has = "have" if condition.low > 1 else "has"
        return f"{_format_others(condition)} {_format_deed(condition.count.having, has)}"
    if condition.test in ("most", "fewest"):
        verb = _verb(condition.count)
        return f"you {verb} the {condition.test} {_format_countable(condition.count, 'plural')}"
    return f"{'only ' if condition.test == 'only' else ''}you {_format_deed(condition)}"


_CHOICES: Final = {"chosen": ("chose", "choose"), "selected": ("selected", "select")}
"""Verbs of counts of a player's choice, alone and after "did not"."""


def _verb(count: ast.Count, have: str = "have") -> str:
    return count.things if count.things in PHASE_RESULTS else have


def _format_deed(condition: ast.Condition, have: str = "have") -> str:
    """Return what a condition says of a player: "have 2 alien worlds"."""
    if condition.count.things in _CHOICES:
        chose, choose = _CHOICES[condition.count.things]
        done = f"did not {choose}" if condition.high == 0 else chose
        return f"{done} {condition.count.action}"
    return f"{_verb(condition.count, have)} {_format_quantity(condition, _format_countable)}"


def _format_others(condition: ast.Condition) -> str:
    """Return which other players meet a condition: "no other player"."""
    if condition.high == 0:
        return "no other player"
    return "another player" if condition.low == 1 else f"{condition.low} other players"


def format_quantity(condition: ast.Condition) -> str:
    """Return the canonical text of a required number, as written in goals: "2 alien worlds"."""
    return _format_quantity(condition, format_things)


def _format_quantity(
    condition: ast.Condition, format_count: Callable[[ast.Count, str], str]
) -> str:
    low, high, count = condition.low, condition.high, condition.count
    if high == 0:
        return f"no {format_count(count, 'plural')}"
    if high is not None:
        return f"{high} or fewer {format_count(count, 'plural')}"
    if low != 1:
        return f"{low} {format_count(count, 'plural')}"
    if count.selector is not None and count.things not in _PLACES:
        return format_count(count, "a")
    singular = format_count(count, "singular")
    return singular if count.things == "negative military" else f"1 {singular}"


def check_goods(goods: ast.Goods) -> None:
    """Reject kinds that goods can't have."""
    for kind in goods.kinds:
        if kind not in ast.KINDS:
            kinds = f"name a kind: {', '.join(ast.KINDS)}"
            raise SemanticError("E314", f"goods can't be {kind}", goods.span, kinds)
    if goods.worlds is not None:
        check_noun(goods.worlds, "world")


def check_per(effect: Effect, phase: str, is_gain: bool = False) -> None:
    """Reject a count of an effect that isn't available in its phase.

    is_gain: whether the effect is a gain. Only gains of Military can count Military.
    """
    per = effect.per
    if per is None:
        return
    if per.divisor == 0:
        raise SemanticError("E312", "`per 0` divides by zero", per.span, "write 1 or more")
    check_count(per.count, phase, "E312")
    countable = THINGS[per.count.things]
    if countable.maximum and per.divisor > countable.maximum:
        raise SemanticError(
            "E312",
            f"this is always 0: there are at most {countable.maximum} {countable.plural}",
            per.span,
            f"count by a number from 1 to {countable.maximum}",
        )
    check_maximum(effect)
    if effect.verb == "military" and not is_gain:
        refuse_own_strength(per.count, "E312")


def multiplier_of(effect: Effect) -> ast.Per | None:
    """Return the multiplier of an effect for its hook, with a maximum of the multiplier itself.

    An effect of 0 keeps its maximum, because it may not have been refused yet.
    """
    per = effect.per
    if per is None or per.maximum is None or effect.quantity == 0:
        return per
    return replace(per, maximum=per.maximum // abs(effect.quantity))


def check_maximum(effect: Effect) -> None:
    """Reject a maximum that the effect never reaches exactly, or always stays below."""
    per, step = effect.per, abs(effect.quantity)
    if per is None or per.maximum is None or step == 0:
        return
    if per.maximum < step or per.maximum % step:
        below = max(1, per.maximum // step) * step
        numbers = str(below) if per.maximum < step else f"{below} or {below + step}"
        raise SemanticError(
            "E312",
            f"a maximum of {per.maximum} is never reached: each time, it is {step} more",
            per.span,
            f"write `at most {numbers}`".replace(" or ", "` or `at most "),
            Rewrite(per.span, "at most [0-9]+", f"at most {below}"),
        )
    countable = (THINGS | _ROLL_THINGS).get(per.count.things)
    if countable is None or not countable.maximum:
        return
    if -(-countable.maximum // max(1, per.divisor)) * step <= per.maximum:
        raise SemanticError(
            "E312",
            f"the maximum changes nothing: there are at most {countable.maximum}"
            f" {countable.plural}",
            per.span,
            "leave out `at most`",
            Rewrite(per.span, ",? at most [0-9]+", ""),
        )


def count_of_others(count: ast.Count, code: str) -> ast.Count | None:
    """Return what a count says of other players, if anything, with possible bounds."""
    if count.having is not None:
        check_bounds(count.having, code)
    return count.inner or (count.having.count if count.having else None)


def check_others(count: ast.Count, inner: ast.Count, code: str) -> None:
    """Reject what can't be counted of other players. inner: the count of each of them."""
    if inner.things == "under":
        advice = "count the cards under this card"
        raise SemanticError(code, "only you have this card", count.span, advice)
    if is_about_others(inner):
        advice = "count what they have themselves"
        raise SemanticError(code, "others of other players can't be counted", count.span, advice)
    if inner.things not in _OF_OTHERS and count.inner is not None:
        raise SemanticError(
            code,
            f"`{format_things(inner, 'plural')}` can't be added up for several players",
            count.span,
            "compare with one other player, like `if another player has 3 kinds of goods`",
        )
    if inner.selector is not None and count.things != "players":
        refuse_other(inner.selector)


_OF_OTHERS: Final = (
    *PHASE_RESULTS,
    "cards",
    "hand",
    "empty",
    "goods",
    "chips",
    "prestige",
    "tokens",
    "goals",
    "military",
    "dice",
    "workers",
    "credits",
    "total cost",
)
"""Counts that can be added up for several players."""


def check_count(count: ast.Count, phase: str, code: str) -> None:
    """Reject a count that isn't available in a phase. phase: a phase, or "goals"."""
    phases = THINGS[count.things].phases
    if phases and phase not in phases:
        raise SemanticError(
            code,
            f"{THINGS[count.things].name} cannot be counted in {phase}",
            count.span,
            f"it can be counted in: {', '.join(phases)}",
            of_phase=True,
        )
    check_kinds(count)
    inner = count_of_others(count, code)
    if inner is not None:
        check_count(inner, phase, code)
        check_others(count, inner, code)
    if count.selector is not None and count.things == "placed":
        check_noun(count.selector, PLACED_NOUNS[phase])
    if count.selector is not None and count.things == "empty":
        check_noun(count.selector, "world")
    if count.selector is not None and count.things in _PLACES:
        place = _PLACES[count.things]
        raise SemanticError(
            code,
            f"only the number of cards{place} can be counted, not their types",
            count.span,
            f"the closest count is `cards{place}`",
        )


def check_bounds(condition: ast.Condition, code: str) -> None:
    """Reject conditions that can never hold and conditions that always hold."""
    if condition.test not in ("have", "only"):
        return
    if condition.low == 0 and condition.high is None:
        raise SemanticError(
            code,
            "this always holds: the number is never below 0",
            condition.span,
            "write 1 or more",
        )
    countable = (THINGS | _ROLL_THINGS).get(condition.count.things)
    if countable is None or not countable.maximum:
        return
    if condition.low > countable.maximum:
        raise SemanticError(
            code,
            f"this never holds: there are at most {countable.maximum} {countable.plural}",
            condition.span,
            f"write a number from 1 to {countable.maximum}",
        )
    if condition.high is not None and condition.high >= countable.maximum:
        raise SemanticError(
            code,
            f"this always holds: there are at most {countable.maximum} {countable.plural}",
            condition.span,
            f"write a number below {countable.maximum}, or leave out the condition",
        )


def check_kinds(count: ast.Count) -> None:
    """Reject kinds of anything but worlds."""
    if count.selector is not None and count.things == "kinds of worlds":
        raise SemanticError(
            "E311",
            "only worlds have kinds",
            count.span,
            "write `kinds of worlds`",
            Rewrite(count.span, r"of +\w+", "of worlds"),
        )


def refuse_own_strength(count: ast.Count, code: str) -> None:
    """Reject total Military as a count for an effect that changes total Military."""
    if count.inner is not None:
        refuse_own_strength(count.inner, code)
    if count.having is not None:
        refuse_own_strength(count.having.count, code)
    if count.things in _STRENGTH_COUNTS:
        raise SemanticError(
            code,
            "total Military cannot depend on total Military",
            count.span,
            "count something else, like `per military world`",
        )
