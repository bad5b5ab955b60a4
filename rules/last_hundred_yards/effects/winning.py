"""Winning: control of objectives, the casualty limit, the final score and its band. Chapters 17.3 to 17.5 and 18."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import HIDDEN
from rules.last_hundred_yards.book.rulebook import figure_citation, our
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.effects.role_play import throw_for_players
from rules.last_hundred_yards.state.events.marker_events import ControlChanged
from rules.last_hundred_yards.state.events.order_events import GameEnded
from rules.last_hundred_yards.state.mission.mission import Mission, Objective
from rules.last_hundred_yards.state.position import Position, is_steady_combat_unit, row_of
from rules.last_hundred_yards.state.progress import Progress

FIRST_BOXES = (0, 4, 6, 9)


@implements("LHY-18.2b", "LHY-17.4", "LHY-12.3.3.2")
def casualty_points(boxes: int, a_box: int = 3) -> int:
    """The Casualty Points of a box: positive where the attacker has lost more, negative where the defender has."""
    away = abs(boxes)
    points = (
        FIRST_BOXES[away]
        if away < len(FIRST_BOXES)
        else FIRST_BOXES[-1] + a_box * (away - len(FIRST_BOXES) + 1)
    )
    return points if boxes >= 0 else -points


def casualty_box(mission: Mission, losses: Mapping[str, int]) -> int:
    """Where the Casualty marker stands: the attacker's lost steps less the defender's."""
    return losses.get(mission.attacker, 0) - losses.get(mission.enemy(mission.attacker), 0)


@implements("LHY-2.3.1")
def track_words(course: Progress) -> str:
    """The markers beside the map in words: the side with the initiative, and casualties with the limits of both."""
    initiative = f"; {course.active} has the initiative" if course.active else ""
    box = casualty_box(course.mission, course.losses)
    limits = ", ".join(f"{side.id} {side.casualty_limit}" for side in course.mission.sides)
    return f"{initiative}; casualties {box:+d}, limits {limits}" if box else initiative


@dataclass(frozen=True, slots=True)
class Score:
    """The final score in a position, and its parts."""

    minutes: int
    casualties: int
    objectives: int

    @property
    def total(self) -> int:
        return self.minutes + self.casualties + self.objectives

    def __str__(self) -> str:
        made_of = (
            f"{self.minutes} minutes, casualties {self.casualties:+d} and objectives {self.objectives:+d}"
        )
        return f"{self.total}, of {made_of}"


@implements("LHY-18.2", "LHY-17.3")
def score_of(position: Position) -> Score:
    """Minutes, plus or minus Casualty Points, less the attacker's objective points, plus the defender's."""
    course, mission = position.course, position.mission
    gained = 0
    for objective in mission.objectives:
        held = controller_of(position, objective)
        if held not in (None, objective.held_by):
            gained += -objective.points if held == mission.attacker else objective.points
    box = casualty_box(mission, course.losses)
    return Score(course.minutes, casualty_points(box, mission.house.casualty_points_a_box), gained)


@implements("LHY-18.3")
def winner_by_score(mission: Mission, score: int) -> str | None:
    """Whose band of the mission a final score falls into; None for a draw."""
    return next(band.winner for band in mission.bands if band.up_to is None or score <= band.up_to)


def highest_listed(mission: Mission) -> int | None:
    """The highest final score that the bands list, above which the game ends; None if they list none."""
    return max((band.up_to for band in mission.bands if band.up_to is not None), default=None)


def objective_points(position: Position, side: str) -> int:
    """The points of the objectives that a side controls."""
    return sum(
        objective.points
        for objective in position.mission.objectives
        if controller_of(position, objective) == side
    )


@implements("LHY-18.0a")
def _points_that_win(position: Position) -> dict[str, int]:
    """The sides that have the objective points that win a mission, each with what it has."""
    needed = position.mission.points_to_win
    held = {side.id: objective_points(position, side.id) for side in position.mission.sides}
    return {} if needed is None else {side: points for side, points in held.items() if points >= needed}


def points_ahead(position: Position, side: str) -> Fraction:
    """By how many points of the final score a side is ahead of the middle of a draw; the attacker wants few.

    Rule: LHY 18.3, the bands of the mission.
    """
    bounds = [band.up_to for band in position.mission.bands if band.up_to is not None]
    level = Fraction(bounds[0] + bounds[-1] + 1, 2) if bounds else Fraction(0)
    ahead = level - score_of(position).total
    return ahead if side == position.mission.attacker else -ahead


@implements("LHY-18.1.2", "LHY-18.1.3a", "LHY-18.1.3b", "LHY-18.1.3c")
def controller_of(position: Position, objective: Objective) -> str | None:
    """The side that controls an objective now, of a bridge or ford both entries too; None if neither does."""
    holders = {_controller_now(position, name, hexes) for name, hexes in objective.parts.items()}
    return holders.pop() if len(holders) == 1 else None


def _controller_now(position: Position, name: str, hexes: tuple[Hex, ...]) -> str | None:
    """None where both sides have units of any kind; else the side that stands there, with AFVs and
    halftracks too, or held it last."""
    contesting = [unit for at in hexes for unit in position.at(at) if _contests(unit)]
    if len({unit.side for unit in contesting}) > 1:
        return None
    standing = {unit.side for unit in contesting if _can_control(unit) or row_of(unit).is_tracked}
    return standing.pop() if standing else position.course.holder(name)


@implements("LHY-18.1.1a", "LHY-18.1.3a", "LHY-18.1.3b", "LHY-18.1.3c", "LHY-5.0.VII.6")
def update_control(resolution: Resolution) -> None:
    """Give each objective, and each entry of one, to the last side with foot combat units in it, even in passing.

    Where both sides stand, neither gains it.
    """
    occupied = resolution.position.by_hex.keys()
    for objective in resolution.position.mission.objectives:
        for name, hexes in objective.parts.items():
            holder = None if occupied.isdisjoint(hexes) else _sole_side(resolution.position, hexes)
            if holder is not None and holder != resolution.course.holder(name):
                resolution.happen(ControlChanged(name, holder))


def _sole_side(position: Position, hexes: tuple[Hex, ...]) -> str | None:
    sides = {unit.side for at in hexes for unit in position.at(at) if _can_control(unit)}
    return sides.pop() if len(sides) == 1 else None


def _contests(unit: Unit) -> bool:
    return not row_of(unit).is_dummy and not unit.has(HIDDEN)


def _can_control(unit: Unit) -> bool:
    row = row_of(unit)
    return row.is_combat and not row.is_vehicle and not unit.has(HIDDEN)


@implements("LHY-20.1b")
def holdouts(position: Position) -> tuple[Unit, ...]:
    """The defender's combat units in good order in the sectors to be cleared, hidden ones too (reading 225)."""
    mission = position.mission
    ground = [sector for sector in mission.sectors if sector.name in mission.to_clear]
    return tuple(
        unit
        for unit in position.enemies_of(mission.attacker)
        if is_steady_combat_unit(unit) and any(position.place(unit) in sector for sector in ground)
    )  # fmt: skip


@implements("LHY-17.8.1.2")
def _has_units(position: Position, side: str) -> bool:
    """Whether a side has any unit left, on the map, off it or in the air; dummies do not count."""
    return any(not row_of(unit).is_dummy for unit in (*position.in_play(side), *position.yet_to_land(side)))


@implements("LHY-17.5a", "LHY-17.5b", "LHY-18.0a", "LHY-18.0b", "LHY-18.0c", "LHY-18.3", "LHY-20.1b")
def check_end(resolution: Resolution) -> bool:
    """Whether the game is over at the end of this turn, and who has won."""
    position = resolution.position
    course, mission = position.course, position.mission
    box = casualty_box(mission, course.losses)
    enemy = mission.enemy(mission.attacker)
    for loser, lead in ((mission.attacker, box), (enemy, -box)):
        if lead > mission.side(loser).casualty_limit:
            return _end_game(
                resolution,
                mission.enemy(loser),
                f"{mission.enemy(loser)} wins: {loser} has lost {lead} steps more, above its limit",
            )
    points = _points_that_win(position)
    if len(points) == 1:
        ((side, held),) = points.items()
        return _end_game(resolution, side, f"{side} wins: {held} objective points")
    left = [side for side in resolution.state.sides if _has_units(position, side)]
    if len(left) == 1:
        return _end_game(resolution, left[0], f"{left[0]} wins: no enemy is left in play ({our(199)})")
    score, highest = score_of(position), highest_listed(mission)
    is_clear = bool(mission.to_clear) and not holdouts(position)
    goes_on = course.minutes < mission.minutes and (highest is None or score.total <= highest)
    if left and goes_on and not is_clear and not points:
        return False
    winner = winner_by_score(mission, score.total)
    by_house = f" ({figure_citation('casualty_points_a_box')})" if abs(box) >= len(FIRST_BOXES) else ""
    words = f"final score {score.total}{by_house}: {f'{winner} wins' if winner else 'a draw'}"
    if is_clear:
        words = f"{sectors_in_words(mission)} clear of {mission.enemy(mission.attacker)}; {words}"
    return _end_game(resolution, winner, words)


@implements("LHY-20.1b")
def sectors_in_words(mission: Mission) -> str:
    """The sectors to be cleared, as the subject of a sentence."""
    is_one = len(mission.to_clear) == 1
    return f"sector{'' if is_one else 's'} {' and '.join(mission.to_clear)} {'is' if is_one else 'are'}"


def _end_game(resolution: Resolution, winner: str | None, text: str) -> bool:
    throw_for_players(resolution)
    resolution.happen(GameEnded(winner, text))
    return True
