"""How the book is read at this table: an edition, switches of the strict or a later text, and house values."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.errors import Unknown
from rules.last_hundred_yards.book.editions import BOOK_2019, EDITIONS, Edition
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE, HouseValues
from rules.last_hundred_yards.book.switches import STRICT_2019, LaterGround, Switch


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table; without any, our readings and our house values hold.

    An edition that a table names goes before the one that a mission names.
    """

    switches: frozenset[Switch | LaterGround] = frozenset()
    house: HouseValues = PRINTED_NOWHERE
    edition_name: str = ""

    @property
    def edition(self) -> Edition:
        """The edition that a table asks by where no game is played; with its own switches of the ground."""
        return self.chosen(EDITIONS[self.edition_name] if self.edition_name else BOOK_2019)

    def chosen(self, edition: Edition) -> Edition:
        """An edition with the switches of the ground that a table turns on."""
        ground = {switch.value: True for switch in self.switches if isinstance(switch, LaterGround)}
        return edition.with_switches(ground) if ground else edition

    def in_game(self, edition: Edition, house: HouseValues) -> "Options":
        """The same with what a game's edition says of the ground, and its house values."""
        return replace(self, switches=self.switches | edition.ground, house=house)

    def named(self, names: Iterable[str]) -> "Options":
        """The same with the switches that names stand for, and the edition that is among them.

        Raises:
            Unknown: if a name is no switch.
        """
        named = tuple(names)
        editions = [name for name in named if name in EDITIONS]
        return replace(
            self,
            switches=self.switches | switches(named),
            edition_name=editions[-1] if editions else self.edition_name,
        )

    def has(self, switch: Switch | LaterGround) -> bool:
        return switch in self.switches


AS_WE_READ = Options()


def switches(names: tuple[str, ...]) -> frozenset[Switch | LaterGround]:
    """The switches that names stand for; strict_2019 is all those of the strict text, an edition those of its ground.

    Raises:
        Unknown: if a name is no switch.
    """
    found: set[Switch | LaterGround] = set()
    for name in names:
        if name == STRICT_2019:
            found.update(Switch)
        elif name in EDITIONS:
            found.update(EDITIONS[name].ground)
        elif name in list(Switch):
            found.add(Switch(name))
        elif name in list(LaterGround):
            found.add(LaterGround(name))
        else:
            raise Unknown("switch", name, (STRICT_2019, *EDITIONS, *Switch, *LaterGround))
    return frozenset(found)
