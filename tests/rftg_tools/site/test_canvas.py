"""What Python asks of a browser that draws its pictures."""

import json
import sys
from types import ModuleType, SimpleNamespace
from typing import Any
from urllib.parse import unquote

import pytest

from rftg_tools.raster import can_draw, use_raster
from rftg_tools.raster.drawing import BadPicture, Drawing
from rftg_tools.site import canvas


class Bytes(bytes):
    """A buffer of JavaScript."""

    def to_bytes(self) -> bytes:
        return bytes(self)


class JsError(Exception):
    """An error of JavaScript."""


class Browser:
    """A browser whose service worker has one answer."""

    def __init__(self, status: int, kind: str, content: bytes) -> None:
        self.status, self.kind, self.response = status, kind, Bytes(content)
        self.asked: list[Any] = []
        self.XMLHttpRequest = SimpleNamespace(new=lambda: self)
        self.location = SimpleNamespace(href="https://cards.example/at/1f/python-worker.js")
        self.is_away = False

    def open(self, method: str, address: str, later: bool) -> None:
        self.asked += [method, address, later]

    def send(self, data: bytes) -> None:
        if self.is_away:
            raise JsError("NetworkError")
        self.asked.append(data)

    def getResponseHeader(self, _name: str) -> str:
        return self.kind


def use_browser(patch: pytest.MonkeyPatch, *answer: Any) -> Browser:
    browser = Browser(*answer)
    ffi: Any = ModuleType("pyodide.ffi")
    ffi.to_js, ffi.JsException = bytes, JsError
    patch.setitem(sys.modules, "pyodide.ffi", ffi)
    patch.setitem(sys.modules, "js", browser)
    return browser


def test_the_size_and_the_drawn_picture_are_what_the_browser_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_browser(monkeypatch, 200, "application/json", b"[30,40]")
    assert canvas.upright_size(b"picture") == (30, 40)
    browser = use_browser(monkeypatch, 200, "image/jpeg", b"drawn")
    drawn = canvas.draw(b"picture", Drawing((0, 0, 30, 40), (15, 20), "#102030", "jpg", 88))
    assert (drawn.kind, drawn.data) == ("jpg", b"drawn")
    method, address, is_later, data = browser.asked
    assert (method, is_later, data) == ("POST", False, b"picture")
    start, query = address.split("?")
    assert start == "https://cards.example/at/draw"
    assert json.loads(unquote(query))["size"] == [15, 20]


def test_a_picture_that_the_browser_cannot_draw_is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = use_browser(monkeypatch, 422, "text/plain", b"it ends early\n")
    with pytest.raises(BadPicture, match=r"^it ends early$"):
        canvas.upright_size(b"picture")
    browser.status = 413
    with pytest.raises(BadPicture, match="header"):
        canvas.upright_size(b"picture")
    browser.is_away = True
    with pytest.raises(BadPicture, match="NetworkError"):
        canvas.upright_size(b"picture")


def test_no_pillow_is_needed_where_the_browser_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftg_tools.raster.find_spec", lambda _name: None)
    monkeypatch.setattr("rftg_tools.raster._raster", None)
    assert not can_draw()
    use_raster(canvas)
    assert can_draw()
