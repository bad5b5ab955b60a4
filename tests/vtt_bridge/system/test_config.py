"""Settings from the environment: defaults, and a sentence for what cannot be."""

from pathlib import Path

import pytest

from rules.errors import BadInput
from vtt_bridge.system.config import config_from


def test_defaults() -> None:
    config = config_from({})
    assert (config.host, config.port, config.timeout_s) == ("127.0.0.1", 8642, 10.0)
    assert "blindhex" in str(config.data_dir)
    assert config.table_file.parent == config.data_dir


def test_the_environment_is_heard() -> None:
    config = config_from(
        {
            "BLINDHEX_DATA_DIR": "/games",
            "BLINDHEX_HOST": "0.0.0.0",
            "BLINDHEX_DATABASE": "postgresql+psycopg:///club",
            "BLINDHEX_PORT": "0",
            "BLINDHEX_TIMEOUT_S": "2.5",
        }
    )
    assert (config.data_dir, config.host, config.port, config.timeout_s) == (
        Path("/games"),
        "0.0.0.0",
        0,
        2.5,
    )
    assert config.database == "postgresql+psycopg:///club"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BLINDHEX_PORT", "eighty"),
        ("BLINDHEX_PORT", "70000"),
        ("BLINDHEX_PORT", "-1"),
        ("BLINDHEX_TIMEOUT_S", "nan"),
        ("BLINDHEX_TIMEOUT_S", "0"),
    ],
)
def test_what_cannot_be_is_named(name: str, value: str) -> None:
    with pytest.raises(BadInput, match=f"{name}: '{value}' is not a number from"):
        config_from({name: value})
