"""The preview as somebody uses it: a process that serves, and a real browser without a window."""

from functools import partial
from typing import Final

from rftg_tools.web import trial
from rftg_tools.web.trial import chromium, find_chromium

__all__ = ["chromium", "find_chromium", "served"]

served: Final = partial(trial.served, "preview")
"""`rftg-dsl preview` with these arguments, as `web.trial.served` has it."""
