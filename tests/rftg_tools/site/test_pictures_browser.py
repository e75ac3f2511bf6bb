"""Pictures that browsers draw for Python: as Pillow draws them, in Chromium and in Firefox."""

import base64
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import pytest
from PIL import Image, ImageChops, ImageStat

from rftg_dsl import limits
from rftg_tools.raster import pillow
from rftg_tools.raster.drawing import Drawing, Layout, Strip
from tests.browsers import NEEDS_CHROMIUM, started_browser
from tests.marionette import NEEDS_FIREFOX, started_firefox
from tests.rftg_tools.faces.test_pictures import painted
from tests.rftg_tools.site.small_site import Host, build_small_site, hosted

pytestmark = pytest.mark.slow

WORKER: Final = b"""
const channel = new BroadcastChannel("test");
channel.onmessage = ({ data: { query, bytes } }) => {
  const request = new XMLHttpRequest();
  request.open("POST", new URL(`../draw?${query}`, self.location.href), false);
  request.responseType = "arraybuffer";
  request.send(bytes);
  const type = request.getResponseHeader("Content-Type");
  channel.postMessage([request.status, type, request.response]);
};
self.onmessage = ({ data }) => data.start && self.postMessage({ ready: true });
"""
"""Worker that asks for pictures as the worker of Python does."""
READY: Final = "return Boolean(document.querySelector('#studio'))"
ASK: Final = """
const [query, picture] = arguments;
const channel = new BroadcastChannel("test");
const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
const answer = new Promise((resolve) => (channel.onmessage = ({ data }) => resolve(data)));
channel.postMessage({ query, bytes });
return answer.then(([status, type, data]) => {
  channel.close();
  const letters = Array.from(new Uint8Array(data), (byte) => String.fromCharCode(byte));
  return [status, type, btoa(letters.join(""))];
});
"""
CUT: Final = Drawing((50, 20, 350, 420), (150, 200), "#102030", "jpg", 88, 256)
STRIPS: Final = (
    Strip(0, 200, 30, False), Strip(0, 20, 10, True), Strip(0, 20, -10, False),
    Strip(180, 20, 230, True),
)  # fmt: skip
ROWS: Final = (Strip(0, 150, -5, False),)
DRAWINGS: Final = {
    "painting": CUT,
    "light": replace(CUT, ink=0.3),
    "web": replace(CUT, kind="webp", quality=84, flat=0),
    "printed": replace(
        CUT, kind="png", flat=0, is_rotated=True, layout=Layout((250, 140), STRIPS, ROWS)
    ),
}


def file(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    data = BytesIO()
    image.save(data, kind, **options)
    return data.getvalue()


def pictures() -> dict[str, bytes]:
    """Pictures of 400 x 500 pixels as shown, of each kind."""
    exif = Image.Exif()
    exif[0x0112] = 6  # a camera that was turned
    seen_through = painted(400, 500, "RGBA")
    seen_through.putalpha(Image.linear_gradient("L").resize((400, 500)))
    drawn = Image.new("RGB", (400, 500), "#cc2200")
    drawn.paste("#0022cc", (0, 0, 200, 500))
    turned = painted(400, 500).transpose(Image.Transpose.ROTATE_90)
    return {
        "png": file(painted(400, 500)),
        "transparent": file(seen_through),
        "jpeg": file(painted(400, 500), "JPEG", quality=95),
        "turned": file(turned, "JPEG", quality=95, exif=exif),
        "webp": file(painted(400, 500), "WEBP", quality=95),
        "drawing": file(drawn),
    }


def check_pictures(ask: Callable[[str, bytes], tuple[int, str, bytes]]) -> None:
    """Check all pictures. ask: returns the status, type and content of an answer."""
    for name, data in pictures().items():
        assert ask("", data)[2] == b"[400,500]", name
        assert pillow.upright_size(data) == (400, 500), name
        for kind, drawing in DRAWINGS.items():
            status, media, content = ask(quote(json.dumps(asdict(drawing))), data)
            expected = pillow.draw(data, drawing)
            assert status == 200, (name, kind, content)
            assert media == f"image/{expected.kind.replace('jpg', 'jpeg')}", (name, kind)
            images = [Image.open(BytesIO(one)).convert("RGB") for one in (content, expected.data)]
            assert images[0].size == images[1].size, (name, kind)
            means = ImageStat.Stat(ImageChops.difference(*images)).mean
            assert max(means) < 3, (name, kind, means)
    large = file(Image.new("1", (8000, limits.PICTURE_PIXELS // 8000 + 1)))
    assert ask("", large)[0] == 413
    status, _media, content = ask("", b"not a picture")
    assert status == 422
    assert content


@contextmanager
def served() -> Iterator[str]:
    """Serve a site whose worker draws nothing but pictures; return its address."""
    with hosted(Host({"/a/": build_small_site("one", is_real=True, python=WORKER)})) as host:
        yield host.address("/a/")


def decoded(answer: Any) -> tuple[int, str, bytes]:
    status, media, content = answer
    return status, media, base64.b64decode(content)


@NEEDS_CHROMIUM
def test_chromium_draws_what_pillow_draws() -> None:
    with served() as address, started_browser() as browser, browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        page.locator("#studio").wait_for()

        def ask(query: str, data: bytes) -> tuple[int, str, bytes]:
            values = [query, base64.b64encode(data).decode()]
            script = f"(values) => (function () {{ {ASK} }})(...values)"
            return decoded(page.evaluate(script, values))

        check_pictures(ask)


@NEEDS_FIREFOX
def test_firefox_draws_what_pillow_draws(tmp_path: Path) -> None:
    with served() as address, started_firefox(tmp_path) as firefox:
        firefox.open(address)
        firefox.wait(READY)

        def ask(query: str, data: bytes) -> tuple[int, str, bytes]:
            return decoded(firefox.run(ASK, query, base64.b64encode(data).decode()))

        check_pictures(ask)
