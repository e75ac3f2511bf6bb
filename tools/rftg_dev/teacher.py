"""Choices of another player in recorded games, as a bot in the same position sees them.

A record has the position at the start of each round and the decisions after it, so the hand of a
player is known at a later decision only if nothing hidden has changed it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final

from gamekit.decisions import Answer
from gamekit.positions import PositionError
from rftg_dev.positions import Game, lay_out
from rftg_engine import actions, asks, steps
from rftg_engine.bots.choices import price_in_hand
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.hand import Candidate, Price
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.situation import bonus_of
from rftg_engine.view import view_of

FREE: Final = Price(0)


@dataclass(frozen=True, slots=True)
class Option:
    """A card to place, or None; its price and the number of cards drawn."""

    candidate: Candidate | None
    price: Price = FREE
    drawn: float = 0.0

    def gain(self, evaluator: Evaluator) -> float:
        """Return what a bot expects to gain, in points."""
        if self.candidate is None:
            return 0.0
        return evaluator.placement_gain(self.candidate, self.price, self.drawn)


def options_of(evaluator: Evaluator, cards: list[int | None], bonus: actions.Bonus) -> list[Option]:
    """Return the options to place one of some cards; None stands for placing nothing.

    bonus: of the phase.
    """
    options = []
    for card in cards:
        if card is None:
            options.append(Option(None))
        else:
            candidate = evaluator.candidate(card)
            price = price_in_hand(evaluator, candidate, bonus)
            options.append(Option(candidate, price, float(bonus.card)))
    return options


@dataclass(slots=True)
class Seen:
    """What the record of a round tells about its position so far, as in its start.

    start: the position. known: whether a player's hand is. actions: selected by each player.
    """

    start: dict[str, Any]
    known: list[bool] = field(init=False)
    actions: list[tuple[int, ...]] = field(init=False)

    def __post_init__(self) -> None:
        """Start with what the position shows."""
        self.known = [True] * len(self.start["players"])
        self.actions = [()] * len(self.start["players"])

    def follow(self, decision: dict[str, Any]) -> None:
        """Follow a decision."""
        seat, kind, chosen = decision["player"], decision["kind"], decision["answer"]
        side = self.start["players"][seat]
        if kind in (asks.ACTION, asks.LATE_ACTION):
            self.actions[seat] = _actions(chosen)
        elif kind == asks.EXPLORE and not isinstance(decision["options"], int):
            drawn: Counter[str] = Counter()
            for option in decision["options"]:
                drawn |= Counter(option)
            side["hand"] += (drawn - Counter(chosen)).elements()
        elif kind in PLACEMENT_STEPS and decision["step"] == PLACEMENT_STEPS[kind]:
            if chosen != "none":
                side["tableau"].append(chosen)
                side["hand"].remove(chosen)
                self.known[seat] = False  # cards may have been drawn
        elif kind in (asks.PAY_FOR_DEVELOPMENT, asks.PAY_FOR_WORLD):
            for title in chosen["cards"]:
                side["hand"].remove(title)
        elif kind != asks.FIRST_ACTION:
            self.known[seat] = False


PLACEMENT_STEPS: Final = {
    asks.PLACE_DEVELOPMENT: steps.DEVELOP,
    asks.PLACE_WORLD: steps.SETTLE,
}
"""Kinds of decisions to learn from, and the step of each."""
ACTION_NUMBERS: Final = {
    **{name: action for action, name in enumerate(actions.NAMES)},
    **{
        actions.WITH_PRESTIGE + name: action + actions.PRESTIGE
        for action, name in enumerate(actions.NAMES[: actions.SEARCH])
    },
}
"""Numbers of actions by their names in the record of a game."""


@dataclass(frozen=True, slots=True)
class Taught:
    """A placement of a teacher. chosen: index of the option."""

    evaluator: Evaluator
    options: list[Option]
    chosen: int
    for_worlds: bool


def taught_placements(game: Game, knowledge: Knowledge) -> Iterator[Taught]:
    """Yield the placements of a game before which the player's hand is known.

    A round ends where its record cannot be followed, because a card was drawn or placed without a
    decision. Until then, such a card may be missing from a hand (before up to 4 % of payments in
    the first arc). Cards that others place at the same moment are already in their tableaus.
    """
    for played in game["rounds"]:
        if played["start"] is None:
            continue
        seen = Seen(deepcopy(played["start"]))
        try:
            for decision in played["decisions"]:
                taught = _taught(game, knowledge, {**played, "start": seen.start}, decision, seen)
                if taught is not None:
                    yield taught
                seen.follow(decision)
        except (PositionError, ValueError):
            continue


def _taught(
    game: Game, knowledge: Knowledge, played: dict[str, Any], decision: dict[str, Any], seen: Seen
) -> Taught | None:
    kind, seat, titles = decision["kind"], decision["player"], decision["options"]
    if (
        PLACEMENT_STEPS.get(kind) != decision["step"]
        or isinstance(titles, int)
        or not seen.known[seat]
        or "none" not in titles
        or not {*titles} - {"none"} <= {*seen.start["players"][seat]["hand"]}
    ):
        return None
    evaluator = Evaluator(knowledge, view_of(lay_out(knowledge.table, game, played).state, seat))
    by_title = {knowledge.table.titles[card]: card for card in evaluator.view.hand}
    for_worlds = kind == asks.PLACE_WORLD
    bonus = bonus_of(seen.actions[seat], steps.SETTLE if for_worlds else steps.DEVELOP)
    cards = [None if title == "none" else by_title[title] for title in titles]
    options = options_of(evaluator, cards, bonus)
    return Taught(evaluator, options, titles.index(decision["answer"]), for_worlds)


def taught_actions(
    game: Game, knowledge: Knowledge
) -> Iterator[tuple[Evaluator, tuple[Answer, ...], Answer]]:
    """Yield the player's evaluator, the options and the choice for each choice of actions."""
    for played in game["rounds"]:
        chosen = [
            decision
            for decision in played["decisions"]
            if decision["kind"] == asks.ACTION and not isinstance(decision["options"], int)
        ]
        if played["start"] is None or not chosen:
            continue
        state = lay_out(knowledge.table, game, played).state
        for decision in chosen:
            options = tuple(_actions(option) for option in decision["options"])
            evaluator = Evaluator(knowledge, view_of(state, decision["player"]))
            yield evaluator, options, _actions(decision["answer"])


def _actions(names: str | list[str]) -> Answer:
    return tuple(ACTION_NUMBERS[name] for name in ([names] if isinstance(names, str) else names))
