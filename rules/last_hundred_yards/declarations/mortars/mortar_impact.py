"""Where the markers of a mortar fire action fall. Chapter 11.4.5."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.game.citation import Citation, Provenance
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.rulebook import cite, cite_later, figure_citation, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.terrain.cover import has_trees
from rules.last_hundred_yards.questions.terrain.scatter import scatter
from rules.last_hundred_yards.state.events.assault_events import ArrowRemoved
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.marker_events import GroundMarked
from rules.last_hundred_yards.state.markers import SMOKE, Arrow, FireKind, FireMarker
from rules.last_hundred_yards.state.mission.mission import MortarKind
from rules.last_hundred_yards.state.position import Position, row_of

ACCURATE = 7
SECTION_RECOVERS, PLATOON_RECOVERS = 4, 3
AIRBURST = 1


@dataclass(frozen=True, slots=True)
class MortarRow:
    """One line of the Mortar Fire Action Table: values, markers of high explosive and of smoke."""

    primary: int
    secondary: int
    he_markers: int
    smoke_markers: int
    recovers_on: int
    cite: Citation


SECTION_MARKERS = 2
SECTIONS: Mapping[MortarKind, tuple[int, int, Citation]] = MappingProxyType({
    MortarKind.MM60:    (0, -1, cite_later("11.4")),
    MortarKind.MM81:    (2,  0, cite_later("11.4")),
    MortarKind.CM8:     (2,  0, cite("11.4", Provenance.INFERRED)),
})  # fmt: skip
"""The values of a section in the named hex and beside it."""
RULE_IDS = {
    "SECTIONS": ("LHY-T-MFA.60", "LHY-T-MFA.81", "LHY-1.6", "LHY-11.4.0.1", "LHY-11.4.5.2", "LHY-11.4.S.1"),
    "SECTION_MARKERS": ("LHY-T-MFA.60", "LHY-T-MFA.81"),
}


def mortar_row(position: Position, kind: MortarKind) -> MortarRow:
    """The line of the Mortar Fire Action Table of a mortar, with the house values of the game."""
    house = position.mission.house
    if kind is MortarKind.PLATOON:
        primary, secondary, he_markers, smoke_markers = house.mortar_platoon
        return MortarRow(primary, secondary, he_markers, smoke_markers, PLATOON_RECOVERS, our(62))
    primary, secondary, source = SECTIONS[kind]
    smoke_markers = house.mortar_section_smoke_dice
    return MortarRow(primary, secondary, SECTION_MARKERS, smoke_markers, SECTION_RECOVERS, source)


def markers_reason(position: Position, kind: MortarKind, *, smoke: bool) -> Reason:
    """The number and values of the markers that a fire action of a mortar lays, with the source of its row."""
    row = mortar_row(position, kind)
    if smoke:
        where = row.cite.together_with(figure_citation("mortar_section_smoke_dice"))
        return Reason(f"{row.smoke_markers} smoke markers", row.cite if kind is MortarKind.PLATOON else where)
    values = f"{row.primary:+d} in the named hex, {row.secondary:+d} beside it"
    return Reason(f"{row.he_markers} markers of high explosive: {values}", row.cite)


@dataclass(frozen=True, slots=True)
class MortarFire:
    """A fire action of a mortar on a hex, seen clearly or hindered; `sector` is the one whose scatter diagram applies."""

    kind: MortarKind
    at: Hex
    smoke: bool
    hindered: bool
    sector: str = ""


def is_hindered(position: Position, observer_at: Hex, at: Hex) -> bool:
    """Whether the observer sees the hex through hindrances."""
    return observer_at != at and position.sight(observer_at, at).hindrance > 0


@implements("LHY-11.4.5.4a", "LHY-11.4.5.4b", "LHY-11.4.5.5a", "LHY-11.4.5.5b", "LHY-11.4.5.5-2019")
def land_markers(resolution: Resolution, fire: MortarFire) -> None:
    """Land the markers of a fire action: one for certain in the named hex if the LOS is clear, the others by accuracy dice."""
    row = mortar_row(resolution.position, fire.kind)
    certain = 0 if fire.hindered else 1
    for _ in range((row.smoke_markers if fire.smoke else row.he_markers) - certain):
        resolution.then(_scatter, row, fire)
    if certain:
        _fall_in(resolution, row, fire, fire.at)


def _scatter(resolution: Resolution, row: MortarRow, fire: MortarFire) -> None:
    """One marker by its accuracy die: on the hex, or in a neighbour, perhaps off the map."""
    position = resolution.position

    def by(die: int) -> Hex | None:
        return fire.at if die >= ACCURATE else scatter(position, fire.at, die, fire.sector)

    hex_hit = resolution.decide(f"mortar accuracy on {fire.at}", D10, by)
    if hex_hit is not None:
        _fall_in(resolution, row, fire, hex_hit)


def _fall_in(resolution: Resolution, row: MortarRow, fire: MortarFire, at: Hex) -> None:
    if not _is_water(resolution.position, at):
        _land(resolution, row, fire, at)


@implements("LHY-11.4.S.3")
def _is_water(position: Position, at: Hex) -> bool:
    """Whether a hex is all water: a river flows in it and in all hexes about it, so that it has no bank (reading 223)."""
    area = (at, *position.board.grid.neighbours(at))
    is_river = all(position.board.has(near, Terrain.RIVER) for near in area)
    return is_river and not position.board.has(at, Terrain.BRIDGE)


@implements("LHY-11.4.6a")
def _value(position: Position, row: MortarRow, fire: MortarFire, at: Hex) -> int:
    value = row.primary if at == fire.at else row.secondary
    tree_lined = position.board.tree_lined_from(at) and position.mission.edition.tree_lines
    return value + (AIRBURST if tree_lined or has_trees(position.board, at) else 0)


@implements(
    "LHY-11.4.5.6", "LHY-13.2.2.1d", "LHY-13.2.2.1d-2019", "LHY-11.4.8d", "LHY-11.4.S.1", "LHY-11.4.S.3",
)  # fmt: skip
def _land(resolution: Resolution, row: MortarRow, fire: MortarFire, at: Hex) -> None:
    if fire.smoke:
        lying = sum(marker.value for marker in resolution.state.markers_at(at, SMOKE))
        resolution.happen(GroundMarked(SMOKE, at, lying + 1))
        return
    primary = at == fire.at
    resolution.happen(FirePlaced(FireMarker(
        resolution.course.next_fire_number, FireKind.MDRM, at, _value(resolution.position, row, fire, at),
        primary=primary, tubes=row.primary if primary else row.secondary,
    )))  # fmt: skip
    if primary:
        for arrow in resolution.course.arrows:
            if _is_stopped(resolution.position, arrow, at):
                resolution.happen(ArrowRemoved(arrow.unit))


def _is_stopped(position: Position, arrow: Arrow, at: Hex) -> bool:
    """Whether mortar fire on a hex ends a waiting assault: it pins units in the hex, and in 2019 bars the hex to all but AFVs."""
    unit = position.unit(arrow.unit)
    barred = arrow.into == at and row_of(unit).kind is not UnitKind.AFV
    return unit.at == at or (barred and not position.mission.edition.shelled_target_feints)
