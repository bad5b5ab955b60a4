"""Which kinds of action a unit can be told to take, by what it is and what it has left."""

import pytest

from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.questions.declarable import declarable
from rules.kampfgruppe_normandy.state.progress import Status
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import DE, game, position, refusal, unit

SMALL = {K.SUPPRESS_SMALL_ARMS, K.DIRECT_SMALL_ARMS, K.COVERING}
SHELLS = {K.SUPPRESS_HE, K.DIRECT_HE, K.DIRECT_AT}
FOOT = {K.MOVE, K.DEPLOY}
MEN = Status(men=8)


@proves(
    "KN-ACT-02", "KN-ACT-03", "KN-ACT-04", "KN-ACT-05", "KN-ACT-08", "KN-ACT-09", "KN-ACT-10", "KN-ACT-11",
    "KN-ACT-15",
)  # fmt: skip
@pytest.mark.parametrize(
    ("type_id", "status", "conditions", "kinds"),
    [
        ("uk.squad", MEN, (), FOOT | SMALL),
        ("uk.squad_piat", MEN, (), FOOT | SMALL | {K.DIRECT_AT}),
        ("uk.squad_piat", Status(men=8, lost_weapons=("PIAT",)), (), FOOT | SMALL),
        ("uk.platoon_hq", Status(men=5), (), FOOT | SMALL | SHELLS),
        ("uk.platoon_hq", Status(men=5, lost_weapons=("PIAT",)), (), FOOT | SMALL | SHELLS),
        ("uk.platoon_hq", Status(men=5, lost_weapons=('2" mortar',)), (), FOOT | SMALL | {K.DIRECT_AT}),
        ("us.engineers", MEN, (), FOOT | SMALL | {K.DIRECT_AT, K.ENGINEER}),
        ("de.squad_faust", MEN, (), FOOT | SMALL | {K.DIRECT_AT}),
        ("uk.sherman", Status(), (), FOOT | SMALL | SHELLS),
        ("uk.sherman", Status(), (IMMOBILISED,), {K.DEPLOY} | SMALL | SHELLS),
        ("uk.m5_halftrack", Status(), (), FOOT | SMALL),
        ("uk.bedford", Status(), (), FOOT | {K.WITHDRAW}),
        ("uk.bedford", Status(), (IMMOBILISED,), {K.DEPLOY}),
        ("uk.3in_mortar", Status(men=3), (), FOOT | SMALL),
        ("uk.25pdr_battery", Status(men=4), (), set()),
        ("uk.typhoon", Status(), (), set()),
    ],
)
def test_what_a_unit_can_be_told(
    type_id: str, status: Status, conditions: tuple[str, ...], kinds: set[K]
) -> None:
    one = unit("one", type_id, (30, 40), 0, *conditions)
    found = set(
        declarable(position(game(one, unit("foe", "de.squad", (40, 10)), status={"one": status})), one)
    )
    assert found == kinds


@proves("KN-ACT-15", "KN-DEPL-20")
def test_a_laden_lorry_does_not_withdraw() -> None:
    truck, mg = unit("truck", "uk.bedford", (30, 40)), unit("mg", "uk.vickers")
    laden = game(truck, mg, status={"mg": Status(men=3, aboard="truck")})
    assert set(declarable(position(laden), truck)) == FOOT


@proves("KN-ACT-06", "KN-ACT-12", "KN-ACT-15", "KN-COV-01")
@pytest.mark.parametrize(
    ("name", "kind", "said"),
    [
        ("hq", K.REQUEST, "there are no guns that hq may ask for"), ("hq", K.DIRECT_HE, "hq cannot take the action direct fire"),
        ("pak", K.REQUEST, "pak cannot take the action request"), ("launcher", K.DIRECT_HE, "150mm Nebelwerfer fires indirectly only (KGN Weapons"),
        ("launcher", K.SUPPRESS_INDIRECT, "no fire mission waits for launcher"),
        ("pak", K.SUPPRESS_INDIRECT, "pak cannot take the action suppressing fire"),
        ("howitzer", K.SUPPRESS_INDIRECT, "25 pdr needs a crew of 2"), ("truck", K.WITHDRAW, "truck has a load aboard"),
        ("truck", K.DIRECT_HE, "truck cannot take the action direct fire"), ("howitzer", K.WITHDRAW, "howitzer is not a soft-skin"),
        ("truck", K.COVERING, "truck has nothing to fire (KGN Covering fire)"),
    ],
)  # fmt: skip
def test_why_a_unit_cannot_be_told_to_do_what_it_lacks_something_for(name: str, kind: K, said: str) -> None:
    """Each is alone on its side, but for the machine gun team aboard the truck."""
    types = {
        "hq": "uk.hq", "pak": "de.pak40", "launcher": "de.nebelwerfer", "howitzer": "uk.25pdr", "truck": "uk.bedford",
    }  # fmt: skip
    one, load = unit(name, types[name], (30, 10)), [unit("mg", "uk.vickers")] * (name == "truck")
    aboard = {"howitzer": Status(men=1), "mg": Status(men=3, aboard="truck")}
    enemy = unit("foe", "uk.squad" if one.side == DE else "de.squad", (60, 60))
    state = game(one, *load, enemy, acting=one.side, status=aboard)
    side = state.unit(name).side
    kinds = (kind,) if kind.takes_both else (kind, kind)
    assert said in refusal(state, Activate(side, name, kinds))
