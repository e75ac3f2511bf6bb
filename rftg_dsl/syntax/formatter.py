"""The canonical text of a power: one way to print each AST, the exact inverse of the parser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rftg_dsl.diagnostics.phrasing import article, counted
from rftg_dsl.syntax import ast


def format_power(power: ast.Power) -> str:
    """The canonical line; parse_power(format_power(power)) == power."""
    if power.phase == ast.SCORE:
        return f"score: {format_effect(power.effects[0])}"
    trigger = f"{_trigger(power.trigger)}, " if power.trigger else ""
    may = "may " if power.optional else ""
    cost = f"{_cost(power.cost, power.phase)} -> " if power.cost else ""
    effects = ", ".join(format_effect(effect) for effect in power.effects)
    each = _each(power.each) if power.each else ""
    condition = f" if {_condition(power.condition)}" if power.condition else ""
    return f"{power.phase}: {trigger}{may}{cost}{effects}{each}{condition}"


def format_selector(selector: ast.Selector, form: str) -> str:
    """A selector as words. form: "plural", "singular" (without an article) or "a"."""
    if selector.title is not None:
        return f'"{selector.title}"'
    words = [_adjective(adjective) for adjective in selector.adjectives]
    if _is_exact(selector.cost):
        assert selector.cost is not None
        words.insert(0, f"{selector.cost.low}-cost")
    words.append(f"{selector.noun}s" if form == "plural" else selector.noun)
    if selector.other:
        words.insert(0, "another" if form == "a" else "other")
    elif form == "a":
        words.insert(0, article(words[0]))
    return " ".join([*words, *_suffixes(selector)])


def format_effect(effect: ast.Effect) -> str:
    """One effect as words."""
    return _EFFECTS[effect.verb](effect)


def _trigger(trigger: ast.Trigger) -> str:
    if trigger.selector is None:
        return "after producing here"
    done = "paying for" if trigger.event == "paying" else trigger.event
    return f"after {done} {format_selector(trigger.selector, 'a')}"


def _cost(cost: ast.Cost, phase: str) -> str:
    if cost.what == "this":
        return "discard this"
    if cost.what == "cards":
        return f"discard {_up_to(cost)}{counted(cost.count or 0, 'card')}"
    if cost.what == "prestige":
        return f"spend {_up_to(cost)}{cost.count} prestige"
    spend = "" if phase == "consume" else "spend "
    assert cost.goods is not None
    if cost.goods.here:
        return f"{spend}this world's good"
    kind = _kind(cost.goods.kind)
    if cost.count is None:
        return f"{spend}all {kind}goods"
    different = " of different kinds" if cost.different else ""
    return f"{spend}{_up_to(cost)}{counted(cost.count, f'{kind}good')}{different}"


def _up_to(cost: ast.Cost) -> str:
    return "up to " if cost.up_to else ""


def _kind(kind: str | None) -> str:
    return f"{kind} " if kind else ""


def _cost_change(effect: ast.Effect) -> str:
    amount = str(effect.amount) if effect.absolute else f"{effect.amount:+d}"
    on = f" for {format_selector(effect.selector, 'plural')}" if effect.selector else ""
    return f"cost {amount}{on}{_per(effect)}"


def _military(effect: ast.Effect) -> str:
    on = f" against {format_selector(effect.selector, 'plural')}" if effect.selector else ""
    return f"military {effect.amount:+d}{on}{_per(effect)}"


def _price(effect: ast.Effect) -> str:
    goods = ""
    if effect.goods is not None:
        here = effect.goods.here
        goods = " for this world's good" if here else f" for {effect.goods.kind} goods"
    return f"price {effect.amount:+d}{goods}{_per(effect)}"


def _windfall(effect: ast.Effect) -> str:
    another = "another " if effect.other else ""
    kind = effect.goods.kind if effect.goods else None
    return f"{another}{_kind(kind)}windfall good"


def _on_a_card(effect: ast.Effect) -> str:
    assert effect.selector is not None
    return f"{effect.verb} {format_selector(effect.selector, 'a')}"


def _conquer(effect: ast.Effect) -> str:
    assert effect.selector is not None
    also = "or take over " if effect.either else ""
    return f"conquer {also}{format_selector(effect.selector, 'a')}"


def _upgrade(effect: ast.Effect) -> str:
    assert effect.numbers is not None
    return f"{_on_a_card(effect)} by {effect.numbers.low} to {effect.numbers.high}"


def _take_over(effect: ast.Effect) -> str:
    rival = f" from a player with {_rival(effect.rival)}" if effect.rival else ""
    return f"{_on_a_card(effect)}{rival}"


def _rival(rival: ast.Rival) -> str:
    if rival.selector is not None:
        return format_selector(rival.selector, "a")
    return f"military {rival.military} or more"


def _a_number(effect: ast.Effect) -> str:
    assert effect.numbers is not None
    return f"{effect.verb} a cost from {effect.numbers.low} to {effect.numbers.high}"


def _points_by_kinds(effect: ast.Effect) -> str:
    assert effect.selector is not None
    numbers = ", ".join(map(str, effect.table))
    return f"{numbers} by kinds of {format_selector(effect.selector, 'plural')}"


_EFFECTS: Final[dict[str, Callable[[ast.Effect], str]]] = {
    "draw": lambda effect: f"draw {effect.amount}{_per(effect)}",
    "keep": lambda effect: f"keep {effect.amount}{_per(effect)}",
    "discard": lambda effect: f"discard {effect.amount}",
    "mix": lambda _effect: "mix with hand",
    "save": lambda effect: f"save {counted(effect.amount or 0, 'card')}",
    "draw saved": lambda _effect: "draw saved cards",
    "draw discards": lambda _effect: "draw others' discards",
    "cost": _cost_change,
    "military": _military,
    "defense": lambda effect: f"defense {effect.amount:+d}{_per(effect)}",
    "price": _price,
    "vp": lambda effect: f"{effect.amount} vp{_per(effect)}",
    "prestige": lambda effect: f"{effect.amount} prestige{_per(effect)}",
    "good": lambda _effect: "good",
    "good on it": lambda _effect: "good on it",
    "windfall good": _windfall,
    "pay for": _on_a_card,
    "conquer": _conquer,
    "place": _on_a_card,
    "upgrade": _upgrade,
    "take over": _take_over,
    "destroy": lambda _effect: "destroy it",
    "defeat": lambda _effect: "defeat a takeover",
    "sell": lambda effect: "sell it without trade powers" if effect.plain else "sell it",
    "cannot sell": lambda _effect: "cannot sell this world's good",
    "guess": _a_number,
    "ante": _a_number,
    "hand limit": lambda effect: f"hand limit {effect.amount}",
    "at": lambda effect: f"at {counted(effect.amount or 0, 'card')}",
    "choose last": lambda _effect: "choose last",
    "points": lambda effect: f"{effect.amount}{_per(effect)}",
    "points by kinds": _points_by_kinds,
}
"""One canonical text for each verb of lower.USES."""


def _per(effect: ast.Effect) -> str:
    per = effect.per
    if per is None:
        return ""
    number = "" if per.divisor == 1 else f"{per.divisor} "
    return f" per {number}{_things(per)}"


def _things(per: ast.Per) -> str:
    ending = "" if per.divisor == 1 else "s"
    if per.things == "cards":
        assert per.selector is not None
        return format_selector(per.selector, "plural" if ending else "singular")
    if per.things == "goods":
        return f"{_kind(per.kind)}good{ending} produced"
    if per.things == "military":
        return "total military"
    return {"kinds": f"kind{ending} produced", "chips": f"vp chip{ending}"}.get(
        per.things, per.things
    )


def _each(each: ast.Each) -> str:
    return " each beyond the first" if each.beyond_first else " each"


def _condition(condition: ast.Condition) -> str:
    if condition.test == "most produced":
        return f"you produced the most {_kind(condition.kind)}goods"
    if condition.test == "most":
        return f"you have the most {format_measure(condition.held)}"
    return f"you have {_count(ast.Count(condition.number, condition.held))}"


def _adjective(adjective: ast.Adjective) -> str:
    return ("non-" if adjective.negated else "") + " or ".join(adjective.words)


def _is_exact(wanted: ast.Range | None) -> bool:
    return wanted is not None and wanted.low == wanted.high


def _suffixes(selector: ast.Selector) -> list[str]:
    found = []
    if selector.power is not None:
        goods = f" for {_range(selector.spends)} goods" if selector.spends else ""
        found.append(f"with {article(selector.power)} {selector.power} power{goods}")
    if selector.strength is not None:
        found.append(f"with military {_range(selector.strength, '+d')}")
    if selector.keyword is not None:
        found.append(f"with the {selector.keyword} keyword")
    if selector.cost is not None and not _is_exact(selector.cost):
        found.append(f"of cost {_cost_range(selector.cost)}")
    if selector.defense is not None:
        found.append(f"of defense {_cost_range(selector.defense)}")
    return found


def _cost_range(wanted: ast.Range) -> str:
    """No card costs less than 0, so from 0 up is `or less`."""
    return f"{wanted.high} or less" if wanted.low == 0 and wanted.high else _range(wanted)


def _range(wanted: ast.Range, form: str = "") -> str:
    low = f"{wanted.low:{form}}"
    if wanted.high is None:
        return f"{low} or more"
    return low if wanted.low == wanted.high else f"{low} to {wanted.high:{form}}"


# --- goals and search categories


def format_goal(ways: tuple[tuple[ast.Count, ...], ...]) -> str:
    """The canonical text of a goal's condition; parse_goal(format_goal(ways)) == ways."""
    return " or ".join(" and ".join(_count(count) for count in way) for way in ways)


def format_measure(things: ast.Per) -> str:
    """The canonical text of what a goal measures: "total military", "production worlds"."""
    if things.selector is not None:
        return format_selector(things.selector, "plural")
    if things.things == "held goods":
        return f"{_kind(things.kind)}goods"
    return _MEASURES.get(things.things, things.things)


def format_cards(ways: tuple[ast.Selector, ...]) -> str:
    """The canonical text of a search category: selectors, any of which fits."""
    return " or ".join(format_selector(way, "plural") for way in ways)


_MEASURES: Final = {
    "chips": "vp chips",
    "military": "total military",
    "phases": "phases with a power",
}


def _count(count: ast.Count) -> str:
    if count.number != 1:
        return f"{count.number} {format_measure(count.per)}"
    if count.per.selector is not None:
        return format_selector(count.per.selector, "a")
    if count.per.things == "held goods":
        return f"1 {_kind(count.per.kind)}good"
    return _ONE.get(count.per.things) or format_measure(count.per)


_ONE: Final = {
    "chips": "1 vp chip",
    "military": "1 total military",
    "prestige": "1 prestige",
    "kinds of worlds": "1 kind of worlds",
    "phases": "1 phase with a power",
    "discards": "1 discard",
}
"""How one of a thing is counted; less than no military is said without a number."""
