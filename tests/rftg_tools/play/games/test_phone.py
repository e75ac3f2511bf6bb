"""A whole game on a phone, by touch."""

from playwright.sync_api import Page

from tests.browsers import MARKS
from tests.rftg_tools.play.games.hands import Fingers
from tests.rftg_tools.play.games.moments import Moment
from tests.rftg_tools.play.games.person import Person
from tests.rftg_tools.play.games.records import check_record
from tests.rftg_tools.play.games.screens import Screens
from tests.rftg_tools.play.games.serving import Server
from tests.rftg_tools.play.games.sound import Listening, check_size
from tests.rftg_tools.play.games.wishes import begin

pytestmark = MARKS


def test_a_whole_game_by_touch_fits_the_width_and_the_fingers(
    screens: Screens, server: Server
) -> None:
    page = screens.phone(has_art=False)
    listening = Listening()

    def look(page: Page, now: Moment) -> None:
        check_size(page)
        listening.look(page, now)

    begin(page, server.address, "bot greedy", seed="4", before_play=check_size)
    Person(page, "4", Fingers(), look=look).play()
    check_record(page, server)
