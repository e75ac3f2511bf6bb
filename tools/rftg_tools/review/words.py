"""Decisions, answers and turning points of a reviewed game in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_dsl.diagnostics.text import printable
from rftg_engine import asks, steps
from rftg_engine.cards.table import Table
from rftg_engine.state import State
from rftg_engine.view import view_of
from rftg_tools.play.narration import ask_of
from rftg_tools.play.narration.actions import step_name
from rftg_tools.play.narration.texts import Text, card, listed, text

MINUS: Final = "\N{MINUS SIGN}"
"""Before numbers below 0."""
_KEPT: Final = (asks.EXPLORE, asks.STARTING_HAND)
"""Kinds of decisions that are better told by what is kept."""


class Asked:
    """A decision of a game, and its answers, in words. names: of the players, by seat."""

    def __init__(
        self, table: Table, state: State, decision: Decision, names: Sequence[str]
    ) -> None:
        self._decision = decision
        self._ask = ask_of(table, view_of(state, decision.player), decision, names)
        self.prompt: Text = self._ask["prompt"]
        self.about: int | None = self._ask["about"]

    def answer(self, answer: Answer) -> Text:
        """Return an answer in words: "X", "Discard X and Y", "2 cards: X and Y"."""
        decision = self._decision
        if isinstance(decision, Choice):
            option = self._ask["options"][decision.options.index(answer)]
            label: Text = option["label"]
            return label
        if isinstance(decision, Payment):
            way: Text = self._ask["ways"][answer[0]]["label"]
            return text(way, ": ", named(answer[1:])) if answer[1:] else way
        assert isinstance(decision, Subset)
        kept = [one for one in decision.cards if one not in answer]
        if decision.kind in _KEPT and len(kept) <= len(answer):
            return text("Keep ", named(kept))
        return text(f"{self._ask['verb'].capitalize()} ", named(answer))


def named(cards: Sequence[int]) -> Text:
    """Return "X, Y and Z"; "nothing"."""
    return listed([card(one) for one in cards]) if cards else text("nothing")


def names_of(players: Sequence[str]) -> list[str]:
    """Return the players' names; those that several have, and empty ones, with the seat."""
    return [
        name if name and players.count(name) == 1 else f"{name or 'Player'} {seat}"
        for seat, name in enumerate(players, 1)
    ]


def when(round_: int, step: str) -> str:
    """Return "Round 4, Settle"; "Set-up"."""
    if not round_:
        return "Set-up"
    named = "actions" if step == steps.CHOOSE else step_name(step)
    return f"Round {round_}, {named}"


def share(chance: float) -> str:
    """Return a chance: "41 %"; never 0 or 100 for what is only nearly so."""
    if 0 < chance < 0.005:
        return "under 1 %"
    if 0.995 < chance < 1:
        return "over 99 %"
    return f"{chance * 100:.0f} %"


def points(difference: float) -> str:
    """Return a difference of chances in points of a hundred: "+12"."""
    rounded = round(difference * 100)
    return f"{'+' if rounded > 0 else MINUS if rounded < 0 else ''}{abs(rounded)}"


def summary(review: dict[str, Any]) -> str:
    """Return a review in some lines.

    The result, the chances at each round's start, the turning points.
    """
    names, result = review["players"], review["result"]
    scores = ", ".join(
        f"{name} {total}" for name, total in zip(names, result["scores"], strict=True)
    )
    begun = "" if result["over"] else " so far, for the game was not played to its end"
    wide = [max(len(name), 9) for name in names]
    lines = [f"{scores} VP{begun}", *([review["note"]] if review["note"] else []), ""]
    lines.append(
        "chance to win  "
        + "  ".join(f"{name:>{width}}" for name, width in zip(names, wide, strict=True))
    )
    for label, chances in _rounds(review["chart"]):
        shares = [f"{share(one[0]):>{width}}" for one, width in zip(chances, wide, strict=True)]
        lines.append(f"{label:13}  {'  '.join(shares)}")
    halves = [(high - low) / 2 for one in review["chart"] for _, low, high in one["chances"]]
    if any(halves):
        lines.append(f"margin of error: up to ±{max(halves) * 100:.0f} percentage points")
    lines += ["", "Turning points" if review["turning_points"] else "No turning points found"]
    lines += [f"  {one['plain']}" for one in review["turning_points"]]
    return "".join(f"{printable(line)}\n" for line in lines)


def _rounds(chart: list[dict[str, Any]]) -> list[tuple[str, list[list[float]]]]:
    """Return the first point of each round, and the end."""
    first_points: dict[int, tuple[str, list[list[float]]]] = {}
    for point in chart:
        if point["step"]:
            first_points.setdefault(point["round"], (f"round {point['round']}", point["chances"]))
    last = [("end", one["chances"]) for one in chart if not one["step"]]
    return [*first_points.values(), *last]
