"""The record of each loss in an attack, and the decisions owed for it."""

import re
from typing import Any

import pytest

from rules.game.state import GameState
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import TREATED, TREATING
from rules.kampfgruppe_normandy.book.fire_tables import MoraleResult
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.effects.losses import suffer_losses
from rules.kampfgruppe_normandy.questions.target import Fate, Losses
from rules.kampfgruppe_normandy.state.progress import Status, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import DE, act, dice_of, game, resolving, told_to, unit

COUNTER = "uk draws a counter: thrown in secret; uk takes a morale counter:"


def _field() -> GameState:
    return game(
        unit("squad", "uk.squad", (30, 30)), unit("tank", "uk.sherman", (30, 40)),
        unit("lorry", "uk.bedford", (40, 40), facing_deg=90), unit("men", "uk.squad"), unit("medic", "uk.medic", (30, 31.6)),
        unit("vets", "de.fallschirmjager", (60, 30)), unit("foe", "de.squad", (60, 60)),
        status={"men": Status(men=8, aboard="lorry")},
    )  # fmt: skip


@proves(
    "KN-DFSA-36", "KN-DFSA-54", "KN-DFSA-55", "KN-DFSA-38", "KN-DFSA-40", "KN-DFSA-41", "KN-DFAT-37",
    "KN-DFAT-44a", "KN-DEPL-17b", "KN-SPEC-16b", "KN-UMOR-01", "KN-UMOR-21", "KN-UMOR-24",
)  # fmt: skip
@pytest.mark.parametrize(
    ("unit_id", "losses", "told"),
    [
        ("nobody", {"men_lost": 1}, ""),
        ("lorry", {}, ""),
        ("lorry", {"hits_taken": 1}, "lorry takes 1 hit"),
        ("lorry", {"hits_taken": 2, "fate": Fate.DESTROYED}, f"men is put out at a place; men is suppressed; lorry is destroyed; {COUNTER} lorry is destroyed"),
        ("squad", {"men_lost": 2}, "squad loses 2 men"),
        ("squad", {"men_lost": 8, "special_lost": True, "fate": Fate.DESTROYED}, f"squad loses 8 men; squad is destroyed; {COUNTER} squad is destroyed"),
        ("squad", {"men_lost": 1, "special_lost": True}, "squad loses 1 man; squad loses its Bren"),
        ("squad", {"men_lost": 1, "medic": "medic"}, "medic is treating the wounded; squad is treated; squad loses 1 man"),
        ("squad", {"suppressed": True}, "squad is suppressed"),
        ("squad", {"suppressed": True, "fate": Fate.WITHDRAWS}, f"squad is withdrawn; {COUNTER} squad is withdrawn"),
        ("tank", {"immobilised": True}, "tank is immobilised"),
        ("tank", {"immobilised": True, "suppressed": True}, "tank is immobilised, suppressed"),
        ("tank", {"fate": Fate.ABANDONED}, f"tank is abandoned; {COUNTER} tank is abandoned"),
        ("squad", {"men_lost": 1, "owes_test": True}, "squad loses 1 man; de is to decide: morale request"),
        ("squad", {"morale": (6, 6), "is_heroic": True}, "uk is to decide: heroic action"),
        ("squad", {"morale": (1,), "suppressed": True}, "squad is suppressed"),
        ("vets", {"morale": (1,), "suppressed": True}, "vets is tested; vets is suppressed"),
        ("vets", {"morale": (1,), "first_test": MoraleResult.SUPPRESSED}, "vets is tested; de is to decide: veterans' re-roll"),
    ],
)  # fmt: skip
def test_the_record_of_each_loss(unit_id: str, losses: dict[str, Any], told: str) -> None:
    resolution = resolving(_field(), dice_of([1]))
    suffer_losses(resolution, Losses(unit_id, **losses))
    assert re.sub(r"at \([^)]*\)", "at a place", "; ".join(map(str, resolution.events))) == told


@proves("KN-DFAT-37", "KN-DFSA-40")
def test_passengers_are_put_out_before_their_losses_are_recorded() -> None:
    resolution = resolving(_field(), dice_of([1]))
    men = Losses("men", must_leave=True, suppressed=True, men_lost=2)
    suffer_losses(resolution, Losses("lorry", hits_taken=2, fate=Fate.DESTROYED, passengers=(men,)))
    first, *told = [str(event) for event in resolution.events][:4]
    assert first.startswith("men is put out at ")
    assert told == ["men loses 2 men", "men is suppressed", "lorry is destroyed"]
    assert [wreck.unit for wreck in progress_of(resolution.state).wrecks] == ["lorry"]


@proves("KN-UMOR-01", "KN-UMOR-21", "KN-UMOR-24")
def test_tests_are_asked_for_in_the_order_of_the_losses_and_heroes_wait_for_the_last() -> None:
    resolution = resolving(_field(), dice_of([]))
    for losses in (
        Losses("squad", owes_test=True),
        Losses("tank", is_heroic=True),
        Losses("lorry", owes_test=True),
        Losses("vets", first_test=MoraleResult.SUPPRESSED, morale=(3,)),
        Losses("medic", is_heroic=True),
    ):
        suffer_losses(resolution, losses)
    assert [(owed.unit, owed.side) for owed in progress_of(resolution.state).owed] == [
        ("squad", "de"),
        ("lorry", "de"),
        ("vets", "de"),
        ("tank", "uk"),
        ("medic", "uk"),
    ]


def _lorry_with(*aboard: str, medic_at: tuple[float, float] | None) -> GameState:
    """A lorry with squads, in the open before a machine gun, and a medic beside it or aboard."""
    status = {name: Status(men=8, aboard="lorry") for name in aboard}
    if medic_at is None:
        status["medic"] = Status(men=2, aboard="lorry")
    return told_to(
        game(
            unit("lorry", "uk.bedford", (40, 20)), *(unit(name, "uk.squad") for name in aboard),
            unit("medic", "uk.medic", medic_at), unit("gun", "de.mg42_tripod", (40, 34)), acting=DE, status=status,
        ),
        "gun", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS,
    )  # fmt: skip


@proves("KN-SPEC-16a", "KN-SPEC-16b", "KN-DFSA-39")
@pytest.mark.parametrize("medic_at", [(41.9, 20.0), None])
def test_a_medic_beside_a_lorry_or_aboard_helps_a_squad_aboard_and_is_used_up(
    medic_at: tuple[float, float] | None,
) -> None:
    """Of seven hits two destroy the lorry; of the others on those aboard two are not saved, and the medic keeps one man."""
    observed, hits, saves, kept, special = 6, (6,) * 7, (5, 5, 5, 1, 1), 4, 1
    shot = Fire(DE, "gun", "lorry", K.DIRECT_SMALL_ARMS)
    state = act(_lorry_with("squad", medic_at=medic_at), shot, observed, *hits, *saves, kept, special, 1)
    assert progress_of(state).of("squad").men == 7
    assert state.unit("medic").has(TREATING)
    assert state.unit("squad").has(TREATED)


@proves("KN-SPEC-16b")
def test_one_medic_helps_one_of_two_squads_that_fall_with_their_lorry() -> None:
    """Both lose men to a shell that pierces a half-track, D3 each; the medic keeps a man of the first."""
    state = game(
        unit("track", "uk.m5_halftrack", (40, 20), facing_deg=180), unit("a", "uk.squad"), unit("b", "uk.squad"),
        unit("medic", "uk.medic", (41.9, 20)), unit("gun", "de.pak40", (40, 40)), acting=DE,
        status={name: Status(men=8, aboard="track") for name in ("a", "b")},
    )  # fmt: skip
    state = told_to(state, "gun", K.DIRECT_AT, K.DIRECT_AT)
    observed, to_hit, pierced, three, kept, special = 6, 6, (6, 5), 6, 4, 1
    shot = Fire(DE, "gun", "track", K.DIRECT_AT, "75mm PaK 40")
    after = act(state, shot, observed, to_hit, *pierced, three, kept, special, three, special, 1)
    assert [progress_of(after).of(name).men for name in ("a", "b")] == [6, 5]
