"""Pictures as readable text, kept in golden/: renew with BLINDHEX_RENEW=1 pytest tests/exporters."""

from collections.abc import Iterable
from pathlib import Path

from exporters.picture import Area, Cells, Dot, Facts, Label, Line, Mark, Picture, Point
from tests import goldens

_FOLDER = Path(__file__).parent / "golden"


def check_golden(name: str, text: str) -> None:
    """Compare a text with the golden of that name, or write it if goldens are being renewed."""
    goldens.check_golden(_FOLDER / name, text)


def picture_text(picture: Picture) -> str:
    """A picture, one mark a line."""
    box = picture.box
    lines = [picture.title, f"box {_point((box.left, box.top))} to {_point((box.right, box.bottom))}"]
    lines += [line for mark in picture.marks for line in _mark_lines(mark)]
    lines += [f"legend {role}: {text}" for role, text in picture.legend]
    return "\n".join([*lines, "", picture.text, ""])


def _mark_lines(mark: Mark) -> Iterable[str]:
    match mark:
        case Cells():
            for role in sorted(set(mark.roles.values())):
                labels = [place.label for place, own in mark.roles.items() if own is role]
                yield f"hexes {role}: {' '.join(labels)}"
            for place, facts in mark.facts.items():
                yield f"hex {place.label}{_facts(facts)}"
        case Area():
            yield f"area {mark.role} {' and '.join(_ring(ring) for ring in mark.rings)}{_facts(mark.facts)}"
        case Line():
            yield f"line {mark.role} {_ring(mark.points)}{_facts(mark.facts)}"
        case Dot():
            yield f"dot {mark.role} {_point(mark.at)} r {mark.radius:.2f}{_facts(mark.facts)}"
        case Label():
            yield f"label {mark.role} {_point(mark.at)} {mark.text!r} {mark.size:.2f}"


def _ring(points: tuple[Point, ...]) -> str:
    if len(points) > 8:
        xs, ys = zip(*points, strict=True)
        return f"{len(points)} points from {_point((min(xs), min(ys)))} to {_point((max(xs), max(ys)))}"
    return " ".join(map(_point, points))


def _point(point: Point) -> str:
    return f"({point[0] + 0.0:.2f}, {point[1] + 0.0:.2f})".replace("-0.00", "0.00")


def _facts(facts: Facts) -> str:
    return f" {dict(facts)}" if facts else ""
