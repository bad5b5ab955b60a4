"""Direct fire of high explosive: modifiers of -1, and what a shell does."""

from dataclasses import replace

import pytest

from rules.game.engine.carrying_out import carry_out
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, MOVED
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind, ShellSize
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, Forgo
from rules.kampfgruppe_normandy.effects.harm import losses_from_shell
from rules.kampfgruppe_normandy.effects.shooting import ShotFired
from rules.kampfgruppe_normandy.questions.target import Fate, Target
from rules.kampfgruppe_normandy.state.progress import Activation, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.fire.last_turn import AT_THE_PANZER, own_turn_of, panzer
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    GAME,
    UK,
    act,
    activated,
    dice_of,
    line,
    loaded,
    ready,
    reasons_of_shot,
    record_of,
    refusal,
    shot,
    table,
    unit,
)


@proves("KN-DFHE-06", "KN-DFAT-05", "KN-COV-02")
@pytest.mark.parametrize(
    ("did", "to_hit", "missed"),
    [((), "hits on 3+ at effective range", 2), ((MOVED,), "hits on 4+ in all", 3)],
)
def test_a_unit_that_moved_last_turn_is_hit_at_minus_1_until_its_turn_ends(
    did: tuple[str, ...], to_hit: str, missed: int
) -> None:
    """16 to 24 inches: 3+, with -1 for a target that moved in its last turn 4+."""
    state = act(own_turn_of(panzer(*did)), Activate(DE, "panzer", (K.DIRECT_AT, K.DIRECT_AT)))
    said = str(GAME.chances(state, AT_THE_PANZER))
    assert to_hit in said
    assert ("-1 target moved (KGN Direct fire: modifiers to hit)" in said) is bool(did)
    assert "tank, direct fire - anti-tank at panzer: misses" in record_of(state, AT_THE_PANZER, 2, missed)
    hit = record_of(state, AT_THE_PANZER, 2, missed + 1, 1, 2, 5)
    assert any("morale of panzer" in line for line in hit), hit


@proves("KN-DFHE-05", "KN-DFHE-06", "KN-DFAT-05")
def test_moving_firer_moving_target_and_gun_each_give_minus_1() -> None:
    state = ready(
        table(),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("b", "de.pak40", (30, 24), 270, MOVED),
    )
    state = activated(state, "a", K.DIRECT_AT, K.MOVE)
    said = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_AT, "75mm")))
    for modifier in ("firer moved or will move", "target moved", "target is a deployed gun"):
        assert f"-1 {modifier}" in said


@proves("KN-DFHE-08", "KN-DFAT-06")
def test_a_6_always_hits_and_a_1_never() -> None:
    hedge = line(T.HEDGE, (52, 10), (52, 40))
    state = ready(
        table(hedge),
        unit("a", "uk.sherman", (9, 24), 90),
        unit("b", "de.pz4h", (54, 24), 270, MOVED, IMMOBILISED),
        FAR,
    )
    state = activated(state, "a", K.DIRECT_AT, K.MOVE)
    shot = Fire(UK, "a", "b", K.DIRECT_AT, "75mm")
    assert "b" in act(state, shot, 6, 5).units
    assert "b" in act(state, shot, 6, 6, 2, 2, 5).units


@proves("KN-DFHE-05")
@pytest.mark.parametrize(("acting", "minus"), [(UK, True), (DE, False)])
def test_a_hero_takes_minus_1_for_a_move_in_this_turn_but_not_for_one_in_its_last(
    acting: str, minus: bool
) -> None:
    """A heroic action in one's own turn after the activation, or in the enemy's turn that follows."""
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    state = activated(state, "a", K.DIRECT_HE, K.DIRECT_HE)
    state = state.with_unit(replace(state.unit("a"), conditions=frozenset({MOVED})))
    state = with_progress(state, replace(progress_of(state), acting=acting))
    said = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_HE, "75mm")))
    assert ("-1 firer moved or will move" in said) is minus


@proves("KN-DFHE-05", "KN-ACT-17")
@pytest.mark.parametrize(
    ("kinds", "moved", "minus"), [((K.DIRECT_HE, K.MOVE), 0, False), ((K.MOVE, K.DIRECT_HE), 1, True)]
)
def test_a_tank_immobilised_before_its_shell_does_not_move_after_it(
    kinds: tuple[K, K], moved: int, minus: bool
) -> None:
    """The tank was immobilised by covering fire, for example: only a move before that counts."""
    state = ready(
        table(), unit("a", "uk.sherman", (10, 24), 90, IMMOBILISED), unit("b", "de.squad", (30, 24), 270)
    )
    told = Activation("a", UK, kinds, done=moved)
    state = with_progress(state, replace(progress_of(state), activation=told))
    said = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_HE, "75mm")))
    assert ("-1 firer moved or will move" in said) is minus


@proves("KN-DFHE-05", "KN-ACT-17", "KN-UMOR-22")
@pytest.mark.parametrize("minus", [True, False])
def test_a_hero_takes_minus_1_for_its_own_move_still_to_come_this_turn(minus: bool) -> None:
    """The hero acts during its own activation, which ends with a Move or with a second shell."""
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    own = Activation("a", UK, (K.DIRECT_HE, K.MOVE if minus else K.DIRECT_HE), done=1)
    heroic = Activation("a", UK, (K.DIRECT_HE, K.DIRECT_HE), is_free=True)
    state = with_progress(state, replace(progress_of(state), activation=heroic, suspended=(own,)))
    said = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_HE, "75mm")))
    assert ("-1 firer moved or will move" in said) is minus


@proves("KN-DFHE-02", "KN-DFAT-02")
@pytest.mark.parametrize(
    ("target", "kind", "dice"),
    [("de.squad", K.DIRECT_HE, (3, 2, 1, 1, 1, 1)), ("de.pz4h", K.DIRECT_AT, (2, 2, 1, 1, 3))],
)
def test_the_record_of_a_shell_that_struck_counts_one_hit(
    target: str, kind: K, dice: tuple[int, ...]
) -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", target, (20, 24), 270), FAR)
    state = activated(state, "a", kind, kind)
    events, _ = carry_out(GAME, state, Fire(UK, "a", "b", kind, "75mm"), dice_of(dice))
    assert [event.hits for event in events if isinstance(event, ShotFired)] == [1]


@proves("KN-DFHE-06", "KN-DFSA-50b")
def test_riders_move_as_their_tank_moves() -> None:
    for conditions in ((), ("moved",)):
        state = loaded(unit("tank", "de.panther", (20, 24), 270, *conditions), {"riders": "de.squad"}, unit("gun", "uk.sherman", (10, 24), 90))  # fmt: skip
        said = reasons_of_shot(state, "gun", "riders", K.DIRECT_HE, "75mm")
        assert ("-1 target moved" in said) is bool(conditions)
    flames = loaded(unit("tank", "de.panther", (20, 24), 270, "moved"), {"riders": "de.squad"}, unit("men", "us.engineers", (14, 24), 90))  # fmt: skip
    assert "not stationary" in reasons_of_shot(flames, "men", "riders", K.DIRECT_SMALL_ARMS, "flamethrower")


@proves("KN-DFHE-05", "KN-ACT-17")
def test_a_unit_that_forgoes_its_move_fires_as_stationary() -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (34, 24), 270))
    state = act(state, Activate(UK, "a", (K.MOVE, K.DIRECT_HE)))
    forgone = act(state, Forgo(UK))
    said = str(GAME.chances(forgone, shot(forgone, "a", "b", K.DIRECT_HE, "75mm")))
    assert "hits on 3+ at effective range" in said
    assert "moved" not in said
    assert progress_of(act(forgone, Forgo(UK))).activation is None
    moved = act(state, Move(UK, "a", (Spot(10, 24), Spot(10, 23))))
    said = str(GAME.chances(moved, shot(moved, "a", "b", K.DIRECT_HE, "75mm")))
    assert "-1 firer moved or will move" in said


MEDIUM = HighExplosive(ShellSize.MEDIUM, 4, 2)


@proves("KN-IND-25", "KN-DFHE-14", "KN-DFHE-16", "KN-UMOR-04", "KN-DFHE-01", "KN-DFHE-02")
def test_high_explosive_kills_gun_crew_and_the_gun_tests_for_every_loss() -> None:
    gun = Target("gun", Kind.GUN, 4, 4, save=6)
    losses = losses_from_shell(gun, MEDIUM, dice_of([4, 1, 1, 1, 2, 3]))
    assert (losses.men_lost, losses.suppressed, losses.fate) == (1, True, Fate.STANDS)
    gone = losses_from_shell(gun, MEDIUM, dice_of([4, 1, 1, 1, 2, 2]))
    assert gone.fate is Fate.ABANDONED
    dead = losses_from_shell(gun, MEDIUM, dice_of([4, 4, 4, 4, 1, 1, 1, 1]))
    assert dead.fate is Fate.DESTROYED


@proves("KN-DFHE-01", "KN-WPN-15")
@pytest.mark.parametrize(
    ("round", "said"), [("", ""), ("HEAT", "has no HEAT rounds"), ("flame", "has no flame rounds")]
)
def test_a_tank_gun_fires_no_rounds_that_it_does_not_have(round: str, said: str) -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.pz4h", (30, 24), 270))
    state = activated(state, "a", K.DIRECT_AT, K.MOVE)
    why = refusal(state, Fire(UK, "a", "b", K.DIRECT_AT, "75mm", round))
    assert said in why
    assert bool(why) is bool(said)
