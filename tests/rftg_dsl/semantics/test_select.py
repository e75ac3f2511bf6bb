"""Which cards a selector means: kinds to choose, variable points, what powers do."""

import pytest

from rftg_dsl.model import Card, PowerLine
from rftg_dsl.semantics.lower import lower
from rftg_dsl.semantics.select import CardIndex
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.parser import parse, parse_power


def world(title: str, *powers: str, **facts: object) -> Card:
    parsed = [parse_power(text) for text in powers]
    lines = [PowerLine(text, one, lower(one), 1) for text, one in zip(powers, parsed, strict=True)]
    known = {"type": "world", "cost": 2, "vp": 1, "set_id": "mine", **facts}
    return Card(title=title, powers=tuple(lines), **known)  # type: ignore[arg-type]


CARDS = (
    world("Any", kind=ast.ANY_KIND, windfall=True),
    world("Rare", kind="rare", production=True),
    world("Gray", military=True),
    world("Fair", "settle: military +1", "consume: 1 good -> 1 vp", type="development"),
    world("Strong", "settle: military +3", "consume: 2 goods -> 1 vp", vp=None),
    world("Rash", "settle: may discard this -> military +1", "consume: all goods -> 1 vp each"),
    world(
        "Feud", "settle: military +1 against rebel worlds", "consume: up to 3 goods -> 1 vp each"
    ),
    world("Weak", "settle: military -1", "develop: may spend 2 rare goods -> cost -2"),
    world("Mixer", "consume: 1 rare good and 1 genes good -> 5 vp"),
    world("Raider", "settle: may take over a rebel military world"),
    world("Warden", "settle: defense +1 per military world"),
    world("Envoy", "settle: may spend 1 prestige -> defeat a takeover"),
)


def meant(text: str, takeovers: bool = True) -> set[str]:
    """The cards of CARDS that a text means."""
    index = CardIndex(CARDS, takeovers)
    masks = [index.mask(selector) for selector in parse(text, "cards")]
    return {c.title for n, c in enumerate(CARDS) if any(mask >> n & 1 for mask in masks)}


@pytest.mark.parametrize("kind", ast.KINDS)
def test_a_world_of_any_kind_is_of_each_kind_and_also_not_of_it(kind: str) -> None:
    assert "Any" in meant(f"{kind} world")
    assert "Any" in meant(f"non-{kind} world")


def test_a_world_of_any_kind_is_not_gray() -> None:
    assert meant("gray or rare worlds") >= {"Any", "Rare", "Gray"}
    assert "Any" not in meant("gray world")
    assert "Any" in meant("non-gray world")
    assert "Rare" in meant("non-gray world")


def test_a_world_of_any_kind_is_outside_no_list_of_all_kinds() -> None:
    assert "Any" not in meant("non-novelty or rare or genes or alien world")
    assert "Any" not in meant("non-windfall or rare world")
    assert "Any" in meant("non-military or rare world")


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("variable card", "Strong"),
        ("card with military +1 to +2", "Fair"),
        ("card with military +2 or more", "Strong"),
        ("card with military -1", "Weak"),
        ("card with a consume power for 2 or more goods", "Strong Rash Feud Mixer"),
        ("card with a consume power for 1 goods", "Fair"),
        ("card with a consume power for 2 to 3 goods", "Strong Feud Mixer"),
        ("card with a develop power for 2 goods", "Weak"),
        ("card with a takeover power", "Raider"),
        ("card with a takeover defense power", "Warden Envoy"),
        ("card with a takeover power or card with a takeover defense power", "Raider Warden Envoy"),
    ],
)
def test_cards_are_found_by_what_their_powers_do(text: str, titles: str) -> None:
    assert meant(text) == set(titles.split())


def test_without_takeovers_no_card_has_a_takeover_power() -> None:
    assert meant("card with a takeover power", takeovers=False) == set()
    assert meant("card with a takeover defense power", takeovers=False) == set()
    assert "Raider" in meant("card with a settle power", takeovers=False)
