"""mill-crossing in a room of Owlbear Rodeo: its scene in the SDK's types, and a page that answers like the site."""

from collections import Counter
from typing import Any

from maps.library import scenario
from rules.ground.hex.hexes import First, Top
from vtt_bridge.owlbear.room import A1, OURS
from vtt_bridge.port.calibration import place_px
from vtt_bridge.port.virtual_table import Frame, FrameKind

CROSSING = scenario("mill-crossing")
DPI = 100
FRAME = Frame(FrameKind.HEX, DPI, (500.0, 400.0), Top.FLAT, First.LOW)


def token(item_id: str, name: str, at: tuple[float, float], **more: Any) -> dict[str, Any]:
    """A token in the site's format: a picture whose middle is at its position."""
    return {
        "id": item_id, "type": "IMAGE", "name": name, "layer": "CHARACTER", "visible": True, "locked": False, "rotation": 0,
        "position": {"x": at[0], "y": at[1]}, "scale": {"x": 1, "y": 1}, "metadata": {}, "createdUserId": "gm", "zIndex": 1,
        "image": {"width": 300, "height": 300, "mime": "image/png", "url": "https://images.example/1.png"},
        "grid": {"dpi": 300, "offset": {"x": 150, "y": 150}}, "text": {"plainText": ""},
    } | more  # fmt: skip


def crossing_items() -> list[dict[str, Any]]:
    """The units of mill-crossing by name (by id where two have the same), its smoke, and the item in hex A1."""
    names = Counter(unit.name for unit in CROSSING.units)
    found = [token("a1", A1, (510, 395), layer="PROP")]
    for number, unit in enumerate(CROSSING.units):
        assert unit.at is not None
        at = place_px(FRAME, CROSSING.board, unit.at)
        found.append(
            token(
                f"t{number}",
                unit.name if names[unit.name] == 1 else unit.id,
                at,
                rotation=unit.facing_deg or 0,
            )
        )
    for number, marker in enumerate(CROSSING.markers):
        at = place_px(FRAME, CROSSING.board, marker.at)
        is_smoke = marker.kind == "smoke"
        data = {} if is_smoke else {OURS: {"marker": marker.kind}}
        found.append(token(f"m{number}", "Smoke" if is_smoke else "Mark", at, layer="PROP", metadata=data))
    return found


def asked(words: str, items: list[dict[str, Any]] | None = None, **changes: Any) -> dict[str, Any]:
    """The request that our page posts."""
    return {
        "format": "blindhex-owlbear/1",
        "words": words,
        "id": "q1",
        "game": "mill-crossing",
        "grid": {"type": "HEX_HORIZONTAL", "dpi": DPI, "a1": {"x": 500, "y": 400}},
        "items": crossing_items() if items is None else items,
    } | changes
