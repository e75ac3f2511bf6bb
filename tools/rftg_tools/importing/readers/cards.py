"""Readers of cards and worlds picked out of those offered."""

from __future__ import annotations

from itertools import permutations

from gamekit.decisions import Answer, Choice, Decision, Subset
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import BoundPrice
from rftg_engine.turns.gains import SellGood, WindfallGood
from rftg_tools.importing.codes import key_of_power, key_of_record
from rftg_tools.importing.events import Divergence, Event
from rftg_tools.importing.exceptions import IDLE_POWER, WITHHELD_GOOD, Departure
from rftg_tools.importing.reader import Reader, offered


def subset(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return some of the cards offered."""
    assert isinstance(decision, Subset)
    options, chosen = event["options"], event["answer"]["cards"]
    args = options["args"]
    reader.same("options", reader.sorted_titles(decision.cards), sorted(options["cards"]))
    least = args.get("min", args.get("count", decision.least))
    # The record names the most that a power takes, even where the hand has fewer.
    most = min(args.get("max", args.get("count", decision.most)), len(decision.cards))
    if decision.all_or_none:
        least = decision.least
    elif least < decision.least and _takes_own_good(reader.table, decision):
        if not chosen:
            raise Departure(WITHHELD_GOOD)
        least = decision.least
    reader.same("how many", (decision.least, decision.most), (least, most))
    _same_power(reader, decision, event)
    return reader.cards(chosen, decision.cards)


def _takes_own_good(table: Table, decision: Subset) -> bool:
    price = table.power_list[decision.about].price if decision.about >= 0 else None
    return price is not None and price.here


def _same_power(reader: Reader, decision: Subset, event: Event) -> None:
    """Compare the record's codes for powers of Consume; elsewhere they name a bonus too."""
    using = event["options"]["args"].get("using")
    if using is None or decision.about < 0:
        return
    if using.get("power", {}).get("phase") == "consume":
        ours = key_of_power(reader.table, reader.table.power_list[decision.about])
        reader.same("power in use", ours, key_of_record(using))


def cards_for_power(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return hand cards for a power; a world to produce on answers a later decision."""
    gains = reader.table.power_list[decision.about].gains if decision.about >= 0 else ()
    elsewhere = any(isinstance(gain, WindfallGood) for gain in gains)
    if event["kind"] == "discard-produce" and event["answer"]["cards"] and elsewhere:
        reader.produce_on[decision.player] = event["answer"]["special"][0]
    return subset(reader, decision, event)


def place(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the card placed or staked, or none."""
    cards = offered(decision)
    listed = sorted(event["options"]["cards"])
    more = [card for card in cards if reader.table.titles[card] not in listed]
    if more and reader.needs_idle(decision.player, more):
        reader.exceptions[IDLE_POWER] += 1
        cards = [card for card in cards if card not in more]
    reader.same("options", reader.sorted_titles(cards), listed)
    wanted = event["answer"]["value"]
    return () if wanted is None else reader.cards([wanted], cards)


def world(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return one of the worlds or cards offered: for a good, to be sold, to be kept."""
    cards = offered(decision)
    reader.same("options", reader.sorted_titles(cards), sorted(event["options"]["cards"]))
    return reader.cards([event["answer"]["value"]], cards)


def goods(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return goods for a power; a sale by a power is recorded as a trade."""
    if event["kind"] == "good":
        price = reader.table.power_list[decision.about].price
        if price is not None and price.more:
            return _goods_of_several_prices(reader, decision, event, (price, *price.more))
        return subset(reader, decision, event)
    plain = any(
        isinstance(gain, SellGood) and gain.plain
        for gain in reader.table.power_list[decision.about].gains
    )
    reader.same("trade powers", plain, event["options"]["args"]["no_bonus"])
    return world(reader, decision, event)


def _goods_of_several_prices(
    reader: Reader, decision: Decision, event: Event, prices: tuple[BoundPrice, ...]
) -> Answer:
    """Return the good for the first price; the record gives those for all of them at once."""
    assert isinstance(decision, Subset)
    player = reader.state.players[decision.player]
    kind = reader.table.kind
    fitting = [
        [world for world in player.goods if price.goods.fit(world, kind[world])] for price in prices
    ]
    options = {world for worlds in fitting for world in worlds}
    reader.same("options", reader.sorted_titles(options), sorted(event["options"]["cards"]))
    _same_power(reader, decision, event)
    chosen = reader.cards(event["answer"]["cards"], tuple(player.goods))
    for given in permutations(chosen):
        if all(world in worlds for world, worlds in zip(given, fitting, strict=True)):
            reader.to_give[decision.player] = list(given[1:])
            return given[:1]
    raise Divergence("goods", reader.place, event["answer"]["cards"], decision)


def pair(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return a world from hand and the world it replaces."""
    assert isinstance(decision, Choice)
    answer, options = event["answer"], event["options"]
    pairs = [option for option in decision.options if option]
    for part, listed in enumerate((options["cards"], options["special"])):
        ours = sorted(set(reader.titles(option[part] for option in pairs)))
        reader.same("options", ours, sorted(set(listed)))
    if not answer["cards"]:
        return ()
    wanted = (answer["cards"][0], answer["special"][0])
    return reader.option(decision, lambda option: reader.titles(option) == wanted, wanted)
