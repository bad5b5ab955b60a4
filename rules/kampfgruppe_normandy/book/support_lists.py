"""Support tables of the army lists: the aircraft that come, the batteries that answer, and what fire support costs."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from rules.game.citation import Citation, Provenance
from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.rulebook import ours
from rules.kampfgruppe_normandy.book.support_kinds import HIGH_PRIORITY_ON, Battery, Level, Priority


@dataclass(frozen=True, slots=True)
class SupportCosts:
    """Prices of fire support in points: registered points, counter-battery missions, requests."""

    registered_point: int
    counter_battery: int
    high_request: int
    low_request: int


@dataclass(frozen=True)
class SupportLists:
    """The support tables of the armies, each entry found by a die from 1 to 6, and the prices of fire support.

    `air` has the types of aircraft by nation, `general` the batteries by nation and level; `sources` gives, by number
    of the reading, where its figures come from if they are not the house's.
    """

    air: Mapping[str, tuple[str, ...]]
    general: Mapping[tuple[str, Level], tuple[Battery, ...]]
    costs: SupportCosts
    low_priority_on: int
    sources: Mapping[int, Provenance] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("air", "general", "sources"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    @implements("KN-IND-05")
    def granted_on(self, priority: Priority) -> int:
        """The number that grants a request of this priority.

        Rule: KGN Fire request; OUR 100.
        """
        return HIGH_PRIORITY_ON if priority is Priority.HIGH else self.low_priority_on

    def backed_by(self, roster: Mapping[str, object]) -> "SupportLists":
        """The support tables without those that name a type which the roster lacks."""
        air = {nation: six for nation, six in self.air.items() if set(six) <= set(roster)}
        general = {key: six for key, six in self.general.items() if {gun for gun, _ in six} <= set(roster)}
        return replace(self, air=air, general=general)

    def cite(self, number: int) -> Citation:
        """A reading that these tables rest on, with where its figures come from."""
        return replace(ours(number), provenance=self.sources.get(number, Provenance.HOUSE))
