"""Cards of several files, compiled again after each change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.codes import BadSettings, load_settings, settings_files
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.sets.loading import SourceCache
from rftg_dsl.sets.units import Unit, scenes_by_keyword
from rftg_tools.faces.art import scenes_in
from rftg_tools.faces.art.palette import Scenes
from rftg_tools.faces.theme import Theme
from rftg_tools.preview.shown import ShownCard, update_cards, update_goals
from rftg_tools.web.images import picture_of


@dataclass(frozen=True, slots=True)
class File:
    """A requested card file, or a required file with findings.

    name: path, as in findings. problem: reason why the file or its settings cannot be read, or "".
    findings: findings that belong to no card. scenes: scenes that the set assigns to keywords.
    """

    name: str
    problem: str = ""
    findings: tuple[Diagnostic, ...] = ()
    scenes: Scenes = ()


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


def choose_scenes(state: State, theme: Theme) -> State:
    """Return the state with a scene for each card. Raises BadTheme."""
    cards: list[ShownCard] = []
    for file in state.files:
        file_cards = [card for card in state.cards if card.file == file.name]
        readable = [card.card for card in file_cards if card.card is not None]
        scenes = iter(scenes_in(readable, file.scenes, theme))
        cards += [_with_scene(card, next(scenes) if card.card else "") for card in file_cards]
    return replace(state, cards=tuple(cards))


def _with_scene(card: ShownCard, scene: str) -> ShownCard:
    return card if card.scene == scene else replace(card, scene=scene)


class Table:
    """Compiler of the files that `files` returns, which can change.

    watched: paths that the last state depended on.
    """

    def __init__(self, files: Callable[[], Sequence[Path]]) -> None:
        self._files = files
        self._cache = SourceCache()
        self._ids = count(1)
        self.watched: tuple[Path, ...] = ()

    def set_override(self, path: Path, text: str | None) -> None:
        """Use an unsaved text instead of a file, or the file again if `text` is None."""
        if text is None:
            self._cache.take_away(path)
        else:
            self._cache.put(path, text)

    def compile_table(self, previous: State) -> State:
        """Return the current state. previous: the last state."""
        load_settings.cache_clear()
        paths = self._files()
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
        self.watched = tuple(dict.fromkeys(_watched(paths, compilation.units)))
        return State(tuple(files), tuple(cards), compilation.sources)

    def _compile_readable(self, paths: Sequence[Path], problems: dict[str, str]) -> Compilation:
        """Compile the readable files, and add the reasons for the other files to `problems`."""
        readable = list(paths)
        while True:
            try:
                return compile_files(readable, self._cache, design=True)
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
