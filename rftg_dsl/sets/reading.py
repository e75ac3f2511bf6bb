"""Reading of a card file into a unit, whatever it contains.

Every power line is parsed and lowered whatever is wrong elsewhere, so that one mistake hides no
other.
"""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path
from typing import Any, Final

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Diagnostic, Report
from rftg_dsl.games import GAMES, RACE, ROLL, Game, loaded
from rftg_dsl.sets.entries import Entry
from rftg_dsl.sets.units import (
    NOTHING,
    BrokenEntries,
    Draft,
    Unit,
    declared_tokens,
    read_lines,
    reusable_entries,
)
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar
from rftg_dsl.source.schema import card_set_schema, fits, fits_but_for, plain
from rftg_dsl.source.text import Source, decode, read_source
from rftg_dsl.suggest.yaml_reading import read_nodes
from rftg_dsl.syntax.written import Written, power_lines


def read_unit(path: Path, name: str, data: bytes | None = None, before: Unit | None = None) -> Unit:
    """Read one card file. Raises OSError when it cannot be opened.

    data: what to read in place of what the disk holds. before: an earlier reading of the file;
    the result is the same without it, and entries that stand as they did are taken from it.
    """
    report = Report(name)
    source = read_source(path, report) if data is None else decode(data, report)
    if source is None or (not source.text and report.found):
        return Unit(path, report, source)
    usable = before if before is not None and _can_be_reused(before, report) else None
    unit = _understood(path, source, report, usable)
    if usable is not None and not unit.report.advises:
        unit = _understood(path, source, report)  # where much is wrong, findings say less
    if len(unit.report.found) == len(report.found):
        return unit
    from rftg_dsl.suggest.indentation import repair_indentation
    from rftg_dsl.suggest.pasted import remove_paste_traces

    def read(one: Source) -> list[Diagnostic]:
        return _understood(path, one, report).report.found

    found = unit.report.found
    plain, pasted = remove_paste_traces(source, found, read, report)
    straight = repair_indentation(plain, read(plain) if pasted else found, read)
    if pasted or straight.diagnostics:
        unit = _understood(path, straight.source, report)
        unit.report.found += [*pasted, *straight.diagnostics]
    return unit


def _understood(path: Path, source: Source, characters: Report, before: Unit | None = None) -> Unit:
    """Return what a file's text says.

    characters: what was found in its characters. before: an earlier reading that can be reused.
    """
    report = characters.copy()
    unit = Unit(path, report, source)
    root, unit.read_plainly = _nodes(source, report, before)
    if not isinstance(root, Mapping) or not {"set", "cards"} & root.keys.keys():
        from rftg_dsl.suggest.keys import is_headless, report_headless

        if is_headless(root) and (root is not None or not report.found):
            report_headless(root, source, report)
        if is_headless(root):
            return unit
    assert isinstance(root, Mapping)
    unit.root = root
    report.game = _game_of(root)
    report.tokens = declared_tokens(unit)
    known = reusable_entries(before, unit)
    schema = card_set_schema(report.game)
    checked = set(map(id, known.data.values()))
    unit.data = plain(root, schema, known.data)
    if not fits_but_for(unit.data, schema, checked):
        game = _game_meant(root)
        if game is not report.game:
            known, report.game, schema = NOTHING, game, card_set_schema(game)
            checked = set()
            unit.data = plain(root, schema)
        unit.broken = _departures(unit, checked)
    if not source.text.isascii():
        _check_titles(root, report)
    _read_cards(unit, known.drafts)
    if _TILES & root.values.keys() & schema["properties"].keys():
        from rftg_dsl.sets.goals import read_tiles

        read_tiles(unit)
    if "tests" in schema["properties"]:
        unit.written_tests = list(unit.entries("tests"))
    return unit


def _nodes(source: Source, report: Report, before: Unit | None) -> tuple[Node | None, bool]:
    """Return the nodes of a text, and whether its characters and YAML have no problems."""
    if before is not None and before.source is not None and before.root is not None:
        from rftg_dsl.source.rereading import reread

        root = reread(source, before.source, before.root, report)
        if root is not None:
            return root, True
    as_it_is = not report.found and source.text == "\n".join(source.lines)
    nodes = read_nodes(source, report)
    return nodes, as_it_is and not report.found


def _can_be_reused(before: Unit, report: Report) -> bool:
    """Return whether an earlier reading was plain, of the same file, and told all that it found.

    report: what was found in the characters of the text as it is now.
    """
    same_file = before.report.file == report.file
    return before.read_plainly and before.report.advises and same_file and not report.found


def _game_of(root: Mapping) -> Game:
    """Return the game that a set declares; Race if it is missing or unknown."""
    said = root.values.get("game")
    return GAMES.get(said.text, RACE) if isinstance(said, Scalar) else RACE


def _game_meant(root: Mapping) -> Game:
    """Return the game that a broken set is for, by what its entries have where it does not say."""
    said = root.values.get("game")
    if isinstance(said, Scalar) and said.text in GAMES:
        return GAMES[said.text]
    cards = root.values.get("cards")
    entries = cards.nodes if isinstance(cards, Items) else ()
    keys = [one.keys.keys() for one in entries if isinstance(one, Mapping)]
    faces = any(_OF_FACES & one and not _OF_CARDS & one for one in keys)
    return ROLL if faces else RACE


_TILES: Final = {"goals", "search"}
"""Keys of a set's head with tiles that are not cards."""
_OF_FACES: Final = {"other side", "beside", "faction", "home", "kind"}
"""Keys of faces of tiles that cards do not have."""
_OF_CARDS: Final = {"vp", "copies", "windfall", "produces", "holds", "start", "military world"}
"""Keys of cards that faces of tiles do not have."""


def _departures(unit: Unit, checked: Container[int]) -> BrokenEntries:
    """Report departures from the schema; the entries of lists that hold one.

    checked: the `id`s of entries that hold none.
    """
    from rftg_dsl.suggest.schema_errors import report_departures

    assert unit.root is not None
    schema = card_set_schema(unit.report.game)
    report_departures(unit.root, unit.data, schema, unit.report)
    return {
        (key, number)
        for key, rule in schema["properties"].items()
        if "items" in rule and isinstance(unit.data.get(key), list)
        for number, entry in enumerate(unit.data[key])
        if id(entry) not in checked and not fits(entry, rule["items"])
    }


def _check_titles(root: Mapping, report: Report) -> None:
    from rftg_dsl.sets.titles import check_titles

    check_titles(root, report)


def _read_cards(unit: Unit, known: dict[int, Draft]) -> None:
    assert unit.root is not None
    cards = unit.root.values.get("cards")
    if not isinstance(cards, Items):
        return
    for index, node in enumerate(cards.nodes):
        if not isinstance(node, Mapping):
            continue
        draft = known.get(id(node))
        if draft is None or draft.card is None or draft.card.set_id != unit.id:
            data, departs = unit.data["cards"][index], ("cards", index) in unit.broken
            draft = _read_card(unit, node, data, departs)
        else:
            unit.report.found += draft.line_findings
        unit.drafts.append(draft)


def _read_card(unit: Unit, node: Mapping, data: dict[str, Any], broken: bool) -> Draft:
    powers = [node.values.get("powers"), *(value for key, value in node.again if key == "powers")]
    assert unit.source is not None
    written: list[Written] = []
    refused = len(unit.report.found)
    for text in powers:
        if isinstance(text, Scalar):
            written += power_lines(text, unit.source, unit.report)
    _check_count(written, unit.report)
    lines, doubtful = read_lines(written, unit.report)
    found = tuple(unit.report.found[refused:])
    title = data.get("title")
    name = title if isinstance(title, str) else ""
    make: Entry = loaded(unit.report.game.entry)
    card = None if broken else make(unit.id, data, node, [power for _, power in lines])
    return Draft(name, card, node, lines, not found and not doubtful, doubtful, found)


def _check_count(written: list[Written], report: Report) -> None:
    powers = [line for line in written if not line.text.casefold().startswith("score")]
    for lines, most, what in (
        (powers, limits.POWERS, "powers besides scoring"),
        (written, limits.POWER_LINES, "power lines"),
    ):
        if len(lines) > most:
            region = lines[most].whole
            text = f"the card has {len(lines)} {what}, and {most} are the most"
            report.add("E213", region, text, help="delete this line, or split the card")
            return
