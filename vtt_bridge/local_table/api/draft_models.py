"""Requests and responses about boards and scenarios that somebody is drawing."""

from typing import Any

from pydantic import BaseModel, Field, JsonValue

from vtt_bridge.local_table.api.models import PointTold

BOARD_OR_SCENARIO: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}
}
"""A body that is a board (blindhex-board/1) or a scenario (blindhex-scenario/1)."""


class EntryListed(BaseModel):
    """A bundled board or scenario."""

    name: str
    title: str


class Palette(BaseModel):
    """The terrain to draw with: of hexes, along hexsides, from hex to hex, and the pieces of a table."""

    ground: list[str]
    hexsides: list[str]
    lines: list[str]
    pieces: list[str]


class Bundled(BaseModel):
    """Everything to begin a draft from."""

    boards: list[EntryListed]
    scenarios: list[EntryListed]
    palette: Palette
    sides: dict[str, str] = Field(
        description="What the people of the usual sides are called, by the id of the side."
    )


class Forms(BaseModel):
    """The JSON schemas from which forms are made."""

    scenario: dict[str, JsonValue]
    options: dict[str, dict[str, JsonValue]] = Field(
        description="By the id of the book; they refer to the $defs of the scenario."
    )


class HexDrawn(BaseModel):
    """A hex and its middle in the picture."""

    name: str
    at_px: PointTold


class Drawn(BaseModel):
    """The picture of a draft; on a table with the pixels of an inch and of its far left corner."""

    svg: str
    size_px: list[int]
    hexes: list[HexDrawn] = Field(description="None on a table.")
    inch_px: float | None
    origin_px: PointTold


class MapRead(BaseModel):
    """A map of another program as a board, and what was made of its lines in whole sentences."""

    board: dict[str, JsonValue]
    told: list[str]


class Opened(BaseModel):
    """The scene that a scenario was put on."""

    scene: str
