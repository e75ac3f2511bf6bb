"""Whether a line was played as it reads."""

from __future__ import annotations

from tests.combinations.evaluator import phases
from tests.combinations.evaluator.acting import Actor
from tests.combinations.evaluator.placing import develop, settle, settle_more
from tests.combinations.evaluator.table import Difference, Model, Uncovered, expect
from tests.combinations.evaluator.takeovers import declare, resolve
from tests.combinations.playing import Played


def check(played: Played) -> set[bool]:
    """Raise Difference where what the engine did is not what the line says.

    Return how its condition, and what it counts, came out whenever they were asked.
    """
    step = played.before.step
    if step == "setup":
        phases.set_up(played)
        return set()
    actor = Actor(Model(played))
    if step == "round end":
        phases.round_end(actor, played)
    elif step:
        _STEPS[step](actor)
        if step in _ENDING:
            phases.end(actor, step)
    _compare(actor.model, played)
    return actor.model.came_out


def _settle(actor: Actor) -> None:
    """Place worlds, or declare a takeover, which is resolved when all have placed theirs."""
    placer = settle(actor)
    declared = declare(placer) if placer.place("world") is None else None
    settle_more(placer)
    if actor.model.asked("takeover"):
        raise Uncovered("takeovers in place of one more world")
    if actor.model.asked("defeat takeover"):
        raise Uncovered("takeovers that are defeated")
    if declared is not None:
        resolve(placer, *declared)


_STEPS = {
    "round start": phases.round_start,
    "explore": phases.explore,
    "develop": develop,
    "settle": _settle,
    "consume": phases.consume,
    "produce": phases.produce,
}

_ENDING = ("develop", "settle", "consume", "produce")


def _compare(model: Model, played: Played) -> None:
    me, after = model.me, played.after[model.number]
    for asked in model.answers:
        raise Difference(f"{asked.kind!r} was asked, about {asked.about or 'nothing'}")
    used = model.used_next()
    expect(used is None, f"{used and used[1]} is used, which cannot be then")
    pairs = {
        "tableau": (after.tableau, me.tableau),
        "hand": (sorted(after.hand), sorted(me.hand)),
        "goods": (after.goods, sorted(me.goods)),
        "chips": (after.vp, me.vp),
        "prestige": (after.prestige, me.prestige),
        "tokens": (after.tokens, +me.tokens),
        "saved cards": (len(played.saved), me.saved),
    }
    for what, (engine, own) in pairs.items():
        expect(engine == own, f"{what}: {engine}, and not {own}")
    me.began, me.placed = me.tableau, []
    model.reach(len(played.happened) + 1)
    for one in model.places:
        one.began = one.tableau
    engine_points, own = played.points[model.number], phases.all_points(model)
    expect(engine_points == own, f"points: {engine_points}, and not {own}")
    strength = model.military(me)
    expect(played.military[model.number] == strength, f"Military is not {strength}")
