"""Names of action cards, and their bonuses in words."""

from __future__ import annotations

from collections.abc import Callable
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
    """Return the name of a step: "Settle", "second Settle", "Round end"."""
    return _SECOND.get(step, step.capitalize())


def action_name(action: int) -> str:
    """Return "Settle" or "Consume: x2 with prestige"."""
    name = _NAMES[actions.plain(action)]
    return f"{name} with prestige" if action >= actions.PRESTIGE else name


def action_key(action: int) -> str:
    """Return the engine's name of an action, which is also its icon's name on the page."""
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
    """Return "Develop and Settle", or "nothing" if the robot's dice chose no action."""
    if not chosen:
        return text("nothing")
    return capitalize_text(join_texts([action_name(action) for action in chosen]))


def action_option(question: Question, answer: Answer) -> Option:
    """Return the option of one action or of a pair of actions."""
    details = tuple(bonus(action, answer, question.powers) for action in answer)
    keys = tuple(action_key(action) for action in answer)
    detail = text(" ".join(dict.fromkeys(details)))
    return Option(named_actions(answer), (), detail, keys, details)


def bonus(action: int, chosen: Answer, powers: Powers) -> str:
    """Return the bonus of an action in one or two sentences. chosen: all actions of the player."""
    plain = actions.plain(action)
    extra = f" {_WITH_PRESTIGE[plain]}" if action >= actions.PRESTIGE else ""
    if plain in bonuses.EXPLORE:
        return _explore(chosen, powers)
    return _BONUSES[plain] + extra


def _explore(chosen: Answer, powers: Powers) -> str:
    """Return the cards to draw and keep, including the player's powers."""
    draw, keep, mix = explore.explore_limits(
        bonuses.bonus_of(list(chosen), steps.EXPLORE, [prestige.add_prestige_bonus]), powers
    )
    mixed = " You mix them with your hand before you discard." if mix else ""
    return f"You draw {counted(draw, 'card')} and keep {keep}.{mixed}"


_BONUSES: Final = {
    actions.DEVELOP: f"Your development costs {bonuses.DISCOUNT} less.",
    actions.DEVELOP_2: f"A second Develop. Your development costs {bonuses.DISCOUNT} less again.",
    actions.SETTLE: "You draw 1 card for a world.",
    actions.SETTLE_2: "A second Settle. You draw 1 card for a world again.",
    actions.CONSUME_TRADE: "You first sell a good for cards.",
    actions.CONSUME_X2: "Your consume powers give double VP.",
    actions.PRODUCE: "You also produce on a windfall world.",
    actions.SEARCH: "You first search for a card, once per game.",
}
"""Bonus by action number, except Explore."""

_WITH_PRESTIGE_DEVELOP: Final = f"With prestige, it costs {prestige.DISCOUNT} less instead."
_WITH_PRESTIGE_SETTLE: Final = (
    f"With prestige, worlds cost {prestige.DISCOUNT} less "
    f"and your military is {prestige.MILITARY} higher."
)
_WITH_PRESTIGE: Final = {
    actions.EXPLORE_5: "",
    actions.EXPLORE_1_1: "",
    actions.DEVELOP: _WITH_PRESTIGE_DEVELOP,
    actions.DEVELOP_2: _WITH_PRESTIGE_DEVELOP,
    actions.SETTLE: _WITH_PRESTIGE_SETTLE,
    actions.SETTLE_2: _WITH_PRESTIGE_SETTLE,
    actions.CONSUME_TRADE: "With prestige, you sell it for 3 more cards, your consume powers give "
    "double VP, and you may discard up to 2 cards for 1 VP each.",
    actions.CONSUME_X2: "With prestige, they give triple VP.",
    actions.PRODUCE: "With prestige, you produce on two windfall worlds and draw 3 cards.",
}
"""Difference for 1 prestige, once per game."""


def prompt(question: Question) -> Text:
    """Ask for one action or for two."""
    return text("Choose two actions." if _are_two(question) else "Choose an action.")


def rule(question: Question) -> str:
    """Return the source of the rule, which is a different section for two actions."""
    return rules.TWO_PLAYERS if _are_two(question) else rules.PLAYING


def _are_two(question: Question) -> bool:
    options = getattr(question.decision, "options", ((),))
    return max(len(option) for option in options) > 1


def action_help(question: Question) -> Text:
    """Explain how actions are chosen, and what this round has of its own."""
    notes = [note(question) for note in ROUND_NOTES]
    return text(
        "Everyone chooses in secret. All players play every chosen phase; "
        "the players who chose it get its bonus.",
        *[f" {note}" for note in notes if note],
    )


ROUND_NOTES: Final[list[Callable[[Question], str]]] = []
"""Functions of rule modules that return a sentence about the current round, or ""."""


def first_prompt(_question: Question) -> Text:
    """Ask for the first of two actions."""
    return text("Choose the first of your two actions.")


def first_help(_question: Question) -> Text:
    """Explain when the second action is chosen."""
    return text("You choose the second action after the other players reveal theirs.")


def opponents_actions(question: Question) -> Text:
    """Return the actions of the other players, for the player who chooses last."""
    choices = [
        text(f"{question.names[seat]}: ", named_actions(player.actions))
        for seat, player in enumerate(question.view.seats)
        if player.actions and seat != question.view.me
    ]
    return text("The other players have chosen. ", join_texts(choices), ".")
