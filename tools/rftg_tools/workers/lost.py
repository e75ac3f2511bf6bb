"""Work that nobody is left to do."""

from __future__ import annotations


class WorkersLost(RuntimeError):
    """No worker lived through a piece of the work, or there are no workers left."""
