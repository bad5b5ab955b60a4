"""A line of sight in profile, seen from the side: the ground under it, the obstacles on it and their heights."""

from dataclasses import dataclass

from rules.game.verdicts import Sight, Visibility

LEVELS, INCHES_HIGH = "levels", "inches"
"""The measures of height that books use."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """An obstacle that a line passes, from `start` to `end` in hexes or inches from the viewer.

    `foot` is the height of the ground it stands on and `top` that of its top, both above level 0; `top` is None if its height
    does not matter. `effect` is its effect on the line. `over` is by how much it is too high for the viewer to see over it.
    """

    name: str
    start: float
    end: float
    foot: float
    top: float | None
    effect: Visibility = Visibility.CLEAR
    over: float | None = None

    def in_words(self, measure: str) -> str:
        """The obstacle and its effect, in words."""
        does = {
            Visibility.CLEAR: "is passed",
            Visibility.HINDERED: "is partly in the way",
            Visibility.BLOCKED: "blocks",
            Visibility.BLIND: "casts blind hexes",
        }[self.effect]
        high = "" if self.over is None else f", {too_high(self.over, measure)}"
        return f"{self.name} at {self.start:.3g} to {self.end:.3g} {does}{high}"


def too_high(over: float, measure: str) -> str:
    """By how much an obstacle is too high, in words.

    >>> too_high(1.0, LEVELS), too_high(0.754, INCHES_HIGH)
    ('1 level too high', '0.75 inches too high')
    """
    figure = f"{over:.2g}"
    return f"{figure} {_SINGULAR.get(measure, measure) if figure == '1' else measure} too high"


_SINGULAR = {LEVELS: "level", INCHES_HIGH: "inch"}


@dataclass(frozen=True, slots=True)
class Profile:
    """A line of sight in profile: from the height `eye` at the viewer to the target, `length` away, which stands at the height
    `foot` and ends at `top`.

    `ground` has the ground along the line as (start, end, height); `stretches` are the obstacles, the nearest first. Heights are
    in `measure`, levels or inches above level 0.
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
        """The obstacles that block, blind or hinder."""
        return tuple(stretch for stretch in self.stretches if stretch.effect is not Visibility.CLEAR)

    def __str__(self) -> str:
        obstacles = [stretch.in_words(self.measure) for stretch in self.in_the_way]
        nothing = (
            "nothing is in the way" if self.sight.visibility.is_open else "by nothing that stands on the line"
        )
        return "; ".join([str(self.sight), *(obstacles or [nothing])])


def merged(steps: list[tuple[float, float, float]]) -> tuple[tuple[float, float, float], ...]:
    """The ground along a line, with consecutive stretches of the same height merged."""
    stretches: list[tuple[float, float, float]] = []
    for start, end, height in steps:
        if stretches and stretches[-1][2] == height:
            stretches[-1] = stretches[-1][0], end, height
        else:
            stretches.append((start, end, height))
    return tuple(stretches)
