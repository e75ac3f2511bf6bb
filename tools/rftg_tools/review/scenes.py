"""A reviewed game as its page shows it: the open table at every moment, all hands beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gamekit.driver import Driver
from rftg_engine.cards.table import Table
from rftg_engine.options import Options
from rftg_engine.state import State
from rftg_engine.view import view_of
from rftg_tools.play.cards import Faces
from rftg_tools.play.frames import fixed_facts, open_facts
from rftg_tools.play.narration.texts import cards_named
from rftg_tools.play.seats import BOT, SeatConfig
from rftg_tools.review.plan import Plan, begin, groups
from rftg_tools.review.review import Game
from rftg_tools.review.words import Asked, names_of, when

Data = dict[str, Any]


@dataclass(slots=True)
class _Shown:
    """The recorded game in one position (see play.frames.Shown)."""

    table: Table
    options: Options
    game: Driver[State]
    seats: Sequence[SeatConfig]
    seed: str = ""
    turn: int = 0


def page_data(game: Game, review: Data, faces: Faces) -> Data:
    """Return all that the page shows. review: what has been found, of `review_data`."""
    shown = list(scenes(game))
    named = {int(card) for card in review["cards"]}.union(*(_cards_of(one) for one in shown))
    return {
        "review": review,
        "moments": shown,
        "cards": {str(card): faces.data(card) for card in sorted(named)},
    }


def scenes(game: Game) -> Iterator[Data]:
    """Yield every moment at which something was decided, and the end."""
    plan, names = game.plan, names_of(game.players)
    played = begin(plan)
    seats = [SeatConfig(BOT, name) for name in names]
    shown = _Shown(plan.table, plan.options, played, seats, plan.seed)
    fixed = fixed_facts("", shown) | {"over": None}
    for first in groups(plan, played):
        decided = [
            _decision(plan, played.state, one, first + index, names)
            for index, one in enumerate(played.pending)
            if first + index < len(plan.answers)
        ]
        yield _scene(shown, fixed, first, when(played.state.round, played.step), decided)
        shown.turn += 1
    yield _scene(shown, fixed, len(plan.answers), "The end" if played.over else "So far", [])


def _scene(shown: _Shown, fixed: Data, at: int, title: str, decided: list[Data]) -> Data:
    """Return a scene. at: how many answers were given before.

    decided: what is decided at this moment.
    """
    seats = range(shown.options.players)
    table = fixed | open_facts(shown)
    for player in table["players"]:
        player["waiting"] = False  # nobody is waited for any more
    views = [view_of(shown.game.state, seat) for seat in seats]
    return {
        "at": at,
        "title": title,
        "over": shown.game.over,
        "decisions": decided,
        "table": table,
        "hands": [list(view.hand) for view in views],
        "saved": [{str(card): list(cards) for card, cards in view.saved} for view in views],
    }


def _decision(plan: Plan, state: State, decision: Any, number: int, names: Sequence[str]) -> Data:
    asked = Asked(plan.table, state, decision, names)
    return {
        "number": number,
        "seat": decision.player,
        "prompt": asked.prompt,
        "label": asked.answer(plan.answers[number]),
    }


def _cards_of(scene: Data) -> set[int]:
    """Return the cards that a scene shows or names."""
    named = {one["card"] for player in scene["table"]["players"] for one in player["tableau"]}
    named.update(*scene["hands"])
    for saved in scene["saved"]:
        named.update(*saved.values())
    for decision in scene["decisions"]:
        named.update(cards_named(decision["prompt"]), cards_named(decision["label"]))
    return named
