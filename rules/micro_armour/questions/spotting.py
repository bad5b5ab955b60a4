"""Chapter 6: which stands see each other."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import shapely
from shapely import LineString, Point
from shapely.geometry.base import BaseGeometry

from rules.game.citation import Citation
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Sight, Visibility
from rules.ground.table.house_walls import standing_areas
from rules.ground.table.inches import HAIR_IN, Spot, gap_in, is_close_call, shown_in
from rules.ground.table.outlines import Outlines
from rules.ground.table.sight.crossings import ROUNDING_IN, Crossing, crossings
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.ground.table.touching import bodies, do_touch
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.book.terrain_chart import CHART, ONLY_BEHIND_IN
from rules.micro_armour.questions.levels import HILLS, level_at, level_of, raised
from rules.micro_armour.state.conditions import FIRED
from rules.micro_armour.state.scenario_options import SightLimit
from rules.micro_armour.state.stands import is_in_contact, on_table, spot_of, stand_base, table_of

_STAND_HALF_DIAGONAL_IN = 0.75


_GIVE_IN = 3 * HAIR_IN
"""How much more than an inch a line may run inside: `HAIR_IN` for measuring, and once more at each end for doubt."""


@dataclass(frozen=True, slots=True)
class LineOfSight:
    """The ruling on a line of sight: the visibility, and the reasons if it is blocked."""

    sight: Sight
    reasons: tuple[Reason, ...]

    @property
    def is_open(self) -> bool:
        return self.sight.visibility.is_open


@implements("MATG2-6.0.2", "MATG2-6.1.1", "MATG2-6.1.1.2", "MATG2-6.1.1.3", "MATG2-6.4.3.2")
def see(
    state: GameState,
    viewer: Spot,
    target: Spot,
    limit: SightLimit,
    edition: Edition,
    ends: Iterable[str],
    *,
    has_fired: bool,
    in_contact: bool = False,
) -> LineOfSight:
    """Whether one spot sees another: centre to centre, past no other stand and no blocking terrain.

    `ends` are the ids of the stands at either end; stands that overlap an end do not block either.
    A target that `has_fired` is not hidden by the concealing ground it stands in (OUR 62); stands `in_contact` are hidden
    from each other only by house walls (OUR 85).
    A doubtful line is blocked, which favours the defender; one that ends on the edge of a piece is not (OUR 53).

    Rule: MATG2 6.1.1, 6.4.1, 6.4.3.
    """
    distance = viewer.gap_in(target)
    reasons = (
        *_beyond_limit(state, viewer, distance, limit, edition),
        *_hidden_by_terrain(table_of(state), viewer, target, edition, has_fired, in_contact),
        *_hidden_by_stands(state, viewer, target, edition, frozenset(ends)),
    )
    verdict = Visibility.BLOCKED if reasons else Visibility.CLEAR
    return LineOfSight(Sight(verdict, distance), reasons)


def see_stand(
    state: GameState, viewer: Unit, target: Unit, limit: SightLimit, edition: Edition
) -> LineOfSight:
    return see(
        state,
        spot_of(viewer),
        spot_of(target),
        limit,
        edition,
        (viewer.id, target.id),
        has_fired=target.has(FIRED),
        in_contact=is_in_contact(viewer, target),
    )


@implements("MATG2-6.4.3.1")
def sight_limit_in(state: GameState, viewer: Spot, limit: SightLimit) -> float:
    """How far a stand at this spot sees: the limit of the scenario, and its bonus for each level above the table.

    Rule: MATG2 6.4.3; OUR 68.
    """
    return limit.limit_in + limit.per_level_in * max(0, level_at(table_of(state), viewer))


def is_in_sight(distance_in: float, most_in: float) -> bool:
    """Whether a place is within the limit of sight; within `HAIR_IN` of the limit is in doubt, which favours the defender."""
    return distance_in <= most_in + ROUNDING_IN


@lru_cache(maxsize=16)
def blocking_areas(table: Tabletop) -> Mapping[str, BaseGeometry]:
    """The areas that can block, each named by one of its pieces: single walls, or touching ground of one kind (OUR 69, 71); a
    slope with the tops it leads up to (OUR 20).
    """
    areas = standing_areas(table)
    return MappingProxyType(
        {
            name: _joined([areas[part.id] for piece in body for part in (piece, *_tops(table, piece))])
            for name, body in _bodies(table).items()
        }
    )


@implements("MATG2-6.1.1.2")
def _tops(table: Tabletop, slope: Piece) -> Iterator[Piece]:
    """The hilltops and crests that a piece of slope leads up to: the highest of those that touch it."""
    if slope.terrain is not TableTerrain.SLOPE:
        return
    hills = (piece for piece in raised(table).pieces if piece.terrain in HILLS)
    touching = [hill for hill in hills if do_touch(slope, hill)]
    highest = max((hill.level for hill in touching), default=None)
    yield from (hill for hill in touching if hill.level == highest)


@implements("MATG2-6.1.1.2")
def _joined(areas: list[BaseGeometry]) -> BaseGeometry:
    """Areas joined into one, without gaps as small as `HAIR_IN`."""
    if len(areas) == 1:
        return areas[0]
    wider = shapely.union_all(areas).buffer(HAIR_IN, join_style="mitre")
    return wider.buffer(-HAIR_IN, join_style="mitre")


def blocking_depths(table: Tabletop) -> dict[str, float]:
    """How far sight goes into each blocking area, in inches, with an allowance for measuring."""
    depths = ((name, CHART[body[0].terrain].see_into_in) for name, body in _bodies(table).items())
    return {name: depth + _GIVE_IN if depth else 0.0 for name, depth in depths}


@lru_cache(maxsize=16)
def _bodies(table: Tabletop) -> Mapping[str, tuple[Piece, ...]]:
    """The pieces that can block, joined where ground of one kind touches; each body named by its first piece.

    Ground that sight reaches into joins with its own kind at any level (OUR 69), slopes and tops only at the same level
    (OUR 71), and a crest does not join the hilltop that it is drawn on (OUR 81).
    """
    blocking = [piece for piece in table.pieces if CHART[piece.terrain].see_into_in is not None]
    return MappingProxyType({body[0].id: body for body in bodies(blocking, _are_one)})


def _are_one(piece: Piece, other: Piece) -> bool:
    """Whether two pieces count as one if they touch: ground that sight reaches into or over; each wall stays separate."""
    if piece.terrain is not other.terrain or not CHART[piece.terrain].see_into_in:
        return False
    return not is_hilly(piece) or level_of(piece) == level_of(other)


@implements("MATG2-7.3.3")
def is_open_at_one_inch(piece: Piece) -> bool:
    """Whether a piece blocks sight but not between stands in base contact: all blocking pieces except house walls (OUR 85)."""
    return bool(CHART[piece.terrain].see_into_in)


def is_hilly(piece: Piece) -> bool:
    """Whether a stand on the piece sees over it (OUR 20)."""
    return CHART[piece.terrain].see_into_in == ONLY_BEHIND_IN


@implements("MATG2-12.N3")
def is_on_same(table: Tabletop, piece: Piece, spot: Spot) -> bool:
    """Whether a spot is on a piece or on ground that counts as one with it (OUR 69, 71)."""
    body = next((body for body in _bodies(table).values() if piece in body), (piece,))
    return any(other in body for other in table.at(spot))


def standing_in_the_way(
    state: GameState, viewer: Spot, target: Spot, ends: frozenset[str]
) -> tuple[Unit, ...]:
    """The stands near enough to a line to block it, except those that overlap its ends."""
    return tuple(
        unit
        for unit in on_table(state)
        if unit.id not in ends
        and _gap_to_line_in(spot_of(unit), viewer, target) <= _STAND_HALF_DIAGONAL_IN
        and not covers(unit, viewer)
        and not covers(unit, target)
    )


@implements("MATG2-6.4.1.1")
def _beyond_limit(
    state: GameState, viewer: Spot, distance: float, limit: SightLimit, edition: Edition
) -> tuple[Reason, ...]:
    most = sight_limit_in(state, viewer, limit)
    if is_in_sight(distance, most):
        return ()
    words = f'{shown_in(distance)}" is beyond sight, {most:g}" here'
    if is_close_call(distance, most):
        words += " (within a hair)"
    if not limit.is_given:
        return (Reason(words, edition.our(37)),)
    return (Reason(words, edition.cite("6.4.1" if most == limit.limit_in else "6.4.3")),)


@implements("MATG2-6.1.1", "MATG2-6.0.2", "MATG2-6.1.1.3", "MATG2-6.3.3.2b")
@lru_cache(maxsize=20_000)
def _hidden_by_terrain(
    table: Tabletop, viewer: Spot, target: Spot, edition: Edition, has_fired: bool, in_contact: bool
) -> tuple[Reason, ...]:
    outlines, depths = blocking_outlines(table)
    revealed = {piece.id for piece in revealing(table, target)} if has_fired else frozenset()
    reasons: list[Reason] = []
    for crossing in crossings(outlines, viewer, target):
        body, depth = _bodies(table)[crossing.id], depths[crossing.id]
        if any(piece.id in revealed or (in_contact and is_open_at_one_inch(piece)) for piece in body):
            continue
        at = (_place_on(viewer, target, crossing),)
        crossed = _crossed(body, viewer, target)
        if crossing.hides(depth):
            why = _why_blocking(body, crossing, edition)
            reasons += (Reason(f"{piece} blocks", why, at) for piece in crossed)
        elif crossing.is_close_call(depth):
            words = f"LOS touches {crossed[0]}, so it is blocked"
            reasons.append(Reason(words, edition.our(15), at))
    return tuple(reasons)


@implements("MATG2-6.1.1", "MATG2-6.0.2", "MATG2-6.1.1.2", "MATG2-6.1.1.3", "MATG2-6.3.3.2b")
def _crossed(body: tuple[Piece, ...], viewer: Spot, target: Spot) -> tuple[Piece, ...]:
    """The pieces of a body that a line meets, the nearest first."""
    if len(body) == 1:
        return body
    line, here = LineString([viewer, target]), Point(viewer)
    met = [(piece, shapely.intersection(piece.area, line)) for piece in body]
    met = sorted((part for part in met if not part[1].is_empty), key=lambda part: part[1].distance(here))
    return tuple(piece for piece, _ in met) or body[:1]


@implements("MATG2-6.3.3.2b")
def revealing(table: Tabletop, target: Spot) -> Iterator[Piece]:
    """The concealing ground that a target stands in, which does not hide one that has fired (OUR 62)."""
    return (piece for piece in table.at(target) if CHART[piece.terrain].is_concealing)


def _why_blocking(body: tuple[Piece, ...], crossing: Crossing, edition: Edition) -> Citation:
    """The rule by which a body blocks, with our readings: that its pieces count as one, and how it hides stands in it or on it;
    no chart lists walls.
    """
    row, ours = CHART[body[0].terrain], []
    if len(body) > 1:
        ours.append(71 if is_hilly(body[0]) else 69)
    has_an_end = crossing.entry_in <= 0.0 or crossing.exit_in >= crossing.length_in
    if row.our and (has_an_end or not row.see_into_in):
        ours.append(row.our)
    return edition.cite("6.1.1").together_with(*map(edition.our, ours))


@lru_cache(maxsize=16)
def blocking_outlines(table: Tabletop) -> tuple[Outlines, dict[str, float]]:
    """The outlines of blocking areas, and how far sight goes into each."""
    return Outlines.of(blocking_areas(table)), blocking_depths(table)


def _hidden_by_stands(
    state: GameState, viewer: Spot, target: Spot, edition: Edition, ends: frozenset[str]
) -> tuple[Reason, ...]:
    near = {unit.id: unit for unit in standing_in_the_way(state, viewer, target, ends)}
    if not near:
        return ()
    outlines = Outlines.of_bases({unit_id: stand_base(unit) for unit_id, unit in near.items()})
    reasons = []
    for crossing in crossings(outlines, viewer, target):
        unit = near[crossing.id]
        if crossing.hides():
            reasons.append(Reason(f"{unit} stands in the way", edition.cite("6.1.1"), (spot_of(unit),)))
        elif crossing.is_close_call():
            words = f"LOS touches {unit}, so it is blocked"
            reasons.append(Reason(words, edition.our(15), (spot_of(unit),)))
    return tuple(reasons)


def _place_on(viewer: Spot, target: Spot, crossing: Crossing) -> Spot:
    """The spot where a line enters an area."""
    return viewer.toward(target, crossing.entry_in / crossing.length_in if crossing.length_in else 0.0)


def covers(unit: Unit, spot: Spot) -> bool:
    """Whether a stand covers a spot."""
    middle = spot_of(unit)
    if middle.gap_in(spot) > _STAND_HALF_DIAGONAL_IN:
        return False
    return gap_in(stand_base(unit), spot) == 0.0


def _gap_to_line_in(spot: Spot, start: Spot, end: Spot) -> float:
    along_x, along_y = end.x_in - start.x_in, end.y_in - start.y_in
    length_2 = along_x * along_x + along_y * along_y
    if length_2 == 0.0:
        return spot.gap_in(start)
    share = ((spot.x_in - start.x_in) * along_x + (spot.y_in - start.y_in) * along_y) / length_2
    share = min(1.0, max(0.0, share))
    return spot.gap_in(Spot(start.x_in + along_x * share, start.y_in + along_y * share))
