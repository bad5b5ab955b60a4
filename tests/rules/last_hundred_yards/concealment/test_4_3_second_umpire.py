"""Loss of concealment checked against a second umpire, an independent transcription of 4.3.1, 17.9.2a and 4.3.2."""

from dataclasses import dataclass, replace
from random import Random

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Marker
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.effects.concealment import conceal_unseen, hidden_units_found, is_spotted
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.markers import Arrow, FireKind, FireMarker
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import at, opened, unit

LOTS = 150
WATCHED = (
    "us.able.1.squad.1", "us.mg.1", "us.able.1.leader", "us.latw.1", "us.gun57.1", "us.able-tank.1.1", "us.truck.1",
)  # fmt: skip
WATCHERS = (
    "ge.1kp.1.squad.1",
    "ge.mg.1",
    "ge.1kp.1.leader",
    "ge.latw.1",
    "ge.stug.1",
    "ge.pak40.3",
    "ge.dummy.1",
)
STATES = ("", "", "", "disrupted", "shocked", "hidden", "arrow", "shelled")


@dataclass(frozen=True)
class Watch:
    """A unit in C12 and its watchers north of it in the same column of hexes, all else open."""

    name: str
    moving: bool
    fired: bool
    ground: str
    dug_in: bool
    smoke: bool
    watchers: tuple[tuple[str, str, int], ...]

    def state(self, edition: str, *marks: str) -> GameState:
        rows = [". . . . ."] * 11 + [f". . {self.ground} . ."] + [". . . . ."] * 2
        there = [Marker("improved_position", at("C12"))] if self.dug_in else []
        there += [Marker("smoke", at("C11"), 1)] if self.smoke else []
        words = {"in_motion"} if self.moving else set()
        units = [unit(self.name, "C12", *words, *marks)]
        for name, word, away in self.watchers:
            units.append(
                unit(name, f"C{12 - away}", *([word] if word in ("disrupted", "shocked", "hidden") else []))
            )
        state = opened(board("\n".join(rows)), units, markers=there, edition=edition)
        for number, (name, word, away) in enumerate(self.watchers):
            if word == "arrow":
                state = ArrowPlaced(Arrow(name, "ge", at("A1"))).on(state)
            if word == "shelled":
                fire = FireMarker(number + 1, FireKind.MDRM, at(f"C{12 - away}"), 0, primary=False, tubes=0)
                state = FirePlaced(fire).on(state)
        return state


def drawn_by(lot: Random) -> Watch:
    name = lot.choice(WATCHED)
    watchers: list[tuple[str, str, int]] = []
    for place in lot.sample(range(1, 12), lot.randint(1, 2)):
        who = lot.choice(
            [watcher for watcher in WATCHERS if watcher not in {other for other, _, _ in watchers}]
        )
        fits = [word for word in STATES if word != "shocked" or "stug" in who]
        watchers.append((who, "" if "dummy" in who else lot.choice(fits), place))
    moving, fired = ROSTER[name].is_vehicle and lot.random() < 0.3, lot.random() < 0.5
    ground = lot.choice(".w.bsf")
    dug_in = lot.random() < 0.2 and ground not in "bs"  # no IP lies in a building hex (17.7c)
    return Watch(name, moving, fired, ground, dug_in, lot.random() < 0.15, tuple(watchers))


def betrays(watch: Watch, watcher: tuple[str, str, int], later: bool) -> bool:
    who, word, away = watcher
    kind = ROSTER[watch.name].kind.value
    if "dummy" in who or (later and word == "hidden"):
        return False
    if not later and (word in ("arrow", "shelled") or watch.smoke):
        return False
    if ROSTER[watch.name].is_vehicle:
        near = watch.ground == "." or (watch.moving and not later) or away <= 8
        return word != "hidden" and near
    if not later and word in ("disrupted", "shocked"):
        return False
    if watch.ground == "." and not watch.dug_in:
        return word != "hidden" and away <= 8
    reach = 2 if later and watch.fired else 3
    return away <= (min(reach, 1 if later and not watch.fired else 2) if kind == "latw" else reach)


@proves(
    "LHY-4.3.1.1a", "LHY-4.3.1.1b", "LHY-4.3.1.2b", "LHY-4.3.1.2c", "LHY-4.3.1.2d", "LHY-4.3.1.3",
    "LHY-4.3.1.0.2", "LHY-4.3.1b.later", "LHY-4.3.1.1.later", "LHY-4.3.1.2.later", "LHY-4.0b.2b", "LHY-4.0b.ip",
)  # fmt: skip
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_4_3_1_loss_of_concealment_agrees_with_the_second_umpire_on_random_positions(edition: str) -> None:
    lot = Random(f"concealment by {edition}")
    for number in range(LOTS):
        watch = drawn_by(lot)
        state = watch.state(edition, "concealed")
        found = is_spotted(PLAY.position(state), state.unit(watch.name), watch.fired)
        expected = any(betrays(watch, watcher, edition != "2019") for watcher in watch.watchers)
        assert found is expected, f"lot {number}: {watch}"


def finds(watch: Watch, watcher: tuple[str, str, int]) -> bool:
    who, word, away = watcher
    if "dummy" in who or word == "hidden":
        return False
    reach = 2 if ROSTER[watch.name].kind.value in ("gun", "latw") else 3
    fights = not any(part in who for part in ("leader", "latw"))
    open_vehicle = ROSTER[watch.name].is_vehicle and watch.ground == "."
    return (fights and away <= reach) or (open_vehicle and away <= 10)


@proves("LHY-17.9.2a.1", "LHY-17.9.2a.2")
def test_17_9_2a_finding_hidden_units_agrees_with_the_second_umpire_on_random_positions() -> None:
    lot = Random("hidden")
    for number in range(LOTS):
        watch = replace(drawn_by(lot), moving=False)  # a hidden vehicle is not in motion (17.7f)
        state = watch.state("series-3.1", "hidden")
        found = hidden_units_found(PLAY.position(state), [state.unit(watch.name)])
        assert bool(found) is any(finds(watch, watcher) for watcher in watch.watchers), (
            f"lot {number}: {watch}"
        )


@proves("LHY-4.3.2", "LHY-5.0.VII.4")
@pytest.mark.parametrize(
    ("mark", "ground", "watcher", "conceals"),
    [
        ("", "w", "", True),
        ("", ".", "ge.1kp.1.squad.1", False),
        ("", ".", "ge.1kp.1.squad.1 hidden", True),
        ("disrupted", "w", "", False),
        ("regrouping", "w", "", False),
        ("heroic", "w", "", False),
    ],
)
def test_4_3_2_concealment_in_clean_up_agrees_with_the_second_umpire(
    mark: str, ground: str, watcher: str, conceals: bool
) -> None:
    name, _, word = watcher.partition(" ")
    watch = Watch("us.able.1.squad.1", False, False, ground, False, False, ((name, word, 3),) if name else ())
    resolution = PLAY.resolution(watch.state("2019", *filter(None, [mark])), ScriptedDice([]))
    conceal_unseen(resolution)
    assert resolution.state.unit(watch.name).has("concealed") is conceals
