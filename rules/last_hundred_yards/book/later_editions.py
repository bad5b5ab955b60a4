"""The later edition in which a section missing from the text of 2019 is found.

Most stands in the Series Rules v2.1, the oldest later wording that can be proven; the others are named here.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class LaterEdition(StrEnum):
    """The sources after the text of 2019, as a citation names them."""

    EXAMPLES_2019 = "the designer's examples of 2019"
    SERIES_2_1 = "Series Rules v2.1"
    BASIC_TRAINING = "Basic Training 2023"
    SERIES_3_0 = "Series Rules v3.0"
    SERIES_3_1 = "Series Rules v3.1"


def later_edition(section: str) -> LaterEdition:
    """Where a section that is not printed in 2019 is taken from."""
    return _NOT_2_1.get(section, LaterEdition.SERIES_2_1)


_NOT_2_1: Mapping[str, LaterEdition] = MappingProxyType({
    "4.1.3": LaterEdition.EXAMPLES_2019,
    "4.1.4": LaterEdition.EXAMPLES_2019,
    "4.1.6a": LaterEdition.EXAMPLES_2019,
    "4.1.10": LaterEdition.SERIES_3_0,
    "4.1.13": LaterEdition.EXAMPLES_2019,
    "6.0": LaterEdition.SERIES_3_1,
    "8.3c": LaterEdition.SERIES_3_1,
    "10.3.1d": LaterEdition.SERIES_3_1,
    "10.3.3c": LaterEdition.SERIES_3_1,
    "10.4.6.1b": LaterEdition.SERIES_3_0,
    "10.4.6.1d": LaterEdition.BASIC_TRAINING,
    "10.4.6.2d": LaterEdition.SERIES_3_0,
    "11.3.3h": LaterEdition.BASIC_TRAINING,
    "11.3.3l": LaterEdition.SERIES_3_0,
    "11.5.1d.2": LaterEdition.SERIES_3_1,
    "11.5.2.2": LaterEdition.SERIES_3_1,
    "11.5.4f": LaterEdition.BASIC_TRAINING,
    "11.5.4l": LaterEdition.SERIES_3_0,
    "13.1e": LaterEdition.BASIC_TRAINING,
    "13.1f": LaterEdition.BASIC_TRAINING,
    "13.2.3": LaterEdition.EXAMPLES_2019,
    "16.2": LaterEdition.SERIES_3_1,
    "17.7c": LaterEdition.SERIES_3_0,
    "17.8.1b": LaterEdition.SERIES_3_0,
    "17.9.2a": LaterEdition.SERIES_3_0,
    "20.1b": LaterEdition.SERIES_3_1,
    "21.1": LaterEdition.SERIES_3_1,
    "21.1c": LaterEdition.SERIES_3_1,
    "21.1d": LaterEdition.SERIES_3_1,
    "21.3": LaterEdition.SERIES_3_1,
    "21.4": LaterEdition.SERIES_3_1,
    **dict.fromkeys(("22.0", *(f"22.1.{number}" for number in range(1, 9))), LaterEdition.SERIES_3_1),
})  # fmt: skip
