"""Takeovers that the owner declares (arc 1 booklet, Takeovers); nobody else declares any.

What the start of the phase knew has a part in them, and nothing newly placed.
"""

from __future__ import annotations

from rftg_dsl.syntax.ast import Effect, Power, Selector
from tests.combinations.evaluator.cards import is_meant
from tests.combinations.evaluator.placing import Chosen, Placer
from tests.combinations.evaluator.table import Holder, Model, Uncovered, expect

Attack = tuple[str, Power, Effect]
"""A card, its line, and the effect that takes over."""


def declare(placer: Placer) -> tuple[Attack, str] | None:
    """Follow what is declared in place of a placement; return by what, and the world."""
    model = placer.model
    attacks = _attacks(placer)
    worlds = {
        ("line" if line is model.line else title, world): ((title, line, effect), world)
        for title, line, effect in attacks
        for world in _targets(model, title, effect)
    }
    asked = model.asked("takeover")
    if asked is None:
        expect(not worlds, f"no takeover is offered, and there are {sorted(worlds)}")
        return None
    if any(effect.verb == "conquer" for effect in model.line.effects):
        raise Uncovered("takeovers of worlds that are not military")
    model.answer("takeover")
    offered = sorted((one[0], one[1]) for one in asked.options if one)
    expect(offered == sorted(worlds), f"takeovers are {offered}, and not {sorted(worlds)}")
    if model.asked("pay for takeover"):
        raise Uncovered("Military called up for takeovers")
    if not asked.answer:
        return None
    attack, world = worlds[asked.answer[0], asked.answer[1]]
    placer.give_up(Chosen(*attack), 1)
    return attack, world


def _attacks(placer: Placer) -> list[Attack]:
    """Return the lines that can take over worlds, for what is there."""
    model = placer.model
    return [
        (title, line, effect)
        for title, line in model.lines(model.me, "settle")
        for effect in line.effects
        if effect.verb == "take over"
        and model.holds(line, title)
        and (line.cost is None or placer.actor.can_pay(line.cost, title))
    ]


def _targets(model: Model, title: str, effect: Effect) -> list[str]:
    cards = effect.selector
    assert cards is not None
    return [
        world
        for other in model.places
        if other is not model.me and _may_be_attacked(model, other, effect, title)
        for world in other.began
        if model.facts[world].military and is_meant(cards, model.facts[world], title)
    ]


def _may_be_attacked(model: Model, other: Holder, effect: Effect, title: str) -> bool:
    rival = effect.rival
    if rival is None:
        return True
    if rival.military is not None:
        return model.military(other) >= rival.military
    cards: Selector | None = rival.selector
    assert cards is not None
    return any(is_meant(cards, model.facts[one], title) for one in other.began)


def resolve(placer: Placer, attack: Attack, world: str) -> None:
    """Resolve a takeover: Military against Military and defense; a tie goes to the attacker."""
    model, me = placer.model, placer.model.me
    title, line, _effect = attack
    told = model.happens("TakeoverResolved")
    (rival,) = [one for one in model.places if one is not me and world in one.tableau]
    strength = placer.strength(world) + sum(
        (effect.amount or 0) * model.times(effect.per, title)
        for effect in line.effects
        if effect.verb == "military" and model.holds(line, title)
    )
    against = model.facts[world].cost + model.total(rival, "settle", "military", world)
    against += model.total(rival, "settle", "defense")
    expect(told["attack"] == strength, f"the attack is {told['attack']}, and not {strength}")
    expect(told["defense"] == against, f"the defense is {told['defense']}, and not {against}")
    expect(told["won"] == (strength >= against), f"it is won: {told['won']}")
    if not told["won"]:
        return
    good = world in rival.goods
    rival.lose(world)
    if not any(effect.verb == "destroy" for effect in line.effects):
        me.tableau.append(world)
        me.goods += [world] if good else []
    placer.gains(Chosen(*attack))
    placer.draw_bonus()
    me.placed.append(world)
    placer.actor.after("settle", "taking over", world)
