"""The options of a scenario: read by name and kind, refused by name."""

from collections.abc import Callable
from enum import StrEnum

import pytest

from rules.errors import BadInput
from rules.game.option_reader import OptionReader


class Light(StrEnum):
    DAY = "day"
    NIGHT = "night"


GIVEN = {
    "turns": 9,
    "sight_in": 20,
    "light": "night",
    "events": False,
    "attacker": None,
    "switches": ["fog", "rain"],
    "aboard": {"squad": "truck"},
    "cohesion": {"red": 14},
    "victory": [{"up_to": 5}, {"winner": "red"}],
    "mill": [[1, 2.5], (3, 4)],
}


def options() -> OptionReader:
    return OptionReader("options", GIVEN)


def test_each_option_is_read_by_its_kind() -> None:
    given = options()
    assert given.whole("turns", 8, 20) == 9
    assert given.number("sight_in", 0, 400) == 20.0
    assert given.choice("light", Light) is Light.NIGHT
    assert given.one_of("light", ("day", "night")) == "night"
    assert given.flag("events") is False
    assert given.words("switches") == ("fog", "rain")
    assert given.any_of("switches", ("rain", "fog", "mud")) == {"fog", "rain"}
    assert given.pairs("aboard") == (("squad", "truck"),)
    assert given.by_side("cohesion", ("red", "blue")).whole("red") == 14
    assert [row.whole("up_to", default=None) for row in given.rows("victory")] == [5, None]
    assert given.table("aboard").text("squad") == "truck"
    assert given.spots("mill") == ((1.0, 2.5), (3.0, 4.0))
    assert "turns" in given
    assert "weather" not in given


def test_an_option_left_out_has_its_default() -> None:
    given = OptionReader("options", {})
    assert given.whole("turns", 8, 20, 12) == 12
    assert given.number("sight_in", 0, 400, default=None) is None
    assert given.choice("light", Light, Light.DAY) is Light.DAY
    assert given.one_of("attacker", ("red",), None) is None
    assert given.flag("events", True) is True
    assert given.text("name", "") == ""
    assert given.words("switches") == ()
    assert given.any_of("switches", ()) == frozenset()
    assert given.pairs("aboard") == ()
    assert list(given.rows("victory")) == []
    given.nothing_else()


def test_null_counts_as_left_out_if_the_default_is_none() -> None:
    assert options().text("attacker", None) is None
    with pytest.raises(BadInput, match=r"options\.attacker is missing; wanted a word"):
        options().text("attacker", "red")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (lambda given: given.whole("turns", 10, 20), "options.turns: 9 is not a whole number from 10 to 20"),
        (lambda given: given.whole("turns", 10), "options.turns: 9 is not a whole number, 10 or more"),
        (lambda given: given.whole("turns", None, 8), "options.turns: 9 is not a whole number, 8 or less"),
        (lambda given: given.whole("light"), "options.light: 'night' is not a whole number"),
        (lambda given: given.whole("events"), "options.events: false is not a whole number"),
        (lambda given: given.whole("minutes"), "options.minutes is missing"),
        (
            lambda given: given.number("sight_in", 0, 10, of="inches"),
            "options.sight_in: 20 is not a number of inches over 0 and up to 10",
        ),
        (lambda given: given.number("events", 0, 1), "options.events: false is not a number over 0"),
        (lambda given: given.text("turns"), "options.turns: 9 is not a word"),
        (lambda given: given.flag("turns"), "options.turns: 9 is not true or false"),
        (lambda given: given.choice("turns", Light), "options.turns: 9 is not one of day, night"),
        (lambda given: given.one_of("light", ("day",)), "options.light: 'night' is not one of day"),
        (lambda given: given.words("turns"), "options.turns: 9 is not a list"),
        (lambda given: given.words("victory"), "options.victory: {'up_to': 5} is not a word"),
        (lambda given: given.words("switches", ("fog",)), "options.switches: 'rain' is not one of fog"),
        (lambda given: given.words("sectors", is_needed=True), "options.sectors is missing"),
        (
            lambda given: given.any_of("switches", ("fog",)),
            "options.switches: ['fog', 'rain'] is not a list of fog",
        ),
        (lambda given: given.pairs("cohesion"), "options.cohesion.red: 14 is not a word"),
        (lambda given: given.table("turns"), "options.turns: 9 is not a table of names and values"),
        (
            lambda given: given.by_side("cohesion", ("red", "blue")).whole("blue"),
            "options.cohesion.blue is missing; it must be given for every side",
        ),
        (
            lambda given: given.by_side("cohesion", ("blue",)),
            "options.cohesion.red: 14 is not for one of blue",
        ),
        (lambda given: list(given.rows("switches")), "options.switches[1]: 'fog' is not a table"),
    ],
)
def test_a_wrong_option_is_refused_by_name(asked: Callable[[OptionReader], object], message: str) -> None:
    with pytest.raises(BadInput) as refused:
        asked(options())
    assert str(refused.value).startswith(message)


def test_an_unknown_option_is_refused() -> None:
    given = OptionReader("options", {"turns": 9, "weather": "rain"})
    given.whole("turns")
    with pytest.raises(
        BadInput, match=r"options\.weather: 'rain' is not an option of this book; there are turns"
    ):
        given.nothing_else("this book")


def test_options_are_a_table() -> None:
    with pytest.raises(BadInput, match="options: 3 is not a table of names and values"):
        OptionReader("options", 3)
