"""What a place is and where to stand, as pictures: an answer of nothing is said as well."""

from exporters.picture import Role
from exporters.pictures.exposure_pictures import change_picture, here_picture, where_picture
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.ruleset import RULESET
from rules.planning.change import change
from rules.planning.here import here
from rules.planning.where import Purpose, where
from tests.drawing import board

SQUAD = Unit("squad", "us.able.1.squad.1", "us", Hex.named("B3"))
FOE = Unit("foe", "ge.1kp.1.squad.1", "ge", Hex.named("G3"))
STATE = GameState(
    board(
        """
        .  .  f  .  .  f  .  .
        .  .  f  .  .  f  .  .
        .  .  .  f  .  f  .  .
        .  .  f  .  .  f  .  .
        """
    ),
    {unit.id: unit for unit in (SQUAD, FOE)},
    sides=("us", "ge"),
)


def roles_and_words(place: Hex, unit: Unit | None = SQUAD) -> tuple[tuple[Role, str], ...]:
    return here_picture(STATE.board, here(RULESET, STATE, place, unit)).legend


def test_a_place_is_named_and_who_would_see_the_unit_there_or_that_nobody_would() -> None:
    forest = (Role.TARGET, "forest, level 0; TEM -1")
    far = (Role.NUMBER, "at an enemy: its chance to harm")
    assert roles_and_words(Hex.named("F3")) == (forest, (Role.SIGHT_CLEAR, "would see it there"), far)
    assert roles_and_words(Hex.named("F3"), None) == (forest,)
    assert roles_and_words(Hex.named("A3"))[-1] == (Role.SIGHT_BLOCKED, "no known enemy would see it there")
    assert len(roles_and_words(Hex.named("G3"))) == 1, "who stands there himself has no line to it"


def test_a_line_that_nothing_in_reach_changes_says_so() -> None:
    ruling = change(RULESET, STATE, SQUAD, FOE)
    assert change_picture(STATE.board, ruling).legend[-1] == (
        Role.VIEWER,
        "in sight from nowhere within reach",
    )


def test_where_to_stand_says_that_no_place_serves() -> None:
    beyond_woods = Hex.named("H3")
    posts = where(RULESET, STATE, SQUAD, Purpose.SEE, beyond_woods)
    assert where_picture(STATE.board, posts, beyond_woods).legend == (
        (Role.VIEWER, "no place within its reach serves"),
    )
