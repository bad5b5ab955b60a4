"""Americans activated far from a concealed German leader, to come near somebody unseen."""

from functools import partial

from rules.last_hundred_yards.book.conditions import CONCEALED
from tests.drawing import board
from tests.rules.last_hundred_yards import playing
from tests.rules.last_hundred_yards.playing import unit

FAR_FIELD = board("\n".join([". . . . . . . . . . . . . ."] * 14))
WOODS = board(
    "\n".join(
        [". . . . . . . . . . . . . ."] * 6
        + [". . w . . . . . . . . . . ."]
        + [". . . . . . . . . . . . . ."] * 7
    )
)
activated_unseen = partial(
    playing.activated, ground=FAR_FIELD, far=(unit("ge.2kp.3.leader", "N1", CONCEALED),)
)
