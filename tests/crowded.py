"""Card files that only draw warnings and whose powers can be used together in very many ways."""

from pathlib import Path

_HEAD = "set: crowded\ntitle: Crowded\nrequires: [base]\ncards:\n"


def crowded_set(folder: Path, cards: int = 8) -> Path:
    """A file with cards of eight powers each, all of which may be used to settle any world."""
    text = _HEAD
    for number in range(cards):
        text += f"  - title: Arsenal {number}\n    development: 0\n    vp: 0\n    copies: 20\n"
        text += "    powers: |\n"
        for discards in range(2, 10):
            text += f"      settle: may discard {discards} cards -> military +1\n"
    path = folder / "crowded.yaml"
    path.write_text(text, encoding="utf-8")
    return path
