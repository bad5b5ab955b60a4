"""The Fire Resolution Phase: what the fire on a hex does is carried out, unit by unit. Chapter 12."""

from rules.game.engine.resolution import DependsOnHidden
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import DISRUPTED, HEROIC, LAID_OUT
from rules.last_hundred_yards.effects.concealment import strip_hex_concealment
from rules.last_hundred_yards.effects.fire_steps import FireOutcome, NamedStep, fire_steps, throw_steps
from rules.last_hundred_yards.effects.harm import (
    Harm,
    disrupt_neighbour,
    inflict,
    men_get_off,
    precedence,
    suffer_collateral_damage,
    suffers_later,
)
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.fire.targets import rival_in_duel, soft_targets, units_meeting_result
from rules.last_hundred_yards.state.darkness import light_on
from rules.last_hundred_yards.state.events.fire_events import FiresRemoved, HexResolved, KilledByFire
from rules.last_hundred_yards.state.events.order_events import Said
from rules.last_hundred_yards.state.events.unit_events import StepsLost, UnitPlaced
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.mission.light import Light
from rules.last_hundred_yards.state.position import Position, cohesion_of, row_of


@implements("LHY-12.0.1", "LHY-12.1.8", "LHY-5.0.III.1")
def carry_out_fire(resolution: Resolution, place: Hex) -> None:
    """Resolve all fire on a hex and take its markers off; mortar markers stay until their phase."""
    resolution.then(_remove_markers, place, resolution.course.fires_at(place))
    _throw_fire(resolution, place, fire_steps(resolution.position, place))


def roll_for_fires_alone(resolution: Resolution, place: Hex, fires: tuple[FireMarker, ...]) -> None:
    """For odds: resolve some of the fire markers on a hex as if no others lay there, and remove them."""
    resolution.then(_remove_fires, tuple(fire.number for fire in fires))
    _throw_fire(resolution, place, fire_steps(resolution.position, place, fires))


def _remove_fires(resolution: Resolution, spent: tuple[int, ...]) -> None:
    resolution.happen(FiresRemoved(spent))


@implements("LHY-12.1.7a", "LHY-12.1.7b", "LHY-12.3.5b", "LHY-12.2.3a", "LHY-4.3.0.1")
def _throw_fire(resolution: Resolution, place: Hex, steps: tuple[NamedStep, ...]) -> None:
    """Throw the dice of the fire on a hex, then carry out its harm to each unit.

    On a mortar's 10 the men aboard get off: at once where their vehicle is unharmed, otherwise as its harm is carried out.
    """
    outcome = throw_steps(resolution, steps)
    if outcome.is_hidden:
        raise DependsOnHidden("who lies concealed under fire")
    if outcome.hit_by_ten:
        for unit in resolution.position.at(place):
            if not outcome.harm_to(unit.id).is_harm:
                men_get_off(resolution, unit.id)
    _reveal(resolution, place, outcome)
    # The step added last is taken first.
    struck = sorted(outcome.harm, key=precedence, reverse=True)
    for unit_id, harm in reversed(struck):
        resolution.then(_strike, unit_id, harm)


@implements("LHY-12.0.2", "LHY-12.1.8", "LHY-12.3.7a.3", "LHY-12.3.7b", "LHY-12.3.6.2")
def _remove_markers(resolution: Resolution, place: Hex, fires: tuple[FireMarker, ...]) -> None:
    """Remove the markers; then units that got off a destroyed vehicle, or stand beside it, suffer if
    they waited for this fire."""
    spent = tuple(fire.number for fire in fires if fire.kind is not FireKind.MDRM)
    if spent:
        resolution.happen(FiresRemoved(spent))
    resolution.happen(HexResolved(place))
    for unit in resolution.position.on_map:
        if unit.id in resolution.course.to_shake and _waited_for(resolution.position, unit, place):
            suffer_collateral_damage(resolution, unit)
    for name, at, _ in resolution.course.killed:
        vehicle = resolution.state.unit(name)
        if name in resolution.course.to_shake and _lost_duel(resolution.position, vehicle, place):
            disrupt_neighbour(resolution, at, vehicle.side)


def _lost_duel(position: Position, vehicle: Unit, place: Hex) -> bool:
    """Whether a destroyed vehicle lost its duel, as the fire on its rival's hex has just decided."""
    rival = rival_in_duel(position, vehicle)
    return rival is not None and rival.at == place


def _waited_for(position: Position, load: Unit, place: Hex) -> bool:
    """Whether a unit that got off a destroyed vehicle waited only for the fire on this hex: on its own, or on
    that of the vehicle's rival."""
    for name, at, _ in position.course.killed:
        vehicle = position.unit(name)
        if vehicle.at is None and (load.id, name) in position.course.got_off:
            is_last = load.at == place or _lost_duel(position, vehicle, place)
            return is_last and not suffers_later(position, load, vehicle, at)
    return False


@implements("LHY-12.0.2", "LHY-12.3.6.2")
def _strike(resolution: Resolution, unit_id: str, harm: Harm) -> None:
    """Carry out harm to one unit; a unit that was disrupted together with another meanwhile is not disrupted again."""
    if harm.is_destruction:
        unit = resolution.state.unit(unit_id)
        if isinstance(unit.at, Hex) and not _survives_duel(resolution, unit):
            resolution.happen(KilledByFire(unit_id, unit.at, tuple(sorted(unit.conditions - LAID_OUT))))
            inflict(resolution, unit_id, harm)
    elif harm is Harm.DISRUPTED and resolution.state.unit(unit_id).has(DISRUPTED):
        return
    elif harm is not Harm.REVEALED:
        inflict(resolution, unit_id, harm)


@implements("LHY-12.3.6.2")
def _survives_duel(resolution: Resolution, unit: Unit) -> bool:
    """Of two vehicles or guns that fired at each other alone and would both be destroyed, one at random survives."""
    rival = rival_in_duel(resolution.position, unit)
    killed = {name: (at, conditions) for name, at, conditions in resolution.course.killed}
    if rival is None or rival.id not in killed:
        return False
    if resolution.pick(f"who fired first, {unit} or {rival.id}", 2) == 0:
        resolution.happen(Said(f"{unit} survives its duel with {rival.id}"))
        return True
    at, conditions = killed[rival.id]
    resolution.happen(
        UnitPlaced(rival.id, rival.type, rival.side, at, conditions, has_acted=True, as_it_was=True)
    )
    resolution.happen(StepsLost(rival.side, -row_of(rival).steps))
    return False


@implements("LHY-4.3.1.1c", "LHY-4.3.1c.later", "LHY-1.5.2b", "LHY-21.2b", "LHY-21.4.2b")
def _reveal(resolution: Resolution, place: Hex, outcome: FireOutcome) -> None:
    """All units of a side in the hex lose concealment if the final result equals the best Cohesion (4.3.1.1c); in 2019 and in the dark also if it is above."""
    position = resolution.position
    is_dark = light_on(position.state, place) is not Light.DAY
    above = position.mission.edition.concealment_lost_above_too or is_dark
    for side, result in outcome.best:
        targets = soft_targets(position, place, side, mortar=side in outcome.by_mortar)
        units = tuple(unit for unit in targets if not unit.has(HEROIC))
        meeting = units_meeting_result(units)
        if not meeting:
            continue
        cohesion = cohesion_of(meeting[0])
        if result == cohesion or (above and result > cohesion):
            strip_hex_concealment(resolution, place, side)
