"""What a side is to do at each stage of play, and the activations and actions it has left, in players' words."""

from collections.abc import Iterator, Mapping

from rules.game.engine.procedure import Stage
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty, Step

DUE: Mapping[Stage, str] = {
    Step.FIRST: "throw for the first turn",
    Step.COMMAND: "throw for command and control",
    Step.ACTIVATION: "choose a unit to activate and its actions, or end your activations",
    Step.SUPPRESSION: "take counters to remove suppression, or end the turn",
    Step.REMOVAL: "go on removing suppression",
    ActionKind.MOVE: "move the active unit, or forgo the action",
    ActionKind.DEPLOY: "load, unload, enter or leave with the active unit, or forgo the action",
    ActionKind.SUPPRESS_SMALL_ARMS: "choose whom the active unit suppresses with small arms, or forgo the action",
    ActionKind.SUPPRESS_HE: "choose whom the active unit suppresses with high explosive, or forgo the action",
    ActionKind.SUPPRESS_INDIRECT: "choose where the indirect fire falls, or forgo the action",
    ActionKind.SUPPRESS_AIRCRAFT: "choose the aircraft to fire at, or forgo the action",
    ActionKind.DIRECT_SMALL_ARMS: "choose the target of the small arms, or forgo the action",
    ActionKind.DIRECT_HE: "choose the target of the high explosive, or forgo the action",
    ActionKind.DIRECT_AT: "choose the target of the anti-tank fire, or forgo the action",
    ActionKind.COVERING: "forgo the action",
    ActionKind.REQUEST: "request the fire mission, or forgo the action",
    ActionKind.ENGINEER: "choose the work to be done, or forgo the action",
    ActionKind.RE_SUPPLY: "choose the vehicle to re-supply, or forgo the action",
    ActionKind.WITHDRAW: "withdraw the soft-skin, or forgo the action",
    ActionKind.AIR_ATTACK: "choose the target of the aircraft, or forgo the action",
    Duty.COMMAND_REROLL: "throw a command die again, or keep the dice",
    Duty.COVERING_FIRE: "choose covering fire, or hold fire",
    Duty.MORALE_REQUEST: "ask for the morale test, or let it pass",
    Duty.VETERAN_REROLL: "throw the veterans' test again, or let it stand",
    Duty.HEROIC_ACTION: "choose the heroic actions, or let them pass",
    Duty.CHOOSE_RALLIED: "choose who rallies",
    Duty.CHOOSE_WEAPON: "choose the special weapon that is lost",
    Duty.CHOOSE_CASUALTIES: "choose which models are lost",
    Duty.COUNTER_BATTERY: "fire at the battery, or hold the counter-battery fire",
    Duty.FIRE_FOR_EFFECT: "fire for effect on the marker, or cancel the mission",
    Duty.SIGNALS: "try the radio again, or give the message up",
    Duty.EVENT_TARGET: "choose the unit on which the special event is played",
}


def resources_left(position: Position, side: str) -> Iterator[str]:
    """What a side has left, line by line: activations, and the actions of its active unit.

    Rule: KGN Command and control roll, Activation.
    """
    progress = position.progress
    if progress.step is Step.ACTIVATION and progress.acting == side:
        yield f"{progress.allowance - progress.spent} of {counted(progress.allowance, 'activation')} left"
    if (activation := progress.activation) is not None and activation.side == side:
        kinds = activation.kinds[activation.done :]
        yield f"{activation.unit} has {len(kinds)} of {counted(len(activation.kinds), 'action')} left: {', then '.join(kinds)}"
