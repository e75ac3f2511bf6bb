"""Names of action cards, and what each gives its owner."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer
from rftg_dsl.diagnostics.text import counted
from rftg_engine import actions, steps
from rftg_engine import actions as bonuses
from rftg_engine.cards.powers import Powers
from rftg_engine.modules import prestige
from rftg_engine.phases import explore
from rftg_tools.play.narration import rules
from rftg_tools.play.narration.questions import Option, Question
from rftg_tools.play.narration.texts import Text, capitalize_text, join_texts, text

_SECOND: Final = {steps.DEVELOP_2: "second Develop", steps.SETTLE_2: "second Settle"}


def step_name(step: str) -> str:
    """Return a step as it is named in words: "Settle", "second Settle", "Round end"."""
    return _SECOND.get(step, step.capitalize())


def action_name(action: int) -> str:
    """Return "Settle", "Consume: x2 with prestige"."""
    name = _NAMES[actions.plain(action)]
    return f"{name} with prestige" if action >= actions.PRESTIGE else name


def action_key(action: int) -> str:
    """Return the engine's name of an action, by which the page knows its picture."""
    name = actions.NAMES[actions.plain(action)]
    return f"prestige {name}" if action >= actions.PRESTIGE else name


_NAMES: Final = (
    "Explore +5",
    "Explore +1, +1",
    "Develop",
    "second Develop",
    "Settle",
    "second Settle",
    "Consume: Trade",
    "Consume: x2",
    "Produce",
    "Search",
)
"""By action number."""


def named_actions(chosen: Answer) -> Text:
    """Return "Develop and Settle"; the dice of the robot may have chosen nothing."""
    if not chosen:
        return text("nothing")
    return capitalize_text(join_texts([action_name(action) for action in chosen]))


def action_option(question: Question, answer: Answer) -> Option:
    """Return one action, or a pair of them."""
    details = tuple(bonus(action, answer, question.powers) for action in answer)
    keys = tuple(action_key(action) for action in answer)
    detail = text(" ".join(dict.fromkeys(details)))
    return Option(named_actions(answer), (), detail, keys, details)


def bonus(action: int, chosen: Answer, powers: Powers) -> str:
    """Return what the owner of an action gets, as a sentence or two.

    chosen: it and the one beside it.
    """
    plain = actions.plain(action)
    more = f" {_WITH_PRESTIGE[plain]}" if action >= actions.PRESTIGE else ""
    if plain in bonuses.EXPLORE:
        return _explore(chosen, powers)
    return _BONUSES[plain] + more


def _explore(chosen: Answer, powers: Powers) -> str:
    """Return the cards drawn and kept, with all that the player's powers add."""
    draw, keep, mix = explore.reach(
        bonuses.bonus_of(list(chosen), steps.EXPLORE, [prestige.add_card]), powers
    )
    mixed = " They are mixed with your hand before you discard." if mix else ""
    return f"You draw {counted(draw, 'card')} and keep {keep}.{mixed}"


_BONUSES: Final = {
    actions.DEVELOP: f"Your development costs {bonuses.DISCOUNT} less.",
    actions.DEVELOP_2: f"Another Develop, also for {bonuses.DISCOUNT} less.",
    actions.SETTLE: "You draw 1 card for a world.",
    actions.SETTLE_2: "Another Settle, also with 1 card.",
    actions.CONSUME_TRADE: "You first sell a good for cards.",
    actions.CONSUME_X2: "Consume powers bring twice the VP.",
    actions.PRODUCE: "You also produce on a windfall world.",
    actions.SEARCH: "You search for a card first, once a game.",
}
"""What an action brings, by its number; Explore is counted."""

_WITH_PRESTIGE: Final = {
    actions.EXPLORE_5: "",
    actions.EXPLORE_1_1: "",
    actions.DEVELOP: f"With prestige it costs {prestige.DISCOUNT} less instead.",
    actions.DEVELOP_2: f"With prestige it costs {prestige.DISCOUNT} less instead.",
    actions.SETTLE: f"With prestige, worlds cost {prestige.DISCOUNT} less and your military "
    f"is {prestige.MILITARY} higher.",
    actions.SETTLE_2: f"With prestige, worlds cost {prestige.DISCOUNT} less and your "
    f"military is {prestige.MILITARY} higher.",
    actions.CONSUME_TRADE: "With prestige the sale brings 3 more cards, your consume powers bring "
    "twice the VP, and you may discard up to 2 cards for 1 VP each.",
    actions.CONSUME_X2: "With prestige they bring three times the VP.",
    actions.PRODUCE: "With prestige you produce on two windfall worlds and draw 3 cards.",
}
"""What is different for 1 prestige, once a game."""


def prompt(question: Question) -> Text:
    """Return what is to be chosen: an action, or two."""
    return text("Choose two actions." if _are_two(question) else "Choose an action.")


def rule(question: Question) -> str:
    """Return where the rule stands: two actions are chosen in the experienced game."""
    return rules.TWO_PLAYERS if _are_two(question) else rules.PLAYING


def _are_two(question: Question) -> bool:
    options = getattr(question.decision, "options", ((),))
    return max(len(option) for option in options) > 1


def how_many(question: Question) -> Text:
    """Return the rule of actions in a sentence."""
    return text(
        "Everyone chooses in secret and plays every chosen phase; those who chose it get a bonus."
    )


def first_prompt(_question: Question) -> Text:
    """Return one of two actions, before the others' are seen."""
    return text("Choose the first of your two actions.")


def first_help(_question: Question) -> Text:
    """Return why there is a first one."""
    return text("You choose the other one after the others have revealed theirs.")


def seen_actions(question: Question) -> Text:
    """Return what the others have chosen, for whoever chooses last."""
    shown = [
        text(f"{question.names[seat]}: ", named_actions(player.actions))
        for seat, player in enumerate(question.view.seats)
        if player.actions and seat != question.view.me
    ]
    return text("The others have chosen. ", join_texts(shown, "and"), ".")
