"""Settings from the environment, each with its default; keys to the tables of others are read in vtt_bridge.system.keys.

BLINDHEX_DATA_DIR    the folder of the local table's file and of a player's key (the user's data folder)
BLINDHEX_DATABASE    the URL of a PostgreSQL database that holds the table instead of a file
BLINDHEX_HOST        the address that `blindhex serve` listens on (127.0.0.1, this machine alone)
BLINDHEX_NAMES       further names that requests may use for it, with commas between (none)
BLINDHEX_PORT        its port (8642; 0 takes a free one)
BLINDHEX_TIMEOUT_S   how long a table may take to answer (10)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TypeVar

from platformdirs import user_data_path

from rules.errors import BadInput

NumberT = TypeVar("NumberT", int, float)


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of the bridge."""

    data_dir: Path
    host: str = "127.0.0.1"
    names: tuple[str, ...] = ()
    port: int = 8642
    timeout_s: float = 10.0
    database: str = ""

    @property
    def table_file(self) -> Path:
        """The SQLite file of the local table."""
        return self.data_dir / "table.sqlite"

    @property
    def player_key_file(self) -> Path:
        """The file of the key with which a player signs his games by mail."""
        return self.data_dir / "player.key"

    @property
    def pairing_file(self) -> Path:
        """The file of pages paired with the server; it holds hashes of their tokens, which give no access."""
        return self.data_dir / "paired.json"


def config_from(environment: Mapping[str, str]) -> Config:
    """The settings that an environment (os.environ) asks for.

    Raises:
        BadInput: naming a variable with a bad value.
    """
    return Config(
        data_dir=_data_dir(environment.get("BLINDHEX_DATA_DIR")),
        host=environment.get("BLINDHEX_HOST") or "127.0.0.1",
        names=tuple(
            name.strip() for name in environment.get("BLINDHEX_NAMES", "").split(",") if name.strip()
        ),
        port=_number(environment, "BLINDHEX_PORT", int, 8642, 0, 65535),
        database=environment.get("BLINDHEX_DATABASE", ""),
        timeout_s=_number(environment, "BLINDHEX_TIMEOUT_S", float, 10.0, 0.1, 600),
    )


def _data_dir(given: str | None) -> Path:
    if not given:
        return user_data_path("blindhex", appauthor=False)
    try:
        return Path(given).expanduser()
    except RuntimeError:
        raise BadInput("BLINDHEX_DATA_DIR", given, "a folder: there is no such user") from None


def _number(
    environment: Mapping[str, str],
    name: str,
    kind: Callable[[str], NumberT],
    default: NumberT,
    least: float,
    most: float,
) -> NumberT:
    text = environment.get(name)
    if not text:
        return default
    try:
        number = kind(text)
    except ValueError:
        number = None
    if number is None or not isfinite(number) or not least <= number <= most:
        raise BadInput(name, text, f"a number from {least:g} to {most:g}")
    return number
