"""The activation cycle: companies, coordination, platoons, calls for reaction. Chapters 6 and 7.1."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors, PlainDeclaration, Procedure, offer_once
from rules.game.modifiers import Modifiers, modifier
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.last_hundred_yards.book.conditions import ELITE
from rules.last_hundred_yards.book.roster import company_name, platoon_names
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.effects.concealment import call_reaction
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.activation.duties import duty_to_act
from rules.last_hundred_yards.questions.activation.eligible_platoons import (
    eligible_activations,
    eligible_companies,
    eligible_pairs,
)
from rules.last_hundred_yards.questions.activation.heroism import acting_units
from rules.last_hundred_yards.questions.activation.taking_part import support_done_with, support_of
from rules.last_hundred_yards.state.events.maneuver_events import ActionForgone
from rules.last_hundred_yards.state.events.order_events import (
    CompanySelected,
    CoordinationTried,
    PlatoonsActivated,
)
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import UNIT_ACTIONS, Coordination, Step


@dataclass(frozen=True, slots=True)
class SelectCompany:
    """Choose the company whose platoons come next (6.0 I)."""

    side: str
    company: str

    def __str__(self) -> str:
        return f"select {company_name(self.company)}"


class Coordinate(PlainDeclaration):
    """Try to activate two platoons together (7.1)."""

    words = "try to coordinate"


@dataclass(frozen=True, slots=True)
class Activate:
    """Activate a platoon, or two after coordination (6.0 II.1)."""

    side: str
    platoons: tuple[str, ...]

    def __str__(self) -> str:
        return f"activate {platoon_names(self.platoons)}"


class CallForReaction(PlainDeclaration):
    """Done acting: the other side may react (6.0 II.2)."""

    words = "{side} calls for reaction"


COORDINATED, ELITE_COORDINATION = 8, 3


def company_candidates(position: Position, side: str) -> Iterator[SelectCompany]:
    """The companies that may be selected."""
    yield from (SelectCompany(side, name) for name in eligible_companies(position))


def forbids_company(position: Position, action: SelectCompany) -> Iterator[Reason]:
    """Why a company may not be selected."""
    if action.company not in eligible_companies(position):
        yield Reason(f"{company_name(action.company)} cannot be selected now", cite("6.0 I"))


def select_company(resolution: Resolution, action: SelectCompany) -> None:
    resolution.happen(CompanySelected(action.company))


@implements("LHY-7.1.1", "LHY-7.1a", "LHY-7.1b")
def forbids_coordination(position: Position, _: Coordinate) -> Iterator[Reason]:
    """Why coordination is not tried now: once a company, before its first platoon."""
    course = position.course
    if course.coordination is not Coordination.OPEN:
        yield Reason("coordination was tried for this company", cite("7.1"))
    elif any(key.split(".")[0] == course.company for key in course.platoons_done):
        yield Reason("a platoon of the company was activated already", cite("7.1"))
    elif next(eligible_pairs(position), None) is None:
        yield Reason("there are no two platoons that could act together", cite("7.1"))


@implements("LHY-7.1.2", "LHY-T-COORD")
def coordinate(resolution: Resolution, action: Coordinate) -> None:
    """A die of 8 or more, with the modifiers of the mission and of an Elite company."""
    drm = _coordination_modifiers(resolution.position, action.side).net
    what = f"coordination, {drm:+d}"
    resolution.happen(CoordinationTried(resolution.passes(what, D10, at_least=COORDINATED - drm)))


def coordination_factors(position: Position, action: Coordinate) -> Factors:
    """The die that coordinates, and the modifiers of the mission and of an Elite company."""
    return Factors(f"{COORDINATED} or more", _coordination_modifiers(position, action.side).as_reasons)


@implements("LHY-7.1.elite")
def _coordination_modifiers(position: Position, side: str) -> Modifiers:
    """The modifier of the mission, and that of a company whose infantry in play is all Elite (reading 209)."""
    infantry = [
        unit
        for unit in position.in_play(side)
        if row_of(unit).is_infantry and row_of(unit).company == position.course.company
    ]
    modifiers = [modifier(position.mission.side(side).coordination_drm, "coordination", cite("7.1"))]
    if infantry and all(unit.has(ELITE) for unit in infantry):
        rule = cite_later("7.1").together_with(our(209))
        modifiers.append(modifier(ELITE_COORDINATION, "an Elite company", rule))
    return Modifiers(tuple(modifiers))


def activate_candidates(position: Position, side: str) -> Iterator[Activate]:
    """The platoons that may be activated, and the pairs."""
    yield from (Activate(side, platoons) for platoons in eligible_activations(position))


def forbids_activation(position: Position, action: Activate) -> Iterator[Reason]:
    """Why platoons may not be activated."""
    if sorted(action.platoons) not in map(sorted, eligible_activations(position)):
        yield Reason(f"{platoon_names(action.platoons)} cannot be activated now", cite("7.0"))


def activate(resolution: Resolution, action: Activate) -> None:
    """Activate the platoons with their support; the cycle begins."""
    position = resolution.position
    support = support_of(position, action.side, action.platoons)
    done = support_done_with(position, action.side, action.platoons)
    resolution.happen(PlatoonsActivated(action.platoons, support, done))


@implements(
    "LHY-6.0.II.2a", "LHY-6.0.II.4c", "LHY-6.0.II.1b", "LHY-9.0.1", "LHY-9.1.1.0", "LHY-9.1.2.0",
    "LHY-9.1.2b",
)  # fmt: skip
def forbids_call(position: Position, action: CallForReaction) -> Iterator[Reason]:
    """Why a side may not call for reaction yet: units that must act can still act (reading 51)."""
    obliged = {
        unit.id: reason for unit in position.of(action.side) if (reason := duty_to_act(position, unit))
    }
    if not obliged:
        return
    other_actions = position.offered(action.side, but=(CallForReaction,))
    able = {unit for other in other_actions for unit in acting_units(other)}
    yield from (reason for unit, reason in obliged.items() if unit in able)


@implements("LHY-6.0.II.2b", "LHY-6.0.II.2c", "LHY-6.0.II.2d", "LHY-6.0.2", "LHY-6.0.3", "LHY-4.3.1.2c.later")
def call(resolution: Resolution, action: CallForReaction) -> None:
    """The other side may react; a side that did nothing in answer to a call passes."""
    _forgo_assault_reactions(resolution, action.side)
    course = resolution.course
    passed = course.step is Step.REACTION and not course.doing and not course.called_fire
    call_reaction(resolution, action.side, passed=passed)


@implements("LHY-13.3.1d.1", "LHY-13.3.1d.2", "LHY-13.3.1d.3")
def _forgo_assault_reactions(resolution: Resolution, side: str) -> None:
    """Units that could react in a marked assault hex and did not have acted all the same."""
    position = resolution.position
    if resolution.course.step is not Step.REACTION or not position.mission.edition.assault_hex_reactions:
        return
    for unit in position.of(side):
        if unit.id not in resolution.course.acted and position.is_marked_assault(position.place(unit)):
            resolution.happen(ActionForgone(unit.id))


COMPANY = Procedure(SelectCompany, (Step.COMPANY,), company_candidates, forbids_company, select_company)


COORDINATE = Procedure(
    Coordinate,
    (Step.PLATOON,),
    offer_once(Coordinate),
    forbids_coordination,
    coordinate,
    coordination_factors,
)


ACTIVATE = Procedure(Activate, (Step.PLATOON,), activate_candidates, forbids_activation, activate)


CALL_FOR_REACTION = Procedure(
    CallForReaction, UNIT_ACTIONS, offer_once(CallForReaction), forbids_call, call, passes=True
)
