"""Counts the clicks per round of somebody who plays as the hints say, in whole games.

Run it with `python -m tests.rftg_tools.play.games.counting`; it prints a line per game.
"""

import json
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page

from tests.browsers import started_browser
from tests.rftg_tools.play.games.moments import moment
from tests.rftg_tools.play.games.screens import Screens
from tests.rftg_tools.play.games.serving import Server
from tests.rftg_tools.play.games.wishes import begin

GAMES: Final[dict[str, tuple[tuple[str, ...], dict[str, Any]]]] = {
    "Race": (("bot expert",), {"seed": "4"}),
    "Race, four players": (("bot expert",) * 3, {"seed": "5"}),
    "Xeno": (("bot expert",) * 2, {"seed": "5", "sets": ["xeno-invasion"], "rules": ["invasion"]}),
    "the robot, on a phone": (("robot medium",), {"seed": "5", "sets": ["brink-of-war"]}),
}
_MARKS: Final = """async (ask) => {
  const { suggestedMarks } = await import("/picking.js");
  const { way, picked } = suggestedMarks(ask);
  return { way, picked: [...picked] };
}"""


class Player:
    """Somebody who answers what is asked as an expert bot would, with as few clicks as it takes."""

    def __init__(self, page: Page) -> None:
        self.clicks: Counter[str] = Counter()
        self.frame: dict[str, Any] = {}
        self._page = page
        self._kind = ""
        page.on("websocket", lambda line: line.on("framereceived", self._hear))

    def _hear(self, text: str | bytes) -> None:
        news = json.loads(text)
        if news["is"] == "table":
            self.frame = news

    def play(self) -> int:
        """Play to the end; return the number of rounds."""
        while moment(self._page).view == "ask":
            (ask,) = self.frame["asks"]
            self._kind = ask["kind"]
            if ask["form"] == "choice":
                self._choose(ask)
            else:
                self._mark(ask)
        rounds: int = self.frame["round"]
        return rounds

    def _click(self, selector: str) -> None:
        self.clicks[self._kind] += 1
        self._page.locator(selector).first.click(timeout=10_000)

    def _choose(self, ask: dict[str, Any]) -> None:
        (option,) = [one for one in ask["options"] if one["answer"] == ask["suggest"]]
        actions = option.get("action", [])
        if len(actions) > 1 or any("prestige" in name for name in actions):
            if any("prestige" in name for name in actions):
                self._click("#prestige")
            for name in actions if len(actions) > 1 else []:
                self._click(f"#ask [data-action='{name}']")
            if len(actions) < 2:
                self._click(self._option(option))
            elif not self._is_sent():
                self._click("#confirm")
            return
        self._click(self._option(option))

    @staticmethod
    def _option(option: dict[str, Any]) -> str:
        value = json.dumps(option["answer"], separators=(",", ":"))
        return f":is(#ask, #hand, .board) [data-option='{value}']:visible"

    def _mark(self, ask: dict[str, Any]) -> None:
        marks = self._page.evaluate(_MARKS, ask)
        if marks["way"]:
            self._click(f"#ask [name=way] >> nth={marks['way']}")
        for card in marks["picked"]:
            self._click(f".can[data-card='{card}']")
        if not marks["picked"] or not self._is_sent():
            self._click("#confirm")

    def _is_sent(self) -> bool:
        """Whether the marks were sent at once, as complete marks against bots are."""
        self._page.wait_for_timeout(50)
        return not self._page.locator(".card.picked, .action-card.picked").count()


def count(browser: Browser, server: Server, name: str) -> str:
    """Play a game, and say how many clicks a round took."""
    opponents, wishes = GAMES[name]
    screens = Screens(browser)
    page = screens.phone(has_art=False) if "phone" in name else screens.desk(has_art=False)
    player = Player(page)
    begin(page, server.address, *opponents, **wishes)
    rounds = player.play()
    screens.close()
    total = sum(player.clicks.values())
    most = ", ".join(f"{kind} {clicks}" for kind, clicks in player.clicks.most_common(5))
    return f"{name}: {total / rounds:.1f} clicks a round ({total} in {rounds} rounds; {most})"


def main() -> None:
    """Print the figures of all games."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder)) as server,
        started_browser() as browser,
    ):
        for name in GAMES:
            print(count(browser, server, name), flush=True)


if __name__ == "__main__":
    main()
