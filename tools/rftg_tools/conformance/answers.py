"""From a recorded choice to the answer to our decision, with the options compared on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final

from rftg_engine import actions
from rftg_engine.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_engine.table import Table
from rftg_tools.conformance.codes import key_of_power, key_of_record
from rftg_tools.conformance.events import Divergence, Event

ACTIONS: Final = {
    "explore+5": actions.EXPLORE_5,
    "explore+1+1": actions.EXPLORE_1_1,
    "develop": actions.DEVELOP,
    "develop2": actions.DEVELOP_2,
    "settle": actions.SETTLE,
    "settle2": actions.SETTLE_2,
    "consume-trade": actions.CONSUME_TRADE,
    "consume-x2": actions.CONSUME_X2,
    "produce": actions.PRODUCE,
}


USELESS_POWER: Final = "power offered that has no use"
"""The record offers optional settle powers that cannot change this payment."""

NOT_ASKED_IF_FORCED: Final = frozenset({"windfall", "consume power"})


class Reader:
    """Reads the answers of one game. `place` is the number of the event being read."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.place = 0
        self.exceptions: Counter[str] = Counter()

    def belongs(self, decision: Decision, event: Event) -> bool:
        """Whether a recorded choice answers our decision."""
        if event["p"] != decision.player or _kind(event) not in RECORD_KINDS[decision.kind]:
            return False
        if isinstance(decision, Payment):
            return bool(event["options"]["args"]["which"] == self.table.titles[decision.about])
        # The record format, section 4: these are not asked where there is nothing to choose.
        return decision.kind not in NOT_ASKED_IF_FORCED or decision.count() > 1

    def read(self, decision: Decision, event: Event) -> Answer:
        """Our answer. Raises Divergence when options, subject or answer do not fit."""
        return _READERS[decision.kind](self, decision, event)

    # --- one a kind of decision

    def action(self, decision: Decision, event: Event) -> Answer:
        """The action cards, by number."""
        return tuple(sorted(ACTIONS[name] for name in event["answer"]["actions"]))

    def subset(self, decision: Decision, event: Event) -> Answer:
        """Some of the cards offered."""
        assert isinstance(decision, Subset)
        options = event["options"]
        count = options["args"].get("count", len(event["answer"]["cards"]))
        # The record names the most that a power takes, even where the hand has fewer.
        self.same("options", self._titles_of(decision.cards), sorted(options["cards"]))
        least = options["args"].get("min", options["args"].get("count", decision.least))
        most = min(options["args"].get("max", count), len(decision.cards))
        self.same("how many", (decision.least, decision.most), (least, most))
        self._same_power(decision, options["args"].get("using"))
        return self._cards(event["answer"]["cards"], decision.cards)

    def place_card(self, decision: Decision, event: Event) -> Answer:
        """The card placed, or none."""
        assert isinstance(decision, Choice)
        offered = [option[0] for option in decision.options if option]
        self.same("options", self._titles_of(offered), sorted(event["options"]["cards"]))
        wanted = event["answer"]["value"]
        return () if wanted is None else self._cards([wanted], offered)

    def world(self, decision: Decision, event: Event) -> Answer:
        """One of the worlds offered: for a good, or whose good is sold."""
        if isinstance(decision, Subset):
            offered: Iterable[int] = decision.cards
        else:
            assert isinstance(decision, Choice)
            offered = [option[0] for option in decision.options]
        self.same("options", self._titles_of(offered), sorted(event["options"]["cards"]))
        return self._cards([event["answer"]["value"]], offered)

    def goods(self, decision: Decision, event: Event) -> Answer:
        """Goods for a power; a sale by a power is recorded as a trade."""
        if event["kind"] == "good":
            return self.subset(decision, event)
        plain = any(gain.plain for gain in self.table.power_list[decision.about].gains)
        self.same("trade powers", plain, event["options"]["args"]["no_bonus"])
        return self.world(decision, event)

    def payment(self, decision: Decision, event: Event) -> Answer:
        """The way whose powers lie on the cards used, and the hand cards."""
        assert isinstance(decision, Payment)
        options, answer = event["options"], event["answer"]
        self.same("options", self._titles_of(decision.cards), sorted(options["cards"]))
        special = sorted(answer["special"])
        self._same_special(decision, options["special"])
        for index, way in enumerate(decision.ways):
            used = self._titles_of(self.table.power_list[power].card for power in way.powers)
            if used == special and way.price == len(answer["cards"]):
                return (index, *self._cards(answer["cards"], decision.cards))
        raise Divergence("payment", self.place, answer, decision.ways)

    def power(self, decision: Decision, event: Event) -> Answer:
        """The consume power used next, or none."""
        assert isinstance(decision, Choice)
        ours = {
            key_of_power(self.table, self.table.power_list[option[0]]): option
            for option in decision.options
            if option
        }
        offered = sorted(key_of_record(power) for power in event["options"]["powers"])
        self.same("options", sorted(ours), offered)
        self.same("optional", () in decision.options, event["options"]["args"]["optional"])
        wanted = event["answer"]["power"]
        return () if wanted is None else ours[key_of_record(wanted)]

    def number(self, decision: Decision, event: Event) -> Answer:
        """The number named."""
        return (int(event["answer"]["value"]),)

    # --- helpers

    def same(self, what: str, ours: object, record: object) -> None:
        """Raises Divergence unless both are equal."""
        if ours != record:
            raise Divergence(what, self.place, record, ours)

    def _titles_of(self, cards: Iterable[int]) -> list[str]:
        return sorted(self.table.titles[card] for card in cards)

    def _same_special(self, decision: Payment, offered: list[str]) -> None:
        """All that our ways use must be offered. The record also offers powers of no use."""
        used = {self.table.power_list[power].card for way in decision.ways for power in way.powers}
        ours = self._titles_of(used)
        self.same("powers", [title for title in ours if title not in offered], [])
        if ours != sorted(offered):
            self.exceptions[USELESS_POWER] += 1

    def _cards(self, titles: list[str], offered: Iterable[int]) -> Answer:
        left = list(offered)
        found = []
        for title in titles:
            copies = [card for card in left if self.table.titles[card] == title]
            if not copies:
                raise Divergence("answer", self.place, title, self._titles_of(left))
            found.append(copies[0])
            left.remove(copies[0])
        return tuple(found)

    def _same_power(self, decision: Decision, using: dict[str, Any] | None) -> None:
        if using is not None and decision.about >= 0 and "power" in using:
            ours = key_of_power(self.table, self.table.power_list[decision.about])
            self.same("power in use", ours, key_of_record(using))


def _kind(event: Event) -> str:
    kind = str(event["kind"])
    return f"{kind} {event['options']['args']['context']}" if kind == "discard" else kind


RECORD_KINDS: Final[dict[str, tuple[str, ...]]] = {
    "starting hand": ("discard start-hand",),
    "action": ("action",),
    "explore": ("discard explore",),
    "place development": ("place",),
    "place world": ("place",),
    "pay for development": ("payment",),
    "pay for world": ("payment",),
    "trade": ("trade",),
    "consume power": ("consume-power",),
    "discard for power": ("consume-hand",),
    "goods for power": ("good", "trade"),
    "guess": ("lucky",),
    "windfall": ("windfall",),
    "hand limit": ("discard hand-limit",),
}
"""Our kinds of decision, and the kinds of choice that record them."""

_READERS: Final[dict[str, Callable[[Reader, Decision, Event], Answer]]] = {
    "starting hand": Reader.subset,
    "action": Reader.action,
    "explore": Reader.subset,
    "place development": Reader.place_card,
    "place world": Reader.place_card,
    "pay for development": Reader.payment,
    "pay for world": Reader.payment,
    "trade": Reader.world,
    "consume power": Reader.power,
    "discard for power": Reader.subset,
    "goods for power": Reader.goods,
    "guess": Reader.number,
    "windfall": Reader.world,
    "hand limit": Reader.subset,
}
