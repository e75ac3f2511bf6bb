"""The keyboard alone: the start page, a whole game, the score sheet."""

from playwright.sync_api import Page, expect

from tests.browsers import MARKS
from tests.rftg_tools.play.games.hands import Keys, check_focus
from tests.rftg_tools.play.games.moments import Moment
from tests.rftg_tools.play.games.person import Person
from tests.rftg_tools.play.games.records import check_record
from tests.rftg_tools.play.games.screens import Screens
from tests.rftg_tools.play.games.serving import Server
from tests.rftg_tools.play.games.sound import Listening

pytestmark = MARKS


def test_a_whole_game_by_the_keyboard_alone(screens: Screens, server: Server) -> None:
    page = screens.desk(has_art=False)
    keys = Keys("4")
    begin_by_keys(page, server.address, keys)
    listening = Listening()

    def look(page: Page, now: Moment) -> None:
        if person.answers:
            check_focus(page)
        listening.look(page, now)

    person = Person(page, "4", keys, look=look)
    person.play()
    check_record(page, server)
    keys.take(page, "#scores .lines:not([open]) summary >> nth=0")
    expect(page.locator("#scores .lines:not([open])")).to_have_count(0)
    keys.take(page, "#again")
    page.locator("#ask[data-kind='starting hand']").wait_for()


def begin_by_keys(page: Page, address: str, keys: Keys) -> None:
    """Set up a game against a greedy bot."""
    page.goto(address)
    page.locator("#play").wait_for()
    keys.reach(page, page.locator("[name=kind][data-at='1']"))
    page.keyboard.type("Greedy")
    expect(page.locator("[name=kind][data-at='1']")).to_have_value("bot greedy")
    keys.reach(page, page.locator("[name=seed]"))
    page.keyboard.type("4")
    keys.take(page, "#play")
    page.wait_for_url("**/games/*")
