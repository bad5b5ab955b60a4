"""Pictures over HTTP, with headers that keep browsers from running anything in them."""

from typing import Any

from fastapi.responses import Response

SVG: dict[int | str, dict[str, Any]] = {200: {"description": "An SVG.", "content": {"image/svg+xml": {}}}}
"""The description of a route's SVG response."""

PNG: dict[int | str, dict[str, Any]] = {200: {"description": "A PNG.", "content": {"image/png": {}}}}
"""The description of a route's PNG response."""

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
}


def svg_response(svg: str, *, kept_s: int = 0) -> Response:
    """An SVG response, which the browser may cache for `kept_s` seconds."""
    kept = f"max-age={kept_s}" if kept_s else "no-cache"
    return Response(svg, media_type="image/svg+xml", headers={**_HEADERS, "Cache-Control": kept})


def png_response(png: bytes) -> Response:
    """A PNG response."""
    return Response(png, media_type="image/png", headers={"X-Content-Type-Options": "nosniff"})
