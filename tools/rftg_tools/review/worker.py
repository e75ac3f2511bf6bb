"""Worker that analyses a recorded game, like `rftg-dsl review`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from gamekit.records import RecordError
from rftg_tools.recorded import Unreadable
from rftg_tools.review.analysis import Store, find_all, findings_path, is_foreign_file
from rftg_tools.review.review import game_of
from rftg_tools.workers.process import tune_garbage_collector
from rftg_tools.workers.worker import Data


def handle(request: Data) -> Iterator[Data]:
    """Yield each decision that is analysed, and finally `done` or a `problem`.

    request: `record`, `playouts`: maximum number of games per decision, and `jobs`. The findings
    are stored next to the record.
    """
    record = Path(request["record"])
    try:
        plan = game_of(record, playouts=request["playouts"]).plan
        place = findings_path(record, None)
        if is_foreign_file(place):
            yield {"problem": f"{place} has other contents. Rename the record."}
            return
        tune_garbage_collector()
        with closing(find_all(plan, Store(place, plan), request["jobs"])) as decisions:
            for name in decisions:
                yield {"decision": name}
        yield {"done": True}
    except (LookupError, OSError, RecordError, RuntimeError, Unreadable, ValueError) as problem:
        yield {"problem": str(problem)}
