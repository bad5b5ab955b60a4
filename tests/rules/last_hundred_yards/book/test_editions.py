"""The editions: the switches of each, the edition that a later figure comes from, and the edition a table plays by."""

import csv
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from rules import last_hundred_yards
from rules.errors import BadInput, Unknown
from rules.game.citation import Provenance
from rules.game.state import GameState
from rules.game.verdicts import Visibility
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import IN_MOTION
from rules.last_hundred_yards.book.editions import (
    BOOK_2019,
    SERIES_3_1,
    STRICT_2019,
    Edition,
    LaterEdition,
    LaterGround,
    Switch,
)
from rules.last_hundred_yards.book.options import AS_WE_READ
from rules.last_hundred_yards.book.rulebook import LHY, READINGS, cite, cite_later, our
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.progress import progress_of
from tests.drawing import board
from tests.rules.last_hundred_yards.playing import BANDS, at, unit

LOWER_WOODS = GameState(board("h/1\nw\nh/1"))
A1, A3 = Hex.named("A1"), Hex.named("A3")


def test_strict_2019_is_all_switches_together() -> None:
    assert AS_WE_READ.named((STRICT_2019,)).switches == frozenset(Switch)
    assert AS_WE_READ.named(("blind_at_any_level", "lower_woods_block")).switches == {
        Switch.BLIND_AT_ANY_LEVEL,
        Switch.LOWER_WOODS_BLOCK,
    }
    assert AS_WE_READ.named(()).switches == frozenset()


def test_an_unknown_switch_is_refused_and_the_known_ones_are_listed() -> None:
    with pytest.raises(
        Unknown, match=r"no switch named 'fog'; there are strict_2019, 2019, series-3.1, lower_woods_block"
    ):
        AS_WE_READ.named(("fog",))


def test_every_switch_belongs_to_a_reading_and_every_reading_has_its_number() -> None:
    named = {reading.switch for reading in READINGS if reading.switch}
    of_play = {field.name for field in fields(Edition)} - set(LaterGround)
    assert named - set(LaterGround) - of_play == set(Switch)
    assert READINGS[0].number == 1
    assert str(our(1)) == "LHY 4.2.1a, OUR 1, from Series Rules v2.1"
    assert all(our(reading.number).book is LHY for reading in READINGS)


def test_the_ruleset_rules_by_the_switches_of_a_table() -> None:
    strict = RULESET.with_options((STRICT_2019,), {})
    assert RULESET.line_of_sight(LOWER_WOODS, A1, A3).verdict.visibility is Visibility.CLEAR
    assert strict.line_of_sight(LOWER_WOODS, A1, A3).verdict.visibility is Visibility.BLOCKED
    assert RULESET.sight_field(LOWER_WOODS, A1).verdict.visibility[A3] is Visibility.CLEAR
    assert strict.sight_field(LOWER_WOODS, A1).verdict.visibility[A3] is Visibility.BLOCKED


def test_the_ruleset_accepts_house_values_of_the_players() -> None:
    own = RULESET.with_options((), {"forest_levels": 1})
    forest = GameState(board("h/1\nf\nh/1"))
    assert RULESET.line_of_sight(forest, A1, A3).verdict.visibility is Visibility.BLOCKED
    assert own.line_of_sight(forest, A1, A3).verdict.visibility is Visibility.CLEAR
    with pytest.raises(Unknown, match="no house value named 'forest_height'"):
        RULESET.with_options((), {"forest_height": 1})


FOLDER = Path(next(iter(last_hundred_yards.__path__)))
NAMES = {
    "2019": LaterEdition.EXAMPLES_2019,
    "2019 example": LaterEdition.EXAMPLES_2019,
    "2019 sector art": LaterEdition.EXAMPLES_2019,
    "v2.1": LaterEdition.SERIES_2_1,
    "BT 2023": LaterEdition.BASIC_TRAINING,
    "v3.0": LaterEdition.SERIES_3_0,
    "v3.1": LaterEdition.SERIES_3_1,
}
_CITED = re.compile(r"""\bcite(?:_later\(\s*["']([^"']+)["'],?\s*\)|\(["']([^"']+)["'], _LATER\))""")


@cache
def ledger() -> tuple[tuple[str, str], ...]:
    with (FOLDER / "ledger.csv").open(encoding="utf-8", newline="") as lines:
        return tuple((row["id"].removeprefix("LHY-"), row["edition"]) for row in csv.DictReader(lines))


def cited_from_later_editions() -> Iterator[str]:
    """Every section that the sources cite from a later edition by its number."""
    for path in FOLDER.rglob("*.py"):
        for section, in_book in _CITED.findall(path.read_text(encoding="utf-8")):
            yield section or in_book


@pytest.mark.parametrize("section", sorted({*cited_from_later_editions(), "11.3.3g", "11.3.3j", "11.5.4i"}))
def test_a_later_section_names_the_edition_that_the_ledger_gives(section: str) -> None:
    exact = {edition for rule, edition in ledger() if rule == section}
    below = {
        edition
        for rule, edition in ledger()
        if rule.startswith(section) and not rule[len(section) : len(section) + 1].isdigit()
    }
    allowed = {NAMES[edition] for edition in exact or below if edition in NAMES}
    assert cite_later(section).later in allowed


def test_a_later_citation_says_its_edition_and_a_printed_one_does_not() -> None:
    assert str(cite_later("11.3.3l")) == "LHY 11.3.3l, from Series Rules v3.0"
    assert str(cite_later("11.3.3h")) == "LHY 11.3.3h, from Basic Training 2023"
    assert cite_later("11.3.3l").edition == "Series Rules v3.0"
    assert (str(cite("4.2.1a")), cite("4.2.1a").edition) == ("LHY 4.2.1a", "2019")


def test_a_reading_that_a_later_edition_settles_names_it() -> None:
    for reading in READINGS:
        assert bool(reading.later) == (reading.provenance is Provenance.LATER_EDITION), reading.number


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
    """The truck on the road in the woods is a hindrance; B2 is next to it, off the road."""
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
def test_every_edition_switch_can_be_set_at_a_table_and_overrides_the_mission(name: str) -> None:
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
    """Without enclosed roads the woods of A3 block along the road; the truck stays on the road by the rest of 3.1."""
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
def test_a_wrong_switch_setting_is_refused(name: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        RULESET.with_options((name,), {})
