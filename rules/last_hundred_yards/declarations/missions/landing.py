"""Landing from the air: where units come down, their losses, landings among the enemy, assembly. Chapter 22 (16 in v3.1)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.game.engine.outcomes import TooManyOutcomes
from rules.game.engine.procedure import Factors, Offering, PlainDeclaration, Procedure, offer_once
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED
from rules.last_hundred_yards.book.roster import platoon_names
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.effects.concealment import (
    call_reaction,
    check_concealment,
    reveal_among_enemies,
    strip_concealment,
)
from rules.last_hundred_yards.effects.harm import Harm, destroy, fails_cohesion_check, inflict
from rules.last_hundred_yards.effects.leaving import put_on_map
from rules.last_hundred_yards.effects.mortar_support import landed_mortars, lose_mortar, take_to_pending
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.activation.assembling import excused, is_back, is_platoon_assembled
from rules.last_hundred_yards.questions.mission.landing_plan import (
    is_dangerous,
    is_planned,
    is_rough,
    skid_path,
    to_be_assembled,
)
from rules.last_hundred_yards.questions.terrain.scatter import drift
from rules.last_hundred_yards.state.darkness import light_on
from rules.last_hundred_yards.state.events.assault_events import AssaultEntered
from rules.last_hundred_yards.state.events.landing_events import (
    AssemblyNamed,
    LandedAmongEnemies,
    LandingBegan,
    LandingOver,
    MortarLanded,
    MortarLost,
    PlatoonAssembled,
    StickPlanned,
    UnitAssembled,
    UnitLanded,
)
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.order_events import DecisionTaken
from rules.last_hundred_yards.state.events.unit_events import BLOWN_OFF, UnitChanged, UnitGone
from rules.last_hundred_yards.state.mission.landings import Assembly, Stick
from rules.last_hundred_yards.state.mission.light import Light
from rules.last_hundred_yards.state.position import Position, cohesion_of, row_of
from rules.last_hundred_yards.state.progress import ActionKind, DecisionKind


class Land(PlainDeclaration):
    """All units in the landing plan land, at one time (22.0)."""

    words = "{side} lands"


D6 = 6
HURT, OFF_COURSE = 10, 10
CRASHES_FROM = 9
WRECKED_ABOVE = 7

RULE_IDS = {
    "D6": ("LHY-22.1.3a",),
    "HURT": ("LHY-22.1.4.1a", "LHY-22.1.4.1b", "LHY-22.1.4.1c"),
    "OFF_COURSE": ("LHY-22.1.5.1",),
    "CRASHES_FROM": ("LHY-22.1.5.2a",),
    "WRECKED_ABOVE": ("LHY-22.1.5.2f",),
}


def forbids_landing(position: Position, action: Land) -> Iterator[Reason]:
    """Why no unit lands yet: none is planned to, or a platoon has no Assembly hex."""
    if not position.course.sticks:
        yield Reason(f"{action.side} has planned no landing", cite_later("22.1.1"))
    if missing := to_be_assembled(position, action.side):
        yield Reason(f"no Assembly hex is named for {platoon_names(missing)}", cite_later("22.1.2"))


def is_complete(_: Offering, position: Position, action: Land) -> bool:
    """Whether all units that can have a landing zone have one; a player who leaves others in the air types it himself."""
    return is_planned(position, action.side)


@implements("LHY-22.0a", "LHY-22.0c", "LHY-22.0d", "LHY-22.1.4.4")
def land(resolution: Resolution, action: Land) -> None:
    """Parachutists drift and are checked, then gliders come down; then the enemy may react.

    Units that come down among the enemy are under assault.
    """
    if resolution.is_enumerated:
        raise TooManyOutcomes("every unit lands by dice of its own")
    sticks, before = resolution.course.sticks, resolution.course.unassembled
    resolution.happen(DecisionTaken(), LandingBegan(action.side))
    jumped = [stick for stick in sticks if not stick.is_glider]
    places = [
        *_drop_sticks(resolution, jumped),
        *_land_gliders(resolution, [stick for stick in sticks if stick.is_glider]),
    ]
    names = frozenset(name for stick in sticks for name in stick.units)
    for place in dict.fromkeys(places):
        _meet_enemies(resolution, place, action.side, names)
    take_to_pending(resolution)
    for place in dict.fromkeys(places):
        for unit in resolution.position.friends_at(place, action.side):
            if unit.has(CONCEALED):
                check_concealment(resolution, unit.id)
    now = sorted(resolution.course.unassembled - before)
    resolution.happen(LandingOver(action.side, excused(resolution.position, tuple(now))))
    call_reaction(resolution, action.side, passed=False)


@implements("LHY-22.1.3a", "LHY-22.1.3b", "LHY-22.1.4.2b")
def _drop_sticks(resolution: Resolution, sticks: Iterable[Stick]) -> list[Hex]:
    """Each unit drifts by two dice of its own; once all have, each is checked where it came down."""
    landed: list[tuple[str, Hex, bool]] = []
    for stick in sticks:
        for name in stick.units:
            direction = resolution.roll(f"direction of {name}", D6)
            hexes = resolution.roll(f"how many hexes {name} drifts", D6)
            place, is_on_map = drift(resolution.position, stick.at, direction, stick.sector, hexes)
            _touch_down(resolution, name, place, off_map=not is_on_map)
            landed.append((name, place, is_on_map))
    for name, place, is_on_map in landed:
        rough = not is_on_map or is_rough(resolution.position, place)
        if name in resolution.state.units:
            _check_jump(resolution, resolution.state.unit(name), rough=rough)
        else:
            _check_mortar(resolution, name, rough=rough)
    return [place for _, place, _ in landed]


@implements("LHY-22.0c", "LHY-17.7d", "LHY-22.1.4.1d", "LHY-22.1.4.3e", "LHY-22.1.5.2g")
def _touch_down(resolution: Resolution, name: str, place: Hex, *, off_map: bool = False) -> None:
    """Put a unit or a mortar's observer into its hex; it is concealed until seen, and its maneuver is used.

    An observer is no unit: only its place is recorded.
    """
    if name not in resolution.state.units:
        resolution.happen(MortarLanded(name, place, off_map))
        return
    resolution.happen(
        UnitLanded(name, place, off_map),
        UnitChanged(name, gained=(CONCEALED,)),
        UnitActed(name, ActionKind.MANEUVER, (place,)),
    )


@implements("LHY-22.1.4.1a", "LHY-22.1.4.1b", "LHY-22.1.4.1c", "LHY-22.1.4.2a", "LHY-22.1.4.2c")
def _check_jump(resolution: Resolution, unit: Unit, *, rough: bool) -> None:
    """The Landing Check: by the die in the open, as by the worst die on rough ground."""
    row = row_of(unit)

    def by(die: int) -> Harm:
        if row.is_vehicle:
            return Harm.DESTROYED_ALONE if die >= HURT else Harm.NONE
        if die >= HURT:
            return Harm.STEP
        is_hurt = row.is_support or die > cohesion_of(unit)
        return Harm.DISRUPTED if is_hurt else Harm.NONE

    inflict(resolution, unit.id, by(HURT) if rough else resolution.decide(f"landing of {unit}", D10, by))


@implements("LHY-22.1.4.1d", "LHY-22.1.4.2d")
def _check_mortar(resolution: Resolution, name: str, *, rough: bool) -> None:
    """A mortar is destroyed on rough ground, and in the open as a vehicle is."""
    if rough or not resolution.passes(f"{name} lands whole", D10, at_most=HURT - 1):
        lose_mortar(resolution, resolution.course.mortar(name))


@implements("LHY-22.1.5.1", "LHY-22.1.5.2a", "LHY-22.1.5.2c", "LHY-22.1.2e", "LHY-21.4.2b.action")
def _land_gliders(resolution: Resolution, gliders: Iterable[Stick]) -> list[Hex]:
    """Land the gliders: those blown off course are out of the game (reading 229), and each of the others may crash."""
    down: list[Stick] = []
    for glider in gliders:
        if resolution.passes(f"glider of {glider.units[0]} keeps its course", D10, at_most=OFF_COURSE - 1):
            down.append(glider)
        else:
            units = resolution.state.units
            for name in glider.units:
                resolution.happen(UnitGone(name, BLOWN_OFF) if name in units else MortarLost(name))
    for glider in down:
        for name in glider.units:
            _touch_down(resolution, name, glider.at)
        for unit in filter(None, map(resolution.state.units.get, glider.units)):
            _name_assembly_hex(resolution, unit, glider.at)
    for glider in down:
        others = frozenset(other.at for other in down if other is not glider)
        path = skid_path(resolution.position, glider.at, glider.heading)
        at_night = light_on(resolution.state, glider.at) is Light.NIGHT
        drm = is_dangerous(resolution.position, path, others) + at_night
        what = f"glider of {glider.units[0]} crashes{f', {drm:+d}' if drm else ''}"
        crashed = resolution.passes(what, D10, at_least=CRASHES_FROM - drm)
        for name in glider.units:
            _check_glide(resolution, name, crashed=crashed)
    return [glider.at for glider in down]


@implements("LHY-22.1.2e")
def _name_assembly_hex(resolution: Resolution, unit: Unit, place: Hex) -> None:
    """The Assembly hex of a platoon that comes by glider is where its leader lands."""
    row = row_of(unit)
    with_hex = {assembly.platoon for assembly in resolution.course.assembly}
    if row.kind is UnitKind.LEADER and row.platoon_key not in with_hex:
        resolution.happen(AssemblyNamed(Assembly(unit.side, row.platoon_key, place)))


@implements("LHY-22.1.5.2d", "LHY-22.1.5.2e", "LHY-22.1.5.2f", "LHY-22.1.5.2g")
def _check_glide(resolution: Resolution, name: str, *, crashed: bool) -> None:
    """Men take a Cohesion Check, which is worse in a crash; a vehicle or mortar may be wrecked in one."""
    unit = resolution.state.units.get(name)
    if unit is None or row_of(unit).is_vehicle:
        if crashed and resolution.passes(f"{unit or name} is wrecked", D10, at_least=WRECKED_ABOVE + 1):
            if unit is None:
                lose_mortar(resolution, resolution.course.mortar(name))
            else:
                destroy(resolution, unit)
        return
    failed = fails_cohesion_check(resolution, unit)
    if failed and crashed:
        inflict(resolution, unit.id, Harm.STEP)
    elif failed or crashed:
        inflict(resolution, unit.id, Harm.DISRUPTED)


@implements("LHY-22.1.4.3a", "LHY-22.1.4.3b", "LHY-22.1.4.3e", "LHY-22.1.5.3")
def _meet_enemies(resolution: Resolution, place: Hex, side: str, names: frozenset[str]) -> None:
    """Men that came down among the enemy are under its assault.

    A vehicle or mortar that did is lost, unless infantry of its side is with it.
    """
    landed = resolution.position.friends_at(place, side)
    mortars = landed_mortars(resolution.position, place, side)
    if not landed and not mortars:
        return
    put_on_map(resolution, resolution.position.hidden_at(place, side))
    for counter in resolution.position.enemies_at(place, side):
        if row_of(counter).is_dummy:
            strip_concealment(resolution, counter)
    enemy = next(iter(resolution.position.enemies_at(place, side)), None)
    if enemy is None:
        return
    with_men = any(row_of(unit).is_infantry for unit in landed)
    for unit in landed:
        reveal_among_enemies(resolution, unit.id)
        if not row_of(unit).is_vehicle or unit.id not in names:
            continue
        if with_men:
            resolution.happen(LandedAmongEnemies(unit.id))
        else:
            destroy(resolution, unit)
    for mortar in mortars if not with_men else ():
        lose_mortar(resolution, mortar)
    if any(not row_of(unit).is_vehicle for unit in landed):
        resolution.happen(AssaultEntered(enemy.id, enemy.side, place, place))


def land_one_for_odds(resolution: Resolution, side: str, stick: Stick) -> None:
    """For odds: one unit of a stick or a glider lands, with its own dice; the odds of the others are like its own.

    Other landings and the enemies that they meet are left out.
    """
    units = resolution.state.units
    men = (name for name in stick.units if name in units and row_of(units[name]).kind is not UnitKind.LEADER)
    sample = replace(stick, units=(next(men, stick.units[0]),))
    resolution.happen(StickPlanned(sample), LandingBegan(side))
    if sample.is_glider:
        _land_gliders(resolution, [sample])
    else:
        _drop_sticks(resolution, [sample])


def landing_factors(position: Position, _: Land) -> Factors:
    """The dice of the landing."""
    dice = (
        ("two dice of six each: the way by the scatter diagram, and how many hexes", "22.1.3", False),
        (f"a glider is blown off the map by a {OFF_COURSE}, and crashes from {CRASHES_FROM}", "22.1.5", True),
    )
    kinds = {stick.is_glider for stick in position.course.sticks}
    return Factors(
        "dice for each unit",
        tuple(Reason(words, cite_later(rule)) for words, rule, glider in dice if glider in kinds),
    )


@implements("LHY-22.1.7a", "LHY-22.1.7b", "LHY-22.1.7c")
def update_assembly(resolution: Resolution) -> None:
    """Record platoons as assembled once enough of their units are at the Assembly hex, and then every unit that comes there."""
    course = resolution.course
    if not course.unassembled or course.landing:
        return
    coming = {row_of(resolution.state.unit(name)).platoon_key for name in course.unassembled}
    for assembly in course.assembly:
        if assembly.platoon in course.assembled_platoons or assembly.platoon not in coming:
            continue
        if is_platoon_assembled(resolution.position, assembly.platoon, assembly.at):
            resolution.happen(PlatoonAssembled(assembly.platoon))
    for name in sorted(course.unassembled):
        unit = resolution.state.units.get(name)
        if unit is not None and unit.at is not None and is_back(resolution.position, unit):
            resolution.happen(UnitAssembled(name))


LAND = Procedure(
    Land,
    (DecisionKind.LAND,),
    offer_once(Land),
    forbids_landing,
    land,
    landing_factors,
    word="land",
    worthwhile=is_complete,
)
