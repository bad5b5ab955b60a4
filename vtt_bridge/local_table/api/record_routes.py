"""The record of the game on a scene over HTTP, action by action, for reading and for replay."""

from collections.abc import Iterable
from typing import Annotated

from fastapi import APIRouter, Path, Query

from exporters.documents import ruling_document
from exporters.place_text import name
from exporters.ruling_text import chat
from rules.game.units import Unit
from rules.ground.board import Board
from vtt_bridge.local_table.api.dependencies import Seen
from vtt_bridge.local_table.api.record_models import (
    Record,
    RecordedDice,
    RecordedOdds,
    RecordedTurn,
    RecordedUnit,
    Sight,
    SightsTold,
)
from vtt_bridge.port.calibration import place_px
from vtt_bridge.port.virtual_table import Frame
from vtt_bridge.web.refusals import REFUSALS

router = APIRouter(prefix="/api/scenes/{scene_id}/game/record", tags=["game"], responses=REFUSALS)

MOST_TURNS = 200

After = Annotated[int, Query(ge=0, le=10**6, description="How many actions to leave out.")]
Most = Annotated[int, Query(ge=1, le=MOST_TURNS, description="How many actions to tell at most.")]
Number = Annotated[int, Path(ge=1, le=10**6)]


@router.get("")
def record(seen: Seen, after: After = 0, most: Most = MOST_TURNS) -> Record:
    """The game turn by turn as the seat knows it: what was declared, what the dice showed, what came of it, who stood where."""
    now = seen.session().now
    after = min(after, len(now.turns))
    units, turns = seen.record(now, after, most)
    frame, board = seen.scene().frame, now.state.board
    return Record(
        total=len(now.turns),
        after=after,
        units=_units(units, frame, board),
        turns=[
            RecordedTurn(
                number=turn.number,
                side=turn.side,
                moment=turn.moment,
                declared=turn.declared,
                dice=[
                    RecordedDice(
                        text=event.told_to(event.only_for),
                        what=event.what,
                        sides=event.sides,
                        values=list(event.values),
                        needed=event.needed,
                    )
                    for event in turn.dice
                ],
                changes=list(turn.changes),
                lines=list(turn.lines),
                units=_units(turn.units, frame, board),
                gone=list(turn.gone),
                named=list(turn.named),
                places_px=[place_px(frame, board, place) for place in turn.places],
            )
            for turn in turns
        ],
    )


@router.get("/{number}/odds")
def odds(number: Number, seen: Seen) -> RecordedOdds:
    """The factors of an action and its odds before the dice fell: for the side that declared it, and for all once the game is over."""
    ruling = seen.recorded_odds(seen.session().now, number)
    return RecordedOdds(sentence=chat(ruling), ruling=ruling_document(ruling))


@router.get("/{number}/sights")
def sights(number: Number, seen: Seen) -> SightsTold:
    """Who came into sight of whom by an action, and who went out of it, among the units that the seat knew of."""
    changed = seen.sights_changed(seen.session().now, number)
    gained, lost = (
        [Sight(seer=seer, seen=other) for seer, other in each] for each in (changed.gained, changed.lost)
    )
    return SightsTold(gained=gained, lost=lost)


def _units(units: Iterable[Unit], frame: Frame, board: Board) -> list[RecordedUnit]:
    return [
        RecordedUnit(
            id=unit.id,
            name=unit.name,
            type=unit.type,
            side=unit.side,
            at=None if unit.at is None else name(unit.at),
            at_px=None if unit.at is None else place_px(frame, board, unit.at),
            facing_deg=unit.facing_deg,
            conditions=sorted(unit.conditions),
        )
        for unit in units
    ]
