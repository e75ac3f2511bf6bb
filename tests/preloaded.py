"""What servers of tests have imported and read before they start (see tests/forked.py)."""

import gc
import importlib
from typing import Final

from rftg_dsl.games import RACE
from rftg_dsl.library import cards_in_use, load
from rftg_dsl.resources import shipped_ids
from rftg_tools.play.cards import alt_text
from rftg_tools.recorded import changed_sets

MODULES: Final = (
    "anyio._backends._asyncio",
    "rftg_dsl.cli.pages",
    "rftg_dsl.lint",
    "rftg_dsl.suggest.schema_errors",
    "rftg_tools.play.app",
    "rftg_tools.studio.cardtest_worker",
    "rftg_tools.studio.tab_server",
    "rftg_tools.studio.server",
    "rftg_tools.web.serving",
    "typst",
    "uvicorn.protocols.http.h11_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
)

for module in MODULES:
    importlib.import_module(module)
changed_sets({"sets": [(one, "") for one in shipped_ids(RACE)]})  # reads them all
for card in cards_in_use(load(["base"]).sets):
    alt_text(card)
gc.freeze()  # so that garbage collection doesn't copy pages shared with forked processes
