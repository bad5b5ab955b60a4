"""Every attack and every check of the book as a procedure over dice, and the odds that are told of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from rules.game.chance.dice import Dice
from rules.game.chance.odds import Odds, odds_of
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.penetration import pierce, pierce_with_heat
from rules.kampfgruppe_normandy.book.support_kinds import HIGH_PRIORITY_ON
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind, ShellSize
from rules.kampfgruppe_normandy.declarations.aircraft.attack_run import run_at
from rules.kampfgruppe_normandy.declarations.engineering.tasks import is_done
from rules.kampfgruppe_normandy.declarations.special_events import mishap
from rules.kampfgruppe_normandy.effects.attack import attack_odds, resolve_attack
from rules.kampfgruppe_normandy.effects.group_morale import thrown_loss
from rules.kampfgruppe_normandy.effects.harm import damage_hits, take_morale_test, unsaved
from rules.kampfgruppe_normandy.effects.indirect_fire.barrage import barrage_odds, barrage_words, bombard
from rules.kampfgruppe_normandy.effects.indirect_fire.fire_requests import deviate, drift_odds, gets_through
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import barrage_at
from rules.kampfgruppe_normandy.effects.mines import mine_odds, prey_on_mines, strikes
from rules.kampfgruppe_normandy.questions.fire_upwards import volley_at
from rules.kampfgruppe_normandy.questions.target import Prey, Toll, prey_of
from rules.kampfgruppe_normandy.questions.volley import Round, Volley
from tests.rules.kampfgruppe_normandy.support_tables import at, game, unit


@dataclass(frozen=True)
class Procedure:
    """What is thrown, in a player's words, and the odds of it."""

    throw: Callable[[Dice], str]
    odds: Callable[[], Odds[str]]


MEDIUM_4 = HighExplosive(ShellSize.MEDIUM, 4, 2)
HEAVY_5 = HighExplosive(ShellSize.HEAVY, 5, 3)
SQUAD = Prey("squad", Kind.INFANTRY, men=8, start=8, specials=1)
WORN = replace(SQUAD, men=5)
TANK = Prey("tank", Kind.ENCLOSED, armour=6)
SKIRTED = replace(TANK, skirts=True)
GUN = Prey("gun", Kind.GUN, men=3, start=3)
TRUCK = Prey("truck", Kind.SOFT_SKIN, hits_left=2, passengers=(SQUAD,))
HALF_TRACK = Prey("half-track", Kind.OPEN_TOPPED, armour=2, passengers=(SQUAD,))


def _attack(volley: Volley, prey: Prey) -> Procedure:
    return Procedure(
        lambda dice: resolve_attack(volley, prey, dice).target.words, lambda: attack_odds(volley, prey)
    )


def _check(procedure: Callable[[Dice], object]) -> Procedure:
    def throw(dice: Dice) -> str:
        return str(procedure(dice))

    return Procedure(throw, lambda: odds_of(throw))


def _bullets(suppressing: bool, save: int, firer: Prey | None = None) -> Volley:
    observe = None if suppressing else 4
    effects = (4,) if suppressing else ()
    pools = ((2, 4), (5, 5))
    return Volley(
        Round.BULLETS,
        suppressing,
        observe,
        pools,
        effects=effects,
        effect_save=save,
        hit_save=save,
        firer=firer,
    )


def _shell(suppressing: bool, save: int | None) -> Volley:
    observe = None if suppressing else 3
    effects = (4,) if suppressing else ()
    return Volley(
        Round.HE, suppressing, observe, to_hit=4, shell=MEDIUM_4, penetration=2, effects=effects,
        effect_save=save, hit_save=save,
    )  # fmt: skip


def _shot(value: int | None, round: Round = Round.AP) -> Volley:
    return Volley(round, False, 2, to_hit=4, penetration=value)


def _bombardment() -> Procedure:
    state = game(
        unit("foe", "de.squad", (40, 20)),
        unit("truck", "de.opel", (44, 20)),
        unit("own", "uk.squad", (40, 60)),
    )
    barrage = barrage_at(at(state), Spot(40, 20), HEAVY_5)
    before = barrage.prey("foe")
    return Procedure(
        lambda dice: barrage_words(before, bombard(barrage, 4, dice), "foe"),
        lambda: barrage_odds(barrage, 4, "foe"),
    )


def _run(manner: K, weapon: str, foe: str = "de.squad") -> Procedure:
    state = game(unit("plane", "uk.typhoon", (40, 33.5)), unit("foe", foe, (40, 20)))
    carried = at(state).book.type("uk.typhoon").weapon(weapon)
    run = run_at(at(state), state.unit("plane"), state.unit("foe"), manner, carried, 1)

    def throw(dice: Dice) -> str:
        seen, tolls = run.fly(dice)
        if not seen:
            return "not observed"
        return "destroyed" if any(toll.words == "destroyed" for toll in tolls) else "not destroyed"

    def odds() -> Odds[str]:
        stays = "not destroyed"
        return run.odds().map(lambda words: words if words in ("not observed", "destroyed") else stays)

    return Procedure(throw, odds)


def _at_aircraft() -> Procedure:
    state = game(unit("quad", "de.quad20", (40, 40)), unit("spit", "uk.spitfire", (60, 60)))
    volley = volley_at(at(state), state.unit("quad"))
    assert volley is not None
    return _attack(volley, prey_of(at(state), state.unit("spit")))


def _mines() -> Procedure:
    state = game(unit("men", "uk.squad", (40, 40)), unit("foe", "de.squad", (40, 20)))
    position, men = at(state), state.unit("men")
    prey = prey_on_mines(position, men)

    def throw(dice: Dice) -> str:
        toll = strikes(prey, dice)
        return "no mine" if toll is None else toll.words

    return Procedure(throw, lambda: mine_odds(position, men))


def _drift() -> Procedure:
    return Procedure(lambda dice: str(deviate(dice).drift_in), lambda: drift_odds().map(str))


PROCEDURES: Mapping[str, Callable[[], Procedure]] = {
    "small arms suppress men": lambda: _attack(_bullets(True, 5), SQUAD),
    "small arms at men": lambda: _attack(_bullets(False, 5), SQUAD),
    "small arms at a worn squad": lambda: _attack(_bullets(False, 6), WORN),
    "a close assault": lambda: _attack(_bullets(False, 4, WORN), SQUAD),
    "small arms at a loaded truck": lambda: _attack(_bullets(False, 5), TRUCK),
    "a shell suppresses a gun": lambda: _attack(_shell(True, 5), GUN),
    "a shell at men": lambda: _attack(_shell(False, 4), SQUAD),
    "a shell at a tank": lambda: _attack(_shell(False, None), TANK),
    "shot at a tank": lambda: _attack(_shot(7), TANK),
    "shot at a loaded half-track": lambda: _attack(_shot(7), HALF_TRACK),
    "shot at a gun": lambda: _attack(_shot(7), GUN),
    "shot at a loaded truck": lambda: _attack(_shot(7), TRUCK),
    "HEAT at a tank": lambda: _attack(_shot(None, Round.HEAT), TANK),
    "HEAT at skirts": lambda: _attack(_shot(None, Round.HEAT), SKIRTED),
    "flame at men": lambda: _attack(Volley(Round.FLAME, False, 3, ((10, 3),), hit_save=4), SQUAD),
    "flame at a tank": lambda: _attack(_shot(5, Round.FLAME), TANK),
    "fire at an aircraft": _at_aircraft,
    "a bombardment": _bombardment,
    "an aircraft strafes": lambda: _run(K.DIRECT_SMALL_ARMS, "20mm cannon"),
    "rockets": lambda: _run(K.DIRECT_AT, "rockets", "de.stug3"),
    "a minefield": _mines,
    "a morale test of men": lambda: _check(lambda dice: take_morale_test(SQUAD, Toll("squad"), dice).words),
    "a morale test of a tank": lambda: _check(lambda dice: take_morale_test(TANK, Toll("tank"), dice).words),
    "concealment saves": lambda: _check(lambda dice: unsaved(6, 5, dice)),
    "damage dice": lambda: _check(lambda dice: damage_hits(HEAVY_5, dice)),
    "penetration": lambda: _check(lambda dice: pierce(10, 7, dice)),
    "HEAT": lambda: _check(lambda dice: pierce_with_heat(7, skirts=False, dice=dice)),
    "a radio check": lambda: _check(gets_through),
    "a high priority request": lambda: _check(lambda dice: dice.roll(6) >= HIGH_PRIORITY_ON),
    "the drift of a marker": _drift,
    "a task of engineers": lambda: _check(lambda dice: is_done(dice.roll(6), 3)),
    "a mishap": lambda: _check(lambda dice: mishap(dice.roll(6))),
    "the table in place of counters": lambda: _check(thrown_loss),
}
"""By what a player would call it."""
