"""Whole games of Roll against a bot in a browser: by keys at a desk, by dragging on a phone."""

from random import Random

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browsers import MARKS
from tests.rftg_tools.axe import check_with_axe
from tests.rftg_tools.play.games.screens import Screens
from tests.rftg_tools.play.games.serving import Server
from tests.rftg_tools.play.games.sound import check_size
from tests.rftg_tools.play.games.wishes import choose_player, choose_players

pytestmark = MARKS
_READ = """() => {
  if (document.querySelector("#scores")) return { over: true };
  const open = "#ask.open :is([data-item], #confirm), .tray [data-do]";
  if (!document.querySelector(`:is(${open}):enabled`)) return null;
  const ask = document.querySelector("#ask");
  const boxes = [ask, ask.querySelector(".controls")].map((one) => one?.getBoundingClientRect());
  const { kind, form } = ask.dataset;
  return { over: false, kind, form, boxes: boxes.map((box) => box && [box.top, box.bottom]) };
}"""
"""What is asked, once something is."""
_SOON = 10_000
"""Milliseconds in which what can be taken has been."""
SCREENED = ("select", "assign wild", "reassign", "reassign worker", "dictate")
"""Questions whose answers nobody else sees yet, so that their keys take them at once."""
_MOST_MARKS = 14
_MOST_STEPS = 3000


def begin(page: Page, server: Server, seed: str) -> None:
    page.goto(server.address)
    page.locator("#play").wait_for()
    page.locator("[name=game][value=roll]").check()
    page.locator("[name=seed]").fill(seed)
    page.locator("#play").click()
    page.wait_for_url("**/games/*")


class Player:
    """Somebody who answers by chance. drags: dice and tiles are dragged where that can be.

    listens: whether axe-core looks at each kind of question.
    """

    def __init__(self, page: Page, seed: str, drags: bool, listens: bool = True) -> None:
        self.page, self.drags, self.listens = page, drags, listens
        self.chance = Random(seed)
        self.kinds: set[str] = set()
        self.dragged = 0

    def play(self) -> None:
        """Answer whatever is asked, to the end of the game."""
        for _step in range(_MOST_STEPS):
            if not self.act():
                return
        raise AssertionError(f"the game is not over after {_MOST_STEPS} steps")

    def act(self) -> bool:
        """Take the next step; False if the game is over."""
        now = self.page.wait_for_function(_READ).json_value()
        if now["over"]:
            return False
        kind = now["kind"]
        if kind not in self.kinds:
            self.kinds.add(kind)
            if self.listens:
                check_with_axe(self.page, kind)
            check_size(self.page)
        check_reach(*now["boxes"])
        has_list = self.page.locator("#ask [data-do=entry]").count() > 0
        if now["form"] == "choice" or has_list:  # few ways to count dice are listed
            self._choose(kind)
        else:
            self._count()
        return True

    def _choose(self, kind: str) -> None:
        items = self.page.locator(":is(#ask, .tray) [data-do=entry]:enabled:visible")
        done = self.page.locator("#confirm:not([aria-disabled=true])")
        can = self.page.locator(".board .can[data-pick]")
        if self.drags and can.count() and self.chance.random() < 0.6:
            self._drag(can.nth(self.chance.randrange(can.count())))
            return
        # Most rounds workers are shown as they are: one who dictates for ever never ends.
        places = items.evaluate_all("all => all.map((one) => Number(one.dataset.at))")
        count = len(places)
        if done.count() and (self.chance.random() < 0.8 or not count):
            self._press(done, "Enter")
        elif count:
            at = self.chance.choice(places)
            self._take(self.page.locator(f"[data-do=entry][data-at='{at}']:visible").first, at)
            # A key goes to an answer that cannot be taken back, and Enter takes it.
            if not self.drags and kind not in SCREENED:
                self.page.keyboard.press("Enter")

    def _press(self, button: Locator, key: str) -> None:
        if self.drags:
            click_if_there(button)
        else:
            self.page.keyboard.press(key)
        self.page.wait_for_timeout(10)

    def _take(self, item: Locator, at: int) -> None:
        if self.drags or at >= 9:
            click_if_there(item)
        else:
            self.page.keyboard.press(str(at + 1))
        self.page.wait_for_timeout(10)

    def _drag(self, item: Locator) -> None:
        mouse = self.page.mouse
        item.scroll_into_view_if_needed()
        box = item.bounding_box()
        if box is None:
            return
        mouse.move(x := box["x"] + box["width"] / 2, y := box["y"] + 12)
        mouse.down()
        mouse.move(x + 9, y + 9)
        drops = self.page.locator(".drop[data-drop]").all()
        if drops:
            place = self.chance.choice(drops).bounding_box()
            if place is not None:
                mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
                self.dragged += 1
        mouse.up()
        self.page.wait_for_timeout(10)

    def _count(self) -> None:
        more = self.page.locator("#ask [data-do=more]:enabled")
        ready = self.page.locator("#confirm:not([aria-disabled])")
        for _ in range(_MOST_MARKS):
            if ready.count() and self.chance.random() < 0.5:
                break
            if not (count := more.count()):
                break
            at = self.chance.randrange(count)
            self._take(more.nth(at), at)
        if ready.count():
            self._press(ready, "Enter")


def click_if_there(item: Locator) -> bool:
    """Click an element, unless it goes first: the answers of a move follow one another.

    Returns whether it was clicked.
    """
    try:
        item.click(timeout=_SOON)
    except TimeoutError:
        if item.count() and item.first.is_enabled():
            raise
        return False
    return True


def check_reach(ask: list[float], controls: list[float] | None) -> None:
    """The answers keep to their place: where there are many, all of them can be scrolled to.

    Each place is its top and its bottom.
    """
    if controls is not None and controls != [0, 0]:  # all answers may be on the board
        assert ask[0] <= controls[0] + 1
        assert controls[1] <= ask[1] + 1


def check_end(page: Page) -> None:
    """The end is told: who won, a row for each player, and another game can be begun."""
    expect(page.locator("#scores .sheet tbody tr")).to_have_count(2)
    expect(page.locator("#scores-title")).to_contain_text("win")
    check_with_axe(page, "the end")


@pytest.mark.parametrize(
    "drags",
    [
        pytest.param(False, id="keys at a desk"),
        pytest.param(True, id="drags on a phone", marks=pytest.mark.soak),
    ],
)
def test_a_whole_game_against_a_bot(screens: Screens, server: Server, drags: bool) -> None:
    page = screens.phone() if drags else screens.desk(has_art=False)
    begin(page, server, "7")
    player = Player(page, "7", drags)
    player.play()
    check_end(page)
    assert {"start tiles", "select", "recruit"} <= player.kinds
    assert not drags or player.dragged


def test_a_game_is_as_it_was_when_its_page_is_loaded_anew_and_after_an_undo(
    screens: Screens, server: Server
) -> None:
    page = screens.desk()
    begin(page, server, "8")
    page.locator(".tray [data-do=entry]").first.click()
    page.locator("#ask[data-kind=select]").wait_for()
    page.reload()
    page.locator("#ask[data-kind=select] .option").first.click()
    expect(page.locator("#undo")).to_be_enabled()
    page.keyboard.press("u")
    expect(page.locator("#ask[data-kind=select]")).to_be_visible()


def begin_among_four(page: Page, server: Server, seed: str) -> None:
    page.goto(server.address)
    page.locator("#play").wait_for()
    page.locator("[name=game][value=roll]").check()
    choose_players(page, ("bot greedy",) * 3)
    page.locator("[name=seed]").fill(seed)
    page.locator("#play").click()
    page.wait_for_url("**/games/*")
    page.locator("#ask.open").wait_for()


def test_a_bot_gives_advice_where_it_is_asked_for(screens: Screens, server: Server) -> None:
    page = screens.desk()
    begin(page, server, "8")
    expect(page.locator("#hint")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator("#ask .help .hint")).to_contain_text("A bot would choose: ")
    page.locator("#hint").click()
    expect(page.locator("#ask .hint")).to_have_count(0)
    check_with_axe(page, "advice")


def test_one_click_answers_for_all_dice_of_a_kind(screens: Screens, server: Server) -> None:
    page = screens.desk(has_art=False)
    wanted = {"select", "explorer", "amounts"}
    for seed in ("8", "9", "10"):  # what a game asks depends on when the page has shown what
        begin(page, server, seed)
        take_offers(page, Player(page, seed, False, listens=False), wanted)
        if not wanted:
            break
    assert not wanted


def take_offers(page: Page, player: Player, wanted: set[str]) -> None:
    """Play until each wanted kind of question has been answered by one click, at most one game."""
    for _step in range(300):
        page.wait_for_function(_READ)
        ask = page.locator("#ask")
        kind, turn = ask.get_attribute("data-kind"), ask.get_attribute("data-turn")
        offer = page.locator("#ask [data-steps]:enabled:not([data-option])").first
        if kind in wanted and offer.count() and click_if_there(offer):
            follower = {"select": "assign wild", "explorer": "explorer"}[kind]
            left = page.locator(f"#ask[data-kind='{follower}'] [data-item]:enabled")
            expect(left).to_have_count(0)
            wanted.discard(kind)
        elif ask.get_attribute("data-form") == "amounts" and page.locator("[data-amounts]").count():
            if not click_if_there(page.locator("[data-amounts]").first):
                continue
            expect(page.locator(f"#ask.open[data-turn='{turn}'] :enabled")).to_have_count(0)
            wanted.discard("amounts")
        elif not wanted or not player.act():
            break


def test_nothing_moves_while_a_round_is_played_among_four(screens: Screens, server: Server) -> None:
    page = screens.desk()
    begin_among_four(page, server, "9")
    player = Player(page, "9", False, listens=False)
    places = set()
    for _step in range(40):
        if not player.act():
            break
        boxes = [page.locator(name).bounding_box() for name in (".assign", ".yours", ".dock")]
        places.add(tuple(box and round(box["y"]) for box in boxes))
    assert len(places) == 1, places
    check_with_axe(page, "three rivals")
    expect(page.locator(".rival")).to_have_count(3)
    page.wait_for_function(ALL_TILES_OF_RIVALS_ARE_SEEN)
    page.evaluate("""() => {
      for (const tiles of document.querySelectorAll(".rival .tiles"))
        while (tiles.children.length < 14) tiles.append(tiles.lastElementChild.cloneNode(true));
    }""")
    page.set_viewport_size({"width": 1279, "height": 800})  # fits tiles again
    page.wait_for_function(ALL_TILES_OF_RIVALS_ARE_SEEN)


ALL_TILES_OF_RIVALS_ARE_SEEN = """() =>
  [...document.querySelectorAll(".rival .tiles")].every((tiles) => {
    const place = tiles.getBoundingClientRect();
    const boxes = [...tiles.children].map((tile) => tile.getBoundingClientRect());
    return boxes.every((box) => box.right <= place.right + 1 && box.bottom <= place.bottom + 1);
  })"""


def test_a_tile_is_shown_large_as_it_is_printed_on_both_sides(
    screens: Screens, server: Server
) -> None:
    page = screens.desk()
    begin_among_four(page, server, "9")
    tile = page.locator(".rival .printed").first
    tile.focus()
    page.keyboard.press("i")
    faces = page.locator(".large img")
    expect(faces).to_have_count(2)
    page.wait_for_function("""() => [...document.querySelectorAll(".large img")]
      .every((one) => one.complete && one.naturalWidth > 0)""")
    check_with_axe(page, "a large tile")
    page.keyboard.press("Escape")
    expect(page.locator(".large")).to_be_hidden()


def test_the_six_sides_of_a_die_are_one_step_away(screens: Screens, server: Server) -> None:
    page = screens.desk()
    begin(page, server, "8")
    page.locator(".tray [data-do=entry]").first.click()
    die = page.locator(".workers .die").first
    die.hover()
    expect(page.locator(".dice-tip .side-symbol")).to_have_count(6)
    page.mouse.move(5, 5)
    expect(page.locator(".dice-tip")).to_be_hidden()
    page.locator("#undo").focus()
    die.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".dice-tip")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("#help .help-dice tr")).to_have_count(7)
    check_with_axe(page, "the help of Roll")


def test_what_is_held_at_the_edge_of_a_phone_scrolls_the_page(
    screens: Screens, server: Server
) -> None:
    page = screens.phone()
    begin_among_four(page, server, "9")
    page.locator(".tray [data-do=entry]").first.click()
    page.locator("#ask[data-kind=select]").wait_for()
    die = page.locator(".workers .can[data-pick]").first
    die.scroll_into_view_if_needed()
    box, dock = die.bounding_box(), page.locator(".dock").bounding_box()
    assert box is not None
    assert dock is not None
    mouse = page.mouse
    mouse.move(box["x"] + 8, box["y"] + 8)
    mouse.down()
    mouse.move(box["x"] + 30, box["y"] + 30)
    mouse.move(box["x"] + 30, dock["y"] - 6)
    page.wait_for_function("() => document.querySelector('.board').scrollTop > 100")
    mouse.move(box["x"] + 30, 4)
    page.wait_for_function("() => document.querySelector('.board').scrollTop === 0")
    mouse.up()
    expect(page.locator(".ghost")).to_have_count(0)


def test_what_was_chosen_for_race_is_not_sent_with_a_game_of_roll(
    screens: Screens, server: Server
) -> None:
    page = screens.desk()
    page.goto(server.address)
    page.locator("#play").wait_for()
    choose_player(page, 1, "robot hard")
    page.locator("[name=game][value=roll]").check()
    with page.expect_request(lambda one: one.method == "POST") as sent:
        page.locator("#play").click()
    form = sent.value.post_data_json
    assert form["game"] == "roll"
    assert not {"robot", "opening"} & set(form)
    assert all(seat["kind"] != "robot" for seat in form["seats"])
    page.locator("#ask.open").wait_for()
