"""Any declaration of this book: what a player says, one frozen value each."""

from rules.last_hundred_yards.declarations.assault.arrows import EnterAssault, Feint
from rules.last_hundred_yards.declarations.assault.declaration import Assault, Reinforce
from rules.last_hundred_yards.declarations.assault.resolution import Advance, DestroyVehicle, ResolveAssault
from rules.last_hundred_yards.declarations.assault.retreat import Retreat
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.concealment_inquiry import Inquire
from rules.last_hundred_yards.declarations.fire.divide_markers import DivideMarkers
from rules.last_hundred_yards.declarations.fire.enfilade import Enfilade, GiveFront
from rules.last_hundred_yards.declarations.fire.fire_phase import ResolveFire
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.maneuver.entry import EnterMap
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.overwatch import Overwatch
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import ChangeMotion, EndManeuver
from rules.last_hundred_yards.declarations.missions.setup import FinishSetup, PlaceUnit
from rules.last_hundred_yards.declarations.missions.starting_forces import DrawForces
from rules.last_hundred_yards.declarations.mortars.mortar_fire import AdjustMortars, CallMortar, ExtendMortar
from rules.last_hundred_yards.declarations.recovery import Recover
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
from rules.last_hundred_yards.declarations.vehicles.bypass import Bypass
from rules.last_hundred_yards.declarations.vehicles.fire_within_hex import FireWithinHex
from rules.last_hundred_yards.declarations.vehicles.inherent_trucks import Limber
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.declarations.vehicles.overrun_attack import OverrunAttack
from rules.last_hundred_yards.declarations.vehicles.overrun_resistance import ResistOverrun
from rules.last_hundred_yards.declarations.vehicles.transport import Load, Unload
from rules.last_hundred_yards.declarations.withdrawal import Withdraw

AssaultAction = (
    Assault | Reinforce | EnterAssault | Feint | ResolveAssault | DestroyVehicle | Retreat | Advance
)


FireAction = (
    Inquire
    | FireSmallArms
    | FireAntiTank
    | Enfilade
    | GiveFront
    | DivideMarkers
    | CallMortar
    | ResolveFire
    | AdjustMortars
    | ExtendMortar
)


ManeuverAction = (
    Maneuver
    | EnterMap
    | EndManeuver
    | ChangeMotion
    | Overwatch
    | Withdraw
    | Deploy
    | Recombine
    | Overrun
    | OverrunAttack
    | Bypass
    | FireWithinHex
    | ResistOverrun
    | Load
    | Limber
    | Unload
    | Recover
)
"""Every declaration of a maneuver or recovery."""


TurnAction = (
    DrawForces
    | PlaceUnit
    | FinishSetup
    | RollInitiative
    | StripConcealment
    | SelectCompany
    | Coordinate
    | Activate
    | CallForReaction
    | Pass
    | RemoveExcess
    | LapseTime
    | PlaceLeader
    | MoveDummy
)


LhyAction = TurnAction | ManeuverAction | FireAction | AssaultAction
