"""Reads and writes Foundry tiles that are our overlays. Our flags: owner, tag, op_id, digest, and more."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from vtt_bridge.foundry.fields import Doc, documents, mapping, number, our_flags, text
from vtt_bridge.foundry.grid import Grid
from vtt_bridge.port.table_document import overlay_document, overlay_of
from vtt_bridge.port.virtual_table import FLAG, Overlay, PutOverlay


def overlays_seen(scene: Doc, grid: Grid) -> Iterator[Overlay]:
    """The overlays on a scene: tiles with a tag of ours.

    Raises:
        BadInput: if one of them cannot be read.
    """
    x0, y0 = grid.corner_px
    for tile in documents(scene, "tiles", "scene"):
        field = f"tile {tile['_id']}"
        ours = our_flags(tile, field)
        if tag := text(ours, "tag", f"{field} flags"):
            size_px = number(tile, "width", field), number(tile, "height", field)
            x, y = number(tile, "x", field), number(tile, "y", field)
            if "levels" in scene:  # from version 14 on a tile's position is its anchor, by default its middle
                texture = mapping(tile, "texture", field)
                x -= number(texture, "anchorX", field, 0.5) * size_px[0]
                y -= number(texture, "anchorY", field, 0.5) * size_px[1]
            yield overlay_of(
                {
                    "tag": tag,
                    "title": text(ours, "title", field),
                    "owner": text(ours, "owner", field),
                    "revision": text(ours, "revision", field),
                    "digest": text(ours, "digest", field),
                    "legend": ours.get("legend") or (),
                    "at_px": (x - x0, y - y0),
                    "size_px": size_px,
                }
            )


def tiles_of(scene: Doc, tag: str) -> list[Doc]:
    """Our own tiles with that tag.

    Raises:
        BadInput: if the tiles cannot be read.
    """
    return [
        tile
        for tile in documents(scene, "tiles", "scene")
        if (ours := our_flags(tile, f"tile {tile['_id']}")).get("tag") == tag and ours.get("owner") == FLAG
    ]


def digest_of(png: bytes) -> str:
    """A short digest of a picture."""
    return sha256(png).hexdigest()[:16]


def tile_document(operation: PutOverlay, path: str, grid: Grid) -> dict[str, Any]:
    """An overlay as a tile that shows the picture at a path; the digest in its address defeats browser caches."""
    overlay = operation.overlay
    x0, y0 = grid.corner_px
    digest = digest_of(operation.png)
    kept = overlay_document(overlay)
    for foreign in ("at_px", "size_px"):
        del kept[foreign]
    return {
        "x": round(overlay.at_px[0] + x0),
        "y": round(overlay.at_px[1] + y0),
        "width": overlay.size_px[0],
        "height": overlay.size_px[1],
        "rotation": 0,
        "locked": True,
        "texture": {"src": f"{path}?v={digest}", "anchorX": 0, "anchorY": 0},
        "flags": {FLAG: {**kept, "owner": FLAG, "digest": digest, "op_id": operation.op_id}},
    }
