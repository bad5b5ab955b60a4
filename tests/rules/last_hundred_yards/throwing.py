"""Every attack, assault, recovery and check: its outcome with given dice, and the odds told of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.game.chance.dice import Dice
from rules.game.chance.odds import Odds
from rules.game.engine.forecast import Forecast
from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.last_hundred_yards.book.conditions import DISRUPTED, IN_MOTION, REGROUPING, SHOCKED
from rules.last_hundred_yards.declarations.assault.arrows import Feint
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.reinforcing import Reinforce
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.declarations.assault.retreat import Retreat
from rules.last_hundred_yards.declarations.assault.vehicle_destruction import DestroyVehicle
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.fire_phase import ResolveFire
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.mortars.mortar_adjustment import AdjustMortars, ExtendMortar
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction, Coordinate, SelectCompany
from rules.last_hundred_yards.declarations.turn.clean_up import LapseTime
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.effects.marker_sync import sync_markers
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced, AssaultEntered
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.order_events import DecisionDue, PhaseBegan
from rules.last_hundred_yards.state.markers import Arrow, FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Decision, DecisionKind, Phase
from tests.drawing import board, open_ground
from tests.rules.last_hundred_yards.playing import FAR, FIELD, activated, at, done, opened, unit

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
WOODS = board("\n".join(["w w w w w w w w"] * 10))
MORTARS = [{"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}]


@dataclass(frozen=True)
class Thrown:
    """A declaration at a moment of play: thrown, and its odds."""

    state: GameState
    action: Action

    @property
    def seen(self) -> GameState:
        """The state as the declaring side knows it."""
        return PLAY.seen_by(self.state, self.action.side)

    def throw(self, dice: Dice) -> GameState:
        """The outcome with these dice, up to the dice that the odds cover."""
        resolution = PLAY.begin(PLAY.position(self.seen), dice, Forecast(PLAY).steps_for_odds(self.action))
        while resolution.pending:
            resolution.run_next()
        return sync_markers(resolution.state)

    def ends(self) -> Mapping[GameState, Fraction]:
        """The possible outcomes with their chances."""
        ends = Forecast(PLAY).ends(PLAY.position(self.seen), self.action).states
        return {sync_markers(state): chance for state, chance in ends.items()}

    def odds(self) -> Odds[str]:
        found = PLAY.chances(self.state, self.action).odds
        assert found is not None
        return found


def _under_fire(*units: Unit, fires: Sequence[FireMarker], edition: str) -> Thrown:
    state = opened(WOODS, [*units, *FAR], edition=edition)
    for fire in fires:
        state = FirePlaced(fire).on(state)
    state = PhaseBegan(Phase.FIRE).on(done(state, RollInitiative("us"), 9, 2))
    return Thrown(state, ResolveFire("us", at("C4")))


def _assault(edition: str, *more: Unit) -> Thrown:
    state = _in_assault(edition, unit(SQUAD, "C4"), unit(LEADER, "C4"), unit(FOE, "C4"), *more)
    return Thrown(state, ResolveAssault("us", at("C4")))


def _in_assault(edition: str, *units: Unit) -> GameState:
    state = opened(FIELD, [*units, *FAR], edition=edition)
    state = PhaseBegan(Phase.ASSAULT).on(done(state, RollInitiative("us"), 9, 2))
    return AssaultEntered(SQUAD, "us", at("C4"), at("C5")).on(state)


def _attempt(edition: str) -> Thrown:
    units = [unit(SQUAD, "C4"), unit("us.latw.1", "C4"), unit("ge.pz4.2.1", "C4", IN_MOTION)]
    state = DecisionDue(Decision(DecisionKind.DESTROY_VEHICLE, "us", at=at("C4"))).on(
        _in_assault(edition, *units)
    )
    return Thrown(state, DestroyVehicle("us", SQUAD, "ge.pz4.2.1"))


def _recovery(condition: str) -> Thrown:
    who = TANK if condition == SHOCKED else SQUAD
    platoon = "able-tank.1" if condition == SHOCKED else "able.1"
    units = [unit(who, "C8", condition), unit(LEADER, "C8"), unit("ge.mg.1", "C4")]
    helped = LEADER if condition == DISRUPTED else ""
    state = activated(*units, platoon=platoon)
    return Thrown(state, Recover("us", who, helped))


def _coordination() -> Thrown:
    state = opened(
        FIELD, [unit(SQUAD, "C8"), unit(LEADER, "C8"), *FAR], sides={"us": {"coordination_drm": 1}}
    )
    state = done(state, RollInitiative("us"), 9, 2, SelectCompany("us", "able"))
    return Thrown(state, Coordinate("us"))


def _river(edition: str) -> Thrown:
    stream = open_ground(8, 10, rivers="A6 B6 C6 D6 E6")
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "C6"), ground=stream, edition=edition)
    return Thrown(state, Maneuver("us", SQUAD, at("C5")))


def _call(label: str, edition: str, *, smoke: bool = False, hindered: bool = False) -> Thrown:
    marks = (Marker("smoke", at("C6")),) if hindered else ()
    units = [unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, label)]
    foes = units if label != "C8" else units[:2]
    state = activated(*foes, mortars=MORTARS, edition=edition, markers=marks)
    return Thrown(state, CallMortar("us", "60mm", LEADER, at(label), smoke))


def _extension(smoke: bool = False) -> Thrown:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, "C4"), mortars=MORTARS)
    state = done(state, CallMortar("us", "60mm", LEADER, at("C4")), 7)
    state = done(PhaseBegan(Phase.MORTARS).on(state), AdjustMortars("us"))
    return Thrown(state, ExtendMortar("us", "60mm", at("D4"), smoke=smoke))


def _feint() -> Thrown:
    state = ArrowPlaced(Arrow(SQUAD, "us", at("C4"))).on(
        activated(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"))
    )
    due = Decision(DecisionKind.ENTER_OR_FEINT, "us", SQUAD, at("C4"))
    return Thrown(DecisionDue(due).on(state), Feint("us", SQUAD, stay=True))


def _out_of_mortar_fire() -> Thrown:
    """A tank and two squads in a secondary impact hex leave to assault together."""
    names = TANK, SQUAD, "us.able.1.squad.2"
    units = [*(unit(name, "C5") for name in names), unit(LEADER, "A8"), unit(FOE, "C4")]
    state = activated(*units, fires=[_beside("C5")])
    return Thrown(state, Assault("us", names, at("C4")))


def _help_under_mortar_fire() -> Thrown:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit("ge.1kp.1.squad.3", "C3")]
    state = done(activated(*units, fires=[_beside("C3")]), Assault("us", (SQUAD,), at("C4")))
    state = done(state, CallForReaction("us"))
    help_comes = Reinforce("ge", "ge.1kp.1.squad.3", at("C4"))
    return Thrown(state, help_comes)


def _off_the_map(*leaving: str) -> Thrown:
    """Men leave over their own edge under mortar and small arms fire."""
    fires = [_beside("C10"), FireMarker(2, FireKind.SADRM, at("C10"), 1, against="us")]
    far = [] if LEADER in leaving else [unit(LEADER, "A8")]
    state = activated(*(unit(one, "C10") for one in leaving), *far, fires=fires)
    return Thrown(state, Withdraw("us", leaving, None))


def _stack_of_tanks(to: str, *marks: Marker) -> Thrown:
    two = TANK, "us.able-tank.1.2"
    state = activated(*(unit(one, "C6", IN_MOTION) for one in two), platoon="able-tank.1", markers=marks)
    return Thrown(state, Maneuver("us", two[0], at(to), along=two[1:]))


def _tanks_over_the_side() -> Thrown:
    """Two tanks leave over a side edge, one under anti-tank fire and both under mortar fire."""
    two = TANK, "us.able-tank.1.2"
    fires = [
        FireMarker(1, FireKind.ATDRM, at("A6"), 2, against="us", target=two[0], collateral=False),
        FireMarker(2, FireKind.MDRM, at("A6"), 0, tubes=2),
    ]
    state = activated(*(unit(one, "A6", IN_MOTION) for one in two), platoon="able-tank.1", fires=fires)
    return Thrown(state, Maneuver("us", two[0], None, along=two[1:]))


def _retreat(to: str | None, *fires: FireMarker, enemies: str = "", stays: bool = False) -> Thrown:
    """A German squad retreated from C4 to A4 and goes on or stays there, with enemies around it."""
    squad = "ge.1kp.1.squad.1"
    foes = [unit(f"us.able.1.squad.{number}", label) for number, label in enumerate(enemies.split(), 1)]
    state = opened(FIELD, [unit(squad, "A4"), *foes, *FAR])
    for fire in fires:
        state = FirePlaced(fire).on(state)
    state = PhaseBegan(Phase.ASSAULT).on(done(state, RollInitiative("us"), 9, 2))
    way = (at("B4"), at("A4"))
    due = DecisionDue(Decision(DecisionKind.RETREAT, "ge", squad, at("C4"), least=0, most=4, path=way))
    action = Pass("ge") if stays else Retreat("ge", squad, None if to is None else at(to))
    return Thrown(due.on(state), action)


def _initiative() -> Thrown:
    state = opened(FIELD, FAR, sides={"us": {"initiative_drm": 2}})
    return Thrown(state, RollInitiative("us"))


def _time_lapse() -> Thrown:
    state = PhaseBegan(Phase.TIME).on(done(opened(FIELD, FAR), RollInitiative("us"), 9, 2))
    return Thrown(state, LapseTime("us"))


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
    return Thrown(state, FireAntiTank("us", TANK, ("ge.pz4.2.1",)))


def _squad(condition: str) -> Thrown:
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4", *filter(None, (condition,))))
    return Thrown(state, FireSmallArms("us", SQUAD, (at("C4"),)))


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
        None, _beside("A4"), FireMarker(2, FireKind.SADRM, at("A4"), 1, against="ge"), enemies="A3 B3"
    ),
    "a retreat that ends next to the enemy": _retreat(None, enemies="A5", stays=True),
    "a retreat that ends through the enemy": _retreat(None, enemies="B4", stays=True),
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
