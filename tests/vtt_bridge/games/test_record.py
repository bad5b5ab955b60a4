"""The record of a game as each side may read it, and ways planned before they are declared."""

from fractions import Fraction
from itertools import pairwise

import pytest

from rules.catalog import ruleset
from rules.game.engine.forecast import HIDDEN_OUTCOME
from rules.game.engine.play import Action
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.ground.table.inches import Spot
from rules.last_hundred_yards.declarations.missions.setup import PlaceUnit
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.going import Orders, orders_from_words
from vtt_bridge.games.planned_way import planned_way
from vtt_bridge.games.record import Reader, RecordedTurn, recorded, ruling_on, units_after
from vtt_bridge.games.running_game import RunningGame, begun

ALL = Reader(sees_all=True)


def game(book: str, scenario: str, *actions: str | Action, seed: int = 4) -> RunningGame:
    now = begun(GameHead(book, scenario, seed), ruleset)
    for action in actions:
        now = now.declare(now.allowed(action) if isinstance(action, str) else action)
    return now


@pytest.fixture(scope="module")
def tigers() -> RunningGame:
    """American tanks drive down to F6, where the Tiger in L6 comes to light."""
    opening = ("RollInitiative", "SelectCompany company=able-tank", "Activate platoons=able-tank.2,")
    now = game("lhy", "lhy-tiger-at-the-bridge", *opening)
    for place in ("B6", "C6", "D6", "E5", "F6"):
        now = now.declare(now.allowed(f"Maneuver unit=us.able-tank.2.1 to={place}"))
    return now


def turns(now: RunningGame, reader: Reader) -> tuple[RecordedTurn, ...]:
    return tuple(recorded(now, 0, len(now.turns), reader))


def places(units: tuple[Unit, ...], told: tuple[RecordedTurn, ...]) -> dict[str, str]:
    """The place of every unit after the last of the turns, from the units before them and their changes."""
    there = {unit.id: str(unit.at) for unit in units}
    for turn in told:
        there |= {unit.id: str(unit.at) for unit in turn.units}
        for name in turn.gone:
            del there[name]
    return there


def test_a_turn_records_declaration_dice_changes_and_the_units_and_places_named(tigers: RunningGame) -> None:
    first, *_, last = turns(tigers, ALL)
    assert first.declared == "roll for the initiative"
    assert [event.what for event in first.dice][:2] == [
        "initiative of the American player",
        "initiative of the German player",
    ]
    assert "the American player has the initiative" in first.changes
    assert (last.side, last.declared) == ("us", "M4A3(75) #1 maneuvers to F6")
    assert "M4A3(75) #1 in F6" in last.changes
    assert (last.named, last.places) == (("us.able-tank.2.1",), (Hex.named("F6"),))


@pytest.mark.parametrize("reader", [ALL, Reader("us"), Reader("ge"), Reader("")])
def test_the_recorded_changes_add_up_to_the_units_that_the_reader_knows(
    tigers: RunningGame, reader: Reader
) -> None:
    told = turns(tigers, reader)
    known = reader.known(tigers)
    assert places(units_after(tigers, 0, reader), told) == {
        unit.id: str(unit.at) for unit in known.units.values()
    }
    assert places(units_after(tigers, 4, reader), told[4:]) == places(units_after(tigers, 0, reader), told)


def test_a_concealed_unit_is_a_nameless_counter_in_the_record_until_it_is_revealed(
    tigers: RunningGame,
) -> None:
    """LHY 4.3: before the tank is in F6 the Americans know of somebody in L6, and no more."""
    before = units_after(tigers, 3, Reader("us"))
    assert [unit.name for unit in before if str(unit.at) == "L6"] == ["concealed units L6"]
    last = turns(tigers, Reader("us"))[-1]
    assert [unit.name for unit in last.units if unit.side == "ge"] == ["Pz VIe #1"]
    texts = [
        text
        for turn in turns(tigers, Reader("us"))[:-1]
        for text in (turn.declared, *turn.changes, *turn.lines)
    ]
    assert not any("Pz VI" in text or "ge.tiger" in text for text in texts)


def test_the_record_for_the_other_side_names_neither_the_concealed_unit_nor_its_place() -> None:
    """LHY 4.3: the Germans see a nameless counter in J4 and none in J5."""
    opening = ("RollInitiative", "SelectCompany company=baker", "Activate platoons=baker.2,")
    now = game("lhy", "lhy-ridge-farm", *opening, "Maneuver unit=us.baker.2.squad.3 to=J4", seed=3)
    own, other = (turns(now, Reader(side))[-1] for side in ("us", "ge"))
    assert (own.named, own.places) == (("us.baker.2.squad.3",), (Hex.named("J4"),))
    assert (other.declared, other.named, other.places) == ("", (), ())
    assert ([unit.id for unit in other.units], other.gone) == (["concealed@J4"], ("concealed@J5",))


def test_the_ruling_on_a_past_turn_gives_the_odds_it_had(tigers: RunningGame) -> None:
    """With 2 more the Americans are above in 64 of 100 throws and level and even in 4; on a 10 a sniper hits in 2 of 10.

    The Americans do not know which unit the sniper hits on a German 10, which loses to an 8 or more.
    """
    ruling = ruling_on(tigers, 1)
    assert ruling.odds is not None
    assert ruling.odds.chances == {
        "the American player has the initiative": Fraction(68_00 - 60 - 2_00 + 4, 100_00),
        "Lt. Cherry lost; the American player has the initiative": Fraction(2_00 - 4, 100_00),
        "the German player has the initiative": Fraction(32_00 - 1_40, 100_00),
        HIDDEN_OUTCOME: Fraction(2, 100),
    }


def test_a_planned_way_gives_each_hex_with_its_cost_and_declares_nothing() -> None:
    """LHY 10.1.1b, 4.1.8: along the road a tank pays 1 MP a hex, of 5."""
    now = game(
        "lhy",
        "lhy-tiger-at-the-bridge",
        "RollInitiative",
        "SelectCompany company=able-tank",
        "Activate platoons=able-tank.2,",
    )
    planned = planned_way(now, orders_from_words(now, "us.able-tank.2.1 to F6"))
    ways = [way for step in planned.steps for way in step.ways]
    assert [" ".join(map(str, way.places)) for way in ways] == ["A6 B6", "B6 C6", "C6 D6", "D6 E5", "E5 F6"]
    assert [way.price for way in ways] == ["1 MP"] * 5
    assert planned.steps[1].left == ("M4A3(75) #1 has 3 of 5 MP left",)
    assert planned.stopped == ""
    assert "Tiger" not in str(planned), "who is concealed there is not known yet"
    assert str(now.state.unit("us.able-tank.2.1").at) == "A6"


def test_a_planned_way_says_where_the_rules_stop_it() -> None:
    """LHY 10.0: three hexes for the 3 MP of a leader, then the maneuver is over."""
    opening = ("RollInitiative", "SelectCompany company=baker", "Activate platoons=baker.2,")
    now = game("lhy", "lhy-ridge-farm", *opening, seed=3)
    planned = planned_way(now, orders_from_words(now, "us.baker.2.leader to H1"))
    assert planned.reports == ("Lt. Jackson is in H2: the maneuver of Lt. Jackson is over (LHY 10.0)",)
    assert len(planned.steps) == 3


def test_a_planned_way_stops_before_a_die() -> None:
    """KGN Minefields: beyond the bridge mines lie by the road."""
    now = game("kgn", "kgn-sunken-crossroads", "RollCommand", "KeepCommand", seed=5)
    planned = planned_way(now, orders_from_words(now, "uk.ht to 40,25.2"))
    assert [bool(step.ways) for step in planned.steps] == [False, True]
    assert planned.stopped.startswith("a die would fall as Half-track moves to (40, 25.2), ")
    ways = [way.places for step in planned.steps for way in step.ways]
    assert all(before[-1] == after[0] for before, after in pairwise(ways))


def test_a_planned_way_under_opportunity_fire_lists_what_the_enemy_may_answer() -> None:
    """MATG1 8.5.2: the road is the quickest way, and runs before the guns of the first platoon."""
    named = "NameGroup stands=us-1a,us-1b,us-1c", "Pass", "GoFirst first=german", "Pass", "Pass", "RollOrders"
    ordered = "GoFirst first=us", "MoveGroup group=1 ordered=true"
    opening = "RollInitiative", "GoFirst first=german", "Pass", *named, *ordered
    now = game("matg1", "duel-on-the-long-lane", *opening, seed=1)
    planned = planned_way(now, orders_from_words(now, "us-1a to 29,13.5"))
    (step,) = planned.steps
    assert [(way.unit, way.places[-1], way.price) for way in step.ways] == [
        ("us-1a", Spot(29, 13.5), "4.85 MP")
    ]
    assert [answer.split(" after")[0] for answer in step.answers] == [
        "if opportunity fire of Panzer 1/1",
        "if opportunity fire of Panzer 1/2",
    ]


def test_a_planned_way_of_a_unit_to_be_set_up_is_its_place() -> None:
    """LHY 17.8: at set-up a unit is put where it is sent."""
    now = game("lhy", "lhy-market-quarter")
    choices = [choice.action for choice in now.choices("ge.mg.4")]
    place = next(choice.at for choice in choices if isinstance(choice, PlaceUnit) and not choice.hidden)
    planned = planned_way(now, Orders(("ge.mg.4",), place))
    assert [way.places for step in planned.steps for way in step.ways] == [(place,)]
