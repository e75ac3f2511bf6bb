"""Classes made by `struct` are dataclasses that are compared by their fields."""

import copy
from dataclasses import KW_ONLY, dataclass, field, fields, replace

import pytest

from rftg_dsl.library import load_shipped
from rftg_dsl.structs import struct


@struct
class Terms:
    """What others begin with."""

    _: KW_ONLY
    gains: tuple[int, ...] = ()


@struct
class Draw(Terms):
    """Draws cards."""

    amount: int
    place: int = field(default=0, compare=False)
    secret: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "gains", tuple(sorted(self.gains)))


@dataclass(slots=True)
class Both(Draw):
    """A dataclass of the standard library that derives from one."""

    kind: str = ""


def test_equality_and_hash_are_of_the_class_and_the_compared_fields() -> None:
    assert Draw(2, place=1) == Draw(2, place=9)
    assert hash(Draw(2, place=1)) == hash(Draw(2, place=9))
    assert Draw(2) != Draw(2, gains=(1,))
    assert Terms() != Draw(2)
    assert Both(2, kind="rare") != Both(2, kind="genes")


def test_they_are_shown_replaced_copied_and_matched() -> None:
    draw = Draw(2, secret="x", gains=(3, 1))
    assert repr(draw) == "Draw(gains=(1, 3), amount=2, place=0)"
    assert replace(draw, amount=3) == Draw(3, 0, "x", gains=(1, 3))
    assert copy.deepcopy(draw) == draw
    assert Draw.__match_args__ == ("amount", "place", "secret")
    with pytest.raises(AttributeError):
        draw.other = 1  # type: ignore[attr-defined]


def test_nodes_of_a_shipped_set_equal_their_copies() -> None:
    for line in (line for card in load_shipped().sets[0].cards for line in card.powers):
        assert copy.deepcopy(line) == line
        assert hash(copy.deepcopy(line.power)) == hash(line.power)
        assert [each.name for each in fields(line)] == ["text", "power", "hooks", "line"]
