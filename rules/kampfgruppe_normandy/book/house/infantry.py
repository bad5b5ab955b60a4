"""The infantry of the house list: squads, teams, command, observers and specialists of both sides."""

from rules.kampfgruppe_normandy.book.house.points import morale_value, points
from rules.kampfgruppe_normandy.book.house.weapons import (
    BAR,
    BAZOOKA,
    BREN,
    CAL30,
    CAL50,
    FLAMETHROWER,
    MG34,
    MG42,
    MG42_TRIPOD,
    MORTAR_2IN,
    MORTAR_50MM,
    PANZERFAUST,
    PANZERSCHRECK,
    PIAT,
    RIFLES,
    VICKERS,
)
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind, Mobility, SpecialRule, Weapon

_UK, _US, _DE = "british", "american", "german"
_R = SpecialRule


def _foot(
    id: str, name: str, nation: str, men: int, *weapons: Weapon, rules: tuple[SpecialRule, ...] = ()
) -> KgnType:
    kind, having = Kind.INFANTRY, frozenset(rules)
    carried = (RIFLES, *weapons)
    cost = points(kind, Mobility.FOOT, men, carried, None, 0, 0, having)
    return KgnType(
        id,
        name,
        nation,
        kind,
        Mobility.FOOT,
        cost,
        morale_value(kind, cost, having),
        men,
        carried,
        rules=having,
    )


_HQ = (_R.SUPREME_COMMAND, _R.COMMAND)

INFANTRY: tuple[KgnType, ...] = (
    _foot("uk.hq", "Battle group headquarters", _UK, 3, rules=_HQ),
    _foot("uk.platoon_hq", "Platoon headquarters", _UK, 5, PIAT, MORTAR_2IN, rules=(_R.COMMAND,)),
    _foot("uk.squad", "Infantry squad", _UK, 8, BREN, rules=()),
    _foot("uk.squad_piat", "Infantry squad with PIAT", _UK, 8, BREN, PIAT),
    _foot("uk.small_squad", "Motor squad with PIAT", _UK, 6, BREN, PIAT),
    _foot("uk.vickers", "Vickers team", _UK, 3, VICKERS),
    _foot("uk.piat", "PIAT team", _UK, 2, PIAT),
    _foot("uk.observer", "Forward artillery observer", _UK, 3, rules=(_R.FORWARD_OBSERVER,)),
    _foot("uk.air_controller", "Forward air controller", _UK, 2, rules=(_R.AIR_CONTROLLER,)),
    _foot("uk.signals", "Forward signals unit", _UK, 3, rules=(_R.SIGNALS,)),
    _foot("uk.runner", "Messenger", _UK, 1, rules=(_R.MESSENGER,)),
    _foot("uk.medic", "Medic", _UK, 2, rules=(_R.MEDIC,)),
    _foot("uk.sniper", "Sniper", _UK, 1, rules=(_R.SNIPER,)),
    _foot("uk.commandos", "Commando squad", _UK, 8, BREN, rules=(_R.VETERAN,)),
    _foot("uk.sappers", "Engineer squad", _UK, 8, BREN, rules=(_R.ENGINEERS, _R.DEMOLITION_CHARGE, _R.MINESWEEPER)),
    _foot("uk.bridging", "Light bridging squad", _UK, 8, rules=(_R.ENGINEERS, _R.BRIDGING)),
    _foot("uk.recce", "Reconnaissance section", _UK, 5, BREN, rules=(_R.RECCE,)),
    _foot("us.hq", "Task force headquarters", _US, 3, rules=_HQ),
    _foot("us.platoon_hq", "Platoon headquarters", _US, 4, BAZOOKA, rules=(_R.COMMAND,)),
    _foot("us.squad", "Rifle squad", _US, 12, BAR),
    _foot("us.armoured_squad", "Armoured rifle squad", _US, 12, CAL30, BAZOOKA),
    _foot("us.cal30", ".30 cal team", _US, 3, CAL30),
    _foot("us.cal50", ".50 cal team", _US, 3, CAL50),
    _foot("us.bazooka", "Bazooka team", _US, 2, BAZOOKA),
    _foot("us.observer", "Forward artillery observer", _US, 3, rules=(_R.FORWARD_OBSERVER,)),
    _foot("us.air_controller", "Forward air controller", _US, 2, rules=(_R.AIR_CONTROLLER,)),
    _foot("us.medic", "Medic", _US, 2, rules=(_R.MEDIC,)),
    _foot("us.engineers", "Engineer squad", _US, 8, FLAMETHROWER, rules=(_R.ENGINEERS, _R.DEMOLITION_CHARGE, _R.MINESWEEPER)),
    _foot("us.sniper", "Sniper", _US, 1, rules=(_R.SNIPER,)),
    _foot("us.recce", "Reconnaissance section", _US, 5, rules=(_R.RECCE,)),
    _foot("de.hq", "Kampfgruppe headquarters", _DE, 3, rules=_HQ),
    _foot("de.platoon_hq", "Platoon headquarters", _DE, 5, PANZERFAUST, rules=(_R.COMMAND,)),
    _foot("de.squad", "Grenadier squad", _DE, 8, MG42),
    _foot("de.squad_faust", "Grenadier squad with Panzerfaust", _DE, 8, MG42, PANZERFAUST),
    _foot("de.panzergrenadiers", "Panzergrenadier squad", _DE, 10, MG42, MG34, PANZERFAUST),
    _foot("de.fallschirmjager", "Fallschirmjäger squad", _DE, 8, MG42, PANZERFAUST, rules=(_R.VETERAN,)),
    _foot("de.mg42", "MG 42 team", _DE, 3, MG42),
    _foot("de.mg42_tripod", "MG 42 tripod team", _DE, 3, MG42_TRIPOD),
    _foot("de.panzerschreck", "Panzerschreck team", _DE, 2, PANZERSCHRECK),
    _foot("de.mortar_50mm", "50mm mortar team", _DE, 2, MORTAR_50MM),
    _foot("de.observer", "Forward artillery observer", _DE, 3, rules=(_R.FORWARD_OBSERVER,)),
    _foot("de.air_controller", "Forward air controller", _DE, 2, rules=(_R.AIR_CONTROLLER,)),
    _foot("de.signals", "Forward signals unit", _DE, 3, rules=(_R.SIGNALS,)),
    _foot("de.runner", "Messenger", _DE, 1, rules=(_R.MESSENGER,)),
    _foot("de.medic", "Medic", _DE, 2, rules=(_R.MEDIC,)),
    _foot("de.sniper", "Sniper", _DE, 1, rules=(_R.SNIPER,)),
    _foot("de.pioneers", "Pioneer squad", _DE, 8, MG42, FLAMETHROWER, rules=(_R.ENGINEERS, _R.DEMOLITION_CHARGE, _R.MINESWEEPER)),
)  # fmt: skip
"""The infantry of both sides."""
