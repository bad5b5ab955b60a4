"""What may be declared at a moment, and the procedure that carries each kind of declaration out."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.last_hundred_yards.declarations import recovery, withdrawal
from rules.last_hundred_yards.declarations.assault import arrows, declaration, resolution, retreat
from rules.last_hundred_yards.declarations.assault.arrows import EnterAssault, Feint
from rules.last_hundred_yards.declarations.assault.declaration import Assault, Reinforce
from rules.last_hundred_yards.declarations.assault.resolution import Advance, DestroyVehicle, ResolveAssault
from rules.last_hundred_yards.declarations.assault.retreat import Retreat
from rules.last_hundred_yards.declarations.fire import (
    anti_tank,
    concealment_inquiry,
    divide_markers,
    enfilade,
    enfilade_queue,
    fire_phase,
    small_arms,
)
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.concealment_inquiry import Inquire
from rules.last_hundred_yards.declarations.fire.divide_markers import DivideMarkers
from rules.last_hundred_yards.declarations.fire.enfilade import Enfilade, GiveFront
from rules.last_hundred_yards.declarations.fire.fire_phase import ResolveFire
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver import deploy, entry, maneuver, overwatch, vehicle_motion
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.maneuver.entry import EnterMap
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.overwatch import Overwatch
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import ChangeMotion, EndManeuver
from rules.last_hundred_yards.declarations.missions import setup, starting_forces
from rules.last_hundred_yards.declarations.missions.setup import FinishSetup, PlaceUnit
from rules.last_hundred_yards.declarations.missions.starting_forces import DrawForces
from rules.last_hundred_yards.declarations.mortars import mortar_fire
from rules.last_hundred_yards.declarations.mortars.mortar_fire import AdjustMortars, CallMortar, ExtendMortar
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn import (
    activation,
    clean_up,
    dummies,
    initiative,
    pending_decisions,
    time_lapse,
)
from rules.last_hundred_yards.declarations.turn.activation import (
    Activate,
    CallForReaction,
    Coordinate,
    SelectCompany,
)
from rules.last_hundred_yards.declarations.turn.clean_up import PlaceLeader, Recombine
from rules.last_hundred_yards.declarations.turn.dummies import MoveDummy
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative, StripConcealment
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass, RemoveExcess
from rules.last_hundred_yards.declarations.turn.time_lapse import LapseTime
from rules.last_hundred_yards.declarations.vehicles import (
    bypass,
    fire_within_hex,
    inherent_trucks,
    overrun,
    overrun_attack,
    overrun_resistance,
    transport,
)
from rules.last_hundred_yards.declarations.vehicles.bypass import Bypass
from rules.last_hundred_yards.declarations.vehicles.fire_within_hex import FireWithinHex
from rules.last_hundred_yards.declarations.vehicles.inherent_trucks import Limber
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.declarations.vehicles.overrun_attack import OverrunAttack
from rules.last_hundred_yards.declarations.vehicles.overrun_resistance import ResistOverrun
from rules.last_hundred_yards.declarations.vehicles.transport import Load, Unload
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.effects.procedure import Procedure
from rules.last_hundred_yards.state.progress import Course, DecisionKind, Phase, Step

PROCEDURES: Mapping[type, Procedure] = MappingProxyType({
    DrawForces: starting_forces.DRAW,
    PlaceUnit: setup.PLACE,
    FinishSetup: setup.FINISH,
    RollInitiative: initiative.INITIATIVE,
    StripConcealment: initiative.RECONNOITRE,
    SelectCompany: activation.COMPANY,
    Coordinate: activation.COORDINATE,
    Activate: activation.ACTIVATE,
    Maneuver: maneuver.MANEUVER,
    EnterMap: entry.ENTER_MAP,
    EndManeuver: vehicle_motion.END,
    ChangeMotion: vehicle_motion.MOTION,
    Overwatch: overwatch.GO_ON_OVERWATCH,
    Deploy: deploy.DEPLOY,
    Withdraw: withdrawal.WITHDRAW,
    Assault: declaration.ASSAULT,
    Reinforce: declaration.REINFORCE,
    Overrun: overrun.OVERRUN,
    OverrunAttack: overrun_attack.ATTACK,
    ResistOverrun: overrun_resistance.RESIST,
    FireWithinHex: fire_within_hex.FIRE_WITHIN_HEX,
    Bypass: bypass.BYPASS,
    Load: transport.LOAD,
    Limber: inherent_trucks.LIMBER,
    Unload: transport.UNLOAD,
    Inquire: concealment_inquiry.INQUIRE,
    FireSmallArms: enfilade_queue.when_named(small_arms.SMALL_ARMS),
    FireAntiTank: enfilade_queue.when_named(anti_tank.ANTI_TANK),
    Enfilade: enfilade.ENFILADE,
    GiveFront: enfilade.FRONT,
    DivideMarkers: divide_markers.DIVIDE,
    CallMortar: mortar_fire.CALL,
    Recover: recovery.RECOVER,
    CallForReaction: activation.CALL_FOR_REACTION,
    EnterAssault: arrows.ENTER,
    Feint: arrows.FEINT,
    RemoveExcess: pending_decisions.EXCESS,
    ResolveFire: fire_phase.RESOLVE_FIRE,
    ResolveAssault: resolution.RESOLVE,
    DestroyVehicle: resolution.DESTROY,
    Retreat: retreat.RETREAT,
    Advance: resolution.ADVANCE,
    AdjustMortars: mortar_fire.ADJUST,
    ExtendMortar: mortar_fire.EXTEND,
    LapseTime: time_lapse.TIME,
    PlaceLeader: clean_up.LEADER,
    MoveDummy: dummies.MOVE_DUMMY,
    Recombine: clean_up.RECOMBINE,
    Pass: pending_decisions.PASS,
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
