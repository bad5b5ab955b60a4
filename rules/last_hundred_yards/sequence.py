"""The sequence of play: companies, platoons, calls for reaction, and the going on from phase to phase. Chapters 5, 6, 7.1."""

from collections.abc import Iterator

from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.ground.hexes import Hex
from rules.last_hundred_yards.acting import (
    activations_open,
    companies_open,
    must_act,
)
from rules.last_hundred_yards.assault_resolution import aftermath
from rules.last_hundred_yards.clean_up import begin_clean_up, conceal, end_turn
from rules.last_hundred_yards.concealment import reveal_hidden, reveal_on_call
from rules.last_hundred_yards.conditions import HIDDEN, STOPPED
from rules.last_hundred_yards.course import Coordination, Decision, DecisionKind, FireKind, Phase, Step
from rules.last_hundred_yards.fire_actions import ResolveFire
from rules.last_hundred_yards.fire_resolution import carry_out_fire
from rules.last_hundred_yards.mortars import decline_extension
from rules.last_hundred_yards.order_events import (
    AdjustmentBegan,
    CleanUpWentOn,
    CompanySelected,
    CoordinationTried,
    CycleEnded,
    DecisionDue,
    DecisionTaken,
    PhaseBegan,
    PlatoonsActivated,
    ReactionCalled,
)
from rules.last_hundred_yards.position import Position, row_of
from rules.last_hundred_yards.procedures import Procedure, own_unit
from rules.last_hundred_yards.retreat_ways import may_stop
from rules.last_hundred_yards.retreating import stop_retreat
from rules.last_hundred_yards.rulebook import cite
from rules.last_hundred_yards.stacking import excess, overfull_hexes
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.turn_actions import (
    Activate,
    CallForReaction,
    Coordinate,
    Pass,
    RemoveExcess,
    SelectCompany,
)
from rules.last_hundred_yards.turn_events import settle_initiative
from rules.last_hundred_yards.unit_events import StepsLost, UnitChanged, UnitGone

_LATER = Provenance.LATER_EDITION
COORDINATED = 8


def company_candidates(position: Position, side: str) -> Iterator[SelectCompany]:
    """The companies left."""
    if _at(position, Step.COMPANY):
        yield from (SelectCompany(side, name) for name in companies_open(position))


def _at(position: Position, *steps: Step) -> bool:
    return position.course.phase is Phase.ACTIVATION and position.course.step in steps


def forbids_company(position: Position, action: SelectCompany) -> Iterator[Reason]:
    """Why a company may not be selected."""
    if not _at(position, Step.COMPANY):
        yield Reason("no company is to be selected now", cite("6.0 I"))
    elif action.company not in companies_open(position):
        yield Reason(f"{action.company} is not to be selected now", cite("6.0 I"))


def select_company(telling: Telling, action: SelectCompany) -> None:
    """The company is selected."""
    telling.put(CompanySelected(action.company))


def coordinate_candidates(position: Position, side: str) -> Iterator[Coordinate]:
    """The attempt."""
    if _at(position, Step.PLATOON):
        yield Coordinate(side)


@implements("LHY-7.1.1")
def forbids_coordination(position: Position, action: Coordinate) -> Iterator[Reason]:
    """Why coordination is not tried now: once a company, before its first platoon."""
    del action
    course = position.course
    if not _at(position, Step.PLATOON):
        yield Reason("coordination follows the selection of a company", cite("7.1"))
    elif course.coordination is not Coordination.OPEN:
        yield Reason("coordination was tried for this company", cite("7.1"))
    elif any(key.split(".")[0] == course.company for key in course.platoons_done):
        yield Reason("a platoon of the company was activated already", cite("7.1"))


@implements("LHY-7.1.2", "LHY-T-COORD")
def coordinate(telling: Telling, action: Coordinate) -> None:
    """A die of 8 or more, with the mission's modifier."""
    drm = telling.position.mission.side(action.side).coordination_drm
    telling.put(
        CoordinationTried(telling.roll(f"coordination, {drm:+d}, {COORDINATED} or more") + drm >= COORDINATED)
    )


def activate_candidates(position: Position, side: str) -> Iterator[Activate]:
    """The platoons left, and pairs."""
    if _at(position, Step.PLATOON):
        yield from (Activate(side, platoons) for platoons in activations_open(position))


def forbids_activation(position: Position, action: Activate) -> Iterator[Reason]:
    """Why platoons may not be activated."""
    if not _at(position, Step.PLATOON):
        yield Reason("no platoon is to be activated now", cite("6.0 II"))
    elif action.platoons not in set(activations_open(position)):
        yield Reason(f"{' and '.join(action.platoons)} cannot be activated now", cite("7.0"))


def activate(telling: Telling, action: Activate) -> None:
    """The cycle begins."""
    telling.put(PlatoonsActivated(action.platoons))


def call_candidates(position: Position, side: str) -> Iterator[CallForReaction]:
    """Calling for reaction."""
    if _at(position, Step.ACTIONS, Step.REACTION):
        yield CallForReaction(side)


@implements("LHY-6.0.II.2a", "LHY-6.0.II.4c", "LHY-6.0.II.1b", "LHY-9.0.1")
def forbids_call(position: Position, action: CallForReaction) -> Iterator[Reason]:
    """Why a side may not call yet: units that must act, a shot that is owed."""
    course = position.course
    if not _at(position, Step.ACTIONS, Step.REACTION):
        yield Reason("no reaction is called for now", cite("6.0 II.2"))
        return
    if course.moving is not None:
        yield Reason("a maneuver is under way", cite("10.0"))
    for unit in position.of(action.side):
        reason = must_act(position, unit)
        if reason is not None:
            yield reason
    if course.owes_shot is not None:
        yield Reason(
            f"the hex asked about, {course.owes_shot}, must be fired at", cite("4.3"), (course.owes_shot,)
        )


@implements("LHY-6.0.II.2b", "LHY-6.0.II.2c", "LHY-6.0.II.2d", "LHY-6.0.2", "LHY-6.0.3")
def call(telling: Telling, action: CallForReaction) -> None:
    """The other side may react; who has done nothing in answer to a call passes."""
    course = telling.course
    passed = course.step is Step.REACTION and not course.doing
    called = telling.position.mission.enemy(action.side)
    telling.put(ReactionCalled(action.side, called, passed))
    reveal_on_call(telling, called)


def pass_candidates(position: Position, side: str) -> Iterator[Pass]:
    """Declining what is offered."""
    due = position.course.decisions[:1]
    if due and due[0].kind in _MAY_PASS and _may_pass(position, due[0]):
        yield Pass(side)


_MAY_PASS = frozenset({
    DecisionKind.RETREAT, DecisionKind.ADVANCE, DecisionKind.DESTROY_VEHICLE, DecisionKind.RECOMBINE,
    DecisionKind.EXTEND_MORTAR, DecisionKind.RECON, DecisionKind.MOVE_DUMMIES, DecisionKind.DRIVE_OFF,
    DecisionKind.STAND_UP, DecisionKind.FIRE_WITHIN_HEX,
})  # fmt: skip


def _may_pass(position: Position, due: Decision) -> bool:
    if due.kind is DecisionKind.DRIVE_OFF:
        return position.course.moving is None
    return due.kind is not DecisionKind.RETREAT or may_stop(position, position.unit(due.unit), due)


def forbids_pass(position: Position, action: Pass) -> Iterator[Reason]:
    """Why nothing may be declined."""
    due = position.course.decisions[:1]
    if not due or due[0].kind not in _MAY_PASS:
        yield Reason("there is nothing to decline", cite("6.0 II"))
    elif due[0].side != action.side:
        yield Reason(f"{due[0].side} decides", cite("6.0 II"))
    elif due[0].kind is DecisionKind.DRIVE_OFF and not _may_pass(position, due[0]):
        yield Reason(f"{due[0].unit} is driving off", cite("10.4.5", _LATER))
    elif not _may_pass(position, due[0]):
        yield Reason("the retreat goes on", cite("13.6.3", _LATER))


def decline(telling: Telling, action: Pass) -> None:
    """What is offered is left; a retreat ends."""
    del action
    kind = telling.course.decisions[0].kind
    if kind is DecisionKind.RETREAT:
        stop_retreat(telling)
    elif kind is DecisionKind.EXTEND_MORTAR:
        decline_extension(telling)
    else:
        telling.put(DecisionTaken())


def excess_candidates(position: Position, side: str) -> Iterator[RemoveExcess]:
    """The units of which one has to go."""
    due = position.course.decisions[:1]
    if due and due[0].kind is DecisionKind.OVERSTACK and due[0].at is not None:
        yield from (RemoveExcess(side, unit.id) for unit in excess(position, due[0].at, side))


def forbids_excess(position: Position, action: RemoveExcess) -> Iterator[Reason]:
    """Why a unit is not removed."""
    unit = own_unit(position, action.side, action.unit)
    if isinstance(unit, Reason):
        yield unit
    elif action not in list(excess_candidates(position, action.side)):
        yield Reason(f"{unit} is not one too many", cite("2.4"))


@implements("LHY-17.4b")
def remove_excess(telling: Telling, action: RemoveExcess) -> None:
    """The unit is eliminated and counts as a casualty."""
    unit = telling.state.unit(action.unit)
    due = telling.course.decisions[0]
    telling.put(DecisionTaken())
    telling.put(UnitGone(unit.id, "is eliminated: one too many"))
    if row_of(unit).is_combat:
        telling.put(StepsLost(unit.side, row_of(unit).steps))
    assert due.at is not None
    if list(excess(telling.position, due.at, due.side)):
        telling.put(DecisionDue(due, first=True))


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


COMPANY = Procedure(company_candidates, forbids_company, select_company)
COORDINATE = Procedure(coordinate_candidates, forbids_coordination, coordinate)
ACTIVATE = Procedure(activate_candidates, forbids_activation, activate)
CALL_FOR_REACTION = Procedure(call_candidates, forbids_call, call)
PASS = Procedure(pass_candidates, forbids_pass, decline)
EXCESS = Procedure(excess_candidates, forbids_excess, remove_excess)
RESOLVE_FIRE = Procedure(fire_candidates, forbids_fire, resolve_fire)
