"""Making an export, in a process of its own: a wish comes in, messages go out.

What takes long to import is imported by the kinds that need it.
"""

from __future__ import annotations

import signal
from collections.abc import Sequence
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.model import ERROR
from rftg_dsl.model import CardSet
from rftg_dsl.sets.cache import SourceCache
from rftg_tools.progress import report_progress_to
from rftg_tools.studio.export_wish import CannotMake, Failed, Kind, Made, Step, Wish


def work(connection: Connection, wish: Wish, folder: Path) -> None:
    """Make what is wished for in a folder, and send messages; the main function of a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the studio, which ends this

    def tell(done: int, total: int | None, things: str) -> None:
        connection.send(Step(done, total, things))

    with closing(connection), report_progress_to(tell):
        try:
            connection.send(make(wish, folder))
        except CannotMake as problem:
            connection.send(Failed(str(problem)))
        except OSError as error:
            connection.send(Failed(f"it cannot be written: {error.strerror}"))


def make(wish: Wish, folder: Path) -> Made:
    """Make what is wished for in a folder. Raises CannotMake, OSError."""
    cache = SourceCache()
    for path, text in wish.edited:
        cache.put(path, text)
    try:
        compilation = compile_files([wish.path], cache)
    except OSError as error:
        raise CannotMake(f"the set cannot be read: {error.strerror}") from None
    errors = [found for found in compilation.diagnostics if found.severity == ERROR]
    if errors:
        place = f"{errors[0].file}:{errors[0].region.line}"
        raise CannotMake(f"the set has errors, the first at {place}: {errors[0].message}")
    card_set = compilation.sets[-1]
    match wish.kind:
        case Kind.TEXT:
            from rftg_tools.sharing.listing import format_list

            return _put(folder / f"{card_set.id}.txt", format_list([card_set]).encode("utf-8"))
        case Kind.CSV:
            from rftg_tools.spreadsheets.table import describe_omissions, export_csv

            made = _put(folder / f"{card_set.id}.csv", export_csv(compilation, card_set))
            return Made(made.path, tuple(describe_omissions(card_set)))
        case _:
            return _drawn(wish, folder, compilation.sets)


def _put(path: Path, data: bytes) -> Made:
    path.write_bytes(data)
    return Made(path)


def _drawn(wish: Wish, folder: Path, sets: Sequence[CardSet]) -> Made:
    """Make what shows faces. Raises CannotMake, OSError."""
    from rftg_tools.faces.theme import BadTheme
    from rftg_tools.sharing.gallery import TooMany
    from rftg_tools.sheets.formats import BadFormats
    from rftg_tools.sheets.layout import DoesNotFit
    from rftg_tools.studio.export_drawn import draw

    try:
        return draw(wish, folder, sets)
    except (BadFormats, BadTheme, DoesNotFit, TooMany) as problem:
        raise CannotMake(str(problem)) from None
