"""Pictures among the assets of the umpire's account."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha1
from typing import Any
from uuid import uuid4

from vtt_bridge.errors import BadAnswer, NoAnswer, Refused
from vtt_bridge.planarally.link import ASSETS, RoomLink

SLICE_BYTES = 256 * 1024
"""The size of the slices in which a picture is sent."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A picture stored by PlanarAlly: the id that shapes use, its hash, and its entry in the account's folder.

    Releases up to 2026.1.2 have one number for both (`is_of_release`), and other fields in their shapes.
    """

    id: int
    hash: str
    entry: int | None = None
    is_of_release: bool = False


def upload(link: RoomLink, name: str, png: bytes) -> Asset:
    """Upload a picture to the assets, and return it once PlanarAlly confirms that it has the same picture.

    Raises:
        Refused: if it is larger than PlanarAlly's limits.
        NoAnswer: if PlanarAlly does not confirm it.
        TableError: as the link does.
    """
    root = link.ask("Folder.Get", None, ASSETS)
    folder = root.get("folder", root) if isinstance(root, Mapping) else {}
    if not isinstance(folder.get("id"), int):
        raise BadAnswer(link.address, "without a folder for pictures")
    slices = [png[start : start + SLICE_BYTES] for start in range(0, len(png), SLICE_BYTES)]
    request: dict[str, Any] = {
        "uuid": str(uuid4()),
        "name": name,
        "directory": folder["id"],
        "newDirectories": [],
        "totalSlices": len(slices),
    }
    for number, part in enumerate(slices):
        link.send("Asset.Upload", {**request, "slice": number, "data": part}, ASSETS)
    try:
        return _kept(link, sha1(png, usedforsecurity=False).hexdigest())
    except NoAnswer:
        _check_limits(link, len(png))
        why = (
            f"it did not say that it keeps a picture of {len(png)} bytes; it may be over the server's limits"
        )
        raise NoAnswer(link.address, why) from None


def _kept(link: RoomLink, digest: str) -> Asset:
    """The picture with that hash, once PlanarAlly confirms that it has it."""
    for finished in link.wait_for("Asset.Upload.Finish", ASSETS):
        asset = finished.get("asset") if isinstance(finished, Mapping) else None
        if isinstance(asset, Mapping) and asset.get("fileHash") == digest:
            entry, shown = asset.get("id"), asset.get("assetId", asset.get("id"))
            if not isinstance(entry, int) or not isinstance(shown, int):
                raise BadAnswer(link.address, "to a picture without saying what it is known by")
            return Asset(shown, digest, entry, is_of_release="assetId" not in asset)
    raise AssertionError("waiting ends with the picture or an error")


def _check_limits(link: RoomLink, size: int) -> None:
    """Check that a picture is within PlanarAlly's limits, as PlanarAlly drops larger ones without an error.

    Servers that do not know the question for their limits leave it unanswered; then nothing is checked.

    Raises:
        Refused: if the picture is too large.
    """
    try:
        limits = link.ask("Asset.Upload.Limit", None, ASSETS)
    except NoAnswer:
        return
    limits_sent = limits if isinstance(limits, Mapping) else {}
    single, used, total = (int(limits_sent.get(key) or 0) for key in ("single", "used", "total"))
    if 0 < single < size:
        raise Refused(f"PlanarAlly keeps no picture of {size} bytes, as its limit is {single}")
    if 0 < total < used + size:
        raise Refused(
            f"the pictures of {link.user} take {used} of the {total} bytes that PlanarAlly keeps for it; remove some"
        )
