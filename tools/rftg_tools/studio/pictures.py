"""Pictures of cards: drawings to choose from, and pictures in the folder of a card file."""

from __future__ import annotations

import base64
import errno
from asyncio import to_thread
from io import BytesIO
from pathlib import Path, PurePath
from typing import Any, Final
from zlib import crc32

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from rftg_dsl import limits
from rftg_dsl.diagnostics.text import capitalized
from rftg_dsl.model import Card, Drawing
from rftg_dsl.sets.pictures import (
    NotAPicture,
    check_complete,
    is_too_large,
    pictures_in,
    read_header,
)
from rftg_dsl.source.files import create_atomically
from rftg_dsl.source.text import open_regular_file
from rftg_tools.faces.art import all_scenes, draw_sample
from rftg_tools.faces.art.palette import card_traits, seed_of
from rftg_tools.faces.art.scenes import SCENES
from rftg_tools.faces.pictures import Frame, UnusablePicture, crop_picture
from rftg_tools.preview.hub import Hub
from rftg_tools.sheets.writing import safe_name
from rftg_tools.studio.documents import Documents
from rftg_tools.web.server import NO_STORE, parse_number, read_json_body

ADD: Final = "/api/add-picture"
_MAX_BODY: Final = limits.PICTURE_BYTES * 4 // 3 + 10_000
_ENDINGS: Final = {"PNG": ".png", "JPEG": ".jpg", "WebP": ".webp"}
_MAX_NAMES: Final = 1_000
"""Maximum number of pictures with the same name."""
_GROUND: Final = "#000000"
"""Colour behind transparent parts in the gallery."""


class PictureRoutes:
    """Routes for drawings, and for the pictures next to the files of a studio."""

    def __init__(self, hub: Hub, documents: Documents) -> None:
        self._hub, self._documents = hub, documents

    def routes(self) -> list[BaseRoute]:
        """Return the routes, relative to the workbench."""
        return [
            Route("/api/drawings", self._drawings),
            Route("/api/drawing", self._drawing),
            Route("/api/pictures", self._list),
            Route("/api/picture", self._picture),
            Route(ADD, self._add, methods=["POST"]),
        ]

    def _card(self, request: Request) -> tuple[Card, str]:
        """Return the card with the id `card` as its face shows it, and the scene of its art."""
        number = request.query_params.get("card", "")
        for shown in self._hub.state.cards:
            if str(shown.id) == number and shown.card is not None:
                return shown.card, shown.scene
        raise HTTPException(404, "The card has no face.")

    async def _drawings(self, request: Request) -> Response:
        """Return the scenes for a card, and the scene and seed of the art drawn for it.

        `look` changes when all its drawings change.
        """
        card, scene = self._card(request)
        scenes = await to_thread(all_scenes, card, self._hub.images.theme)
        look = repr((self._hub.images.look, card.kind, sorted(card_traits(card))))
        return JSONResponse(
            {
                "scenes": scenes,
                "scene": scene or scenes[0],
                "seed": seed_of(card),
                "look": str(crc32(look.encode("utf-8"))),
            },
            headers=NO_STORE,
        )

    async def _drawing(self, request: Request) -> Response:
        """Return the drawing `seed` of the scene `scene` for a card."""
        card, _scene = self._card(request)
        scene, seed = (request.query_params.get(key, "") for key in ("scene", "seed"))
        number = parse_number(seed)
        if scene not in SCENES or number is None:
            raise HTTPException(404, "There is no such drawing.")
        drawing = Drawing(scene, number)
        svg = await to_thread(draw_sample, card, self._hub.images.theme, drawing)
        return Response(svg, media_type="image/svg+xml", headers=NO_STORE)

    async def _folder(self, name: str) -> Path:
        return (await to_thread(self._documents.path, name)).parent

    async def _list(self, request: Request) -> Response:
        """Return the pictures that cards of the file `name` can have."""
        folder = await self._folder(request.query_params.get("name", ""))
        names = await to_thread(pictures_in, folder)
        return JSONResponse({"pictures": names}, headers=NO_STORE)

    async def _picture(self, request: Request) -> Response:
        """Return the picture `art` for a card of the file `name`, cropped to its frame."""
        folder = await self._folder(request.query_params.get("name", ""))
        art = request.query_params.get("art", "")
        try:
            picture = await to_thread(crop_picture, art, folder, Frame(_GROUND))
        except UnusablePicture as problem:
            raise HTTPException(404, str(problem)) from None
        kind = picture.name.rpartition(".")[2].replace("jpg", "jpeg")
        return Response(picture.data, media_type=f"image/{kind}", headers=NO_STORE)

    async def _add(self, request: Request) -> Response:
        """Save a picture next to the file `name`; 422 with the problem if it cannot be used."""
        members: Any = await read_json_body(request, _MAX_BODY)
        try:
            self._documents.check_own(str(members["name"]))
            folder = await self._folder(str(members["name"]))
            data = base64.b64decode(members["picture"], validate=True)
            title = str(members["title"])
        except (KeyError, TypeError, ValueError):
            raise HTTPException(400, "The request has no picture.") from None
        try:
            name = await to_thread(add_picture, data, title, folder)
        except NotAPicture as problem:
            sentences = [text for text in (str(problem), problem.advice.rstrip(".")) if text]
            told = " ".join(f"{capitalized(text)}." for text in sentences)
            return JSONResponse({"problem": told}, 422, NO_STORE)
        except OSError as error:
            raise HTTPException(500, f"Couldn't save the picture: {error.strerror}.") from None
        return JSONResponse({"art": name}, 201, NO_STORE)


def add_picture(data: bytes, title: str, folder: Path) -> str:
    """Save a picture in a folder without overwriting a file; return its name.

    title: name of the picture on the designer's computer. The same picture is saved only once.
    Raises NotAPicture, OSError.
    """
    if len(data) > limits.PICTURE_BYTES:
        raise NotAPicture(f"the picture has more than {limits.PICTURE_BYTES:,} bytes")
    picture = read_header(BytesIO(data))
    if is_too_large(picture.width, picture.height):
        raise NotAPicture(f"the picture has more than {limits.PICTURE_PIXELS:,} pixels")
    check_complete(BytesIO(data), picture.kind)
    stem, ending = safe_name(PurePath(title).stem), _ENDINGS[picture.kind]
    for number in range(1, _MAX_NAMES):
        path = folder / f"{stem}{f'-{number}' if number > 1 else ''}{ending}"
        try:
            create_atomically(path, data)
        except FileExistsError:
            if path.is_symlink() or not path.is_file():
                continue
            with open_regular_file(path) as file:
                if file.read(len(data) + 1) != data:
                    continue
        return path.name
    raise OSError(errno.EEXIST, "too many pictures have this name", stem)
