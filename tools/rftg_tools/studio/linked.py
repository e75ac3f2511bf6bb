"""Sets from links: shown read-only from a temporary folder, until somebody makes one theirs."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from asyncio import to_thread
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from rftg_dsl.diagnostics.model import BOM, ERROR
from rftg_dsl.limits import FILE_BYTES, SET_ID
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.files import TemporaryFolder, decode_exactly
from rftg_dsl.source.schema import ID_PATTERN
from rftg_dsl.source.text import open_regular_file
from rftg_tools.preview.hub import Hub
from rftg_tools.sharing.link import (
    ADDRESS_VARIABLE,
    MAX_LENGTH,
    BadLink,
    LinkedSet,
    collect_set,
    decode_link,
    encode_link,
)
from rftg_tools.studio.documents import DocumentNotFound, Documents, TooLong
from rftg_tools.studio.editing import SetSetting, apply_change
from rftg_tools.studio.language import MAX_BYTES
from rftg_tools.studio.sets import CannotMakeSet, create_set, folders_of
from rftg_tools.studio.sheet import CannotEdit, read
from rftg_tools.web.server import NO_STORE, read_json_body, read_members

SHARE: Final = "/api/share"
LINK: Final = "/api/link"
KEEP: Final = "/api/link/keep"
POSTS: Final = (SHARE, LINK, KEEP)
"""Paths that accept POST, relative to the workbench."""
MAX_LINKED: Final = 8
"""Maximum number of sets from links that are open; the oldest is closed for another."""
_ENDINGS: Final = (".yaml", ".cards.yaml")
_FIRST_COPY: Final = 2
Data = dict[str, Any]


class LinkedSets:
    """The sets from links in a studio, and those of them that somebody has made theirs.

    folder: for their files, emptied at the start; a temporary one by default.
    """

    def __init__(self, documents: Documents, folder: Path | None = None) -> None:
        self._documents = documents
        self._folder = folder
        self._temporary: TemporaryFolder | None = None
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
        self._sets: dict[str, LinkedSet] = {}
        self._kept: dict[str, list[tuple[Path, str]]] = {}

    def open(self, link: str) -> str:
        """Show the set of a link, and return the name of its file. Raises BadLink, OSError."""
        linked = decode_link(link)
        digest = hashlib.blake2b(repr(linked).encode("utf-8"), digest_size=6).hexdigest()
        folder = self._home() / digest
        name = str(folder / linked.name)
        if name not in self._sets:
            while len(self._sets) >= MAX_LINKED:
                self.forget(next(iter(self._sets)))
            folder.mkdir(parents=True, exist_ok=True)
            for file, text in [*linked.needs.items(), (linked.name, linked.text)]:
                (folder / file).write_bytes(text.encode("utf-8"))
            self._sets[name] = linked
        return self._documents.show_linked(Path(name))

    def forget(self, name: str) -> None:
        """Stop showing a set from a link. Raises DocumentNotFound."""
        self._find(name)
        del self._sets[name]
        self._documents.hide_linked(name)
        shutil.rmtree(Path(name).parent, ignore_errors=True)

    def close(self) -> None:
        """Remove all sets from links."""
        for name in list(self._sets):
            self.forget(name)
        if self._temporary is not None:
            self._temporary.cleanup()

    def _home(self) -> Path:
        """Return the folder for all sets."""
        if self._folder is None:
            self._temporary = TemporaryFolder()
            self._folder = self._temporary.path
        return self._folder

    def keep(self, name: str) -> Data:
        """Store a set from a link as new files, and return what they are.

        A set whose id is taken gets another one, also as a file that others need. Nothing is ever
        overwritten. Raises CannotMakeSet, DocumentNotFound.
        """
        linked = self._find(name)
        folder = folders_of(self._documents)[0]
        ids = _FreeIds(self._documents, folder)
        renamed: dict[str, str] = {}
        texts: list[tuple[Path, str]] = []
        for file, text in linked.needs.items():
            old = _stem(file)
            path = folder / file
            if _read(path) == text:
                continue  # the designer has this very file
            new = ids.take(old)
            renamed |= {old: new} if new != old else {}
            texts.append((path if new == old else folder / f"{new}.yaml", _with_id(text, old, new)))
        old = id_of(linked.text) or _stem(linked.name)
        new = ids.take(old)
        texts.append((folder / f"{new}.yaml", _with_id(linked.text, old, new)))
        texts = [(path, _with_requires(path, text, renamed)) for path, text in texts]
        made = self._create(texts)
        self._kept[made] = texts
        return {
            "file": made,
            "id": new,
            "was": "" if new == old else old,
            "renamed": renamed,
            "text": texts[-1][1],
            "others": [path.name for path, _text in texts[:-1]],
        }

    def discard(self, name: str) -> None:
        """Delete again what `keep` has stored, unless it was changed since.

        Raises CannotMakeSet, DocumentNotFound.
        """
        if name not in self._kept:
            raise DocumentNotFound(f"{name!r:.200} was not made from a link")
        for path, text in self._kept[name]:
            if _read(path) not in (text, None):
                raise CannotMakeSet(f"{path.name} was changed, so it isn't deleted.")
        self._delete(self._kept.pop(name))

    def _find(self, name: str) -> LinkedSet:
        try:
            return self._sets[name]
        except KeyError:
            raise DocumentNotFound("This set from a link is closed. Open the link again.") from None

    def _create(self, texts: list[tuple[Path, str]]) -> str:
        """Create files, all or none; return the name of the last. Raises CannotMakeSet."""
        done: list[tuple[Path, str]] = []
        made = ""
        try:
            for path, text in texts:
                made = create_set(path, text, self._documents)
                done.append((path, text))
        except CannotMakeSet:
            self._delete(done)
            raise
        return made

    def _delete(self, files: Iterable[tuple[Path, str]]) -> None:
        for path, _text in files:
            self._documents.remove(path)
            with suppress(OSError):
                path.unlink()


class _FreeIds:
    """Ids that no set of a studio has, nor a file in the folder for new files."""

    def __init__(self, documents: Documents, folder: Path) -> None:
        self._folder = folder
        self._taken = {*shipped_ids()}
        for name in documents.paths():
            with suppress(DocumentNotFound):
                text = documents.read(name).text or ""
                self._taken.add(id_of(text) or _stem(Path(name).name))

    def take(self, wanted: str) -> str:
        """Return an id, with a number behind it if it is taken; then it is taken."""
        stem = wanted if re.search(ID_PATTERN, wanted) and len(wanted) <= SET_ID else "set"
        new, number = stem, _FIRST_COPY
        while new in self._taken or self._has_file(new):
            ending = f"-{number}"
            new, number = stem[: SET_ID - len(ending)].rstrip("-") + ending, number + 1
        self._taken.add(new)
        return new

    def _has_file(self, set_id: str) -> bool:
        return any(os.path.lexists(self._folder / f"{set_id}{ending}") for ending in _ENDINGS)


def id_of(text: str) -> str:
    """Return the id in a card file, as far as it can be read, or ""."""
    try:
        return read(Path("set.yaml"), text.removeprefix(BOM).replace("\r\n", "\n")).id
    except CannotEdit:
        found = _id_line("[a-z][a-z0-9-]*").search(text)
        return found[2] if found else ""


def _id_line(set_id: str) -> re.Pattern[str]:
    """Return a pattern for the line with the id, which is its second group."""
    return re.compile(
        rf"^(\ufeff?set:[ \t]*['\"]?)({set_id})(?=['\"]?[ \t]*(?:#|\r?$))", re.MULTILINE
    )


def _with_id(text: str, old: str, new: str) -> str:
    """Return a card file with another id, if it has the old one on a line of its own."""
    return _id_line(re.escape(old)).sub(rf"\g<1>{new}", text, count=1) if new != old else text


def _with_requires(path: Path, text: str, renamed: Mapping[str, str]) -> str:
    """Return a card file that requires sets by their new ids. Raises CannotMakeSet."""
    if not renamed:
        return text
    plain = text.removeprefix(BOM).replace("\r\n", "\n")
    try:
        requires = read(path, plain).data.get("requires")
        if not isinstance(requires, list) or not renamed.keys() & set(map(str, requires)):
            return text
        new = [renamed.get(str(set_id), set_id) for set_id in requires]
        changed = apply_change(path, plain, SetSetting("requires", new))
    except CannotEdit as problem:
        raise CannotMakeSet(f"{path.name} needs a set whose name is taken: {problem}") from None
    return changed.replace("\n", "\r\n") if "\r\n" in text else changed


def _stem(name: str) -> str:
    return name.removesuffix(".yaml").removesuffix(".cards")


def _read(path: Path) -> str | None:
    """Return the text of a file, or None if there is none; "" if it can't be read."""
    try:
        with open_regular_file(path) as file:
            return decode_exactly(file.read(FILE_BYTES + 1)) or ""
    except FileNotFoundError:
        return None
    except OSError:
        return ""


class LinkRoutes:
    """Routes that make a link of a set, and open links."""

    def __init__(self, hub: Hub, documents: Documents, linked: LinkedSets) -> None:
        self._hub, self._documents, self._linked = hub, documents, linked

    def routes(self) -> list[BaseRoute]:
        """Return the routes, relative to the workbench."""
        return [
            Route(SHARE, self._share, methods=["POST"]),
            Route(LINK, self._link, methods=["POST"]),
            Route(KEEP, self._keep, methods=["POST"]),
        ]

    async def _share(self, request: Request) -> Response:
        """Return the link of a text, and what is in it."""
        members = await read_members(request, MAX_BYTES, name=str, text=str)
        path = self._documents.path(members["name"])
        try:
            linked, compilation = await to_thread(collect_set, path, members["text"])
            link = encode_link(linked)
        except BadLink as problem:
            raise TooLong(str(problem)) from None
        except (OSError, ValueError) as problem:
            raise TooLong(f"The set can't be read: {problem}") from None
        errors = [finding for finding in compilation.diagnostics if finding.severity == ERROR]
        data = {
            "link": link,
            "limit": MAX_LENGTH,
            "address": os.environ.get(ADDRESS_VARIABLE, ""),
            "files": {linked.name: linked.text, **linked.needs},
            "errors": len(errors),
        }
        return JSONResponse(data, headers=NO_STORE)

    async def _link(self, request: Request) -> Response:
        """Handle {"open": LINK}, which returns the name of its file, or {"close": FILE}."""
        result: Data = {}
        match await read_json_body(request, MAX_BYTES):
            case {"open": str(link), **rest} if not rest:
                result = {"file": self._open(link)}
            case {"close": str(name), **rest} if not rest:
                self._linked.forget(name)
                self._show_again(name)
            case _:
                raise HTTPException(400, "`open` or `close` is needed")
        return JSONResponse(result, headers=NO_STORE)

    async def _keep(self, request: Request) -> Response:
        """Handle {"keep": FILE}, which returns what was stored, or {"discard": FILE}."""
        result: Data = {}
        match await read_json_body(request, MAX_BYTES):
            case {"keep": str(name), **rest} if not rest:
                result = self._linked.keep(name)
                self._show_again(name)
            case {"discard": str(name), **rest} if not rest:
                self._linked.discard(name)
                self._show_again(name)
            case _:
                raise HTTPException(400, "`keep` or `discard` is needed")
        return JSONResponse(result, headers=NO_STORE)

    def _open(self, link: str) -> str:
        """Open a link, and return the name of its file. Raises CannotMakeSet."""
        try:
            name = self._linked.open(link)
        except BadLink as problem:
            raise CannotMakeSet(str(problem)) from None
        except OSError as error:
            raise CannotMakeSet(f"The link can't be opened: {error.strerror}.") from None
        self._show_again(name)
        return name

    def _show_again(self, name: str) -> None:
        """Let the pages show a file that has come or gone."""
        self._hub.set_unsaved_text(Path(name), None)
