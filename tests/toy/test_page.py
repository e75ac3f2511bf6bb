"""The page of a game without its own table shows questions and accepts answers."""

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import expect

from rftg_tools.games import GAMES
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.lobby import start_game
from tests.browsers import MARKS, started_browser
from tests.forked import served
from tests.toy import MINES

pytestmark = MARKS
_SHOW: Final = """async (frame) => {
  const { renderPlain } = await import("/plain.js");
  window.answers = [];
  document.body.dataset.view = "table";
  const answer = (_ask, given) => window.answers.push(given);
  renderPlain(document.getElementById("table"), frame, { answer });
}"""


def first_frame() -> dict[str, Any]:
    """A person's frame at the start of a game."""
    seats = [{"kind": "human", "name": "Ann"}, {"kind": "bot", "level": "greedy"}]
    form = {"game": "toy", "sets": ["mines"], "seats": seats, "seed": "3"}
    session, game = start_game(form, SetCatalog([MINES]), 1).session, GAMES["toy"]
    faces = game.call("faces", session.table, None, {})
    frame: dict[str, Any] = game.call("frames", "one", session, faces, "one.json").frame(0)[0]
    return frame


def test_a_question_is_shown_and_answered(tmp_path: Path) -> None:
    with served("play", folder=tmp_path) as address, started_browser() as browser:
        page = browser.new_page()
        page.goto(address)
        expect(page.locator("#play")).to_be_visible()
        page.evaluate(_SHOW, first_frame())
        expect(page.locator(".prompt")).to_have_text("Dig, or open a mine.")
        expect(page.locator(".player h2").first).to_have_text("Ann: 0")
        page.get_by_role("button", name="Dig").click()
        assert page.evaluate("window.answers") == [[]]
