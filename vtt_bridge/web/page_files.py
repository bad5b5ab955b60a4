"""The files of a page, at addresses with a digest of them: a browser may cache them for good, and an update
never mixes old and new."""

import re
from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files

from fastapi import FastAPI, Response
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import HTMLResponse
from fastapi.staticfiles import StaticFiles
from starlette.types import Scope

_OWN_FILE = re.compile(r'(src|href)="([\w-]+\.(?:js|css|svg))"')
_A_YEAR_S = 365 * 86400


def mount_page(app: FastAPI, package: str, folder: str) -> None:
    """Serve the HTML files of a folder at the root (index.html also at "/"), and the other files, compressed,
    below a digest of all of them."""
    page = {
        file.name: file.read_text("utf-8") for file in (files(package) / folder).iterdir() if file.is_file()
    }
    digest = sha256("".join(page[name] for name in sorted(page)).encode()).hexdigest()[:16]
    for name, text in page.items():
        if name.endswith(".html"):
            answer = _answering(_OWN_FILE.sub(rf'\1="page/{digest}/\2"', text))
            for path in (f"/{name}", "/") if name == "index.html" else (f"/{name}",):
                app.add_api_route(path, answer, methods=["GET", "HEAD"], include_in_schema=False)
    app.mount(f"/page/{digest}", GZipMiddleware(_UnchangingFiles(packages=[(package, folder)])))


def _answering(html: str) -> Callable[[], Response]:
    return lambda: HTMLResponse(html, headers={"Cache-Control": "no-cache"})


class _UnchangingFiles(StaticFiles):
    """Files that a browser may cache for good."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = f"max-age={_A_YEAR_S}, immutable"
        return response
