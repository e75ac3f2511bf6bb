"""The moments of a round but Develop and Settle: what lines are used, and what is in force."""

from __future__ import annotations

from rftg_dsl.syntax.ast import Effect, Power
from tests.combinations.compiling import TITLE
from tests.combinations.evaluator.acting import EXPLORING, Actor, is_use
from tests.combinations.evaluator.cards import is_meant
from tests.combinations.evaluator.table import Difference, Model, expect
from tests.combinations.playing import Played

_HAND_LIMIT = 10
_FULL = 12
_MUCH_PRESTIGE = 15
_KEPT = 4


def begin(actor: Actor, phase: str) -> None:
    """Use what is used as a phase begins."""
    actor.use_all(actor.at(phase))
    actor.settle_debts()


def end(actor: Actor, phase: str) -> None:
    """Use what waits for the end of a phase, when all players have done what they do in it."""
    for one in actor.at_the_end(phase):
        used = actor.model.used_next()
        actor.model.reach(used[0] if used else 1_000)
        actor.use_all([one])
        actor.use_answers()
    actor.settle_debts()


def explore(actor: Actor) -> None:
    """Draw and keep cards (base rulebook, Explore)."""
    model, me = actor.model, actor.me
    begin(actor, "explore")
    bonus = {"explore +5": (5, 0), "explore +1,+1": (1, 1)}.get(me.action, (0, 0))
    draw, keep = 2 + bonus[0], 1 + bonus[1]
    for bearer, line in model.lines(me, "explore"):
        verbs = {effect.verb for effect in line.effects}
        if line.cost is not None and not is_use(line) and verbs & EXPLORING:
            times = _bought(actor, bearer, line)
            draw += times * sum(_looks(effect) for effect in line.effects)
            keep += times * sum(
                effect.amount or 0 for effect in line.effects if effect.verb == "keep"
            )
    draw += model.total(me, "explore", "draw")
    keep += model.total(me, "explore", "keep")
    mixes = any(True for _one in model.standing(me, "explore", "mix"))
    drawn = model.draw(draw)
    asked = model.answer("explore")
    among = me.hand if mixes else drawn
    expect(sorted(asked.options) == sorted(among), "cards to discard are not those drawn")
    over = max(0, draw - keep)
    expect(len(asked.answer) == over, f"{len(asked.answer)} cards are discarded, and not {over}")
    model.discard(asked.answer)


def _looks(effect: Effect) -> int:
    return (effect.amount or 0) if effect.verb == "look at" else 0


def _bought(actor: Actor, bearer: str, line: Power) -> int:
    """Return how often what a line offers for a price in Explore has been bought."""
    assert line.cost is not None
    used = actor.model.used_next()
    if used is None or used[1:] != (bearer, line):
        could = actor.model.holds(line, bearer) and actor.can_pay(line.cost, bearer)
        expect(not could, f"{bearer} is not offered, which can be paid for")
        return 0
    actor.model.happens("PowerUsed")
    expect(actor.can_use(line, bearer), f"{bearer} is offered, which cannot be paid for")
    given = actor.pay(line, line.cost, bearer, False, [])
    return given if line.each and given else int(bool(given))


def consume(actor: Actor) -> None:
    """Sell a good, then use lines in any order (base rulebook, Consume)."""
    model, me = actor.model, actor.me
    model.begin_turn()
    if me.action == "consume: trade":
        _trade(actor)
    model.doubled = 2 if me.action == "consume: x2" else 1
    left = actor.at("consume")
    while True:
        usable = [one for one in left if actor.can_use(one[1], one[0])]
        asked = model.asked("consume power")
        if asked is None:
            expect(not usable, f"{usable[:1]} can be used, and is not")
            return
        model.answer("consume power")
        usable = [one for one in left if actor.can_use(one[1], one[0])]
        offered = sorted(one[0] for one in asked.options if one)
        expect(offered == sorted(_name(actor, one) for one in usable), f"offered are {offered}")
        free = all(line.optional and line.cost is not None for _bearer, line in usable)
        expect(([] in asked.options) == free, "none can be left unused, or all")
        if not asked.answer:
            return
        (chosen,) = [one for one in usable if _name(actor, one) == asked.answer[0]]
        left.remove(chosen)
        model.happens("PowerUsed")
        actor.use(chosen[1], chosen[0], agreed=True)
        actor.answer_goods()


def _name(actor: Actor, one: tuple[str, Power]) -> str:
    return "line" if one[1] == actor.model.line else one[0]


def _trade(actor: Actor) -> None:
    model, me = actor.model, actor.me
    kept = [title for title, _effect, _times in model.standing(me, "trade", "cannot sell")]
    goods = sorted(world for world in me.goods if world not in kept)
    if not goods:
        return
    asked = model.answer("trade")
    expect(sorted(one[0] for one in asked.options) == goods, f"to be sold are {asked.options}")
    me.goods.remove(asked.answer[0])
    actor.sell(asked.answer[0], False)
    actor.answer_goods()


def produce(actor: Actor) -> None:
    """Produce; which line is next, and when the bonus comes, is the engine's to say."""
    model, me = actor.model, actor.me
    model.begin_turn()
    left = actor.at("produce")
    bonus = me.action == "produce"
    before = [actor.can_use(line, bearer) for bearer, line in left]
    lines = list(left)
    while True:
        used, asked = model.used_next(), model.asked("windfall", "")
        if asked and bonus and (used is None or asked.at <= used[0]):
            bonus = False
            actor.produce_windfall(None, "")
        elif used is not None and used[1:] in left:
            one = (used[1], used[2])
            left.remove(one)
            if one[1].cost is not None:
                expect(not bonus or not actor.windfalls(None, ""), "the bonus did not come")
                bonus = False
            model.asked("produce power") and model.answer("produce power")
            actor.use_all([one])
            actor.settle_debts()
        else:
            break
    expect(not bonus or not actor.windfalls(None, ""), "the bonus did not come")
    for (bearer, line), could in zip(lines, before, strict=True):
        if (bearer, line) in left and could and actor.can_use(line, bearer):
            raise Difference(f"{bearer} is not used, which can be")


def round_start(actor: Actor) -> None:
    """Use what is used before actions are chosen; the prestige leader gets a point before."""
    actor.me.vp += any(name == "PrestigeLed" for _at, name, _told in actor.model.mine)
    actor.model.reach(len(actor.model.played))
    begin(actor, "round start")


def round_end(actor: Actor, played: Played) -> None:
    """Use lines, keep to the hand limit, look whether the game ends (base rulebook, Game End)."""
    model, me = actor.model, actor.me
    begin(actor, "round end")
    limits, added = [], 0
    for _title, effect, _times in model.standing(me, "round end", "hand limit"):
        if effect.absolute:
            limits.append(effect.amount or 0)
        else:
            added += effect.amount or 0
    over = len(me.hand) - max(0, max(limits, default=_HAND_LIMIT) + added)
    takes = any(True for _one in model.standing(me, "round end", "draw discards"))
    if over > 0:
        asked = model.answer("hand limit")
        expect(len(asked.answer) == over, f"{len(asked.answer)} cards are too many, not {over}")
        model.discard(asked.answer)
    limited = [one for one in played.asked if one.kind == "hand limit"]
    count = sum(len(one.answer) for one in limited if one.player != model.number)
    if takes and count:
        model.draw(count, "DiscardsTaken")
    ends = [effect.amount or 0 for _t, effect, _n in model.standing(me, "game end", "at")]
    full = [len(one.tableau) >= _FULL for one in model.places if one is not me]
    full.append(len(me.tableau) >= max(ends, default=_FULL))
    full += [one.prestige >= _MUCH_PRESTIGE for one in model.places]
    expect(played.ends == any(full), f"the game ends: {played.ends}")
    if played.ends:
        begin(actor, "game end")


def set_up(played: Played) -> None:
    """Look at what a start world's lines change as the game begins."""
    owner = played.after[played.before.owner]
    lines = [line.power for line in played.facts[TITLE].powers]
    effects = [effect for line in lines for effect in line.effects if line.phase == "setup"]
    kept = [effect.amount or 0 for effect in effects if effect.verb == "keep"]
    have = max(kept, default=_KEPT)
    asked = [one for one in played.asked if one.kind == "save"]
    left = [*owner.hand, *played.saved]
    for effect in [one for one in effects if one.verb == "save"]:
        fit = [one for one in left if is_meant(effect.selector, played.facts[one], TITLE)]
        count = min(effect.amount or 0, len(fit))
        chosen = asked.pop(0).answer if count < len(fit) else fit  # all of them are no choice
        expect(len(chosen) == count, f"{len(chosen)} are saved, not {count}")
        expect(set(chosen) <= set(fit), f"{chosen} are saved, which are not such cards")
        for one in chosen:
            left.remove(one)
    expect(sorted(left) == sorted(owner.hand), f"{played.saved} are saved, {left} are left")
    expect(len(owner.hand) + len(played.saved) == have, f"{len(owner.hand)} cards are kept")


def points(model: Model, title: str) -> int:
    """Return the points of a card by its lines of scoring."""
    me, total = model.me, 0
    counted: list[str] = []
    for line in [one.power for one in model.facts[title].powers if one.power.phase == "score"]:
        if not model.holds(line, title):
            continue
        (effect,) = line.effects
        if effect.table:
            kinds = model.kinds(me.began)
            total += effect.table[min(kinds, len(effect.table)) - 1] if kinds else 0
            continue
        per, amount = effect.per, effect.amount or 0
        if per is not None and per.count.things == "cards":
            assert per.count.selector is not None
            fit = [
                one
                for one in me.began
                if one not in counted and is_meant(per.count.selector, model.facts[one], title)
            ]
            counted += fit
            total += amount * (len(fit) // per.divisor)
        elif per is not None and per.count.things == "military":
            # base rulebook, 6-cost developments: negative Military counts.
            total += amount * int(model.military(me) / per.divisor)
        else:
            total += amount * model.times(per, title)
    return total


def all_points(model: Model) -> int:
    """Return the points of the owner if the game were over now."""
    cards = sum(
        points(model, title) if model.facts[title].vp is None else model.facts[title].vp
        for title in model.me.began
    )
    return int(cards) + model.me.vp + model.me.prestige
