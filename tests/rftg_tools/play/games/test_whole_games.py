"""Whole games by mouse, keyboard and phone, and layout at every moment."""

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browsers import MARKS
from tests.invasions import ASKED
from tests.rftg_tools.play.games.hands import Fingers, Keys, check_focus
from tests.rftg_tools.play.games.moments import Moment, agree, moment, seen
from tests.rftg_tools.play.games.person import Person
from tests.rftg_tools.play.games.records import check_record
from tests.rftg_tools.play.games.screens import Screens
from tests.rftg_tools.play.games.serving import Server
from tests.rftg_tools.play.games.sound import Listening, check_size
from tests.rftg_tools.play.games.wishes import begin

pytestmark = MARKS


@pytest.mark.soak
def test_the_base_game_against_a_bot(screens: Screens, server: Server) -> None:
    page = screens.desk()
    begin(page, server.address, "bot greedy", seed="4")
    person = Person(page, "4", look=Listening().look)
    person.play()
    assert {"starting hand", "action", "place world", "pay for world"} <= person.kinds
    check_record(page, server)


@pytest.mark.soak
def test_all_of_the_first_arc_with_goals_and_takeovers(screens: Screens, server: Server) -> None:
    page = screens.desk("dark")
    rules = ("goals", "takeovers")
    others = ("bot greedy", "bot greedy")
    begin(page, server.address, *others, seed="4", sets=["brink-of-war"], rules=rules)
    person = Person(page, "4", look=Listening().look)
    person.play()
    expect(page.locator(".goal")).to_have_count(6)
    assert {"start world", "action"} <= person.kinds
    check_record(page, server)


@pytest.mark.soak
def test_the_robot(screens: Screens, server: Server) -> None:
    page = screens.desk()
    begin(page, server.address, "robot medium", seed="5", sets=["brink-of-war"])
    person = Person(page, "5", look=Listening().look)
    person.play()
    expect(page.locator(".robot")).to_contain_text("medium")
    check_record(page, server)


@pytest.mark.parametrize(
    "most", [pytest.param(25, id="25 turns"), pytest.param(None, id="all", marks=pytest.mark.soak)]
)
def test_two_people_at_one_screen_see_neither_hand_nor_choice_of_the_other(
    screens: Screens, server: Server, most: int | None
) -> None:
    page = screens.desk(has_art=False)
    begin(page, server.address, "human", seed="4")
    listening = Listening()
    curtains = 0

    def look(page: Page, now: Moment) -> None:
        nonlocal curtains
        listening.look(page, now)
        if now.view == "curtain":
            curtains += 1
            expect(page.locator("[data-card]:visible")).to_have_count(0)
            expect(page.locator("#table")).to_be_hidden()
        if now.kind == "action":
            expect(page.locator(".player .actions .action")).to_have_count(0)

    person = Person(page, "4", look=look)
    while curtains != most and person.act():
        pass
    assert curtains > 20
    if most is None:
        check_record(page, server)


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
    keys.reach(page, page.locator("[data-do=kind][data-at='1']"))
    page.keyboard.press("Enter")
    page.keyboard.press("G")
    page.keyboard.press("Enter")
    expect(page.locator("[data-do=kind][data-at='1']")).to_have_text("Greedy bot")
    keys.reach(page, page.locator("[name=seed]"))
    page.keyboard.type("4")
    keys.take(page, "#play")
    page.wait_for_url("**/games/*")


_MOST: Final = 1
"""Pixels that a place may differ, by rounding."""
_PLACES: Final = """() => ["bar", "others", "mine", "dock", "hand"].map((name) => {
  const box = document.querySelector(`.${name}`).getBoundingClientRect();
  return [name, box.left, box.top, box.width, box.height].map((one) => one?.toFixed?.(0) ?? one);
})"""


def test_the_table_stays_where_it_is_throughout_a_game(screens: Screens, server: Server) -> None:
    page = screens.desk(has_art=False)
    rules = ("goals", "takeovers")
    others = ("bot greedy",) * 3
    begin(page, server.address, *others, seed="4", sets=["brink-of-war"], rules=rules)
    first: list[list[str]] = []
    moved: list[str] = []

    def look(page: Page, now: Moment) -> None:
        if now.view != "ask" or page.locator(".banner").count():
            return  # the announcement of the last round takes a line of its own
        places = page.evaluate(_PLACES)
        first[:] = first or places
        for (name, *before), (_name, *after) in zip(first, places, strict=True):
            if any(
                abs(int(one) - int(two)) > _MOST for one, two in zip(before, after, strict=True)
            ):
                moved.append(f"{now.kind}: {name} {before} {after}")

    person = Person(page, "4", look=look)
    person.play()
    assert person.answers > 30
    assert not moved, "\n".join(moved[:10])


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


@pytest.mark.parametrize(
    "most", [pytest.param(12, id="12 each"), pytest.param(None, id="all", marks=pytest.mark.soak)]
)
def test_two_tabs_answer_in_turn_and_agree_after_every_answer(
    screens: Screens, server: Server, most: int | None
) -> None:
    page = screens.desk(has_art=False)
    begin(page, server.address, "bot greedy", seed="4")
    other, _line = screens.beside(page)
    people = [Person(page, "4", look=Listening().look), Person(other, "2")]
    while agree(page, other).view != "over" and people[0].answers != most:
        people[0].act()
        people.reverse()
    assert all(person.answers > 10 for person in people)
    if most is None:
        check_record(page, server)


def test_an_answer_that_comes_late_is_refused_and_told(screens: Screens, server: Server) -> None:
    page = screens.desk(has_art=False)
    begin(page, server.address, "bot greedy", seed="2")
    other, line = screens.beside(page)
    other.evaluate("localStorage.setItem('confirm', 'on')")
    first, late = Person(page, "2"), Person(other, "3")
    for _ in range(3):
        before = agree(page, other)
        line.hold()
        first.act()
        late.act()
        line.release()
        expect(other.locator("#ask .refusal")).to_contain_text("moved on")
        assert agree(page, other) != before


KILLS = 20


@pytest.mark.soak
def test_a_game_goes_on_after_each_of_twenty_kills(screens: Screens, tmp_path: Path) -> None:
    screens.may_lose_server = True
    page = screens.desk(has_art=False)
    with Server(tmp_path) as server:
        begin(page, server.address, "bot greedy", seed="4")
        page.evaluate("localStorage.setItem('confirm', 'on')")  # a mark is no answer yet
        page.reload()
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


@pytest.mark.soak
def test_five_players_meet_an_invasion(screens: Screens, server: Server) -> None:
    page = screens.desk()
    listening = Listening()
    damaged = 0

    def look(page: Page, now: Moment) -> None:
        nonlocal damaged
        listening.look(page, now)
        damaged = max(damaged, page.locator(".card.away").count())
        if now.kind == "bunker":
            expect(page.locator(".invasion summary")).to_contain_text("now: wave")

    others = ["bot random"] * 4
    begin(page, server.address, *others, seed="3", sets=["xeno-invasion"], rules=["invasion"])
    person = Person(page, "3", advice=0.3, look=look)
    person.play()
    assert "damage" in person.kinds
    assert len(person.kinds & ASKED) > 2
    assert damaged > 0
    expect(page.locator("#scores .sheet thead")).to_contain_text("Invasion")
    check_record(page, server)


def test_an_invasion_is_met_on_a_phone(screens: Screens, server: Server) -> None:
    page = screens.phone()
    begin(page, server.address, "bot random", seed="2", sets=["xeno-invasion"], rules=["invasion"])
    person = Person(page, "2", advice=0.3)
    person.play()
    assert len(person.kinds & ASKED) > 1
    expect(page.locator(".invasion tbody tr")).to_have_count(2)
    expect(page.locator("#scores .sheet thead")).to_contain_text("Invasion")
