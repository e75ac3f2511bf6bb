"""The table of Roll summarizes each round until the player continues."""

from pathlib import Path
from random import Random
from typing import Any, Final

from playwright.sync_api import expect

from tests.browsers import MARKS, started_browser
from tests.forked import served
from tests.rftg_tools.axe import check_with_axe
from tests.rftg_tools.play.roll.test_session import frames_of, session_of

pytestmark = MARKS
_SHOW: Final = """async (frames) => {
  const { renderRoll } = await import("/roll.js");
  document.body.dataset.view = "table";
  for (const frame of frames) renderRoll(document.getElementById("table"), frame, { answer() {} });
}"""


def frames_around_the_end_of_a_round() -> list[dict[str, Any]]:
    """Ann's frames before and after the end of a round, each with a question to her."""
    session, chance = session_of("Ann", "Bob", bots=0), Random(3)
    frames = frames_of(session)
    found = []
    for last in (3, 4):
        while session.state.round <= last or session.decision_for(0) is None:
            decision = session.game.pending[0]
            session.take(decision.player, decision.sample(chance))
        found.append(frames.frame(0)[0])
    return found


def test_a_round_is_summarized_once_and_dismissed_by_enter(tmp_path: Path) -> None:
    before, after = frames_around_the_end_of_a_round()
    with served("play", folder=tmp_path) as address, started_browser() as browser:
        page = browser.new_page()
        page.goto(address)
        page.locator("#play").wait_for()
        page.evaluate(_SHOW, [before])
        pause = page.locator(".pause")
        expect(pause).to_have_count(0)
        page.evaluate(_SHOW, [after])
        expect(pause.get_by_role("heading")).to_have_text("Round 4 is over")
        expect(pause.locator(".who b")).to_have_text(["You", "Bob"])
        check_with_axe(page, "summary")
        page.keyboard.press("Enter")
        expect(pause).to_have_count(0)
        page.evaluate(_SHOW, [{**after, "turn": after["turn"] + 1}])
        expect(pause).to_have_count(0)
