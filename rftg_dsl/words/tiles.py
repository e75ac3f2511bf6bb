"""What the words of Roll for the Galaxy share: dice and workers as text, and what they refuse."""

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

WORKER_PHASES: Final = ("explore", "develop", "settle", "produce", "ship")
"""The phases that workers are assigned to."""
_OF_RACE: Final = ("production", "windfall", "variable")
"""What worlds of Race for the Galaxy are, and no tile is."""
BUILT_NOUNS: Final = {"develop": "development", "settle": "world"}
"""What a phase builds."""
PAINT: Final = {
    "white": "home",
    "red": "military",
    "purple": "consumption",
    "blue": "novelty",
    "brown": "rare",
    "green": "genes",
    "yellow": "alien",
}
"""The colours of dice as the eye sees them."""


@struct
class TileEffect(PatternEffect):
    """A word of this game: either something that is got, or something that changes the rules."""

    game: ClassVar = ROLL.id

    def lower_gain(self) -> hooks.Gain | None:
        """Return what is got, None for a word that changes the rules."""
        return None

    def lower_rule_change(self, power: Power) -> hooks.Hook | None:
        """Return how the rules change for its owner, None for something that is got."""
        return None


def check_dice(dice: Dice) -> None:
    """Refuse colours that no die has."""
    for word in dice.colours:
        if word not in ast.COLOURS:
            near = PAINT.get(word) or nearest(word, ast.COLOURS)
            raise SemanticError(
                "E314",
                f"no die is {word}",
                dice.span,
                f"write `{near}`" if near else f"name a colour of dice: {', '.join(ast.COLOURS)}",
                Rewrite(dice.span, re.escape(word), near) if near else None,
            )


def one_colour(dice: Dice) -> str:
    """Return the colour of dice that must be of one. Raises SemanticError."""
    if len(dice.colours) != 1 or dice.negated:
        raise SemanticError(
            "E314",
            "the colour of these dice must be said",
            dice.span,
            f"name one: {', '.join(ast.COLOURS)}",
        )
    return dice.colours[0]


def check_goods(goods: ast.Goods) -> None:
    """Refuse kinds of goods: a good is a die of a colour, and lies on a world of a kind."""
    if goods.kinds:
        kinds = " or ".join(goods.kinds)
        wanted = f"good of a {kinds} world"
        raise SemanticError(
            "E314",
            f"`{kinds} good` leaves open whether the die or its world is {kinds}",
            goods.span,
            f"write `{wanted}`, or count `{kinds} dice as goods`"
            if set(goods.kinds) <= set(ast.COLOURS)
            else f"write `{wanted}`",
            None
            if goods.worlds
            else Rewrite(goods.span, "(?:an? )?[a-z -]*?goods?", f"a {wanted}"),
        )
    if goods.here:
        raise SemanticError(
            "E314", "this tile's own good has no meaning here", goods.span, "write `goods`"
        )
    if goods.worlds is not None:
        check_tiles(goods.worlds, "world")


def check_tiles(selector: ast.Selector, noun: str) -> None:
    """Refuse other tiles than can be meant, and colours of dice that no tile is of."""
    check_noun(selector, noun)
    for adjective in selector.adjectives:
        for word in adjective.words:
            if word in ("home", "military", "consumption"):
                raise SemanticError(
                    "E314",
                    f"`{word}` is a colour of dice, and tiles are of none",
                    adjective.span,
                    "leave it out, or count dice",
                )
            if word in _OF_RACE:
                raise SemanticError(
                    "E314",
                    f"no world of Roll for the Galaxy is `{word}`",
                    adjective.span,
                    "leave it out",
                )


def dice_of(adjective: ast.Adjective | None, span: ast.Span, place: str = "") -> Dice:
    """Return the dice that an adjective says."""
    if adjective is None:
        return Dice(place=place, span=span)
    return Dice(adjective.words, adjective.negated, place, span)
