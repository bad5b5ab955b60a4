"""Reads a scene from PlanarAlly's events on loading a location.

The events may come in any order; the last of a kind counts.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from rules.ground.hex.hexes import First
from vtt_bridge.errors import BadAnswer, BadScene, Refused
from vtt_bridge.planarally.grid import Grid, frame_of, grid_type_of
from vtt_bridge.planarally.shapes import Doc, area_seen, check_layer, listed, overlay_seen, token_seen
from vtt_bridge.port.virtual_table import FLAG, Frame, Game, PointPx, Scene, Source

VTT = "planarally"
TOKENS, MAP, DRAW = "tokens", "map", "draw"


@dataclass(frozen=True)
class Seating:
    """The command line's answers to what a location leaves open: the game, the board's position, and whether
    hidden units are known to all.

    `size_px` is the size of overlays, which begin at the location's corner.
    """

    game: Game
    size_px: tuple[int, int]
    first: First | None = None
    a1_px: PointPx | None = None
    inch_px: float | None = None
    is_open: bool = False
    floor: str = ""


def role_of(events: Iterable[tuple[str, Any]], user: str) -> int | None:
    """The role of a user in the room (DM or player), from the events of loading; None if they do not say."""
    for event, given in events:
        for player in listed(given) if event == "Players.Info.Set" else ():
            core = player.get("core") if isinstance(player, Mapping) else None
            if isinstance(core, Mapping) and core.get("name") == user and isinstance(core.get("role"), int):
                return int(core["role"])
    return None


def is_chat_on(events: Iterable[tuple[str, Any]]) -> bool:
    """Whether the room has a chat, which its DM may switch off, from the events of loading."""
    rooms = [given for event, given in events if event == "Room.Info.Set" and isinstance(given, Mapping)]
    features = rooms[-1].get("features") if rooms else None
    return not isinstance(features, Mapping) or features.get("chat") is not False


DM = 1


def no_dm(user: str, room: str) -> Refused:
    """The refusal of an account that may not write."""
    return Refused(f"{user} is no DM in {room}; whoever made the room makes it one")


@dataclass(frozen=True)
class Location:
    """A location as loaded: its name, its settings, and its floors by name, each with its layers."""

    id: int
    name: str
    options: Mapping[str, Any]
    floors: Mapping[str, Doc]

    def floor(self, name: str) -> tuple[str, Doc]:
        """The floor of that name, or the lowest one, which need not be the first in the list.

        Raises:
            BadScene: if there is no such floor.
        """
        chosen = name or min(self.floors, key=self._height_of, default="")
        if chosen not in self.floors:
            raise BadScene(f"floor: {chosen!r} is not one of the floors: {', '.join(self.floors) or 'none'}")
        return chosen, self.floors[chosen]

    def _height_of(self, floor: str) -> int:
        """The number of floors below."""
        index = self.floors[floor].get("index")
        return index if isinstance(index, int) else 0

    def shapes(self, floor: str, *layers: str) -> Iterator[Doc]:
        """The shapes on layers of a floor.

        Raises:
            BadScene: if there is no such floor.
        """
        for layer in listed(self.floor(floor)[1].get("layers")):
            if isinstance(layer, Mapping) and layer.get("name") in layers:
                for shape in listed(layer.get("shapes")):
                    if isinstance(shape, Mapping) and isinstance(shape.get("uuid"), str):
                        yield shape

    def after(self, floor: str, layer: str, put: Doc, gone: Collection[str] = ()) -> "Location":
        """The location after a shape was put on a layer, without the shapes that are gone."""
        away = {put["uuid"], *gone}
        layers = [
            {**drawn, "shapes": [*(shape for shape in drawn["shapes"] if shape.get("uuid") not in away), put]}
            if drawn.get("name") == layer
            else drawn
            for drawn in self.floors[floor]["layers"]
        ]
        return replace(self, floors={**self.floors, floor: {**self.floors[floor], "layers": layers}})


def location_from(events: Iterable[tuple[str, Any]], address: str) -> Location:
    """The location described by the events between Location.Load and Location.Loaded.

    Raises:
        BadAnswer: if its id or its settings are missing.
    """
    said: dict[str, Any] = {}
    floors: dict[str, Doc] = {}
    for event, given in events:
        if event == "Board.Floor.Set" and isinstance(given, Mapping) and isinstance(given.get("name"), str):
            floors[given["name"]] = given
        elif isinstance(given, Mapping):
            said[event] = given
    location, settings = said.get("Location.Set"), said.get("Locations.Settings.Set")
    if location is None or settings is None or not isinstance(location.get("id"), int):
        raise BadAnswer(address, "a location without its settings")
    of_all, own = settings.get("default"), settings.get("locations")
    if not isinstance(of_all, Mapping) or not isinstance(own, Mapping):
        raise BadAnswer(address, "settings of a location that cannot be read")
    here = own.get(str(location["id"])) or {}
    if not isinstance(here, Mapping):
        raise BadAnswer(address, "settings of a location that cannot be read")
    options = {**of_all, **{key: value for key, value in here.items() if value is not None}}
    return Location(location["id"], str(location.get("name", "")), options, floors)


def scene_seen(location: Location, seating: Seating) -> Scene:
    """The scene that a location shows; its revision is a hash of all that a ruling may rest on.

    Raises:
        BadScene, BadInput: if it cannot be read; the sentence names shape and field.
    """
    floor, _ = location.floor(seating.floor)
    frame = frame_in(location, seating)
    tokens = [token for shape in location.shapes(floor, TOKENS) if (token := token_seen(shape)) is not None]
    if not seating.is_open:
        tokens = [token for token in tokens if not token.hidden]
    drawn = [*location.shapes(floor, MAP, TOKENS, DRAW)]
    areas = [area for shape in drawn if (area := area_seen(shape)) is not None]
    for layer in (MAP, DRAW):
        for shape in location.shapes(floor, layer):
            check_layer(shape, layer)
    overlays = [ours for shape in location.shapes(floor, DRAW) if (ours := overlay_seen(shape)) is not None]
    hashed = frame, sorted(tokens, key=lambda token: token.id), sorted(areas, key=lambda area: area.id)
    return Scene(
        source=Source.hashed(VTT, f"{location.id}", hashed),
        name=location.name or f"{FLAG} {location.id}",
        frame=frame,
        size_px=seating.size_px,
        game=seating.game,
        tokens=tuple(tokens),
        areas=tuple(areas),
        overlays=tuple(overlays),
    )


def sized(seating: Seating, frame: Frame, right: float, bottom: float) -> Seating:
    """The seating with overlays large enough for a board that ends at `right` and `bottom`, in units of the board."""
    unit_px = frame.cell_px / frame.cell_in
    width, height = (
        ceil(origin + end * unit_px) for origin, end in zip(frame.origin_px, (right, bottom), strict=True)
    )
    return replace(seating, size_px=(max(1, width), max(1, height)))


def frame_in(location: Location, seating: Seating) -> Frame:
    """The frame of a location.

    Raises:
        BadScene, BadInput: if its grid does not fit any board.
    """
    options = location.options
    size = options.get("unit_size")
    grid = Grid(
        grid_type_of(options.get("grid_type")),
        float(size) if isinstance(size, int | float) else 0.0,
        str(options.get("unit_size_unit", "")),
        options.get("use_grid") is not False,
    )
    return frame_of(grid, seating.first, seating.a1_px, seating.inch_px)
