"""Exports of the studio: made of what is edited, in a process of their own, fetched, stopped."""

import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from rftg_tools.sheets.formats import shipped_formats
from rftg_tools.studio.bench import EXCEPTION_HANDLERS
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.export_routes import ExportRoutes
from rftg_tools.studio.export_worker import ExportError, make_export
from rftg_tools.studio.exports import (
    ExportBusy,
    ExportFailed,
    ExportRequest,
    Exports,
    Kind,
)

MINE = """\
set: mine
title: Mine
requires: [base]
cards:
  - title: Ice Moon
    world: 2
    vp: 1
    copies: 2
"""
PATIENCE = 120.0
"""Seconds that a process may take on a machine that others use too."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A card file in the test's own folder."""
    path = tmp_path / "mine.yaml"
    path.write_text(MINE, encoding="utf-8")
    return path


@pytest.fixture
def exports() -> Iterator[Exports]:
    with closing(Exports()) as exports:
        yield exports


@pytest.fixture
def client(exports: Exports, path: Path) -> TestClient:
    documents = Documents(lambda: sorted(path.parent.glob("*.yaml")))
    routes = ExportRoutes(exports, documents, "space").routes()
    return TestClient(Starlette(routes=routes, exception_handlers=EXCEPTION_HANDLERS))


def request(path: Path, kind: str, **more: Any) -> dict[str, Any]:
    """What the page sends."""
    plain = {"paper": "a4", "backs": "", "format": "", "url": "", "each_once": False, "edited": {}}
    return {"name": str(path), "kind": kind, **plain, **more}


def ended(client: TestClient, name: str) -> dict[str, Any]:
    """How an export ended."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        told: dict[str, Any] = client.get(f"/api/export/{name}").json()
        if told["state"] != "working":
            return told
        time.sleep(0.05)
    raise AssertionError("it did not end")


def test_what_can_be_chosen_is_told(client: TestClient, path: Path) -> None:
    told = client.get("/api/export").json()
    assert told["files"] == [str(path)]
    assert [one["name"] for one in told["formats"]] == list(shipped_formats())
    assert told["papers"] == ["a4", "letter"]


def test_a_file_is_made_of_what_is_edited_and_fetched(client: TestClient, path: Path) -> None:
    edited = MINE.replace("Ice Moon", "Fire Moon")
    begun = client.post("/api/export", json=request(path, "csv", edited={str(path): edited}))
    assert begun.status_code == 202
    told = ended(client, begun.json()["id"])
    assert told["state"] == "done"
    answer = client.get(f"/api/export/{begun.json()['id']}/file")
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''mine.csv"
    assert answer.headers["cache-control"] == "no-store"
    assert len(answer.content) == told["bytes"]
    assert "Fire Moon,world,2,1" in answer.content.decode("utf-8-sig")
    assert path.read_text(encoding="utf-8") == MINE


@pytest.mark.parametrize(
    ("kind", "name", "begins"),
    [
        (Kind.SHEETS, "mine-sheets.pdf", b"%PDF"),
        (Kind.HTML, "mine.html", b"<!doctype html>"),
        (Kind.TEXT, "mine.txt", b"Mine\n===="),
        (Kind.CSV, "mine.csv", b"\xef\xbb\xbfTitle"),
        (Kind.PICTURES, "mine-pictures.zip", b"PK"),
        (Kind.FORMAT, "mine-mini.zip", b"PK"),
        (Kind.TABLETOP, "mine-tabletop-simulator.zip", b"PK"),
    ],
)
def test_each_kind_makes_its_file(path: Path, kind: Kind, name: str, begins: bytes) -> None:
    folder = path.parent / "made"
    folder.mkdir()
    made = make_export(
        ExportRequest(kind, path, format="mini", url="https://example.org/x"), folder
    )
    assert made.path == folder / name
    assert made.path.read_bytes().startswith(begins)


def test_a_format_is_an_archive_with_a_folder_for_each_deck(path: Path) -> None:
    made = make_export(ExportRequest(Kind.FORMAT, path, format="mini"), path.parent)
    with zipfile.ZipFile(BytesIO(made.path.read_bytes())) as archive:
        assert sorted(archive.namelist()) == [
            "mine/game/001_ice-moon_01_front.png",
            "mine/game/001_ice-moon_02_front.png",
            "mine/game/back.png",
        ]


def test_a_file_that_is_gone_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="Couldn't read the set: No such file"):
        make_export(ExportRequest(Kind.TEXT, tmp_path / "gone.yaml"), tmp_path)


@pytest.mark.parametrize(
    ("kind", "more", "says"),
    [
        (
            Kind.CSV,
            {"text": MINE.replace("world", "word")},
            "Fix the set's errors first.",
        ),
        (Kind.FORMAT, {"format": "none"}, "unknown format 'none'"),
        (Kind.FORMAT, {"format": "tile-2in"}, "is for tiles, but these are cards"),
        (Kind.SHEETS, {"theme": "none"}, "none"),
    ],
)
def test_why_nothing_is_made_is_told(
    path: Path, kind: Kind, more: dict[str, str], says: str
) -> None:
    text = more.pop("text", MINE)
    with pytest.raises(ExportError, match=says):
        make_export(ExportRequest(kind, path, ((path, text),), **more), path.parent)


def test_one_is_made_at_a_time_and_can_be_stopped(
    client: TestClient, exports: Exports, path: Path
) -> None:
    name = exports.start(ExportRequest(Kind.HTML, path))
    with pytest.raises(ExportBusy):
        exports.start(ExportRequest(Kind.TEXT, path))
    assert client.post("/api/export", json=request(path, "csv")).status_code == 409
    assert client.post("/api/export/stop", json={"id": name}).status_code == 200
    assert ended(client, name) == {"state": "failed", "problem": "The export was stopped."}
    assert client.get(f"/api/export/{name}/file").status_code == 404
    assert client.post("/api/export", json=request(path, "text")).status_code == 202


def test_a_process_that_dies_is_told(client: TestClient, exports: Exports, path: Path) -> None:
    name = exports.start(ExportRequest(Kind.HTML, path))
    export = exports.get(name)
    assert export is not None
    export.process.kill()
    assert "process stopped unexpectedly" in ended(client, name)["problem"]


def test_the_files_of_the_last_few_are_kept_and_all_go_at_the_end(
    client: TestClient, exports: Exports, path: Path
) -> None:
    names = []
    for _ in range(4):
        names.append(exports.start(ExportRequest(Kind.TEXT, path)))
        assert ended(client, names[-1])["state"] == "done"
    assert exports.get(names[0]) is None
    assert client.get(f"/api/export/{names[0]}").status_code == 404
    last = exports.get(names[-1])
    assert last is not None
    assert last.folder.is_dir()
    exports.close()
    assert not last.folder.exists()
    assert not isinstance(last.result, ExportFailed)


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "all"}, {"name": 5}, {"paper": "a0"}, {"backs": "left"}, {"edited": []},
        {"edited": {"x": 5}}, {"kind": "tabletop", "url": "javascript:alert(1)"},
        {"kind": "tabletop"},
    ],
)  # fmt: skip
def test_nonsense_is_refused(client: TestClient, path: Path, change: dict[str, Any]) -> None:
    asked = {**request(path, "csv"), **change}
    assert client.post("/api/export", json=asked).status_code in (400, 404)


def test_only_files_of_the_studio_are_exported(client: TestClient, path: Path) -> None:
    other = path.parent / "other.txt"
    other.write_text(MINE, encoding="utf-8")
    assert client.post("/api/export", json=request(other, "text")).status_code == 404
    edited = {str(other): MINE}
    assert client.post("/api/export", json=request(path, "text", edited=edited)).status_code == 404
