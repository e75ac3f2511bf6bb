"""Data and text of a reviewed game: chart, decisions and turning points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from gamekit.records import RecordError
from rftg_dsl.diagnostics.text import printable
from rftg_dsl.library import SetBundle, load, pack
from rftg_dsl.source.files import find_sets_in, split_set_names
from rftg_tools.games import game_of_record as record_game
from rftg_tools.importing.runner import read_any
from rftg_tools.intervals import smoothed_proportion, wilson
from rftg_tools.play.narration.texts import Text, list_cards, plain_text, text
from rftg_tools.recorded import bundle_of_record, follow_record
from rftg_tools.review.analysis import Findings, decisions_found
from rftg_tools.review.chart import Mistake, Point, Swing, find_mistakes, find_swings, points
from rftg_tools.review.decisions import RatedAnswer, Rating, unrated_reason
from rftg_tools.review.plan import PLAYOUTS, QUICK_PLAYOUTS, Plan, begin, groups
from rftg_tools.review.reviewer import Wording, reviewer_of

MINUS: Final = "\N{MINUS SIGN}"
"""Sign of negative numbers."""


def display_names(players: Sequence[str]) -> list[str]:
    """Return the players' names, with the seat if they are empty or not unique."""
    return [
        name if name and players.count(name) == 1 else f"{name or 'Player'} {seat}"
        for seat, name in enumerate(players, 1)
    ]


def format_moment(plan: Plan, round_: int, step: str) -> str:
    """Return "Round 4, Settle" or "Setup"."""
    return f"Round {round_}, {plan.reviewer.step_name(step)}" if round_ else "Setup"


def format_chance(chance: float) -> str:
    """Return a chance such as "41 %"; 0 and 100 only if they are exact."""
    if 0 < chance < 0.005:
        return "under 1 %"
    if 0.995 < chance < 1:
        return "over 99 %"
    return f"{chance * 100:.0f} %"


def format_points(difference: float) -> str:
    """Return a difference of chances in percentage points, such as "+12"."""
    rounded = round(difference * 100)
    return f"{'+' if rounded > 0 else MINUS if rounded < 0 else ''}{abs(rounded)}"


def format_summary(review: dict[str, Any]) -> str:
    """Return the result, the chances at the start of each round, and the turning points."""
    names, result = review["players"], review["result"]
    scores = ", ".join(
        f"{name} {total}" for name, total in zip(names, result["scores"], strict=True)
    )
    unfinished = "" if result["over"] else " so far (unfinished game)"
    widths = [max(len(name), 9) for name in names]
    lines = [f"{scores} VP{unfinished}", *([review["note"]] if review["note"] else []), ""]
    lines.append(
        "chance to win  "
        + "  ".join(f"{name:>{width}}" for name, width in zip(names, widths, strict=True))
    )
    for label, chances in _rounds(review["chart"]):
        columns = [
            f"{format_chance(chance):>{width}}"
            for (chance, _low, _high), width in zip(chances, widths, strict=True)
        ]
        lines.append(f"{label:13}  {'  '.join(columns)}")
    margins = [(high - low) / 2 for point in review["chart"] for _, low, high in point["chances"]]
    if any(margins):
        lines.append(f"margin of error: up to ±{max(margins) * 100:.0f} percentage points")
    lines += ["", "Turning points" if review["turning_points"] else "No turning points found"]
    lines += [f"  {turning_point['plain']}" for turning_point in review["turning_points"]]
    return "".join(f"{printable(line)}\n" for line in lines)


def _rounds(chart: list[dict[str, Any]]) -> list[tuple[str, list[list[float]]]]:
    """Return the first point of each round, and the end."""
    first_points: dict[int, tuple[str, list[list[float]]]] = {}
    for point in chart:
        if point["step"]:
            first_points.setdefault(point["round"], (f"round {point['round']}", point["chances"]))
    last = [("end", point["chances"]) for point in chart if not point["step"]]
    return [*first_points.values(), *last]


Data = dict[str, Any]
FORMAT: Final = "rftg-dsl-review/1"


@dataclass(frozen=True, slots=True)
class Game:
    """A game to review. players: names by seat. result: as in the record. note: import remark.

    folders: picture folders by set id.
    """

    plan: Plan
    players: tuple[str, ...]
    result: Data
    note: str = ""
    folders: Mapping[str, Path] = field(default_factory=dict)


def review_data(game: Game, findings: Findings) -> Data:
    """Return a review as JSON data. Texts contain card ids; `cards` has their titles."""
    plan, names = game.plan, display_names(game.players)
    chart = [(point, findings[name]) for point in points(plan) if (name := point.name) in findings]
    rated = list(_decisions(plan, names, findings))
    ratings = [rating for _data, rating in rated if rating is not None]
    decisions = [data for data, _rating in rated]
    by_number = {data["number"]: data for data in decisions}
    turning = [
        _mistake_data(plan, mistake, by_number[mistake.number], names)
        for mistake in find_mistakes(ratings)
    ]
    swings = find_swings([shares for _point, shares in chart], plan.chart_games)
    turning += [_swing_data(plan, swing, chart, names) for swing in swings]
    turning.sort(key=lambda turning_point: (turning_point["answers"], turning_point["kind"]))
    titles = plan.table.titles
    for turning_point in turning:
        turning_point["plain"] = plain_text(turning_point["text"], titles)
    return {
        "format": FORMAT,
        "sets": [card_set.id for card_set in plan.table.sets],
        "players": names,
        "level": plan.level,
        "playouts": plan.playouts,
        "quick": plan.playouts <= QUICK_PLAYOUTS,
        "result": game.result,
        "note": game.note,
        "decisions_done": [decisions_found(findings), len(plan.answers)],
        "complete": len(findings) == len(points(plan)) + len(plan.answers),
        "not_rated": [
            {"number": data["number"], "reason": unrated_reason(plan, data["round"])}
            for data, rating in rated
            if rating is None
        ],
        "true_cards": sum(rating.true_cards for rating in ratings),
        "chart": [_point_data(plan, point, shares) for point, shares in chart],
        "decisions": [data for data in decisions if data["options"]],
        "turning_points": turning,
        "cards": {str(card): titles[card] for card in sorted(_cards_in(decisions, turning))},
    }


def _decisions(
    plan: Plan, names: Sequence[str], findings: Findings
) -> Iterator[tuple[Data, Rating | None]]:
    """Yield every analysed decision with its rating, or None if it has no rating."""
    game = begin(plan)
    for first in groups(plan, game):
        for number, decision in enumerate(game.pending, first):
            if f"answer {number}" not in findings:
                continue
            finding = findings[f"answer {number}"]
            rating = None if finding is None else Rating.from_data(finding)
            data = {
                "number": number,
                "round": game.state.round,
                "step": game.step,
                "seat": decision.player,
                "kind": decision.kind,
                "options": [],
            }
            if rating is not None:
                wording = plan.reviewer.wording(plan.table, game.state, decision, names)
                data |= _rating_data(rating, wording, 1 / plan.options.players)
            yield data, rating


def _rating_data(rating: Rating, wording: Wording, expected: float) -> Data:
    behind = rating.behind
    return {
        "about": wording.about,
        "prompt": wording.prompt,
        "options": [
            _option_data(option, wording.answer(option.answer), index, rating, expected)
            for index, option in enumerate(rating.options)
        ],
        "legal": rating.legal,
        "behind": behind and {"mean": behind.mean, "half": behind.margin, "pairs": behind.pairs},
        "true_cards": rating.true_cards,
    }


def _option_data(
    rated: RatedAnswer, label: Text, index: int, rating: Rating, expected: float
) -> Data:
    """Return an option with its chance. expected: chance of each player at the start."""
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


def _point_data(plan: Plan, point: Point, shares: Sequence[float]) -> Data:
    games = plan.chart_games
    over = not point.step
    return {
        "answers": point.answers,
        "round": point.round,
        "step": point.step,
        "chances": [
            [
                _chance(plan, share, over),
                *((share,) * 2 if over else wilson(share * games, games)),
            ]
            for share in shares
        ],
    }


def _chance(plan: Plan, share: float, over: bool) -> float:
    """Return the chance for a share of wins; after the game, the result itself."""
    games = plan.chart_games
    return share if over else smoothed_proportion(share * games, games, 1 / plan.options.players)


def _mistake_data(plan: Plan, mistake: Mistake, decision: Data, names: Sequence[str]) -> Data:
    """Return "Round 4, Settle: Ann chose X. Y would have won 12 percentage points more often
    (±6)."
    """
    taken = next(option for option in decision["options"] if option["taken"])
    best = decision["options"][0]
    moment = format_moment(plan, decision["round"], decision["step"])
    words = text(
        f"{moment}: {names[decision['seat']]} chose “",
        taken["label"],
        "”. “",
        best["label"],
        f"” would have won {mistake.lost * 100:.0f} percentage points more often"
        f" (±{mistake.margin * 100:.0f}).",
    )
    return {
        "kind": "choice",
        "answers": decision["number"],
        "seat": decision["seat"],
        "change": -mistake.lost,
        "half": mistake.margin,
        "text": words,
    }


def _swing_data(
    plan: Plan, swing: Swing, chart: Sequence[tuple[Point, Any]], names: Sequence[str]
) -> Data:
    """Return "Round 6, Explore: Ann's chance goes from 41 % to 63 % (+22 percentage points)."."""
    point = chart[swing.point][0]
    before, after = _chance(plan, swing.before, False), _chance(plan, swing.after, not point.step)
    change = after - before
    words = text(
        f"{_main_step(plan, point)}: {names[swing.seat]}'s chance goes"
        f" from {format_chance(before)} to {format_chance(after)}"
        f" ({format_points(change)} percentage points, ±{swing.margin * 100:.0f})."
    )
    return {
        "kind": "jump",
        "answers": point.answers,
        "seat": swing.seat,
        "change": change,
        "half": swing.margin,
        "text": words,
    }


def _main_step(plan: Plan, point: Point) -> str:
    """Return the last important step before a point: "Round 6, Explore"."""
    minor_steps = plan.reviewer.minor_steps
    main_steps = [(round_, step) for round_, step in point.done if step not in minor_steps]
    round_, step = (main_steps or list(point.done))[-1]
    return format_moment(plan, round_, step)


def _cards_in(decisions: Sequence[Data], turning: Sequence[Data]) -> set[int]:
    """Return the ids of all cards in texts."""
    texts: list[Text] = [turning_point["text"] for turning_point in turning]
    for decision in decisions:
        texts += [option["label"] for option in decision["options"]]
        texts += [decision["prompt"]] if decision["options"] else []
    return {card for words in texts for card in list_cards(words)}


def game_of(
    path: Path,
    sets: str = "",
    level: str = "",
    playouts: int = PLAYOUTS,
    number: str | None = None,
) -> Game:
    """Return the game of a file. sets: ids and files to use instead of the record's sets.

    level: level of the bots in sampled games, "" for the usual one. number: id or number of one of
    several games. Raises whatever `read_any` and `table_of_record` raise, RecordError, and
    ValueError for an unknown level.
    """
    found = read_any(path, number)
    game = game_of_record(found.record, sets, level, playouts, found.note)
    return replace(game, folders=folders_of(path, game.plan.sets, sets))


def folders_of(path: Path, bundle: SetBundle, sets: str = "") -> dict[str, Path]:
    """Return the picture folders of a record's sets by id.

    These are the folders of the files in `sets`, or of files with the same text as in the record.
    Such files may be in the current folder, next to the record, or in its parent folder.
    """
    if sets:
        return {
            card_set.id: card_set.folder
            for card_set in load(split_set_names(sets)).sets
            if card_set.folder
        }
    folders: dict[str, Path] = {}
    for folder in dict.fromkeys((Path.cwd(), path.parent.resolve(), path.resolve().parent.parent)):
        same = set(_texts_in(folder) if bundle.texts else ()) & set(bundle.texts)
        folders = {set_id: folder for set_id, _text in same} | folders
    return folders


def _texts_in(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the id and text of each playable set in a folder."""
    with suppress(OSError):
        for file in find_sets_in(folder).values():
            with suppress(LookupError, OSError, ValueError):
                yield from pack([str(file)]).texts


def game_of_record(record: Any, sets: str, level: str, playouts: int, note: str = "") -> Game:
    """Return the game of a record. note: a remark for the review.

    Raises as `game_of`.
    """
    played = record_game(record)
    reviewer = reviewer_of(played.id)
    if level and level not in played.rules.levels:
        raise ValueError(f"unknown bot {level!r}; choose from {', '.join(played.rules.levels)}")
    record, divergence = follow_record(record, sets)
    if divergence:
        remark = f"The game is reviewed up to the point where it differs: {divergence}."
        note = " ".join(filter(None, (note, remark)))
    if not record["answers"]:
        raise RecordError("nothing has been decided in this game yet")
    plan = Plan(
        played.id,
        bundle_of_record(record, sets),
        played.rules.options_of(record),
        record["seed"],
        tuple(tuple(answer) for answer in record["answers"]),
        level or reviewer.level,
        playouts,
        tuple(tuple(order) for order in record.get(played.rules.form.chances, ())),
        played.call("record_parts", record),
    )
    return Game(plan, tuple(record["players"]), record["result"], note)
