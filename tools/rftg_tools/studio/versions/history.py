"""History of cards: detection of new versions, and routes that show and compare them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rftg_dsl.compiler import compile_files
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.sets.units import Draft, Unit
from rftg_dsl.source.nodes import Items, end_with_comments, last_line
from rftg_tools.preview.hub import FileWatch
from rftg_tools.preview.table import State, Table, choose_scenes
from rftg_tools.studio.documents import DocumentNotFound, Documents
from rftg_tools.studio.editing import Replace, apply_change
from rftg_tools.studio.sheet import CannotEdit
from rftg_tools.studio.versions.facts import (
    compare_english,
    compare_facts,
    faces_of,
    facts_of,
    plays_of,
)
from rftg_tools.studio.versions.open_cards import OpenCard, OpenCards, latest_figures, respond_with
from rftg_tools.studio.versions.store import ChangeKind, Entry, Store, Version
from rftg_tools.web.images import Images, describe_error
from rftg_tools.web.server import NUMBER, parse_number, read_json_body

Data = dict[str, Any]
NOTE: Final = "/api/note"
NAME_VERSION: Final = "/api/name-version"
_MAX_BYTES: Final = 100_000


@dataclass(frozen=True, slots=True)
class ScanResult:
    """Result of a scan of the files. changed: names of files with a changed card.

    plays: names of files with a card that plays differently. problem: the reason why versions
    could not be stored, or "".
    """

    changed: tuple[str, ...]
    plays: tuple[str, ...]
    problem: str = ""


class VersionTracker:
    """Tracker that stores each saved version of a card in a studio's files.

    It does not matter which program saved the file. Any thread may call. folder: the store's
    folder.
    """

    def __init__(self, documents: Documents, store: Store, folder: Path) -> None:
        self.store = store
        self._documents = documents
        self._folder = folder.resolve()
        self._watches: dict[Path, FileWatch] = {}
        self._cache = SourceCache()
        self._lock = Lock()
        self._is_closed = False

    def key(self, path: Path) -> str:
        """Return a file's name in the store: relative, so that the folder can be moved."""
        resolved = path.resolve()
        try:
            return Path(os.path.relpath(resolved, self._folder)).as_posix()
        except ValueError:  # another drive on Windows
            return resolved.as_posix()

    def scan(self) -> ScanResult:
        """Store all changes on the disk since the last scan."""
        with self._lock:
            return ScanResult((), ()) if self._is_closed else self._scan()

    def close(self) -> None:
        """Close the store, after a scan in progress."""
        with self._lock:
            self._is_closed = True
            self.store.close()

    def _scan(self) -> ScanResult:
        kinds: dict[str, ChangeKind] = {}
        problem = ""
        try:
            for name, path in self._documents.paths().items():
                watch = self._watches.setdefault(path, FileWatch())
                if watch.changed([path]):
                    kinds[name] = self._record(path)
        except Exception as error:  # the next scan may succeed
            self._watches.clear()
            problem = f"Couldn't save to the history: {describe_error(error)}"
        changed = tuple(name for name, kind in kinds.items() if kind is not ChangeKind.NOTHING)
        plays = tuple(name for name, kind in kinds.items() if kind is ChangeKind.PLAYS)
        return ScanResult(changed, plays, problem)

    def _record(self, path: Path) -> ChangeKind:
        try:
            compilation = compile_files([path], self._cache, pictures=False)
        except (OSError, ValueError):
            return ChangeKind.NOTHING
        unit = next(unit for unit in compilation.units if unit.path.resolve() == path.resolve())
        entries = list(entries_of(unit))
        return self.store.record(self.key(path), entries) if entries else ChangeKind.NOTHING


def entries_of(unit: Unit) -> Iterator[Entry]:
    """Yield the cards of a file; yield nothing if any entry cannot be read as a card."""
    lines = unit.source.lines if unit.source else ()
    items = unit.root.values.get("cards") if unit.root else None
    if not isinstance(items, Items) or len(items.nodes) != len(unit.drafts):
        return
    data = unit.data.get("cards", [])
    by_title = {draft.title: draft.card for draft in unit.drafts}
    for index, draft in enumerate(unit.drafts):
        text = _text_of(draft, lines) or f"- {json.dumps(data[index], ensure_ascii=False)}"
        facts = facts_of(draft.card, draft.title)
        yield Entry(draft.title, f"{text}\n", facts, plays_of(faces_of(draft.card, by_title)))


def _text_of(draft: Draft, lines: Sequence[str]) -> str:
    """Return the lines of a card from its dash on, or "" if its list is in brackets."""
    first = lines[draft.node.region.line - 1]
    dash = len(first) - len(first.lstrip(" "))
    if not first.lstrip(" ").startswith("- "):
        return ""
    end = end_with_comments(last_line(draft.node, lines), dash, lines)
    card_lines = lines[draft.node.region.line - 1 : end]
    return "\n".join(line[dash:] if not line[:dash].strip() else line for line in card_lines)


class OldFaces:
    """Faces of old versions, drawn as if they were in the current file."""

    def __init__(self, images: Images) -> None:
        self._images = images
        self._lock = Lock()
        self._tables: dict[Path, Table] = {}

    def name(self, path: Path, text: str, index: int, entry: str) -> str:
        """Return the image name of an old version, or "" if it cannot be read.

        text: text of the file. index: the card's index in the file. entry: lines of the old
        version. Raises CannotEdit.
        """
        changed = apply_change(path, text, Replace(index, entry))
        with self._lock:
            table = self._tables.setdefault(path, Table(lambda: [path]))
            table.set_override(path, changed)
            state = choose_scenes(table.compile_table(State()), self._images.theme)
        cards = (card for card in state.cards if not card.is_goal and card.number == index + 1)
        face = next((card.face for card in cards), None)
        if face is None:
            return ""
        self._images.add_face(face)
        return self._images.name(face)


class HistoryRoutes:
    """Routes for the versions of open cards."""

    def __init__(self, cards: OpenCards, images: Images) -> None:
        self._cards, self._images = cards, images
        self._store = cards.store
        self._faces = OldFaces(images)

    def routes(self) -> list[BaseRoute]:
        """Return the routes, relative to the workbench."""
        return [
            Route(f"/api/versions/{{id:{NUMBER}}}", self._versions),
            Route(f"/api/versions/{{id:{NUMBER}}}/{{old:{NUMBER}}}", self._comparison),
            Route(NOTE, self._note, methods=["POST"]),
            Route(NAME_VERSION, self._name_version, methods=["POST"]),
        ]

    async def _versions(self, request: Request) -> Response:
        """Return the versions of a card, newest first, and its last figures."""
        return await respond_with(lambda: self._versions_data(request.path_params["id"]))

    async def _comparison(self, request: Request) -> Response:
        """Return a version next to another version or the current card."""
        new = parse_number(request.query_params.get("new", "") or "0")
        if new is None:
            raise HTTPException(400, "`new` must be the number of a version")
        ids = request.path_params["id"], request.path_params["old"], new
        return await respond_with(lambda: self._comparison_data(*ids))

    async def _note(self, request: Request) -> Response:
        """Store the note of a card: {"card": ID, "text": TEXT}."""
        match await read_json_body(request, _MAX_BYTES):
            case {"card": int(card_id), "text": str(text), **rest} if not rest:
                return await respond_with(lambda: self._cards.set_note(card_id, text))
        raise HTTPException(400, "`card` and `text` are needed")

    async def _name_version(self, request: Request) -> Response:
        """Name the current state of a file: {"file": NAME, "name": TEXT}."""
        match await read_json_body(request, _MAX_BYTES):
            case {"file": str(file), "name": str(name), **rest} if not rest and name.strip():
                return await respond_with(lambda: self._cards.name_version(file, name.strip()))
        raise HTTPException(400, "`file` and a `name` are needed")

    def _versions_data(self, card_id: int) -> Data:
        """Return the versions of a card. Raises LookupError, sqlite3.Error."""
        card = self._cards.find(card_id)
        if card.number is None:
            return {"versions": [], "named": [], "figures": None, "note": ""}
        versions = self._store.versions(card.number)
        figures = self._store.figures(card.number)
        older = [*versions[1:], None]
        return {
            "versions": [
                {
                    "id": version.number,
                    "saved": version.saved,
                    "title": version.facts["title"],
                    "first": previous is None,
                    "changes": compare_facts(previous.facts, version.facts) if previous else [],
                    "figures": figures.get(version.plays),
                }
                for version, previous in zip(versions, older, strict=True)
            ],
            "named": self._cards.named_versions(card, versions),
            "figures": latest_figures(figures, versions, card),
            "note": self._store.note(card.number),
        }

    def _comparison_data(self, card_id: int, old: int, new: int) -> Data:
        """Return two versions side by side. new: 0 for the current card.

        Raises LookupError, sqlite3.Error.
        """
        card = self._cards.find(card_id)
        versions = self._store.versions(card.number) if card.number is not None else []
        figures = self._store.figures(card.number) if card.number is not None else {}
        by_number = {version.number: version for version in versions}
        left, right = by_number[old], by_number[new] if new else None
        facts = right.facts if right else card.facts
        return {
            "old": {**self._version_side(card, left), "figures": figures.get(left.plays)},
            "new": {
                **(self._version_side(card, right) if right else self._current_side(card)),
                "figures": figures.get(right.plays if right else card.plays),
            },
            "changes": compare_facts(left.facts, facts),
            "english": compare_english(left.facts, facts),
        }

    def _current_side(self, card: OpenCard) -> Data:
        face = card.card.face
        image = f"faces/{self._images.name(face)}" if face else ""
        return {"title": card.card.title, "saved": None, "image": image, "problem": "", "text": ""}

    def _version_side(self, card: OpenCard, version: Version) -> Data:
        side = {
            "title": version.facts["title"],
            "saved": version.saved,
            "text": version.text,
            "image": "",
            "problem": "",
        }
        try:
            if card.number is None:
                raise ValueError("The card was never saved.")
            index = self._store.index(card.number)
            text = self._cards.documents.read(card.card.file).text
            if text is None:
                raise ValueError("The file was deleted.")
            name = self._faces.name(card.path, text, index, version.text)
        except (CannotEdit, DocumentNotFound, OSError, ValueError) as problem:
            return {**side, "problem": str(problem)}
        return {**side, "image": f"faces/{name}" if name else ""}
