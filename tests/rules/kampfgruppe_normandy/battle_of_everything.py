"""A battle of all arms: aircraft, shellfire, engineers, wrecks, covering fire and buildings come up in it
far more often than in the scenarios."""

from dataclasses import replace
from typing import Any

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING, IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.state.progress import Loss, Status, progress_of, with_progress
from tests.rules.kampfgruppe_normandy.tables import DE, UK, area, game, line, unit

PIECES = (
    area(T.BRICK_BUILDING, 42, 30, 47, 35), area(T.STONE_BUILDING, 50, 20, 55, 25), area(T.WOODS, 20, 25, 32, 34),
    area(T.CROPS, 60, 28, 70, 36), area(T.BUNKER, 60, 20, 62, 22), area(T.MINEFIELD, 34, 30, 38, 34),
    line(T.BARBED_WIRE, (56, 32), (59, 32), width_in=0.5), line(T.HEDGE, (10, 28), (20, 28), width_in=0.5), line(T.GOOD_ROAD, (0, 38), (96, 38), width_in=2.0),
    line(T.STREAM, (75, 0), (75, 72), width_in=1.5), area(T.BRIDGE, 73, 36, 77, 40),
)  # fmt: skip

SELDOM_DONE = {
    ActionKind.REQUEST, ActionKind.RE_SUPPLY, ActionKind.ENGINEER, ActionKind.SUPPRESS_INDIRECT, ActionKind.WITHDRAW, ActionKind.DEPLOY,
}  # fmt: skip


def battle() -> GameState:
    """Two companies at close quarters with guns, aircraft, engineers, wrecks, and a squad in a house each."""
    units = (
        unit("uk.hq", "uk.hq", (30, 50)), unit("uk.1", "uk.platoon_hq", (40, 46)), unit("uk.fao", "uk.observer", (36, 44)),
        unit("uk.25.1", "uk.25pdr_battery"), unit("uk.25.2", "uk.25pdr_battery"), unit("uk.mortar", "uk.3in_mortar", (25, 55)),
        unit("uk.a", "uk.squad", (40, 40)), unit("uk.b", "uk.squad_piat", (48, 42), 0, COVERING), unit("uk.c", "uk.squad", (34, 41), 0, SUPPRESSED),
        unit("uk.d", "uk.squad"), unit("uk.ht", "uk.m5_halftrack", (54, 46)), unit("uk.house", "uk.squad_piat", (44.5, 32.5)),
        unit("uk.sherman", "uk.sherman", (60, 44)), unit("uk.lame", "uk.sherman", (66, 47), 0, IMMOBILISED), unit("uk.arv", "uk.sherman_arv", (66, 51)),
        unit("uk.truck", "uk.supply_truck", (60, 48)), unit("uk.sappers", "uk.sappers", (37, 37)), unit("uk.bofors", "uk.bofors", (46, 54), 0, COVERING),
        unit("uk.typhoon", "uk.typhoon", (20, 60)), unit("uk.bomber", "uk.typhoon_bomber", (70, 60)), unit("uk.fac", "uk.air_controller", (50, 48)),
        unit("uk.jeep", "uk.jeep", (28, 46)), unit("uk.signals", "uk.signals", (32, 52)), unit("uk.medic", "uk.medic", (41, 48)),
        unit("uk.6pdr", "uk.6pdr", (70, 44)), unit("uk.vickers", "uk.vickers", (52, 44)), unit("uk.commandos", "uk.commandos", (62, 40)),
        unit("de.hq", "de.hq", (52, 8), facing_deg=180.0), unit("de.1", "de.platoon_hq", (44, 14), facing_deg=180.0), unit("de.fao", "de.observer", (40, 18), facing_deg=180.0),
        unit("de.105.1", "de.105mm_battery"), unit("de.105.2", "de.105mm_battery"), unit("de.mortar", "de.80mm_mortar", (60, 8), facing_deg=180.0),
        unit("de.a", "de.squad", (40, 27), facing_deg=180.0), unit("de.b", "de.squad_faust", (48, 29), facing_deg=180.0), unit("de.c", "de.squad", (34, 24), 180.0, SUPPRESSED),
        unit("de.house", "de.squad", (52.5, 22.5), facing_deg=180.0), unit("de.tank", "de.pz4h", (64, 26), facing_deg=180.0), unit("de.stug", "de.stug3", (28, 20), facing_deg=180.0),
        unit("de.pak", "de.pak40", (70, 22), facing_deg=180.0), unit("de.flak", "de.flak38", (46, 12), 180.0, COVERING), unit("de.pioneers", "de.pioneers", (57, 30), facing_deg=180.0),
        unit("de.109", "de.bf109", (50, 6), facing_deg=180.0), unit("de.mg", "de.mg42_tripod", (56, 18), 180.0, COVERING), unit("de.sniper", "de.sniper", (32, 30), facing_deg=180.0), unit("de.jager", "de.fallschirmjager", (66, 30), facing_deg=180.0),
    )  # fmt: skip
    status = {
        "uk.d": Status(men=8, aboard="uk.ht"), "uk.house": Status(men=8, inside="brick_building"),
        "de.house": Status(men=8, inside="stone_building"), "uk.sherman": Status(rounds=(("ap", 0), ("he", 1))),
    }  # fmt: skip
    state = game(
        *units,
        pieces=PIECES,
        status=status,
        fire_support={
            UK: {"counter_battery": 3, "registered_points": {"Square": [48, 27]}},
            DE: {"counter_battery": 3},
        },
    )
    wreck = Loss("wreck", "uk.sherman", UK, "destroyed", Spot(70, 51.0), 0.0)
    return with_progress(state, replace(progress_of(state), wrecks=(wreck,)))


def curious_weight(_: GameState, action: Any) -> int:
    """The weight of an action in a random choice: rare kinds of activation weigh more."""
    return 12 if isinstance(action, Activate) and set(action.kinds) & SELDOM_DONE else 1
