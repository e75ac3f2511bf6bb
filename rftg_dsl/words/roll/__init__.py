"""Effects of Roll for the Galaxy, with their base class and shared checks."""

from __future__ import annotations

import re
from typing import ClassVar, Final

from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.games import ROLL
from rftg_dsl.hooks import roll as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Dice, Power
from rftg_dsl.words.checks import Rewrite, SemanticError, check_noun
from rftg_dsl.words.patterns import PatternEffect

MODULES: Final = ("workers", "tiles")
"""Modules with effects, in the order of the effects."""
WORKER_PHASES: Final = ("explore", "develop", "settle", "produce", "ship")
"""Phases that workers can be assigned to."""
GAIN_MOMENTS: Final = (*WORKER_PHASES, "immediate")
"""Moments at which a tile can give something; selections and workers are known then."""
MAX_DICE: Final = 4
"""Maximum number of dice that a power adds or removes."""
_RACE_ADJECTIVES: Final = ("production", "windfall", "variable")
"""Adjectives of worlds in Race for the Galaxy that tiles don't have."""
BUILT_NOUNS: Final = {"develop": "development", "settle": "world"}
"""Type of tile that each phase builds."""
DIE_COLOURS: Final = {
    "white": "home",
    "red": "military",
    "purple": "consumption",
    "blue": "novelty",
    "brown": "rare",
    "green": "genes",
    "yellow": "alien",
}
"""Visible colours of dice, with their names in the language."""


@struct
class TileEffect(PatternEffect):
    """An effect of Roll for the Galaxy: a gain or a rule change."""

    game: ClassVar = ROLL.id

    def lower_gain(self) -> hooks.Gain | None:
        """Return the gain, or None for a rule change."""
        return None

    def lower_rule_change(self, power: Power) -> hooks.Hook | None:
        """Return the rule change for the owner, or None for a gain."""
        return None


def check_dice(dice: Dice) -> None:
    """Reject colours that no die has."""
    for word in dice.colours:
        if word not in ast.COLOURS:
            suggestion = DIE_COLOURS.get(word) or nearest(word, ast.COLOURS)
            raise SemanticError(
                "E314",
                f"dice can't be {word}",
                dice.span,
                f"write `{suggestion}`"
                if suggestion
                else f"name a colour of dice: {', '.join(ast.COLOURS)}",
                Rewrite(dice.span, re.escape(word), suggestion) if suggestion else None,
            )


def require_colour(dice: Dice) -> str:
    """Return the colour of dice. Raises SemanticError unless there is exactly one."""
    if len(dice.colours) != 1 or dice.negated:
        raise SemanticError(
            "E314",
            "these dice need a colour",
            dice.span,
            f"write one of: {', '.join(ast.COLOURS)}",
        )
    return dice.colours[0]


def check_goods(goods: ast.Goods) -> None:
    """Reject kinds of goods: a good is a die with a colour, on a world with a kind."""
    if goods.kinds:
        kinds = " or ".join(goods.kinds)
        replacement = f"good of a {kinds} world"
        raise SemanticError(
            "E314",
            f"`{kinds} good` is ambiguous: is the die {kinds}, or its world?",
            goods.span,
            f"write `{replacement}`, or count `{kinds} dice as goods`"
            if set(goods.kinds) <= set(ast.COLOURS)
            else f"write `{replacement}`",
            None
            if goods.worlds
            else Rewrite(goods.span, "(?:an? )?[a-z -]*?goods?", f"a {replacement}"),
        )
    if goods.worlds is not None:
        check_tiles(goods.worlds, "world")


def check_tiles(selector: ast.Selector, noun: str) -> None:
    """Reject the wrong type of tile, and colours that only dice have."""
    check_noun(selector, noun)
    for adjective in selector.adjectives:
        for word in adjective.words:
            if word in ("home", "military", "consumption"):
                raise SemanticError(
                    "E314",
                    f"`{word}` is a colour of dice, not of tiles",
                    adjective.span,
                    "leave it out, or count dice",
                )
            if word in _RACE_ADJECTIVES:
                raise SemanticError(
                    "E314",
                    f"worlds in Roll for the Galaxy can't be `{word}`",
                    adjective.span,
                    "leave it out",
                )


def dice_of(adjective: ast.Adjective | None, span: ast.Span, place: str = "") -> Dice:
    """Return the dice that an adjective describes."""
    if adjective is None:
        return Dice(place=place, span=span)
    return Dice(adjective.words, adjective.negated, place, span)
