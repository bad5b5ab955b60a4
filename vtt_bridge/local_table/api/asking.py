"""What a question over HTTP asks, and on whose knowledge; the roster as it is told."""

from exporters.board_shapes import name
from rules.errors import BadInput
from rules.game.ruleset import Ruleset
from rules.game.side_names import side_called
from vtt_bridge.errors import BadScene
from vtt_bridge.local_table.api.models import AskedWords, Roster
from vtt_bridge.local_table.scene_seen import SceneSeen
from vtt_bridge.local_table.seats.seat import Role, Seat
from vtt_bridge.port.calibration import snapped
from vtt_bridge.port.scene_reader import sides_of
from vtt_bridge.umpire.questions import Question, question_of
from vtt_bridge.umpire.umpire import Umpire


def roster_of(ruleset: Ruleset) -> Roster:
    """The types of a book's roster."""
    return Roster.model_validate({"units": [*ruleset.roster.values()]})


def asked_of(asked: AskedWords, seen: SceneSeen, umpire: Umpire) -> tuple[SceneSeen, Question]:
    """Who asks, and what he asks.

    Raises:
        BadScene, BadInput, OffBoard: if it cannot be asked.
    """
    seen = _eyes_of(asked.side, seen)
    words = asked.model_dump(exclude={"target_px", "side"}, exclude_defaults=True, by_alias=True)
    if asked.target_px is not None:
        scene = seen.asked_about()
        if scene.game is None:
            raise BadScene(f"Scene {seen.scene_id} has no board, so target_px means no place of it.")
        words["target"] = name(snapped(scene.frame, umpire.board(scene.game), asked.target_px))
    return seen, question_of({**words, "side": seen.seat.side, "asker": seen.seat.name})


def _eyes_of(side: str, seen: SceneSeen) -> SceneSeen:
    """What a question is asked on: what the seat sees, or the side for which the umpire or one alone asks.

    Raises:
        BadInput: if there is no such side.
    """
    if not side:
        return seen
    sides = sides_of(seen.scene())
    side = side_called(side, sides)
    if side not in sides:
        raise BadInput("side", side, f"one of the sides: {', '.join(sides) or 'none'}")
    seen.seat.check_plays(side)
    return seen.from_seat(Seat(Role.SIDE, side))
