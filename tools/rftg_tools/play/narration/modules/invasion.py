"""Invasions in words: the log, questions and the score sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from gamekit.decisions import Answer, Choice, Subset
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.model import OWN
from rftg_engine.cards.bound import BoundMilitary
from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion import questions, state
from rftg_engine.modules.invasion.attack import most_of, repulse_value
from rftg_engine.modules.invasion.module import CARDS_FOR_REPAIR, awards
from rftg_engine.modules.invasion.state import (
    DEFEATED,
    DEFEATS,
    NAME,
    REPULSED,
    InvasionMet,
    invasion_in,
    invasion_of,
    invasion_seen,
)
from rftg_engine.state import State
from rftg_tools.play.narration import step_log
from rftg_tools.play.narration.choices import CHOICES, ChoiceWording, plain_say
from rftg_tools.play.narration.log import ADDED, Data
from rftg_tools.play.narration.questions import (
    Option,
    Question,
    good_of,
    power_option,
    power_sentence,
)
from rftg_tools.play.narration.scores import MODULE_SCORES, SCORE_ENDINGS, ModuleScore
from rftg_tools.play.narration.selections import SUBSETS, SubsetWording
from rftg_tools.play.narration.sentences import LogLine
from rftg_tools.play.narration.step_log import LOG_ENDINGS, StepLog
from rftg_tools.play.narration.texts import (
    Text,
    capitalize_text,
    card,
    format_bounds,
    join_texts,
    text,
)

RULE: Final = "quick reference, Xeno Invasion"
"""Where the rules of invasions stand, whoever the invaders are."""


def invaders(table: Table) -> str:
    """Return "the Xenos": the keyword of the invaders' worlds, for several of them."""
    assert table.invasion is not None
    name = table.invasion.by.replace("-", " ").capitalize()
    return f"the {name if name.endswith('s') else re.sub('y$', 'ie', name) + 's'}"


def attack_of(card: str, strength: int) -> str:
    """Return "an attack of 5", "an attack of 7 (own Military +3)". card: as card files name it."""
    own = f" (own Military +{card.removeprefix(OWN)})" if card.startswith(OWN) else ""
    return f"an attack of {strength}{own}"


def force_of(military: int, defense: int) -> str:
    """Return "3 Military", "3 Military and 2 defense"."""
    return f"{military} Military" + (f" and {defense} defense" if defense else "")


# --- the attack


def _ask_defense(question: Question) -> Text:
    return text(f"Defend with a power? You need {question.decision.about} more.")


def _describe_defense(question: Question) -> Text:
    """Return what attacks, what there is against it, and what more can be had."""
    more = list(_describe_help(question))
    helps = text(" You can add ", join_texts(more), ".") if more else text()
    return text(_describe_attack(question), "; a tie is lost.", helps)


def _describe_attack(question: Question) -> str:
    """Return the attack, and what stood against it in the beginning."""
    for event in reversed(question.event_log.events if question.event_log else ()):
        if isinstance(event, InvasionMet) and event.seat == question.view.me:
            attack = attack_of(event.card, event.strength)
            return f"You meet {attack} with {force_of(event.military, event.defense)}"
    return "You do not hold out yet"


def _describe_help(question: Question) -> Iterator[Text]:
    """Yield "2 from X" for each power that can be used, and for the bunker."""
    decision, hand = question.decision, question.own.hand_count
    if isinstance(decision, Choice):
        for option in decision.options:
            if option:
                power = question.table.power_list[option[0]]
                assert isinstance(power, BoundMilitary)
                yield text(f"{most_of(power, hand)} from ", card(power.card))
    if hand and question.table.invasion is not None:
        yield text(f"{question.table.invasion.bunker} from the bunker")


def _power_option(question: Question, answer: Answer) -> Option:
    """Return a power with what it brings, and whether that is enough."""
    power = question.table.power_list[answer[0]]
    assert isinstance(power, BoundMilitary)
    sale_value = most_of(power, question.own.hand_count)
    missing = question.decision.about - sale_value
    up_to = "up to " if power.takes_open_cards else ""
    then = "enough" if missing <= 0 else f"{missing} more needed then"
    option = power_option(question, answer[0])
    return Option(option.label, option.cards, text(f"Brings {up_to}{sale_value}: {then}."))


def _ask_bunker(question: Question, decision: Subset) -> Text:
    return text(f"Discard a card in the bunker? You need {decision.about} more.")


# --- what it leaves behind


def _effort_help(question: Question) -> Text:
    part, invasion = invasion_seen(question.view), question.table.invasion
    assert part is not None
    assert invasion is not None
    name = invaders(question.table)
    value = repulse_value(invasion, part)
    effect = f"Each good gives 1 VP and lowers the Military that repulses {name} by 1, now {value}."
    return text(f"{effect} The Greatest Contributor scores {invasion.award} VP at the end.")


def _repair_option(question: Question, answer: Answer) -> Option:
    """Return a repair with its price; it stands on the world, and on that of the good."""
    if len(answer) == 1:
        price = text(counted(CARDS_FOR_REPAIR, "card"))
    else:
        price = good_of(question.table, answer[1])
    return Option(text("Repair ", card(answer[0]), " for ", price), answer)


def _repair_for_cards(_question: Question, decision: Subset) -> Text:
    return text(
        f"Discard {counted(decision.minimum, 'card')} to repair ", card(decision.about), "."
    )


def _repaired_world(_question: Question, answer: Answer) -> Option:
    return Option(text("Repair ", card(answer[0])), answer)


def _ask_repair(question: Question) -> Text:
    power = question.power
    return text("Repair a world with ", card(power.card), ".") if power else text("Repair a world.")


def _repair_in_place(_question: Question, decision: Subset) -> Text:
    return text(f"Repair {format_bounds(decision.minimum, decision.maximum, 'world')}?")


_REPAIR_HELP = plain_say("A repaired world has its powers, points and keywords again at once.")

CHOICES[questions.DEFENSE] = ChoiceWording(
    _ask_defense, RULE, _power_option, _describe_defense, "Use none"
)
CHOICES[questions.DAMAGE] = ChoiceWording(
    plain_say("Choose which of your worlds is damaged."),
    RULE,
    lambda _question, answer: Option(card(answer[0]), answer),
    plain_say(
        "It loses its good and is out of play until it is repaired, but counts for the size of "
        "your tableau."
    ),
)
CHOICES[questions.REPAIR] = ChoiceWording(
    plain_say("Repair a world?"), RULE, _repair_option, _REPAIR_HELP, "Repair none"
)
CHOICES[questions.REPAIR_BY_POWER] = ChoiceWording(
    _ask_repair, RULE, _repaired_world, power_sentence
)

SUBSETS[questions.BUNKER] = SubsetWording("discard", _ask_bunker, RULE, _describe_defense)
SUBSETS[questions.WAR_EFFORT] = SubsetWording(
    "contribute",
    lambda _question, _asked: text("Contribute goods to the war effort?"),
    RULE,
    _effort_help,
)
SUBSETS[questions.REPAIR_FOR_CARDS] = SubsetWording(
    "discard", _repair_for_cards, RULE, _REPAIR_HELP
)
SUBSETS[questions.REPAIR_BY_BONUS] = SubsetWording(
    "repair",
    _repair_in_place,
    RULE,
    plain_say("This takes the place of the good on a windfall world, for you chose Produce."),
)


@step_log.starts_line(state.RepulseWeighed)
def _log_repulse(log: StepLog, event: state.RepulseWeighed) -> None:
    name, repulse = invaders(log.voice.table), event.repulse
    sentence = f"All together have {event.military} Military against {name}; "
    if event.military >= repulse:
        log.lines.append(text(f"{sentence}with {repulse} they repulse them."))
    else:
        log.lines.append(text(f"{sentence}{repulse} would repulse them."))


@step_log.starts_line(state.InvasionCame)
def _log_invasion(log: StepLog, event: state.InvasionCame) -> None:
    table, players = log.voice.table, len(log.voice.names)
    assert table.invasion is not None
    rounds = table.invasion.waves[event.wave - 1].rounds_for(players)
    of_all = f" of {rounds}" if rounds else ""
    sentence = f"{invaders(table)} attack: wave {event.wave}, attack {event.nth}{of_all}."
    log.lines.append(capitalize_text(text(sentence)))


@step_log.starts_line(state.InvasionMet)
def _log_attack(log: StepLog, event: state.InvasionMet) -> None:
    attack = attack_of(event.card, event.strength)
    force = force_of(event.military, event.defense)
    line = log.begin(LogLine(event.seat, log.does(event, f"meet {attack} with {force}")))
    if event.most <= event.strength:
        tied = ": a tie is lost" if event.most == event.strength else ""
        line.tail = text(f", and cannot hold out{tied}")


@step_log.starts_line(state.BunkerUsed)
def _log_bunker(log: StepLog, event: state.BunkerUsed) -> None:
    head = log.does(event, f"use the bunker (+{event.defense} defense)")
    log.begin(LogLine(event.seat, head, colon=True))


@step_log.joins_line(state.InvasionDefended)
def _log_defended(log: StepLog, line: LogLine, event: state.InvasionDefended) -> None:
    _end_attack(log, line, f"hold out with {event.against}: {event.points} VP")


@step_log.joins_line(state.InvasionLost)
def _log_lost(log: StepLog, line: LogLine, event: state.InvasionLost) -> None:
    if not line.tail:
        _end_attack(log, line, "do not hold out")


def _end_attack(log: StepLog, line: LogLine, how: str) -> None:
    """Tell how an attack ends, with what was done last; a power that took nothing did nothing."""
    line = [entry for entry in log.lines if isinstance(entry, LogLine) and entry.seat == line.seat][
        -1
    ]
    if line.always or line.consequences:
        line.tail = text(f", and {log.voice.does(line.seat, how)}")
    else:
        log.begin(LogLine(line.seat, text(log.voice.does(line.seat, how))))


@step_log.starts_line(state.WorldDamaged)
def _log_damage(log: StepLog, event: state.WorldDamaged) -> None:
    before = log.line_of(event.seat)
    # Its good goes with the world, and is told with it.
    spent = before.consequences.get("spend good")
    good = ", losing its good" if spent and event.world in spent.cards else ""
    before.take_back("spend good", event.world)
    log.begin(LogLine(event.seat, log.does(event, "take damage on ", card(event.world), good)))


@step_log.starts_line(state.EmpireShaken)
def _log_empire_shaken(log: StepLog, event: state.EmpireShaken) -> None:
    if event.times < DEFEATS:
        sentence = "Nobody holds out: the empire is shaken. If that happens again, it is defeated."
    else:
        sentence = "Again nobody holds out: the empire is defeated."
    log.lines.append(text(sentence))


@step_log.starts_line(state.WarEffortMade)
def _log_contribution(log: StepLog, event: state.WarEffortMade) -> None:
    line = log.begin(
        LogLine(event.seat, log.does(event, "contribute to the war effort"), colon=True)
    )
    name = invaders(log.voice.table)
    line.tail = text(f"; {event.repulse} Military now repulses {name}")


@step_log.starts_line(state.WorldRepaired)
def _log_repair(log: StepLog, event: state.WorldRepaired) -> None:
    if event.power < 0:
        log.begin(LogLine(event.seat, log.does(event, "repair ", card(event.world)), colon=True))
        return
    # A power that repairs has begun the line.
    line = log.line_of(event.seat)
    line.tail = text(line.tail, " and " if line.tail else " to repair ", card(event.world))


def _held_note(sums: Data, event: state.InvasionDefended, _table: Table) -> None:
    sums["notes"].insert(0, f"held out: {event.points} VP")


def _lost_note(sums: Data, _event: state.InvasionLost, _table: Table) -> None:
    sums["notes"].insert(0, "did not hold out")


def _damaged_note(sums: Data, event: state.WorldDamaged, table: Table) -> None:
    sums["notes"].insert(0, f"{table.titles[event.world]} is damaged")


def _repaired_note(sums: Data, event: state.WorldRepaired, table: Table) -> None:
    sums["notes"].insert(0, f"repaired {table.titles[event.world]}")


ADDED.update(
    {
        state.InvasionDefended: _held_note,
        state.InvasionLost: _lost_note,
        state.WorldDamaged: _damaged_note,
        state.WorldRepaired: _repaired_note,
    }
)
LOG_ENDINGS[REPULSED] = "the invaders are repulsed"
LOG_ENDINGS[DEFEATED] = "the empire is defeated"


def _has_invasion(_table: Table, state: State) -> bool:
    return invasion_in(state) is not None


def _list_points(table: Table, state: State, seat: int) -> Iterator[tuple[str, int]]:
    part = invasion_in(state)
    if part is None or table.invasion is None:
        return
    yield f"Holding out against {invaders(table)}", part.rewards[seat]
    for award in awards(part, seat):
        yield award, table.invasion.award


def _describe_repulse(state: State, _names: Sequence[str]) -> str:
    return f"All together repulse the invaders with {sum(invasion_of(state).track)} Military"


def _describe_defeat(_state: State, _names: Sequence[str]) -> str:
    return "The empire is defeated: for the second time nobody held out"


MODULE_SCORES[NAME] = ModuleScore("Invasion", _has_invasion, _list_points)
SCORE_ENDINGS[REPULSED] = _describe_repulse
SCORE_ENDINGS[DEFEATED] = _describe_defeat
