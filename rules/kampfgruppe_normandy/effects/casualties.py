"""Which models of a unit fall, and which special weapons are lost with them.

Rule: KGN Infantry casualty removal, Special weapons removal; OUR 71, 72.
"""

from dataclasses import dataclass

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.effects.activation import owe_decision
from rules.kampfgruppe_normandy.questions.sight.cover import pieces_at
from rules.kampfgruppe_normandy.questions.target import Fate, Losses, special_weapons_left
from rules.kampfgruppe_normandy.state.events import Lapsed, on_status
from rules.kampfgruppe_normandy.state.position import Position, offsets_of
from rules.kampfgruppe_normandy.state.progress import Duty, Obligation, progress_of
from rules.kampfgruppe_normandy.state.resolution import Resolution


@dataclass(frozen=True, slots=True)
class MenLost:
    """Models of a unit were removed: those placed last, unless their owner says otherwise."""

    unit: str
    count: int

    def __str__(self) -> str:
        return f"{self.unit} loses {counted(self.count, 'man')}"

    def on(self, state: GameState) -> GameState:
        status = progress_of(state).of(self.unit)
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
        lost = (*progress_of(state).of(self.unit).lost_weapons, self.weapon)
        return on_status(state, self.unit, lost_weapons=lost)


@dataclass(frozen=True, slots=True)
class ModelsTaken:
    """The owner chose which models fell; `left_at` is where the others stand round the unit's spot (x, y in inches)."""

    unit: str
    left_at: tuple[tuple[float, float], ...]

    def __str__(self) -> str:
        return f"{self.unit}: its owner says who fell"

    def on(self, state: GameState) -> GameState:
        return on_status(state, self.unit, offsets=self.left_at)


@implements("KN-DFSA-54")
def lose_men(resolution: Resolution, unit: Unit, losses: Losses) -> None:
    """Remove the casualties of one attack; where it matters, the owner is asked which models and weapons.

    Rule: KGN Infantry casualty removal; OUR 71, 72.
    """
    places = offsets_of(resolution.position.status(unit))
    differ = models_differ(resolution.position, unit)
    resolution.happen(MenLost(unit.id, losses.men_lost))
    if losses.fate is not Fate.STANDS:
        return
    lose_weapons(resolution, unit, at_least=int(losses.special_lost))
    if differ:
        _ask_who_fell(resolution, unit, places, losses.men_lost)


def models_differ(position: Position, unit: Unit) -> bool:
    """Whether the choice of casualties matters: the men were placed one by one, or stand on different ground (OUR 71)."""
    status = position.status(unit)
    if not position.type(unit).is_infantry or status.inside is not None or status.aboard is not None:
        return False
    if status.offsets:
        return True
    stands_on = pieces_at(position, position.models(unit))
    return len({tuple(piece.id for piece in pieces) for pieces in stands_on}) > 1


@implements("KN-DFSA-56")
def lose_weapons(resolution: Resolution, unit: Unit, *, at_least: int) -> None:
    """Remove at least this many special weapons, and any that no man is left to carry; the owner chooses which."""
    left = special_weapons_left(resolution.position, unit)
    waiting = sum(owed.count for owed in _decisions_owed(resolution, unit, Duty.CHOOSE_WEAPON))
    spare = len(left) - waiting
    count = min(spare, max(at_least, spare - resolution.position.men(unit)))
    if count > 0 and len(set(left)) > 1:
        owe_decision(resolution, Obligation(Duty.CHOOSE_WEAPON, unit.side, unit.id, count=count))
    else:
        resolution.happen(*(WeaponLost(unit.id, weapon) for weapon in left[:count]))


def _ask_who_fell(
    resolution: Resolution, unit: Unit, places: tuple[tuple[float, float], ...], count: int
) -> None:
    for before in _decisions_owed(resolution, unit, Duty.CHOOSE_CASUALTIES):
        resolution.happen(Lapsed(before))
        places, count = before.places, before.count + count
    owed = Obligation(Duty.CHOOSE_CASUALTIES, unit.side, unit.id, count=count, places=places)
    owe_decision(resolution, owed)


def _decisions_owed(resolution: Resolution, unit: Unit, duty: Duty) -> list[Obligation]:
    return [owed for owed in resolution.progress.owed if owed.duty is duty and owed.unit == unit.id]
