"""Pictures that a designer adds: checked, saved beside the set, never over another file."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from starlette.applications import Starlette
from starlette.testclient import TestClient

from rftg_dsl.sets.pictures import NotAPicture
from rftg_tools.studio.bench import EXCEPTION_HANDLERS
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.pictures import PictureRoutes, add_picture


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


def test_pictures_of_the_folder_are_listed_and_seen(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("set: mine\n", encoding="utf-8")
    routes = PictureRoutes(Documents(lambda: [path])).routes()
    client = TestClient(Starlette(routes=routes, exception_handlers=EXCEPTION_HANDLERS))
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
