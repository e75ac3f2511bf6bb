"""Checks of powers, and lowering from the AST to hooks by families of effects.

A power that fits no family is rejected, so every accepted line does something.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import replace
from typing import Final

from rftg_dsl.games import GAMES, load_attribute
from rftg_dsl.hooks import AnyHook
from rftg_dsl.hooks import race as hooks
from rftg_dsl.semantics.select import goods_in
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Effect, Power, Span
from rftg_dsl.words.checks import Rewrite, SemanticError, remove_each
from rftg_dsl.words.conditions import (
    check_condition,
    check_multipliers,
    check_trigger,
    waits_for_the_end,
)
from rftg_dsl.words.counts import check_goods
from rftg_dsl.words.effects.cards import EXPLORE_FAMILY
from rftg_dsl.words.effects.own import OWN
from rftg_dsl.words.lowering import Family, Hooks, lower_action, lower_rules
from rftg_dsl.words.prices import check_price
from rftg_dsl.words.verbs import EFFECTS, FAMILIES, join_verbs, vocabulary


def lower(power: Power) -> Hooks:
    """Return the hooks of a Race power, in the order of its effects. Raises SemanticError."""
    _check_after_discarding(power)
    if power.also:
        _reject_own_placement(power)
        phases = [replace(power, phase=phase, also="") for phase in power.phases]
        return tuple(hook for single_phase in phases for hook in lower(single_phase))
    if power.others:
        return _lower_choice(power)
    lowered = _lower(power)
    if not power.once:
        return lowered
    _require_use(power, lowered)
    return tuple(replace(hook, once=True) for hook in lowered)


def _check_after_discarding(power: Power) -> None:
    """Reject choices after this card has been discarded: its gains are given at once."""
    trigger = power.trigger
    if trigger is None or trigger.event != "discarding":
        return
    if power.cost or power.others or power.once:
        raise SemanticError(
            "E304",
            "what a card gives when it is discarded can't have a cost, a choice or `once a game`",
            trigger.span,
            "write only what it gives, as in `settle: after discarding this, draw 1`",
        )


def _reject_own_placement(power: Power) -> None:
    """Reject what happens when this card is placed in two phases."""
    for span in own_placement_spans(power):
        raise SemanticError(
            "E304",
            "this card is placed in only one phase: a development in Develop, a world in Settle",
            span,
            "write `develop:` for a development, `settle:` for a world",
        )


def own_placement_spans(power: Power) -> list[Span]:
    """Return the spans of a power's parts that apply when its own card is placed."""
    trigger = power.trigger
    spans = [effect.span for effect in power.effects if effect.verb in OWN]
    if trigger and trigger.event == "placing" and trigger.selector is None:
        spans.append(trigger.span)
    return spans


def _lower_choice(power: Power) -> Hooks:
    """Return the only hook of a choice between gains."""
    for effect in power.all_effects:
        if not effect.can_be_chosen:
            raise SemanticError(
                "E305",
                f"`{effect.verb}` can't be in a choice",
                effect.span,
                "write it in a line of its own",
            )
    lowered = [lower(variant) for variant in power.variants()]
    if waits_for_the_end(power):
        lowered = [_defer_to_end(variant) for variant in lowered]
    gains: list[tuple[Effect, ...]] = []
    for effects, variant in zip((power.effects, *power.others), lowered, strict=True):
        first = lowered[0][0]
        if len(variant) != 1 or replace(variant[0], gains=()) != replace(first, gains=()):
            raise _choice_error(effects[0].span)
        if variant[0].gains in gains:
            raise SemanticError(
                "E305", "both alternatives are the same", effects[0].span, "write it once"
            )
        gains.append(variant[0].gains)
    action = lowered[0][0]
    if not isinstance(action, hooks.Action):
        raise _choice_error(power.effects[0].span)
    return (replace(action, choices=tuple(gains[1:])),)


def _defer_to_end(lowered: Hooks) -> Hooks:
    """Return hooks whose actions take place at the end of their phase."""
    return tuple(
        replace(hook, moment=f"{hook.phase} end") if isinstance(hook, hooks.Action) else hook
        for hook in lowered
    )


def _choice_error(span: Span) -> SemanticError:
    return SemanticError(
        "E305",
        "only gains can be alternatives",
        span,
        "write one of them, or write each on its own power line to have both",
    )


_USABLE_HOOKS: Final = (hooks.Action, hooks.Instead, hooks.Place, hooks.TakeOver)
"""Hooks that the owner uses, with or without a price."""


def _require_use(power: Power, lowered: Hooks) -> None:
    """Reject `once a game` for powers that always apply or that happen only once anyway."""
    if power.phase == "game end":
        raise SemanticError(
            "E305",
            "the game ends only once, so `once a game` has no effect here",
            power.effects[0].span,
            "leave out `once a game`",
        )
    for hook in lowered:
        if not isinstance(hook, _USABLE_HOOKS) and hook.price is None:
            raise make_once_error(power)


def _lower(power: Power) -> Hooks:
    check(power)
    verbs = {effect.verb for effect in power.effects}
    for family in _candidate_families(power, verbs):
        companions = family.companions | _PLAIN_GAINS if family.with_gains else family.companions
        if family.main & verbs and verbs <= family.main | companions:
            return family.lower(power)
    raise SemanticError(
        "E305",
        f"{join_verbs(sorted(verbs))} cannot be combined in one power",
        power.effects[-1].span,
        _separation_help(power),
    )


def _separation_help(power: Power) -> str:
    """Return help for effects that can't be combined."""
    shared_part = power.cost or power.trigger or power.condition
    if shared_part or any(effect.is_chosen for effect in power.effects):
        return "separate power lines would be independent of each other, so choose one of them"
    return "write each effect on its own power line"


_PLAIN_GAINS: Final = frozenset(verb for verb, word in EFFECTS.items() if word.is_plain_gain)
_RULES: Final = Family(
    frozenset(verb for verb, word in EFFECTS.items() if word.changes), lower_rules
)
_ACTIONS: Final = Family(
    frozenset(verb for verb, word in EFFECTS.items() if word.gain)
    - {verb for family in FAMILIES for verb in family.main},
    lower_action,
)
_FAMILIES: Final = (*FAMILIES, _RULES, _ACTIONS)


def _candidate_families(power: Power, verbs: Set[str]) -> tuple[Family, ...]:
    # A draw in Explore adds to the explored cards. With a price, or elsewhere, it is a gain.
    has_price = power.cost is not None and not verbs & {"keep", "look at", "mix"}
    if power.phase == "explore" and verbs & EXPLORE_FAMILY.main and not has_price:
        return (EXPLORE_FAMILY,)
    return (_RULES,) if power.phase == "setup" else _FAMILIES


def lower_for_game(power: Power) -> tuple[AnyHook, ...]:
    """Return the hooks of a power of any game. Raises SemanticError."""
    lowering: Callable[[Power], tuple[AnyHook, ...]] = load_attribute(GAMES[power.game].lowering)
    return lowering(power)


def check(power: Power) -> None:
    """Raise SemanticError for a power that can't work, whichever effects it combines."""
    check_verbs(power)
    check_required_parts(power)
    check_repeats(power)
    check_trigger(power)
    check_price(power)
    check_condition(power)
    check_multipliers(power)
    check_may(power)
    _check_each(power)
    check_amounts(power)
    _check_kinds(power)


def check_verbs(power: Power) -> None:
    """Reject effects that don't exist in the power's phase or moment."""
    words = vocabulary(power.game)
    for effect in power.effects:
        if effect.verb not in words.uses[power.phase]:
            raise SemanticError(
                "E301",
                f"`{effect.verb}` can't be used in {power.phase}",
                effect.span,
                f"it can be used in: {', '.join(words.phases_of(effect.verb))}",
                of_phase=True,
            )


def check_required_parts(power: Power) -> None:
    """Reject effects that need other parts of the power."""
    for effect in power.effects:
        effect.check(power)


def check_repeats(power: Power) -> None:
    """Reject repeated effects that a power can have only once."""
    verbs: set[str] = set()
    for effect in power.effects:
        if effect.is_idempotent and effect.verb in verbs:
            raise SemanticError(
                "E305",
                f"a power can have `{effect.verb}` only once",
                effect.span,
                "leave it out here",
            )
        verbs.add(effect.verb)


def check_may(power: Power) -> None:
    """Reject `may` without a choice, and require it if there is one."""
    # Only consume powers make players give up goods without a choice.
    must_be_optional = power.cost is not None and (
        power.phase != "consume" or any(part.what != "goods" for part in power.cost.parts)
    )
    has_choice = any(effect.is_chosen for effect in power.effects)
    if (must_be_optional or has_choice) and not power.optional:
        span = power.cost.span if power.cost else power.effects[0].span
        raise SemanticError(
            "E308",
            "this is the player's choice, so it needs `may`",
            span,
            "put `may` before it",
            Rewrite(Span(span.start, span.start), "", "may ", sure=True),
        )
    first, *later = power.effects
    chooses_later = any(effect.is_chosen and effect.gain for effect in later)
    if power.cost is None and chooses_later and not first.is_chosen:
        raise SemanticError(
            "E308",
            f"`{first.verb}` would happen before the player's choice, and regardless of it",
            first.span,
            "write the chosen effect first, then the effects that accompany it",
        )
    if power.optional and power.cost is None and not has_choice:
        if power.once:
            raise make_once_error(power)
        raise SemanticError(
            "E308",
            "`may` without a cost offers no choice",
            power.effects[0].span,
            "leave out `may`, or put a cost before `->`",
            Rewrite(Span(power.span.start, power.effects[0].span.start), "may +", ""),
        )


def make_once_error(power: Power) -> SemanticError:
    """Return the error for `once a game` in a power that always applies."""
    change = power.effects[0]
    nearest = "add a cost, such as `discard 1 card`"
    if change.verb in ("cost", "military") and not power.condition and not power.trigger:
        text = f"{power.phase}: may spend 1 relic token -> {change.text()}"
        nearest = (
            "to come close, let the card bring a token, such as"
            f" `{power.phase}: after placing this, 1 relic token`, and `{text}`"
        )
    return SemanticError(
        "E305",
        "`once a game` is for powers that the owner uses, but this one always applies",
        change.span,
        nearest,
    )


def _end_of(span: Span) -> Span:
    return Span(span.end, span.end)


def _happens_once(effect: Effect) -> bool:
    return effect.is_chosen or effect.is_given_once or effect.absolute


def _check_each(power: Power) -> None:
    price, each = power.cost, power.each
    if each:
        _check_units(power, each)
    is_open = price is not None and (price.up_to or price.count is None)
    if is_open and not each:
        assert price is not None
        if any(map(_happens_once, power.effects)):
            raise SemanticError(
                "E310",
                "this happens only once, so the number given up for it must be fixed",
                price.span,
                "leave out `up to`, or write a number instead of `all`",
            )
        raise SemanticError(
            "E310",
            "the number given up is open, so the effects need `each`",
            price.span,
            "put `each` at the end of the effects",
            Rewrite(_end_of(power.effects[-1].span), "", " each", sure=True),
        )


def _check_units(power: Power, each: ast.Each) -> None:
    """Reject `each` if nothing countable is given up, or for effects that can't be repeated."""
    price = power.cost
    puts_cards = any(effect.verb == "put" for effect in power.effects)
    if price is None or price.what == "this" or puts_cards:
        raise SemanticError(
            "E310",
            "`each` means each item given up, but nothing is",
            each.span,
            "write what all the cards give together, without `each`"
            if puts_cards
            else "leave out `each`, or use `per` to count something",
            None if puts_cards else remove_each(each),
        )
    for effect in power.effects:
        if effect.per is not None and effect.per.maximum is not None:
            raise SemanticError(
                "E310",
                "with `each`, it would be unclear if the maximum is for each item or for all",
                effect.per.span,
                "leave out `at most`, or give up a fixed number without `each`",
                Rewrite(effect.per.span, ",? at most [0-9]+", ""),
            )
        if _happens_once(effect):
            effect_text = "cost 0" if effect.absolute else effect.verb
            raise SemanticError(
                "E310",
                f"`{effect_text}` can't be repeated",
                each.span,
                "leave out `each`",
                remove_each(each),
            )
    if price.count == 1 and (each.beyond_first or not price.up_to):
        raise SemanticError(
            "E310",
            "at most one item is given up",
            each.span,
            "write `each` alone" if price.up_to else "leave out `each`",
            Rewrite(each.span, "", "each") if price.up_to else remove_each(each),
        )


def check_amounts(power: Power) -> None:
    """Reject numbers that change nothing or are out of range for the phase or moment."""
    for effect in power.effects:
        limits = effect.takes.get(power.phase)
        if limits and effect.amount is not None:
            _check_sensible(effect, *limits)
        elif effect.amount == 0 and not effect.absolute:
            raise SemanticError(
                "E315",
                f"{effect.verb} by 0 changes nothing",
                effect.span,
                "write at least 1, or delete it",
            )


def _check_sensible(effect: Effect, low: int, high: int) -> None:
    if effect.amount is not None and not low <= effect.amount <= high:
        raise SemanticError(
            "E317",
            f"`{effect.verb}` takes a number from {low} to {high} here, not {effect.amount}",
            effect.span,
            f"write a number from {low} to {high}",
        )


def _check_kinds(power: Power) -> None:
    price = power.cost
    for goods in goods_in(power):
        check_goods(goods)
    if price and price.count == 1 and (price.different or price.same):
        kinds = "of different kinds" if price.different else "of the same kind"
        raise SemanticError(
            "E302", "a single good has only one kind", price.span, f"leave out `{kinds}`"
        )
    if price and price.same and _kinds_that_fit(price) == 1:
        raise SemanticError(
            "E302",
            "all these goods have the same kind anyway",
            price.span,
            "leave out `of the same kind`",
        )
    if price and price.different and (price.count or 0) > _kinds_that_fit(price):
        raise SemanticError(
            "E302",
            f"there aren't {price.count} different kinds of these goods",
            price.span,
            f"write at most `{len(ast.KINDS)} goods of different kinds`",
        )


def _kinds_that_fit(price: ast.Cost) -> int:
    kinds = price.goods.kinds if price.goods else ()
    return len(kinds) or len(ast.KINDS)
