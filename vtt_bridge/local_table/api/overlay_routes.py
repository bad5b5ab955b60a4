"""Overlays over HTTP: PNG in, PNG out."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from rules.errors import BadInput
from vtt_bridge.errors import Refused
from vtt_bridge.local_table.api.dependencies import Conditions, Revision, Seen, TheStore
from vtt_bridge.local_table.api.models import Written
from vtt_bridge.local_table.documents import legend_of
from vtt_bridge.local_table.scene_seen import SceneSeen
from vtt_bridge.port.virtual_table import Overlay
from vtt_bridge.web.png_check import png_size_px
from vtt_bridge.web.refusals import REFUSALS, RawBody, png_body

router = APIRouter(prefix="/api/scenes/{scene_id}/overlays", tags=["overlays"], responses=REFUSALS)

Owner = Annotated[
    str, Query(max_length=100, description="Who lays it; only the same owner may replace or remove it.")
]
Px = Annotated[float, Query(ge=-1_000_000, le=1_000_000, allow_inf_nan=False)]
SizePx = Annotated[
    float | None,
    Query(
        ge=1,
        le=16_384,
        allow_inf_nan=False,
        description="In pixels of the scene; the picture's own if left out.",
    ),
]
Title = Annotated[str, Query(max_length=500, description="What it shows, in words.")]
To = Annotated[
    str, Query(max_length=100, description="The seat that alone is shown it; empty for everybody.")
]
Legend = Annotated[
    list[str] | None,
    Query(max_length=40, description="What its colours mean, a line each: #a3150dff hatch blocks."),
]


@router.put("/{tag}", openapi_extra=png_body())
def put_overlay(
    scene_id: str,
    tag: str,
    body: RawBody,
    seen: Seen,
    store: TheStore,
    sent: Conditions,
    x_px: Px = 0,
    y_px: Px = 0,
    width_px: SizePx = None,
    height_px: SizePx = None,
    title: Title = "",
    owner: Owner = "",
    legend: Legend = None,
    to: To = "",
) -> Written:
    """Lay a PNG on the scene with its top left corner at (x_px, y_px), in the place of the one with that tag."""
    if not tag.replace("-", "").replace("_", "").isalnum() or not tag.isascii() or len(tag) > 100:
        raise BadInput("tag", tag, "at most 100 letters, digits, '-' and '_'")
    _check_reads(seen, to)
    width, height = png_size_px(body, "overlay")
    size_px = width_px or float(width), height_px or float(height)
    overlay = Overlay(tag, title, (x_px, y_px), size_px, owner, legend=legend_of(legend or []), to=to)
    return Written(revision=str(store.overlays.put(scene_id, overlay, body, sent)))


@router.get(
    "/{tag}",
    response_class=Response,
    responses={200: {"description": "A PNG.", "content": {"image/png": {}}}},
)
def get_overlay(tag: str, seen: Seen, to: To = "") -> Response:
    """The picture of an overlay, byte for byte as it was put."""
    png = seen.overlay_png(tag, to)
    return Response(
        png,
        media_type="image/png",
        headers={"X-Content-Type-Options": "nosniff", "Cache-Control": "no-cache"},
    )


@router.delete("/{tag}")
def clear_overlay(
    scene_id: str,
    tag: str,
    seen: Seen,
    store: TheStore,
    owner: Owner = "",
    to: To = "",
    revision: Revision = None,
) -> Written:
    """Take an overlay off the scene."""
    _check_reads(seen, to)
    store.overlays.png(scene_id, tag, to)  # refuses what is not there
    return Written(revision=str(store.overlays.clear(scene_id, tag, owner, to=to, revision=revision)))


@router.post("/{tag}/show")
def show_overlay(scene_id: str, tag: str, seen: Seen, store: TheStore, to: To) -> Written:
    """Show everybody an overlay that your seat alone was shown."""
    png = seen.overlay_png(tag, to)
    (overlay,) = (overlay for overlay in seen.scene().overlays if (overlay.tag, overlay.to) == (tag, to))
    shown = replace(overlay, to="")
    return Written(revision=str(store.overlays.put(scene_id, shown, png)))


def _check_reads(seen: SceneSeen, to: str) -> None:
    if not seen.seat.reads(to):
        raise Refused(f"to: {to!r} is not your seat")
