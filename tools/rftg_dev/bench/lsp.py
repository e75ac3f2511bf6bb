"""How long the language server takes from a keystroke to its findings and to its offers.

    python -m rftg_dev.bench.lsp [--edits 200] [--set ID]

A power line is typed into the middle of the largest shipped set, a character an edit; after each
the offers and then the findings are waited for, over the server's input and output. Beside each
edit yamllint, where it is installed, reads the same text in this process, so that a busy machine
slows both; what is compared are the medians. Exit code 1 where a time is above its aim (findings
50 ms, offers 30 ms for 95 of 100 edits).
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from rftg_dev.lsp_client import Client
from rftg_dsl.resources import shipped_sets
from rftg_dsl.source.locate import find_set

TYPED: Final = "settle: military +1 against rebel military worlds if you have an imperium card"
FINDINGS_AIM: Final = 50.0
OFFERS_AIM: Final = 30.0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description="Time the language server, edit by edit.")
    parser.add_argument("--edits", type=int, default=200, help="how many (default 200)")
    parser.add_argument("--set", default="", help="which shipped set (the largest)")
    args = parser.parse_args(argv)
    largest = max(shipped_sets(), key=lambda path: path.stat().st_size)
    path = find_set(args.set) if args.set else largest
    lint = _linter()
    with tempfile.TemporaryDirectory() as folder, Client(Path(folder)) as client:
        rows = list(_times(client, path, args.edits, lint))
    offers, findings, peer = ([1000 * one for one in column] for column in zip(*rows, strict=True))
    print(f"{path.stem}: {path.stat().st_size:,} bytes, {len(rows)} edits, in milliseconds")
    slow = [
        _row("edit to offers", offers, OFFERS_AIM),
        _row("edit to findings", findings, FINDINGS_AIM),
    ]
    if lint is not None:
        _row("yamllint, the same text", peer, 0)
        print(f"ratio of findings to yamllint: {_median(findings) / _median(peer):.2f}")
    return 1 if any(slow) else 0


def _linter() -> Callable[[str], None] | None:
    """Return what reads a text as yamllint does, None where that is not installed."""
    try:
        linter, settings = (import_module(f"yamllint.{name}") for name in ("linter", "config"))
    except ImportError:
        return None
    config = settings.YamlLintConfig("extends: default")

    def lint(text: str) -> None:
        list(linter.run(text, config))

    return lint


def _times(
    client: Client, path: Path, edits: int, lint: Callable[[str], None] | None
) -> Iterator[tuple[float, float, float]]:
    """Yield seconds from each edit to its offers and to its findings, and those of yamllint."""
    lines = path.read_text(encoding="utf-8").split("\n")
    row = next(n for n, line in enumerate(lines) if n > len(lines) // 2 and "powers: |" in line)
    uri = client.uri(path.name.replace(path.stem, f"my-{path.stem}"))
    _open(client, uri, "\n".join(lines))
    for version in range(2, edits + 2):
        typed = "      " + TYPED[: 1 + version % len(TYPED)]
        text = "\n".join([*lines[: row + 1], typed, *lines[row + 1 :]])
        begun = time.perf_counter()
        client.change(uri, text, version)
        client.at("completion", uri, row + 1, len(typed))
        offered = time.perf_counter()
        client.findings(uri, version)
        found = time.perf_counter()
        if lint is not None:
            lint(text)
        yield offered - begun, found - begun, time.perf_counter() - found


def _open(client: Client, uri: str, text: str) -> None:
    """Open a document and ask for offers once, as an editor does before anybody types."""
    client.open(uri, text)
    client.findings(uri, 1)
    client.at("completion", uri, 0, 0)
    client.at("hover", uri, 0, 0)


def _row(name: str, times: list[float], aim: float) -> bool:
    """Print the times of one thing and return whether they are above the aim."""
    ranks = statistics.quantiles(times, n=100, method="inclusive")
    aimed = f"  (aim {aim:.0f})" if aim else ""
    print(f"{name:<24} p50 {ranks[49]:6.1f}  p95 {ranks[94]:6.1f}{aimed}  most {max(times):6.1f}")
    return bool(aim) and ranks[94] > aim


def _median(times: list[float]) -> float:
    return statistics.median(times)


if __name__ == "__main__":
    raise SystemExit(main())
