"""The dice of the Fire Resolution Phase: one for each marker, and what the highest result does to each unit. Chapter 12.

The procedure is a list of small steps over a value, taken one by one, so that enumeration can merge equal outcomes
between them.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from rules.game.chance import odds
from rules.game.chance.dice import Dice
from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.effects.harm import Harm, fails_check, worsened_harm
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.activation.pinned import strikes_vehicles
from rules.last_hundred_yards.questions.activation.taking_part import leaders_with
from rules.last_hundred_yards.questions.fire.modifiers import MOST_MORTAR, density
from rules.last_hundred_yards.questions.fire.targets import armour_of, soft_targets, units_meeting_result
from rules.last_hundred_yards.questions.terrain.cover import terrain_modifier
from rules.last_hundred_yards.state.events.order_events import Said
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.position import (
    Position,
    cohesion_of,
    is_moving,
    is_steady_combat_unit,
    is_unknown,
    lies_unseen,
    row_of,
)

NEVER_COUNTS = 2
"""Against a vehicle an unmodified die up to this never counts (12.2.1b)."""
DEADLY = 10


class FireOutcome(NamedTuple):
    """The outcome of fire on a hex so far: the highest result against each side, and the harm to each unit.

    Once a unit has met the result, it is the final one, less the help of the unit's leader.
    """

    best: tuple[tuple[str, int], ...] = ()
    harm: tuple[tuple[str, Harm], ...] = ()
    hit_by_ten: bool = False
    by_mortar: frozenset[str] = frozenset()
    """The sides whose highest result a mortar marker gave."""
    is_hidden: bool = False
    """Whether the outcome depends on unknown concealed units, which happens only in odds."""

    def best_against(self, side: str) -> int | None:
        return dict(self.best).get(side)

    def harm_to(self, unit: str) -> Harm:
        return dict(self.harm).get(unit, Harm.NONE)

    def units_meeting(
        self, side: str, tied: tuple[Unit, ...], tied_by_mortar: tuple[Unit, ...]
    ) -> tuple[Unit, ...]:
        """The units of a side one of which meets its result; mortar fire and small arms fire meet different units."""
        return tied_by_mortar if side in self.by_mortar else tied

    def with_best(self, results: Iterable[tuple[str, int]], *, mortar: bool) -> "FireOutcome":
        """The outcome after one more marker: its result against each side counts where it is the highest so far."""
        best = dict(self.best)
        above = {side: result for side, result in results if side not in best or result > best[side]}
        if not above:
            return self
        by_mortar = self.by_mortar.union(above) if mortar else self.by_mortar.difference(above)
        highest = tuple(sorted((best | above).items()))
        return FireOutcome(highest, self.harm, self.hit_by_ten, by_mortar, self.is_hidden)

    @implements("LHY-12.0.2")
    def with_harm(self, unit: str, harm: Harm) -> "FireOutcome":
        if harm <= self.harm_to(unit):
            return self
        return self._replace(harm=tuple(sorted({**dict(self.harm), unit: harm}.items())))

    @implements("LHY-12.1.4", "LHY-4.3.1.1c")
    def with_final(self, side: str, result: int) -> "FireOutcome":
        """The outcome with the final result against a side, after the help of a leader to the unit that meets it."""
        return self._replace(best=tuple(sorted({**dict(self.best), side: result}.items())))

    def without_best(self, side: str) -> "FireOutcome":
        """The outcome without the result against a side."""
        best = tuple((other, result) for other, result in self.best if other != side)
        return self._replace(best=best, by_mortar=self.by_mortar - {side})


Step = Callable[[FireOutcome, Dice], FireOutcome]


@dataclass(frozen=True, slots=True)
class NamedStep:
    """A step of the resolution and what its dice are for.

    `said` gives the sentence that the record gets before the step is thrown; `only_for` names the one side that may see its dice.
    """

    name: str
    step: Step
    said: Callable[[FireOutcome], str] = lambda _: ""
    only_for: str = ""


@memoized
def fire_steps(
    position: Position, place: Hex, fires: tuple[FireMarker, ...] | None = None, among: tuple[str, ...] = ()
) -> tuple[NamedStep, ...]:
    """The steps that resolve all fire on a hex, or some of it, in order; with `among`, on these units alone."""
    lying = position.course.fires_at(place) if fires is None else fires
    return (*foot_fire_steps(position, place, fires=lying, among=among), *_hard_steps(position, place, lying))


def steps_on_the_spot(
    position: Position, place: Hex, fires: tuple[FireMarker, ...], riders: tuple[Unit, ...]
) -> tuple[NamedStep, ...]:
    """The steps that resolve some fires alone: anti-tank markers on their targets, small arms on riders of one side."""
    values = {(fire.number, fire.against or ""): fire.value for fire in fires if fire.kind is FireKind.SADRM}
    thrown = (
        NamedStep(f"{fire.kind.upper()} {fire.value:+d} on {place}", _roll_step(fire, values))
        for fire in fires
        if fire.kind is FireKind.SADRM
    )
    small_arms_steps = (
        _effect_steps(position, place, riders[0].side, riders, (), riders) if values and riders else ()
    )
    return (*thrown, *small_arms_steps, *_hard_steps(position, place, fires))


@implements(
    "LHY-12.1.0.1", "LHY-12.1.0.2", "LHY-12.1.1", "LHY-12.1.1-2019", "LHY-12.1.2", "LHY-5.0.III.2",
    "LHY-5.0.III.3", "LHY-12.0.3", "LHY-11.3.1.0", "LHY-11.0.1", "LHY-1.5.2b", "LHY-11.3c", "LHY-11.4.8e",
    "LHY-10.2b", "LHY-4.3.0.3", "LHY-4.3.0.1",
)  # fmt: skip
def foot_fire_steps(
    position: Position,
    place: Hex,
    only: Unit | None = None,
    fires: Iterable[FireMarker] | None = None,
    among: tuple[str, ...] = (),
) -> Iterator[NamedStep]:
    """Small arms and mortar fire on the foot units of a hex, or on those named in `among`.

    With `only`, the mortar fire on one unit leaving it, without TEM.
    """
    lying = position.course.fires_at(place) if fires is None else fires
    fires = [fire for fire in lying if fire.kind is not FireKind.ATDRM]
    if only is not None:
        fires = [fire for fire in fires if fire.kind is FireKind.MDRM]
    values = {
        (fire.number, side): _value_against(position, fire, side, leaving=only is not None)
        for fire in fires
        for side in position.state.sides
        if fire.against in (None, side) and (only is None or only.side == side)
    }
    for fire in fires:
        yield NamedStep(f"{fire.kind.upper()} {fire.value:+d} on {place}", _roll_step(fire, values))
    for side in position.state.sides:
        if not any(against == side for _, against in values):
            continue
        by_mortar = soft_targets(position, place, side, mortar=True) if only is None else (only,)
        small_arms = any(fire.kind is FireKind.SADRM and (fire.number, side) in values for fire in fires)
        units = soft_targets(position, place, side) if small_arms else by_mortar
        shown = _units_on_map(position, place, side) if only is None else (only,)
        if among:
            units, by_mortar, shown = (
                tuple(unit for unit in some if unit.id in among) for some in (units, by_mortar, shown)
            )
        if units:
            yield from _effect_steps(position, place, side, units, by_mortar, shown)
        elif any(unit.has(CONCEALED) and not is_unknown(unit) for unit in shown):
            words = partial(_result_words, place, side, shown, (), (), {})
            yield NamedStep(f"nobody meets the fire in {place}", lambda outcome, _: outcome, words)
        if only is None and not among and any(map(is_unknown, position.friends_at(place, side))):
            yield NamedStep(f"what lies concealed in {place}", _unknown_step(side, units))
    if only is None and any(fire.kind is FireKind.MDRM for fire in fires):
        exposed = [unit for unit in position.at(place) if not among or unit.id in among]
        yield NamedStep("vehicle struck", _vehicle_step(position, tuple(exposed)))


@implements("LHY-11.4.6d", "LHY-11.4.6b", "LHY-11.2b.2")
def _value_against(position: Position, fire: FireMarker, side: str, *, leaving: bool) -> int:
    """A small arms marker counts as placed; a mortar marker takes each side's own TEM and density (12.1.2)."""
    if fire.kind is not FireKind.MDRM:
        return fire.value
    assault = position.course.assault_at(fire.at)
    exposed = leaving or (assault is not None and assault.side == side)
    cover = 0 if exposed else terrain_modifier(position, fire.at, side, mortar=True, from_hex=None).value
    return min(MOST_MORTAR, fire.value + cover + density(position, fire.at, side, with_loads=False))


def _roll_step(fire: FireMarker, values: dict[tuple[int, str], int]) -> Step:
    is_mortar = fire.kind is FireKind.MDRM
    strikes = strikes_vehicles(fire)
    against = [(side, value) for (number, side), value in values.items() if number == fire.number]

    def step(outcome: FireOutcome, dice: Dice) -> FireOutcome:
        def by(die: int) -> FireOutcome:
            after = outcome.with_best([(side, die + value) for side, value in against], mortar=is_mortar)
            return after._replace(hit_by_ten=True) if strikes and die == DEADLY else after

        return dice.decide("", D10, by)

    return step


@implements("LHY-12.1.6", "LHY-12.1.4", "LHY-4.3.0.1", "LHY-4.3.1.1c")
def _effect_steps(
    position: Position,
    place: Hex,
    side: str,
    units: tuple[Unit, ...],
    by_mortar: tuple[Unit, ...],
    shown: tuple[Unit, ...],
) -> Iterator[NamedStep]:
    tied, tied_by_mortar = units_meeting_result(units), units_meeting_result(by_mortar)
    seen, seen_by_mortar = (
        units_meeting_result(tuple(unit for unit in some if not unit.has(HIDDEN)))
        for some in (units, by_mortar)
    )
    helped = {unit.id: bool(_leaders_who_help(position, unit)) for unit in (*tied, *tied_by_mortar)}
    meet_step = _meet_step(side, tied, tied_by_mortar, helped)
    seen_helped = {
        unit.id: any(not lies_unseen(leader) for leader in _leaders_who_help(position, unit))
        for unit in (*seen, *seen_by_mortar)
    }
    words = partial(_result_words, place, side, shown, seen, seen_by_mortar, seen_helped)
    is_secret = any(map(lies_unseen, (*tied, *tied_by_mortar)))
    yield NamedStep(f"who meets the fire in {place}", meet_step, words, side if is_secret else "")
    ids, spared = {unit.id for unit in units}, set(units).difference(by_mortar)
    if not spared and not any(map(lies_unseen, position.friends_at(place, side))):
        yield NamedStep(f"the result in {place} is spent", _spent_step(side))
    for unit in units:
        yield NamedStep(f"Cohesion Check of {unit}", _check_step(unit, ids, by_small_arms=unit in spared))


def _leaders_who_help(position: Position, unit: Unit) -> list[Unit]:
    """The undisrupted leaders of the platoon with better Cohesion, for whom 1 comes off the result (12.1.4)."""
    return [leader for leader in leaders_with(position, unit) if cohesion_of(leader) > cohesion_of(unit)]


@implements("LHY-12.1.3.2b", "LHY-12.1.4", "LHY-12.1.6")
def _meet_step(
    side: str, tied: tuple[Unit, ...], tied_by_mortar: tuple[Unit, ...], helped: dict[str, bool]
) -> Step:
    def step(outcome: FireOutcome, dice: Dice) -> FireOutcome:
        result, meeting = outcome.best_against(side), outcome.units_meeting(side, tied, tied_by_mortar)
        if result is None or not meeting:
            return outcome
        unit = meeting[0] if len(meeting) == 1 else meeting[dice.pick("", len(meeting))]
        final = result - helped[unit.id]
        return outcome.with_final(side, final).with_harm(unit.id, harm_of_result(unit, final))

    return step


def _units_on_map(position: Position, place: Hex, side: str) -> tuple[Unit, ...]:
    """The units of a side in a hex whose counters the enemy sees."""
    return tuple(unit for unit in position.friends_at(place, side) if not unit.has(HIDDEN))


@implements("LHY-4.3.0.3", "LHY-12.1.3.2b", "LHY-17.9.1.4")
def _result_words(
    place: Hex,
    side: str,
    shown: tuple[Unit, ...],
    tied: tuple[Unit, ...],
    tied_by_mortar: tuple[Unit, ...],
    helped: dict[str, bool],
    outcome: FireOutcome,
) -> str:
    """The result of fire against a side, with the Cohesion that it meets, in words.

    The Cohesion is left out where a concealed unit may be the one that meets the result; nothing is said of hidden units.
    """
    result, meeting = outcome.best_against(side), outcome.units_meeting(side, tied, tied_by_mortar)
    words = f"the fire on {place} comes to {result}"
    is_known = any(is_steady_combat_unit(unit) and not unit.has(CONCEALED) for unit in meeting)
    if result is not None and not is_known and any(unit.has(CONCEALED) for unit in shown):
        return words
    if result is None or not meeting:
        return ""
    helping = {helped[unit.id] for unit in meeting}
    leader = f", 1 less {'where' if len(helping) > 1 else 'as'} a leader helps" if True in helping else ""
    return f"{words} against Cohesion {cohesion_of(meeting[0])}{leader}"


def _spent_step(side: str) -> Step:
    """A step that drops a result which has met its unit and can reveal no unit."""
    return lambda outcome, _: outcome.without_best(side)


@implements("LHY-4.3.0.1")
def _unknown_step(side: str, known: tuple[Unit, ...]) -> Step:
    """A step for the unknown concealed units of a hex, on which the outcome may depend.

    They check if a known unit of their side is harmed; if no known unit meets the fire, they meet it.
    """
    steady = tuple(filter(is_steady_combat_unit, known))
    least = min(map(cohesion_of, units_meeting_result(steady)), default=0)

    def step(outcome: FireOutcome, dice: Dice) -> FireOutcome:
        del dice
        result = outcome.best_against(side)
        if result is not None and result >= least:
            return FireOutcome(is_hidden=True)
        return outcome.without_best(side)

    return step


@implements("LHY-12.1.5a", "LHY-12.1.5b-2019", "LHY-4.3.1c.later", "LHY-14.6.1")
def harm_of_result(unit: Unit, result: int) -> Harm:
    """What a result does to the unit it meets: above Cohesion it disrupts, at 10 or more it loses a step."""
    cohesion = cohesion_of(unit)
    if result > cohesion:
        if result >= DEADLY:
            return Harm.STEP
        return worsened_harm(unit, Harm.DISRUPTED)
    is_found = result == cohesion and lies_unseen(unit)
    return Harm.REVEALED if is_found else Harm.NONE


@implements("LHY-12.1.6", "LHY-12.1.3.2b")
def _check_step(unit: Unit, ids: set[str], *, by_small_arms: bool) -> Step:
    """A step: one unit checks if another of its side is struck; riders check for small arms alone (reading 175)."""

    def step(outcome: FireOutcome, dice: Dice) -> FireOutcome:
        struck = any(other in ids and harm.is_harm for other, harm in outcome.harm)
        if not struck or outcome.harm_to(unit.id).is_harm:
            return outcome
        if by_small_arms and unit.side in outcome.by_mortar:
            return outcome
        if not fails_check(unit, dice):
            return outcome
        return outcome.with_harm(unit.id, worsened_harm(unit, Harm.DISRUPTED))

    return step


@implements("LHY-11.4.8e.vehicles", "LHY-12.1.7a")
def fire_steps_on_leaving(position: Position, unit: Unit) -> Iterator[NamedStep]:
    """The mortar fire of its hex on a vehicle that leaves it."""
    place = position.place(unit)
    for fire in filter(strikes_vehicles, position.course.fires_at(place)):
        yield NamedStep(f"{fire.kind.upper()} {fire.value:+d} on {place}", _roll_step(fire, {}))
    yield NamedStep("vehicle struck", _vehicle_step(position, (unit,)))


@implements("LHY-12.1.7a", "LHY-12.1.7b", "LHY-12.1.7.bt", "LHY-12.1.0.1.vehicles")
def _vehicle_step(position: Position, among: tuple[Unit, ...]) -> Step:
    any_vehicle = position.mission.edition.motion_armour_any_vehicle
    struck = [
        unit
        for unit in among
        if row_of(unit).is_vehicle and not row_of(unit).is_dummy and (any_vehicle or not is_moving(unit))
    ]

    def step(outcome: FireOutcome, dice: Dice) -> FireOutcome:
        if outcome.hit_by_ten and any(map(is_unknown, among)):
            return FireOutcome(is_hidden=True)
        if not outcome.hit_by_ten or not struck:
            return outcome
        unit = struck[0] if len(struck) == 1 else struck[dice.pick("", len(struck))]
        afv = row_of(unit).kind is UnitKind.AFV
        return outcome.with_harm(unit.id, Harm.SHOCKED if afv else Harm.DESTROYED)

    return step


@implements(
    "LHY-12.2.1", "LHY-12.2.1b", "LHY-12.2.2", "LHY-12.2.3b", "LHY-12.2.3c", "LHY-12.2.3d", "LHY-1.2",
    "LHY-1.3",
)  # fmt: skip
def _hard_steps(position: Position, place: Hex, fires: tuple[FireMarker, ...]) -> Iterator[NamedStep]:
    for fire in fires:
        if fire.kind is FireKind.ATDRM and fire.target is not None:
            unit = position.state.units.get(fire.target)
            if unit is not None and unit.at == place:
                name = f"ATDRM {fire.value:+d}{' E' if fire.rear else ''} on {unit}"
                yield NamedStep(name, _armour_step(position, unit, fire))


@implements("LHY-12.3.7c", "LHY-4.3.0.1")
def _armour_step(position: Position, unit: Unit, fire: FireMarker) -> Step:
    """A step: the die of one marker against its target; a weak weapon destroys it without collateral damage.

    The armour of a concealed target is unknown, so the outcome depends on what it is.
    """

    def by(die: int) -> Harm:
        harm = harm_of_armour_die(position, unit, die, fire.value, fire.rear)
        return Harm.DESTROYED_ALONE if harm is Harm.DESTROYED and not fire.collateral else harm

    def step(outcome: FireOutcome, dice: Dice) -> FireOutcome:
        if is_unknown(unit):
            return FireOutcome(is_hidden=True)
        return outcome.with_harm(unit.id, dice.decide("", D10, by))

    return step


@implements("LHY-12.2.3a", "LHY-12.2.3b", "LHY-12.2.3c", "LHY-12.2.1b")
def harm_of_armour_die(position: Position, unit: Unit, die: int, value: int, rear: bool) -> Harm:
    """What an anti-tank die does: above AV (AEV from the rear) destroys, equal shocks an AFV, as a 10 near
    its AV does from any side."""
    row, armour, front = row_of(unit), armour_of(position, unit, rear=rear), armour_of(position, unit)
    ten_shocks_within = position.mission.edition.ten_shocks_within
    if armour is None or front is None or (row.is_vehicle and die <= NEVER_COUNTS):
        return Harm.NONE
    is_afv = row.kind is UnitKind.AFV
    if die + value > armour:
        return Harm.DESTROYED
    near = die == DEADLY and front - (die + value) <= ten_shocks_within
    if is_afv and (die + value == armour or near):
        return Harm.SHOCKED
    return Harm.NONE


@implements("LHY-12.0.1", "LHY-12.1.8", "LHY-10.2b", "LHY-13.6.3.4", "LHY-4.3.0.3")
def throw_steps(
    resolution: Resolution, steps: Iterable[NamedStep], only: tuple[str, ...] = ()
) -> FireOutcome:
    """The outcome of the steps, each die recorded.

    Enumerated, they fall as one throw, of which only the harm to the units in `only` counts if any are named.
    """
    if resolution.is_enumerated:
        falls = [named.step for named in steps] + ([_only_harm_to(only)] if only else [])
        return odds.throw_steps(FireOutcome(), falls, resolution.dice)
    outcome = FireOutcome()
    for named in tuple(steps):
        if words := named.said(outcome):
            resolution.happen(Said(words))
        outcome = named.step(outcome, resolution.named(named.name, only_for=named.only_for))
    return outcome


def _only_harm_to(names: tuple[str, ...]) -> Step:
    """A step that keeps of the outcome only the harm to these units."""

    def step(outcome: FireOutcome, _: Dice) -> FireOutcome:
        reduced = FireOutcome()
        for name in names:
            reduced = reduced.with_harm(name, outcome.harm_to(name))
        return reduced

    return step
