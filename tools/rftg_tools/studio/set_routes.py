"""Routes for the sets of a studio: list, settings, new sets, cards that move, import of tables."""

from __future__ import annotations

import base64
from asyncio import to_thread
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from rftg_dsl.blank.templates import templates_of
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.games import GAMES
from rftg_dsl.limits import FILE_BYTES
from rftg_dsl.sets.caching import SourceCache
from rftg_tools.games import GAMES as GAMES_OF_TOOLS
from rftg_tools.preview.hub import Hub
from rftg_tools.spreadsheets.table import Head
from rftg_tools.spreadsheets.table_files import Row
from rftg_tools.studio.documents import Documents, TooLong
from rftg_tools.studio.imports import (
    CannotImport,
    TableRequest,
    import_table,
    preview_of,
    read_rows,
)
from rftg_tools.studio.language import MAX_BYTES
from rftg_tools.studio.sets import (
    CannotMakeSet,
    SetOrder,
    check_new_id,
    create_set,
    draft_new_set,
    faces_of,
    folders_of,
    list_sets,
    list_shipped,
    move_cards,
)
from rftg_tools.studio.settings import settings_of
from rftg_tools.studio.sheet import CannotEdit, Data
from rftg_tools.web.server import NO_STORE, parse_number, read_members

_SETTINGS: Final = "/api/settings"
_NEW: Final = "/api/new-set"
_MOVE: Final = "/api/move-cards"
_IMPORT: Final = "/api/import"
POSTS: Final = (_SETTINGS, _NEW, _MOVE, _IMPORT)
"""Paths that accept POST, relative to the workbench."""
_MAX_TABLE: Final = 10_000_000
"""Maximum size of a table in bytes."""
_MAX_IMPORT: Final = _MAX_TABLE * 4 // 3 + 2 * MAX_BYTES
_MAX_TITLE: Final = 60
_PREVIEWED_FACES: Final = 5


class SetRoutes:
    """Routes for the sets of a studio."""

    def __init__(self, hub: Hub, documents: Documents) -> None:
        self._hub = hub
        self._documents = documents
        self._cache = SourceCache()

    def routes(self) -> list[BaseRoute]:
        """Return the routes, relative to the workbench."""
        return [
            Route("/api/sets", self._sets),
            Route(_SETTINGS, self._settings, methods=["POST"]),
            Route(_NEW, self._new_set, methods=["POST"]),
            Route(_MOVE, self._move, methods=["POST"]),
            Route(_IMPORT, self._import, methods=["POST"]),
        ]

    async def _sets(self, _request: Request) -> Response:
        """Return the sets of the studio and the shipped sets, and what a new set can be."""
        sets = await to_thread(list_sets, self._documents, self._hub.state)
        folders = await to_thread(folders_of, self._documents)
        games = [
            {
                "id": game.id,
                "title": game.title,
                "face": game.face,
                "templates": list(templates_of(game)),
                "first": GAMES_OF_TOOLS[game.id].first_set if game.id in GAMES_OF_TOOLS else "",
            }
            for game in GAMES.values()
        ]
        data = {
            "sets": sets,
            "shipped": list(list_shipped()),
            "folders": [{"path": str(path), "name": path.name or str(path)} for path in folders],
            "games": games,
        }
        return JSONResponse(data, headers=NO_STORE)

    async def _settings(self, request: Request) -> Response:
        """Return the settings of a text: fields, values, uses, counts and problems."""
        members = await read_members(request, MAX_BYTES, name=str, text=str)

        def read() -> Data:
            path, text = self._documents.path(members["name"]), _limited(members["text"])
            self._cache.put(path, text)
            return settings_of(path, text, compile_files([path], self._cache, design=True))

        return JSONResponse(await to_thread(read), headers=NO_STORE)

    async def _new_set(self, request: Request) -> Response:
        """Create a set, or with `create` false return what it would have.

        422 with the reason if it cannot be created; without `create`, that is in `problem`. Without
        `template`, only title and id are checked.
        """
        members = await read_members(
            request,
            MAX_BYTES,
            partial=True,
            title=str,
            id=str,
            game=str,
            template=str,
            requires=list,
            folder=str,
            source=str,
            create=bool,
        )
        return JSONResponse(await to_thread(self._make_set, members), headers=NO_STORE)

    def _make_set(self, members: Mapping[str, Any]) -> Data:
        """Return the data of a new set, and create it on demand. Raises CannotMakeSet."""
        folder = self._folder(members["folder"])
        if members["game"] not in GAMES or not all(map(_is_id, members["requires"])):
            raise CannotMakeSet("Choose a game.")
        order = SetOrder(
            members["title"].strip(),
            GAMES[members["game"]],
            members["template"],
            folder,
            members["id"],
            tuple(members["requires"]),
            members["source"],
        )
        problem = self._problem_of(order)
        if members["create"]:
            if problem:
                raise CannotMakeSet(problem)
            text, _compilation = draft_new_set(order, self._documents)
            name = create_set(order.path, text, self._documents)
            return {"file": name, "id": order.set_id, "title": order.title}
        head = {"id": order.set_id, "path": order.path.name if order.set_id else ""}
        head["problem"] = problem
        if not order.template:
            return head
        sample = order if order.set_id else SetOrder("New Set", order.game, order.template, folder)
        _text, compilation = draft_new_set(sample, self._documents)
        return {**head, **self._makes(compilation)}

    def _problem_of(self, order: SetOrder) -> str:
        """Return why a set cannot be made, or ""."""
        if not order.title:
            return "Enter a title."
        if len(order.title) > _MAX_TITLE:
            return f"A title has at most {_MAX_TITLE} characters."
        try:
            check_new_id(order.set_id, order.folder, self._documents, self._hub.state)
        except CannotMakeSet as problem:
            return str(problem)
        return ""

    def _makes(self, compilation: Compilation) -> Data:
        """Return counts and faces of the last compiled set."""
        if not compilation.sets or compilation.has_errors:
            return {"cards": 0, "goals": 0, "tests": 0, "faces": []}
        card_set = compilation.sets[-1]
        return {
            "cards": len(card_set.cards),
            "goals": len(card_set.goals),
            "tests": len(card_set.tests),
            "faces": faces_of(card_set, self._hub.images, _PREVIEWED_FACES),
        }

    def _folder(self, name: str) -> Path:
        """Return a folder of the studio, the first for "". Raises CannotMakeSet."""
        folders = folders_of(self._documents)
        if not name:
            return folders[0]
        found = next((path for path in folders if str(path) == name), None)
        if found is None:
            raise CannotMakeSet("The studio has no file in this folder.")
        return found

    async def _move(self, request: Request) -> Response:
        """Return the texts of two files after cards have moved from one to the other."""
        members = await read_members(
            request, 2 * MAX_BYTES, name=str, text=str, to=str, to_text=str, cards=list
        )

        def move() -> Data:
            paths = [self._documents.path(members[key]) for key in ("name", "to")]
            if not all(type(index) is int for index in members["cards"]):
                raise CannotEdit("`cards` must be numbers")
            texts = _limited(members["text"]), _limited(members["to_text"])
            text, to_text = move_cards(paths[0], texts[0], paths[1], texts[1], members["cards"])
            return {"text": text, "to_text": to_text}

        return JSONResponse(await to_thread(move), headers=NO_STORE)

    async def _import(self, request: Request) -> Response:
        """Return a preview of a table, or with `create` the set that it becomes.

        Without `name`, that is a new file; else `text`, with the cards added.
        """
        members = await read_members(
            request,
            _MAX_IMPORT,
            partial=True,
            table=str,
            sheet=str,
            game=str,
            columns=dict,
            name=str,
            text=str,
            title=str,
            id=str,
            folder=str,
            create=bool,
        )
        table = await read_rows(_decode(members["table"]), members["sheet"] or None)
        result = await to_thread(self._import_table, members, *table)
        return JSONResponse(result, headers=NO_STORE)

    def _import_table(
        self, members: Mapping[str, Any], rows: Sequence[Row], sheets: tuple[str, ...]
    ) -> Data:
        """Return the result of an import. Raises CannotImport, CannotMakeSet, DocumentNotFound."""
        name = members["name"]
        order = SetOrder(
            members["title"].strip(),
            GAMES.get(members["game"], next(iter(GAMES.values()))),
            "",
            self._folder(members["folder"]),
            members["id"],
        )
        problem = "" if name else self._problem_of(order)
        head = Head(order.set_id or "new-set", order.title or None)
        imported = import_table(
            TableRequest(
                rows,
                sheets,
                self._documents.path(name) if name else order.folder / f"{head.id}.yaml",
                head,
                GAMES.get(members["game"]),
                _chosen_columns(members["columns"]),
                _limited(members["text"]) if name else None,
            )
        )
        if members["create"] and (problem or not imported.text):
            raise CannotMakeSet(problem or "No row of the table is a card yet.")
        result = {**preview_of(imported), "id": order.set_id, "problem": problem}
        if members["create"]:
            file = name or create_set(order.path, imported.text, self._documents)
            return {**result, "file": file, "text": imported.text if name else ""}
        if imported.compilation and not imported.compilation.has_errors:
            faces = faces_of(imported.compilation.sets[-1], self._hub.images)
            result["faces"] = {face["title"]: face["image"] for face in faces}
        return result


def _is_id(name: object) -> bool:
    return isinstance(name, str) and name.replace("-", "").isalnum()


def _chosen_columns(columns: Mapping[str, Any]) -> dict[int, str]:
    """Return the chosen titles of columns by index. Raises CannotImport."""
    chosen = {parse_number(key): value for key, value in columns.items()}
    numbers = [key for key in chosen if key is not None]
    if len(numbers) < len(columns) or not all(isinstance(value, str) for value in chosen.values()):
        raise CannotImport("The columns are not valid.")
    return {number: chosen[number] for number in numbers}


def _decode(table: str) -> bytes:
    """Return the bytes of a table. Raises CannotImport."""
    try:
        data = base64.b64decode(table, validate=True)
    except ValueError:
        raise CannotImport("The table is not base64.") from None
    if len(data) > _MAX_TABLE:
        raise CannotImport(f"A table has at most {_MAX_TABLE:,} bytes.")
    return data


def _limited(text: str) -> str:
    """Return the text of a card file. Raises TooLong."""
    if len(text) > FILE_BYTES:
        raise TooLong("the text is too long")
    return text
