"""Small boards with a few units, on which random games are short and use nearly every kind of declaration."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.board import HexBoard
from tests.drawing import board
from tests.rules.last_hundred_yards.playing import at, opened, unit


@dataclass(frozen=True)
class Small:
    """A small board with a handful of units on it."""

    ground: HexBoard
    units: tuple[Unit, ...]
    markers: tuple[Marker, ...] = ()
    mortars: tuple[Mapping[str, str], ...] = ()

    def opened(self, edition: str) -> GameState:
        mortars = [dict(mortar) for mortar in self.mortars]
        return opened(self.ground, self.units, markers=self.markers, mortars=mortars, edition=edition)


SMALL: Mapping[str, Small] = {
    "a squad and a tank on either side": Small(
        board(". . w .\n. s . .\n. . . w", roads="B1 B2 B3"),
        (
            unit("us.able.1.squad.1", "A3"), unit("us.able.1.leader", "A3"), unit("us.able-tank.1.1", "B3"),
            unit("ge.1kp.1.squad.1", "C1"), unit("ge.1kp.1.leader", "C1"), unit("ge.pz4.2.1", "D2"),
            unit("ge.latw.1", "B2"),
        ),
        mortars=({"id": "60mm", "side": "us", "kind": "60mm", "company": "able"},),
    ),
    "two squads stacked with a tank": Small(
        board(". . .\n. w .\n. . .\n. . ."),
        (
            unit("us.able.1.squad.1", "B4"), unit("us.able.1.squad.2", "B4"), unit("us.able.1.leader", "B4"),
            unit("us.able-tank.1.1", "B4"), unit("us.able.2.section.a", "C1"), unit("us.able.2.leader", "C1"),
            unit("ge.1kp.1.squad.1", "C3"), unit("ge.mg.1", "B2", "concealed"), unit("ge.1kp.1.leader", "A1"),
        ),
    ),
    "carriers, guns, mines and wire": Small(
        board(". . .\n. u .\n. . .\n. . ."),
        (
            unit("us.m3.2", "A4", "in_motion"), unit("us.able.1.squad.1", "A4"), unit("us.gun57.1", "A3"),
            unit("us.truck.1", "A2"), unit("us.able.1.leader", "B4"), unit("ge.1kp.1.squad.1", "C1", "disrupted"),
            unit("ge.1kp.1.leader", "C1"), unit("ge.pak40.3", "C3"), unit("ge.fp.1", "A1"),
        ),
        markers=(Marker("mines", at("B3")), Marker("wire", at("C2"))),
    ),
    "tanks in stacks": Small(
        board(". . .\n. . .\n. . .\n. . ."),
        (
            unit("us.able-tank.1.1", "A4", "in_motion"), unit("us.able-tank.1.2", "A4"), unit("us.able-tank.1.3", "C4"),
            unit("us.able.1.section.a", "C4"), unit("us.able.1.section.b", "C4"), unit("us.able.1.leader", "C4"),
            unit("ge.1kp.1.squad.1", "B3"), unit("ge.1kp.1.leader", "B1"), unit("ge.pz4.2.1", "A1"),
        ),
    ),
}  # fmt: skip
