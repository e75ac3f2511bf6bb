"""The first sentence of each question of Roll."""

from __future__ import annotations

from gamekit.amounts import Amounts
from rftg_dsl.diagnostics.text import counted
from rftg_tools.play.narration.texts import Text, card, text
from rftg_tools.play.roll.asking import Asked, Prompt, face_about
from rftg_tools.play.roll.names import COLOUR_NAMES


def says(words: str) -> Prompt:
    return lambda _asked: text(words)


def naming(before: str, after: str) -> Prompt:
    """Return a prompt with the face that the decision is about."""

    def prompt(asked: Asked) -> Text:
        face = face_about(asked)
        return text(before, card(face) if face is not None else "Dictate", after)

    return prompt


def numbered(before: str, after: str, end: str = "?") -> Prompt:
    """Return a prompt with the number of dice that are wanted, and the face it is about."""

    def prompt(asked: Asked) -> Text:
        decision = asked.decision
        assert isinstance(decision, Amounts)
        face = face_about(asked)
        several = counted(decision.most, "worker", "workers")
        upto = "" if decision.least == decision.most else "up to "
        return text(f"{before}{upto}{several}{after}", card(face) if face is not None else "", end)

    return prompt


def wild(asked: Asked) -> Text:
    return text(f"Assign your wild {COLOUR_NAMES[asked.about]} worker to a phase.")


def recruit(asked: Asked) -> Text:
    decision = asked.decision
    assert isinstance(decision, Amounts)
    dice = counted(decision.most, "die", "dice")
    return text(f"Recruit {dice} from your Citizenry, for 1 credit each.")


def recall(asked: Asked) -> Text:
    decision = asked.decision
    assert isinstance(decision, Amounts)
    least = "at least 1 die" if decision.least else "any dice"
    return text(
        f"Recall {least} from your construction zone and your worlds, or none."
        if not decision.least
        else f"Your cup is empty: recall {least}."
    )
