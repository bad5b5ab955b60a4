"""A line of sight seen from the side: from the model's eye to the top of the target, over everything between."""

from collections.abc import Iterator

import shapely

from rules.game.profile import INCHES_HIGH, Profile, Stretch, merged
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.verdicts import Sight, Visibility
from rules.ground.table.inches import Spot
from rules.ground.table.sight.along import ground_along, spans_along, spot_along
from rules.ground.table.tabletop import Tabletop
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.play.sight_and_range_questions import end_of, line_of_sight
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look, standing_height
from rules.kampfgruppe_normandy.questions.sight.screens import Screens, screens
from rules.kampfgruppe_normandy.questions.sight.views import SLICES
from rules.kampfgruppe_normandy.state.model_heights import ground_in, grounds_in, uneven_areas
from rules.kampfgruppe_normandy.state.position import Position


def profile(state: GameState, book: BookData, viewer: Viewer, target: Viewer) -> Ruling[Profile]:
    """The ground and everything on a line of sight, with heights, and by how much things that hide the target are too high.

    The line goes from the eye that sees most to the topmost slice of the target, above its middle; a thing that hides one
    side of the target may stand beside that line.

    Rule: KGN Line of sight; OUR 162, 163.
    """
    position = Position(state, book)
    ruling = line_of_sight(state, book, viewer, target)
    aim = end_of(position, target)
    look_result = look(position, end_of(position, viewer), aim)
    end = aim if isinstance(aim, Spot) else position.standing(aim)
    table, start, foot_in = position.table, look_result.eye, ground_in(position.table, end)
    top_in = foot_in + standing_height(position, aim) * (1 - 0.5 / SLICES)
    eye_in = top_in if look_result.eye_in is None else look_result.eye_in
    ends = {end.id for end in (viewer, target) if isinstance(end, Unit)}
    hiders = screens(table, tuple(hull for hull in position.hulls if hull.name not in ends))
    length = start.gap_in(end)
    seen = ruling.verdict
    stretches = [*_stretches(table, hiders, (start, end), (eye_in, top_in), ruling)] if start != end else []
    stretches.sort(key=lambda stretch: (stretch.start, stretch.name))
    ground = (
        merged(ground_along(uneven_areas(table), start, end, lambda places: grounds_in(table, places)))
        if start != end
        else ()
    )
    side = Profile(seen, length, INCHES_HIGH, eye_in, foot_in, top_in, ground, tuple(stretches))
    return Ruling(f"profile of {ruling.question}", side, ruling.reasons)


def _stretches(
    table: Tabletop,
    hiders: Screens,
    ends: tuple[Spot, Spot],
    line_in: tuple[float, float],
    ruling: Ruling[Sight],
) -> Iterator[Stretch]:
    """The parts of the line that cross each thing that can hide a target, with its height."""
    (start, end), (eye_in, top_in), length = ends, line_in, ends[0].gap_in(ends[1])
    visibility = ruling.verdict.visibility
    hiding = Visibility.HINDERED if visibility is Visibility.CLEAR else visibility
    for owner, high_in, ring in zip(
        hiders.cells.owner.tolist(), hiders.tops_in.tolist(), hiders.cells.corners, strict=True
    ):
        screen = hiders.of[owner]
        for first, last in spans_along(shapely.Polygon(ring), start, end):
            ground_under_in = ground_in(table, spot_along(start, end, (first + last) / 2))
            foot_in = ground_under_in if ground_under_in < high_in else 0.0
            over = max(high_in - eye_in - (top_in - eye_in) * at / length for at in (first, last))
            hides = any(reason.text.startswith(f"{screen.words} ") for reason in ruling.reasons)
            effect = hiding if hides else Visibility.CLEAR
            name = screen.words.split(",")[0]
            yield Stretch(name, first, last, foot_in, high_in, effect, over if hides and over > 0 else None)
