"""The invasion on the page: the table beside the board, and damaged worlds among the others."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browsers import MARKS
from tests.rftg_tools.axe import check_with_axe
from tests.rftg_tools.play.page.frames import a_choice, a_player, an_end
from tests.rftg_tools.play.page.trial import ONE_EACH, SCREENS, answers, card, show

pytestmark = MARKS
Data = dict[str, Any]
NEXT = {"wave": 2, "nth": 2, "of": 2}


def met(player: str, strength: int, held: bool | None) -> Data:
    return {"card": player, "strength": strength, "held": held}


def a_stand(military: int, attack: Data | None = None, **other: Any) -> Data:
    facts = {"military": military, "defense": 0, "attack": attack, "damaged": []}
    return {**facts, "contributed": 0, "points": 0, "awards": [], **other}


def an_invasion(*players: Data, **other: Any) -> Data:
    """The part of a frame: by default Ann has lost and Bo has held out."""
    cards = [{"card": "-1", "copies": 2}, {"card": "own+3", "copies": 1}]
    stands = players or (
        a_stand(3, met("5", 5, held=False), defense=1, awards=["Greatest Admiral"], damaged=[2]),
        a_stand(2, met("own+3", 5, held=True), points=2, contributed=1),
    )
    facts: Data = {"invaders": "the Xenos", "first_round": 3, "next": {**NEXT, "cards": cards}}
    facts |= {"now": None, "repulse": 22, "military": 5, "bunker": 2, "award": 5, "repulsed": False}
    facts |= {"rewards": [1, 2], "shaken": 0, "players": list(stands)}
    facts |= {"track": [{"military": 3, "seats": [0]}, {"military": 2, "seats": [1]}]}
    return {"invasion": facts | other}


def test_it_says_what_comes_and_how_near_all_are_to_repulsing_it(page: Page) -> None:
    show(page, ONE_EACH, parts=an_invasion())
    part = page.locator(".invasion")
    expect(part.locator("summary")).to_contain_text("next: wave 2, attack 2 of 2")
    expect(part.locator(".repulse")).to_have_text(
        "All together 5 of the 22 Military needed to repulse the Xenos"
    )
    expect(part.locator(".attack >> nth=0")).to_contain_text("−1 ×2")
    expect(part.locator(".attack >> nth=1")).to_contain_text("own +3")


def test_each_player_has_a_row_in_the_order_of_the_track(page: Page) -> None:
    stacked = [{"military": 2, "seats": [1, 0]}]
    players = (a_stand(2, met("5", 5, held=False), defense=1), a_stand(2, met("0", 0, held=None)))
    now = {"wave": 1, "nth": 1, "of": 2}
    show(page, ONE_EACH, parts=an_invasion(*players, track=stacked, now=now))
    rows = page.locator(".invasion tbody tr")
    expect(rows.nth(0)).to_contain_text("Bo")
    expect(rows.nth(0)).to_contain_text("0 ? open")
    expect(rows.nth(1)).to_contain_text("└ 2")
    expect(rows.nth(1)).to_contain_text("2+1")
    expect(rows.nth(1)).to_contain_text("5 ✗ lost")
    expect(page.locator(".invasion summary")).to_contain_text("now: wave 1, attack 1 of 2")


def test_before_the_first_attack_it_says_when_that_is(page: Page) -> None:
    players = (a_stand(1), a_stand(0))
    show(page, ONE_EACH, parts=an_invasion(*players, track=[]), round=1)
    part = page.locator(".invasion")
    expect(part).to_contain_text("The Xenos attack first at the end of round 3.")
    expect(part.locator("tbody tr >> nth=0")).to_contain_text("none")


def test_a_shaken_empire_is_said_to_be_in_danger_and_a_lost_one_to_be_lost(page: Page) -> None:
    show(page, ONE_EACH, parts=an_invasion(shaken=1))
    expect(page.locator(".invasion .shaken")).to_contain_text("The empire is shaken")
    show(page, None, parts=an_invasion(shaken=2), over=an_end(), turn=8)
    expect(page.locator(".invasion summary")).to_contain_text("the empire is defeated")
    show(page, None, parts=an_invasion(repulsed=True), over=an_end(), turn=9)
    expect(page.locator(".invasion summary")).to_contain_text("the Xenos are repulsed")


def test_a_damaged_world_lies_with_the_others_says_so_and_can_be_taken(page: Page) -> None:
    ann = a_player(0, "Ann", 1, 2)
    ann["tableau"][1]["away"] = "damaged"
    repair = a_choice(([], "Repair none", []), ([2], "Repair it for 2 cards", [2]))
    show(page, repair, players=[ann, a_player(1, "Bo", 3)], parts=an_invasion())
    expect(card(page, 2)).to_contain_text("damaged")
    expect(page.locator(".mine .facts")).to_contain_text("2 cards in the tableau")
    expect(page.locator(".mine .facts")).to_contain_text("3 Military against the Xenos")
    card(page, 2).click()
    assert answers(page) == [[2]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_it_can_be_read_by_all(page: Page, screen: str, scheme: str) -> None:
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    show(page, ONE_EACH, parts=an_invasion(shaken=1))
    if screen == "phone":
        page.get_by_role("button", name="Goals").click()
    check_with_axe(page, screen)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
