"""Builder of AST nodes for Roll for the Galaxy; see builder.py."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from rftg_dsl.games import ROLL
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.builder import (
    Builder,
    Fact,
    Word,
    constant,
    count_of,
    last_part,
    trigger_on_cards,
)
from rftg_dsl.words.roll import WORKER_PHASES, dice_of

SelectorPart = ast.Adjective | Fact | None
"""Adjective before dice. The grammar also allows a cost, which the check of dice rejects."""


class TileBuilder(Builder):
    """Builder with a method for each grammar rule; rules of core.lark are inherited."""

    def tile_power(self, span: Span, phase: Word, *parts: Any) -> ast.Power:
        trigger, may, cost, effects, condition = parts
        return ast.Power(
            str(phase),
            effects,
            trigger,
            may is not None,
            cost,
            condition=condition,
            game=ROLL.id,
            span=span,
        )

    def tile_score(self, span: Span, _score: Word, *parts: Any) -> ast.Power:
        points, condition = parts
        return ast.Power(ast.SCORE, (points,), condition=condition, game=ROLL.id, span=span)

    # --- when

    def at_the_end(self, span: Span, *_words: Word) -> ast.Trigger:
        return ast.Trigger("end", span=span)

    after_completing = trigger_on_cards("completing")

    def after_exploring(self, span: Span, _after: Word, event: Word, *parts: Any) -> ast.Trigger:
        return ast.Trigger(cast(ast.Event, str(event)), dice=parts[-1], span=span)

    # --- what it takes, what it does

    def spend_credits(self, span: Span, _spend: Word, count: Word) -> ast.Cost:
        return ast.Cost("credits", int(count), span=span)

    def spend_vp(self, span: Span, _spend: Word, count: Word, *_vp: Word) -> ast.Cost:
        return ast.Cost("chips", int(count), span=span)

    def remove_dice(self, span: Span, _remove: Word, count: Word, dice: ast.Dice) -> ast.Cost:
        return ast.Cost("dice", int(count), dice=dice, span=span)

    def gift_of_tiles(
        self, span: Span, _gains: Word, amount: Word, vp: Word | None = None
    ) -> tuple[ast.Gift, int, bool]:
        return "credits" if vp is None else "vp", int(amount), False

    each_world = last_part
    this_world = constant(None)
    all_of_them = constant((None, False))

    def from_phases(self, span: Span, _from: Word, *phases: Word) -> tuple[str, ...]:
        return self.these_phases(span, *phases)

    from_one_phase = constant("one")
    any_phase = constant(WORKER_PHASES)
    selected_phase = constant(())

    def these_phases(self, span: Span, *phases: Word) -> tuple[str, ...]:
        chosen = {str(phase) for phase in phases}
        return tuple(phase for phase in ROLL.phases if phase in chosen)

    def workers(self, span: Span, adjective: SelectorPart) -> ast.Dice:
        return dice_of(_words_of(adjective), span)

    # --- on which condition

    def selects(self, span: Span, _selected: Word, phase: Word) -> ast.Condition:
        count = ast.Count("selected", action=str(phase), span=span)
        return ast.Condition("have", 1, None, count, span)

    def did_not_select(
        self, span: Span, _did_not: Word, select: Word, phase: Word
    ) -> ast.Condition:
        return replace(self.selects(span, select, phase), low=0, high=0)

    def have_as_many(self, span: Span, *parts: Any) -> ast.Condition:
        return ast.Condition("tie", 1, None, parts[-1], span)

    def have_every(self, span: Span, *parts: Any) -> ast.Condition:
        return ast.Condition("every", 1, None, parts[-1], span)

    def have_scouted(self, span: Span, *parts: Any) -> ast.Condition:
        dice: ast.Dice = parts[-1]
        return ast.Condition("have", 1, None, ast.Count("scouts", dice=dice, span=dice.span), span)

    # --- what is counted

    def dice(self, span: Span, adjective: SelectorPart, _dice: Word, place: str | None) -> ast.Dice:
        return dice_of(_words_of(adjective), span, place or "")

    in_citizenry = constant("citizenry")
    in_cup = constant("cup")
    as_goods = constant("goods")

    def count_dice(self, span: Span, dice: ast.Dice) -> ast.Count:
        return ast.Count("dice", dice=dice, span=span)

    def count_workers(self, span: Span, dice: ast.Dice, _in: Word, phase: Word) -> ast.Count:
        return ast.Count("workers", dice=dice, action=str(phase), span=span)

    count_credits = count_of("credits")
    count_colours = count_of("colours of dice")

    def count_costs(self, span: Span, *parts: Any) -> ast.Count:
        return ast.Count("total cost", parts[-1], span=span)

    def count_costliest(self, span: Span, _costliest: Word, noun: Word) -> ast.Count:
        cards = ast.Selector(str(noun).removesuffix("s"), span=span)
        return ast.Count("costliest", cards, span=span)

    # --- which tiles

    def with_reassign(self, span: Span, *_words: Word) -> tuple[str, Any, Span]:
        return "power", "assign", span

    def with_tile_power(self, span: Span, *words: Any) -> tuple[str, Any, Span]:
        return "power", str(words[1]), span


def _words_of(adjective: SelectorPart) -> ast.Adjective | None:
    """Return an adjective of dice; a cost becomes a word that the check of dice rejects."""
    if not isinstance(adjective, tuple):
        return adjective
    _cost, costs, span = adjective
    return ast.Adjective((f"{costs.low}-cost",), span=span)
