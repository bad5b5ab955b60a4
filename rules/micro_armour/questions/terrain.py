"""Chapter 9: the movement costs and fire modifiers of the ground."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, StrEnum
from fractions import Fraction

from rules.game.citation import Citation
from rules.game.modifiers import Modifier, Modifiers, modifier
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.book.terrain_chart import CHART, Cost, Effect, When, printed_row
from rules.micro_armour.questions.levels import level_at
from rules.micro_armour.questions.spotting import is_on_same
from rules.micro_armour.state.conditions import WRECK
from rules.micro_armour.state.stands import table_of

WRECK_REACH_IN = 0.5

_OPENS = frozenset({TableTerrain.FORD, TableTerrain.GAP, TableTerrain.GATE})
"""Terrain that can be entered although the ground beneath it may not (OUR 24, 60)."""


class Mode(StrEnum):
    """The ways a stand may move: at road rates where there are roads, or paying for the ground."""

    BY_ROAD = "by_road"
    CROSS_COUNTRY = "cross_country"


@implements("MATG2-9.1.1", "MATG2-12.N1", "MATG2-8.3.3")
def price_per_inch(terrain: Iterable[TableTerrain], *, by_road: bool = True) -> Fraction | None:
    """The cost of an inch where these kinds of ground overlap, each row of the chart once; None where no stand may go.

    A road sets its own rate instead of the ground's, unless the stand pays for the ground.

    Rule: MATG2 9.1 and the Terrain Effects chart; OUR 23, 66.
    """
    lying = set(terrain)
    kinds = {printed_row(kind): CHART[kind] for kind in lying}
    extra = sum((row.price for row in kinds.values() if row.cost is Cost.EXTRA), Fraction(0))
    roads = [row.price for row in kinds.values() if row.cost is Cost.ROAD]
    ground = [
        row.price for kind, row in kinds.items() if row.cost is Cost.GROUND and kind is not TableTerrain.CLEAR
    ]
    is_barred = any(row.cost is Cost.IMPASSABLE for row in kinds.values()) and not lying & _OPENS
    if roads and (by_road or is_barred):
        return min(roads) + extra
    if is_barred:
        return None
    return (sum(ground, Fraction(0)) if ground else CHART[TableTerrain.CLEAR].price) + extra


def crosses(terrain: TableTerrain) -> bool:
    """Whether a kind of terrain leads over impassable ground: a road or a ford (OUR 24)."""
    return terrain is TableTerrain.FORD or CHART[terrain].cost is Cost.ROAD


class RoadRate(Enum):
    """Whether a stand that is fired on pays the road rate, and so loses the benefit of the ground round it."""

    NOT_PAID = "it stands still, or pays for the ground"
    PAID = "it moves at a road's rate"
    NO_LESS = "it moves along a road that costs no less than the ground beside it"


@implements("MATG2-12.N4")
def road_rate(table: Tabletop, spot: Spot, *, by_road: bool) -> RoadRate:
    """Whether a stand that moves here pays the road rate; not where it is the same as that of the ground beside it (OUR 77)."""
    kinds = {piece.terrain for piece in table.at(spot)}
    beside = {kind for kind in kinds if CHART[kind].cost is not Cost.ROAD}
    if price_per_inch(kinds, by_road=by_road) != price_per_inch(beside):
        return RoadRate.PAID
    return RoadRate.NO_LESS if by_road and beside != kinds else RoadRate.NOT_PAID


@dataclass(frozen=True, slots=True)
class TargetGround:
    """The modifiers of the ground for the firer's two rolls, 1D20 and 2D6, and notes on modifiers that do not apply and why."""

    to_cohesion: Modifiers
    to_combat: Modifiers
    notes: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class LineOfFire:
    """A shot as far as the ground matters: from where, at which spot, and the state of the target."""

    firer: Spot
    target: Spot
    target_has_fired: bool = False
    target_in_movement_posture: bool = False
    road_rate: RoadRate = RoadRate.NOT_PAID


@implements(
    "MATG2-6.3.3.1", "MATG2-6.3.3.2a", "MATG2-9.1.1", "MATG2-9.2.2a", "MATG2-12.N1", "MATG2-12.N2",
    "MATG2-12.N3", "MATG2-12.N4", "MATG2-12.N5", "MATG1-9.0.1", "MATG1-7.0.4",
)  # fmt: skip
def target_ground(state: GameState, shot: LineOfFire, edition: Edition) -> TargetGround:
    """The modifiers of the target's ground, cumulative, each row of the chart once, for both rolls of the firer.

    Concealing ground no longer modifies the 1D20 roll once the target has fired this turn, and a stand moving
    at road rate has no benefit from any ground it passes. The firer's own ground adds nothing, except
    smoke in the second edition.

    Rule: MATG2 6.3.3, 9.1, 9.2 and the notes of the Terrain Effects chart; MATG1 9.0.
    """
    to_combat = _ground_under(state, shot, edition)
    at_stake = [kind for kind in to_combat if _is_lost_at_road_rate(CHART[kind])]
    passed = [to_combat.pop(kind) for kind in at_stake] if shot.road_rate is RoadRate.PAID else []
    revealed = [kind for kind in to_combat if shot.target_has_fired and CHART[kind].is_concealing]
    by_road = edition.cite("Terrain Effects").together_with(edition.our(44))
    notes = [_not_counted(bonus, "lost as it moves at a road's rate", by_road) for bonus in passed]
    has_fired = edition.cite("6.3.3").together_with(edition.our(17))
    notes += [
        _not_counted(to_combat[kind], "not to fire, since it has fired", has_fired) for kind in revealed
    ]
    if at_stake and shot.road_rate is RoadRate.NO_LESS:
        no_less = edition.cite("Terrain Effects").together_with(edition.our(77))
        notes.append(Reason("its road costs no less than the ground, which counts", no_less, (shot.target,)))
    to_cohesion = {kind: bonus for kind, bonus in to_combat.items() if kind not in revealed}
    if out_of_smoke := _out_of_smoke(table_of(state), shot, edition):
        for roll in (to_cohesion, to_combat):
            roll.setdefault(TableTerrain.SMOKE, out_of_smoke)
    return TargetGround(
        Modifiers(tuple(to_cohesion.values())), Modifiers(tuple(to_combat.values())), tuple(notes)
    )


def _ground_under(state: GameState, shot: LineOfFire, edition: Edition) -> dict[TableTerrain, Modifier]:
    """The modifier of each row of the chart that counts at the target, and of a wreck that it is on; some of these may be lost."""
    table, modifiers = table_of(state), dict[TableTerrain, Modifier]()
    for piece in table.at(shot.target):
        row, kind = CHART[piece.terrain], printed_row(piece.terrain)
        if row.modifier and kind not in modifiers and _applies(row, piece, table, shot):
            modifiers[kind] = _ground_modifier(row, piece.terrain.words, edition, shot.target)
    if is_on_wreck(state, shot.target):
        bonus = CHART[TableTerrain.WRECK].modifier
        modifiers[TableTerrain.WRECK] = modifier(bonus, "on a wreck", edition.cite("9.2"), (shot.target,))
    return modifiers


def _not_counted(bonus: Modifier, why: str, cite: Citation) -> Reason:
    return Reason(f"{bonus.reason.text}: {why}", cite, bonus.reason.at, decides=False)


def is_on_wreck(state: GameState, spot: Spot) -> bool:
    return any(
        marker.kind == WRECK and isinstance(marker.at, Spot) and spot.gap_in(marker.at) <= WRECK_REACH_IN
        for marker in state.markers
    )


def _applies(row: Effect, piece: Piece, table: Tabletop, shot: LineOfFire) -> bool:
    match row.when:
        case When.MOVING_TARGET:
            return shot.target_in_movement_posture
        case When.FROM_BELOW:
            return level_at(table, shot.firer) < level_at(table, shot.target)
        case When.ACROSS:
            return not is_on_same(table, piece, shot.firer)
        case When.ALWAYS | When.EITHER_END:
            return True


def _is_lost_at_road_rate(row: Effect) -> bool:
    """Whether a target moving at the road rate has no benefit from a kind of ground; smoke modifies the fire
    itself and always counts."""
    return row.modifier > 0 and row.when is not When.EITHER_END


def _out_of_smoke(table: Tabletop, shot: LineOfFire, edition: Edition) -> Modifier | None:
    is_in_smoke = any(piece.terrain is TableTerrain.SMOKE for piece in table.at(shot.firer))
    if not (is_in_smoke and edition.fire_out_of_smoke):
        return None
    row = CHART[TableTerrain.SMOKE]
    return modifier(row.modifier, "fire out of smoke", edition.our(18), (shot.firer,))


def _ground_modifier(row: Effect, words: str, edition: Edition, at: Spot) -> Modifier:
    return modifier(row.modifier, f"target in {words}", modified_by(row, edition), (at,))


def modified_by(row: Effect, edition: Edition) -> Citation:
    """The rule by which a kind of ground modifies fire: the chart, with our reading if the chart does not name it."""
    cite = edition.cite("Terrain Effects")
    if row.our is None or row.see_into_in is not None:
        return cite
    return cite.together_with(edition.our(row.our))
