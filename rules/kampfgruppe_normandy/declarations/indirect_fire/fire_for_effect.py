"""Fire for effect: guns activated together or one by one, and counter-battery fire against them.

Rule: KGN Fire for effect, Counter-battery fire missions; OUR 107 to 115.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors, PlainDeclaration, Procedure, at_will
from rules.game.engine.resolution import DependsOnHidden
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING, FIRED
from rules.kampfgruppe_normandy.book.rulebook import as_read, because
from rules.kampfgruppe_normandy.book.support_kinds import COUNTER_BATTERY_ON
from rules.kampfgruppe_normandy.book.unit_types import WeaponKind
from rules.kampfgruppe_normandy.effects.activation import (
    begin_activation,
    finish_action,
    let_covering_fire_lapse,
)
from rules.kampfgruppe_normandy.effects.ammunition import note_last_shot
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import (
    bombard_marker,
    bombardment_reasons,
    struck_if_several,
)
from rules.kampfgruppe_normandy.questions.activation import unit_action
from rules.kampfgruppe_normandy.questions.batteries import (
    BOTH_ACTIONS,
    cannot_fire_on,
    cannot_reach,
    dedicated_batteries,
    dice_of,
    is_off_table,
    lobbed_by,
    ready_guns,
    shell_of,
    why_gun_silent,
)
from rules.kampfgruppe_normandy.questions.main_gun import rounds_left
from rules.kampfgruppe_normandy.state.ammunition_events import RoundsFired
from rules.kampfgruppe_normandy.state.events import Answered, ConditionsChanged, Owed
from rules.kampfgruppe_normandy.state.fire_missions import UNSEEN_GUN, GunsLaid, Mission, fire_support
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Activation, Duty, Obligation, Step
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.support_events import (
    CounterBatteryTried,
    GunsFired,
    Laid,
    MissionOver,
    RocketsFired,
)


@dataclass(frozen=True, slots=True)
class FireForEffect:
    """Activate guns together and fire both actions of each at their target marker."""

    side: str
    mission: str
    guns: tuple[UnitId, ...]

    def __str__(self) -> str:
        return f"{', '.join(self.guns)} fire for effect, {self.mission}"


@dataclass(frozen=True, slots=True)
class FireIndirectly:
    """An activated gun fires all its remaining actions of indirect fire at its target marker."""

    side: str
    unit: UnitId

    def __str__(self) -> str:
        return f"{self.unit} fires indirectly"


class CounterBattery(PlainDeclaration):
    """Fire a counter-battery mission at the guns that are about to fire."""

    words = "counter-battery fire"


class HoldCounterBattery(PlainDeclaration):
    """Keep the counter-battery missions for later."""

    words = "no counter-battery fire"


_Fire = FireForEffect | FireIndirectly
_Answer = CounterBattery | HoldCounterBattery


def _mission_of(position: Position, action: _Fire | _Answer) -> Mission:
    """The mission that a declaration fires, or that counter-battery fire would answer."""
    support = fire_support(position.progress)
    match action:
        case FireForEffect():
            return support.mission_in_play(action.mission)
        case FireIndirectly():
            mission = support.of_guns(action.unit)
            assert mission is not None
            return mission
        case _:
            return support.mission_in_play(_guns_laid(position).mission)


def _guns_laid(position: Position) -> GunsLaid:
    """The guns about to fire, on which counter-battery fire is decided."""
    laid = fire_support(position.progress).laid
    assert laid is not None
    return laid


def _separate_odds_of(position: Position, action: _Fire | _Answer) -> tuple[str, ...]:
    return struck_if_several(position, _mission_of(position, action).at)


def _offers(position: Position, side: str) -> Iterator[FireForEffect]:
    for mission in fire_support(position.progress).missions:
        if mission.side == side and mission.is_on and (ready := ready_guns(position, mission)):
            yield FireForEffect(side, mission.id, ready)


@implements("KN-IND-13", "KN-IND-15", "KN-IND-44", "KN-TURN-12b", "KN-WPN-26")
def _forbids(position: Position, action: FireForEffect) -> Iterator[Reason]:
    mission = fire_support(position.progress).mission(action.mission)
    if mission is None or mission.side != action.side or not mission.is_on:
        yield because(f"there is no {action.mission} to fire", "Fire for effect")
        return
    if (
        not action.guns
        or len(set(action.guns)) != len(action.guns)
        or not set(action.guns) <= set(mission.guns)
    ):
        words = f"{mission.id} is for {', '.join(mission.guns)}, not {', '.join(action.guns) or 'no gun'}"
        yield because(words, "Fire for effect")
        return
    if len(action.guns) > position.progress.allowance - position.progress.spent:
        yield because("each gun costs one activation, and fewer are left", "Fire for effect")
    for gun in action.guns:
        if (reason := cannot_fire_on(position, gun, mission)) is not None:
            yield reason


@implements("KN-IND-13", "KN-IND-02", "KN-COV-02")
def _carry_out(resolution: Resolution, action: FireForEffect) -> None:
    """Activate guns together and fire them together, unless covering fire is to be decided first.

    Guns off the table are asked about once for all of them.
    """
    both = (ActionKind.SUPPRESS_INDIRECT,) * BOTH_ACTIONS
    for gun in reversed(action.guns):
        begin_activation(resolution, Activation(gun, action.side, both))
    if not resolution.progress.owed:
        _fire_single_gun(resolution, FireIndirectly(action.side, action.guns[0]))


def _fire_for_odds(resolution: Resolution, action: FireForEffect) -> None:
    """In odds: if the enemy may answer first, let the shells fall as if he does not."""
    if resolution.progress.owed and resolution.progress.due.duty is Duty.COVERING_FIRE:
        let_covering_fire_lapse(resolution)
        _fire_single_gun(resolution, FireIndirectly(action.side, action.guns[0]))
    _fire_unanswered_for_odds(resolution, action)


def _fire_unanswered_for_odds(resolution: Resolution, _: _Fire) -> None:
    """In odds: let the shells fall as if no counter-battery fire comes."""
    if resolution.progress.owed and resolution.progress.due.duty is Duty.COUNTER_BATTERY:
        _hold(resolution, HoldCounterBattery(resolution.progress.due.side))


@implements("KN-IND-27a", "KN-IND-28", "KN-IND-29")
def _lay(resolution: Resolution, laid: GunsLaid) -> None:
    """Ask the enemy for counter-battery fire if the guns are off the table and he has any; else fire them."""
    mission = fire_support(resolution.progress).mission_in_play(laid.mission)
    enemy = resolution.progress.other(mission.side)
    off_table = all(is_off_table(resolution.position, resolution.state.unit(gun)) for gun in laid.guns)
    if off_table and fire_support(resolution.progress).counter_battery_of(enemy) > 0:
        resolution.happen(Laid(laid), Owed(Obligation(Duty.COUNTER_BATTERY, enemy, other=mission.id)))
        return
    _fire(resolution, laid)


@implements("KN-IND-27a", "KN-IND-27b", "KN-IND-28")
def _counter(resolution: Resolution, action: CounterBattery) -> None:
    """Throw for counter-battery fire: a battery that is found does not fire this turn, and keeps its marker (OUR 111)."""
    laid = _guns_laid(resolution.position)
    resolution.happen(Answered(), Laid(None))
    found = resolution.passes("counter-battery fire", 6, at_least=COUNTER_BATTERY_ON)
    battery = _battery_of(resolution.position, laid)
    resolution.happen(CounterBatteryTried(action.side, found, battery if found else ()))
    if not found:
        _fire(resolution, laid)


@implements("KN-IND-27b")
def _battery_of(position: Position, laid: GunsLaid) -> tuple[str, ...]:
    """The guns of the battery that is about to fire, those among them with another mission or none (OUR 111, 193)."""
    mission = fire_support(position.progress).mission_in_play(laid.mission)
    batteries = dedicated_batteries(position, mission.side)
    return next((guns for guns in batteries if not set(guns).isdisjoint(laid.guns)), mission.guns)


@implements("KN-IND-27a")
def _hold(resolution: Resolution, _: HoldCounterBattery) -> None:
    laid = _guns_laid(resolution.position)
    resolution.happen(Answered(), Laid(None))
    _fire(resolution, laid)


@implements("KN-WPN-24", "KN-IND-22", "KN-DFSA-11", "KN-SPEC-03")
def _fire(resolution: Resolution, laid: GunsLaid) -> None:
    """Fire the guns that are laid.

    Raises:
        DependsOnHidden: if the enemy asks for the odds of guns that he does not know of.
    """
    if UNSEEN_GUN in laid.guns:
        raise DependsOnHidden("which guns fire")
    mission = fire_support(resolution.progress).mission_in_play(laid.mission)
    weapon, shot = lobbed_by(resolution.position, resolution.state.unit(laid.guns[0]))
    if weapon.kind is WeaponKind.ROCKETS:
        resolution.happen(RocketsFired(laid.guns, resolution.progress.own_turn(mission.side)))
    for name, dice in zip(laid.guns, laid.dice_each, strict=True):
        firing = resolution.state.unit(name)
        resolution.happen(ConditionsChanged(name, frozenset({FIRED}), firing.conditions & {COVERING}))
        if rounds_left(resolution.position, firing, shell_of(resolution.position, firing)) is not None:
            resolution.happen(RoundsFired(name, dice))
        note_last_shot(resolution, name, weapon.name)
    resolution.then(_take_up_marker, mission, laid.guns)
    resolution.then(bombard_marker, mission.at, shot, sum(laid.dice_each))


@implements("KN-IND-22", "KN-IND-15", "KN-WPN-24", "KN-DFSA-11")
def _take_up_marker(resolution: Resolution, mission: Mission, fired: tuple[str, ...]) -> None:
    """Remove the target marker once no gun in play has still to fire at it, in this turn or a later one (OUR 104)."""
    if fire_support(resolution.progress).mission(mission.id) is None:
        return
    left = [gun for gun in mission.to_fire if gun not in fired and gun in resolution.state.units]
    if left:
        resolution.happen(GunsFired(mission.id, fired))
    else:
        resolution.happen(MissionOver(mission.id, "rounds complete"))


def _single_offers(_: Position, side: str, unit: Unit) -> Iterator[FireIndirectly]:
    yield FireIndirectly(side, unit.id)


def _single_forbids(position: Position, action: FireIndirectly, unit: Unit) -> Iterator[Reason]:
    mission = fire_support(position.progress).of_guns(action.unit)
    if mission is None:
        yield because(f"{action.unit} has no target marker to fire at", "Fire for effect")
    elif (reason := cannot_reach(position, unit, mission.at)) is not None:
        yield reason


@implements("KN-IND-14", "KN-ACT-06")
def _fire_single_gun(resolution: Resolution, action: FireIndirectly) -> None:
    """Fire all indirect actions that a gun has left, together with those of the guns activated with it (OUR 114)."""
    mission = _mission_of(resolution.position, action)
    firing = _firing_together(resolution.position, mission)
    dice = _dice_together(resolution.position, firing)
    resolution.then(_finish_actions, firing)
    _lay(resolution, GunsLaid(mission.id, tuple(gun for gun, _ in firing), dice))


@implements("KN-IND-13", "KN-IND-14")
def _firing_together(position: Position, mission: Mission) -> tuple[tuple[str, int], ...]:
    """The activated gun and those activated with it for its mission, each with its indirect actions left.

    Guns that covering fire has silenced meanwhile are left out.
    """
    now = position.progress.activation
    assert now is not None
    return tuple(
        (activation.unit, activation.kinds[activation.done :].count(ActionKind.SUPPRESS_INDIRECT))
        for activation in (now, *reversed(position.progress.suspended))
        if activation.is_free == now.is_free
        and activation.unit in mission.to_fire
        and activation.unit in position.state.units
        and why_gun_silent(position, position.state.unit(activation.unit)) is None
    )


def _dice_together(position: Position, firing: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
    return tuple(dice_of(position, position.state.unit(gun), actions) for gun, actions in firing)


def _finish_actions(resolution: Resolution, firing: tuple[tuple[str, int], ...]) -> None:
    for gun, actions in firing:
        for _ in range(actions):
            finish_action(resolution, gun)


def _factors(position: Position, action: FireForEffect) -> Factors:
    guns = [position.state.unit(gun) for gun in action.guns]
    shots = sum(dice_of(position, gun, BOTH_ACTIONS) for gun in guns)
    return _shelling(position, guns[0], _mission_of(position, action), shots)


def _single_factors(position: Position, action: FireIndirectly) -> Factors:
    mission = _mission_of(position, action)
    shots = sum(_dice_together(position, _firing_together(position, mission)))
    return _shelling(position, position.state.unit(action.unit), mission, shots)


def _shelling(position: Position, gun: Unit, mission: Mission, shots: int) -> Factors:
    weapon, _ = lobbed_by(position, gun)
    reasons = list(bombardment_reasons(position, mission.at, weapon, shots, mission.side))
    enemy = position.progress.other(mission.side)
    if is_off_table(position, gun) and fire_support(position.progress).counter_battery_of(enemy):
        words = f"{enemy} may answer: counter-battery fire finds the guns on {COUNTER_BATTERY_ON}+"
        reasons.append(because(words, "Counter-battery fire missions"))
    return Factors.of(*reasons)


def _counter_factors(_: Position, __: CounterBattery) -> Factors:
    return Factors.of(
        Reason(f"finds the guns on {COUNTER_BATTERY_ON}+", as_read("Counter-battery fire missions", 111))
    )


FIRE_FOR_EFFECT = Procedure(
    FireForEffect,
    (Step.ACTIVATION,),
    _offers,
    _forbids,
    _carry_out,
    factors=_factors,
    carry_out_for_odds=_fire_for_odds,
    separate_odds_of=_separate_odds_of,
)
FIRE_INDIRECTLY = unit_action(
    FireIndirectly,
    ActionKind.SUPPRESS_INDIRECT,
    _single_offers,
    _single_forbids,
    _fire_single_gun,
    factors=_single_factors,
    carry_out_for_odds=_fire_unanswered_for_odds,
    separate_odds_of=_separate_odds_of,
)
COUNTER_BATTERY = at_will(
    CounterBattery,
    (Duty.COUNTER_BATTERY,),
    _counter,
    factors=_counter_factors,
    separate_odds_of=_separate_odds_of,
)
HOLD_COUNTER_BATTERY = at_will(
    HoldCounterBattery, (Duty.COUNTER_BATTERY,), _hold, separate_odds_of=_separate_odds_of
)
