"""Time from an edit to the language server's completions and diagnostics.

A power line is typed into the middle of the largest shipped set, character by character. After each
edit yamllint, if it is installed, reads the same text, so that a busy machine slows down both.
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

TYPED: Final = "settle: military +1 against rebel military worlds if you have an imperium card"
AIMS: Final = {"edit to offers": 30.0, "edit to findings": 50.0}
"""Milliseconds within which 95 of 100 edits should be answered."""


def measure(args: argparse.Namespace) -> bool:
    """Time edits, print the figures, and return whether an aim is missed."""
    path = max(shipped_sets(), key=lambda path: path.stat().st_size)
    lint = _yamllint()
    with tempfile.TemporaryDirectory() as folder, Client(Path(folder)) as client:
        columns = list(zip(*_times(client, path, args.count, lint), strict=True))
    print(f"{path.stem}: {path.stat().st_size:,} bytes, {args.count} edits, in milliseconds")
    missed = [
        print_row(name, times, aim)
        for (name, aim), times in zip(AIMS.items(), columns, strict=False)
    ]
    if lint is not None:
        print_row("yamllint, the same text", columns[2])
        ratio = statistics.median(columns[1]) / statistics.median(columns[2])
        print(f"ratio of findings to yamllint: {ratio:.2f}")
    return any(missed)


def print_row(name: str, seconds: Sequence[float], aim: float | None = None) -> bool:
    """Print the percentiles of some times; return whether 95 of 100 miss an aim, in ms."""
    ranks = statistics.quantiles([1000 * time for time in seconds], n=100, method="inclusive")
    aimed = f"  (aim {aim:.0f})" if aim else ""
    most = 1000 * max(seconds)
    print(f"{name:<24} p50 {ranks[49]:6.1f}  p95 {ranks[94]:6.1f}{aimed}  most {most:6.1f}")
    return aim is not None and ranks[94] > aim


def _yamllint() -> Callable[[str], None] | None:
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
    client.open(uri, "\n".join(lines))
    client.findings(uri, 1)
    client.at("completion", uri, 0, 0)
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
