"""The hulls of ships, as tables of points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Shape = tuple[complex, ...]


@dataclass(frozen=True, slots=True)
class Design:
    """A ship one unit long, its nose at +0.5, up negative.

    upper, under: the two halves of the hull, in light and in shadow. parts: what is built upon
    it; behind: what shows behind it. seams: lines. rows: of windows. engines: where it burns.
    balls: middles and radii.
    """

    upper: Shape
    under: Shape
    parts: tuple[Shape, ...] = ()
    behind: tuple[Shape, ...] = ()
    seams: tuple[Shape, ...] = ()
    rows: tuple[Shape, ...] = ()
    engines: Shape = ()
    balls: tuple[tuple[complex, float], ...] = ()

    def mirrored(self) -> Design:
        """The same ship with its keel to the other side, so that it flies left upright."""
        return Design(
            _flipped(self.upper),
            _flipped(self.under),
            tuple(map(_flipped, self.parts)),
            tuple(map(_flipped, self.behind)),
            tuple(map(_flipped, self.seams)),
            tuple(map(_flipped, self.rows)),
            _flipped(self.engines),
            tuple((spot.conjugate(), r) for spot, r in self.balls),
        )


def _flipped(shape: Shape) -> Shape:
    return tuple(point.conjugate() for point in shape)


def _at(text: str) -> Shape:
    """Points written in hundredths, as `x,y x,y`."""
    pairs = (pair.split(",") for pair in text.split())
    return tuple(complex(int(x), int(y)) / 100 for x, y in pairs)


def _all(*texts: str) -> tuple[Shape, ...]:
    return tuple(map(_at, texts))


DESIGNS: Final[dict[str, Design]] = {
    "warship": Design(
        upper=_at("50,1 10,-5 -30,-11 -46,-10 -48,2"),
        under=_at("50,1 -48,2 -46,9 -20,8 15,4"),
        parts=_all(
            "-10,-8 -16,-14 -24,-15 -26,-19 -33,-19 -36,-10",
            "16,-4 12,-6 4,-7 0,-6",
        ),
        behind=_all(
            "-10,6 -34,20 -44,20 -40,6",
        ),
        seams=_all(
            "42,1 -47,2",
            "-30,-10 -30,8",
            "-8,-7 -5,6",
        ),
        rows=_all(
            "-42,-3 20,-2",
            "-30,-17 -20,-13",
        ),
        engines=_at("-48,-5 -48,4"),
    ),
    "cruiser": Design(
        upper=_at("50,0 34,-4 5,-4 -10,-9 -42,-9 -46,0"),
        under=_at("50,0 -46,0 -42,7 -10,7 5,4 30,4"),
        parts=_all(
            "-16,-9 -20,-16 -34,-16 -38,-9",
            "30,-4 27,-7 10,-7 6,-5",
        ),
        behind=_all(
            "-15,0 -36,-26 -46,-26 -40,0",
            "-15,0 -36,24 -46,24 -40,0",
        ),
        seams=_all(
            "45,0 -45,0",
            "-10,-9 -10,7",
        ),
        rows=_all(
            "-38,-4 26,-2",
        ),
        engines=_at("-46,-5 -46,0 -46,4"),
    ),
    "scout": Design(
        upper=_at("50,2 20,-6 2,-11 -30,-8 -40,1"),
        under=_at("50,2 -40,1 -30,7 10,6"),
        parts=_all(
            "22,-5 12,-12 -4,-12 -10,-10",
        ),
        behind=_all(
            "2,3 -36,30 -48,30 -34,3",
            "0,-5 -34,-26 -46,-26 -34,-3",
        ),
        seams=_all(
            "30,0 -38,1",
        ),
        engines=_at("-40,-3 -40,4"),
    ),
    "freighter": Design(
        upper=_at("50,0 44,-6 30,-7 28,-2 -34,-2 -36,-9 -50,-8 -50,0"),
        under=_at("50,0 -50,0 -50,8 -36,9 -34,2 28,2 30,6 44,5"),
        parts=_all(
            "-32,-2 -21,-2 -21,-12 -32,-12",
            "-32,2 -21,2 -21,12 -32,12",
            "-20,-2 -9,-2 -9,-12 -20,-12",
            "-20,2 -9,2 -9,12 -20,12",
            "-8,-2 3,-2 3,-12 -8,-12",
            "-8,2 3,2 3,12 -8,12",
            "4,-2 15,-2 15,-12 4,-12",
            "4,2 15,2 15,12 4,12",
            "16,-2 27,-2 27,-12 16,-12",
            "16,2 27,2 27,12 16,12",
        ),
        seams=_all(
            "-34,0 28,0",
        ),
        rows=_all(
            "31,-4 45,-3",
        ),
        engines=_at("-50,-4 -50,4"),
    ),
    "colony": Design(
        upper=_at("50,0 42,-7 30,-8 26,-2 -36,-2 -40,-11 -50,-10 -50,0"),
        under=_at("50,0 -50,0 -50,10 -40,11 -36,2 26,2 30,8 42,7"),
        seams=_all(
            "-36,0 45,0",
        ),
        rows=_all(
            "30,-4 44,-4",
            "-48,-5 -40,-6",
        ),
        engines=_at("-50,-6 -50,0 -50,6"),
        balls=(((-0.22 + 0j), 0.1), ((-0.02 + 0j), 0.1), ((0.18 + 0j), 0.1)),
    ),
    "lander": Design(
        upper=_at("50,5 36,-6 10,-10 -40,-10 -46,2"),
        under=_at("50,5 -46,2 -40,12 20,12 42,10"),
        parts=_all(
            "34,-5 22,-8 26,-1 42,0",
            "-10,-10 -20,-20 -40,-20 -38,-10",
        ),
        behind=_all(
            "5,5 -30,24 -50,24 -30,5",
        ),
        seams=_all(
            "-5,-10 -5,12",
            "-25,-10 -25,12",
        ),
        rows=_all(
            "-35,-3 15,-3",
        ),
        engines=_at("-46,-5 -46,7"),
    ),
    "strange": Design(
        upper=_at("50,0 30,-6 -2,-8 -30,-20 -48,-38 -40,-12 -20,-2"),
        under=_at("50,0 -20,-2 -40,10 -50,32 -30,18 -2,7 30,5"),
        parts=_all(
            "12,-1 2,-4 -10,-2 2,3",
        ),
        seams=_all(
            "40,-2 0,-6 -40,-25",
            "40,2 0,5 -42,22",
        ),
        engines=_at("-22,-2"),
    ),
}
