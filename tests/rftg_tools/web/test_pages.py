"""Page servers: the guard, page files, JSON bodies, and numbers in paths."""

import asyncio
import re
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

import rftg_tools
from rftg_tools.untrusted import BadJson, read_json
from rftg_tools.web.server import BadBody, Guard, load_page_files, parse_number, read_json_body

PORT = 8064
HERE = f"http://127.0.0.1:{PORT}"


def answer(_request: Request) -> Response:
    return PlainTextResponse("done")


async def greet(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("welcome")
    await socket.close()


@pytest.fixture
def client() -> TestClient:
    routes = [
        Route("/things", answer, methods=["GET", "POST"]),
        Route("/others", answer, methods=["GET", "POST"]),
        WebSocketRoute("/socket", greet),
    ]
    return TestClient(Guard(Starlette(routes=routes), PORT, {"/things"}), base_url=HERE)


def test_only_the_own_page_may_post(client: TestClient) -> None:
    assert client.post("/things", headers={"origin": HERE}).text == "done"
    other = f"http://localhost:{PORT}"
    headers = {"origin": other, "host": f"localhost:{PORT}"}
    assert client.post("/things", headers=headers).text == "done"
    foreign = ("null", "http://example.org", "http://127.0.0.1", f"https://127.0.0.1:{PORT}")
    for origin in (*foreign, f"{HERE}/", other):
        assert client.post("/things", headers={"origin": origin}).status_code == 403
    assert client.post("/things").status_code == 403


def test_each_path_has_its_methods(client: TestClient) -> None:
    own = {"origin": HERE}
    rejected = client.post("/others", headers=own)
    assert (rejected.status_code, rejected.headers["allow"]) == (405, "GET, HEAD")
    rejected = client.delete("/things", headers=own)
    assert (rejected.status_code, rejected.headers["allow"]) == (405, "GET, HEAD, POST")


def test_a_websocket_is_accepted_from_the_own_page(client: TestClient) -> None:
    url = f"ws://127.0.0.1:{PORT}/socket"
    with client.websocket_connect(url, headers={"origin": HERE}) as socket:
        assert socket.receive_text() == "welcome"


@pytest.mark.parametrize("host", [f"127.0.0.1:{PORT}", f"example.org:{PORT}"])
@pytest.mark.parametrize("origin", ["", "null", "http://example.org", f"http://example.org:{PORT}"])
def test_a_websocket_from_another_page_is_rejected(
    client: TestClient, host: str, origin: str
) -> None:
    connection = client.websocket_connect(f"ws://{host}/socket", headers={"origin": origin})
    with pytest.raises(WebSocketDisconnect), connection:
        pass


def test_one_script_imports_the_scripts_of_rule_modules(tmp_path: Path) -> None:
    page, modules = tmp_path / "page", tmp_path / "page" / "modules"
    modules.mkdir(parents=True)
    (page / "index.html").write_text("<p>")
    for name in ("toll.js", "raids.js"):
        (modules / name).write_text("export {};")
    assert set(load_page_files([page])) == {"/"}
    files = load_page_files([page, modules])
    assert set(files) == {"/", "/toll.js", "/raids.js", "/modules.js"}
    lines = bytes(files["/modules.js"].body).decode().splitlines()
    assert lines == ['import { } from "./raids.js";', 'import { } from "./toll.js";']


@pytest.mark.parametrize("text", ['{"a": [1, 2.5, null, "ü"]}', b'"bytes"', " [] "])
def test_json_is_read(text: str | bytes) -> None:
    read_json(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[1,]", "NaN", "[Infinity]", b"\xff\xfe", "[" * 100_000, '"\\ud800"'),
        *("\ud800", "1" * 5_000, '{"a": 1, "a": 2}'),
    ],
)
def test_invalid_json_is_rejected(text: str | bytes) -> None:
    with pytest.raises(BadJson):
        read_json(text)


def test_a_duplicate_member_is_named() -> None:
    with pytest.raises(BadJson, match="it is not JSON: the member 'seed' appears twice"):
        read_json('{"a": {"seed": 1, "b": 2, "seed": 1}}')


def test_an_incomplete_body_is_rejected() -> None:
    messages = iter(
        [{"type": "http.request", "body": b"[", "more_body": True}, {"type": "http.disconnect"}]
    )

    async def receive() -> dict[str, object]:
        return next(messages)

    with pytest.raises(BadBody, match="incomplete"):
        asyncio.run(read_json_body(Request({"type": "http"}, receive), 10))


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("007", 7), ("9" * 15, 10**15 - 1)]
    + [(text, None) for text in ("", "-1", "1.0", "²", "१", " 1", "1\n", "9" * 16, "9" * 5_000)],
)
def test_numbers_have_at_most_fifteen_digits(text: str, number: int | None) -> None:
    assert parse_number(text) == number


def test_no_route_accepts_numbers_of_any_length() -> None:
    folder = Path(rftg_tools.__file__).parent
    assert not [file for file in folder.rglob("*.py") if ":int}" in file.read_text("utf-8")]


ABSOLUTE = re.compile(
    r"""["'`]/[\w$]"""  # a string that begins with a folder or a file
    r"""|(?:assign\(|home:|href[:=]|src[:=]) ?["'`]/"""
    r"""|\burl\(["']?/"""
    r"""|location\.(?:host|origin)\b"""
    r"""|(?<!=== window\) return )window\.open\("""  # but in `openPage`
)
"""What leaves the folder in which a host may have the pages."""


def test_no_page_file_has_an_absolute_path() -> None:
    tools = Path(rftg_tools.__file__).parent
    files = [path for path in tools.rglob("page/**/*") if path.suffix in (".js", ".css", ".html")]
    assert len(files) > 100
    found = [
        f"{path.name}: {match[0]}"
        for path in files
        if "vendor" not in path.parts and "site" not in path.parts  # it makes the addresses
        for match in ABSOLUTE.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not found, found
    assert ABSOLUTE.search('fetch("/api/games")')


def test_no_route_is_answered_in_a_thread() -> None:
    """Starlette runs plain functions in threads, which browsers don't have."""
    plain = re.compile(r"^ *def \w+\([^)]*\b_?request: Request[^)]*\) -> \w*Response:", re.M)
    tools = Path(rftg_tools.__file__).parent
    found = [
        f"{path.name}: {match[0].strip()}"
        for path in tools.rglob("*.py")
        for match in plain.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not found
    assert plain.search("def face(request: Request) -> Response:")
