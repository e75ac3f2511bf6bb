"""Wording of choices: prompt, help and options of each kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gamekit.decisions import Answer
from rftg_dsl.diagnostics.text import capitalized, counted
from rftg_dsl.wording.english import word_choices, word_search
from rftg_engine import asks, events, steps
from rftg_engine.actions import CONSUME_TRADE, PRESTIGE
from rftg_engine.cards.terms import ANY
from rftg_engine.modules import prestige
from rftg_engine.turns.gains import AnteCard
from rftg_engine.turns.observers import min_cost
from rftg_engine.turns.placing import military_against
from rftg_engine.turns.turn import kinds_of_sale, price
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
from rftg_tools.play.narration.texts import Text, card, count_or_no, text


@dataclass(frozen=True, slots=True)
class ChoiceWording:
    """Wording of a kind of choice. none: label of the empty answer, if it is legal."""

    prompt: Say
    rule: Rule
    option: Callable[[Question, Answer], Option]
    help: Callable[[Question], Text | None]
    none: str = "None"

    def make_option(self, question: Question, answer: Answer) -> Option:
        """Return the option of an answer."""
        return self.option(question, answer) if answer else Option(text(self.none))


def plain_say(words: str) -> Say:
    """Return a function that returns the same words for every question."""
    return lambda _question: text(words)


def _card(_question: Question, answer: Answer) -> Option:
    return Option(card(answer[0]), (answer[0],))


def _number(_question: Question, answer: Answer) -> Option:
    return Option(text(str(answer[0])))


def _power(question: Question, answer: Answer) -> Option:
    return power_option(question, answer[0])


# --- setup


def _start_world(question: Question, answer: Answer) -> Option:
    number = question.table.start_number(answer[0])
    return Option(card(answer[0]), (answer[0],), text(f"Start world number {number}."))


# --- search


def _category(question: Question, answer: Answer) -> Option:
    category = question.table.search[answer[0]]
    return Option(text(category.title), (), text(f"Finds {word_search(category)}."))


def _ask_keep(question: Question) -> Text:
    return text("Take ", card(question.decision.about), " or keep searching?")


def _keep(question: Question, answer: Answer) -> Option:
    match = question.decision.about
    if answer[0]:
        return Option(text("Take ", card(match)), (match,))
    return Option(text("Keep searching"))


# --- settle


def _placed(question: Question, answer: Answer) -> Option:
    """Return the option to place a card, with its minimum price."""
    return Option(card(answer[0]), (answer[0],), text(describe_price(question, answer[0])))


def describe_price(question: Question, card: int) -> str:
    """Return the minimum price with all powers: "Costs 2 cards." or "Military 3 against 2."."""
    table = question.table
    placement = question.placement
    if placement is None:
        return f"{'Defense' if table.military[card] else 'Cost'} {table.cost[card]}."
    minimum = count_or_no(min_cost(placement, card), "card")
    printed_cost = table.cost[card]
    if table.military[card]:
        military = military_against(placement.context, card)
        comparison = f"Military {military} against {printed_cost}"
        if military >= printed_cost:
            return f"{comparison}."
        return f"{comparison}; with your powers, it costs {minimum}."
    printed = "" if min_cost(placement, card) == printed_cost else f" (printed {printed_cost})"
    return f"Costs {minimum}{printed}."


def _upgrade(question: Question, answer: Answer) -> Option:
    new, old = answer
    difference = question.table.cost[new] - question.table.cost[old]
    comparison = f"{difference} higher" if difference else "the same"
    detail = text(f"Its cost is {comparison}; you pay nothing.")
    return Option(text(card(new), " in place of ", card(old)), (new, old), detail)


def _takeover(question: Question, answer: Answer) -> Option:
    power_id, world = answer
    power = question.table.power_list[power_id]
    return Option(
        text(f"Take over {owner(question, world)} ", card(world), " with ", card(power.card)),
        (world,),
        text(odds_of(question, power_id, world)),
    )


def odds_of(question: Question, power_id: int, world: int) -> str:
    """Compare the strengths in a takeover, from the attacker's point of view."""
    odds = question.event_log.odds if question.event_log else {}
    strengths = odds.get((question.view.me, power_id, world))
    if strengths is None:
        return f"Its defense is {question.table.cost[world]}, plus its owner's military."
    military, maximum, defense = strengths
    extra = f" (up to {maximum} if you call up more)" if maximum > military else ""
    if maximum < defense:
        return f"Your military is {military}{extra} against {defense}: not enough right now."
    return f"Your military is {military}{extra} against {defense}; its owner may call up more."


def owner(question: Question, world: int) -> str:
    """Return "Ann's" for the player whose tableau holds a card."""
    for seat, player in enumerate(question.view.seats):
        if world in player.tableau:
            return f"{question.names[seat]}'s"
    return "the"


def _defeat(_question: Question, answer: Answer) -> Option:
    return Option(text("Save ", card(answer[1])), (answer[1],))


# --- consume and produce


def _consume_power(question: Question, answer: Answer) -> Option:
    if answer[0] == events.ACTION_BONUS:
        maximum = prestige.TRADE_DISCARDS
        return Option(text(f"Your prestige bonus: discard up to {maximum} cards for 1 VP each"))
    return power_option(question, answer[0])


def _sale(question: Question, answer: Answer) -> Option:
    world = answer[0]
    label = text("Sell ", good_of(question.table, world))
    return Option(label, (world,), text(f"Sells for {sale_value(question, world)}."))


def sale_value(question: Question, world: int, plain: bool = False) -> str:
    """Return the sale price of a world's good: "4 cards". plain: without trade powers."""
    bonus = _prestige_bonus(question) if question.decision.kind == asks.TRADE else 0
    powers = None if plain else question.powers
    sold_as = kinds_of_sale(question.table, powers, world)
    kinds = [kind for kind in range(1, ANY) if sold_as >> kind & 1]
    prices = sorted({price(powers, kind, world) + bonus for kind in kinds})
    if len(prices) > 1:
        return f"{prices[0]} to {prices[-1]} cards, depending on the kind you choose"
    return counted(prices[0], "card")


def _prestige_bonus(question: Question) -> int:
    with_prestige = CONSUME_TRADE + PRESTIGE in question.own.actions
    return prestige.TRADE_CARDS if with_prestige else 0


def _kind(question: Question, answer: Answer) -> Option:
    name = KIND_NAMES[answer[0]]
    if question.step != steps.CONSUME:
        return Option(text(name))
    cards = price(question.powers, answer[0], question.decision.about)
    return Option(text(name), (), text(f"Sells for {counted(cards, 'card')}."))


def _kind_prompt(question: Question) -> Text:
    return text("Choose the kind of good on ", card(question.decision.about), ".")


def _kind_help(question: Question) -> Text:
    if question.step == steps.CONSUME:
        return text("Your choice applies to this sale.")
    return text("Powers that count the goods you produce count it as this kind.")


def _windfall(question: Question, answer: Answer) -> Option:
    kind = KIND_NAMES[question.table.kind[answer[0]]].capitalize()
    detail = text(f"{kind} good. It would sell for {sale_value(question, answer[0])}.")
    return Option(card(answer[0]), (answer[0],), detail)


def _windfall_help(question: Question) -> Text:
    return power_sentence(question) or text("Your Produce bonus.")


def _move(question: Question, answer: Answer) -> Option:
    label = text(card(answer[0]), " to ", card(answer[1]))
    return Option(
        label, answer, text(f"It would sell for {sale_value(question, answer[1])} there.")
    )


def _gain(question: Question, answer: Answer) -> Option:
    """Return one alternative of a power, in the words of the power."""
    power = question.power
    assert power is not None
    line = question.table.cards[power.card].powers[power.line].power
    words = word_choices(line)[answer[0] - 1]
    return Option(text(capitalized(words)))


def _guess(_question: Question, answer: Answer) -> Option:
    return Option(text(f"Cost {answer[0]}"))


def _ante(question: Question, answer: Answer) -> Option:
    cost = question.table.cost[answer[0]]
    detail = f"Turns up {counted(cost, 'card')}; one of them must cost more than {cost}."
    return Option(card(answer[0]), (answer[0],), text(detail))


def _is_ante(question: Question) -> bool:
    power = question.power
    return power is not None and any(isinstance(gain, AnteCard) for gain in power.gains)


def _take_one(question: Question) -> Text:
    if _is_ante(question):
        return text("You got lucky: take one of the turned-up cards.")
    return text("Take one of these cards.")


def _take_rule(question: Question) -> str:
    return rules.ANTE if _is_ante(question) else rules.POWERS


def _use_prompt(question: Question) -> Text:
    power = question.power
    if power is None:
        return text("Use it?")
    if _is_offer(question):
        return text("Take what ", card(power.card), " offers?")
    return text("Use ", card(power.card), "?")


def _is_offer(question: Question) -> bool:
    """Return whether the power of another player offers something to this player."""
    power, own = question.power, question.own
    owners = [seat for seat in question.view.seats if power and power.card in seat.tableau]
    return bool(owners) and own not in owners


def _use(question: Question, _answer: Answer) -> Option:
    power = question.power
    words = "Take it" if _is_offer(question) else "Use it"
    return Option(text(words), (power.card,) if power else ())


def _power_prompt(before: str, after: str) -> Say:
    """Return a function that puts words around the card of the power."""

    def say(question: Question) -> Text:
        power = question.power
        return text(before, card(power.card) if power else "it", after)

    return say


CHOICES: Final[dict[str, ChoiceWording]] = {
    asks.START_WORLD: ChoiceWording(
        plain_say("Choose your start world."),
        rules.START_WORLDS,
        _start_world,
        plain_say("You discard the other. The player with the lowest number goes first."),
    ),
    asks.DRAFT: ChoiceWording(
        plain_say("Pick a card for your own supply."),
        rules.DRAFT,
        _card,
        plain_say("You pass the other cards to your neighbour."),
    ),
    asks.ACTION: ChoiceWording(
        actions.prompt, actions.rule, actions.action_option, actions.action_help
    ),
    asks.FIRST_ACTION: ChoiceWording(
        actions.first_prompt, rules.CHOOSE_LAST, actions.action_option, actions.first_help
    ),
    asks.LATE_ACTION: ChoiceWording(
        actions.prompt, rules.CHOOSE_LAST, actions.action_option, actions.opponents_actions
    ),
    asks.SEARCH_CATEGORY: ChoiceWording(
        plain_say("Choose what to search for."),
        rules.SEARCH,
        _category,
        plain_say(
            "You turn up cards until one matches. Then you take it or keep searching for another."
        ),
    ),
    asks.SEARCH_KEEP: ChoiceWording(
        _ask_keep,
        rules.SEARCH,
        _keep,
        plain_say("If you keep searching, you must take the next match."),
    ),
    asks.PLACE_DEVELOPMENT: ChoiceWording(
        plain_say("Place a development?"),
        rules.DEVELOP,
        _placed,
        plain_say("All players reveal their cards at the same time, then pay."),
        "Place nothing",
    ),
    asks.PLACE_WORLD: ChoiceWording(
        plain_say("Place a world?"),
        rules.SETTLE,
        _placed,
        plain_say("Pay its cost, or conquer it with military at least equal to its defense."),
        "Place nothing",
    ),
    asks.SETTLE_POWER: ChoiceWording(
        plain_say("Use a Settle power?"),
        rules.SECOND_WORLD,
        _power,
        plain_say("Use them one at a time, in any order."),
        "Use no more powers",
    ),
    asks.UPGRADE: ChoiceWording(
        _power_prompt("Replace a world with ", "?"),
        rules.REPLACE,
        _upgrade,
        power_sentence,
        "Don't replace a world",
    ),
    asks.TAKEOVER: ChoiceWording(
        plain_say("Declare a takeover?"),
        rules.TAKEOVERS,
        _takeover,
        plain_say(
            "You win the world if your military is at least its defense plus its owner's military."
        ),
        "No takeover",
    ),
    asks.DEFEAT_TAKEOVER: ChoiceWording(
        _power_prompt("Defeat a takeover with ", "?"),
        rules.RESOLVING,
        _defeat,
        power_sentence,
        "Don't defeat a takeover",
    ),
    asks.TRADE: ChoiceWording(
        plain_say("Sell a good."),
        rules.CONSUME,
        _sale,
        plain_say("You chose Consume: Trade, so you must sell a good."),
    ),
    asks.SELL_ANOTHER: ChoiceWording(
        _power_prompt("Sell another good with ", "?"),
        rules.CONSUME,
        _sale,
        power_sentence,
        "Sell no more goods",
    ),
    asks.CONSUME_POWER: ChoiceWording(
        plain_say("Use a consume power."),
        rules.CONSUME,
        _consume_power,
        plain_say("Use each power once, in any order. Powers without “may” are mandatory."),
        "Use no more powers",
    ),
    asks.PRODUCE_POWER: ChoiceWording(
        plain_say("Use a produce power."),
        rules.PRODUCE,
        _power,
        plain_say("Use each power once, in any order."),
    ),
    asks.WINDFALL: ChoiceWording(
        plain_say("Choose a windfall world for a good."), rules.PRODUCE, _windfall, _windfall_help
    ),
    asks.MOVE_GOOD: ChoiceWording(
        _power_prompt("Move a good with ", "?"),
        rules.POWERS,
        _move,
        power_sentence,
        "Don't move a good",
    ),
    asks.KIND_OF_GOOD: ChoiceWording(_kind_prompt, rules.ANY_KIND, _kind, _kind_help),
    asks.USE_POWER: ChoiceWording(_use_prompt, rules.POWERS, _use, power_sentence, "Don't use it"),
    asks.SPEND_PRESTIGE: ChoiceWording(
        _power_prompt("How much prestige do you spend for ", "?"),
        rules.PRESTIGE,
        _number,
        power_sentence,
    ),
    asks.SPEND_CHIPS: ChoiceWording(
        _power_prompt("How many VP do you spend for ", "?"),
        rules.POWERS,
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
        _power_prompt("Choose what ", " gives you."), rules.POWERS, _gain, power_sentence
    ),
    asks.GUESS: ChoiceWording(
        plain_say("Name a cost."),
        rules.CONSUME,
        _guess,
        plain_say("You turn up the top card of the supply and take it if it has this cost."),
    ),
    asks.ANTE: ChoiceWording(
        _power_prompt("Stake a card for ", "?"),
        rules.ANTE,
        _ante,
        plain_say(
            "You turn up as many cards as the stake costs. If any of them costs more, you keep "
            "your stake and take one of them. Otherwise, you lose your stake."
        ),
        "Don't stake a card",
    ),
    asks.KEEP_ONE: ChoiceWording(_take_one, _take_rule, _card, power_sentence),
}
"""Wording by kind of choice."""


def choice_of_power(kind: str) -> ChoiceWording:
    """Return default wording for a choice caused by a power, based on its entry in asks.py."""
    ask = asks.ask_of(kind)
    return ChoiceWording(
        plain_say(f"{capitalized(ask.asks)}?"),
        rules.POWERS,
        _card if asks.names_cards(kind) else _number,
        power_sentence,
    )
