"""What players call a company or platoon: rosters and records name them by id, as `baker` and `1kp.2`."""

from collections.abc import Iterable, Mapping

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
    """A company as its counters name it.

    >>> company_name("baker"), company_name("4stug")
    ('Baker', '4. StuG')
    """
    return _OWN_NAMES.get(company, company[:1].upper() + company[1:])


def platoon_name(platoon: str) -> str:
    """A platoon as its counters name it, by the key of activation.

    >>> platoon_name("baker.2"), platoon_name("1kp.1"), platoon_name("able-tank.0")
    ('Baker 2nd Plt', '1. Kp 1st Plt', 'Able Tank HQ')
    """
    company, _, number = platoon.rpartition(".")
    return f"{company_name(company)} {_NUMBERS.get(number, f'{number}th Plt')}"


def platoon_names(platoons: Iterable[str]) -> str:
    """Several platoons in one breath."""
    return " and ".join(map(platoon_name, platoons))
