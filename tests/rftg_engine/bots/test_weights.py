"""The file of weights: what it must hold, and what is said of one that does not."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rftg_engine.bots.weights import SHIPPED, at_stage, parse, read

Change = Callable[[dict[str, Any]], object]


def load_shipped() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(SHIPPED.read_text(encoding="utf-8"))
    return data


def test_the_shipped_weights_say_what_they_were_trained_with() -> None:
    trained = load_shipped()["trained"]
    assert trained["generations"] > 0
    assert trained["settings"]
    assert trained["start"], "the digest of what learning began with"
    assert trained["code"], "that of the rules and bots that played"
    assert parse(load_shipped(), "x").features[0] == (1.0, 1.0), "a point is a point"


BAD: list[tuple[Change, str]] = [
    (lambda data: data.update(format="other"), "x: this is not rftg-weights/1"),
    (lambda data: data.pop("trained"), "x: trained is missing"),
    (lambda data: data["trained"].update(place="here"), "x: trained: 'place' is unknown"),
    (lambda data: data["trained"].update(code=7), "x: trained: code: 7 is not valid"),
    (lambda data: data.pop("features"), "x: features is missing"),
    (lambda data: data["features"].pop("hand"), "x: features: 'hand' is missing"),
    (lambda data: data["habits"].update(luck=[1, 1]), "x: habits: 'luck' is unknown"),
    (lambda data: data["features"].update(hand=[1]), "x: features: hand: expected 2 numbers"),
    (lambda data: data["features"].update(hand=[1, "a"]), "hand: 'a' is not a number"),
    (lambda data: data["features"].update(hand=[1, True]), "hand: True is not a number"),
    (lambda data: data["features"].update(hand=[1, float("nan")]), "hand: nan is not a number"),
    (lambda data: data["actions"].update(settle=[1]), "actions: settle: expected 15 numbers"),
]


@pytest.mark.parametrize(("change", "message"), BAD)
def test_a_bad_file_is_refused_with_the_place(change: Change, message: str) -> None:
    data = copy.deepcopy(load_shipped())
    change(data)
    with pytest.raises(ValueError, match=message):
        parse(data, "x")


def test_a_file_that_is_no_json_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text("{\n oops\n}", encoding="utf-8")
    with pytest.raises(ValueError, match=r"bad\.json: line 2"):
        read(path)


def test_weights_go_from_those_of_the_start_to_those_of_the_end() -> None:
    assert [at_stage([(1.0, 3.0)], stage) for stage in (0, 6, 12)] == [[1.0], [2.0], [3.0]]
