"""Score sheet: each player's points, the winners, and why the game ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from rftg_dsl.diagnostics.text import counted
from rftg_dsl.wording.english import scoring_table, word_scoring
from rftg_engine.cards.table import Table
from rftg_engine.modules.robot import robot_of
from rftg_engine.modules.robot_state import robot_in
from rftg_engine.phases.rounds import end_reasons, tableau_size
from rftg_engine.phases.scoring import result, variable_points
from rftg_engine.state import State

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ModuleScore:
    """A column of the score sheet for a rule module.

    counts: returns whether a game has the column. lines: returns labels and points of a seat.
    """

    title: str
    counts: Callable[[Table, State], bool]
    lines: Callable[[Table, State, int], Iterable[tuple[str, int]]]


MODULE_SCORES: Final[dict[str, ModuleScore]] = {}
"""Columns by module name."""


def score_sheet(table: Table, state: State, names: Sequence[str]) -> Data:
    """Return the result of a game as page data: `why`, `winners`, `columns` and `scores`.

    names: player names by seat.
    """
    ended = result(table, state)
    sheets = [_sheet(table, state, seat) for seat in range(len(state.players))]
    for seat, sheet in enumerate(sheets):
        sheet |= {"total": ended.scores[seat], "tie_break": ended.tie_breaks[seat]}
    return {
        "why": why_over(table, state, names),
        "winners": list(ended.winners),
        "columns": list(_columns(table, state)),
        "scores": sheets,
    }


def _columns(table: Table, state: State) -> Iterator[Data]:
    """Yield the columns of the score sheet."""
    yield {"name": "cards", "title": "Cards"}
    yield {"name": "chips", "title": "Chips"}
    for name, score in MODULE_SCORES.items():
        if score.counts(table, state):
            yield {"name": name, "title": score.title}
    if "prestige" in table.modules:
        yield {"name": "prestige", "title": "Prestige"}


def why_over(table: Table, state: State, names: Sequence[str]) -> list[str]:
    """Return the reasons why the game ends."""
    return [SCORE_ENDINGS[reason](state, names) for reason in end_reasons(table, state)]


def _full(state: State, names: Sequence[str]) -> str:
    sizes = [tableau_size(state, seat) for seat in range(len(state.players))]
    seat = sizes.index(max(sizes))
    return f"{names[seat]} has {counted(sizes[seat], 'card')} in the tableau"


def _chips(_state: State, _names: Sequence[str]) -> str:
    return "The last VP chip is given out"


SCORE_ENDINGS: Final[dict[str, Callable[[State, Sequence[str]], str]]] = {
    "tableau": _full,
    "chips": _chips,
}
"""Wording by end reason. Rule modules add their reasons."""


def _sheet(table: Table, state: State, seat: int) -> Data:
    """Return the points of one player, by column and line by line."""
    robot_state = robot_in(state)
    is_robot = robot_state is not None and robot_state.seat == seat
    lines = list(_robot_cards(table, state) if is_robot else _cards(table, state, seat))
    cards = sum(line["points"] for line in lines)
    player = state.players[seat]
    prestige = player.prestige
    if is_robot:
        prestige *= robot_of(table).data.prestige_points
    module_lines = {
        name: [score_line(*line) for line in score.lines(table, state, seat)]
        for name, score in MODULE_SCORES.items()
    }
    other_lines = [score_line("VP chips", player.vp), *chain(*module_lines.values())]
    other_lines.append(score_line("Prestige", prestige))
    return {
        "seat": seat,
        "chips": player.vp,
        "cards": cards,
        **{name: sum(line["points"] for line in lines) for name, lines in module_lines.items()},
        "prestige": prestige,
        "lines": [*lines, *(line for line in other_lines if line["points"])],
    }


def score_line(label: str, points: int, card: int | None = None) -> Data:
    """Return a line of the score sheet. card: the card that has the points."""
    return {"card": card, "label": label, "points": points}


def _cards(table: Table, state: State, seat: int) -> Iterator[Data]:
    """Yield the cards of a tableau. Labels of cards with variable points describe their scoring."""
    player = state.players[seat]
    variable = variable_points(table, state, seat)
    for card in player.tableau:
        points = table.vp[card] + variable.get(card, 0)
        yield score_line(_describe_scoring(table, card), points, card)


def _describe_scoring(table: Table, card: int) -> str:
    """Return the scoring of a card with variable points: "2 VP per Genes world; 1 VP per ..."."""
    powers = [line.power for line in table.cards[card].powers]
    lines = [line for power in scoring_table(powers) for line in word_scoring(power)]
    return "; ".join(lines)


def _robot_cards(table: Table, state: State) -> Iterator[Data]:
    """Yield the robot's cards and counters. All its 6-cost developments have the same points."""
    robot_state = robot_in(state)
    assert robot_state is not None
    six_cost = robot_of(table).six
    for card in state.players[robot_state.seat].tableau:
        is_six_cost = six_cost >> card & 1
        yield score_line("", robot_state.points if is_six_cost else table.vp[card], card)
    if robot_state.placed:
        label = counted(robot_state.placed, "6-cost development counter")
        yield score_line(label, robot_state.placed * robot_state.points)
