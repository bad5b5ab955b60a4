"""Questions over HTTP: what is asked, and on whose knowledge; and rosters as the API returns them."""

from exporters.place_text import name
from rules.errors import BadInput
from rules.game.ruleset import Ruleset
from rules.game.side_names import side_called
from vtt_bridge.errors import BadScene
from vtt_bridge.local_table.api.models import AskedWords, Roster
from vtt_bridge.local_table.scene_seen import SceneSeen
from vtt_bridge.local_table.seats.seat import Role, Seat
from vtt_bridge.port.calibration import snapped
from vtt_bridge.port.scene_reader import sides_of
from vtt_bridge.port.virtual_table import PointPx
from vtt_bridge.umpire.questions import Question, question_of
from vtt_bridge.umpire.umpire import Umpire


def roster_of(ruleset: Ruleset) -> Roster:
    """The types of a book's roster, and the ways to move."""
    return Roster.model_validate({"units": [*ruleset.roster.values()], "modes": [*ruleset.modes]})


def asked_of(asked: AskedWords, seen: SceneSeen, umpire: Umpire) -> tuple[SceneSeen, Question]:
    """The scene as the asker sees it, and the question.

    Raises:
        BadScene, BadInput, OffBoard: if it cannot be asked.
    """
    seen = _scene_of_asker(asked.side, seen)
    words = asked.model_dump(exclude={"who_px", "target_px", "side"}, exclude_defaults=True, by_alias=True)
    for end, at_px in (("who", asked.who_px), ("target", asked.target_px)):
        if at_px is not None:
            words[end] = _place_at(at_px, f"{end}_px", seen, umpire)
    return seen, question_of({**words, "side": seen.seat.side, "asker": seen.seat.name})


def _place_at(at_px: PointPx, said_as: str, seen: SceneSeen, umpire: Umpire) -> str:
    """The name of the place at a point of the scene.

    Raises:
        BadScene: if the scene has no board.
        OffBoard: if the point lies off it.
    """
    scene = seen.asked_about()
    if scene.game is None:
        raise BadScene(f"Scene {seen.scene_id} has no board, so {said_as} means no place of it.")
    return name(snapped(scene.frame, umpire.board(scene.game), at_px))


def _scene_of_asker(side: str, seen: SceneSeen) -> SceneSeen:
    """The scene as the seat sees it, or as the side sees it for which the umpire, or a player alone, asks.

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
