"""The book's odds of fire against a second umpire that shares no code with it, in random situations."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from random import Random

from rules.game.engine.forecast import Forecast
from rules.game.state import GameState
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import FIRED, IMMOBILISED, MOVED, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import FireForEffect
from rules.kampfgruppe_normandy.state.progress import Status
from tests.proving import proves
from tests.rules.kampfgruppe_normandy import second_umpire as umpire
from tests.rules.kampfgruppe_normandy.support.shelling import with_mission_on_target
from tests.rules.kampfgruppe_normandy.tables import (
    GAME,
    RULESET,
    UK,
    activated,
    area,
    game,
    position,
    ready,
    refusal,
    status,
    table,
    unit,
    with_status,
)

SQUAD_FIREPOWER = 9
"""Seven men with rifles, and two dice for the light machine gun."""

AT_IN = 60
GUN = "75mm"
LOTS = 60

TARGETS = {
    "de.squad": "infantry",
    "de.opel": "soft",
    "de.pz4h": "enclosed",
    "de.tiger": "enclosed",
    "de.pak40": "gun",
}

Lot = tuple[GameState, Fire, umpire.Aimed, int, bool]
"""The state, the declaration, the target for the second umpire, the range band, and whether the firer moves."""


def _drawn(seed: int, kind: K) -> Lot | None:
    """A random firer and target, in the open or in woods; None where the book has no such fire."""
    lot = Random(f"{kind}{seed}")
    what = lot.choice(list(TARGETS))
    bullets = kind in (K.SUPPRESS_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    band = lot.randrange(3 if bullets else 6)
    distance = 8 * band + (5 if band == 0 else 4)
    covered, moves = lot.random() < 0.5, lot.random() < 0.4
    conditions = [word for word in (FIRED, MOVED, SUPPRESSED) if lot.random() < 0.25]
    woods = area(TableTerrain.WOODS, AT_IN - 3, 20, AT_IN + 5, 28)
    firer = unit("a", "uk.squad" if bullets else "uk.sherman", (AT_IN - distance, 24), 90)
    target = unit("b", what, (AT_IN, 24), 270, *conditions)
    far = unit("far", "de.squad", (70, 46))
    state = ready(table(*[woods] * covered), firer, target, far)
    book = position(state).type(target)
    left = status(state, "b").men
    if book.kind.value == "infantry":
        left = lot.choice((8, 8, 5, 3, 2))
        now = status(state, "b")
        state = with_status(state, "b", replace(now, men=left, offsets=now.offsets[:left]))
    state = activated(state, "a", kind, K.MOVE if moves else kind)
    fire = Fire(UK, "a", "b", kind, "" if bullets else GUN)
    if refusal(state, fire):
        return None
    aimed = umpire.Aimed(
        TARGETS[what],
        left,
        8 if TARGETS[what] == "infantry" else left,
        book.hits,
        book.armour.front if book.armour else 0,
        book.shield,
        covered,
        SUPPRESSED in conditions,
        FIRED in conditions,
        MOVED in conditions,
    )
    return state, fire, aimed, band, moves


def _chances_by_the_book(state: GameState, fire: Fire) -> umpire.Ends:
    """The chance of each end of the target by the book's forecast."""
    ends: defaultdict[umpire.End, Fraction] = defaultdict(Fraction)
    seen = GAME.position(RULESET.seen_by(state, fire.side))
    for after, chance in Forecast(GAME).ends(seen, fire).states.items():
        ends[_end(after)] += chance
    return dict(ends)


def _end(state: GameState, name: str = "b") -> umpire.End:
    target = state.units.get(name)
    if target is None or target.at is None:
        return umpire.End(gone=True)
    now = status(state, name)
    return umpire.End(now.men, now.hits, target.has(SUPPRESSED), target.has(IMMOBILISED))


def _expected(lot: Lot) -> umpire.Ends:
    state, fire, target, band, moves = lot
    if fire.kind in (K.SUPPRESS_SMALL_ARMS, K.DIRECT_SMALL_ARMS):
        return umpire.small_arms(
            target, SQUAD_FIREPOWER, band, suppressing=fire.kind is K.SUPPRESS_SMALL_ARMS
        )
    gun = position(state).type(state.unit("a")).weapon(GUN)
    assert gun.he is not None
    assert gun.ap is not None
    shell = umpire.Shell(gun.he.size.words, gun.he.rating, gun.he.penetration, gun.ap[band])
    if fire.kind is K.DIRECT_AT:
        return umpire.anti_tank(target, shell, band, moves=moves)
    return umpire.high_explosive(target, shell, band, moves=moves, suppressing=fire.kind is K.SUPPRESS_HE)


def _agree(kind: K) -> None:
    compared = 0
    for seed in range(LOTS):
        if drawn := _drawn(seed, kind):
            state, fire, *how = drawn
            assert _chances_by_the_book(state, fire) == _expected(drawn), f"lot {seed}: {how}"
            compared += 1
    assert compared > LOTS // 3


@proves(
    "KN-SUPP-02", "KN-SUPP-03", "KN-SUPP-06", "KN-SUPP-07", "KN-SUPP-08", "KN-SUPP-09", "KN-SUPP-10",
    "KN-SUPP-11", "KN-SUPP-18", "KN-SUPP-19", "KN-SUPP-24",
)  # fmt: skip
def test_suppressing_fire_of_small_arms() -> None:
    """A miss, fire that is close, or a direct hit; the effect by range and target; a save; the last man runs."""
    _agree(K.SUPPRESS_SMALL_ARMS)


@proves(
    "KN-DFSA-04", "KN-DFSA-05", "KN-DFSA-06", "KN-DFSA-07", "KN-DFSA-08", "KN-DFSA-09", "KN-DFSA-10",
    "KN-DFSA-33", "KN-DFSA-34", "KN-DFSA-39", "KN-DFSA-54", "KN-UMOR-02", "KN-UMOR-04", "KN-UMOR-06",
    "KN-UMOR-09", "KN-UMOR-10", "KN-UMOR-11", "KN-UMOR-16",
)  # fmt: skip
def test_direct_fire_of_small_arms() -> None:
    """Observed, nine dice to hit by range, a save for each, men or hits lost, then morale."""
    _agree(K.DIRECT_SMALL_ARMS)


@proves("KN-SUPP-15", "KN-SUPP-25", "KN-SUPP-19", "KN-DFAT-33")
def test_suppressing_fire_of_high_explosive() -> None:
    """The effect by the size of the shell; a direct hit bursts, and strikes armour with its penetration."""
    _agree(K.SUPPRESS_HE)


@proves("KN-DFHE-04", "KN-DFHE-05", "KN-DFHE-06", "KN-DFHE-07", "KN-DFHE-08", "KN-DFHE-12", "KN-DFHE-14")
def test_direct_fire_of_high_explosive() -> None:
    """Observed, one die to hit by range and what moves or hides, damage dice, saves, morale."""
    _agree(K.DIRECT_HE)


@proves(
    "KN-DFAT-02", "KN-DFAT-05", "KN-DFAT-07", "KN-DFAT-29", "KN-DFAT-30", "KN-DFAT-31", "KN-DFAT-36",
    "KN-DFAT-38", "KN-UMOR-06", "KN-UMOR-09", "KN-UMOR-18",
)  # fmt: skip
def test_direct_fire_at_armour_guns_and_soft_skins() -> None:
    """Observed, one die to hit, two dice against the armour, then the morale of what stands."""
    _agree(K.DIRECT_AT)


@proves(
    "KN-IND-16", "KN-IND-17", "KN-IND-18", "KN-IND-20", "KN-IND-21", "KN-IND-25", "KN-IND-26",
    "KN-UMOR-08",
)  # fmt: skip
def test_fire_for_effect() -> None:
    """One or two units within reach of two to four shells, in the open or in woods, some shaken already."""
    for seed in range(LOTS // 5):
        lot = Random(f"fire for effect {seed}")
        guns = ("g1", "g2")[: lot.randint(1, 2)]
        covered, kinds = lot.random() < 0.5, [lot.choice(list(TARGETS)) for _ in range(lot.randint(1, 2))]
        targets = {
            f"b{number}": unit(
                f"b{number}", kind, (40 + 5 * number, 20), 0, *[SUPPRESSED] * (lot.random() < 0.25)
            )
            for number, kind in enumerate(kinds)
        }
        left = {
            name: Status(men=lot.choice((8, 5, 3))) for name in targets if targets[name].type == "de.squad"
        }
        state = game(
            unit("hq", "uk.hq", (40, 32)),
            *[unit(gun, "uk.25pdr_battery") for gun in guns],
            *targets.values(),
            pieces=[area(TableTerrain.WOODS, 32, 15, 54, 25)] * covered,
            status=left,
        )
        state = with_mission_on_target(state, guns=guns)
        shell = position(state).type(state.unit("g1")).weapons[0].he
        assert shell is not None
        aimed = []
        for name in targets:
            kind, now = position(state).type(state.unit(name)), status(state, name)
            aimed.append(
                umpire.Aimed(
                    TARGETS[kind.id], now.men, kind.men or now.men, kind.hits, kind.armour.side if kind.armour else 0,
                    is_covered=covered, is_suppressed=state.unit(name).has(SUPPRESSED),
                )
            )  # fmt: skip
        told: list[defaultdict[umpire.End, Fraction]] = [defaultdict(Fraction) for _ in targets]
        seen = GAME.position(RULESET.seen_by(state, UK))
        fire = FireForEffect(UK, "mission 1", guns)
        for after, chance in Forecast(GAME).ends(seen, fire).states.items():
            for name, ends in zip(targets, told, strict=True):
                ends[_end(after, name)] += chance
        by_hand = umpire.fire_for_effect(
            aimed, umpire.Shell(shell.size.words, shell.rating, shell.penetration, 0), 2 * len(guns)
        )
        assert told == by_hand, f"lot {seed}: {kinds} {covered}"
