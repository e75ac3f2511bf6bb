"""Errors of powers that mean nothing, and what words of several families refuse."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NamedTuple

from rftg_dsl.limits import COST
from rftg_dsl.structs import struct
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Effect, Power, Span

UNSAYABLE: Final = "no power can say this"
"""The help where only something else can be said."""


class Rewrite(NamedTuple):
    """What to write: `new` for the words `old` in a part of the line, for all of it where "".

    old: a regular expression. sure: nothing else can be meant.
    """

    span: Span
    old: str
    new: str
    sure: bool = False


@struct
class SemanticError(Exception):
    """A power that parses but says nothing a game could do; `code` is a diagnostic's.

    rewrite: what mends it. of_phase: it is the phase that has no use for what `span` says.
    nearest: a power that says something else, where none says what was meant; `help` is then for
    where that one means nothing, either.
    """

    code: str
    message: str
    span: Span
    help: str
    rewrite: Rewrite | None = None
    of_phase: bool = False
    nearest: Power | None = None


PLACED_NOUNS: Final = {"develop": "development", "settle": "world"}
"""What a phase places."""


def check_scope(effect: Effect, noun: str) -> None:
    """Refuse `other` in an effect on cards not in the tableau yet, which it cannot tell apart."""
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
    if cards and any(
        adjective.negated and adjective.words == ("military",) for adjective in cards.adjectives
    ):
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
            of_phase=selector.noun in PLACED_NOUNS.values(),
        )


def check_numbers(effect: Effect, help: str, least: int = 0) -> None:
    """Refuse numbers to choose from that go down or start below `least`."""
    numbers = effect.numbers
    if numbers and (numbers.high is None or numbers.low > numbers.high or numbers.low < least):
        raise SemanticError(
            "E313", f"the numbers must go up, and start at {least} or more", effect.span, help
        )
    if numbers and numbers.high is not None and numbers.high > COST:
        raise SemanticError("E313", f"no card costs more than {COST}", effect.span, help)


_Part = ast.Condition | ast.Cost | ast.Per | ast.Trigger


def refuse(power: Power, part: _Part | None, code: str, message: str) -> None:
    """Refuse a part of a power, where it is there."""
    if part is not None:
        raise SemanticError(code, message, part.span, UNSAYABLE, nearest=power_without(power, part))


def power_without(power: Power, part: _Part) -> Power:
    """Return the power that is left without one of its parts."""
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
    """Return an effect without one of its parts: `per` or `selector`."""
    nothing: dict[str, Any] = {field: None}
    return replace(effect, **nothing)


def without(each: ast.Each) -> Rewrite:
    """Return a rewrite that leaves `each` out, with the space before it."""
    return Rewrite(Span(each.span.start - 1, each.span.end), "", "")


def refuse_beyond_first(power: Power, what: str) -> None:
    """Refuse `beyond the first` where the first thing given up counts as well."""
    if power.each and power.each.beyond_first:
        raise SemanticError(
            "E310",
            f"{what} comes for each thing given up, the first as well",
            power.each.span,
            "write `each` alone",
            Rewrite(power.each.span, "", "each"),
        )


def only(power: Power, verbs: set[str]) -> Effect:
    """Return the one effect with one of these verbs. Raises SemanticError for several."""
    matching = [effect for effect in power.effects if effect.verb in verbs]
    if len(matching) != 1:
        raise SemanticError(
            "E305",
            "one power does this in one way",
            matching[-1].span,
            "write the other way as a power line of its own",
        )
    return matching[0]


def at_most_one(power: Power, verbs: set[str]) -> Effect | None:
    """Return the effect with one of these verbs, or None. Raises SemanticError for several."""
    return only(power, verbs) if any(effect.verb in verbs for effect in power.effects) else None


def refuse_others(power: Power, allowed: set[str]) -> None:
    """Refuse effects with other verbs than these, plain gains aside."""
    for effect in power.effects:
        if effect.verb not in allowed and not effect.is_plain_gain:
            raise SemanticError(
                "E305",
                f"`{effect.verb}` has no meaning here",
                effect.span,
                "a power line of its own would have nothing to do with this one",
            )


def refuse_several(power: Power) -> None:
    """Refuse several effects behind one price: each effect would ask for the price anew."""
    if power.cost and len(power.effects) > 1:
        raise SemanticError(
            "E305",
            "what is given up here serves one effect",
            power.effects[1].span,
            "write it as a power line with a price of its own",
        )


def refuse_each(power: Power, message: str) -> None:
    """Refuse `each` where an effect comes once."""
    if power.each:
        each = power.each
        raise SemanticError("E310", message, each.span, "leave out `each`", without(each))


def target_of(power: Power, effect: Effect) -> ast.Selector:
    """Return the cards that an effect is about; it happens once, so it takes no `each`."""
    refuse_each(power, f"`{effect.verb}` is done once")
    target = effect.selector
    assert target is not None
    check_noun(target, PLACED_NOUNS.get(power.phase, "world"))
    return target


def _says_military(target: ast.Selector, wanted: bool) -> bool:
    said = [adjective for adjective in target.adjectives if adjective.words == ("military",)]
    return any(adjective.negated != wanted for adjective in said)


def want_military(target: ast.Selector, why: str) -> None:
    """Refuse worlds that are not said to be military."""
    if not _says_military(target, wanted=True) and target.title is None:
        _refuse_world(target, why, "military world")


def want_non_military(target: ast.Selector, effect: Effect, why: str) -> None:
    """Refuse worlds that are not said to be non-military."""
    if not _says_military(target, wanted=False) and target.title is None:
        _refuse_world(target, f"{why}, so `{effect.verb}` is for others", "non-military world")


def _refuse_world(target: ast.Selector, why: str, wanted: str) -> None:
    said = _says_military(target, wanted=True) or _says_military(target, wanted=False)
    old, new = ("(?:non-)?military world", wanted) if said else ("world", wanted)
    rewrite = Rewrite(target.span, old, new)
    raise SemanticError("E309", why, target.span, f"name a `{wanted}`", rewrite)
