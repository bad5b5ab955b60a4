"""The names of counters for players: each counter's own name or that of its type, made distinct where several are alike.

Documents and records name units and sides by id; everything that players read passes through here.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from rules.game.chance.odds import Odds
from rules.game.ruling import Case, Reason, Ruling
from rules.game.side_names import of_side, with_players
from rules.game.units import OffMapWeapon, Unit

if TYPE_CHECKING:
    from rules.game.record.record_forms import Plain

_PARTS = re.compile(r"[^.@_\s/-]+")
"""The parts of an id, such as ge, tiger and 2."""

_WORD = re.compile(r"[^\W\d_]+")


class Named(Protocol):
    """A line of a roster that has a name."""

    @property
    def name(self) -> str: ...


class CounterNames:
    """The names of the counters that a reader knows.

    >>> tigers = [Unit("ge.tiger.1", "tiger", "ge"), Unit("ge.tiger.2", "tiger", "ge"), Unit("us.3", "m4", "us", name="Old Glory")]
    >>> names = CounterNames(tigers, {})
    >>> names["us.3"]
    'Old Glory'
    >>> names.said("us.3 fires at ge.tiger.2.")
    'Old Glory fires at tiger 2.'
    >>> names.said("ge has the initiative")
    'the German player has the initiative'
    """

    def __init__(
        self, units: Iterable[Unit], roster: Mapping[str, Named], off_map: Iterable[OffMapWeapon] = ()
    ) -> None:
        self._units = tuple(units)
        plain = {weapon.id: weapon.name for weapon in off_map}
        plain |= {unit.id: _plain_name(unit, roster) for unit in self._units}
        alike: dict[str, list[str]] = {}
        for unit_id, name in plain.items():
            alike.setdefault(name, []).append(unit_id)
        self._names = {
            unit_id: name
            if len(alike[name]) == 1
            else of_side(_distinguishing_part(unit_id, alike[name]), name)
            for unit_id, name in plain.items()
        }

    def __getitem__(self, unit_id: str) -> str:
        """The name of a counter; its id if it is none of these counters."""
        return self._names.get(unit_id, unit_id)

    def units_of(self, side: str) -> tuple[Unit, ...]:
        """The counters of a side, or all for the empty side, each with its name."""
        return tuple(replace(unit, name=self[unit.id]) for unit in self._units if side in ("", unit.side))

    def knows(self, word: str) -> bool:
        """Whether a word is the id of one of these counters."""
        return word in self._names

    def plain(self, value: "Plain") -> "Plain":
        """A field of a document with these names in place of ids."""
        match value:
            case str():
                return self._names.get(value) or with_players(value)
            case list():
                return [self.plain(item) for item in value]
            case _:
                return value

    def said(self, words: str) -> str:
        """A sentence with the names of the counters and the players of the sides in place of their ids."""
        words, ids = with_players(words), self._ids
        return words if ids is None else ids.sub(lambda match: self._names[match[0]], words)

    def reasons(self, reasons: Iterable[Reason]) -> tuple[Reason, ...]:
        """The reasons with these names in place of ids."""
        return tuple(replace(reason, text=self.said(reason.text)) for reason in reasons)

    def ruling(self, ruling: Ruling[str]) -> Ruling[str]:
        """The ruling with these names in place of ids."""
        return Ruling(
            self.said(ruling.question),
            self.said(ruling.verdict),
            self.reasons(ruling.reasons),
            None if ruling.odds is None else self._odds(ruling.odds),
            tuple(Case(self.said(case.condition), self._odds(case.odds)) for case in ruling.cases),
        )

    def _odds(self, odds: Odds[str]) -> Odds[str]:
        chances = ((self.said(outcome), chance) for outcome, chance in odds.chances.items())
        return Odds.weighted(chances, is_ranked=odds.is_ranked)

    @cached_property
    def _ids(self) -> re.Pattern[str] | None:
        """A pattern that finds ids in a sentence, the longest first; an id that is a plain word is left out, as the sentence may
        mean something else by it."""
        ids = sorted((name for name in self._names if not _WORD.fullmatch(name)), key=len, reverse=True)
        if not ids:
            return None
        return re.compile(rf"(?<![\w.@-])(?:{'|'.join(map(re.escape, ids))})(?![\w@-]|[.]\w)")


def _plain_name(unit: Unit, roster: Mapping[str, Named]) -> str:
    if unit.name:
        return unit.name
    return roster[unit.type].name if unit.type in roster else unit.type or unit.id


def _distinguishing_part(unit_id: str, alike: Sequence[str]) -> str:
    """The parts of an id that not all ids alike share: the 2 of ge.tiger.2, the side of uk.observer."""
    parts = [_PARTS.findall(unit_id_alike) for unit_id_alike in alike]
    common = set(parts[0]).intersection(*parts[1:])
    own_parts = [" ".join(part for part in of_id if part not in common) for of_id in parts]
    if len(set(own_parts)) < len(own_parts) or not all(own_parts):
        return unit_id
    return own_parts[alike.index(unit_id)]
