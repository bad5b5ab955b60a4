"""A line of sight from the side: the ground under it, what stands on it and how high, and what of it is in the way."""

from dataclasses import dataclass

from rules.game.verdicts import Sight, Visibility

LEVELS, INCHES_HIGH = "levels", "inches"
"""What a book counts heights in."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Something that a line passes, from so far to so far from the viewer (hexes or inches).

    `foot` is the height of the ground it stands on and `top` how high it rises, both above level 0; None if its height does not
    matter. `effect` is what it does to the line. `over` is by how much it is too high: so much lower, and one would look over it.
    """

    name: str
    start: float
    end: float
    foot: float
    top: float | None
    effect: Visibility = Visibility.CLEAR
    over: float | None = None

    def told(self, measure: str) -> str:
        """What it is and does, in words."""
        does = {
            Visibility.CLEAR: "is passed",
            Visibility.HINDERED: "is partly in the way",
            Visibility.BLOCKED: "blocks",
            Visibility.BLIND: "casts blind hexes",
        }[self.effect]
        high = "" if self.over is None else f", {too_high(self.over, measure)}"
        return f"{self.name} at {self.start:.3g} to {self.end:.3g} {does}{high}"


def too_high(over: float, measure: str) -> str:
    """By how much something is too high, in words.

    >>> too_high(1.0, LEVELS), too_high(0.754, INCHES_HIGH)
    ('1 level too high', '0.75 inches too high')
    """
    told = f"{over:.2g}"
    return f"{told} {_ONE.get(measure, measure) if told == '1' else measure} too high"


_ONE = {LEVELS: "level", INCHES_HIGH: "inch"}


@dataclass(frozen=True, slots=True)
class Profile:
    """A line of sight from the side: from an eye at one end to the top of the target at the other, `length` away.

    `ground` has the height of the ground from so far to so far, `stretches` what stands there, the nearest first. Heights are in
    `measure`, levels or inches above level 0.
    """

    sight: Sight
    length: float
    measure: str
    eye: float
    foot: float
    top: float
    ground: tuple[tuple[float, float, float], ...]
    stretches: tuple[Stretch, ...]

    @property
    def in_the_way(self) -> tuple[Stretch, ...]:
        """What blocks, blinds or hinders."""
        return tuple(stretch for stretch in self.stretches if stretch.effect is not Visibility.CLEAR)

    def __str__(self) -> str:
        told = [stretch.told(self.measure) for stretch in self.in_the_way]
        nothing = (
            "nothing is in the way" if self.sight.visibility.is_open else "by nothing that stands on the line"
        )
        return "; ".join([str(self.sight), *(told or [nothing])])


def merged(steps: list[tuple[float, float, float]]) -> tuple[tuple[float, float, float], ...]:
    """Stretches of ground that follow one another at one height, put together."""
    found: list[tuple[float, float, float]] = []
    for start, end, height in steps:
        if found and found[-1][2] == height:
            found[-1] = found[-1][0], end, height
        else:
            found.append((start, end, height))
    return tuple(found)
