"""How the book is read at this table: an edition, switches of the strict or a later text, and house values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rules.errors import Unknown
from rules.last_hundred_yards.book.editions import (
    BOOK_2019,
    EDITIONS,
    STRICT_2019,
    SWITCHES,
    Edition,
    LaterGround,
    Switch,
)
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE, HouseValues


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table; without any, our readings and our house values hold.

    An edition that a table names goes before the one that a mission names, and single switches go before both.
    """

    switches: frozenset[Switch | LaterGround] = frozenset()
    house: HouseValues = PRINTED_NOWHERE
    edition_name: str = ""
    set_singly: tuple[tuple[str, bool | int], ...] = ()
    """Switches of the edition that a table sets one by one."""

    @property
    def edition(self) -> Edition:
        """The edition that a table asks by where no game is played; with its own switches of the ground."""
        return self.chosen(EDITIONS[self.edition_name] if self.edition_name else BOOK_2019)

    def chosen(self, edition: Edition) -> Edition:
        """An edition with the switches that a table sets."""
        ground = {switch.value: True for switch in self.switches if isinstance(switch, LaterGround)}
        changed = {**ground, **dict(self.set_singly)}
        return edition.with_switches(changed) if changed else edition

    def in_game(self, edition: Edition, house: HouseValues) -> "Options":
        """The same with what a game's edition says of the ground, and its house values."""
        return replace(self, switches=self.switches | edition.ground, house=house)

    def named(self, names: Iterable[str]) -> "Options":
        """The same with the switches that names stand for, and the edition that is among them.

        strict_2019 is all the switches of the strict text, an edition all of its own; any other is a switch of the
        strict text, or one of the editions as `name` or `name=value`.

        Raises:
            Unknown: if a name is no switch.
            BadInput: if a value is not of its kind.
        """
        strict, edition_name, single = set(self.switches), self.edition_name, dict(self.set_singly)
        for name in names:
            key, _, value = name.partition("=")
            if name == STRICT_2019:
                strict.update(Switch)
            elif name in EDITIONS:
                edition_name = name
                strict.update(EDITIONS[name].ground)
            elif name in list(Switch):
                strict.add(Switch(name))
            elif key in SWITCHES:
                single[key] = SWITCHES[key].read(value)
            else:
                raise Unknown("switch", name, (STRICT_2019, *EDITIONS, *Switch, *SWITCHES))
        return replace(
            self,
            switches=frozenset(_with_ground(strict, single)),
            edition_name=edition_name,
            set_singly=tuple(sorted(single.items())),
        )

    def has(self, switch: Switch | LaterGround) -> bool:
        return switch in self.switches


def _with_ground(
    switches: set[Switch | LaterGround], single: Mapping[str, bool | int]
) -> set[Switch | LaterGround]:
    """Switches with those of the ground that are set one by one, on or off."""
    on = {switch for switch in LaterGround if single.get(switch.value)}
    off = {switch for switch in LaterGround if not single.get(switch.value, True)}
    return (switches | on) - off


AS_WE_READ = Options()


def switches(names: Iterable[str]) -> frozenset[Switch | LaterGround]:
    """The switches of the strict text and of the ground that names stand for.

    Raises:
        Unknown: if a name is no switch.
    """
    return AS_WE_READ.named(names).switches
