"""A target as the dice see it: what it stands, and what becomes of it."""

from dataclasses import dataclass, replace
from enum import StrEnum

from rules.kampfgruppe_normandy.fire_tables import MoraleResult
from rules.kampfgruppe_normandy.unit_types import Kind


class Fate(StrEnum):
    """Whether a unit stays in play, and how it leaves."""

    STANDS = "stands"
    DESTROYED = "destroyed"
    WITHDRAWS = "withdraws"
    ABANDONED = "abandoned"


_FROM_BETTER_TO_WORSE = (Fate.STANDS, Fate.WITHDRAWS, Fate.ABANDONED, Fate.DESTROYED)


@dataclass(frozen=True, slots=True)
class Prey:
    """A target before an attack: `men` of `start` at first, `hits_left` of a soft-skin, `specials` special weapons.

    `deserts` says that a vehicle is abandoned rather than suppressed when its morale gives way; `rereads` that a
    veteran unit has its re-roll, `wavers` what its first test came to while that is not decided; `has_medic` that a
    medic stands by; `asked` that tests wait to be asked for.
    """

    unit: str
    kind: Kind
    men: int = 0
    start: int = 0
    hits_left: int = 0
    specials: int = 0
    armour: int = 0
    skirts: bool = False
    suppressed: bool = False
    immobilised: bool = False
    deserts: bool = False
    rereads: bool = False
    wavers: MoraleResult | None = None
    is_sniper: bool = False
    has_medic: bool = False
    asked: bool = False
    save: int | None = None
    passengers: tuple["Prey", ...] = ()
    is_rider: bool = False


@dataclass(frozen=True, slots=True)
class Toll:
    """What an attack did to one unit.

    The dice of a morale test stand in `morale` as they were thrown; `wavers` is what a veterans' first test came to
    and its owner may throw again.
    """

    unit: str
    men_lost: int = 0
    special_lost: bool = False
    hits_taken: int = 0
    suppressed: bool = False
    immobilised: bool = False
    fate: Fate = Fate.STANDS
    morale: tuple[int, ...] = ()
    wavers: MoraleResult | None = None
    is_heroic: bool = False
    owes_test: bool = False
    used_medic: bool = False
    passengers: tuple["Toll", ...] = ()
    must_leave: bool = False
    """A passenger or rider that is put out of its vehicle."""

    @property
    def is_untouched(self) -> bool:
        return replace(self, unit="", morale=(), owes_test=False) == Toll("")

    @property
    def harm(self) -> tuple[int, ...]:
        """How bad it is, for tables that begin with the least harm: what was lost, then what it suffers."""
        fate = _FROM_BETTER_TO_WORSE.index(self.fate)
        aboard = sum(toll.men_lost + 100 * toll.harm[0] for toll in self.passengers)
        suffers = self.immobilised, self.wavers is not None, self.suppressed
        return fate, self.men_lost, self.hits_taken, *map(int, suffers), aboard

    @property
    def words(self) -> str:
        """What players are told: 2 casualties, suppressed; destroyed; withdraws."""
        said = []
        if self.fate is Fate.DESTROYED:
            said.append("destroyed")
        elif self.fate is not Fate.STANDS:
            said.append(self.fate.value)
        elif self.men_lost:
            said.append(f"{self.men_lost} casualt{'y' if self.men_lost == 1 else 'ies'}")
        elif self.hits_taken:
            said.append(f"{self.hits_taken} hit{'s' if self.hits_taken > 1 else ''}")
        if self.fate is Fate.STANDS:
            if self.immobilised:
                said.append("immobilised")
            if self.suppressed:
                said.append("suppressed")
            if self.wavers is not None:
                said.append(f"{self.wavers.removeprefix('is ')} unless re-rolled")
        said += [f"{toll.unit} {toll.words}" for toll in self.passengers if toll.words != "no effect"]
        return ", ".join(said) or "no effect"
