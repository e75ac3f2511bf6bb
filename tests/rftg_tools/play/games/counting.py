"""Counts the clicks or keys per round of somebody who answers as an expert bot, in whole games.

Run it with `python -m tests.rftg_tools.play.games.counting [GAME ...]`; it prints a table.

Each answer is given in the shortest way that the page offers, but nothing is taken for it: what
the page marks or proposes counts as an answer only where it is the expert's. Options that reveal
nothing more than others, such as abandoning tiles before scouting, are not used.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page, WebSocket

from rftg_dev.harness import positive
from rftg_dev.serving import chromium, find_chromium, served
from tests.rftg_tools.play.games.screens import Screens

Data = dict[str, Any]
_READY: Final = "() => document.querySelector('#scores, #ask.open :enabled, .tray :enabled')"
_MARKS: Final = """async (ask) => {
  const { suggestedMarks } = await import("/picking.js");
  const { way, picked } = suggestedMarks(ask);
  return { way, picked: [...picked] };
}"""
_POST: Final = """async (form) => {
  const headers = { "content-type": "application/json" };
  const sent = await fetch("/api/games", { method: "POST", headers, body: JSON.stringify(form) });
  return (await sent.json()).id;
}"""
_SIGNS: Final = "123456789abcdefgijkmnoqrsvwxyz"
_MOST_ANSWERS: Final = 20_000
_PATIENCE: Final = 60_000
"""Milliseconds until a question comes: bots think long where the machine is busy."""
_LISTED: Final = 5
"""Kinds of questions that a row lists."""
_PHASES: Final = 5
_STOCK: Final = 1
"""The task of an explorer that gains credits."""
_MOVES: Final = ("dictate", "reassign worker")
"""Kinds of questions that a listed move answers together with its power."""
_WILD: Final = 5
"""The side of a die that is any phase."""


class Row(NamedTuple):
    """A kind of game. target: clicks or keys per round. bots: levels. options: of a request."""

    target: float
    bots: tuple[str, ...]
    seed: int
    options: Data
    is_phone: bool = False


_BASE: Final[Data] = {"sets": ["base"]}
GAMES: Final[dict[str, Row]] = {
    "race2": Row(4.5, ("expert",), 4, _BASE),
    "race3": Row(4.5, ("expert",) * 2, 5, _BASE),
    "race4": Row(4.5, ("expert",) * 3, 5, _BASE),
    "xeno": Row(6, ("expert",) * 2, 5, {"sets": ["xeno-invasion"], "options": {"invasion": True}}),
    "robot": Row(7, (), 5, {"sets": ["brink-of-war"], "robot": "medium"}, is_phone=True),
    "roll": Row(5.5, ("greedy",), 0, {"sets": ["roll"], "game": "roll"}),
}


def _request(row: Row, seed: int) -> Data:
    bots = [{"kind": "bot", "level": level, "name": ""} for level in row.bots]
    others = bots or [{"kind": "robot"}]
    seats = [{"kind": "human", "name": "Ann"}, *others]
    return {"options": {}, **row.options, "seats": seats, "seed": str(seed)}


class Player:
    """Somebody who answers as the expert would, and counts clicks or keys by kind of question."""

    def __init__(self, page: Page, by_keys: bool) -> None:
        self.page, self.by_keys = page, by_keys
        self.used: Counter[str] = Counter()
        self.log: list[str] = []
        self.frame: Data = {}
        self.kind = ""
        self._turn = 0
        page.on("websocket", self._listen)

    def play(self) -> int:
        """Play to the end; return the number of rounds."""
        for _answer in range(_MOST_ANSWERS):
            self.page.wait_for_function(_READY, timeout=_PATIENCE)
            if self.page.locator("#scores").count():
                rounds: int = self.frame["round"]
                return rounds
            if self.page.locator("#ask").get_attribute("data-turn") != str(self.frame["turn"]):
                self.page.wait_for_timeout(20)  # the page has shown a frame that is not heard yet
                continue
            ask, self._turn = self.frame["asks"][0], self.frame["turn"]
            self.kind = ask["kind"]
            before = self.used[self.kind]
            self.answer(ask)
            bounds = [ask.get(name) for name in ("least", "most")]
            suggest = str(ask["suggest"])[:40]
            self.log.append(f"{self.kind}: {self.used[self.kind] - before} {bounds} {suggest}")
            self._wait(ask)
        raise RuntimeError(f"the game is not over after {_MOST_ANSWERS} answers")

    def answer(self, ask: Data) -> None:
        """Give the expert's answer."""
        raise NotImplementedError

    def use(self, selector: str, key: str = "") -> None:
        """Click an element, or press its key."""
        self.used[self.kind] += 1
        if self.by_keys and key:
            self.page.keyboard.press(key)
        else:
            self.page.locator(selector).first.click(timeout=10_000)
        self.page.wait_for_timeout(5)

    def take_back(self, kind: str) -> None:
        """Take the last answer back, which was to a question of this kind."""
        for _try in range(20):  # another player's answer at that moment refuses it
            turn = self.frame["turn"]
            self.page.keyboard.press("u")
            for _wait in range(100):
                if self.frame["turn"] != turn:
                    break
                self.page.wait_for_timeout(20)
            self.page.wait_for_timeout(100)
            if [ask["kind"] for ask in self.frame["asks"]] == [kind]:
                return
        raise RuntimeError(f"the answer to {kind} cannot be taken back")

    def has(self, selector: str) -> bool:
        return bool(self.page.locator(selector).count())

    def is_sent(self) -> bool:
        """Return whether the answer was sent at once, as complete marks against bots are."""
        self.page.wait_for_timeout(50)
        return not self.has(f"#ask[data-turn='{self._turn}'] :enabled")

    def _wait(self, ask: Data) -> None:
        for _wait in range(2_000):
            if self.frame["turn"] > self._turn and (self.frame["asks"] or self.frame["over"]):
                return
            self.page.wait_for_timeout(10)
        raise RuntimeError(f"{self.kind}: {ask} has no effect")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self._take(json.loads(data)))

    def _take(self, data: Data) -> None:
        if data.get("is") == "table":
            self.frame = data


class RacePlayer(Player):
    """Plays Race with the mouse."""

    _power: Data | None = None
    """The consume power that was just chosen, if its goods are offered beside it."""

    def answer(self, ask: Data) -> None:
        if ask["form"] != "choice":
            self._mark(ask)
            return
        self._power = None
        (option,) = [option for option in ask["options"] if option["answer"] == ask["suggest"]]
        actions = option.get("action", [])
        if any("prestige" in name for name in actions):
            self.use("#prestige")
        if len(actions) < 2:
            self._power = option if "goods" in option else None
            self.use(self._option(option))
            return
        for name in actions:
            self.use(f"#ask [data-action='{name}']")
        if not self.is_sent():
            self.use("#confirm")

    @staticmethod
    def _option(option: Data) -> str:
        value = json.dumps(option["answer"], separators=(",", ":"))
        return f":is(#ask, #hand, .board) [data-option='{value}']:visible"

    def _spend_at_once(self, world: int) -> None:
        """Take the power back, which took a click, and choose it with its good in one."""
        assert self._power is not None
        self.take_back("consume power")
        self._turn = self.frame["turn"] + 1  # two answers follow
        value = json.dumps(self._power["answer"], separators=(",", ":"))
        self.use(f"#ask [data-do=spend][data-answer='{value}'][value='{world}']:enabled")
        self.used["consume power"] -= 1
        self._power = None

    def _mark(self, ask: Data) -> None:
        power, suggest = self._power, ask["suggest"]
        if power and self.kind == "goods for power" and len(suggest) == 1:
            self._spend_at_once(suggest[0])
            return
        self._power = None
        marks = self.page.evaluate(_MARKS, ask)
        if marks["way"]:
            self.use(f"#ask [name=way] >> nth={marks['way']}")
        picked = self.page.locator(".card.picked").evaluate_all(
            "cards => cards.map((card) => Number(card.dataset.card))"
        )
        for card in set(picked) ^ set(marks["picked"]):
            self.use(f".can[data-card='{card}']")
        if set(picked) == set(marks["picked"]) or not self.is_sent():
            self.use("#confirm")


class RollPlayer(Player):
    """Plays Roll, with the mouse or with keys alone."""

    _stocking = 0
    """Explorers that stocked one after the other; if they were the last ones, a click does it."""

    def answer(self, ask: Data) -> None:
        if self.kind != "explorer":
            self.used["explorer"] -= max(0, self._stocking - 1)
            self._stocking = 0
        else:
            self._stocking = self._stocking + 1 if ask["suggest"][:1] == [_STOCK] else 0
        if ask["form"] == "choice":
            self._choose(ask, ask["suggest"])
        else:
            self._mark(ask, ask["suggest"])

    def _choose(self, ask: Data, answer: list[int]) -> None:
        if not answer:
            self.use("#confirm", "Enter")
        elif ask["kind"] == "select":
            self._select(ask, answer)
        elif ask["kind"] == "reassign":
            self._reassign(ask, answer)
        elif not self._take_entry(answer):
            options = [*ask["moves"], *ask["options"]]
            option = next(option for option in options if option["answer"] == answer)
            self.use(f".can[data-pick='{option['pick']['key']}']", "Space")
            if not self.is_sent() and not self._take_entry(answer):
                self.use(f".drop[data-drop='{option['drop']['key']}']", "Enter")

    def _select(self, ask: Data, answer: list[int]) -> None:
        """Select a phase with the die that the page proposes, or with the bot's if it does not."""
        phase = answer[0]
        sides = {option["answer"][1] for option in ask["options"]}
        if not sides & {phase, _WILD} and len(ask["options"]) > _PHASES:
            self._take_entry(answer)
            return
        self.use(f"#ask [data-do=entry][data-at='{phase}']", _SIGNS[phase])
        if self._is_held():
            self.use("#confirm", "Enter")

    def _reassign(self, ask: Data, answer: list[int]) -> None:
        """Choose a power, with its move in one if the page lists that."""
        self._take_entry(answer)
        if not any(move["answer"] == answer for move in ask["moves"]):
            return
        self._wait({})
        following = [ask for ask in self.frame["asks"] if ask["kind"] in _MOVES]
        if not following:  # there was only one move
            return
        then = following[0]["suggest"]
        self.take_back("reassign")  # the player knows the rest, which the expert says only now
        self._turn = self.frame["turn"]
        chosen, move = (json.dumps(part, separators=(",", ":")) for part in (answer, then))
        entry = f"#ask [data-option='{chosen}'][data-then='{move}']"
        if self.has(entry):
            place = self.page.locator(entry).first.get_attribute("data-at") or 0
            self.use(entry, _SIGNS[int(place)])
            self.used[self.kind] -= 1
            self._turn += 1  # two answers follow
        else:
            self._take_entry(answer)
            self.used[self.kind] -= 1

    def _take_entry(self, answer: list[int]) -> bool:
        """Take the entry of an answer, if the page lists it."""
        value = json.dumps(answer, separators=(",", ":"))
        entry = f":is(#ask, .tray) [data-option='{value}']"
        if not self.has(entry):
            return False
        place = self.page.locator(entry).first.get_attribute("data-at") or 0
        self.use(entry, _SIGNS[int(place)])
        if self.by_keys and self.kind not in ("select", "assign wild", "reassign", "dictate"):
            self.use(entry, "Enter")
        if self._is_held():
            self.use("#confirm", "Enter")
        return True

    def _is_held(self) -> bool:
        """Return whether an answer waits for Done, because nothing else would be asked."""
        return self.has("#confirm[data-held]:enabled")

    def _mark(self, ask: Data, answer: list[int]) -> None:
        things = ask["things"]
        is_counted = ask["form"] == "amounts"
        counts = answer if is_counted else [int(thing["value"] in answer) for thing in things]
        total = sum(thing["limit"] for thing in things)
        if is_counted and ask["least"] == ask["most"] and total < 2 * ask["most"]:
            pairs = zip(things, counts, strict=True)
            counts = [thing["limit"] - count for thing, count in pairs]  # those that stay
        for index, count in enumerate(counts):
            marked = self.page.locator(f"#ask [data-at='{index}'][aria-pressed=true]").count()
            for _die in range(abs(count - marked)):
                state = "false" if count > marked else "true"
                self.use(f"#ask [data-at='{index}'][aria-pressed={state}]", _SIGNS[index])
        self.use("#confirm", "Enter")


class Count(NamedTuple):
    """Clicks of some games by kind of question. log: a line per answer."""

    rounds: int
    used: Counter[str]
    log: list[str]


def count(name: str, games: int, by_keys: bool) -> Count:
    """Play some games of a kind."""
    row = GAMES[name]
    with (
        TemporaryDirectory() as folder,
        served("play", "--pace", "0", folder=Path(folder)) as address,
        chromium(find_chromium() or "chromium") as browser,
    ):
        results = [_play(browser, address, row, row.seed + game, by_keys) for game in range(games)]
    used = sum((result.used for result in results), Counter[str]())
    log = [line for result in results for line in result.log]
    return Count(sum(result.rounds for result in results), used, log)


def _play(browser: Browser, address: str, row: Row, seed: int, by_keys: bool) -> Count:
    screens = Screens(browser)
    page = screens.phone(has_art=False) if row.is_phone else screens.desk(has_art=False)
    player = (RollPlayer if "game" in row.options else RacePlayer)(page, by_keys)
    page.goto(address)
    game = page.evaluate(_POST, _request(row, seed))
    page.goto(f"{address.rstrip('/')}/games/{game}")
    rounds = player.play()
    screens.close()
    return Count(rounds, player.used, player.log)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = ArgumentParser("counting", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}")
    parser.add_argument("--games", type=positive, default=2, help="games of each kind")
    parser.add_argument("--keys", action="store_true", help="play Roll with the keyboard alone")
    parser.add_argument("--each", action="store_true", help="print each answer too")
    args = parser.parse_args(arguments)
    names = args.names or list(GAMES)
    if unknown := set(names) - set(GAMES):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    print(f"{'game':8}{'a round':>8}{'target':>8}{'rounds':>8}  most, a round")
    with ProcessPoolExecutor(2) as pool:
        counts = [pool.submit(count, name, args.games, args.keys) for name in names]
        for name, future in zip(names, counts, strict=True):
            rounds, used, log = future.result()
            most = ", ".join(f"{kind} {n / rounds:.1f}" for kind, n in used.most_common(_LISTED))
            mean = sum(used.values()) / rounds
            print(f"{name:8}{mean:8.1f}{GAMES[name].target:8.1f}{rounds:8}  {most}", flush=True)
            if args.each:
                print(*log, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
