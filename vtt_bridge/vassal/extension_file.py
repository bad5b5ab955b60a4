"""Our extension for VASSAL (.vmdx): the bundled compiled class of `extension/Umpire.java`, and its build file.

Source: VASSAL/build/module/ModuleExtension.java, VASSAL/build/module/ExtensionElement.java.
"""

from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from xml.sax.saxutils import quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

_KEPT = files("vtt_bridge.vassal").joinpath("extension")
_BUILD_FILE = """<?xml version="1.0" encoding="UTF-8"?>
<VASSAL.build.module.ModuleExtension anyModule="true" version="0.1" description="Blindhex, the umpire" module="" moduleVersion=""\
 vassalVersion="3.7.0" nextPieceSlotId="0" extensionId="blx">
  <VASSAL.build.module.ExtensionElement target="">
    <blindhex.Umpire address={address}/>
  </VASSAL.build.module.ExtensionElement>
</VASSAL.build.module.ModuleExtension>
"""
_ABOUT = """<?xml version="1.0" encoding="UTF-8"?>
<data version="1"><version>0.1</version><VassalVersion>3.7.0</VassalVersion><universal>true</universal>\
<description>Blindhex, the umpire</description></data>
"""


def extension_file(address: str) -> bytes:
    """The extension, set up to ask the umpire at that address."""
    with ZipFile(BytesIO(_KEPT.joinpath("classes.zip").read_bytes())) as kept:
        classes = {name: kept.read(name) for name in kept.namelist()}
    text_files = {"buildFile.xml": _BUILD_FILE.format(address=quoteattr(address)), "extensiondata": _ABOUT}
    return _packed({**{name: text.encode() for name, text in text_files.items()}, **classes})


def classes_file(classes: Mapping[str, bytes]) -> bytes:
    """The compiled classes as the bundled ZIP file, with the digest of their source."""
    return _packed(classes, source_digest())


def source_digest() -> bytes:
    """The digest of the class's source."""
    return sha256(_KEPT.joinpath("Umpire.java").read_bytes()).hexdigest().encode()


def _packed(entries: Mapping[str, bytes], comment: bytes = b"") -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)
        archive.comment = comment
    return packed.getvalue()
