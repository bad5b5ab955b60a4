"""The sequence of play: going on from phase to phase until a player has to decide, and the hexes of fire resolution. Chapters 5 and 6."""

from collections.abc import Iterator

from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.ground.hexes import Hex
from rules.last_hundred_yards.assault_resolution import aftermath
from rules.last_hundred_yards.clean_up import begin_clean_up, conceal, end_turn
from rules.last_hundred_yards.concealment import reveal_hidden
from rules.last_hundred_yards.conditions import HIDDEN, STOPPED
from rules.last_hundred_yards.course import Decision, DecisionKind, FireKind, Phase, Step
from rules.last_hundred_yards.fire_actions import ResolveFire
from rules.last_hundred_yards.fire_resolution import carry_out_fire
from rules.last_hundred_yards.order_events import (
    AdjustmentBegan,
    CleanUpWentOn,
    CycleEnded,
    DecisionDue,
    PhaseBegan,
)
from rules.last_hundred_yards.platoons_open import activations_open, companies_open
from rules.last_hundred_yards.position import Position
from rules.last_hundred_yards.procedures import Procedure
from rules.last_hundred_yards.rulebook import cite
from rules.last_hundred_yards.stacking import overfull_hexes
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.turn_events import settle_initiative
from rules.last_hundred_yards.unit_events import UnitChanged

_LATER = Provenance.LATER_EDITION


@implements("LHY-6.0.II.4a", "LHY-6.0.III", "LHY-6.0.1", "LHY-5.0.II.1", "LHY-3.2.1")
def settle(telling: Telling) -> None:
    """Go on until a player has something to decide."""
    while not telling.course.decisions and telling.course.moving is None:
        if not _goes_on(telling):
            return


def _goes_on(telling: Telling) -> bool:
    """One step of the sequence that needs no player; False when one must act."""
    course, position = telling.course, telling.position
    match course.phase:
        case Phase.INITIATIVE:
            if not course.active:
                return False
            settle_initiative(telling)
        case Phase.ACTIVATION:
            return _activation_goes_on(telling)
        case Phase.FIRE:
            if _fire_hexes(position):
                return False
            telling.put(PhaseBegan(Phase.ASSAULT))
        case Phase.ASSAULT:
            return _assaults_go_on(telling)
        case Phase.CLEAN_UP:
            _clean_up_goes_on(telling)
        case _:
            return False
    return True


@implements("LHY-5.0.VII.4")
def _clean_up_goes_on(telling: Telling) -> None:
    match telling.course.step:
        case Step.COMPANY:
            begin_clean_up(telling)
            telling.put(CleanUpWentOn(Step.CONCEALMENT))
        case Step.CONCEALMENT:
            conceal(telling)
            telling.put(CleanUpWentOn(Step.FRESH_COUNTERS))
        case _:
            end_turn(telling)


def _activation_goes_on(telling: Telling) -> bool:
    course, position = telling.course, telling.position
    match course.step:
        case Step.COMPANY:
            if companies_open(position):
                return False
            telling.put(PhaseBegan(Phase.FIRE))
            _reveal_under_fire(telling)
        case Step.PLATOON:
            if list(activations_open(position)):
                return False
            telling.put(CycleEnded(company_done=True))
        case Step.ACTIONS:
            return False
        case Step.REACTION:
            if course.passes < 2:
                return False
            telling.put(AdjustmentBegan())
            _begin_adjustment(telling)
        case Step.ADJUSTMENT:
            reveal_hidden(telling)
            over = list(overfull_hexes(telling.position))
            for at, side in over:
                telling.put(DecisionDue(Decision(DecisionKind.OVERSTACK, side, at=at)))
            if not over:
                telling.put(CycleEnded(company_done=False))
    return True


@implements("LHY-6.0.II.3a", "LHY-10.4.1.1")
def _begin_adjustment(telling: Telling) -> None:
    for unit in telling.position.on_map:
        if unit.has(STOPPED):
            telling.put(UnitChanged(unit.id, lost=(STOPPED,)))
    for arrow in telling.course.arrows:
        telling.put(DecisionDue(Decision(DecisionKind.ENTER_OR_FEINT, arrow.side, arrow.unit, arrow.into)))


@implements("LHY-17.9.2c")
def _reveal_under_fire(telling: Telling) -> None:
    for fire in telling.course.fires:
        for unit in telling.position.at(fire.at):
            if unit.has(HIDDEN) and fire.kind is not FireKind.ATDRM and fire.against in (None, unit.side):
                telling.put(UnitChanged(unit.id, gained=("concealed",), lost=(HIDDEN,)))


def _assaults_go_on(telling: Telling) -> bool:
    decided = [one for one in telling.course.assaults if one.row]
    if decided:
        aftermath(telling, decided[0])
        return True
    if telling.course.assaults:
        return False
    telling.put(PhaseBegan(Phase.MORTARS))
    return True


def fire_candidates(position: Position, side: str) -> Iterator[ResolveFire]:
    """Every hex with fire markers."""
    if position.course.phase is Phase.FIRE:
        yield from (ResolveFire(side, at) for at in _fire_hexes(position))


def _fire_hexes(position: Position) -> list[Hex]:
    done = position.course.resolved_hexes
    return sorted({fire.at for fire in position.course.fires if fire.at not in done})


def forbids_fire(position: Position, action: ResolveFire) -> Iterator[Reason]:
    """Why no fire is resolved there."""
    if position.course.phase is not Phase.FIRE:
        yield Reason("fire is resolved in its phase", cite("5.0 III"))
    elif action.at not in _fire_hexes(position):
        yield Reason(f"no fire is to be resolved on {action.at}", cite("12.0", _LATER), (action.at,))


def resolve_fire(telling: Telling, action: ResolveFire) -> None:
    """All markers of the hex are rolled for."""
    carry_out_fire(telling, action.at)


RESOLVE_FIRE = Procedure(fire_candidates, forbids_fire, resolve_fire)
