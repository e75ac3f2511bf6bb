"""Writes games of our own engine in the format that the conformance runner reads.

So a test has whole games, and can alter one member at a time. Decisions with one answer are not
written, which the runner must bear.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

from gamekit.chance import Chance
from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_engine import Driver, Options, Race, State, result, score
from rftg_engine.phases.rounds import end_reasons
from rftg_engine.turns.goods_gains import SellGood
from rftg_tools.importing.comparison import AFTER, REASONS
from rftg_tools.importing.readers import ACTIONS
from rftg_tools.importing.record import key_of_power
from tests.game import table_with

Event = dict[str, Any]
Policy = Callable[[Decision], Answer]

TABLE: Final = table_with()
_ACTION_NAMES: Final = {number: name for name, number in ACTIONS.items()}
_CONTEXTS: Final = {"starting hand": "start-hand", "explore": "explore", "hand limit": "hand-limit"}


class Log:
    """The events of a game. Chance of its own lets it know the supply, and so what is drawn."""

    def __init__(self, seed: str) -> None:
        self.events: list[Event] = []
        self.asked = 0
        """Who answered last: whoever shows a card that goes neither to a hand nor on a world."""
        self._chance = Chance(seed)
        self._supply: list[int] = []
        self._drawn: list[tuple[Event, int]] = []
        self._dealt = False

    def shuffle(self, items: list[int], nth: int) -> list[int]:
        """As by seed. A reshuffle comes when all cards of the supply are drawn."""
        if self._dealt:
            self._draw_down_to(0)
            self.events.append({"t": "reshuffle", "cards": len(items)})
        shuffled = self._chance.shuffle(items, nth)
        self._supply = list(shuffled)
        return shuffled

    def look(self, state: State) -> None:
        """Writes down what was drawn since the last look, and where it went."""
        self._dealt = True
        self._draw_down_to(len(state.deck))
        for event, card in self._drawn:
            event["t"], event["p"] = self._place_of(state, card)
        self._drawn = []

    def _draw_down_to(self, left: int) -> None:
        while len(self._supply) > left:
            card = self._supply.pop()
            event: Event = {"card": TABLE.titles[card]}
            self.events.append(event)
            self._drawn.append((event, card))

    def _place_of(self, state: State, card: int) -> tuple[str, int]:
        for seat, player in enumerate(state.players):
            if card in player.goods.values():
                return "good", seat
            if card in player.hand:
                return "draw", seat
        return "reveal", self.asked


def at_random(seed: str) -> Policy:
    """Every legal answer."""
    rng = Random(seed)
    return lambda decision: decision.sample(rng)


def idle(decision: Decision) -> Answer:
    """Always produces, and places nothing: such a game has no end of its own."""
    return (8,) if decision.kind == "action" else decision.first()


def record_game(options: Options, seed: str, policy: Policy, max_rounds: int = 1_000) -> Event:
    """A game in turn order from player 0, broken off after a round."""
    number = 0
    while True:
        log = Log(f"{seed} {number}")
        race = Race(TABLE, options, log)
        game = Driver(race, race.new_state(), partial(_write_state, log))
        log.look(game.state)
        if game.state.order[0] == 0:
            break
        number += 1
    starts = [
        {"t": "start", "p": seat, "offered": [TABLE.titles[player.start_world]]}
        for seat, player in enumerate(game.state.players)
    ]
    log.events[:0] = starts
    while not game.over and game.state.round <= max_rounds:
        # Asked in turn order; all answers to simultaneous decisions come before any effect.
        for decision in game.pending:
            answer = policy(decision)
            log.events.append(_choice(decision, answer))
            log.asked = decision.player
            game.answer(decision.player, answer)
            log.look(game.state)
    log.events.append(_end(game))
    return {
        "format": "rftg-record/1",
        "id": f"written-{seed}",
        "players": options.players,
        "two_player_advanced": options.experienced,
        "expansion": "base",
        "goals": False,
        "goal_tiles": [],
        "takeovers": False,
        "events": log.events,
    }


def _end(game: Driver[State]) -> Event:
    ended = result(TABLE, game.state)
    why = [REASONS[reason] for reason in end_reasons(TABLE, game.state)]
    return {
        "t": "end",
        "scores": list(ended.scores),
        "winners": list(ended.winners),
        "rounds": game.state.round - (0 if game.over else 1),
        "why": why if game.over else ["round-limit"],
    }


def _write_state(log: Log, step: str, state: State) -> None:
    log.look(state)
    if step in AFTER:
        log.events.append(
            {
                "t": "state",
                "after": AFTER[step],
                "deck": len(state.deck),
                "discard": len(state.discard),
                "pool": state.pool,
                "players": [_player(state, seat) for seat in range(len(state.players))],
            }
        )


def _player(state: State, seat: int) -> Event:
    player = state.players[seat]
    return {
        "hand": sorted((TABLE.titles[card] for card in player.hand), key=str.encode),
        "tableau": _titles(player.tableau),
        "goods": {TABLE.titles[world]: 1 for world in player.goods},
        "vp": player.vp,
        "military": player.powers.military,
        "score_now": score(TABLE, state, seat),
        "prestige": 0,
        "prestige_lead": "none",
        "prestige_tile": False,
        "prestige_action_used": False,
        "goals": [],
    }


def _titles(cards: Any) -> list[str]:
    return [TABLE.titles[card] for card in cards]


# --- choices


def _choice(decision: Decision, answer: Answer) -> Event:
    kind, options, said = _WRITERS[decision.kind](decision, answer)
    return {"t": "choice", "p": decision.player, "kind": kind, "options": options, "answer": said}


Written = tuple[str, Event, Event]


def _action(_decision: Decision, answer: Answer) -> Written:
    names = [_ACTION_NAMES[action] for action in answer]
    return "action", {"args": {"mode": "together"}}, {"actions": names, "prestige": False}


def _discard(decision: Decision, answer: Answer) -> Written:
    assert isinstance(decision, Subset)
    args = {"context": _CONTEXTS[decision.kind], "count": decision.minimum}
    options = {"cards": _titles(decision.cards), "args": args}
    return "discard", options, {"cards": _titles(answer)}


def _place(decision: Decision, answer: Answer) -> Written:
    options = {"cards": _offered(decision), "args": {}}
    return "place", options, {"value": _titles(answer)[0] if answer else None}


def _world(kind: str, **args: bool) -> Callable[[Decision, Answer], Written]:
    def write(decision: Decision, answer: Answer) -> Written:
        options = {"cards": _offered(decision), "args": args}
        return kind, options, {"value": _titles(answer)[0]}

    return write


def _payment(decision: Decision, answer: Answer) -> Written:
    assert isinstance(decision, Payment)
    used = {TABLE.power_list[power].card for way in decision.options for power in way.powers}
    options = {
        "cards": _titles(decision.cards),
        "special": _titles(used),
        "args": {"which": TABLE.titles[decision.about]},
    }
    special = [TABLE.power_list[one].card for one in decision.options[answer[0]].powers]
    return "payment", options, {"special": _titles(special), "cards": _titles(answer[1:])}


def _power(number: int) -> Event:
    title, codes, value = key_of_power(TABLE, TABLE.power_list[number])
    return {"card": title, "power": {"phase": "consume", "codes": list(codes), "value": value}}


def _consume_power(decision: Decision, answer: Answer) -> Written:
    assert isinstance(decision, Choice)
    powers = [_power(option[0]) for option in decision.options if option]
    options = {"powers": powers, "args": {"optional": () in decision.options}}
    return "consume-power", options, {"power": _power(answer[0]) if answer else None}


def _goods(decision: Decision, answer: Answer) -> Written:
    assert isinstance(decision, Subset)
    gains = TABLE.power_list[decision.about].gains
    sale = next((gain for gain in gains if isinstance(gain, SellGood)), None)
    if sale is not None:
        return _world("trade", no_bonus=sale.plain)(decision, answer)
    return _subset_of("good")(decision, answer)


def _subset_of(kind: str) -> Callable[[Decision, Answer], Written]:
    def write(decision: Decision, answer: Answer) -> Written:
        assert isinstance(decision, Subset)
        args = {"using": _power(decision.about), "min": decision.minimum, "max": decision.maximum}
        return kind, {"cards": _titles(decision.cards), "args": args}, {"cards": _titles(answer)}

    return write


def _guess(_decision: Decision, answer: Answer) -> Written:
    return "lucky", {"args": {}}, {"value": answer[0]}


def _offered(decision: Decision) -> list[str]:
    if isinstance(decision, Subset):
        return _titles(decision.cards)
    assert isinstance(decision, Choice)
    return _titles(option[0] for option in decision.options if option)


_WRITERS: Final[dict[str, Callable[[Decision, Answer], Written]]] = {
    "starting hand": _discard,
    "action": _action,
    "explore": _discard,
    "place development": _place,
    "place world": _place,
    "pay for development": _payment,
    "pay for world": _payment,
    "trade": _world("trade", no_bonus=False),
    "consume power": _consume_power,
    "discard for power": _subset_of("consume-hand"),
    "goods for power": _goods,
    "guess": _guess,
    "windfall": _world("windfall"),
    "hand limit": _discard,
}
