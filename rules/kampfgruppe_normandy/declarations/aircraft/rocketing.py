"""Rockets fired by an aircraft at a building itself.

Rule: KGN Attacking buildings, Aircraft weapons: rockets; OUR 122, 146, 148, 213.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.table.arcs import is_partly_in_arc
from rules.ground.table.tabletop import Piece
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.fire_tables import AUTOMATIC
from rules.kampfgruppe_normandy.book.rulebook import as_read, because, cite
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, WeaponKind
from rules.kampfgruppe_normandy.book.weapons import CREWED_ARC_DEG, ROCKET_HITS_ON
from rules.kampfgruppe_normandy.declarations.aircraft.attack_run import (
    controller_sees,
    thrown_again_words,
    too_far_off,
)
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.effects.air_weapons import (
    AirWeaponUsed,
    note_first_attack,
    turn_away,
    weapons_left,
)
from rules.kampfgruppe_normandy.effects.building_fire import building_reasons
from rules.kampfgruppe_normandy.effects.building_hits import buildings, damage_building
from rules.kampfgruppe_normandy.effects.harm import damage_hits
from rules.kampfgruppe_normandy.questions.activation import unit_action
from rules.kampfgruppe_normandy.questions.fire.building_shot import observes_building
from rules.kampfgruppe_normandy.questions.ranges import distance_in
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Resolution


@dataclass(frozen=True, slots=True)
class RocketBuilding:
    """An aircraft fires pairs of rockets at a building."""

    side: str
    unit: UnitId
    building: str
    weapon: str
    pairs: int = 1

    def __str__(self) -> str:
        pairs = f"{self.pairs} pairs of " if self.pairs > 1 else ""
        return f"{self.unit} attacks {self.building} with {pairs}{self.weapon}"


def _offers(position: Position, side: str, unit: Unit) -> Iterator[RocketBuilding]:
    held = _held_buildings(position, side)
    for name, pairs in _pairs(position, unit).items():
        for piece in buildings(position):
            if piece.id in held:
                for count in sorted({1, pairs} - {0}):
                    yield RocketBuilding(side, unit.id, piece.id, name, count)


def _held_buildings(position: Position, side: str) -> set[str | None]:
    """The buildings that enemies of a side are in."""
    return {position.status(enemy).inside for enemy in position.enemies(side)}


def _pairs(position: Position, unit: Unit) -> dict[str, int]:
    """How many pairs of rockets an aircraft has left, by the name of the weapon."""
    held = weapons_left(position, unit)
    return {weapon.name: left // 2 for weapon, left in held if weapon.kind is WeaponKind.AIR_ROCKET}


@implements("KN-BLDG-02a", "KN-AIR-10", "KN-AIR-14", "KN-AIR-19")
def _forbids(position: Position, action: RocketBuilding, unit: Unit) -> Iterator[Reason]:
    piece = position.table.by_id.get(action.building)
    if piece is None or not ground_of(piece).is_building:
        yield because(f"{action.building} is not a building", "Attacking buildings")
        return
    pairs = _pairs(position, unit)
    if action.weapon not in pairs:
        yield because(f"{unit} has no rockets named {action.weapon}", "Aircraft firing")
    elif not 1 <= action.pairs <= pairs[action.weapon]:
        words = f"rockets are fired in pairs: {action.pairs} of the {pairs[action.weapon]} pairs left"
        yield because(words, "Aircraft weapons: rockets")
    if not is_partly_in_arc(position.base(unit), piece.area, CREWED_ARC_DEG):
        yield Reason(f"{piece} is outside the arc of {unit}", as_read("Firing arcs", 213))
    if (reason := too_far_off(unit, piece, distance_in(position, unit, piece.area))) is not None:
        yield reason


@implements("KN-BLDG-02a", "KN-BLDG-02c", "KN-AIR-15", "KN-AIR-19", "KN-BMOR-18")
def _carry_out(resolution: Resolution, action: RocketBuilding) -> None:
    """Fire rockets at a building: each hits on a 6 and then damages the building, not the men inside (OUR 148).

    An enemy inside that its side knows of still counts as attacked from the air (OUR 195).
    """
    piece, known = resolution.position.table.piece(action.building), resolution.known(action.side)
    if piece.id in _held_buildings(known, action.side):
        note_first_attack(resolution, action.side)
    needed = observes_building(known, piece)
    tries = 0 if needed == AUTOMATIC else 1 + controller_sees(known, action.side, piece)
    if tries and not any(resolution.passes("observation", 6, at_least=needed) for _ in range(tries)):
        resolution.happen(AirWeaponUsed(action.unit, action.weapon, 0, f"{piece} is not observed"))
        finish_action(resolution, action.unit)
        return
    dice, rockets = resolution.named(f"{action.unit} at {piece}"), 2 * action.pairs
    direct = dice.successes("rockets that hit", rockets, 6, ROCKET_HITS_ON)
    hits = damage_hits(piece.id, _rocket(resolution.position, action), dice, shells=direct)
    words = f"{direct} of {rockets} hit {piece}"
    resolution.happen(AirWeaponUsed(action.unit, action.weapon, rockets, words))
    damage_building(resolution, piece, hits)
    turn_away(resolution, action.unit)


def _rocket(position: Position, action: RocketBuilding) -> HighExplosive:
    shell = position.type(position.state.unit(action.unit)).weapon(action.weapon).he
    assert shell is not None
    return shell


def _factors(position: Position, action: RocketBuilding) -> Factors:
    piece = position.table.piece(action.building)
    return Factors.of(*_rocket_reasons(position, action, piece))


def _rocket_reasons(position: Position, action: RocketBuilding, piece: Piece) -> Iterator[Reason]:
    if (needed := observes_building(position, piece)) > AUTOMATIC:
        again = thrown_again_words(controller_sees(position, action.side, piece))
        yield Reason(f"a concealed bunker is observed on {needed}+{again}", cite("Attacking buildings"))
    words = f"{2 * action.pairs} rockets, each hits on a {ROCKET_HITS_ON}, then {_rocket(position, action)}"
    yield Reason(words, as_read("Aircraft weapons: rockets", 122))
    yield from building_reasons(position, piece)


ROCKET_BUILDING = unit_action(
    RocketBuilding, ActionKind.AIR_ATTACK, _offers, _forbids, _carry_out, factors=_factors
)
