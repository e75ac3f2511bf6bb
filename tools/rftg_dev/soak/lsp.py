"""Random edits and questions: the language server must answer each, quickly, and stay up.

    python -m rftg_dev.soak.lsp [--edits 10000] [--seed 1]

Edits are such as people make (a character, a paste, a deletion), one on top of the other, in copies
of the shipped sets. Exit code 1 when the server went away, answered with an error of its own,
logged one, or took too long.
"""

from __future__ import annotations

import argparse
import queue
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rftg_dev.lsp_client import Client, Failed
from rftg_dsl.resources import shipped_sets
from rftg_tools.progress import progress

SECONDS: Final = 2.0
"""Longest time that the server may work on an answer; how long it may take is lsp_client.WAIT."""
_PIECES: Final = (
    *("- ", ": ", "|", "\n", "  ", '"', "'", "[", "]", "{", "}", "#", "\t", "&a", "*a", ","),
    *("settle: ", "cards:", "powers: |\n", "requires: [", "é", "\U0001f680", "\u2028", "\r", ""),
)
_AFRESH: Final = 60
"""Edits after which a whole file is begun with again."""


@dataclass(slots=True)
class Tally:
    """What became of the edits. slowest: seconds for an answer. problems: one text each."""

    answers: int = 0
    slowest: float = 0.0
    problems: list[str] = field(default_factory=list)


def edits(chance: random.Random, count: int) -> Iterator[str]:
    """Yield texts, each one edit away from the one before."""
    starts = [path.read_text(encoding="utf-8") for path in shipped_sets()]
    text = ""
    for number in range(count):
        if number % _AFRESH == 0:
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
    except Failed as refused:
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
    for version, text in enumerate(progress(edits(chance, count), count, "edits"), 2):
        client.change(uri, text, version)
        if chance.random() < _ASKED:
            lines = text.split("\n")
            row = chance.randrange(len(lines))
            for method, params in questions(uri, row, chance.randrange(len(lines[row]) + 2)):
                _ask(client, method, params, f"edit {version}", tally)
        if client.process.poll() is not None or len(tally.problems) >= _ENOUGH:
            break
    logged = [one for one in client.other if one.get("method") == "window/logMessage"]
    tally.problems += [str(one["params"]["message"]) for one in logged]
    return tally


_ASKED: Final = 0.1
"""The share of edits after which everything is asked."""
_ENOUGH: Final = 10


def _ask(client: Client, method: str, params: dict[str, Any], when: str, tally: Tally) -> None:
    begun = client.worked()
    try:
        answered(client, method, params)
    except (Failed, queue.Empty, AssertionError, OSError) as problem:
        tally.problems.append(f"{when}, {method}: {problem!r}")
    took = client.worked() - begun
    tally.answers += 1
    tally.slowest = max(tally.slowest, took)
    if took > SECONDS:
        tally.problems.append(f"{when}, {method}: {took:.1f} s")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Soak the language server in random edits.")
    parser.add_argument("--edits", type=int, default=10_000, help="how many (default 10000)")
    parser.add_argument("--seed", type=int, default=1, help="of the edits (default 1)")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        client = Client(Path(folder))
        client.start()
        tally = soak(client, random.Random(args.seed), args.edits)
        left = client.process.poll() is not None or client.stop() != 0
        client.process.kill()
    if left:
        tally.problems.append("the server did not leave as it should")
    for problem in tally.problems:
        print(problem)
    print(f"{args.edits} edits, {tally.answers} answers, slowest {tally.slowest * 1000:.0f} ms")
    return 1 if tally.problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
