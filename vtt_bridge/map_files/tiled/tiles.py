"""Reads and writes tiles, each of which puts terrain into its hex.

A tile names its terrain by its class (woods), or by properties: `terrain` (woods, stone_building), `level`,
`contour`. A tile with none of these is decoration.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from maps.documents import Document, check_schema, errors_naming, parsed
from rules.errors import BadInput
from rules.ground.hex.terrain import GROUND, Terrain

SCHEMA = "tileset.schema.json"

Beside = Callable[[str], bytes]
"""Reads a file beside the map, by name."""


@dataclass(frozen=True, slots=True)
class Tile:
    """The terrain that a tile puts into a hex."""

    terrain: tuple[Terrain, ...] = ()
    level: int | None = None
    contour: int | None = None

    @property
    def words(self) -> str:
        """The tile in words: woods, level 1, contour 5."""
        if self.terrain:
            return ", ".join(self.terrain)
        return f"level {self.level}" if self.level is not None else f"contour {self.contour}"


def tiles_of(given: Iterable[Document], beside: Beside) -> dict[int, Tile]:
    """The tiles of a map by number, from tilesets in the map and in files beside it.

    Raises:
        BadInput: naming the tileset and tile with an unknown terrain.
    """
    tiles: dict[int, Tile] = {}
    for number, entry in enumerate(given):
        source = entry.get("source", "")
        tileset = _from_file(source, beside) if source else entry
        name = tileset.get("name", source or number)
        for tile in tileset.get("tiles", ()):
            said = _tile(tile, f"tileset {name}, tile {tile['id']}")
            if said is not None:
                tiles[entry["firstgid"] + tile["id"]] = said
    return tiles


def tileset_document(tiles: Iterable[Tile], image: str, tile_px: tuple[int, int]) -> dict[str, Any]:
    """A tileset with these tiles, whose pictures are side by side in one image."""
    written = [_tile_document(number, tile) for number, tile in enumerate(tiles)]
    return {
        "firstgid": 1,
        "name": "blindhex",
        "image": image,
        "imagewidth": tile_px[0] * len(written),
        "imageheight": tile_px[1],
        "tilewidth": tile_px[0],
        "tileheight": tile_px[1],
        "columns": len(written),
        "tilecount": len(written),
        "margin": 0,
        "spacing": 0,
        "tiles": written,
    }


def class_of(thing: Document) -> str:
    """The class of a tile or object; Tiled 1.9 calls it class, all others type."""
    said: str = thing.get("class") or thing.get("type") or ""
    return said.strip().lower()


def properties_of(thing: Document) -> Mapping[str, Any]:
    """The custom properties of a map, tile or object by name."""
    return {entry["name"]: entry["value"] for entry in thing.get("properties", ())}


def whole_number(properties: Mapping[str, Any], name: str, field: str) -> int | None:
    """A property that is a whole number; None if it is not there.

    Raises:
        BadInput: if it is something else.
    """
    value = properties.get(name)
    if value is None:
        return None
    try:
        if isinstance(value, bool) or int(value) != float(value):
            raise ValueError
    except (TypeError, ValueError):
        raise BadInput(f"{field}.{name}", value, "a whole number") from None
    return int(value)


def _tile(tile: Document, field: str) -> Tile | None:
    properties = properties_of(tile)
    level, contour = (whole_number(properties, name, field) for name in ("level", "contour"))
    said = properties.get("terrain")
    if said is None:
        said = "" if level is not None or contour is not None else class_of(tile)
    terrain: list[Terrain] = []
    for word in filter(None, (word.strip() for word in str(said).lower().split(","))):
        if word not in GROUND:
            raise BadInput(f"{field}.terrain", word, f"one of {', '.join(sorted(GROUND))}")
        terrain.append(Terrain(word))
    if not terrain and level is None and contour is None:
        return None
    return Tile(tuple(terrain), level, contour)


def _tile_document(number: int, tile: Tile) -> dict[str, Any]:
    properties: list[dict[str, Any]] = []
    if tile.terrain:
        properties.append({"name": "terrain", "type": "string", "value": tile.words})
    for name, value in (("level", tile.level), ("contour", tile.contour)):
        if value is not None:
            properties.append({"name": name, "type": "int", "value": value})
    return {"id": number, "type": tile.words, "properties": properties}


def _from_file(source: str, beside: Beside) -> Document:
    content = beside(source)
    if source.lower().endswith((".tsx", ".xml")):
        tileset: Document = _from_xml(content, source)
    else:
        with errors_naming(source):
            tileset = parsed(content)
    check_schema(tileset, SCHEMA, f"tileset {source}", package="vtt_bridge.map_files.tiled")
    return tileset


def _from_xml(content: bytes, source: str) -> Document:
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise BadInput("tileset", source, "a tileset without a document type of its own")
    try:
        root = ElementTree.fromstring(content)
        return {
            "name": root.get("name", source),
            "tiles": [
                {
                    "id": int(tile.get("id", "")),
                    "type": tile.get("class") or tile.get("type") or "",
                    "properties": [
                        {"name": entry.get("name", ""), "value": entry.get("value", entry.text or "")}
                        for entry in tile.findall("properties/property")
                    ],
                }
                for tile in root.findall("tile")
            ],
        }
    except (ElementTree.ParseError, ValueError) as error:
        raise BadInput("tileset", source, f"a tileset in XML ({error})") from None
