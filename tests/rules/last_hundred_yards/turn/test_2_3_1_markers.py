"""2.3.1: every information marker of the book is recorded, shown to the sides, drawn, and put on a table."""

from functools import reduce
from itertools import islice, pairwise
from typing import Any

import pytest

from exporters.picture import Area, Label
from exporters.pictures.counters import counters
from maps.library import scenario
from rules.game.state import GameState
from rules.game.units import Marker
from rules.ground.hex.hexes import First, Top
from rules.last_hundred_yards.book.conditions import (
    ACTED,
    CONCEALED,
    HEROIC,
    HIDDEN,
    IN_MOTION,
    REGROUPING,
    STOPPED,
)
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.effects.marker_sync import sync_markers
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced, AssaultEntered, HeroFell
from rules.last_hundred_yards.state.events.fire_events import FiredThrough, FirePlaced
from rules.last_hundred_yards.state.events.maneuver_events import ActionForgone, HexOverrun, UnitActed
from rules.last_hundred_yards.state.events.marker_events import MortarChanged
from rules.last_hundred_yards.state.events.order_events import InitiativeWon, TimeLapsed
from rules.last_hundred_yards.state.events.unit_events import (
    StepsLost,
    UnitChanged,
    UnitGone,
    UnitMoved,
    UnitPlaced,
)
from rules.last_hundred_yards.state.markers import Arrow, FireKind, FireMarker
from rules.last_hundred_yards.state.mission.mission import MortarKind
from rules.last_hundred_yards.state.progress import ActionKind, MortarPlace, MortarState, progress_of
from rules.players.match import match
from rules.players.player import RandomPlayer
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FIELD, activated, at, done, opened, unit
from vtt_bridge.local_table.pieces import areas_of, tokens_of
from vtt_bridge.port.scene_reader import state_of
from vtt_bridge.port.virtual_table import Frame, FrameKind, Scene, Source

SQUAD, OTHER, TANK, FOE = "us.able.1.squad.1", "us.able.1.squad.2", "us.able-tank.1.1", "ge.1kp.1.squad.1"
GOAL = {"name": "The hill", "hexes": ["E5"], "points": 5, "held_by": "ge"}
TUBE = {"id": "60mm", "side": "us", "kind": "60mm"}


def fire(kind: FireKind, *, primary: bool = False) -> Any:
    target = TANK if kind is FireKind.ATDRM else None
    return FirePlaced(FireMarker(1, kind, at("C5"), 0, against="us", target=target, primary=primary))


def in_play(*events: Any, markers: tuple[Marker, ...] = ()) -> GameState:
    """A game of a few units in which these events have happened."""
    units = [unit(SQUAD, "C5"), unit(OTHER, "C7"), unit(TANK, "C5"), unit(FOE, "C4")]
    state = opened(FIELD, units, markers=markers, objectives=[GOAL], mortars=[TUBE])
    for event in events:
        state = PLAY.apply(state, PLAY.events.read(PLAY.events.document(event)))
    return state


OBSERVER = MortarState(
    "60mm", "us", MortarKind.MM60, "", MortarPlace.INITIAL, at("C5"), at("C4"), 1, asker=SQUAD
)
ON_THE_MAP: list[tuple[str, Any | Marker, str, str]] = [
    ("improved position", Marker("improved_position", at("B3")), "improved_position", "B3"),
    ("wire", Marker("wire", at("B3")), "wire", "B3"),
    ("mines", Marker("mines", at("B3")), "mines", "B3"),
    ("avatar", Marker("avatar", at("B3")), "avatar", "B3"),
    ("smoke", Marker("smoke", at("B3"), 3), "smoke", "B3"),
    ("SADRM", fire(FireKind.SADRM), "sadrm", "C5"),
    ("MDRM", fire(FireKind.MDRM), "mdrm", "C5"),
    ("ATDRM", fire(FireKind.ATDRM), "atdrm", "C5"),
    ("primary impact hex", fire(FireKind.MDRM, primary=True), "primary_impact_hex", "C5"),
    ("forward observer", MortarChanged(OBSERVER), "forward_observer", "C5"),
    ("assault arrow", ArrowPlaced(Arrow(SQUAD, "us", at("C4"))), "assault_arrow", "C5"),
    ("assault (nationality)", AssaultEntered(SQUAD, "us", at("C4"), at("C5")), "assault_us", "C4"),
    ("heroic, its bearer fallen", HeroFell(SQUAD, "us", at("C4")), "heroic", "C4"),
    ("action: fire", UnitActed(SQUAD, ActionKind.FIRE, (at("C5"),)), "action_fire", "C5"),
    ("action: maneuver", UnitActed(OTHER, ActionKind.MANEUVER, (at("C7"),)), "action_maneuver", "C7"),
    ("action: recovery", UnitActed(SQUAD, ActionKind.RECOVER, (at("C5"),)), "action_recover", "C5"),
    ("control", TimeLapsed(3), "control_ge", "E5"),
]
ON_COUNTERS: list[tuple[str, Any, str]] = [
    ("concealment", UnitChanged(SQUAD, gained=(CONCEALED,)), CONCEALED),
    ("regrouping", UnitChanged(SQUAD, gained=(REGROUPING,)), REGROUPING),
    ("heroic", UnitChanged(SQUAD, gained=(HEROIC,)), HEROIC),
    ("motion, green", UnitChanged(TANK, gained=(IN_MOTION,)), IN_MOTION),
    ("motion, red", UnitChanged(TANK, gained=(STOPPED,)), STOPPED),
    ("a turned counter", UnitActed(SQUAD, ActionKind.FIRE, (at("C5"),)), "acted"),
    ("a counter that did nothing when it could", ActionForgone(SQUAD), "acted"),
    ("overrun", HexOverrun(TANK, at("C4")), "overran"),
]


def drawn(state: GameState) -> set[str]:
    """All texts on the picture, two-line texts joined, and the meanings of its flags."""
    marks = tuple(counters(state))
    flags = {
        str(mark.facts["marker"]).replace("_", " ")
        for mark in marks
        if isinstance(mark, Area) and "marker" in mark.facts
    }
    labels = sorted([mark for mark in marks if isinstance(mark, Label)], key=lambda label: label.at)
    one_below_other = {f"{first.text} {second.text}" for first, second in pairwise(labels)}
    return flags | one_below_other | {label.text for label in labels}


def on_a_table(state: GameState) -> GameState:
    """The state as tokens and areas on a table, and read from there."""
    frame = Frame(FrameKind.HEX, 100.0, (100.0, 100.0), Top.FLAT, First.HIGH)
    source = Source("local", "1", "scene", "1")
    scene = Scene(source, "field", frame, (900, 1200), tokens=tokens_of(state, frame), areas=areas_of(state))
    return state_of(scene, FIELD, RULESET)


@proves("LHY-2.3.1")
@pytest.mark.parametrize(("name", "made_by", "kind", "label"), ON_THE_MAP, ids=[row[0] for row in ON_THE_MAP])
def test_2_3_1_markers_in_hexes(name: str, made_by: Any | Marker, kind: str, label: str) -> None:
    state = in_play(markers=(made_by,)) if isinstance(made_by, Marker) else in_play(made_by)
    for seen in (state, state_seen_by(state, "us"), state_seen_by(state, "ge"), on_a_table(state)):
        assert [mark.at for mark in seen.markers if mark.kind == kind] == [at(label)], name
        assert any(kind.replace("_", " ") in words for words in drawn(seen)), name
    if not isinstance(made_by, Marker | TimeLapsed):
        assert kind not in {mark.kind for mark in in_play().markers}, "it comes with the event alone"


@proves("LHY-2.3.1")
@pytest.mark.parametrize(("name", "made_by", "word"), ON_COUNTERS, ids=[row[0] for row in ON_COUNTERS])
def test_2_3_1_markers_on_counters(name: str, made_by: Any, word: str) -> None:
    state = in_play(made_by)
    bearer = next(one.id for one in state.units.values() if one.has(word))
    assert state.unit(bearer).conditions == {word}, "and no other"
    for seen in (state, state_seen_by(state, "us"), on_a_table(state)):
        assert seen.unit(bearer).has(word), name
        assert word.replace("_", " ") in drawn(seen), name
    assert not any(one.has(word) for one in in_play().units.values())
    enemys = state_seen_by(state, "ge")
    assert any(one.has(word) for one in enemys.units.values()), name


@proves("LHY-2.3.1")
def test_2_3_1_the_envelopment_marker_is_where_attackers_came_in_from_two_sides() -> None:
    one, other = (
        (AssaultEntered(name, "us", at("C4"), at(start)), UnitMoved(name, at(start), at("C4")))
        for name, start in ((SQUAD, "C5"), (OTHER, "C3"))
    )
    assert "envelopment" not in {mark.kind for mark in in_play(*one).markers}
    assert Marker("envelopment", at("C4")) in in_play(*one, *other).markers


@proves("LHY-2.3.1")
def test_2_3_1_an_arrow_points_over_its_hexside() -> None:
    state = in_play(ArrowPlaced(Arrow(SQUAD, "us", at("D5"))))
    (arrow,) = state.markers_at(at("C5"), "assault_arrow")
    assert arrow.value == FIELD.grid.direction(at("C5"), at("D5")) + 1 == 3


@proves("LHY-2.3.1")
def test_2_3_1_the_tracks_beside_the_map_are_described_in_words() -> None:
    assert PLAY.moment(in_play()) == "turn 1, minute 0 of 60, initiative"
    state = in_play(InitiativeWon("us"), TimeLapsed(7), StepsLost("us", 2))
    assert PLAY.moment(state) == (
        "turn 1, minute 7 of 60, initiative; us has the initiative; casualties +2, limits us 99, ge 99"
    )


@proves("LHY-2.3.1")
def test_2_3_1_a_side_is_shown_no_marker_of_units_it_does_not_know() -> None:
    hidden = UnitChanged(SQUAD, gained=(HIDDEN,))
    state = in_play(UnitActed(SQUAD, ActionKind.FIRE, (at("C5"),)), hidden, MortarChanged(OBSERVER))
    assert not any(one.has("acted") for one in state_seen_by(state, "ge").units.values())
    assert "forward_observer" not in {mark.kind for mark in state_seen_by(state, "ge").markers}
    assert "forward_observer" in {mark.kind for mark in state_seen_by(state, "us").markers}


@proves("LHY-4.3.0.1")
def test_4_3_the_enemy_does_not_know_that_a_hidden_unit_has_fired() -> None:
    fired = FiredThrough(SQUAD, at("C4")), FiredThrough(FOE, at("C5"))
    state = in_play(*fired, UnitChanged(SQUAD, gained=(HIDDEN,)))
    assert progress_of(state_seen_by(state, "ge")).fired_from == ((FOE, at("C5")),)
    assert progress_of(state_seen_by(state, "us")).fired_from == ((SQUAD, at("C4")), (FOE, at("C5")))


def test_a_fire_marker_left_on_a_scenario_is_removed() -> None:
    assert "sadrm" not in {mark.kind for mark in in_play(markers=(Marker("sadrm", at("B3")),)).markers}
    state = in_play(fire(FireKind.SADRM))
    assert sync_markers(state) is state, "what lies as it should is left alone"


@proves("LHY-9.0.4", "LHY-9.0.5", "LHY-9.0.6")
def test_9_0_4_action_markers_lie_where_a_unit_acted_until_the_enemy_has_reacted() -> None:
    state = activated(unit(SQUAD, "C7"), unit("us.able.1.leader", "C7"), unit(FOE, "C4"))
    state = done(state, FireSmallArms("us", SQUAD, (at("C4"),)))
    state = done(
        state, Maneuver("us", "us.able.1.leader", at("C8")), Maneuver("us", "us.able.1.leader", at("B8"))
    )
    state = done(state, EndManeuver("us"))

    def actions(seen: GameState) -> set[tuple[str, str]]:
        return {(mark.kind, str(mark.at)) for mark in seen.markers if mark.kind.startswith("action")}

    lie = {("action_fire", "C7"), ("action_maneuver", "B8")}
    assert actions(state) == lie
    state = done(state, CallForReaction("us"))
    assert actions(state) == actions(state_seen_by(state, "ge")) == lie, "for the Germans to react to"
    state = done(state, FireSmallArms("ge", FOE, (at("C7"),)))
    assert actions(state) == lie | {("action_fire", "C4")}
    state = done(state, CallForReaction("ge"))
    assert actions(state) == {("action_fire", "C4")}, "they have reacted"
    state = done(state, CallForReaction("us"), CallForReaction("ge"))
    assert not actions(state), "the cycle has ended"


@proves("LHY-9.0.4", "LHY-9.0.5")
def test_9_0_4_units_that_acted_alike_in_one_hex_share_one_marker_with_their_number() -> None:
    deeds = [(SQUAD, ActionKind.FIRE, "C7"), (OTHER, ActionKind.FIRE, "C7"), (TANK, ActionKind.RECOVER, "C7")]
    state = in_play(*(UnitActed(one, kind, (at("B8"), at(place))) for one, kind, place in deeds))
    lie = {
        (marker.kind, str(marker.at), marker.value)
        for marker in state.markers
        if marker.kind.startswith("action")
    }
    assert lie == {("action_fire", "C7", 2), ("action_recover", "C7", 1)}


@proves("LHY-2.3.1")
def test_a_pile_of_fire_markers_is_one_marker_on_a_table_with_its_number_up_to_9() -> None:
    fires = [fire(FireKind.SADRM) for _ in range(12)]
    (pile,) = on_a_table(in_play(*fires)).markers_at(at("C5"), "sadrm")
    assert pile.value == 9
    (pair,) = in_play(*fires[:2]).markers_at(at("C5"), "sadrm")
    assert pair.value == 2


@proves("LHY-2.3.1")
def test_2_3_1_a_place_of_several_hexes_has_its_control_marker_in_the_first_that_is_named() -> None:
    village = {**GOAL, "hexes": ["E5", "E6", "F6"]}
    state = opened(FIELD, [unit(SQUAD, "C5"), unit(FOE, "C4")], objectives=[village])
    state = PLAY.apply(state, TimeLapsed(3))
    assert [marker.at for marker in state.markers if marker.kind == "control_ge"] == [at("E5")]


@proves("LHY-2.3.1", "LHY-12.3.6.2")
def test_2_3_1_the_survivor_of_a_duel_has_its_action_marker_again() -> None:
    state = in_play(UnitActed(TANK, ActionKind.FIRE, (at("C5"),)))
    assert state.unit(TANK).has(ACTED)
    gone = PLAY.apply(state, UnitGone(TANK, "is destroyed"))
    back = UnitPlaced(TANK, TANK, "us", at("C5"), has_acted=True, as_it_was=True)
    assert PLAY.apply(gone, back).unit(TANK).has(ACTED)


@pytest.mark.parametrize("name", ["lhy-ridge-farm", "mill-crossing"])
def test_2_3_1_markers_lie_after_a_declaration_as_after_its_events_one_by_one(name: str) -> None:
    chosen = scenario(name)
    state = RULESET.opening(chosen.state(), chosen.opening_options())
    players = dict.fromkeys(state.sides, RandomPlayer())
    decisions = list(islice(match(PLAY, RULESET, state, players, seed=1), 150))
    assert len({tuple(decision.after.markers) for decision in decisions}) > 20, "markers come and go"
    for decision in decisions:
        assert reduce(PLAY.apply, decision.events, decision.before) == decision.after
