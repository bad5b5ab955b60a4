"""SVG over HTTP: shown as a picture, and run as nothing."""

from typing import Any

from fastapi.responses import Response

SVG: dict[int | str, dict[str, Any]] = {200: {"description": "An SVG.", "content": {"image/svg+xml": {}}}}
"""For the description of a route."""

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
}


def svg_response(svg: str, *, kept_s: int = 0) -> Response:
    """A drawing, which the browser may keep for so many seconds."""
    kept = f"max-age={kept_s}" if kept_s else "no-cache"
    return Response(svg, media_type="image/svg+xml", headers={**_HEADERS, "Cache-Control": kept})
