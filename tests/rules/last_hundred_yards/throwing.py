"""Every attack, assault, recovery and check as it is carried out with dice, beside the odds that are told of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rules.game.chance.dice import Dice
from rules.game.chance.odds import Odds
from rules.game.play import Action
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.last_hundred_yards.book.conditions import DISRUPTED, IN_MOTION, REGROUPING, SHOCKED
from rules.last_hundred_yards.declarations.assault.arrows import Feint
from rules.last_hundred_yards.declarations.assault.declaration import Assault, Reinforce
from rules.last_hundred_yards.declarations.assault.resolution import DestroyVehicle, ResolveAssault
from rules.last_hundred_yards.declarations.assault.retreat import Retreat
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.fire_phase import ResolveFire
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.mortars.mortar_fire import AdjustMortars, CallMortar, ExtendMortar
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction, Coordinate, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.declarations.turn.time_lapse import LapseTime
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.marker_events import (
    ArrowPlaced,
    AssaultDecided,
    AssaultEntered,
    FirePlaced,
    GroundMarked,
)
from rules.last_hundred_yards.state.events.order_events import (
    CoordinationTried,
    DecisionDue,
    DieThrown,
    PhaseBegan,
)
from rules.last_hundred_yards.state.events.unit_events import (
    ActionRegained,
    UnitChanged,
    UnitGone,
    UnitMoved,
    UnitPlaced,
    WithdrawalDue,
)
from rules.last_hundred_yards.state.progress import Arrow, Decision, DecisionKind, FireKind, FireMarker, Phase
from tests.drawing import board
from tests.rules.last_hundred_yards.playing import FAR, FIELD, activated, at, done, opened, unit

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
WOODS = board("\n".join(["w w w w w w w w"] * 10))
MORTARS = [{"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}]


@dataclass(frozen=True)
class Thrown:
    """A declaration in a position, what it is carried out by, and the words for what came of it.

    `asked` is the declaration whose odds are compared, if they are told before its marker is rolled for.
    """

    state: GameState
    action: Action
    words: Callable[[Resolution], str]
    asked: tuple[GameState, Action] | None = None

    def throw(self, dice: Dice) -> str:
        resolution = PLAY.resolution(self.state, dice)
        PLAY.declarations.procedures[type(self.action)].carry_out(resolution, self.action)
        return self.words(resolution)

    def odds(self) -> Odds[str]:
        found = PLAY.chances(*(self.asked or (self.state, self.action))).odds
        assert found is not None
        return found


def _fates(*units: str) -> Callable[[Resolution], str]:
    """What became of units, as fire resolution tells it."""

    def words(resolution: Resolution) -> str:
        told = [f"{one} {fate}" for one in sorted(units) if (fate := _fate(resolution, one))]
        return "; ".join(told) or "no effect"

    return words


def _fate_of(one: str) -> Callable[[Resolution], str]:
    return lambda resolution: f"{one} {_fate(resolution, one) or 'unharmed'}"


def _fate(resolution: Resolution, one: str) -> str:
    gone = [event.why for event in resolution.events if isinstance(event, UnitGone) and event.unit == one]
    if gone:
        return "destroyed" if gone[0] == "is destroyed" else "a step lost"
    gained = [
        word
        for event in resolution.events
        if isinstance(event, UnitChanged) and event.unit == one
        for word in event.gained
    ]
    return next((word for word in (SHOCKED, DISRUPTED) if word in gained), "")


def _resolved(state: GameState, shot: Action, *units: str) -> Thrown:
    """A shot and then the die for its marker."""
    laid = PhaseBegan(Phase.FIRE).on(done(state, shot))
    return Thrown(laid, ResolveFire("us", at("C4")), _fate_of(units[0]), asked=(state, shot))


def _under_fire(*units: Unit, fires: Sequence[FireMarker], edition: str) -> Thrown:
    state = opened(WOODS, [*units, *FAR], edition=edition)
    for fire in fires:
        state = FirePlaced(fire).on(state)
    state = PhaseBegan(Phase.FIRE).on(done(state, RollInitiative("us"), 9, 2))
    return Thrown(state, ResolveFire("us", at("C4")), _fates(*(one.id for one in units)))


def _assault(edition: str, *more: Unit) -> Thrown:
    state = _in_assault(edition, unit(SQUAD, "C4"), unit(LEADER, "C4"), unit(FOE, "C4"), *more)
    return Thrown(state, ResolveAssault("us", at("C4")), _row)


def _in_assault(edition: str, *units: Unit) -> GameState:
    state = opened(FIELD, [*units, *FAR], edition=edition)
    state = PhaseBegan(Phase.ASSAULT).on(done(state, RollInitiative("us"), 9, 2))
    return AssaultEntered(SQUAD, "us", at("C4"), at("C5")).on(state)


def _row(resolution: Resolution) -> str:
    decided = next(event for event in resolution.events if isinstance(event, AssaultDecided))
    loser = "defender" if any(one.startswith("ge") for one in decided.losers) else "attacker"
    return f"{decided.row}: {loser} retreats"


def _attempt(edition: str) -> Thrown:
    units = [unit(SQUAD, "C4"), unit("us.latw.1", "C4"), unit("ge.pz4.2.1", "C4", IN_MOTION)]
    state = DecisionDue(Decision(DecisionKind.DESTROY_VEHICLE, "us", at=at("C4"))).on(
        _in_assault(edition, *units)
    )
    return Thrown(
        state,
        DestroyVehicle("us", SQUAD, "ge.pz4.2.1"),
        lambda resolution: _fate(resolution, "ge.pz4.2.1") or "no effect",
    )


def _recovery(condition: str) -> Thrown:
    who = TANK if condition == SHOCKED else SQUAD
    platoon = "able-tank.1" if condition == SHOCKED else "able.1"
    units = [unit(who, "C8", condition), unit(LEADER, "C8"), unit("ge.mg.1", "C4")]
    helped = LEADER if condition == DISRUPTED else ""
    state = activated(*units, platoon=platoon)
    return Thrown(
        state, Recover("us", who, helped), lambda resolution: _recovered(resolution, who, condition)
    )


def _recovered(resolution: Resolution, who: str, condition: str) -> str:
    if any(isinstance(event, UnitGone) for event in resolution.events):
        return "abandoned"
    changes = [event for event in resolution.events if isinstance(event, UnitChanged) and event.unit == who]
    if any("heroic" in event.gained for event in changes):
        return "heroic"
    if not any(condition in event.lost for event in changes):
        return "still as it was"
    rallied = any(isinstance(event, ActionRegained) for event in resolution.events)
    return "rallied, may act again" if rallied else "recovered"


def _coordination() -> Thrown:
    state = opened(
        FIELD, [unit(SQUAD, "C8"), unit(LEADER, "C8"), *FAR], sides={"us": {"coordination_drm": 1}}
    )
    state = done(done(state, RollInitiative("us"), 9, 2), SelectCompany("us", "able"))
    return Thrown(state, Coordinate("us"), _coordinated)


def _coordinated(resolution: Resolution) -> str:
    won = any(event.won for event in resolution.events if isinstance(event, CoordinationTried))
    return "coordinated" if won else "not coordinated"


def _river(edition: str) -> Thrown:
    stream = board("\n".join([". . . . . . . ."] * 10), rivers="A6 B6 C6 D6 E6")
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "C6"), ground=stream, edition=edition)
    return Thrown(state, Maneuver("us", SQUAD, at("C5")), _left_river)


def _left_river(resolution: Resolution) -> str:
    return (
        "out of the river"
        if any(isinstance(event, UnitMoved) for event in resolution.events)
        else "stays in it"
    )


def _call(label: str, edition: str, *, smoke: bool = False, hindered: bool = False) -> Thrown:
    marks = (Marker("smoke", at("C6")),) if hindered else ()
    units = [unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, label)]
    foes = units if label != "C8" else units[:2]
    state = activated(*foes, mortars=MORTARS, edition=edition, markers=marks)
    return Thrown(state, CallMortar("us", "60mm", LEADER, at(label), smoke), _fallen)


def _fallen(resolution: Resolution) -> str:
    fell = [
        f"{event.fire.value:+d} in {event.fire.at}"
        for event in resolution.events
        if isinstance(event, FirePlaced)
    ]
    fell += [f"smoke in {event.at}" for event in resolution.events if isinstance(event, GroundMarked)]
    return ", ".join(sorted(fell)) or "no fire"


def _extension(smoke: bool = False) -> Thrown:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, "C4"), mortars=MORTARS)
    state = done(state, CallMortar("us", "60mm", LEADER, at("C4")), 7)
    state = done(PhaseBegan(Phase.MORTARS).on(state), AdjustMortars("us"))
    return Thrown(state, ExtendMortar("us", "60mm", at("D4"), smoke=smoke), _fallen)


def _feint() -> Thrown:
    state = ArrowPlaced(Arrow(SQUAD, "us", at("C4"))).on(
        activated(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"))
    )
    due = Decision(DecisionKind.ENTER_OR_FEINT, "us", SQUAD, at("C4"))
    return Thrown(DecisionDue(due).on(state), Feint("us", SQUAD, stay=True), _stayed)


def _stayed(resolution: Resolution) -> str:
    return "withdraws" if any(isinstance(event, WithdrawalDue) for event in resolution.events) else "stays"


def _each_harm(calm: str, *units: str) -> Callable[[Resolution], str]:
    """What befell each unit, blow by blow; a section stands for the squad whose place it took."""

    def words(resolution: Resolution) -> str:
        told: dict[str, list[str]] = {one: [] for one in units}
        now = {one: one for one in units}
        for event in resolution.events:
            who = now.get(getattr(event, "unit", ""), "")
            if isinstance(event, DieThrown) and "leaves over a side edge" in event.what and event.result > 7:
                told[event.what.split(" ")[0]].append("a step lost")
            elif isinstance(event, UnitPlaced):
                now[event.unit] = next(one for one in units if told[one][-1:] == ["a step lost"])
            elif isinstance(event, UnitChanged) and set(event.gained) & {DISRUPTED, SHOCKED}:
                told[who] += set(event.gained) & {DISRUPTED, SHOCKED}
            elif isinstance(event, UnitGone) and event.why in _HARM_GONE:
                told[who].append(_HARM_GONE[event.why])
        return "; ".join(f"{one} {word}" for one in units for word in told[one]) or calm

    return words


_HARM_GONE = {
    "loses a step": "a step lost", "is eliminated": "a step lost", "is lost": "a step lost", "is destroyed": "destroyed",
}  # fmt: skip


def _out_of_mortar_fire() -> Thrown:
    """A tank and two squads in a secondary impact hex leave to assault together."""
    names = TANK, SQUAD, "us.able.1.squad.2"
    units = [*(unit(one, "C5") for one in names), unit(LEADER, "A8"), unit(FOE, "C4")]
    state = activated(*units, fires=[_beside("C5")])
    return Thrown(state, Assault("us", names, at("C4")), _each_harm("unharmed", *names))


def _help_under_mortar_fire() -> Thrown:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit("ge.1kp.1.squad.3", "C3")]
    state = done(activated(*units, fires=[_beside("C3")]), Assault("us", (SQUAD,), at("C4")))
    state = done(state, CallForReaction("us"))
    help_comes = Reinforce("ge", "ge.1kp.1.squad.3", at("C4"))
    return Thrown(state, help_comes, _each_harm("unharmed", "ge.1kp.1.squad.3"))


def _off_the_map(*leaving: str) -> Thrown:
    """Men leave over their own edge under mortar and small arms fire."""
    fires = [_beside("C10"), FireMarker(2, FireKind.SADRM, at("C10"), 1, against="us")]
    far = [] if LEADER in leaving else [unit(LEADER, "A8")]
    state = activated(*(unit(one, "C10") for one in leaving), *far, fires=fires)
    return Thrown(state, Withdraw("us", leaving, None), _each_harm("unharmed", *leaving))


def _stack_of_tanks(to: str, *marks: Marker) -> Thrown:
    two = TANK, "us.able-tank.1.2"
    state = activated(*(unit(one, "C6", IN_MOTION) for one in two), platoon="able-tank.1", markers=marks)
    return Thrown(state, Maneuver("us", two[0], at(to), along=two[1:]), _each_harm("goes on", *two))


def _tanks_over_the_side() -> Thrown:
    """Two tanks leave over a side edge, one under anti-tank fire and both under mortars."""
    two = TANK, "us.able-tank.1.2"
    fires = [
        FireMarker(1, FireKind.ATDRM, at("A6"), 2, against="us", target=two[0], collateral=False),
        FireMarker(2, FireKind.MDRM, at("A6"), 0, tubes=2),
    ]
    state = activated(*(unit(one, "A6", IN_MOTION) for one in two), platoon="able-tank.1", fires=fires)
    return Thrown(state, Maneuver("us", two[0], None, along=two[1:]), _each_harm("goes on", *two))


def _retreat(to: str | None, *fires: FireMarker, path: str = "", enemies: str = "") -> Thrown:
    """A German squad retreats from A4, or after that way stays where it is."""
    squad = "ge.1kp.1.squad.1"
    foes = [unit(f"us.able.1.squad.{number}", label) for number, label in enumerate(enemies.split(), 1)]
    state = opened(FIELD, [unit(squad, "A4"), *foes, *FAR])
    for fire in fires:
        state = FirePlaced(fire).on(state)
    state = PhaseBegan(Phase.ASSAULT).on(done(state, RollInitiative("us"), 9, 2))
    way = tuple(map(at, path.split()))
    due = DecisionDue(Decision(DecisionKind.RETREAT, "ge", squad, at("C4"), least=0, most=4, path=way))
    action = Pass("ge") if path else Retreat("ge", squad, None if to is None else at(to))
    return Thrown(due.on(state), action, _each_harm("unharmed", squad))


def _initiative() -> Thrown:
    state = opened(FIELD, FAR, sides={"us": {"initiative_drm": 2}})
    return Thrown(state, RollInitiative("us"), lambda resolution: f"{resolution.course.active} has it")


def _time_lapse() -> Thrown:
    state = PhaseBegan(Phase.TIME).on(done(opened(FIELD, FAR), RollInitiative("us"), 9, 2))
    return Thrown(state, LapseTime("us"), lambda resolution: f"{resolution.course.minutes} minutes")


def _beside(label: str) -> FireMarker:
    return FireMarker(1, FireKind.MDRM, at(label), 0, tubes=0)


def _soft(number: int, value: int) -> FireMarker:
    return FireMarker(number, FireKind.SADRM, at("C4"), value, against="ge")


def _shell(number: int, value: int, tubes: int) -> FireMarker:
    return FireMarker(number, FireKind.MDRM, at("C4"), value, primary=True, tubes=tubes)


def _stack(edition: str) -> Thrown:
    """Two markers on two squads that tie, their leader and a tank: ties, checks, the leader, the vehicle struck."""
    units = [
        unit(FOE, "C4"),
        unit("ge.1kp.1.squad.3", "C4"),
        unit("ge.1kp.1.leader", "C4"),
        unit("ge.stug.1", "C4"),
    ]
    return _under_fire(*units, fires=[_soft(1, 1), _shell(2, 2, 2)], edition=edition)


def _both_sides(edition: str) -> Thrown:
    units = [unit(FOE, "C4", DISRUPTED), unit(SQUAD, "C4")]
    return _under_fire(*units, fires=[_shell(1, 2, 0)], edition=edition)


def _tank(edition: str) -> Thrown:
    state = activated(unit(TANK, "C8"), unit("ge.pz4.2.1", "C4"), platoon="able-tank.1", edition=edition)
    return _resolved(state, FireAntiTank("us", TANK, ("ge.pz4.2.1",)), "ge.pz4.2.1")


def _squad(condition: str) -> Thrown:
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4", *filter(None, (condition,))))
    return _resolved(state, FireSmallArms("us", SQUAD, (at("C4"),)), FOE)


EDITIONS = ("2019", "series-3.1")
THROWN: Mapping[str, Thrown] = {
    "small arms at a squad": _squad(""),
    "small arms at a disrupted squad": _squad(DISRUPTED),
    "recovery from disruption": _recovery(DISRUPTED),
    "recovery from shock": _recovery(SHOCKED),
    "recovery from regrouping": _recovery(REGROUPING),
    "coordination": _coordination(),
    "mortar fire seen clearly": _call("C4", "2019"),
    "mortar fire seen through smoke": _call("C4", "2019", hindered=True),
    "mortar smoke": _call("C4", "2019", smoke=True),
    "mortar fire on his own hex": _call("C8", "series-3.1"),
    "mortar fire extended": _extension(),
    "mortar fire extended with smoke": _extension(smoke=True),
    "a feint that stays": _feint(),
    "men who leave mortar fire to assault": _out_of_mortar_fire(),
    "men who leave mortar fire to reinforce": _help_under_mortar_fire(),
    "a squad off the map under mortars and small arms": _off_the_map(SQUAD),
    "a stack off the map under mortars and small arms": _off_the_map(LEADER, SQUAD),
    "a stack of tanks out of wire into mines": _stack_of_tanks(
        "C5", Marker("wire", at("C6")), Marker("mines", at("C5"))
    ),
    "the initiative": _initiative(),
    "the time lapse": _time_lapse(),
    "a retreat out of mortar fire": _retreat("A3", _beside("A4")),
    "a retreat off the map under mortars and small arms": _retreat(
        None, _beside("A4"), FireMarker(2, FireKind.SADRM, at("A4"), 1, against="ge")
    ),
    "a retreat that ends next to the enemy": _retreat(None, path="B4 A4", enemies="A5"),
    "a retreat that ends through the enemy": _retreat(None, path="B4 A4", enemies="B4"),
    "a stack of tanks off the map over a side edge": _tanks_over_the_side(),
    "a stack of tanks into mines": _stack_of_tanks("C5", Marker("mines", at("C5"))),
    **{f"anti-tank fire at a tank, {one}": _tank(one) for one in EDITIONS},
    **{f"all fire on a stack, {one}": _stack(one) for one in EDITIONS},
    **{f"mortar fire on both sides, {one}": _both_sides(one) for one in EDITIONS},
    **{f"an assault, {one}": _assault(one) for one in EDITIONS},
    **{f"an attempt on a vehicle, {one}": _attempt(one) for one in EDITIONS},
    **{f"out of the river, {one}": _river(one) for one in EDITIONS},
}
"""By what is thrown for; withdrawals are in test_10_3_1_withdrawal_odds.py."""
