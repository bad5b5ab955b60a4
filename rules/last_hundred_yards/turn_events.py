"""Initiative with its random events, and the lapse of time. Chapters 5.0 I, 5.0 VI, 15."""

from collections.abc import Iterator

from rules.game.citation import Provenance
from rules.game.odds import Odds, odds_of
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hexes import Hex
from rules.last_hundred_yards.concealment import strip
from rules.last_hundred_yards.conditions import CONCEALED, DISRUPTED, LAID_OUT
from rules.last_hundred_yards.course import Decision, DecisionKind, Phase
from rules.last_hundred_yards.harm import counters_in_pool
from rules.last_hundred_yards.order_events import (
    DecisionDue,
    DecisionTaken,
    InitiativeWon,
    PhaseBegan,
    Said,
    TimeLapsed,
)
from rules.last_hundred_yards.position import Position, row_of
from rules.last_hundred_yards.procedures import Procedure
from rules.last_hundred_yards.rulebook import cite
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.turn_actions import LapseTime, RollInitiative, StripConcealment
from rules.last_hundred_yards.unit_events import LeaderLost, StepsLost, UnitGone, UnitPlaced
from rules.last_hundred_yards.unit_types import UnitKind

_LATER = Provenance.LATER_EDITION
RECON_HEXES = 5
RECON, FATE = 1, 10


def initiative_candidates(position: Position, side: str) -> Iterator[RollInitiative]:
    """The roll."""
    if position.course.phase is Phase.INITIATIVE:
        yield RollInitiative(side)


def forbids_initiative(position: Position, action: RollInitiative) -> Iterator[Reason]:
    """Why nobody rolls for initiative now."""
    del action
    if position.course.phase is not Phase.INITIATIVE or position.course.active:
        yield Reason("the initiative is settled", cite("5.0 I"))


@implements(
    "LHY-5.0.I.1", "LHY-5.0.I.2", "LHY-5.0.I.3", "LHY-5.0.I.4", "LHY-5.0.I.5", "LHY-5.0.I.6", "LHY-5.0.I.8",
    "LHY-17.2", "LHY-15.0",
)  # fmt: skip
def roll_initiative(telling: Telling, action: RollInitiative) -> None:
    """Both roll; the higher modified die is active, ties go by parity; 1 and 10 bring random events."""
    del action
    dice = {side: telling.roll(f"initiative of {side}") for side in telling.state.sides}
    winner = _winner(telling.position, dice)
    telling.put(InitiativeWon(winner))
    for side in (winner, telling.position.mission.enemy(winner)):
        if dice[side] == RECON:
            if list(_recon_hexes(telling.position, side)):
                telling.put(DecisionDue(Decision(DecisionKind.RECON, side)))
        elif dice[side] == FATE:
            fate(telling, side)


def _winner(position: Position, dice: dict[str, int]) -> str:
    """Who has the initiative by these dice; who had it last adds his modifier."""
    mission, before = position.mission, position.course.last_initiative
    totals = {
        side: die + (mission.side(side).initiative_drm if side == before else 0) for side, die in dice.items()
    }
    return initiative_winner(totals, mission.axis, mission.allies)


def initiative_odds(position: Position) -> Odds[str]:
    """Who has the initiative, before any random event and forfeit."""
    sides = position.state.sides
    return odds_of(lambda dice: f"{_winner(position, {side: dice.roll(10) for side in sides})} has it")


def lapse_odds(position: Position) -> Odds[str]:
    """How many minutes go by."""
    minutes = position.mission.house.time_lapse_minutes
    return odds_of(lambda dice: f"{minutes[dice.roll(10) - 1]} minutes")


def initiative_winner(totals: dict[str, int], axis: str, allies: str) -> str:
    """Who has the initiative: the higher total; of equal ones the odd go to the Axis, the even to the Allies."""
    if totals[axis] == totals[allies]:
        return axis if totals[axis] % 2 else allies
    return max(totals, key=lambda side: totals[side])


@implements("LHY-5.0.I.7")
def may_be_active(position: Position, side: str) -> bool:
    """Whether a side has a platoon leader or an AFV platoon in play."""
    return any(row_of(unit).kind in (UnitKind.LEADER, UnitKind.AFV) for unit in position.in_play(side))


@implements("LHY-5.0.I.7")
def settle_initiative(telling: Telling) -> None:
    """After the events a side that cannot be active forfeits; if neither can, fire is resolved."""
    course, mission = telling.course, telling.position.mission
    if may_be_active(telling.position, course.active):
        telling.put(PhaseBegan(Phase.ACTIVATION))
        return
    other = mission.enemy(course.active)
    if may_be_active(telling.position, other):
        telling.put(Said(f"{course.active} forfeits the initiative"))
        telling.put(InitiativeWon(other))
        telling.put(PhaseBegan(Phase.ACTIVATION))
    else:
        telling.put(PhaseBegan(Phase.FIRE))


def recon_candidates(position: Position, side: str) -> Iterator[StripConcealment]:
    """Concealed enemy hexes within five hexes and LOS of a friend."""
    due = position.course.decisions[:1]
    if due and due[0].kind is DecisionKind.RECON:
        yield from (StripConcealment(side, at) for at in _recon_hexes(position, side))


def _recon_hexes(position: Position, side: str) -> Iterator[Hex]:
    places = sorted({position.place(enemy) for enemy in position.enemies_of(side) if enemy.has(CONCEALED)})
    for at in places:
        for friend in position.of(side):
            if position.distance(position.place(friend), at) <= RECON_HEXES and position.sees(friend, at):
                yield at
                break


def forbids_recon(position: Position, action: StripConcealment) -> Iterator[Reason]:
    """Why a hex cannot be reconnoitred."""
    due = position.course.decisions[:1]
    if not due or due[0].kind is not DecisionKind.RECON:
        yield Reason("no recon is due", cite("15.0", _LATER))
    elif action.at not in set(_recon_hexes(position, action.side)):
        yield Reason(
            f"{action.at} holds no concealed enemy within {RECON_HEXES} hexes and LOS",
            cite("15.0", _LATER),
            (action.at,),
        )


@implements("LHY-15.a")
def recon(telling: Telling, action: StripConcealment) -> None:
    """The concealment of one enemy hex goes."""
    telling.put(DecisionTaken())
    for unit in telling.position.enemies_at(action.at, action.side):
        if unit.has(CONCEALED) and telling.state.unit(unit.id).at is not None:
            strip(telling, unit)


@implements("LHY-15.b")
def fate(telling: Telling, side: str) -> None:
    """Fate: a sniper takes a leader, or a medic brings a lost step back."""
    die = telling.roll(f"fate of {side}")
    house = telling.position.mission.house
    if die <= house.fate_sniper_die:
        leaders = [unit for unit in telling.position.of(side) if row_of(unit).kind is UnitKind.LEADER]
        if leaders:
            victim = leaders[telling.dice.pick(len(leaders))]
            telling.put(LeaderLost(victim.id))
            telling.put(UnitGone(victim.id, "falls to a sniper"))
    elif die <= house.fate_medic_die and telling.course.losses.get(side, 0) > 0:
        _medic(telling, side)


def _medic(telling: Telling, side: str) -> None:
    """A random lost section of a platoon comes back with its leader."""
    leaders = [unit for unit in telling.position.of(side) if row_of(unit).kind is UnitKind.LEADER]
    pools = [
        (leader, counters_in_pool(telling.position, row_of(leader).platoon_key, UnitKind.SECTION))
        for leader in leaders
    ]
    able = [(leader, pool) for leader, pool in pools if pool]
    if not able:
        return
    leader, pool = able[telling.dice.pick(len(able))]
    section = pool[telling.dice.pick(len(pool))]
    telling.put(UnitPlaced(section.id, section.id, side, telling.position.place(leader), _like(leader)))
    telling.put(StepsLost(side, -1))


def _like(leader: Unit) -> tuple[str, ...]:
    return tuple(sorted(leader.conditions - {DISRUPTED} - LAID_OUT))


def time_candidates(position: Position, side: str) -> Iterator[LapseTime]:
    """The roll."""
    if position.course.phase is Phase.TIME:
        yield LapseTime(side)


def forbids_time(position: Position, action: LapseTime) -> Iterator[Reason]:
    """Why no time lapses now."""
    del action
    if position.course.phase is not Phase.TIME:
        yield Reason("time lapses after mortar fire is adjusted", cite("5.0 VI"))


@implements("LHY-5.0.VI", "LHY-0.9")
def lapse(telling: Telling, action: LapseTime) -> None:
    """Two to five minutes go by."""
    del action
    die = telling.roll("time lapse")
    telling.put(TimeLapsed(telling.position.mission.house.time_lapse_minutes[die - 1]))
    telling.put(PhaseBegan(Phase.CLEAN_UP))


INITIATIVE = Procedure(initiative_candidates, forbids_initiative, roll_initiative)
RECONNOITRE = Procedure(recon_candidates, forbids_recon, recon)
TIME = Procedure(time_candidates, forbids_time, lapse)
