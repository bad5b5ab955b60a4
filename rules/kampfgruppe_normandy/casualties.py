"""Which models of a unit fall: the special weapon that goes with them, and whose places are empty.

Rule: KGN Infantry casualty removal, Special weapons removal; OUR 71, 72.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.view import HIDDEN
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.chapters import Chapter, Procedure
from rules.kampfgruppe_normandy.course import Duty, Obligation, course_of
from rules.kampfgruppe_normandy.events import Answered, Lapsed, Owed, on_status
from rules.kampfgruppe_normandy.position import Position, offsets_of
from rules.kampfgruppe_normandy.prey import Fate, Toll
from rules.kampfgruppe_normandy.rulebook import cite
from rules.kampfgruppe_normandy.story import Story
from rules.kampfgruppe_normandy.terrain import ground_of


@dataclass(frozen=True, slots=True)
class LoseWeapon:
    """The owner says which special weapon went with the casualty."""

    side: str
    weapon: str

    def __str__(self) -> str:
        return f"lose the {self.weapon}"


@dataclass(frozen=True, slots=True)
class TakeModels:
    """The owner says which models fell: their numbers, from 0, as the men stood before."""

    side: str
    men: tuple[int, ...]

    def __str__(self) -> str:
        return f"lose {'man' if len(self.men) == 1 else 'men'} {', '.join(str(man + 1) for man in self.men)}"


@dataclass(frozen=True, slots=True)
class MenLost:
    """Models of a unit were removed; the last placed, unless their owner says otherwise."""

    unit: str
    count: int

    def __str__(self) -> str:
        return f"{self.unit} loses {self.count}"

    def on(self, state: GameState) -> GameState:
        status = course_of(state).of(self.unit)
        left = max(0, status.men - self.count)
        return on_status(state, self.unit, men=left, offsets=status.offsets[:left])


@dataclass(frozen=True, slots=True)
class WeaponLost:
    """A special weapon went with one of the casualties."""

    unit: str
    weapon: str

    def __str__(self) -> str:
        return f"{self.unit} loses its {self.weapon}"

    def on(self, state: GameState) -> GameState:
        lost = (*course_of(state).of(self.unit).lost_weapons, self.weapon)
        return on_status(state, self.unit, lost_weapons=lost)


@dataclass(frozen=True, slots=True)
class ModelsTaken:
    """The owner took other models than the last placed: where those that are left stand (x, y in inches)."""

    unit: str
    left_at: tuple[tuple[float, float], ...]

    def __str__(self) -> str:
        return f"{self.unit}: its owner says who fell"

    def on(self, state: GameState) -> GameState:
        return on_status(state, self.unit, offsets=self.left_at)


CASUALTY_EVENTS = (MenLost, WeaponLost, ModelsTaken)
"""The classes, for Records."""


@implements("KN-DFSA-54")
def lose_men(story: Story, unit: Unit, toll: Toll) -> None:
    """The casualties of one attack; what its owner may choose he is asked.

    Rule: KGN Infantry casualty removal; OUR 71, 72.
    """
    places = offsets_of(story.position.status(unit))
    differ = models_differ(story.position, unit)
    story.tell(MenLost(unit.id, toll.men_lost))
    if toll.fate is not Fate.STANDS:
        return
    _lose_weapons(story, unit, at_least=int(toll.special_lost))
    if differ:
        _ask_who_fell(story, unit, places, toll.men_lost)


def models_differ(position: Position, unit: Unit) -> bool:
    """Whether it matters who falls: the men were placed one by one, or stand on different ground (OUR 71)."""
    status = position.status(unit)
    if not position.type(unit).is_infantry or status.inside is not None or status.aboard is not None:
        return False
    if status.offsets:
        return True
    return len({tuple(piece.id for piece in position.table.at(man)) for man in position.models(unit)}) > 1


def special_weapons_left(position: Position, unit: Unit) -> list[str]:
    """The special weapons a unit still has."""
    left = list(position.type(unit).special_weapons)
    for weapon in position.status(unit).lost_weapons:
        if weapon in left:
            left.remove(weapon)
    return left


@implements("KN-DFSA-56")
def _lose_weapons(story: Story, unit: Unit, *, at_least: int) -> None:
    """So many special weapons go, and those that no man is left to carry; their owner says which."""
    left = special_weapons_left(story.position, unit)
    waiting = sum(one.count for one in _owed(story, unit, Duty.CHOOSE_WEAPON))
    spare = len(left) - waiting
    count = min(spare, max(at_least, spare - story.position.men(unit)))
    if count > 0 and len(set(left)) > 1:
        story.tell(Owed(Obligation(Duty.CHOOSE_WEAPON, unit.side, unit.id, count=count), first=False))
    else:
        story.tell(*(WeaponLost(unit.id, weapon) for weapon in left[:count]))


def _ask_who_fell(story: Story, unit: Unit, places: tuple[tuple[float, float], ...], count: int) -> None:
    for before in _owed(story, unit, Duty.CHOOSE_CASUALTIES):
        story.tell(Lapsed(before))
        places, count = before.places, before.count + count
    owed = Obligation(Duty.CHOOSE_CASUALTIES, unit.side, unit.id, count=count, places=places)
    story.tell(Owed(owed, first=False))


def _owed(story: Story, unit: Unit, duty: Duty) -> list[Obligation]:
    return [one for one in story.course.owed if one.duty is duty and one.unit == unit.id]


def _offer_weapons(position: Position, side: str) -> Iterator[LoseWeapon]:
    for weapon in dict.fromkeys(_weapons_left(position)):
        yield LoseWeapon(side, weapon)


def _weapons_left(position: Position) -> list[str]:
    return special_weapons_left(position, position.state.unit(position.course.owed[0].unit))


def _forbids_weapon(position: Position, action: LoseWeapon) -> Iterator[Reason]:
    if action.weapon not in _weapons_left(position):
        yield Reason(f"there is no {action.weapon} to lose", cite("Special weapons removal"))


@implements("KN-DFSA-56")
def _lose(story: Story, action: LoseWeapon) -> None:
    owed = story.course.owed[0]
    story.tell(Answered(), WeaponLost(owed.unit, action.weapon))
    if owed.count > 1:
        _lose_weapons(story, story.state.unit(owed.unit), at_least=owed.count - 1)


def _offer_models(position: Position, side: str) -> Iterator[TakeModels]:
    """The last placed, those furthest from the enemy, those nearest to him, those in the least cover; any may be named."""
    owed = position.course.owed[0]
    numbers = range(len(owed.places))
    yield TakeModels(side, tuple(numbers[-owed.count :]))
    here = position.spot(position.state.unit(owed.unit))
    if here is None:
        return
    men = [Spot(here.x_in + x, here.y_in + y) for x, y in owed.places]
    enemies = [one.at for one in position.enemies(side) if isinstance(one.at, Spot) and not one.has(HIDDEN)]
    if enemies:
        near = sorted(numbers, key=lambda man: min(men[man].gap_in(enemy) for enemy in enemies))
        yield TakeModels(side, tuple(sorted(near[-owed.count :])))
        yield TakeModels(side, tuple(sorted(near[: owed.count])))
    bare = sorted(
        numbers, key=lambda man: max((ground_of(p).within for p in position.table.at(men[man])), default=0)
    )
    yield TakeModels(side, tuple(sorted(bare[: owed.count])))


def _forbids_models(position: Position, action: TakeModels) -> Iterator[Reason]:
    owed = position.course.owed[0]
    where = cite("Infantry casualty removal")
    if len(action.men) != owed.count or len(set(action.men)) != owed.count:
        yield Reason(f"{owed.count} of {owed.unit} fell, each named once", where)
    elif not set(action.men) <= set(range(len(owed.places))):
        yield Reason(f"the men of {owed.unit} are numbered from 0 to {len(owed.places) - 1}", where)


@implements("KN-DFSA-54")
def _take(story: Story, action: TakeModels) -> None:
    owed = story.course.owed[0]
    story.tell(Answered())
    left = tuple(place for man, place in enumerate(owed.places) if man not in action.men)
    if left != owed.places[: len(left)]:
        story.tell(ModelsTaken(owed.unit, left))


CHAPTER = Chapter(
    "casualties",
    {
        LoseWeapon: Procedure((Duty.CHOOSE_WEAPON,), _offer_weapons, _forbids_weapon, _lose),
        TakeModels: Procedure((Duty.CHOOSE_CASUALTIES,), _offer_models, _forbids_models, _take),
    },
    CASUALTY_EVENTS,
)
