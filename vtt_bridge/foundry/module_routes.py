"""Our Foundry module, from a running server: its manifest, and the module as a ZIP file."""

import json
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

router = APIRouter(prefix="/foundry", tags=["foundry"])


@router.get("/module.json")
def manifest(request: Request) -> JSONResponse:
    """The manifest: give this address to Foundry under Install Module, Manifest URL."""
    return JSONResponse(json.loads(module_files(str(request.base_url).rstrip("/"))["module.json"]))


@router.get("/blindhex.zip", response_class=Response)
def download(request: Request) -> Response:
    """Our module as a ZIP file."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for path, content in module_files(str(request.base_url).rstrip("/")).items():
            archive.writestr(ZipInfo(path), content)
    return Response(packed.getvalue(), media_type="application/zip")


def module_files(address: str = "") -> dict[str, bytes]:
    """The files of our module by path; with a server's address, Foundry updates the module from there."""
    contents = dict(_files(files("vtt_bridge.foundry").joinpath("module"), ""))
    if address:
        manifest = json.loads(contents["module.json"])
        manifest |= {
            "manifest": f"{address}/foundry/module.json",
            "download": f"{address}/foundry/blindhex.zip",
        }
        contents["module.json"] = (json.dumps(manifest, ensure_ascii=False, indent=2) + "\n").encode()
    return contents


def _files(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    contents: list[tuple[str, bytes]] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            contents += _files(entry, f"{path}{entry.name}/")
        elif entry.name.endswith((".json", ".mjs", ".css")):
            contents.append((f"{path}{entry.name}", entry.read_bytes()))
    return contents
