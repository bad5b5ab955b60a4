"""Pictures over HTTP: shown as such, and run as nothing."""

from typing import Any

from fastapi.responses import Response

SVG: dict[int | str, dict[str, Any]] = {200: {"description": "An SVG.", "content": {"image/svg+xml": {}}}}
"""For the description of a route."""

PNG: dict[int | str, dict[str, Any]] = {200: {"description": "A PNG.", "content": {"image/png": {}}}}
"""The same for a PNG."""

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
}


def svg_response(svg: str, *, kept_s: int = 0) -> Response:
    """A drawing, which the browser may keep for so many seconds."""
    kept = f"max-age={kept_s}" if kept_s else "no-cache"
    return Response(svg, media_type="image/svg+xml", headers={**_HEADERS, "Cache-Control": kept})


def png_response(png: bytes) -> Response:
    """A picture in pixels."""
    return Response(png, media_type="image/png", headers={"X-Content-Type-Options": "nosniff"})
