"""A person who plays: sees what the page shows, and answers by chance and by what it suggests."""

from collections.abc import Callable
from random import Random
from typing import Final

from playwright.sync_api import Page

from tests.rftg_tools.play.games.hands import Hands, Mouse
from tests.rftg_tools.play.games.moments import Moment, moment

_MOST_MARKS: Final = 12
"""Cards that are marked by chance until the suggestion is taken in their place."""
Look = Callable[[Page, Moment], None]


def _nothing(_page: Page, _moment: Moment) -> None:
    """Look at nothing."""


class Person:
    """Somebody at a page. advice: how often, from 0 to 1, a suggestion is followed.

    look: what is done at each moment before it is answered.
    """

    def __init__(
        self,
        page: Page,
        seed: str,
        hands: Hands | None = None,
        advice: float = 0.7,
        look: Look = _nothing,
    ) -> None:
        self.page = page
        self.answers = 0
        self.kinds: set[str] = set()
        self._hands: Hands = hands or Mouse()
        self._advice, self._look = advice, look
        self._chance = Random(seed)

    def play(self) -> None:
        """Answer whatever is asked, to the end of the game."""
        while self.act():
            pass

    def act(self) -> bool:
        """Do what there is to do; False if the game is over."""
        now = moment(self.page)
        self._look(self.page, now)
        if now.view == "over":
            return False
        if now.view == "ask":
            self.answer(now)
        elif now.view == "pass":
            self._take("#ask [data-do=pass] >> nth=0")
        else:
            self._take("#curtain button.primary")
            self.page.locator("body:not([data-view=curtain])").wait_for()
        return True

    def answer(self, now: Moment) -> None:
        """Answer what is asked."""
        self.answers += 1
        self.kinds.add(now.kind)
        if now.form == "choice":
            self._choose(now)
        else:
            self._mark(now)

    def _take(self, selector: str) -> None:
        self._hands.take(self.page, selector)

    def _is_led(self) -> bool:
        return self._chance.random() < self._advice

    # --- choices

    def _choose(self, now: Moment) -> None:
        is_led = now.hints and self._is_led()
        if is_led:
            self._hint()
        elif now.prestige and self._chance.random() < 0.5:
            self._take("#prestige")
            now = moment(self.page)
        if now.actions:
            self._choose_two(is_led, now.turn)
        elif is_led:
            self._take("#ask [data-option][data-hint], #hand [data-option][data-hint]")
        else:
            self._choose_one(now)

    def _hint(self) -> None:
        if self.page.locator("#hint").get_attribute("aria-pressed") == "false":
            self._take("#hint")

    def _choose_one(self, now: Moment) -> None:
        """Take an option by its button, or by the card it stands on."""
        option = self._chance.choice(now.options)
        card = dict(now.on).get(option)
        if card is None or self._chance.random() < 0.5:
            self._take(f":is(#ask, #hand) [data-option='{option}']")
            return
        self._take(f".can[data-card='{card}'] >> nth=0")
        entry = f"#menu [data-option='{option}']"
        if self.page.locator(entry).count():
            self._take(entry)

    def _choose_two(self, is_led: bool, turn: int) -> None:
        """Mark two actions that go together, or those that are hinted. turn: when they are asked.

        The last mark is the answer where nothing has to be confirmed.
        """
        if is_led:
            hinted = self.page.locator("#ask [data-action][data-hint]")
            names = [one.get_attribute("data-action") for one in hinted.all()]
            for name in names:
                self._take(f"#ask [data-action='{name}']")
        while not is_led or moment(self.page).amiss:
            now = moment(self.page)
            if now.turn != turn:
                return
            self._take(f"#ask [data-action='{self._chance.choice(now.actions)}']")
            is_led = True
        if moment(self.page).turn == turn:
            self._take("#confirm")

    # --- marks

    def _mark(self, now: Moment) -> None:
        if now.ways and not self._is_led():
            self._take(f"#ask [name=way] >> nth={self._chance.randrange(now.ways)}")
        assert not now.marked, "cards are marked that nobody has marked"
        if not (now.hints and self._is_led()) and self._mark_by_chance():
            return
        if now.hints and moment(self.page).amiss:
            self._hint()
            self._take("#suggest")
        self._take("#confirm")

    def _mark_by_chance(self) -> bool:
        """Mark cards until they are an answer; against bots, complete marks are sent at once.

        Return whether they were.
        """
        now = moment(self.page)
        for _ in range(_MOST_MARKS):
            free = [card for card in now.cards if card not in now.marked]
            if not free or not now.amiss:
                return False
            self._take(f".can[data-card='{self._chance.choice(free)}'] >> nth=0")
            now = moment(self.page)
            if not now.marked:
                return True
        return False
