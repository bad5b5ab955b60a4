"""The files of a page after an update: modules of one version, cached as long as they are unchanged."""

import re
import sys
from pathlib import Path

import pytest
from anyio.from_thread import start_blocking_portal
from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient, Response

from vtt_bridge.web.page_files import mount_page


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page with a module, in a package of its own."""
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "__init__.py").touch()
    page = tmp_path / "club" / "page"
    page.mkdir()
    (page / "index.html").write_text('<script src="table.js"></script> <a href="edit.html">Editor</a>')
    (page / "edit.html").write_text("An editor.")
    (page / "table.js").write_text("let version = 1;")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "club", raising=False)
    return page


class Shown:
    """A browser before the page."""

    def __init__(self) -> None:
        self.app = FastAPI()
        mount_page(self.app, "club", "page")

    def get(self, path: str) -> Response:
        async def asked() -> Response:
            async with AsyncClient(transport=ASGITransport(self.app), base_url="http://table") as client:
                return await client.get(path)

        with start_blocking_portal() as portal:
            return portal.call(asked)


def script_of(html: str) -> str:
    found = re.search('src="(.*?)"', html)
    assert found
    return found[1]


@pytest.mark.usefixtures("page")
def test_pages_are_sent_uncached_and_their_modules_as_immutable() -> None:
    at = Shown()
    for path in ("/", "/index.html", "/edit.html"):
        assert at.get(path).headers["cache-control"] == "no-cache"
    script = at.get(f"/{script_of(at.get('/').text)}")
    assert (script.text, "immutable" in script.headers["cache-control"]) == ("let version = 1;", True)
    assert 'href="edit.html"' in at.get("/").text


def test_a_large_module_is_sent_compressed(page: Path) -> None:
    (page / "table.js").write_text("let version = 1;" * 1000)
    at = Shown()
    script = at.get(f"/{script_of(at.get('/').text)}")
    assert script.text == "let version = 1;" * 1000
    assert int(script.headers["content-length"]) < 1000


def test_a_changed_module_has_a_new_address_and_the_old_one_is_404(page: Path) -> None:
    before = script_of(Shown().get("/").text)
    (page / "table.js").write_text("let version = 2;")
    at = Shown()
    after = script_of(at.get("/").text)
    assert before != after
    assert at.get(f"/{after}").text == "let version = 2;"
    assert at.get(f"/{before}").status_code == 404
