"""The documentation site: `make docs` builds it into vtt_bridge/site, where `blindhex docs` finds it."""

import sys
from importlib import metadata
from pathlib import Path

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent))

project = "Blindhex"
release = metadata.version("blindhex")
author = "the Blindhex authors"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
html_title = "Blindhex"
html_copy_source = False
html_favicon = "../vtt_bridge/local_table/page/icon.svg"
exclude_patterns = ["_build"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
nitpicky = False


def setup(app: Sphinx) -> None:
    """Write the pages that are made from code before the rest is read."""
    from reference import write_pages

    app.connect("builder-inited", lambda _: write_pages(Path(__file__).parent / "reference"))
