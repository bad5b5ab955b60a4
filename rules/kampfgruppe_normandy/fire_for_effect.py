"""Fire for effect: guns activated together or one by one, counter-battery fire against them, and what falls where.

Rule: KGN Fire for effect, Counter-battery fire missions; OUR 107 to 115.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.units import Unit
from rules.ground.inches import Spot, gap_in
from rules.kampfgruppe_normandy.action_kinds import ActionKind
from rules.kampfgruppe_normandy.activating import acting_unit, cannot_be_activated, finish_action, not_acting
from rules.kampfgruppe_normandy.barrage import RADIUS_IN, Barrage, barrage_odds, bombard
from rules.kampfgruppe_normandy.batteries import cannot_reach, dice_of, indirect_weapon, is_off_table
from rules.kampfgruppe_normandy.buildings import batter, nearest_building
from rules.kampfgruppe_normandy.chapters import Handler
from rules.kampfgruppe_normandy.concealment import PASSENGER_SAVE, save_needed
from rules.kampfgruppe_normandy.conditions import COVERING, FIRED
from rules.kampfgruppe_normandy.course import Duty, Obligation, Step
from rules.kampfgruppe_normandy.cover import cover_from
from rules.kampfgruppe_normandy.events import Answered, ConditionsChanged, Owed
from rules.kampfgruppe_normandy.fire_missions import GunsLaid, Mission, fire_support
from rules.kampfgruppe_normandy.harm import damage_hits
from rules.kampfgruppe_normandy.losses import tell_toll
from rules.kampfgruppe_normandy.position import Position
from rules.kampfgruppe_normandy.prey import Prey
from rules.kampfgruppe_normandy.rulebook import cite
from rules.kampfgruppe_normandy.sight import look
from rules.kampfgruppe_normandy.special_events import fired_last_shot
from rules.kampfgruppe_normandy.story import Story
from rules.kampfgruppe_normandy.support_events import (
    CounterBatteryTried,
    GunsActivated,
    Laid,
    MissionOver,
    ShellsFell,
)
from rules.kampfgruppe_normandy.targets import prey_of
from rules.kampfgruppe_normandy.unit_types import HighExplosive, Kind, WeaponKind

COUNTER_BATTERY_ON = 5
BOTH_ACTIONS = 2


@dataclass(frozen=True, slots=True)
class FireForEffect:
    """Activate guns together and fire both actions of each at their target marker."""

    side: str
    mission: str
    guns: tuple[str, ...]

    def __str__(self) -> str:
        return f"{', '.join(self.guns)} fire for effect, {self.mission}"


@dataclass(frozen=True, slots=True)
class FireIndirectly:
    """A gun being activated fires its next actions, all that are indirect fire, at its target marker."""

    side: str
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} fires indirectly"


@dataclass(frozen=True, slots=True)
class CounterBattery:
    """A counter-battery mission is fired at the guns that are about to fire."""

    side: str

    def __str__(self) -> str:
        return "counter-battery fire"


@dataclass(frozen=True, slots=True)
class HoldCounterBattery:
    """The counter-battery missions are kept."""

    side: str

    def __str__(self) -> str:
        return "no counter-battery fire"


def _no(text: str, section: str) -> Reason:
    return Reason(text, cite(section))


def _missions(position: Position, side: str) -> Iterator[Mission]:
    return (one for one in fire_support(position.course).missions if one.side == side and one.is_on)


def _offers(position: Position, side: str) -> Iterator[FireForEffect]:
    room = position.course.allowance - position.course.spent
    for mission in _missions(position, side):
        ready = tuple(gun for gun in mission.guns if _cannot_fire(position, gun, mission) is None)
        if ready and room > 0:
            yield FireForEffect(side, mission.id, ready[:room])


def _cannot_fire(position: Position, gun: str, mission: Mission) -> Reason | None:
    unit = position.state.units.get(gun)
    if unit is None:
        return _no(f"{gun} is out of the game", "Fire for effect")
    return cannot_be_activated(position, unit) or cannot_reach(position, unit, mission.at)


@implements("KN-IND-13", "KN-IND-15", "KN-IND-44")
def _forbids(position: Position, action: FireForEffect) -> Iterator[Reason]:
    mission = fire_support(position.course).mission(action.mission)
    if mission is None or mission.side != action.side or not mission.is_on:
        yield _no(f"there is no {action.mission} to fire", "Fire for effect")
        return
    if (
        not action.guns
        or len(set(action.guns)) != len(action.guns)
        or not set(action.guns) <= set(mission.guns)
    ):
        yield _no(f"{mission.id} is for {', '.join(mission.guns)}", "Fire for effect")
        return
    if len(action.guns) > position.course.allowance - position.course.spent:
        yield _no("each gun costs one activation, and fewer are left", "Fire for effect")
    for gun in action.guns:
        if (reason := _cannot_fire(position, gun, mission)) is not None:
            yield reason


@implements("KN-IND-13", "KN-IND-02")
def _carry_out(story: Story, action: FireForEffect) -> None:
    position = story.position
    launchers = tuple(gun for gun in action.guns if _is_launcher(position, gun))
    story.tell(GunsActivated(action.guns, story.course.turn, launchers))
    shots = sum(dice_of(position, position.state.unit(gun), BOTH_ACTIONS) for gun in action.guns)
    _lay(story, GunsLaid(action.mission, action.guns, shots))


def _is_launcher(position: Position, gun: str) -> bool:
    weapon = indirect_weapon(position.type(position.state.unit(gun)))
    return weapon is not None and weapon.kind is WeaponKind.ROCKETS


@implements("KN-IND-27", "KN-IND-28", "KN-IND-29")
def _lay(story: Story, laid: GunsLaid) -> None:
    """Off-table guns may be answered by counter-battery fire before they fire."""
    mission = fire_support(story.course).mission(laid.mission)
    assert mission is not None
    enemy = story.course.other(mission.side)
    off_table = all(is_off_table(story.position, story.state.unit(gun)) for gun in laid.guns)
    if off_table and fire_support(story.course).counter_battery_of(enemy) > 0:
        story.tell(Laid(laid), Owed(Obligation(Duty.COUNTER_BATTERY, enemy, other=mission.id)))
        return
    _fire(story, laid)


@implements("KN-IND-27", "KN-IND-28")
def _counter(story: Story, action: CounterBattery) -> None:
    laid = fire_support(story.course).laid
    assert laid is not None
    story.tell(Answered(), Laid(None))
    found = story.roll("counter-battery fire") >= COUNTER_BATTERY_ON
    story.tell(CounterBatteryTried(action.side, found))
    if not found:
        _fire(story, laid)


def _hold(story: Story, _: HoldCounterBattery) -> None:
    laid = fire_support(story.course).laid
    assert laid is not None
    story.tell(Answered(), Laid(None))
    _fire(story, laid)


def _fire(story: Story, laid: GunsLaid) -> None:
    mission = fire_support(story.course).mission(laid.mission)
    assert mission is not None
    gun = story.state.unit(laid.guns[0])
    weapon = indirect_weapon(story.position.type(gun))
    assert weapon is not None
    assert weapon.he is not None
    for name in laid.guns:
        story.tell(ConditionsChanged(name, frozenset({FIRED}), frozenset({COVERING})))
        fired_last_shot(story, name, weapon.name)
    shell(story, mission.at, weapon.he, laid.shots, mission.side)
    if not _guns_left(story.position, mission, laid.guns):
        story.tell(MissionOver(mission.id, "rounds complete"))


@implements("KN-IND-22")
def _guns_left(position: Position, mission: Mission, fired: tuple[str, ...]) -> bool:
    """Whether guns of the mission have still to fire; the marker stays for them.

    Guns that cannot be activated any more this turn do not keep it.
    """
    return any(
        gun not in fired and _cannot_fire(position, gun, mission) is None
        for gun in mission.guns
        if position.course.spent < position.course.allowance
    )


@implements("KN-IND-01", "KN-IND-21", "KN-IND-25", "KN-IND-26")
def shell(story: Story, marker: Spot, shot: HighExplosive, shots: int, side: str) -> None:
    """Shells fall round a marker: all are thrown, dealt out, and worked out one after another.

    Rule: KGN Fire for effect.
    """
    barrage = bombard(barrage_at(story.position, marker, shot), shots, story.dice)
    story.tell(ShellsFell(marker, shots, barrage.directs, barrage.suppressions))
    for blow in barrage.blows:
        if blow.thrown:
            tell_toll(story, blow.toll, side)
    if not barrage.preys and (piece := nearest_building(story.position, marker, RADIUS_IN)) is not None:
        batter(story, piece, sum(damage_hits(shot, story.dice) for _ in range(barrage.directs)))


@implements("KN-IND-19", "KN-IND-20", "KN-IND-23", "KN-PRIN-12", "KN-PRIN-13")
def barrage_at(position: Position, marker: Spot, shot: HighExplosive) -> Barrage:
    """The units that shells at a marker can strike, nearest first; passengers follow what carries them.

    A unit is within reach if any part of it is, hull to marker. Cover is judged from the marker.

    Rule: KGN Fire for effect, Measuring distances; OUR 107 to 110.
    """
    near = [
        (gap, unit.id, unit)
        for unit in position.on_table()
        if position.type(unit).kind is not Kind.AIRCRAFT
        and (gap := gap_in(position.base(unit), marker)) <= RADIUS_IN
    ]
    preys: list[Prey] = []
    carried_by: list[str] = []
    for _, _, unit in sorted(near, key=lambda one: one[:2]):
        kind = position.type(unit)
        preys.append(_prey_near(position, unit, marker))
        carried_by.append("")
        for passenger in position.aboard(unit):
            if kind.kind is Kind.ENCLOSED and not position.is_tank_rider(passenger):
                continue
            preys.append(_passenger(position, passenger, unit))
            carried_by.append(unit.id)
    return Barrage(shot, tuple(preys), tuple(carried_by))


def _prey_near(position: Position, unit: Unit, marker: Spot) -> Prey:
    armour = position.type(unit).armour
    prey = prey_of(position, unit, 0 if armour is None else armour.side)
    shelter = cover_from(position, unit, replace(look(position, marker, unit), share=1.0))
    return replace(prey, save=save_needed(prey.kind, shelter.cover))


def _passenger(position: Position, unit: Unit, carrier: Unit) -> Prey:
    """A passenger under shellfire: behind the sides of a truck or half-track, or in the open on a tank (OUR 2)."""
    prey = prey_of(position, unit)
    if position.is_tank_rider(unit):
        return replace(prey, save=6)
    is_soft = position.type(carrier).kind is Kind.SOFT_SKIN
    return replace(prey, save=PASSENGER_SAVE if is_soft else PASSENGER_SAVE - 1)


def may_fire_indirectly(position: Position, unit_id: str) -> Iterator[ActionKind]:
    """That a gun on the table with a target marker may be told to fire at it."""
    unit = position.state.unit(unit_id)
    if indirect_weapon(position.type(unit)) is None or is_off_table(position, unit):
        return
    if fire_support(position.course).of_guns(unit_id) is not None:
        yield ActionKind.SUPPRESS_INDIRECT


def _single_offers(position: Position, side: str) -> Iterator[FireIndirectly]:
    unit = acting_unit(position, ActionKind.SUPPRESS_INDIRECT)
    if unit is not None:
        yield FireIndirectly(side, unit.id)


def _single_forbids(position: Position, action: FireIndirectly) -> Iterator[Reason]:
    if (reason := not_acting(position, action.unit, ActionKind.SUPPRESS_INDIRECT)) is not None:
        yield reason
        return
    mission = fire_support(position.course).of_guns(action.unit)
    if mission is None:
        yield _no(f"{action.unit} has no target marker to fire at", "Fire for effect")
    elif (reason := cannot_reach(position, position.state.unit(action.unit), mission.at)) is not None:
        yield reason


@implements("KN-IND-14", "KN-ACT-06")
def _single(story: Story, action: FireIndirectly) -> None:
    """All the indirect actions a gun has left are thrown together (OUR 114)."""
    activation = story.course.activation
    mission = fire_support(story.course).of_guns(action.unit)
    assert activation is not None
    assert mission is not None
    actions = activation.kinds[activation.done :].count(ActionKind.SUPPRESS_INDIRECT)
    unit = story.state.unit(action.unit)
    if _is_launcher(story.position, action.unit):
        story.tell(GunsActivated((), story.course.turn, (action.unit,)))
    _fire(story, GunsLaid(mission.id, (action.unit,), dice_of(story.position, unit, actions)))
    for _ in range(actions):
        finish_action(story, action.unit)


def _counter_offers(_: Position, side: str) -> Iterator[CounterBattery]:
    yield CounterBattery(side)


def _hold_offers(_: Position, side: str) -> Iterator[HoldCounterBattery]:
    yield HoldCounterBattery(side)


def _nothing(_: Position, __: object) -> Iterator[Reason]:
    return iter(())


def bombardment_ruling(
    position: Position, question: str, marker: Spot, shot: HighExplosive, shots: int
) -> Ruling[str]:
    """What shells at a marker can come to: each unit within reach in its turn, the odds of the nearest exactly."""
    barrage = barrage_at(position, marker, shot)
    if not barrage.preys:
        return Ruling(
            question, f'no unit is within {RADIUS_IN:g}"', (Reason("nobody is hit", cite("Fire for effect")),)
        )
    reasons = [
        Reason(f"{shots} dice, {shot} HE, penetration {shot.penetration}", cite("Fire for effect"), (marker,))
    ]
    for unit in barrage.order:
        save = barrage.prey(unit).save
        said = "no save" if save is None else f"saves on {save}+"
        reasons.append(Reason(f"{unit}: {said}", cite("Fire for effect")))
    nearest = barrage.order[0]
    odds = barrage_odds(barrage, shots, nearest)
    likely = sorted(odds.chances.items(), key=lambda item: (-item[1], item[0]))
    said = "; ".join(f"{outcome} {float(chance):.0%}" for outcome, chance in likely[:6])
    return Ruling(question, f"{nearest}: {said}", tuple(reasons), odds)


def _chances(position: Position, action: FireForEffect) -> Ruling[str]:
    mission = fire_support(position.course).mission(action.mission)
    if mission is None or not action.guns or action.guns[0] not in position.state.units:
        return Ruling(str(action), "not allowed", tuple(_forbids(position, action)))
    guns = [position.state.unit(gun) for gun in action.guns]
    weapon = indirect_weapon(position.type(guns[0]))
    if weapon is None or weapon.he is None:
        return Ruling(str(action), "not allowed", tuple(_forbids(position, action)))
    shots = sum(dice_of(position, gun, BOTH_ACTIONS) for gun in guns)
    return bombardment_ruling(position, str(action), mission.at, weapon.he, shots)


def _single_chances(position: Position, action: FireIndirectly) -> Ruling[str]:
    mission = fire_support(position.course).of_guns(action.unit)
    activation = position.course.activation
    weapon = indirect_weapon(position.type(position.state.unit(action.unit)))
    if mission is None or activation is None or weapon is None or weapon.he is None:
        return Ruling(str(action), "not allowed", tuple(_single_forbids(position, action)))
    actions = activation.kinds[activation.done :].count(ActionKind.SUPPRESS_INDIRECT)
    shots = dice_of(position, position.state.unit(action.unit), actions)
    return bombardment_ruling(position, str(action), mission.at, weapon.he, shots)


HANDLERS: Mapping[type, Handler] = MappingProxyType({
    FireForEffect: Handler((Step.ACTIVATION,), _offers, _forbids, _carry_out, _chances),
    FireIndirectly: Handler(
        (ActionKind.SUPPRESS_INDIRECT,), _single_offers, _single_forbids, _single, _single_chances
    ),
    CounterBattery: Handler((Duty.COUNTER_BATTERY,), _counter_offers, _nothing, _counter),
    HoldCounterBattery: Handler((Duty.COUNTER_BATTERY,), _hold_offers, _nothing, _hold),
})  # fmt: skip
"""The declarations of guns, and of those who answer them."""

RULE_IDS = {"COUNTER_BATTERY_ON": "KN-IND-27"}
