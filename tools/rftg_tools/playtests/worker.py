"""Worker that counts the playtests of a folder of games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rftg_tools.playtests.report import CardFilter, build_report, read_folder
from rftg_tools.workers.worker import Data


def handle(request: Data) -> Iterator[Data]:
    """Yield the report on all own cards, or a `problem`.

    request: `folder` of the games, and `store`: file of the games of `rftg-dsl balance`.
    """
    try:
        games = read_folder(Path(request["folder"]))
        yield {**build_report(games, Path(request["store"]), CardFilter())}
    except OSError as error:
        yield {"problem": f"Couldn't read the games: {error.strerror}."}
