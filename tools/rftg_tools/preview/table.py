"""Cards and goals of several files, compiled again after each change.

They are shown in their current or last valid version. A card keeps its `id` while its entry stays
in the file, so that the page can tell a changed card from a new card.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import count, zip_longest
from pathlib import Path
from typing import NamedTuple

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.codes import BadSettings, load_settings, settings_files
from rftg_dsl.diagnostics.model import ERROR, Diagnostic
from rftg_dsl.model import Card, Goal
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.sets.units import Draft, Unit, scenes_by_keyword
from rftg_dsl.source.nodes import Items, Scalar
from rftg_dsl.source.nodes import Mapping as MapNode
from rftg_tools.faces.art import scenes_in
from rftg_tools.faces.art.palette import Scenes
from rftg_tools.faces.facts import PrintedCard
from rftg_tools.faces.theme import Theme
from rftg_tools.web.images import Face, changed_at, picture_of


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card or goal on the page.

    set_title: title of the set, or file name without a title. number: position in the set, from 1.
    line: line of the entry. card: card on the face, without line numbers; None if nothing could be
    read yet. picture: time of the last change of the picture. good: the shown card had no errors.
    is_broken: the current entry has errors or cannot be read. findings: findings in the current
    entry. scene: scene of the art. goal: goal on a goal tile. Cards that differ only in `line` are
    equal.
    """

    id: int
    file: str
    set_title: str
    number: int
    title: str
    line: int = field(compare=False)
    card: Card | None
    picture: int
    good: bool
    is_broken: bool
    findings: tuple[Diagnostic, ...]
    scene: str = ""
    is_goal: bool = False
    goal: Goal | None = None

    @property
    def face(self) -> Face | None:
        """Face of the card, or None if it could not be read yet."""
        if self.goal is not None:
            return Face(self.goal)
        if self.card is None:
            return None
        folder = Path(self.file).parent
        printed = PrintedCard(self.card, self.set_title, self.number, folder, self.scene)
        return Face(printed, self.picture)


class _Pair(NamedTuple):
    """A current entry of the file and the card shown for it so far; either may be missing."""

    draft: Draft | None
    previous: ShownCard | None


def update_cards(
    unit: Unit, findings: Sequence[Diagnostic], previous: Sequence[ShownCard], ids: Iterator[int]
) -> tuple[list[ShownCard], list[Diagnostic]]:
    """Return the cards of a file, and the findings that belong to no card.

    previous: cards shown so far. ids: ids for new cards.
    """
    pairs = list(_pairs(unit, previous))
    by_number = _group_findings(unit, pairs, findings)
    cards = [
        _show_card(pair, number, unit, by_number.get(number, []), ids)
        for number, pair in enumerate(pairs, 1)
    ]
    return cards, by_number.get(0, [])


def _pairs(unit: Unit, previous: Sequence[ShownCard]) -> Iterator[_Pair]:
    """Yield current and previous entries in the order of the file, without deleted entries.

    Two entries between the same neighbours are one entry whose title changed.
    """
    hidden = _hides_entries(unit)
    old, new = [card.title for card in previous], [draft.title for draft in unit.drafts]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for _, start, end, first, last in matcher.get_opcodes():
        for card, draft in zip_longest(previous[start:end], unit.drafts[first:last]):
            if draft is not None or hidden:
                yield _Pair(draft, card)


def _hides_entries(unit: Unit) -> bool:
    """Return whether the file may contain entries that could not be read as cards."""
    cards = unit.root.values.get("cards") if unit.root else None
    if not isinstance(cards, Items) or not all(isinstance(node, MapNode) for node in cards.nodes):
        return True
    return any(finding.code.startswith("E1") for finding in unit.report.findings)


def _show_card(
    pair: _Pair, number: int, unit: Unit, findings: list[Diagnostic], ids: Iterator[int]
) -> ShownCard:
    draft, previous = pair
    if draft is None:
        assert previous is not None
        return replace(previous, number=number, is_broken=True, findings=tuple(findings))
    is_broken = draft.card is None or any(finding.severity == ERROR for finding in findings)
    title = unit.data.get("title")
    card, good = (_without_lines(draft.card) if draft.card else None), not is_broken
    if is_broken and previous is not None and (previous.good or card is None):
        card, good = previous.card, previous.good
    current = ShownCard(
        id=previous.id if previous else next(ids),
        file=unit.report.file,
        set_title=title if isinstance(title, str) else unit.path.stem,
        number=number,
        title=draft.title or (previous.title if previous else ""),
        line=draft.node.region.line,
        card=card,
        picture=changed_at(card, unit.path.parent),
        good=good,
        is_broken=is_broken,
        findings=tuple(findings),
        scene=previous.scene if previous else "",
    )
    if previous is not None and (previous, previous.line) == (current, current.line):
        return previous
    return current


def _without_lines(card: Card) -> Card:
    """Return a card without line numbers, so that it stays equal when it moves."""
    return replace(card, line=0, powers=tuple(replace(line, line=0) for line in card.powers))


def _group_findings(
    unit: Unit, pairs: Sequence[_Pair], findings: Iterable[Diagnostic]
) -> dict[int, list[Diagnostic]]:
    """Group findings by card number, or 0 for findings about the whole file."""
    by_number: dict[int, list[Diagnostic]] = {}
    entries = _Entries(unit, pairs)
    for finding in findings:
        by_number.setdefault(entries.number_at(*finding.region[:2]), []).append(finding)
    return by_number


class _Entries:
    """Mapping from lines of a file to cards."""

    def __init__(self, unit: Unit, pairs: Sequence[_Pair]) -> None:
        self._lines = unit.source.lines if unit.source else ()
        self._pairs = pairs
        read = [(n, pair.draft) for n, pair in enumerate(pairs, 1) if pair.draft is not None]
        cards = unit.root.keys.get("cards") if unit.root else None
        self._numbers = [0, *(number for number, _ in read)]
        self._starts = [
            cards.region[:2] if cards else (len(self._lines) + 1, 1),
            *(draft.node.region[:2] for _, draft in read),
        ]

    def number_at(self, line: int, column: int) -> int:
        """Return the number of the card at a position, or 0 if there is none."""
        index = bisect_right(self._starts, (line, column)) - 1
        if index < 0 or self._leaves(self._starts[index][0], 1, line):
            return 0
        number = self._numbers[index]
        unread = number < len(self._pairs) and self._pairs[number].draft is None
        past = index == 0 or self._leaves(*self._starts[index], line)
        return number + 1 if unread and past else number

    def _leaves(self, start: int, column: int, line: int) -> bool:
        """Return whether a line after `start`, up to `line`, is indented less than `column`.

        For column 1, return whether it is another top-level key.
        """
        between = (text for text in self._lines[start:line] if text.strip())
        if column == 1:
            return any(text[0] not in " -#" for text in between)
        return any(len(text) - len(text.lstrip()) < column - 1 for text in between)


def update_goals(
    unit: Unit, findings: Sequence[Diagnostic], previous: Sequence[ShownCard], ids: Iterator[int]
) -> tuple[list[ShownCard], list[Diagnostic]]:
    """Return the goals of a file, and the findings that belong to no goal.

    previous: goals shown so far. ids: ids for new goals.
    """
    if unit.root is None:
        return [replace(goal, is_broken=True, findings=()) for goal in previous], list(findings)
    items = unit.root.values.get("goals")
    entries = items.nodes if isinstance(items, Items) else ()
    nodes = [node for node in entries if isinstance(node, MapNode)]
    by_goal: list[list[Diagnostic]] = [[] for _ in nodes]
    unassigned: list[Diagnostic] = []
    for finding in findings:
        index = _goal_index(unit, nodes, finding)
        (unassigned if index is None else by_goal[index]).append(finding)
    matches = _match_goals(nodes, previous)
    goals = [_show_goal(unit, *entry, ids) for entry in zip(nodes, by_goal, matches, strict=True)]
    return goals, unassigned


def _goal_index(unit: Unit, nodes: Sequence[MapNode], finding: Diagnostic) -> int | None:
    """Return the index of the goal that a finding belongs to, or None."""
    assert unit.root is not None
    index = bisect_right([node.region[:2] for node in nodes], finding.region[:2]) - 1
    if index < 0:
        return None
    start = nodes[index].region.line
    is_past = any(start < key.region.line <= finding.region.line for key in unit.root.keys.values())
    return None if is_past else index


def _title(node: MapNode) -> str:
    title = node.values.get("title")
    return title.text if isinstance(title, Scalar) else ""


def _match_goals(nodes: Sequence[MapNode], previous: Sequence[ShownCard]) -> list[ShownCard | None]:
    """Return the previous goal for each entry: with the same title, or else at the same index."""
    titles = [_title(node) for node in nodes]
    by_title = {goal.title: goal for goal in previous}
    places: list[ShownCard | None] = [
        goal if goal.title not in titles else None for goal in previous
    ]
    places += [None] * len(nodes)
    pairs = zip(titles, places, strict=False)
    return [by_title.pop(title, None) or place for title, place in pairs]


def _show_goal(
    unit: Unit,
    node: MapNode,
    findings: Sequence[Diagnostic],
    previous: ShownCard | None,
    ids: Iterator[int],
) -> ShownCard:
    goal = next((goal for goal in unit.goals if goal.line == node.region.line), None)
    is_broken = goal is None or any(finding.severity == ERROR for finding in findings)
    shown_goal: Goal | None = replace(goal, line=0) if goal else None
    good = not is_broken
    if is_broken and previous is not None and (previous.good or shown_goal is None):
        shown_goal, good = previous.goal, previous.good
    title = unit.data.get("title")
    return ShownCard(
        id=previous.id if previous else next(ids),
        file=unit.report.file,
        set_title=title if isinstance(title, str) else unit.path.stem,
        number=0,
        title=_title(node),
        line=node.region.line,
        card=None,
        picture=0,
        good=good,
        is_broken=is_broken,
        findings=tuple(findings),
        is_goal=True,
        goal=shown_goal,
    )


@dataclass(frozen=True, slots=True)
class File:
    """A requested card file, or a required file with findings.

    name: path, as in findings. problem: reason why the file or its settings cannot be read, or "".
    findings: findings that belong to no card. scenes: scenes that the set assigns to keywords.
    is_alone: compiled without all others.
    """

    name: str
    problem: str = ""
    findings: tuple[Diagnostic, ...] = ()
    scenes: Scenes = ()
    is_alone: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """State of the preview.

    cards: all cards in file order. sources: lines of each file by name. image_version: changes when
    all images are outdated. problem: reason why the requested theme cannot draw images, or "".
    """

    files: tuple[File, ...] = ()
    cards: tuple[ShownCard, ...] = ()
    sources: Mapping[str, Sequence[str]] = field(default_factory=dict)
    image_version: bytes = b""
    problem: str = ""


def choose_scenes(state: State, theme: Theme, previous: State | None = None) -> State:
    """Return the state with a scene for each card.

    previous: a state whose cards keep their scenes as long as they are the same. Otherwise a change
    of a card can also change the scenes of later cards. Raises BadTheme.
    """
    old = {card.id: card.card for card in previous.cards} if previous else {}
    cards: list[ShownCard] = []
    for file in state.files:
        file_cards = [card for card in state.cards if card.file == file.name]
        readable = [card.card for card in file_cards if card.card is not None]
        kept = [
            card.scene if card.card == old.get(card.id) else ""
            for card in file_cards
            if card.card is not None
        ]
        scenes = iter(scenes_in(readable, file.scenes, theme, kept))
        cards += [_with_scene(card, next(scenes) if card.card else "") for card in file_cards]
    return replace(state, cards=tuple(cards))


def _with_scene(card: ShownCard, scene: str) -> ShownCard:
    return card if card.scene == scene else replace(card, scene=scene)


class Table:
    """Compiler of the files that `files` returns, which can change.

    alone: returns more files, each of which is compiled without all others. cache: of the files;
    others can use it in the same thread. watched: paths that the last state depended on.
    """

    def __init__(
        self,
        files: Callable[[], Sequence[Path]],
        alone: Callable[[], Sequence[Path]] = tuple,
        cache: SourceCache | None = None,
    ) -> None:
        self._files, self._alone = files, alone
        self.cache = cache or SourceCache()
        self._overrides: dict[Path, str] = {}
        self._ids = count(1)
        self.watched: tuple[Path, ...] = ()

    def set_override(self, path: Path, text: str | None) -> None:
        """Use an unsaved text instead of a file, or the file again if `text` is None."""
        if text is None:
            self._overrides.pop(path, None)
            self.cache.take_away(path)
        else:
            self._overrides[path] = text

    def compile_table(self, previous: State) -> State:
        """Return the current state. previous: the last state."""
        load_settings.cache_clear()
        for path, text in self._overrides.items():
            self.cache.put(path, text)  # others may have used another text meanwhile
        paths = self._files()
        self.watched = ()
        state = self._compile_together(paths, previous)
        for path in self._alone():
            other = self._compile_together([path], previous)
            state = State(
                state.files + tuple(replace(file, is_alone=True) for file in other.files),
                state.cards + other.cards,
                {**state.sources, **other.sources},
            )
        return state

    def _compile_together(self, paths: Sequence[Path], previous: State) -> State:
        """Return the state of some files, and watch them."""
        problems: dict[str, str] = {}
        compilation = self._compile_readable(paths, problems)
        findings = _findings(compilation, problems)
        requested = {path.resolve(): str(path) for path in paths}
        units = {unit.path.resolve(): unit for unit in compilation.units}
        files: list[File] = []
        cards: list[ShownCard] = []
        for key in dict.fromkeys([*requested, *units]):
            unit = units.get(key)
            name = unit.report.file if unit else requested[key]
            unassigned = findings.get(name, [])
            if key in requested:
                shown = [card for card in previous.cards if card.file == name]
                if unit is None:
                    shown = [replace(card, is_broken=True, findings=()) for card in shown]
                else:
                    old_goals = [card for card in shown if card.is_goal]
                    shown = [card for card in shown if not card.is_goal]
                    goals, unassigned = update_goals(unit, unassigned, old_goals, self._ids)
                    shown, unassigned = update_cards(unit, unassigned, shown, self._ids)
                    shown += goals
                cards += shown
            if key in requested or unassigned or name in problems:
                scenes = scenes_by_keyword(unit.data) if unit else ()
                files.append(File(name, problems.get(name, ""), tuple(unassigned), scenes))
        self.watched = tuple(dict.fromkeys([*self.watched, *_watched(paths, compilation.units)]))
        return State(tuple(files), tuple(cards), compilation.sources)

    def _compile_readable(self, paths: Sequence[Path], problems: dict[str, str]) -> Compilation:
        """Compile the readable files, and add the reasons for the other files to `problems`."""
        readable = list(paths)
        while True:
            try:
                return compile_files(readable, self.cache, design=True)
            except OSError as error:
                failed = Path(error.filename or "").resolve()
                unreadable = [path for path in readable if path.resolve() == failed]
                text = f"it cannot be read ({failed.name}: {error.strerror})"
            except ValueError as error:
                unreadable, text = [], str(error)
            for path in unreadable or readable:
                problems[str(path)] = f"{text}; the last valid version of its cards is shown"
            readable = [path for path in readable if unreadable and path not in unreadable]


def _findings(compilation: Compilation, problems: dict[str, str]) -> dict[str, list[Diagnostic]]:
    """Return the selected findings by file, and add unreadable settings to `problems`."""

    def is_selected(finding: Diagnostic) -> bool:
        try:
            return load_settings(Path(finding.file).resolve().parent).wants(finding)
        except BadSettings as problem:
            problems[finding.file] = str(problem)
            return True

    findings: dict[str, list[Diagnostic]] = {}
    for finding in compilation.findings(is_selected):
        findings.setdefault(finding.file, []).append(finding)
    return findings


def _watched(paths: Sequence[Path], units: Sequence[Unit]) -> Iterator[Path]:
    """Yield the files, their pictures and settings, and the folders in which files can appear."""
    yield from paths
    for folder in dict.fromkeys(path.resolve().parent for path in paths):
        yield folder
        yield from settings_files(folder)
    for unit in units:
        yield unit.path
        pictures = (picture_of(draft.card, unit.path.parent) for draft in unit.drafts)
        yield from (path for path in pictures if path is not None)
