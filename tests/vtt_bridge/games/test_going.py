"""Units sent to a place in real games: their way, what is declared for it, and where and why they stop."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from rules.catalog import ruleset
from rules.errors import BadInput, Unknown
from rules.ground.hex.hexes import Hex
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.micro_armour.declarations.movement.stands import MoveStand
from rules.micro_armour.state.stands import contact_groups, spot_of
from rules.planning.whole_way import whole_way
from vtt_bridge.errors import SeveralUnits
from vtt_bridge.games.game_file import begin_log, resumed_from
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.going import Gone, go, orders_from_words
from vtt_bridge.games.offer_text import choice_lines
from vtt_bridge.games.running_game import begun
from vtt_bridge.games.session import LogSession


class Played:
    """A game of a bundled scenario in a file."""

    def __init__(self, path: Path, book: str, scenario: str, *actions: str, seed: int = 3) -> None:
        self.log = str(path / "game.log")
        begin_log(self.log, begun(GameHead(book, scenario, seed), ruleset).log)
        self.do(*actions)

    @property
    def session(self) -> LogSession:
        return LogSession(self.log, ruleset)

    def do(self, *actions: str) -> "Played":
        for action in actions:
            session = self.session
            session.declare(session.now.allowed(action))
        return self

    def go(self, words: str) -> Gone:
        session = self.session
        return go(session, orders_from_words(session.now, words))

    def at(self, unit: str) -> str:
        return str(self.session.now.state.unit(unit).at)


@pytest.fixture
def ridge(tmp_path: Path) -> Played:
    """The second platoon of baker may maneuver."""
    opening = ("RollInitiative", "SelectCompany company=baker", "Activate platoons=baker.2,")
    return Played(tmp_path, "lhy", "lhy-ridge-farm", *opening)


@pytest.fixture
def orchards(tmp_path: Path) -> Played:
    """The Germans may activate three units."""
    return Played(tmp_path, "kgn", "kgn-two-orchards", "RollForFirst", "RollCommand", "KeepCommand")


@pytest.fixture
def lane(tmp_path: Path) -> Played:
    """Both sides wait off the table; the Germans name groups."""
    return Played(tmp_path, "matg2", "meeting-on-the-long-lane", "RollInitiative", "GoFirst first=german")


def test_a_way_is_declared_hex_by_hex_and_undone_as_a_whole(ridge: Played) -> None:
    """LHY 10.0, 10.1.1a: three open hexes for 3 MP; the maneuver that is spent is over."""
    before = Path(ridge.log).read_text("utf-8")
    gone = ridge.go("us.baker.2.leader to H2")
    assert [str(action) for action in gone.declared] == [
        f"us.baker.2.leader maneuvers to {place}" for place in ("H4", "H3", "H2")
    ]
    assert (ridge.at("us.baker.2.leader"), gone.stopped) == ("H2", "")
    assert ridge.session.now.undo_words == "the whole last way (3 actions)"
    ridge.session.undo()
    assert Path(ridge.log).read_text("utf-8") == before


def test_of_two_units_sent_together_undo_takes_back_one_way_at_a_time(ridge: Played) -> None:
    """Whoever sent a platoon and regrets the last squad keeps what the others did."""
    leader, squad = "us.baker.2.leader", "us.baker.2.squad.3"
    began_in = ridge.at(squad)
    ridge.go(f"{leader}, {squad} to H3")
    assert (ridge.at(leader), ridge.at(squad)) == ("H3", "H3")
    ridge.session.undo()
    assert (ridge.at(leader), ridge.at(squad)) == ("H3", began_in)


def test_a_name_that_fits_several_units_is_refused_and_a_pattern_names_them_all(ridge: Played) -> None:
    """An id, or else a name that one alone has; several are sent by a pattern."""
    for words in ("2", "squad", "squad, us.baker.2.leader"):
        with pytest.raises(SeveralUnits, match=r"name one of us\.baker\.2\.squad\.1 \(1st Squad"):
            orders_from_words(ridge.session.now, f"{words} to H4")
    assert orders_from_words(ridge.session.now, "2nd squad to H4").units == ("us.baker.2.squad.2",)
    assert len(orders_from_words(ridge.session.now, "us.baker.2.squad.* to H4").units) == 3
    for name in ("1st squad, Baker 2nd Plt", "1st squad, Baker"):
        assert orders_from_words(ridge.session.now, f"{name}, Lt. Jackson to H4").units == (
            "us.baker.2.squad.1",
            "us.baker.2.leader",
        )


def test_an_enemy_unit_named_in_orders_is_refused_as_not_ones_own(orchards: Played) -> None:
    """No unit of one's own is guessed at in its place."""
    now = orchards.session.now
    (enemy, *_) = (unit.id for unit in now.names(now.to_act or "").units_of("") if unit.side != now.to_act)
    with pytest.raises(BadInput, match=rf"^unit: '{enemy}' is not one of the Germans, whose turn it is$"):
        orders_from_words(now, f"{enemy} to 30,20")


def test_a_unit_stops_with_the_cited_rule_once_its_mp_are_spent(ridge: Played) -> None:
    gone = ridge.go("us.baker.2.leader to H1")
    assert (ridge.at("us.baker.2.leader"), len(gone.declared)) == ("H2", 3)
    assert gone.lines == ("Lt. Jackson is in H2: the maneuver of Lt. Jackson is over (LHY 10.0)",)


def test_a_squad_that_loses_concealment_stops_the_others_and_the_same_orders_resume(ridge: Played) -> None:
    """LHY 17.9, 4.3.1: in the open a squad loses its concealment; the rest of its platoon waits for new orders."""
    stops = []
    while (gone := ridge.go("us.baker.2.squad.* to F3")).declared:
        stops.append(gone.lines)
    assert stops[0][-1] == "Stopped: 3rd Squad, Baker 2nd Plt is no longer concealed"
    assert [ridge.at(f"us.baker.2.squad.{n}") for n in (1, 2, 3)] == ["F3", "F3", "G3"]
    assert "the maneuver of 3rd Squad, Baker 2nd Plt is over (LHY 10.0)" in gone.reports[-1]


def test_units_not_yet_moved_when_all_stop_are_named(ridge: Played) -> None:
    gone = ridge.go("us.baker.2.squad.3 us.baker.2.leader to G3")
    assert gone.lines[1:] == (
        "Not sent on: Lt. Jackson.",
        "Stopped: 3rd Squad, Baker 2nd Plt is no longer concealed",
    )


def test_an_enemy_coming_into_sight_stops_the_units_sent(tmp_path: Path) -> None:
    """LHY 4.3.1: the Tiger in L6 is known as soon as a tank in F6 sees it; then the other tanks may be sent on."""
    opening = ("RollInitiative", "SelectCompany company=able-tank", "Activate platoons=able-tank.2,")
    tiger = Played(tmp_path, "lhy", "lhy-tiger-at-the-bridge", *opening, seed=4)
    gone = tiger.go("us.able-tank.2.* to F6")
    assert gone.stopped == "Pz VIe #1 is seen in L6"
    assert gone.reports == ("M4A3(75) #1 is in F6.", "Not sent on: M4A3(75) #2, M4A3(75) #3.")
    assert "M4A3(75) #1 can do nothing now." in choice_lines(
        tiger.do("EndManeuver").session.now, "us.able-tank.2.1"
    )


def test_orders_outside_the_activation_are_refused_by_rule_and_declare_nothing(tmp_path: Path) -> None:
    """LHY 5.0, 6.0: first a company is selected and a platoon activated."""
    ridge = Played(tmp_path, "lhy", "lhy-ridge-farm", "RollInitiative")
    before = Path(ridge.log).read_text("utf-8")
    gone = ridge.go("us.baker.2.leader to H2")
    words = "that cannot be declared now: play waits for company selection (LHY 5.0)"
    assert (gone.declared, gone.lines) == ((), (f"Lt. Jackson is in H5: {words}",))
    assert Path(ridge.log).read_text("utf-8") == before


def test_orders_with_an_unknown_unit_a_place_off_the_board_or_no_to_are_refused(ridge: Played) -> None:
    with pytest.raises(Unknown, match=r"no unit of the Americans named 'us\.able\.\*'"):
        ridge.go("us.able.* to H2")
    with pytest.raises(Unknown, match="is not on the board"):
        ridge.go("us.mg.1 to Z99")
    with pytest.raises(BadInput, match=r"orders: 'us\.mg\.1 H2' is not UNITS to PLACE"):
        ridge.go("us.mg.1 H2")


def test_a_unit_to_be_set_up_is_set_up_where_it_is_sent(tmp_path: Path) -> None:
    """LHY 17.7."""
    played = Played(tmp_path, "lhy", "lhy-market-quarter")
    unit = next(unit.id for unit in played.session.now.state.units.values() if unit.side == "ge")
    wanted = next(str(choice.action).split()[-1] for choice in played.session.now.choices(unit))
    gone = played.go(f"{unit} to {wanted}")
    assert [str(action) for action in gone.declared] == [f"{unit} sets up in {wanted}"]


def test_a_vehicle_sent_far_is_activated_for_two_moves_along_the_road(orchards: Played) -> None:
    """KGN Activation, Road movement: 12 inches in the open, more by road; what is left of the way is the second Move."""
    start = orchards.session.now.state.unit("de.car").at
    assert isinstance(start, Spot)
    gone = orchards.go("de.car to 40,25")
    kinds = [type(action).__name__ for action in gone.declared]
    assert kinds == ["Activate", "Move", "Move"]
    assert orchards.at("de.car") == "(40, 25)"


def test_a_way_over_mines_stops_before_the_die_until_it_is_ordered_again(tmp_path: Path) -> None:
    """KGN Minefields: 12 inches by a good road are 24; beyond the bridge mines lie by the road, and there is no other way."""
    played = Played(tmp_path, "kgn", "kgn-sunken-crossroads", "RollCommand", "KeepCommand", seed=5)
    gone = played.go("uk.ht to 40,25.2")
    assert [type(action).__name__ for action in gone.declared] == ["Activate", "Move"]
    assert gone.stopped.startswith("a die would fall as Half-track moves to (40, 25.2), ")
    there = played.session.now.state.unit("uk.ht").at
    assert isinstance(there, Spot)
    assert 29.9 < there.x_in < 30
    again = played.go("uk.ht to 40,25.2")
    assert [type(action).__name__ for action in again.declared] == ["Move"]
    assert again.stopped


def test_a_way_around_the_mines_is_taken_where_there_is_one(tmp_path: Path) -> None:
    """KGN Minefields: 4 inches about the sign at (37, 28.3); the straight way of men from the bridge passes within."""
    played = Played(tmp_path, "kgn", "kgn-sunken-crossroads", "RollCommand", "KeepCommand", seed=5)
    state = played.session.now.state
    men = replace(state.unit("uk.1.1"), at=Spot(31, 27))
    book = played.session.now.game.ruleset
    way = whole_way(book, state.with_unit(men), men, Spot(44, 27))
    assert all(isinstance(spot, Spot) and spot.gap_in(Spot(37, 28.3)) > 4 for spot in way[1:-1])
    assert len(way) > 2


def test_a_unit_without_a_way_there_is_not_activated(orchards: Played) -> None:
    gone = orchards.go("de.tank to 40,20")
    assert gone.declared == ()
    told = 'Panzer IV is at (68, 38), 33.3" short of (40, 20): Panzer IV cannot get there (KGN Movement)'
    assert gone.reports == (told,)


def test_a_section_sent_too_far_makes_both_moves_and_is_told_the_inches_missing(orchards: Played) -> None:
    """KGN Movement: a section goes 5 inches a Move."""
    gone = orchards.go("de.1.1 to 40,15")
    assert [type(action).__name__ for action in gone.declared] == ["Activate", "Move", "Move"]
    told = '1. Gruppe is at (55, 15), 15.0" short of (40, 15): 1. Gruppe has been activated this turn (KGN Activation)'
    assert gone.reports == (told,)


def test_the_next_unit_is_activated_after_the_one_before_forgoes_its_second_move(orchards: Played) -> None:
    orchards.go("de.1.1 to 62,15")
    assert orchards.session.now.state.unit("de.1.1").at == Spot(62, 15)
    gone = orchards.go("de.1.3 to 61,41")
    assert [type(action).__name__ for action in gone.declared] == ["Forgo", "Activate", "Move"]


@pytest.mark.parametrize(
    ("covers", "stopped"),
    [
        ("de.pak", "the German player may fire covering fire at Half-track; the German player is to act"),
        ("de.tank", ""),
    ],
)
def test_a_move_stops_for_covering_fire_only_of_an_enemy_that_could_fire(
    orchards: Played, covers: str, stopped: str
) -> None:
    """KGN Covering fire: the enemy on covering fire decides before the move goes on, if it can fire at anything."""
    orchards.do(
        f'Activate unit={covers} kinds=["covering fire"]', "EndActivations", "RemoveSuppression counters=0"
    )
    orchards.do("RollCommand", "KeepCommand")
    gone = orchards.go("uk.ht to 28,25")
    assert [type(action).__name__ for action in gone.declared] == ["Activate", "Move"]
    assert gone.stopped == stopped


def test_a_tank_that_must_turn_for_room_on_its_way_turns_its_front_to_the_enemy(orchards: Played) -> None:
    """KGN Movement, armour facings: between hedges 60 degrees would fit as well, with its rear to the British."""
    declared = orchards.go("de.tank to 40,25").declared
    assert isinstance(declared[1], Move)
    assert declared[1].facing_deg == 240


def test_the_armour_facing_that_a_tank_shows_on_its_way_is_told(tmp_path: Path) -> None:
    lane = Played(tmp_path, "kgn", "kgn-tanks-on-the-lane", "RollForFirst", "RollCommand", seed=5)
    gone = lane.go("de.tank.1 to 58.34,17.66")
    assert gone.reports[0] == "Panzer IV 1 shows its side to Sherman Able."


def test_one_order_repeated_names_a_group_orders_it_and_moves_its_stands(lane: Played) -> None:
    """MATG2 4.2, 8.2, 8.3: posture, then an order and its die, then stand after stand."""
    assert [str(action) for action in lane.go("g-1? to 20,20").declared] == [
        "movement group of g-1a, g-1b, g-1c"
    ]
    lane.do("Pass", "Pass", "GoFirst first=german", "Pass", "Pass", "RollOrders", "GoFirst first=german")
    ordered = lane.go("g-1? to 20,20")
    assert [str(action) for action in ordered.declared] == ["order group 1 to move"]
    assert ordered.stopped.startswith("group 1 to move: d20 shows ")
    gone = lane.go("g-1? to 20,20")
    assert sorted(str(action).split()[0] for action in gone.declared) == ["g-1a", "g-1b", "g-1c"]
    assert gone.stopped == "the American player is to act"
    assert all('" short of (20, 20): as far as' in line for line in gone.reports)
    assert all("gets in base contact (MATG2 8.1.1)" in line for line in gone.reports)


def test_a_stand_sent_ends_the_unfinished_move_of_another(lane: Played) -> None:
    """MATG2 8.3.1: that it stays is nothing to stop for."""
    lane.go("g-1? to 20,20")
    lane.do("Pass", "Pass", "GoFirst first=german", "Pass", "Pass", "RollOrders", "GoFirst first=german")
    lane.go("g-1? to 20,20")
    way = Spot(0.5, 12), Spot(3, 12)
    lane.session.declare(MoveStand("german", "g-1a", way, 90.0, goes_on=True))
    declared = lane.go("g-1b to 20,20").declared
    assert [type(action).__name__ for action in declared] == ["EndMove", "MoveStand"]


def test_a_stand_in_no_movement_group_stays_and_is_told_why(lane: Played) -> None:
    """MATG2 4.2: groups are named in the posture phase; a stand in none does not move this turn."""
    session = lane.session
    session.declare(session.now.action_said("NameGroup stands=g-1a,g-1b,g-1c"))
    while not session.now.status.endswith("German player: choose a group to move, or pass."):
        *_, last = choices = session.now.choices()
        session.declare((last if str(last.action) == "pass" else choices[0]).action)
    gone = lane.go("g-2a to 20,12")
    assert gone.reports == (
        "PzKpfw III 2/1 is off the map: PzKpfw III 2/1 is in no movement group that is still to move (MATG2 4.2)",
    )
    waits = session.now.game.book.waiting(session.now.state, "german")
    assert waits["g-1a"] == "to come on"
    assert waits["g-2a"] == "to come on another turn: in no movement group that is still to move"


@pytest.mark.parametrize(("goal", "is_column"), [("30,11.25", True), ("8,4", False), ("14,12", False)])
def test_a_company_enters_in_column_by_road_or_in_line_and_stays_in_contact(
    lane: Played, goal: str, is_column: bool
) -> None:
    """MATG2 8.1.1, 8.3.2: 9 points are 18 inches of good road, less what coming on costs; in column along it, else in line."""
    lane.go("g-1? to 20,20")
    lane.do("Pass", "Pass", "GoFirst first=german", "Pass", "Pass", "RollOrders", "GoFirst first=german")
    lane.go(f"g-1? to {goal}")
    lane.go(f"g-1? to {goal}")
    stands = [lane.session.now.state.unit(stand) for stand in ("g-1a", "g-1b", "g-1c")]
    assert len(contact_groups(stands)) == 1
    spots = [spot_of(stand) for stand in stands]
    assert (max(spot.x_in for spot in spots) > 15) is is_column
    assert (len({spot.x_in for spot in spots}) > 1) is is_column


def test_a_stand_moves_along_the_road_until_its_points_are_spent(lane: Played) -> None:
    lane.go("g-ghq to 30,11.25")
    lane.do("Pass", "Pass", "GoFirst first=german", "Pass", "Pass", "RollOrders", "GoFirst first=german")
    lane.go("g-ghq to 30,11.25")
    gone = lane.go("g-ghq to 30,11.25")
    assert [type(action).__name__ for action in gone.declared] == ["MoveStand"]
    assert "movement points left (MATG2 8.3.1)" in gone.reports[0]
    assert spot_of(lane.session.now.state.unit("g-ghq")).x_in > 15


def test_taking_one_objective_of_three_does_not_win_the_game(tmp_path: Path) -> None:
    """KGN All objectives secured: the lane, one objective of three, is two Moves up the road."""
    lane = Played(tmp_path, "kgn", "kgn-tanks-on-the-lane", "RollForFirst", "RollCommand", seed=5)
    lane.go("de.tank.2 to 36,24")
    lane.do("no more activations", "end the turn")
    assert "takes The lane" in " ".join(lane.session.now.turns[-1].lines())
    assert lane.session.now.result is None


DUEL = "RollInitiative", "GoFirst first=german", "Pass"


def test_a_stand_sent_by_itself_shows_the_enemy_its_front(tmp_path: Path) -> None:
    """MATG1 8.3.7, 7.3.1: turning costs nothing, and a stand hit elsewhere has half its defence."""
    named = (
        "NameGroup stands=us-ghq",
        "Pass",
        "GoFirst first=german",
        "Pass",
        "Pass",
        "RollOrders",
        "GoFirst first=us",
    )
    duel = Played(tmp_path, "matg1", "duel-on-the-long-lane", *DUEL, *named, seed=7)
    duel.go("us-ghq to 32.5,15")
    duel.go("us-ghq to 32.5,15")
    there = duel.session.now.state.unit("us-ghq")
    assert there.at == Spot(32.5, 15)
    now = duel.session.now
    asked = now.game.ruleset.reach(now.state, there), now.game.ruleset.path(now.state, there, Spot(34, 16))
    assert all(
        "has moved in this phase: so it may move in its next one (MATG1 8.3.1)" in str(one) for one in asked
    )
    assert there.facing_deg == pytest.approx(Spot(32.5, 15).bearing_deg(Spot(13, 12.6)), abs=0.1)


def test_a_stand_that_goes_on_after_opportunity_fire_faces_as_its_group_does(tmp_path: Path) -> None:
    """MATG1 7.4.4, 8.1.2: stopped it faced along its way; its companions come up beside it facing as they did."""
    named = "NameGroup stands=us-1a,us-1b,us-1c", "Pass", "GoFirst first=german", "Pass", "Pass", "RollOrders"
    duel = Played(tmp_path, "matg1", "duel-on-the-long-lane", *DUEL, *named, "GoFirst first=us", seed=1)
    duel.do("MoveGroup group=1 ordered=true")
    gone = duel.go("us-1a to 29,13.5")
    assert gone.reports[0] == "Sherman 1/1 may be stopped by opportunity fire of Panzer 1/1, Panzer 1/2."
    duel.do("opportunity fire of Panzer 1/1 after 6", "hold fire")
    assert duel.session.now.state.unit("us-1a").facing_deg != 270, "it was stopped on its way"
    assert any(
        line.endswith("us-1a 7.5 of 11")
        for line in duel.session.now.game.book.resources_left(duel.session.now.state)
    )
    duel.go("us-1a to 28.6,14")
    assert duel.session.now.state.unit("us-1a").facing_deg == 270


def test_a_game_played_by_orders_is_read_back_from_its_log(ridge: Played) -> None:
    gone = ridge.go("us.mg.1 to H3")
    assert [len(two.turns) - len(game.turns) for game, two in pairwise(gone.games)] == [1] * len(
        gone.declared
    )
    assert resumed_from(ridge.log, ruleset).state == gone.games[-1].state
    assert isinstance(ridge.session.now.state.unit("us.mg.1").at, Hex)
