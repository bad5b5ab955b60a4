"""A table that names an edition, or single switches of the ground, asks and plays by them."""

from dataclasses import fields

import pytest

from rules.errors import BadInput
from rules.game.state import GameState
from rules.game.verdicts import Visibility
from rules.last_hundred_yards.book.conditions import IN_MOTION
from rules.last_hundred_yards.book.editions import BOOK_2019, SERIES_3_1, Edition, LaterGround
from rules.last_hundred_yards.book.rulebook import READINGS
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.progress import progress_of
from tests.drawing import board
from tests.rules.last_hundred_yards.playing import BANDS, at, unit

SQUAD, TRUCK, FOE = "us.able.1.squad.1", "us.truck.1", "ge.1kp.1.squad.1"
LANE = board(". .\n. .\nw .\n. .\n. .", roads="A1 A2 A3 A4 A5")
PLAIN = GameState(
    LANE,
    {one.id: one for one in (unit(SQUAD, "A5"), unit(FOE, "A1"), unit(TRUCK, "A3", IN_MOTION))},
    sides=("us", "ge"),
)
MISSION = {
    "attacker": "us", "minutes": 60, "victory": BANDS,
    "sides": {"us": {"nation": "us", "edge": "south"}, "ge": {"nation": "ge", "edge": "north"}},
}  # fmt: skip


@pytest.mark.parametrize(
    ("names", "visibility", "off_the_road"),
    [
        ((), Visibility.BLOCKED, True),
        (("2019",), Visibility.BLOCKED, True),
        (("series-3.1",), Visibility.HINDERED, False),
        (("enclosed_roads",), Visibility.HINDERED, True),
        (("forest_roads_for_afvs",), Visibility.BLOCKED, False),
    ],
)
def test_questions_follow_the_edition_and_the_switches_that_a_table_names(
    names: tuple[str, ...], visibility: Visibility, off_the_road: bool
) -> None:
    """The truck on the road in the woods hinders; B2 is next to it, off the road."""
    book = RULESET.with_options(names, {})
    game = book.opening(PLAIN, MISSION)
    for state in (PLAIN, game):
        assert book.line_of_sight(state, at("A1"), at("A5")).verdict.visibility is visibility
        assert book.sight_field(state, at("A1")).verdict.visibility[at("A5")] is visibility
        assert (book.path(state, state.unit(TRUCK), at("B2")).verdict.cost == 2) is off_the_road


def test_a_game_opened_by_an_edition_is_played_by_it_whatever_its_mission_says() -> None:
    def edition_of(*names: str, **options: str) -> object:
        return progress_of(
            RULESET.with_options(names, {}).opening(PLAIN, {**MISSION, **options})
        ).mission.edition

    assert edition_of() == edition_of(edition="2019") == edition_of("2019", edition="series-3.1") == BOOK_2019
    assert edition_of(edition="series-3.1") == edition_of("series-3.1") == SERIES_3_1
    assert edition_of("tree_lines") == BOOK_2019.with_switches({"tree_lines": True})


def test_the_later_edition_turns_on_every_switch_of_the_ground_and_2019_none() -> None:
    assert SERIES_3_1.ground == frozenset(LaterGround)
    assert not BOOK_2019.ground


@pytest.mark.parametrize("name", [field.name for field in fields(Edition) if field.name != "name"])
def test_every_switch_of_the_editions_can_be_set_at_a_table_and_goes_before_the_mission(name: str) -> None:
    """Set otherwise than in 2019, in a game of a mission of either edition."""
    old = getattr(BOOK_2019, name)
    wanted = not old if isinstance(old, bool) else old + 1
    told = f"{name}={str(wanted).lower()}"
    for mission in ("2019", "series-3.1"):
        game = RULESET.with_options((told,), {}).opening(PLAIN, {**MISSION, "edition": mission})
        assert getattr(progress_of(game).mission.edition, name) is wanted
    if wanted is True:
        assert getattr(RULESET.with_options((name,), {}).options.edition, name)


def test_every_switch_that_a_reading_names_can_be_set_at_a_table() -> None:
    named = {reading.switch for reading in READINGS if reading.switch}
    for name in named:
        value = "=0" if name == "fp_stacking_steps" else ""
        assert RULESET.with_options((f"{name}{value}",), {}).options != RULESET.options


def test_a_switch_of_the_ground_can_be_taken_out_of_an_edition() -> None:
    """Without enclosed roads the woods of A3 block along the road; the truck keeps to it as in the rest of 3.1."""
    book = RULESET.with_options(("series-3.1", "enclosed_roads=false"), {})
    for state in (PLAIN, book.opening(PLAIN, MISSION)):
        assert book.line_of_sight(state, at("A1"), at("A5")).verdict.visibility is Visibility.BLOCKED
        assert book.path(state, state.unit(TRUCK), at("B2")).verdict.cost == 3, "round by A2"
    assert book.options.edition == SERIES_3_1.with_switches({"enclosed_roads": False})


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("fp_stacking_steps", "switches.fp_stacking_steps: '' is not a whole number"),
        ("fp_stacking_steps=true", "switches.fp_stacking_steps: 'true' is not a whole number"),
        ("overwatch=2", "switches.overwatch: '2' is not true or false"),
    ],
)
def test_a_switch_set_to_what_it_is_not_is_refused(name: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        RULESET.with_options((name,), {})
