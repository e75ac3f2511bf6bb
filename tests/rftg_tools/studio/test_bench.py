"""The routes of the bench: whom they answer, what they take, and that they reach no other file."""

import errno
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import ExifTags, Image
from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rftg_dsl import limits
from rftg_tools.faces.theme import DEFAULT
from rftg_tools.play.saves import Saves
from rftg_tools.preview.hub import Hub
from rftg_tools.preview.table import Table
from rftg_tools.studio.background import BackgroundTasks
from rftg_tools.studio.bench import PLACE, POSTS, build_workbench
from rftg_tools.studio.documents import DELETED_TEXT, Documents
from rftg_tools.studio.language import MAX_BYTES
from rftg_tools.web.images import Images
from rftg_tools.web.server import Guard

PORT = 8066
HERE = f"http://127.0.0.1:{PORT}"
OWN_PAGE = {"origin": HERE}
TEXT = "set: ice\ntitle: Ice\ncards:\n  - title: Geyser # hot\n    world: 2\n    vp: 1\n"


@pytest.fixture(scope="module")
def images() -> Iterator[Images]:
    images = Images(DEFAULT)
    yield images
    images.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "ice.yaml"
    path.write_text(TEXT)
    (tmp_path / "secret.txt").write_text("secret")
    return path


@pytest.fixture
def client(path: Path, images: Images) -> Iterator[TestClient]:
    def files() -> list[Path]:
        return sorted(path.parent.glob("*.yaml"))

    hub = Hub(Table(files), images)
    hub.poll()
    documents = Documents(files)
    aside = BackgroundTasks(hub, documents, Saves(path.parent / "games"))
    app = Guard(Starlette(routes=[build_workbench(hub, documents, aside)]), PORT, POSTS)
    with TestClient(app, base_url=HERE + PLACE, headers=OWN_PAGE) as client:
        yield client


def post(client: TestClient, what: str, **data: Any) -> tuple[int, Any]:
    answer = client.post(f"{HERE}{PLACE}/api/{what}", json=data)
    try:
        return answer.status_code, answer.json()
    except ValueError:
        return answer.status_code, answer.text


def get(client: TestClient, path: str, **query: str) -> tuple[int, Any]:
    answer = client.get(f"{HERE}{PLACE}/{path}", params=query)
    return answer.status_code, answer.json() if answer.content else None


# --- pages and their files


@pytest.mark.parametrize(
    "name", ["", "main.js", "codemirror.js", "editor.css", "common.js", "tiles.js", "words.js"]
)
def test_the_page_has_its_files(client: TestClient, name: str) -> None:
    answer = client.get(f"{HERE}{PLACE}/{name}")
    assert answer.status_code == 200
    assert "script-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "name", ["codemirror.d.ts", "codemirror.licenses.txt", "../bench.py", "%2e%2e/bench.py"]
)
def test_nothing_else_of_its_folder_is_told(client: TestClient, name: str) -> None:
    assert client.get(f"{HERE}{PLACE}/{name}").status_code == 404


# --- files


def test_a_file_is_read_by_its_name(client: TestClient, path: Path) -> None:
    assert get(client, "api/files") == (200, {"files": [str(path)]})
    status, read = get(client, "api/files", name=str(path))
    assert (status, read["text"], read["uri"]) == (200, TEXT, path.resolve().as_uri())
    assert get(client, "api/files", name=str(path), **{"not": read["version"]}) == (204, None)


@pytest.mark.parametrize("name", ["secret.txt", "ice.yaml/../secret.txt", "/etc/passwd", "\0", ""])
def test_no_other_file_is_read_edited_or_saved(client: TestClient, path: Path, name: str) -> None:
    full = str(path.parent / name) if name.endswith("txt") else name
    assert get(client, "api/files", name=full)[0] == 404
    assert get(client, "api/crop", name=full, art="x.png")[0] == 404
    assert post(client, "sheet", name=full, text=TEXT)[0] == 404
    assert post(client, "edit", name=full, text=TEXT, change={"do": "add"})[0] == 404
    assert post(client, "save", name=full, text="x", version=DELETED_TEXT)[0] == 404
    assert (path.parent / "secret.txt").read_text() == "secret"


def test_a_text_is_saved_and_one_that_is_out_of_date_is_not(client: TestClient, path: Path) -> None:
    version = get(client, "api/files", name=str(path))[1]["version"]
    status, read = post(client, "save", name=str(path), text="set: a\n", version=version)
    assert (status, path.read_text()) == (200, "set: a\n")
    status, disk = post(client, "save", name=str(path), text="set: b\n", version=version)
    assert (status, disk["version"], disk["text"]) == (409, read["version"], "set: a\n")
    assert path.read_text() == "set: a\n"


def test_a_deleted_file_is_told_and_written_anew(client: TestClient, path: Path) -> None:
    get(client, "api/files")
    path.unlink()
    status, read = get(client, "api/files", name=str(path))
    assert (status, read["text"], read["version"]) == (200, None, DELETED_TEXT)
    assert post(client, "save", name=str(path), text=TEXT, version="old")[0] == 409
    assert post(client, "save", name=str(path), text=TEXT, version=DELETED_TEXT)[0] == 200
    assert path.read_text() == TEXT


def test_a_text_that_is_too_long_is_refused(client: TestClient, path: Path) -> None:
    version = get(client, "api/files", name=str(path))[1]["version"]
    long = "#" * (limits.FILE_BYTES + 1)
    status, _ = post(client, "save", name=str(path), text=long, version=version)
    assert status == 413
    status, _ = post(client, "save", name=str(path), text="#" * MAX_BYTES, version=version)
    assert status == 400
    assert path.read_text() == TEXT


def test_a_file_that_cannot_be_written_says_so(
    client: TestClient, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "the disk is full")

    monkeypatch.setattr("rftg_tools.studio.documents.rewrite_files", full)
    version = get(client, "api/files", name=str(path))[1]["version"]
    status, said = post(client, "save", name=str(path), text="set: a\n", version=version)
    assert (status, path.read_text()) == (500, TEXT)
    assert "the disk is full" in said


# --- cards


def test_the_cards_of_a_text_are_told_with_their_lines(client: TestClient, path: Path) -> None:
    status, sheet = post(client, "sheet", name=str(path), text=TEXT)
    assert status == 200
    keys = {"title": "Geyser", "world": 2, "vp": 1}
    title = {"line": 3, "character": 11}
    places = {"title": [4, 4], "world": [5, 5], "vp": [6, 6]}
    [card] = sheet["cards"]
    assert (card["first"], card["last"], card["title"]) == (4, 6, title)
    assert (card["keys"], card["places"], card["powers"]) == (keys, places, [])


def test_a_change_is_made_in_the_text(client: TestClient, path: Path) -> None:
    change = {"do": "put", "card": 0, "key": "title", "value": "Spring"}
    status, new = post(client, "edit", name=str(path), text=TEXT, change=change)
    assert (status, new["text"]) == (200, TEXT.replace("Geyser", "Spring"))
    assert path.read_text() == TEXT


def test_why_a_change_cannot_be_made_is_told(client: TestClient, path: Path) -> None:
    change = {"do": "put", "card": 5, "key": "title", "value": "Spring"}
    status, told = post(client, "edit", name=str(path), text=TEXT, change=change)
    assert (status, told["problem"]) == (422, "This card no longer exists.")
    assert post(client, "edit", name=str(path), text=TEXT, change=[])[0] == 422
    assert post(client, "sheet", name=str(path), text="cards: 3")[0] == 422


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"3", b'{"name": "x"}', b'{"name": 1, "text": 2}', b"\xff", b"[" * 100_000,
     b'{"name": "x", "text": "y", "more": ""}', b'{"name": "x", "text": NaN}'],
)  # fmt: skip
def test_what_is_no_request_is_refused(client: TestClient, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    answer = client.post(f"{HERE}{PLACE}/api/sheet", content=body, headers=headers)
    assert answer.status_code == 400


def test_the_fields_of_each_game_are_told(client: TestClient) -> None:
    status, told = get(client, "api/fields/race")
    assert (status, told["cards"][0]["keys"]) == (200, ["title"])
    assert client.get(f"{HERE}{PLACE}/api/fields/chess").status_code == 404


# --- pictures


@pytest.mark.parametrize(
    ("size", "across", "over"),
    [((69, 94), False, 0), ((138, 94), True, 1), ((69, 141), False, 0.5)],
)
def test_how_far_a_picture_can_be_moved(
    client: TestClient, path: Path, size: tuple[int, int], across: bool, over: float
) -> None:
    Image.new("RGB", size).save(path.parent / "a.png")
    status, crop = get(client, "api/crop", name=str(path), art="a.png")
    assert (status, crop["across"]) == (200, across)
    assert crop["over"] == pytest.approx(over)


@pytest.mark.parametrize(("orientation", "across"), [(1, True), (3, True), (6, False), (8, False)])
def test_a_picture_that_is_turned_is_measured_upright(
    client: TestClient, path: Path, orientation: int, across: bool
) -> None:
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    Image.new("RGB", (138, 94)).save(path.parent / "a.jpg", exif=exif)
    assert get(client, "api/crop", name=str(path), art="a.jpg")[1]["across"] == across


def test_a_picture_with_damaged_notes_has_no_crop_or_is_measured(
    client: TestClient, path: Path
) -> None:
    Image.new("RGB", (138, 94)).save(path.parent / "a.jpg", exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff")
    assert get(client, "api/crop", name=str(path), art="a.jpg")[0] in (200, 404)


@pytest.mark.parametrize("art", ["", "none.png", "../a.png", "/etc/passwd", "secret.txt", "\0"])
def test_a_picture_that_cannot_be_used_has_no_crop(
    client: TestClient, path: Path, art: str
) -> None:
    assert get(client, "api/crop", name=str(path), art=art)[0] == 404


# --- whom it answers


@pytest.mark.parametrize("name", ["save", "edit", "sheet"])
def test_pages_of_other_sites_change_nothing(client: TestClient, name: str) -> None:
    for headers in ({"origin": "http://evil.example"}, {"origin": "null"}):
        answer = client.post(f"{HERE}{PLACE}/api/{name}", json={}, headers=headers)
        assert answer.status_code == 403
    named = client.post(f"{HERE}{PLACE}/api/{name}", json={}, headers={"host": "evil.example"})
    assert named.status_code == 421
    assert client.put(f"{HERE}{PLACE}/api/{name}", json={}).status_code == 405
    assert client.get(f"{HERE}{PLACE}/api/{name}").status_code == 405


def test_pages_of_other_sites_get_no_language_server(client: TestClient) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"{PLACE}/language", headers={"origin": "http://evil.example"}),
    ):
        pass


def test_every_answer_is_json_that_a_page_can_read(client: TestClient, path: Path) -> None:
    path.write_text("set: \u2028</script>\n")
    answer = client.get(f"{HERE}{PLACE}/api/files", params={"name": str(path)})
    assert answer.headers["content-type"] == "application/json"
    assert json.loads(answer.text)["text"] == "set: \u2028</script>\n"


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.ENOSPC, "the disk is full. Free some space."),
        (errno.EACCES, "the file or its folder is read-only. Change its permissions."),
        (errno.EROFS, "the disk is read-only. Copy the folder to another one."),
        (errno.EIO, "Input/output error."),
    ],
)
def test_why_a_file_cannot_be_saved_and_what_to_do(
    client: TestClient, path: Path, monkeypatch: pytest.MonkeyPatch, number: int, remedy: str
) -> None:
    def fail(_changes: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("rftg_tools.studio.documents.rewrite_files", fail)
    _status, data = get(client, "api/files", name=str(path))
    status, said = post(client, "save", name=str(path), text="x", version=data["version"])
    assert (status, said) == (500, f"Couldn't save the file: {remedy}")


@pytest.mark.parametrize("code", ["2028", "2029", "0085", "000B"])
def test_an_unusual_line_break_is_told_with_its_place(
    client: TestClient, path: Path, code: str
) -> None:
    text = TEXT.replace("Geyser", f"Gey{chr(int(code, 16))}ser")
    status, said = post(client, "sheet", name=str(path), text=text)
    assert status == 422
    problem = f"Line 4 has an unusual line break (U+{code}). Delete it in the text."
    assert said["problem"] == problem
