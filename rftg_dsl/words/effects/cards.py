"""Effects on cards: drawing, keeping, saving, discarding, gambling, and limits."""

from __future__ import annotations

from dataclasses import field, replace
from typing import ClassVar, Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import PHASES, Effect, Gift, Power, Range, Selector
from rftg_dsl.words.checks import (
    Rewrite,
    SemanticError,
    check_numbers,
    refuse_beyond_first,
    refuse_other,
)
from rftg_dsl.words.counts import check_per, multiplier_of
from rftg_dsl.words.lowering import Family, Hooks
from rftg_dsl.words.patterns import CountedEffect, NumberedEffect, PatternEffect

# --- the hand


class Draw(CountedEffect):
    """Draw cards from the deck; in Explore, without a cost, look at additional cards."""

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
    """Discard cards from the hand, after the power's other gains."""

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


@struct
class EachOtherPlayer(PatternEffect):
    """Each other player gets something, in turn order.

    offered: whether they choose if they get it.
    """

    verb = "each other player"
    pattern = "each other player {gift}"
    moments = ("develop", "settle", "consume", "produce")
    example = "produce: draw 2, each other player draws 1"
    gain = "each other player"
    feature = ""
    is_plain_gain = True
    is_given_once = True
    can_be_chosen = False
    can_follow_trigger = True

    amount: int = field()
    given: Gift = "draw"
    offered: bool = False

    def check_gain(self, power: Power) -> None:
        """Reject goods outside Produce."""
        if self.given == "windfall good" and power.phase != "produce":
            raise SemanticError(
                "E301",
                f"goods are not produced in {power.phase}",
                self.span,
                "write it with `produce:`",
                of_phase=True,
            )


# --- Explore


class LookAt(CountedEffect):
    """Look at additional cards in Explore, for a cost."""

    __slots__ = ()

    verb = "look at"
    pattern = "look at {n}[ per {count}]"
    moments = ("explore",)
    example = "explore: may spend 1 prestige -> look at 3"


class Keep(CountedEffect):
    """Keep additional cards in Explore, or set the size of the starting hand."""

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
    """Add the explored cards to the hand before discarding."""

    __slots__ = ()

    verb = "mix"
    pattern = "mix with hand"
    moments = ("explore",)
    example = "explore: mix with hand"
    mistakes = ("combine",)
    is_idempotent = True


def lower_explore(power: Power) -> Hooks:
    """Return hooks that add cards to look at or keep in Explore."""
    refuse_beyond_first(power, "an Explore power")
    lowered = []
    for effect in power.effects:
        check_per(effect, "explore")
        _refuse_to_buy(power, effect)
        amount = effect.amount or 0
        if isinstance(effect, LookAt) and power.cost is None:
            raise SemanticError(
                "E302",
                "`look at` needs a cost; without a cost, `draw` adds cards to look at",
                effect.span,
                f"write `draw {amount}`",
                Rewrite(effect.span, "look +at", "draw"),
            )
        lowered.append(
            hooks.Explore(
                amount if isinstance(effect, Draw | LookAt) else 0,
                amount if isinstance(effect, Keep) else 0,
                isinstance(effect, Mix),
                power.each is not None,
                price=power.cost,
                per=multiplier_of(effect),
                condition=power.condition,
            )
        )
    if power.cost is None:
        return tuple(lowered)
    # One price pays for all effects together.
    draw, keep = sum(hook.draw for hook in lowered), sum(hook.keep for hook in lowered)
    return (replace(lowered[0], draw=draw, keep=keep),)


def _refuse_to_buy(power: Power, effect: Effect) -> None:
    """Reject Explore effects that can't have a cost."""
    if power.cost is not None and isinstance(effect, Draw):
        raise SemanticError(
            "E305",
            "with a cost, `draw` goes directly into the hand and is not part of exploring",
            effect.span,
            "write it on a separate line, or add its number to `look at`",
        )
    if power.cost is not None and (isinstance(effect, Mix) or effect.per is not None):
        raise SemanticError(
            "E302",
            "`mix with hand` and numbers with `per` can't have a cost in Explore",
            power.cost.span,
            "write a number, like `may discard 1 card -> look at 2`",
        )


EXPLORE_FAMILY: Final = Family(frozenset({"draw", "keep", "look at", "mix"}), lower_explore)
"""Explore effects. A `draw` without a cost is one of them."""

# --- cards under a card


@struct
class Save(PatternEffect):
    """Save cards under this card, at set-up or from a payment.

    selector: cards that can be saved.
    """

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
        """Reject `other`: saved cards come from the hand, and this card is in the tableau."""
        if self.selector.other:
            raise SemanticError(
                "E311",
                "saved cards come from the hand, so `other` excludes nothing",
                self.selector.span,
                "leave out `other`",
            )

    def required_target(self, power: Power) -> str:
        """Return "card": any card can be meant."""
        return "card"


@struct
class PutUnder(PatternEffect):
    """Put cards from the hand under this card.

    selector: cards that can be put there.
    """

    verb = "put"
    pattern = "put {n} {cards} under this"
    moments = ("explore", "develop", "settle", "consume", "produce")
    example = "consume: may put 1 card under this"
    mistakes = ("tuck",)
    gain = "put"
    feature = "special powers"
    is_chosen = True
    can_follow_trigger = True

    amount: int = field()
    selector: Selector = field()

    def check_gain(self, power: Power) -> None:
        """Reject `other`: this card is never in the hand."""
        refuse_other(self.selector)

    def required_target(self, power: Power) -> str:
        """Return "card": any card can be meant."""
        return "card"


class DrawSaved(PatternEffect):
    """Take the cards under this card into the hand."""

    __slots__ = ()

    verb = "draw saved"
    pattern = "draw saved cards"
    moments = ("consume", "produce", "round end")
    example = "produce: draw saved cards"
    gain = "saved"
    feature = ""
    is_idempotent = True
    is_given_once = True


# --- gambling


@struct
class Gamble(PatternEffect):
    """Name a card cost.

    numbers: the allowed costs.
    """

    numbers: Range = field()

    def check_gain(self, power: Power) -> None:
        """Reject costs that no card can have."""
        check_numbers(self, f"write `{self.verb} a cost from 1 to 7`", minimum=1)


class Guess(Gamble):
    """Name a cost, and keep the top card of the deck if it has that cost."""

    __slots__ = ()

    verb = "guess"
    pattern = "guess a cost from {low} to {high}"
    moments = ("consume",)
    example = "consume: guess a cost from 1 to 7"
    gain = "guess"
    feature = ""
    is_given_once = True


class Ante(Gamble):
    """Bet a card from the hand against the costs of revealed cards."""

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
    """Reveal the top card of the deck, and place it for free if it matches."""

    verb = "place the top card"
    pattern = "place the top card if it is {card}"
    moments = ("round start", "explore", "develop", "settle", "consume", "produce", "round end")
    example = "settle: may discard 1 card -> place the top card if it is a world"
    mistakes = ("flip",)
    gain = "top card"
    feature = "special powers"
    can_follow_trigger = True

    selector: Selector = field()

    def check_gain(self, power: Power) -> None:
        """Reject `another`: this card is never in the deck."""
        refuse_other(self.selector)

    def required_target(self, power: Power) -> str:
        """Return "card": any card can be meant."""
        return "card"


@struct
class Reveal(PatternEffect):
    """Reveal cards of the deck, take those that match, and discard the others.

    most: how many matching cards are taken, or 0 for all of them.
    """

    verb = "reveal"
    pattern = "reveal {n} and keep {kept} {kept cards}"
    moments = ("round start", *PHASES, "round end")
    example = "explore: reveal 3 and keep all worlds"
    gain = "reveal"
    feature = "special powers"
    is_given_once = True
    can_follow_trigger = True

    amount: int = field()
    most: int = field()
    selector: Selector = field()

    def check_gain(self, power: Power) -> None:
        """Reject `other`, and numbers or cards that are no choice."""
        refuse_other(self.selector)
        if self.most > self.amount:
            raise SemanticError(
                "E317",
                f"only {self.amount} of the cards are revealed, so {self.most} can't be kept",
                self.span,
                f"write `keep all`, or a number up to {self.amount}",
            )
        keeps_all = self.selector == Selector("card") and self.most in (0, self.amount)
        if keeps_all and power.phase == "explore":
            raise SemanticError(
                "E315",
                "every revealed card would be kept, so there is no need to reveal them",
                self.span,
                "name the cards that are kept, as in `reveal 3 and keep all worlds`",
            )
        if keeps_all:
            raise SemanticError(
                "E315",
                "every revealed card would be kept, which is the same as drawing them",
                self.span,
                f"write `draw {self.amount}`",
                Rewrite(self.span, "", f"draw {self.amount}"),
            )

    def required_target(self, power: Power) -> str:
        """Return "card": any card can be meant."""
        return "card"


# --- the round and the game


class ChooseLast(PatternEffect):
    """Choose the action after the other players have revealed theirs."""

    __slots__ = ()

    verb = "choose last"
    pattern = "choose last"
    moments = ("round start",)
    example = "round start: choose last"
    is_idempotent = True
    changes = "choose last"


@struct
class HandLimit(PatternEffect):
    """Change the hand limit at the end of a round.

    absolute: whether to replace the limit of the rules.
    """

    verb = "hand limit"
    pattern = "hand limit {change}"
    moments = ("round end",)
    example = "round end: hand limit 12"
    is_idempotent = True
    changes = "hand limit"

    amount: int = field()
    absolute: bool = True

    def check(self, power: Power) -> None:
        """Reject limits outside 1 to 99."""
        if self.absolute and not 1 <= self.amount <= 99:
            raise SemanticError(
                "E317",
                f"`hand limit` takes a number from 1 to 99 here, and this is {self.amount}",
                self.span,
                "write a number from 1 to 99, or one with a sign, like `hand limit +2`",
            )


class DrawDiscards(PatternEffect):
    """Take the cards that other players discard at their hand limits."""

    __slots__ = ()

    verb = "draw discards"
    pattern = "draw others' discards"
    moments = ("round end",)
    example = "round end: draw others' discards"
    is_idempotent = True
    changes = "draw discards"


class At(NumberedEffect):
    """End the game when this tableau has this many cards."""

    __slots__ = ()

    verb = "at"
    pattern = "at {n} card(s)"
    moments = ("game end",)
    example = "game end: at 14 cards"
    is_idempotent = True
    changes = "end"
    takes: ClassVar = {"game end": (2, 99)}
