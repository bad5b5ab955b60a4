"""Activated Americans, with the only known German far away and concealed, so that they may meet unseen enemies."""

from functools import partial

from rules.last_hundred_yards.book.conditions import CONCEALED
from tests.drawing import open_ground
from tests.rules.last_hundred_yards import playing
from tests.rules.last_hundred_yards.playing import unit

FAR_FIELD = open_ground(14, 14)
WOODS = open_ground(14, 14, {"C7": "w"})
activated_unseen = partial(
    playing.activated, ground=FAR_FIELD, far=(unit("ge.2kp.3.leader", "N1", CONCEALED),)
)
