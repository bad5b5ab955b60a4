"""The roster: every American and German counter of the first volume, and what players call companies and platoons.

roster.json has a line for each counter; values that are not on the counter are left out. Where no edition prints an AV,
the line names a house figure instead.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from rules.game.book_data import read_data
from rules.game.citation import Provenance
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE
from rules.last_hundred_yards.book.unit_types import LhyUnitType, Nation, UnitKind


def _counters() -> Iterator[LhyUnitType]:
    for row in read_data(__package__, "roster.json")["counters"]:
        yield _counter(**row)


def _counter(
    nation: str, kind: str, provenance: str = Provenance.BOOK, av_figure: str = "", **printed: Any
) -> LhyUnitType:
    if av_figure:
        printed["av"] = getattr(PRINTED_NOWHERE, av_figure)
    return LhyUnitType(
        nation=Nation(nation), kind=UnitKind(kind), provenance=Provenance(provenance), **printed
    )


ROSTER: Mapping[str, LhyUnitType] = MappingProxyType({counter.id: counter for counter in _counters()})
"""Every unit of volume 1 by id: us.able.1.squad.1, us.able-tank.co, ge.pak40.3, ge.pz4.2.1 and so on."""

RULE_IDS = {
    "ROSTER": (
        "LHY-2.2.1.1", "LHY-2.2.2", "LHY-2.2.3", "LHY-2.2.4", "LHY-2.2.6.1", "LHY-2.2.7", "LHY-2.2.8", "LHY-2.2.9",
        "LHY-3.1.1", "LHY-17.8.1.1", "LHY-17.8.1.2",
    ),
}  # fmt: skip


_OWN_NAMES: Mapping[str, str] = {
    "1kp": "1. Kp",
    "2kp": "2. Kp",
    "1tank": "1. Panzer",
    "1tiger": "1. Tiger",
    "4stug": "4. StuG",
    "able-tank": "Able Tank",
}
_NUMBERS = {"0": "HQ", "1": "1st Plt", "2": "2nd Plt", "3": "3rd Plt"}


def company_name(company: str) -> str:
    """The name of a company as on its counters.

    >>> company_name("baker"), company_name("4stug")
    ('Baker', '4. StuG')
    """
    return _OWN_NAMES.get(company, company[:1].upper() + company[1:])


def platoon_name(platoon: str) -> str:
    """The name of a platoon as on its counters, from its `platoon_key`.

    >>> platoon_name("baker.2"), platoon_name("1kp.1"), platoon_name("able-tank.0")
    ('Baker 2nd Plt', '1. Kp 1st Plt', 'Able Tank HQ')
    """
    company, _, number = platoon.rpartition(".")
    return f"{company_name(company)} {_NUMBERS.get(number, f'{number}th Plt')}"


def platoon_names(platoons: Iterable[str]) -> str:
    """The names of several platoons, joined by "and"."""
    return " and ".join(map(platoon_name, platoons))
