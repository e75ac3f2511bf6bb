"""Wording of choices: for each kind the prompt, the help and the options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gamekit.decisions import Answer
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.wording.english import word_choices, word_search
from rftg_engine import asks, events, steps
from rftg_engine.actions import CONSUME_TRADE, PRESTIGE
from rftg_engine.cards.terms import ANY
from rftg_engine.modules import prestige
from rftg_engine.turns.gains import AnteCard
from rftg_engine.turns.goods import price
from rftg_engine.turns.placing import strength
from rftg_engine.turns.reasons import min_cost
from rftg_tools.play.narration import actions, rules
from rftg_tools.play.narration.questions import (
    KIND_NAMES,
    Option,
    Question,
    Rule,
    Say,
    good_of,
    power_option,
    power_sentence,
)
from rftg_tools.play.narration.texts import Text, card, so_many, text


@dataclass(frozen=True, slots=True)
class ChoiceWording:
    """The words of a kind of choice. none: the label of choosing nothing, where that is legal."""

    prompt: Say
    rule: Rule
    option: Callable[[Question, Answer], Option]
    help: Callable[[Question], Text | None]
    none: str = "None"

    def of(self, question: Question, answer: Answer) -> Option:
        """Return an option in words."""
        return self.option(question, answer) if answer else Option(text(self.none))


def plain_say(words: str) -> Say:
    """Return the same words for every question."""
    return lambda _question: text(words)


def _card(_question: Question, answer: Answer) -> Option:
    return Option(card(answer[0]), (answer[0],))


def _number(_question: Question, answer: Answer) -> Option:
    return Option(text(str(answer[0])))


def _power(question: Question, answer: Answer) -> Option:
    return power_option(question, answer[0])


# --- set-up


def _start_world(question: Question, answer: Answer) -> Option:
    number = question.table.start_number(answer[0])
    return Option(card(answer[0]), (answer[0],), text(f"Its number is {number}."))


# --- search


def _category(question: Question, answer: Answer) -> Option:
    category = question.table.search[answer[0]]
    return Option(text(category.title), (), text(f"Finds {word_search(category)}."))


def _found(question: Question) -> Text:
    return text("Take ", card(question.decision.about), " or search on?")


def _keep(question: Question, answer: Answer) -> Option:
    found = question.decision.about
    taken = text("Take ", card(found))
    return Option(taken, (found,)) if answer[0] else Option(text("Search on"))


# --- settle


def _placed(question: Question, answer: Answer) -> Option:
    """Return a card to place, with what it takes at the least."""
    number = answer[0]
    return Option(card(number), (number,), text(takes(question, number)))


def takes(question: Question, number: int) -> str:
    """Return "Takes 2 cards.", "Military 3 against 2.": at the least, with all powers."""
    table = question.table
    placement = question.placement
    if placement is None:
        needs = "Defense" if table.military[number] else "Cost"
        return f"{needs} {table.cost[number]}."
    least = min_cost(placement, number)
    if table.military[number]:
        has = strength(placement.context, number)
        against = f"Military {has} against {table.cost[number]}"
        if has >= table.cost[number]:
            return f"{against}."
        return f"{against}; with your powers it takes {so_many(least, 'card')}."
    printed = "" if least == table.cost[number] else f" (printed cost {table.cost[number]})"
    return f"Takes {so_many(least, 'card')}{printed}."


def _upgrade(question: Question, answer: Answer) -> Option:
    new, old = answer
    more = question.table.cost[new] - question.table.cost[old]
    dearer = f"{more} more" if more else "the same"
    detail = text(f"It costs {dearer}, which you need not pay.")
    return Option(text(card(new), " in place of ", card(old)), (new, old), detail)


def _takeover(question: Question, answer: Answer) -> Option:
    number, world = answer
    power = question.table.power_list[number]
    return Option(
        text(f"Take over {owner(question, world)} ", card(world), " with ", card(power.card)),
        (world,),
        text(odds_of(question, number, world)),
    )


def odds_of(question: Question, number: int, world: int) -> str:
    """Return what a takeover comes to, for its attacker. number: of the power."""
    odds = question.event_log.odds if question.event_log else {}
    known = odds.get((question.view.me, number, world))
    if known is None:
        return f"Its defense is {question.table.cost[world]}, plus its owner's military."
    has, most, against = known
    more = f", up to {most} with what you can call up," if most > has else ""
    if most < against:
        return f"Your military {has}{more} against {against}: too little as things are."
    return f"Your military {has}{more} against {against}; its owner may call up more."


def owner(question: Question, world: int) -> str:
    """Return "Ann's", for the one in whose tableau a card lies."""
    for seat, player in enumerate(question.view.seats):
        if world in player.tableau:
            return f"{question.names[seat]}'s"
    return "the"


def _defeat(_question: Question, answer: Answer) -> Option:
    return Option(text("Save ", card(answer[1])), (answer[1],))


# --- consume and produce


def _consume_power(question: Question, answer: Answer) -> Option:
    if answer[0] == events.ACTION_BONUS:
        most = prestige.TRADE_DISCARDS
        return Option(text(f"Your prestige: discard up to {most} cards for 1 VP each"))
    return power_option(question, answer[0])


def _sale(question: Question, answer: Answer) -> Option:
    world = answer[0]
    label = text("Sell ", good_of(question.table, world))
    return Option(label, (world,), text(f"Brings {sale_value(question, world)}."))


def sale_value(question: Question, world: int, plain: bool = False) -> str:
    """Return "4 cards": what the good of a world is sold for. plain: without trade powers."""
    kind = question.table.kind[world]
    more = _more_for_sale(question) if question.decision.kind == asks.TRADE else 0
    kinds = range(1, ANY) if kind == ANY else (kind,)
    powers = None if plain else question.powers
    sums = sorted({price(powers, kind, world) + more for kind in kinds})
    if len(sums) > 1:
        return f"{sums[0]} to {sums[-1]} cards, depending on the kind you choose"
    return counted(sums[0], "card")


def _more_for_sale(question: Question) -> int:
    with_prestige = CONSUME_TRADE + PRESTIGE in question.own.actions
    return prestige.TRADE_CARDS if with_prestige else 0


def _kind(question: Question, answer: Answer) -> Option:
    name = KIND_NAMES[answer[0]]
    if question.step != steps.CONSUME:
        return Option(text(name))
    cards = price(question.powers, answer[0], question.decision.about)
    return Option(text(name), (), text(f"Sells for {counted(cards, 'card')}."))


def _kind_prompt(question: Question) -> Text:
    return text("What kind is the good of ", card(question.decision.about), "?")


def _kind_help(question: Question) -> Text:
    if question.step == steps.CONSUME:
        return text("Choose it for this sale.")
    return text("Powers that count what you produce count it as this kind.")


def _windfall(question: Question, answer: Answer) -> Option:
    kind = KIND_NAMES[question.table.kind[answer[0]]].capitalize()
    detail = text(f"{kind} good. It would sell for {sale_value(question, answer[0])}.")
    return Option(card(answer[0]), (answer[0],), detail)


def _windfall_help(question: Question) -> Text:
    return power_sentence(question) or text("The Produce bonus.")


def _move(question: Question, answer: Answer) -> Option:
    price = sale_value(question, answer[1])
    way = text(card(answer[0]), " to ", card(answer[1]))
    return Option(way, answer, text(f"There it would sell for {price}."))


def _gain(question: Question, answer: Answer) -> Option:
    """Return one of the things that a power lets choose from, in its own words."""
    power = question.power
    assert power is not None
    line = question.table.cards[power.card].powers[power.line].power
    words = word_choices(line)[answer[0] - 1]
    return Option(text(f"{words[:1].upper()}{words[1:]}"))


def _guess(_question: Question, answer: Answer) -> Option:
    return Option(text(f"Cost {answer[0]}"))


def _ante(question: Question, answer: Answer) -> Option:
    turned = question.table.cost[answer[0]]
    detail = f"{counted(turned, 'card')} turned up; one must cost more than {turned}."
    return Option(card(answer[0]), (answer[0],), text(detail))


def _antes(question: Question) -> bool:
    power = question.power
    return power is not None and any(isinstance(gain, AnteCard) for gain in power.gains)


def _take_one(question: Question) -> Text:
    if _antes(question):
        return text("You were lucky: take one of the cards turned up.")
    return text("Take one of these cards.")


def _take_rule(question: Question) -> str:
    return rules.ANTE if _antes(question) else rules.POWERS


def _use_prompt(question: Question) -> Text:
    power = question.power
    return text("Use ", card(power.card), "?") if power else text("Use it?")


def _use(question: Question, _answer: Answer) -> Option:
    power = question.power
    return Option(text("Use it"), (power.card,) if power else ())


def _power_prompt(before: str, after: str) -> Say:
    """Return words around the card whose power asks."""

    def say(question: Question) -> Text:
        power = question.power
        return text(before, card(power.card) if power else "it", after)

    return say


CHOICES: Final[dict[str, ChoiceWording]] = {
    asks.START_WORLD: ChoiceWording(
        plain_say("Choose your start world."),
        rules.START_WORLDS,
        _start_world,
        plain_say("The other one is discarded. The lowest number goes first."),
    ),
    asks.DRAFT: ChoiceWording(
        plain_say("Pick a card for your own supply."),
        rules.DRAFT,
        _card,
        plain_say("You pass the rest of these cards to your neighbour."),
    ),
    asks.ACTION: ChoiceWording(
        actions.prompt, actions.rule, actions.action_option, actions.how_many
    ),
    asks.FIRST_ACTION: ChoiceWording(
        actions.first_prompt, rules.CHOOSE_LAST, actions.action_option, actions.first_help
    ),
    asks.LATE_ACTION: ChoiceWording(
        actions.prompt, rules.CHOOSE_LAST, actions.action_option, actions.seen_actions
    ),
    asks.SEARCH_CATEGORY: ChoiceWording(
        plain_say("Choose what to search for."),
        rules.SEARCH,
        _category,
        plain_say("Cards are turned up until one fits. You take it, or search on for a second."),
    ),
    asks.SEARCH_KEEP: ChoiceWording(
        _found,
        rules.SEARCH,
        _keep,
        plain_say("If you search on, you must take the next one that fits."),
    ),
    asks.PLACE_DEVELOPMENT: ChoiceWording(
        plain_say("Place a development, or none."),
        rules.DEVELOP,
        _placed,
        plain_say("Everyone reveals their cards together and then pays."),
        "Place none",
    ),
    asks.PLACE_WORLD: ChoiceWording(
        plain_say("Place a world, or none."),
        rules.SETTLE,
        _placed,
        plain_say("You pay for it, or conquer it with military at least equal to its defense."),
        "Place none",
    ),
    asks.SETTLE_POWER: ChoiceWording(
        plain_say("Use a Settle power?"),
        rules.SECOND_WORLD,
        _power,
        plain_say("One after the other, in the order you like."),
        "Settle no more",
    ),
    asks.UPGRADE: ChoiceWording(
        _power_prompt("Replace a world with ", "?"),
        rules.REPLACE,
        _upgrade,
        power_sentence,
        "Replace none",
    ),
    asks.TAKEOVER: ChoiceWording(
        plain_say("Declare a takeover?"),
        rules.TAKEOVERS,
        _takeover,
        plain_say(
            "You win the world if your military is at least its owner's military plus its defense."
        ),
        "No takeover",
    ),
    asks.DEFEAT_TAKEOVER: ChoiceWording(
        _power_prompt("Defeat a takeover with ", "?"),
        rules.RESOLVING,
        _defeat,
        power_sentence,
        "Defeat none",
    ),
    asks.TRADE: ChoiceWording(
        plain_say("Sell a good."),
        rules.CONSUME,
        _sale,
        plain_say("You chose Consume: Trade, so one good must be sold."),
    ),
    asks.CONSUME_POWER: ChoiceWording(
        plain_say("Use a consume power."),
        rules.CONSUME,
        _consume_power,
        plain_say("Each once, in the order you like. Those without “may” must be used."),
        "Use no more",
    ),
    asks.PRODUCE_POWER: ChoiceWording(
        plain_say("Use a produce power."),
        rules.PRODUCE,
        _power,
        plain_say("Each once, in the order you like."),
    ),
    asks.WINDFALL: ChoiceWording(
        plain_say("Choose a windfall world for a good."), rules.PRODUCE, _windfall, _windfall_help
    ),
    asks.MOVE_GOOD: ChoiceWording(
        _power_prompt("Move a good with ", "?"), rules.POWERS, _move, power_sentence, "Move none"
    ),
    asks.KIND_OF_GOOD: ChoiceWording(_kind_prompt, rules.ANY_KIND, _kind, _kind_help),
    asks.USE_POWER: ChoiceWording(_use_prompt, rules.POWERS, _use, power_sentence, "Do not use it"),
    asks.SPEND_PRESTIGE: ChoiceWording(
        _power_prompt("How much prestige do you spend for ", "?"),
        rules.PRESTIGE,
        _number,
        power_sentence,
    ),
    asks.SPEND_TOKENS: ChoiceWording(
        _power_prompt("How many tokens do you spend for ", "?"),
        rules.POWERS,
        _number,
        power_sentence,
    ),
    asks.CHOOSE_GAIN: ChoiceWording(
        _power_prompt("Choose what you get for ", "."), rules.POWERS, _gain, power_sentence
    ),
    asks.GUESS: ChoiceWording(
        plain_say("Name a cost."),
        rules.CONSUME,
        _guess,
        plain_say("The top card of the supply is turned up; you get it if that is its cost."),
    ),
    asks.ANTE: ChoiceWording(
        _power_prompt("Stake a card for ", "?"),
        rules.ANTE,
        _ante,
        plain_say(
            "As many cards are turned up as it costs. If one of them costs more, you keep yours "
            "and one of them; otherwise yours is lost."
        ),
        "Stake none",
    ),
    asks.KEEP_ONE: ChoiceWording(_take_one, _take_rule, _card, power_sentence),
}
"""The words of every kind of choice."""


def choice_of_power(kind: str) -> ChoiceWording:
    """Return plain words for a choice that a power asks for, made of what it is about (asks.py)."""
    asked = asks.ask_of(kind)
    return ChoiceWording(
        plain_say(f"{asked.asks[0].upper()}{asked.asks[1:]}?"),
        rules.POWERS,
        _card if asks.names_cards(kind) else _number,
        power_sentence,
    )
