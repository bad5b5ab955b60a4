"""Enfilading one unit by two fires: the firers named, the front that the unit is given, the fires that
are owed. Chapter 11.1.1."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex, HexGrid
from rules.last_hundred_yards.book.conditions import CONCEALED
from rules.last_hundred_yards.book.rulebook import cite_later, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.anti_tank_markers import anti_tank_factors
from rules.last_hundred_yards.declarations.fire.owed_fire import (
    Fire,
    fire_without_motion,
    owed_shot_decision,
    position_with_fire_due,
    refused,
)
from rules.last_hundred_yards.declarations.fire.small_arms import small_arms_factors
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.duties import duty_to_act
from rules.last_hundred_yards.questions.activation.heroism import waits_for_hero
from rules.last_hundred_yards.questions.activation.rights import groups, own_unit
from rules.last_hundred_yards.questions.activation.taking_part import is_activated, is_leaderless
from rules.last_hundred_yards.questions.fire.fronts import (
    STEADY_IMMUNE,
    enters_rear,
    front_of,
    steady_on_foot,
)
from rules.last_hundred_yards.questions.fire.targets import fires_small_arms_at
from rules.last_hundred_yards.questions.terrain.directions import hexsides_toward
from rules.last_hundred_yards.questions.terrain.field_of_fire import limiting_road
from rules.last_hundred_yards.questions.terrain.roads import ANTI_TANK_HEXES, SMALL_ARMS_HEXES
from rules.last_hundred_yards.state.events.order_events import DecisionDue, DecisionTaken
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import UNIT_ACTIONS, Decision, DecisionKind, Step


@dataclass(frozen=True, slots=True)
class Enfilade:
    """Name two or more firers against one unit, so that one of them takes it from behind (11.1.1).

    The defender gives the unit a front, then each of the firers fires at it.
    """

    side: str
    firers: tuple[UnitId, ...]
    target: UnitId

    def __str__(self) -> str:
        return f"{', '.join(self.firers)} enfilade {self.target}"


@dataclass(frozen=True, slots=True)
class GiveFront:
    """The defender's answer: the hexside, or the two beside the vertex, by which one of the fires enters (11.1.1).

    Hexsides are numbered as on the scatter diagram: 1 is up (or upper right), then clockwise.
    """

    side: str
    unit: UnitId
    hexsides: tuple[int, ...]

    @property
    def where(self) -> str:
        """The hexside or vertex in words."""
        shown = " and ".join(map(str, self.hexsides))
        return f"hexside {shown}" if len(self.hexsides) == 1 else f"the vertex of hexsides {shown}"

    def __str__(self) -> str:
        return f"{self.unit} faces {self.where}"


def candidates(position: Position, side: str) -> Iterator[Enfilade]:
    """Every group of two or more firers of the company that could take a known unit between them."""
    if position.course.step is not Step.ACTIONS:
        return
    targets = [enemy for enemy in position.enemies_of(side) if not any(_forbids_target(position, enemy))]
    if not targets:
        return
    may_be_named = [unit for unit in position.of(side) if not any(_cannot_join(position, unit))]
    around = frozenset(map(position.place, may_be_named))
    for target in targets:
        if not _is_crossed(position.board.grid, position.place(target), around):
            continue
        near = tuple([unit for unit in may_be_named if _is_in_range(position, unit, target)])
        if any(_held_by_steady_units(position, target, near)) or not _takes_from_behind(
            position, target, near
        ):
            continue
        seen_by = tuple([unit for unit in near if position.sees(unit, target)])
        if not _takes_from_behind(position, target, seen_by):
            continue
        able = [unit for unit in seen_by if not refused(position, unit, target)]
        for group in groups(able, 2):
            activated = any(is_activated(position, member) for member in group)
            if activated and _takes_from_behind(position, target, group):
                yield Enfilade(side, tuple(unit.id for unit in group), target.id)


def _is_in_range(position: Position, unit: Unit, target: Unit) -> bool:
    row, small = row_of(unit), fires_small_arms_at(unit, target)
    value, reach = (row.sav, row.sav_range_hexes) if small else (row.atv, row.atv_range_hexes)
    start, at = position.place(unit), position.place(target)
    if value is None or position.distance(start, at) > reach:
        return False
    return not limiting_road(position, start, at, SMALL_ARMS_HEXES if small else ANTI_TANK_HEXES)


@implements("LHY-11.1.0.3", "LHY-11.1.1.1")
def forbids(position: Position, action: Enfilade) -> Iterator[Reason]:
    """Why two or more firers may not be named against a unit."""
    if position.course.step is not Step.ACTIONS:
        yield Reason("two fires are joined in an activation", cite_later("11.1.1"))
        return
    if len(action.firers) < 2 or len(set(action.firers)) != len(action.firers):
        yield Reason("name at least two firers against a unit", cite_later("11.1.1"))
        return
    firers: list[Unit] = []
    for unit_id in action.firers:
        firer = own_unit(position, action.side, unit_id)
        if isinstance(firer, Reason):
            yield firer
            return
        firers.append(firer)
        yield from _cannot_join(position, firer)
    if not any(is_activated(position, unit) for unit in firers):
        yield Reason("one of the firers must be of the activated platoon", cite_later("11.1.1"))
    target = position.state.units.get(action.target)
    if target is None or target.side == action.side or target not in position.enemies_of(action.side):
        yield Reason(f"no enemy {action.target} is known", cite_later("11.0b"))
        return
    yield from _forbids_target(position, target)
    yield from _held_by_steady_units(position, target, firers)
    yield from _why_crowded(position, target, len(firers))
    for unit in firers:
        yield from refused(position, unit, target)
    if not _takes_from_behind(position, target, tuple(firers)):
        yield Reason(f"no two of these fires take {target} from two sides", cite_later("11.1.1"))


def _cannot_join(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why a unit may not be named: it is neither activated nor of the company (reading 67), has no
    leader, or a hero acts first."""
    yield from waits_for_hero(position, unit)
    companies = (key.split(".")[0] for key in position.course.platoons)
    if not is_activated(position, unit) and row_of(unit).company not in companies:
        yield Reason(f"{unit} is of another company", cite_later("11.1.1"))
    if is_leaderless(position, unit) and duty_to_act(position, unit) is None:
        yield Reason(f"the platoon of {unit} has no leader", cite_later("12.3.4"))


@implements("LHY-11.1.2", "LHY-11.1.0.3")
def _forbids_target(position: Position, target: Unit) -> Iterator[Reason]:
    """Why a unit may not be the target of a declared enfilade."""
    place = position.place(target)
    if target.has(CONCEALED):
        yield Reason(f"what lies concealed in {place} is not known", our(68), (place,))
        return
    if row_of(target).kind is UnitKind.FP:
        yield Reason(
            "a fortified position has its own front and no rear to fire at", cite_later("11.1"), (place,)
        )
    if front_of(position, target) is not None:
        yield Reason(f"{target} has fired or driven and shows its front", cite_later("11.1.2"), (place,))


@implements("LHY-11.1a")
def _held_by_steady_units(position: Position, target: Unit, firers: Sequence[Unit]) -> Iterator[Reason]:
    """Why small arms alone enfilade no unit of a hex: two steady units hold it."""
    if not all(fires_small_arms_at(unit, target) for unit in firers):
        return
    place = position.place(target)
    steady = steady_on_foot(position, place, target.side)
    if len(steady) >= STEADY_IMMUNE:
        yield Reason(f"{len(steady)} steady units hold {place}", cite_later("11.1a"), (place,))


@implements("LHY-11.5.1d", "LHY-11.5.1d.2")
def _why_crowded(position: Position, target: Unit, firers: int) -> Iterator[Reason]:
    """Why these firers may not all join against one AFV: fires are spread over the AFVs of a hex; the later
    edition lets two join."""
    place = position.place(target)
    if row_of(target).kind is not UnitKind.AFV:
        return
    afvs = [unit for unit in position.friends_at(place, target.side) if row_of(unit).kind is UnitKind.AFV]
    if len(afvs) > 1 and not (position.mission.edition.two_may_enfilade_one and firers == 2):
        yield Reason(f"fires at the AFVs of {place} are spread as evenly as possible", cite_later("11.5.1d"))


def _takes_from_behind(position: Position, target: Unit, firers: tuple[Unit, ...]) -> bool:
    """Whether a target that faces one of these fires shows its rear to another."""
    return _is_crossed(position.board.grid, position.place(target), frozenset(map(position.place, firers)))


@lru_cache(maxsize=4096)
def _is_crossed(grid: HexGrid, place: Hex, around: frozenset[Hex]) -> bool:
    """Whether a unit that faces one of these hexes around it shows its rear to another."""
    others = around - {place}
    fronts = {hexsides_toward(grid, place, toward) for toward in others}
    return any(enters_rear(grid, place, front, other) for front in fronts for other in others)


def name_target(resolution: Resolution, action: Enfilade) -> None:
    """Ask the defender to give the target its front."""
    position = resolution.position
    target = position.unit(action.target)
    resolution.happen(DecisionDue(Decision(
        DecisionKind.GIVE_FRONT, target.side, target.id, position.place(target),
        target=target.id, firers=action.firers, fronts=_fronts(position, action),
    )))  # fmt: skip


def _fronts(position: Position, action: Enfilade) -> tuple[tuple[int, ...], ...]:
    """The fronts among which the defender chooses."""
    place = position.place(position.unit(action.target))
    around = (position.place(position.unit(firer)) for firer in action.firers)
    entries = (hexsides_toward(position.board.grid, place, start) for start in around)
    return tuple(dict.fromkeys(entries))


def fires_by_front(
    position: Position, action: Enfilade
) -> Iterator[tuple[tuple[int, ...], list[tuple[Position, Fire]]]]:
    """For each front that may be given, as hexsides, the plain fire of each firer, asked as if it were due."""
    for front in _fronts(position, action):
        fires: list[tuple[Position, Fire]] = []
        for firer in action.firers:
            due = owed_shot_decision(position, position.unit(firer), position.unit(action.target), front)
            turned = position_with_fire_due(position, due)
            fires.append((turned, fire_without_motion(turned, due)))
        yield _numbered(front), fires


def front_candidates(position: Position, side: str) -> Iterator[GiveFront]:
    """Each hexside or vertex by which one of the fires enters."""
    due = position.course.due
    for front in due.fronts:
        yield GiveFront(side, due.unit, _numbered(front))


def _numbered(front: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(hexside + 1 for hexside in front)


@implements("LHY-11.1.1.2")
def forbids_front(position: Position, action: GiveFront) -> Iterator[Reason]:
    """Why a unit may not be given this front."""
    if position.course.due.unit != action.unit:
        yield Reason(f"{action.unit} needs no front now", cite_later("11.1.1"))
    elif action not in list(front_candidates(position, action.side)):
        yield Reason("the front is where one of the named fires enters", cite_later("11.1.1"))


def give_front(resolution: Resolution, action: GiveFront) -> None:
    """Fix the front for the named fires, which follow one by one."""
    due = resolution.course.due
    front = tuple(hexside - 1 for hexside in action.hexsides)
    resolution.happen(DecisionTaken())
    target = resolution.state.unit(due.target)
    for firer in due.firers:
        resolution.happen(
            DecisionDue(owed_shot_decision(resolution.position, resolution.state.unit(firer), target, front))
        )


def enfilade_factors(position: Position, action: Enfilade) -> Factors:
    """The marker of each named fire, for each front that the defender may give."""
    by_front: list[str] = []
    for front, fires in fires_by_front(position, action):
        markers = ", ".join(f"{fire.unit} {_worth(turned, fire)}" for turned, fire in fires)
        by_front.append(f"front at {GiveFront(action.side, action.target, front).where}: {markers}")
    return Factors("; ".join(by_front))


def _worth(position: Position, fire: Fire) -> str:
    if isinstance(fire, FireAntiTank):
        return anti_tank_factors(position, fire).summary
    return small_arms_factors(position, fire).summary


ENFILADE = Procedure(Enfilade, UNIT_ACTIONS, candidates, forbids, name_target, enfilade_factors)


FRONT = Procedure(GiveFront, (DecisionKind.GIVE_FRONT,), front_candidates, forbids_front, give_front)
