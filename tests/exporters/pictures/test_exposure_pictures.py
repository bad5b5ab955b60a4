"""Pictures of a place and of where to stand, with a legend also for an empty answer."""

from math import dist

from exporters.board_shapes import centre
from exporters.picture import Label, Role
from exporters.pictures.exposure_pictures import change_picture, here_picture, threat_picture, where_picture
from maps.library import scenario
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.ruleset import RULESET
from rules.planning.change import change
from rules.planning.here import here
from rules.planning.threat import threat_asked
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


def test_a_place_is_named_with_the_enemies_that_would_see_the_unit_there_if_any() -> None:
    forest = (Role.TARGET, "forest, level 0; TEM -1")
    far = (Role.NUMBER, "at an enemy: its chance to harm")
    assert roles_and_words(Hex.named("F3")) == (forest, (Role.SIGHT_CLEAR, "would see it there"), far)
    assert roles_and_words(Hex.named("F3"), None) == (forest,)
    assert roles_and_words(Hex.named("A3"))[-1] == (Role.SIGHT_BLOCKED, "no known enemy would see it there")
    assert len(roles_and_words(Hex.named("G3"))) == 1, "who stands there himself has no line to it"


def test_the_picture_says_that_nothing_in_reach_changes_a_line() -> None:
    ruling = change(RULESET, STATE, SQUAD, FOE)
    assert change_picture(STATE.board, ruling).legend[-1] == (
        Role.VIEWER,
        "in sight from nowhere within reach",
    )


def test_the_picture_says_that_no_place_serves() -> None:
    beyond_woods = Hex.named("H3")
    posts = where(RULESET, STATE, SQUAD, Purpose.SEE, beyond_woods)
    assert where_picture(STATE.board, posts, beyond_woods).legend == (
        (Role.VIEWER, "no place within its reach serves"),
    )


def test_enemies_in_one_place_share_one_figure_without_a_danger_figure() -> None:
    """LHY: 3 Sqd and the Panzerschreck see the squad from K8, 1 Sqd and Lt. Steiner from L4; the tank in M6
    is in motion and would halt to fire."""
    state, book = scenario("mill-crossing").state(), RULESET
    asked = threat_asked(book, state, state.unit("us.able.1.squad.2"), "everywhere")
    figures = [
        mark for mark in threat_picture(state.board, asked).marks
        if isinstance(mark, Label) and mark.role is Role.NUMBER
    ]  # fmt: skip
    at = {place: centre(state.board, Hex.named(place)) for place in ("K8", "L4", "M6")}
    told = {
        place: [one.text for one in figures if dist(one.at, middle) < 0.6] for place, middle in at.items()
    }
    assert told == {"K8": ["10%, 4 hexes"], "L4": ["5 hexes, 0%"], "M6": ["10%"]}
