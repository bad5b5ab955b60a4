"""What a side has to do at each stage of play, as players say it across the table."""

from collections.abc import Mapping

from rules.game.engine.procedure import Stage
from rules.last_hundred_yards.state.progress import UNDER_WAY, DecisionKind, Phase, Step

DUE: Mapping[Stage, str] = {
    Phase.SETUP: "set up your units, then say that you are done",
    Phase.INITIATIVE: "roll for the initiative",
    Step.COMPANY: "select the company whose platoons will act",
    Step.PLATOON: "choose a platoon to activate",
    Step.ACTIONS: "choose what the activated units do, then call for reaction",
    Step.REACTION: "choose which units react and how, then call for reaction",
    UNDER_WAY: "choose the next hex of the maneuver, or end it",
    Phase.FIRE: "roll for the fire markers",
    Phase.ASSAULT: "roll for an assault",
    Phase.MORTARS: "adjust the mortars",
    Phase.TIME: "roll for the time that has passed",
    DecisionKind.LAND: "plan which units land where and land them, or land none this turn",
    DecisionKind.RECON: "strip concealment in a hex, or pass",
    DecisionKind.ENTER_OR_FEINT: "enter the hex that is assaulted, or feint",
    DecisionKind.OVERSTACK: "remove units: the hex is over its stacking limit",
    DecisionKind.RETREAT: "choose the hex to retreat to, or pass where the retreat may end",
    DecisionKind.ADVANCE: "advance a hex, or pass",
    DecisionKind.DESTROY_VEHICLE: "try to destroy a vehicle, or pass",
    DecisionKind.DRIVE_OFF: "drive off, or stay in the hex",
    DecisionKind.OVERRUN_ATTACK: "carry out the overrun",
    DecisionKind.OVERRUN_FIRE: "fire at the vehicle that overruns you",
    DecisionKind.STAND_UP: "stand up to the overrun, or pass",
    DecisionKind.FIRE_WITHIN_HEX: "fire within the hex, or pass",
    DecisionKind.RECOMBINE: "combine sections into a squad, or pass",
    DecisionKind.EXTEND_MORTAR: "extend the mortar's fire, or pass",
    DecisionKind.PLACE_LEADER: "place the leader who returns",
    DecisionKind.MOVE_DUMMIES: "move dummies, or pass",
    DecisionKind.GIVE_FRONT: "give the front of the unit that is fired at",
    DecisionKind.ENFILADE_FIRE: "fire in enfilade",
    DecisionKind.OWED_SHOT: "fire at the hex that was asked about",
    DecisionKind.DIVIDE_MARKERS: "divide the fire markers among the units",
    DecisionKind.NAME_PLAYER: "name the squad or leader that stands for you",
}
