"""A player's own notes, hidden from the enemy."""

from dataclasses import replace

from rules.game.state import GameState
from rules.kampfgruppe_normandy.state.progress import progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import DE, GAME, RULESET, UK, opened, table, unit


@proves("KN-KIT-02", "KN-BMOR-12")
def test_a_side_has_its_counters_points_reserves_and_rounds_written_down() -> None:
    state = opened(
        table(),
        unit("uk.hq", "uk.hq", (9, 9)),
        unit("uk.tank", "uk.sherman", (20, 9)),
        unit("uk.late", "uk.firefly", None, 0.0, "reserve"),
        unit("de.1", "de.squad", (40, 40)),
        fire_support={
            UK: {"registered_points": {"Mill": [30, 12]}, "counter_battery": 2, "requests": ["high", "low"]}
        },
        reserves={"uk.late": {"turn": 3, "at": [2, 20]}},
        rounds={"uk.tank": {"ap": 6, "he": 3}},
    )
    drawn = ((UK, "3"), (DE, "4"), (UK, "aircraft"), (UK, "2"))
    state = with_progress(state, replace(progress_of(state), drawn=drawn))
    assert GAME.notes(state, UK) == (
        "battle group morale: 5 of 8 lost: 3, aircraft, 2",
        "de has drawn 1 counter",
        "de has on its roster: 1 Grenadier squad",
        "registered point Mill at (30, 12)",
        "requests for general support left: high, low",
        "counter-battery missions left: 2",
        "uk.late comes on in turn 3 at (2, 20)",
        "uk.tank: 6 AP and 3 HE",
        "uk.late: 4 AP and 3 HE",
    )
    assert GAME.notes(state, DE) == (
        "battle group morale: 4 of 1 lost: 4",
        "uk has drawn 3 counters",
        "uk has on its roster: 1 Battle group headquarters, 1 Sherman Firefly, 1 Sherman V",
    )


@proves("KN-KIT-01", "KN-TURN-24a")
def test_the_roster_is_open_but_does_not_tell_which_units_are_in_reserve_or_when_they_come() -> None:
    def battle(*reserve: str, turn: int = 3) -> GameState:
        tanks = [
            unit(
                name,
                "uk.sherman",
                None if name in reserve else (20 + 9 * k, 9),
                0.0,
                *["reserve"] * (name in reserve),
            )
            for k, name in enumerate(("a", "b", "c"))
        ]
        come = {name: {"turn": turn, "at": [2, 20]} for name in reserve}
        return opened(table(), *tanks, unit("foe", "de.squad", (40, 40)), reserves=come)

    for state in (battle(), battle("a"), battle("b", "c"), battle("a", turn=5)):
        assert GAME.notes(state, DE)[-1] == "uk has on its roster: 3 Sherman V"
    assert battle("a") != battle("a", turn=5)
    known, other = (RULESET.seen_by(state, DE) for state in (battle("a"), battle("a", turn=5)))
    assert known == other
    assert "a" not in known.units
