"""Move as an action: declared with its way, a die for difficult ground, interrupted or carried out.

Rule: KGN Movement.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.game.odds import Odds, odds_of
from rules.game.ruling import Reason, Ruling
from rules.game.units import Unit
from rules.ground.table.inches import HAIR_IN, Spot
from rules.kampfgruppe_normandy.action_kinds import ActionKind
from rules.kampfgruppe_normandy.activating import acting_unit, finish_action, not_acting
from rules.kampfgruppe_normandy.chapters import Chapter, Procedure
from rules.kampfgruppe_normandy.course import MoveUnderWay
from rules.kampfgruppe_normandy.mines import mines_on_the_way
from rules.kampfgruppe_normandy.move_events import MOVE_EVENTS, FormedUp
from rules.kampfgruppe_normandy.movement import why_not_go
from rules.kampfgruppe_normandy.movement_rates import RATES_IN
from rules.kampfgruppe_normandy.position import Position
from rules.kampfgruppe_normandy.rulebook import cite
from rules.kampfgruppe_normandy.standing import why_not_form
from rules.kampfgruppe_normandy.story import Story
from rules.kampfgruppe_normandy.walking import begin_move, cut
from rules.kampfgruppe_normandy.ways import WayPlan, goes_in, plan


@dataclass(frozen=True, slots=True)
class Move:
    """Move a unit along a way that begins where it stands; `facing_deg` turns it at the end.

    `men` are where its men shall stand; empty keeps their formation.
    """

    side: str
    unit: str
    path: tuple[Spot, ...]
    facing_deg: float | None = None
    reverse: bool = False
    men: tuple[Spot, ...] = ()

    def __str__(self) -> str:
        how = "reverses" if self.reverse else "moves"
        return f"{self.unit} {how} to {self.path[-1] if self.path else 'nowhere'}"


def _offers(position: Position, side: str) -> Iterator[Move]:
    unit = acting_unit(position, ActionKind.MOVE)
    if unit is None or not isinstance(unit.at, Spot):
        return
    rate = float(RATES_IN[position.type(unit).mobility])
    for spot in _goals(position, unit, rate):
        if spot in position.table and spot != unit.at:
            yield Move(side, unit.id, (unit.at, spot))
    if position.type(unit).is_vehicle:
        facing = unit.facing_deg or 0.0
        back = _no_further(unit.at, facing + 180.0, rate / 2)
        yield Move(side, unit.id, (unit.at, back), reverse=True)
        ahead = _no_further(unit.at, facing, rate)
        yield Move(side, unit.id, (unit.at, ahead))


def _goals(position: Position, unit: Unit, rate: float) -> Iterator[Spot]:
    """Eight ways, those to the objectives, and that to the nearest enemy: as far as any road would not change."""
    here = unit.at
    assert isinstance(here, Spot)
    turning = 0.0 if position.type(unit).is_infantry else position.type(unit).length_in / 2
    reach = max(1.0, rate - turning)
    for bearing in range(0, 360, 45):
        yield _no_further(here, float(bearing), reach)
    wanted = [objective.at for objective in position.course.objectives]
    enemies = [enemy.at for enemy in position.enemies(unit.side) if isinstance(enemy.at, Spot)]
    if enemies:
        wanted.append(min(enemies, key=here.gap_in))
    for goal in wanted:
        gap = here.gap_in(goal)
        if gap > 1.0:
            yield _no_further(here, here.bearing_deg(goal), min(reach, gap))


def _no_further(here: Spot, bearing_deg: float, inches: float) -> Spot:
    """The spot so far that way in hundredths of an inch, and never a hundredth beyond."""
    for short_in in (0.0, 0.01):
        there = here.ahead(bearing_deg, inches - short_in)
        spot = Spot(round(there.x_in, 2), round(there.y_in, 2))
        if here.gap_in(spot) <= inches + HAIR_IN / 10:
            break
    return spot


def _forbids(position: Position, action: Move) -> Iterator[Reason]:
    if (reason := not_acting(position, action.unit, ActionKind.MOVE)) is not None:
        yield reason
        return
    unit = position.state.unit(action.unit)
    yield from why_not_go(position, unit, action.path, action.facing_deg, reverse=action.reverse)
    if action.men:
        yield from why_not_form(position, unit, action.path, action.men)


def _carry_out(story: Story, action: Move) -> None:
    unit = story.state.unit(action.unit)
    way = plan(story.position, unit, action.path, action.facing_deg, reverse=action.reverse)
    die = story.roll(f"{unit} crosses {way.hazards[0].words}") if way.needs_die else 0
    move = MoveUnderWay(unit.id, action.path, action.facing_deg, action.reverse)
    finish_action(story, unit.id)
    if action.men:
        end = action.path[-1]
        story.tell(
            FormedUp(
                unit.id,
                tuple((round(man.x_in - end.x_in, 3), round(man.y_in - end.y_in, 3)) for man in action.men),
            )
        )
    begin_move(story, cut(move, goes_in(way, die)))


def _chances(position: Position, action: Move) -> Ruling[str]:
    unit = position.state.unit(action.unit)
    way = plan(position, unit, action.path, action.facing_deg, reverse=action.reverse)
    return way_ruling(str(action), way, mines_on_the_way(position, unit, action.path))


def way_ruling(question: str, way: WayPlan, mines: Iterable[Reason]) -> Ruling[str]:
    """How far a unit gets along a way: all of it, or as far as the die for difficult ground allows; `mines` lie on it."""
    further = tuple(mines)
    if not way.needs_die:
        reasons = further or (Reason("no die is thrown", cite("Movement")),)
        return Ruling(question, f'{way.length_in:.1f}"', reasons)
    gone = odds_of(lambda dice: goes_in(way, dice.roll(6)))
    odds = Odds.weighted(
        ((f'{inches:.1f}"', p) for inches, p in sorted(gone.chances.items())), is_ranked=True
    )
    costs = (Reason(f"{hazard.words} costs D6", cite("Crossing difficult ground")) for hazard in way.hazards)
    return Ruling(question, "as far as the die allows", (*costs, *further), odds)


CHAPTER = Chapter(
    "movement", {Move: Procedure((ActionKind.MOVE,), _offers, _forbids, _carry_out, _chances)}, MOVE_EVENTS
)
