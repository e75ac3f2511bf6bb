"""How the table looks: light or dark by choice, others in brief, and what moved is seen to."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browsers import MARKS
from tests.rftg_tools.axe import check_with_axe
from tests.rftg_tools.play.page.frames import Data, a_card, a_player
from tests.rftg_tools.play.page.trial import ONE_EACH, answers, card, show

pytestmark = MARKS
_CROWD = range(10, 46)
_COLOURS = "getComputedStyle(document.documentElement).colorScheme"
_WATCH = """() => {
  window.flights = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node.classList?.contains("sky")) window.flights.push(node.children.length);
  }).observe(document.body, { childList: true });
}"""


def crowd(**other: Any) -> Data:
    """A frame's players, three of them with twelve cards each, and the facts of all cards."""
    kinds = [None, "novelty", "rare", "genes", "alien", "any"]
    titles = ["World of a Long and Winding Name", "Old Mine", "Trade Guild"]
    cards: Data = {
        str(at): a_card(titles[at % 3]) | {"kind": kinds[at % 6], "cost": at % 7} for at in _CROWD
    }
    cards |= {str(at): a_card(f"Card {at}") for at in range(1, 10)}
    others = [a_player(seat, name, *_CROWD[12 * (seat - 1) : 12 * seat]) for seat, name in NAMES]
    return {"players": [a_player(0, "Ann", 1, 2), *others], "cards": cards, **other}


NAMES = ((1, "Bo"), (2, "Cy"), (3, "Di"))


# --- light or dark


def choose_scheme(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name).first.click()


def test_a_scheme_is_chosen_before_and_in_a_game_and_is_kept(page: Page) -> None:
    assert page.evaluate(_COLOURS) == "light dark"
    choose_scheme(page, "Dark")
    assert page.evaluate(_COLOURS) == "dark"
    page.reload()
    assert page.evaluate(_COLOURS) == "dark"
    show(page, ONE_EACH)
    page.evaluate("import('/settings.js').then((help) => help.openHelp())")
    field = page.locator("#help").get_by_role("radiogroup", name="Theme")
    expect(field.get_by_role("radio", name="Dark")).to_be_checked()
    field.get_by_role("radio", name="Light").click()
    assert page.evaluate(_COLOURS) == "light"
    field.get_by_role("radio", name="System").click()
    assert page.evaluate(_COLOURS) == "light dark"


def test_a_scheme_that_is_none_is_the_systems(page: Page) -> None:
    page.evaluate("localStorage.setItem('scheme', 'mauve')")
    page.reload()
    assert page.evaluate(_COLOURS) == "light dark"
    expect(page.get_by_role("radio", name="System").first).to_be_checked()


def test_a_tab_follows_the_scheme_that_is_chosen_in_another(page: Page) -> None:
    page.evaluate("""() => {
      localStorage.setItem("scheme", "dark");
      dispatchEvent(new StorageEvent("storage", { key: "scheme" }));
    }""")
    assert page.evaluate(_COLOURS) == "dark"
    expect(page.get_by_role("radio", name="Dark").first).to_be_checked()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_crowded_table_keeps_nobody_out_in_a_chosen_scheme(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "light" else "light")
    choose_scheme(page, scheme.capitalize())
    show(page, ONE_EACH, **crowd())
    check_with_axe(page, scheme)


# --- opponents' cards


def test_opponents_always_show_their_cards(page: Page) -> None:
    show(page, ONE_EACH, **crowd())
    cards = page.locator(".others .card")
    expect(cards).to_have_count(36)
    widths = {round(one.bounding_box()["width"]) for one in cards.all()}  # type: ignore[index]
    assert min(widths) >= 46
    for player in page.locator(".others .player").all():
        hidden = player.locator(".tableau").evaluate("one => one.scrollHeight - one.clientHeight")
        assert hidden <= 1, "all twelve cards of all three are seen at once"


def test_the_large_card_opens_after_a_rest_and_not_for_what_comes_under_the_pointer(
    page: Page,
) -> None:
    show(page, ONE_EACH, **crowd())
    page.locator('.others [data-card="12"]').hover()
    large = page.locator(".large")
    expect(large).to_be_hidden()
    expect(large).to_contain_text("World of a Long and Winding Name")
    dock = page.locator(".dock").bounding_box()
    box = large.bounding_box()
    assert dock is not None
    assert box is not None
    assert box["x"] >= dock["x"] + dock["width"] - 60 or box["y"] + box["height"] <= dock["y"]
    page.mouse.move(2, 2)
    expect(large).to_be_hidden()
    page.locator(".bar h1").hover()
    show(page, ONE_EACH, turn=8, **crowd())
    page.wait_for_timeout(500)
    expect(large).to_be_hidden()


# --- motion


def placed(page: Page) -> None:
    """Ann's card 4 goes from her hand into her tableau."""
    players = [a_player(0, "Ann", 1, 2, 4), a_player(1, "Bo", 3)]
    show(page, ONE_EACH, turn=8, players=players, hand=[5, 6])


def moving(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(_WATCH)
    show(page, ONE_EACH)


def flights(page: Page) -> list[int]:
    found: list[int] = page.evaluate("window.flights")
    return found


def test_a_card_that_is_placed_is_seen_to_go_there(page: Page) -> None:
    moving(page)
    placed(page)
    assert flights(page) == [1]
    page.locator(".sky").wait_for(state="detached")


def test_what_is_shown_first_or_stays_does_not_move(page: Page) -> None:
    moving(page)
    show(page, ONE_EACH, turn=8)
    card(page, 6).hover()
    assert flights(page) == []


def test_a_chip_goes_from_the_pool_to_who_gains_it(page: Page) -> None:
    moving(page)
    players = [a_player(0, "Ann", 1, 2, vp=5), a_player(1, "Bo", 3)]
    show(page, ONE_EACH, turn=8, pool=22, players=players)
    assert flights(page) == [1]


def test_a_good_that_is_spent_goes_to_what_it_brought(page: Page) -> None:
    moving(page)
    show(page, ONE_EACH, turn=8)
    bare = a_player(0, "Ann", 1, 2, hand=6)
    bare["tableau"][0]["good"] = None
    show(page, ONE_EACH, turn=9, players=[bare, a_player(1, "Bo", 3)])
    assert flights(page) == [1]


def test_clicks_and_keys_work_while_something_moves(page: Page) -> None:
    moving(page)
    page.evaluate("Element.prototype.animate = function () {}")
    page.evaluate("window.setTimeout = () => 0")  # what flies stays
    placed(page)
    expect(page.locator(".sky")).to_be_attached()
    card(page, 5).click()
    assert answers(page) == [[5]]


def test_a_whole_new_table_does_not_fly_about(page: Page) -> None:
    moving(page)
    show(page, ONE_EACH, turn=8, **crowd())
    assert flights(page) == []


@pytest.mark.parametrize("off", ["system", "switch"])
def test_nothing_moves_where_motion_is_turned_off(page: Page, off: str) -> None:
    moving(page)
    if off == "system":
        page.emulate_media(reduced_motion="reduce")
    else:
        page.evaluate("import('/settings.js').then((it) => it.setSwitch('motion', false))")
    placed(page)
    assert flights(page) == []
