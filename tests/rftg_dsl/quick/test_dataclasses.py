"""Classes of quick.dataclasses behave as those of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import pkgutil
from importlib import import_module
from typing import Any

import pytest

import rftg_dsl
from rftg_dsl.library import load_shipped
from rftg_dsl.quick.dataclasses import dataclass, field, fields, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What others begin with."""

    price: int | None = None
    gains: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw(Terms):
    """Draws cards."""

    amount: int
    place: int = field(default=0, compare=False)
    secret: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "gains", tuple(sorted(self.gains)))


@dataclass(slots=True)
class Notes:
    """Can be changed."""

    title: str
    lines: list[str] = field(default_factory=list)


def test_fields_are_arguments_and_defaults_are_not_shared() -> None:
    assert str(inspect.signature(Draw.__init__)).startswith("(self, amount, place=0, secret=''")
    assert Draw(2, gains=(3, 1)).gains == (1, 3)
    Notes("a").lines.append("x")
    assert Notes("b").lines == []
    with pytest.raises(TypeError, match="amount"):
        Draw()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="positional"):
        Draw(1, 2, "", 3)  # type: ignore[misc]


def test_equality_and_hash_are_of_the_class_and_the_fields_that_are_compared() -> None:
    assert Draw(2, place=1) == Draw(2, place=9)
    assert hash(Draw(2, place=1)) == hash(Draw(2, place=9))
    assert Draw(2) != Draw(2, price=1)
    assert Terms() != Draw(2)
    assert Notes("a") == Notes("a")
    with pytest.raises(TypeError, match="unhashable"):
        hash(Notes("a"))


def test_a_frozen_one_cannot_be_changed_and_no_other_attribute_is_set() -> None:
    draw = Draw(2)
    for name in ("amount", "other"):
        with pytest.raises(
            dataclasses.FrozenInstanceError, match=f"cannot assign to field '{name}'"
        ):
            setattr(draw, name, 3)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'amount'"):
        del draw.amount  # type: ignore[misc]
    notes = Notes("a")
    notes.title = "b"
    with pytest.raises(AttributeError):
        notes.other = 1  # type: ignore[attr-defined]


def test_they_are_shown_replaced_copied_and_matched() -> None:
    draw = Draw(2, secret="x", price=4)
    assert repr(draw) == "Draw(price=4, gains=(), amount=2, place=0)"
    assert (
        replace(draw, amount=3) == dataclasses.replace(draw, amount=3) == Draw(3, 0, "x", price=4)
    )
    assert copy.deepcopy(draw) == pickle.loads(pickle.dumps(draw)) == draw
    match draw:
        case Draw(amount, place):
            assert (amount, place) == (2, 0)
    assert Draw.__match_args__ == ("amount", "place", "secret")


def test_what_the_standard_library_knows_of_a_class_is_made_once() -> None:
    names = ("__dataclass_fields__", "__dataclass_params__")
    for name in names:
        assert getattr(Draw, name) is getattr(Draw, name)
    first, second = dataclasses.fields(Terms), dataclasses.fields(Draw)
    assert [one.name for one in first] == ["price", "gains"] != [one.name for one in second]


def test_a_dataclass_of_the_standard_library_can_derive_from_one() -> None:
    @dataclasses.dataclass(frozen=True, slots=True)
    class Both(Draw):
        kind: str = ""

    assert Both(2, kind="rare").kind == "rare"
    assert [one.name for one in dataclasses.fields(Both)][-2:] == ["secret", "kind"]


def test_what_derives_from_one_keeps_its_own_fields_when_it_is_copied_and_replaced() -> None:
    @dataclasses.dataclass(frozen=True)
    class Both(Draw):
        kind: str = ""

    class Named(Both):
        pass

    both = Both(2, kind="rare")
    assert fields(both) == dataclasses.fields(both)
    assert copy.copy(both) == copy.deepcopy(both) == both
    assert replace(both, amount=3) == Both(3, kind="rare")
    assert replace(Named(2, kind="rare"), amount=3) == Named(3, kind="rare")


def test_each_class_of_the_compiler_is_as_the_standard_library_would_make_it() -> None:
    made = _all_classes()
    assert len(made) > 70
    for cls in made:
        theirs = dataclasses.fields(cls)
        assert [one.name for one in theirs] == [one.name for one in fields(cls)], cls
        twin: Any = dataclasses.make_dataclass(
            cls.__name__,
            [(one.name, one.type, copy.copy(one)) for one in theirs],
            **cls.__fast_options__,
        )
        assert twin.__match_args__ == cls.__match_args__, cls
        parameters = inspect.signature(twin).parameters
        assert list(parameters) == list(inspect.signature(cls).parameters), cls
        kinds = [one.kind for one in parameters.values()]
        assert kinds == [one.kind for one in inspect.signature(cls).parameters.values()], cls
        assert (twin.__hash__ is None) == (cls.__hash__ is None), cls


def test_all_nodes_of_the_shipped_sets_are_shown_as_the_standard_library_does() -> None:
    for line in (line for one in load_shipped().sets for card in one.cards for line in card.powers):
        data = dataclasses.asdict(line.power)
        assert list(data) == [one.name for one in fields(line.power)]
        assert copy.deepcopy(line) == line
        assert hash(copy.deepcopy(line.power)) == hash(line.power)


def _all_classes() -> set[Any]:
    found: set[Any] = set()
    for module in pkgutil.walk_packages(rftg_dsl.__path__, "rftg_dsl."):
        if not module.name.endswith("__main__") and ".lsp" not in module.name:
            values = vars(import_module(module.name)).values()
            found |= {one for one in values if "__fast_fields__" in getattr(one, "__dict__", ())}
    return {one for one in found if isinstance(one, type) and "__fast_fields__" in vars(one)}
