"""The server stays up and answers: broken files, odd documents, wrong messages, quick typing."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rftg_dev.lsp_client import Client, ResponseError
from rftg_dev.soak.lsp import requests, send_request, soak

GOOD = """set: ice
title: Ice
requires: [base]
cards:
  - title: Geyser
    world: 2
    vp: 1
    powers: |
      settle: military +1 against rebel military worlds
"""
BROKEN = (
    "",
    "\n",
    "[",
    "cards: [",
    "cards:\n  - title: X\n  powers: |\n settle",
    "a: b: c\n",
    "- 1\n",
    "set: ice\n\tcards: x\n",
    "&a [*a]",
    "set: ice\ncards:\n  - {title: 'x\n",
    "cards: 5\nrequires: 3\nkeywords: {a: b}\ngoals: x\nreplaces: [[1]]\n",
    "x" * 5000,
    "\N{ZERO WIDTH NO-BREAK SPACE}set: \ud83d\n".encode("utf-8", "replace").decode(),
    GOOD.replace("settle", "setle").replace("vp: 1", "vp: one"),
    "\x00\x01\u2028\r\r\n" + GOOD,
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with Client(tmp_path_factory.mktemp("cards")) as one:
        yield one


def ask_everything(client: Client, uri: str, line: int, character: int) -> list[Any]:
    """Every question about a document, at one place of it."""
    asked = requests(uri, line, character)
    return [send_request(client, method, params) for method, params in asked]


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_every_question_is_answered_while_the_file_is_broken(client: Client, text: str) -> None:
    uri = client.uri("broken.yaml")
    client.open(uri, GOOD)
    assert client.diagnostics(uri, 1) == []
    client.change(uri, text, 2)
    assert client.diagnostics(uri, 2)
    for line, character in ((0, 0), (1, 3), (8, 14), (99, 99)):
        ask_everything(client, uri, line, character)
    client.change(uri, GOOD, 3)
    assert client.diagnostics(uri, 3) == []
    client.close(uri)


def test_what_was_known_is_kept_while_yaml_cannot_be_read(client: Client) -> None:
    uri = client.uri("kept.yaml")
    client.open(uri, GOOD)
    client.diagnostics(uri, 1)
    client.change(uri, GOOD + '  - title: [\n    powers: |\n      score: 1 per "', 2)
    client.diagnostics(uri, 2)
    assert [one["name"] for one in client.request_document("documentSymbol", uri)] == ["Geyser"]
    found = client.request_at("completion", uri, 11, len('      score: 1 per "'))["items"]
    assert '"Geyser"' in {one["label"] for one in found}
    assert client.request_at("hover", uri, 8, 14)["contents"]["value"].startswith(
        "Settle: +1 Military"
    )
    client.close(uri)


@pytest.mark.parametrize(
    "uri",
    [
        "untitled:Untitled-1",
        "file:///no/such/folder/x.yaml",
        "git:/x.yaml?%7B%22ref%22%7D",
        "file:///a%00b.yaml",
        "file:///" + "x" * 5000,
        "nonsense",
        "",
        "http://host:port:port/x",
    ],
)
def test_any_name_of_a_document_will_do(client: Client, uri: str) -> None:
    ask_everything(client, uri, 0, 0)
    client.open(uri, GOOD.replace("rebel military", "rebl military"))
    assert [one["code"] for one in client.diagnostics(uri, 1)] == ["E401"]
    ask_everything(client, uri, 8, 20)
    client.close(uri)
    assert client.diagnostics(uri) == []
    ask_everything(client, uri, 0, 0)


def test_a_file_that_is_broken_when_it_is_opened_is_known_up_to_there(client: Client) -> None:
    uri = client.uri("begun.yaml")
    client.open(uri, GOOD + '  - title: [\n    powers: |\n      score: 1 per "')
    client.diagnostics(uri, 1)
    assert [one["name"] for one in client.request_document("documentSymbol", uri)] == ["Geyser"]
    found = client.request_at("completion", uri, 11, len('      score: 1 per "'))["items"]
    assert {'"Geyser"', '"Contact Specialist"'} <= {one["label"] for one in found}
    client.close(uri)


def test_yaml_that_is_no_card_file_is_left_alone_until_it_is_one(client: Client) -> None:
    uri = client.uri("compose.yaml")
    client.open(uri, "services:\n  web:\n    image: nginx\n")
    assert client.diagnostics(uri, 1) == []
    client.change(uri, "set: ice\nservices: x\n", 2)
    assert client.diagnostics(uri, 2)
    client.close(uri)


def test_a_document_that_is_not_open_is_not_changed(client: Client) -> None:
    client.change(client.uri("never.yaml"), GOOD)
    client.close(client.uri("never.yaml"))
    ask_everything(client, client.uri("never.yaml"), 0, 0)


def test_the_text_in_the_editor_counts_and_after_closing_that_on_disk(client: Client) -> None:
    frost = client.folder / "frost.yaml"
    card = "cards:\n  - {title: R, world: 1, vp: 1, keywords: [frost]}\n"
    frost.write_text(f"set: frost\ntitle: F\nkeywords: [frost]\n{card}")
    uri = client.uri("needs.yaml")
    client.open(uri, GOOD.replace("[base]", "[frost]").replace("rebel military", "frost"))
    assert [one["code"] for one in client.diagnostics(uri, 1)] == ["W501"]
    client.open(frost.as_uri(), frost.read_text().replace("[frost]", "[frist]"))
    assert "E401" in [one["code"] for one in client.diagnostics(uri)]
    client.close(frost.as_uri())
    assert [one["code"] for one in client.diagnostics(uri)] == ["W501"]
    client.close(uri)


def test_an_error_in_a_required_file_is_shown_in_that_file(client: Client) -> None:
    other = client.folder / "wrong.yaml"
    other.write_text("set: wrong\ntitle: W\ncards:\n  - {title: R, world: 1}\n")
    uri = client.uri("right.yaml")
    client.open(uri, GOOD.replace("[base]", "[base, wrong]"))
    assert [one["code"] for one in client.diagnostics(other.as_uri())] == ["E202"]
    client.change(uri, GOOD, 2)
    assert client.diagnostics(other.as_uri()) == []
    client.close(uri)


def test_of_quick_typing_the_last_text_counts(client: Client) -> None:
    uri = client.uri("quick.yaml")
    client.open(uri, GOOD)
    for version in range(2, 200):
        client.change(uri, GOOD[: version % len(GOOD)], version)
    client.change(uri, GOOD.replace("rebel m", "rebl m"), 200)
    assert [one["code"] for one in client.diagnostics(uri, 200)] == ["E401"]
    client.close(uri)


@pytest.mark.parametrize(
    ("encodings", "end"),
    [((), 23), (("utf-8",), 26), (("utf-32", "utf-16"), 22), (("odd",), 23)],
)
def test_columns_are_counted_as_agreed(
    tmp_path: Path, encodings: tuple[str, ...], end: int
) -> None:
    line = '      score: 1 per "\U0001f680é" '
    with Client(tmp_path, encodings) as client:
        uri = client.uri("wide.yaml")
        client.open(uri, GOOD + line)
        (found,) = (one for one in client.diagnostics(uri, 1) if one["code"] == "E402")
        assert found["range"] == {
            "start": {"line": 9, "character": 20},
            "end": {"line": 9, "character": end},
        }
        edit = client.request_at("completion", uri, 9, end + 2)["items"]
        assert edit == [] or edit[0]["textEdit"]["range"]["end"]["character"] == end + 2
        more = client.request_at("completion", uri, 9, end)["items"]
        assert more[0]["textEdit"]["range"]["start"] == {"line": 9, "character": 19}


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b"null",
        b'"text"',
        b"\xff\xfe",
        b'{"jsonrpc": "2.0"}',
        b'{"jsonrpc": "2.0", "method": "textDocument/didOpen"}',
        b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": 5}}',
        b'{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": []}',
        b'{"jsonrpc": "2.0", "method": "no/such", "params": {}}',
        b'{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 77}}',
        b'{"jsonrpc": "2.0", "id": 9001, "result": null}',
        b"[" * 100_000,
    ],
)
def test_a_wrong_message_is_passed_over(client: Client, body: bytes) -> None:
    client.send_bytes(body)
    uri = client.uri("after.yaml")
    client.open(uri, GOOD)
    assert client.diagnostics(uri, 1) == []
    client.close(uri)


def test_an_unknown_question_is_refused(client: Client) -> None:
    with pytest.raises(ResponseError, match="Method Not Found"):
        client.request("textDocument/noSuchThing", {})


def place(line: int, character: int) -> dict[str, Any]:
    """The parameters of a question about a position."""
    return {"textDocument": {"uri": "x"}, "position": {"line": line, "character": character}}


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("textDocument/hover", place(-1, 0)),
        ("textDocument/hover", place(0, 2**40)),
        ("textDocument/hover", {}),
        ("textDocument/hover", None),
        ("textDocument/completion", {"textDocument": {"uri": "x"}}),
        ("textDocument/rename", place(0, 0)),
        ("workspace/symbol", []),
    ],
)
def test_a_question_with_wrong_parameters_is_refused(
    client: Client, method: str, params: Any
) -> None:
    with pytest.raises(ResponseError, match=f"invalid parameters for {method}") as failed:
        client.request(method, params)
    assert failed.value.code == -32602


def test_a_question_after_goodbye_is_refused(tmp_path: Path) -> None:
    client = Client(tmp_path)
    client.start()
    assert client.request("shutdown", None) is None
    for method, params in (("textDocument/hover", place(0, 0)), ("shutdown", None)):
        with pytest.raises(ResponseError, match="shutting down") as failed:
            client.request(method, params)
        assert failed.value.code == -32600
    client.notify("exit", None)
    assert client.process.wait(20) == 0


def test_positions_outside_the_text_are_its_end(client: Client) -> None:
    uri = client.uri("outside.yaml")
    client.open(uri, GOOD)
    for line, character in ((0, 10_000), (10_000, 0), (2**31 - 1, 2**31 - 1)):
        ask_everything(client, uri, line, character)
    client.close(uri)


def test_the_exit_code_tells_whether_the_client_said_goodbye(tmp_path: Path) -> None:
    """After a goodbye it is 0: test_a_question_after_goodbye_is_refused."""
    other = Client(tmp_path)
    other.start()
    other.notify("exit", None)
    assert other.process.wait(20) == 1
    gone = Client(tmp_path)
    gone.start()
    assert gone.process.stdin is not None
    gone.process.stdin.close()
    assert gone.process.wait(20) == 1


@pytest.mark.soak
def test_a_thousand_random_edits_leave_it_running(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        tally = soak(client, random.Random(5), 1000)
    assert tally.failures == []
    assert tally.counts["answers"] > 500
