"""Setting up a game on the start page, by its fields and buttons."""

from collections.abc import Callable, Sequence

from playwright.sync_api import Page


def begin(
    page: Page,
    address: str,
    *others: str,
    seed: str,
    sets: Sequence[str] = ("base",),
    rules: Sequence[str] = (),
    before_play: Callable[[Page], None] | None = None,
) -> None:
    """Set up a game on the start page, and press Play.

    others: who plays besides the first person, as the lists of players name them: "human",
    "bot greedy", "robot medium". before_play: what is done once all is filled in.
    """
    page.goto(address)
    page.locator("#play").wait_for()
    for box in page.locator("[name=set]").all():
        box.set_checked(box.input_value() in sets)
    choose_players(page, others)
    for rule in rules:
        page.locator(f"[name=option][value={rule}]").check()
    page.locator("[name=seed]").fill(seed)
    if before_play is not None:
        before_play(page)
    page.locator("#play").click()
    page.wait_for_url("**/games/*")


def choose_players(page: Page, others: Sequence[str]) -> None:
    """Make the list of players what is wanted."""
    for _ in others[1:]:
        page.get_by_role("button", name="Add a player").click()
    for at, kind in enumerate(others, 1):
        choose_player(page, at, kind)


def choose_player(page: Page, at: int, kind: str) -> None:
    """Choose who plays at a seat, in its menu."""
    name, _space, level = kind.partition(" ")
    labels = {"human": "A person here", "bot": f"{level.capitalize()} bot"}
    page.locator(f"[data-do=kind][data-at='{at}']").click()
    label = labels.get(name, f"The robot, {level}")
    page.locator(".menu").get_by_role("menuitemradio", name=label).click()
