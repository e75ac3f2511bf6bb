"""Pictures drawn by the browser: pictures.js in the service worker, which answers at once."""

from __future__ import annotations

import json
from dataclasses import asdict
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import quote, urljoin

from rftg_tools.raster.drawing import BadPicture, Drawing, DrawnPicture
from rftg_tools.site.browser import module

_ADDRESS: Final = "../draw"
"""Address of the service worker's pictures, from the worker's script."""


def upright_size(data: bytes) -> tuple[int, int]:
    """See raster.Raster."""
    width, height = json.loads(_ask("", data)[1])
    return width, height


def draw(data: bytes, drawing: Drawing) -> DrawnPicture:
    """See raster.Raster."""
    kind, content = _ask(quote(json.dumps(asdict(drawing))), data)
    return DrawnPicture(kind.removeprefix("image/").replace("jpeg", "jpg"), content)


def _ask(query: str, data: bytes) -> tuple[str, bytes]:
    """Send a picture; return the type and content of the answer. Raises BadPicture.

    The whole worker waits, because faces are drawn in the middle of code that can't.
    """
    browser = module("js")
    request: Any = browser.XMLHttpRequest.new()
    request.open("POST", urljoin(str(browser.location.href), f"{_ADDRESS}?{query}"), False)
    request.responseType = "arraybuffer"
    try:
        request.send(module("pyodide.ffi").to_js(data))
    except module("pyodide.ffi").JsException as error:
        raise BadPicture(f"the browser can't draw it ({error})") from None
    content: bytes = request.response.to_bytes()
    if request.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        raise BadPicture("its header does not give its size")
    if request.status != HTTPStatus.OK:
        raise BadPicture(content.decode(errors="replace").strip())
    return str(request.getResponseHeader("Content-Type")), content
