"""The odds of fire on a hex checked against an independent second umpire, on random hexes and in games."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from rules.game.engine.forecast import Forecast
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.declarations.fire.fire_phase import ResolveFire
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.position import row_of
from rules.last_hundred_yards.state.progress import Phase
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards import second_umpire as umpire
from tests.rules.last_hundred_yards.playing import FAR, activated, chance_steps, course, done, opened, unit
from tests.rules.last_hundred_yards.small_boards import SMALL

HEX = Hex.named("C4")
OPEN = open_ground(8, 10)
WOODS = board("\n".join(["w w w w w w w w"] * 10))
LOTS = 60
EDITIONS = ("2019", "series-3.1")
KINDS = ("squad", "mg", "leader", "latw", "afv", "truck", "halftrack")
SHOWN = ("disrupted", "shocked")
GAMES = range(5)
MOST_DECLARATIONS = 400
COVER = {
    Terrain.WOODS: -1,
    Terrain.FOREST: -1,
    Terrain.WOODEN_BUILDING: -2,
    Terrain.STONE_BUILDING: -3,
    Terrain.URBAN_BUILDING: -3,
}
"""What the ground of a hex takes off mortar fire."""

PLACES = {
    (edition, ground): umpire.Place(
        mortar_cover=-1 if ground == "woods" else 0,
        is_open=ground == "open",
        ten_shocks=edition == "series-3.1",
        strikes_moving=edition == "series-3.1",
    )
    for edition in EDITIONS
    for ground in ("open", "woods")
}


def _drawn(seed: int, edition: str, ground: str) -> GameState:
    """Up to five counters in a hex, mostly of one side, and up to three fires on them."""
    lot = Random(seed)
    names = _counters(lot)
    units = [unit(name, "C4", *_conditions(lot, name)) for name in names]
    state = opened(WOODS if ground == "woods" else OPEN, [*units, *FAR], edition=edition)
    for number in range(1, lot.randint(1, 3) + 1):
        state = FirePlaced(_fire(lot, number, names)).on(state)
    return PhaseBegan(Phase.FIRE).on(done(state, RollInitiative("us"), 9, 2))


def _counters(lot: Random) -> list[str]:
    side = lot.choice(("us", "ge"))
    others = [
        row.id for row in ROSTER.values() if row.kind.value in KINDS and row.id not in {one.id for one in FAR}
    ]
    own = [name for name in others if name.startswith(side)]
    foes = [name for name in others if not name.startswith(side)]
    return [*lot.sample(own, lot.randint(1, 4)), *lot.sample(foes, lot.choice((0, 0, 1)))]


def _conditions(lot: Random, name: str) -> tuple[str, ...]:
    row = ROSTER[name]
    if row.is_vehicle:
        return tuple(word for word in ("in_motion",) if lot.random() < 0.3)
    return tuple(word for word in ("disrupted",) if lot.random() < 0.3)


def _fire(lot: Random, number: int, names: list[str]) -> FireMarker:
    vehicles = [name for name in names if ROSTER[name].is_vehicle]
    soft = sorted({name[:2] for name in names if not ROSTER[name].is_vehicle})
    kind = lot.choice([FireKind.MDRM, *[FireKind.ATDRM] * bool(vehicles), *[FireKind.SADRM] * bool(soft)])
    if kind is FireKind.MDRM:
        return FireMarker(number, kind, HEX, lot.randint(-2, 2), tubes=lot.randint(1, 3))
    if kind is FireKind.SADRM:
        return FireMarker(number, kind, HEX, lot.randint(-4, 3), against=lot.choice(soft))
    target = lot.choice(vehicles)
    rear = ROSTER[target].aev is not None and lot.random() < 0.3
    return FireMarker(number, kind, HEX, lot.randint(-4, 8), against=target[:2], target=target, rear=rear)


def _counter(one: Unit) -> umpire.Counter:
    row = row_of(one)
    return umpire.Counter(
        one.id,
        one.side,
        row.kind.value,
        row.cohesion or 0,
        row.assault,
        -1 if row.sav is None else row.sav,
        row.steps,
        row.platoon_key,
        row.av or 0,
        row.aev if row.aev is not None else row.av or 0,
        one.has("disrupted"),
        one.has("shocked"),
        one.has("in_motion") or one.has("stopped"),
    )


def _fates(before: GameState, after: GameState, place: Hex) -> frozenset[tuple[str, str]]:
    """The fates of the units that were in the hex."""
    found = set()
    for one in before.units.values():
        if one.at != place:
            continue
        now = after.units.get(one.id)
        if now is None or now.at is None:
            found.add((one.id, "gone"))
        elif gained := [word for word in SHOWN if now.has(word) and not one.has(word)]:
            found.add((one.id, gained[0]))
    return frozenset(found)


def _told(state: GameState, place: Hex) -> umpire.Ends:
    ends: defaultdict[frozenset[tuple[str, str]], Fraction] = defaultdict(Fraction)
    seen = PLAY.seen_by(state, "us")
    forecast = Forecast(PLAY).ends(PLAY.position(seen), ResolveFire("us", place))
    assert not forecast.hidden
    for after, chance in forecast.states.items():
        ends[_fates(state, after, place)] += chance
    return dict(ends)


def _expected(state: GameState, place: Hex, ground: umpire.Place) -> umpire.Ends:
    counters = [_counter(one) for one in state.units.values() if one.at == place]
    attacks = [
        umpire.Attack(
            fire.kind.value, fire.value, fire.target or fire.against or "", fire.rear, fire.tubes or 0
        )
        for fire in course(state).fires
        if fire.at == place
    ]
    return umpire.resolved(ground, counters, attacks)


@proves(
    "LHY-12.0.2", "LHY-12.1.0.1", "LHY-12.1.0.1.vehicles", "LHY-12.1.0.2", "LHY-12.1.1", "LHY-12.1.2", "LHY-12.1.3.1",
    "LHY-12.1.3.2a", "LHY-12.1.4", "LHY-12.1.5a", "LHY-12.1.5b.1", "LHY-12.1.5b.3", "LHY-12.1.6",
    "LHY-12.1.7a", "LHY-12.2.1", "LHY-12.2.1b", "LHY-12.2.2", "LHY-12.2.3a", "LHY-12.2.3b", "LHY-12.2.3c",
    "LHY-12.3.1a", "LHY-12.3.1b", "LHY-12.3.1c", "LHY-12.3.7b", "LHY-11.4.6d",
)  # fmt: skip
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("ground", ["open", "woods"])
def test_fire_on_random_hexes_agrees_with_the_second_umpire(edition: str, ground: str) -> None:
    for seed in range(LOTS):
        state = _drawn(seed, edition, ground)
        assert _told(state, HEX) == _expected(state, HEX, PLACES[edition, ground]), f"lot {seed}"


@proves("LHY-12.1.1", "LHY-12.1.6", "LHY-12.2.1", "LHY-12.2.2", "LHY-12.2.3d", "LHY-12.3.7b", "LHY-5.0.III.2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_fire_in_games_agrees_with_the_second_umpire(edition: str) -> None:
    """Every fire to resolve in random games, except hexes with concealed units, riders or a duel."""
    compared = 0
    for small, seed in product(SMALL.values(), GAMES):
        state = small.opened(edition)
        for _, _, after in chance_steps(state, seed, MOST_DECLARATIONS):
            for action in PLAY.legal_actions(state):
                if isinstance(action, ResolveFire) and _is_plain(state, action.at):
                    expected = _expected(state, action.at, _place(state, action.at, edition))
                    assert _told(state, action.at) == expected, f"{seed}: {action}"
                    compared += 1
            state = after
    assert compared > 40


def _is_plain(state: GameState, place: Hex) -> bool:
    there, now = [one for one in state.units.values() if one.at == place], course(state)
    secret = any(one.has("concealed") or one.has("hidden") for one in there)
    aboard = any(now.is_aboard(one.id) for one in there)
    duel = now.killed or any((target, firer) in now.shots for firer, target in now.shots)
    return not (secret or duel or now.assault_at(place) or aboard)


def _place(state: GameState, place: Hex, edition: str) -> umpire.Place:
    assert isinstance(state.board, HexBoard)
    cover = min((COVER.get(kind, 0) for kind in state.board.ground(place).terrain), default=0)
    return replace(PLACES[edition, "open"], mortar_cover=cover, is_open=not cover)


@proves("LHY-12.0.2", "LHY-12.3.7b")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("squad", ["us.able.1.squad.1", "us.baker.3.squad.1"])
def test_12_0_2_a_unit_disrupted_by_fire_and_by_an_adjacent_wreck_is_disrupted_once(
    edition: str, squad: str
) -> None:
    """In the open: a result of 8 exceeds Cohesion 6, and the tank beside the squad is destroyed; the squad loses no step."""
    state = opened(OPEN, [unit(squad, "C4"), unit("us.able-tank.1.1", "C4"), *FAR], edition=edition)
    fires = (
        FireMarker(1, FireKind.SADRM, HEX, 0, against="us"),
        FireMarker(2, FireKind.ATDRM, HEX, 8, against="us", target="us.able-tank.1.1"),
    )
    for fire in fires:
        state = FirePlaced(fire).on(state)
    state = PhaseBegan(Phase.FIRE).on(done(state, RollInitiative("us"), 9, 2))
    after = done(state, ResolveFire("us", HEX), 8, 9, 1)
    assert _fates(state, after, HEX) == {(squad, "disrupted"), ("us.able-tank.1.1", "gone")}


def _trying(
    names: tuple[str, str], enemy_at: str, *, suppressed: bool, elite: bool, leader: str
) -> GameState:
    who, condition = names
    marks = ("elite",) if elite else ()
    units = [unit(who, "C8", condition, *marks), unit("ge.mg.1", enemy_at)]
    units += [unit(leader, "C8")] if leader else []
    fires = [FireMarker(1, FireKind.MDRM, Hex.named("C8"), -1, tubes=1)] if suppressed else []
    return activated(*units, platoon="able-tank.1" if condition == "shocked" else "able.1", fires=fires)


@proves(
    "LHY-14.2a", "LHY-14.2b", "LHY-14.2c", "LHY-14.3a", "LHY-14.3b", "LHY-14.3c", "LHY-14.6.0.2",
    "LHY-14.7",
)  # fmt: skip
@pytest.mark.parametrize("enemy_at", ["C4", "C2"], ids=["an enemy within five hexes", "none so near"])
@pytest.mark.parametrize("led", [False, True])
@pytest.mark.parametrize("elite", [False, True])
@pytest.mark.parametrize("suppressed", [False, True])
def test_recovery_odds_agree_with_the_second_umpire(
    suppressed: bool, elite: bool, led: bool, enemy_at: str
) -> None:
    """A disrupted squad, or a shocked tank, which no modifier helps."""
    leader = "us.able.1.leader" if led else ""
    tries = [("us.able.1.squad.1", "disrupted"), *[("us.able-tank.1.1", "shocked")] * (not led and not elite)]
    for who, condition in tries:
        state = _trying((who, condition), enemy_at, suppressed=suppressed, elite=elite, leader=leader)
        expected = umpire.recovered(
            _counter(state.unit(who)),
            suppressed=suppressed,
            led=led,
            elite=elite,
            may_be_hero=condition == "disrupted" and enemy_at == "C4",
        )
        found: defaultdict[str, Fraction] = defaultdict(Fraction)
        ends = Forecast(PLAY).ends(PLAY.position(state), Recover("us", who, leader))
        for after, chance in ends.states.items():
            found[_recovery(after, who)] += chance
        assert found == expected


def _recovery(after: GameState, who: str) -> str:
    """The outcome of the attempt: a rallied unit may act again."""
    now = after.units.get(who)
    if now is None or now.at is None:
        return "gone"
    for word in ("heroic", "disrupted", "shocked"):
        if now.has(word):
            return word
    return "recovered" if who in course(after).acted else "rallied"
