"""Why a unit cannot enter the next hex: the step is barred, or it has too few MP. Chapters 4.1 and 10.0."""

from collections.abc import Iterator
from dataclasses import replace

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.questions.movement.allowance_table import MoveClass, move_class
from rules.last_hundred_yards.questions.movement.costs import (
    keeps_to_forest_road,
    leaves_road_between_buildings,
)
from rules.last_hundred_yards.questions.movement.points import can_pay, cannot_pay, next_step
from rules.last_hundred_yards.questions.terrain.roads import is_urban_road
from rules.last_hundred_yards.state.position import Position, row_of


@implements("LHY-4.1.6.urban", "LHY-4.1.8.forest", "LHY-4.1.9d.2", "LHY-10.0.2", "LHY-10.0.1")
def barred(position: Position, unit: Unit, to: Hex) -> Reason:
    """Why the step into the next hex is barred to a unit, whatever its MP."""
    place, board, edition = position.place(unit), position.board, position.mission.edition
    move = move_class(row_of(unit))
    if edition.urban_by_road_or_gap and leaves_road_between_buildings(board, move, place, to):
        return Reason(
            "men go from one urban building to the next only by road or through a gap",
            cite_later("4.1.6"),
            (to,),
        )
    if edition.forest_roads_for_afvs and keeps_to_forest_road(board, move, place, to, edition.tree_lines):
        words = "only AFVs leave or enter a road in forest or between tree lines off the road"
        return Reason(words, cite_later("4.1.8"), (to,))
    is_carrier = move in (MoveClass.HALFTRACK, MoveClass.TRUCK)
    if edition.tree_lines and is_carrier and to in board.tree_lined_from(place):
        return Reason("AFVs are the only vehicles that may cross a tree line", our(35), (to,))
    for driver, start, end in ((unit, place, to), (replace(unit, at=to), to, place)):
        if row_of(unit).is_vehicle and is_urban_road(board, start) and not position.sees(driver, end):
            is_drawn = any(image.at == start for image in board.outlines)
            words = (
                f"houses in {start} bar the way off the street: vehicles leave it by road, or where they see"
            )
            rule = cite("4.1.9d")
            return Reason(words, rule if is_drawn else rule.together_with(our(11)), (to,))
    return Reason(f"{unit} cannot enter {to} from {place}", cite("10.0"), (to,))


@implements("LHY-10.0a")
def forbids_step(position: Position, unit: Unit, mode: str, to: Hex) -> Iterator[Reason]:
    """Why a unit cannot enter the next hex: the step is barred, or costs more MP than are left."""
    step = next_step(position, unit, to)
    if step is None:
        yield barred(position, unit, to)
    elif not can_pay(position, unit, mode, to, step):
        yield cannot_pay(position, unit, mode, to, step)
