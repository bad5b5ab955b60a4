"""Resolving assaults: the die, vehicles destroyed, retreat, checks, leaders, regrouping. Chapter 13.5 and 13.6."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.citation import Provenance
from rules.game.engine.procedure import Factors, Procedure
from rules.game.engine.resolution import DependsOnHidden
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HEROIC, REGROUPING
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.assault.advance import advances
from rules.last_hundred_yards.effects.concealment import strip_hex_concealment
from rules.last_hundred_yards.effects.harm import Harm, destroy, inflict, lose_step, men_get_off
from rules.last_hundred_yards.effects.mortar_support import landed_mortars, lose_mortar
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.effects.retreat import offer_retreat
from rules.last_hundred_yards.questions.assault.before_the_die import (
    NoDie,
    falls_before_the_die,
    needs_no_die,
    without,
)
from rules.last_hundred_yards.questions.assault.company import needs_company
from rules.last_hundred_yards.questions.assault.value import (
    ASSAULT_RESOLUTION,
    DESTROYS,
    MOST_DESTRUCTION,
    AssaultRow,
    assault_drm,
    destruction_drm,
    participants,
)
from rules.last_hundred_yards.questions.withdrawal.retreat_routes import LEAST_RETREAT, MOST_RETREAT
from rules.last_hundred_yards.state.events.marker_events import (
    AssaultDecided,
    AssaultOver,
    RetreatsOrdered,
)
from rules.last_hundred_yards.state.events.order_events import DecisionDue, DecisionTaken
from rules.last_hundred_yards.state.events.unit_events import UnitChanged
from rules.last_hundred_yards.state.position import (
    Position,
    atv_of,
    cohesion_of,
    is_steady,
    is_unknown,
    row_of,
)
from rules.last_hundred_yards.state.progress import AssaultHex, Decision, DecisionKind, Phase


@dataclass(frozen=True, slots=True)
class ResolveAssault:
    """Roll for the assault in one hex (13.5)."""

    side: str
    at: Hex

    def __str__(self) -> str:
        return f"resolve the assault on {self.at}"


@dataclass(frozen=True, slots=True)
class DestroyVehicle:
    """A Vehicle Destruction Attempt by one unit on one vehicle (13.6.2)."""

    side: str
    unit: str
    vehicle: str

    def __str__(self) -> str:
        return f"{self.unit} tries to destroy {self.vehicle}"


_LATER = Provenance.LATER_EDITION
LOST_LEADER = (1, 10)


def candidates(position: Position, side: str) -> Iterator[ResolveAssault]:
    """Every assault not yet resolved."""
    yield from (ResolveAssault(side, assault.at) for assault in position.course.assaults if not assault.row)


@implements("LHY-5.0.IV", "LHY-13.5.0b", "LHY-13.6.4")
def forbids(position: Position, action: ResolveAssault) -> Iterator[Reason]:
    """Why an assault is not resolved now."""
    standing = position.course.assault_at(action.at)
    if standing is None or standing.row:
        yield Reason(f"there is no assault to resolve in {action.at}", cite("13.5", _LATER), (action.at,))
    begun = tuple(assault.at for assault in position.course.assaults if _began_in_advance(position, assault))
    if begun and action.at not in begun:
        words = f"the assault on {begun[0]}, which an advance began, is resolved at once"
        yield Reason(words, cite("13.6.4", _LATER), begun)


@implements("LHY-13.6.4")
def _began_in_advance(position: Position, assault: AssaultHex) -> bool:
    """Whether an assault began as its attackers advanced after another; they may also have joined one."""
    came = {entry.unit for entry in assault.entries}
    return not assault.row and bool(came) and came <= position.course.advanced


@implements("LHY-13.5.3", "LHY-13.5.1a", "LHY-4.3.0.1", "LHY-22.1.4.3c")
def resolve(resolution: Resolution, action: ResolveAssault) -> None:
    """The die of an assault; what the table calls for is then put to the players in its order."""
    assault = resolution.course.assault_at(action.at)
    assert assault is not None
    if any(is_unknown(unit) for unit in resolution.position.at(action.at)):
        raise DependsOnHidden("who lies concealed in an assault")
    for unit in falls_before_the_die(resolution.position, assault):
        _falls(resolution, unit)
    match needs_no_die(resolution.position, assault):
        case NoDie.NOBODY_LEFT:
            for side in resolution.state.sides:
                if resolution.position.enemies_at(assault.at, side):
                    _lose_what_landed(resolution, assault.at, side)
            _reveal_who_took_part(resolution, assault)
            resolution.happen(AssaultOver(assault.at))
        case NoDie.LIKE_AGAINST_LIKE:
            _lesser_retreats(resolution, assault)
        case None:
            _throw(resolution, assault)


def _falls(resolution: Resolution, unit: Unit) -> None:
    """A unit is lost before the die: what is hard is destroyed, a LATW eliminated."""
    if row_of(unit).is_hard:
        destroy(resolution, unit, collateral=False)
    else:
        inflict(resolution, unit.id, Harm.STEP)


@implements("LHY-13.5.2", "LHY-13.5.3")
def _throw(resolution: Resolution, assault: AssaultHex) -> None:
    """One die with the DRM as the assault stands, on the Assault Resolution Table."""
    position = resolution.position
    drm, _ = assault_drm(position, assault)

    def by(die: int) -> tuple[AssaultRow, tuple[str, ...]]:
        row = ASSAULT_RESOLUTION[die + drm]
        return row, _who_lose_in_town(position, assault, row, die)

    row, in_town = resolution.decide(f"assault on {assault.at}, {drm:+d}", D10, by)
    resolution.then(_decide, assault, row, in_town)


@implements("LHY-13.5.3", "LHY-13.6.1a", "LHY-13.6.1b", "LHY-14.6.4b")
def _decide(resolution: Resolution, assault: AssaultHex, row: AssaultRow, in_town: tuple[str, ...]) -> None:
    """What the row calls for: steps lost among buildings `in_town` by some sides, then what is put to the players."""
    loser = resolution.position.mission.enemy(assault.side) if row.defender_loses else assault.side
    leaders = _leaders_who_fight(resolution.position, assault.at)
    urban: list[str] = []
    for side in in_town:
        if best := best_in_town(resolution.position, assault.at, side):
            what = f"who of {side} loses a step among the houses of {assault.at}"
            unit = best[0] if len(best) == 1 else best[resolution.pick(what, len(best))]
            urban.append(unit.id)
            lose_step(resolution, unit, steady=True)
    _lose_what_landed(resolution, assault.at, loser)
    losers = tuple(unit.id for unit in resolution.position.friends_at(assault.at, loser))
    resolution.happen(AssaultDecided(assault.at, row.name, losers, tuple(urban), leaders))
    for unit in resolution.position.at(assault.at):
        if unit.has(HEROIC):
            resolution.happen(UnitChanged(unit.id, lost=(HEROIC,)))
    _offer_attempts(resolution, assault, row)


@implements("LHY-22.1.4.3c", "LHY-22.1.4.3f")
def _lose_what_landed(resolution: Resolution, place: Hex, loser: str) -> None:
    """Vehicles and mortars that landed among the enemy are destroyed if their side loses there."""
    for unit in resolution.position.friends_at(place, loser):
        if unit.id in resolution.course.landed_among_enemies:
            destroy(resolution, unit, collateral=False)
    for mortar in landed_mortars(resolution.position, place, loser):
        lose_mortar(resolution, mortar)


@implements("LHY-13.6.0")
def _lesser_retreats(resolution: Resolution, assault: AssaultHex) -> None:
    """Like against like: the side with the lower best value retreats, of equals one at random; no row calls for more."""
    sides = (assault.side, resolution.position.mission.enemy(assault.side))
    one, other = (
        max(atv_of(unit) or 0 if row_of(unit).is_vehicle else cohesion_of(unit) for unit in units)
        for units in (resolution.position.friends_at(assault.at, side) for side in sides)
    )
    defender_loses = (
        one > other if one != other else resolution.pick(f"who loses the tie in {assault.at}", 2) == 0
    )
    loser = sides[1] if defender_loses else sides[0]
    _lose_what_landed(resolution, assault.at, loser)
    losers = tuple(unit.id for unit in resolution.position.friends_at(assault.at, loser))
    resolution.happen(AssaultDecided(assault.at, "no die", losers))


@implements("LHY-13.6.5", "LHY-13.5.0a")
def _leaders_who_fight(position: Position, place: Hex) -> tuple[str, ...]:
    """The leaders who take part in an assault, one of each side at most."""
    fighting = (unit for side in position.state.sides for unit in participants(position, place, side))
    return tuple(sorted(unit.id for unit in fighting if row_of(unit).kind is UnitKind.LEADER))


@implements("LHY-13.6.1a", "LHY-13.6.1b", "LHY-13.6.1b.bt")
def _who_lose_in_town(position: Position, assault: AssaultHex, row: AssaultRow, die: int) -> tuple[str, ...]:
    """The sides of which a unit loses a step in an urban assault."""
    if not position.board.has(assault.at, Terrain.URBAN_BUILDING):
        return ()
    both = (assault.side, position.mission.enemy(assault.side))
    if row.name == "6-9" and die in (6, 7):
        return both
    if row.name == "2-5" and die in (4, 5):
        return both if position.mission.edition.urban_row_2_to_5_both else (assault.side,)
    return ()


@implements("LHY-13.6.1a", "LHY-13.6.1b")
def best_in_town(position: Position, place: Hex, side: str) -> tuple[Unit, ...]:
    """The combat units of a side with the best Cohesion, of which one at random loses the step; none that is aboard (reading 167)."""
    fighters = [
        unit
        for unit in position.friends_at(place, side)
        if row_of(unit).is_combat and cohesion_of(unit) and not position.course.is_aboard(unit.id)
    ]
    best = max(map(cohesion_of, fighters), default=0)
    return tuple(unit for unit in fighters if cohesion_of(unit) == best)


@implements("LHY-13.6.2.1")
def _offer_attempts(resolution: Resolution, assault: AssaultHex, row: AssaultRow) -> None:
    enemy = resolution.position.mission.enemy(assault.side)
    for side, called in ((assault.side, row.attacker_attempts), (enemy, row.defender_attempts)):
        if called and list(_attempts(resolution.position, assault.at, side)):
            resolution.happen(DecisionDue(Decision(DecisionKind.DESTROY_VEHICLE, side, at=assault.at)))


def _attempts(position: Position, place: Hex, side: str) -> Iterator[DestroyVehicle]:
    """Every attempt that a side may make: by each unit that is able at each enemy vehicle; the die is the same whoever is named."""
    able = [
        unit for unit in position.friends_at(place, side)
        if (row_of(unit).is_combat or row_of(unit).kind is UnitKind.LATW) and is_steady(unit)
        and not position.course.is_aboard(unit.id)
    ]  # fmt: skip
    for enemy in position.at(place):
        if enemy.side != side and row_of(enemy).is_vehicle and not row_of(enemy).is_dummy:
            yield from (DestroyVehicle(side, unit.id, enemy.id) for unit in able)


def attempt_candidates(position: Position, side: str) -> Iterator[DestroyVehicle]:
    """One attempt at each enemy vehicle of the hex, in the name of the first who is able."""
    first: dict[str, DestroyVehicle] = {}
    for attempt in _attempts(position, position.course.due.place, side):
        first.setdefault(attempt.vehicle, attempt)
    yield from first.values()


def forbids_attempt(position: Position, action: DestroyVehicle) -> Iterator[Reason]:
    """Why an attempt may not be made."""
    if action not in _attempts(position, position.course.due.place, action.side):
        yield Reason(f"{action.unit} cannot try to destroy {action.vehicle} now", cite("13.6.2", _LATER))


@implements("LHY-13.6.2.1", "LHY-10.4.6.0.3", "LHY-12.3.7b")
def attempt(resolution: Resolution, action: DestroyVehicle) -> None:
    """The die of a Vehicle Destruction Attempt."""
    resolution.happen(DecisionTaken())
    vehicle = resolution.state.unit(action.vehicle)
    drm = attempt_drm(resolution.position, action)
    what = f"{action.unit} tries to destroy {vehicle}, {drm:+d}"
    if resolution.passes(what, D10, at_least=DESTROYS - drm):
        destroy(resolution, vehicle, beside=False)
        _forgo_idle_attempt(resolution)


@implements("LHY-13.6.2.1")
def _forgo_idle_attempt(resolution: Resolution) -> None:
    """The other side is asked for no attempt if it has nobody left to make one, or no vehicle to make it on."""
    for due in resolution.course.decisions[:1]:
        if due.kind is DecisionKind.DESTROY_VEHICLE and not list(
            _attempts(resolution.position, due.place, due.side)
        ):
            resolution.happen(DecisionTaken())


def attempt_drm(position: Position, action: DestroyVehicle) -> int:
    """The sum of an attempt, at most 8."""
    vehicle = position.unit(action.vehicle)
    taking_part = participants(position, position.place(vehicle), action.side)
    return min(MOST_DESTRUCTION, destruction_drm(position, taking_part, action.side, vehicle).net)


@implements("LHY-T-ART.order", "LHY-13.6.3.0a")
def go_on(resolution: Resolution, assault: AssaultHex) -> None:
    """What the table has next, once nobody has anything to decide: the retreats after the attempts, then the checks."""
    if assault.retreats_ordered:
        aftermath(resolution, assault)
    else:
        order_retreats(resolution, assault)


@implements("LHY-13.6.3.0a", "LHY-13.6.3.0b", "LHY-13.6.3c.1", "LHY-13.6.3c.2", "LHY-13.6.3.1", "LHY-13.6.7")
def order_retreats(resolution: Resolution, assault: AssaultHex) -> None:
    """The losers retreat, unless no enemy is left in the hex; riders and passengers get off first (reading 167)."""
    resolution.happen(RetreatsOrdered(assault.at))
    position, row = resolution.position, _row_of(assault)
    losers = {resolution.state.unit(unit_id).side for unit_id in assault.losers}
    retreating = [unit.id for unit in position.at(assault.at) if unit.side in losers]
    if not retreating or all(unit.side in losers for unit in position.at(assault.at)):
        return
    for unit in position.at(assault.at):
        men_get_off(resolution, unit.id)
    least = MOST_RETREAT if row is not None and row.severity == 3 else LEAST_RETREAT
    for unit_id in retreating:
        if not resolution.course.is_aboard(unit_id):
            offer_retreat(resolution, unit_id, least)


@implements("LHY-13.6.5", "LHY-13.6.6.1", "LHY-4.3.1.1d")
def aftermath(resolution: Resolution, assault: AssaultHex) -> None:
    """Once the retreats are made: checks of the losers, leaders, regrouping, advance; the marker comes off."""
    _reveal_who_took_part(resolution, assault)
    resolution.then(_regroup, assault, _row_of(assault))
    _throw_checks(resolution, assault)


@implements("LHY-4.3.1.1d")
def _reveal_who_took_part(resolution: Resolution, assault: AssaultHex) -> None:
    """All who took part lose concealment, the losers wherever they are now."""
    for side in resolution.state.sides:
        strip_hex_concealment(resolution, assault.at, side)
    for unit_id in assault.losers:
        if resolution.state.unit(unit_id).has(CONCEALED):
            resolution.happen(UnitChanged(unit_id, lost=(CONCEALED,)))


def _throw_checks(resolution: Resolution, assault: AssaultHex) -> None:
    """What the row does to each of the losers, then the leaders of both sides."""
    resolution.then(_leaders_may_fall, assault)
    row = _row_of(assault)
    if row is not None:
        for unit_id in reversed(assault.losers):
            resolution.then(_suffer, unit_id, row)


def _row_of(assault: AssaultHex) -> AssaultRow | None:
    """The row that the die of an assault gave; None if it needed no die."""
    return next((row.value for row in ASSAULT_RESOLUTION.rows if row.value.name == assault.row), None)


def _leaders_may_fall(resolution: Resolution, assault: AssaultHex) -> None:
    """Each leader who took part is lost on a 1 or a 10."""
    for unit_id in reversed(assault.leaders):
        resolution.then(_leader_may_fall, unit_id)


def _leader_may_fall(resolution: Resolution, unit_id: str) -> None:
    unit = resolution.state.unit(unit_id)
    if unit.at is not None and resolution.decide(f"{unit} is lost", D10, lambda die: die in LOST_LEADER):
        inflict(resolution, unit_id, Harm.STEP)


def _who_took_part(resolution: Resolution, assault: AssaultHex) -> list[str]:
    """Those in the hex, and the losers wherever they are now; nobody who has stayed aboard (reading 167)."""
    here = {unit.id for unit in resolution.position.at(assault.at)} | set(assault.losers)
    present = here & resolution.state.units.keys()
    return sorted(unit_id for unit_id in present if not resolution.course.is_aboard(unit_id))


@implements("LHY-13.6.4", "LHY-13.6.6.1", "LHY-T-ART.6", "LHY-T-ART.14", "LHY-T-ART.2", "LHY-T-ART.-2")
def _regroup(resolution: Resolution, assault: AssaultHex, row: AssaultRow | None) -> None:
    """Who fought and is no vehicle regroups where the row says so; the marker comes off, and who won may advance."""
    if row is not None and row.regroups:
        for unit_id in _who_took_part(resolution, assault):
            if _loses_order(resolution.state.unit(unit_id)):
                resolution.happen(UnitChanged(unit_id, gained=(REGROUPING,)))
    resolution.happen(AssaultOver(assault.at))
    if row is not None and row.advances:
        winner = assault.side if row.defender_loses else resolution.position.mission.enemy(assault.side)
        friends = sorted(resolution.position.friends_at(assault.at, winner), key=needs_company)
        for unit in friends:
            may_go = unit.id not in resolution.course.advanced
            if may_go and list(advances(resolution.position, unit, along=friends)):
                resolution.happen(DecisionDue(Decision(DecisionKind.ADVANCE, winner, unit.id, assault.at)))


@implements("LHY-13.6.6.1", "LHY-4.1.14b")
def _loses_order(unit: Unit) -> bool:
    """Whether a unit that fought is to regroup: undisrupted men and guns."""
    row = row_of(unit)
    fights_on_foot = row.is_foot or row.kind is UnitKind.GUN
    return unit.at is not None and fights_on_foot and not unit.has(DISRUPTED)


@implements(
    "LHY-13.5.3", "LHY-T-ART.14", "LHY-T-ART.10", "LHY-T-ART.6", "LHY-T-ART.2", "LHY-T-ART.-1",
    "LHY-T-ART.-2",
)  # fmt: skip
def _suffer(resolution: Resolution, unit_id: str, row: AssaultRow) -> None:
    """What the row does to one of the losers."""
    unit = resolution.state.units.get(unit_id)
    if unit is None or unit.at is None or not cohesion_of(unit) or resolution.course.is_aboard(unit_id):
        return
    wanted = cohesion_of(unit)
    if row.severity == 3:
        inflict(resolution, unit.id, Harm.STEP_AND_DISRUPTED)
    elif row.severity == 2:
        inflict(resolution, unit.id, Harm.DISRUPTED)
        if resolution.state.unit(unit.id).at is not None and _rolls_above(resolution, unit, wanted):
            inflict(resolution, unit.id, Harm.STEP)
    elif _rolls_above(resolution, unit, wanted):
        inflict(resolution, unit.id, Harm.DISRUPTED)


def _rolls_above(resolution: Resolution, unit: Unit, wanted: int) -> bool:
    return not resolution.passes(f"Cohesion Check of {unit}", D10, at_most=wanted)


def foresee_resolution(resolution: Resolution, side: str, place: Hex) -> None:
    """For odds: the assault on a hex is rolled for as it stands, and then the checks that follow it."""
    standing = resolution.course.assault_at(place)
    if standing is not None and not standing.row:
        resolution.then(_foresee_checks, place)
        resolution.then(resolve, ResolveAssault(side, place))


def foresee_checks(resolution: Resolution, action: ResolveAssault) -> None:
    """For odds: the checks that follow an assault."""
    _foresee_checks(resolution, action.at)


def foresee_after_attempt(resolution: Resolution, action: DestroyVehicle) -> None:
    """For odds: the checks that follow at once where nobody is left to retreat from."""
    place = resolution.state.unit(action.unit).at
    standing = resolution.course.assault_at(place) if isinstance(place, Hex) else None
    if standing is None or resolution.course.decisions:
        return
    order_retreats(resolution, standing)
    if not resolution.course.decisions:
        aftermath(resolution, standing)


def _foresee_checks(resolution: Resolution, place: Hex) -> None:
    """Losers and leaders check as if the retreats that are owed cost nothing; who may yet lose a vehicle comes before."""
    standing = resolution.course.assault_at(place)
    if standing is None or not standing.row:
        return
    if not resolution.course.decisions and not standing.retreats_ordered:
        order_retreats(resolution, standing)
        standing = resolution.course.assault_at(place)
        assert standing is not None
    owed = resolution.course.decisions
    if not owed:
        aftermath(resolution, standing)
    elif all(due.kind is DecisionKind.RETREAT for due in owed):
        _throw_checks(resolution, standing)


_AS_IF_UNHARMED = Reason(
    "the odds assume that retreats still owed are made without harm", cite("13.6.3"), decides=False
)


@implements("LHY-13.5.1a", "LHY-13.5.1b", "LHY-13.5.1c", "LHY-13.5.1d", "LHY-13.5.1e", "LHY-13.5.2")
def resolve_factors(position: Position, action: ResolveAssault) -> Factors:
    """Who is lost before the die, and what bears on it then; or why no die is thrown."""
    assault = position.course.assault_at(action.at)
    assert assault is not None
    if any(is_unknown(unit) for unit in position.at(action.at)):
        return _die_factors(position, assault)
    falls = falls_before_the_die(position, assault)
    lost = tuple(
        Reason(f"{unit} is lost before the die", cite("13.5.1", _LATER), (action.at,)) for unit in falls
    )
    left = without(position, falls)
    match needs_no_die(left, assault):
        case NoDie.NOBODY_LEFT:
            return Factors("no die", lost)
        case NoDie.LIKE_AGAINST_LIKE:
            words = "like against like: the lower best value retreats, ties at random"
            return Factors(
                "no die", (*lost, Reason(words, cite("13.5.1", _LATER), (action.at,)), _AS_IF_UNHARMED)
            )
        case None:
            thrown = _die_factors(left, assault)
            return Factors(thrown.summary, (*lost, *thrown.reasons))


def _die_factors(position: Position, assault: AssaultHex) -> Factors:
    drm, modifiers = assault_drm(position, assault)
    summary = f"die {drm:+d}"
    if any(map(is_unknown, position.at(assault.at))):
        summary += ", and what lies concealed there"
    return Factors(summary, (*modifiers.as_reasons, _AS_IF_UNHARMED))


def attempt_factors(position: Position, action: DestroyVehicle) -> Factors:
    """What bears on an attempt, and what destroys."""
    vehicle = position.unit(action.vehicle)
    taking_part = participants(position, position.place(vehicle), action.side)
    modifiers = destruction_drm(position, taking_part, action.side, vehicle)
    return Factors(f"{attempt_drm(position, action):+d}, {DESTROYS} or more destroys", modifiers.as_reasons)


RESOLVE = Procedure(
    ResolveAssault,
    (Phase.ASSAULT,),
    candidates,
    forbids,
    resolve,
    resolve_factors,
    foresee_checks,
    settles=True,
)


DESTROY = Procedure(
    DestroyVehicle,
    (DecisionKind.DESTROY_VEHICLE,),
    attempt_candidates,
    forbids_attempt,
    attempt,
    attempt_factors,
    foresee_after_attempt,
)
