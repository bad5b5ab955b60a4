"""Positions that whole games seldom reach: set-up and draws, men entering on mines, vehicles that halt among men."""

from collections.abc import Iterator

from maps.library import scenario
from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.game.units import Marker
from rules.last_hundred_yards.book.conditions import CONCEALED, IN_MOTION
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.maneuver.entry import EnterMap
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.missions.landing import Land
from rules.last_hundred_yards.declarations.missions.landing_plan import StayUp
from rules.last_hundred_yards.declarations.missions.setup import PlaceUnit
from rules.last_hundred_yards.declarations.mortars.mortar_adjustment import ExtendMortar
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.clean_up import LapseTime
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.turn.player_name import NamePlayer
from rules.last_hundred_yards.declarations.turn.showing import Show
from rules.last_hundred_yards.declarations.vehicles.fire_within_hex import FireWithinHex
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.declarations.vehicles.overrun_attack import OverrunAttack
from rules.last_hundred_yards.declarations.vehicles.transport import Unload
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.order_events import DecisionDue, PhaseBegan, TimeLapsed
from rules.last_hundred_yards.state.events.unit_events import LeaderLost, Mounted, UnitGone
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Decision, DecisionKind, Phase
from tests.rules.last_hundred_yards.playing import (
    FAR,
    FIELD,
    activated,
    at,
    chance_steps,
    done,
    legal,
    opened,
    unit,
)

SQUAD, SECOND, LEADER = "us.able.1.squad.1", "us.able.1.squad.2", "us.able.1.leader"
TANK, HALFTRACK = "us.able-tank.1.1", "us.m3.2"
FOE, GUN, DUMMY = "ge.1kp.1.squad.1", "ge.pak40.3", "ge.dummy.1"
ENEMY = unit("ge.mg.2", "F1")


def rare_moments() -> list[tuple[GameState, Action]]:
    """Pairs of a position and the declaration made in it."""
    ran_over = _ran_over()
    return [
        (_waiting_off_the_map(), EnterMap("us", SQUAD, at("C10"))),
        (_before_the_first_turn(), NamePlayer("us", LEADER)),
        (_halted(), FireWithinHex("ge", FOE, (HALFTRACK,))),
        *((ran_over, attack) for attack in legal(ran_over, OverrunAttack)),
        (_under_fire_aboard(), Unload("us", SQUAD)),
        (_shelled("C4"), Withdraw("us", (LEADER, SQUAD, SECOND), at("C5"))),
        (_shelled("C10"), Withdraw("us", (LEADER, SQUAD), None)),
        (activated(unit(SQUAD, "C5", CONCEALED), ENEMY), Show("us", at("C5"))),
        *_landing(),
        *((state, action) for state in _other_moments() for action in PLAY.legal_actions(state)),
    ]


def _landing() -> Iterator[tuple[GameState, Action]]:
    """Landing a leader and a gun: each state with the last listed declaration of each kind, then the ones still due."""
    sides = {"us": {"parachutes": [LEADER], "gliders": ["us.gun57.1"]}}
    units = unit(LEADER, None), unit("us.gun57.1", None), ENEMY, unit("ge.1kp.1.leader", "H1")
    state = done(opened(FIELD, units, sides=sides), RollInitiative("us"), 9, 2)
    while PLAY.stage(state) is DecisionKind.LAND:
        last = {type(action): action for action in PLAY.legal_actions(state)}
        yield from ((state, action) for action in last.values())
        plans = [action for kind, action in last.items() if kind not in (StayUp, Land)]
        if not plans:
            return
        state = done(state, plans[0])


def _other_moments() -> Iterator[GameState]:
    """Positions in which every legal declaration is worth checking."""
    draw = opened(
        FIELD, [ENEMY], sides={"us": {"setup_area": ["C8"], "forces": [{"units": 2, "of": "us.mg"}]}}
    )
    yield draw
    tanks = [unit(f"us.able-tank.1.{number}", None) for number in (1, 2, 3)]
    set_up = opened(FIELD, [ENEMY, *tanks], sides={"us": {"setup_area": ["C8"]}})
    while places := legal(set_up, PlaceUnit):
        yield set_up
        set_up = done(set_up, places[0])
    yield set_up
    concealed = [
        unit(one, label, CONCEALED) for one, label in ((FOE, "C2"), ("ge.mg.1", "E2"), (DUMMY, "G2"))
    ]
    clean_up = opened(FIELD, [*concealed, *FAR], switches={"dummies_move_in_clean_up": True})
    clean_up = PhaseBegan(Phase.TIME).on(done(clean_up, RollInitiative("us"), 9, 2))
    yield done(clean_up, LapseTime("us"), 3)
    won = PhaseBegan(Phase.ASSAULT).on(
        done(opened(FIELD, [unit(SQUAD, "C4"), *FAR]), RollInitiative("us"), 9, 2)
    )
    yield DecisionDue(Decision(DecisionKind.ADVANCE, "us", SQUAD, at("C4"))).on(won)
    yield _overstacked()
    yield _waiting_to_assault()
    yield _mortar_fire_goes_on()
    yield _squad_deployed()
    yield _leader_due()
    yield _at_night()


def _at_night() -> GameState:
    """Illumination may be asked for; from C2 it scatters off the map."""
    units = [unit(SQUAD, "A4"), unit(LEADER, "A9"), unit(FOE, "C2"), unit("ge.mg.1", "E5")]
    return activated(*units, night=True, illumination=["us"])


def _leader_due() -> GameState:
    """A fallen leader comes back to one of two hexes with men of his platoon."""
    men = [unit(SQUAD, "C8"), unit(SECOND, "E8"), unit("us.able.2.leader", "A8"), ENEMY]
    state = done(opened(FIELD, [*men, unit(LEADER, "C8")]), RollInitiative("us"), 9, 2)
    state = UnitGone(LEADER, "is lost").on(LeaderLost(LEADER).on(state))
    return done(PhaseBegan(Phase.TIME).on(TimeLapsed(7).on(state)), LapseTime("us"), 3)


def _squad_deployed() -> GameState:
    """A squad has deployed on its way, and either section may go on first."""
    state = activated(unit(SQUAD, "C8"), unit("us.able.1.leader", "A9"))
    return done(state, Maneuver("us", SQUAD, at("C7")), Deploy("us", SQUAD), 1, 1)


def _mortar_fire_goes_on() -> GameState:
    """The first moment of a fight at the mill at which a mortar may fire on."""
    fight = scenario("mill-crossing")
    start = RULESET.opening(fight.state(), fight.opening_options())
    games = (chance_steps(start, seed, 200) for seed in range(20))
    return next(state for game in games for _, _, state in game if legal(state, ExtendMortar))


def _overstacked() -> GameState:
    """Three machine guns in one hex at the end of the cycle."""
    guns = [unit("us.mg.1", "C5"), unit("us.mg.2", "C4"), unit("us.mg.3", "C4")]
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "C5"), *guns)
    state = done(state, Maneuver("us", "us.mg.1", at("C4")), EndManeuver("us"))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    return state


def _waiting_to_assault() -> GameState:
    """A squad under its arrow as the cycle ends: it goes in or feints."""
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "C6"), unit(FOE, "C4"))
    state = done(state, Maneuver("us", SQUAD, at("C5")), Assault("us", (SQUAD,), at("C4")))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    return state


def _waiting_off_the_map() -> GameState:
    sides = {"us": {"entry_hexes": ["C10"], "entering": [SQUAD]}}
    units = [unit(SQUAD, None), unit(LEADER, "A10"), *FAR]
    state = opened(FIELD, units, sides=sides, markers=[Marker("mines", at("C10"))])
    return done(state, RollInitiative("us"), 9, 2, SelectCompany("us", "able"), Activate("us", ("able.1",)))


def _before_the_first_turn() -> GameState:
    """Each player names the unit that he is himself (19.2)."""
    return opened(FIELD, [unit(SQUAD, "A10"), unit(LEADER, "A10"), *FAR], skin_in_the_game=True)


def _halted() -> GameState:
    units = [unit(HALFTRACK, "C6", IN_MOTION), unit(SQUAD, "A10"), unit(LEADER, "A10")]
    state = activated(*units, unit("ge.mg.1", "C5"), unit(FOE, "C5"), edition="series-3.1")
    return done(state, Overrun("us", HALFTRACK, at("C5")))


def _under_fire_aboard() -> GameState:
    """Men aboard a halftrack under mortar fire."""
    fire = FireMarker(1, FireKind.MDRM, at("C6"), 0, primary=True, tubes=0)
    units = [unit(HALFTRACK, "C6"), unit(SQUAD, "C6"), unit(LEADER, "A10"), unit("ge.mg.1", "F4")]
    return Mounted(SQUAD, HALFTRACK).on(activated(*units, fires=[fire]))


def _ran_over() -> GameState:
    """A tank overruns a gun and men by the later rules: it chooses its target."""
    units = [unit(TANK, "C6", IN_MOTION), unit(GUN, "C5"), unit("ge.mg.1", "C5")]
    return done(activated(*units, platoon="able-tank.1", edition="series-3.1"), Overrun("us", TANK, at("C5")))


def _shelled(label: str) -> GameState:
    fires = [
        FireMarker(1, FireKind.MDRM, at(label), 0, primary=True, tubes=0),
        FireMarker(2, FireKind.SADRM, at(label), 1, against="us"),
    ]
    units = [unit(one, label) for one in (LEADER, SQUAD, SECOND)]
    return activated(*units, unit("us.mg.1", "A8"), unit("ge.mg.1", "F4"), fires=fires)
