"""From a recorded choice to the answer to our decision, with the options compared on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final

from rftg_dsl.hooks import Instead
from rftg_engine import actions
from rftg_engine.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_engine.placing import takes_open_cards
from rftg_engine.table import Table
from rftg_tools.conformance.codes import key_of_number, key_of_power, key_of_record
from rftg_tools.conformance.events import Departure, Divergence, Event

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
    "search": actions.SEARCH,
}
CATEGORIES: Final = (
    "development-with-military-1-or-2",
    "military-windfall-1-or-2",
    "peaceful-windfall-1-or-2",
    "chromosome-world",
    "alien-good-world",
    "consumes-two-or-more",
    "military-5-or-more",
    "six-development",
    "takeover-card",
)
"""The record's search categories, in the order of ours."""
KINDS: Final = ("novelty", "rare", "genes", "alien")


USELESS_POWER: Final = "power offered that has no use"
"""The record offers optional settle powers that cannot change this payment."""

WITHHELD_GOOD: Final = "good withheld from a power"
"""A power that takes the good of its own world is used without it.

base rulebook, Consume: powers must be fully used.
"""
TWO_WAYS: Final = "two ways to conquer one world"
"""Two powers to conquer a non-military world are given up for the same one.

arc 1 booklet, Conquer Non-military World: each is an action of its own.
"""
EARLY_PRESTIGE: Final = "prestige spent on the card that brought it"
"""arc 1 booklet, Adding The Brink of War: it can be used after paying for the card."""

CHANGED_ACTION: Final = "first action taken back"
"""A player who chooses last goes back on the action committed first.

arc 1 booklet, See Other Players' Actions: only the second action is chosen late.
"""

IDLE_POWER: Final = "power named for nothing is used up"
"""A power that takes up to some hand cards, named with none, is used up in the record."""

NOT_ASKED_IF_FORCED: Final = frozenset({"windfall", "consume power", "produce power"})


class Reader:
    """Reads the answers of one game. `place` is the number of the event being read."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.place = 0
        self.exceptions: Counter[str] = Counter()
        self.idle: set[int] = set()
        """Players who named a power in this phase that takes hand cards, and gave none."""
        self.late: dict[int, Any] = {}
        """The final actions of players who choose last in this round, as answered."""
        self._start_cards: dict[int, list[str]] = {}
        self._produce_on: dict[int, str] = {}

    def belongs(self, decision: Decision, event: Event) -> bool:
        """Whether a recorded choice answers our decision."""
        if event["p"] != decision.player or _kind(event) not in RECORD_KINDS[decision.kind]:
            return False
        if isinstance(decision, Payment):
            args = event["options"]["args"]
            return bool(args.get("which", args.get("world")) == self.table.titles[decision.about])
        if decision.kind in ("place world", "discard for power") and not self._same_moment(
            decision, event
        ):
            return False
        # The record format, section 4: these are not asked where there is nothing to choose.
        return decision.kind not in NOT_ASKED_IF_FORCED or decision.count() > 1

    def read(self, decision: Decision, event: Event) -> Answer:
        """Our answer. Raises Divergence when options, subject or answer do not fit."""
        return _READERS[decision.kind](self, decision, event)

    def prepared(self, decision: Decision) -> Answer | None:
        """The answer that an earlier event has given already, or None."""
        if decision.kind == "starting hand" and isinstance(decision, Subset):
            cards = self._start_cards.get(decision.player, [])
            if cards and len(cards) == decision.least:
                del self._start_cards[decision.player]
                return self._cards(cards, decision.cards)
        if decision.kind == "windfall" and decision.player in self._produce_on:
            world = self._produce_on.pop(decision.player)
            assert isinstance(decision, Choice)
            return self._cards([world], [option[0] for option in decision.options])
        return None

    # --- one a kind of decision

    def action(self, decision: Decision, event: Event) -> Answer:
        """The action cards, by number."""
        said = event["answer"]
        if decision.kind == "first action" and self.late.get(decision.player):
            # The record may go back on the action committed first; the rules do not allow that.
            final = self.late[decision.player]
            if said["actions"][0] not in final["actions"]:
                self.exceptions[CHANGED_ACTION] += 1
                plain = [ACTIONS[name] for name in final["actions"]]
                return (min(one for one in plain if (one,) in actions.SINGLE),)
        chosen = sorted(ACTIONS[name] for name in said["actions"])
        if said["prestige"]:
            place = chosen.index(ACTIONS[said["prestige_action"]])
            chosen[place] += actions.PRESTIGE
        return tuple(chosen)

    def start(self, decision: Decision, event: Event) -> Answer:
        """The start world kept; the cards given up answer a later decision."""
        assert isinstance(decision, Choice)
        offered = [option[0] for option in decision.options]
        self.same("options", self._titles_of(offered), sorted(event["options"]["special"]))
        self._start_cards[decision.player] = event["answer"]["cards"]
        return self._cards([event["answer"]["value"]], offered)

    def starting_hand(self, decision: Decision, event: Event) -> Answer:
        """The cards given up, some of them maybe with the choice of the start world."""
        assert isinstance(decision, Subset)
        before = self._start_cards.pop(decision.player, [])
        offered = sorted([*before, *event["options"]["cards"]])
        self.same("options", self._titles_of(decision.cards), offered)
        return self._cards([*before, *event["answer"]["cards"]], decision.cards)

    def cards_for_power(self, decision: Decision, event: Event) -> Answer:
        """Hand cards for a power; a world to produce on answers a later decision."""
        assert isinstance(decision, Subset)
        gains = self.table.power_list[decision.about].gains if decision.about >= 0 else ()
        elsewhere = any(gain.what == "windfall" for gain in gains)
        if event["kind"] == "discard-produce" and event["answer"]["cards"] and elsewhere:
            self._produce_on[decision.player] = event["answer"]["special"][0]
        return self.subset(decision, event)

    def pair(self, decision: Decision, event: Event) -> Answer:
        """A world from hand and the world it replaces."""
        assert isinstance(decision, Choice)
        said = event["answer"]
        if not said["cards"]:
            return ()
        wanted = (said["cards"][0], said["special"][0])
        return self._option(decision, lambda option: self._titles(option) == wanted, wanted)

    def target(self, decision: Decision, event: Event) -> Answer:
        """A takeover: the power used and the world attacked."""
        assert isinstance(decision, Choice)
        said = event["answer"]
        worlds = said["cards"] if "cards" in said and said["cards"] else [said.get("value")]
        if not worlds[0]:
            return ()
        wanted = (said["special"][0], worlds[0])
        return self._option(decision, lambda option: self._attack(option) == wanted, wanted)

    def power_of_card(self, decision: Decision, event: Event) -> Answer:
        """One of the powers offered, told by the title of its card."""
        assert isinstance(decision, Choice)
        power = event["answer"]["power"]
        if power is None:
            return ()
        return self._option(
            decision,
            lambda option: (
                bool(option)
                and self.table.titles[self.table.power_list[option[0]].card] == power["card"]
            ),
            power["card"],
        )

    def category(self, decision: Decision, event: Event) -> Answer:
        """The search category."""
        return (CATEGORIES.index(event["answer"]["value"]),)

    def keep(self, decision: Decision, event: Event) -> Answer:
        """Whether the card found is taken."""
        self.same("card", self.table.titles[decision.about], event["options"]["args"]["card"])
        return (1,) if event["answer"]["value"] else (0,)

    def kind_of_good(self, decision: Decision, event: Event) -> Answer:
        """The kind a good counts as."""
        return (KINDS.index(event["answer"]["value"]) + 1,)

    def subset(self, decision: Decision, event: Event) -> Answer:
        """Some of the cards offered."""
        assert isinstance(decision, Subset)
        options = event["options"]
        count = options["args"].get("count", decision.most)
        # The record names the most that a power takes, even where the hand has fewer.
        self.same("options", self._titles_of(decision.cards), sorted(options["cards"]))
        least = options["args"].get("min", options["args"].get("count", decision.least))
        most = min(options["args"].get("max", count), len(decision.cards))
        if decision.all_or_none:
            least = decision.least
        if least < decision.least and self._takes_own_good(decision):
            if not event["answer"]["cards"]:
                raise Departure(WITHHELD_GOOD)
            least = decision.least
        self.same("how many", (decision.least, decision.most), (least, most))
        self._same_power(decision, options["args"].get("using"))
        return self._cards(event["answer"]["cards"], decision.cards)

    def place_card(self, decision: Decision, event: Event) -> Answer:
        """The card placed, or none."""
        assert isinstance(decision, Choice)
        offered = [option[0] for option in decision.options if option]
        listed = sorted(event["options"]["cards"])
        if decision.player in self.idle and self._titles_of(offered) != listed:
            self.exceptions[IDLE_POWER] += 1
            offered = [card for card in offered if self.table.titles[card] in listed]
        self.same("options", self._titles_of(offered), listed)
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
        needs_cards = any(way.most for way in decision.ways)
        if needs_cards or decision.kind != "defend":
            self.same("options", self._titles_of(decision.cards), sorted(options["cards"]))
        special = sorted(answer["special"])
        self._same_special(decision, options["special"])
        takers = [title for title in special if self.takes_cards(title)]
        if len(answer["cards"]) < len(takers):
            self.idle.add(decision.player)
        for index, way in enumerate(decision.ways):
            used = self._titles_of(self.table.power_list[power].card for power in way.powers)
            idle = [title for title in special if title not in used]
            fits = used == [title for title in special if title in used] and all(
                self.takes_cards(title) for title in idle
            )
            if fits and way.price <= len(answer["cards"]) <= way.most:
                return (index, *self._cards(answer["cards"], decision.cards))
        self._depart(decision, special)
        raise Divergence("payment", self.place, answer, decision.ways)

    def _depart(self, decision: Payment, special: list[str]) -> None:
        """Raises Departure for a payment that the rules forbid for a known reason."""
        hooks_used = [
            power.hook
            for title in special
            for power in self.table.by_card[self.table.titles.index(title)]
        ]
        conquests = [
            hook for hook in hooks_used if isinstance(hook, Instead) and hook.how == "conquer"
        ]
        if len(conquests) > 1:
            raise Departure(TWO_WAYS)
        prices = [getattr(hook, "price", None) for hook in hooks_used]
        spends = any(price is not None and price.what == "prestige" for price in prices)
        if spends and self.table.cards[decision.about].prestige:
            raise Departure(EARLY_PRESTIGE)

    def _takes_own_good(self, decision: Subset) -> bool:
        price = self.table.power_list[decision.about].price if decision.about >= 0 else None
        return price is not None and price.here

    def power(self, decision: Decision, event: Event) -> Answer:
        """The consume power used next, or none."""
        assert isinstance(decision, Choice)
        ours = {
            key_of_number(self.table, option[0]): option for option in decision.options if option
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

    def _titles(self, cards: Answer) -> tuple[str, ...]:
        return tuple(self.table.titles[card] for card in cards)

    def _attack(self, option: Answer) -> tuple[str, ...]:
        if not option:
            return ()
        bearer = self.table.power_list[option[0]].card
        return self.table.titles[bearer], self.table.titles[option[1]]

    def _option(self, decision: Choice, fits: Callable[[Answer], bool], wanted: object) -> Answer:
        for option in decision.options:
            if fits(option):
                return option
        raise Divergence("option", self.place, wanted, decision.options)

    def _same_moment(self, decision: Decision, event: Event) -> bool:
        """Further worlds are told from the first, and powers of phases from each other."""
        if decision.kind == "place world":
            return True
        assert isinstance(decision, Subset)
        return event["kind"] != "discard-produce" or decision.most == 1

    def takes_cards(self, title: str) -> bool:
        """Whether a card has a power that takes hand cards, and may take none of them."""
        bearer = self.table.titles.index(title)
        return any(takes_open_cards(power) for power in self.table.by_card[bearer])

    def _same_special(self, decision: Payment, offered: list[str]) -> None:
        """All that our ways use must be offered. The record also offers powers of no use."""
        used = {self.table.power_list[power].card for way in decision.ways for power in way.powers}
        ours = self._titles_of(used)
        more = [title for title in ours if title not in offered]
        if more and decision.player in self.idle:
            self.exceptions[IDLE_POWER] += 1
            return
        self.same("powers", more, [])
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
        if (
            using is not None
            and decision.about >= 0
            and "power" in using
            and (using["power"]["phase"] == "consume")
        ):
            ours = key_of_power(self.table, self.table.power_list[decision.about])
            self.same("power in use", ours, key_of_record(using))


def _kind(event: Event) -> str:
    kind = str(event["kind"])
    return f"{kind} {event['options']['args']['context']}" if kind == "discard" else kind


RECORD_KINDS: Final[dict[str, tuple[str, ...]]] = {
    "start world": ("start",),
    "starting hand": ("discard start-hand",),
    "save": ("save",),
    "first action": ("action",),
    "late action": ("action",),
    "discard after drawing": ("discard explore-power",),
    "settle power": ("settle-power",),
    "upgrade": ("upgrade",),
    "takeover": ("takeover",),
    "pay for takeover": ("payment",),
    "defeat takeover": ("takeover-prevent",),
    "defend": ("defend",),
    "ante": ("ante",),
    "keep one": ("keep",),
    "produce power": ("produce-power",),
    "search category": ("search-category",),
    "search keep": ("search-keep",),
    "kind of good": ("oort-kind",),
    "action": ("action",),
    "explore": ("discard explore",),
    "place development": ("place",),
    "place world": ("place",),
    "pay for development": ("payment",),
    "pay for world": ("payment",),
    "trade": ("trade",),
    "consume power": ("consume-power",),
    "discard for power": ("consume-hand", "discard-prestige", "discard-produce"),
    "goods for power": ("good", "trade"),
    "guess": ("lucky",),
    "windfall": ("windfall",),
    "hand limit": ("discard hand-limit",),
}
"""Our kinds of decision, and the kinds of choice that record them."""

_READERS: Final[dict[str, Callable[[Reader, Decision, Event], Answer]]] = {
    "start world": Reader.start,
    "starting hand": Reader.starting_hand,
    "save": Reader.subset,
    "first action": Reader.action,
    "late action": Reader.action,
    "discard after drawing": Reader.subset,
    "settle power": Reader.power_of_card,
    "upgrade": Reader.pair,
    "takeover": Reader.target,
    "pay for takeover": Reader.payment,
    "defeat takeover": Reader.target,
    "defend": Reader.payment,
    "ante": Reader.place_card,
    "keep one": Reader.world,
    "produce power": Reader.power_of_card,
    "search category": Reader.category,
    "search keep": Reader.keep,
    "kind of good": Reader.kind_of_good,
    "action": Reader.action,
    "explore": Reader.subset,
    "place development": Reader.place_card,
    "place world": Reader.place_card,
    "pay for development": Reader.payment,
    "pay for world": Reader.payment,
    "trade": Reader.world,
    "consume power": Reader.power,
    "discard for power": Reader.cards_for_power,
    "goods for power": Reader.goods,
    "guess": Reader.number,
    "windfall": Reader.world,
    "hand limit": Reader.subset,
}
