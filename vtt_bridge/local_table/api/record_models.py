"""Responses about the record of a game: its actions one by one, as one seat knows them."""

from pydantic import BaseModel, Field, JsonValue

from vtt_bridge.local_table.api.models import PointOf


class RecordedUnit(BaseModel):
    """A unit as the seat knew it then."""

    id: str
    name: str = Field(description="What players call it.")
    type: str
    side: str
    at: str | None = Field(description="Where it is: F6, or 50,15 in inches; null off the map.")
    at_px: PointOf | None = Field(description="The same as a point of the scene.")
    facing_deg: float | None
    conditions: list[str]


class RecordedDice(BaseModel):
    """Dice that fell."""

    text: str = Field(description="The line of the record.")
    what: str = Field(description="What they were thrown for.")
    sides: int
    values: list[int]
    needed: str = Field(
        description='What one had to show: "5 or more"; empty where it does more than succeed or fail.'
    )


class RecordedTurn(BaseModel):
    """One action of a game and its effects."""

    number: int
    side: str
    moment: str = Field(description="Turn, phase and what was to be decided.")
    declared: str = Field(description="What was declared; empty where the seat did not hear it.")
    dice: list[RecordedDice]
    changes: list[str] = Field(description="What became of the units, in sum.")
    lines: list[str] = Field(description="Everything else that the seat heard, line by line.")
    units: list[RecordedUnit] = Field(description="The units that are not as they were before.")
    gone: list[str] = Field(description="Ids that the seat sees no more.")
    named: list[str] = Field(
        description="Ids of the units that what was declared names, as far as the seat knows them."
    )
    places_px: list[PointOf] = Field(description="The places that it names, as points of the scene.")


class Record(BaseModel):
    """The record of a game as a seat knows it; all of it once the game is over."""

    total: int = Field(description="How many actions the whole game has had.")
    after: int = Field(description="How many actions come before the first of these turns.")
    units: list[RecordedUnit] = Field(description="The units before the first of these turns.")
    turns: list[RecordedTurn]


class Sight(BaseModel):
    """Two enemies by the names of their counters."""

    seer: str
    seen: str


class SightsTold(BaseModel):
    """Who came into sight of whom by an action, and who went out of it."""

    gained: list[Sight]
    lost: list[Sight]


class RecordedOdds(BaseModel):
    """The factors of an action, and its odds before the dice fell."""

    sentence: str
    ruling: dict[str, JsonValue] = Field(description="A blindhex-ruling/1 with the odds.")
