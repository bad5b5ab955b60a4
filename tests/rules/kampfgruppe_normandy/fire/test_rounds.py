"""Which round each weapon fires at which target in which manner of fire, or why it fires none."""

import pytest

from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.questions.fire.aim import take_aim
from rules.kampfgruppe_normandy.questions.fire.fire_sheet import Order, Refused
from rules.kampfgruppe_normandy.questions.fire.shells import shell_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import opened, position, table, unit

TARGETS = {
    "uk": ("de.squad", "de.opel", "de.pz4h", "de.pak40"),
    "de": ("uk.squad", "uk.bedford", "uk.sherman", "uk.6pdr"),
}
"""The targets: a squad, a lorry, a tank and a gun of the other side."""

HE, AP = "high explosive", "armour piercing"

FIRES = """
uk.sherman      75mm              direct HE    usual  HE    HE    -     HE
uk.sherman      75mm              direct HE    AP     -     -     -     -
uk.sherman      75mm              direct AT    usual  -     AP    AP    AP
uk.sherman      75mm              direct AT    HE     -     -     HE    -
uk.sherman      75mm              direct AT    HEAT   -     -     -     -
uk.sherman      75mm              direct AT    flame  -     -     -     -
uk.sherman      75mm              suppress HE  usual  HE    HE    HE    HE
uk.sherman      75mm              suppress HE  AP     -     -     -     -
uk.daimler      2_pdr             direct HE    usual  -     -     -     -
uk.daimler      2_pdr             direct AT    usual  -     AP    AP    AP
uk.daimler      2_pdr             suppress HE  usual  -     -     -     -
uk.3in_mortar   3"_mortar         direct HE    usual  -     -     -     -
uk.3in_mortar   3"_mortar         suppress HE  usual  -     -     -     -
de.nebelwerfer  150mm_Nebelwerfer direct HE    usual  -     -     -     -
de.nebelwerfer  150mm_Nebelwerfer direct AT    usual  -     -     -     -
de.panzerschreck Panzerschreck    direct HE    usual  -     -     -     -
de.panzerschreck Panzerschreck    direct AT    usual  -     HEAT  HEAT  HEAT
de.panzerschreck Panzerschreck    direct AT    HE     -     -     -     -
de.squad_faust  Panzerfaust       direct AT    usual  -     HEAT  HEAT  HEAT
de.squad_faust  Panzerfaust       suppress HE  usual  -     -     -     -
uk.crocodile    hull_flamethrower direct HE    usual  -     -     -     -
uk.crocodile    hull_flamethrower direct AT    usual  -     -     flame -
uk.crocodile    hull_flamethrower direct AT    HEAT   -     -     -     -
uk.bofors       40mm_Bofors       direct HE    usual  -     -     -     -
uk.bofors       40mm_Bofors       direct AT    usual  -     -     AP    -
uk.bofors       40mm_Bofors       suppress HE  usual  -     -     -     -
de.lig18        75mm_leIG_18      direct HE    usual  HE    HE    -     HE
de.lig18        75mm_leIG_18      direct AT    usual  -     -     HE    -
de.lig18        75mm_leIG_18      direct AT    AP     -     -     -     -
"""
"""Unit, weapon, manner of fire and round asked for; then what it fires at a squad, a lorry, a tank and a gun 7 inches off."""

MANNERS = {"direct HE": K.DIRECT_HE, "direct AT": K.DIRECT_AT, "suppress HE": K.SUPPRESS_HE}


@proves(
    "KN-SUPP-05", "KN-SUPP-26", "KN-DFAT-39", "KN-DFSA-46", "KN-WPN-15", "KN-WPN-20", "KN-WPN-25",
    "KN-DFHE-01", "KN-DFSA-52", "KN-WPN-07", "KN-WPN-08",
)  # fmt: skip
@pytest.mark.parametrize("row", FIRES.strip().splitlines())
def test_which_round_a_weapon_fires(row: str) -> None:
    type_id, weapon, how, shell, asked, *fired = row.split()
    short = {HE: "HE", AP: "AP"}
    named = {"usual": "", "HE": HE, "AP": AP}.get(asked, asked)
    found = []
    for target in TARGETS[type_id[:2]]:
        state = opened(table(), unit("a", type_id, (20, 24), 90), unit("b", target, (27, 24), 270))
        order = Order("a", "b", MANNERS[f"{how} {shell}"], weapon.replace("_", " "), named)
        aim = take_aim(position(state), order, moves=False)
        assert not isinstance(aim, Refused)
        shot = shell_of(aim, order)
        found.append("-" if isinstance(shot, Refused) else short.get(shot[1], shot[1]))
    assert found == fired
