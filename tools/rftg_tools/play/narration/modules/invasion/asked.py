"""What players are asked when an invasion comes, and of what it leaves behind."""

from __future__ import annotations

from collections.abc import Iterator

from gamekit.decisions import Answer, Choice, Subset
from rftg_dsl.diagnostics.text import counted
from rftg_engine.cards.bound import BoundMilitary
from rftg_engine.modules.invasion import questions
from rftg_engine.modules.invasion.attack import most_of, repulse_value
from rftg_engine.modules.invasion.module import CARDS_FOR_REPAIR
from rftg_engine.modules.invasion.state import InvasionMet, invasion_seen
from rftg_tools.play.narration import choices, subsets
from rftg_tools.play.narration.choices import CHOICES, plain_say
from rftg_tools.play.narration.modules.invasion.names import RULE, attack_of, force_of, invaders
from rftg_tools.play.narration.questions import (
    Option,
    Question,
    good_of,
    power_option,
    said_by,
)
from rftg_tools.play.narration.subsets import SUBSETS
from rftg_tools.play.narration.texts import Text, between, card, listed, text

# --- the attack


def _defend(question: Question) -> Text:
    return text(f"Defend with a power? You need {question.decision.about} more.")


def _defense(question: Question) -> Text:
    """Return what attacks, what there is against it, and what more can be had."""
    more = list(_helps(question))
    helps = text(" You can add ", listed(more), ".") if more else text()
    return text(_met(question), "; a tie is lost.", helps)


def _met(question: Question) -> str:
    """Return the attack, and what stood against it in the beginning."""
    for event in reversed(question.event_log.events if question.event_log else ()):
        if isinstance(event, InvasionMet) and event.seat == question.view.me:
            attack = attack_of(event.card, event.strength)
            return f"You meet {attack} with {force_of(event.military, event.defense)}"
    return "You do not hold out yet"


def _helps(question: Question) -> Iterator[Text]:
    """Yield "2 from X" for each power that can be used, and for the bunker."""
    asked, hand = question.decision, question.own.hand_count
    if isinstance(asked, Choice):
        for option in asked.options:
            if option:
                power = question.table.power_list[option[0]]
                assert isinstance(power, BoundMilitary)
                yield text(f"{most_of(power, hand)} from ", card(power.card))
    if hand and question.table.invasion is not None:
        yield text(f"{question.table.invasion.bunker} from the bunker")


def _power(question: Question, answer: Answer) -> Option:
    """Return a power with what it brings, and whether that is enough."""
    power = question.table.power_list[answer[0]]
    assert isinstance(power, BoundMilitary)
    brings = most_of(power, question.own.hand_count)
    missing = question.decision.about - brings
    up_to = "up to " if power.takes_open_cards else ""
    then = "enough" if missing <= 0 else f"{missing} more needed then"
    option = power_option(question, answer[0])
    return Option(option.label, option.cards, text(f"Brings {up_to}{brings}: {then}."))


def _bunker(question: Question, asked: Subset) -> Text:
    return text(f"Discard a card in the bunker? You need {asked.about} more.")


# --- what it leaves behind


def _effort_help(question: Question) -> Text:
    part, invasion = invasion_seen(question.view), question.table.invasion
    assert part is not None
    assert invasion is not None
    name = invaders(question.table)
    value = repulse_value(invasion, part)
    effect = f"Each good gives 1 VP and lowers the Military that repulses {name} by 1, now {value}."
    return text(f"{effect} The Greatest Contributor scores {invasion.award} VP at the end.")


def _repair(question: Question, answer: Answer) -> Option:
    """Return a repair with its price; it stands on the world, and on that of the good."""
    if len(answer) == 1:
        price = text(counted(CARDS_FOR_REPAIR, "card"))
    else:
        price = good_of(question.table, answer[1])
    return Option(text("Repair ", card(answer[0]), " for ", price), answer)


def _repair_for_cards(_question: Question, asked: Subset) -> Text:
    return text(f"Discard {counted(asked.least, 'card')} to repair ", card(asked.about), ".")


def _repaired(_question: Question, answer: Answer) -> Option:
    return Option(text("Repair ", card(answer[0])), answer)


def _repaired_by(question: Question) -> Text:
    power = question.power
    return text("Repair a world with ", card(power.card), ".") if power else text("Repair a world.")


def _repair_in_place(_question: Question, asked: Subset) -> Text:
    return text(f"Repair {between(asked.least, asked.most, 'world')}?")


_REPAIRED = plain_say("A repaired world has its powers, points and keywords again at once.")

CHOICES[questions.DEFENSE] = choices.Words(_defend, RULE, _power, _defense, "Use none")
CHOICES[questions.DAMAGE] = choices.Words(
    plain_say("Choose which of your worlds is damaged."),
    RULE,
    lambda _question, answer: Option(card(answer[0]), answer),
    plain_say(
        "It loses its good and is out of play until it is repaired, but counts for the size of "
        "your tableau."
    ),
)
CHOICES[questions.REPAIR] = choices.Words(
    plain_say("Repair a world?"), RULE, _repair, _REPAIRED, "Repair none"
)
CHOICES[questions.REPAIR_BY_POWER] = choices.Words(_repaired_by, RULE, _repaired, said_by)

SUBSETS[questions.BUNKER] = subsets.Words("discard", _bunker, RULE, _defense)
SUBSETS[questions.WAR_EFFORT] = subsets.Words(
    "contribute",
    lambda _question, _asked: text("Contribute goods to the war effort?"),
    RULE,
    _effort_help,
)
SUBSETS[questions.REPAIR_FOR_CARDS] = subsets.Words("discard", _repair_for_cards, RULE, _REPAIRED)
SUBSETS[questions.REPAIR_BY_BONUS] = subsets.Words(
    "repair",
    _repair_in_place,
    RULE,
    plain_say("This takes the place of the good on a windfall world, for you chose Produce."),
)
