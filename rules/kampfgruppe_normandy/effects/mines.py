"""Mines: a unit that comes near the sign of a minefield rolls, and a mine strikes it from below.

Rule: KGN Minefields; OUR 134 to 136, 225.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from rules.game.engine.procedure import Factors
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.inches import HAIR_IN, Spot, gap_in, is_within
from rules.kampfgruppe_normandy.book.concealment import Cover, save_needed
from rules.kampfgruppe_normandy.book.rulebook import as_read
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, ShellSize
from rules.kampfgruppe_normandy.effects.harm import losses_from_shell
from rules.kampfgruppe_normandy.effects.losses import suffer_losses
from rules.kampfgruppe_normandy.effects.move_end import end_move, form_up
from rules.kampfgruppe_normandy.questions.minefields import MINE_RADIUS_IN, TRIGGERED_ON, minefields, sign_of
from rules.kampfgruppe_normandy.questions.movement.move_in_progress import spot_and_facing_after
from rules.kampfgruppe_normandy.questions.ranges import Facing, armour_at
from rules.kampfgruppe_normandy.questions.target import Target, target_of
from rules.kampfgruppe_normandy.state.move_events import MovedTo
from rules.kampfgruppe_normandy.state.position import Position, base_at
from rules.kampfgruppe_normandy.state.progress import MoveUnderWay
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.spots import in_hundredths

MINE = HighExplosive(ShellSize.MEDIUM, 5, 6)
_STEP_IN = 0.25

Offsets = tuple[tuple[float, float], ...]
"""Places of men round the spot of their unit (x, y in inches)."""


@implements("KN-ENG-05", "KN-NIGHT-03")
def target_on_mines(position: Position, unit: Unit) -> Target:
    """A unit as the target of a mine: rear armour for its belly, and in the open, but obscured by night (OUR 136, 152)."""
    target = target_of(position, unit, armour_at(position.type(unit).armour, Facing.REAR))
    cover = Cover.VISUAL if position.progress.setting.is_night else Cover.OPEN
    return replace(target, save=save_needed(target.kind, cover))


@implements("KN-ENG-04")
def mines_on_the_way(
    position: Position,
    unit: Unit,
    path: tuple[Spot, ...],
    read: tuple[int, ...] = (134, 135, 136),
    men: Offsets = (),
) -> Iterator[Reason]:
    """A reason for each minefield that a way comes near, citing the readings `read`, at night OUR 152 too.

    `men` are the places that the men of a unit take round its end, if they take new ones.
    """
    if position.progress.setting.is_night:
        read = (*read, 152)
    for minefield in minefields(position):
        if _first_near(position, unit, path, sign_of(minefield), men) is not None:
            told = f"a mine goes off on {TRIGGERED_ON}+: {MINE}, penetration {MINE.penetration}"
            yield Reason(f'within {MINE_RADIUS_IN:g}" of {minefield}, {told}', as_read("Minefields", *read))


@implements("KN-ENG-04", "KN-ENG-05")
def pass_mines(resolution: Resolution, move: MoveUnderWay, to_in: float) -> bool:
    """Roll for each minefield that a stretch of a move comes near first; return whether a mine stops the unit there.

    What the move came near before it was halted, as by covering fire, has been rolled for already (OUR 134, 135).
    """
    unit = resolution.state.units.get(move.unit)
    if unit is None or to_in <= 0 or not move.length_in:
        return False
    struck = mine_struck(resolution, unit, move.path, move.gone_in, to_in, move.men)
    if struck is None:
        return False
    spot, gone_in = struck
    _, facing_deg = spot_and_facing_after(resolution.position, move, gone_in)
    resolution.happen(MovedTo(unit.id, spot, facing_deg, gone_in))
    form_up(resolution, move, gone_in)
    end_move(resolution)
    set_off_mine(resolution, unit.id)
    return True


@implements("KN-ENG-04", "KN-ENG-05")
def get_out_among_mines(resolution: Resolution, unit_id: str) -> None:
    """Roll for each minefield near a unit that has got out of a vehicle or building (OUR 225)."""
    unit = resolution.state.unit(unit_id)
    spot = resolution.position.standing(unit)
    if mine_struck(resolution, unit, (spot, spot), 0.0, 0.0) is not None:
        set_off_mine(resolution, unit_id)


def mines_where_it_gets_out(position: Position, unit: Unit, to: Spot, building: str) -> Factors:
    """The factors of getting out at a spot: each minefield near it; none if the unit gets out into a building."""
    return Factors("", () if building else tuple(mines_on_the_way(position, unit, (to, to), (136, 225))))


@implements("KN-ENG-04")
def mine_struck(
    resolution: Resolution,
    unit: Unit,
    path: tuple[Spot, ...],
    gone_in: float,
    to_in: float,
    men: Offsets = (),
) -> tuple[Spot, float] | None:
    """Where a unit strikes a mine on a stretch of its way, and after how many inches; None if it strikes none.

    `men` are the places that its men take round the end of the way, if they take new ones.

    Rule: KGN Minefields; OUR 134.
    """
    from_in, to_in = round(gone_in, 3), round(to_in, 3)
    mines = []
    for minefield in minefields(resolution.position):
        near = _first_near(resolution.position, unit, path, sign_of(minefield), men)
        if near is not None and (near[1] > from_in or gone_in == 0) and near[1] <= to_in:
            mines.append((near[1], minefield.id, near[0]))
    for at_in, minefield_id, spot in sorted(mines):
        if resolution.passes(f"mines, {minefield_id}", 6, at_least=TRIGGERED_ON):
            return spot, at_in
    return None


@implements("KN-ENG-05")
def set_off_mine(resolution: Resolution, unit_id: str) -> None:
    """Let a mine go off under a unit."""
    unit = resolution.state.unit(unit_id)
    target = target_on_mines(resolution.position, unit)
    suffer_losses(resolution, losses_from_shell(target, MINE, resolution.named(f"mine under {unit}")))


def _first_near(
    position: Position, unit: Unit, path: tuple[Spot, ...], sign: Spot, men: Offsets = ()
) -> tuple[Spot, float] | None:
    """The first spot of a way at which any part of a unit is within 4 inches of the sign, and the inches to it.

    Men who take new places at its end may come near only there.
    """
    kind, status = position.type(unit), position.status(unit)
    gone_in = 0.0
    for start, end in pairwise(path):
        leg = start.gap_in(end)
        heading = start.bearing_deg(end) if leg else unit.heading_deg
        if (
            gap_in(base_at(position.table, kind, status, start, heading), sign)
            > leg + MINE_RADIUS_IN + HAIR_IN
        ):
            gone_in += leg
            continue
        steps = max(1, int(leg / _STEP_IN))
        for k in range(steps + 1):
            along = leg * k / steps
            spot = in_hundredths(start.ahead(heading, along))
            if is_within(gap_in(base_at(position.table, kind, status, spot, heading), sign), MINE_RADIUS_IN):
                return spot, round(gone_in + along, 3)
        gone_in += leg
    if men:
        formed = replace(status, offsets=men[: status.men])
        if is_within(
            gap_in(base_at(position.table, kind, formed, path[-1], unit.heading_deg), sign), MINE_RADIUS_IN
        ):
            return path[-1], round(gone_in, 3)
    return None


RULE_IDS = {
    "MINE": "KN-ENG-05",
}
