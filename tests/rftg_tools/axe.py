"""Whether a page keeps nobody out, as far as axe-core can find."""

from typing import Any, Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

_GRAVE: Final = ("serious", "critical")
_RUN: Final = """() =>
  Promise.all(document.getAnimations()
    .filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime))
    .map((one) => one.finished.catch(() => undefined)))
  .then(() => axe.run({ resultTypes: ["violations"] })).then((found) => found.violations)"""
"""Colors that are just changing have another contrast, so transitions end first."""


def find_violations(page: Page) -> list[Any]:
    """Return what axe finds in the page, as it is."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE_SCRIPT)
    found: list[Any] = page.evaluate(_RUN)
    return found


def check_with_axe(page: Page, name: str) -> None:
    """Nothing serious is found in the page, as it is at a moment of that name."""
    grave = [
        f"{name}: {one['help']}: {node['html'][:200]} {node['failureSummary']}"
        for one in find_violations(page)
        if one["impact"] in _GRAVE
        for node in one["nodes"]
    ]
    assert not grave, "\n".join(grave)
