"""Sees each change of the card files on the disk, whoever saved it, and keeps the versions.

The text of an editor that is not saved is none: files are read from the disk alone.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from rftg_dsl.compiler import compile_files
from rftg_dsl.sets.cache import SourceCache
from rftg_dsl.sets.units import Draft, Unit
from rftg_dsl.source.blocks import last_line, with_comments
from rftg_dsl.source.nodes import Items
from rftg_tools.preview.hub import FileWatch
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.versions.facts import faces_of, facts_of, plays_of
from rftg_tools.studio.versions.store import Entry, Noted, Store
from rftg_tools.web.images import describe_error


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of a look. changed: the names of the files in which a card was written otherwise.

    plays: of those in which one plays otherwise. problem: why versions could not be kept, "" where
    they could.
    """

    changed: tuple[str, ...]
    plays: tuple[str, ...]
    problem: str = ""


class Keeper:
    """Keeps the versions of the cards of a studio's files, until it is closed; any thread may ask.

    beside: the folder of the store.
    """

    def __init__(self, documents: Documents, store: Store, beside: Path) -> None:
        self.store = store
        self._documents = documents
        self._beside = beside.resolve()
        self._watches: dict[Path, FileWatch] = {}
        self._cache = SourceCache()
        self._lock = Lock()
        self._closed = False

    def key(self, path: Path) -> str:
        """Return what a file is called in the store: a folder that is moved keeps its history."""
        resolved = path.resolve()
        try:
            return Path(os.path.relpath(resolved, self._beside)).as_posix()
        except ValueError:  # another drive of Windows
            return resolved.as_posix()

    def look(self) -> Seen:
        """Keep what has changed on the disk since the last look."""
        with self._lock:
            return Seen((), ()) if self._closed else self._look()

    def close(self) -> None:
        """Let go of the store, once a look that is under way has kept what it saw."""
        with self._lock:
            self._closed = True
            self.store.close()

    def _look(self) -> Seen:
        found: dict[str, Noted] = {}
        problem = ""
        try:
            for name, path in self._documents.paths().items():
                watch = self._watches.setdefault(path, FileWatch())
                if watch.changed([path]):
                    found[name] = self._note(path)
        except Exception as error:  # whatever is wrong, the next look may go well
            self._watches.clear()
            problem = f"versions are not kept now: {describe_error(error)}"
        changed = tuple(name for name, noted in found.items() if noted is not Noted.NOTHING)
        plays = tuple(name for name, noted in found.items() if noted is Noted.PLAYS)
        return Seen(changed, plays, problem)

    def _note(self, path: Path) -> Noted:
        try:
            compilation = compile_files([path], self._cache, pictures=False)
        except (OSError, ValueError):
            return Noted.NOTHING
        unit = next(one for one in compilation.units if one.path.resolve() == path.resolve())
        entries = list(entries_of(unit))
        return self.store.note(self.key(path), entries) if entries else Noted.NOTHING


def entries_of(unit: Unit) -> Iterator[Entry]:
    """Yield the cards of a file; none where some entry of its list cannot be read as a card."""
    lines = unit.source.lines if unit.source else ()
    items = unit.root.values.get("cards") if unit.root else None
    if not isinstance(items, Items) or len(items.nodes) != len(unit.drafts):
        return
    data = unit.data.get("cards", [])
    by_title = {draft.title: draft.card for draft in unit.drafts}
    for number, draft in enumerate(unit.drafts):
        text = _text(draft, lines) or f"- {json.dumps(data[number], ensure_ascii=False)}"
        facts = facts_of(draft.card, draft.title)
        yield Entry(draft.title, f"{text}\n", facts, plays_of(faces_of(draft.card, by_title)))


def _text(draft: Draft, lines: Sequence[str]) -> str:
    """Return the lines of a card from its dash on, "" where it stands in the brackets of a list."""
    first = lines[draft.node.region.line - 1]
    dash = len(first) - len(first.lstrip(" "))
    if not first.lstrip(" ").startswith("- "):
        return ""
    end = with_comments(last_line(draft.node, lines), dash, lines)
    own = lines[draft.node.region.line - 1 : end]
    return "\n".join(line[dash:] if not line[:dash].strip() else line for line in own)
