"""Frames and asks written by hand, for tests of the page's parts without a game."""

from typing import Any

Data = dict[str, Any]
TITLES = ("Old Earth", "Gem World", "Public Works", "Space Port", "Alien Toys", "Mining World")


def a_card(title: str) -> Data:
    """What a frame says of a card that has no image."""
    facts = {"type": "world", "kind": None, "cost": 2, "vp": 1, "own": False}
    return {"title": title, "face": None, "alt": "World, cost 2, 1 VP.", **facts}


def a_player(seat: int, name: str, *tableau: int, **other: Any) -> Data:
    """A player with these cards in the tableau, the first with a good of Novelty."""
    lying = [
        {"card": card, "good": None if at else "novelty", "saved": at}
        for at, card in enumerate(tableau)
    ]
    facts: Data = {"kind": "bot" if seat else "human", "level": "expert" if seat else None}
    facts |= {"order": seat, "actions": [], "hand": 4, "vp": 3, "prestige": 0, "score": 17}
    facts |= {"military": 2, "special_used": False, "waiting": not seat, "done": False}
    return {"seat": seat, "name": name, "tableau": lying, **facts, **other}


def a_frame(ask: Data | None = None, **other: Any) -> Data:
    """Cards 1 and 2 lie in Ann's tableau, 3 in Bo's, 4 to 6 are Ann's hand."""
    frame: Data = {"is": "table", "game": "x", "turn": 7, "seat": 0, "sets": ["Base"], "seed": None}
    frame |= {"options": [], "round": 3, "step": "settle", "steps": ["settle", "consume"]}
    frame |= {"steps_done": ["explore"], "pool": 24, "deck": 71, "discard": 9, "parts": {}}
    frame |= {
        "last_round": None,
        "prestige": False,
        "experienced": False,
        "over": None,
        "undo": None,
        "undo_round": None,
        "chosen": None,
        "ending": [],
        "given": [],
    }
    frame |= {"players": [a_player(0, "Ann", 1, 2), a_player(1, "Bo", 3)], "hand": [4, 5, 6]}
    frame |= {"cards": {str(at): a_card(title) for at, title in enumerate(TITLES, 1)}, "saved": {}}
    frame |= {"asks": [ask] if ask else [], "can_see": [{"seat": 0, "name": "Ann"}], "log": []}
    return frame | other


def an_ask(form: str, **other: Any) -> Data:
    """An ask of Ann's."""
    ask: Data = {"seat": 0, "kind": "test", "about": None, "form": form, "suggest": None}
    ask |= {"prompt": ["Choose for ", {"card": 1}, "."], "help": ["What it means."]}
    return {**ask, "rule": "base rulebook, Settle", **other}


def a_choice(*options: tuple[list[int], str | Data, list[int]], **other: Any) -> Data:
    """An ask with options: answer, label, cards on which it stands."""
    told = [
        {"answer": answer, "label": [label], "cards": cards, "detail": None}
        for answer, label, cards in options
    ]
    why = {"6": {"why": ["Military 2, it needs 4."], "rule": "base rulebook, Settle"}}
    return an_ask("choice", options=told, why_not=why, **other)


def of_actions(*actions: list[str], **other: Any) -> Data:
    """An ask for actions: the n-th option is answered by n."""
    options = [
        {"answer": [at], "label": [" and ".join(names)], "cards": [], "detail": None}
        | {"action": names}
        for at, names in enumerate(actions)
    ]
    return an_ask("choice", options=options, why_not={}, **other)


def a_subset(least: int, most: int, **other: Any) -> Data:
    """An ask for some of the hand."""
    facts: Data = {
        "least": least,
        "most": most,
        "all_or_none": False,
        "groups": None,
        "alike": False,
    }
    return an_ask("subset", **{"cards": [6, 5, 4], "verb": "discard", **facts, **other})


def a_payment(**other: Any) -> Data:
    """An ask to pay for the card 6: with two cards, or with one and a power."""
    ways = [
        {"label": ["2 cards"], "price": 2, "most": 2},
        {"label": ["1 card, giving up Public Works"], "price": 1, "most": 1},
    ]
    return an_ask("payment", **{"about": 6, "ways": ways, "cards": [4, 5], "why_not": {}, **other})


def an_end() -> Data:
    """Ann has won."""
    lines = [
        {"card": 1, "label": "2 VP", "points": 2},
        {"card": None, "label": "chips", "points": 15},
    ]
    sheet: Data = {"chips": 15, "cards": 2, "goals": 0, "prestige": 0, "tie_break": 4}
    scores = [
        {"seat": 0, "total": 17, "lines": lines, **sheet},
        {"seat": 1, "total": 9, "lines": [], **sheet},
    ]
    why = ["a tableau of 12 cards"]
    columns = [{"name": "cards", "title": "Cards"}, {"name": "chips", "title": "Chips"}]
    head: Data = {"why": why, "winners": [0], "columns": columns}
    return head | {"scores": scores, "record": "x.json"}
