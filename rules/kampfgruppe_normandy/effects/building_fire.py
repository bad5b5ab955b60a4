"""Fire at a building: the orders worth giving, how it is resolved, and the reasons for its dice.

Rule: KGN Attacking buildings; OUR 145 to 150.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.game.chance.dice import Dice
from rules.game.citation import Provenance
from rules.game.engine.procedure import Factors
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.tabletop import Piece
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.book.fire_tables import AUTOMATIC
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite, figure_source
from rules.kampfgruppe_normandy.effects.ammunition import note_last_shot
from rules.kampfgruppe_normandy.effects.building_hits import buildings, damage_building, hits_of
from rules.kampfgruppe_normandy.effects.harm import damage_hits
from rules.kampfgruppe_normandy.effects.shooting import marked_as_fired
from rules.kampfgruppe_normandy.questions.fire.building_shot import (
    SHELLING,
    BuildingOrder,
    BuildingShot,
    building_shot,
    round_fired,
)
from rules.kampfgruppe_normandy.questions.sight.cover import building_cover, source_of_cover
from rules.kampfgruppe_normandy.state.events import on_unit, with_rounds_spent, with_shots
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Resolution


@dataclass(frozen=True, slots=True)
class BuildingShelled:
    """A unit fired at a building: whether it observed it, and the hits; `shell` is the kind of round that a vehicle used up.

    `spends` is the limited weapon that used up a shot.
    """

    unit: str
    building: str
    hits: int
    shell: str = ""
    seen: bool = True
    spends: str = ""

    def __str__(self) -> str:
        if not self.seen:
            return f"{self.unit} does not observe {self.building}"
        return f"{self.unit} fires at {self.building}: {counted(self.hits, 'hit')}"

    def on(self, state: GameState) -> GameState:
        if self.shell and self.seen:
            state = with_rounds_spent(state, self.unit, self.shell)
        if self.spends and self.seen:
            state = with_shots(state, self.unit, self.spends)
        return on_unit(state, self.unit, lambda unit: marked_as_fired(unit, shot=self.seen))


def orders_at_buildings(
    position: Position, unit: Unit, *, kinds: Sequence[ActionKind] = SHELLING
) -> Iterator[BuildingOrder]:
    """The orders worth considering: each building held by enemies, with each weapon of the unit that can harm one."""
    row = position.type(unit)
    harmful = [
        (kind, name)
        for name, _ in position.weapons_left(unit)
        for kind in kinds
        if round_fired(row.weapon(name), kind) is not None
    ]
    if not harmful:
        return
    held = {position.status(enemy).inside for enemy in position.enemies(unit.side)}
    for piece in buildings(position) if held != {None} else ():
        if piece.id in held:
            for kind, name in harmful:
                yield BuildingOrder(unit.id, piece.id, kind, name)


@implements(
    "KN-BLDG-02a", "KN-BLDG-02b", "KN-BLDG-02c", "KN-BLDG-03", "KN-BLDG-05", "KN-BLDG-13", "KN-SPEC-24a.3"
)
def shell_building(resolution: Resolution, order: BuildingOrder, *, moves: bool) -> None:
    """Fire at a building: to hit, -1 if the firer moves, then damage dice without a save; men inside are
    unhurt (OUR 146, 148)."""
    shot = building_shot(resolution.known(resolution.state.unit(order.unit).side), order, moves=moves)
    assert isinstance(shot, BuildingShot)
    hits = _hits(shot, order.building, resolution.named(f"{order.unit} at {order.building}"))
    seen = hits is not None
    spends = order.weapon if shot.uses_up else ""
    resolution.happen(BuildingShelled(order.unit, order.building, hits or 0, shot.spends, seen, spends))
    if seen:
        note_last_shot(resolution, order.unit, order.weapon)
    damage_building(resolution, resolution.position.table.piece(order.building), hits or 0)


def _hits(shot: BuildingShot, building: str, dice: Dice) -> int | None:
    """How many hits a shot scores; None if the building is not observed."""
    if shot.observe > AUTOMATIC and not dice.successes("observation", 1, 6, shot.observe):
        return None
    needed = min(6, shot.to_hit + shot.moves)
    return (
        damage_hits(building, shot.shell, dice)
        if dice.successes("to hit at -1" if shot.moves else "to hit", 1, 6, needed)
        else 0
    )


def building_factors(position: Position, order: BuildingOrder, *, moves: bool) -> Factors:
    """The factors of a shot at a building."""
    return Factors.of(*_shot_reasons(position, order, moves=moves))


def _shot_reasons(position: Position, order: BuildingOrder, *, moves: bool) -> Iterator[Reason]:
    shot = building_shot(position, order, moves=moves)
    if isinstance(shot, Reason):
        return
    piece = position.table.piece(order.building)
    if shot.observe > AUTOMATIC:
        yield Reason(f"a concealed bunker is observed on {shot.observe}+", cite("Attacking buildings"))
    is_heat = position.type(position.state.unit(order.unit)).weapon(order.weapon).kind.fires_heat
    where = as_read("Attacking buildings", 146, *((198,) if is_heat else ()))
    if shot.source is not Provenance.BOOK:
        where = where.together_with(figure_source(shot.source, 182))
    yield Reason(f"hits on {shot.to_hit}+, then {shot.shell}", where)
    if shot.moves:
        yield Reason("-1 firer moved or will move", cite("Direct fire: modifiers to hit"))
    yield from building_reasons(position, piece)


def building_reasons(position: Position, piece: Piece) -> Iterator[Reason]:
    """The hits that a building can take, the cover it gives, and that men inside are not hurt, as reasons."""
    yield Reason(
        f"{piece} can take {counted(hits_of(piece), 'hit')} per level", as_read("Buildings", 145, 150)
    )
    yield Reason(building_cover(position.progress, piece).words, source_of_cover(piece))
    yield Reason("those inside are not hurt", as_read("Buildings", 148))
