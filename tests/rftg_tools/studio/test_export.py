"""Print and export in the studio: previews, files made of what is edited, progress as news."""

import asyncio
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from starlette.applications import Starlette
from starlette.testclient import TestClient

from rftg_tools.faces.theme import load_theme
from rftg_tools.sheets.formats import shipped_formats
from rftg_tools.sheets.printing import Printer
from rftg_tools.studio.bench import EXCEPTION_HANDLERS
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.export_worker import ExportWorker, make_file
from rftg_tools.studio.exports import ExportBusy, ExportRequest, Exports, Kind, Previews, Selection
from rftg_tools.studio.print_job import ExportError, PrintJob
from rftg_tools.studio.print_routes import PrintRoutes
from rftg_tools.studio.status import StatusBoard, Topic
from rftg_tools.studio.versions.store import Store

MINE = """\
set: mine
title: Mine
requires: [base]
cards:
  - title: Ice Moon
    world: 2
    vp: 1
    copies: 2
  - title: Ice Guild
    development: 2
    vp: 1
    powers: |
      settle: cost -1
tests:
  - test: the guild makes worlds cheaper
    given:
      tableau: [Ice Guild]
      hand: [Ice Moon]
    when: settle
    answers: [Ice Moon]
    then:
      tableau: [Ice Guild, Ice Moon]
"""
PATIENCE = 120.0
"""Seconds that a process may take on a machine that others use too."""
FAKE = "tests.rftg_tools.studio.fake_worker"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A card file in the test's own folder."""
    path = tmp_path / "mine.yaml"
    path.write_text(MINE, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def printer() -> Iterator[Printer]:
    with closing(Printer(load_theme())) as printer:
        yield printer


@pytest.fixture
def client(path: Path) -> Iterator[TestClient]:
    documents = Documents(lambda: sorted(path.parent.glob("*.yaml")))
    board = StatusBoard()
    store = Store(path.parent / "kept" / "versions.sqlite")
    printing = PrintRoutes(Exports(board), documents, store, str, "space")
    app = Starlette(routes=printing.routes(), exception_handlers=EXCEPTION_HANDLERS)
    app.state.board = board
    with closing(store), TestClient(app) as client:
        yield client
        client.portal.call(printing.close)  # type: ignore[union-attr]


def job(path: Path, printer: Printer, kind: Kind = Kind.SHEETS, **more: Any) -> PrintJob:
    return PrintJob(ExportRequest(kind, str(path), **more), printer)


def asked(path: Path, kind: str, **more: Any) -> dict[str, Any]:
    """What the page sends."""
    return {"name": str(path), "kind": kind, "edited": {}, **more}


def ended(client: TestClient) -> dict[str, Any]:
    """The last news of an export."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        news = client.app.state.board.latest(Topic.EXPORT, "run")  # type: ignore[attr-defined]
        if news and news["stage"] != "running":
            return dict(news)
        time.sleep(0.05)
    raise AssertionError("it did not end")


# --- previews


def test_a_preview_has_pages_and_says_how_much_is_printed(path: Path, printer: Printer) -> None:
    sheets = job(path, printer, backs="long")
    plan = sheets.plan()
    assert [page["label"] for page in plan["pages"]] == ["1 front", "1 back"]
    assert (plan["pieces"], plan["sheets"], plan["left_out"]) == (3, 1, [])
    assert plan["cards"] == [
        {"title": "Ice Moon", "copies": 2},
        {"title": "Ice Guild", "copies": 1},
    ]
    picture = Image.open(BytesIO(sheets.pages[0].draw()))
    assert picture.width / picture.height == pytest.approx(210 / 297, abs=0.01)


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in (Kind.TEXT, Kind.CSV)])
def test_each_kind_with_faces_can_be_seen(path: Path, printer: Printer, kind: Kind) -> None:
    (*_, page) = job(path, printer, kind, format="mini").pages
    picture = Image.open(BytesIO(page.draw()))
    assert picture.width / picture.height == pytest.approx(page.width / page.height, abs=0.02)


def test_a_list_and_a_table_are_seen_as_text(path: Path, printer: Printer) -> None:
    assert "Ice Moon" in job(path, printer, Kind.TEXT).plan()["text"]
    assert job(path, printer, Kind.CSV).plan()["rows"][1][:3] == ["Ice Moon", "world", "2"]


def test_cards_with_errors_are_left_out_with_what_refers_to_them(
    path: Path, printer: Printer
) -> None:
    edited = {str(path): MINE.replace("settle: cost -1", "settle: cosst -1")}
    plan = job(path, printer, edited=edited).plan()
    assert [out["title"] for out in plan["left_out"]] == ["Ice Guild"]
    assert plan["pieces"] == 2


def test_an_error_that_is_in_no_card_stops_everything(path: Path, printer: Printer) -> None:
    edited = {str(path): MINE.replace("requires: [base]", "requires: [none]")}
    with pytest.raises(ExportError, match="Fix the set's errors first"):
        job(path, printer, edited=edited)


def test_only_what_was_changed_or_chosen_is_printed(path: Path, printer: Printer) -> None:
    printed = job(path, printer).hashes()
    edited = {str(path): MINE.replace("world: 2", "world: 3")}
    changed = job(path, printer, edited=edited, printed=printed, selection=Selection.CHANGED)
    assert changed.plan()["changed"] == 1
    assert list(changed.hashes()) == ["Ice Moon"]
    chosen = job(path, printer, selection=Selection.CHOSEN, titles=("Ice Guild",))
    assert chosen.plan()["pieces"] == 1
    with pytest.raises(ExportError, match="No card has changed"):
        job(path, printer, printed=printed, selection=Selection.CHANGED).plan()


def test_a_picture_that_will_not_be_sharp_is_told(path: Path, printer: Printer) -> None:
    Image.new("RGB", (500, 700), "teal").save(path.parent / "moon.png")
    edited = {str(path): MINE.replace("    copies: 2", "    copies: 2\n    art: moon.png")}
    problems = job(path, printer, edited=edited).plan()["problems"]
    assert problems == [
        {
            "title": "Ice Moon",
            "message": "the picture has 184 dots per inch; 300 print sharply",
        }
    ]


def test_pages_are_drawn_for_the_last_request_alone(path: Path) -> None:
    async def ask() -> list[Any]:
        previews = Previews()
        first = await previews.plan(ExportRequest(Kind.PICTURES, str(path)))
        second = await previews.plan(ExportRequest(Kind.SHEETS, str(path)))
        assert first
        assert second
        pages = [await previews.page(plan["key"], 0) for plan in (first, second)]
        pages.append(await previews.page(second["key"], 99))
        await previews.close()
        return pages

    first, second, none = asyncio.run(ask())
    assert first is none is None
    assert second.startswith(b"\x89PNG")


def test_pages_are_drawn_by_a_worker_that_has_not_planned_them(path: Path) -> None:
    """A worker of a browser is ended when idle, and another one draws the next page."""

    async def ask() -> Any:
        previews = Previews()
        plan = await previews.plan(ExportRequest(Kind.SHEETS, str(path)))
        assert plan
        await previews.close()
        page = await previews.page(plan["key"], 0)
        await previews.close()
        return page

    assert asyncio.run(ask()).startswith(b"\x89PNG")


def test_a_worker_says_why_nothing_can_be_seen(path: Path) -> None:
    request = ExportRequest(Kind.SHEETS, str(path), gutter=20).data()
    (answer,) = ExportWorker().handle({"do": "plan", "request": request})
    assert "use a gutter of 6 mm" in answer["problem"]


# --- files


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
def test_each_kind_makes_its_file(
    path: Path, printer: Printer, tmp_path: Path, kind: Kind, name: str, begins: bytes
) -> None:
    made = make_file(job(path, printer, kind, format="mini", url="https://example.org/x"), tmp_path)
    assert made["name"] == name
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_an_own_size_is_an_archive_with_a_folder_for_each_deck(
    path: Path, printer: Printer, tmp_path: Path
) -> None:
    size = (50.0, 70.0, 2.0, 2.0)
    made = make_file(job(path, printer, Kind.FORMAT, format="", own_size=size), tmp_path)
    with zipfile.ZipFile(tmp_path / made["name"]) as archive:
        assert sorted(archive.namelist()) == [
            "mine/game/001_ice-moon_01_front.png",
            "mine/game/001_ice-moon_02_front.png",
            "mine/game/002_ice-guild_01_front.png",
            "mine/game/back.png",
        ]
        with archive.open("mine/game/back.png") as file, Image.open(file) as picture:
            assert picture.size == (638, 874)


@pytest.mark.parametrize(
    ("kind", "more", "says"),
    [
        (Kind.FORMAT, {"format": "none"}, "unknown format 'none'"),
        (Kind.FORMAT, {"format": "tile-2in"}, "is for tiles, but these are cards"),
        (Kind.FORMAT, {"format": "", "own_size": (20.0, 20.0, 1.0, 9.0)}, "leaves no room"),
        (Kind.TABLETOP, {}, "address of the images"),
    ],
)
def test_why_nothing_is_made_is_told(
    path: Path, tmp_path: Path, kind: Kind, more: dict[str, Any], says: str
) -> None:
    request = ExportRequest(kind, str(path), **more).data()
    message = {"do": "make", "request": request, "results": str(tmp_path)}
    *_, answer = ExportWorker().handle(message)
    assert says in answer["problem"]


def test_progress_is_news_and_the_file_is_fetched(client: TestClient, path: Path) -> None:
    edited = {str(path): MINE.replace("Ice Moon", "Fire Moon")}
    started = client.post("/api/export", json=asked(path, "csv", edited=edited))
    assert started.status_code == 202
    news = ended(client)
    assert (news["stage"], news["name"], news["id"]) == ("done", "mine.csv", started.json()["id"])
    answer = client.get(f"/api/export/{news['id']}/file")
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''mine.csv"
    assert answer.headers["cache-control"] == "no-store"
    assert len(answer.content) == news["bytes"]
    assert "Fire Moon,world,2,1" in answer.content.decode("utf-8-sig")
    assert path.read_text(encoding="utf-8") == MINE


def test_what_was_printed_is_known_the_next_time(client: TestClient, path: Path) -> None:
    choices = client.get("/api/print", params={"name": str(path)}).json()
    assert choices["printed"] is None
    assert [form["name"] for form in choices["formats"]] == list(shipped_formats())
    assert [theme["name"] for theme in choices["themes"]] == ["space", "paper"]
    client.post("/api/export", json=asked(path, "sheets"))
    assert ended(client)["stage"] == "done"
    edited = {str(path): MINE.replace("vp: 1\n    copies", "vp: 3\n    copies")}
    plan = client.post("/api/print/preview", json=asked(path, "sheets", edited=edited)).json()
    assert plan["changed"] == 1
    page = client.get(f"/api/print/{plan['key']}/0")
    assert page.headers["content-type"] == "image/png"
    assert client.get("/api/print/other/0").status_code == 204


def test_one_is_made_at_a_time_and_can_be_stopped(client: TestClient, path: Path) -> None:
    export_id = client.post("/api/export", json=asked(path, "html")).json()["id"]
    assert client.post("/api/export", json=asked(path, "csv")).status_code == 409
    assert client.post("/api/export/stop", json={"id": export_id}).status_code == 200
    assert ended(client) == {"id": export_id, "stage": "stopped"}
    assert client.get(f"/api/export/{export_id}/file").status_code == 404
    assert client.post("/api/export", json=asked(path, "text")).status_code == 202
    assert client.post("/api/export/stop", json={"id": "other"}).status_code == 404


def test_a_process_that_dies_or_takes_too_long_is_told(tmp_path: Path) -> None:
    async def fail(name: str, timeout: float) -> Any:
        exports = Exports(StatusBoard(), FAKE, timeout)
        _id, result = await exports.start(ExportRequest(Kind.TEXT, str(tmp_path / name)))
        with pytest.raises(ExportBusy):
            await exports.start(ExportRequest(Kind.TEXT, ""))
        answer = await result
        await exports.close()
        return answer["problem"]

    assert "process stopped unexpectedly" in asyncio.run(fail("dies.yaml", PATIENCE))
    assert "took too long" in asyncio.run(fail("endless.yaml", 0.01))


def test_the_files_of_the_last_few_are_kept_and_all_go_at_the_end(path: Path) -> None:
    async def make() -> list[Path | None]:
        exports = Exports(StatusBoard())
        ids = []
        for _ in range(4):
            export_id, result = await exports.start(ExportRequest(Kind.TEXT, str(path)))
            await result
            ids.append(export_id)
        files = [exports.file(export_id) for export_id in ids]
        assert all(file.is_file() for file in files if file)
        await exports.close()
        return files

    first, *others = asyncio.run(make())
    assert first is None
    assert all(file and not file.exists() for file in others)


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "all"}, {"name": 5}, {"paper": "a0"}, {"backs": "left"}, {"edited": []},
        {"edited": {"x": 5}}, {"url": "javascript:alert(1)", "kind": "tabletop"}, {"gutter": -1},
        {"dpi": 5000}, {"dpi": "300"}, {"theme": "/etc"}, {"path": "/etc/passwd"}, {"unknown": 1},
        {"titles": [5]}, {"own_size": [1]}, {"printed": {}}, {"each_once": "yes"},
    ],
)  # fmt: skip
def test_nonsense_is_refused(client: TestClient, path: Path, change: dict[str, Any]) -> None:
    for route in ("/api/export", "/api/print/preview"):
        answer = client.post(route, json={**asked(path, "csv"), **change})
        assert answer.status_code in (400, 404)


def test_only_files_of_the_studio_are_exported(client: TestClient, path: Path) -> None:
    other = path.parent / "other.txt"
    other.write_text(MINE, encoding="utf-8")
    assert client.post("/api/export", json=asked(other, "text")).status_code == 404
    edited = {str(other): MINE}
    assert client.post("/api/export", json=asked(path, "text", edited=edited)).status_code == 404
