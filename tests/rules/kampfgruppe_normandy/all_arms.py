"""Units of many kinds about a barn, and enemies before them, for what may not be declared."""

from typing import Any

from rules.game.state import GameState
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from tests.rules.kampfgruppe_normandy.tables import area, game, told_to, unit

FOE = unit("foe", "de.squad", (40, 10), facing_deg=180.0)
SQUAD = unit("squad", "uk.squad", (30, 40))
HALFTRACK = unit("ht", "uk.m5_halftrack", (30, 43))
TRUCK = unit("truck", "uk.bedford", (60, 60))
SHERMAN = unit("tank", "uk.sherman", (50, 40))
ARV = unit("arv", "uk.sherman_arv", (50, 44))
SUPPLY = unit("supply", "uk.supply_truck", (50, 36))
TYPHOON = unit("typhoon", "uk.typhoon", (40, 22))
BOMBER = unit("bomber", "uk.typhoon_bomber", (40, 22))
HQ = unit("hq", "uk.hq", (40, 40))
PANZER = unit("panzer", "de.pz4h", (44, 10), facing_deg=180.0)
ALL = (FOE, SQUAD, HALFTRACK, TRUCK, SHERMAN, ARV, SUPPLY, TYPHOON, BOMBER, HQ, PANZER)
BARN = area(T.WOODEN_BUILDING, 25, 37, 35, 39)


def scene(acting: str, *kinds: K, **options: Any) -> GameState:
    """All these units on a table with a barn; the acting unit has declared these actions."""
    return told_to(game(*ALL, pieces=[BARN], **options), acting, *kinds)
