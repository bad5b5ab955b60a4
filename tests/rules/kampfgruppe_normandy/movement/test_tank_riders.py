"""Tank riders: their number, fire at them, and where they get off."""

from dataclasses import replace

import pytest

from rules.game.state import GameState
from rules.ground.table.inches import Spot, gap_in
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING, FIRED, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.aircraft.striking import Strike
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire
from rules.kampfgruppe_normandy.declarations.deploying.boarding import Load
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.state.progress import Status
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.planes import told_to_attack
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    GAME,
    UK,
    act,
    activated,
    area,
    firing,
    legal,
    loaded,
    position,
    pot_die,
    ready,
    reasons_of_shot,
    refusal,
    status,
    table,
    unit,
)


def _are_clear(state: GameState, one: str, other: str) -> bool:
    there = position(state)
    return gap_in(there.base(state.unit(one)), there.base(state.unit(other))) > 0


@proves("KN-DEPL-17b", "KN-COV-02")
def test_riders_put_off_on_the_way_do_not_stand_where_their_tank_is_bound_for() -> None:
    """It bends to the right, where they would stand first, after an inch and a half (OUR 188)."""
    state = loaded(
        unit("u", "uk.sherman", (40, 40)), {"men": "uk.squad"}, unit("p0", "de.pak40", (40, 10), 180, COVERING),
        unit("x", "uk.squad", (4, 4)),
    )  # fmt: skip
    end = Spot(43.5, 38.5)
    state = act(activated(state, "u", K.MOVE, K.MOVE), Move(UK, "u", (Spot(40, 40), Spot(40, 38.5), end)))
    hit, glancing, no_test_failed, riders_saved = (6, 6), (1, 1), 4, (1, 1, 1)
    fire = CoverFire(DE, "p0", "u", K.DIRECT_AT, "75mm PaK 40", at_in=1.0)
    state = act(state, fire, *hit, *glancing, no_test_failed, *riders_saved)
    assert state.unit("u").at == end
    assert _are_clear(state, "u", "men")


@proves("KN-DEPL-17b", "KN-DFSA-40", "KN-COV-02")
def test_a_move_stops_short_of_men_put_out_on_its_way() -> None:
    """Another vehicle is destroyed meanwhile; its men and wreck are where the tank would have ended (OUR 54, 203)."""
    state = ready(
        table(), unit("u", "uk.sherman", (40, 40), 90), unit("truck", "uk.bedford", (45.5, 39)),
        unit("men", "uk.squad", None), unit("mg", "de.squad", (46, 20), 180, COVERING), aboard={"men": "truck"},
    )  # fmt: skip
    state = act(activated(state, "u", K.MOVE, K.MOVE), Move(UK, "u", (Spot(40, 40), Spot(48.5, 40))))
    observed, two_of_eleven_hit = 6, (6, 6, *[1] * 9)
    fire = CoverFire(DE, "mg", "truck", K.DIRECT_SMALL_ARMS, at_in=1.0)
    state = act(state, fire, observed, *two_of_eleven_hit, pot_die())
    assert state.unit("u").at == Spot(43.25, 40)
    assert _are_clear(state, "u", "men")


@proves("KN-DEPL-16a", "KN-DEPL-17a", "KN-DEPL-17b", "KN-DEPL-17c", "KN-DEPL-15")
def test_riders_of_a_tank_that_is_hit_take_a_light_shell_and_get_off() -> None:
    state = loaded(
        unit("tank", "de.panther", (30, 24), 270),
        {"men": "de.squad"},
        unit("a", "uk.sherman", (10, 24), 90),
        FAR,
    )
    shot = Fire(UK, "a", "tank", K.DIRECT_AT, "75mm")
    state = activated(state, "a", K.DIRECT_AT, K.DIRECT_SMALL_ARMS)
    after = act(state, shot, 2, 3, 1, 2, 5, 5, 1, 1, 2, 1)
    assert status(after, "men").men == 7
    assert after.unit("men").has(SUPPRESSED)
    assert status(after, "men").aboard is None
    after = act(state, shot, 1)
    said = str(GAME.chances(after, Fire(UK, "a", "men", K.DIRECT_SMALL_ARMS)))
    assert "observed on 2+" in said
    assert "saves on 6+" in said


@proves("KN-DEPL-16a", "KN-DEPL-17b", "KN-DEPL-17c")
@pytest.mark.parametrize(("kind", "hits"), [(K.DIRECT_HE, (6, 6)), (K.SUPPRESS_HE, (6,))])
def test_riders_hit_by_a_shell_themselves_get_off_suppressed(kind: K, hits: tuple[int, ...]) -> None:
    """They take the four dice of the shell itself, not a light one (OUR 210)."""
    gun = unit("a", "uk.sherman", (10, 24), 90)
    state = loaded(unit("tank", "de.panther", (30, 24), 270), {"men": "de.squad"}, gun, FAR)
    state = activated(state, "a", kind, kind)
    shot = Fire(UK, "a", "men", kind, "75mm")
    assert "a shell that hits them puts them off the tank, suppressed (KGN Tank riders, OUR 210" in str(
        GAME.chances(state, shot)
    )
    one_damages, unsaved, no_weapon = (4, 1, 1, 1), 1, 1
    after = act(state, shot, *hits, *one_damages, unsaved, no_weapon)
    assert (status(after, "men").men, status(after, "men").aboard) == (7, None)
    assert after.unit("men").has(SUPPRESSED)


@proves("KN-DEPL-17a", "KN-NIGHT-03", "KN-NIGHT-01")
@pytest.mark.parametrize(("night", "save", "rest", "men"), [(False, 6, (1,), 7), (True, 5, (), 8)])
def test_riders_of_a_tank_that_is_hit_at_night_save_as_everyone_is_obscured(
    night: bool, save: int, rest: tuple[int, ...], men: int
) -> None:
    """OUR 152: one hit of the light shell and a 5 for its save, which is enough in the dark."""
    tank, gun = unit("tank", "de.panther", (30, 24), 270), unit("a", "uk.sherman", (10, 24), 90)
    state = loaded(tank, {"men": "de.squad"}, gun, FAR, night=night)
    state = activated(state, "a", K.DIRECT_AT, K.DIRECT_AT)
    fire = Fire(UK, "a", "tank", K.DIRECT_AT, "75mm")
    said = str(GAME.chances(state, fire))
    assert f"light 3 shell, saved on {save}+, and puts them off suppressed (KGN Tank riders" in said
    assert ("suppressed (KGN Tank riders; KGN Night, OUR 152" in said) is night
    after = act(state, fire, 3, 4, 1, 2, 5, 5, 1, 1, 5, *rest)
    assert status(after, "men").men == men


@proves("KN-DEPL-16a", "KN-DEPL-17a")
@pytest.mark.parametrize(("save", "men"), [(6, 8), (5, 7)])
def test_riders_are_in_the_open_and_save_on_6(save: int, men: int) -> None:
    state = loaded(
        unit("tank", "de.panther", (30, 24), 270),
        {"men": "de.squad"},
        unit("a", "uk.sherman", (10, 24), 90),
        FAR,
    )
    holds, special = 5, (1,) if men < 8 else ()
    after = firing(state, "a", "tank", K.DIRECT_AT, 2, 3, 1, 2, holds, 5, 1, 1, save, *special, weapon="75mm")
    assert status(after, "men").men == men


def on_a_tank(*conditions: str, tank_at: float = 14, **options: object) -> GameState:
    """German riders on a Panther, in a wood unless it stands west of it, and British riflemen at them."""
    return ready(
        table(area(T.WOODS, 26, 10, 40, 40)), unit("men", "uk.squad", (10, 24), 90), unit("own", "uk.jeep", (9, 9)),
        unit("tank", "de.panther", (tank_at, 24), 270, *conditions), unit("riders", "de.squad", None),
        aboard={"riders": "tank"}, **options,
    )  # fmt: skip


@proves("KN-DEPL-16a", "KN-DEPL-16b", "KN-NIGHT-03")
@pytest.mark.parametrize(
    ("state", "seen", "save"),
    [
        (on_a_tank(), "observed on 2+: in the open, has not fired", "saves on 6+"),
        (on_a_tank(FIRED), "seen without a die: in the open, has fired", "saves on 6+"),
        (on_a_tank(tank_at=28), "observed on 3+: obscured, has not fired", "saves on 6+"),
        (on_a_tank(FIRED, tank_at=28), "observed on 2+: obscured, has fired", "saves on 6+"),
        (on_a_tank(night=True), "observed on 3+: obscured, has not fired", "saves on 5+"),
    ],
)
def test_riders_are_seen_as_their_tank_is_and_save_in_the_open(
    state: GameState, seen: str, save: str
) -> None:
    said = reasons_of_shot(state, "men", "riders", K.DIRECT_SMALL_ARMS)
    assert seen in said
    assert save in said


@proves("KN-DEPL-15", "KN-DEPL-18")
def test_twelve_men_ride_a_tank() -> None:
    state = ready(
        table(),
        unit("u", "uk.sherman", (20, 24), 90),
        unit("s", "uk.squad", (20, 27.5), 90),
        unit("t", "uk.squad", (20, 20.5), 90),
        FAR,
    )
    state = activated(state, "u", K.DEPLOY, K.DEPLOY)
    state = act(state, Load(UK, "u", "s"))
    assert "carries 12 models" in refusal(state, Load(UK, "u", "t"))


@proves("KN-AIR-12", "KN-DEPL-16a", "KN-DEPL-16b", "KN-DFSA-45")
def test_riders_and_open_topped_passengers_are_strafed_by_the_rules_of_fire_from_the_ground() -> None:
    """Riders are seen as their tank, on 2+, and save on 6+; those inside are in reinforced cover, and in hard
    cover from suppression."""
    for carrier, needed, dice, manners in (
        ("de.panther", "observed on 2+", "saves on 6+", {K.DIRECT_SMALL_ARMS, K.SUPPRESS_SMALL_ARMS}),
        ("de.sdkfz251", "observed on 4+", "saves on 3+", {K.DIRECT_SMALL_ARMS, K.SUPPRESS_SMALL_ARMS}),
        ("de.opel", "", "", set()),
    ):  # fmt: skip
        men = unit("men", "de.squad")
        state = told_to_attack(carrier, "us.mustang", men, status={"men": Status(men=8, aboard="foe")})
        runs = [one for one in legal(state) if isinstance(one, Strike) and one.target == "men"]
        assert {run.manner for run in runs} == manners, carrier
        if runs:
            told = str(GAME.chances(state, replace(runs[0], manner=K.DIRECT_SMALL_ARMS)))
            assert needed in told, carrier
            assert dice in told, carrier
            shaken = GAME.chances(state, replace(runs[0], manner=K.SUPPRESS_SMALL_ARMS))
            assert ("saves on 4+" in str(shaken)) is (carrier == "de.sdkfz251")
