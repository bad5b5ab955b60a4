"""A battle of vehicles and men: tanks, carriers and guns of both sides two hexes apart."""

from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN, IN_MOTION
from tests.drawing import board
from tests.rules.last_hundred_yards.playing import opened, unit

GROUND = board(
    """
    .  .  .  .  .  .  .
    .  w  .  .  .  .  .
    .  .  .  .  f  .  .
    .  .  .  .  .  .  .
    .  .  s  .  .  w  .
    .  .  .  .  .  .  .
    .  .  .  w  .  .  .
    """,
    roads="A4 B3 C4 D3 E4 F3 G4",
)


def melee(edition: str) -> GameState:
    """Two companies with tanks, carriers and guns, two hexes apart; some men ride."""
    units = [
        unit("us.able-tank.1.1", "C6", IN_MOTION), unit("us.able-tank.1.2", "C6"), unit("us.able-tank.1.3", "E6", IN_MOTION),
        unit("us.m3.2", "D6"), unit("us.m16.1", "B6"), unit("us.truck.1", "B6"), unit("us.gun57.1", "E6"),
        unit("us.able.1.squad.1", "C6"), unit("us.able.1.squad.2", "D6"), unit("us.able.1.squad.3", "D5"),
        unit("us.able.1.leader", "D5"), unit("us.latw.1", "D5"), unit("us.mg.1", "F6"),
        unit("ge.stug.1", "C2", IN_MOTION), unit("ge.pz4.2.1", "E2"), unit("ge.pz4.2.2", "E2", IN_MOTION),
        unit("ge.spw251.1", "D2"), unit("ge.sdkfz10.1", "F2"), unit("ge.truck.1", "F2"), unit("ge.pak40.3", "C2"),
        unit("ge.1kp.1.squad.1", "D3"), unit("ge.1kp.1.squad.2", "C3", CONCEALED), unit("ge.1kp.1.squad.3", "E3"),
        unit("ge.1kp.1.leader", "D3"), unit("ge.latw.1", "E3"), unit("ge.mg.1", "B3"),
        unit("ge.dummy.1", "G3", CONCEALED), unit("ge.mg.2", "A3", HIDDEN),
    ]  # fmt: skip
    aboard = {"us.able.1.squad.1": "us.able-tank.1.1", "us.able.1.squad.2": "us.m3.2"}
    return opened(GROUND, units, edition=edition, aboard=aboard)
