"""Objectives taken and held, and victory."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.game.engine.resolution import DependsOnHidden
from rules.game.units import Marker
from rules.game.view import HIDDEN
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.book.morale_counters import UNKNOWN_COUNTER
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, EndActivations
from rules.kampfgruppe_normandy.declarations.turn.command import RollCommand
from rules.kampfgruppe_normandy.declarations.turn.suppression import RemoveSuppression
from rules.kampfgruppe_normandy.effects.objectives import holds_all
from rules.kampfgruppe_normandy.effects.turn_end import end_turn
from rules.kampfgruppe_normandy.state.progress import Force, Loss, Objective, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.all_arms import FOE, HQ
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    RULESET,
    SQUAD_A,
    SQUAD_B,
    UK,
    act,
    counters,
    dice_of,
    end_of_turn,
    game,
    loaded,
    objective,
    position,
    pot_die,
    ready,
    resolving,
    table,
    unit,
)


@proves("KN-BMOR-32")
@pytest.mark.parametrize(("enemy_drew", "told"), [((), True), ((DE,), False)])
def test_odds_in_the_last_turn_say_which_side_is_ahead_after_a_counter(
    enemy_drew: tuple[str, ...], told: bool
) -> None:
    """Two morale ahead, a counter of 1 leaves the side ahead and one of 2 level; with unknown enemy counters this is open."""
    state = ready(table(), unit("a", "uk.squad", (10, 40), 0, SUPPRESSED), unit("b", "de.squad", (60, 4)))
    state = act(state, EndActivations(UK))
    progress = replace(
        progress_of(state), forces=(Force(DE, 40, 400), Force(UK, 42, 400)), drawn=tuple((side, "2") for side in enemy_drew),
    )  # fmt: skip
    progress = replace(progress, turn=progress.setting.turns)
    ruling = GAME.chances(with_progress(state, progress), RemoveSuppression(UK, 1))
    if not told:
        assert "depends on what is hidden" in str(ruling)
        return
    assert ruling.odds is not None
    ahead = ruling.odds.where(lambda outcome: "a tactical victory for uk, with 41" in outcome)
    assert ahead == Fraction(14, 96)
    assert ruling.odds.where(lambda outcome: "time is up with 40 morale left to both" in outcome) == Fraction(
        28, 96
    )
    assert ruling.odds.where(lambda outcome: "a tactical victory for de" in outcome) == Fraction(42, 96)


@proves("KN-BMOR-19", "KN-BMOR-24b", "KN-BMOR-25")
def test_an_objective_with_no_enemy_near_is_taken_and_costs_the_enemy_a_counter() -> None:
    far = objective((60, 40), name="other")
    state = ready(table(), SQUAD_A, SQUAD_B, objectives=[objective((10, 24)), far])
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 0), 1)
    assert progress_of(state).objectives[0].held_by == UK
    assert counters(state, DE) == 1
    near = unit("b", "de.squad", (17, 24), 270)
    state = end_of_turn(ready(table(), SQUAD_A, near, objectives=[objective((10, 24)), far]))
    assert progress_of(state).objectives[0].held_by is None


def test_a_flag_shows_which_side_holds_each_objective() -> None:
    state = ready(
        table(), SQUAD_A, SQUAD_B, objectives=[objective((10, 24)), objective((60, 40), DE, name="other")]
    )
    assert state.markers == (
        Marker("control_nobody", Spot(10, 24)), Marker("control_de", Spot(60, 40)),
    )  # fmt: skip
    taken = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 0), 1)
    assert Marker("control_uk", Spot(10, 24)) in taken.markers
    assert len(taken.markers) == 2


@proves("KN-BMOR-29", "KN-BMOR-30")
def test_all_objectives_held_is_a_win_unless_the_scenario_bars_it() -> None:
    told = {"objectives": [objective((10, 24), UK)]}
    won = end_of_turn(ready(table(), SQUAD_A, SQUAD_B, **told))
    result = GAME.result(won)
    assert result is not None
    assert result.winner == UK
    assert "all objectives" in result.text
    barred = end_of_turn(ready(table(), SQUAD_A, SQUAD_B, barred_from_all_objectives=[UK], **told))
    assert GAME.result(barred) is None


@proves("KN-BMOR-31")
def test_a_side_with_every_unit_suppressed_as_its_turn_begins_has_lost() -> None:
    reserve = unit("r", "de.squad", None, 0, RESERVE)
    state = end_of_turn(ready(table(), SQUAD_A, unit("b", "de.squad", (60, 24), 270, SUPPRESSED), reserve))
    result = GAME.result(state)
    assert result is not None
    assert result.winner == UK
    assert "not suppressed" in result.text


@proves("KN-BMOR-31")
@pytest.mark.parametrize("lost", [False, True])
def test_a_side_with_only_reserves_left_has_lost_only_if_it_has_lost_units(lost: bool) -> None:
    """Units in reserve are neither destroyed nor suppressed."""
    foe = unit("foe", "de.squad", None, 0, RESERVE)
    state = ready(table(), SQUAD_A, foe, reserves={"foe": {"turn": 2, "at": [30, 4]}})
    if lost:
        state = with_progress(
            state, replace(progress_of(state), lost=(Loss("old", "de.squad", DE, "withdrawn"),))
        )
    state = end_of_turn(state)
    assert (GAME.result(state) is not None) is lost


@proves("KN-BMOR-31")
def test_odds_do_not_reveal_whether_an_enemy_with_possible_hidden_units_has_lost() -> None:
    for conditions, words in (
        ((), "the turn of de begins 100%"),
        ((SUPPRESSED,), "outcome depends on what is hidden"),
    ):
        state = ready(table(), SQUAD_A, unit("b", "de.squad", (60, 24), 270, *conditions))
        state = act(state, EndActivations(UK))
        assert GAME.chances(state, RemoveSuppression(UK, 0)).verdict == words


@proves("KN-BMOR-13", "KN-BMOR-29", "KN-BMOR-30", "KN-BMOR-31", "KN-BMOR-32")
def test_each_side_is_told_how_it_wins() -> None:
    """A squad has a morale value of 1, a Sherman of 2; the Germans defend, and may not win by objectives."""
    strong, farm = unit("c", "uk.sherman", (10, 34), 90), {"name": "farm", "spots": [[30, 24]]}
    barred = ready(
        table(), SQUAD_A, strong, SQUAD_B, turns=6, objectives=[farm], barred_from_all_objectives=[DE]
    )
    broken = "(KGN Battle group morale, OUR 12, inferred)"
    suppressed = (
        "when they begin a turn with every unit on the table suppressed, or all of them lost "
        "(KGN Wiped out and total suppression; KGN Ways to win, OUR 46, house value)"
    )
    secured = "when a turn of its own ends with every objective taken and held (KGN All objectives secured)"
    assert GAME.victory(barred) == (
        f"The British player wins when a turn ends with the morale loss of the Germans at 1 or more {broken}, {suppressed}, or {secured}.",
        f"The German player wins when a turn ends with the morale loss of the British at 3 or more {broken}, or {suppressed}.",
        "After turn 6 the side with more morale left has a tactical victory; if both have as much it is a draw "
        "(KGN Tactical loss and tactical victory; KGN Ways to win, OUR 67, inferred).",
    )
    assert not any("objective" in said for said in GAME.victory(ready(table(), SQUAD_A, SQUAD_B)))


@proves("KN-BMOR-12", "KN-BMOR-32")
def test_the_standing_is_reported_as_far_as_a_side_knows_it() -> None:
    """KGN Battle group morale: a side keeps the sum of its counters secret; picture counters are open and cost no morale."""
    state = ready(table(), SQUAD_A, unit("c", "uk.sherman", (10, 34), 90), SQUAD_B)
    drawn = ((UK, "2"), (UK, "lucky escape"), (DE, "lucky escape"))
    state = with_progress(state, replace(progress_of(state), drawn=drawn))
    german = "the Germans have drawn 1 counter and lost 0 of 1 morale (KGN Battle group morale)."
    for side, british in ((UK, " and lost 2 of 3 morale"), (DE, ", whose numbers only they know")):
        known = RULESET.seen_by(state, side)
        told = f"By now the British have drawn 2 counters{british}; {german}"
        assert GAME.victory(known)[-1] == told


@proves("KN-BMOR-25")
def test_an_objective_is_worth_a_counter() -> None:
    farm = {"name": "farm", "spots": [[30, 24]]}
    assert [goal.worth for goal in GAME.goals(ready(table(), SQUAD_A, SQUAD_B, objectives=[farm]))] == [
        "1 morale counter"
    ]


@proves("KN-BMOR-32")
def test_when_time_is_up_the_side_nearer_to_breaking_has_a_tactical_loss() -> None:
    strong = unit("c", "uk.sherman", (10, 34), 90)
    state = end_of_turn(ready(table(), SQUAD_A, strong, SQUAD_B, turns=1))
    state = end_of_turn(act(state, RollCommand(DE), 1, 1, 1), side=DE)
    result = GAME.result(state)
    assert result is not None
    assert result.winner == UK
    assert "tactical victory" in result.text


@proves("KN-BMOR-32", "KN-BMOR-13", "KN-AIR-01a")
@pytest.mark.parametrize(
    ("drawn", "winner", "told"),
    [
        (((UK, "3"),), UK, "with 2 morale left against 1"),
        (((UK, "4"),), None, "with 1 morale left to both"),
        (((UK, "4"), (DE, "aircraft")), None, "with 1 morale left to both"),
        (((UK, "4"), (UK, "1")), DE, "the battle group of uk is broken"),
    ],
)
def test_the_result_when_time_is_up_adds_up_the_counters(
    drawn: tuple[tuple[str, str], ...], winner: str | None, told: str
) -> None:
    """The British have a morale of 5, the Germans of 1; an aircraft counts nothing, and at nothing left a side is broken."""
    tanks = (unit(name, "uk.sherman", (10, y), 90) for name, y in (("c", 34), ("d", 40)))
    state = ready(table(), SQUAD_A, *tanks, SQUAD_B, turns=1)
    assert [force.morale for force in progress_of(state).forces] == [5, 1]
    state = act(end_of_turn(state), RollCommand(DE), 1, 1, 1)
    state = end_of_turn(with_progress(state, replace(progress_of(state), drawn=drawn)), side=DE)
    result = GAME.result(state)
    assert result is not None
    assert result.winner == winner
    assert told in result.text


@proves("KN-BMOR-32")
@pytest.mark.parametrize(("side", "told"), [(DE, "tactical victory for uk"), (UK, "depends on")])
def test_odds_of_the_last_turn_depend_on_unseen_counters(side: str, told: str) -> None:
    """Both have a morale of 7, which no counter breaks; the Germans, who end the game, see their own counter alone."""
    tanks = [
        unit(f"{kind} {k}", kind, (x, 30 + 5 * k), 90)
        for kind, x in (("uk.sherman", 10), ("de.pz4h", 60))
        for k in range(3)
    ]
    state = act(end_of_turn(ready(table(), SQUAD_A, SQUAD_B, *tanks, turns=1)), RollCommand(DE), 1, 1, 1)
    assert len({force.morale for force in progress_of(state).forces}) == 1
    state = act(with_progress(state, replace(progress_of(state), drawn=((side, "3"),))), EndActivations(DE))
    assert told in GAME.chances(RULESET.seen_by(state, DE), RemoveSuppression(DE, 0)).verdict


@proves("KN-BMOR-23", "KN-BMOR-24a", "KN-BMOR-24b")
@pytest.mark.parametrize(
    ("to_man_in", "enemy_in", "taken"), [(0.9, 9, True), (1.5, 9, False), (0.9, 7.5, False)]
)
def test_an_objective_is_taken_within_an_inch_and_with_no_enemy_within_8(
    to_man_in: float, enemy_in: float, taken: bool
) -> None:
    state = ready(
        table(),
        unit("one", "uk.sniper", (30 + 0.3 + to_man_in, 24)),
        unit("foe", "de.sniper", (30 - 0.3 - enemy_in, 24)),
        objectives=[{"name": "farm", "spots": [[30, 24]]}],
        barred_from_all_objectives=[UK],
    )
    after = end_of_turn(state, *((1,) if taken else ()))
    assert (progress_of(after).objectives[0].held_by == UK) is taken
    assert counters(after, DE) == taken


@proves("KN-BMOR-24b")
@pytest.mark.parametrize(("conditions", "taken"), [((HIDDEN,), True), ((), False)])
def test_refusing_to_take_an_objective_does_not_reveal_a_hidden_enemy(
    conditions: tuple[str, ...], taken: bool
) -> None:
    """OUR 224: the player who takes it knows of no enemy within 8 inches, and learns of none."""
    own, far = unit("one", "uk.sniper", (31, 24)), unit("far", "de.squad", (60, 40))
    foe = unit("foe", "de.sniper", (26, 24), 0.0, *conditions)
    farm = [{"name": "farm", "spots": [[30, 24]]}]
    state = ready(table(), own, foe, far, objectives=farm, barred_from_all_objectives=[UK])
    after = end_of_turn(state, *((1,) if taken else ()))
    assert (progress_of(after).objectives[0].held_by == UK) is taken


@proves("KN-BMOR-19", "KN-BMOR-24b")
@pytest.mark.parametrize(("conditions", "taken"), [((HIDDEN,), False), ((), True)])
def test_a_hidden_unit_takes_no_objective(conditions: tuple[str, ...], taken: bool) -> None:
    """OUR 224: that it is taken would tell the enemy that somebody is there."""
    men, foe = unit("men", "uk.sniper", (30, 24), 0.0, *conditions), unit("foe", "de.sniper", (60, 24))
    farm = [{"name": "farm", "spots": [[30, 24]]}]
    state = ready(
        table(), men, foe, unit("far", "uk.squad", (60, 40)), objectives=farm, barred_from_all_objectives=[UK]
    )
    after = end_of_turn(state, *[1] * taken)
    assert (progress_of(after).objectives[0].held_by == UK) is taken
    assert counters(after, DE) == taken


@proves("KN-BMOR-27")
@pytest.mark.parametrize(("conditions", "costs"), [((HIDDEN,), 1), ((), 0)])
def test_a_hidden_unit_does_not_stand_by_an_objective_that_the_enemy_has_taken(
    conditions: tuple[str, ...], costs: int
) -> None:
    """OUR 224: that its side is spared the second counter would tell the enemy that it is there."""
    men, foe = unit("men", "uk.sniper", (33, 24), 0.0, *conditions), unit("foe", "de.sniper", (29, 24))
    far = unit("far", "uk.squad", (60, 40))
    farm = [{"name": "farm", "spots": [[30, 24]], "held_by": DE}]
    state = ready(table(), men, foe, far, objectives=farm)
    progress = progress_of(state)
    lost = tuple(replace(objective, lost_by=UK) for objective in progress.objectives)
    after = end_of_turn(with_progress(state, replace(progress, objectives=lost)), *[1] * costs)
    assert counters(after, UK) == costs


@proves("KN-BMOR-26", "KN-BMOR-27")
@pytest.mark.parametrize(("guard_at", "costs"), [((33, 24), 0), ((40, 24), 1)])
def test_a_hidden_guard_holds_what_its_side_held(guard_at: tuple[float, float], costs: int) -> None:
    """OUR 224: nobody has come to take it, and any unit within 4 inches holds it."""
    guard, foe = unit("guard", "uk.sniper", guard_at, 0.0, HIDDEN), unit("foe", "de.sniper", (60, 24))
    farm = [{"name": "farm", "spots": [[30, 24]], "held_by": UK}]
    far = unit("far", "uk.squad", (60, 40))
    state = ready(table(), guard, foe, far, objectives=farm, barred_from_all_objectives=[UK])
    after = end_of_turn(state, *[1] * costs)
    assert (progress_of(after).objectives[0].held_by == UK) is (costs == 0)
    assert counters(after, UK) == costs


@proves("KN-BMOR-20", "KN-BMOR-25", "KN-BMOR-26", "KN-BMOR-27")
@pytest.mark.parametrize(("to_man_in", "held"), [(3.9, True), (4.0, True), (4.4, False)])
def test_an_objective_is_held_within_4_inches(to_man_in: float, held: bool) -> None:
    """Four inches are within, though the sum of the places comes to a hair more."""
    farm = {"name": "farm", "spots": [[10, 24]]}
    state = ready(
        table(),
        unit("one", "uk.sniper", (10 + 0.3 + to_man_in, 24)),
        SQUAD_B,
        objectives=[farm],
        barred_from_all_objectives=[UK],
    )
    taken = Objective("farm", Spot(10, 24), UK)
    state = with_progress(state, replace(progress_of(state), objectives=(taken,)))
    after = end_of_turn(state, *(() if held else (1,)))
    assert (progress_of(after).objectives[0].held_by == UK) is held
    assert counters(after, UK) == (not held)


@proves("KN-BMOR-32")
def test_odds_of_ending_the_last_turn_depend_on_an_unseen_counter() -> None:
    state = ready(table(), SQUAD_A, SQUAD_B)
    progress = progress_of(state)
    progress = replace(
        progress, turn=progress.setting.turns, acting=DE, drawn=((DE, UNKNOWN_COUNTER),),
        forces=(Force(UK, 30, 400), Force(DE, 30, 400)),
    )  # fmt: skip
    with pytest.raises(DependsOnHidden, match="what the counters show"):
        end_turn(resolving(with_progress(state, progress), dice_of([])), DE)
    ended = resolving(with_progress(state, replace(progress, drawn=((DE, "1"),))), dice_of([]))
    end_turn(ended, DE)
    assert ended.progress.ended is not None
    assert ended.progress.ended.winner == UK


@proves("KN-BMOR-31")
@pytest.mark.parametrize(("condition", "is_lost"), [(SUPPRESSED, True), ("covering_fire", False)])
def test_men_inside_a_suppressed_vehicle_do_not_save_their_side(condition: str, is_lost: bool) -> None:
    state = loaded(unit("ht", "de.sdkfz251", (60, 4), 0, condition), {"foe": "de.squad"}, unit("men", "uk.squad", (60, 40)))  # fmt: skip
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 0))
    ended = progress_of(state).ended
    assert (ended is not None) is is_lost
    if ended is not None:
        assert ended.winner == UK


@proves("KN-BMOR-19", "KN-BMOR-20", "KN-BMOR-27")
@pytest.mark.parametrize("comes_back", [False, True])
def test_losing_an_objective_costs_its_holder_again_at_the_end_of_his_turn_unless_he_returns(
    comes_back: bool,
) -> None:
    state = ready(
        table(), unit("men", "us.squad", (20, 14.8), 0), unit("own", "uk.churchill", (9, 44)),
        unit("foe", "de.squad", (20, 4)), unit("cat", "de.tiger", (60, 5)),
        attacker=DE, objectives=[{"name": "farm", "spots": [[20, 4]], "held_by": UK}, {"name": "mill", "spots": [[60, 40]]}],
    )  # fmt: skip
    state = act(act(state, EndActivations(DE)), RemoveSuppression(DE, 0), pot_die())
    assert progress_of(state).objectives[0].held_by == DE
    assert counters(state, UK) == 1
    state = act(act(state, RollCommand(UK), 6, 6, 6), Activate(UK, "men", (K.MOVE, K.MOVE)))
    for x, y in ((20, 11), (20, 8)) if comes_back else ((20, 18), (20, 22)):
        there = Spot(x, y)
        here = state.unit("men").at
        assert isinstance(here, Spot)
        state = act(state, Move(UK, "men", (here, there)))
    state = act(state, EndActivations(UK))
    state = act(state, RemoveSuppression(UK, 0), *([] if comes_back else [pot_die()]))
    assert counters(state, UK) == (1 if comes_back else 2)
    assert progress_of(state).objectives[0].lost_by is None


@proves("KN-BMOR-24a", "KN-BMOR-24b", "KN-BMOR-26")
@pytest.mark.parametrize(
    ("own", "enemy", "holder"),
    [
        ("uk.typhoon", "de.tiger", None),
        ("uk.churchill", "de.bf109", UK),
        ("uk.churchill", "de.tiger", None),
    ],
)
def test_aircraft_neither_take_an_objective_nor_bar_it(own: str, enemy: str, holder: str | None) -> None:
    state = ready(
        table(), unit("own", own, (20, 20)), unit("enemy", enemy, (20, 25)), unit("men", "uk.squad", (60, 44)),
        unit("foe", "de.panther", (60, 5)), objectives=[{"name": "farm", "spots": [[20, 20]]}, {"name": "mill", "spots": [[40, 40]]}],
    )  # fmt: skip
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 0), *([pot_die()] if holder else []))
    assert progress_of(state).objectives[0].held_by == holder


@proves("KN-BMOR-29", "KN-BMOR-30")
@pytest.mark.parametrize(
    ("held_by", "barred", "wins"),
    [
        ((UK, UK), (), True),
        ((UK, DE), (), False),
        ((UK, None), (), False),
        ((), (), False),
        ((UK, UK), (UK,), False),
    ],
)
def test_all_objectives_are_held_by_one_side(
    held_by: tuple[str | None, ...], barred: tuple[str, ...], wins: bool
) -> None:
    state = game(HQ, FOE)
    course = progress_of(state)
    places = tuple(Objective(f"o{k}", Spot(10, 10 + k), held_by=side) for k, side in enumerate(held_by))
    setting = replace(course.setting, barred_from_all_objectives=frozenset(barred))
    state = with_progress(state, replace(course, objectives=places, setting=setting))
    assert holds_all(position(state), UK) is wins
