"""Decisions, answers and positions of our engine in the words of `rftg-positions/1`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final, assert_never, cast

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset, Way
from rftg_dev.yardstick.positions import Asked, Side, Start
from rftg_dsl.syntax.ast import KINDS
from rftg_engine import actions, asks
from rftg_engine.asks import Means, ask_of, is_about_power
from rftg_engine.cards.table import Table
from rftg_engine.modules.prestige import leaders
from rftg_engine.state import Player, State
from rftg_engine.turns.counting import total_military

MOST_OPTIONS: Final = 60
"""Legal answers that are listed; of more only the number is told."""
NONE: Final = "none"
PRESTIGE: Final = "prestige"
"""The module of rules that brings prestige, its lead and its card."""
OF_THE_CARD: Final = "prestige consume: trade: discard up to 2 cards for 1 vp each"
"""The power that no card of the table has, but the prestige/search card."""
_MEMBERS: Final = {
    asks.TAKEOVER: ("by", "world"),
    asks.DEFEAT_TAKEOVER: ("by", "world"),
    asks.UPGRADE: ("place", "replaced"),
    asks.MOVE_GOOD: ("from", "to"),
}
"""What the numbers of an answer are called where there are two."""


# --- decisions


def asked_in_words(
    table: Table, decision: Decision, answer: Answer, step: str, together: bool
) -> Asked:
    """Return a decision and its answer. together: others are asked at the same moment."""
    count = decision.count()
    many = count > MOST_OPTIONS
    found: dict[str, Any] = {
        "player": decision.player,
        "step": step,
        "kind": decision.kind,
        "about": _about(table, decision),
        **({"together": True} if together else {}),
        "options": count if many else options_in_words(table, decision),
        **(_in_short(table, decision) if many else {}),
        "answer": answer_in_words(table, decision, answer),
    }
    return cast(Asked, found)


def options_in_words(table: Table, decision: Decision) -> list[Any]:
    """Return all legal answers, each wording once: copies of a title are alike."""
    found: dict[str, Any] = {}
    for answer in legal_answers(decision):
        words = answer_in_words(table, decision, answer)
        found.setdefault(json.dumps(words, sort_keys=True), words)
    return list(found.values())


def answer_in_words(table: Table, decision: Decision, answer: Answer) -> Any:
    """Return a legal answer."""
    if isinstance(decision, Payment):
        using = [power_line(table, number) for number in decision.ways[answer[0]].powers]
        return {"using": using, "cards": _titles(table, answer[1:])}
    if isinstance(decision, Subset):
        return _titles(table, answer)
    if not answer:
        return NONE
    meanings = ask_of(decision.kind).answer
    words = [
        _word(table, decision.kind, meanings[min(place, len(meanings) - 1)], number)
        for place, number in enumerate(answer)
    ]
    if decision.kind in _MEMBERS and len(words) == 2:
        return dict(zip(_MEMBERS[decision.kind], words, strict=True))
    return words[0] if len(words) == 1 else words


def legal_answers(decision: Decision) -> Iterator[Answer]:
    """Yield all legal answers; of cards, each set of them once."""
    if isinstance(decision, Choice):
        yield from decision.options
    elif isinstance(decision, Payment):
        for index, way in enumerate(decision.ways):
            for size in range(way.price, way.most + 1):
                yield from ((index, *cards) for cards in combinations(decision.cards, size))
    elif isinstance(decision, Subset):
        for size in range(decision.least, decision.most + 1):
            for cards in combinations(decision.cards, size):
                if decision.refusal(cards) is None:
                    yield cards


def power_line(table: Table, number: int) -> str:
    """Return a power as on its card: "Title: line"."""
    power = table.power_list[number]
    return f"{table.titles[power.card]}: {table.cards[power.card].powers[power.line].text}"


def _about(table: Table, decision: Decision) -> str | None:
    if decision.about < 0:
        return OF_THE_CARD if decision.kind == asks.DISCARD_FOR_POWER else None
    if is_about_power(decision.kind):
        return power_line(table, decision.about)
    return table.titles[decision.about]


def _in_short(table: Table, decision: Decision) -> dict[str, Any]:
    """Return what is told of a decision with too many answers to list them."""
    if isinstance(decision, Payment):
        ways = [_way(table, way) for way in decision.ways]
        return {"from": _titles(table, decision.cards), "ways": ways}
    if isinstance(decision, Subset):
        sizes = {"least": decision.least, "most": decision.most}
        all_or_none = {"all_or_none": True} if decision.all_or_none else {}
        return {"from": _titles(table, decision.cards), **sizes, **all_or_none}
    return {}


def _way(table: Table, way: Way) -> dict[str, Any]:
    using = [power_line(table, number) for number in way.powers]
    return {"using": using, "least": way.price, "most": way.most}


def _word(table: Table, kind: str, meaning: Means, number: int) -> str | int:
    match meaning:
        case Means.CARD | Means.HIDDEN_CARD | Means.OPEN_CARD | Means.WORLD:
            return table.titles[number]
        case Means.POWER:
            return power_line(table, number) if number >= 0 else OF_THE_CARD
        case Means.ACTION:
            return actions.name_of(number)
        case Means.CATEGORY:
            return table.search[number].title
        case Means.KIND:
            return KINDS[number - 1]
        case Means.YES if kind == asks.SEARCH_KEEP:
            return "take" if number else "search on"
        case Means.YES:
            return "yes" if number else "no"
        case Means.NUMBER | Means.NOTHING:
            return number
        case _:
            assert_never(meaning)


# --- positions


def position_in_words(table: Table, state: State) -> Start:
    """Return a position with all that is hidden in it but the order of the piles."""
    prestige = PRESTIGE in table.modules
    return {
        "order": list(state.order),
        "players": [_side(table, state, player, prestige) for player in state.players],
        "pool": state.pool,
        "supply": len(state.deck),
        "discard": len(state.discard),
        "prestige_leaders": sorted(leaders(state)) if prestige else None,
    }


def _side(table: Table, state: State, player: Player, prestige: bool) -> Side:
    titles = table.titles
    powers = table.powers(player.tableau)
    return {
        "tableau": [titles[card] for card in player.tableau],
        "hand": _titles(table, player.hand),
        "goods": {
            titles[world]: _kind_of_good(table, world)
            for world in player.tableau
            if world in player.goods
        },
        "saved": {titles[under]: _titles(table, cards) for under, cards in player.saved.items()},
        "chips": player.vp,
        "prestige": player.prestige,
        "goals": [table.goals[number].title for number in player.goals],
        "prestige_card_used": player.special_used if prestige else None,
        "military": total_military(table, state.players, player.seat, powers),
    }


def _kind_of_good(table: Table, world: int) -> str | bool:
    kind = table.cards[world].kind
    return kind if kind in KINDS else True


def _titles(table: Table, cards: Iterator[int] | list[int] | tuple[int, ...]) -> list[str]:
    return sorted(table.titles[card] for card in cards)
