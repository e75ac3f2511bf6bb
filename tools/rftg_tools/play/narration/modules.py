"""Wording of rule modules: log lines, questions and the score sheet.

Modules from elsewhere register theirs in the same way: log lines by step_log.starts_line and
step_log.joins_line, wording of decisions in choices.CHOICES and others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from gamekit.decisions import Answer, Choice, Subset
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.model import OWN
from rftg_dsl.sets.robot import FACES
from rftg_engine import asks, events
from rftg_engine.cards.bound import BoundMilitary
from rftg_engine.cards.table import Table
from rftg_engine.modules import invasion_state
from rftg_engine.modules.goals import goal_values
from rftg_engine.modules.invasion import CARDS_FOR_REPAIR, awards
from rftg_engine.modules.invasion_attack import max_amount, repulse_value
from rftg_engine.modules.invasion_state import (
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
from rftg_tools.play.narration.actions import ROUND_NOTES
from rftg_tools.play.narration.choices import CHOICES, ChoiceWording, plain_say
from rftg_tools.play.narration.log import SUMMANDS
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
"""Source of the rules of invasions, for any invaders."""


def invaders(table: Table) -> str:
    """Return "the Xenos": the plural of the invaders' keyword."""
    assert table.invasion is not None
    name = table.invasion.by.replace("-", " ").capitalize()
    return f"the {name if name.endswith('s') else re.sub('y$', 'ie', name) + 's'}"


def attack_of(card: str, strength: int) -> str:
    """Return "an attack of 5" or "an attack of 7 (own Military +3)".

    card: invasion card as written in card files.
    """
    own = f" (own Military +{card.removeprefix(OWN)})" if card.startswith(OWN) else ""
    return f"an attack of {strength}{own}"


def force_of(military: int, defense: int) -> str:
    """Return "3 Military" or "3 Military and 2 defense"."""
    return f"{military} Military" + (f" and {defense} defense" if defense else "")


# --- invasions: attacks


def _ask_defense(question: Question) -> Text:
    return text(f"Defend with a power? You need {question.decision.about} more to hold out.")


def _describe_defense(question: Question) -> Text:
    """Return the attack, the player's strength, and the strength that can be added."""
    sources = list(_list_help(question))
    help_text = text(" You can add ", join_texts(sources), ".") if sources else text()
    return text(_describe_attack(question), "; you lose a tie.", help_text)


def _describe_attack(question: Question) -> str:
    """Return the attack and the player's strength at its start."""
    for event in reversed(question.event_log.events if question.event_log else ()):
        if isinstance(event, InvasionMet) and event.seat == question.view.me:
            attack = attack_of(event.card, event.strength)
            force = force_of(event.military, event.defense)
            return f"{_describe_deal(question)}You meet {attack} with {force}"
    return "You don't hold out yet"


def _describe_deal(question: Question) -> str:
    """Return why the player got this card: "You are second in Military: the second-highest..."."""
    part = invasion_seen(question.view)
    if part is None or question.view.me not in part.discs:
        return ""
    place = part.ranking().index(question.view.me)
    if not place:
        return "You have the most Military, so you got the highest card. "
    return f"You are {_PLACES[place]} in Military, so you got the {_PLACES[place]}-highest card. "


_PLACES: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
"""Ordinals by place from 0, for as many players as any set allows."""


def _list_help(question: Question) -> Iterator[Text]:
    """Yield "2 from X" for each usable power, and for the bunker."""
    decision, hand = question.decision, question.own.hand_count
    if isinstance(decision, Choice):
        for option in decision.options:
            if option:
                power = question.table.power_list[option[0]]
                assert isinstance(power, BoundMilitary)
                yield text(f"{max_amount(power, hand)} from ", card(power.card))
    if hand and question.table.invasion is not None:
        yield text(f"{question.table.invasion.bunker} from the bunker")


def _power_option(question: Question, answer: Answer) -> Option:
    """Return the option to use a power, with its strength and whether that is enough."""
    power = question.table.power_list[answer[0]]
    assert isinstance(power, BoundMilitary)
    strength = max_amount(power, question.own.hand_count)
    missing = question.decision.about - strength
    up_to = "up to " if power.takes_open_cards else ""
    result = "that is enough" if missing <= 0 else f"you will still need {missing}"
    option = power_option(question, answer[0])
    return Option(option.label, option.cards, text(f"Adds {up_to}{strength}; {result}."))


def _ask_bunker(question: Question, decision: Subset) -> Text:
    invasion = question.table.invasion
    assert invasion is not None
    return text(
        f"Discard a card in the bunker for {invasion.bunker} more defense? "
        f"You need {decision.about} to hold out."
    )


# --- invasions: war effort and repairs


def _effort_help(question: Question) -> Text:
    part, invasion = invasion_seen(question.view), question.table.invasion
    assert part is not None
    assert invasion is not None
    name = invaders(question.table)
    value = repulse_value(invasion, part)
    return text(
        f"Each good gives 1 VP and lowers the Military needed to repulse {name} by 1 (now {value})."
        f" The Greatest Contributor scores {invasion.award} VP at the end of the game."
    )


def _repair_option(question: Question, answer: Answer) -> Option:
    """Return a repair with its price, shown on the world and on the world of the good."""
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


_REPAIR_HELP = plain_say("A repaired world immediately has its powers, points and keywords again.")


def _round_note(question: Question) -> str:
    """Return what the invasion adds to this round."""
    table, view = question.table, question.view
    if table.invasion is None or invasion_seen(view) is None:
        return ""
    if view.round == 1:
        return "In round 1 everyone also plays Settle, without a bonus for those who chose another."
    if view.round == table.invasion.first_round:
        return f"At the end of this round {invaders(table)} attack for the first time."
    return ""


ROUND_NOTES.append(_round_note)
CHOICES[asks.DEFENSE] = ChoiceWording(
    _ask_defense, RULE, _power_option, _describe_defense, "Use no power"
)
CHOICES[asks.DAMAGE] = ChoiceWording(
    plain_say("Choose which of your worlds is damaged."),
    RULE,
    lambda _question, answer: Option(card(answer[0]), answer),
    plain_say(
        "It loses its good and is out of play until you repair it, but still counts toward the "
        "size of your tableau."
    ),
)
CHOICES[asks.REPAIR] = ChoiceWording(
    plain_say("Repair a world?"), RULE, _repair_option, _REPAIR_HELP, "Don't repair"
)
CHOICES[asks.REPAIR_BY_POWER] = ChoiceWording(_ask_repair, RULE, _repaired_world, power_sentence)

SUBSETS[asks.BUNKER] = SubsetWording("discard", _ask_bunker, RULE, _describe_defense)
SUBSETS[asks.WAR_EFFORT] = SubsetWording(
    "contribute",
    lambda _question, _decision: text("Contribute goods to the war effort?"),
    RULE,
    _effort_help,
)
SUBSETS[asks.REPAIR_FOR_CARDS] = SubsetWording("discard", _repair_for_cards, RULE, _REPAIR_HELP)
SUBSETS[asks.REPAIR_BY_BONUS] = SubsetWording(
    "repair",
    _repair_in_place,
    RULE,
    plain_say("This replaces your Produce bonus: a good on a windfall world."),
)


@step_log.starts_line(invasion_state.RepulseWeighed)
def _log_repulse(log: StepLog, event: invasion_state.RepulseWeighed) -> None:
    is_repulsed = event.military >= event.repulse
    result = "are repulsed" if is_repulsed else "are not repulsed"
    sentence = (
        f"{invaders(log.narrator.table)} {result}: all players together have {event.military} "
        f"Military of the {event.repulse} needed."
    )
    log.lines.append(capitalize_text(text(sentence)))


@step_log.starts_line(invasion_state.InvasionCame)
def _log_invasion(log: StepLog, event: invasion_state.InvasionCame) -> None:
    table, players = log.narrator.table, len(log.narrator.names)
    assert table.invasion is not None
    rounds = table.invasion.waves[event.wave - 1].rounds_for(players)
    of_total = f" of {rounds}" if rounds else ""
    sentence = (
        f"{invaders(table)} attack: wave {event.wave}, attack {event.nth}{of_total}. "
        "The more Military you have, the higher your card."
    )
    log.lines.append(capitalize_text(text(sentence)))


@step_log.starts_line(invasion_state.InvasionMet)
def _log_attack(log: StepLog, event: invasion_state.InvasionMet) -> None:
    attack = attack_of(event.card, event.strength)
    force = force_of(event.military, event.defense)
    line = log.begin(LogLine(event.seat, log.clause(event, f"meet {attack} with {force}")))
    if event.most <= event.strength:
        tied = ": ties are lost" if event.most == event.strength else ""
        line.tail = text(f", and cannot hold out{tied}")


@step_log.starts_line(invasion_state.BunkerUsed)
def _log_bunker(log: StepLog, event: invasion_state.BunkerUsed) -> None:
    head = log.clause(event, f"use the bunker (+{event.defense} defense)")
    log.begin(LogLine(event.seat, head, has_colon=True))


@step_log.joins_line(invasion_state.InvasionDefended)
def _log_defended(log: StepLog, line: LogLine, event: invasion_state.InvasionDefended) -> None:
    _end_attack(log, line, f"hold out with {event.against}: {event.points} VP")


@step_log.joins_line(invasion_state.InvasionLost)
def _log_lost(log: StepLog, line: LogLine, event: invasion_state.InvasionLost) -> None:
    if not line.tail:
        _end_attack(log, line, "fail to hold out")


def _end_attack(log: StepLog, line: LogLine, verb_phrase: str) -> None:
    """Log the result of an attack in the player's last line, or in a new line if that is hidden."""
    seat, result = line.seat, log.narrator.conjugate(line.seat, verb_phrase)
    last = [entry for entry in log.lines if isinstance(entry, LogLine) and entry.seat == seat][-1]
    if last.shows_alone or last.consequences:
        last.tail = text(f", and {result}")
    else:
        log.begin(LogLine(seat, text(result)))


@step_log.starts_line(invasion_state.WorldDamaged)
def _log_damage(log: StepLog, event: invasion_state.WorldDamaged) -> None:
    previous = log.line_of(event.seat)
    # This line also mentions the good of the world.
    spent = previous.consequences.get("spend good")
    good = ", losing its good" if spent and event.world in spent.cards else ""
    previous.take_back("spend good", event.world)
    log.begin(LogLine(event.seat, log.clause(event, "take damage on ", card(event.world), good)))


@step_log.starts_line(invasion_state.EmpireShaken)
def _log_empire_shaken(log: StepLog, event: invasion_state.EmpireShaken) -> None:
    if event.times < DEFEATS:
        sentence = "Nobody holds out: the empire is shaken. If that happens again, it is defeated."
    else:
        sentence = "Nobody holds out again: the empire is defeated."
    log.lines.append(text(sentence))


@step_log.starts_line(invasion_state.WarEffortMade)
def _log_contribution(log: StepLog, event: invasion_state.WarEffortMade) -> None:
    line = log.begin(
        LogLine(event.seat, log.clause(event, "contribute to the war effort"), has_colon=True)
    )
    name = invaders(log.narrator.table)
    line.tail = text(f"; repulsing {name} now takes {event.repulse} Military")


@step_log.starts_line(invasion_state.WorldRepaired)
def _log_repair(log: StepLog, event: invasion_state.WorldRepaired) -> None:
    if event.power < 0:
        log.begin(
            LogLine(event.seat, log.clause(event, "repair ", card(event.world)), has_colon=True)
        )
        return
    # The power that repairs the world already has a line.
    line = log.line_of(event.seat)
    line.tail = text(line.tail, " and " if line.tail else " to repair ", card(event.world))


SUMMANDS.update(
    {
        invasion_state.InvasionDefended: ("notes", lambda event, _: f"held out: {event.points} VP"),
        invasion_state.InvasionLost: ("notes", lambda _event, _table: "did not hold out"),
        invasion_state.WorldDamaged: (
            "notes",
            lambda event, table: f"{table.titles[event.world]} is damaged",
        ),
        invasion_state.WorldRepaired: (
            "notes",
            lambda event, table: f"repaired {table.titles[event.world]}",
        ),
    }
)
LOG_ENDINGS[REPULSED] = "the invaders have been repulsed"
LOG_ENDINGS[DEFEATED] = "the empire has been defeated"


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
    military = sum(invasion_of(state).track)
    return f"All players together repulse the invaders with {military} Military"


def _describe_defeat(_state: State, _names: Sequence[str]) -> str:
    return "The empire is defeated: for the second time, nobody held out"


MODULE_SCORES[NAME] = ModuleScore("Invasion", _has_invasion, _list_points)
SCORE_ENDINGS[REPULSED] = _describe_repulse
SCORE_ENDINGS[DEFEATED] = _describe_defeat


# --- goals, prestige, the robot, search, drafts, takeovers, tokens


@step_log.starts_line(events.GoalClaimed)
def _log_claim(log: StepLog, event: events.GoalClaimed) -> None:
    title = log.narrator.table.goals[event.goal].title
    log.begin(LogLine(event.seat, log.clause(event, "claim the goal ", title)))


@step_log.starts_line(events.GoalLost)
def _log_loss(log: StepLog, event: events.GoalLost) -> None:
    title = log.narrator.table.goals[event.goal].title
    log.begin(LogLine(event.seat, log.clause(event, "lose the goal ", title)))


def _has_goals(_table: Table, state: State) -> bool:
    return bool(state.goals)


def _list_goal_points(table: Table, state: State, seat: int) -> Iterator[tuple[str, int]]:
    for goal_index, points in goal_values(table, state, seat):
        goal = table.goals[goal_index]
        tied = " (tied)" if points < goal.points else ""
        yield f"{goal.title}{tied}", points


MODULE_SCORES["goals"] = ModuleScore("Goals", _has_goals, _list_goal_points)


@step_log.starts_line(events.PrestigeLed)
def _log_lead(log: StepLog, event: events.PrestigeLed) -> None:
    head = log.clause(event, "have the most prestige")
    log.begin(LogLine(event.seat, head, has_colon=True))


def _describe_prestige_end(state: State, names: Sequence[str]) -> str:
    prestige = [player.prestige for player in state.players]
    return f"{names[prestige.index(max(prestige))]} has {max(prestige)} prestige"


SCORE_ENDINGS["prestige"] = _describe_prestige_end


@step_log.starts_line(events.DiceRolled)
def _log_dice(log: StepLog, event: events.DiceRolled) -> None:
    """Log the result of the robot's dice."""
    faces = " and ".join(FACES[face] for face in event.faces)
    log.begin(LogLine(event.seat, log.clause(event, f"roll {faces}")))


@step_log.joins_line(events.TracksMoved)
def _log_tracks(_log: StepLog, line: LogLine, event: events.TracksMoved) -> None:
    tracks = f"; its credit is {event.credit}, its economy size {event.economy}"
    line.tail = text(line.tail, tracks)


@step_log.starts_line(events.SearchBegan)
def _log_search(log: StepLog, event: events.SearchBegan) -> None:
    category = log.narrator.table.search[event.category]
    head = log.clause(event, "search for ", category.title)
    log.begin(LogLine(event.seat, head, has_colon=True))


step_log.LINE_JOINERS.update(
    {
        events.CardDrafted: step_log.adds("pick", lambda event: (1, event.own)),
        events.CardsFlipped: step_log.adds("flip", lambda event: (len(event.cards), event.cards)),
        events.CounterPlaced: step_log.adds("counter", lambda _event: (1,)),
        events.SearchTurnedUp: step_log.adds("turn up", lambda event: (1, (event.card,))),
    }
)


@step_log.starts_line(events.TakeoverDeclared)
def _log_declared(log: StepLog, event: events.TakeoverDeclared) -> None:
    owner = log.narrator.possessive(event.owner)
    head = log.clause(event, f"declare a takeover of {owner} ", card(event.world))
    log.begin(LogLine(event.seat, text(head, " with ", card(event.by))))


@step_log.starts_line(events.TakeoverDefeated)
def _log_defeated(log: StepLog, event: events.TakeoverDefeated) -> None:
    head = log.clause(event, "defeat the takeover of ", card(event.world))
    log.begin(LogLine(event.seat, text(head, " with ", card(event.by))))


@step_log.starts_line(events.TakeoverResolved)
def _log_takeover(log: StepLog, event: events.TakeoverResolved) -> None:
    verb = "take over " if event.won else "fail to take over "
    owner = log.narrator.object_name(event.owner)
    strength = f" from {owner} with military {event.attack} against {event.defense}"
    head = log.clause(event, verb, card(event.world), strength)
    line = log.begin(LogLine(event.seat, head))
    if event.won:
        log.won[event.world] = line


@step_log.joins_line(events.TokensChanged)
def _log_tokens(_log: StepLog, line: LogLine, event: events.TokensChanged) -> None:
    count = abs(event.number)
    entry = line.add("spend tokens" if event.number < 0 else "tokens", count)
    entry.tokens[event.token] = entry.tokens.get(event.token, 0) + count
