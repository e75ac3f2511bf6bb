"""Readers that turn a recorded choice into the answer to our decision and compare the options."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any, Final

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_engine import actions, asks
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import BoundPrice
from rftg_engine.turns.goods_gains import SellGood, WindfallGood
from rftg_tools.importing.payments import (
    read_consume_power,
    read_defeated_takeover,
    read_payment,
    read_settle_or_produce_power,
    read_takeover,
)
from rftg_tools.importing.reader import Reader, offered
from rftg_tools.importing.record import (
    CHANGED_ACTION,
    POWER_NAMED_IN_VAIN,
    WITHHELD_GOOD,
    Departure,
    Divergence,
    Event,
    key_of_power,
    key_of_record,
)

NOT_ASKED_IF_FORCED: Final = frozenset({asks.WINDFALL, asks.CONSUME_POWER, asks.PRODUCE_POWER})
"""The record format, section 4: these are recorded only if there is something to choose."""


def belongs(reader: Reader, decision: Decision, event: Event) -> bool:
    """Return whether an event is the choice that answers our decision."""
    if event["t"] != "choice" or event["p"] != decision.player:
        return False
    if _kind(event) not in RECORD_KINDS[decision.kind]:
        return False
    if isinstance(decision, Payment):
        args = event["options"]["args"]
        return bool(args.get("which", args.get("world")) == reader.table.titles[decision.about])
    if event["kind"] == "discard-produce":
        return isinstance(decision, Subset) and decision.maximum == 1
    return decision.kind not in NOT_ASKED_IF_FORCED or decision.count() > 1


def read_answer(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return our answer to a decision.

    Raises Divergence if options, subject or answer differ, Departure if a named exception applies.
    """
    return _ANSWERS[decision.kind][0](reader, decision, event)


def early_answer(reader: Reader, decision: Decision) -> Answer | None:
    """Return the answer that an earlier choice already contains, or None."""
    player = decision.player
    if decision.kind == asks.STARTING_HAND and isinstance(decision, Subset):
        discarded = reader.start_cards.get(player, [])
        if discarded and len(discarded) == decision.minimum:
            del reader.start_cards[player]
            return reader.cards(discarded, decision.cards)
    if (
        decision.kind == asks.WINDFALL
        and isinstance(decision, Choice)
        and player in reader.produce_on
    ):
        return reader.cards([reader.produce_on.pop(player)], offered(decision))
    if decision.kind == asks.GOODS_FOR_POWER and reader.unpaid.get(player):
        return (reader.unpaid[player].pop(0),)
    return None


def _kind(event: Event) -> str:
    kind = str(event["kind"])
    return f"{kind} {event['options']['args']['context']}" if kind == "discard" else kind


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


def read_start_world(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the start world kept; the discarded cards answer a later decision."""
    worlds = offered(decision)
    reader.expect_equal(
        "options", reader.sorted_titles(worlds), sorted(event["options"]["special"])
    )
    reader.start_cards[decision.player] = event["answer"]["cards"]
    return reader.cards([event["answer"]["value"]], worlds)


def read_starting_hand(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the discarded cards, including those recorded with the choice of start world."""
    assert isinstance(decision, Subset)
    before = reader.start_cards.pop(decision.player, [])
    record = sorted([*before, *event["options"]["cards"]])
    reader.expect_equal("options", reader.sorted_titles(decision.cards), record)
    count = len(before) + event["options"]["args"]["count"]
    reader.expect_equal("how many", (decision.minimum, decision.maximum), (count, count))
    return reader.cards([*before, *event["answer"]["cards"]], decision.cards)


def read_action(_reader: Reader, _decision: Decision, event: Event) -> Answer:
    """Return the numbers of the action cards; PRESTIGE is added to the prestige action."""
    return _action_numbers(event["answer"])


def _action_numbers(recorded: Any) -> Answer:
    chosen = sorted(ACTIONS[name] for name in recorded["actions"])
    if recorded["prestige"]:
        place = chosen.index(ACTIONS[recorded["prestige_action"]])
        chosen[place] += actions.PRESTIGE
    return tuple(chosen)


def read_first_action(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the first action of a player who chooses a second action after everyone else has."""
    assert isinstance(decision, Choice)
    committed = _action_numbers(event["answer"])
    final = reader.late.get(decision.player)
    if final is not None and committed[0] not in _action_numbers(final):
        # The record changes the first action; ours must be among the final ones.
        reader.exceptions[CHANGED_ACTION] += 1
        return min((number,) for number in _action_numbers(final) if (number,) in decision.options)
    return committed


def read_search_category(_reader: Reader, _decision: Decision, event: Event) -> Answer:
    """Return the search category; the record does not list the options."""
    return (CATEGORIES.index(event["answer"]["value"]),)


def read_search_keep(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return whether the player keeps the card found."""
    recorded = event["options"]["args"]["card"]
    reader.expect_equal("card", reader.table.titles[decision.about], recorded)
    return (1,) if event["answer"]["value"] else (0,)


def read_kind_of_good(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the kind that a world of any kind counts as."""
    assert isinstance(decision, Choice)
    kind = KINDS.index(event["answer"]["value"]) + 1
    reader.kinds[decision.about] = kind
    return (kind,)


def read_number(_reader: Reader, _decision: Decision, event: Event) -> Answer:
    """Return the number that the player guesses."""
    return (int(event["answer"]["value"]),)


def read_cards(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the chosen subset of the cards offered."""
    assert isinstance(decision, Subset)
    options, chosen = event["options"], event["answer"]["cards"]
    args = options["args"]
    reader.expect_equal("options", reader.sorted_titles(decision.cards), sorted(options["cards"]))
    least = args.get("min", args.get("count", decision.minimum))
    # The record names the maximum of the power, even if the hand has fewer cards.
    most = min(args.get("max", args.get("count", decision.maximum)), len(decision.cards))
    if decision.all_or_none:
        least = decision.minimum
    elif least < decision.minimum and _takes_own_good(reader.table, decision):
        if not chosen:
            raise Departure(WITHHELD_GOOD)
        least = decision.minimum
    reader.expect_equal("how many", (decision.minimum, decision.maximum), (least, most))
    _compare_power(reader, decision, event)
    return reader.cards(chosen, decision.cards)


def _takes_own_good(table: Table, decision: Subset) -> bool:
    price = table.power_list[decision.about].price if decision.about >= 0 else None
    return price is not None and price.here


def _compare_power(reader: Reader, decision: Subset, event: Event) -> None:
    """Compare the codes of a consume power; in other phases they can name a bonus, too."""
    using = event["options"]["args"].get("using")
    if using is None or decision.about < 0:
        return
    if using.get("power", {}).get("phase") == "consume":
        ours = key_of_power(reader.table, reader.table.power_list[decision.about])
        reader.expect_equal("power in use", ours, key_of_record(using))


def read_cards_for_power(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return hand cards for a power; the world to produce on answers a later decision."""
    gains = reader.table.power_list[decision.about].gains if decision.about >= 0 else ()
    is_windfall = any(isinstance(gain, WindfallGood) for gain in gains)
    if event["kind"] == "discard-produce" and event["answer"]["cards"] and is_windfall:
        reader.produce_on[decision.player] = event["answer"]["special"][0]
    return read_cards(reader, decision, event)


def read_placed_card(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the card placed or bet, or none."""
    cards = offered(decision)
    listed = sorted(event["options"]["cards"])
    extra = [card for card in cards if reader.table.titles[card] not in listed]
    if extra and reader.needs_useless_power(decision.player, extra):
        reader.exceptions[POWER_NAMED_IN_VAIN] += 1
        cards = [card for card in cards if card not in extra]
    reader.expect_equal("options", reader.sorted_titles(cards), listed)
    recorded = event["answer"]["value"]
    return () if recorded is None else reader.cards([recorded], cards)


def read_world(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return one of the worlds or cards offered."""
    cards = offered(decision)
    reader.expect_equal("options", reader.sorted_titles(cards), sorted(event["options"]["cards"]))
    return reader.cards([event["answer"]["value"]], cards)


def read_goods(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return goods for a power; the record calls a sale by a power a trade."""
    if event["kind"] == "good":
        price = reader.table.power_list[decision.about].price
        if price is not None and price.more:
            return _read_goods_for_prices(reader, decision, event, (price, *price.more))
        return read_cards(reader, decision, event)
    gains = reader.table.power_list[decision.about].gains
    plain = any(isinstance(gain, SellGood) and gain.plain for gain in gains)
    reader.expect_equal("trade powers", plain, event["options"]["args"]["no_bonus"])
    return read_world(reader, decision, event)


def _read_goods_for_prices(
    reader: Reader, decision: Decision, event: Event, prices: tuple[BoundPrice, ...]
) -> Answer:
    """Return the good for the first price; the record lists the goods for all prices at once."""
    assert isinstance(decision, Subset)
    player = reader.state.players[decision.player]
    kind = reader.table.kind
    fitting = [
        [world for world in player.goods if price.goods.matches(world, kind[world])]
        for price in prices
    ]
    options = {world for worlds in fitting for world in worlds}
    reader.expect_equal("options", reader.sorted_titles(options), sorted(event["options"]["cards"]))
    _compare_power(reader, decision, event)
    chosen = reader.cards(event["answer"]["cards"], tuple(player.goods))
    for given in permutations(chosen):
        if all(world in worlds for world, worlds in zip(given, fitting, strict=True)):
            reader.unpaid[decision.player] = list(given[1:])
            return given[:1]
    raise Divergence("goods", reader.place, event["answer"]["cards"], decision)


def read_upgrade(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return a world from hand and the world that it replaces."""
    assert isinstance(decision, Choice)
    answer, options = event["answer"], event["options"]
    pairs = [option for option in decision.options if option]
    for part, listed in enumerate((options["cards"], options["special"])):
        ours = sorted(set(reader.titles(option[part] for option in pairs)))
        reader.expect_equal("options", ours, sorted(set(listed)))
    if not answer["cards"]:
        return ()
    recorded = (answer["cards"][0], answer["special"][0])
    return reader.option(decision, lambda option: reader.titles(option) == recorded, recorded)


Read = Callable[[Reader, Decision, Event], Answer]
_ANSWERS: Final[dict[str, tuple[Read, tuple[str, ...]]]] = {
    asks.START_WORLD: (read_start_world, ("start",)),
    asks.STARTING_HAND: (read_starting_hand, ("discard start-hand",)),
    asks.SAVE: (read_cards, ("save",)),
    asks.ACTION: (read_action, ("action",)),
    asks.FIRST_ACTION: (read_first_action, ("action",)),
    asks.LATE_ACTION: (read_action, ("action",)),
    asks.SEARCH_CATEGORY: (read_search_category, ("search-category",)),
    asks.SEARCH_KEEP: (read_search_keep, ("search-keep",)),
    asks.EXPLORE: (read_cards, ("discard explore",)),
    asks.DISCARD_AFTER_DRAWING: (read_cards, ("discard explore-power",)),
    asks.PLACE_DEVELOPMENT: (read_placed_card, ("place",)),
    asks.PLACE_WORLD: (read_placed_card, ("place",)),
    asks.PAY_FOR_DEVELOPMENT: (read_payment, ("payment",)),
    asks.PAY_FOR_WORLD: (read_payment, ("payment",)),
    asks.SETTLE_POWER: (read_settle_or_produce_power, ("settle-power",)),
    asks.UPGRADE: (read_upgrade, ("upgrade",)),
    asks.TAKEOVER: (read_takeover, ("takeover",)),
    asks.PAY_FOR_TAKEOVER: (read_payment, ("payment",)),
    asks.DEFEAT_TAKEOVER: (read_defeated_takeover, ("takeover-prevent",)),
    asks.DEFEND: (read_payment, ("defend",)),
    asks.TRADE: (read_world, ("trade",)),
    asks.CONSUME_POWER: (read_consume_power, ("consume-power",)),
    asks.DISCARD_FOR_POWER: (
        read_cards_for_power,
        ("consume-hand", "discard-prestige", "discard-produce"),
    ),
    asks.GOODS_FOR_POWER: (read_goods, ("good", "trade")),
    asks.GUESS: (read_number, ("lucky",)),
    asks.ANTE: (read_placed_card, ("ante",)),
    asks.KEEP_ONE: (read_world, ("keep",)),
    asks.PRODUCE_POWER: (read_settle_or_produce_power, ("produce-power",)),
    asks.WINDFALL: (read_world, ("windfall",)),
    asks.KIND_OF_GOOD: (read_kind_of_good, ("oort-kind",)),
    asks.HAND_LIMIT: (read_cards, ("discard hand-limit",)),
}

RECORD_KINDS: Final = {kind: kinds for kind, (_read, kinds) in _ANSWERS.items()}
"""The kinds of choice that record each kind of decision; a discard includes its context."""
