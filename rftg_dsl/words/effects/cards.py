"""Effects on cards: drawn, kept, saved, discarded, turned up, and counted at the end of a round."""

from __future__ import annotations

from dataclasses import field, replace
from typing import ClassVar, Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import PHASES, Effect, Power, Range, Selector
from rftg_dsl.words.checks import (
    Rewrite,
    SemanticError,
    check_numbers,
    refuse_beyond_first,
    refuse_other,
)
from rftg_dsl.words.counts import check_per
from rftg_dsl.words.lowering import Family, Hooks
from rftg_dsl.words.patterns import CountedEffect, NumberedEffect, PatternEffect

# --- the hand


class Draw(CountedEffect):
    """Cards from the deck; in Explore, without a price, more of them to look at."""

    __slots__ = ()

    verb = "draw"
    pattern = "draw {n}[ per {count}]"
    moments = ("round start", *PHASES, "round end")
    example = "consume: 1 rare good -> draw 2"
    mistakes = ("pick", "take", "gain", "get", "receive")
    gain = "draw"
    feature = "cards drawn"
    is_plain_gain = True
    can_follow_trigger = True


class Discard(NumberedEffect):
    """Cards that are discarded from the hand once the power has given its others."""

    __slots__ = ()

    verb = "discard"
    pattern = "discard {n}"
    moments = ("develop", "settle", "trade", "consume", "produce")
    example = "consume: draw 2, discard 1"
    mistakes = ("trash", "sacrifice")
    gain = "discard"
    feature = "cards discarded"
    is_plain_gain = True
    can_follow_trigger = True


# --- Explore


class LookAt(CountedEffect):
    """More cards to look at in Explore, for something given up."""

    __slots__ = ()

    verb = "look at"
    pattern = "look at {n}[ per {count}]"
    moments = ("explore",)
    example = "explore: may spend 1 prestige -> look at 3"


class Keep(CountedEffect):
    """Cards that are kept: more of those looked at in Explore, or of those dealt at set-up."""

    __slots__ = ()

    verb = "keep"
    pattern = "keep {n}[ per {count}]"
    moments = ("setup", "explore")
    example = "explore: keep 1"
    mistakes = ("retain",)
    is_idempotent = True
    changes = "starting hand"
    takes: ClassVar = {"setup": (0, 6)}


class Mix(PatternEffect):
    """The cards looked at go into the hand before cards are discarded."""

    __slots__ = ()

    verb = "mix"
    pattern = "mix with hand"
    moments = ("explore",)
    example = "explore: mix with hand"
    mistakes = ("combine",)
    is_idempotent = True


def lower_explore(power: Power) -> Hooks:
    """Return cards looked at and kept in Explore."""
    refuse_beyond_first(power, "what is looked at and kept")
    found = []
    for effect in power.effects:
        check_per(effect, "explore")
        _refuse_to_buy(power, effect)
        amount = effect.amount or 0
        if isinstance(effect, LookAt) and power.cost is None:
            raise SemanticError(
                "E302",
                "`look at` is for what is given up; more cards for nothing are drawn",
                effect.span,
                f"write `draw {amount}`",
                Rewrite(effect.span, "look +at", "draw"),
            )
        found.append(
            hooks.Explore(
                amount if isinstance(effect, Draw | LookAt) else 0,
                amount if isinstance(effect, Keep) else 0,
                isinstance(effect, Mix),
                power.each is not None,
                price=power.cost,
                per=effect.per,
                condition=power.condition,
            )
        )
    if power.cost is None:
        return tuple(found)
    # One price buys all of it together.
    draw, keep = sum(hook.draw for hook in found), sum(hook.keep for hook in found)
    return (replace(found[0], draw=draw, keep=keep),)


def _refuse_to_buy(power: Power, effect: Effect) -> None:
    """Refuse what cannot be bought."""
    if power.cost is not None and isinstance(effect, Draw):
        raise SemanticError(
            "E305",
            "for a cost, `draw` is into the hand, and apart from the explore",
            effect.span,
            "write it as a line of its own, or one number behind `look at`",
        )
    if power.cost is not None and (isinstance(effect, Mix) or effect.per is not None):
        raise SemanticError(
            "E302",
            "how an explore keeps, and what is counted, takes no cost",
            power.cost.span,
            "write a number, like `may discard 1 card -> look at 2`",
        )


EXPLORE_FAMILY: Final = Family(frozenset({"draw", "keep", "look at", "mix"}), lower_explore)
"""In Explore a draw without a price belongs to these."""

# --- cards under a card


@struct
class Save(PatternEffect):
    """Cards that are put under this card, at set-up or from a payment; selector: only such."""

    verb = "save"
    pattern = "save {n} {cards}"
    moments = ("setup", "develop", "settle")
    example = "settle: save 1 card"
    mistakes = ("store", "stash")
    changes = "save"
    takes: ClassVar = {"setup": (1, 6)}

    amount: int = field()
    selector: Selector = field()

    def check(self, power: Power) -> None:
        """Refuse `other`: what is saved comes from the hand, where this card never is."""
        if self.selector.other:
            raise SemanticError(
                "E311",
                "the cards saved come from the hand, so all are others than this",
                self.selector.span,
                "leave out `other`",
            )

    def required_target(self, power: Power) -> str:
        """Return that any card can be meant."""
        return "card"


class DrawSaved(PatternEffect):
    """The cards under this card go into the hand."""

    __slots__ = ()

    verb = "draw saved"
    pattern = "draw saved cards"
    moments = ("produce",)
    example = "produce: draw saved cards"
    gain = "saved"
    feature = ""
    is_idempotent = True
    is_given_once = True


# --- gambling


@struct
class Gamble(PatternEffect):
    """A cost of a card is named, out of `numbers`."""

    numbers: Range = field()

    def check_gain(self, power: Power) -> None:
        """Refuse costs that no card can have."""
        check_numbers(self, f"write `{self.verb} a cost from 1 to 7`", least=1)


class Guess(Gamble):
    """A number is named; the top card of the deck is kept if that is its cost."""

    __slots__ = ()

    verb = "guess"
    pattern = "guess a cost from {low} to {high}"
    moments = ("consume",)
    example = "consume: guess a cost from 1 to 7"
    gain = "guess"
    feature = ""
    is_given_once = True


class Ante(Gamble):
    """A card of the hand is staked on the costs of the cards turned up."""

    __slots__ = ()

    verb = "ante"
    pattern = "ante a cost from {low} to {high}"
    moments = ("consume",)
    example = "consume: may ante a cost from 1 to 6"
    mistakes = ("bet", "wager")
    gain = "ante"
    feature = ""
    is_chosen = True


# --- the deck


@struct
class PlaceTop(PatternEffect):
    """The top card of the deck is turned up, and placed for nothing if it is such a card."""

    verb = "place the top card"
    pattern = "place the top card if it is {card}"
    moments = ("round start", "explore", "develop", "settle", "consume", "produce", "round end")
    example = "settle: may discard 1 card -> place the top card if it is a world"
    mistakes = ("reveal", "flip")
    gain = "top card"
    feature = "special powers"
    can_follow_trigger = True

    selector: Selector = field()

    def check_gain(self, power: Power) -> None:
        """Refuse `another`: a card of the deck is never this one."""
        refuse_other(self.selector)

    def required_target(self, power: Power) -> str:
        """Return that any card can be meant."""
        return "card"


# --- the round and the game


class ChooseLast(PatternEffect):
    """The action is chosen after the others have revealed theirs."""

    __slots__ = ()

    verb = "choose last"
    pattern = "choose last"
    moments = ("round start",)
    example = "round start: choose last"
    is_idempotent = True
    changes = "choose last"


@struct
class HandLimit(PatternEffect):
    """How many cards may be kept at the end of a round; absolute: so many, whatever the rules."""

    verb = "hand limit"
    pattern = "hand limit {change}"
    moments = ("round end",)
    example = "round end: hand limit 12"
    is_idempotent = True
    changes = "hand limit"

    amount: int = field()
    absolute: bool = True

    def check(self, power: Power) -> None:
        """Refuse limits that are none."""
        if self.absolute and not 1 <= self.amount <= 99:
            raise SemanticError(
                "E317",
                f"`hand limit` takes a number from 1 to 99 here, and this is {self.amount}",
                self.span,
                "write a number from 1 to 99, or one with a sign, like `hand limit +2`",
            )


class DrawDiscards(PatternEffect):
    """What the other players discard at their hand limits goes into the hand."""

    __slots__ = ()

    verb = "draw discards"
    pattern = "draw others' discards"
    moments = ("round end",)
    example = "round end: draw others' discards"
    is_idempotent = True
    changes = "draw discards"


class At(NumberedEffect):
    """How many cards of this tableau end the game."""

    __slots__ = ()

    verb = "at"
    pattern = "at {n} card(s)"
    moments = ("game end",)
    example = "game end: at 14 cards"
    is_idempotent = True
    changes = "end"
    takes: ClassVar = {"game end": (2, 99)}
