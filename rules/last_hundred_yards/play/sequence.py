"""The sequence of play, which goes on from phase to phase until a player has to decide. Chapters 5 and 6."""

from collections.abc import Iterable, Iterator

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, HEROIC, HIDDEN, STOPPED
from rules.last_hundred_yards.declarations.assault.aftermath import go_on_after_attempts
from rules.last_hundred_yards.declarations.fire.fire_phase import fire_hexes
from rules.last_hundred_yards.declarations.mortars.mortar_adjustment import has_mortars_to_adjust
from rules.last_hundred_yards.declarations.turn.clean_up import begin_clean_up, conceal, end_turn
from rules.last_hundred_yards.declarations.turn.initiative import settle_initiative
from rules.last_hundred_yards.effects.concealment import reveal_hidden, reveal_vehicles_beside
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.eligible_platoons import (
    eligible_activations,
    eligible_companies,
)
from rules.last_hundred_yards.questions.activation.heroism import has_nobody_to_make_for
from rules.last_hundred_yards.questions.activation.taking_part import is_activated
from rules.last_hundred_yards.questions.assault.assaulters import needs_company
from rules.last_hundred_yards.questions.mission.landing_plan import may_land
from rules.last_hundred_yards.questions.mission.player_choice import players_to_name
from rules.last_hundred_yards.questions.terrain.stacking import overfull_hexes
from rules.last_hundred_yards.state.events.order_events import (
    AdjustmentBegan,
    CleanUpWentOn,
    CycleEnded,
    DecisionDue,
    PhaseBegan,
)
from rules.last_hundred_yards.state.events.unit_events import UnitChanged
from rules.last_hundred_yards.state.markers import FireKind
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import UNIT_ACTIONS, Decision, DecisionKind, Phase, Step


class EndlessPlay(AssertionError):
    """The sequence should have gone on by itself, but nothing happened: it would go on for ever."""

    def __init__(self, phase: Phase) -> None:
        super().__init__(
            f"phase: {phase} went on without anything happening, and wanted an event or a player to act"
        )


@implements(
    "LHY-6.0.II.4a", "LHY-6.0.III", "LHY-6.0.1", "LHY-5.0.II.1", "LHY-3.2.1", "LHY-13.6.3.0a",
    "LHY-5.0.VII.1", "LHY-4.3.1.2d",
)  # fmt: skip
def settle(resolution: Resolution) -> None:
    """Go on until a player has something to decide."""
    by_act = resolution.position.mission.edition.concealment_by_act
    if resolution.course.phase is not Phase.SETUP and not by_act:
        reveal_vehicles_beside(resolution)
    while not resolution.course.decisions and resolution.course.moving is None:
        decided = next((assault for assault in resolution.course.assaults if assault.row), None)
        if decided is not None and resolution.course.phase is Phase.ASSAULT:
            resolution.then(settle)
            resolution.then(go_on_after_attempts, decided)
            return
        so_far = len(resolution.events)
        if not _takes_step(resolution):
            return
        if len(resolution.events) == so_far:
            raise EndlessPlay(resolution.course.phase)


@implements(
    "LHY-19.2.1.1", "LHY-5.0.III.1", "LHY-5.0.VII.1", "LHY-6.0.III", "LHY-5.0.VI", "LHY-12.0.1",
    "LHY-5.0.IV", "LHY-13.5.0b",
)  # fmt: skip
def _takes_step(resolution: Resolution) -> bool:
    """One step of the sequence that needs no player; False when one must act."""
    course, position = resolution.course, resolution.position
    match course.phase:
        case Phase.INITIATIVE:
            if unnamed := players_to_name(resolution.state):
                resolution.happen(*map(DecisionDue, unnamed))
                return True
            if not course.active:
                return False
            settle_initiative(resolution)
        case Phase.ACTIVATION:
            return _takes_activation_step(resolution)
        case Phase.FIRE:
            _reveal_under_fire(resolution)
            if fire_hexes(position):
                return False
            _end_heroism(resolution, [unit for unit in position.on_map if unit.has(HEROIC)])
            resolution.happen(PhaseBegan(Phase.ASSAULT))
        case Phase.ASSAULT:
            if course.assaults:
                return False
            resolution.happen(PhaseBegan(Phase.MORTARS))
        case Phase.MORTARS:
            if has_mortars_to_adjust(position):
                return False
            resolution.happen(PhaseBegan(Phase.TIME))
        case Phase.CLEAN_UP:
            _go_on_with_clean_up(resolution)
        case _:
            return False
    return True


@implements("LHY-5.0.VII.4")
def _go_on_with_clean_up(resolution: Resolution) -> None:
    match resolution.course.step:
        case Step.COMPANY:
            begin_clean_up(resolution)
            resolution.happen(CleanUpWentOn(Step.CONCEALMENT))
        case Step.CONCEALMENT:
            conceal(resolution)
            resolution.happen(CleanUpWentOn(Step.FRESH_COUNTERS))
        case _:
            end_turn(resolution)


@implements("LHY-14.6.4a")
def _heroes_about_to_act(position: Position) -> Iterator[Unit]:
    """The heroes of the acting side that have not acted this turn: of the activated units, or of all that may react."""
    course = position.course
    for unit in position.of(course.reacting or course.active):
        is_to_act = unit.has(HEROIC) and unit.id not in course.acted
        if is_to_act and (course.reacting or is_activated(position, unit)):
            yield unit


@implements("LHY-14.6.4a")
def _end_heroism(resolution: Resolution, heroes: Iterable[Unit]) -> None:
    """Heroes without an enemy to make for lose their status, as they begin their action and after the fire."""
    for unit in heroes:
        if has_nobody_to_make_for(resolution.position, unit):
            resolution.happen(UnitChanged(unit.id, lost=(HEROIC,)))


@implements("LHY-2.4.4", "LHY-6.0.II.3d", "LHY-6.0.II.4a", "LHY-14.6.4a", "LHY-22.0a", "LHY-22.0b")
def _takes_activation_step(resolution: Resolution) -> bool:
    """One step of the Activation Phase that needs no player; False when one must act."""
    course, position = resolution.course, resolution.position
    if course.step in UNIT_ACTIONS:
        _end_heroism(resolution, _heroes_about_to_act(position))
    match course.step:
        case Step.COMPANY:
            if eligible_companies(position):
                return False
            if may_land(position, course.active):
                resolution.happen(DecisionDue(Decision(DecisionKind.LAND, course.active)))
            else:
                resolution.happen(PhaseBegan(Phase.FIRE))
        case Step.PLATOON:
            if list(eligible_activations(position)):
                return False
            resolution.happen(CycleEnded(company_done=True))
        case Step.ACTIONS:
            return False
        case Step.REACTION:
            if course.passes < 2:
                return False
            resolution.happen(AdjustmentBegan())
            _begin_adjustment(resolution)
        case Step.ADJUSTMENT:
            reveal_hidden(resolution)
            if over := list(overfull_hexes(resolution.position)):
                removals = (Decision(DecisionKind.OVERSTACK, side, at=at) for at, side in over)
                resolution.happen(*map(DecisionDue, removals))
            else:
                resolution.happen(CycleEnded(company_done=False))
    return True


@implements("LHY-6.0.II.3a", "LHY-10.4.1.1", "LHY-6.0.II.3b.1", "LHY-13.2.2.1", "LHY-13.1c.1")
def _begin_adjustment(resolution: Resolution) -> None:
    """Remove red Motion markers, and ask waiting units to go in or feint, first those that may assault alone (reading 168)."""
    for unit in resolution.position.on_map:
        if unit.has(STOPPED):
            resolution.happen(UnitChanged(unit.id, lost=(STOPPED,)))
    for arrow in sorted(
        resolution.course.arrows, key=lambda arrow: needs_company(resolution.state.unit(arrow.unit))
    ):
        resolution.happen(
            DecisionDue(Decision(DecisionKind.ENTER_OR_FEINT, arrow.side, arrow.unit, arrow.into))
        )


@implements("LHY-17.9.2c")
def _reveal_under_fire(resolution: Resolution) -> None:
    """Put hidden units under small arms or mortar fire on the map, concealed, before any of it is resolved."""
    for fire in resolution.course.fires:
        for unit in resolution.position.at(fire.at):
            if unit.has(HIDDEN) and fire.kind is not FireKind.ATDRM and fire.against in (None, unit.side):
                resolution.happen(UnitChanged(unit.id, gained=(CONCEALED,), lost=(HIDDEN,)))
