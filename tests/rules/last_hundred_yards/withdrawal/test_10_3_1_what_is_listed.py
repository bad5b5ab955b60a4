"""Which withdrawals are listed, and which are legal but said on request."""

import pytest

from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, legal, unit

MEN = (
    *(unit(f"us.able.1.{man}", "D6") for man in ("leader", "squad.1", "squad.2", "squad.3")),
    *(unit(f"us.baker.1.{man}", "D6") for man in ("leader", "squad.1", "squad.2")),
)


@proves("LHY-10.3.1.0.3")
@pytest.mark.parametrize(("foe", "listed"), [("D3", True), ("H10", True), (None, False)])
def test_10_3_1_men_withdraw_one_by_one_as_a_platoon_or_all(foe: str | None, listed: bool) -> None:
    """All groups of a hex may withdraw; who is in nobody's sight finds none of them listed."""
    enemy = () if foe is None else (unit("ge.1kp.1.squad.1", foe),)
    state = activated(*MEN, *enemy, far=())
    may = {action.units for action in legal(state, Withdraw)}
    groups = {action.units for action in PLAY.worthwhile(state) if isinstance(action, Withdraw)}
    platoon = tuple(man.id for man in MEN[:4])
    assert may > {(man.id,) for man in MEN[:4]} | {platoon}
    assert groups == (
        {units for units in may if len(units) in (1, len(max(may, key=len)))} if listed else set()
    )
    assert all(not PLAY.why_not(state, action) for action in legal(state, Withdraw))
