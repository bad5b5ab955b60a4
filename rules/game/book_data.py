"""The data files of a book: its roster and its house figures, packed with its modules.

This is the only module of the rules that reads a file; the files come with the package and never change.
"""

import json
from importlib.resources import files
from typing import Any


def read_data(package: str, name: str) -> Any:
    """The JSON document of that name beside the modules of a package."""
    return json.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
