"""A line of sight seen from the side. Chapter 6: obstacles on the line block sight, whatever their height."""

from rules.game.profile import LEVELS, Profile, Stretch, merged
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.verdicts import Visibility
from rules.ground.table.house_walls import standing_areas
from rules.ground.table.inches import Spot
from rules.ground.table.sight.along import ground_along, spans_along
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.book.terrain_chart import CHART
from rules.micro_armour.questions.levels import raised
from rules.micro_armour.questions.sight_rulings import line_of_sight
from rules.micro_armour.state.stands import on_table, spot_of, stand_base, table_of


def profile(state: GameState, viewer: Viewer, target: Viewer, edition: Edition) -> Ruling[Profile]:
    """The ground and the pieces and stands that a line of sight passes, and which of them block it.

    Rule: MATG2 6.1.1, 6.4.3.
    """
    ruling = line_of_sight(state, viewer, target, edition)
    table, (start, end) = raised(table_of(state)), (_spot(viewer), _spot(target))
    is_open = ruling.verdict.visibility.is_open
    areas, named = standing_areas(table), set() if is_open else {reason.text for reason in ruling.reasons}
    stretches = []
    for piece in table.pieces:
        if CHART[piece.terrain].see_into_in is None:
            continue
        blocks = any(text.startswith(f"{piece} ") for text in named)
        for first, last in spans_along(areas[piece.id], start, end):
            effect = Visibility.BLOCKED if blocks else Visibility.CLEAR
            stretches.append(Stretch(str(piece), first, last, float(piece.level), None, effect))
    ends = {end.id for end in (viewer, target) if isinstance(end, Unit)}
    for unit in on_table(state):
        if unit.id not in ends and any(text.startswith(f"{unit} ") for text in named):
            for first, last in spans_along(stand_base(unit).outline, start, end):
                level = float(table.level_at(spot_of(unit)))
                stretches.append(Stretch(str(unit), first, last, level, None, Visibility.BLOCKED))
    stretches.sort(key=lambda stretch: (stretch.start, stretch.name))
    uneven = [piece.area for piece in table.pieces if piece.level]
    ground = merged(ground_along(uneven, start, end, table.levels_at)) if start != end else ()
    heights = [float(table.level_at(spot)) for spot in (start, end)]
    seen = Profile(
        ruling.verdict,
        start.gap_in(end),
        LEVELS,
        heights[0],
        heights[1],
        heights[1],
        ground,
        tuple(stretches),
    )
    return Ruling(f"profile of {ruling.question}", seen, ruling.reasons)


def _spot(end: Viewer) -> Spot:
    if isinstance(end, Unit):
        return spot_of(end)
    assert isinstance(end, Spot)
    return end
