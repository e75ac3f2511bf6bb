"""Random edits and questions: the language server must answer each, quickly, and stay up.

Edits are such as people make (a character, a paste, a deletion), one on top of the other, in copies
of the shipped sets.
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
"""CPU time that the server may take for an answer; the clock's limit is lsp_client.WAIT."""
_PIECES: Final = (
    *("- ", ": ", "|", "\n", "  ", '"', "'", "[", "]", "{", "}", "#", "\t", "&a", "*a", ","),
    *("settle: ", "cards:", "powers: |\n", "requires: [", "é", "\U0001f680", "\u2028", "\r", ""),
)
RESTART: Final = 60
"""Edits after which they begin again with a shipped set."""
ASKED: Final = 0.1
"""Share of edits after which everything is asked."""
MOST_FAILURES: Final = 10


def edits(chance: random.Random, count: int) -> Iterator[str]:
    """Yield texts, each one edit away from the one before."""
    starts = [path.read_text(encoding="utf-8") for path in shipped_sets()]
    text = ""
    for number in range(count):
        if number % RESTART == 0:
            text = chance.choice(starts)
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((0, 0, 1, 3, 40, 400)))
        text = text[:start] + chance.choice(_PIECES) + text[end:]
        yield text


def questions(uri: str, line: int, character: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every question about a document, at one place of it: method and parameters."""
    document = {"uri": uri}
    spot = {"line": line, "character": character}
    part = {"start": {"line": 0, "character": 0}, "end": spot}
    options = {"options": {"tabSize": 2, "insertSpaces": True}}
    here: dict[str, Any] = {"textDocument": document, "position": spot}
    for method in ("completion", "hover", "definition", "documentHighlight", "prepareRename"):
        yield f"textDocument/{method}", here
    yield "textDocument/references", {**here, "context": {"includeDeclaration": True}}
    whole: dict[str, Any] = {"textDocument": document}
    for method in ("documentSymbol", "semanticTokens/full"):
        yield f"textDocument/{method}", whole
    yield "textDocument/formatting", {**whole, **options}
    yield "textDocument/rangeFormatting", {**whole, **options, "range": part}
    context: dict[str, Any] = {"context": {"diagnostics": []}}
    yield "textDocument/codeAction", {**whole, **context, "range": part}
    yield "workspace/symbol", {"query": "e"}


def answered(client: Client, method: str, params: dict[str, Any]) -> Any:
    """Ask a question. Return the answer, or the reason why a name cannot be changed."""
    try:
        return client.ask(method, params)
    except ResponseError as refused:
        if method != "textDocument/prepareRename" or refused.code != _REFUSED:
            raise
        return str(refused)


_REFUSED: Final = -32602
"""Invalid parameters, as JSON-RPC numbers errors."""


def soak(client: Client, chance: random.Random, count: int) -> Tally:
    """Make edits and, after some, ask everything."""
    tally = Tally()
    uri = client.uri("soak.yaml")
    client.open(uri, "")
    for version, text in enumerate(with_progress(edits(chance, count), count, "edits"), 2):
        client.change(uri, text, version)
        tally.counts["edits"] += 1
        if chance.random() < ASKED:
            lines = text.split("\n")
            row = chance.randrange(len(lines))
            for method, params in questions(uri, row, chance.randrange(len(lines[row]) + 2)):
                _ask(client, method, params, f"edit {version}", tally)
        if client.process.poll() is not None or len(tally.failures) >= MOST_FAILURES:
            break
    logged = [message for message in client.other if message.get("method") == "window/logMessage"]
    tally.failures += [str(message["params"]["message"]) for message in logged]
    return tally


def _ask(client: Client, method: str, params: dict[str, Any], when: str, tally: Tally) -> None:
    begun = client.cpu_seconds()
    try:
        answered(client, method, params)
    except (ResponseError, queue.Empty, AssertionError, OSError) as problem:
        tally.failures.append(f"{when}, {method}: {problem!r}")
    took = client.cpu_seconds() - begun
    tally.counts["answers"] += 1
    tally.note("slowest answer, seconds", took)
    if took > SECONDS:
        tally.failures.append(f"{when}, {method}: {took:.1f} s")


def soak_server(count: int, seed: int) -> Tally:
    """Start a language server and soak it in random edits."""
    with tempfile.TemporaryDirectory() as folder:
        client = Client(Path(folder))
        client.start()
        tally = soak(client, random.Random(seed), count)
        if client.process.poll() is not None or client.stop() != 0:
            tally.failures.append("the server did not leave as it should")
        client.process.kill()
    return tally
