"""What the tests of the page's parts share: showing a frame, and what was answered."""

from typing import Any, Final

from playwright.sync_api import Locator, Page

from tests.rftg_tools.play.page.frames import Data, a_choice, a_frame, of_actions

SHOW: Final = """async (frame) => {
  const { renderTable } = await import("/table.js");
  window.answers ??= [];
  document.body.dataset.view = "table";
  const note = (name) => (...values) => window.answers.push([name, ...values]);
  renderTable(document.getElementById("table"), frame, {
    answer: (ask, answer) => window.answers.push(answer),
    undo: note("undo"), help: note("help"), again: note("again"),
    ...(frame.undo_round === null ? {} : { undoRound: note("undoRound") }),
  });
}"""
REFUSE: Final = """async (refusal) => {
  const { showRefusal } = await import("/game-table.js");
  showRefusal(document.getElementById("table"), refusal);
}"""
SCREENS: Final = {"desk": (1280, 800), "phone": (390, 844)}


def show(page: Page, ask: Data | None = None, **other: Any) -> None:
    """Show a frame, with what is asked."""
    page.evaluate(SHOW, a_frame(ask, **other))


def answers(page: Page) -> list[Any]:
    """What has been answered."""
    given: list[Any] = page.evaluate("window.answers")
    return given


def card(page: Page, number: int) -> Locator:
    return page.locator(f'[data-card="{number}"]')


ONE_EACH: Final = a_choice(
    ([], "Place none", []), ([4], "Space Port", [4]), ([5], "Alien Toys", [5])
)
PAIRS: Final = of_actions(
    ["develop", "second develop"], ["develop", "settle"], ["prestige develop", "settle"]
)
ACTIONS: Final = of_actions(["explore +5"], ["search"], ["settle"])
