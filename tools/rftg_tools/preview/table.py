"""The table on which the cards of some files are laid out, and laid out anew after each save."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.diagnostics.selection import BadSettings, settings_files, settings_for
from rftg_dsl.sets.cache import SourceCache
from rftg_dsl.sets.units import Unit, scenes_by_keyword
from rftg_tools.faces.art import scenes_in
from rftg_tools.faces.art.look import Scenes
from rftg_tools.faces.theme import Theme
from rftg_tools.preview.goals import shown_goals
from rftg_tools.preview.shown import Shown, shown_cards
from rftg_tools.web.images import picture_of


@dataclass(frozen=True, slots=True)
class File:
    """A card file that was asked for, or a required one in which something was found.

    name: as findings have it. problem: why the file or its settings cannot be read, "" where they
    can. findings: those that belong to no card which is shown. scenes: what the set
    has shown on cards with its keywords.
    """

    name: str
    problem: str = ""
    findings: tuple[Diagnostic, ...] = ()
    scenes: Scenes = ()


@dataclass(frozen=True, slots=True)
class State:
    """What is on the table.

    cards: in the order of the files. sources: the lines of each file that was read, by its name.
    look: what the images of all cards depend on. problem: why they cannot be drawn as asked for.
    """

    files: tuple[File, ...] = ()
    cards: tuple[Shown, ...] = ()
    sources: Mapping[str, Sequence[str]] = field(default_factory=dict)
    look: bytes = b""
    problem: str = ""


def in_scenes(state: State, theme: Theme) -> State:
    """Return the table with what the art of each card shows in a theme. Raises BadTheme."""
    cards: list[Shown] = []
    for file in state.files:
        own = [card for card in state.cards if card.file == file.name]
        read = [one.card for one in own if one.card is not None]
        scenes = iter(scenes_in(read, file.scenes, theme))
        cards += [_with_scene(one, next(scenes) if one.card else "") for one in own]
    return replace(state, cards=tuple(cards))


def _with_scene(one: Shown, scene: str) -> Shown:
    return one if one.scene == scene else replace(one, scene=scene)


class Table:
    """Lays out the cards of the files that `files` names, which may be others each time.

    watched: the paths on which that depended when it was last done.
    """

    def __init__(self, files: Callable[[], Sequence[Path]]) -> None:
        self._files = files
        self._cache = SourceCache()
        self._ids = count(1)
        self.watched: tuple[Path, ...] = ()

    def put(self, path: Path, text: str | None) -> None:
        """Let a text that is not saved stand in place of a file; None for the file itself."""
        if text is None:
            self._cache.take_away(path)
        else:
            self._cache.put(path, text)

    def laid_out(self, before: State) -> State:
        """Return the table as the files are now. before: as it was."""
        settings_for.cache_clear()
        paths = self._files()
        problems: dict[str, str] = {}
        compilation = self._compiled(paths, problems)
        findings = _findings(compilation, problems)
        asked = {path.resolve(): str(path) for path in paths}
        units = {unit.path.resolve(): unit for unit in compilation.units}
        files: list[File] = []
        cards: list[Shown] = []
        for key in dict.fromkeys([*asked, *units]):
            unit = units.get(key)
            name = unit.report.file if unit else asked[key]
            rest = findings.get(name, [])
            if key in asked:
                shown = [card for card in before.cards if card.file == name]
                if unit is None:
                    shown = [replace(one, broken=True, findings=()) for one in shown]
                else:
                    tiles = [one for one in shown if one.is_goal]
                    shown = [one for one in shown if not one.is_goal]
                    goals, rest = shown_goals(unit, rest, tiles, self._ids)
                    shown, rest = shown_cards(unit, rest, shown, self._ids)
                    shown += goals
                cards += shown
            if key in asked or rest or name in problems:
                scenes = scenes_by_keyword(unit.data) if unit else ()
                files.append(File(name, problems.get(name, ""), tuple(rest), scenes))
        self.watched = tuple(dict.fromkeys(_watched(paths, compilation.units)))
        return State(tuple(files), tuple(cards), compilation.sources)

    def _compiled(self, paths: Sequence[Path], problems: dict[str, str]) -> Compilation:
        """Return the files that can be read, compiled; why the others cannot goes to `problems`."""
        readable = list(paths)
        while True:
            try:
                return compile_files(readable, self._cache, design=True)
            except OSError as error:
                failed = Path(error.filename or "").resolve()
                named = [path for path in readable if path.resolve() == failed]
                text = f"it cannot be read ({failed.name}: {error.strerror})"
            except ValueError as error:
                named, text = [], str(error)
            for path in named or readable:
                problems[str(path)] = f"{text}; its cards are shown as they last were"
            readable = [path for path in readable if named and path not in named]


def _findings(compilation: Compilation, problems: dict[str, str]) -> dict[str, list[Diagnostic]]:
    """Return the findings that the settings want, by file.

    Add to `problems` why settings cannot be read.
    """

    def wanted(finding: Diagnostic) -> bool:
        try:
            return settings_for(Path(finding.file).resolve().parent).wants(finding)
        except BadSettings as problem:
            problems[finding.file] = str(problem)
            return True

    findings: dict[str, list[Diagnostic]] = {}
    for finding in compilation.findings(wanted):
        findings.setdefault(finding.file, []).append(finding)
    return findings


def _watched(paths: Sequence[Path], units: Sequence[Unit]) -> Iterator[Path]:
    """Yield the files, their pictures and settings, and the folders where more may appear."""
    yield from paths
    for folder in dict.fromkeys(path.resolve().parent for path in paths):
        yield folder
        yield from settings_files(folder)
    for unit in units:
        yield unit.path
        pictures = (picture_of(draft.card, unit.path.parent) for draft in unit.drafts)
        yield from (path for path in pictures if path is not None)
