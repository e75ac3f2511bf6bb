"""New card files, with the same mix of blank cards as printed sets."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median_low
from typing import Any, Final, NamedTuple, TypeVar

from rftg_dsl.blank.cards import (
    VARIABLE,
    add_implied_powers,
    next_start_number,
    start_colour,
)
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.games import GAMES, RACE, ROLL, Game
from rftg_dsl.model import Card
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.sets.titles import BLANK
from rftg_dsl.source.nodes import PLAIN_WORD, quote_scalar
from rftg_dsl.source.schema import card_set_schema, resolve_reference
from rftg_dsl.syntax.ast import ANY_KIND

_DASH: Final = 2
_GRAY: Final = "gray"


def draft_set(
    path: Path, head: Mapping[str, Any], count: int, printed: Sequence[Card]
) -> tuple[str, Compilation]:
    """Return the text of a new set with blank cards or tiles, and its compilation.

    Writes nothing.

    head: top-level keys: `set`, `title`, `requires`, and `game` for a set of tiles.
    printed: cards with the mix of types to use.
    """
    cache = SourceCache()
    if head.get("game") == ROLL.id:
        return _compile_draft(cache, path, head, blank_tiles(count, printed))
    text, compilation = _compile_draft(cache, path, head, blank_cards(1, printed))
    if compilation.has_errors or count == 1:
        return text, compilation
    required = [card for card_set in compilation.sets[:-1] for card in card_set.cards]
    return _compile_draft(
        cache, path, head, blank_cards(count, printed, next_start_number(required))
    )


def _compile_draft(
    cache: SourceCache,
    path: Path,
    head: Mapping[str, Any],
    cards: Sequence[tuple[str, dict[str, Any]]],
) -> tuple[str, Compilation]:
    text = set_text(head, path.name, cards)
    cache.put(path, text)
    return text, compile_files([path], cache)


def set_text(
    head: Mapping[str, Any], name: str, cards: Sequence[tuple[str, dict[str, Any]]]
) -> str:
    """Return the text of a card file with these cards and their comments.

    The keys of the first card are explained. name: file name, for the commands in the first lines.
    """
    game = GAMES[head.get("game", RACE.id)]
    noun = game.nouns[-1]
    lines = [
        f"# {head['title']}: {noun}s for {game.title}.",
        f"# Check them:     rftg-dsl check {name}",
        f"# Add a {noun}:     rftg-dsl new card {name}",
        "# Look up words:  rftg-dsl words",
        "",
        *format_head(head, game),
    ]
    for index, (words, card) in enumerate(cards):
        write = format_card if index else explained_card
        above = [f"{' ' * _DASH}# Blank: {words}."] if words else []
        lines += [*([""] if index else []), *above, *write(card, _DASH, game)]
    return "\n".join(lines) + "\n"


def title_from_id(set_id: str) -> str:
    """Return a title for an id, such as "Ice And Steam" for ice-and-steam."""
    return " ".join(word.capitalize() for word in set_id.split("-"))


PRINTED: Final = 22
"""Number of blank cards in the printed box (arc 1 booklet, Contents)."""
_Key = TypeVar("_Key", bound=Hashable)


_GOODS: Final = {
    "": "",
    "windfall": "windfall ",
    "produces": "production ",
    "holds": "one-good ",
}


class CardSort(NamedTuple):
    """Type of a printed card. goods: key of its kind of good, or "" if there is none."""

    type: str
    variable: bool = False
    goods: str = ""
    start: bool = False

    def __str__(self) -> str:
        if self.start:
            return "a start world"
        points = " with variable points" if self.variable else ""
        goods = _GOODS[self.goods]
        name = self.type.replace("world", f"{goods}world")
        return f"a {name}{points}"


def card_sort(card: Card) -> CardSort:
    """Return the sort of a card. All start worlds have the same sort."""
    if card.start is not None:
        return CardSort("world", start=True)
    goods = "windfall" if card.windfall else "produces" if card.production else ""
    goods = "holds" if card.holds else goods
    return CardSort("military world" if card.military else card.type, card.vp is None, goods)


def apportion(total: int, weights: Mapping[_Key, int]) -> dict[_Key, int]:
    """Divide a total into integers proportional to the weights (largest remainder method).

    Ties go to the larger weight, then to the first.
    """
    weight_sum = sum(weights.values())
    parts = {key: total * weight // weight_sum for key, weight in weights.items()}
    remaining = total - sum(parts.values())
    order = sorted(weights, key=lambda key: (-(total * weights[key] % weight_sum), -weights[key]))
    for key in order[:remaining]:
        parts[key] += 1
    return parts


def blank_cards(
    count: int, printed: Sequence[Card], first_start: int | None = None
) -> list[tuple[str, dict[str, Any]]]:
    """Return blank cards with descriptions, with the same mix of types as printed cards.

    Costs, defenses and points are medians of printed cards of the same sort. first_start: number of
    the first start world, by default the next free number.
    """
    by_sort: dict[CardSort, list[Card]] = {}
    for card in printed:
        by_sort.setdefault(card_sort(card), []).append(card)
    copies = {sort: sum(card.copies for card in cards) for sort, cards in by_sort.items()}
    shares = apportion(count, copies)
    start = next_start_number(printed) if first_start is None else first_start
    blanks: list[tuple[str, dict[str, Any]]] = []
    for sort in sorted(by_sort, key=lambda other_sort: -shares[other_sort]):
        for kind, share in _apportion_kinds(shares[sort], sort, by_sort[sort]):
            for _ in range(share):
                similar = [card for card in by_sort[sort] if kind in ("", card.kind)]
                blank = _make_blank(len(blanks) + 1, sort, kind, similar)
                if sort.start:
                    blank["start"] = {"number": start, "colour": start_colour(start)}
                    start += 1
                blanks.append((_describe_sort(sort, kind), add_implied_powers(blank)))
    return blanks


def _apportion_kinds(count: int, sort: CardSort, cards: list[Card]) -> list[tuple[str, int]]:
    if not sort.goods:
        return [("", count)]
    weights: Counter[str] = Counter()
    for card in cards:
        if card.kind and card.kind != ANY_KIND:
            weights[card.kind] += card.copies
    return list(apportion(count, weights).items()) if weights else [(ANY_KIND, count)]


def _make_blank(index: int, sort: CardSort, kind: str, similar: list[Card]) -> dict[str, Any]:
    points = [card.vp for card in similar if card.vp is not None]
    card: dict[str, Any] = {
        "title": f"{BLANK} {index}",
        sort.type: median_low(card.cost for card in similar),
        "vp": VARIABLE if sort.variable else median_low(points or [1]),
    }
    return card | ({sort.goods: kind} if sort.goods else {})


def _describe_sort(sort: CardSort, kind: str) -> str:
    name = str(sort)
    return f"{name}, {kind}" if kind else name


Facts = Mapping[str, Any]
"""Keys and values of a card or set, as in the schema."""

_WIDTH: Final = 88
_FOR_WORLDS: Final = frozenset(("windfall", "produces", "holds", "start"))


def format_card(card: Facts, dash: int, game: Game = RACE) -> list[str]:
    """Return the lines of a card as a list entry. dash: number of spaces before its `-`."""
    lines = [
        line
        for key in _card_schema(game)["properties"]
        if key in card
        for line in format_key(key, card[key])
    ]
    return _as_list_entry(lines, dash)


def explained_card(card: Facts, dash: int, game: Game = RACE) -> list[str]:
    """Return a card with a comment for each key, and other possible keys as comments."""
    absent = _FOR_WORLDS if "development" in card else frozenset[str]()
    absent |= {*RACE.types} | ({"windfall", "holds"} if "produces" in card else set())
    rules = _card_schema(game)
    absent |= _excluded_keys(card, rules) if game is not RACE else set()
    properties = rules["properties"]
    keys = [key for key in properties if key in card or key not in absent]
    lines = [line for key in keys for line in _explain_key(key, card, properties)]
    first = next(index for index, line in enumerate(lines) if not line.startswith("#"))
    comments = [" " * dash + line for line in lines[:first]]
    return comments + _as_list_entry(lines[first:], dash)


def _excluded_keys(card: Facts, rules: Facts) -> set[str]:
    """Return the keys that are incompatible with the keys of a card."""
    pairs = (set(rule["not"]["required"]) for rule in rules["allOf"] if "not" in rule)
    return {key for pair in pairs if pair & card.keys() for key in pair - card.keys()}


def format_head(head: Facts, game: Game = RACE) -> list[str]:
    """Return the top-level keys of a set up to `cards:`, with comments."""
    properties = card_set_schema(game)["properties"]
    lines: list[str] = []
    game_key = () if game is RACE else ("game",)
    for key in ("set", *game_key, "title", "requires", "keywords"):
        lines += [*_explain_key(key, head, properties), ""]
    return [*lines, "cards:"]


def _card_schema(game: Game) -> Facts:
    """Return the schema of a game's cards."""
    return resolve_reference(card_set_schema(game)["properties"]["cards"]["items"])


def format_key(key: str, value: Any) -> list[str]:
    """Return the lines of a key and its value."""
    if key == "powers":
        return ["powers: |", *(f"  {line}" for line in value.splitlines())]
    return [f"{key}: {_format_inline(value)}"]


def _format_inline(value: Any) -> str:
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f"{key}: {_format_inline(item)}" for key, item in value.items()) + "}"
        )
    if isinstance(value, list | tuple):
        return f"[{', '.join(quote_scalar(item, PLAIN_WORD) for item in value)}]"
    return quote_scalar(value) if isinstance(value, str) else str(value)


def _explain_key(key: str, card: Facts, properties: Facts) -> Iterator[str]:
    """Yield a comment that explains a key, then the key, or an example in a comment."""
    rules = resolve_reference(properties[key])
    yield from (f"# {line}" for line in textwrap.wrap(rules["description"], _WIDTH))
    if key in card:
        yield from format_key(key, card[key])
    else:
        yield from (f"# {line}" for line in format_key(key, _example_value(rules)))


def _example_value(rules: Facts) -> Any:
    """Return an example of a value from the schema, or from the schemas of its parts."""
    if "examples" in rules:
        return rules["examples"][0]
    if "enum" in rules:
        return rules["enum"][0]
    if "properties" in rules:
        parts = rules["properties"].items()
        return {key: _example_value(resolve_reference(part)) for key, part in parts}
    return max(rules["minimum"], 0)


def _as_list_entry(lines: list[str], dash: int) -> list[str]:
    indent = " " * dash
    first, *other_lines = lines
    return [f"{indent}- {first}", *(f"{indent}  {line}" for line in other_lines)]


def blank_tiles(count: int, printed: Sequence[Card]) -> list[tuple[str, dict[str, Any]]]:
    """Return the faces of blank tiles; the first face of each tile has a description.

    Kinds are as frequent as on printed tiles, and costs are the medians of printed costs.
    """
    two_sided = [
        card for card in printed if card.tile and card.tile.other and not card.tile.faction
    ]
    kinds = Counter(card.kind or _GRAY for card in two_sided if card.type == "world")
    cost = median_low(card.cost for card in two_sided if card.type == "development")
    faces: list[tuple[str, dict[str, Any]]] = []
    for kind, share in apportion(count, kinds).items():
        costs = [
            card.cost for card in two_sided if (card.type, card.kind or _GRAY) == ("world", kind)
        ]
        for _ in range(share):
            first, second = (f"{BLANK} {len(faces) + n}" for n in (1, 2))
            world: dict[str, Any] = {"title": first, "world": median_low(costs)}
            world |= {} if kind == _GRAY else {"kind": kind}
            words = f"a {kind} world, and a development on its other side"
            faces.append((words, {**world, "other side": second}))
            faces.append(("", {"title": second, "development": cost}))
    return faces
