"""Battle groups: what they cost, their morale value, and whether they may take the field."""

from typing import Any

import pytest

from rules.errors import BadInput
from rules.game.state import GameState
from rules.game.verdicts import ForceSizes
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import HexGrid
from rules.ground.table.tabletop import Tabletop
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import DE, RULESET, UK, opened, table, unit

_TANKS = [unit(f"tank {k}", "uk.sherman", (5 + 5 * k, 5)) for k in range(5)]
_FOES = [unit("foe", "de.squad", (40, 40)), unit("de.hq", "de.hq", (44, 40))]


def _sizes(*units: Any, **options: Any) -> tuple[ForceSizes, list[str]]:
    state = GameState(Tabletop("drawn", 72, 48, ()), {one.id: one for one in units}, (), (UK, DE))
    ruling = RULESET.force_sizes(state, options)
    return ruling.verdict, list(map(str, ruling.reasons))


@proves("KN-GROUP-01", "KN-GROUP-03", "KN-BMOR-01")
def test_a_battle_group_is_added_up_with_its_reasons() -> None:
    """Five Shermans are 5 x 49 = 245 points and 5 x 2 of morale value."""
    sizes, reasons = _sizes(*_TANKS, *_FOES, game_size="platoon")
    assert str(sizes) == "British 245 points, Germans 48 points"
    assert reasons[:4] == [
        "British: 5 units for 245 points (KGN The points system; KGN Equipment, OUR 70, house value)",
        "British: within the 250 points of this platoon game (KGN Game size)",
        "British: morale value 10 (KGN Battle group morale; KGN Equipment, OUR 70, house value)",
        "British: 1D6 + 0 command units a turn (KGN Command and control roll)",
    ]
    assert "Germans: 1D6 + 1 command unit a turn (KGN Command and control roll)" in reasons
    assert (
        reasons[-2] == "the two differ by 197 points; a fair fight has equal points (KGN The points system)"
    )


@proves("KN-GROUP-03", "KN-GROUP-04", "KN-GROUP-05", "KN-SETUP-05")
def test_a_battle_group_over_the_points_of_its_game_may_not_take_the_field() -> None:
    sixth = unit("sixth", "uk.sherman", (40, 5))
    sizes, reasons = _sizes(*_TANKS, sixth, *_FOES, game_size="platoon")
    assert sizes.refused == (UK,)
    assert "British: 44 points over the 250 of this platoon game (KGN Game size)" in reasons
    for allowed in ({"game_size": "company"}, {"engagement": "historical_refight"}):
        assert _sizes(*_TANKS, sixth, *_FOES, **allowed)[0].refused == ()
    assert _sizes(*_TANKS, *_FOES, game_size="company", points=200)[0].refused == (UK,)
    with pytest.raises(BadInput, match="battle group of uk: 294 is not at most 250 points in a platoon game"):
        opened(table(), *_TANKS, sixth, *_FOES, game_size="platoon")


@proves("KN-GROUP-03", "KN-GROUP-04", "KN-GROUP-05", "KN-SETUP-02")
def test_points_agreed_on_may_not_exceed_those_of_the_size() -> None:
    for size, most in (("platoon", 250), ("company", 500)):
        with pytest.raises(
            BadInput, match=rf"options\.points: {most + 1} is not a whole number from 1 to {most}"
        ):
            _sizes(*_TANKS, *_FOES, game_size=size, points=most + 1)
    assert _sizes(*_TANKS, *_FOES, game_size="battalion", points=1200)[0].refused == ()


@proves("KN-GROUP-01")
def test_support_that_is_no_unit_has_its_price() -> None:
    """A point 5, two counter-battery missions 8 each, a high request 16 and a low one 8."""
    bought = {"registered_points": {"Mill": [3, 3]}, "counter_battery": 2, "requests": ["high", "low"]}
    sizes, reasons = _sizes(*_TANKS, *_FOES, game_size="company", fire_support={UK: bought})
    assert dict(sizes.points)[UK] == 245 + 5 + 16 + 16 + 8
    assert "British: fire support for 45 points (KGN Your battle group, OUR 160, house value)" in reasons


@proves("KN-GROUP-02")
def test_units_of_several_nations_are_reported_but_not_refused() -> None:
    sizes, reasons = _sizes(*_TANKS, unit("uk.odd", "us.squad", (60, 5)), *_FOES, game_size="company")
    assert sizes.refused == ()
    assert any("units of british and american" in reason for reason in reasons)


@proves("KN-GROUP-02", "KN-GROUP-12", "KN-SETUP-05")
def test_a_battle_group_needs_a_unit() -> None:
    with pytest.raises(BadInput, match="'de' is not a side with one unit or more"):
        _sizes(*_TANKS, game_size="company")


@proves("KN-FIELD-03", "KN-FIELD-04", "KN-FIELD-05")
@pytest.mark.parametrize(
    ("size", "wide_ft", "deep_ft", "words"),
    [
        ("platoon", 6, 4, "suits a platoon game: 6 by 4 or 6 by 6 feet"),
        ("platoon", 5, 5, "is small for a platoon game"),
        ("platoon", 5.9, 4, "is small for a platoon game"),
        ("company", 6, 5.9, "is small for a company game"),
        ("company", 6, 4, "is small for a company game: 6 by 6 or 8 by 4 feet"),
        ("company", 4, 8, "suits a company game"),
        ("battalion", 8, 4, "is small for a battalion game: 8 by 6 or 10 by 6 feet"),
        ("battalion", 12, 7, "suits a battalion game"),
    ],
)
def test_the_table_that_a_game_of_its_size_wants_is_advised(
    size: str, wide_ft: float, deep_ft: float, words: str
) -> None:
    board = Tabletop("drawn", 12 * wide_ft, 12 * deep_ft, ())
    state = GameState(board, {one.id: one for one in (*_TANKS, *_FOES)}, (), (UK, DE))
    advice = RULESET.force_sizes(state, {"game_size": size}).reasons[-1]
    assert words in advice.text
    assert not advice.decides


@proves("KN-FIELD-03", "KN-FIELD-04", "KN-FIELD-05")
def test_table_size_advice_is_given_only_for_tables() -> None:
    units = {one.id: one for one in (*_TANKS, *_FOES)}
    for board, told in ((table(), True), (HexBoard("meadow", HexGrid(8, 8)), False)):
        reasons = RULESET.force_sizes(GameState(board, units, (), (UK, DE)), {}).reasons
        assert any("a table of" in str(reason) for reason in reasons) is told
