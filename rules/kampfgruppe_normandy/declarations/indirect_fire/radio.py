"""The radio between an observer and the guns: checks, signals units, the guns that answer, and the spotter round.

Rule: KGN Radio checks, Target deviation, Signals; OUR 101 to 103, 106.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.game.engine.procedure import Factors, PlainDeclaration, Procedure, at_will
from rules.game.events import UnitPlaced
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.kampfgruppe_normandy.book.rulebook import because
from rules.kampfgruppe_normandy.book.support_kinds import Level
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.effects.indirect_fire.fire_requests import (
    RADIO_ON,
    Landing,
    battery_that_answers,
    deviate,
)
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import landing_after_drift
from rules.kampfgruppe_normandy.effects.indirect_fire.signals import cannot_help, signals_ready
from rules.kampfgruppe_normandy.state.events import Answered, Owed
from rules.kampfgruppe_normandy.state.fire_missions import Mission, RadioTraffic, fire_support
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty, Obligation
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.support_events import (
    MissionAsked,
    MissionOver,
    RadioFailed,
    RequestDeclined,
    SignalsUsed,
)


@dataclass(frozen=True, slots=True)
class TryRadioAgain:
    """A signals unit has the failed radio check thrown again."""

    side: str
    unit: UnitId

    def __str__(self) -> str:
        return f"{self.unit} tries the radio again"


class GiveUpRadio(PlainDeclaration):
    """The failed radio check stands, and the mission is lost."""

    words = "the message does not get through"


@implements("KN-IND-07", "KN-IND-08", "KN-IND-40", "KN-SPEC-13")
def check_radio(resolution: Resolution, traffic: RadioTraffic) -> None:
    """Throw the radio checks still to pass; a signals unit may have a failed one thrown again."""
    while traffic.checks_left:
        if not resolution.passes("radio check", 6, at_least=RADIO_ON):
            if signals_ready(resolution.position, traffic.mission.side):
                resolution.happen(RadioFailed(traffic))
                resolution.happen(
                    Owed(Obligation(Duty.SIGNALS, traffic.mission.side, traffic.mission.observer))
                )
            else:
                _drop_request(resolution, traffic)
            return
        traffic = replace(traffic, checks_left=traffic.checks_left - 1)
    _fire_spotter_round(resolution, traffic)


@implements("KN-IND-38")
def _drop_request(resolution: Resolution, traffic: RadioTraffic) -> None:
    """End a request that does not get through; one for general support may be made again (OUR 103)."""
    mission = traffic.mission
    resolution.happen(MissionOver(mission.id, "the message did not get through"))
    if traffic.priority is not None:
        resolution.happen(RequestDeclined(mission.side, traffic.priority))
    finish_action(resolution, mission.observer)


@implements("KN-IND-09", "KN-IND-10", "KN-IND-11", "KN-IND-12", "KN-IND-32", "KN-IND-33")
def _fire_spotter_round(resolution: Resolution, traffic: RadioTraffic) -> None:
    """Find the guns and let the spotter round fall, which drifts unless it is on a registered point."""
    mission = traffic.mission
    if traffic.level is not None:
        mission = replace(mission, guns=_lend_guns(resolution, mission, traffic.level))
    if not mission.point:
        resolution.then(_drift, mission)
        return
    resolution.happen(MissionAsked(mission, f"on registered point {mission.point}"))
    _ask_for_effect(resolution, mission)


def _drift(resolution: Resolution, mission: Mission) -> None:
    fell = deviate(resolution.dice)
    resolution.then(_place_marker, mission, landing_after_drift(resolution.position, mission.at, fell))


def _place_marker(resolution: Resolution, mission: Mission, landing: Landing) -> None:
    mission = replace(mission, at=landing.at)
    resolution.happen(MissionAsked(mission, str(landing.fell)))
    if landing.is_on_table:
        _ask_for_effect(resolution, mission)
        return
    resolution.happen(MissionOver(mission.id, "the spotter round falls off the table"))
    finish_action(resolution, mission.observer)


def _ask_for_effect(resolution: Resolution, mission: Mission) -> None:
    resolution.happen(Owed(Obligation(Duty.FIRE_FOR_EFFECT, mission.side, mission.observer, mission.id)))


def _lend_guns(resolution: Resolution, mission: Mission, level: Level) -> tuple[str, ...]:
    nation = resolution.position.type(resolution.state.unit(mission.observer)).nation
    type_id, count = battery_that_answers(
        resolution.position.book.support.general[nation, level], resolution.dice
    )
    guns = tuple(f"{mission.id} gun {k}" for k in range(1, count + 1))
    for gun in guns:
        resolution.happen(UnitPlaced(Unit(gun, type_id, mission.side)))
    return guns


def _signals_offers(position: Position, side: str) -> Iterator[TryRadioAgain]:
    yield from (TryRadioAgain(side, unit.id) for unit in signals_ready(position, side))


def _signals_forbid(position: Position, action: TryRadioAgain) -> Iterator[Reason]:
    if (reason := cannot_help(position, action.side, action.unit)) is not None:
        yield reason


@implements("KN-SPEC-13")
def _try_again(resolution: Resolution, action: TryRadioAgain) -> None:
    traffic = fire_support(resolution.progress).radio
    assert traffic is not None
    resolution.happen(Answered(), SignalsUsed(action.unit), RadioFailed(None))
    if not resolution.passes("radio check, again", 6, at_least=RADIO_ON):
        _drop_request(resolution, traffic)
        return
    check_radio(resolution, replace(traffic, checks_left=traffic.checks_left - 1))


def _try_again_factors(_: Position, __: TryRadioAgain) -> Factors:
    return Factors.of(because(f"a radio check needs {RADIO_ON}+, and the second stands", "Signals"))


def _give_up(resolution: Resolution, _: GiveUpRadio) -> None:
    traffic = fire_support(resolution.progress).radio
    assert traffic is not None
    resolution.happen(Answered(), RadioFailed(None))
    _drop_request(resolution, traffic)


TRY_RADIO_AGAIN = Procedure(
    TryRadioAgain, (Duty.SIGNALS,), _signals_offers, _signals_forbid, _try_again, factors=_try_again_factors
)
GIVE_UP_RADIO = at_will(GiveUpRadio, (Duty.SIGNALS,), _give_up)
