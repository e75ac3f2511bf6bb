"""Rule modules and their entries, and the data and checks of invasions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rftg_dsl.diagnostics.model import Report
from rftg_dsl.diagnostics.text import counted, listed, there_are
from rftg_dsl.model import OWN, Invasion, InvasionCard, Wave
from rftg_dsl.semantics.selectors import Scope
from rftg_dsl.sets.names import report_keyword
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Items, Mapping, Scalar, first_line
from rftg_dsl.source.schema import card_set_schema, fits

_INVASION: Final = "invasion"
_VALUE_NOUNS: Final = {"goals": "its entries", "scenario": "its entries", _INVASION: "its waves"}
"""Modules that use the key with the same name, with a noun for its value."""


def check_modules(unit: Unit, required: list[Unit], scope: Scope) -> None:
    """Report modules without entries, entries without a module, and an invalid invasion."""
    if unit.mapping(_INVASION):
        check_invasion(unit, required, scope)
    node = unit.root.values.get("modules") if unit.root else None
    words = {word for word, _ in unit.words("modules")}
    valid_names = card_set_schema()["$defs"]["module"]["enum"]
    if (node is not None and not isinstance(node, Items)) or words - set(valid_names):
        return  # the list of modules is unreadable
    for key in _VALUE_NOUNS:
        _check_module(key, unit, required)


def _check_module(key: str, unit: Unit, required: list[Unit]) -> None:
    units = [unit, *required]
    is_provided = any(word == key for checked in units for word, _ in checked.words("modules"))
    module = next((region for word, region in unit.words("modules") if word == key), None)
    if _has_items(unit, key) and not is_provided and unit.root:
        unit.report.add(
            "E415",
            unit.root.keys[key].region,
            f"this has no effect, because no set in use has the module `{key}`",
            help=f"add `{_with_module(unit, key)}` to the set",
        )
    elif module and not any(
        _has_key(checked, key) or _misspells(checked, key) for checked in units
    ):
        unit.report.add(
            "E415",
            module,
            f"the module `{key}` has no effect, because no set in use has `{key}:`",
            help=f"add `{key}:` with {_VALUE_NOUNS[key]}, or leave the module out",
        )


def _with_module(unit: Unit, key: str) -> str:
    words = [word for word, _ in unit.words("modules")]
    return f"modules: [{', '.join([*words, key])}]"


def _has_key(unit: Unit, key: str) -> bool:
    return unit.root is None or key in unit.root.values


def _misspells(unit: Unit, key: str) -> bool:
    """Return whether a misspelt form of this key was reported."""
    fixes = [finding.fix for finding in unit.report.findings if finding.code == "E201"]
    return any(fix.edits[0].text == key for fix in fixes if fix is not None)


def _has_items(unit: Unit, key: str) -> bool:
    node = unit.root.values.get(key) if unit.root else None
    if key == _INVASION:
        return isinstance(node, Mapping)
    return isinstance(node, Items) and bool(node.nodes)


# --- invasions


def build_invasion(data: dict[str, Any]) -> Invasion:
    """Create the invasion from the valid data of a set."""
    return Invasion(
        by=data["by"],
        repulse=_values_by_players(data["repulse"]),
        rewards=tuple(
            [(players, tuple(points)) for players, points in _values_by_players(data["rewards"])]
        ),
        waves=tuple([create_wave(wave) for wave in data["waves"]]),
        first_round=data.get("first round", 3),
        bunker=data.get("bunker", 2),
        award=data.get("award", 5),
    )


def create_card(text: str) -> InvasionCard:
    """Create an invasion card from its notation, such as `3` or `own+3`."""
    return InvasionCard(int(text.removeprefix(OWN)), text.startswith(OWN))


def create_wave(data: dict[str, Any]) -> Wave:
    """Create a wave, with its cards sorted by rank."""
    cards = [create_card(key) for key, copies in data["cards"].items() for _copy in range(copies)]
    cards.sort(key=lambda card: card.rank)
    return Wave(tuple(cards), _values_by_players(data.get("rounds", {})))


def _values_by_players(data: dict[str, Any]) -> tuple[tuple[int, Any], ...]:
    return tuple(sorted((int(players), value) for players, value in data.items()))


_MIN_PLAYERS: Final = 2
"""Minimum number of players in a game with an invasion."""
Table = tuple[tuple[int, Any], ...]
"""Values by number of players."""
_EXAMPLES: Final[dict[str, Table]] = {
    "repulse": ((2, 20),),
    "rewards": ((2, (1, 1)),),
    "rounds": ((2, 1),),
}
"""Suggestions for empty tables."""


def check_invasion(unit: Unit, required: list[Unit], scope: Scope) -> None:
    """Report incomplete parts of the unit's invasion."""
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
    for index, (entry, wave) in enumerate(zip(nodes, invasion.waves, strict=True), 1):
        assert isinstance(entry, Mapping)
        if index < len(invasion.waves):
            _check_wave(entry, wave, players, unit.report)
        else:
            _check_last(entry, wave, players, unit.report)


def _players(units: Iterable[Unit]) -> range:
    """Return the possible numbers of players in games with these sets."""
    counts = [unit.data.get("players") for unit in units]
    maximum = max((count for count in counts if isinstance(count, int)), default=0)
    return range(_MIN_PLAYERS, max(maximum, _MIN_PLAYERS) + 1)


def _check_table(holder: Mapping, key: str, table: Table, players: range, report: Report) -> None:
    """Report the numbers of players that a table does not cover."""
    missing = [count for count in players if count not in dict(table)]
    if missing:
        example = table or _EXAMPLES[key]
        player_counts = listed([str(count) for count in missing], "and")
        report.add(
            "E419",
            holder.keys[key].region,
            f"`{key}` has no entry for {player_counts} players, but games have 2 to {players[-1]}",
            help=f"add `{', '.join(_format_example(count, example) for count in missing)}`",
        )


def _format_example(players: int, table: Table) -> str:
    """Return an entry for a number of players, using the value of the nearest number."""
    _, value = min(table, key=lambda pair: abs(pair[0] - players))
    if isinstance(value, tuple):
        value = list((value + value[-1:] * players)[:players])
    return f"{players}: {value}"


def _check_rewards(node: Mapping, invasion: Invasion, report: Report) -> None:
    """Report a number of rewards that differs from the number of players."""
    table = node.values["rewards"]
    assert isinstance(table, Mapping)
    for players, rewards in invasion.rewards:
        if len(rewards) != players:
            region = first_line(table.values[str(players)])
            text = f"{players} players need {players} rewards, but {there_are(len(rewards))}"
            entry = _format_example(players, ((players, rewards),))
            advice = f"write one for each player, strongest first: `{entry}`"
            report.add("E419", region, text, help=advice)


def _check_wave(node: Mapping, wave: Wave, players: range, report: Report) -> None:
    """Report a wave without rounds, or with too few cards for its rounds."""
    if "rounds" not in node.keys:
        rounds = ", ".join(f"{count}: 2" for count in players)
        report.add(
            "E420",
            next(iter(node.keys.values())).region,
            "this wave needs `rounds`, because it is not the last wave",
            help=f"add `rounds: {{{rounds}}}`",
        )
        return
    _check_table(node, "rounds", wave.rounds, players, report)
    largest = max(players, key=lambda count: count * wave.rounds_for(count))
    rounds = counted(wave.rounds_for(largest), "round")
    purpose = f"a game with {largest} players ({rounds})"
    _check_cards(node, wave, largest * wave.rounds_for(largest), purpose, report)


def _check_last(node: Mapping, wave: Wave, players: range, report: Report) -> None:
    """Report rounds of the last wave, or too few cards for a single round."""
    if wave.rounds:
        text = "the last wave lasts until the game ends, so it has no rounds"
        region = node.keys["rounds"].region
        report.add(
            "E420", region, text, help="delete `rounds:`, or add another wave after this one"
        )
    _check_cards(node, wave, players[-1], f"each round with {players[-1]} players", report)


def _check_cards(node: Mapping, wave: Wave, needed: int, purpose: str, report: Report) -> None:
    """Report a wave with too few cards."""
    available = len(wave.cards)
    if available < needed:
        missing = needed - available
        text = f"{purpose} needs {needed} cards of this wave, but {there_are(available)}"
        advice = f"add {counted(missing, 'card')}, for example {_example_of_more(node, missing)}"
        report.add("E420", node.keys["cards"].region, text, help=advice)


def _example_of_more(node: Mapping, missing: int) -> str:
    """Return an example of how to add this many cards to a wave."""
    copies = node.values["cards"]
    assert isinstance(copies, Mapping)
    if not copies.values:
        return f"`cards: {{1: {missing}}}`"
    key, count = list(copies.values.items())[-1]
    assert isinstance(count, Scalar)
    return f"`{key}: {int(count.text) + missing}` instead of `{key}: {count.text}`"
