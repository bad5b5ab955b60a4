"""A target's combat values before an attack, and its losses after it."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.table.inches import gap_in, is_within
from rules.kampfgruppe_normandy.book.concealment import OPEN_SAVE, OPEN_SAVE_AT_NIGHT
from rules.kampfgruppe_normandy.book.conditions import (
    IMMOBILISED,
    RESERVE,
    SUPPRESSED,
    TESTED,
    TREATED,
    TREATING,
    VETERAN,
)
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.book.fire_tables import MoraleResult
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind, SpecialRule
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Status
from rules.kampfgruppe_normandy.state.unseen import unseen_by


class Fate(StrEnum):
    """Whether a unit stays in play, and how it leaves."""

    STANDS = "stands"
    DESTROYED = "destroyed"
    WITHDRAWS = "withdraws"
    ABANDONED = "abandoned"


LEFT_PLAY = {Fate.DESTROYED: "destroyed", Fate.WITHDRAWS: "withdrawn", Fate.ABANDONED: "abandoned"}
"""The word for a unit that has left play in each of these ways."""

_FROM_BETTER_TO_WORSE = (Fate.STANDS, Fate.WITHDRAWS, Fate.ABANDONED, Fate.DESTROYED)


@dataclass(frozen=True, slots=True)
class Target:
    """A target before an attack: `men` left of `start`, `hits_left` of a soft-skin, `specials` a squad's special weapons.

    `abandons` says that a vehicle is abandoned rather than suppressed when its morale gives way; `has_reroll` that a
    veteran unit has its re-roll, `first_test` the result of its first test until that is decided; `medics` are those
    near who can help; `test_waits` says that its test is not thrown at once, but when asked for or after a salvo.
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
    abandons: bool = False
    has_reroll: bool = False
    first_test: MoraleResult | None = None
    is_sniper: bool = False
    medics: tuple[str, ...] = ()
    test_waits: bool = False
    save: int | None = None
    open_save: int = OPEN_SAVE
    """The save of its men against what bursts beside them, with nothing between."""
    passengers: tuple["Target", ...] = ()
    is_aboard: bool = False
    is_rider: bool = False


@dataclass(frozen=True, slots=True)
class Losses:
    """The losses of one unit in an attack.

    `morale` holds the dice of a morale test as they were thrown; `first_test` is the result of a veteran unit's first test,
    which its owner may throw again.
    """

    unit: str
    men_lost: int = 0
    special_lost: bool = False
    hits_taken: int = 0
    suppressed: bool = False
    immobilised: bool = False
    fate: Fate = Fate.STANDS
    morale: tuple[int, ...] = field(default=(), compare=False)
    is_tested: bool = False
    first_test: MoraleResult | None = None
    is_heroic: bool = False
    owes_test: bool = False
    medic: str = ""
    """The medic who has helped."""
    passengers: tuple["Losses", ...] = ()
    must_leave: bool = False
    """A passenger or rider that is put out of its vehicle."""

    @property
    def is_untouched(self) -> bool:
        return replace(self, unit="", is_tested=False, owes_test=False) == Losses("")

    @property
    def is_harmless(self) -> bool:
        """Whether the unit came to no harm; a test that makes heroes is none."""
        return replace(self, is_heroic=False).is_untouched

    @property
    def harm(self) -> tuple[int, ...]:
        """A sort key from least to most harm: what was lost, then the conditions suffered."""
        fate = _FROM_BETTER_TO_WORSE.index(self.fate)
        aboard = sum(losses.men_lost + 100 * losses.harm[0] for losses in self.passengers)
        suffers = self.immobilised, self.first_test is not None, self.suppressed
        return fate, self.men_lost, self.hits_taken, *map(int, suffers), aboard

    @property
    def words(self) -> str:
        """The losses in players' words: 2 casualties, suppressed; destroyed; withdraws."""
        words = []
        if self.fate is Fate.DESTROYED:
            words.append("destroyed")
        elif self.fate is not Fate.STANDS:
            words.append(self.fate.value)
        elif self.men_lost:
            words.append(counted(self.men_lost, "casualty"))
        elif self.hits_taken:
            words.append(counted(self.hits_taken, "hit"))
        if self.fate is Fate.STANDS:
            if self.immobilised:
                words.append("immobilised")
            if self.suppressed:
                words.append("suppressed")
            if self.first_test is not None:
                words.append(f"{self.first_test.removeprefix('is ')} unless re-rolled")
            if self.special_lost:
                words.append("a special weapon lost")
            if self.is_heroic:
                words.append("may act heroically")
        words += [
            f"{losses.unit} {losses.words}" for losses in self.passengers if losses.words != "no effect"
        ]
        return ", ".join(words) or "no effect"


BESIDE_IN = 1.0
"""How near a medic must be to a man of the squad."""


NEAR_IN = 8.0
"""How near infantry must be to matter to the crew of an armoured vehicle."""


@implements(
    "KN-UMOR-19c", "KN-UMOR-23", "KN-UMOR-24", "KN-PRIN-21", "KN-DEPL-16a", "KN-DEPL-17a", "KN-DFSA-55",
    "KN-DFSA-38", "KN-NIGHT-03",
)  # fmt: skip
@memoized
def target_of(position: Position, unit: Unit, armour: int = 0) -> Target:
    """A unit's combat values; `armour` is the value of the facing struck."""
    kind, status = position.type(unit), position.status(unit)
    return Target(
        unit.id,
        kind.kind,
        men=status.men,
        start=kind.men,
        hits_left=kind.hits - status.hits,
        specials=0 if kind.is_team else len(special_weapons_left(position, unit)),
        armour=armour,
        skirts=kind.skirts,
        suppressed=unit.has(SUPPRESSED),
        immobilised=unit.has(IMMOBILISED),
        abandons=kind.kind.is_armoured and _is_alone_with_infantry(position, unit),
        has_reroll=is_veteran(position, unit) and not unit.has(TESTED),
        is_sniper=kind.has(SpecialRule.SNIPER),
        medics=medics_beside(position, unit),
        test_waits=position.progress.setting.ask_for_tests,
        open_save=OPEN_SAVE_AT_NIGHT if position.progress.setting.is_night else OPEN_SAVE,
        passengers=tuple(target_of(position, passenger) for passenger in position.aboard(unit)),
        is_aboard=status.aboard is not None,
        is_rider=position.is_tank_rider(unit),
    )


@implements("KN-DFSA-55", "KN-DFSA-56", "KN-DFSA-54", "KN-WPN-08")
def special_weapons_left(position: Position, unit: Unit) -> list[str]:
    """The special weapons that a unit can still lose: not lost already, and not used up.

    Rule: KGN Special weapons removal; OUR 192.
    """
    kind, status = position.type(unit), position.status(unit)
    left = list(kind.special_weapons)
    for weapon in (*status.lost_weapons, *_used_up(kind, status)):
        if weapon in left:
            left.remove(weapon)
    return left


def _used_up(kind: KgnType, status: Status) -> Iterator[str]:
    """The names of weapons that have fired all their shots, once for each: a fired Panzerfaust is thrown away."""
    for weapon in {weapon.name: weapon for weapon in kind.weapons}.values():
        if weapon.uses:
            yield from (weapon.name,) * (status.shots(weapon.name) * weapon.count // weapon.uses)


def is_veteran(position: Position, unit: Unit) -> bool:
    """Whether a unit is rated as veteran, by its type or by the scenario."""
    return position.type(unit).has(SpecialRule.VETERAN) or unit.has(VETERAN)


@implements("KN-SPEC-16a", "KN-SPEC-16b")
def medics_beside(position: Position, unit: Unit) -> tuple[str, ...]:
    """The medics who stand by a squad, or ride where it is, and have not been used this turn; none if it has been treated.

    Rule: KGN Special rules, medic; OUR 81.
    """
    kind = position.type(unit)
    if (
        not kind.is_infantry
        or kind.has(SpecialRule.MEDIC)
        or unit.has(TREATED)
        or position.spot(unit) is None
    ):
        return ()
    here = position.base(unit)
    return tuple(
        medic.id
        for medic in position.of_side(unit.side)
        if position.type(medic).has(SpecialRule.MEDIC)
        and not medic.conditions & {TREATING, SUPPRESSED, RESERVE}
        and position.spot(medic) is not None
        and is_within(gap_in(position.base(medic), here), BESIDE_IN)
    )


def _is_alone_with_infantry(position: Position, unit: Unit) -> bool:
    """Whether enemy infantry that is not hidden is within 8 inches, and none of its own; passengers count too (OUR 226)."""
    here, unseen = position.base(unit), unseen_by(position.state, unit.side)
    near = {
        other.side == unit.side
        for other in position.state.units.values()
        if position.type(other).is_infantry
        and other.id not in unseen
        and not other.has(RESERVE)
        and position.spot(other) is not None
        and is_within(gap_in(position.base(other), here), NEAR_IN)
    }
    return near == {False}
