"""Chapter 7: the shot sheet, with both rolls of one shot and every modifier."""

from dataclasses import dataclass

from rules.game.modifiers import Modifiers, modifier
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.micro_armour.book.combat_results import column_read
from rules.micro_armour.book.readings import LITERAL_CRT
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.questions.facing import FRONT_DEG, halved, is_doubtful_front, is_front_hit
from rules.micro_armour.questions.ranges import range_effect
from rules.micro_armour.questions.terrain import LineOfFire, RoadRate, target_ground
from rules.micro_armour.state.cohesion import state_modifiers
from rules.micro_armour.state.conditions import FIRED, MOVEMENT
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.stands import range_in, spot_of, stand_base

COVERING_MODIFIER = 3


@dataclass(frozen=True, slots=True)
class ShotSheet:
    """Everything that one shot is resolved with: firer and target, the modifiers of both rolls, and the values compared."""

    firer: str
    target: str
    gun: str
    level: int
    to_cohesion: Modifiers
    firepower: int
    defence: int
    is_front: bool
    to_combat: Modifiers
    is_literal: bool
    edition: Edition
    notes: tuple[Reason, ...] = ()

    @property
    def differential(self) -> int:
        """Firepower less defence: the combat differential (attack superiority in the first edition)."""
        return self.firepower - self.defence

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every modifier and value with its rule, in the order of the fire procedure, and notes; modifiers of both rolls are
        listed once."""
        edition = self.edition
        half = "" if self.is_front else ", half off the target front"
        values = f"firepower {self.firepower} less defence {self.defence}{half}: differential {self.differential:+d}"
        most = self.level - self.to_cohesion.net
        needed = (
            f"cohesion roll of {most} or less to fire"
            if most > 0
            else "no cohesion roll is low enough to fire"
        )
        listed = (
            Reason(needed, edition.cite("5.1")),
            *self.to_cohesion.as_reasons,
            Reason(values, edition.cite("7.3.1")),
            *self.to_combat.as_reasons,
            column_read(self.differential, literal=self.is_literal, edition=edition),
            *self.notes,
        )
        return tuple(dict.fromkeys(listed))


@implements(
    "MATG2-7.1.7", "MATG2-7.1.8", "MATG2-7.3.1.3", "MATG2-8.6.3", "MATG2-12.F2", "MATG2-12.F3",
    "MATG2-12.F4", "MATG2-12.F6", "MATG1-7.0.3",
)  # fmt: skip
def shot_sheet(
    position: Position,
    firer: Unit,
    target: Unit,
    *,
    gun: str,
    covering: bool,
    road_rate: RoadRate,
) -> ShotSheet:
    """The shot sheet of one shot, whether or not the shot is allowed.

    Rule: MATG2 fire procedure, steps 2 to 6; `covering` adds the 3 of covering fire (8.6.3).
    Raises:
        Unknown: if a type or gun is not in the roster.
    """
    edition, options = position.edition, position.options
    weapon, defence = position.book.tank(firer.type).gun(gun), position.book.tank(target.type).defence
    shot = LineOfFire(spot_of(firer), spot_of(target), target.has(FIRED), target.has(MOVEMENT), road_rate)
    ground = target_ground(position.state, shot, edition)
    hurried = (modifier(COVERING_MODIFIER, "covering fire", edition.cite("8.6.3")),) if covering else ()
    is_front = is_front_hit(stand_base(target), shot.firer)
    return ShotSheet(
        firer.id,
        target.id,
        weapon.name,
        options.cohesion(firer.side),
        state_modifiers(firer, edition) + ground.to_cohesion + Modifiers(hurried),
        weapon.ap,
        defence if is_front else halved(defence),
        is_front,
        range_effect(range_in(firer, target), edition) + ground.to_combat,
        LITERAL_CRT in options.switches,
        edition,
        (*ground.notes, *_notes(position, firer, target, is_front=is_front)),
    )


@implements("MATG2-7.1.7", "MATG2-7.3.1.3", "MATG2-7.3.1.4")
def _notes(position: Position, firer: Unit, target: Unit, *, is_front: bool) -> tuple[Reason, ...]:
    edition, book = position.edition, position.book
    notes = [Reason(f"the templates are {FRONT_DEG:g} degrees wide", edition.our(14))]
    if is_doubtful_front(stand_base(target), spot_of(firer)):
        notes.append(
            Reason("the line is on the edge of the target's front, and counts as front", edition.our(13))
        )
    if not is_front and book.tank(target.type).defence % 2:
        notes.append(Reason("half a defence is rounded up", edition.our(12)))
    for unit in (firer, target):
        tank = book.tank(unit.type)
        notes.append(Reason(f"figures of {tank.name}", edition.cite("7.1.7", tank.provenance)))
    return tuple(dict.fromkeys(notes))
