"""Whether a page is sound at a moment: for those who hear it, see it small, or have only keys."""

from typing import Final

from playwright.sync_api import Page

from tests.rftg_tools.axe import check_with_axe
from tests.rftg_tools.play.games.moments import Moment


class Listening:
    """Runs axe-core where each form of question, and each view, is met for the first time.

    And hears of every refusal: there is none where people answer as they are asked.
    """

    def __init__(self) -> None:
        self.met: set[str] = set()

    def look(self, page: Page, now: Moment) -> None:
        """Nothing serious is found in the page. Otherwise fails and says what."""
        assert not now.refusal, f"{now.kind}: {now.refusal}"
        name = now.form or now.view
        if name in self.met:
            return
        self.met.add(name)
        check_with_axe(page, name)


def check_size(page: Page) -> None:
    """Nothing is wider than the window, and nothing to be touched is too small."""
    found = page.evaluate(_SIZES)
    assert found["wide"] <= found["window"], f"{found['wide']} px wide: {found['beyond']}"
    assert not found["small"], "\n".join(found["small"])


_SIZES: Final = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const boxes = (selector) =>
    [...document.querySelectorAll(selector)]
      .filter(shown)
      .map((one) => [one, one.getBoundingClientRect()])
      .filter(([, box]) => box.width > 1 && box.height > 1);
  const less = (size) => ([, box]) => Math.round(Math.min(box.width, box.height)) < size;
  const told = ([one, box]) =>
    `${Math.round(box.width)} x ${Math.round(box.height)} px: ${one.outerHTML.slice(0, 160)}`;
  const main = "#ask .option, #confirm, .action-card, #hand .card, #curtain button, #play";
  const all = "button:not(.named), a, select, input:not([type=checkbox], [type=radio]), summary";
  const choices = "label:has([type=checkbox], [type=radio])";
  const small = [...boxes(main).filter(less(44)), ...boxes(`${all}, ${choices}`).filter(less(24))];
  const root = document.documentElement;
  return {
    wide: root.scrollWidth,
    window: screen.width,
    beyond: boxes("body *").filter(([, box]) => box.right > screen.width + 1).map(told).slice(0, 3),
    small: small.map(told),
  };
}"""
"""A name in a sentence may be as high as its line (WCAG 2.2, Target Size: inline)."""
