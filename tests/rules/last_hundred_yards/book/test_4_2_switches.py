"""The switches of the strict text, and the readings that they turn off."""

from dataclasses import fields

import pytest

from rules.errors import Unknown
from rules.game.state import GameState
from rules.game.verdicts import Visibility
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.editions import STRICT_2019, Edition, LaterGround, Switch
from rules.last_hundred_yards.book.options import switches
from rules.last_hundred_yards.book.rulebook import LHY, READINGS, our
from rules.last_hundred_yards.ruleset import RULESET
from tests.drawing import board

LOWER_WOODS = GameState(board("h/1\nw\nh/1"))
A1, A3 = Hex.named("A1"), Hex.named("A3")


def test_strict_2019_is_all_switches_together() -> None:
    assert switches((STRICT_2019,)) == frozenset(Switch)
    assert switches(("blind_at_any_level", "lower_woods_block")) == {
        Switch.BLIND_AT_ANY_LEVEL,
        Switch.LOWER_WOODS_BLOCK,
    }
    assert switches(()) == frozenset()


def test_a_switch_that_is_none_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        Unknown, match=r"no switch named 'fog'; there are strict_2019, 2019, series-3.1, lower_woods_block"
    ):
        switches(("fog",))


def test_every_switch_belongs_to_a_reading_and_every_reading_has_its_number() -> None:
    named = {reading.switch for reading in READINGS if reading.switch}
    of_play = {field.name for field in fields(Edition)} - set(LaterGround)
    assert named - set(LaterGround) - of_play == set(Switch)
    numbers = [reading.number for reading in READINGS]
    assert numbers == sorted(set(numbers))
    assert numbers[0] == 1
    assert str(our(1)) == "LHY 4.2.1a, OUR 1, from Series Rules v2.1"
    assert all(our(reading.number).book is LHY for reading in READINGS)


def test_the_ruleset_rules_by_the_switches_of_a_table() -> None:
    strict = RULESET.with_options((STRICT_2019,), {})
    assert RULESET.line_of_sight(LOWER_WOODS, A1, A3).verdict.visibility is Visibility.CLEAR
    assert strict.line_of_sight(LOWER_WOODS, A1, A3).verdict.visibility is Visibility.BLOCKED
    assert RULESET.sight_field(LOWER_WOODS, A1).verdict.visibility[A3] is Visibility.CLEAR
    assert strict.sight_field(LOWER_WOODS, A1).verdict.visibility[A3] is Visibility.BLOCKED


def test_the_ruleset_takes_a_players_own_values() -> None:
    own = RULESET.with_options((), {"forest_levels": 1})
    forest = GameState(board("h/1\nf\nh/1"))
    assert RULESET.line_of_sight(forest, A1, A3).verdict.visibility is Visibility.BLOCKED
    assert own.line_of_sight(forest, A1, A3).verdict.visibility is Visibility.CLEAR
    with pytest.raises(Unknown, match="no house value named 'forest_height'"):
        RULESET.with_options((), {"forest_height": 1})
