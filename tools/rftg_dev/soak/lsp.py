"""Random edits and requests: the language server must answer quickly and keep running.

Edits are like those of people (a character, a paste, a deletion) and accumulate in copies of the
shipped sets.
"""

from __future__ import annotations

import queue
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rftg_dev.harness import Tally
from rftg_dev.lsp_client import Client, ResponseError
from rftg_dsl.resources import shipped_sets
from rftg_tools.progress import with_progress

SECONDS: Final = 2.0
"""CPU time limit for an answer; lsp_client.WAIT limits wall-clock time."""
_PIECES: Final = (
    *("- ", ": ", "|", "\n", "  ", '"', "'", "[", "]", "{", "}", "#", "\t", "&a", "*a", ","),
    *("settle: ", "cards:", "powers: |\n", "requires: [", "é", "\U0001f680", "\u2028", "\r", ""),
)
RESTART: Final = 60
"""Edits after which a new shipped set is used."""
REQUEST_SHARE: Final = 0.1
"""Share of edits that are followed by all requests."""
MAX_FAILURES: Final = 10


def edits(chance: random.Random, count: int) -> Iterator[str]:
    """Yield texts that each differ from the previous one by an edit."""
    starts = [path.read_text(encoding="utf-8") for path in shipped_sets()]
    text = ""
    for number in range(count):
        if number % RESTART == 0:
            text = chance.choice(starts)
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((0, 0, 1, 3, 40, 400)))
        text = text[:start] + chance.choice(_PIECES) + text[end:]
        yield text


def requests(uri: str, line: int, character: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the method and parameters of every request about a place of a document."""
    document = {"uri": uri}
    position = {"line": line, "character": character}
    part = {"start": {"line": 0, "character": 0}, "end": position}
    options = {"options": {"tabSize": 2, "insertSpaces": True}}
    here: dict[str, Any] = {"textDocument": document, "position": position}
    for method in ("completion", "hover", "definition", "documentHighlight", "prepareRename"):
        yield f"textDocument/{method}", here
    yield "textDocument/references", {**here, "context": {"includeDeclaration": True}}
    params: dict[str, Any] = {"textDocument": document}
    for method in ("documentSymbol", "semanticTokens/full"):
        yield f"textDocument/{method}", params
    yield "textDocument/formatting", {**params, **options}
    yield "textDocument/rangeFormatting", {**params, **options, "range": part}
    context: dict[str, Any] = {"context": {"diagnostics": []}}
    yield "textDocument/codeAction", {**params, **context, "range": part}
    yield "workspace/symbol", {"query": "e"}


def send_request(client: Client, method: str, params: dict[str, Any]) -> Any:
    """Send a request. Return its result, or the reason why a name cannot be changed."""
    try:
        return client.request(method, params)
    except ResponseError as error:
        if method != "textDocument/prepareRename" or error.code != _INVALID_PARAMS:
            raise
        return str(error)


_INVALID_PARAMS: Final = -32602
"""JSON-RPC error code."""


def soak(client: Client, chance: random.Random, count: int) -> Tally:
    """Make edits, and send all requests after some of them."""
    tally = Tally()
    uri = client.uri("soak.yaml")
    client.open(uri, "")
    for version, text in enumerate(with_progress(edits(chance, count), count, "edits"), 2):
        client.change(uri, text, version)
        tally.counts["edits"] += 1
        if chance.random() < REQUEST_SHARE:
            lines = text.split("\n")
            row = chance.randrange(len(lines))
            for method, params in requests(uri, row, chance.randrange(len(lines[row]) + 2)):
                _time_request(client, method, params, f"edit {version}", tally)
        if client.process.poll() is not None or len(tally.failures) >= MAX_FAILURES:
            break
    logged = [message for message in client.other if message.get("method") == "window/logMessage"]
    tally.failures += [str(message["params"]["message"]) for message in logged]
    return tally


def _time_request(
    client: Client, method: str, params: dict[str, Any], place: str, tally: Tally
) -> None:
    start = client.cpu_seconds()
    try:
        send_request(client, method, params)
    except (ResponseError, queue.Empty, AssertionError, OSError) as problem:
        tally.failures.append(f"{place}, {method}: {problem!r}")
    seconds = client.cpu_seconds() - start
    tally.counts["answers"] += 1
    tally.note("slowest answer, seconds", seconds)
    if seconds > SECONDS:
        tally.failures.append(f"{place}, {method}: {seconds:.1f} s")


def soak_server(count: int, seed: int) -> Tally:
    """Start a language server and send random edits to it."""
    with tempfile.TemporaryDirectory() as folder:
        client = Client(Path(folder))
        client.start()
        tally = soak(client, random.Random(seed), count)
        if client.process.poll() is not None or client.stop() != 0:
            tally.failures.append("the server did not shut down properly")
        client.process.kill()
    return tally
