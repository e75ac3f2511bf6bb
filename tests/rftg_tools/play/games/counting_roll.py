"""Counts the clicks or keys per round of Roll, in whole games against a bot.

Run it with `python -m tests.rftg_tools.play.games.counting_roll [--keys]`.

A script gives the answers that a bot suggests, by the shortest way that the page offers. Options
that reveal nothing more than others, such as abandoning tiles before scouting, are not used.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, cast

from playwright.sync_api import Page, WebSocket

from rftg_dev.harness import positive
from rftg_dev.serving import chromium, find_chromium, served

_FORM: Final = {
    "game": "roll",
    "sets": ["roll"],
    "seats": [
        {"kind": "human", "name": "Ann"},
        {"kind": "bot", "level": "greedy", "name": ""},
    ],
    "options": {},
}
_POST: Final = """async (form) => {
  const headers = { "content-type": "application/json" };
  const sent = await fetch("/api/games", { method: "POST", headers, body: JSON.stringify(form) });
  return (await sent.json()).id;
}"""
_MOST_ANSWERS: Final = 2_000
_SIGNS: Final = "123456789abcdefgijkmnopqrsvwxyz"
_PHASES: Final = 5
_WILD: Final = 5
"""The side of a die that is any phase."""
Data = dict[str, Any]


def _answer_of(option: Data) -> list[int]:
    answer: list[int] = option["answer"]
    return answer


class Player:
    """Plays a game at its page, and counts clicks or keys by kind of question."""

    def __init__(self, page: Page, by_keys: bool) -> None:
        self.page, self.by_keys = page, by_keys
        self.used: Counter[str] = Counter()
        self.frame: Data = {}
        self._kind = ""
        page.on("websocket", self._listen)

    def play(self) -> int:
        """Play to the end; return the number of rounds."""
        for _answer in range(_MOST_ANSWERS):
            self.page.wait_for_function(
                "() => document.querySelector('#scores, #ask.open :enabled')"
            )
            if self.page.locator("#scores").count():
                return cast(int, self.frame["round"])
            self._answer(self.frame["asks"][0], self.frame["turn"])
        raise RuntimeError(f"the game is not over after {_MOST_ANSWERS} answers")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self._take(json.loads(data)))

    def _take(self, data: Data) -> None:
        if data.get("is") == "table":
            self.frame = data

    def _answer(self, ask: Data, turn: int) -> None:
        self._kind = ask["kind"]
        answer = ask["suggest"]
        if ask["form"] == "choice":
            self._choose(ask, answer)
        else:
            self._mark(ask, answer)
        for _wait in range(200):
            if self.frame["turn"] != turn:
                return
            self.page.wait_for_timeout(10)
        raise RuntimeError(f"{ask['kind']}: the answer {answer} has no effect")

    def _choose(self, ask: Data, answer: list[int]) -> None:
        if not answer:
            self._use("#confirm", "Enter")
            return
        if ask["kind"] == "select":
            self._select(ask, answer)
            return
        if self._take_entry(answer):
            return
        options = [*ask["moves"], *ask["options"]]
        option = next(option for option in options if option["answer"] == answer)
        self._use(f".can[data-pick='{option['pick']['key']}'] >> nth=0", "Space")
        if not self._take_entry(answer):
            self._use(f".drop[data-drop='{option['drop']['key']}'] >> nth=0", "Enter")

    def _select(self, ask: Data, answer: list[int]) -> None:
        """Select a phase with the die that the page proposes, or with the bot's if it does not."""
        phase = answer[0]
        sides = {side for _phase, side, _colour in map(_answer_of, ask["options"])}
        self._use(f"#ask [data-do=entry][data-at='{phase}']", _SIGNS[phase])
        if not sides & {phase, _WILD} and len(ask["options"]) > _PHASES:
            self._take_entry(answer)
        elif self._is_held():
            self._use("#confirm", "Enter")

    def _take_entry(self, answer: list[int]) -> bool:
        """Take the entry of an answer, if the page lists it."""
        value = json.dumps(answer, separators=(",", ":"))
        entry = f":is(#ask, .tray) [data-option='{value}'] >> nth=0"
        if not self.page.locator(entry).count():
            return False
        self._use(entry, _SIGNS[int(self.page.locator(entry).get_attribute("data-at") or 0)])
        if self.by_keys and self._kind not in ("select", "assign wild", "reassign", "dictate"):
            self._use(entry, "Enter")
        if self._is_held():
            self._use("#confirm", "Enter")
        return True

    def _is_held(self) -> bool:
        """Return whether an answer waits for Done, because nothing else would be asked."""
        return bool(self.page.locator("#confirm[data-held]:enabled").count())

    def _mark(self, ask: Data, answer: list[int]) -> None:
        things = ask["things"]
        counts = (
            answer
            if ask["form"] == "amounts"
            else [int(thing["value"] in answer) for thing in things]
        )
        total = sum(thing["limit"] for thing in things)
        if ask["form"] == "amounts" and ask["least"] == ask["most"] and total < 2 * ask["most"]:
            pairs = zip(things, counts, strict=True)
            counts = [thing["limit"] - count for thing, count in pairs]  # those that stay
        for index, count in enumerate(counts):
            for _die in range(count):
                die = f"#ask [data-at='{index}'][aria-pressed=false] >> nth=0"
                self._use(die, _SIGNS[index])
        self._use("#confirm", "Enter")

    def _use(self, selector: str, key: str) -> None:
        """Click an element, or press its key."""
        self.used[self._kind] += 1
        if self.by_keys:
            self.page.keyboard.press(key)
        else:
            self.page.locator(selector).click(timeout=5_000)
        self.page.wait_for_timeout(5)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures."""
    parser = ArgumentParser("counting_roll", description=__doc__)
    parser.add_argument("--games", type=positive, default=3)
    parser.add_argument("--keys", action="store_true", help="use the keyboard alone")
    args = parser.parse_args(arguments)
    used: Counter[str] = Counter()
    rounds = 0
    with TemporaryDirectory() as name:
        server = served("play", "--pace", "0", folder=Path(name))
        with server as address, chromium(find_chromium() or "chromium") as browser:
            for seed in range(args.games):
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                player = Player(page, args.keys)
                page.goto(address)
                game = page.evaluate(_POST, _FORM | {"seed": str(seed)})
                page.goto(f"{address.rstrip('/')}/games/{game}")
                rounds += player.play()
                used += player.used
                page.close()
    what = "keys" if args.keys else "clicks"
    for kind, count in used.most_common():
        print(f"{kind:18}{count / rounds:8.2f}")
    print(f"{what} per round   {sum(used.values()) / rounds:8.2f}  ({rounds} rounds)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
