"""How a table reads the book: the edition, switches for literal or later wordings, and house values."""

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
    """The choices of a table; by default our readings and our house values hold.

    An edition that the table names overrides the mission's, and single switches override both.
    """

    switches: frozenset[Switch | LaterGround] = frozenset()
    house: HouseValues = PRINTED_NOWHERE
    edition_name: str = ""
    set_singly: tuple[tuple[str, bool | int], ...] = ()
    """Names and values of edition switches that the table sets one by one."""

    @property
    def edition(self) -> Edition:
        """The edition for questions outside a game, with the table's own switches."""
        return self.chosen(EDITIONS[self.edition_name] if self.edition_name else BOOK_2019)

    def chosen(self, edition: Edition) -> Edition:
        """An edition changed by the switches that the table sets."""
        ground = {switch.value: True for switch in self.switches if isinstance(switch, LaterGround)}
        changed = {**ground, **dict(self.set_singly)}
        return edition.with_switches(changed) if changed else edition

    def in_game(self, edition: Edition, house: HouseValues) -> "Options":
        """The same options with the terrain switches of a game's edition added, and with the game's house values."""
        return replace(self, switches=self.switches | edition.ground, house=house)

    def named(self, names: Iterable[str]) -> "Options":
        """The same options with the named switches and the named edition.

        strict_2019 turns on every `Switch`, and the name of an edition chooses that edition. Any other name is a `Switch`,
        or a switch of the editions written `name` or `name=value`.

        Raises:
            Unknown: if a name is no switch.
            BadInput: if a value is of the wrong kind.
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
    """The switches after terrain switches that are set one by one have been added or removed."""
    on = {switch for switch in LaterGround if single.get(switch.value)}
    off = {switch for switch in LaterGround if not single.get(switch.value, True)}
    return (switches | on) - off


AS_WE_READ = Options()
