"""Counts the clicks or keys per round of somebody who answers as an expert bot, in whole games.

Run it with `python -m tests.rftg_tools.play.games.counting [GAME ...]`; it prints a table.

Each answer is given in the shortest way that the page offers, but nothing is taken for it: what
the page marks or proposes counts as an answer only where it is the expert's. Options that reveal
nothing more than others, such as abandoning tiles before scouting, are not used.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
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
_PLANS: Final = """() => [...document.querySelectorAll("#ask [data-steps]:enabled")]
  .map((one) => JSON.parse(one.dataset.steps))"""
_SIGNS: Final = "123456789abcdefgijkmnoqrsvwxyz"
_MOST_ANSWERS: Final = 20_000
_PATIENCE: Final = 60_000
"""Milliseconds until a question comes: bots think long where the machine is busy."""
_LISTED: Final = 5
"""Kinds of questions that a row lists."""
_PHASES: Final = 5
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


class Given(NamedTuple):
    """An answer. was_held: whether it also took Done. plans: those that the page offered."""

    number: int
    kind: str
    answer: list[int]
    clicks: int
    was_held: bool
    plans: list[list[Data]]


def saved_by_plans(given: Sequence[Given]) -> Counter[str]:
    """Return the clicks by kind that plans save, each of which gives several answers at once.

    A plan counts only if the expert's next answers are exactly its own. The earliest and longest
    plans come first, and no answer is part of two.
    """
    saved: Counter[str] = Counter()
    at = 0
    while at < len(given):
        own = [_own_answers(plan, given[at:]) for plan in given[at].plans]
        taken = max((found for found in own if found), key=len, default=[])
        for one in taken[1:]:
            saved[one.kind] += one.clicks - one.was_held
        at = taken[-1].number + 1 if taken else at + 1
    return saved


def _own_answers(plan: list[Data], given: Sequence[Given]) -> list[Given]:
    """Return the first answers that a plan gives, in any order; none if they are not its own.

    Questions that the plan leaves to the player can come between them. Abandoning no tiles is a
    part of scouting.
    """
    steps = [(one["kind"], one["answer"]) for one in plan if one["kind"] != "abandon"]
    own = [step for step in steps if step[1] is not None]
    left = {kind for kind, answer in steps if answer is None}
    found: list[Given] = []
    for one in given:
        if len(found) == len(own):
            break
        if one.kind in left:
            continue
        found.append(one)
    answers = [(one.kind, one.answer) for one in found]
    return found if sorted(answers) == sorted(own) else []


class Player:
    """Somebody who answers as the expert would, and counts clicks or keys by kind of question."""

    def __init__(self, page: Page, by_keys: bool) -> None:
        self.page, self.by_keys = page, by_keys
        self.used: Counter[str] = Counter()
        self.log: list[str] = []
        self.frame: Data = {}
        self.kind = ""
        self._turn = 0
        self.given: list[Given] = []
        self.was_held = False
        page.on("websocket", self._listen)

    def play(self) -> int:
        """Play to the end; return the number of rounds."""
        for _answer in range(_MOST_ANSWERS):
            self.page.wait_for_function(_READY, timeout=_PATIENCE)
            if self.page.locator("#scores").count():
                self.used -= saved_by_plans(self.given)
                rounds: int = self.frame["round"]
                return rounds
            shown = self.page.locator("#ask").get_attribute("data-turn")
            if shown != str(self.frame["turn"]) or not self.frame["asks"]:
                self.page.wait_for_timeout(20)  # the page shows another frame than was heard last
                continue
            ask, self._turn = self.frame["asks"][0], self.frame["turn"]
            self.kind = ask["kind"]
            plans, before = self.page.evaluate(_PLANS), self.used.total()
            self.was_held = False
            self.answer(ask)
            clicks = self.used.total() - before
            answer = Given(len(self.given), self.kind, ask["suggest"], clicks, self.was_held, plans)
            self.given.append(answer)
            bounds = [ask.get(name) for name in ("least", "most")]
            self.log.append(f"{self.kind}: {clicks} {bounds} {str(ask['suggest'])[:40]}")
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
            self.page.locator(selector).first.click(timeout=_PATIENCE)
        self.page.wait_for_timeout(5)

    def has(self, selector: str) -> bool:
        return bool(self.page.locator(selector).count())

    def is_sent(self) -> bool:
        """Return whether the answer was sent at once, as complete marks against bots are."""
        for _wait in range(8):
            self.page.wait_for_timeout(50)
            if not self.has(f"#ask[data-turn='{self._turn}'] :enabled"):
                return True
        return False

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

    def answer(self, ask: Data) -> None:
        if ask["form"] != "choice":
            self._mark(ask)
            return
        (option,) = [option for option in ask["options"] if option["answer"] == ask["suggest"]]
        actions = option.get("action", [])
        if any("prestige" in name for name in actions):
            self.use("#prestige")
        if len(actions) < 2 or self.has(self._option(option)):  # a pair may be listed again
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

    def _mark(self, ask: Data) -> None:
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

    def answer(self, ask: Data) -> None:
        if ask["form"] == "choice":
            self._choose(ask, ask["suggest"])
        else:
            self._mark(ask, ask["suggest"])

    def _choose(self, ask: Data, answer: list[int]) -> None:
        if not answer:
            self.use("#confirm", "Enter")
        elif ask["kind"] == "select":
            self._select(ask, answer)
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
        self._end_if_held()

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
        self._end_if_held()
        return True

    def _end_if_held(self) -> None:
        """Press Done if the answer waits for it, because nothing else would be asked."""
        if self.has("#confirm[data-held]:enabled"):
            self.use("#confirm", "Enter")
            self.was_held = True

    def _mark(self, ask: Data, answer: list[int]) -> None:
        entry = f"#ask [data-amounts='{json.dumps(answer, separators=(',', ':'))}']"
        if self.has(entry):
            place = self.page.locator(entry).first.get_attribute("data-at") or 0
            self.use(entry, _SIGNS[int(place)])
            if self.by_keys:
                self.use(entry, "Enter")
            return
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


def count(name: str, seed: int, by_keys: bool) -> Count:
    """Play a game of a kind."""
    with (
        TemporaryDirectory() as folder,
        served("play", "--pace", "0", folder=Path(folder)) as address,
        chromium(find_chromium() or "chromium") as browser,
    ):
        return _play(browser, address, GAMES[name], seed, by_keys)


def total(counts: Sequence[Count]) -> Count:
    """Return the sum of several games."""
    used = sum((one.used for one in counts), Counter[str]())
    log = [line for one in counts for line in one.log]
    return Count(sum(one.rounds for one in counts), used, log)


def row_of(name: str, seed: str, found: Count) -> str:
    """Return a line of the table."""
    rounds, used, _log = found
    most = ", ".join(f"{kind} {n / rounds:.1f}" for kind, n in used.most_common(_LISTED))
    mean = sum(used.values()) / rounds
    return f"{name:8}{seed:>6}{mean:9.2f}{GAMES[name].target:8.1f}{rounds:8}  {most}"


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
    parser.add_argument("--seed", type=int, help="seed of the first game")
    parser.add_argument("--jobs", type=positive, default=2, help="games at a time")
    parser.add_argument("--keys", action="store_true", help="play Roll with the keyboard alone")
    parser.add_argument("--each", action="store_true", help="print each answer too")
    args = parser.parse_args(arguments)
    names = args.names or list(GAMES)
    if unknown := set(names) - set(GAMES):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    print(f"{'game':8}{'seed':>6}{'a round':>9}{'target':>8}{'rounds':>8}  most, a round")
    with ProcessPoolExecutor(args.jobs) as pool:
        played = {
            name: [pool.submit(count, name, seed, args.keys) for seed in _seeds(name, args)]
            for name in names
        }
        for name, futures in played.items():
            counts = []
            for seed, future in zip(_seeds(name, args), futures, strict=True):
                counts.append(future.result())
                print(row_of(name, str(seed), counts[-1]), flush=True)
                if args.each:
                    print(*counts[-1].log, sep="\n", flush=True)
            if len(counts) > 1:
                print(row_of(name, "all", total(counts)), flush=True)
    return 0


def _seeds(name: str, args: Namespace) -> range:
    first = GAMES[name].seed if args.seed is None else args.seed
    return range(first, first + args.games)


if __name__ == "__main__":
    sys.exit(main())
