"""Reader of card files into units.

Every power line is parsed and lowered even if there are errors elsewhere, so that one mistake does
not hide others.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from pathlib import Path
from typing import Any, Final

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Diagnostic, Report
from rftg_dsl.games import GAMES, RACE, ROLL, Game, load_attribute
from rftg_dsl.model import Card, Drawing, PowerLine, Start, Tile
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
from rftg_dsl.source.schema import card_set_schema, fits, fits_except, to_plain_data
from rftg_dsl.source.text import Source, decode, read_source
from rftg_dsl.suggest.yaml_reading import read_nodes
from rftg_dsl.syntax.written import SourceLine, power_lines


def read_unit(
    path: Path, name: str, data: bytes | None = None, previous: Unit | None = None
) -> Unit:
    """Read a card file. Raises OSError if it can't be opened.

    data: content to use instead of the file.
    previous: an earlier reading, whose unchanged entries are reused; it does not affect the result.
    """
    report = Report(name)
    source = read_source(path, report) if data is None else decode(data, report)
    if source is None or (not source.text and report.findings):
        return Unit(path, report, source)
    reusable = previous if previous is not None and _can_be_reused(previous, report) else None
    unit = _parse_unit(path, source, report, reusable)
    if reusable is not None and not unit.report.can_suggest:
        unit = _parse_unit(path, source, report)  # the number of findings affects suggestions
    if len(unit.report.findings) == len(report.findings):
        return unit
    from rftg_dsl.suggest.indentation import repair_indentation
    from rftg_dsl.suggest.pasted import remove_paste_traces

    def read(repaired: Source, enough: int = 0) -> list[Diagnostic]:
        return _parse_unit(path, repaired, report, enough=enough).report.findings

    findings = unit.report.findings
    cleaned_source, paste_findings = remove_paste_traces(source, findings, read, report)
    remaining = read(cleaned_source) if paste_findings else findings
    indentation_repair = repair_indentation(cleaned_source, remaining, read)
    if paste_findings or indentation_repair.diagnostics:
        unit = _parse_unit(path, indentation_repair.source, report)
        unit.report.findings += [*paste_findings, *indentation_repair.diagnostics]
    return unit


def _parse_unit(
    path: Path,
    source: Source,
    characters: Report,
    previous: Unit | None = None,
    enough: int = 0,
) -> Unit:
    """Parse the text of a file.

    characters: findings about its characters.
    previous: an earlier reading to reuse.
    enough: number of lines with errors after which the rest need not be parsed, 0 for all.
    """
    report = characters.copy()
    report.enough = enough
    unit = Unit(path, report, source)
    root, unit.read_plainly = _read_root(source, report, previous)
    if report.has_enough_errors:
        return unit
    if not isinstance(root, Mapping) or not {"set", "cards"} & root.keys.keys():
        from rftg_dsl.suggest.keys import is_headless, report_headless

        if is_headless(root) and (root is not None or not report.findings):
            report_headless(root, source, report)
        if is_headless(root):
            return unit
    assert isinstance(root, Mapping)
    unit.root = root
    report.game = _game_of(root)
    report.tokens = declared_tokens(unit)
    reusable = reusable_entries(previous, unit)
    schema = card_set_schema(report.game)
    checked = set(map(id, reusable.data.values()))
    unit.data = to_plain_data(root, schema, reusable.data)
    if not fits_except(unit.data, schema, checked):
        game = _guess_game(root)
        if game is not report.game:
            reusable, report.game, schema = NOTHING, game, card_set_schema(game)
            checked = set()
            unit.data = to_plain_data(root, schema)
        unit.broken = _report_departures(unit, checked)
        if report.has_enough_errors:
            return unit
    if not source.text.isascii():
        _check_titles(root, report)
    _read_cards(unit, reusable.drafts)
    if _TILES & root.values.keys() & schema["properties"].keys():
        from rftg_dsl.sets.goals import read_tiles

        read_tiles(unit)
    if "tests" in schema["properties"]:
        unit.written_tests = list(unit.entries("tests"))
    return unit


def _read_root(source: Source, report: Report, previous: Unit | None) -> tuple[Node | None, bool]:
    """Return the nodes of a text, and whether its characters and YAML have no findings."""
    if previous is not None and previous.source is not None and previous.root is not None:
        from rftg_dsl.source.rereading import reread

        root = reread(source, previous.source, previous.root, report)
        if root is not None:
            return root, True
    is_unchanged = not report.findings and source.text == "\n".join(source.lines)
    nodes = read_nodes(source, report)
    return nodes, is_unchanged and not report.findings


def _can_be_reused(previous: Unit, report: Report) -> bool:
    """Return whether an earlier reading can be reused: same file, and no hidden findings.

    report: findings about the characters of the current text.
    """
    is_same_file = previous.report.file == report.file
    return (
        previous.read_plainly
        and previous.report.can_suggest
        and is_same_file
        and not report.findings
    )


def _game_of(root: Mapping) -> Game:
    """Return the game that a set declares, or Race if it is missing or unknown."""
    game = root.values.get("game")
    return GAMES.get(game.text, RACE) if isinstance(game, Scalar) else RACE


def _guess_game(root: Mapping) -> Game:
    """Return the game of an invalid set, judging by the keys of its entries if not declared."""
    declared = root.values.get("game")
    if isinstance(declared, Scalar) and declared.text in GAMES:
        return GAMES[declared.text]
    cards = root.values.get("cards")
    entries = cards.nodes if isinstance(cards, Items) else ()
    keys = [entry.keys.keys() for entry in entries if isinstance(entry, Mapping)]
    has_faces = any(_OF_FACES & entry and not _OF_CARDS & entry for entry in keys)
    return ROLL if has_faces else RACE


_TILES: Final = {"goals", "search"}
"""Top-level keys of a set for tiles that are not cards."""
_OF_FACES: Final = {"other side", "beside", "faction", "home", "kind"}
"""Keys that only faces of tiles have."""
_OF_CARDS: Final = {"vp", "copies", "windfall", "produces", "holds", "start", "military world"}
"""Keys that only cards have."""


def _report_departures(unit: Unit, checked: Container[int]) -> BrokenEntries:
    """Report violations of the schema, and return the list entries that contain any.

    checked: `id`s of valid entries.
    """
    from rftg_dsl.suggest.schema_errors import report_departures

    assert unit.root is not None
    schema = card_set_schema(unit.report.game)
    report_departures(unit.root, unit.data, schema, unit.report)
    return {
        (key, index)
        for key, rule in schema["properties"].items()
        if "items" in rule and isinstance(unit.data.get(key), list)
        for index, entry in enumerate(unit.data[key])
        if id(entry) not in checked and not fits(entry, rule["items"])
    }


def _check_titles(root: Mapping, report: Report) -> None:
    from rftg_dsl.sets.titles import check_titles

    check_titles(root, report)


def _read_cards(unit: Unit, reusable: dict[int, Draft]) -> None:
    assert unit.root is not None
    cards = unit.root.values.get("cards")
    if not isinstance(cards, Items):
        return
    for index, node in enumerate(cards.nodes):
        if not isinstance(node, Mapping):
            continue
        draft = reusable.get(id(node))
        if draft is None or draft.card is None or draft.card.set_id != unit.id:
            data, departs = unit.data["cards"][index], ("cards", index) in unit.broken
            draft = _read_card(unit, node, data, departs)
        else:
            unit.report.findings += draft.line_findings
        unit.drafts.append(draft)


def _read_card(unit: Unit, node: Mapping, data: dict[str, Any], broken: bool) -> Draft:
    powers = [
        node.values.get("powers"),
        *(value for key, value in node.duplicates if key == "powers"),
    ]
    assert unit.source is not None
    source_lines: list[SourceLine] = []
    previous_count = len(unit.report.findings)
    for text in powers:
        if isinstance(text, Scalar):
            source_lines += power_lines(text, unit.source, unit.report)
    _check_count(source_lines, unit.report)
    lines, unresolved = read_lines(source_lines, unit.report)
    findings = tuple(unit.report.findings[previous_count:])
    title = data.get("title")
    name = title if isinstance(title, str) else ""
    create_card: Entry = load_attribute(unit.report.game.entry)
    card = None if broken else create_card(unit.id, data, node, [power for _, power in lines])
    return Draft(name, card, node, lines, not findings and not unresolved, unresolved, findings)


def _check_count(source_lines: list[SourceLine], report: Report) -> None:
    powers = [line for line in source_lines if not line.text.casefold().startswith("score")]
    for lines, limit, noun in (
        (powers, limits.POWERS, "powers, not counting scoring lines"),
        (source_lines, limits.POWER_LINES, "power lines"),
    ):
        if len(lines) > limit:
            region = lines[limit].full_region
            text = f"the card has {len(lines)} {noun} (maximum: {limit})"
            report.add("E213", region, text, help="delete this line, or split the card")
            return


# --- cards from valid entries

Entry = Callable[[str, dict[str, Any], Mapping, list[PowerLine]], Card]
"""Function that creates a card from the id of its set, its data, its node and its powers."""


def create_card(set_id: str, data: dict[str, Any], node: Mapping, powers: list[PowerLine]) -> Card:
    """Create a card of Race for the Galaxy."""
    type_key = next(key for key in RACE.types if key in data)
    start = data.get("start")
    return Card(
        title=data["title"],
        set_id=set_id,
        type="development" if type_key == "development" else "world",
        cost=data[type_key],
        vp=None if data["vp"] == "variable" else data["vp"],
        military=type_key == "military world",
        kind=data.get("windfall") or data.get("produces") or data.get("holds"),
        windfall="windfall" in data,
        production="produces" in data,
        holds="holds" in data,
        keywords=tuple(sorted(data.get("keywords", ()))),
        copies=data.get("copies", 1),
        start=Start(start["number"], start["colour"]) if start else None,
        prestige=data.get("prestige", 0),
        art=data.get("art", ""),
        art_keeps=data.get("art keeps", ""),
        drawing=_drawing(data),
        powers=tuple(powers),
        line=node.region.line,
    )


def create_face(set_id: str, data: dict[str, Any], node: Mapping, powers: list[PowerLine]) -> Card:
    """Create a face of a tile of Roll for the Galaxy. Its points are its cost."""
    type_key = next(key for key in ROLL.types if key in data)
    other_title = data.get("other side") or data.get("beside") or ""
    return Card(
        title=data["title"],
        set_id=set_id,
        type=type_key,
        cost=data[type_key],
        vp=data[type_key],
        kind=data.get("kind"),
        keywords=tuple(sorted(data.get("keywords", ()))),
        art=data.get("art", ""),
        art_keeps=data.get("art keeps", ""),
        drawing=_drawing(data),
        powers=tuple(powers),
        line=node.region.line,
        tile=Tile(data.get("faction", 0), "home" in data, other_title),
    )


def _drawing(data: dict[str, Any]) -> Drawing | None:
    drawing = data.get("drawing")
    return Drawing(drawing["scene"], drawing.get("seed")) if drawing else None
