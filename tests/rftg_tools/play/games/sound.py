"""Whether a page is sound at a moment: for those who hear it, see it small, or have only keys."""

from __future__ import annotations

from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.rftg_tools.play.games.moments import Moment

_GRAVE: Final = ("serious", "critical")


class Listening:
    """Runs axe-core where each form of question, and each view, is met for the first time."""

    def __init__(self) -> None:
        self.met: set[str] = set()

    def look(self, page: Page, now: Moment) -> None:
        """Nothing serious is found in the page. Otherwise fails and says what."""
        name = now.form or now.view
        if name in self.met:
            return
        self.met.add(name)
        check_with_axe(page, name)


def check_with_axe(page: Page, name: str) -> None:
    """Nothing serious is found in the page, as it is at a moment of that name."""
    found = Axe().run(page).response["violations"]
    grave = [
        f"{name}: {one['help']}: {node['html'][:200]} {node['failureSummary']}"
        for one in found
        if one["impact"] in _GRAVE
        for node in one["nodes"]
    ]
    assert not grave, "\n".join(grave)
