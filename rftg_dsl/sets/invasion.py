"""Invasion of a set: its data, and checks of its keyword, tables and waves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rftg_dsl.diagnostics.model import Region, Report
from rftg_dsl.diagnostics.text import counted, listed, there_are
from rftg_dsl.model import OWN, Invasion, InvasionCard, Wave
from rftg_dsl.semantics.selectors import Scope
from rftg_dsl.sets.names import report_keyword
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Items, Mapping, Scalar, first_line
from rftg_dsl.source.schema import card_set_schema, fits


def build_invasion(data: dict[str, Any]) -> Invasion:
    """Return the invasion of a set's data, which follows grammar/card-set.schema.json."""
    return Invasion(
        by=data["by"],
        repulse=_by_players(data["repulse"]),
        rewards=tuple(
            [(players, tuple(points)) for players, points in _by_players(data["rewards"])]
        ),
        waves=tuple([wave_of(wave) for wave in data["waves"]]),
        first_round=data.get("first round", 3),
        bunker=data.get("bunker", 2),
        award=data.get("award", 5),
    )


def card_of(text: str) -> InvasionCard:
    """Return the card that a card file names, such as `3` or `own+3`."""
    return InvasionCard(int(text.removeprefix(OWN)), text.startswith(OWN))


def wave_of(data: dict[str, Any]) -> Wave:
    """Return a wave of a set's data, its cards by their rank."""
    cards = [card_of(key) for key, copies in data["cards"].items() for _copy in range(copies)]
    cards.sort(key=lambda card: card.rank)
    return Wave(tuple(cards), _by_players(data.get("rounds", {})))


def _by_players(data: dict[str, Any]) -> tuple[tuple[int, Any], ...]:
    return tuple(sorted((int(players), value) for players, value in data.items()))


_FEWEST: Final = 2
"""Fewest players of a game with an invasion."""
Table = tuple[tuple[int, Any], ...]
"""Values by the number of players."""
_EXAMPLES: Final[dict[str, Table]] = {
    "repulse": ((2, 20),),
    "rewards": ((2, (1, 1)),),
    "rounds": ((2, 1),),
}
"""Suggestion for an empty table."""


def check_invasion(unit: Unit, required: list[Unit], scope: Scope) -> None:
    """Report what is missing for a game with the unit's invasion."""
    node = unit.mapping("invasion")
    rule = card_set_schema()["$defs"]["invasion"]
    if node is None or not fits(unit.data["invasion"], rule):
        return
    invasion = build_invasion(unit.data["invasion"])
    if invasion.by not in scope.keywords:
        report_keyword(invasion.by, node.values["by"].region, scope, unit.report)
    players = _players([*required, unit])
    for key, table in (("repulse", invasion.repulse), ("rewards", invasion.rewards)):
        _check_table(node, key, table, players, unit.report)
    _check_rewards(node, invasion, unit.report)
    waves = node.values["waves"]
    nodes = waves.nodes if isinstance(waves, Items) else []
    for number, (entry, wave) in enumerate(zip(nodes, invasion.waves, strict=True), 1):
        assert isinstance(entry, Mapping)
        if number < len(invasion.waves):
            _check_wave(entry, wave, players, unit.report)
        else:
            _check_last(entry, wave, players, unit.report)


def _players(units: Iterable[Unit]) -> range:
    """Return the numbers of players that games with these sets can have."""
    said = [unit.data.get("players") for unit in units]
    most = max((number for number in said if isinstance(number, int)), default=0)
    return range(_FEWEST, max(most, _FEWEST) + 1)


def _check_table(holder: Mapping, key: str, table: Table, players: range, report: Report) -> None:
    """Report the numbers of players that a table does not cover."""
    missing = [number for number in players if number not in dict(table)]
    if missing:
        like = table or _EXAMPLES[key]
        said = listed([str(number) for number in missing], "and")
        report.add(
            "E419",
            holder.keys[key].region,
            f"`{key}` has no entry for {said} players, and games of 2 to {players[-1]} are played",
            help=f"add `{', '.join(_like(number, like) for number in missing)}`",
        )


def _like(players: int, table: Table) -> str:
    """Return an entry for a number of players with the value of the nearest number."""
    _, value = min(table, key=lambda pair: abs(pair[0] - players))
    if isinstance(value, tuple):
        value = list((value + value[-1:] * players)[:players])
    return f"{players}: {value}"


def _check_rewards(node: Mapping, invasion: Invasion, report: Report) -> None:
    """Report rewards unless there is one for each player."""
    table = node.values["rewards"]
    assert isinstance(table, Mapping)
    for players, rewards in invasion.rewards:
        if len(rewards) != players:
            region = first_line(table.values[str(players)])
            text = f"{players} players take {players} rewards, and {there_are(len(rewards))}"
            entry = _like(players, ((players, rewards),))
            advice = f"write one for each, the strongest player's first: `{entry}`"
            report.add("E419", region, text, help=advice)


def _check_wave(node: Mapping, wave: Wave, players: range, report: Report) -> None:
    """Report a wave without rounds, or with too few cards for them."""
    if "rounds" not in node.keys:
        rounds = ", ".join(f"{number}: 2" for number in players)
        report.add(
            "E420",
            _first_key(node),
            "this wave does not say for how many rounds it comes, and others follow it",
            help=f"add `rounds: {{{rounds}}}`",
        )
        return
    _check_table(node, "rounds", wave.rounds, players, report)
    most = max(players, key=lambda number: number * wave.rounds_for(number))
    dealt = f"in {counted(wave.rounds_for(most), 'round')} of {most} players"
    _check_cards(node, wave, most * wave.rounds_for(most), dealt, report)


def _check_last(node: Mapping, wave: Wave, players: range, report: Report) -> None:
    """Report rounds of the wave that lasts until the end, or too few cards for one round."""
    if wave.rounds:
        text = "the last wave comes until the game ends, so it has no rounds"
        region = node.keys["rounds"].region
        report.add("E420", region, text, help="delete `rounds:` here, or add a wave behind it")
    _check_cards(node, wave, players[-1], f"in each round of {players[-1]} players", report)


def _check_cards(node: Mapping, wave: Wave, needed: int, dealt: str, report: Report) -> None:
    """Report a wave with too few cards."""
    there = len(wave.cards)
    if there < needed:
        text = f"{dealt}, {needed} cards of this wave are dealt, and {there_are(there)}"
        advice = f"add {counted(needed - there, 'card')}, for example {_more(node, needed - there)}"
        report.add("E420", node.keys["cards"].region, text, help=advice)


def _more(node: Mapping, missing: int) -> str:
    """Return what to write for so many more cards of a wave."""
    copies = node.values["cards"]
    assert isinstance(copies, Mapping)
    if not copies.values:
        return f"`cards: {{1: {missing}}}`"
    key, count = list(copies.values.items())[-1]
    assert isinstance(count, Scalar)
    return f"`{key}: {int(count.text) + missing}` for `{key}: {count.text}`"


def _first_key(node: Mapping) -> Region:
    return next(iter(node.keys.values())).region
