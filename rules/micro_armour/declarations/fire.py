"""Chapter 7: fire in the Fire Phase."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors, Procedure
from rules.game.ruling import Reason
from rules.micro_armour.effects.attack import Volley, open_fire
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.questions.fire_legality import (
    DeclaredAttack,
    able_to_fire,
    attack_factors,
    attackers,
    guns_in_words,
    why_not_attack,
)
from rules.micro_armour.state.fire_events import AttackEnded, FireKind
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Stage
from rules.micro_armour.state.stands import enemies_of


@dataclass(frozen=True, slots=True)
class Fire(DeclaredAttack):
    """Attack a stand in the Fire Phase."""

    def __str__(self) -> str:
        return f"{', '.join(self.firers)} at {self.target}{guns_in_words(self.guns)}"


def offer_fire(position: Position, side: str) -> Iterator[Fire]:
    """Fire by each stand alone at each enemy it may fire at, with each gun; in the first edition also by all together."""
    for target in enemies_of(position.state, side):
        if target.id in position.progress.attacked:
            continue
        able = able_to_fire(position, FireKind.FIRE, side, target)
        yield from (Fire(side, target.id, *shot) for shot in attackers(able, position.edition))


def forbid_fire(position: Position, fire: Fire) -> Iterator[Reason]:
    yield from why_not_attack(position, fire.attack(FireKind.FIRE))


def carry_out_fire(resolution: Resolution, fire: Fire) -> None:
    open_fire(resolution, fire.attack(FireKind.FIRE), _end_fire)


def _end_fire(resolution: Resolution, volley: Volley) -> None:
    attack = volley.attack
    resolution.happen(AttackEnded(attack.kind, attack.side, attack.target, volley.fired))


def fire_factors(position: Position, fire: Fire) -> Factors:
    return attack_factors(position, fire.attack(FireKind.FIRE))


FIRE = Procedure(Fire, (Stage.FIRE,), offer_fire, forbid_fire, carry_out_fire, fire_factors)
