"""The searching player with tanks of Kampfgruppe Normandy: lines to the end of the enemy's turn, and lost actions."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from maps.library import scenario
from rules.game.chance.dice import SeededDice
from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.book.morale_counters import UNKNOWN_COUNTER
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, EndActivations, Forgo
from rules.kampfgruppe_normandy.declarations.turn.suppression import RemoveSuppression
from rules.kampfgruppe_normandy.ruleset import RULESET
from rules.kampfgruppe_normandy.state.progress import progress_of
from rules.players import search
from rules.players.careful import CarefulPlayer
from rules.players.glances import WON, Glance, Memory, goes_on, named, of_each_kind
from rules.players.lines import LATER, Declared, WholeTurns, goes_on_from, units_out_of_action
from rules.players.player import Consideration, Moment, Rulings
from rules.players.search import SearchPlayer
from rules.players.weighing import Look, Weighed

PLAY = RULESET.as_game()
AT, HE, MOVE = ActionKind.DIRECT_AT, ActionKind.SUPPRESS_HE, ActionKind.MOVE


def facing_each_other(*suppressed: str) -> GameState:
    """Three British tanks and three Panzers 24 inches apart in the open; the British are to activate, and may activate all."""
    chosen = scenario("kgn-tanks-on-the-lane")
    state = chosen.state()
    for side, x in (("uk", 8), ("de", 32)):
        for number, y in ((1, 18), (2, 25), (3, 32)):
            tank = state.unit(f"{side}.tank.{number}")
            conditions = frozenset({SUPPRESSED}) if tank.id in suppressed else frozenset[str]()
            state = state.with_unit(replace(tank, at=Spot(x, y), conditions=conditions))
    return activating(RULESET.opening(state, chosen.opening_options()), "uk")


def activating(opening: GameState, side: str) -> GameState:
    """This side is to activate first, and threw a 6 for command."""
    first = next(end for end in PLAY.ends(opening, *PLAY.worthwhile(opening)) if PLAY.to_act(end) == side)
    *_, six = PLAY.ends(first, *PLAY.worthwhile(first))
    return six


def moment_of(state: GameState) -> Moment:
    side = PLAY.to_act(state)
    assert side is not None
    return Moment(PLAY, RULESET, RULESET.seen_by(state, side), side, PLAY.legal_actions(state), SeededDice(1))


def glance(state: GameState, memory: Memory) -> Glance:
    moment = moment_of(state)
    return Glance(moment, Rulings(moment), memory, state)


def state_after(state: GameState, action: Action) -> GameState:
    (end,) = PLAY.ends(state, action)
    return end


def test_a_suppressed_unit_cannot_act_until_it_recovers() -> None:
    state = facing_each_other("uk.tank.1", "de.tank.1")
    able = {unit.id for unit in state.units.values() if PLAY.can_act(state, unit)}
    assert able == {"uk.tank.2", "uk.tank.3", "de.tank.2", "de.tank.3"}


def test_a_shell_that_may_suppress_a_tank_is_worth_the_tanks_lost_actions_by_its_odds() -> None:
    state = state_after(facing_each_other("de.tank.1"), Activate("uk", "uk.tank.2", (HE, HE)))
    free, already = (Fire("uk", "uk.tank.2", f"de.tank.{number}", HE, "17 pdr") for number in (2, 1))
    looked_at = {option.action: option for option in glance(state, Memory()).at_first((free, already))}
    words = {action: [why.text for why in option.why] for action, option in looked_at.items()}
    assert "who can act, by the odds" in words[free]
    assert "who can act, by the odds" not in words[already]
    assert looked_at[free].worth > looked_at[already].worth


def test_a_counter_is_drawn_to_let_suppressed_tanks_fire() -> None:
    """The careful player weighs only the cost of the counter, and loses once all its tanks are suppressed."""
    state = state_after(facing_each_other("uk.tank.1", "uk.tank.2"), EndActivations("uk"))
    moment = moment_of(state)
    careful, searching = CarefulPlayer().choose(moment).action, SearchPlayer().choose(moment).action
    assert isinstance(careful, RemoveSuppression)
    assert isinstance(searching, RemoveSuppression)
    assert careful.counters == 0 < searching.counters


def test_a_game_that_may_be_lost_at_once_does_not_outweigh_all_else() -> None:
    """Two counters may break the battle group: that counts by its chance, and no more than a game that is won."""
    state = state_after(facing_each_other("uk.tank.1", "uk.tank.2"), EndActivations("uk"))
    two = RemoveSuppression("uk", 2)
    (searching,) = glance(state, Memory()).at_first([two])
    moment = moment_of(state)
    (careful,) = Look(moment, Rulings(moment)).at_first([two])
    assert max(abs(why.worth) for why in careful.why) > 100_000
    assert max(abs(why.worth) for why in searching.why) < WON


def test_both_shots_of_a_tank_are_weighed_and_not_the_first_alone() -> None:
    """Two shots of the Firefly are worth nearly two, and more than one after which it drives on."""
    state = facing_each_other()
    ways = [Activate("uk", "uk.tank.2", kinds) for kinds in ((AT, AT), (AT, MOVE), (MOVE, AT))]
    worth = {option.action: option.worth for option in glance(state, Memory()).weigh(tuple(ways))}
    both, one, driving = (worth[way] for way in ways)
    assert both > 1.7 * one
    assert both > driving > 0


def test_a_move_before_fire_has_stakes() -> None:
    """The move itself harms nobody, but it is valued by the shot that follows."""
    state = state_after(facing_each_other(), Activate("uk", "uk.tank.2", (MOVE, AT)))
    look = glance(state, Memory())
    moves = look.at_first(of_each_kind(PLAY.worthwhile(state), 4))
    assert not any(move.stakes for move in moves)
    assert any(move.stakes > 0 for move in look.and_next(moves, 0))


def test_a_unit_keeps_acting_until_its_declared_actions_are_done() -> None:
    ready = facing_each_other()
    told = Activate("uk", "uk.tank.2", (AT, MOVE))
    acting = state_after(ready, told)
    forgone = state_after(acting, Forgo("uk"))
    assert [goes_on(PLAY, state, told) for state in (ready, acting, forgone)] == [False, True, True]
    assert not goes_on(PLAY, state_after(forgone, Forgo("uk")), told)


def test_a_counter_has_its_usual_cost_when_the_end_of_the_game_is_unknown() -> None:
    """With three counters of unknown value the enemy may be broken; that is taken for granted as it is
    supposed, as are the others."""
    state = state_after(facing_each_other("uk.tank.1"), EndActivations("uk"))
    course = progress_of(state)
    drawn = (("de", "1"), ("de", "1"), ("de", "1"))
    moment = moment_of(state.changed(course=replace(course, drawn=drawn)))
    assert not PLAY.possible_ends(moment.state, RemoveSuppression("uk", 1)).states
    (taken,) = Look(moment, Rulings(moment)).at_first([RemoveSuppression("uk", 1)])
    assert any("points of the victory terms" in why.text and why.worth < -100 for why in taken.why)


def test_every_line_includes_the_enemys_volley() -> None:
    """A line does not end with the actions that are forgone, but with the turn of the enemy."""
    state = facing_each_other("uk.tank.1", "uk.tank.2")
    state = state_after(state, Activate("uk", "uk.tank.3", (MOVE, MOVE)))
    chosen = SearchPlayer().choose(moment_of(state))
    (follows,) = (why for why in chosen.why if why.text.startswith("what follows"))
    assert follows.worth < -300, "three Panzers at 24 inches"


def test_the_lines_go_on_through_counters_of_unknown_value() -> None:
    """Whether a battle group is broken rests on them at the end of a turn; each is taken for a 3, about the
    average of the printed sheet."""
    state = facing_each_other()
    course = progress_of(state)
    drawn = (("de", "4"), ("uk", "1"))
    known = RULESET.seen_by(state.changed(course=replace(course, drawn=drawn)), "uk")
    assert progress_of(known).drawn == (("de", UNKNOWN_COUNTER), ("uk", "1"))
    supposed = progress_of(PLAY.supposed(known))
    assert supposed.drawn == (("de", "3"), ("uk", "1"))
    assert dict(supposed.pot)["3"] == dict(progress_of(known).pot)[UNKNOWN_COUNTER]


def test_a_line_goes_on_from_an_end_with_the_target_still_in_action_although_its_loss_is_likelier() -> None:
    state = state_after(facing_each_other(), Activate("uk", "uk.tank.2", (AT, AT)))
    shot = Fire("uk", "uk.tank.2", "de.tank.1", AT, "17 pdr")
    ends = PLAY.ends(state, shot)
    lost = sum(
        float(ends[end]) for end in ends if list(units_out_of_action(PLAY, state, end)) == ["de.tank.1"]
    )
    assert lost > 0.5
    assert not list(units_out_of_action(PLAY, state, goes_on_from(moment_of(state), state, ends)))


def test_the_search_evaluates_activations_of_every_tank() -> None:
    state = facing_each_other()
    activations = tuple(action for action in PLAY.worthwhile(state) if isinstance(action, Activate))
    options = glance(state, Memory()).weigh(activations)
    assert {next(named(state, option.action)) for option in options} == {f"uk.tank.{n}" for n in (1, 2, 3)}
    assert len(options) == 10 < len(activations)


def test_moves_of_the_last_tank_are_evaluated_like_those_of_the_first() -> None:
    """This holds however many harmless moves of other tanks were evaluated before."""
    chosen = scenario("kgn-tanks-on-the-lane")
    state = activating(RULESET.opening(chosen.state(), chosen.opening_options()), "de")
    memory = Memory(in_vain={Move: 100.0})
    options = glance(state, memory).weigh(PLAY.worthwhile(state))
    nearer = {next(named(state, option.action)) for option in options if option.worth > 0}
    assert nearer == {"de.tank.1", "de.tank.2", "de.tank.3"}


def test_the_best_of_each_tank_is_followed_before_any_second_best() -> None:
    state = facing_each_other()
    ways = [
        Activate("uk", f"uk.tank.{number}", kinds)
        for number, kinds in ((1, (MOVE, MOVE)), (1, (MOVE, HE)), (2, (MOVE, MOVE)), (1, (MOVE, AT)))
    ]
    in_order = WholeTurns.in_order(state, [Weighed(way, ()) for way in ways])
    assert [option.action for option in in_order] == [ways[0], ways[2], ways[1], ways[3]]


def test_shots_between_unchanged_units_are_not_evaluated_again() -> None:
    state = state_after(facing_each_other(), Activate("uk", "uk.tank.2", (AT, AT)))
    shots = [action for action in PLAY.worthwhile(state) if isinstance(action, Fire)]
    memory = Memory()
    first = glance(state, memory).at_first(shots)
    known = dict(memory.looked_at)
    assert len(known) == sum(1 for option in first if option.why) > 0
    again = glance(state, memory).at_first(shots)
    assert memory.looked_at == known
    assert [option.worth for option in again] == [option.worth for option in first]


def test_drawing_a_counter_is_evaluated_anew_since_it_names_no_unit() -> None:
    """Its worth depends on the suppressed units, which the declaration does not name."""
    memory, after = Memory(), EndActivations("uk")
    worth = []
    for suppressed in (("uk.tank.1",), ("uk.tank.1", "uk.tank.2")):
        state = state_after(facing_each_other(*suppressed), after)
        moment = moment_of(state)
        look = Glance(moment, Rulings(moment), memory, after)
        (one,) = look.at_first([RemoveSuppression("uk", 1)])
        worth.append(one.worth)
    assert worth[0] < worth[1]


def test_a_declaration_names_its_acting_unit_and_its_target() -> None:
    state = facing_each_other()
    assert set(named(state, Fire("uk", "uk.tank.2", "de.tank.1", AT, "17 pdr"))) == {"uk.tank.2", "de.tank.1"}
    assert set(named(state, EndActivations("uk"))) == set()


def test_a_kind_of_declaration_that_never_has_stakes_is_soon_skipped() -> None:
    memory = Memory()
    idle, shot = EndActivations("uk"), Fire("uk", "uk.tank.2", "de.tank.1", AT)
    memory.learn(Weighed(shot, (), stakes=5.0))
    for _ in range(30):
        memory.learn(Weighed(idle, ()))
        memory.learn(Weighed(shot, ()))
    assert memory.is_barren(idle)
    assert not memory.is_barren(shot)
    memory.begin()
    assert not memory.is_barren(idle), "in the next decision it may have"


def test_no_second_lines_are_begun_beyond_the_limit_of_evaluations() -> None:
    others = [f"{side}.tank.{number}" for side in ("uk", "de") for number in (1, 3)]
    state = state_after(facing_each_other(*others), Activate("uk", "uk.tank.2", (AT, AT)))

    def lines(most_looks: int, monkeypatch: pytest.MonkeyPatch) -> int:
        monkeypatch.setattr(search, "MOST_LOOKS", most_looks)
        chosen = SearchPlayer(lines=8).choose(moment_of(state))
        follows = next(why.text for why in chosen.why if why.text.startswith("what follows, in "))
        return int(follows.split()[3])

    with pytest.MonkeyPatch.context() as patched:
        assert lines(10_000, patched) > 1
        assert lines(10, patched) == 1


def test_beyond_the_limit_of_evaluations_only_letting_the_chance_pass_is_followed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two are followed however much was looked at before, and what was not followed is not chosen."""
    followed: list[Action] = []
    lines = search._WorldSearch.lines

    def counted(ahead: search._WorldSearch, option: Weighed, most: int) -> Iterator[tuple[float, float]]:
        followed.append(option.action)
        yield from lines(ahead, option, most)

    monkeypatch.setattr(search._WorldSearch, "lines", counted)
    monkeypatch.setattr(search, "MOST_LOOKS", 10)
    chosen = SearchPlayer().choose(moment_of(facing_each_other("uk.tank.2")))
    assert len(followed) == 3
    assert PLAY.passes(followed[-1])
    assert chosen.action in followed


def blow(side: str, parties: tuple[str, str], worth: float, out: dict[str, float]) -> Declared:
    """A shot in a line, with its worth when evaluated by itself."""
    state = facing_each_other()
    shooter, target = parties
    shot = Weighed(Fire(side, shooter, target, AT), (Consideration("harm", worth),), stakes=worth)
    return Declared(side, shot, state, is_free=True, passes=False, parties=parties, out=out)


def test_a_unit_probably_hit_strikes_back_with_its_chance_to_be_able_to() -> None:
    """The Firefly puts the Panzer out of action in three of four cases, and so is shot at by it in one of four."""
    first = blow("uk", ("uk.tank.2", "de.tank.1"), 900.0, {"de.tank.1": 0.75})
    answer = blow("de", ("de.tank.1", "uk.tank.2"), 400.0, {"uk.tank.2": 0.5})
    line = WholeTurns(is_struck=True, exchanges=1, passed=0, turn_of="uk")
    line.go_on(first, 1.0)
    line.go_on(answer, -1.0)
    assert line.brought == pytest.approx(900 - LATER * 400 / 4)
    assert line.able == {"de.tank.1": 0.25, "uk.tank.2": 1 - 0.5 / 4}


def test_a_line_of_whole_turns_ends_after_the_enemys_turn() -> None:
    """Letting a chance go by, or answering in the other side's turn, does not pass the turn."""
    state = facing_each_other()

    def passing(side: str, turn_of: str) -> Declared:
        return Declared(side, Weighed(EndActivations(side), ()), state, True, True, (), {}, turn_of)

    line = WholeTurns(is_struck=True, exchanges=1, passed=0, turn_of="uk")
    for side, turn_of in (("uk", "uk"), ("de", "uk"), ("uk", "uk"), ("de", "de"), ("uk", "de"), ("de", "de")):
        assert not line.is_over(passing(side, turn_of))
        line.go_on(passing(side, turn_of), 1.0)
        assert not line.is_through(2)
    assert line.is_over(passing("uk", "uk"))


def test_the_turn_belongs_to_the_activating_side_even_while_the_other_decides() -> None:
    state = facing_each_other()
    assert PLAY.turn_of(state) == PLAY.to_act(state) == "uk"
    assert PLAY.turn_of(state_after(state, EndActivations("uk"))) == "uk"
