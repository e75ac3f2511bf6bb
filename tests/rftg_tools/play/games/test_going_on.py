"""A server that is killed again and again in the middle of a game: nothing of the game is lost."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browsers import MARKS
from tests.rftg_tools.play.games.moments import Moment, moment, seen
from tests.rftg_tools.play.games.person import Person
from tests.rftg_tools.play.games.records import check_record
from tests.rftg_tools.play.games.screens import Screens
from tests.rftg_tools.play.games.serving import Server
from tests.rftg_tools.play.games.wishes import begin

pytestmark = MARKS
KILLS = 20


@pytest.mark.soak
def test_a_game_goes_on_after_each_of_twenty_kills(screens: Screens, tmp_path: Path) -> None:
    screens.may_lose_server = True
    page = screens.desk(has_art=False)
    with Server(tmp_path) as server:
        begin(page, server.address, "bot greedy", seed="4")
        kills = 0

        def look(page: Page, now: Moment) -> None:
            nonlocal kills
            if now.view != "ask" or kills == KILLS:
                return
            kills += 1
            shown = seen(page, now)
            if kills % 2:
                mark_something(page, now)
            server.kill()
            expect(page.locator("#connection")).not_to_have_text("Live")
            server.start()
            assert seen(page, moment(page)) == shown

        Person(page, "4", look=look).play()
        assert kills == KILLS
        check_record(page, server)


def mark_something(page: Page, now: Moment) -> None:
    """Leave an answer half given."""
    if now.cards:
        page.locator(f".can[data-card='{now.cards[0]}']").first.click()
    elif now.hints:
        page.locator("#hint").click()


@pytest.mark.soak
def test_what_was_clicked_as_the_server_died_is_answered_or_asked_again(
    screens: Screens, tmp_path: Path
) -> None:
    screens.may_lose_server = True
    page = screens.desk(has_art=False)
    with Server(tmp_path) as server:
        begin(page, server.address, "bot greedy", seed="2")
        person = Person(page, "2")
        for _ in range(3):
            before = moment(page)
            person.act()
            server.kill()
            expect(page.locator("#connection")).not_to_have_text("Live")
            server.start()
            after = moment(page)
            assert after.turn > before.turn
            assert not after.refusal
