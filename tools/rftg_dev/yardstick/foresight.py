"""How well a value foretells who wins, at the start of each round.

A value is a number for what one seat sees; the higher, the better for it. One slope turns it into
a probability, fitted on games of the training part, and judged on the games held out. A value that
is a probability already is judged as it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, fsum, log
from typing import Any, Final

from rftg_dev.yardstick.positions import Game, kind_of, shares
from rftg_dev.yardstick.stage import lay_out
from rftg_engine.bots.evaluator import expected_lead, win_chance
from rftg_engine.bots.knowledge import Knowledge, classic_knowledge_of, knowledge_of
from rftg_engine.bots.seats import open_features, stage_of
from rftg_engine.bots.standing import dot
from rftg_engine.phases.scoring import score
from rftg_engine.view import View, view_of
from rftg_tools.balance.statistics import Moments

BINS: Final = 10
ROUNDS_LEFT: Final = (1, 2, 3, 4, 6, 9)
"""Ends of the groups of rounds by how many are left, the present one among them."""
SURE: Final = 1e-9
"""No probability is nearer to 0 or 1."""


@dataclass(frozen=True)
class Seen:
    """What a seat knows at the start of a round. scores: of all, if the game ended now."""

    known: Knowledge
    view: View
    scores: Sequence[int]


Value = Callable[[Seen], float]
"""What a position is worth to who sees it: 0 where all have equal chances."""


def lead(seen: Seen) -> float:
    """Return the points by which the bots expect to be ahead of the best other in the end."""
    return expected_lead(seen.known, seen.view)


def own_chance(seen: Seen) -> float:
    """Return the log odds of the bots' own probability to win; 0 for one in as many as play."""
    said = _bounded(win_chance(seen.known, seen.view))
    return log(said / (1 - said)) + log(len(seen.view.seats) - 1)


def classic(seen: Seen) -> float:
    """Return what all see of the own seat by the classic weights, less the mean of the others'."""
    view = seen.view
    known = classic_knowledge_of(seen.known.table)
    weights = stage_of(known, view).weights
    values = [dot(weights, open_features(known, view, seat)) for seat in range(len(view.seats))]
    return _lead(values, view.me)


def score_lead(seen: Seen) -> float:
    """Return the points by which the own score is ahead of the mean of the others'."""
    return _lead(seen.scores, seen.view.me)


def _lead(values: Sequence[float], me: int) -> float:
    """Return a value less the mean of the others'."""
    return values[me] - (fsum(values) - values[me]) / (len(values) - 1)


def equal(_seen: Seen) -> float:
    """Return 0: all have equal chances."""
    return 0.0


VALUES: Final[dict[str, Value]] = {
    "value": lead,
    "chance": own_chance,
    "score": score_lead,
    "classic": classic,
    "equal": equal,
}
"""What is judged, by name; another value is added here."""
UNFITTED: Final = {"chance": 1.0}
"""Slopes that are not fitted: the value says itself how likely a win is."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """A seat at the start of a round. left: rounds to come, the present one among them.

    values: by name. won: its share of the win in the end.
    """

    game: str
    players: int
    left: int
    values: dict[str, float]
    won: float


@dataclass(frozen=True)
class Example:
    """What a seat knows at the start of a round, and what came of it.

    left: rounds to come, the present one among them. won: its share of the win in the end.
    """

    seen: Seen
    left: int
    won: float


def examples(game: Game) -> Iterator[Example]:
    """Yield each seat at the start of each round of a game."""
    table = kind_of(game["kind"]).table
    known, won = knowledge_of(table), shares(game)
    for one in game["rounds"]:
        if one["start"] is None:
            continue
        state = lay_out(table, game, one).state
        seats = range(game["players"])
        scores = [score(table, state, seat) for seat in seats]
        left = game["result"]["rounds"] - one["round"] + 1
        for seat in seats:
            yield Example(Seen(known, view_of(state, seat), scores), left, won[seat])


def forecasts(game: Game, values: dict[str, Value]) -> Iterator[Forecast]:
    """Yield what the values say of each seat at the start of each round of a game."""
    for one in examples(game):
        said = {name: value(one.seen) for name, value in values.items()}
        yield Forecast(game["id"], game["players"], one.left, said, one.won)


def chance(value: float, slope: float, players: int) -> float:
    """Return the probability to win of a value; 1 in `players` for 0."""
    odds = (players - 1) * exp(max(-50.0, min(50.0, -slope * value)))
    return _bounded(1 / (1 + odds))


def _bounded(said: float) -> float:
    return min(1 - SURE, max(SURE, said))


def fit(training: Sequence[Forecast], name: str) -> float:
    """Return the slope by which a value loses least on some forecasts (Newton's method)."""
    slope = 0.0
    for _step in range(100):
        gradient = curvature = 0.0
        for one in training:
            value = one.values[name]
            said = chance(value, slope, one.players)
            gradient += (said - one.won) * value
            curvature += said * (1 - said) * value * value
        if curvature < SURE:
            return slope
        step = max(-1.0, min(1.0, gradient / curvature))
        slope -= step
        if abs(step) < 1e-7:
            break
    return slope


def log_loss(said: float, won: float) -> float:
    """Return what a probability costs; a shared win counts in part."""
    return -won * log(said) - (1 - won) * log(1 - said)


def judge(training: Sequence[Forecast], judged: Sequence[Forecast]) -> dict[str, Any]:
    """Return how well each value foretells, as JSON data. Raise ValueError for no games.

    beside: its log loss less that of the first value in the same games, with half an interval.
    """
    if not training or not judged:
        raise ValueError("there are no games to fit a value on, or none to judge it by")
    found: dict[str, Any] = {}
    first: Losses = {}
    for name in judged[0].values:
        slope = UNFITTED[name] if name in UNFITTED else fit(training, name)
        said = [(one, chance(one.values[name], slope, one.players)) for one in judged]
        losses = _by_game((one.game, log_loss(p, one.won)) for one, p in said)
        first = first or losses
        beside = _moments(loss - first[game] for game, loss in losses.items())
        found[name] = {
            "slope": slope,
            **_figures(said, _moments(losses.values())),
            "beside": beside.mean,
            "beside_half": _half(beside),
        }
    return found


Said = Sequence[tuple[Forecast, float]]
Losses = dict[str, float]
"""The mean loss in each game by its id: the forecasts of a game share its end."""


def _figures(said: Said, losses: Moments) -> dict[str, Any]:
    squares = _by_game((one.game, (p - one.won) ** 2) for one, p in said)
    return {
        "games": losses.count,
        "forecasts": len(said),
        "log_loss": losses.mean,
        "log_loss_half": _half(losses),
        "brier": _moments(squares.values()).mean,
        "calibration_error": _calibration_error(said),
        "calibration": _calibration(said),
        "by_rounds_left": _by_rounds_left(said),
    }


def _by_game(losses: Iterable[tuple[str, float]]) -> Losses:
    of_game: dict[str, list[float]] = defaultdict(list)
    for game, loss in losses:
        of_game[game].append(loss)
    return {game: fsum(some) / len(some) for game, some in of_game.items()}


def _moments(numbers: Iterable[float]) -> Moments:
    found = Moments()
    for number in numbers:
        found.add(number)
    return found


def _half(moments: Moments) -> float | None:
    """Return half of the 95 % interval of a mean; None for too few games."""
    half = moments.estimate().half
    return half if half < 1e9 else None


def _calibration(said: Said) -> list[dict[str, float]]:
    """Return a row for each tenth of probabilities: how many, their mean, and the share won."""
    bins: list[list[tuple[float, float]]] = [[] for _bin in range(BINS)]
    for one, p in said:
        bins[min(BINS - 1, int(p * BINS))].append((p, one.won))
    return [
        {
            "from": number / BINS,
            "count": len(some),
            "said": fsum(p for p, _won in some) / len(some),
            "won": fsum(won for _p, won in some) / len(some),
        }
        for number, some in enumerate(bins)
        if some
    ]


def _calibration_error(said: Said) -> float:
    """Return the mean distance between what was said and what came, over the rows."""
    rows = _calibration(said)
    return fsum(row["count"] * abs(row["said"] - row["won"]) for row in rows) / len(said)


def _by_rounds_left(said: Said) -> list[dict[str, float]]:
    """Return the loss by how many rounds are left; the last row is of all further ones."""
    groups: list[list[float]] = [[] for _group in range(len(ROUNDS_LEFT) + 1)]
    for one, p in said:
        group = sum(one.left > end for end in ROUNDS_LEFT)
        groups[group].append(log_loss(p, one.won))
    starts = [1, *(end + 1 for end in ROUNDS_LEFT)]
    return [
        {"from": start, "forecasts": len(some), "log_loss": fsum(some) / len(some)}
        for start, some in zip(starts, groups, strict=True)
        if some
    ]
