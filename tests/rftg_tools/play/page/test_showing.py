"""What the page shows, seen and heard, at a desk and on a phone; and the start page."""

import re

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browsers import MARKS
from tests.rftg_tools.axe import check_with_axe
from tests.rftg_tools.play.games.wishes import choose_player
from tests.rftg_tools.play.page.frames import (
    a_frame,
    a_payment,
    a_player,
    a_subset,
    an_end,
    of_actions,
)
from tests.rftg_tools.play.page.trial import (
    ONE_EACH,
    PAIRS,
    SCREENS,
    SHOW,
    answers,
    card,
    show,
)

pytestmark = MARKS


def test_arrows_go_through_cards_and_rows_and_space_takes(page: Page) -> None:
    show(page, ONE_EACH)
    page.keyboard.press("ArrowRight")
    expect(card(page, 4)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(card(page, 5)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#ask [data-option]:focus")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    expect(card(page, 4)).to_be_focused()
    page.keyboard.press("Space")
    assert answers(page) == [[4]]


def test_tab_stops_once_in_each_row_of_cards(page: Page) -> None:
    show(page, ONE_EACH)
    for group in ("own", "tableau 0", "tableau 1"):
        stops = page.locator(f'[data-group="{group}"] [data-item][tabindex="0"]')
        expect(stops).to_have_count(1)


def test_the_focus_is_never_lost_when_a_frame_comes(page: Page) -> None:
    show(page, ONE_EACH)
    card(page, 5).focus()
    show(page, ONE_EACH, turn=8, pool=20)
    expect(card(page, 5)).to_be_focused()
    show(page, a_subset(1, 1, cards=[4]), turn=9, hand=[4])
    expect(card(page, 4)).to_be_focused()
    show(page, turn=10)
    show(page, over=an_end(), turn=11)
    expect(page.locator("#scores")).to_be_focused()


def test_a_card_is_shown_large_with_its_words(page: Page) -> None:
    show(page, ONE_EACH)
    large = page.locator(".large")
    card(page, 4).hover()
    expect(large).to_contain_text("Space Port")
    page.mouse.move(2, 2)
    expect(large).to_be_hidden()
    card(page, 3).focus()
    page.keyboard.press("i")
    expect(large).to_contain_text("World, cost 2, 1 VP.")
    page.keyboard.press("Escape")
    expect(large).to_be_hidden()
    page.locator("#ask .named").click()
    expect(large).to_contain_text("Old Earth")
    assert answers(page) == []


def test_marks_stay_while_others_answer(page: Page) -> None:
    show(page, a_subset(1, 3))
    card(page, 5).click()
    show(page, a_subset(1, 3), turn=8, players=[a_player(0, "Ann"), a_player(1, "Bo", done=True)])
    expect(card(page, 5)).to_have_attribute("aria-pressed", "true")


def test_cards_that_lie_nowhere_are_shown_to_choose_from(page: Page) -> None:
    cards = a_frame()["cards"]
    show(page, a_subset(1, 1, cards=[6, 5]), hand=[4], cards=cards)
    tray = page.get_by_role("group", name="Choose from")
    expect(tray.locator("[data-card]")).to_have_count(2)


def test_phases_are_told_apart_in_words_too(page: Page) -> None:
    show(page, ONE_EACH)
    phases = page.get_by_role("list", name="Phases of this round").get_by_role("listitem")
    expect(phases).to_have_text(
        [
            "IExplore✓, done",
            "IIDevelop, not chosen",
            "IIISettle, now",
            "IVConsume, to come",
            "VProduce, not chosen",
        ]
    )
    expect(page.locator('[aria-current="step"]')).to_contain_text("Settle")


def test_a_good_has_a_letter_and_a_name(page: Page) -> None:
    show(page)
    good = card(page, 1).get_by_role("img", name="Novelty good")
    expect(good).to_have_text("N")


def test_who_waits_for_whom_is_said(page: Page) -> None:
    show(page, players=[a_player(0, "Ann", waiting=False), a_player(1, "Bo", waiting=True)])
    expect(page.locator("#ask .prompt")).to_have_text("Waiting for Bo.")


def test_undo_log_and_help_have_keys(page: Page) -> None:
    show(page, ONE_EACH)
    expect(page.locator("#undo")).to_be_disabled()
    page.keyboard.press("u")
    expect(page.locator("#ask .refusal")).to_contain_text("Nothing to undo")
    show(page, ONE_EACH, undo={"to": "before paying"}, turn=8)
    page.keyboard.press("u")
    page.keyboard.press("?")
    assert answers(page) == [["undo"], ["help"]]
    expect(page.locator("#log")).to_be_visible()
    page.keyboard.press("l")
    expect(page.locator("#log")).to_be_hidden()


def test_the_log_names_cards_that_can_be_looked_at(page: Page) -> None:
    entry = {"round": 3, "step": "settle", "seat": 1, "text": ["Bo places ", {"card": 3}, "."]}
    show(page, log=[entry])
    line = page.locator("#log li")
    expect(line).to_contain_text("Bo places Public Works.")
    line.get_by_role("button", name="Public Works").hover()
    expect(page.locator(".large")).to_contain_text("Public Works")


def test_the_score_sheet_has_every_line(page: Page) -> None:
    show(page, over=an_end() | {"course": [[4, 2], [9, 6], [17, 9]]})
    expect(page.locator(".points tbody tr").last).to_have_text("3179")
    sheet = page.locator("#scores")
    expect(sheet.get_by_role("heading")).to_have_text("Ann wins")
    expect(sheet.get_by_role("row").nth(1)).to_contain_text("Ann ★ winner")
    expect(sheet.locator("details[open] li")).to_have_text(["Old Earth 2 VP2", "chips15"])
    sheet.get_by_role("button", name="Play again").click()
    assert answers(page) == [["again"]]


def test_without_a_handler_the_table_is_for_looking_only(page: Page) -> None:
    looking = SHOW.split("renderTable(document")[0]
    page.evaluate(
        looking + 'renderTable(document.getElementById("table"), frame); }', a_frame(ONE_EACH)
    )
    expect(page.locator("#hand .can")).to_have_count(0)
    expect(page.locator("#undo, #help-button")).to_have_count(0)


def test_motion_can_be_turned_off_and_stays_off(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("import('/settings.js').then((help) => help.openHelp())")
    page.get_by_label("Animate cards").uncheck()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-motion", "off")


ASKS = {
    "choice": ONE_EACH,
    "subset": a_subset(1, 2, suggest=[6]),
    "payment": a_payment(suggest=[0, 4, 5]),
    "actions": of_actions(["explore +5"], ["settle"], ["prestige settle"], suggest=[1]),
    "pairs": PAIRS,
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", list(SCREENS))
def test_nothing_keeps_anybody_out(page: Page, screen: str, scheme: str) -> None:
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for at, (name, ask) in enumerate([*ASKS.items(), ("the end", None)]):
        show(page, ask, turn=20 + at, over=None if ask else an_end())
        if ask is ONE_EACH:
            card(page, 6).click(force=True)
        check_with_axe(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.reload()
    expect(page.locator("#play")).to_be_visible()
    check_with_axe(page, "the start page")


def test_targets_on_a_phone_are_large_enough_for_a_thumb(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for at, ask in enumerate(ASKS.values()):
        show(page, ask, turn=20 + at)
        for button in page.locator("#ask button:not(.named):visible, .bar button:visible").all():
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 44, button.text_content()


def test_a_table_against_the_robot_leaves_room_for_the_own_tableau_on_a_phone(page: Page) -> None:
    mat = {"seat": 1, "level": "medium", "credit": 1, "economy": 0, "stack": 4, "counters_left": 2}
    mat |= {"counters_placed": 0, "face": "explore +5", "dice": [], "placed": [], "notes": ["One."]}
    page.set_viewport_size({"width": 390, "height": 844})
    names = ["explore +5", "explore +1,+1", "develop", "second develop", "settle", "second settle"]
    names += ["consume: trade", "consume: x2", "produce"]
    pairs = [[one, other] for one in names for other in names if one < other]
    show(page, of_actions(*pairs), parts={"robot": mat})
    tableau = page.locator(".mine [data-card]").first.bounding_box()
    dock = page.locator(".dock").bounding_box()
    assert tableau is not None
    assert dock is not None
    assert tableau["y"] + tableau["height"] <= dock["y"]
    page.locator("#ask .help summary").click()
    expect(page.locator("#ask cite")).to_be_visible()
    page.get_by_role("button", name="Goals").click()
    expect(page.locator(".robot")).to_contain_text("credit 1")


def test_removing_a_player_shows_the_names_that_will_play(page: Page) -> None:
    for at, name in enumerate(("Ann", "Bob", "Cy")):
        if at > 1:
            page.get_by_role("button", name="Add a player").click()
        choose_player(page, at, "human")
        page.locator(f"[name=name][data-at='{at}']").fill(name)
    page.get_by_role("button", name="Remove player 2").click()
    expect(page.locator("[name=name][data-at='1']")).to_have_value("Cy")
    expect(page.locator("#sentence")).to_contain_text("Ann against Cy")


def test_two_people_are_told_how_others_get_seats(page: Page) -> None:
    note = page.locator(".seats .note").filter(has_text="other devices")
    expect(note).to_have_count(0)
    choose_player(page, 1, "human")
    expect(note).to_contain_text("start the server with --share")

    def without_server(route: Route) -> None:
        route.fulfill(json={**route.fetch().json(), "links": "none"})

    page.route("**/api/setup", without_server)
    page.reload()
    choose_player(page, 1, "human")
    expect(note).to_contain_text("you need the installed program")
    link = note.get_by_role("link", name="How to get it")
    expect(link).to_have_attribute("href", re.compile("/installed[.]html$"))


def test_own_sets_of_two_games_are_not_played_together(page: Page) -> None:
    def as_own(route: Route) -> None:
        setup = route.fetch().json()
        own = [{**one, "own": one["id"] in ("roll", "base")} for one in setup["sets"]]
        route.fulfill(json={**setup, "sets": own, "chosen": []})

    page.route("**/api/setup", as_own)
    page.reload()
    expect(page.locator("#sentence")).to_have_text(
        re.compile("with (Race|Roll) for the Galaxy[.]$")
    )


def test_the_page_says_why_a_game_cannot_be_shown(page: Page) -> None:
    def close(line: WebSocketRoute) -> None:
        line.close(code=4404, reason="x.json is of another version")

    page.route_web_socket("**/games/x/socket", close)
    page.goto(page.url + "games/x")
    expect(page.locator("#curtain")).to_contain_text("This game can't be shown")
    expect(page.locator("#curtain")).to_contain_text("x.json is of another version")


def test_what_fails_on_the_start_page_hides_nothing_else(page: Page) -> None:
    page.route("**/api/setup", lambda route: route.fulfill(status=200, body="no JSON"))
    page.reload()
    expect(page.locator("[role=alert]")).to_contain_text("start a new game")
    expect(page.locator("#saved")).to_be_visible()
    page.unroute("**/api/setup")
    page.route("**/api/games", lambda route: route.fulfill(status=200, body="no JSON"))
    page.reload()
    expect(page.locator("[role=alert]")).to_contain_text("load the saved games")
    expect(page.locator("#play")).to_be_enabled()


def test_a_game_can_be_reviewed_once_it_is_over(page: Page) -> None:
    games = [
        {"id": name, "title": "Base", "players": ["Ann"], "round": 3} | state
        for name, state in (("new", {}), ("old", {"over": True}))
    ]
    page.route("**/api/games", lambda route: route.fulfill(json={"games": games}))
    page.reload()
    expect(page.get_by_role("link", name="View old", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Review old")).to_be_visible()
    expect(page.get_by_role("link", name="Review new")).to_have_count(0)


def test_a_search_finds_cards_of_the_sets_that_are_chosen_now(page: Page) -> None:
    held: list[Route] = []
    page.route("**/api/setup/cards?sets=base", lambda route: held.append(route))
    page.locator("[name=words]").press_sequentially("a")
    page.locator("[name=set][value=base]").uncheck()
    page.locator("[name=set][value=brink-of-war]").check()
    expect(page.locator(".found li").first).to_be_visible()
    with page.expect_response("**/api/setup/cards?sets=base"):
        held[0].fulfill(json={"cards": [{"title": "Stale", "own": True, "says": "a"}]})
    page.locator("[name=words]").press_sequentially(" ")
    expect(page.locator(".found li").first).to_be_visible()
    expect(page.locator(".found")).not_to_contain_text("Stale")


BROKEN_BEFORE_A_MARK = """async () => {
  const { textElements } = await import("/words.js");
  const box = document.createElement("div");
  const cards = { 1: { title: "Galactic Trendsetters" }, 2: { title: "Ice Moon" } };
  document.body.append(box);
  box.append(...textElements(["places ", { card: 1 }, ", pays ", { card: 2 }, "."], cards));
  const broken = [];
  for (let width = 60; width < 400; width += 5) {
    box.style.width = `${width}px`;
    for (const button of box.querySelectorAll(".named")) {
      const text = document.createRange();
      text.setStart(button.nextSibling, 0);
      text.setEnd(button.nextSibling, 1);
      const word = [...button.getClientRects()].at(-1);
      if (text.getBoundingClientRect().top > word.bottom - 3) broken.push(width);
    }
  }
  box.remove();
  return broken;
}"""


def test_no_line_begins_with_the_comma_behind_a_card(page: Page) -> None:
    assert page.evaluate(BROKEN_BEFORE_A_MARK) == []
