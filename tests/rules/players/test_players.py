"""Players use only what their side knows, give reasons that can be checked, and choose a clearly best declaration."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any, cast

import pytest

from maps.library import scenario
from rules.catalog import ruleset
from rules.errors import BadInput, Unknown
from rules.game.chance.dice import SeededDice
from rules.game.engine.play import Play
from rules.game.ruleset import Playable, Ruleset
from rules.game.state import GameState
from rules.game.view import CONCEALED, HIDDEN
from rules.kampfgruppe_normandy.state.progress import progress_of
from rules.last_hundred_yards.book.conditions import DISRUPTED
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.declarations.fire.fire_phase import ResolveFire
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.vehicles.overrun_attack import OverrunAttack
from rules.last_hundred_yards.play.play import PLAY
from rules.micro_armour.declarations.movement.orders import MoveGroup
from rules.micro_armour.declarations.posture import NameGroup
from rules.micro_armour.state.conditions import DISORGANIZED, SUPPRESSED
from rules.micro_armour.state.progress import Loss
from rules.micro_armour.state.progress import progress_of as matg_progress
from rules.players.careful import CarefulPlayer
from rules.players.lines import likeliest, median_end
from rules.players.match import Decision, match
from rules.players.named import names_by_side, players
from rules.players.player import Chosen, Moment, Player, RandomPlayer, Rulings
from rules.players.search import MOST_MOMENTS, SearchPlayer, _worlds
from rules.players.weighing import Look, Weighed
from tests.rules.last_hundred_yards import playing


def opening(name: str) -> tuple[Play, GameState]:
    """A bundled scenario before its first decision."""
    chosen = scenario(name)
    book = ruleset(chosen.ruleset)
    assert isinstance(book, Playable)
    return book.as_game(), book.opening(chosen.state(), chosen.opening_options())


class Watching(RandomPlayer):
    """A random player that remembers the views it was shown."""

    def __init__(self) -> None:
        self.shown: list[Moment] = []

    def choose(self, moment: Moment) -> Chosen:
        self.shown.append(moment)
        return super().choose(moment)


def test_a_player_is_shown_what_its_side_knows_and_nothing_else() -> None:
    play, state = opening("market-fight")
    book, watching = ruleset("lhy"), Watching()
    list(match(play, book, state, {"us": watching, "ge": RandomPlayer()}, seed=3))
    assert len(watching.shown) > 10
    for moment in watching.shown:
        assert moment.side == "us"
        for unit in moment.state.units.values():
            is_secret = unit.has(HIDDEN) or unit.has(CONCEALED)
            assert unit.side == "us" or not is_secret or unit.id.startswith("concealed@")


SEED, MOST = 2, 14


def first_decisions() -> tuple[Decision, ...]:
    """The first decisions of a game of a careful player with the Americans against a random one."""
    play, state = opening("market-fight")
    both: dict[str, Player] = {"us": CarefulPlayer(), "ge": RandomPlayer()}
    return tuple(islice(match(play, ruleset("lhy"), state, both, SEED), MOST))


@pytest.fixture(scope="module")
def careful() -> tuple[Decision, ...]:
    """The decisions of the careful player among the first ones."""
    return tuple(decision for decision in first_decisions() if decision.side == "us")


def test_the_harm_in_a_reason_is_that_of_the_odds(careful: tuple[Decision, ...]) -> None:
    play = opening("market-fight")[0]
    told = [
        (one, consideration)
        for one in careful
        for consideration in one.chosen.why
        if consideration.text == "expected harm to the enemy, by the odds"
    ]
    assert told
    for decision, consideration in told:
        known = ruleset("lhy").seen_by(decision.before, "us")
        ends = play.possible_ends(known, decision.chosen.action)
        expected = sum(
            chance * change.severity
            for end, chance in ends.states.items()
            for change in play.changes(known, end)
            if change.side == "ge"
        )
        assert consideration.worth == pytest.approx(float(expected))


def test_the_chosen_declaration_is_worth_at_least_its_alternatives(careful: tuple[Decision, ...]) -> None:
    assert any(decision.chosen.rather_than for decision in careful)
    for decision in careful:
        assert all(decision.chosen.worth >= worth - 1e-9 for _, worth in decision.chosen.rather_than)


@pytest.mark.parametrize("new", [CarefulPlayer, partial(SearchPlayer, lines=2)])
def test_a_hidden_enemy_does_not_change_the_declaration(
    new: Callable[[], Player], careful: tuple[Decision, ...]
) -> None:
    play, book = opening("market-fight")[0], ruleset("lhy")
    state = next(decision for decision in careful if decision.choices > 10).before
    pak = state.unit("ge.pak40.4")
    hidden = state.with_unit(replace(pak, conditions=frozenset({HIDDEN})))
    gone = state.changed(units={name: unit for name, unit in state.units.items() if name != pak.id})
    chosen = [
        new().choose(
            Moment(play, book, book.seen_by(each, "us"), "us", play.legal_actions(each), SeededDice(1))
        )
        for each in (hidden, gone)
    ]
    assert chosen[0] == chosen[1]


def evaluated_options(state: GameState) -> dict[str, Weighed]:
    """The evaluated options of the side to act, by their words."""
    play, book = opening("market-fight")[0], ruleset("lhy")
    side = play.to_act(state)
    assert side is not None
    moment = Moment(play, book, book.seen_by(state, side), side, play.legal_actions(state), SeededDice(1))
    found = Look(moment, Rulings(moment)).at_a_glance(moment.actions, 1000, 1000)
    return {str(option.action): option for option in found}


def test_a_squad_that_deploys_has_lost_nothing_and_recovered_nothing() -> None:
    squad, leader = playing.unit("us.able.1.squad.1", "C9"), playing.unit("us.able.1.leader", "A12")
    options = evaluated_options(playing.activated(squad, leader, playing.unit("ge.1kp.1.squad.1", "C1")))
    (only,) = options["us.able.1.squad.1 deploys"].why
    assert only.text.startswith("then us.able.1.section.a maneuvers to")
    assert only.worth < 50


def test_recovery_is_worth_the_harm_that_it_removes() -> None:
    disrupted = playing.unit("us.able.1.squad.1", "C9", DISRUPTED)
    leader = playing.unit("us.able.1.leader", "C9")
    options = evaluated_options(playing.activated(disrupted, leader, playing.unit("ge.1kp.1.squad.1", "C1")))
    recovers = next(option for words, option in options.items() if "recover" in words)
    assert [why.text for why in recovers.why] == ["what its own recover from, by the odds"]
    assert 0 < recovers.worth <= 50


def test_a_declaration_after_which_play_goes_on_by_itself_opens_nothing() -> None:
    """Men who go into an assault end the adjustment of markers; nothing can be declared in between."""
    squad = playing.unit("us.able.1.squad.1", "C6")
    state = playing.activated(
        squad, playing.unit("us.able.1.leader", "A8"), playing.unit("ge.1kp.1.squad.1", "C4")
    )
    state = playing.done(state, Maneuver("us", squad.id, playing.at("C5")))
    state = playing.done(state, Assault("us", (squad.id,), playing.at("C4")))
    for side in ("us", "ge", "us"):
        state = playing.done(state, CallForReaction(side))
    assert "us.able.1.squad.1 goes in" in evaluated_options(state)
    deferred = {
        type(action).__name__: PLAY.throws_deferred_dice(action) for action in PLAY.legal_actions(state)
    }
    assert deferred == {"EnterAssault": True, "Feint": False}, "its odds were told with those of the assault"
    assert PLAY.throws_deferred_dice(ResolveAssault("us", playing.at("C3")))
    assert PLAY.throws_deferred_dice(OverrunAttack("us", "us.able-tank.1.1")), (
        "and those of an overrun with the overrun"
    )


def test_the_search_follows_the_most_promising_declarations_and_reports_the_lines() -> None:
    """The reasons list all lines: that of the choice, and those of the alternatives by their worth."""
    play, state = opening("meeting-on-the-long-lane")
    book = ruleset("matg2")
    both: dict[str, Player] = {side: RandomPlayer() for side in state.sides}
    games = match(play, book, state, both, seed=5)
    moment = next(one for one in games if one.choices > 20 and one.before is not state).before
    side = play.to_act(moment)
    assert side is not None
    known, legal = book.seen_by(moment, side), play.legal_actions(moment)
    chosen = [
        SearchPlayer(lines=6).choose(Moment(play, book, known, side, legal, SeededDice(3))) for _ in range(2)
    ]
    assert chosen[0] == chosen[1]
    assert chosen[0].action in legal
    follows = next(why.text for why in chosen[0].why if why.text.startswith("what follows, in "))
    assert 1 <= int(follows.split()[3]) <= 6


def searched(player: SearchPlayer, play: Play, state: GameState) -> Chosen:
    """The choice of a searching player for the side to act."""
    side = play.to_act(state)
    assert side is not None
    known, legal = ruleset("lhy").seen_by(state, side), play.legal_actions(state)
    return player.choose(Moment(play, ruleset("lhy"), known, side, legal, SeededDice(1)))


def test_declared_fire_counts_when_declared_and_not_again_when_resolved() -> None:
    squads = [playing.unit(f"us.able.1.squad.{number}", place) for number, place in ((1, "C5"), (2, "E5"))]
    enemies = [playing.unit(f"ge.1kp.1.squad.{number}", place) for number, place in ((1, "C3"), (2, "E3"))]
    state = playing.activated(*squads, playing.unit("us.able.1.leader", "C5"), *enemies, far=())
    for squad, place in zip(squads, ("C3", "E3"), strict=True):
        state = playing.done(state, FireSmallArms("us", squad.id, (playing.at(place),)))
    for side in ("us", "ge", "us"):
        assert not any(PLAY.throws_deferred_dice(action) for action in PLAY.legal_actions(state))
        state = playing.done(state, CallForReaction(side))
    assert all(PLAY.throws_deferred_dice(action) for action in PLAY.legal_actions(state))
    chosen = searched(SearchPlayer(lines=4), PLAY, state)
    assert isinstance(chosen.action, ResolveFire)
    (follows,) = (why for why in chosen.why if why.text.startswith("what follows"))
    assert follows.worth == 0, "the other fire, which is rolled for next"


def test_an_idle_declaration_does_not_postpone_the_enemys_answer() -> None:
    """The squad has fired and will be fired at, whatever the leader at the back does first."""
    squad, leader = playing.unit("us.able.1.squad.1", "C5"), playing.unit("us.able.1.leader", "G10")
    rear = [playing.unit(f"us.able.1.squad.{number}", place) for number, place in ((2, "H10"), (3, "F10"))]
    state = playing.activated(squad, leader, *rear, playing.unit("ge.1kp.1.squad.1", "C3"))
    state = playing.done(state, FireSmallArms("us", squad.id, (playing.at("C3"),)))
    chosen = searched(SearchPlayer(), PLAY, state)
    assert not PLAY.passes(chosen.action)
    (follows,) = (why for why in chosen.why if why.text.startswith("what follows"))
    assert follows.worth < -50, "the harm of a volley at two hexes"


def test_activating_a_unit_that_may_then_fire_has_stakes() -> None:
    """Without a stake for the fire that an activation allows, a line would never activate a unit."""
    squad, leader = playing.unit("us.able.1.squad.1", "C5"), playing.unit("us.able.1.leader", "C5")
    enemy = playing.unit("ge.1kp.1.squad.1", "C3")
    state = playing.opened(playing.FIELD, [squad, leader, enemy, *playing.FAR])
    state = playing.done(state, RollInitiative("us"), 9, 2)
    state = playing.done(state, SelectCompany("us", "able"))
    options = evaluated_options(state)
    fires, marches = options["activate Able 1st Plt"], options["activate Able 3rd Plt"]
    assert fires.stakes == fires.opens > 0
    assert marches.opens > marches.stakes == 0


def test_a_tank_is_held_against_the_guns_that_find_it_in_the_next_fire_phase() -> None:
    """The tank behind goes where it takes part in the fire on one assault gun, and not where all of these find it alone."""
    play, state = opening("dolgoye-vanguard")
    book = ruleset("matg1")
    both: dict[str, Player] = {side: CarefulPlayer() for side in state.sides}
    games = match(play, book, state, both, seed=1)
    decision = next(one for one in games if str(one.chosen.action).startswith("s-ghq to "))
    known, legal = book.seen_by(decision.before, "soviet"), play.legal_actions(decision.before)
    chosen = SearchPlayer().choose(Moment(play, book, known, "soviet", legal, SeededDice(1)))
    alone = next(worth for action, worth in chosen.rather_than if not play.passes(action))
    assert chosen.worth > 0
    assert alone < -300, "what a disorganized tank counts"


def test_a_concealed_counter_is_taken_for_a_squad_of_a_known_platoon() -> None:
    concealed, leader = (
        playing.unit("ge.2kp.1.squad.2", "C3", CONCEALED),
        playing.unit("ge.1kp.2.leader", "H1"),
    )
    for others, platoon in (((leader,), "1kp.2"), ((), "1kp.1")):
        state = playing.opened(playing.FIELD, [playing.unit("us.able.1.squad.1", "C9"), concealed, *others])
        known = playing.position_seen_by(state, "us").state
        taken_for = PLAY.possible_types(known, known.unit("concealed@C3"))
        assert taken_for == tuple(f"ge.{platoon}.squad.{number}" for number in (1, 2, 3))


def test_in_other_books_a_counter_is_taken_for_one_of_the_known_enemies() -> None:
    play, state = opening("meeting-on-the-long-lane")
    tank = next(unit for unit in state.units.values() if unit.side == "german")
    state = state.with_unit(replace(tank, conditions=frozenset({CONCEALED}), type="unheard of"))
    assert play.possible_types(state, state.unit(tank.id)) == ("pz3j",), "all the others"


def test_a_counter_of_one_possible_type_makes_one_world() -> None:
    """The second world would be the first again, and each would have half of the lines."""
    play, state = opening("meeting-on-the-long-lane")
    tank = next(unit for unit in state.units.values() if unit.side == "german")
    counter = replace(tank, conditions=frozenset({CONCEALED}), type="unheard of")
    moment = Moment(play, ruleset("matg2"), state.with_unit(counter), "soviet", (), SeededDice(1))
    (world,) = _worlds(moment)
    assert world.unit(tank.id).type == "pz3j"


class CountingViews:
    """A book that counts how often a side's view is asked for."""

    def __init__(self, book: Ruleset) -> None:
        self._book, self.views = book, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._book, name)

    def seen_by(self, state: GameState, side: str) -> GameState:
        self.views += 1
        return self._book.seen_by(state, side)


def moments_looked_at(player: SearchPlayer, state: GameState) -> int:
    """How many later moments a player looks at before it chooses."""
    side = PLAY.to_act(state)
    assert side is not None
    book = CountingViews(ruleset("lhy"))
    known = ruleset("lhy").seen_by(state, side)
    player.choose(Moment(PLAY, cast(Ruleset, book), known, side, PLAY.legal_actions(state), SeededDice(1)))
    return book.views


def test_an_evaluated_state_is_not_evaluated_again() -> None:
    state = playing.activated(
        playing.unit("us.able.1.squad.1", "C5"),
        playing.unit("us.able.1.squad.2", "E5"),
        playing.unit("us.able.1.leader", "C5"),
        playing.unit("ge.1kp.1.squad.1", "C3"),
    )
    player = SearchPlayer()
    assert moments_looked_at(player, state) > 4
    assert moments_looked_at(player, state) == 0


def test_however_many_lines_are_asked_for_the_work_of_a_decision_is_bounded() -> None:
    """In the middle of a maneuver: the first lines of each declaration are followed to their end, and then
    there are enough moments."""
    play, state = opening("lhy-bridge-patrol")
    both: dict[str, Player] = {side: CarefulPlayer() for side in state.sides}
    games = match(play, ruleset("lhy"), state, both, seed=404)
    moment = next(one for one in games if str(one.chosen.action) == "us.able.1.squad.1 deploys").before
    assert MOST_MOMENTS < moments_looked_at(SearchPlayer(lines=60), moment) < 3 * MOST_MOMENTS / 2, (
        "all lines have 404"
    )


def test_movement_posture_is_valued_by_the_stands_later_move() -> None:
    """The careful player readies the one Sherman that sees nobody; the search all three, who give up a
    poor shot for a good one."""
    play, state = opening("duel-on-the-long-lane")
    book = ruleset("matg1")
    both: dict[str, Player] = {side: CarefulPlayer() for side in state.sides}
    decision = next(
        one
        for one in match(play, book, state, both, seed=1)
        if one.side == "us" and one.choices > 2 and play.moment(one.before) == "turn 2 of 12, posture phase"
    )
    known, legal = book.seen_by(decision.before, "us"), play.legal_actions(decision.before)
    chosen = SearchPlayer().choose(Moment(play, book, known, "us", legal, SeededDice(1)))
    assert decision.chosen.action == NameGroup("us", ("us-1a",))
    assert chosen.action == NameGroup("us", ("us-1a", "us-1b", "us-1c"))


def test_a_group_is_valued_by_its_chance_to_move() -> None:
    """Alone it passes its check in 55 of 100, by the order that is left in 70; the careful player sees no difference."""
    play, state = opening("dolgoye-vanguard")
    book = ruleset("matg1")
    both: dict[str, Player] = {side: CarefulPlayer() for side in state.sides}
    games = match(play, book, state, both, seed=1)
    decision = next(one for one in games if one.side == "german" and isinstance(one.chosen.action, MoveGroup))
    assert isinstance(decision.chosen.action, MoveGroup)
    known, legal = book.seen_by(decision.before, "german"), play.legal_actions(decision.before)
    moment = Moment(play, book, known, "german", legal, SeededDice(1))
    assert not decision.chosen.action.ordered
    chosen = SearchPlayer().choose(moment).action
    assert isinstance(chosen, MoveGroup)
    assert chosen.ordered


def test_units_unseen_by_the_enemy_are_not_lost_in_its_expected_answer() -> None:
    """The Americans answer on what they know, where German counters are concealed: nothing of that is harm."""
    play, state = opening("market-fight")
    book = ruleset("lhy")
    both: dict[str, Player] = {side: RandomPlayer() for side in state.sides}
    moment = next(
        one for one in match(play, book, state, both, seed=2) if one.side == "ge" and one.choices > 8
    )
    known, legal = book.seen_by(moment.before, "ge"), play.legal_actions(moment.before)
    chosen = SearchPlayer(lines=2).choose(Moment(play, book, known, "ge", legal, SeededDice(1)))
    (follows,) = (why for why in chosen.why if why.text.startswith("what follows"))
    assert abs(follows.worth) < 1000, "a unit lost"


def test_the_same_seed_plays_the_same_game(careful: tuple[Decision, ...]) -> None:
    assert [decision.chosen for decision in first_decisions() if decision.side == "us"] == [
        decision.chosen for decision in careful
    ]


def test_the_lead_is_by_the_final_score() -> None:
    """Before the first minute the score is 0, which the attacker wants; the middle of the draw from 36 to 45 is 40½."""
    play, state = opening("lhy-ridge-farm")
    assert (float(play.lead(state, "ge")), float(play.lead(state, "us"))) == (40.5, -40.5)


def test_the_lead_is_by_the_morale_left() -> None:
    play, state = opening("kgn-two-orchards")
    uk, de = (force.morale for force in progress_of(state).forces)
    assert float(play.lead(state, "uk")) == uk - de == -float(play.lead(state, "de"))


def test_the_lead_is_by_the_shares_of_points_destroyed() -> None:
    play, state = opening("meeting-on-the-long-lane")
    lost = replace(matg_progress(state), lost=(Loss("g-1a", "german", 53),))
    assert float(play.lead(state, "us")) == 0
    assert float(play.lead(state.changed(course=lost), "us")) == 100 * 53 / 530


def test_goals_list_the_objectives_of_each_book() -> None:
    named = {
        name: [(goal.name, goal.points, goal.held_by) for goal in opening(name)[0].goals(opening(name)[1])]
        for name in ("lhy-ridge-farm", "kgn-two-orchards", "dolgoye-crossing")
    }
    assert named["lhy-ridge-farm"] == [("The farm", 4, "us"), ("The crossroads", 3, "us")]
    assert [name for name, _, _ in named["kgn-two-orchards"]] == ["Ferme haute", "Ferme basse", "The lane"]
    assert named["dolgoye-crossing"] == []


def test_a_side_without_a_named_player_is_played_at_random() -> None:
    names = names_by_side(["ge=careful"], ("us", "ge"))
    assert names == {"us": "random", "ge": "careful"}
    made = players(names)
    assert isinstance(made["us"], RandomPlayer)
    assert isinstance(made["ge"], CarefulPlayer)
    searching = players(names_by_side(["us=search:7"], ("us",)))["us"]
    assert isinstance(searching, SearchPlayer)
    assert searching.lines == 7


def test_impossible_player_options_are_refused_by_name() -> None:
    with pytest.raises(BadInput, match="uk=careful"):
        names_by_side(["uk=careful"], ("us", "ge"))
    with pytest.raises(BadInput, match="one player for us"):
        names_by_side(["us=careful", "us=random"], ("us", "ge"))
    with pytest.raises(BadInput, match="search:soon"):
        names_by_side(["us=search:soon"], ("us", "ge"))
    with pytest.raises(BadInput, match="careful:3"):
        names_by_side(["us=careful:3"], ("us", "ge"))
    with pytest.raises(Unknown, match="brave"):
        names_by_side(["us=brave"], ("us", "ge"))


def test_a_line_continues_from_an_average_command_roll() -> None:
    """As many activations as the enemy has on the average answer what is declared, and of several lines some
    have fewer, some more."""
    play, state = opening("kgn-tanks-on-the-lane")
    (first,) = play.worthwhile(state)
    begun = next(iter(play.ends(state, first)))
    (command,) = play.worthwhile(begun)
    ends = play.ends(begun, command)

    def shown(most: int) -> list[tuple[int, ...]]:
        return [progress_of(end).command_dice for end in likeliest(ends, most)]

    assert shown(1) == [(4,)]
    assert shown(3) == [(2,), (4,), (6,)]
    assert sorted(shown(9)) == [(1,), (2,), (3,), (4,), (5,), (6,)]


def test_the_likeliest_ends_come_first_and_among_equals_the_median() -> None:
    state = opening("kgn-tanks-on-the-lane")[1]
    rare, often, one, two, three = (
        state.changed(units={name: state.units[name]})
        for name in ("uk.tank.1", "uk.tank.2", "uk.tank.3", "de.tank.1", "de.tank.2")
    )
    ends = {
        rare: Fraction(1, 10), one: Fraction(1, 5), two: Fraction(1, 5), often: Fraction(3, 10), three: Fraction(1, 5),
    }  # fmt: skip
    assert likeliest(ends, 2) == [often, two]
    assert likeliest(ends, 5) == [often, one, two, three, rare]


def test_a_line_continues_from_the_median_outcome() -> None:
    """No effect is likeliest, but the tank is hit more often than not: it is suppressed before it can answer."""
    play, state = opening("duel-on-the-long-lane")
    tank = state.unit("us-1a")
    suppressed, disorganized = (
        state.with_unit(replace(tank, conditions=frozenset({condition})))
        for condition in (SUPPRESSED, DISORGANIZED)
    )
    ends = {state: Fraction(36, 100), disorganized: Fraction(29, 100), suppressed: Fraction(35, 100)}
    assert likeliest(ends, 1) == [state]
    for side in ("us", "german"):
        assert median_end(play, state, ends, side) == suppressed
