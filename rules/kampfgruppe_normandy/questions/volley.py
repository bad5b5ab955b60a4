"""One action of fire as values: the round, the dice and the numbers they need."""

from dataclasses import dataclass
from enum import StrEnum

from rules.kampfgruppe_normandy.book.unit_types import HighExplosive
from rules.kampfgruppe_normandy.questions.target import Target


class Round(StrEnum):
    """The round that is fired."""

    BULLETS = "small arms"
    HE = "high explosive"
    AP = "armour piercing"
    HEAT = "HEAT"
    FLAME = "flame"


@dataclass(frozen=True, slots=True)
class Volley:
    """The dice of one action of fire.

    `observe` is the number to observe the target, None where it need not be seen (suppressing fire), AUTOMATIC without
    a die. `pools` are (dice, number to hit) of small arms; `to_hit` is a shell's number after modifiers (a 6 always
    hits, a 1 never), `minus` the sum of these. `effects` are the numbers of the suppression dice, `effect_save` the
    save against them, `hit_save` the save against hits. `firer` is the firing unit if it loses a man in a close assault.
    """

    round: Round
    suppressing: bool
    observe: int | None
    pools: tuple[tuple[int, int], ...] = ()
    to_hit: int = 0
    minus: int = 0
    shell: HighExplosive | None = None
    penetration: int | None = None
    effects: tuple[int, ...] = ()
    effect_save: int | None = None
    hit_save: int | None = None
    firer: Target | None = None
