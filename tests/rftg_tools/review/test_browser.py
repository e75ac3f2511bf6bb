"""The page of a review in a real browser: as a file of its own, from the server, by keys, small."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from rftg_dsl.cli import main
from rftg_engine import Options
from rftg_tools.review.analysis import Store, analyse_all, findings_path
from rftg_tools.review.chart import points
from tests.browsers import MARKS
from tests.forked import served
from tests.rftg_tools.axe import check_with_axe
from tests.rftg_tools.importing.recording import at_random, record_game
from tests.rftg_tools.review.games import game, record

FOUND = ("--playouts", "250", "--level", "random")

pytestmark = MARKS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a record and its review, as a file; in the middle of the game it turned."""
    folder = tmp_path_factory.mktemp("review")
    path = folder / "game.json"
    path.write_text(json.dumps(record()), encoding="utf-8")
    few, many = game(playouts=4).plan, game(playouts=250).plan
    store = Store(findings_path(path, None), many)
    store.found.update(analyse_all(few, {}, 1))
    start = store.found["answer 0"]
    start["options"][start["taken"]][4] = 30  # games
    chart = points(few)
    for number, point in enumerate(chart[:-1]):
        store.found[point.name] = [0.2, 0.8] if number < len(chart) // 2 else [0.9, 0.1]
    store.write()
    exported = ["--export", str(folder / "review.html")]
    assert main(["review", str(folder / "game.json"), *FOUND, *exported]) == 0
    return folder


@pytest.fixture
def page(browser: Browser, folder: Path) -> Iterator[Page]:
    """The file in a browser that has no network, and in which nothing went wrong."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto((folder / "review.html").as_uri())
    expect(page.locator("#decisions h2")).to_have_text("Setup", timeout=20_000)
    yield page
    assert not wrong
    context.close()


def heading(page: Page) -> str:
    return page.locator("#decisions h2").inner_text()


def move_to(page: Page, moment: int) -> None:
    """Move the slider."""
    page.locator("#slider").evaluate(
        "(slider, to) => { slider.value = to; slider.dispatchEvent(new Event('input')); }", moment
    )


def test_the_file_shows_the_table_the_chart_and_what_each_option_was_worth(page: Page) -> None:
    assert page.locator("#chart polyline").count() == 2
    assert page.locator("#table .card img").first.evaluate("image => image.naturalWidth") > 0
    option = page.locator(".rated li.taken").first
    expect(option).to_contain_text("chosen")
    expect(option).to_contain_text(re.compile(r"\d+ %.*\d+ % to \d+ %.*games"))
    expect(page.locator(".rated li.bot").first).to_contain_text("the bot's choice (random)")


def test_all_tableaus_are_as_high_as_their_cards(page: Page) -> None:
    card = page.locator(".board .card").first.bounding_box()
    board = page.locator(".board").bounding_box()
    assert card is not None
    assert board is not None
    assert board["height"] > 2 * card["height"] > 100


def test_the_head_says_who_won_and_where_it_turned(page: Page) -> None:
    scores = sorted(record()["result"]["scores"])
    expect(page.locator("#result")).to_contain_text(f"greedy won by {scores[1] - scores[0]}.")
    expect(page.locator("#result")).to_contain_text("Race for the Galaxy")
    expect(page.locator("#main")).to_contain_text(re.compile("turning point.*percentage points"))
    assert "≈" not in page.locator(".review").inner_text()


def test_options_that_were_not_compared_have_no_figures(page: Page) -> None:
    options = page.locator(".decision").first.locator(".rated > li")
    glanced = options.filter(has_text="less promising at a glance")
    assert glanced.count() == options.count() - 1
    assert options.filter(has=page.locator(".bar-of")).count() == 1


def test_few_options_stand_at_once_and_all_can_be_unfolded(page: Page) -> None:
    decision = page.locator(".decision").first
    assert 2 <= decision.locator(".rated > li:visible").count() <= 7
    page.set_viewport_size({"width": 390, "height": 844})
    expect(decision.locator(".rated > li:visible").nth(3)).to_be_hidden()
    every = decision.locator(".rated > li").count()
    decision.locator("summary").click()
    assert decision.locator(".rated > li:visible").count() == every


def test_no_label_of_the_chart_is_cut(page: Page) -> None:
    for width in (1400, 800, 390):
        page.set_viewport_size({"width": width, "height": 844})
        left = page.locator("#chart > svg").evaluate("one => one.getBoundingClientRect().left")
        labels = page.locator("#chart .grid text").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().left)"
        )
        assert min(labels) >= left


def test_buttons_that_lead_nowhere_are_disabled(page: Page) -> None:
    expect(page.locator("#previous")).to_be_disabled()
    expect(page.locator("#next")).to_be_enabled()
    page.keyboard.press("End")
    expect(page.locator("#previous")).to_be_enabled()
    expect(page.locator("#next")).to_be_disabled()


def test_keys_go_through_the_game(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    assert heading(page) != "Setup"
    page.keyboard.press("ArrowLeft")
    assert heading(page) == "Setup"
    page.keyboard.press("End")
    assert heading(page) == "The end"
    page.keyboard.press("Home")
    assert heading(page) == "Setup"


def test_turning_points_are_listed_and_reached_by_a_key_and_a_button(page: Page) -> None:
    listed = page.locator("#turning li button")
    assert listed.count() >= 1
    page.keyboard.press("n")
    reached = heading(page)
    assert reached != "Setup"
    page.keyboard.press("Home")
    listed.first.click()
    assert heading(page) == reached
    assert page.locator("#chart .turning").count() == listed.count()


def test_the_slider_and_the_chart_lead_to_a_moment(page: Page) -> None:
    move_to(page, 9)
    ninth = heading(page)
    assert page.locator("#slider").get_attribute("aria-valuetext") == ninth
    box = page.locator("#chart > svg").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.999, box["y"] + 20)
    assert heading(page) == "The end"


def test_any_hand_can_be_looked_at(page: Page) -> None:
    page.keyboard.press("End")
    hands = []
    for name in ("greedy", "random"):
        page.get_by_label(name, exact=True).check()
        hands.append(page.locator("#hand .card").count())
        expect(page.locator("#table .player.mine .name")).to_have_text(name)
    assert hands
    assert page.locator("#table .player.mine .kind").count() == 0  # nobody who looks was there


def test_the_chart_is_there_as_a_table(page: Page) -> None:
    page.get_by_text("The chart as a table").click()
    rows = page.locator("#figures tbody tr")
    assert rows.count() > record()["result"]["rounds"]
    expect(rows.last).to_contain_text("End")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1400, 390])
def test_nothing_serious_is_found_by_axe(page: Page, scheme: str, width: int) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": 844})
    for moment in (0, 10, 20):
        move_to(page, moment)
        check_with_axe(page, f"moment {moment}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_server_shows_the_same(browser: Browser, folder: Path) -> None:
    with served("review", "game.json", *FOUND, folder=folder) as address:
        page = browser.new_page()
        page.goto(address)
        expect(page.locator("#decisions h2")).to_have_text("Setup", timeout=20_000)
        assert page.locator(".rated li.taken").count() > 0
        expect(page.locator("#table .card img").first).to_have_js_property("complete", True)
        page.close()


def test_while_it_is_made_the_page_tells_how_far_it_is_and_the_time_left(
    browser: Browser, folder: Path
) -> None:
    done = iter([10, 30])

    def unfinished(route: Route) -> None:
        data = route.fetch().json()
        data.get("review", data).update(complete=False, decisions_done=[next(done, 100), 100])
        route.fulfill(json=data)

    with served("review", "game.json", *FOUND, folder=folder) as address:
        page = browser.new_page()
        page.route("**/api/review/**", unfinished)
        page.goto(address)
        told = page.locator("#progress")
        expect(told).to_have_text(re.compile(r"^10 of 100 decisions reviewed \(10 %\)\. "))
        expect(told).to_have_text(re.compile(r"^30 of 100 .*\(30 %\), about \d+ seconds left\. "))
        page.close()


def test_the_server_shows_the_game_that_was_asked_for_of_several(
    browser: Browser, tmp_path: Path
) -> None:
    both = [record_game(Options(2), one, at_random(one)) | {"id": one} for one in ("a", "b")]
    (tmp_path / "games.jsonl").write_text("\n".join(map(json.dumps, both)), encoding="utf-8")
    few = ("--game", "b", "--playouts", "1", "--level", "random", "--jobs", "2")
    with served("review", "games.jsonl", *few, folder=tmp_path) as address:
        page = browser.new_page()
        page.goto(address)
        expect(page.locator("#decisions h2")).to_have_text("Setup", timeout=20_000)
        expect(page.locator("#progress")).to_have_text("")
        assert page.locator("#chart polyline").count() == 2
        page.close()
