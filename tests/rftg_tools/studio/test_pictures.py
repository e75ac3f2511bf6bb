"""Pictures of cards: drawings to choose from, and those that a designer adds beside the set."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from starlette.applications import Starlette
from starlette.testclient import TestClient

from rftg_dsl.sets.pictures import NotAPicture
from rftg_tools.faces.art.scenes import SCENES
from rftg_tools.faces.theme import DEFAULT
from rftg_tools.preview.hub import Hub
from rftg_tools.preview.table import Table
from rftg_tools.studio.bench import EXCEPTION_HANDLERS
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.pictures import PictureRoutes, add_picture
from rftg_tools.web.images import Images


@pytest.fixture(scope="module")
def images() -> Iterator[Images]:
    images = Images(DEFAULT)
    yield images
    images.close()


def png(colour: str) -> bytes:
    data = BytesIO()
    Image.new("RGB", (20, 30), colour).save(data, "PNG")
    return data.getvalue()


def test_a_picture_gets_a_safe_name_and_is_saved_once(tmp_path: Path) -> None:
    assert add_picture(png("red"), "../../My Moon.svg", tmp_path) == "my-moon.png"
    assert add_picture(png("red"), "My Moon.png", tmp_path) == "my-moon.png"
    assert add_picture(png("blue"), "my moon.jpg", tmp_path) == "my-moon-2.png"
    assert (tmp_path / "my-moon.png").read_bytes() == png("red")


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "moon.png").symlink_to(tmp_path / "outside")
    assert add_picture(png("red"), "moon", tmp_path) == "moon-2.png"
    assert not (tmp_path / "outside").exists()


@pytest.mark.parametrize("data", [b"", b"<svg/>", b"GIF89a", png("red")[:40]])
def test_what_is_no_picture_is_not_saved(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(NotAPicture):
        add_picture(data, "x", tmp_path)
    assert list(tmp_path.iterdir()) == []


def client_of(path: Path, images: Images) -> TestClient:
    documents = Documents(lambda: [path])
    hub = Hub(Table(documents.files), images)
    hub.poll()
    routes = PictureRoutes(hub, documents).routes()
    return TestClient(Starlette(routes=routes, exception_handlers=EXCEPTION_HANDLERS))


def test_a_card_is_drawn_in_each_scene(tmp_path: Path, images: Images) -> None:
    path = tmp_path / "ice.yaml"
    path.write_text(
        "set: ice\ntitle: Ice\nrequires: [base]\ncards:\n  - title: Moon\n    world: 2\n    vp: 1\n"
        "    drawing: {scene: comet, seed: 4294967295}\n",
        encoding="utf-8",
    )
    client = client_of(path, images)
    drawn = client.get("/api/drawings", params={"card": "1"}).json()
    assert (drawn["scene"], drawn["seed"]) == ("comet", 4294967295)
    assert sorted(drawn["scenes"]) == sorted(SCENES)
    asked = {"card": "1", "scene": "ice", "seed": "7"}
    seen = client.get("/api/drawing", params=asked)
    assert seen.headers["content-type"] == "image/svg+xml"
    assert seen.text != client.get("/api/drawing", params={**asked, "seed": "8"}).text
    for wrong in ({"card": "99"}, {"scene": "dragon"}, {"seed": "-1"}, {"seed": "9" * 5000}):
        assert client.get("/api/drawing", params={**asked, **wrong}).status_code == 404


def test_pictures_of_the_folder_are_listed_and_seen(tmp_path: Path, images: Images) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("set: mine\n", encoding="utf-8")
    client = client_of(path, images)
    add_picture(png("red"), "moon", tmp_path)
    assert client.get("/api/pictures", params={"name": str(path)}).json() == {
        "pictures": ["moon.png"]
    }
    seen = client.get("/api/picture", params={"name": str(path), "art": "moon.png"})
    assert seen.headers["content-type"] == "image/png"
    for art in ("../moon.png", "none.png", "mine.yaml"):
        assert client.get("/api/picture", params={"name": str(path), "art": art}).status_code == 404
    body = {"name": str(path), "title": "x", "picture": "AAAA"}
    assert client.post("/api/add-picture", json=body).status_code == 422
    assert client.post("/api/add-picture", json={**body, "name": "other"}).status_code == 404
    empty = client.post("/api/add-picture", json={**body, "picture": ""}).json()
    assert empty == {"problem": "The file is empty. Save it as PNG, JPEG or WebP."}
