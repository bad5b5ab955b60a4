"""The owner of a unit says which special weapon and which models fell.

Rule: KGN Infantry casualty removal, Special weapons removal; OUR 71, 72.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.view import HIDDEN
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.rulebook import cite
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.effects.casualties import ModelsTaken, WeaponLost, lose_weapons
from rules.kampfgruppe_normandy.effects.move_under_way import go_on_after_decision
from rules.kampfgruppe_normandy.questions.target import special_weapons_left
from rules.kampfgruppe_normandy.state.events import Answered
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty
from rules.kampfgruppe_normandy.state.resolution import Resolution


@dataclass(frozen=True, slots=True)
class LoseWeapon:
    """The owner says which special weapon went with the casualty."""

    side: str
    weapon: str

    def __str__(self) -> str:
        return f"lose the {self.weapon}"


@dataclass(frozen=True, slots=True)
class TakeModels:
    """The owner says which models fell: their numbers from 0, in the order of the men before the loss."""

    side: str
    men: tuple[int, ...]

    def __str__(self) -> str:
        return f"lose {'man' if len(self.men) == 1 else 'men'} {', '.join(str(man + 1) for man in self.men)}"


def _offer_weapons(position: Position, side: str) -> Iterator[LoseWeapon]:
    for weapon in dict.fromkeys(_weapons_left(position)):
        yield LoseWeapon(side, weapon)


def _weapons_left(position: Position) -> list[str]:
    return special_weapons_left(position, position.state.unit(position.progress.due.unit))


def _forbids_weapon(position: Position, action: LoseWeapon) -> Iterator[Reason]:
    if action.weapon not in _weapons_left(position):
        yield Reason(f"there is no {action.weapon} to lose", cite("Special weapons removal"))


@implements("KN-DFSA-56")
def _lose(resolution: Resolution, action: LoseWeapon) -> None:
    owed = resolution.progress.due
    resolution.happen(Answered(), WeaponLost(owed.unit, action.weapon))
    lose_weapons(resolution, resolution.state.unit(owed.unit), at_least=0)


def _offer_models(position: Position, side: str) -> Iterator[TakeModels]:
    """The choices listed: the men placed last, farthest from the enemy, nearest, and in the least cover; any may be named."""
    owed = position.progress.due
    numbers = range(len(owed.places))
    yield TakeModels(side, tuple(numbers[-owed.count :]))
    here = position.standing(position.state.unit(owed.unit))
    men = [Spot(here.x_in + x, here.y_in + y) for x, y in owed.places]
    enemies = [
        unit.at for unit in position.enemies(side) if isinstance(unit.at, Spot) and not unit.has(HIDDEN)
    ]
    if enemies:
        near = sorted(numbers, key=lambda man: min(men[man].gap_in(enemy) for enemy in enemies))
        yield TakeModels(side, tuple(sorted(near[-owed.count :])))
        yield TakeModels(side, tuple(sorted(near[: owed.count])))
    bare = sorted(
        numbers, key=lambda man: max((ground_of(p).within for p in position.table.at(men[man])), default=0)
    )
    yield TakeModels(side, tuple(sorted(bare[: owed.count])))


def _forbids_models(position: Position, action: TakeModels) -> Iterator[Reason]:
    owed = position.progress.due
    where = cite("Infantry casualty removal")
    if len(action.men) != owed.count or len(set(action.men)) != owed.count:
        yield Reason(f"{owed.count} of {owed.unit} fell, each named once", where)
    elif not set(action.men) <= set(range(len(owed.places))):
        yield Reason(f"the men of {owed.unit} are numbered from 0 to {len(owed.places) - 1}", where)


@implements("KN-DFSA-54")
def _take(resolution: Resolution, action: TakeModels) -> None:
    owed = resolution.progress.due
    resolution.happen(Answered())
    left = tuple(place for man, place in enumerate(owed.places) if man not in action.men)
    if left != owed.places[: len(left)]:
        resolution.happen(ModelsTaken(owed.unit, left))
    go_on_after_decision(resolution)


LOSE_WEAPON = Procedure(LoseWeapon, (Duty.CHOOSE_WEAPON,), _offer_weapons, _forbids_weapon, _lose)
TAKE_MODELS = Procedure(TakeModels, (Duty.CHOOSE_CASUALTIES,), _offer_models, _forbids_models, _take)
