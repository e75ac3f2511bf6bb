"""Workers beside this program, and parallel work on this machine or on a Dask cluster."""

import sys
from typing import Final

IN_BROWSER: Final = sys.platform == "emscripten"
"""Whether this is Python within a browser, which has neither processes nor threads."""


class WorkersLost(RuntimeError):
    """Every worker that tried a piece of work died, or no workers are left."""
