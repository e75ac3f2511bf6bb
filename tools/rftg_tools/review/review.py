"""A reviewed game as data: its chart, its decisions with what each option was worth, its turning
points, all in words too. What has not been looked at yet is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from gamekit.decisions import Decision
from rftg_engine import steps
from rftg_tools.intervals import smoothed_proportion, wilson
from rftg_tools.play.narration.texts import Text, cards_named, plain, text
from rftg_tools.review.analysis import Findings, decisions_found
from rftg_tools.review.chart import Point, points
from rftg_tools.review.decisions import Rated, Rating, why_not
from rftg_tools.review.plan import Plan, begin, groups
from rftg_tools.review.turning import Jump, Slip, jumps, slips
from rftg_tools.review.words import Asked, names_of, share, when
from rftg_tools.review.words import points as in_points

Data = dict[str, Any]
FORMAT: Final = "rftg-dsl-review/1"


@dataclass(frozen=True, slots=True)
class Game:
    """What was played. players: names by seat. result: as in the record. note: of an import.

    folders: where sets have their pictures, by id.
    """

    plan: Plan
    players: tuple[str, ...]
    result: Data
    note: str = ""
    folders: Mapping[str, Path] = field(default_factory=dict)


def review_data(game: Game, findings: Findings) -> Data:
    """Return the whole review, as data of JSON.

    Texts name cards by number; `cards` has their titles.
    """
    plan, names = game.plan, names_of(game.players)
    chart = [(point, findings[name]) for point in points(plan) if (name := point.name) in findings]
    rated = list(_decisions(plan, names, findings))
    ratings = [rating for _data, rating in rated if rating is not None]
    decisions = [data for data, _rating in rated]
    by_number = {data["number"]: data for data in decisions}
    turning = [_slip(slip, by_number[slip.number], names) for slip in slips(ratings)]
    changes = jumps([won for _point, won in chart], plan.chart_games)
    turning += [_jump(plan, jump, chart, names) for jump in changes]
    turning.sort(key=lambda one: (one["answers"], one["kind"]))
    titles = plan.table.titles
    for one in turning:
        one["plain"] = plain(one["text"], titles)
    return {
        "format": FORMAT,
        "sets": [card_set.id for card_set in plan.table.sets],
        "players": names,
        "level": plan.level,
        "playouts": plan.playouts,
        "result": game.result,
        "note": game.note,
        "decisions_done": [decisions_found(findings), len(plan.answers)],
        "complete": len(findings) == len(points(plan)) + len(plan.answers),
        "not_rated": [
            {"number": data["number"], "reason": why_not(plan, data["round"])}
            for data, rating in rated
            if rating is None
        ],
        "true_cards": sum(rating.true_cards for rating in ratings),
        "chart": [_point(plan, point, won) for point, won in chart],
        "decisions": [data for data in decisions if data["options"]],
        "turning_points": turning,
        "cards": {str(card): titles[card] for card in sorted(_named(decisions, turning))},
    }


def _decisions(
    plan: Plan, names: Sequence[str], findings: Findings
) -> Iterator[tuple[Data, Rating | None]]:
    """Yield every decision that was looked at, with its rating where it has one."""
    game = begin(plan)
    for first in groups(plan, game):
        for number, decision in enumerate(game.pending, first):
            if f"answer {number}" not in findings:
                continue
            known = findings[f"answer {number}"]
            rating = None if known is None else Rating.of(known)
            data = {
                "number": number,
                "round": game.state.round,
                "step": game.step,
                "seat": decision.player,
                "kind": decision.kind,
                "options": [],
            }
            if rating is not None:
                asked = Asked(plan.table, game.state, decision, names)
                data |= _rated(rating, asked, decision, 1 / plan.options.players)
            yield data, rating


def _rated(rating: Rating, asked: Asked, decision: Decision, expected: float) -> Data:
    behind = rating.behind
    return {
        "about": asked.about,
        "prompt": asked.prompt,
        "options": [
            _option(one, asked.answer(one.answer), index, rating, expected)
            for index, one in enumerate(rating.options)
        ],
        "legal": rating.legal,
        "behind": behind and {"mean": behind.mean, "half": behind.half, "pairs": behind.pairs},
        "true_cards": rating.true_cards,
    }


def _option(rated: Rated, label: Text, index: int, rating: Rating, expected: float) -> Data:
    """Return an option with its chance. expected: each player's chance at the start."""
    return {
        "answer": list(rated.answer),
        "label": label,
        "win": smoothed_proportion(rated.win * rated.games, rated.games, expected),
        "low": rated.low,
        "high": rated.high,
        "games": rated.games,
        "taken": index == rating.taken,
        "bot": index == rating.bot,
    }


def _point(plan: Plan, point: Point, won: Sequence[float]) -> Data:
    games = plan.chart_games
    over = not point.step
    return {
        "answers": point.answers,
        "round": point.round,
        "step": point.step,
        "chances": [
            [
                _chance(plan, chance, over),
                *((chance,) * 2 if over else wilson(chance * games, games)),
            ]
            for chance in won
        ],
    }


def _chance(plan: Plan, won: float, over: bool) -> float:
    """Return the chance for a share of won games; after the game it is the result itself."""
    games = plan.chart_games
    return won if over else smoothed_proportion(won * games, games, 1 / plan.options.players)


def _slip(slip: Slip, decision: Data, names: Sequence[str]) -> Data:
    """Return "Round 4, Settle: Ann chose X. Y would have won 12 percentage points more often
    (±6)."
    """
    taken = next(one for one in decision["options"] if one["taken"])
    best = decision["options"][0]
    words = text(
        f"{when(decision['round'], decision['step'])}: {names[decision['seat']]} chose “",
        taken["label"],
        "”. “",
        best["label"],
        f"” would have won {slip.lost * 100:.0f} percentage points more often"
        f" (±{slip.half * 100:.0f}).",
    )
    return {
        "kind": "choice",
        "answers": decision["number"],
        "seat": decision["seat"],
        "change": -slip.lost,
        "half": slip.half,
        "text": words,
    }


def _jump(plan: Plan, jump: Jump, chart: Sequence[tuple[Point, Any]], names: Sequence[str]) -> Data:
    """Return "Round 6, Explore: the chance of Ann goes from 41 % to 63 % (+22 percentage
    points)."
    """
    point = chart[jump.point][0]
    before, after = _chance(plan, jump.before, False), _chance(plan, jump.after, not point.step)
    change = after - before
    words = text(
        f"{_between(point)}: the chance of {names[jump.seat]} goes from {share(before)} to"
        f" {share(after)} ({in_points(change)} percentage points, ±{jump.half * 100:.0f})."
    )
    return {
        "kind": "jump",
        "answers": point.answers,
        "seat": jump.seat,
        "change": change,
        "half": jump.half,
        "text": words,
    }


def _between(point: Point) -> str:
    """Return the step before a point that matters most: "Round 6, Explore"."""
    steps_done = [one for one in point.done if one[1] not in (steps.ROUND_END, steps.ROUND_START)]
    round_, step = (steps_done or list(point.done))[-1]
    return when(round_, step)


def _named(decisions: Sequence[Data], turning: Sequence[Data]) -> set[int]:
    """Return the numbers of all cards in texts."""
    texts: list[Text] = [one["text"] for one in turning]
    for decision in decisions:
        texts += [one["label"] for one in decision["options"]]
        texts += [decision["prompt"]] if decision["options"] else []
    return {card for one in texts for card in cards_named(one)}
