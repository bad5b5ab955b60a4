"""The rolls that a withdrawal or a retreat requires. Chapters 10.3.1.2, 13.3.2 and 13.6.3."""

from dataclasses import dataclass, replace

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import DISRUPTED, ELITE
from rules.last_hundred_yards.questions.activation.duties import duty_to_act
from rules.last_hundred_yards.questions.activation.reactions import saw_enemy_act
from rules.last_hundred_yards.questions.activation.taking_part import leaders_with
from rules.last_hundred_yards.questions.withdrawal.ways_back import combat_units_that_stay
from rules.last_hundred_yards.state.markers import FireKind
from rules.last_hundred_yards.state.position import (
    Position,
    cohesion_of,
    is_steady,
    is_steady_combat_unit,
    is_unknown,
    row_of,
)
from rules.last_hundred_yards.state.progress import Step


@dataclass(frozen=True, slots=True)
class StartCheck:
    """A die before a withdrawal: the highest result that passes, why the die is thrown, and the section that asks for it."""

    wanted: int
    why: str
    section: str


@implements("LHY-13.3.2c.1", "LHY-13.3.2c.2", "LHY-13.3.2c.3", "LHY-8.3c.later")
def start_check(position: Position, units: tuple[Unit, ...]) -> StartCheck | None:
    """The die for units to withdraw while under assault, or without having seen an enemy act; None if no die is asked.

    The best unit counts, by its Cohesion plus 1 for Elite and plus 1 for its leader.
    """
    wanted = max(_withdraws_on(unit) + bool(leaders_with(position, unit)) for unit in units)
    if position.is_under_assault(position.place(units[0])):
        return StartCheck(wanted, "under assault", "13.3.2c")
    if _withdraw_unseeing(position, units):
        return StartCheck(wanted, "with no enemy seen to act", "8.3c")
    return None


@implements("LHY-8.3c.later", "LHY-8.3c.impact")
def _withdraw_unseeing(position: Position, units: tuple[Unit, ...]) -> bool:
    """Whether units react of which one neither saw an enemy act nor has to act; never out of mortar fire (reading 222)."""
    course = position.course
    if not position.mission.edition.later_unseen_reactions or course.step is not Step.REACTION:
        return False
    if any(fire.kind is FireKind.MDRM for fire in course.fires_at(position.place(units[0]))):
        return False
    return not all(saw_enemy_act(position, unit) or duty_to_act(position, unit) for unit in units)


@implements("LHY-14.2c.withdrawal")
def _withdraws_on(unit: Unit) -> int:
    """The highest die with which a unit withdraws: its Cohesion, and 1 more if it is Elite."""
    return cohesion_of(unit) + unit.has(ELITE)


@dataclass(frozen=True, slots=True)
class EndCheck:
    """The roll at the end of a withdrawal next to the enemy: the units that may disrupt, the highest die that
    passes, and whether a leader takes 1 off."""

    shaken: tuple[Unit, ...]
    wanted: int
    is_helped: bool

    @implements("LHY-10.3.1.2.2", "LHY-10.3.1.2.3")
    def is_passed(self, die: int) -> bool:
        return die - self.is_helped <= self.wanted

    @property
    def words(self) -> str:
        helped = " with 1 off for the leader" if self.is_helped else ""
        return f"withdrawal next to the enemy, {self.wanted} or less{helped}"


@implements("LHY-10.3.1.2.1")
def end_check(position: Position, units: tuple[Unit, ...], path: tuple[Hex, ...]) -> EndCheck | None:
    """The roll at the end of a withdrawal, by the best Cohesion of the undisrupted units; None if no roll is asked."""
    shaken = tuple(unit for unit in units if not unit.has(DISRUPTED))
    withdrawing = tuple(unit.id for unit in units)
    if not shaken or not any(asks_end_check(position, at, shaken[0].side, withdrawing) for at in path):
        return None
    # Among units with the same best Cohesion, one that a leader can help is chosen.
    wanted, is_helped = max((_withdraws_on(unit), bool(leaders_with(position, unit))) for unit in shaken)
    return EndCheck(shaken, wanted, is_helped)


@implements("LHY-10.3.1.2.1", "LHY-10.3.1.2a", "LHY-10.3.1.2b", "LHY-10.3.1.2.later")
def asks_end_check(position: Position, entered: Hex, side: str, withdrawing: tuple[str, ...]) -> bool:
    """Whether an enemy next to a hex entered in a withdrawal makes the units roll at its end.

    Friends in the hex prevent it, in 2019 even shocked ones. In 2019 enemies that wait to assault do not count.
    """
    later = position.mission.edition.withdrawal_regroups
    covering = [
        unit for unit in position.friends_at(entered, side)
        if unit.id not in withdrawing and row_of(unit).is_combat
        and (is_steady(unit) if later else not unit.has(DISRUPTED))
    ]  # fmt: skip
    if covering:
        return False
    for near in position.board.grid.neighbours(entered):
        if position.is_primary_impact(near) or position.is_marked_assault(near):
            continue
        enemies = position.enemies_at(near, side)
        if not later and any(position.course.arrow_of(enemy.id) for enemy in enemies):
            continue
        if any(is_steady_combat_unit(enemy) for enemy in enemies):
            return True
    return False


def breakout_check(position: Position, unit: Unit, path: tuple[Hex, ...]) -> int | None:
    """The highest die on which men, disrupted or not, pass after retreating through the enemy; None if no die is asked."""
    through = any(position.enemies_at(at, unit.side) for at in path)
    return None if row_of(unit).is_vehicle or not through else cohesion_of(unit)


@implements("LHY-13.6.3.5")
def near_enemy_check(position: Position, unit: Unit, path: tuple[Hex, ...]) -> int | None:
    """The highest die on which undisrupted men pass after retreating next to a steady enemy; None if no die is asked."""
    if row_of(unit).is_vehicle or unit.has(DISRUPTED):
        return None
    return cohesion_of(unit) if any(_is_exposed(position, unit, at) for at in path) else None


def _is_exposed(position: Position, unit: Unit, at: Hex) -> bool:
    """Whether a hex of a retreat is next to a steady enemy and has no urban building and no undisrupted
    friends, who may be shocked tanks."""
    friends = combat_units_that_stay(position, unit, at)
    if position.board.has(at, Terrain.URBAN_BUILDING) or any(not friend.has(DISRUPTED) for friend in friends):
        return False
    return any(
        is_steady_combat_unit(enemy)
        for near in position.board.grid.neighbours(at)
        if not position.is_primary_impact(near) and not position.is_marked_assault(near)
        for enemy in position.enemies_at(near, unit.side)
    )


def without_unknown(position: Position) -> Position:
    """The position without counters that stand for concealed units: a check in it counts only what is known for certain."""
    unknown = [unit for unit in position.on_map if is_unknown(unit)]
    if not unknown:
        return position
    state = position.state
    for unit in unknown:
        state = state.with_unit(replace(unit, at=None))
    return Position(state, position.ground, position.game)
