"""Sets written for the tests of one rule, and what that rule finds in them."""

from rftg_dsl.diagnostics.model import Diagnostic
from tests.rftg_dsl.writing import found_in


def found_by(code: str, cards: str, head: str = "") -> list[Diagnostic]:
    """The findings with a code in a set with these cards; it may have others."""
    text = f"set: mine\ntitle: My Cards\n{head}cards:\n{cards}"
    found = found_in(text, design=True)
    assert not [one for one in found if one.code.startswith("E")], found
    return [one for one in found if one.code == code]


def card(title: str, *powers: str, **keys: object) -> str:
    """A card: by default a world of cost 2 worth 1 VP. Keys are written with `_` for a space."""
    facts: dict[str, object] = {"vp": 1, **{key.replace("_", " "): keys[key] for key in keys}}
    if not {"world", "development", "military world"} & set(facts):
        facts["world"] = 2
    lines = "".join(f"    {key}: {value}\n" for key, value in facts.items())
    text = "".join(f"      {power}\n" for power in powers)
    return f"  - title: {title}\n{lines}" + (f"    powers: |\n{text}" if powers else "")
