"""Images of card faces while the cards change."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.library import cards_in_use, load
from rftg_tools.faces.facts import PrintedCard
from rftg_tools.web.images import CannotDraw, Face, Images


def test_the_problem_of_a_face_that_is_replaced_while_it_is_drawn_is_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    card, corrected = cards_in_use(load(["base"]).sets)[:2]
    face, replacement = (
        Face(PrintedCard(each, "Base", 1, Path(), "")) for each in (card, corrected)
    )
    with closing(Images("space")) as images:

        def fail(*_arguments: Any) -> None:
            raise ValueError("no ink")

        def fail_late(*_arguments: Any) -> None:
            images.set_faces([replacement])
            fail()

        images.set_faces([face])
        monkeypatch.setattr(images._printer, "pictures", fail_late)
        with pytest.raises(CannotDraw):
            images.image(images.name(face))
        assert images.problem == ""
        monkeypatch.setattr(images._printer, "pictures", fail)
        with pytest.raises(CannotDraw):
            images.image(images.name(replacement))
        assert "no ink" in images.problem
