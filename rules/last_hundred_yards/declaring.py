"""What may be declared at a moment, and the procedure that carries each kind of declaration out."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.last_hundred_yards import (
    activation_cycle,
    anti_tank_fire,
    assault_declaring,
    assault_resolution,
    bypass,
    clean_up,
    coming_on,
    deploying,
    dividing,
    due_decisions,
    dummies,
    enfilading,
    fire_within_hex,
    firing,
    inherent_trucks,
    inquiry,
    maneuvering,
    mortars,
    named_fires,
    overrun,
    overrun_attack,
    overrun_resistance,
    overwatch,
    recovery,
    retreating,
    sequence,
    setup,
    starting_forces,
    transport,
    turn_events,
    vehicle_motion,
    waiting_to_assault,
    withdrawal,
)
from rules.last_hundred_yards.assault_actions import (
    Advance,
    Assault,
    DestroyVehicle,
    EnterAssault,
    Feint,
    Reinforce,
    ResolveAssault,
    Retreat,
)
from rules.last_hundred_yards.course import Course, DecisionKind, Phase, Step
from rules.last_hundred_yards.fire_actions import (
    AdjustMortars,
    CallMortar,
    DivideMarkers,
    Enfilade,
    ExtendMortar,
    FireAntiTank,
    FireSmallArms,
    GiveFront,
    Inquire,
    ResolveFire,
)
from rules.last_hundred_yards.maneuver_actions import (
    Bypass,
    ChangeMotion,
    Deploy,
    EndManeuver,
    EnterMap,
    FireWithinHex,
    Limber,
    Load,
    Maneuver,
    Overrun,
    OverrunAttack,
    Overwatch,
    Recombine,
    Recover,
    ResistOverrun,
    Unload,
    Withdraw,
)
from rules.last_hundred_yards.procedures import Procedure
from rules.last_hundred_yards.turn_actions import (
    Activate,
    CallForReaction,
    Coordinate,
    DrawForces,
    FinishSetup,
    LapseTime,
    MoveDummy,
    Pass,
    PlaceLeader,
    PlaceUnit,
    RemoveExcess,
    RollInitiative,
    SelectCompany,
    StripConcealment,
)


PROCEDURES: Mapping[type, Procedure] = MappingProxyType({
    DrawForces: starting_forces.DRAW,
    PlaceUnit: setup.PLACE,
    FinishSetup: setup.FINISH,
    RollInitiative: turn_events.INITIATIVE,
    StripConcealment: turn_events.RECONNOITRE,
    SelectCompany: activation_cycle.COMPANY,
    Coordinate: activation_cycle.COORDINATE,
    Activate: activation_cycle.ACTIVATE,
    Maneuver: maneuvering.MANEUVER,
    EnterMap: coming_on.ENTER_MAP,
    EndManeuver: vehicle_motion.END,
    ChangeMotion: vehicle_motion.MOTION,
    Overwatch: overwatch.GO_ON_OVERWATCH,
    Deploy: deploying.DEPLOY,
    Withdraw: withdrawal.WITHDRAW,
    Assault: assault_declaring.ASSAULT,
    Reinforce: assault_declaring.REINFORCE,
    Overrun: overrun.OVERRUN,
    OverrunAttack: overrun_attack.ATTACK,
    ResistOverrun: overrun_resistance.RESIST,
    FireWithinHex: fire_within_hex.FIRE_WITHIN_HEX,
    Bypass: bypass.BYPASS,
    Load: transport.LOAD,
    Limber: inherent_trucks.LIMBER,
    Unload: transport.UNLOAD,
    Inquire: inquiry.INQUIRE,
    FireSmallArms: named_fires.when_named(firing.SMALL_ARMS),
    FireAntiTank: named_fires.when_named(anti_tank_fire.ANTI_TANK),
    Enfilade: enfilading.ENFILADE,
    GiveFront: enfilading.FRONT,
    DivideMarkers: dividing.DIVIDE,
    CallMortar: mortars.CALL,
    Recover: recovery.RECOVER,
    CallForReaction: activation_cycle.CALL_FOR_REACTION,
    EnterAssault: waiting_to_assault.ENTER,
    Feint: waiting_to_assault.FEINT,
    RemoveExcess: due_decisions.EXCESS,
    ResolveFire: sequence.RESOLVE_FIRE,
    ResolveAssault: assault_resolution.RESOLVE,
    DestroyVehicle: assault_resolution.DESTROY,
    Retreat: retreating.RETREAT,
    Advance: assault_resolution.ADVANCE,
    AdjustMortars: mortars.ADJUST,
    ExtendMortar: mortars.EXTEND,
    LapseTime: turn_events.TIME,
    PlaceLeader: clean_up.LEADER,
    MoveDummy: dummies.MOVE_DUMMY,
    Recombine: clean_up.RECOMBINE,
    Pass: due_decisions.PASS,
})  # fmt: skip
"""Every declaration and its procedure."""

_UNIT_ACTIONS = (
    Maneuver, EnterMap, ChangeMotion, Overwatch, Deploy, Withdraw, Assault, Reinforce, Overrun, Bypass, Load, Limber, Unload,
    Inquire, FireSmallArms, FireAntiTank, Enfilade, CallMortar, Recover,
)  # fmt: skip
_WHILE_MOVING = (Maneuver, EndManeuver, Deploy, Withdraw, Assault, Overrun, Bypass)
_ON_DECISION: Mapping[DecisionKind, tuple[type, ...]] = MappingProxyType({
    DecisionKind.RECON: (StripConcealment, Pass),
    DecisionKind.ENTER_OR_FEINT: (EnterAssault, Feint),
    DecisionKind.OVERSTACK: (RemoveExcess,),
    DecisionKind.RETREAT: (Retreat, Pass),
    DecisionKind.ADVANCE: (Advance, Pass),
    DecisionKind.DESTROY_VEHICLE: (DestroyVehicle, Pass),
    DecisionKind.DRIVE_OFF: (Maneuver, EndManeuver, Pass),
    DecisionKind.OVERRUN_ATTACK: (OverrunAttack,),
    DecisionKind.OVERRUN_FIRE: (FireWithinHex,),
    DecisionKind.STAND_UP: (ResistOverrun, Pass),
    DecisionKind.FIRE_WITHIN_HEX: (FireWithinHex, Pass),
    DecisionKind.RECOMBINE: (Recombine, Pass),
    DecisionKind.EXTEND_MORTAR: (ExtendMortar, Pass),
    DecisionKind.PLACE_LEADER: (PlaceLeader,),
    DecisionKind.MOVE_DUMMIES: (MoveDummy, Pass),
    DecisionKind.GIVE_FRONT: (GiveFront,),
    DecisionKind.DIVIDE_MARKERS: (DivideMarkers,),
    DecisionKind.ENFILADE_FIRE: (FireSmallArms, FireAntiTank),
})  # fmt: skip
_IN_PHASE: Mapping[Phase, tuple[type, ...]] = MappingProxyType({
    Phase.SETUP: (DrawForces, PlaceUnit, FinishSetup),
    Phase.INITIATIVE: (RollInitiative,),
    Phase.FIRE: (ResolveFire,),
    Phase.ASSAULT: (ResolveAssault,),
    Phase.MORTARS: (AdjustMortars,),
    Phase.TIME: (LapseTime,),
})  # fmt: skip
_IN_STEP: Mapping[Step, tuple[type, ...]] = MappingProxyType({
    Step.COMPANY: (SelectCompany,),
    Step.PLATOON: (Coordinate, Activate),
    Step.ACTIONS: (*_UNIT_ACTIONS, CallForReaction),
    Step.REACTION: (*_UNIT_ACTIONS, CallForReaction),
})  # fmt: skip


def open_kinds(course: Course) -> tuple[type, ...]:
    """The kinds of declaration that the moment allows."""
    if course.decisions:
        return _ON_DECISION[course.decisions[0].kind]
    if course.moving is not None:
        return _WHILE_MOVING
    if course.phase is Phase.ACTIVATION:
        return _IN_STEP.get(course.step, ())
    return _IN_PHASE.get(course.phase, ())
