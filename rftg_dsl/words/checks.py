"""Semantic errors of powers, and checks shared by several effects."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NamedTuple

from rftg_dsl.limits import COST
from rftg_dsl.structs import struct
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Effect, Power, Span

INEXPRESSIBLE: Final = "no power can express this"
"""Help for errors that have no equivalent power."""


class Rewrite(NamedTuple):
    """A replacement within a power line.

    old: regular expression of the replaced words; "" for the whole span.
    sure: whether the fix is certain.
    """

    span: Span
    old: str
    new: str
    sure: bool = False


@struct
class SemanticError(Exception):
    """A power that parses but has no meaning in the game.

    code: code of the diagnostic.
    rewrite: a fix, or None.
    of_phase: whether the text would be allowed in another phase.
    nearest: the closest valid power; `help` is used if that power is invalid, too.
    """

    code: str
    message: str
    span: Span
    help: str
    rewrite: Rewrite | None = None
    of_phase: bool = False
    nearest: Power | None = None


PLACED_NOUNS: Final = {"develop": "development", "settle": "world"}
"""Type of card that each phase places."""


def check_scope(effect: Effect, noun: str) -> None:
    """Reject other types of card, and `other` for cards that aren't in the tableau yet."""
    if effect.selector is not None:
        check_noun(effect.selector, noun)
        refuse_other(effect.selector)


def refuse_other(selector: ast.Selector) -> None:
    """Reject `other` if this card can never be meant."""
    if selector.other:
        raise SemanticError(
            "E311",
            "`other` has no effect here, because this card is never meant",
            selector.span,
            "leave out `other`",
            Rewrite(selector.span, "other +", "", sure=True),
        )


def refuse_non_military(effect: Effect) -> None:
    """Reject Military against non-military worlds."""
    cards = effect.selector
    if cards and any(
        adjective.negated and adjective.words == ("military",) for adjective in cards.adjectives
    ):
        raise SemanticError(
            "E309",
            "only military worlds are conquered, so military has no effect on non-military worlds",
            cards.span,
            "leave out `non-military`",
            Rewrite(cards.span, "non-military +", ""),
        )


def check_noun(selector: ast.Selector, noun: str) -> None:
    """Reject nouns other than this type of card or `card`."""
    if selector.title is None and selector.noun not in (noun, "card"):
        raise SemanticError(
            "E311",
            f"only a {noun} can be meant here, not a {selector.noun}",
            selector.span,
            f"write `{noun}` instead of `{selector.noun}`",
            Rewrite(selector.span, selector.noun, noun),
            of_phase=selector.noun in PLACED_NOUNS.values(),
        )


def check_numbers(effect: Effect, help: str, minimum: int = 0) -> None:
    """Reject ranges that go down or start below `minimum`."""
    numbers = effect.numbers
    if numbers and (numbers.high is None or numbers.low > numbers.high or numbers.low < minimum):
        raise SemanticError(
            "E313",
            f"the range must start at {minimum} or more, and must not go down",
            effect.span,
            help,
        )
    if numbers and numbers.high is not None and numbers.high > COST:
        raise SemanticError("E313", f"no card costs more than {COST}", effect.span, help)


_Part = ast.Condition | ast.Cost | ast.Per | ast.Trigger


def refuse(power: Power, part: _Part | None, code: str, message: str) -> None:
    """Reject a power that has this part."""
    if part is not None:
        raise SemanticError(
            code, message, part.span, INEXPRESSIBLE, nearest=power_without(power, part)
        )


def power_without(power: Power, part: _Part) -> Power:
    """Return a copy of a power without one of its parts."""
    if part is power.cost:
        return replace(power, cost=None, each=None, optional=False)
    return replace(
        power,
        trigger=None if part is power.trigger else power.trigger,
        condition=None if part is power.condition else power.condition,
        effects=tuple(
            effect_without(effect, "per") if effect.per is part else effect
            for effect in power.effects
        ),
    )


def effect_without(effect: Effect, field: str) -> Effect:
    """Return a copy of an effect without `per` or `selector`."""
    nothing: dict[str, Any] = {field: None}
    return replace(effect, **nothing)


def remove_each(each: ast.Each) -> Rewrite:
    """Return a rewrite without `each` and the space before it."""
    return Rewrite(Span(each.span.start - 1, each.span.end), "", "")


def refuse_beyond_first(power: Power, subject: str) -> None:
    """Reject `beyond the first` for effects that also count the first item given up."""
    if power.each and power.each.beyond_first:
        raise SemanticError(
            "E310",
            f"{subject} counts every item given up, including the first",
            power.each.span,
            "write `each` alone",
            Rewrite(power.each.span, "", "each"),
        )


def single_effect(power: Power, verbs: set[str]) -> Effect:
    """Return the effect with one of these verbs. Raises SemanticError for several."""
    matching = [effect for effect in power.effects if effect.verb in verbs]
    if len(matching) != 1:
        raise SemanticError(
            "E305",
            "this can appear only once in a power",
            matching[-1].span,
            "write it as a separate power line",
        )
    return matching[0]


def optional_effect(power: Power, verbs: set[str]) -> Effect | None:
    """Return the effect with one of these verbs, or None. Raises SemanticError for several."""
    return (
        single_effect(power, verbs)
        if any(effect.verb in verbs for effect in power.effects)
        else None
    )


def refuse_others(power: Power, allowed: set[str]) -> None:
    """Reject effects with other verbs, except plain gains."""
    for effect in power.effects:
        if effect.verb not in allowed and not effect.is_plain_gain:
            raise SemanticError(
                "E305",
                f"`{effect.verb}` has no meaning here",
                effect.span,
                "write it as a separate power line; it will not be connected to this one",
            )


def refuse_several(power: Power) -> None:
    """Reject several effects after one price: each would require the price again."""
    if power.cost and len(power.effects) > 1:
        raise SemanticError(
            "E305",
            "this cost can pay for only one effect",
            power.effects[1].span,
            "write it as a separate power line with its own cost",
        )


def refuse_each(power: Power, message: str) -> None:
    """Reject `each` for an effect that happens once."""
    if power.each:
        each = power.each
        raise SemanticError("E310", message, each.span, "leave out `each`", remove_each(each))


def target_of(power: Power, effect: Effect) -> ast.Selector:
    """Return the cards that an effect targets. Raises SemanticError for `each`."""
    refuse_each(power, f"`{effect.verb}` happens only once")
    target = effect.selector
    assert target is not None
    check_noun(target, PLACED_NOUNS.get(power.phase, "world"))
    return target


def _has_military_adjective(target: ast.Selector, is_military: bool) -> bool:
    adjectives = [adjective for adjective in target.adjectives if adjective.words == ("military",)]
    return any(adjective.negated != is_military for adjective in adjectives)


def require_military(target: ast.Selector, message: str) -> None:
    """Reject worlds without the adjective `military`."""
    if not _has_military_adjective(target, is_military=True) and target.title is None:
        _raise_wrong_world(target, message, "military world")


def require_non_military(target: ast.Selector, effect: Effect, reason: str) -> None:
    """Reject worlds without the adjective `non-military`."""
    if not _has_military_adjective(target, is_military=False) and target.title is None:
        _raise_wrong_world(
            target, f"{reason}, so `{effect.verb}` needs a non-military world", "non-military world"
        )


def _raise_wrong_world(target: ast.Selector, message: str, required: str) -> None:
    has_adjective = _has_military_adjective(target, is_military=True) or _has_military_adjective(
        target, is_military=False
    )
    old, new = ("(?:non-)?military world", required) if has_adjective else ("world", required)
    rewrite = Rewrite(target.span, old, new)
    raise SemanticError("E309", message, target.span, f"name a `{required}`", rewrite)
