"""The server: whom it answers, with what, and that texts of card files never become markup."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from rftg_tools.faces import typesetting
from rftg_tools.faces.theme import DEFAULT, BadTheme
from rftg_tools.preview import app, table
from rftg_tools.preview import hub as hubs
from rftg_tools.preview.app import build_app
from rftg_tools.preview.hub import Hub
from rftg_tools.preview.table import Table
from rftg_tools.sheets.printing import Printer
from rftg_tools.web.images import Images
from tests.rftg_tools.preview.cards import ALL, GEYSER, HEAD, MOON, PIXEL, SEA, WRONG, save

PORT = 8063
HERE = f"http://127.0.0.1:{PORT}"
MARKUP = "<script>alert(1)</script>"


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    """A hub that has looked at the file ice.yaml in the test's own folder."""
    path = save(tmp_path, ALL)
    images = Images(DEFAULT)
    hub = Hub(Table(lambda: [path]), images)
    hub.poll()
    yield hub
    images.close()


@pytest.fixture
def client(hub: Hub) -> TestClient:
    return TestClient(build_app(hub, PORT), base_url=HERE)


def told(hub: Hub, *saves: tuple[Path, str]) -> list[dict[str, Any]]:
    """What a page is told at first and after each save."""

    async def listen() -> list[dict[str, Any]]:
        stream = hub.listen()
        events = [await next_event(stream)]
        for folder, text in saves:
            save(folder, text)
            hub.poll()
            events.append(await next_event(stream))
        return events

    return asyncio.run(listen())


async def next_event(stream: AsyncIterator[bytes]) -> dict[str, Any]:
    while not (line := await anext(stream)).startswith(b"data: "):
        pass
    event: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
    return event


def test_while_a_title_is_typed_later_cards_keep_their_scenes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "_SCENE_DELAY", 0.0)
    comets = [MOON.replace("Steam Moon", title) for title in ("Ash Comet", "Ice Comet")]
    path = save(tmp_path, HEAD + "".join(comets))
    with closing(Images(DEFAULT)) as images:
        hub = Hub(Table(lambda: [path]), images)
        hub.poll()
        hub.poll()  # once more, now that it knows which files to watch
        before = hub.state.cards[1].face
        hub.set_unsaved_text(path, (HEAD + "".join(comets)).replace("Ash Comet", "Boiling Sea"))
        assert hub.poll()
        assert hub.state.cards[0].title == "Boiling Sea"
        assert hub.state.cards[1].face == before
        assert hub.poll()
        assert hub.state.cards[1].face != before
        assert not hub.poll()


# --- whom it answers


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_pages_of_this_machine_are_answered(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": f"{host}:{PORT}"}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["example.org", f"example.org:{PORT}", "127.0.0.1", "localhost:80", f"127.0.0.1.x:{PORT}", ""],
)
@pytest.mark.parametrize("path", ["/", "/events", "/cards/1", "/main.js"])
def test_a_name_that_is_not_this_machines_is_refused(
    client: TestClient, host: str, path: str
) -> None:
    assert client.get(path, headers={"host": host}).status_code == 421


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_can_be_asked_but_to_read(client: TestClient, method: str) -> None:
    answer = client.request(method, "/")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize("path", ["/", "/style.css", "/explain/E210", "/nothing", "/faces/none"])
def test_every_answer_has_the_headers_of_safety(client: TestClient, path: str) -> None:
    headers = client.get(path, headers={"origin": "http://example.org"}).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers


# --- with what


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/style.css", "text/css; charset=utf-8"),
        ("/main.js", "text/javascript; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
    ],
)
def test_the_page_and_its_files_are_served(client: TestClient, path: str, kind: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == kind


@pytest.mark.parametrize("path", ["/../app.py", "/%2e%2e/app.py", "/app.py", "/page/main.js"])
def test_no_other_file_is_served(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_face_is_an_image_that_may_be_kept_for_ever(hub: Hub, client: TestClient) -> None:
    (first,) = told(hub)
    answer = client.get(first["cards"][0]["image"])
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.content.startswith(b"<svg")
    assert client.get("/faces/0123456789abcdef").status_code == 404


def test_a_face_that_cannot_be_drawn_says_why(
    hub: Hub, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    (first,) = told(hub)

    def fail(*_arguments: object) -> bytes:
        raise BadTheme("face.typ: a brace is missing")

    monkeypatch.setattr(Printer, "pictures", fail)
    answer = client.get(first["cards"][0]["image"])
    assert (answer.status_code, answer.text) == (500, "face.typ: a brace is missing")
    assert told(hub)[0]["problem"] == answer.text


def test_an_error_in_drawing_that_nobody_foresaw_is_said_until_the_card_is_another(
    hub: Hub, client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    geyser, moon, _ = told(hub)[0]["cards"]
    with monkeypatch.context() as broken:
        broken.setattr(typesetting.Typesetter, "pages", divide_by_zero)
        answer = client.get(geyser["image"])
        about = client.get(f"/cards/{geyser['id']}")
    assert answer.status_code == 500
    assert "Geyser Prospectors cannot be drawn: ZeroDivisionError" in answer.text
    assert about.status_code == 200
    assert told(hub)[0]["problem"] == answer.text
    assert client.get(moon["image"]).status_code == 200
    save(tmp_path, ALL.replace("cost -1", "cost -2"))
    hub.poll()
    assert told(hub)[0]["problem"] == ""


@pytest.mark.parametrize("what", ["compile_files", "update_cards"])
def test_an_error_in_looking_that_nobody_foresaw_ends_nothing_and_is_said(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, what: str
) -> None:
    (before,) = told(hub)
    with monkeypatch.context() as broken:
        broken.setattr(table, what, divide_by_zero)
        save(tmp_path, HEAD + MOON)
        assert hub.poll()
    (now,) = told(hub)
    assert now["cards"] == before["cards"]
    assert "cannot show the last change: ZeroDivisionError" in now["problem"]
    save(tmp_path, HEAD + SEA)
    hub.poll()
    assert [card["title"] for card in told(hub)[0]["cards"]] == ["Boiling Sea"]
    assert told(hub)[0]["problem"] == ""


def test_an_answer_that_fails_says_why(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "details", divide_by_zero)
    client = TestClient(build_app(hub, PORT), base_url=HERE, raise_server_exceptions=False)
    answer = client.get("/cards/1")
    assert (answer.status_code, answer.text) == (500, "ZeroDivisionError: division by zero")


def divide_by_zero(*_arguments: object, **_named: object) -> bytes:
    raise ZeroDivisionError("division by zero")


def test_all_about_a_card_can_be_asked(hub: Hub, client: TestClient, tmp_path: Path) -> None:
    first, *_ = told(hub)[0]["order"]
    about = client.get(f"/cards/{first}").json()
    assert about["type"] == "Development, cost 2, 1 VP"
    assert about["place"].endswith("ice.yaml:4")
    (power,) = about["powers"]
    assert power["line"] == "settle: cost -1 for rare worlds"
    assert power["english"] == ["Settle: Rare worlds cost you 1 less."]
    assert power["ast"].startswith("Power")
    assert power["hooks"]
    save(tmp_path, HEAD + WRONG)
    hub.poll()
    about = client.get(f"/cards/{first}").json()
    assert "^" in about["findings"][0]
    assert about["powers"] == [power]


def test_a_goal_is_told_and_drawn_as_cards_are(
    hub: Hub, client: TestClient, tmp_path: Path
) -> None:
    goals = "goals:\n  - {title: Geysers, first: 3 rare worlds, after: [settle]}\n"
    save(tmp_path, ALL.replace("cards:\n", f"modules: [goals]\n{goals}cards:\n"))
    hub.poll()
    goal = told(hub)[0]["cards"][-1]
    assert (goal["title"], goal["facts"]["type"]) == ("Geysers", "goal")
    image = client.get(goal["image"])
    assert image.status_code == 200
    assert 'viewBox="0 0 178.58267' in image.text
    about = client.get(f"/cards/{goal['id']}").json()
    assert about["type"] == "Goal for the first, 3 VP"
    (condition,) = about["powers"]
    assert condition["line"] == "3 rare worlds"
    assert condition["english"][0] == "First to have 3 Rare worlds in your tableau."


def test_a_picture_that_is_damaged_is_said_with_its_card(
    hub: Hub, client: TestClient, tmp_path: Path
) -> None:
    (tmp_path / "moon.png").write_bytes(PIXEL[:40] + PIXEL[-12:])
    save(tmp_path, HEAD + MOON + "    art: moon.png\n")
    hub.poll()
    (card,) = told(hub)[0]["cards"]
    assert client.get(card["image"]).status_code == 200
    few, problem = client.get(f"/cards/{card['id']}").json()["findings"]
    assert "W512" in few
    assert "moon.png" in problem


@pytest.mark.parametrize("path", ["/cards/99", "/cards/x", "/cards/-1", "/explain/E999"])
def test_what_is_not_there_is_not_found(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_code_is_explained_as_the_command_does(client: TestClient) -> None:
    answer = client.get("/explain/E210")
    assert answer.text.startswith("E210: ")
    assert answer.headers["content-type"].startswith("text/plain")


# --- what changes


def test_a_page_is_told_all_and_then_what_changed(hub: Hub, tmp_path: Path) -> None:
    first, second = told(hub, (tmp_path, ALL.replace("Steam Moon", "Fog Moon")))
    assert [card["id"] for card in first["cards"]] == first["order"]
    (changed,) = second["cards"]
    assert changed["title"] == "Fog Moon"
    assert changed["id"] == first["order"][1]
    assert changed["image"] != first["cards"][1]["image"]
    assert second["order"] == first["order"]


def test_a_broken_card_is_told_with_its_findings_and_its_last_image(
    hub: Hub, tmp_path: Path
) -> None:
    first, second, third = told(hub, (tmp_path, HEAD + WRONG + MOON + SEA), (tmp_path, ALL))
    (broken,) = second["cards"]
    assert broken["broken"]
    assert broken["image"] == first["cards"][0]["image"]
    (found,) = broken["findings"]
    assert (found["code"], found["severity"]) == ("E210", "error")
    assert found["place"].endswith("ice.yaml:8:15")
    assert third["cards"] == first["cards"][:1]


def test_lines_that_move_change_no_card(hub: Hub, tmp_path: Path) -> None:
    _, second = told(hub, (tmp_path, HEAD + GEYSER + "\n\n# a note\n" + WARNED + SEA))
    assert [card["title"] for card in second["cards"]] == ["Steam Moon"]


WARNED = MOON.replace("vp: 1", "vp: 3")


def test_titles_are_data_and_stand_in_no_markup(
    hub: Hub, client: TestClient, tmp_path: Path
) -> None:
    (_, second) = told(hub, (tmp_path, ALL.replace("Steam Moon", MARKUP)))
    (card,) = second["cards"]
    assert card["title"] == MARKUP
    assert client.get(card["image"]).text.count("<script") == 0
    assert client.get(f"/cards/{card['id']}").headers["content-type"] == "application/json"
    assert MARKUP not in client.get("/").text


def test_streams_end_when_the_server_does(hub: Hub) -> None:
    async def listen() -> list[bytes]:
        stream = hub.listen()
        events = [await anext(stream), await anext(stream)]
        waiting = asyncio.ensure_future(anext(stream, b"ended"))
        await asyncio.sleep(0)
        await hub.close()
        return [*events, await waiting]

    assert asyncio.run(listen())[-1] == b"ended"


def test_files_are_looked_at_again_and_again(hub: Hub, tmp_path: Path) -> None:
    async def listen() -> dict[str, Any]:
        watching = asyncio.create_task(hub.watch())
        stream = hub.listen()
        await next_event(stream)
        save(tmp_path, HEAD + MOON)
        event = await next_event(stream)
        watching.cancel()
        return event

    assert len(asyncio.run(listen())["order"]) == 1


@pytest.mark.parametrize("steps", range(3))
def test_a_hub_that_is_stopped_at_the_moment_of_an_edit_stops(tmp_path: Path, steps: int) -> None:
    async def stop(hub: Hub, path: Path) -> None:
        watching = asyncio.create_task(hub.watch())
        await asyncio.sleep(0)
        hub.set_unsaved_text(path, ALL)
        for _ in range(steps):
            await asyncio.sleep(0)
        watching.cancel()
        await asyncio.wait([watching], timeout=5)
        assert watching.cancelled()

    path = save(tmp_path, ALL)
    with closing(Images(DEFAULT)) as images:
        asyncio.run(stop(Hub(Table(lambda: [path]), images), path))


# --- themes


def test_a_theme_that_is_changed_makes_all_images_anew(tmp_path: Path) -> None:
    theme = tmp_path / "night"
    theme.mkdir()
    (theme / "theme.toml").write_text('title = "Night"\n', encoding="utf-8")
    path = save(tmp_path, ALL)
    images = Images(str(theme))
    hub = Hub(Table(lambda: [path]), images)
    hub.poll()
    before = [images.name(entry.face) for entry in hub.state.cards if entry.face]
    (theme / "theme.toml").write_text('title = "Dawn"\n', encoding="utf-8")
    assert hub.poll()
    assert not {images.name(entry.face) for entry in hub.state.cards if entry.face} & set(before)
    (theme / "theme.toml").write_text("title = \n", encoding="utf-8")
    assert hub.poll()
    assert "theme.toml" in hub.state.problem
    images.close()
